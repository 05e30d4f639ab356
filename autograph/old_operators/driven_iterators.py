"""What `zip`, `map` and `itertools` make of a generator that a loop runs.

Each is a generator over it, written as Python is, and is run by the loop in turn. What
steps through two such generators at once is not: neither can wait for the other.
"""

from __future__ import annotations

import builtins
import collections
import functools
import itertools
import operator
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from autograph.old_operators.combined_iterators import slice_bounds
from autograph.old_operators.driven import Driven
from autograph.old_operators.driving import made
from autograph.old_operators.library_iterators import count_parts, is_count
from autograph.old_operators.looked_up import looked_up
from autograph.old_operators.own_builtins import listed
from autograph.old_operators.own_iterators import is_iterable, made_of
from autograph.old_operators.python_builtins import converted
from graph.graph import current_graph
from graph.old_staging.reach import is_reached

_INDEXED: Final = (list, tuple, range, str)


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of what steps through a generator that loops run.

    None if none is given, or if it is not known how.
    """
    if current_graph() is None or not args:
        return None
    try:
        find = _FOUND.get(looked_up(function))
    except TypeError:  # unhashable callables
        return None
    if find is None:
        return None
    given = args
    if len(args) == 1 and type(args[0]) in (list, tuple):  # `chain.from_iterable`
        given = tuple(args[0])
    if not any(map(_may_be_driven, given)):
        return None
    parts = [_begun(each) for each in given]
    if not any(map(_is_one, parts)):
        return None
    result = find(*([parts] if given is not args else parts), **kwargs)
    return None if result is None else lambda *_, **__: result


def _begun(value: Any) -> Any:
    """Return the generator of what a loop may run, in place of it."""
    generator = made_of(value) if _may_be_driven(value) else None
    return value if generator is None else generator


def _may_be_driven(value: Any) -> bool:
    return type(value) is Driven or is_iterable(value)


def _is_one(value: Any) -> bool:
    return type(value) is Driven


class _Count:
    """An `itertools.count` that nothing else has, as a sequence without an end."""

    def __init__(self, first: int, step: int) -> None:
        self.first, self.step = first, step

    def __len__(self) -> int:
        return sys.maxsize

    def __getitem__(self, place: Any) -> Any:
        return self.first + place * self.step


def _indexed(part: Any) -> Any:
    """Return what can be indexed in place of an iterable; None if there is none."""
    if is_count(part) and not is_reached([part]):
        return _Count(*count_parts(part))
    return part if isinstance(part, _INDEXED) else None


# -- Several iterables at once --------------------------------------------------------


def _zip(*parts: Any, strict: Any = False) -> Any:
    if strict is not False:
        return None
    return _pairs(parts, zip)


def _map(function: Any, *parts: Any) -> Any:
    if len(parts) < 2:
        return None
    pairs = _pairs(parts, zip)
    return None if pairs is None else made(_spread, (function, pairs), map)


def _star_map(function: Any, pairs: Any) -> Any:
    return made(_spread, (function, pairs), itertools.starmap)


def _pairs(parts: Sequence[Any], kind: type) -> Any:
    """Return tuples of the items of a generator and of sequences."""
    places = [place for place, part in enumerate(parts) if _is_one(part)]
    if len(places) != 1:
        return None
    (place,) = places
    items = parts[place]
    others = [_indexed(each) for each in parts if each is not items]
    if any(each is None for each in others):
        return None
    before, after = tuple(others[:place]), tuple(others[place:])
    return made(_zipped, (before, items, after), kind)


def _zipped(before: Any, items: Any, after: Any) -> Any:
    place = 0
    for part in before:
        if place >= len(part):
            return
    for item in items:
        for part in after:
            if place >= len(part):
                return
        yield (
            *[part[place] for part in before],
            item,
            *[part[place] for part in after],
        )
        place = place + 1
        for part in before:
            if place >= len(part):
                return


def _spread(function: Any, pairs: Any) -> Any:
    for pair in pairs:
        yield function(*pair)


# -- Some of the items ----------------------------------------------------------------


def _slice(items: Any, *bounds: Any) -> Any:
    return made(_sliced, (items, *slice_bounds(*bounds)), itertools.islice)


def _sliced(items: Any, start: int, stop: int | None, step: int) -> Any:
    place, wanted = 0, start
    if stop is not None and place >= stop and place >= start:
        return
    for item in items:
        if place == wanted and (stop is None or place < stop):
            wanted = wanted + step
            yield item
        place = place + 1
        if stop is not None and place >= stop and place >= start:
            return


def _take_while(test: Any, items: Any) -> Any:
    return made(_taken, (test, items), itertools.takewhile)


def _taken(test: Any, items: Any) -> Any:
    for item in items:
        if not test(item):
            return
        yield item


def _drop_while(test: Any, items: Any) -> Any:
    return made(_not_dropped, (test, items), itertools.dropwhile)


def _not_dropped(test: Any, items: Any) -> Any:
    has_begun = False
    for item in items:
        if not has_begun and not test(item):
            has_begun = True
        if has_begun:
            yield item


def _compress(items: Any, selectors: Any) -> Any:
    if not _is_one(items) or not isinstance(selectors, _INDEXED):
        return None
    return made(_compressed, (items, selectors), itertools.compress)


def _compressed(items: Any, selectors: Any) -> Any:
    place = 0
    for item in items:
        if place >= len(selectors):
            return
        if selectors[place]:
            yield item
        place = place + 1


# -- What is made of all items --------------------------------------------------------


def _chain(*parts: Any) -> Any:
    return made(_chained, (parts,), itertools.chain)


def _chained(parts: Any) -> Any:
    for part in parts:
        for item in part:  # noqa: UP028  # `yield from` would pass on what is sent
            yield item


def _chain_from(parts: Any) -> Any:
    return _chain(*parts)


def _next(items: Any, *default: Any) -> Any:
    """Return the first item of what is used no more."""
    if is_reached([items]):
        return None
    return (_first_or if default else _first)(items, *default)


@converted
def _first_or(items: Any, default: Any) -> Any:
    for item in items:
        return item
    return default


@converted
def _first(items: Any) -> Any:
    for item in items:
        return item
    raise StopIteration


def _accumulate(items: Any, function: Any = None, *, initial: Any = None) -> Any:
    function = operator.add if function is None else function
    if initial is None:
        return made(_accumulated, (items, function), itertools.accumulate)
    return made(_accumulated_from, (items, function, initial), itertools.accumulate)


def _accumulated_from(items: Any, function: Any, total: Any) -> Any:
    yield total
    for item in items:
        total = function(total, item)
        yield total


def _accumulated(items: Any, function: Any) -> Any:
    is_first = True
    for item in items:
        if is_first:  # `total` has no value yet
            total = item
        else:
            total = function(total, item)
        is_first = False
        yield total


def _pair(items: Any) -> Any:
    return made(_paired, (items,), itertools.pairwise)


def _paired(items: Any) -> Any:
    last: Any
    is_first = True
    for item in items:
        if not is_first:
            yield last, item  # noqa: F821  # it has a value by then
        is_first = False
        last = item


def _reduce(function: Any, items: Any, *initial: Any) -> Any:
    if not _is_one(items):
        return None
    return (_reduced_from if initial else _reduced)(function, items, *initial)


@converted
def _reduced_from(function: Any, items: Any, total: Any) -> Any:
    for item in items:
        total = function(total, item)
    return total


@converted
def _reduced(function: Any, items: Any) -> Any:
    is_first = True
    for item in items:
        if is_first:  # `total` has no value yet
            total = item
        else:
            total = function(total, item)
        is_first = False
    if is_first:
        raise TypeError("reduce() of empty iterable with no initial value")
    return total


def _deque(items: Any, *maxlen: Any, **named: Any) -> Any:
    from autograph.old_operators.calls import converted_call

    return converted_call(collections.deque, (listed(items), *maxlen), named)


_FOUND: Final[Mapping[Any, Callable[..., Any]]] = {
    builtins.zip: _zip,
    builtins.map: _map,
    builtins.next: _next,
    collections.deque: _deque,
    functools.reduce: _reduce,
    itertools.accumulate: _accumulate,
    itertools.chain: _chain,
    itertools.chain.from_iterable: _chain_from,
    itertools.compress: _compress,
    itertools.dropwhile: _drop_while,
    itertools.islice: _slice,
    itertools.pairwise: _pair,
    itertools.starmap: _star_map,
    itertools.takewhile: _take_while,
}

__all__ = ["replacement"]
