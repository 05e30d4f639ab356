"""Moments, and what is brought to mean 0 and variance 1 by them. Public as `ag.nn`."""

from __future__ import annotations

import math
from typing import Any

from graph import dtypes
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.ops.arguments import (
    static_axes,
    static_flag,
    static_int,
)
from graph.ops.arrangement import pad
from graph.ops.composed import clip_by_norm
from graph.ops.core import cast, constant
from graph.ops.creation import ones_like
from graph.ops.functions import rsqrt, square
from graph.ops.joining import stack
from graph.ops.manipulation import reshape, squeeze
from graph.ops.manipulation import shape as shape_of
from graph.ops.math import add, divide, multiply, squared_difference, subtract
from graph.ops.math import pow as power
from graph.ops.reduction import reduce_mean, reduce_prod, reduce_sum
from graph.ops.selection import gather
from graph.origin import capture_exact
from graph.shapes import normalize_axis
from graph.tensor import Tensor


def _floats(what: str, x: Any) -> Tensor:
    value = as_tensor(x)
    if not value.dtype.is_floating:
        raise DTypeError(
            f"{what} takes floats, not {value.dtype}.",
            origin=capture_exact(2),
            hint="Convert with ag.cast first.",
        )
    return value


def moments(
    x: Any,
    axes: Any,
    shift: Any = None,
    keepdims: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Return mean and variance along axes.

    Args:
        x: Floats.
        axes: An axis or several, such as [0] for each column of a batch.
        shift: Not used.
        keepdims: Keep the axes, with length 1.
        name: A name for the nodes.

    Shape:   any -> the same without the axes, or with 1 in their places; twice
    Dtype:   floats -> the same; float16 is computed in float32
    Source:  TensorFlow's nn.moments: the mean square of the distance from the mean
    """
    del shift
    given = _floats("moments", x)
    value = _wide(given)
    over = static_axes(axes)
    mean = reduce_mean(value, over, keepdims=True)
    variance = reduce_mean(squared_difference(value, mean), over, keepdims=True)
    return _both(given, mean, variance, over, keepdims, name)


def _wide(x: Tensor) -> Tensor:
    return cast(x, dtypes.float32) if x.dtype is dtypes.float16 else x


def _both(
    given: Tensor,
    mean: Tensor,
    variance: Tensor,
    over: Any,
    keepdims: bool,
    name: str | None,
) -> tuple[Tensor, Tensor]:
    if not static_flag(keepdims, "keepdims"):
        if over is None:
            mean, variance = (reshape(value, []) for value in (mean, variance))
        elif over:
            mean, variance = (squeeze(value, over) for value in (mean, variance))
    return cast(mean, given.dtype, name), cast(variance, given.dtype, name)


def weighted_moments(
    x: Any,
    axes: Any,
    frequency_weights: Any,
    keepdims: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Return mean and variance along axes, where elements count as weights say.

    Args:
        x: Floats.
        axes: An axis or several.
        frequency_weights: How often each element counts; broadcast to `x`.
        keepdims: Keep the axes, with length 1.
        name: A name for the nodes.

    Shape:   any -> the same without the axes, or with 1 in their places; twice
    Dtype:   floats -> the same; float16 is computed in float32
    Source:  TensorFlow's nn.weighted_moments
    """
    given = _floats("weighted_moments", x)
    value = _wide(given)
    over = static_axes(axes)
    weights = multiply(as_tensor(frequency_weights, value.dtype), ones_like(value))
    total = reduce_sum(weights, over, keepdims=True)
    mean = divide(reduce_sum(multiply(weights, value), over, keepdims=True), total)
    squares = multiply(weights, squared_difference(value, mean))
    variance = divide(reduce_sum(squares, over, keepdims=True), total)
    return _both(given, mean, variance, over, keepdims, name)


def sufficient_statistics(
    x: Any,
    axes: Any,
    shift: Any = None,
    keepdims: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor, Tensor | None]:
    """Return what mean and variance along axes are made of; see `normalize_moments`.

    Args:
        x: Floats.
        axes: An axis or several.
        shift: A number near the mean, which is taken away first for precision; or None.
        keepdims: Keep the axes, with length 1.
        name: A name for the nodes.

    Returns:
        How many elements are taken together, their sum, the sum of their squares, and
        the shift.

    Shape:   any -> (), the same without the axes, twice, and that of the shift
    Dtype:   floats -> the same
    Source:  TensorFlow's nn.sufficient_statistics
    """
    value = _floats("sufficient_statistics", x)
    over, keeps = static_axes(axes), static_flag(keepdims, "keepdims")
    known = value.spec.shape
    taken = range(len(known or ())) if over is None else over
    if known is not None and all(known[axis] is not None for axis in taken):
        count = constant(math.prod(known[axis] or 0 for axis in taken), value.dtype)
    else:
        dims = shape_of(value, dtypes.int64)
        chosen = dims if over is None else stack([dims[axis] for axis in over])
        count = cast(reduce_prod(chosen), value.dtype)
    if shift is None:
        total, squares = value, square(value)
    else:
        shift = as_tensor(shift, value.dtype)
        total = subtract(value, shift)
        squares = squared_difference(value, shift)
    return (
        count,
        reduce_sum(total, over, keeps, name),
        reduce_sum(squares, over, keeps),
        shift,
    )


def normalize_moments(
    counts: Any, mean_ss: Any, variance_ss: Any, shift: Any, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Return mean and variance of what `sufficient_statistics` gives.

    Args:
        counts: How many elements were taken together.
        mean_ss: Their sums.
        variance_ss: The sums of their squares.
        shift: What was taken away from them, or None.
        name: A name for the nodes.

    Shape:   those of the sums
    Dtype:   floats -> the same
    Source:  TensorFlow's nn.normalize_moments
    """
    total = _floats("normalize_moments", mean_ss)
    n = as_tensor(counts, total.dtype)
    mean = divide(total, n)
    variance = subtract(divide(variance_ss, n), square(mean), name=name)
    return (mean if shift is None else add(mean, shift)), variance


def batch_normalization(
    x: Any,
    mean: Any,
    variance: Any,
    offset: Any,
    scale: Any,
    variance_epsilon: Any,
    name: str | None = None,
) -> Tensor:
    """Bring values to mean `offset` and standard deviation `scale`.

    Args:
        x: Floats.
        mean: What is taken away.
        variance: The square of what is divided by.
        offset: What is added, or None.
        scale: What is multiplied with, or None.
        variance_epsilon: A small number that is added to the variance.
        name: A name for the node.

    Shape:   any, with what broadcasts to it -> the same
    Dtype:   floats, promoted together
    Source:  Ioffe and Szegedy, 2015, "Batch normalization"; TensorFlow's
             nn.batch_normalization
    """
    value = _floats("batch_normalization", x)
    factor = rsqrt(add(as_tensor(variance), variance_epsilon))
    if scale is not None:
        factor = multiply(factor, scale)
    centred = multiply(subtract(value, mean), factor)
    if offset is not None:
        return add(centred, offset, name=name)
    return add(centred, 0, name=name) if name else centred


def layer_normalization(
    x: Any,
    axis: Any = -1,
    scale: Any = None,
    offset: Any = None,
    epsilon: float = 1e-5,
    name: str | None = None,
) -> Tensor:
    """Bring each element of a batch to mean 0 and variance 1, along axes of its own.

    Args:
        x: Floats.
        axis: An axis or several, those of one element.
        scale: What the result is multiplied with, or None.
        offset: What is added then, or None.
        epsilon: A small number that is added to the variance.
        name: A name for the node.

    Shape:   any -> the same; `scale` and `offset` broadcast to it
    Dtype:   floats -> the same
    Source:  Ba et al., 2016, "Layer normalization"
    """
    value = _floats("layer_normalization", x)
    mean, variance = moments(value, axis, keepdims=True)
    return batch_normalization(value, mean, variance, offset, scale, epsilon, name)


def group_normalization(
    x: Any,
    groups: Any,
    axis: Any = -1,
    scale: Any = None,
    offset: Any = None,
    epsilon: float = 1e-5,
    name: str | None = None,
) -> Tensor:
    """Bring groups of channels of each element of a batch to mean 0 and variance 1.

    Args:
        x: Floats, whose first axis is that of the batch.
        groups: How many groups there are.
        axis: The axis of the channels.
        scale: What each channel is multiplied with, or None.
        offset: What is added to each channel then, or None.
        epsilon: A small number that is added to the variance.
        name: A name for the node.

    Shape:   (batch, ..., channels, ...) -> the same; (channels,) for both parameters
    Dtype:   floats -> the same
    Raises:  ShapeError if the channels are not known while tracing, or not so many
             groups of equal size
    Source:  Wu and He, 2018, "Group normalization"
    """
    value = _floats("group_normalization", x)
    count = static_int(groups, "groups")
    rank = value.ndim or 0
    at = normalize_axis(static_int(axis, "axis"), rank)
    channels = None if value.ndim is None else value.shape[at]
    if not channels or count < 1 or channels % count or at == 0:
        raise ShapeError(
            f"group_normalization: {channels} channels along axis {axis} make no "
            f"{count} groups; the shape is {value.shape}.",
            origin=capture_exact(1),
            hint="The number of channels is known while tracing, and a multiple of "
            "groups; the first axis is that of the batch.",
        )
    sizes = shape_of(value)
    parts = [value.shape[i] or sizes[i] for i in range(rank)]
    cut = [*parts[:at], count, channels // count, *parts[at + 1 :]]
    apart = reshape(value, cut)
    over = [i for i in range(1, rank + 1) if i != at]
    mean, variance = moments(apart, over, keepdims=True)
    normal = batch_normalization(apart, mean, variance, None, None, epsilon)
    found = reshape(normal, parts)
    wide = [channels if i == at else 1 for i in range(rank)]
    if scale is not None:
        found = multiply(found, reshape(as_tensor(scale, value.dtype), wide))
    shift: Any = 0 if offset is None else reshape(as_tensor(offset, value.dtype), wide)
    return add(found, shift, name=name)


def local_response_normalization(
    input: Any,
    depth_radius: Any = 5,
    bias: Any = 1.0,
    alpha: Any = 1.0,
    beta: Any = 0.5,
    name: str | None = None,
) -> Tensor:
    """Divide by what the channels beside each have: (bias + alpha * squares) ** beta.

    Shape:   (batch, height, width, channels) -> the same
    Dtype:   floats -> the same
    Raises:  ShapeError if the number of channels is not known while tracing
    Source:  Krizhevsky et al., 2012, section 3.3; TensorFlow's
             nn.local_response_normalization
    """
    value = _floats("local_response_normalization", input)
    radius = static_int(depth_radius, "depth_radius")
    if value.ndim != 4 or value.shape[-1] is None:
        raise ShapeError(
            f"local_response_normalization: the shape is {value.shape}.",
            origin=capture_exact(1),
            hint="It is (batch, height, width, channels), the last one known.",
        )
    channels = value.shape[-1]
    around = pad(square(value), [[0, 0], [0, 0], [0, 0], [radius, radius]])
    total: Any = 0.0
    for start in range(2 * radius + 1):
        total = add(total, around[..., start : start + channels])
    return divide(value, power(add(multiply(total, alpha), bias), beta), name=name)


def bias_add(
    value: Any, bias: Any, data_format: Any = None, name: str | None = None
) -> Tensor:
    """Add a number to each channel.

    Args:
        value: What is added to.
        bias: A vector, with a number for each channel.
        data_format: `NC...` if channels are second, otherwise they are last.
        name: A name for the node.

    Shape:   (..., channels), (channels,) -> the first
    Dtype:   numbers, promoted together
    Raises:  ShapeError if the bias is no vector, or of another length
    Source:  TensorFlow's nn.bias_add
    """
    x, b = as_tensor(value), as_tensor(bias)
    if data_format is not None and not str(data_format).startswith("N"):
        raise InvalidArgumentError(
            f"bias_add: data_format is {data_format!r}.",
            origin=capture_exact(1),
            hint="It is N...C, or NC... where channels are second.",
        )
    is_first = data_format is not None and str(data_format).startswith("NC")
    rank = x.ndim
    if b.ndim not in (1, None) or (is_first and rank is None) or rank == 0:
        raise ShapeError(
            f"bias_add: the bias has the shape {b.shape}, the value {x.shape}.",
            origin=capture_exact(1),
            hint="The bias is a vector; with NC... the rank of the value is known.",
        )
    channels = None if x.ndim is None else x.shape[1 if is_first else -1]
    n_biases = None if b.ndim is None else b.shape[0]
    if None not in (channels, n_biases) and channels != n_biases:
        raise ShapeError(
            f"bias_add: {n_biases} numbers are added to {channels} channels.",
            origin=capture_exact(1),
            hint="Give one for each channel.",
        )
    if is_first:
        b = reshape(b, [-1, *[1] * (rank - 2)])  # type: ignore[operator]
    return add(x, b, name=name)


def embedding_lookup(
    params: Any, ids: Any, max_norm: Any = None, name: str | None = None
) -> Tensor:
    """Return rows of a table.

    Args:
        params: A table, or a higher array of which slices are taken.
        ids: The numbers of rows.
        max_norm: Rows with a larger norm are brought to this one.
        name: A name for the node.

    Shape:   (n, ...), any -> (any, ...)
    Dtype:   any, integers -> the first
    Raises:  InvalidArgumentError when this runs, if there is no such row
    Source:  TensorFlow's nn.embedding_lookup
    """
    rows: Tensor = gather(params, ids, name=name if max_norm is None else None)
    if max_norm is None:
        return rows
    rank, n_ids = rows.ndim, as_tensor(ids).ndim
    if rank is None or n_ids is None:
        raise ShapeError(
            "embedding_lookup: max_norm needs ranks that are known while tracing.",
            origin=capture_exact(1),
            hint="Give an input signature with the ranks, such as "
            "ag.TensorSpec([None], ag.int64).",
        )
    return clip_by_norm(rows, max_norm, list(range(n_ids, rank)), name)


lrn = local_response_normalization

__all__ = [
    "batch_normalization",
    "bias_add",
    "embedding_lookup",
    "group_normalization",
    "layer_normalization",
    "local_response_normalization",
    "lrn",
    "moments",
    "normalize_moments",
    "sufficient_statistics",
    "weighted_moments",
]
NAMESPACES = {"ag.nn": __all__}
