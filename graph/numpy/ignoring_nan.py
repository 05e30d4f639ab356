"""Sums, means, extremes and the like that leave nan out."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.numpy import running, searching, statistics
from graph.numpy.arguments import reduced
from graph.numpy.averages import in_front, kept_dims
from graph.numpy.conversion import asarray, cast, check_kind
from graph.numpy.quantiles import with_one_at_least
from graph.numpy.registry import implements
from graph.ops import reduction, scan, selection
from graph.ops.debugging import assert_that
from graph.ops.functions import conj, is_nan, sqrt
from graph.ops.math import maximum
from graph.tensor import Tensor


def _without(a: Any, instead: Any) -> tuple[Tensor, Tensor | None]:
    """Return an array with something else in place of nan, and where nan was."""
    x = asarray(a)
    if not (x.dtype.is_floating or x.dtype.is_complex):
        return x, None
    missing = is_nan(x)
    return selection.where(missing, asarray(instead, x.dtype), x), missing


@implements(np.nansum)
def nansum(
    a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False
) -> Tensor:
    """Return the sum along axes, without nan."""
    return statistics.sum(_without(a, 0)[0], axis, dtype, keepdims=keepdims)


@implements(np.nanprod)
def nanprod(
    a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False
) -> Tensor:
    """Return the product along axes, without nan."""
    return statistics.prod(_without(a, 1)[0], axis, dtype, keepdims=keepdims)


@implements(np.nancumsum)
def nancumsum(a: Any, axis: Any = None, dtype: Any = None) -> Tensor:
    """Return running sums along an axis, without nan."""
    return running.cumsum(_without(a, 0)[0], axis, dtype)


@implements(np.nancumprod)
def nancumprod(a: Any, axis: Any = None, dtype: Any = None) -> Tensor:
    """Return running products along an axis, without nan."""
    return running.cumprod(_without(a, 1)[0], axis, dtype)


@implements(np.nanmax)
def nanmax(a: Any, axis: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return the largest element along axes, without nan; nan where all are."""
    return _extreme(statistics.max, a, axis, keepdims, -np.inf)


@implements(np.nanmin)
def nanmin(a: Any, axis: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return the smallest element along axes, without nan; nan where all are."""
    return _extreme(statistics.min, a, axis, keepdims, np.inf)


def _extreme(function: Any, a: Any, axis: Any, keepdims: bool, last: float) -> Tensor:
    a, axis = reduced(asarray(a), axis, keepdims)
    x, missing = _without(a, last)
    found: Tensor = function(x, axis, keepdims=keepdims)
    if missing is None:
        return found
    is_none = reduction.reduce_all(missing, axis, keepdims)
    result: Tensor = selection.where(is_none, asarray(np.nan, x.dtype), found)
    return result


@implements(np.nanmean)
def nanmean(
    a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False
) -> Tensor:
    """Return the mean along axes, without nan; nan where all are."""
    x, missing = _without(a, 0)
    if missing is None:
        return statistics.mean(x, axis, dtype, keepdims=keepdims)
    missing, _ = reduced(missing, axis, keepdims)
    x, axis = reduced(x, axis, keepdims)
    total = statistics.sum(x, axis, dtype, keepdims=keepdims)
    found = reduction.count_nonzero(~missing, axis, keepdims)
    return cast(total / found, total.dtype)


@implements(np.nanvar)
def nanvar(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    ddof: float = 0,
    *,
    keepdims: bool = False,
) -> Tensor:
    """Return the variance along axes, without nan; nan where too few are left."""
    x, missing = _without(a, 0)
    if missing is None:
        return statistics.var(x, axis, dtype, ddof=ddof, keepdims=keepdims)
    missing, _ = reduced(missing, axis, keepdims)
    x, axis = reduced(x, axis, keepdims)
    if dtype is not None:
        x = asarray(x, dtype)
    count = reduction.count_nonzero(~missing, axis, True)
    centre = cast(reduction.reduce_sum(x, axis, True) / count, x.dtype)
    distance = selection.where(missing, asarray(0, x.dtype), x - centre)
    if x.dtype.is_complex:
        part = distance * conj(distance)
        squares = _real_part(part)
    else:
        squares = distance * distance
    total = reduction.reduce_sum(squares, axis, keepdims)
    left = reduction.count_nonzero(~missing, axis, keepdims) - ddof
    found = cast(total / left, total.dtype)
    result: Tensor = selection.where(left <= 0, asarray(np.nan, found.dtype), found)
    return result


def _real_part(x: Tensor) -> Tensor:
    wanted = dtypes.float32 if x.dtype is dtypes.complex64 else dtypes.float64
    return cast(x, wanted)


@implements(np.nanstd)
def nanstd(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    ddof: float = 0,
    *,
    keepdims: bool = False,
) -> Tensor:
    """Return the standard deviation along axes, without nan."""
    return sqrt(nanvar(a, axis, dtype, ddof, keepdims=keepdims))


@implements(np.nanargmax)
def nanargmax(a: Any, axis: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return where the largest element is, without nan.

    Raises:
        ValueError: All are nan.
    """
    return _place(searching.argmax, a, axis, keepdims, -np.inf)


@implements(np.nanargmin)
def nanargmin(a: Any, axis: Any = None, *, keepdims: bool = False) -> Tensor:
    """Return where the smallest element is, without nan.

    Raises:
        ValueError: All are nan.
    """
    return _place(searching.argmin, a, axis, keepdims, np.inf)


def _place(function: Any, a: Any, axis: Any, keepdims: bool, last: float) -> Tensor:
    a, axis = reduced(asarray(a), axis, keepdims)
    x, missing = _without(a, last)
    if missing is not None:
        some = reduction.reduce_any(~missing, axis)
        assert_that(
            reduction.reduce_all(some),
            template="All-NaN slice encountered",
            exception=ValueError,
        )
    found: Tensor = function(x, axis, keepdims=keepdims)
    return found


@implements(np.nanmedian)
def nanmedian(
    a: Any, axis: Any = None, overwrite_input: bool = False, keepdims: bool = False
) -> Tensor:
    """Return the middle element along axes, without nan; nan where all are."""
    x = asarray(a)
    check_kind("nanmedian", x, "biuf")
    if not x.dtype.is_floating:
        x = cast(x, dtypes.float64)
    rows, kept = in_front("nanmedian", x, axis)
    rows = scan.sort(with_one_at_least(rows), axis=0)  # nan last
    missing = is_nan(rows)
    n = reduction.count_nonzero(~missing, 0, True)
    low = selection.take_along_axis(rows, maximum(n - 1, 0) // 2, 0)[0]
    high = selection.take_along_axis(rows, n // 2, 0)[0]
    found = selection.where(n[0] % 2 == 1, low, (low + high) / 2)
    found = selection.where(n[0] == 0, asarray(np.nan, x.dtype), found)
    return kept_dims(found, kept) if keepdims else found


__all__ = [
    "nanargmax",
    "nanargmin",
    "nancumprod",
    "nancumsum",
    "nanmax",
    "nanmean",
    "nanmedian",
    "nanmin",
    "nanprod",
    "nanstd",
    "nansum",
    "nanvar",
]
