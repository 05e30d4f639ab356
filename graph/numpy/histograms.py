"""Histograms of several axes, edges of bins, bits in bytes, ends that are 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import apply
from graph.errors import InvalidArgumentError, ShapeError
from graph.numpy import counting, creation, statistics, utility
from graph.numpy.arguments import arrays_of, axes_of, dims_of, known_rank
from graph.numpy.conversion import asarray, cast, check_kind, result_type
from graph.numpy.registry import implements
from graph.op import op_named
from graph.ops import counting as counts
from graph.ops import manipulation, math, reduction, scan, selection
from graph.ops.arguments import static_axes, static_int
from graph.ops.arrangement import pad
from graph.ops.debugging import assert_that
from graph.ops.functions import is_finite
from graph.ops.joining import concat
from graph.ops.logic import equal
from graph.origin import capture_exact
from graph.tensor import Tensor
from graph.value_operators import value_of


@implements(np.histogram_bin_edges)
def histogram_bin_edges(
    a: Any, bins: Any = 10, range: Any = None, weights: Any = None
) -> Tensor:
    """Return the edges that `histogram` would count between.

    Args:
        a: Real numbers.
        bins: How many, or their edges, or the name of NumPy's rule for their number.
        range: Where the first begins and the last ends; by default the extremes.
        weights: Of no meaning for the edges.

    Shape:   any -> (bins + 1,)
    Dtype:   integers -> float64; floats -> the same
    Source:  numpy.histogram_bin_edges
    """
    if isinstance(bins, str) and weights is not None:
        raise InvalidArgumentError(
            f"histogram_bin_edges: the rule {bins!r} knows no weights.",
            origin=capture_exact(),
            hint="Leave the weights out, or give the number of bins.",
        )
    return counting.histogram(a, bins, range)[1]


@implements(np.histogram2d)
def histogram2d(
    x: Any,
    y: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Count points of the plane in the fields of a grid, and return the edges, too.

    Shape:   (n,), (n,) -> (bins, bins), (bins + 1,), (bins + 1,)
    Source:  numpy.histogram2d
    """
    bins = value_of(bins)
    if not _is_one(bins) and len(bins) not in (1, 2):
        bins = [bins, bins]
    found, edges = histogramdd([x, y], bins, range, density, weights)
    return found, edges[0], edges[1]


@implements(np.histogramdd)
def histogramdd(
    sample: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
) -> tuple[Tensor, list[Tensor]]:
    """Count points in the cells of a grid, and return the edges along each axis, too.

    Args:
        sample: Points, one to a row; or a sequence of their coordinates.
        bins: How many along each axis, or their edges; for each axis, or for all.
        range: For each axis where it begins and ends; by default the extremes.
        density: Divide by the sum, and by the volumes.
        weights: What each point counts, 1 by default.

    Shape:   (n, d) -> (bins, ...), [(bins + 1,), ...]
    Dtype:   real numbers -> float64; edges as `histogram` has them
    Raises:  ShapeError if the numbers of axes differ; ValueError when this runs, if
        edges do not ascend
    Source:  numpy.histogramdd
    """
    columns = _columns(sample)
    n_axes = len(columns)
    bins, limits = value_of(bins), [None] * n_axes if range is None else list(range)
    each = [bins] * n_axes if _is_one(bins) else list(bins)
    if not len(each) == len(limits) == n_axes:
        raise ShapeError(
            f"histogramdd: the sample has {n_axes} axes, and there are bins for "
            f"{len(each)} and ranges for {len(limits)}.",
            origin=capture_exact(),
            hint="Give one for each axis; a number counts for all.",
        )
    edges = [_edges(*given) for given in zip(columns, each, limits, strict=True)]
    sides = [dims_of(one)[0] + 1 for one in edges]  # with all that lies outside
    place: Any = 0
    for x, one, side in zip(columns, edges, sides, strict=True):
        found = scan.searchsorted(one, x, "right", dtypes.int64)
        on_edge = cast(equal(x, one[-1]), dtypes.int64)
        place = place * side + (found - on_edge)
    total: Any = 1
    for side in sides:
        total = total * side
    loads = None if weights is None else cast(asarray(weights), dtypes.float64)
    if isinstance(total, int):
        counted = counts.bincount(place, loads, total, total, dtypes.int64)
    else:
        counted = counting.bincount(place, loads)
        missing = total - manipulation.size(counted, dtypes.int64)
        counted = pad(counted, [[0, missing]])
    grid = cast(manipulation.reshape(counted, sides), dtypes.float64)
    grid = grid[(slice(1, -1),) * n_axes]
    return (_dense(grid, edges) if density else grid), edges


def _is_one(bins: Any) -> bool:
    """Is it one number of bins, and not something for each axis?"""
    return not isinstance(bins, (list, tuple)) and np.ndim(bins) == 0


def _columns(sample: Any) -> list[Tensor]:
    """Return the coordinates of points along each axis."""
    sample = value_of(sample)
    if isinstance(sample, (list, tuple)):
        columns = arrays_of(sample)
        if all(x.ndim == 0 for x in columns):  # numbers, of one axis
            return [asarray(sample)]
        common = result_type(*columns)
        return [cast(x, common) for x in columns]
    points = asarray(sample)
    if points.ndim == 1:
        return [points]
    if points.ndim != 2 or points.ndim is None or points.shape[1] is None:
        raise ShapeError(
            f"histogramdd: the sample is {points.spec}.",
            origin=capture_exact(2),
            hint="Give a matrix with a point to a row, whose number of columns is "
            "known while tracing.",
        )
    return [points[:, i] for i in np.arange(points.shape[1]).tolist()]


def _edges(x: Tensor, bins: Any, limits: Any) -> Tensor:
    """Return the edges along one axis: those that are given, or at equal distances."""
    known = value_of(bins)
    if not _is_one(known):
        edges = asarray(known)
        assert_that(
            reduction.reduce_all(edges[:-1] <= edges[1:]),
            template="the bins must be monotonically increasing",
            exception=ValueError,
        )
        return edges
    check_kind("histogramdd", x, "biuf")
    count = static_int(known, "bins")
    if count < 1:
        raise InvalidArgumentError(
            f"histogramdd: there are {count} bins.",
            origin=capture_exact(2),
            hint="There is one or more.",
        )
    first, last = _ends(x) if limits is None else map(asarray, limits)
    assert_that(
        reduction.reduce_all(is_finite(asarray([first, last]) + 0.0)),
        template="the range of a histogram is not finite",
        exception=ValueError,
    )
    is_point = first == last
    half = selection.where(is_point, asarray(0.5, _floats(first)), 0)
    found: Tensor = creation.linspace(first - half, last + half, count + 1)
    return found


def _floats(x: Tensor) -> Any:
    return x.dtype if x.dtype.is_floating else dtypes.float64


def _ends(x: Tensor) -> tuple[Tensor, Tensor]:
    """Return the extremes, and 0 and 1 of nothing."""
    if x.size == 0:
        return asarray(0.0), asarray(1.0)
    if x.size is not None:
        return statistics.min(x), statistics.max(x)
    first, last = (
        reduce(concat([x, asarray([end], x.dtype)[: _is_none(x)]], 0))
        for reduce, end in ((statistics.min, 0), (statistics.max, 1))
    )
    return first, last


def _is_none(x: Tensor) -> Tensor:
    size = manipulation.size(x, dtypes.int64)
    return cast(equal(size, 0), dtypes.int64)


def _dense(grid: Tensor, edges: list[Tensor]) -> Tensor:
    total = reduction.reduce_sum(grid)
    for axis, one in enumerate(edges):
        shape = [1] * len(edges)
        shape[axis] = -1
        grid = grid / manipulation.reshape(utility.diff(one), shape)
    return grid / total


# -- Bits ------------------------------------------------------------------------------


@implements(np.packbits)
def packbits(a: Any, /, axis: Any = None, bitorder: str = "big") -> Tensor:
    """Put eight truth values into a byte.

    Shape:   (..., n, ...) -> (..., n / 8, ...), filled up with 0
    Dtype:   bool, integers -> uint8
    Source:  numpy.packbits
    """
    attrs = {"axis": _axis(axis), "bitorder": _order(bitorder)}
    found: Tensor = apply(op_named("packbits"), (asarray(a),), attrs)
    return found


@implements(np.unpackbits)
def unpackbits(
    a: Any, /, axis: Any = None, count: Any = None, bitorder: str = "big"
) -> Tensor:
    """Take the bits of bytes apart.

    Shape:   (..., n, ...) -> (..., 8 n, ...); or as many as `count` says
    Dtype:   uint8 -> uint8
    Source:  numpy.unpackbits
    """
    attrs = {
        "axis": _axis(axis),
        "count": None if count is None else static_int(count, "count"),
        "bitorder": _order(bitorder),
    }
    found: Tensor = apply(op_named("unpackbits"), (asarray(a),), attrs)
    return found


def _axis(axis: Any) -> int | None:
    return None if axis is None else static_int(axis, "axis")


def _order(bitorder: str) -> str:
    if bitorder not in ("big", "little"):
        raise InvalidArgumentError(
            f"there is no order {bitorder!r} of bits.",
            origin=capture_exact(2),
            hint="It is big or little: which bit of a byte comes first.",
        )
    return bitorder


# -- Ends ------------------------------------------------------------------------------


@implements(np.trim_zeros)
def trim_zeros(filt: Any, trim: str = "fb", *, axis: Any = None) -> Tensor:
    """Leave out the zeros at the ends.

    Args:
        filt: An array.
        trim: At which ends: `f` for the front, `b` for the back.
        axis: Along which axes; all of them by default.

    Shape:   (n,) -> (m,)
    Dtype:   any -> the same
    Source:  numpy.trim_zeros
    """
    x = asarray(filt)
    sides = trim.lower()
    if sides not in ("fb", "bf", "f", "b"):
        raise InvalidArgumentError(
            f"trim_zeros: trim is {trim!r}.",
            origin=capture_exact(),
            hint="It is f, b, or both.",
        )
    is_kept = x != 0
    ndim = known_rank(x, "trim_zeros")
    chosen = axes_of(static_axes(axis), ndim)
    key: list[Any] = [slice(None)] * ndim
    for place in chosen:
        others = [one for one in np.arange(ndim).tolist() if one != place]
        row = reduction.reduce_any(is_kept, others)
        places = scan.cumsum(cast(row, dtypes.int64), 0)
        count = places[-1:]
        n = manipulation.size(row, dtypes.int64)
        before = reduction.count_nonzero(equal(places, 0))
        after = reduction.count_nonzero(equal(places, count)) - 1
        # Where all are 0 nothing is left.
        is_none = equal(before, n)
        first = selection.where(is_none, 0, before) if "f" in sides else 0
        last = n - math.maximum(after, 0) if "b" in sides else n
        key[place] = slice(
            selection.where(is_none, 0, first), selection.where(is_none, 0, last)
        )
    return x[tuple(key)]


@implements(np.sort_complex)
def sort_complex(a: Any) -> Tensor:
    """Return the elements in order along the last axis, as complex numbers.

    Shape:   any -> the same
    Dtype:   8 and 16 bits -> complex64; others -> complex128; complex -> the same
    Source:  numpy.sort_complex
    """
    x = scan.sort(asarray(a), axis=-1)
    if x.dtype.is_complex:
        return x
    is_narrow = x.dtype.is_integer and x.dtype.numpy.itemsize < 4
    return cast(x, dtypes.complex64 if is_narrow else dtypes.complex128)


@implements(np.array_equiv)
def array_equiv(a1: Any, a2: Any) -> Tensor:
    """Tell whether two arrays have the same elements once they are broadcast.

    Raises:
        ShapeError: A shape is not known.
    """
    left, right = asarray(a1), asarray(a2)
    given = (left.spec.shape, right.spec.shape)
    try:
        shape = shapes.broadcast(*given)
    except ShapeError:
        return asarray(False)
    if shape is None or not all(map(shapes.is_static, given)):
        raise ShapeError(
            f"array_equiv: the shapes of {left.spec} and {right.spec} are not known.",
            origin=capture_exact(),
            hint="Give the input signature the shapes; or compare by np.all(x == y).",
        )
    return reduction.reduce_all(equal(left, right))


@implements("astype")
def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Tensor:
    """Return an array in another dtype; see `autograph.numpy.astype`."""
    from graph.numpy import data_types

    return data_types.astype(x, dtype, copy=copy, device=device)


@implements(np.einsum_path)
def einsum_path(*operands: Any, optimize: Any = "greedy") -> Any:
    """Return in which order products of an Einstein sum are best made.

    Raises:
        ShapeError: A shape is not known.
    """
    stand_ins = [_stand_in(x) for x in operands]
    return np.einsum_path(*stand_ins, optimize=optimize)


def _stand_in(value: Any) -> Any:
    """Return an array of the same shape, which has no memory of its own."""
    value = value_of(value)
    if not isinstance(value, Tensor):
        return value
    if value.ndim is None or None in value.shape:
        raise ShapeError(
            f"einsum_path: the shape of {value.spec} is not known.",
            origin=capture_exact(2),
            hint="Give the input signature the shape.",
        )
    shape: Any = value.shape
    return np.broadcast_to(np.zeros((), value.dtype.numpy), shape)


__all__ = [
    "array_equiv",
    "astype",
    "einsum_path",
    "histogram2d",
    "histogram_bin_edges",
    "histogramdd",
    "packbits",
    "sort_complex",
    "trim_zeros",
    "unpackbits",
]
