"""Elements chosen by condition or by number: where, gather."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import apply, as_tensor, is_python_number
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import ZERO, always, define
from graph.ops.arguments import (
    alike,
    array_of,
    check_scalars,
    constant_value,
    integer_type,
    promote,
    result,
    run_time_count,
    static_int,
    total_size,
)
from graph.ops.gradients import structural as rules
from graph.ops.indexing import getitem
from graph.ops.joining import unstack
from graph.origin import capture_exact
from graph.shapes import normalize_axis
from graph.specs import TensorSpec, spec_of
from graph.tensor import Tensor


def _infer_where(condition: TensorSpec, x: TensorSpec, y: TensorSpec) -> TensorSpec:
    if not condition.dtype.is_bool:
        hint = "Compare, such as `x != 0`."
        raise DTypeError(f"the condition is {condition.dtype}, not bool.", hint=hint)
    dtype = promote(x.dtype, y.dtype, what="x and y")
    return TensorSpec(shapes.broadcast(condition.shape, x.shape, y.shape), dtype)


def _where(condition: Any, x: Any, y: Any) -> Any:
    if not isinstance(condition, bool) and condition.dtype.kind != "b":
        raise TypeError("condition")
    if type(x) is type(y) is np.ndarray and not (
        x.dtype.hasobject or y.dtype.hasobject
    ):
        return np.where(condition, x, y)
    kinds = [_kind(x), _kind(y)]
    if "O" in kinds:
        if kinds != ["O", "O"]:
            raise TypeError("text and numbers")
        x, y = array_of(x), array_of(y)
    elif not any(kinds):
        # NumPy would give int64 and float64.
        x = promote(spec_of(x).dtype, spec_of(y).dtype).numpy.type(x)
    return np.where(condition, x, y)


def _kind(value: Any) -> str:
    """Return the kind of a value's dtype, nothing for a Python number."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.dtype.kind
    return "O" if isinstance(value, bytes) else ""


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
        raise DTypeError(
            "where takes both x and y, or neither.",
            hint="Give what to take where the condition is true, and where it is not.",
        )
    if is_python_number(x) and is_python_number(y):
        x, y = alike((x, y))
    return apply(_WHERE, (condition, x, y), {}, name)


_WHERE = define(
    "where",
    gradient=rules.where,
    inputs=("condition", "x", "y"),
    infer=_infer_where,
    kernel=_where,
    doc=where.__doc__,
    is_elementwise=True,
    type_name="SelectV2",
)

_ARGWHERE = define(
    "argwhere",
    gradient=ZERO,
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
        raise ShapeError(
            f"batch_dims is {batch}, beyond axis {axis}.",
            hint="The batch axes come before the axis that is gathered along.",
        )
    for i in range(batch):
        if not shapes.is_compatible(params.shape[i : i + 1], indices.shape[i : i + 1]):
            raise ShapeError(
                f"the lengths of batch axis {i} differ.",
                hint="The leading batch_dims axes of both must be equally long.",
            )
    return TensorSpec(
        (*params.shape[:axis], *indices.shape[batch:], *params.shape[axis + 1 :]),
        params.dtype,
    )


def _gather(params: Any, indices: Any, *, axis: int, batch_dims: int) -> Any:
    params, indices = array_of(params), array_of(indices)
    if indices.dtype.kind not in "iu":
        raise TypeError("indices")
    check_indices(indices, params.shape[axis])
    if not batch_dims:
        return np.take(params, indices, axis)
    axis = normalize_axis(axis, params.ndim)
    batch = normalize_axis(batch_dims, indices.ndim + 1)
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
    if not indices.dtype.isnative:
        indices = indices.astype(indices.dtype.newbyteorder("="))
    # Read without its sign, a negative index is larger than any length.
    unsigned = indices.view(_UNSIGNED.get(indices.dtype.char, indices.dtype))
    if not indices.size or np.maximum.reduce(unsigned, axis=None) < length:
        return
    bad = np.argwhere((indices < 0) | (indices >= length))[0]
    place = ", ".join(map(str, bad.tolist()))
    raise InvalidArgumentError(
        f"indices[{place}] = {indices[tuple(bad)]} is not in [0, {length}).",
        hint="Indices of ag.gather count from 0, and not from the end.",
    )


_UNSIGNED = dict(zip("bhilq", map(np.dtype, "BHILQ"), strict=True))


def gather(
    params: Any,
    indices: Any,
    axis: Any = None,
    batch_dims: Any = 0,
    name: str | None = None,
) -> Tensor:
    """Take the slices of `params` that `indices` number, along an axis.

    Args:
        params: What to take from.
        indices: Integers from 0.
        axis: The axis that they number, by default the first after the batch axes.
        batch_dims: How many leading axes the two have in common, gathered each by
            itself; from the rank of `indices` down if negative.
        name: A name for the node.

    Shape:   (..., n, ...), indices (i, j) -> (..., i, j, ...)
    Dtype:   any, integers -> that of `params`
    Raises:  InvalidArgumentError if an index is out of range when this runs
    Source:  specification, gather; numpy.take
    """
    batch = static_int(batch_dims, "batch_dims")
    if batch < 0:
        indices = as_tensor(indices)
        if indices.ndim is None:
            raise ShapeError(
                f"gather: batch_dims is {batch}, and the rank of {indices} not known.",
                origin=capture_exact(1),
                hint="Count the batch axes from the first one.",
            )
        batch = normalize_axis(batch, indices.ndim)
    attrs = {
        "axis": batch if axis is None else static_int(axis, "axis"),
        "batch_dims": batch,
    }
    return result(_GATHER, (params, indices), attrs, name)


_GATHER = define(
    "gather",
    gradient=rules.gather,
    can_fail=always,
    inputs=("params", "indices"),
    attrs={"axis": 0, "batch_dims": 0},
    infer=_infer_gather,
    kernel=_gather,
    doc=gather.__doc__,
    type_name="GatherV2",
)


def nonzero(x: Any, name: str | None = None) -> list[Tensor]:
    """Return the indices of the elements that are not zero, one vector for each axis.

    Shape:   (n_0, ..., n_k) -> (m,) for each axis
    Dtype:   any -> int64
    Raises:  ShapeError if the rank is not known
    Source:  array API, nonzero
    """
    value = as_tensor(x)
    if not value.ndim:
        known = "not known" if value.ndim is None else "0"
        raise ShapeError(
            f"nonzero: the rank of {value} is {known}.",
            hint="There is one vector of indices for each axis: see ag.reshape.",
        )
    return unstack(result(_ARGWHERE, (value,), {}, name), value.ndim, axis=1)


def boolean_mask(
    tensor: Any, mask: Any, axis: Any = 0, name: str | None = None
) -> Tensor:
    """Keep the elements where the mask is true.

    Args:
        tensor: What to choose from.
        mask: Truth values; its axes are those of `tensor` from `axis` on.
        axis: The first axis that the mask covers.
        name: A name for the node.

    Shape:   (..., n_i, n_j, ...), mask (n_i, n_j) -> (..., m, ...)
    Dtype:   any, bool -> that of `tensor`
    Raises:  IndexingError if the shapes do not fit
    Source:  TensorFlow's boolean_mask
    """
    chosen = as_tensor(mask)
    if not chosen.dtype.is_bool:
        raise DTypeError(
            f"boolean_mask: the mask is {chosen.dtype}, not bool.",
            hint="Compare, such as `x != 0`.",
        )
    if chosen.ndim == 0:
        raise ShapeError(
            "boolean_mask: the mask is a scalar.",
            hint="Use `if`, or ag.where, for a single condition.",
        )
    place, tensor = static_int(0 if axis is None else axis, "axis"), as_tensor(tensor)
    if place < 0:
        rank = rules.rank_of_value(tensor, "to count from its end")
        place = normalize_axis(place, rank)
    return getitem(tensor, (*[slice(None)] * place, chosen), name)


def _infer_take_along_axis(
    x: TensorSpec, indices: TensorSpec, *, axis: int
) -> TensorSpec:
    if not dtypes.strengthen(indices.dtype).is_integer:
        raise DTypeError(
            f"the indices are {indices.dtype}, not integers.",
            hint="Convert with ag.cast first.",
        )
    if x.shape is None or indices.shape is None:
        return TensorSpec(indices.shape, x.dtype)
    if len(x.shape) != len(indices.shape):
        raise ShapeError("the ranks differ.", hint="Indices have the rank of `x`.")
    axis = normalize_axis(axis, len(x.shape))
    rest = shapes.broadcast(
        tuple(1 if i == axis else dim for i, dim in enumerate(x.shape)),
        tuple(1 if i == axis else dim for i, dim in enumerate(indices.shape)),
    )
    assert rest is not None  # both ranks are known
    return TensorSpec((*rest[:axis], indices.shape[axis], *rest[axis + 1 :]), x.dtype)


def take_along_axis(
    x: Any, indices: Any, axis: Any = -1, name: str | None = None
) -> Tensor:
    """Take elements by their places along an axis, as argsort gives them.

    Shape:   (..., n, ...), (..., m, ...) -> (..., m, ...); the others broadcast
    Dtype:   any, integers -> that of `x`
    Raises:  IndexError if a place is out of bounds when this runs
    Source:  array API, take_along_axis; numpy.take_along_axis
    """
    attrs = {"axis": static_int(axis, "axis")}
    return result(_TAKE_ALONG_AXIS, (x, indices), attrs, name)


_TAKE_ALONG_AXIS = define(
    "take_along_axis",
    gradient=rules.take_along_axis,
    can_fail=always,
    inputs=("x", "indices"),
    attrs={"axis": -1},
    infer=_infer_take_along_axis,
    kernel=lambda x, indices, *, axis: np.take_along_axis(
        array_of(x), array_of(indices), axis
    ),
    doc=take_along_axis.__doc__,
)


def _infer_one_hot(
    indices: TensorSpec,
    on_value: TensorSpec,
    off_value: TensorSpec,
    *given: TensorSpec,
    depth: int | None,
    axis: int,
) -> TensorSpec:
    if not dtypes.strengthen(indices.dtype).is_integer:
        raise DTypeError(
            f"the indices are {indices.dtype}, not integers.",
            hint="Convert with ag.cast first.",
        )
    check_scalars(on_value, off_value)
    dtype = promote(on_value.dtype, off_value.dtype)
    if indices.shape is None:
        return TensorSpec(None, dtype)
    place = normalize_axis(axis, len(indices.shape) + 1)
    return TensorSpec((*indices.shape[:place], depth, *indices.shape[place:]), dtype)


def _one_hot(
    indices: Any, on_value: Any, off_value: Any, *given: Any, depth: Any, axis: int
) -> Any:
    places = array_of(indices)
    if places.dtype.kind not in "iu" or np.ndim(on_value) or np.ndim(off_value):
        raise TypeError("operands")
    length = int(given[0]) if depth is None else depth
    if length < 0:
        hint = "Dimensions are integers from 0."
        raise ShapeError(f"the depth is {length}.", hint=hint)
    numbers = np.arange(length)
    column = [1] * (places.ndim + 1)
    column[axis] = -1
    is_on = np.expand_dims(places, axis) == numbers.reshape(column)
    return np.where(is_on, array_of(on_value), array_of(off_value))


def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: Any = -1,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Mark the place that each index numbers along a new axis.

    Args:
        indices: Integers; those out of range mark nothing.
        depth: The length of the new axis.
        on_value: What stands at the place, 1 by default.
        off_value: What stands elsewhere, 0 by default.
        axis: Where the new axis is in the result.
        dtype: By default that of the values, or float32.
        name: A name for the node.

    Shape:   (..., ...) -> (..., depth, ...)
    Dtype:   integers -> `dtype`
    Source:  TensorFlow's one_hot
    """
    if dtype is None and on_value is None and off_value is None:
        dtype = dtypes.float32
    on, off = alike((1 if on_value is None else on_value,
                     0 if off_value is None else off_value))  # fmt: skip
    if dtype is not None:
        on, off = as_tensor(on, dtype), as_tensor(off, dtype)
    known = constant_value(depth)
    given = (run_time_count(depth, "depth"),) if known is None else ()
    attrs = {
        "depth": None if known is None else static_int(known, "depth"),
        "axis": static_int(axis, "axis"),
    }
    return result(_ONE_HOT, (indices, on, off, *given), attrs, name)


_ONE_HOT = define(
    "one_hot",
    gradient=rules.one_hot,
    inputs=("indices", "on_value", "off_value", "given"),
    attrs={"depth": None, "axis": -1},
    infer=_infer_one_hot,
    kernel=_one_hot,
    doc=one_hot.__doc__,
)


def _infer_unique(x: TensorSpec, *, out_idx: DType) -> tuple[TensorSpec, TensorSpec]:
    if x.rank not in (1, None):
        raise ShapeError("unique takes a vector.", hint="See ag.reshape(x, [-1]).")
    length = None if x.shape is None else x.shape[0]
    return TensorSpec((None,), x.dtype), TensorSpec((length,), out_idx)


def _unique(x: Any, *, out_idx: DType) -> tuple[Any, Any]:
    array = array_of(x)
    if array.ndim != 1:
        raise ValueError(f"rank {array.ndim}")
    values, first, inverse = np.unique(
        array, return_index=True, return_inverse=True, equal_nan=False
    )
    order = np.argsort(first, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(order.size)
    return values[order], place[inverse.reshape(-1)].astype(out_idx.numpy)


def unique(
    x: Any, out_idx: Any = dtypes.int32, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Return the different values in the order in which they come, and their places.

    Args:
        x: A vector.
        out_idx: The type of the places.
        name: A name for the node.

    Returns:
        `y, idx` such that `y[idx]` is `x`.

    Shape:   (n,) -> (m,), (n,)
    Dtype:   any -> the same, `out_idx`; each nan is a value of its own
    Raises:  ShapeError if `x` is not a vector
    Source:  TensorFlow's unique
    """
    attrs = {"out_idx": integer_type(out_idx, "out_idx")}
    values, places = apply(_UNIQUE, (x,), attrs, name)
    return values, places


_UNIQUE = define(
    "unique",
    gradient=rules.unique,
    inputs=("x",),
    attrs={"out_idx": dtypes.int32},
    infer=_infer_unique,
    kernel=_unique,
    doc=unique.__doc__,
    work=total_size,
)

__all__ = [
    "boolean_mask",
    "gather",
    "nonzero",
    "one_hot",
    "take_along_axis",
    "unique",
    "where",
]
NAMESPACES = {"ag": __all__}
