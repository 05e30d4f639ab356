"""Truth along axes, and differences of neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.errors import InvalidArgumentError, ShapeError
from graph.numpy.arguments import dims_of, known_rank, reduced
from graph.numpy.conversion import asarray
from graph.numpy.registry import implements
from graph.ops import reduction
from graph.ops.arguments import static_int
from graph.ops.indexing import getitem
from graph.ops.joining import concat
from graph.ops.logic import not_equal
from graph.ops.manipulation import broadcast_to
from graph.ops.math import subtract
from graph.origin import capture_exact
from graph.shapes import normalize_axis
from graph.tensor import Tensor


@implements(np.all)
def all(a: Any, axis: Any = None, *, keepdims: bool = False) -> Tensor:
    """Tell whether every element along axes is true, which of numbers 0 is not.

    Shape:   any -> the same without the axes
    Dtype:   any -> bool
    Raises:  ShapeError if there is no such axis
    Source:  array API, all; numpy.all
    """
    return reduction.reduce_all(*reduced(asarray(a), axis, keepdims), keepdims)


@implements(np.any)
def any(a: Any, axis: Any = None, *, keepdims: bool = False) -> Tensor:
    """Tell whether some element along axes is true, which of numbers 0 is not.

    Shape:   any -> the same without the axes
    Dtype:   any -> bool
    Raises:  ShapeError if there is no such axis
    Source:  array API, any; numpy.any
    """
    return reduction.reduce_any(*reduced(asarray(a), axis, keepdims), keepdims)


@implements(np.diff)
def diff(
    a: Any, n: Any = 1, axis: Any = -1, prepend: Any = None, append: Any = None
) -> Tensor:
    """Return the differences of neighbours along an axis.

    Args:
        a: Numbers, or truth values, of which it tells whether they differ.
        n: How often.
        axis: Which axis.
        prepend: What comes before, along the axis.
        append: What comes after.

    Shape:   (..., m, ...) -> (..., m - n, ...)
    Dtype:   any -> the same
    Raises:  ShapeError if there is no such axis; InvalidArgumentError if `n` is
        negative
    Source:  array API, diff; numpy.diff
    """
    x = asarray(a)
    times = static_int(n, "n")
    if times < 0:
        raise InvalidArgumentError(
            f"diff: n is {times}.",
            origin=capture_exact(),
            hint="Differences are taken no time, once or more often.",
        )
    if times == 0:
        return x
    ndim = known_rank(x, "diff")
    if not ndim:
        raise ShapeError(
            "diff: a scalar has no neighbours.",
            origin=capture_exact(),
            hint="Give an array with at least one axis.",
        )
    place = normalize_axis(static_int(axis, "axis"), ndim)
    parts = [_beside(prepend, x, place), x, _beside(append, x, place)]
    present = [part for part in parts if part is not None]
    if len(present) > 1:
        x = concat(present, place)
    before = [slice(None)] * place
    for _ in range(times):
        left = getitem(x, (*before, slice(None, -1)))
        right = getitem(x, (*before, slice(1, None)))
        x = not_equal(right, left) if x.dtype.is_bool else subtract(right, left)
    return x


def _beside(value: Any, x: Tensor, axis: int) -> Tensor | None:
    """Return what comes before or after; a scalar is repeated along the others."""
    if value is None or value is np._NoValue:
        return None
    found = asarray(value)
    if found.shape != ():
        return found
    return broadcast_to(
        found, [1 if i == axis else dim for i, dim in enumerate(dims_of(x))]
    )


__all__ = ["all", "any", "diff"]
