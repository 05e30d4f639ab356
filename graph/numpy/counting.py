"""Counts and bins under NumPy's names, and places found by order."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.dispatch import apply
from graph.errors import DTypeError, ShapeError
from graph.numpy.arguments import along, with_axis
from graph.numpy.conversion import asarray, cast
from graph.numpy.registry import implements
from graph.op import op_named
from graph.ops import counting, ordering
from graph.ops.indexing import getitem
from graph.ops.manipulation import reshape
from graph.ops.selection import where
from graph.origin import capture_exact
from graph.tensor import Tensor
from graph.value_operators import value_of


@implements(np.bincount)
def bincount(x: Any, /, weights: Any = None, minlength: Any = 0) -> Tensor:
    """Count how often each of the integers 0, 1, ... occurs in a vector.

    Args:
        x: Integers that are not negative.
        weights: What each counts, 1 by default.
        minlength: The least length of the result.

    Shape:   (n,) -> (largest + 1,)
    Dtype:   integers -> int64; with weights float64
    Raises:  ShapeError if `x` is no vector; InvalidArgumentError if an integer is
        negative when this runs
    Source:  numpy.bincount
    """
    values = asarray(x)
    if values.ndim not in (1, None):
        raise ShapeError(
            f"bincount: {values} is not a vector.",
            origin=capture_exact(),
            hint="Flatten it first, or see ag.math.bincount.",
        )
    loads = None if weights is None else cast(asarray(weights), dtypes.float64)
    return counting.bincount(values, loads, minlength, dtype=dtypes.int64)


@implements(np.digitize)
def digitize(x: Any, bins: Any, right: bool = False) -> Tensor:
    """Return the number of the bin in which each element lies.

    Args:
        x: Real numbers.
        bins: The edges, in ascending or descending order.
        right: A bin has its right edge, not its left one.

    Shape:   any, (n,) -> the first's
    Dtype:   real numbers -> int64
    Raises:  InvalidArgumentError if the bins are not in order when this runs
    Source:  numpy.digitize
    """
    return counting.digitize(asarray(x), asarray(bins), right)


@implements(np.histogram)
def histogram(
    a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple[Tensor, Tensor]:
    """Count the elements in bins, and return the edges of these, too.

    Args:
        a: Real numbers.
        bins: How many, equally wide; a vector of their edges; or the name of one of
            NumPy's rules for how many, as "auto".
        range: Where the first begins and the last ends; by default the extremes.
        density: Divide by the sum, and by the widths.
        weights: What each element counts, 1 by default.

    Shape:   any -> (bins,), (bins + 1,)
    Dtype:   real numbers -> int64, or that of the weights, or float64; and floats
    Raises:  InvalidArgumentError if there is no such rule, or, when this runs, if
        edges are not in order
    Source:  numpy.histogram
    """
    if isinstance(bins, str):
        if weights is not None:
            raise DTypeError(
                f"histogram: the bins are {bins!r}, a rule which knows no weights.",
                origin=capture_exact(),
                hint="Give how many bins there are, or their edges.",
            )
        limits = None if range is None else tuple(float(end) for end in range)
        attrs = {"bins": bins, "range": limits}
        bins = apply(op_named("bin_count"), (asarray(a),), attrs)
    known = value_of(bins)
    edges = known if isinstance(known, int) else asarray(known)
    loads = None if weights is None else asarray(weights)
    counts, ends = counting.histogram(asarray(a), edges, range, density, loads)
    return counts, ends


@implements(np.partition)
def partition(a: Any, kth: Any, axis: Any = -1) -> Tensor:
    """Bring elements to their places in the order, smaller ones before them.

    Args:
        a: Numbers or text.
        kth: Which places of the order; an integer or several.
        axis: Which axis; None takes the elements as one vector.

    Shape:   any -> the same
    Dtype:   any -> the same
    Raises:  ShapeError, or InvalidArgumentError when this runs, if there is no such
        place
    Source:  numpy.partition
    """
    x, place = along(a, axis)
    return ordering.partition(x, kth, place)


@implements(np.argpartition)
def argpartition(a: Any, kth: Any, axis: Any = -1) -> Tensor:
    """Return the places from which `partition` takes elements.

    Args:
        a: Numbers or text.
        kth: Which places of the order; an integer or several.
        axis: Which axis; None takes the elements as one vector.

    Shape:   any -> the same
    Dtype:   any -> int64
    Raises:  ShapeError, or InvalidArgumentError when this runs, if there is no such
        place
    Source:  numpy.argpartition
    """
    x, place = along(a, axis)
    return ordering.argpartition(with_axis(x, axis), kth, place)


@implements(np.lexsort)
def lexsort(keys: Any, axis: Any = -1) -> Tensor:
    """Return the places of elements in order of the last key, ties by those before.

    Shape:   any -> the same
    Dtype:   any -> int64
    Raises:  ShapeError if the shapes of the keys differ
    Source:  numpy.lexsort
    """
    return ordering.lexsort(keys, axis)


@implements(np.argwhere)
def argwhere(a: Any) -> Tensor:
    """Return the indices of the elements that are not zero, one row for each.

    Shape:   any -> (n, rank)
    Dtype:   any -> int64
    Source:  numpy.argwhere
    """
    found: Tensor = where(asarray(a))
    return found


@implements(np.flatnonzero)
def flatnonzero(a: Any) -> Tensor:
    """Return the places of the elements that are not zero, taken as one vector.

    Shape:   any -> (n,)
    Dtype:   any -> int64
    Source:  numpy.flatnonzero
    """
    return getitem(where(reshape(asarray(a), [-1])), (slice(None), 0))


__all__ = [
    "argpartition",
    "argwhere",
    "bincount",
    "digitize",
    "flatnonzero",
    "histogram",
    "lexsort",
    "partition",
]
