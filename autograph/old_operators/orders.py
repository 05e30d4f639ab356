"""The order of items that their class, or a function, compares: found by counting.

Python sorts by asking for `<` of some pairs, and which ones depends on the answers.
Here each item is compared with each, and the number of those before it is its place.
That is the order that any stable sort finds, as long as there is one: `<` of sets is
none, nor is it one that goes round. And as long as nobody notices which pairs were
compared: by an effect, or by an exception that one of them raises. All else is refused.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import add
from typing import Any, Final, NoReturn

from autograph.old_operators.comparisons import compare
from autograph.old_operators.logic import if_exp, is_staged
from autograph.old_operators.python_builtins import converted
from graph.building import _STATE
from graph.errors import SideEffectError, UnstagedOperationError
from graph.graph import current_graph
from graph.old_staging import diverge, stage_exception
from graph.old_staging.watch import Watch
from graph.ops.core import truth
from graph.origin import capture_exact
from graph.segments import is_segmented

# An exception is told apart: it ends a run, and nothing remains of a run that raises.
_NO_EFFECT: Final = "control"
_COMPARED: Final = (
    "a comparison that items are sorted by has effects: which items are compared is "
    "known only when the graph runs."
)
_TO_COMPARE: Final = "Leave them out, or sort by a key that is a number."
_NO_ORDER: Final = (
    "does not order them: of two of them each is less, or they are equal to a third "
    "and not to each other"
)


def counts_before(
    items: Any,
    key: Callable[[Any], Any] | None = None,
    compared_by: Sequence[Any] = (),
    *,
    reverse: bool = False,
) -> Any:
    """Return of each item the number of items that come before it.

    Args:
        items: A list of items, whose length the run may decide; or of keys.
        key: Makes a key of an item.
        compared_by: What takes part in a comparison, beside the items.
        reverse: Is the order turned round?

    Raises:
        SideEffectError: The comparison changes something: Python's `sorted` compares
            fewer items.
        UnstagedOperationError: It is no order, or raises; when the graph runs, if need
            be.
    """
    with unnoticed([*compared_by, items]):
        return _count(items, key, reverse)


@contextmanager
def unnoticed(
    roots: Sequence[Any], message: str = _COMPARED, hint: str = _TO_COMPARE
) -> Iterator[None]:
    """Refuse effects of comparisons, or calls: others are made here than Python makes.

    Args:
        roots: What takes part in them.
        message: What is said.
        hint: What to write instead.

    Raises:
        SideEffectError: They have some.
    """
    graph = current_graph()
    watch = Watch(roots)
    mark = 0 if graph is None else len(graph.nodes)
    yield
    written: set[str] = set()
    for node in () if graph is None else graph.nodes[mark:]:
        written.update(node.effects.writes)
    if watch.has_changed() or written - {_NO_EFFECT}:
        raise SideEffectError(message, origin=capture_exact(), hint=hint)


def _count(items: Any, key: Callable[[Any], Any] | None, reverse: bool) -> Any:
    if is_segmented(items):
        _compare_first(items, key, reverse)
        counted: Any = lambda: _compared(items, key)
    else:
        keys = items if key is None else list(map(key, items))
        counted = lambda: _each(keys)
    return _attempted(counted)


class _Staged(Exception):  # noqa: N818  # no error
    """A comparison has given what only the run knows."""


class _Known:
    """A key whose comparisons are to be known while tracing."""

    __slots__ = ("key",)

    def __init__(self, key: Any) -> None:
        self.key = key

    def __lt__(self, other: _Known) -> Any:
        found = compare("<", self.key, other.key)
        if is_staged(found):
            raise _Staged
        return found


def sort_known(places: list[int], keys: list[Any], reverse: bool) -> bool:
    """Sort places by keys, as far as tracing knows the order; return if that is whole.

    Where a comparison raises, the places are in the order in which Python leaves them.
    """
    known = list(map(_Known, keys))
    try:
        places.sort(key=known.__getitem__, reverse=reverse)
    except _Staged:
        return False
    return True


@converted
def _attempted(counted: Callable[[], Any]) -> Any:
    try:
        found = counted()
    except Exception:  # noqa: BLE001  # the user's
        _refuse("raises an exception for two of the items")
    return found


def _each(keys: list[Any]) -> list[Any]:
    """Do what `_compared` does, for as many keys as tracing knows."""
    places = range(len(keys))
    is_less = {
        pair: truth(compare("<", *(keys[place] for place in pair)))
        for pair in itertools.permutations(places, 2)
    }
    counts = [
        functools.reduce(add, (is_less[x, y] for x in places if x != y), 0)
        for y in places
    ]
    is_order: Any = True
    for (x, y), found in is_less.items():
        is_order = is_order & (found == (counts[x] < counts[y]))
    if_exp(is_order, lambda: None, lambda: _refuse(_NO_ORDER))
    return counts


@converted
def _compare_first(items: Any, key: Any, reverse: Any) -> None:
    """Compare what Python compares first: it may raise as it does there."""
    if len(items) > 1:
        if reverse:
            key(items[-2]) < key(items[-1])  # noqa: B015
        else:
            key(items[1]) < key(items[0])  # noqa: B015


@converted
def _compared(items: Any, key: Any) -> Any:
    counts = []
    for place, item in enumerate(items):
        count = 0
        for at, other in enumerate(items):
            if at != place and key(other) < key(item):
                count += 1
        counts.append(count)
    is_order = True
    for place, item in enumerate(items):
        for at, other in enumerate(items):
            if at != place:
                is_less = key(other) < key(item)
                if is_less != (counts[at] < counts[place]):
                    is_order = False
    if not is_order:
        _refuse(_NO_ORDER)
    return counts


def _refuse(why: str) -> NoReturn:
    error = UnstagedOperationError(
        f"a comparison that items are sorted by {why}. What comes of it depends on "
        "which items Python compares.",
        origin=capture_exact(),
        hint="Sort by a key that is a number, or whose `<` is an order.",
    )
    if _STATE.graph is None:
        raise error
    stage_exception(error)
    diverge()


__all__ = ["counts_before", "sort_known", "unnoticed"]
