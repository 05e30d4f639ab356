"""Places found by value, and elements taken by place or condition."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.dispatch import is_python_number
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.numpy.arguments import along, flatten, known_rank, reduced, with_axis
from graph.numpy.conversion import asarray
from graph.numpy.conversion import cast as cast_to
from graph.numpy.registry import implements
from graph.ops import indexing, reduction, scan, selection
from graph.ops.arguments import static_int
from graph.ops.debugging import assert_that
from graph.ops.layouts import picked_in_rows
from graph.ops.manipulation import expand_dims, reshape, size
from graph.ops.math import maximum, minimum, mod
from graph.ops.selection import where as where_op
from graph.origin import capture_exact
from graph.shapes import normalize_axis
from graph.tensor import Tensor
from graph.value_operators import value_of


@implements(np.argmax)
def argmax(a: Any, axis: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return the place of the largest element; of equals, the first.

    Args:
        a: Real numbers.
        axis: Which axis; None searches the elements as one vector.
        keepdims: Keep the reduced axes, with length 1.

    Shape:   (..., n, ...) -> (..., ...)
    Dtype:   bool, real numbers -> int64
    Raises:  ShapeError if there is no such axis, or nothing along it
    Source:  array API, argmax; numpy.argmax
    """
    return _place(scan.argmax, a, axis, keepdims)


@implements(np.argmin)
def argmin(a: Any, axis: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return the place of the smallest element; of equals, the first.

    Args:
        a: Real numbers.
        axis: Which axis; None searches the elements as one vector.
        keepdims: Keep the reduced axes, with length 1.

    Shape:   (..., n, ...) -> (..., ...)
    Dtype:   bool, real numbers -> int64
    Raises:  ShapeError if there is no such axis, or nothing along it
    Source:  array API, argmin; numpy.argmin
    """
    return _place(scan.argmin, a, axis, keepdims)


def _place(op: Any, a: Any, axis: Any, keepdims: Any) -> Tensor:
    x, axis = reduced(asarray(a), axis, keepdims)
    if axis is None:
        found: Tensor = op(flatten(x), 0)
        if not keepdims:
            return found
        return reshape(found, [1] * known_rank(x, op.__name__))
    found = op(x, axis)
    if not keepdims:
        return found
    place = static_int(axis, "axis")
    if place < 0:
        place = normalize_axis(place, known_rank(x, op.__name__))
    return expand_dims(found, place)


@implements(np.count_nonzero)
def count_nonzero(a: Any, axis: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return how many elements are not zero, along axes.

    Shape:   any -> the same without the axes
    Dtype:   any -> int64
    Raises:  ShapeError if there is no such axis
    Source:  array API, count_nonzero; numpy.count_nonzero
    """
    return reduction.count_nonzero(*reduced(asarray(a), axis, keepdims), keepdims)


@implements(np.nonzero)
def nonzero(a: Any) -> tuple[Tensor, ...]:
    """Return the places of the elements that are not zero, a vector for each axis.

    Shape:   (n_0, ..., n_k) -> (m,) for each axis
    Dtype:   any -> int64
    Raises:  ShapeError if the rank is 0, or not known
    Source:  array API, nonzero; numpy.nonzero
    """
    return tuple(selection.nonzero(asarray(a)))


@implements(np.where)
def where(condition: Any, x: Any = None, y: Any = None, /) -> Any:
    """Choose element by element: `x` where the condition is true, else `y`.

    Args:
        condition: Truth values; of numbers, whether they are not zero.
        x: What to take where it is true.
        y: What to take where it is false.

    Returns:
        The choice; without `x` and `y`, what `nonzero` gives.

    Shape:   all three broadcast together
    Dtype:   `x` and `y` promoted together; numbers of Python's are weak
    Raises:  ShapeError if they do not broadcast
    Source:  array API, where; numpy.where
    """
    chosen = cast_to(asarray(condition), dtypes.bool)
    if x is None and y is None:
        return nonzero(chosen)
    if x is None or y is None:
        raise DTypeError(
            "where takes both x and y, or neither.",
            origin=capture_exact(),
            hint="Give what to take where the condition is true, and where it is not.",
        )
    left, right = value_of(x), value_of(y)
    if is_python_number(left) == is_python_number(right):
        left, right = asarray(left), asarray(right)
    elif is_python_number(left):
        right = asarray(right)
    else:
        left = asarray(left)
    return where_op(chosen, left, right)


@implements(np.searchsorted)
def searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Tensor:
    """Return where values belong in a sorted vector.

    Args:
        a: A vector in ascending order; in any order with `sorter`.
        v: What to find the place of.
        side: `left`: before its equals; `right`: after them.
        sorter: The indices that sort `a`.

    Shape:   (n,), (...) -> (...)
    Dtype:   any, any -> int64
    Raises:  ShapeError if `a` is not a vector
    Source:  array API, searchsorted; numpy.searchsorted
    """
    row = asarray(a)
    if row.ndim not in (1, None):
        raise ShapeError(
            f"searchsorted: {row} is not a vector.",
            origin=capture_exact(),
            hint="ag.searchsorted takes stacks of sorted rows.",
        )
    if sorter is not None:
        row = indexing.getitem(row, asarray(sorter))
    return scan.searchsorted(row, asarray(v), side, dtypes.int64)


@implements(np.take)
def take(a: Any, indices: Any, axis: Any = None, *, mode: Any = "raise") -> Tensor:
    """Take elements by their places along an axis.

    Args:
        a: An array.
        indices: Integers; from the end if negative.
        axis: Which axis; None takes from the elements as one vector.
        mode: What to do beyond the ends: `raise`, `wrap` around, or `clip`.

    Shape:   (..., n, ...), (m, ...) -> (..., m, ..., ...)
    Dtype:   any, integers -> that of `a`
    Raises:  IndexError if a place is out of bounds when this runs
    Source:  array API, take; numpy.take
    """
    x = asarray(a)
    places = asarray(indices)
    if axis is None:
        x, place = flatten(x), 0
    else:
        x, place = with_axis(x, axis), static_int(axis, "axis")
        if place < 0:
            place = normalize_axis(place, known_rank(x, "take"))
    _check_any(places, x, place)
    places = _within(places, x, place, mode)
    picked = indexing.getitem(x, (*[slice(None)] * place, places))
    return picked_in_rows(picked, place)


def _check_any(places: Tensor, x: Tensor, axis: int) -> None:
    """Refuse, as NumPy words it, to take something from an axis of no elements."""
    if x.ndim is not None and x.shape[axis] == 0 and 0 not in (places.shape or ()):
        is_none = size(places) == 0
        message = "cannot do a non-empty take from an empty axes."
        assert_that(is_none, template=message, exception=IndexError)


def _within(places: Tensor, x: Tensor, axis: int, mode: Any) -> Tensor:
    """Bring places into the range that the mode says."""
    if mode == "raise":
        return places
    if mode not in ("wrap", "clip"):
        raise InvalidArgumentError(
            f"take: there is no mode {mode!r}.",
            origin=capture_exact(2),
            hint="The modes are 'raise', 'wrap' and 'clip'.",
        )
    from graph.numpy.arguments import dims_of

    length = dims_of(x)[axis]
    places = cast_to(places, dtypes.int64)
    if mode == "wrap":
        return mod(places, length)
    return minimum(maximum(places, 0), length - 1)


@implements(np.take_along_axis)
def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> Tensor:
    """Take elements by their places along an axis, as argsort gives them.

    Shape:   (..., n, ...), (..., m, ...) -> (..., m, ...); the others broadcast
    Dtype:   any, integers -> that of `arr`
    Raises:  IndexError if a place is out of bounds when this runs
    Source:  array API, take_along_axis; numpy.take_along_axis
    """
    x, place = along(arr, axis)
    return selection.take_along_axis(x, asarray(indices), place)


__all__ = [
    "argmax",
    "argmin",
    "count_nonzero",
    "nonzero",
    "searchsorted",
    "take",
    "take_along_axis",
    "where",
]
