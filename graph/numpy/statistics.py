"""Sums, means, extremes and spreads along axes, by NumPy's rules of dtypes."""

from __future__ import annotations

import builtins
from typing import Any, Final, cast

import numpy as np

from graph import dtypes
from graph.dtypes import DType
from graph.errors import ShapeError
from graph.numpy.arguments import dims_of, dtype_or, known_rank, n_elements, reduced
from graph.numpy.conversion import asarray
from graph.numpy.conversion import cast as cast_to
from graph.numpy.registry import implements
from graph.numpy.running import wide
from graph.ops import complex_numbers, math, reduction, scan
from graph.ops.arguments import static_int
from graph.ops.creation import fill
from graph.ops.functions import sqrt
from graph.ops.joining import concat
from graph.origin import capture_exact
from graph.shapes import normalize_axis
from graph.tensor import Tensor


@implements(np.sum)
def sum(
    a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False
) -> Tensor:
    """Return the sum of elements along axes.

    Args:
        a: Numbers or truth values.
        axis: An axis or several; all of them by default.
        dtype: In which to sum; 64 bits for integers by default.
        keepdims: Keep the reduced axes, with length 1.

    Shape:   any -> the same without the axes
    Dtype:   bool and integers -> int64 or uint64; others -> the same
    Raises:  ShapeError if there is no such axis
    Source:  array API, sum; numpy.sum
    """
    x, axis = reduced(asarray(a), axis, keepdims)
    wanted = dtype_or(dtype, wide(x.dtype))
    if wanted.is_bool:
        return reduction.reduce_any(cast_to(x, wanted), axis, keepdims)
    if x.dtype.is_bool and wanted is dtypes.int64:
        return reduction.count_nonzero(x, axis, keepdims)
    return reduction.reduce_sum(cast_to(x, wanted), axis, keepdims)


@implements(np.prod)
def prod(
    a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False
) -> Tensor:
    """Return the product of elements along axes.

    Args:
        a: Numbers or truth values.
        axis: An axis or several; all of them by default.
        dtype: In which to multiply; 64 bits for integers by default.
        keepdims: Keep the reduced axes, with length 1.

    Shape:   any -> the same without the axes
    Dtype:   bool and integers -> int64 or uint64; others -> the same
    Raises:  ShapeError if there is no such axis
    Source:  array API, prod; numpy.prod
    """
    x, axis = reduced(asarray(a), axis, keepdims)
    wanted = dtype_or(dtype, wide(x.dtype))
    if wanted.is_bool:
        return reduction.reduce_all(cast_to(x, wanted), axis, keepdims)
    return reduction.reduce_prod(cast_to(x, wanted), axis, keepdims)


@implements(np.max)
def max(a: Any, axis: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return the largest element along axes; nan spreads.

    Shape:   any -> the same without the axes
    Dtype:   bool, real numbers -> the same
    Raises:  ShapeError if there is no such axis; ValueError of nothing
    Source:  array API, max; numpy.max
    """
    return reduction.reduce_max(*reduced(asarray(a), axis, keepdims), keepdims)


@implements(np.min)
def min(a: Any, axis: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return the smallest element along axes; nan spreads.

    Shape:   any -> the same without the axes
    Dtype:   bool, real numbers -> the same
    Raises:  ShapeError if there is no such axis; ValueError of nothing
    Source:  array API, min; numpy.min
    """
    return reduction.reduce_min(*reduced(asarray(a), axis, keepdims), keepdims)


def _floating(x: Tensor, dtype: Any) -> Tensor:
    """Return numbers that have a mean: integers as float64."""
    default = x.dtype if x.dtype.numpy.kind in "fc" else dtypes.float64
    return cast_to(x, dtype_or(dtype, default))


@implements(np.mean)
def mean(
    a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False
) -> Tensor:
    """Return the mean of elements along axes.

    Args:
        a: Numbers or truth values.
        axis: An axis or several; all of them by default.
        dtype: In which to compute; float64 for integers by default.
        keepdims: Keep the reduced axes, with length 1.

    Shape:   any -> the same without the axes
    Dtype:   bool and integers -> float64; others -> the same
    Raises:  ShapeError if there is no such axis
    Source:  array API, mean; numpy.mean
    """
    return reduction.reduce_mean(_floating(asarray(a), dtype), axis, keepdims)


@implements(np.var)
def var(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    *,
    ddof: float = 0,
    keepdims: bool = False,
    correction: float | None = None,
) -> Tensor:
    """Return the variance: the mean square of the distance from the mean.

    Args:
        a: Numbers or truth values.
        axis: An axis or several; all of them by default.
        dtype: In which to compute; float64 for integers by default.
        ddof: What is taken off the number of elements before dividing by it.
        keepdims: Keep the reduced axes, with length 1.
        correction: The standard's name of `ddof`.

    Shape:   any -> the same without the axes
    Dtype:   bool and integers -> float64; complex -> its real part; floats -> the same
    Raises:  ShapeError if there is no such axis
    Source:  array API, var; numpy.var
    """
    x = _floating(asarray(a), dtype)
    less = ddof if correction is None else correction
    if isinstance(less, (builtins.int, builtins.float)) and less == 0:
        return reduction.reduce_variance(x, axis, keepdims)
    count = n_elements(x, axis)
    left = _at_least_0(count - less)
    # Step by step as numpy.var has it, so that no bit differs.
    centre = reduction.reduce_sum(x, axis, True) / _as_divisor(count, x.dtype)
    squares = _square(x - centre)
    total = reduction.reduce_sum(squares, axis, keepdims)
    found: Tensor = total / _as_divisor(left, total.dtype)
    return found


def _square(distance: Tensor) -> Tensor:
    """Return the squared modulus."""
    found: Any
    if distance.dtype.is_complex:
        x, y = complex_numbers.real(distance), complex_numbers.imag(distance)
        found = x * x + y * y
    else:
        found = distance * distance
    return cast("Tensor", found)


def _as_divisor(count: Any, dtype: DType) -> Any:
    """Return a number of elements; one that a run tells in the dtype it divides."""
    return cast_to(count, dtype) if isinstance(count, Tensor) else count


def _at_least_0(count: Any) -> Any:
    if isinstance(count, Tensor):
        return math.maximum(count, 0)
    return builtins.max(count, 0)


@implements(np.std)
def std(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    *,
    ddof: float = 0,
    keepdims: bool = False,
    correction: float | None = None,
) -> Tensor:
    """Return the standard deviation: the root of the variance; see `var`.

    Args:
        a: Numbers or truth values.
        axis: An axis or several; all of them by default.
        dtype: In which to compute; float64 for integers by default.
        ddof: What is taken off the number of elements before dividing by it.
        keepdims: Keep the reduced axes, with length 1.
        correction: The standard's name of `ddof`.

    Shape:   any -> the same without the axes
    Dtype:   bool and integers -> float64; complex -> its real part; floats -> the same
    Raises:  ShapeError if there is no such axis
    Source:  array API, std; numpy.std
    """
    return sqrt(
        var(a, axis, dtype, ddof=ddof, keepdims=keepdims, correction=correction)
    )


def _cumulative(
    name: str, x: Any, axis: Any, dtype: Any, include_initial: bool
) -> Tensor:
    op, start = _RUNNING[name]
    value = asarray(x)
    ndim = known_rank(value, name)
    if ndim == 0 or (axis is None and ndim > 1):
        raise ShapeError(
            f"{name}: {value} has {ndim} axes, and none is named.",
            origin=capture_exact(2),
            hint="Name one, such as axis=-1." if ndim else "Give a vector.",
        )
    place = normalize_axis(0 if axis is None else static_int(axis, "axis"), ndim)
    value = cast_to(value, dtype_or(dtype, wide(value.dtype)))
    running: Tensor = op(value, place)
    if not include_initial:
        return running
    dims = [1 if i == place else dim for i, dim in enumerate(dims_of(value))]
    return concat([fill(dims, asarray(start, value.dtype)), running], place)


_RUNNING: Final[dict[str, tuple[Any, int]]] = {
    "cumulative_sum": (scan.cumsum, 0),
    "cumulative_prod": (scan.cumprod, 1),
}


def cumulative_sum(
    x: Any, /, *, axis: Any = None, dtype: Any = None, include_initial: bool = False
) -> Tensor:
    """Return the running sums along an axis.

    Args:
        x: Numbers or truth values.
        axis: Which axis; a vector has one.
        dtype: In which to sum; 64 bits for integers by default.
        include_initial: Begin with 0.

    Shape:   (..., n, ...) -> the same, or (..., n + 1, ...)
    Dtype:   bool and integers -> int64 or uint64; others -> the same
    Raises:  ShapeError if there is no such axis, or none is named of several
    Source:  array API, cumulative_sum; numpy.cumulative_sum
    """
    return _cumulative("cumulative_sum", x, axis, dtype, include_initial)


def cumulative_prod(
    x: Any, /, *, axis: Any = None, dtype: Any = None, include_initial: bool = False
) -> Tensor:
    """Return the running products along an axis.

    Args:
        x: Numbers or truth values.
        axis: Which axis; a vector has one.
        dtype: In which to multiply; 64 bits for integers by default.
        include_initial: Begin with 1.

    Shape:   (..., n, ...) -> the same, or (..., n + 1, ...)
    Dtype:   bool and integers -> int64 or uint64; others -> the same
    Raises:  ShapeError if there is no such axis, or none is named of several
    Source:  array API, cumulative_prod; numpy.cumulative_prod
    """
    return _cumulative("cumulative_prod", x, axis, dtype, include_initial)


for _function in (cumulative_sum, cumulative_prod):
    if hasattr(np, _function.__name__):  # from NumPy 2.1 on
        implements(getattr(np, _function.__name__))(_function)

__all__ = [
    "cumulative_prod",
    "cumulative_sum",
    "max",
    "mean",
    "min",
    "prod",
    "std",
    "sum",
    "var",
]
