"""Items that are drawn though a loop may have been left before, as the run decides.

While tracing, a loop over a Python iterable with a symbolic `break` draws all items.
Nobody may notice: an iterator that is used again would have come too far, and what
gives the items may have effects.
"""

from __future__ import annotations

import collections
import functools
import gc
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from graph.errors import AutographError, SideEffectError
from graph.failing import may_raise
from graph.graph import Graph, current_graph
from graph.old_staging.abandoned import is_given_up
from graph.old_staging.library_state import held_inside, inner_changes
from graph.old_staging.locations import Global, Progress, with_article
from graph.old_staging.reach import is_reached
from graph.old_staging.variables import show_name
from graph.old_staging.waiting import Generator, has_block, waits_in_block
from graph.old_staging.watch import Watch
from graph.origin import capture_exact

# The modules of iterators that say what they step through.
ITERATORS: Final = frozenset({"builtins", "itertools"})
# Those that step through a sequence itself, which has no iterators of its own.
_OVER_TUPLES: Final = (type(iter(())), reversed)
_END: Final = object()

# What steps through its arguments to their ends.
_STEPPING: Final = (
    *(list, tuple, set, frozenset, dict, sorted, sum, min, max),
    *(functools.reduce, collections.deque, collections.Counter),
)

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
    if graph is None or not hasattr(type(items), "__next__"):
        return iterator
    return _Ended(iterator, items, graph) if any(generators_of(items)) else iterator


def leave(iterator: Any, error: BaseException | None = None) -> None:
    """See what ends as a loop is left, by a `break` or an exception.

    Args:
        iterator: What `ended` has returned.
        error: The exception.

    Raises:
        SideEffectError: As `ended` says.
    """
    if type(iterator) is _Ended and (error is None or not is_given_up(error)):
        iterator.leave(error)


def ended_arguments(function: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments of a call that runs as it stands, and may raise in a run.

    Args:
        function: What is called.
        args: Its arguments; iterators that it steps through are seen to end.
    """
    if not any(hasattr(type(each), "__next__") for each in args):
        return args
    if not any(function is each for each in _STEPPING):
        return args
    return tuple(
        ended(each, each) if hasattr(type(each), "__next__") else each for each in args
    )


class _Ended:
    """Steps through an iterator, and looks at what comes to its end with it."""

    def __init__(self, iterator: Iterator[Any], items: Any, graph: Graph) -> None:
        self._iterator, self._items, self._graph = iterator, items, graph
        self._looked, self._raises = len(graph.nodes), False

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        is_late = self._may_raise()
        held = [each for each in generators_of(self._items) if _is_held(each, is_late)]
        effects = _Effects(held, self._graph) if held else None
        try:
            return next(self._iterator)
        except StopIteration:
            if effects is not None and self._may_raise():
                self._refuse(effects)
            raise

    def leave(self, error: BaseException | None) -> None:
        """Do what Python does at the end of a loop that it leaves before."""
        if not self._may_raise():
            return
        held = [each for each in generators_of(self._items) if waits_in_block(each)]
        held = [each for each in held if not is_reached([each])]
        if held:
            effects = _Effects(held, self._graph)
            for each in held:
                each.close()
            self._refuse(effects, error)

    def _may_raise(self) -> bool:
        """May what has been recorded since the loop began raise in a run?"""
        nodes = self._graph.nodes
        self._raises = self._raises or any(map(_raises, nodes[self._looked :]))
        self._looked = len(nodes)
        return self._raises

    def _refuse(self, effects: _Effects, error: BaseException | None = None) -> None:
        effect = effects.found()
        if effect is not None:
            raise SideEffectError(
                "this loop over a Python generator may raise when the graph runs, and "
                f"what the generator does at its end {effect}, which must happen then, "
                "too.",
                origin=capture_exact(2),
                hint="Do it in a `finally` around the loop, or make the items a list "
                "first.",
            ) from error


class _Effects:
    """What code that draws an item does that others may notice.

    Args:
        roots: What takes part in it.
        graph: The graph that is being built.
    """

    def __init__(self, roots: Sequence[Any], graph: Graph) -> None:
        self._mark, self._graph = len(graph.nodes), graph
        self._watch = Watch(roots) if roots else None
        seen = [] if self._watch is None else self._watch.seen()
        self._inside = inner_changes(seen)

    def found(self) -> str | None:
        """Say what it has done since; None if that is nothing."""
        nodes = self._graph.nodes[self._mark :]
        written = [r for node in nodes for r in node.effects.writes]
        if written:
            return f"has an effect ({written[0]})"
        changed = {} if self._watch is None else self._watch.changes()
        for place in (each.location for each in changed.values()):
            if isinstance(place, Global) or is_reached([place.owner]):
                is_step = isinstance(place, Progress)
                return (
                    f"advances {_named(place.owner)}"
                    if is_step
                    else f"changes {show_name(place.label)}"
                )
        for owner in self._inside():
            if is_reached([owner]):
                return f"changes {_named(owner)}"
        return None


def _named(owner: Any) -> str:
    return with_article(type(owner).__name__)


def generators_of(items: Any) -> Iterator[Generator]:
    """Yield the generators that a draw advances, with those that they step through."""
    todo, seen = [items], set()
    while todo:
        for each in _parts(todo.pop())[1]:
            if type(each) is types.GeneratorType and id(each) not in seen:
                seen.add(id(each))
                yield each
                held = gc.get_referents(each)
                todo += [part for part in held if hasattr(type(part), "__next__")]


def _is_held(generator: Generator, is_late: bool) -> bool:
    """Tell whether a generator waits in a `try` or `with`, or may come to do so."""
    if generator.gi_frame is None:
        return False
    if generator.gi_suspended:
        return is_late and waits_in_block(generator)
    return has_block(generator)


def _raises(node: Any) -> bool:
    return may_raise(node) or "control" in node.effects.writes


def _bound_by(items: Any) -> list[tuple[types.CellType, Any]]:
    """Return the variables that expressions bind for functions around them.

    Those in lambdas do: of others, `converters.comprehension_bindings` makes calls.
    """
    found = []
    for each in generators_of(items):
        if each.gi_code.co_name == "<genexpr>":
            parts = gc.get_referents(each)
            made = [part for part in parts if type(part) is types.FunctionType]
            cells = [x for function in made for x in function.__closure__ or ()]
            found += [(cell, _content(cell)) for cell in cells]
    return found


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # it has none
        return _END


class _Unseen:
    """Draws items such that nobody notices."""

    def __init__(self, iterator: Iterator[Any], items: Any) -> None:
        self._iterator, self._items = iterator, items
        iterators, self._others = _parts(iterator)
        if iterator is not items:  # made by the loop, which alone has it
            iterators = [each for each in iterators if each is not iterator]
            if hasattr(type(items), "__next__"):  # a generator of ours steps through it
                more, others = _parts(items)
                iterators, self._others = iterators + more, self._others + others
        advanced = [each for each in self._others if hasattr(type(each), "__next__")]
        if is_reached([*iterators, *advanced]):
            raise self._refusal("what is drawn is missing where it is used next")

    def next(self) -> Any:
        """Return the next item, or `_END`."""
        graph = current_graph()
        assert graph is not None, "a condition is symbolic"
        effects, bound = _Effects(self._others, graph), _bound_by(self._items)
        try:
            item = next(self._iterator, _END)
        except AutographError:
            raise
        except Exception as error:  # noqa: BLE001  # the user's, who may catch it
            return Failure(error, self._refusal(_FAILS + type(error).__name__))
        effect = effects.found()
        if effect is None and any(_content(cell) is not x for cell, x in bound):
            effect = "binds a name, by `:=`"
        if effect is not None:
            raise self._refusal(f"what gives its items {effect}")
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
            for part in held_inside(each):
                if kind in _OVER_TUPLES and type(part) is tuple:
                    continue  # its items are given as they are
                if type(part) is tuple:  # `zip` and `chain` hold iterators in one
                    # Where one has ended, `zip_longest` holds a tuple with a gap.
                    held = gc.get_referents(part)
                    todo += [p for p in held if hasattr(type(p), "__next__")]
                elif hasattr(type(part), "__next__") or callable(part):
                    todo.append(part)
        elif is_generator or hasattr(kind, "__next__") or callable(each):
            others.append(each)
    return iterators, others


__all__ = [
    "ITERATORS",
    "Failure",
    "drawn",
    "ended",
    "ended_arguments",
    "generators_of",
    "leave",
]
