"""What `itertools` and `functools.reduce` make of iterables that the run ends.

Python's own step through what they are given while tracing, which for a range, a list
or a tensor of run-time length only the run can do. These are written in Python and
converted, as the user's own iterators are; each takes its items no sooner than Python's
own does, but for what permutes and combines: that makes a list first there, too.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from autograph.old_operators.iteration import StagedItems, python_integer
from autograph.old_operators.looked_up import looked_up
from autograph.old_operators.own_iterators import (
    OwnIterator,
    converted_method,
    indexed,
    is_iterable,
)
from autograph.old_operators.python_builtins import converted, is_decided_by_run
from graph.dispatch import is_text
from graph.graph import current_graph, is_symbolic
from graph.keys import is_open
from graph.segments import is_segmented, refusal
from graph.tables import Shown, is_table


class Accumulated(OwnIterator):
    """What `itertools.accumulate` makes."""

    def __init__(self, items: Any, func: Any = None, *, initial: Any = None) -> None:
        """Make the results of applying a function to all items up to each."""
        self.items, self.function = indexed(items), func
        self.total, self.has_begun = initial, False
        self.is_given = initial is not None

    @converted_method
    def __next__(self) -> Any:
        if self.has_begun:
            item = next(self.items)
            if self.function is None:
                self.total = self.total + item
            else:
                self.total = self.function(self.total, item)
        elif not self.is_given:
            self.total = next(self.items)
        self.has_begun = True
        return self.total


class Chained(OwnIterator):
    """What `itertools.chain` makes of two iterables."""

    def __init__(self, first: Any, second: Any) -> None:
        """Step through one iterable, and then through another."""
        self.first, self.second, self.is_first = indexed(first), indexed(second), True

    @converted_method
    def __next__(self) -> Any:
        if self.is_first:
            try:
                return next(self.first)
            except StopIteration:
                self.is_first = False
        return next(self.second)


class Cycled(OwnIterator):
    """What `itertools.cycle` makes."""

    def __init__(self, items: Any) -> None:
        """Step through items again and again."""
        self.items, self.is_first = indexed(items), True
        self.seen: list[Any] = []
        self.place = 0

    @converted_method
    def __next__(self) -> Any:
        if self.is_first:
            try:
                item = next(self.items)
            except StopIteration:
                self.is_first = False
            else:
                self.seen.append(item)
                return item
        if not self.seen:
            raise StopIteration
        place = self.place
        self.place = (place + 1) % len(self.seen)
        return self.seen[place]


class Compressed(OwnIterator):
    """What `itertools.compress` makes."""

    def __init__(self, data: Any, selectors: Any) -> None:
        """Take the items whose selectors are true."""
        self.items, self.selectors = indexed(data), indexed(selectors)

    @converted_method
    def __next__(self) -> Any:
        item = next(self.items)
        is_taken = next(self.selectors)
        while not is_taken:
            item = next(self.items)
            is_taken = next(self.selectors)
        return item


class Paired(OwnIterator):
    """What `itertools.pairwise` makes."""

    def __init__(self, items: Any) -> None:
        """Give each item with the one before it."""
        self.items, self.last, self.has_begun = indexed(items), None, False

    @converted_method
    def __next__(self) -> Any:
        if not self.has_begun:
            self.last = next(self.items)
            self.has_begun = True
        last = self.last
        item = next(self.items)
        self.last = item
        return last, item


class Sliced(OwnIterator):
    """What `itertools.islice` makes."""

    def __init__(self, items: Any, *bounds: Any) -> None:
        """Take the items at some places."""
        self.wanted, self.stop, self.step = slice_bounds(*bounds)
        self.items, self.place = indexed(items), 0

    @converted_method
    def __next__(self) -> Any:
        if self.stop is not None and self.wanted >= self.stop:
            while self.place < self.stop:
                self.place += 1
                next(self.items)
            raise StopIteration
        while self.place < self.wanted:
            self.place += 1
            next(self.items)
        self.place += 1
        self.wanted += self.step
        return next(self.items)


def slice_bounds(*bounds: Any) -> tuple[Any, Any, Any]:
    """Return where `itertools.islice` begins, where it ends, if it does, and its step.

    Raises:
        TypeError: Python's, for what is no bounds.
        ValueError: Python's, when the graph runs.
    """
    # Python itself says what is no bound.
    known = [_as_known(each) for each in bounds]
    itertools.islice((), *known)
    first, stop, step = _bounds(*bounds)
    _check_bounds(first, stop, step)
    return (
        0 if first is None else python_integer(first),
        None if stop is None else python_integer(stop),
        1 if step is None else python_integer(step),
    )


def _as_known(bound: Any) -> Any:
    """Return what is as good a bound as an integer, or a value of the run."""
    if not is_symbolic(bound):
        return 1 if type(bound) is int else bound
    is_integer = bound.spec.dtype.is_integer or bound.spec.dtype.python is bool
    return 1 if is_integer and bound.shape in ((), None) else 0.5


class ZippedLongest(OwnIterator):
    """What `itertools.zip_longest` makes."""

    def __init__(self, *parts: Any, fillvalue: Any = None) -> None:
        """Draw from all parts as long as one of them has items."""
        self.parts = [indexed(part) for part in parts]
        self.are_open = [True] * len(parts)
        self.fill = fillvalue

    @converted_method
    def __next__(self) -> Any:
        items: tuple[Any, ...] = ()  # no list: what parts give may differ in type
        for place, part in enumerate(self.parts):
            item = self.fill
            if self.are_open[place]:
                try:
                    item = next(part)
                except StopIteration:
                    self.are_open[place] = False
                    if not any(self.are_open):
                        raise
            items = (*items, item)
        return items


@converted
def _check_bounds(first: Any, stop: Any, step: Any) -> None:
    """Raise ValueError for bounds that `itertools.islice` does not take."""
    if stop is not None and stop == -1:
        raise ValueError(f"Stop argument for islice() must be {_BOUND}")
    if (first is not None and first < 0) or (stop is not None and stop < 0):
        raise ValueError(f"Indices for islice() must be {_BOUND}")
    if step is not None and step < 1:
        raise ValueError("Step for islice() must be a positive integer or None.")


_BOUND: Final = "None or an integer: 0 <= x <= sys.maxsize."


def _bounds(*given: Any) -> tuple[Any, Any, Any]:
    if len(given) == 1:
        return None, given[0], None
    first, stop, *step = given
    return first, stop, step[0] if step else None


def _chain(*parts: Any) -> Any:
    chained = parts[-1]
    for part in reversed(parts[:-1]):
        chained = Chained(part, chained)
    return chained if len(parts) > 1 else Chained(chained, ())


def _chain_from(parts: Any) -> Any:
    return indexed(_joined(parts)) if is_segmented(parts) else _chain(*parts)


@converted_method
def _joined(parts: Any) -> Any:
    return [item for part in parts for item in part]


def _repeat(value: Any, times: Any) -> Any:
    return StagedItems(_no_less_than_0(times), lambda _: value, itertools.repeat)


@converted_method
def _no_less_than_0(number: Any) -> Any:
    return max(python_integer(number), 0)


# -- What takes all items first --------------------------------------------------------


def _product(*parts: Any, repeat: int = 1) -> Any:
    return indexed(_products([*map(_pool, parts)] * repeat))


@converted_method
def _products(pools: Any) -> Any:
    found: list[Any] = []

    def take(rest: Any, taken: Any) -> None:
        if not rest:
            found.append(taken)
            return
        for item in rest[0]:
            take(rest[1:], (*taken, item))

    take(pools, ())
    return found


def _combinations(items: Any, r: int) -> Any:
    _check_length(itertools.combinations, r)
    return indexed(_combined(_pool(items), r, 1))


def _combinations_with_replacement(items: Any, r: int) -> Any:
    _check_length(itertools.combinations_with_replacement, r)
    return indexed(_combined(_pool(items), r, 0))


@converted_method
def _combined(pool: Any, r: Any, step: Any) -> Any:
    found: list[Any] = []

    def take(r: Any, first: Any, taken: Any) -> None:
        if r == 0:
            found.append(taken)
            return
        for place in range(first, len(pool)):
            take(r - 1, place + step, (*taken, pool[place]))

    take(r, 0, ())
    return found


def _permutations(items: Any, r: Any = None) -> Any:
    if r is None and is_segmented(items):
        raise refusal("permutations() would take all of its items at once")
    if r is None:
        return itertools.permutations(indexed(items))  # it says if the run ends them
    _check_length(itertools.permutations, r)
    return indexed(_permuted(_pool(items), r))


@converted_method
def _permuted(pool: Any, r: Any) -> Any:
    found: list[Any] = []

    def take(r: Any, places: Any) -> None:
        if r == 0:
            found.append(tuple([pool[place] for place in places]))
            return
        for place in range(len(pool)):
            is_free = True
            for other in places:
                if place == other:
                    is_free = False
            if is_free:
                take(r - 1, (*places, place))

    take(r, ())
    return found


def _check_length(function: Any, r: Any) -> None:
    function((), r)  # Python itself says what is no length


def _pool(items: Any) -> Any:
    if is_segmented(items):
        return items
    from autograph.old_operators.calls import converted_call

    return converted_call(list, (items,), None)


# -- Reduction -------------------------------------------------------------------------


@converted_method
def _reduce(function: Any, iterator: Any, initial: Any) -> Any:
    if initial:
        value = initial[0]
    else:
        is_empty = False
        try:
            value = next(iterator)
        except StopIteration:
            is_empty = True
        if is_empty:
            raise TypeError("reduce() of empty iterable with no initial value")
    for item in iterator:
        value = function(value, item)
    return value


def _reduced(function: Any, items: Any, *initial: Any) -> Any:
    from autograph.old_operators.calls import converted_call

    if _is_of_table(items):
        items = converted_call(iter, (items,), None)
    return _reduce(function, indexed(items), initial)


def is_of_run(items: Any) -> bool:
    """Is it stepped through when the graph runs?"""
    if is_symbolic(items) and is_text(items):
        return True
    return is_segmented(items) or is_decided_by_run(items) or is_iterable(items)


def _is_of_table(items: Any) -> bool:
    """Is it a dict, or a view of one, with keys that only the run knows?"""
    return isinstance(items, Shown) or is_table(items) or is_open(items)


def _is_indexed(items: Any) -> bool:
    return type(items) in (list, tuple, range, str)


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a function that steps through its arguments.

    None if the run ends none of them.
    """
    try:
        found = _MADE.get(looked_up(function))
    except TypeError:  # unhashable callables
        return None
    if found is None or current_graph() is None:
        return None
    if function is itertools.repeat:
        return found if len(args) == 2 and is_symbolic(args[1]) else None
    given: Iterable[Any] = (*args, *kwargs.values())
    if function is functools.reduce and any(map(_is_of_table, given)):
        return found
    if function is itertools.cycle:
        return found if args and (_is_indexed(args[0]) or is_of_run(args[0])) else None
    if function == itertools.chain.from_iterable:
        parts = args[0] if args and type(args[0]) in (list, tuple) else ()
        return found if any(map(is_of_run, (parts, *parts))) else None
    if function is itertools.compress and len(args) == 2:
        decided = args[1] if isinstance(args[1], (list, tuple)) else ()
        if any(map(is_symbolic, decided)):
            return found
    if function is itertools.islice and any(map(is_symbolic, args[1:])):
        return found
    return found if any(map(is_of_run, given)) else None


_MADE: Final[Mapping[Any, Callable[..., Any]]] = {
    functools.reduce: _reduced,
    itertools.accumulate: Accumulated,
    itertools.chain: _chain,
    itertools.chain.from_iterable: _chain_from,
    itertools.combinations: _combinations,
    itertools.combinations_with_replacement: _combinations_with_replacement,
    itertools.compress: Compressed,
    itertools.cycle: Cycled,
    itertools.islice: Sliced,
    itertools.pairwise: Paired,
    itertools.permutations: _permutations,
    itertools.product: _product,
    itertools.repeat: _repeat,
    itertools.zip_longest: ZippedLongest,
}

__all__ = ["is_of_run", "replacement", "slice_bounds"]
