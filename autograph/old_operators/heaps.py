"""The functions of `heapq` and `bisect`, on what only the run knows.

Each is the definition of Python's own: it asks for `<` alone, of the same items and in
the same order, so that it leaves the same list, also where `<` raises in the middle.
But for `nsmallest` and `nlargest`, which sort.
They are converted like the user's functions. What is plain is left to Python's own.
"""

from __future__ import annotations

import bisect
import heapq
import inspect
import types
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.old_operators.orders import unnoticed
from autograph.old_operators.python_builtins import converted
from autograph.old_operators.specials import has_operators
from graph.building import _STATE


@converted
def _sift_up(heap: list[Any], top: Any, place: Any) -> None:
    """Exchange an item with those above it, up to one that it is not less than."""
    item = heap[place]
    while place > top:
        above = (place - 1) // 2
        other = heap[above]
        if not item < other:
            break
        heap[above] = item
        heap[place] = other
        place = above


@converted
def _sift_down(heap: list[Any], top: Any) -> None:
    """Bring an item down to its place, by way of the last level: as Python does."""
    end = len(heap)
    item = heap[top]
    place = top
    while place < end // 2:
        below = 2 * place + 1
        if below + 1 < end and not heap[below] < heap[below + 1]:
            below += 1
        heap[place] = heap[below]
        heap[below] = item
        place = below
    _sift_up(heap, top, place)


@converted
def _push(heap: list[Any], item: Any, /) -> None:
    heap.append(item)
    _sift_up(heap, 0, len(heap) - 1)


@converted
def _pop(heap: list[Any], /) -> Any:
    if len(heap) == 0:
        raise IndexError("index out of range")
    last = heap.pop()
    if len(heap) == 0:
        return last
    first = heap[0]
    heap[0] = last
    _sift_down(heap, 0)
    return first


@converted
def _replace(heap: list[Any], item: Any, /) -> Any:
    if len(heap) == 0:
        raise IndexError("index out of range")
    first = heap[0]
    heap[0] = item
    _sift_down(heap, 0)
    return first


@converted
def _push_pop(heap: list[Any], item: Any, /) -> Any:
    if len(heap) == 0:
        return item
    first = heap[0]
    if not first < item:
        return item
    heap[0] = item
    _sift_down(heap, 0)
    return first


@converted
def _heapify(heap: list[Any], /) -> None:
    for place in reversed(range(len(heap) // 2)):
        _sift_down(heap, place)


def _smallest(n: Any, iterable: Any, key: Any = None) -> Any:
    return _first(n, iterable, key, False)


def _largest(n: Any, iterable: Any, key: Any = None) -> Any:
    return _first(n, iterable, key, True)


def _first(n: Any, iterable: Any, key: Any, reverse: bool) -> Any:
    """Sort them all: Python compares fewer, so that no effect may tell."""
    is_known = key is None and type(iterable) in _CONTAINERS
    if not is_known or not any(map(has_operators, iterable)):
        return _first_of_all(n, iterable, key, reverse)
    with unnoticed([iterable]):
        return _first_of_all(n, iterable, key, reverse)


@converted
def _first_of_all(n: Any, iterable: Any, key: Any, reverse: Any) -> list[Any]:
    return sorted(iterable, key=key, reverse=reverse)[: max(n, 0)]


@converted
def _left(a: Any, x: Any, lo: Any = 0, hi: Any = None, *, key: Any = None) -> Any:
    if lo < 0:
        raise ValueError("lo must be non-negative")
    low = lo
    high = len(a) if hi is None or hi == -1 else hi
    while low < high:
        middle = (low + high) // 2
        item = a[middle]
        if (item if key is None else key(item)) < x:
            low = middle + 1
        else:
            high = middle
    return low


@converted
def _right(a: Any, x: Any, lo: Any = 0, hi: Any = None, *, key: Any = None) -> Any:
    if lo < 0:
        raise ValueError("lo must be non-negative")
    low = lo
    high = len(a) if hi is None or hi == -1 else hi
    while low < high:
        middle = (low + high) // 2
        item = a[middle]
        if x < (item if key is None else key(item)):
            high = middle
        else:
            low = middle + 1
    return low


@converted
def _put_left(a: Any, x: Any, lo: Any = 0, hi: Any = None, *, key: Any = None) -> None:
    place = _left(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(place, x)


@converted
def _put_right(a: Any, x: Any, lo: Any = 0, hi: Any = None, *, key: Any = None) -> None:
    place = _right(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(place, x)


def about_heaps(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a function of `heapq` or `bisect`.

    None if Python's own will do, or says what is wrong with the arguments.
    """
    if type(function) not in _FUNCTIONS or _STATE.graph is None:
        return None
    found = _REPLACED.get(function)
    if found is None or not args:
        return None
    if function in _ON_LISTS and type(args[0]) is not list:
        return None
    if kwargs.get("key") is None and _is_plain((*args, *kwargs.values())):
        return None
    try:
        inspect.signature(found).bind(*args, **kwargs)
    except TypeError:
        return None
    return found


def _is_plain(value: Any) -> bool:
    kind = type(value)
    if kind in _ATOMS:
        return True
    if kind in _CONTAINERS:
        return all(map(_is_plain, value))
    return False


_FUNCTIONS: Final = frozenset({types.BuiltinFunctionType, types.FunctionType})
_ATOMS: Final = frozenset({int, float, bool, str, bytes, range, type(None)})
_CONTAINERS: Final = frozenset({list, tuple})
_ON_LISTS: Final[Mapping[Any, Callable[..., Any]]] = {
    heapq.heappush: _push,
    heapq.heappop: _pop,
    heapq.heapreplace: _replace,
    heapq.heappushpop: _push_pop,
    heapq.heapify: _heapify,
}
_REPLACED: Final[Mapping[Any, Callable[..., Any]]] = {
    **_ON_LISTS,
    heapq.nsmallest: _smallest,
    heapq.nlargest: _largest,
    bisect.bisect_left: _left,
    bisect.bisect_right: _right,
    bisect.insort_left: _put_left,
    bisect.insort_right: _put_right,
}

__all__ = ["about_heaps"]
