"""Arrays as sets: NumPy's functions of their different values, and the standard's."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from graph.numpy.conversion import asarray
from graph.numpy.registry import implements
from graph.ops import sets
from graph.ops.arguments import static_int
from graph.ops.indexing import getitem
from graph.ops.joining import concat
from graph.ops.manipulation import reshape
from graph.tensor import Tensor


class UniqueAll(NamedTuple):
    """What `unique_all` returns."""

    values: Tensor
    indices: Tensor
    inverse_indices: Tensor
    counts: Tensor


class UniqueCounts(NamedTuple):
    """What `unique_counts` returns."""

    values: Tensor
    counts: Tensor


class UniqueInverse(NamedTuple):
    """What `unique_inverse` returns."""

    values: Tensor
    inverse_indices: Tensor


@implements(np.unique)
def unique(
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: Any = None,
    *,
    equal_nan: bool = True,
) -> Any:
    """Return the different values in ascending order, and more where that is asked for.

    Args:
        ar: Numbers or text.
        return_index: Return where each value is first, too.
        return_inverse: Return the place of each element among the values, too.
        return_counts: Return how often each value occurs, too.
        axis: Compare the slices along an axis, not elements.
        equal_nan: Are all nan one value?

    Shape:   any -> (m,); with an axis (..., n, ...) -> (..., m, ...)
    Dtype:   any -> the same, and int64
    Raises:  ShapeError if there is no such axis
    Source:  numpy.unique
    """
    place = None if axis is None else static_int(axis, "axis")
    values, *rest = sets.sorted_unique(asarray(ar), place, equal_nan=bool(equal_nan))
    wanted = (return_index, return_inverse, return_counts)
    more = tuple(part for part, flag in zip(rest, wanted, strict=True) if flag)
    return (values, *more) if more else values


@implements(np.unique_all)
def unique_all(x: Any) -> UniqueAll:
    """Return the different values, where they are first, places among them, counts.

    Shape:   any -> (m,), (m,), that of x, (m,)
    Dtype:   any -> the same, and int64; each nan is a value of its own
    Source:  array API, unique_all
    """
    return UniqueAll(*sets.sorted_unique(asarray(x), equal_nan=False))


@implements(np.unique_counts)
def unique_counts(x: Any) -> UniqueCounts:
    """Return the different values, and how often each occurs.

    Shape:   any -> (m,), (m,)
    Dtype:   any -> the same, int64; each nan is a value of its own
    Source:  array API, unique_counts
    """
    found = unique_all(x)
    return UniqueCounts(found.values, found.counts)


@implements(np.unique_inverse)
def unique_inverse(x: Any) -> UniqueInverse:
    """Return the different values, and the place of each element among them.

    Shape:   any -> (m,), that of x
    Dtype:   any -> the same, int64; each nan is a value of its own
    Source:  array API, unique_inverse
    """
    found = unique_all(x)
    return UniqueInverse(found.values, found.inverse_indices)


@implements(np.unique_values)
def unique_values(x: Any) -> Tensor:
    """Return the different values, in ascending order.

    Shape:   any -> (m,)
    Dtype:   any -> the same; each nan is a value of its own
    Source:  array API, unique_values
    """
    return unique_all(x).values


@implements(np.isin)
def isin(
    element: Any,
    test_elements: Any,
    assume_unique: bool = False,
    invert: bool = False,
) -> Tensor:
    """Tell for each element whether it is among others; nan is among none.

    Shape:   any, any -> the first's
    Dtype:   any, any -> bool
    Raises:  DTypeError for text among numbers
    Source:  numpy.isin; array API, isin
    """
    del assume_unique  # it makes no difference to the result
    return sets.isin(asarray(element), asarray(test_elements), bool(invert))


def _flat(x: Any) -> Tensor:
    return reshape(asarray(x), [-1])


def _together(x: Any, y: Any) -> Tensor:
    return concat([_flat(x), _flat(y)], 0)


@implements(np.union1d)
def union1d(ar1: Any, ar2: Any) -> Tensor:
    """Return the values that are in one array or the other, in ascending order.

    Shape:   any, any -> (m,)
    Dtype:   any, any -> promoted together
    Source:  numpy.union1d
    """
    values: Tensor = unique(_together(ar1, ar2))
    return values


@implements(np.intersect1d)
def intersect1d(
    ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False
) -> Any:
    """Return the values that are in both arrays, in ascending order.

    Args:
        ar1: An array.
        ar2: Another one.
        assume_unique: No value is twice in one of them. It makes no difference to the
            result then.
        return_indices: Return where they are first in each array, too.

    Shape:   any, any -> (m,)
    Dtype:   any, any -> promoted together, and int64
    Source:  numpy.intersect1d
    """
    del assume_unique
    first, second = _flat(ar1), _flat(ar2)
    values, places, *_ = sets.sorted_unique(first, equal_nan=False)
    kept = sets.isin(values, second)
    # The values have the dtype of both together.
    empty = concat([first[:0], second[:0]], 0)
    common = concat([empty, values[kept]], 0)
    if not return_indices:
        return common
    others, other_places, *_ = sets.sorted_unique(second, equal_nan=False)
    other_kept = sets.isin(others, first)
    return common, getitem(places, kept), getitem(other_places, other_kept)


@implements(np.setdiff1d)
def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Tensor:
    """Return the values of one array that are not in the other.

    Args:
        ar1: An array.
        ar2: What to leave out.
        assume_unique: Keep the values as they come in `ar1`; else they ascend, each
            once.

    Shape:   any, any -> (m,)
    Dtype:   any, any -> the first's
    Source:  numpy.setdiff1d
    """
    values = _flat(ar1) if assume_unique else unique(ar1)
    return getitem(values, sets.isin(values, asarray(ar2), invert=True))


@implements(np.setxor1d)
def setxor1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Tensor:
    """Return the values that are in one array and not in the other, in order.

    Args:
        ar1: An array.
        ar2: Another one.
        assume_unique: No value is twice in one of them.

    Shape:   any, any -> (m,)
    Dtype:   any, any -> promoted together
    Source:  numpy.setxor1d
    """
    if not assume_unique:
        ar1, ar2 = unique(ar1), unique(ar2)
    values, _, _, counts = sets.sorted_unique(_together(ar1, ar2), equal_nan=False)
    return getitem(values, counts == 1)


__all__ = [
    "UniqueAll",
    "UniqueCounts",
    "UniqueInverse",
    "intersect1d",
    "isin",
    "setdiff1d",
    "setxor1d",
    "union1d",
    "unique",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
]
