"""Slopes, areas, steps and products of sequences: functions of samples in order."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.errors import DTypeError, ShapeError
from graph.numpy import utility
from graph.numpy.arguments import axes_of, dims_of, flatten, known_rank
from graph.numpy.conversion import asarray, cast, check_kind, operand, result_type
from graph.numpy.registry import implements
from graph.ops import joining, manipulation, math, reduction, scan, selection
from graph.ops.arguments import static_axes, static_int
from graph.ops.creation import ones_like, zeros_like
from graph.ops.debugging import assert_that
from graph.ops.functions import is_nan
from graph.ops.math import abs as absolute
from graph.origin import capture_exact
from graph.tensor import Tensor


def _part(x: Tensor, axis: int, *bounds: Any) -> Tensor:
    """Return a slice along one axis, all of the others."""
    return x[(slice(None),) * axis + (slice(*bounds),)]


def _floats(x: Tensor) -> Tensor:
    is_inexact = x.dtype.is_floating or x.dtype.is_complex
    return x if is_inexact else cast(x, dtypes.float64)


@implements(np.gradient)
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Return slopes along axes, by central differences; one-sided at the ends.

    Args:
        f: Samples.
        *varargs: Distances: one number, or for each axis a number or the places.
        axis: An axis or several; each by default.
        edge_order: 1 or 2: the order of the differences at the ends.

    Returns:
        A tensor, or a tuple of one for each of several axes.

    Shape:   any -> the same, for each axis
    Dtype:   bool, integers -> float64; others -> the same
    Raises:  ShapeError if there are too few samples, or distances for other axes
    Source:  numpy.gradient; second order, also where the distances differ
    """
    x = asarray(f)
    axes = axes_of(static_axes(axis), known_rank(x, "gradient"))
    spacing = list(varargs) or [1.0]
    if len(spacing) == 1 and np.ndim(spacing[0]) == 0:
        spacing *= len(axes)
    if len(spacing) != len(axes):
        raise ShapeError(
            f"gradient: {len(varargs)} distances are given for {len(axes)} axes.",
            origin=capture_exact(),
            hint="Give none, one number, or one for each axis.",
        )
    check_kind("gradient", x, "iufc")
    value = _floats(x)
    found: list[Tensor] = []
    for place, given in zip(axes, spacing, strict=True):
        length = (x.shape or ())[place]
        if length is not None and length < edge_order + 1:
            raise ShapeError(
                f"gradient: there are {length} samples along axis {place}.",
                origin=capture_exact(),
                hint=f"At least {edge_order + 1} are needed.",
            )
        if length is None:
            n = dims_of(x)[place]
            assert_that(n > edge_order, (), _TOO_FEW, ValueError)
        steps = operand(given)
        if np.ndim(steps) == 0:
            slopes = _even_slopes(value, place, steps, edge_order)
        else:
            slopes = _uneven_slopes(value, place, asarray(steps), edge_order)
        found.append(cast(slopes, value.dtype))
    return found[0] if len(found) == 1 else tuple(found)


_TOO_FEW: Final = (
    "Shape of array too small to calculate a numerical gradient, at least "
    "(edge_order + 1) elements are required."
)


def _even_slopes(x: Tensor, axis: int, step: Any, edge_order: int) -> Tensor:
    inner = (_part(x, axis, 2, None) - _part(x, axis, None, -2)) / (2.0 * step)
    first, second = (_part(x, axis, i, i + 1) for i in (0, 1))
    last, before = _part(x, axis, -1, None), _part(x, axis, -2, -1)
    if edge_order == 1:
        ends = (second - first) / step, (last - before) / step
    else:
        third, earlier = _part(x, axis, 2, 3), _part(x, axis, -3, -2)
        a, b, c = -1.5 / step, 2.0 / step, -0.5 / step
        start = a * first + b * second + c * third
        a, b, c = 0.5 / step, -2.0 / step, 1.5 / step
        ends = start, a * earlier + b * before + c * last
    return joining.concat([ends[0], inner, ends[1]], axis)


def _uneven_slopes(x: Tensor, axis: int, places: Tensor, edge_order: int) -> Tensor:
    places = cast(places, dtypes.float64) if places.dtype.is_integer else places
    steps = utility.diff(places)
    after = (None,) * ((x.ndim or 1) - axis - 1)
    h1, h2 = (steps[key][(..., *after)] for key in (slice(None, -1), slice(1, None)))
    a = -h2 / (h1 * (h1 + h2))
    b = (h2 - h1) / (h1 * h2)
    c = h1 / (h2 * (h1 + h2))
    inner = (
        a * _part(x, axis, None, -2)
        + b * _part(x, axis, 1, -1)
        + c * _part(x, axis, 2, None)
    )
    first, second = (_part(x, axis, i, i + 1) for i in (0, 1))
    last, before = _part(x, axis, -1, None), _part(x, axis, -2, -1)
    if edge_order == 1:
        ends = (second - first) / steps[0], (last - before) / steps[-1]
    else:
        third, earlier = _part(x, axis, 2, 3), _part(x, axis, -3, -2)
        p, q = steps[0], steps[1]
        a, b, c = -(2.0 * p + q) / (p * (p + q)), (p + q) / (p * q), -p / (q * (p + q))
        start = a * first + b * second + c * third
        p, q = steps[-2], steps[-1]
        a, b, c = q / (p * (p + q)), -(q + p) / (p * q), (2.0 * q + p) / (q * (p + q))
        ends = start, a * earlier + b * before + c * last
    parts = [ends[0], inner, ends[1]]
    return joining.concat([cast(part, inner.dtype) for part in parts], axis)


@implements(np.ediff1d)
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Tensor:
    """Return the differences of neighbours in the order of elements."""
    x = flatten(asarray(ary))
    parts = [x[1:] - x[:-1]]
    if to_begin is not None:
        parts.insert(0, _end(to_begin, x))
    if to_end is not None:
        parts.append(_end(to_end, x))
    return joining.concat(parts, 0) if len(parts) > 1 else parts[0]


def _end(value: Any, x: Tensor) -> Tensor:
    """Return what stands before or behind differences, of their element type."""
    end = flatten(asarray(value))
    if not np.can_cast(end.dtype.numpy, x.dtype.numpy, "same_kind"):
        raise DTypeError(
            f"ediff1d: an end of dtype {end.dtype} is of another kind than {x.dtype}.",
            origin=capture_exact(2),
            hint="Convert it by astype first.",
        )
    return cast(end, x.dtype)


@implements(np.trapezoid)
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Tensor:
    """Return the area below samples, by the trapezoidal rule."""
    value = asarray(y)
    ndim = known_rank(value, "trapezoid")
    (place,) = axes_of(static_int(axis, "axis"), ndim)
    width = operand(dx)
    if x is not None:
        places = asarray(x)
        if places.ndim == 1:
            width = utility.diff(places)[(..., *[None] * (ndim - place - 1))]
        else:
            width = utility.diff(places, axis=place)
    sums = _part(value, place, 1, None) + _part(value, place, None, -1)
    area = width * sums / 2.0
    return reduction.reduce_sum(area, place)


@implements(np.unwrap)
def unwrap(
    p: Any, discont: Any = None, axis: int = -1, *, period: Any = 2 * np.pi
) -> Tensor:
    """Return angles, with jumps of more than half a period taken out."""
    x = asarray(p)
    (place,) = axes_of(static_int(axis, "axis"), known_rank(x, "unwrap"))
    check_kind("unwrap", x, "if")
    steps = utility.diff(x, axis=place)
    common = result_type(steps, period)
    steps = cast(steps, common)
    is_whole = common.is_integer
    high = period // 2 if is_whole else period / 2
    is_ambiguous = period % 2 == 0 if is_whole else True
    wrapped = math.mod(steps + high, period) - high
    if is_ambiguous:
        is_edge = (wrapped == -high) & (steps > 0)
        wrapped = selection.where(is_edge, asarray(high, common), wrapped)
    jump = wrapped - steps
    least = high if discont is None else discont
    jump = selection.where(absolute(steps) < least, zeros_like(jump), jump)
    first = cast(_part(x, place, None, 1), common)
    rest = cast(_part(x, place, 1, None), common) + scan.cumsum(jump, place)
    return joining.concat([first, rest], place)


@implements(np.interp)
def interp(
    x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None
) -> Tensor:
    """Return values between samples, on the straight lines that join them.

    Args:
        x: Where.
        xp: The places of the samples, ascending unless there is a period.
        fp: The samples.
        left: The value before the first; that of the first by default.
        right: The value behind the last.
        period: The places repeat after it.

    Shape:   (...), (n,), (n,) -> (...)
    Dtype:   float64, or complex128 of complex samples
    Source:  numpy.interp
    """
    at, places = asarray(x), asarray(xp)
    check_kind("interp", at, "biuf")
    check_kind("interp", places, "biuf")
    at, places = cast(at, dtypes.float64), cast(places, dtypes.float64)
    samples = asarray(fp)
    wanted = dtypes.complex128 if samples.dtype.is_complex else dtypes.float64
    samples = cast(samples, wanted)
    _check_lengths(places, samples)
    if period is not None:
        at, places, samples = _periodic(at, places, samples, period)
        left = right = None
    before = scan.searchsorted(places, at, "right", dtypes.int64) - 1
    n = manipulation.shape(places, dtypes.int64)[0]
    low = math.minimum(math.maximum(before, 0), math.maximum(n - 2, 0))
    high = math.minimum(low + 1, n - 1)
    x0, x1 = (selection.gather(places, i) for i in (low, high))
    y0, y1 = (selection.gather(samples, i) for i in (low, high))
    slope = (y1 - y0) / (x1 - x0)
    found = slope * (at - x0) + y0
    backwards = slope * (at - x1) + y1
    found = selection.where(is_nan(found), backwards, found)
    found = selection.where(is_nan(found) & (y0 == y1), y0, found)
    found = selection.where(at == x0, y0, found)
    start = samples[0] if left is None else cast(asarray(left), wanted)
    end = samples[-1] if right is None else cast(asarray(right), wanted)
    found = selection.where(at < places[0], start, found)
    found = selection.where(at == places[-1], samples[-1], found)
    found = selection.where(at > places[-1], end, found)
    result: Tensor = selection.where(is_nan(at), cast(at, wanted), found)
    return result


def _check_lengths(places: Tensor, samples: Tensor) -> None:
    """See that there is a sample for each place, and one at least."""
    n_places, n_samples = manipulation.size(places), manipulation.size(samples)
    assert_that(
        n_places != 0, template="array of sample points is empty", exception=ValueError
    )
    assert_that(
        n_places == n_samples,
        template="fp and xp are not of the same length.",
        exception=ValueError,
    )


def _periodic(
    at: Tensor, places: Tensor, samples: Tensor, period: Any
) -> tuple[Tensor, Tensor, Tensor]:
    """Return places within one period, sorted, and one more sample at each end."""
    period = math.multiply(cast(asarray(period), dtypes.float64), 1.0)
    period = absolute(period)
    at, places = math.mod(at, period), math.mod(places, period)
    order = scan.argsort(places)
    places, samples = (selection.gather(part, order) for part in (places, samples))
    places = joining.concat([places[-1:] - period, places, places[:1] + period], 0)
    return at, places, joining.concat([samples[-1:], samples, samples[:1]], 0)


@implements(np.vander)
def vander(x: Any, N: int | None = None, increasing: bool = False) -> Tensor:
    """Return the powers of each element, as the rows of a matrix."""
    value = asarray(x)
    value = cast(value, result_type(value, dtypes.int64))
    n = (value.shape or (None,))[0] if N is None else static_int(N, "N")
    if n is None or known_rank(value, "vander") != 1:
        raise ShapeError(
            f"vander: {value} is no vector of known length.",
            origin=capture_exact(),
            hint="Give a vector, and N where its length is not known.",
        )
    column = value[:, None]
    powers = [ones_like(column)] + [column] * (n - 1)
    if n <= 0:
        np.vander(np.zeros(1), n)  # NumPy's own error of a negative number
        return value[:, None][:, :0]
    found = scan.cumprod(joining.concat(powers, 1), 1)
    return found if increasing else found[:, ::-1]


__all__ = [
    "ediff1d",
    "gradient",
    "interp",
    "trapezoid",
    "unwrap",
    "vander",
]
