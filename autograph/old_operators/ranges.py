"""Ranges of which the run knows the bounds, and indices of ranges that it knows.

Each function is what CPython's `range` does, written as Python is, and converted.
"""

from __future__ import annotations

from typing import Any

from autograph.old_operators import specials
from autograph.old_operators.iteration import StagedRange, refuse_zero
from autograph.old_operators.lists import index_of as index_at
from autograph.old_operators.optional_keys import bound_of
from autograph.old_operators.python_builtins import converted
from graph.graph import is_symbolic

Range = StagedRange | range


def is_range(value: Any) -> bool:
    """Tell whether a value is a range, known while tracing or not."""
    return type(value) in (StagedRange, range)


def length(items: Range) -> Any:
    """Return `len(items)`: a Python integer, symbolic or not."""
    if isinstance(items, range):
        return len(items)
    return _length(items.start, items.stop, items.step)


@converted
def _length(start: Any, stop: Any, step: Any) -> Any:
    count = -((start - stop) // step)
    return max(0, count)


def truth_of(items: Range) -> Any:
    """Return `bool(items)`."""
    return length(items) > 0


def get_item(items: Range, key: Any) -> Any:
    """Return `items[key]`: an integer, or a range."""
    if isinstance(key, slice):
        return _slice(items, *map(_bound, (key.start, key.stop, key.step)))
    return _item(items, index_at(key, "range"), length(items))


def _bound(value: Any) -> Any:
    if value is None or is_symbolic(value):
        return None if value is None else bound_of(value)
    if hasattr(type(value), "__index__"):
        return value.__index__()
    return range(0)[value:]  # the error


@converted
def _item(items: Any, place: Any, count: Any) -> Any:
    if place < 0:
        place = place + count
    if place < 0 or place >= count:
        raise IndexError("range object index out of range")
    return items.start + place * items.step


def _slice(items: Range, start: Any, stop: Any, step: Any) -> StagedRange:
    by = 1 if step is None else step
    refuse_zero(by, ValueError("slice step cannot be zero"))
    count = length(items)
    return StagedRange(
        items.start + _clipped(start, by, count, is_start=True) * items.step,
        items.start + _clipped(stop, by, count, is_start=False) * items.step,
        items.step * by,
    )


@converted
def _clipped(bound: Any, step: Any, count: Any, *, is_start: bool) -> Any:
    """Return an end of a slice as a place, or the place just outside."""
    low, high = 0, count
    if step < 0:
        low, high = -1, count - 1
    if bound is None:
        is_high = step < 0 if is_start else step > 0
        return high if is_high else low
    if bound < 0:
        bound = bound + count
        return max(bound, low)
    return min(bound, high)


def are_equal(left: Range, right: Range) -> Any:
    """Return `left == right`: whether they have the same items."""
    return _equal(left, right, length(left), length(right))


@converted
def _equal(left: Any, right: Any, count: Any, other: Any) -> Any:
    if count != other:
        return False
    if count == 0:
        return True
    if left.start != right.start:
        return False
    return count == 1 or left.step == right.step


def count_of(items: StagedRange, value: Any) -> Any:
    """Return `items.count(value)`."""
    from autograph.old_operators.membership import in_

    return _as_number(in_(value, items))


@converted
def _as_number(is_there: Any) -> Any:
    return 1 if is_there else 0


def index_of(items: StagedRange, value: Any) -> Any:
    """Return `items.index(value)`."""
    from autograph.old_operators.membership import in_

    is_number = isinstance(value, int) or (
        is_symbolic(value) and value.spec.dtype.is_python
    )
    return _place(items, value, in_(value, items), is_number)


@converted
def _place(items: Any, value: Any, is_there: Any, is_number: bool) -> Any:
    if not is_there:
        if is_number:
            raise ValueError(f"{value!r} is not in range")
        raise ValueError("sequence.index(x): x not in sequence")
    return (int(value) - items.start) // items.step


def text_of(items: StagedRange) -> Any:
    """Return `str(items)`."""
    return _text(items.start, items.stop, items.step)


@converted
def _text(start: Any, stop: Any, step: Any) -> Any:
    if step == 1:
        return f"range({start}, {stop})"
    return f"range({start}, {stop}, {step})"


specials.TRUTHS[StagedRange] = truth_of

__all__ = [
    "Range",
    "are_equal",
    "count_of",
    "get_item",
    "index_of",
    "is_range",
    "length",
    "text_of",
    "truth_of",
]
