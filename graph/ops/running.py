"""Along one axis: running extremes, running log-sum-exp."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.dispatch import apply, as_tensor
from graph.op import REQUIRED, ZERO, define
from graph.ops.arguments import (
    result,
    static_flag,
    static_int,
    total_size,
)
from graph.ops.gradients import reductions as rules
from graph.ops.ordering import checked_kind, ordered_kind
from graph.shapes import normalize_axis
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _infer_places(x: TensorSpec, *, axis: int, is_max: bool) -> TensorSpec:
    ordered_kind(x, "biuf", "running extreme")
    if x.shape is not None:
        normalize_axis(axis, len(x.shape))
    return TensorSpec(x.shape, dtypes.int64)


def _places(x: Any, *, axis: int, is_max: bool) -> Any:
    rows = np.moveaxis(checked_kind(x, "biuf"), axis, 0)
    if not rows.size:
        return np.zeros(np.shape(x), np.int64)
    best = (np.maximum if is_max else np.minimum).accumulate(rows)
    # A new extreme differs from the one before it; nan differs from all but nan.
    is_new = np.ones(rows.shape, np.bool_)
    is_new[1:] = (best[1:] != best[:-1]) & (best[:-1] == best[:-1])
    numbers = np.arange(len(rows)).reshape([-1] + [1] * (rows.ndim - 1))
    found = np.maximum.accumulate(np.where(is_new, numbers, 0))
    return np.moveaxis(found, 0, axis).astype(np.int64, copy=False)


_PLACES = define(
    "running_extreme_places",
    is_public=False,
    gradient=ZERO,
    inputs=("x",),
    attrs={"axis": REQUIRED, "is_max": REQUIRED},
    infer=_infer_places,
    kernel=_places,
    doc="Where the largest, or smallest, element so far is; of equals, the first.",
    work=total_size,
)


def cummax(
    x: Any, axis: Any = 0, reverse: bool = False, name: str | None = None
) -> Tensor:
    """Return the largest element so far along an axis; nan stays.

    Args:
        x: Real numbers.
        axis: Which axis.
        reverse: Begin at the end.
        name: A name for the last node.

    Shape:   any -> the same
    Dtype:   bool, integers, floats -> the same; of equals the first has the gradient
    Raises:  ShapeError if there is no such axis
    Source:  numpy.maximum.accumulate
    """
    return _extreme(x, axis, reverse, name, is_max=True)


def cummin(
    x: Any, axis: Any = 0, reverse: bool = False, name: str | None = None
) -> Tensor:
    """Return the smallest element so far along an axis; nan stays.

    Args:
        x: Real numbers.
        axis: Which axis.
        reverse: Begin at the end.
        name: A name for the last node.

    Shape:   any -> the same
    Dtype:   bool, integers, floats -> the same; of equals the first has the gradient
    Raises:  ShapeError if there is no such axis
    Source:  numpy.minimum.accumulate
    """
    return _extreme(x, axis, reverse, name, is_max=False)


def _extreme(x: Any, axis: Any, reverse: Any, name: Any, *, is_max: bool) -> Tensor:
    from graph import ops  # which are made of this module, too

    axis = static_int(axis, "axis")
    reverse = static_flag(reverse, "reverse")
    turned = ops.reverse(x, [axis]) if reverse else as_tensor(x)
    places = apply(_PLACES, (turned,), {"axis": axis, "is_max": is_max})
    found = ops.take_along_axis(turned, places, axis, None if reverse else name)
    return ops.reverse(found, [axis], name) if reverse else found


def _infer_logsumexp(x: TensorSpec, *, axis: int) -> TensorSpec:
    dtype = ordered_kind(x, "f", "cumulative_logsumexp")
    if x.shape is not None:
        normalize_axis(axis, len(x.shape))
    return TensorSpec(x.shape, dtype)


_CUMULATIVE_LOGSUMEXP = define(
    "cumulative_logsumexp",
    is_public=False,
    gradient=rules.cumulative_logsumexp,
    inputs=("x",),
    attrs={"axis": 0},
    infer=_infer_logsumexp,
    kernel=lambda x, *, axis: np.logaddexp.accumulate(checked_kind(x, "f"), axis),
    doc="The logarithm of the running sums of exp(x) along an axis.",
    work=total_size,
)


def cumulative_logsumexp(
    x: Any,
    axis: Any = 0,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Return log(cumsum(exp(x))) along an axis, without overflow.

    Args:
        x: Floats.
        axis: Which axis.
        exclusive: Leave each element out of its own sum; the first is -infinity.
        reverse: Begin at the end.
        name: A name for the last node.

    Shape:   any -> the same
    Dtype:   floats -> the same
    Raises:  ShapeError if there is no such axis
    Source:  TensorFlow's math.cumulative_logsumexp; numpy.logaddexp.accumulate
    """
    from graph import ops  # which are made of this module, too

    axis = static_int(axis, "axis")
    reverse = static_flag(reverse, "reverse")
    turned = ops.reverse(x, [axis]) if reverse else as_tensor(x)
    found = result(_CUMULATIVE_LOGSUMEXP, (turned,), {"axis": axis})
    if static_flag(exclusive, "exclusive"):
        before = (slice(None),) * _place(found, axis)
        edge = ops.zeros_like(turned[(*before, slice(0, 1))]) - float("inf")
        found = ops.concat([edge, found[(*before, slice(None, -1))]], axis)
    return ops.identity(ops.reverse(found, [axis]) if reverse else found, name)


def _place(x: Tensor, axis: int) -> int:
    from graph.ops.gradients.structural import rank_of_value

    return normalize_axis(axis, rank_of_value(x, "along an axis"))


__all__ = ["cummax", "cummin", "cumulative_logsumexp"]
NAMESPACES = {"ag.math": __all__}
