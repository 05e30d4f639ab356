"""Iterators whose items the run decides: `filter` and `map`, and what counts theirs.

Python's own `filter` calls its function when an item is drawn, and leaves items out by
Python's truth. Where that is known only when the graph runs, the iterator is opened:
what draws its items steps through what stands below it, and calls the functions for
each item, in a block that is staged by what they decide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import starmap
from typing import Any, Final, Literal

from autograph.old_operators.conditionals import if_stmt
from autograph.old_operators.iteration import (
    StagedItems,
    is_counted,
    staged_items,
    staged_zip,
    used_up,
)
from autograph.old_operators.stops import surely_stops
from graph.dispatch import is_text
from graph.errors import UnknownLengthError
from graph.graph import current_graph
from graph.origin import capture_exact
from graph.segments import is_segmented
from graph.tensor import MAX_UNROLLED, Tensor

# What happens to an item: it is left out or not, becomes another, or gets a number.
Stage = tuple[Literal["filter", "map", "starmap", "enumerate"], Any]
State = tuple[Any, ...]


class Sifted:
    """What `filter` makes of something staged, and `map` and `enumerate` of that.

    Attributes:
        source: What is stepped through.
        stages: What happens to each of its items, in order.
        kind: The type of what Python makes there.
    """

    __slots__ = ("_is_used", "kind", "source", "stages")

    def __init__(self, source: Any, stages: tuple[Stage, ...], kind: type) -> None:
        """Step through a source."""
        self.source, self.stages, self.kind = source, stages, kind
        self._is_used = False

    def use(self) -> None:
        """Note that it is stepped through.

        Raises:
            UnknownLengthError: It was stepped through before.
        """
        if self._is_used:
            raise used_up(self.kind)
        self._is_used = True

    def then(self, stage: Stage, kind: type) -> Sifted:
        """Return what further happens to its items."""
        self.use()
        return Sifted(self.source, (*self.stages, stage), kind)

    def __iter__(self) -> Any:
        return iter(_refused(self.kind))

    def __next__(self) -> Any:
        return next(_refused(self.kind))


def _refused(kind: type) -> Any:
    """Return items that stand for those of an iterator, and refuse to be drawn."""
    source = StagedItems(None, lambda _: None, kind)
    iter(source)  # raises
    return source


def opened(items: Any) -> Sifted | None:
    """Return what steps through an iterator and calls its functions; None if none.

    What is drawn of it is drawn of the iterator. Python's own iterators tell what they
    are made of when they are pickled.
    """
    kind = type(items)
    if kind is Sifted:
        return items  # type: ignore[no-any-return]
    if kind not in _PARTS or current_graph() is None:
        return None
    stage: Stage
    if kind is enumerate:
        source, start = items.__reduce__()[1]
        inner = opened(source)
        return None if inner is None else inner.then(("enumerate", start), kind)
    function, source, *others = items.__reduce__()[1]
    if kind is filter:
        stage = "filter", function
    elif others:
        stage, source = ("starmap", function), zip(source, *others, strict=False)
    else:
        stage = "map", function
    inner = opened(source)
    return Sifted(source, (stage,), kind) if inner is None else inner.then(stage, kind)


_PARTS: Final = (filter, map, enumerate)


def leaves_out(items: Any) -> bool:
    """Is it an iterator that may leave out items, as the run decides?"""
    if current_graph() is None or not isinstance(items, (Sifted, *_PARTS)):
        return False
    found = opened(items)
    return found is not None and any(stage == "filter" for stage, _ in found.stages)


def is_staged_iterator(items: Any) -> bool:
    """Tell whether stepping through an iterator is staged, or may be."""
    return isinstance(items, StagedItems) or leaves_out(items)


def is_uncompensated(items: Any) -> bool:
    """Tell whether a staged loop steps through `items`, or what they are made of."""
    found = opened(items) if leaves_out(items) else None
    return is_counted(items if found is None else found.source)


# -- Made ------------------------------------------------------------------------------


def filter_(function: Any, items: Any, /) -> Any:
    """Return what `filter(function, items)` means when `items` are staged."""
    called = None if function is None else _converting(function)
    if isinstance(items, Sifted):
        return items.then(("filter", called), filter)
    if not _is_stepped(items):
        return filter(called, items)
    return Sifted(_held(items), (("filter", called),), filter)


def map_(function: Any, /, *sources: Any) -> Any:
    """Return what `map(function, *sources)` means when one of these is staged."""
    called = _converting(function)
    if len(sources) == 1 and isinstance(sources[0], Sifted):
        return sources[0].then(("map", called), map)
    if not any(map(_is_stepped, sources)):
        return map(called, *sources)
    if len(sources) == 1:
        steps = staged_items(sources[0])
        assert steps is not None
        first, stop, item_at = steps
        return StagedItems(
            stop - first, lambda count: called(item_at(first + count)), map
        )
    zipped = staged_zip(*sources)
    if not isinstance(zipped, StagedItems):
        return starmap(called, zipped)
    _, length, items_at = zipped.steps()
    return StagedItems(length, lambda count: called(*items_at(count)), map)


def _held(items: Any) -> StagedItems:
    """Return what is staged as something that is stepped through once."""
    steps = staged_items(items)
    assert steps is not None
    first, stop, item_at = steps
    return StagedItems(stop - first, lambda count: item_at(first + count), filter)


def _is_stepped(items: Any) -> bool:
    """Is it Python that cannot step through it?"""
    if isinstance(items, Tensor) and not is_text(items):
        length = items.shape[0] if items.shape else 0
        return length is None or length > MAX_UNROLLED
    if isinstance(items, StagedItems):
        return not items.is_bounded
    return is_segmented(items) or is_counted(items)


def _converting(function: Any) -> Callable[..., Any]:
    from autograph.old_operators.calls import converted_call

    return lambda *args: converted_call(function, args, None)


# -- Stepped through -------------------------------------------------------------------


def through(
    stages: Sequence[Stage],
    body: Callable[[Any], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: Sequence[str],
) -> tuple[Any, ...]:
    """Return a loop's body, and its state, with what happens to an item before.

    Args:
        stages: That.
        body: The body; takes what becomes of the item.
        get_state: Returns the values of the variables that the body changes.
        set_state: Sets them.
        names: Their names.
    """
    counts = [start for stage, start in stages if stage == "enumerate"]
    n_counts = len(counts)
    names = (*("the number of an item",) * n_counts, *names)

    def get_all() -> State:
        return (*counts, *get_state())

    def set_all(values: State) -> None:
        counts[:] = values[:n_counts]
        set_state(tuple(values[n_counts:]))

    def pass_on(item: Any, at: int, count: int) -> None:
        if at == len(stages):
            body(item)
            return
        stage, function = stages[at]
        if stage == "filter":
            is_taken = item if function is None else _asked(function, item)
            rest = (lambda: pass_on(item, at + 1, count)), (lambda: None)
            if_stmt(is_taken, *rest, get_all, set_all, names, len(names))
        elif stage == "enumerate":
            number = counts[count]
            counts[count] = number + 1
            pass_on((number, item), at + 1, count + 1)
        else:
            given = item if stage == "starmap" else (item,)
            pass_on(_asked(function, *given), at + 1, count)

    return (lambda item: pass_on(item, 0, 0)), get_all, set_all, names


def _asked(function: Callable[..., Any], *args: Any) -> Any:
    """Return what a function says of an item, which may not end the iterator.

    Raises:
        UnknownLengthError: It does, by StopIteration.
    """
    graph = current_graph()
    if graph is None:
        return function(*args)
    mark = len(graph.nodes)
    with suppress(StopIteration):
        said = function(*args)
        if not any(map(surely_stops, graph.nodes[mark:])):
            return said
    raise UnknownLengthError(
        "a function that filter() or map() calls raises StopIteration, which ends "
        "the iterator; a loop over that goes on to the next item.",
        origin=capture_exact(2),
        hint="End the loop by a `break`.",
    )


__all__ = [
    "Sifted",
    "filter_",
    "is_staged_iterator",
    "is_uncompensated",
    "leaves_out",
    "map_",
    "opened",
    "through",
]
