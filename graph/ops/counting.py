"""Counts: how often integers occur, bins, histograms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.convert import shown
from graph.dispatch import apply, as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import ZERO, always, define
from graph.ops.arguments import (
    array_of,
    constant_value,
    result,
    static_flag,
    static_int,
    total_size,
)
from graph.ops.gradients import counting as rules
from graph.ops.ordering import checked_kind
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor

# -- bincount ------------------------------------------------------------------------


def _infer_bincount(
    arr: TensorSpec,
    *weights: TensorSpec,
    minlength: int,
    maxlength: int | None,
    dtype: DType,
    binary_output: bool,
    axis: int | None,
) -> TensorSpec:
    given = dtypes.strengthen(arr.dtype)
    if not given.is_integer:
        raise DTypeError(
            f"what is counted is {given}, not integers.",
            hint="Convert with ag.cast first; of other values see ag.unique.",
        )
    if weights and not shapes.is_compatible(arr.shape, weights[0].shape):
        raise ShapeError(
            "arr and weights differ in shape.", hint="Each value has one weight."
        )
    if weights and weights[0].dtype.numpy.kind not in "iufc":
        raise DTypeError(
            f"the weights are {weights[0].dtype}.", hint="Weights are numbers."
        )
    length = maxlength if maxlength is not None and minlength >= maxlength else None
    out = dtypes.strengthen(weights[0].dtype) if weights else dtype
    if axis is None:
        return TensorSpec((length,), out)
    if arr.shape is None:
        return TensorSpec(None, out)
    if len(arr.shape) not in (1, 2):
        raise ShapeError(
            "with axis=-1 rows are counted.", hint="Give a vector or a matrix."
        )
    return TensorSpec((*arr.shape[:-1], length), out)


def _bincount(
    arr: Any,
    *weights: Any,
    minlength: int,
    maxlength: int | None,
    dtype: DType,
    binary_output: bool,
    axis: int | None,
) -> Any:
    values = checked_kind(arr, "iu")
    if axis is not None and values.ndim > 2:
        raise ValueError("rank")
    if weights and weights[0].dtype.kind not in "iufc":
        raise TypeError("weights")
    if weights and np.shape(weights[0]) != values.shape:
        raise ValueError("weights")
    rows = values.reshape(1, -1) if axis is None or values.ndim == 1 else values
    if rows.size and rows.min() < 0:
        bad = values[values < 0].reshape(-1)[0]
        raise InvalidArgumentError(
            f"{bad} is negative, and is no number of a bin.",
            hint="Bins are numbered from 0; choose with ag.boolean_mask first.",
        )
    length = max(int(rows.max()) + 1 if rows.size else 0, minlength)
    if maxlength is not None:
        length = min(length, maxlength)
    kind = array_of(weights[0]).dtype if weights else dtype.numpy
    out = np.zeros((len(rows), length), kind)
    kept = rows < length
    places = (np.nonzero(kept)[0], rows[kept])
    if binary_output:
        out[places] = 1
    elif weights:
        np.add.at(out, places, array_of(weights[0]).reshape(rows.shape)[kept])
    else:
        np.add.at(out, places, 1)
    return out[0] if axis is None or values.ndim == 1 else out


def bincount(
    arr: Any,
    weights: Any = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: Any = dtypes.int32,
    name: str | None = None,
    axis: Any = None,
    binary_output: bool = False,
) -> Tensor:
    """Count how often each of the integers 0, 1, ... occurs.

    Args:
        arr: Integers that are not negative.
        weights: What each counts, 1 by default.
        minlength: The least length of the result.
        maxlength: The largest; larger integers are not counted.
        dtype: Of the result without weights.
        name: A name for the node.
        axis: None counts everything, -1 each row by itself.
        binary_output: Tell with 1 and 0 whether an integer occurs at all.

    Shape:   any -> (largest + 1,); with axis=-1 (n, m) -> (n, largest + 1)
    Dtype:   integers, numbers -> that of the weights, or `dtype`
    Raises:  ShapeError if arr and weights differ; InvalidArgumentError if an integer
        is negative when this runs
    Source:  TensorFlow's math.bincount; numpy.bincount
    """
    if axis is not None and static_int(axis, "axis") not in (-1, 1, 0):
        raise ShapeError(
            f"bincount: axis is {axis}.", hint="It is None, or -1 for rows."
        )
    binary_output = static_flag(binary_output, "binary_output")
    if weights is not None and binary_output:
        raise InvalidArgumentError(
            "bincount: weights count nothing with binary_output.",
            hint="Leave one of them out.",
        )
    attrs: dict[str, Any] = {
        "minlength": 0 if minlength is None else static_int(minlength, "minlength"),
        "maxlength": None if maxlength is None else static_int(maxlength, "maxlength"),
        "dtype": dtypes.as_dtype(dtype),
        "binary_output": binary_output,
        "axis": -1 if axis in (-1, 1) else None,
    }
    for which in ("minlength", "maxlength"):
        if (attrs[which] or 0) < 0:
            raise InvalidArgumentError(
                f"bincount: {which} is {attrs[which]}.", hint="It is 0 or more."
            )
    operands = (arr,) if weights is None else (arr, weights)
    return result(_BINCOUNT, operands, attrs, name)


_BINCOUNT = define(
    "bincount",
    gradient=rules.bincount,
    can_fail=always,
    inputs=("arr", "weights"),
    attrs={
        "minlength": 0,
        "maxlength": None,
        "dtype": dtypes.int32,
        "binary_output": False,
        "axis": None,
    },
    infer=_infer_bincount,
    kernel=_bincount,
    doc=bincount.__doc__,
    work=total_size,
    type_name="DenseBincount",
)

# -- Bins with edges -----------------------------------------------------------------


def _infer_digitize(x: TensorSpec, bins: TensorSpec, *, right: bool) -> TensorSpec:
    _check_real(x, "bin")
    _check_real(bins, "bin")
    if bins.rank not in (1, None):
        raise ShapeError(
            "the bins are no vector.", hint="Give the edges, in order, as a vector."
        )
    return TensorSpec(x.shape, dtypes.int64)


def _digitize(x: Any, bins: Any, *, right: bool) -> Any:
    edges = checked_kind(bins, "biuf")
    steps = edges[1:] < edges[:-1], edges[1:] > edges[:-1]
    if steps[0].any() and steps[1].any():
        at = int(np.flatnonzero(steps[0])[0]) + 1
        raise InvalidArgumentError(
            f"bins[{at}] = {edges[at]} comes after {edges[at - 1]}: the bins are not "
            "in order.",
            hint="They ascend, or descend; see ag.sort.",
        )
    return np.asarray(np.digitize(checked_kind(x, "biuf"), edges, right)).astype(
        np.int64
    )


def digitize(x: Any, bins: Any, right: bool = False, name: str | None = None) -> Tensor:
    """Return the number of the bin in which each element lies.

    Args:
        x: Real numbers.
        bins: The edges, in ascending or descending order.
        right: A bin has its right edge, not its left one.
        name: A name for the node.

    Shape:   any, (n,) -> the first's
    Dtype:   real numbers -> int64
    Raises:  InvalidArgumentError if the bins are not in order when this runs
    Source:  numpy.digitize
    """
    return result(_DIGITIZE, (x, bins), {"right": static_flag(right, "right")}, name)


_DIGITIZE = define(
    "digitize",
    gradient=ZERO,
    can_fail=always,
    inputs=("x", "bins"),
    attrs={"right": False},
    infer=_infer_digitize,
    kernel=_digitize,
    doc=digitize.__doc__,
    work=total_size,
)


def bucketize(input: Any, boundaries: Any, name: str | None = None) -> Tensor:
    """Return the number of the bucket in which each element lies.

    Args:
        input: Real numbers.
        boundaries: In ascending order; a bucket has its left boundary.
        name: A name for the node.

    Shape:   any, (n,) -> the first's
    Dtype:   real numbers -> int32
    Raises:  InvalidArgumentError if the boundaries are not in order when this runs
    Source:  TensorFlow's Bucketize
    """
    from graph import ops  # which are made of this module, too

    return ops.cast(digitize(input, boundaries), dtypes.int32, name)


# -- Histograms ----------------------------------------------------------------------

# What the stubs say that it takes differs between NumPy's releases.
_histogram_of_array: Callable[..., tuple[Any, Any]] = np.histogram


def _parts(rest: tuple[Any, ...], bins: int | None) -> tuple[Any, Any]:
    """Return the bins, a number or their edges, and the weights or None."""
    given = rest if bins is None else (bins, *rest)
    return given[0], given[1] if len(given) > 1 else None


def _infer_histogram(
    a: TensorSpec,
    *rest: TensorSpec,
    bins: int | None,
    range: tuple[float, float] | None,
    density: bool,
) -> tuple[TensorSpec, TensorSpec]:
    edges, weights = _parts(rest, bins)
    for spec in (a, edges):
        if not isinstance(spec, int):
            _check_real(spec, "histogram")
    if weights is not None and not shapes.is_compatible(a.shape, weights.shape):
        raise ShapeError(
            "a and weights differ in shape.", hint="Each value has one weight."
        )
    # NumPy's own rules of dtypes, asked by example.
    sample, loads = (_example(x) for x in (a, weights))
    is_count = not isinstance(edges, TensorSpec) or edges.shape == ()
    counts, bounds = _histogram_of_array(
        sample, 1 if is_count else _example(edges), range, density, loads
    )
    n_edges = edges + 1 if isinstance(edges, int) else None
    if isinstance(edges, TensorSpec) and edges.shape is not None:
        if len(edges.shape) > 1:
            raise ShapeError(
                "the bins are neither a number nor edges.",
                hint="Give how many, or a vector of their edges.",
            )
        n_edges = edges.shape[0] if edges.shape else None
    n_bins = None if n_edges is None else max(n_edges - 1, 0)
    return (
        TensorSpec((n_bins,), dtypes.from_numpy(counts.dtype)),
        TensorSpec((n_edges,), dtypes.from_numpy(bounds.dtype)),
    )


def _check_real(spec: TensorSpec, what: str) -> None:
    if dtypes.strengthen(spec.dtype).numpy.kind not in "biuf":
        raise DTypeError(
            f"there is no {what} of {spec.dtype}.", hint="Convert with ag.cast first."
        )


def _example(spec: TensorSpec | None) -> Any:
    """Return two elements of a dtype, in ascending order."""
    if spec is None:
        return None
    return np.array([0, 1]).astype(dtypes.strengthen(spec.dtype).numpy)


def _histogram(
    a: Any, *rest: Any, bins: int | None, range: Any, density: bool
) -> tuple[Any, Any]:
    edges, weights = _parts(rest, bins)
    if not isinstance(edges, int):
        edges = array_of(edges)
        edges = edges if edges.ndim else edges.item()  # NumPy refuses a float
    given = None if weights is None else array_of(weights)
    try:
        return _histogram_of_array(
            checked_kind(a, "biuf"), edges, range, density, given
        )
    except ValueError as error:
        raise InvalidArgumentError(
            f"{error}.",
            hint="There is a bin or more, edges ascend, and the range is finite.",
        ) from None


_HISTOGRAM = define(
    "histogram",
    is_public=False,
    gradient=rules.histogram,
    can_fail=always,
    inputs=("a", "rest"),
    attrs={"bins": None, "range": None, "density": False},
    infer=_infer_histogram,
    kernel=_histogram,
    may_alias=True,  # edges that are given come back
    doc="Counts, or weights, in bins, and the edges of these; see `numpy.histogram`.",
    work=total_size,
)


def histogram(
    a: Any, bins: Any, range: Any, density: Any, weights: Any
) -> tuple[Tensor, Tensor]:
    """Return what `numpy.histogram` does: counts in bins, and their edges."""
    limits = None if range is None else tuple(float(end) for end in range)
    known = constant_value(bins)
    count = None
    if known is not None and np.ndim(known) == 0:
        count = static_int(known, "bins")
        if count < 1:
            raise InvalidArgumentError(
                f"histogram: there are {count} bins.", hint="There is one or more."
            )
    given = [] if count is not None else [bins]
    operands = [a, *given] if weights is None else [a, *given, weights]
    attrs = {
        "bins": count,
        "range": limits,
        "density": density is not None and static_flag(density, "density"),
    }
    counts, edges = apply(_HISTOGRAM, operands, attrs)
    return counts, edges


def histogram_fixed_width_bins(
    values: Any,
    value_range: Any,
    nbins: Any = 100,
    dtype: Any = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Return the number of the bin of each value, where all bins are equally wide.

    Args:
        values: Real numbers; those outside of the range are in the first or last bin.
        value_range: The range's ends, of the dtype of `values`.
        nbins: How many bins.
        dtype: Of the result.
        name: A name for the last node.

    Shape:   any, (2,) -> the first's
    Dtype:   real numbers -> `dtype`
    Source:  TensorFlow's histogram_fixed_width_bins
    """
    from graph import ops  # which are made of this module, too

    given = as_tensor(values)
    ends = as_tensor(value_range, given.dtype)
    if ends.ndim is not None and ends.shape not in ((2,), (None,)):
        raise ShapeError(
            f"histogram_fixed_width: value_range is {shown(value_range)}, not two "
            "numbers.",
            origin=capture_exact(1),
            hint="Give the lowest and the highest: [0.0, 1.0].",
        )
    count = as_tensor(nbins, dtypes.int32)
    width = ops.cast(ends[1], dtypes.float64) - ops.cast(ends[0], dtypes.float64)
    start = ops.cast(given, dtypes.float64) - ops.cast(ends[0], dtypes.float64)
    scaled = ops.floor(start / width * ops.cast(count, dtypes.float64))
    last = ops.cast(count, dtypes.float64) - 1.0
    return ops.cast(ops.clip_by_value(scaled, 0.0, last), dtype, name)


def histogram_fixed_width(
    values: Any,
    value_range: Any,
    nbins: Any = 100,
    dtype: Any = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Count the values in each of several bins that are equally wide.

    Args:
        values: Real numbers; those outside of the range are in the first or last bin.
        value_range: The range's ends, of the dtype of `values`.
        nbins: How many bins.
        dtype: Of the result.
        name: A name for the last node.

    Shape:   any, (2,) -> (nbins,)
    Dtype:   real numbers -> `dtype`
    Source:  TensorFlow's histogram_fixed_width
    """
    from graph import ops  # which are made of this module, too

    known = constant_value(nbins)
    bins = histogram_fixed_width_bins(values, value_range, nbins)
    if known is not None:
        count = static_int(known, "nbins")
        return bincount(bins, None, count, count, dtype, name)
    ones = ops.ones_like(ops.reshape(bins, [-1]), dtype)
    rows = ops.reshape(bins, [-1, 1])
    return ops.scatter_nd(rows, ones, [nbins], name)


__all__ = [
    "bincount",
    "bucketize",
    "digitize",
    "histogram_fixed_width",
    "histogram_fixed_width_bins",
]
NAMESPACES = {
    "ag": ["digitize", "histogram_fixed_width", "histogram_fixed_width_bins"],
    "ag.math": ["bincount", "bucketize"],
}
