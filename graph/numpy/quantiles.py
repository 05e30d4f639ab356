"""Quantiles and percentiles along axes, with nan or without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dispatch import is_python_number
from graph.errors import DTypeError, InvalidArgumentError
from graph.numpy.arguments import dims_of
from graph.numpy.averages import in_front, kept_dims, real_numbers
from graph.numpy.conversion import asarray, cast, numpy_dtype
from graph.numpy.registry import implements
from graph.ops import joining, manipulation, math, reduction, scan, selection
from graph.ops.arguments import constant_value
from graph.ops.creation import fill
from graph.ops.debugging import assert_that
from graph.ops.functions import is_nan
from graph.origin import capture_exact
from graph.tensor import Tensor


@implements(np.percentile)
def percentile(
    a: Any,
    q: Any,
    axis: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
) -> Tensor:
    """Return percentiles: quantiles of a hundredth of `q`; see `quantile`."""
    shares = _shares("percentile", q, 100)
    return _quantile("percentile", a, shares, axis, method, keepdims, _is_weak(q))


@implements(np.quantile)
def quantile(
    a: Any,
    q: Any,
    axis: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
) -> Tensor:
    """Return what a share `q` of the elements lies below, along axes.

    Args:
        a: Real numbers.
        q: Shares from 0 to 1.
        axis: An axis or several; all of them by default.
        overwrite_input: Of no effect; refused of arrays of NumPy's.
        method: How to find it between two elements: `linear`, or one of NumPy's
            others, which are Hyndman's and Fan's and four more.
        keepdims: Keep the reduced axes, with length 1.

    Shape:   any -> that of `q`, then the same without the axes
    Dtype:   bool, integers -> float64; floats -> the same; as `a` where no mean is made
    Raises:  InvalidArgumentError, or ValueError when this runs, if `q` is out of range
    Source:  numpy.quantile; R. J. Hyndman and Y. Fan, Sample quantiles (1996)
    """
    shares = _shares("quantile", q)
    return _quantile("quantile", a, shares, axis, method, keepdims, _is_weak(q))


@implements(np.nanpercentile)
def nanpercentile(
    a: Any,
    q: Any,
    axis: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
) -> Tensor:
    """Return percentiles of what is not nan; see `nanquantile`."""
    shares = _shares("nanpercentile", q, 100)
    return _without_nan("nanpercentile", a, shares, axis, method, keepdims, _is_weak(q))


@implements(np.nanquantile)
def nanquantile(
    a: Any,
    q: Any,
    axis: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
) -> Tensor:
    """Return quantiles of what is not nan; nan where all are. See `quantile`.

    Shape:   any -> that of `q`, then the same without the axes
    Dtype:   bool, integers -> float64; floats -> the same; as `a` where no mean is made
    Source:  numpy.nanquantile
    """
    shares = _shares("nanquantile", q)
    return _without_nan("nanquantile", a, shares, axis, method, keepdims, _is_weak(q))


def _is_weak(q: Any) -> bool:
    return type(q) in (int, float) or (isinstance(q, Tensor) and is_python_number(q))


def _shares(name: str, q: Any, whole: int = 1) -> Any:
    """Return shares between 0 and 1: an array where they are known, else a tensor.

    Raises:
        InvalidArgumentError: They are known to be none.
    """
    known = constant_value(q)
    is_known = known is not None and all(
        constant_value(x) is not None for x in np.ravel(known)
    )
    shares: Any = np.asarray(known) if is_known else asarray(q)
    if whole != 1:
        shares = np.true_divide(shares, whole)
    is_inside = (shares >= 0) & (shares <= 1)
    if not is_known:
        message = f"{name}: q lies outside of its range, from 0 to {whole}"
        assert_that(reduction.reduce_all(is_inside), (), message, InvalidArgumentError)
    elif not np.all(is_inside):
        raise InvalidArgumentError(
            f"{name}: q lies outside of its range.",
            origin=capture_exact(3),
            hint="Shares lie between 0 and 1, percentiles between 0 and 100.",
        )
    return shares


def _quantile(
    name: str, a: Any, q: Any, axis: Any, method: str, keepdims: bool, is_weak: bool
) -> Tensor:
    rows, kept = in_front(name, real_numbers(name, a), axis)
    rows = scan.sort(rows, axis=0)
    n = dims_of(rows)[0]
    if isinstance(n, Tensor):
        place = "-1" if rows.dtype.is_floating else "0"
        message = f"index {place} is out of bounds for axis 0 with size 0"
        assert_that(n > 0, (), message, IndexError)
    found = _of_sorted(rows, n, q, method, is_weak)
    if rows.dtype.is_floating:
        found = selection.where(is_nan(rows[-1]), rows[-1], found)
    return kept_dims(found, kept, dims_of(asarray(q))) if keepdims else found


def _without_nan(
    name: str, a: Any, q: Any, axis: Any, method: str, keepdims: bool, is_weak: bool
) -> Tensor:
    x = real_numbers(name, a)
    rows, kept = in_front(name, x, axis)
    if not x.dtype.is_floating:
        if method in _WHOLE or (rows.shape or (None,))[0]:
            return _quantile(name, x, q, axis, method, keepdims, is_weak)
        rows = cast(rows, dtypes.float64)
    rows = with_one_at_least(rows)
    rows = scan.sort(rows, axis=0)  # nan last
    count = reduction.count_nonzero(~is_nan(rows), 0)
    found = _of_sorted(rows, count, q, method, is_weak)
    nothing = asarray(np.nan, found.dtype)
    found = selection.where(count == 0, nothing, found)
    return kept_dims(found, kept, dims_of(asarray(q))) if keepdims else found


def with_one_at_least(rows: Tensor) -> Tensor:
    """Return rows of floats, after them one of nan where there may be none."""
    first, *others = dims_of(rows)
    if isinstance(first, int) and first > 0:
        return rows
    nothing = fill([1, *others], asarray(np.nan, rows.dtype))
    return joining.concat([rows, nothing], 0)


# alpha and beta of the continuous methods, by which the places are computed.
_PLACES: Final = {
    "interpolated_inverted_cdf": (0, 1),
    "hazen": (0.5, 0.5),
    "weibull": (0, 0),
    "median_unbiased": (1 / 3, 1 / 3),
    "normal_unbiased": (3 / 8, 3 / 8),
}


def _between(x: Any) -> Any:
    """Return whole places: the next one where `x` lies between two, none below 0."""
    return np.maximum(np.ceil(x), 0)


def _nearest_even(x: Any) -> Any:
    """Return the nearest whole place; of two that are as near, the odd one.

    Places count from 0, and order statistics from 1.
    """
    before = np.floor(x)
    is_kept = (x == before) & (before % 2 == 1)
    return np.maximum(np.where(is_kept, before, before + 1), 0)


# Methods that take an element as it is: its place, by n and the share.
_WHOLE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "lower": lambda n, q: np.floor((n - 1) * q),
    "higher": lambda n, q: np.ceil((n - 1) * q),
    "nearest": lambda n, q: np.rint((n - 1) * q),
    "inverted_cdf": lambda n, q: _between(n * q - 1),
    "closest_observation": lambda n, q: _nearest_even(n * q - 1 - 0.5),
}


def _of_sorted(rows: Tensor, count: Any, q: Any, method: str, is_weak: bool) -> Tensor:
    """Return quantiles of the first `count` of sorted rows; each column has its own.

    Args:
        rows: Sorted along the first axis.
        count: One number, or one for each column: a tensor with an axis less.
        q: Shares.
        method: One of NumPy's.
        is_weak: Is the share a number of Python's, which has no dtype?
    """
    shares: Any = q
    is_each = isinstance(count, Tensor) and count.ndim != 0
    if is_each and np.ndim(q):
        shares = q[(..., *[None] * ((rows.ndim or 1) - 1))]
    n = count
    if isinstance(n, Tensor) and _dtype(q).kind == "f":
        n = cast(n, numpy_dtype(_dtype(q)))

    def at(places: Any) -> Tensor:
        return _at(rows, cast(asarray(places), dtypes.int64), is_each)

    if method in _WHOLE:
        return at(_WHOLE[method](n, shares))
    between = _place(method, n, shares)
    if method == "linear" and _dtype(between).kind in "iu":
        return at(between)
    below = np.floor(between)
    share = between - below
    if method == "midpoint":
        share = np.where(between % 1 == 0, 0.0, 0.5)
    elif method == "averaged_inverted_cdf":
        share = np.where(share == 0, 0.5, 1.0)
    last = np.maximum(n - 1, 0)
    before = np.minimum(np.maximum(below, 0), last)
    after = np.minimum(np.maximum(below + 1, 0), last)
    return _mixed(at(before), at(after), share, is_weak)


def _dtype(x: Any) -> Any:
    return x.dtype.numpy if isinstance(x, Tensor) else np.asarray(x).dtype


def _place(method: str, n: Any, q: Any) -> Any:
    """Return where among `n` sorted elements the quantiles lie, between two maybe."""
    if method in _PLACES:
        alpha, beta = _PLACES[method]
        return n * q + (alpha + q * (1 - alpha - beta)) - 1
    if method == "averaged_inverted_cdf":
        return n * q - 1
    place = np.multiply(n - 1, q)
    if method == "midpoint":
        return 0.5 * (np.floor(place) + np.ceil(place))
    if method != "linear":
        known = ("linear", *_WHOLE, "midpoint", "averaged_inverted_cdf", *_PLACES)
        raise InvalidArgumentError(
            f"there is no method {method!r} of quantiles.",
            origin=capture_exact(4),
            hint=f"There are {', '.join(known)}.",
        )
    return place


def _at(rows: Tensor, places: Tensor, is_each: bool) -> Tensor:
    """Return elements by their places: those of each column, or the same in all."""
    if not is_each:
        return selection.gather(rows, places, axis=0)
    dims = dims_of(places)
    n_columns = (rows.ndim or 1) - 1
    flat = manipulation.reshape(places, [-1, *dims[len(dims) - n_columns :]])
    found = selection.take_along_axis(rows, flat, 0)
    return manipulation.reshape(found, dims)


def _mixed(low: Tensor, high: Tensor, share: Any, is_weak: bool) -> Tensor:
    """Return what lies between two elements, from the nearer one on."""
    share = asarray(share)
    rest = 1 - share
    n_axes = (low.ndim or 0) - (share.ndim or 0)
    shaped = [
        part if low.ndim is None else part[(..., *[None] * n_axes)]
        for part in (share, rest)
    ]
    if is_weak and low.dtype.is_floating:
        shaped = [cast(part, low.dtype) for part in shaped]
    share, rest = shaped
    distance = math.subtract(high, low) if not low.dtype.is_bool else _refuse_bool()
    found: Tensor = selection.where(
        share >= 0.5, high - distance * rest, low + distance * share
    )
    return found


def _refuse_bool() -> Any:
    raise DTypeError(
        "there is no quantile between truth values.",
        origin=capture_exact(4),
        hint="Convert with .astype(int) first.",
    )


__all__ = ["nanpercentile", "nanquantile", "percentile", "quantile"]
