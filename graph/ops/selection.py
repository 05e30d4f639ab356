"""Elements chosen by condition or by number: where, gather."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import apply, as_tensor, is_python_number
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import define
from graph.ops.arguments import alike, array_of, promote, result, static_int
from graph.shapes import normalize_axis
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _infer_where(condition: TensorSpec, x: TensorSpec, y: TensorSpec) -> TensorSpec:
    if not condition.dtype.is_bool:
        raise DTypeError(
            f"the condition is {condition.dtype}, not bool.",
            hint="Compare, such as `x != 0`.",
        )
    dtype = promote(x.dtype, y.dtype, what="x and y")
    return TensorSpec(shapes.broadcast(condition.shape, x.shape, y.shape), dtype)


def _where(condition: Any, x: Any, y: Any) -> Any:
    chosen = array_of(condition)
    if chosen.dtype.kind != "b":
        raise TypeError("condition")
    texts = [array_of(v).dtype.kind == "O" for v in (x, y)]
    if any(texts):
        if not all(texts):
            raise TypeError("text and numbers")
        x, y = array_of(x), array_of(y)
    return np.where(chosen, x, y)


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Any:
    """Choose element by element: `x` where the condition is true, else `y`.

    Args:
        condition: Truth values.
        x: What to take where it is true.
        y: What to take where it is false.
        name: A name for the node.

    Returns:
        The choice; without `x` and `y`, the indices of the true elements, one row
        for each.

    Shape:   all three broadcast together; without x and y, (...) -> (n, rank)
    Dtype:   bool, any, any -> `x` and `y` promoted together; or int64
    Raises:  ShapeError if they do not broadcast
    Source:  specification, where; numpy.where, numpy.argwhere
    """
    if x is None and y is None:
        return apply(_ARGWHERE, (condition,), {}, name)
    if x is None or y is None:
        raise DTypeError("where takes both x and y, or neither.")
    if is_python_number(x) and is_python_number(y):
        x, y = alike((as_tensor(x), as_tensor(y)))
    return apply(_WHERE, (condition, x, y), {}, name)


_WHERE = define(
    "where",
    inputs=("condition", "x", "y"),
    infer=_infer_where,
    kernel=_where,
    doc=where.__doc__,
    is_elementwise=True,
    type_name="SelectV2",
)

_ARGWHERE = define(
    "argwhere",
    inputs=("condition",),
    infer=lambda x: TensorSpec((None, x.rank), dtypes.int64),
    kernel=lambda x: np.argwhere(array_of(x)).astype(np.int64, copy=False),
    doc="The indices of the elements that are not zero, one row for each.",
    type_name="Where",
)


def _infer_gather(
    params: TensorSpec, indices: TensorSpec, *, axis: int, batch_dims: int
) -> TensorSpec:
    if not dtypes.strengthen(indices.dtype).is_integer:
        raise DTypeError(
            f"the indices are {indices.dtype}, not integers.",
            hint="Convert with ag.cast first.",
        )
    if params.shape is None or indices.shape is None:
        return TensorSpec(None, params.dtype)
    axis = normalize_axis(axis, len(params.shape))
    batch = shapes.normalize_axis(batch_dims, len(indices.shape) + 1)
    if batch > axis:
        raise ShapeError(f"batch_dims is {batch}, beyond axis {axis}.")
    for i in range(batch):
        if not shapes.is_compatible(params.shape[i : i + 1], indices.shape[i : i + 1]):
            raise ShapeError(f"the lengths of batch axis {i} differ.")
    return TensorSpec(
        (*params.shape[:axis], *indices.shape[batch:], *params.shape[axis + 1 :]),
        params.dtype,
    )


def _gather(params: Any, indices: Any, *, axis: int, batch_dims: int) -> Any:
    params, indices = array_of(params), array_of(indices)
    if indices.dtype.kind not in "iu":
        raise TypeError("indices")
    axis = normalize_axis(axis, params.ndim)
    batch = normalize_axis(batch_dims, indices.ndim + 1)
    check_indices(indices, params.shape[axis])
    if not batch:
        return np.take(params, indices, axis)
    if batch > axis or params.shape[:batch] != indices.shape[:batch]:
        raise ValueError("batch_dims")
    moved = np.moveaxis(params, axis, batch)
    grid = list(np.ogrid[tuple(slice(n) for n in indices.shape[:batch])])
    n_more = indices.ndim - batch
    grid = [axis.reshape(axis.shape + (1,) * n_more) for axis in grid]
    chosen = moved[(*grid, indices)]
    # (batch, indices, before, after) -> (batch, before, indices, after)
    return np.moveaxis(
        chosen,
        tuple(range(batch, batch + n_more)),
        tuple(range(axis, axis + n_more)),
    )


def check_indices(indices: Any, length: int) -> None:
    """Check that indices are in range; negative ones are not.

    Raises:
        InvalidArgumentError: One is not.
    """
    if not indices.size or (indices.min() >= 0 and indices.max() < length):
        return
    bad = np.argwhere((indices < 0) | (indices >= length))[0]
    place = ", ".join(map(str, bad.tolist()))
    raise InvalidArgumentError(
        f"indices[{place}] = {indices[tuple(bad)]} is not in [0, {length})."
    )


def gather(
    params: Any,
    indices: Any,
    axis: Any = 0,
    batch_dims: Any = 0,
    name: str | None = None,
) -> Tensor:
    """Take the slices of `params` that `indices` number, along an axis.

    Args:
        params: What to take from.
        indices: Integers from 0.
        axis: The axis that they number.
        batch_dims: How many leading axes the two have in common, gathered each by
            itself.
        name: A name for the node.

    Shape:   (..., n, ...), indices (i, j) -> (..., i, j, ...)
    Dtype:   any, integers -> that of `params`
    Raises:  InvalidArgumentError if an index is out of range when this runs
    Source:  specification, gather; numpy.take
    """
    attrs = {
        "axis": static_int(axis, "axis"),
        "batch_dims": static_int(batch_dims, "batch_dims"),
    }
    return result(_GATHER, (params, indices), attrs, name)


_GATHER = define(
    "gather",
    inputs=("params", "indices"),
    attrs={"axis": 0, "batch_dims": 0},
    infer=_infer_gather,
    kernel=_gather,
    doc=gather.__doc__,
    type_name="GatherV2",
)

__all__ = ["gather", "where"]
