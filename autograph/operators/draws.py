"""Items that are drawn though a loop may have been left before, as the run decides.

While tracing, a loop over a Python iterable with a symbolic `break` draws all items.
Nobody may notice: an iterator that is used again would have come too far, and what
gives the items may have effects.
"""

from __future__ import annotations

import dis
import functools
import gc
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from graph.errors import AutographError, SideEffectError
from graph.failing import may_raise
from graph.graph import Graph, current_graph
from graph.origin import capture_exact
from graph.staging.aliases import is_reached
from graph.staging.locations import Global, Progress
from graph.staging.watch import Watch

# The modules of iterators that say what they step through.
ITERATORS: Final = frozenset({"builtins", "itertools"})
# Those that step through a sequence itself, which has no iterators of its own.
_OVER_TUPLES: Final = (type(iter(())), reversed)
_END: Final = object()


_FAILS: Final = "drawing a further item raises "


@dataclass(frozen=True)
class Failure:
    """What stands for the next item where drawing it raises.

    Attributes:
        error: What it raises.
        refusal: What says that it is not to be noticed.
    """

    error: Exception
    refusal: SideEffectError


def drawn(
    iterator: Iterator[Any],
    items: Any,
    is_open: Callable[[], bool],
    takes_failures: bool = False,
) -> Iterator[Any]:
    """Yield the items of an iterator.

    Args:
        iterator: What gives the items.
        items: What it was made of.
        is_open: Tells whether the run may have left the loop by now.
        takes_failures: Is a `Failure` raised where the run has not left it?

    Raises:
        SideEffectError: The run may have left the loop, and drawing a further item has
            an effect, or advances what is used elsewhere.
    """
    unseen: _Unseen | None = None
    while True:
        if not is_open():
            try:
                item = next(iterator)
            except StopIteration:
                return
        else:
            if unseen is None:
                unseen = _Unseen(iterator, items)
            item = unseen.next()
            if item is _END:
                return
            if type(item) is Failure:
                if not takes_failures:
                    raise item.refusal from item.error
                yield item
                return
        yield item


def ended(iterator: Any, items: Any) -> Any:
    """Return what steps through a loop that may raise when the graph runs.

    Python leaves a `finally` or `with` of a generator then, too: what that does is
    traced only where the loop comes to its end.

    Args:
        iterator: What gives the items.
        items: What it was made of.

    Raises:
        SideEffectError: In the loop: the run may raise there, and leaving has an
            effect.
    """
    graph = current_graph()
    if graph is None or type(items) is not types.GeneratorType:
        return iterator
    return _ended(iterator, items, graph)


def _ended(
    iterator: Iterator[Any], items: types.GeneratorType[Any, Any, Any], graph: Graph
) -> Iterator[Any]:
    start = len(graph.nodes)
    while True:
        mark, is_held = len(graph.nodes), _is_held(items)
        item = next(iterator, _END)
        if item is not _END:
            yield item
            continue
        nodes = graph.nodes
        written = [r for node in nodes[mark:] for r in node.effects.writes]
        if is_held and written and any(map(_raises, nodes[start:mark])):
            raise SideEffectError(
                "this loop over a Python generator may raise when the graph runs, and "
                f"what the generator does at its end has an effect ({written[0]}), "
                "which must happen then, too.",
                origin=capture_exact(2),
                hint="Do it in a `finally` around the loop, or make the items a list "
                "first.",
            )
        return


def _is_held(generator: types.GeneratorType[Any, Any, Any]) -> bool:
    """Tell whether a generator waits in a `try` or `with`."""
    frame = generator.gi_frame
    if frame is None or frame.f_lasti < 0:
        return False
    held = _held_by_code(generator.gi_code)
    return any(start <= frame.f_lasti < end for start, end in held)


@functools.lru_cache(maxsize=256)
def _held_by_code(code: types.CodeType) -> tuple[tuple[int, int], ...]:
    """Return where a generator is in a `try` or `with`, as offsets of instructions."""
    written: Any = dis.Bytecode(code)
    return tuple(
        (entry.start, entry.end)
        for entry in written.exception_entries
        # From Python 3.12 on, all code of a generator has the handler of StopIteration.
        if dis.opname[code.co_code[entry.target]] != "CALL_INTRINSIC_1"
    )


def _raises(node: Any) -> bool:
    return may_raise(node) or "control" in node.effects.writes


class _Unseen:
    """Draws items such that nobody notices."""

    def __init__(self, iterator: Iterator[Any], items: Any) -> None:
        self._iterator, self._items = iterator, items
        iterators, self._others = _parts(iterator)
        if iterator is not items:  # made by the loop, which alone has it
            iterators = [each for each in iterators if each is not iterator]
        advanced = [each for each in self._others if hasattr(type(each), "__next__")]
        if is_reached([*iterators, *advanced]):
            raise self._refusal("what is drawn is missing where it is used next")

    def next(self) -> Any:
        """Return the next item, or `_END`."""
        graph = current_graph()
        assert graph is not None, "a condition is symbolic"
        mark = len(graph.nodes)
        watch = Watch(self._others) if self._others else None
        try:
            item = next(self._iterator, _END)
        except AutographError:
            raise
        except Exception as error:  # noqa: BLE001  # the user's, who may catch it
            return Failure(error, self._refusal(_FAILS + type(error).__name__))
        written = [r for node in graph.nodes[mark:] for r in node.effects.writes]
        if written:
            raise self._refusal(f"what gives its items has an effect ({written[0]})")
        changed = [] if watch is None else [*watch.changes().values()]
        places = [
            each.location for each in changed if not isinstance(each.location, Progress)
        ]
        for place in places:
            if isinstance(place, Global) or is_reached([place.owner]):
                raise self._refusal(f"what gives its items changes {place.label}")
        return item

    def _refusal(self, why: str) -> SideEffectError:
        kind = type(self._items).__name__
        return SideEffectError(
            f"this loop over a Python {kind} ends on a condition known only when the "
            f"graph runs, and {why}, which must not happen after the last one.",
            origin=capture_exact(3),
            hint="Do it in the body of the loop, or make the items a list first.",
        )


def _parts(iterator: Any) -> tuple[list[Any], list[Any]]:
    """Return the iterators that a draw advances, and what else takes part in it.

    Those of Python's library tell what they are made of; generators, iterators of the
    user's classes and functions are the rest.
    """
    iterators: list[Any] = []
    others: list[Any] = []
    todo, seen = [iterator], {}
    while todo:
        each = todo.pop()
        if id(each) in seen:
            continue
        seen[id(each)] = each
        kind = type(each)
        is_generator = kind is types.GeneratorType
        if (
            hasattr(kind, "__next__")
            and kind.__module__ in ITERATORS
            and not is_generator
        ):
            iterators.append(each)
            for part in gc.get_referents(each):
                if kind in _OVER_TUPLES and type(part) is tuple:
                    continue  # its items are given as they are
                if type(part) is tuple:  # `zip` and `chain` hold iterators in one
                    todo += [p for p in part if hasattr(type(p), "__next__")]
                elif hasattr(type(part), "__next__") or callable(part):
                    todo.append(part)
        elif is_generator or hasattr(kind, "__next__") or callable(each):
            others.append(each)
    return iterators, others


__all__ = ["ITERATORS", "drawn"]
