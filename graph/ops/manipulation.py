"""Shapes changed, elements kept: reshape, transpose, concat, stack and their kin."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import apply, as_tensor, register_method
from graph.dtypes import DType
from graph.errors import ShapeError
from graph.op import REQUIRED, define
from graph.ops.arguments import (
    alike,
    array_of,
    normalize_axes,
    promote,
    result,
    result_as_given,
    run_time_shape,
    split_shape,
    static_axes,
    static_int,
    total_size,
)
from graph.origin import capture_exact
from graph.shapes import Dim, Shape, normalize_axis
from graph.specs import TensorSpec
from graph.tensor import Tensor


def shape(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> Tensor:
    """Return the shape as a vector: that of the value when the graph runs.

    Shape:   any -> (rank,)
    Dtype:   any -> `out_type`
    Source:  specification, shape
    """
    value = as_tensor(input)
    dtype = dtypes.as_dtype(out_type)
    if shapes.is_static(value.shape):
        return as_tensor(np.array(value.shape, dtype.numpy))
    return result(_SHAPE, (value,), {"dtype": dtype}, name)


_SHAPE = define(
    "shape",
    inputs=("input",),
    attrs={"dtype": dtypes.int32},
    infer=lambda x, *, dtype: TensorSpec((x.rank,), dtype),
    kernel=lambda x, *, dtype: np.array(np.shape(x), dtype.numpy),
    doc=shape.__doc__,
    work=0.0,
)


def size(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> Tensor:
    """Return the number of elements of the value when the graph runs.

    Shape:   any -> ()
    Dtype:   any -> `out_type`
    Source:  TensorFlow's size
    """
    value = as_tensor(input)
    dtype = dtypes.as_dtype(out_type)
    if value.size is not None:
        return as_tensor(np.array(value.size, dtype.numpy))
    return result(_SIZE, (value,), {"dtype": dtype}, name)


_SIZE = define(
    "size",
    inputs=("input",),
    attrs={"dtype": dtypes.int32},
    infer=lambda x, *, dtype: TensorSpec((), dtype),
    kernel=lambda x, *, dtype: dtype.numpy.type(np.size(x)),
    doc=size.__doc__,
    work=0.0,
)


def rank(input: Any, name: str | None = None) -> Tensor:
    """Return the number of dimensions of the value when the graph runs.

    Shape:   any -> ()
    Dtype:   any -> int32
    Source:  TensorFlow's rank
    """
    value = as_tensor(input)
    if value.ndim is not None:
        return as_tensor(np.array(value.ndim, np.int32))
    return result(_RANK, (value,), {}, name)


_RANK = define(
    "rank",
    inputs=("input",),
    infer=lambda x: TensorSpec((), dtypes.int32),
    kernel=lambda x: np.int32(np.ndim(x)),
    doc=rank.__doc__,
    work=0.0,
)


def _infer_reshape(x: TensorSpec, *dims: TensorSpec, shape: Shape) -> TensorSpec:
    if shape is None:
        return TensorSpec(None, x.dtype)
    size = shapes.size_of(x.shape)
    free = [i for i, dim in enumerate(shape) if dim == -1]
    known = math.prod(dim for dim in shape if dim not in (None, -1))
    if len(free) > 1 or any(dim is not None and dim < -1 for dim in shape):
        raise ShapeError(
            f"{shapes.show(shape)} is no shape.",
            hint="Dimensions are integers from 0; one of them may be -1: what is left.",
        )
    if None in shape or size is None:
        return TensorSpec(tuple(None if dim == -1 else dim for dim in shape), x.dtype)
    if (size % known if free and known else size != known) if known or not free else 1:
        raise ShapeError(
            f"{size} elements cannot have the shape {shapes.show(shape)}.",
            hint="The product of the dimensions must stay the same.",
        )
    return TensorSpec(
        tuple(size // known if dim == -1 else dim for dim in shape), x.dtype
    )


def _reshape(x: Any, *dims: Any, shape: Shape) -> Any:
    return array_of(x).reshape(run_time_shape(dims, shape))


def reshape(tensor: Any, shape: Any, name: str | None = None) -> Tensor:
    """Give the elements another shape, in the same order.

    Args:
        tensor: Any tensor.
        shape: Integers, symbolic ones among them, or a vector of them; one may be
            -1, which stands for what is left.
        name: A name for the node.

    Shape:   any -> `shape`, of as many elements
    Dtype:   any -> the same
    Raises:  ShapeError if the number of elements differs
    Source:  TensorFlow's reshape; numpy.reshape
    """
    dims, static = split_shape(shape)
    operands = (as_tensor(tensor), *dims)
    return result_as_given(_RESHAPE, operands, {"shape": static}, name)


_RESHAPE = define(
    "reshape",
    inputs=("tensor", "dims"),
    attrs={"shape": REQUIRED},
    infer=_infer_reshape,
    kernel=_reshape,
    doc=reshape.__doc__,
    may_alias=True,
)


def _infer_transpose(x: TensorSpec, *, perm: tuple[int, ...] | None) -> TensorSpec:
    if x.shape is None:
        return TensorSpec(None if perm is None else (None,) * len(perm), x.dtype)
    if perm is None:
        return TensorSpec(x.shape[::-1], x.dtype)
    if sorted(normalize_axes(perm, len(x.shape))) != list(range(len(x.shape))):
        raise ShapeError(
            f"perm {perm} does not name every axis of rank {len(x.shape)} once.",
            hint="perm[i] is the axis of the input that becomes axis i.",
        )
    return TensorSpec(tuple(x.shape[axis] for axis in perm), x.dtype)


def transpose(a: Any, perm: Any = None, name: str | None = None) -> Tensor:
    """Put the axes into another order, reversed by default.

    Shape:   (n_0, ..., n_k) -> (n_perm[0], ..., n_perm[k])
    Dtype:   any -> the same
    Raises:  ShapeError if `perm` is not a permutation of the axes
    Source:  specification, transpose; numpy.transpose
    """
    attrs = {"perm": static_axes(perm, "perm")}
    return result(_TRANSPOSE, (as_tensor(a),), attrs, name)


_TRANSPOSE = define(
    "transpose",
    inputs=("a",),
    attrs={"perm": None},
    infer=_infer_transpose,
    kernel=lambda x, *, perm: array_of(x).transpose(perm),
    doc=transpose.__doc__,
    may_alias=True,
    work=0.0,
)
register_method("transpose", transpose)


def _infer_expand_dims(x: TensorSpec, *, axis: tuple[int, ...]) -> TensorSpec:
    if x.shape is None:
        return TensorSpec(None, x.dtype)
    ndim = len(x.shape) + len(axis)
    places = normalize_axes(axis, ndim)
    rest = iter(x.shape)
    return TensorSpec(
        tuple(1 if i in places else next(rest) for i in range(ndim)), x.dtype
    )


def expand_dims(input: Any, axis: Any, name: str | None = None) -> Tensor:
    """Insert axes of length 1; `axis` says where they are in the result.

    Shape:   (..., n, ...) -> (..., 1, n, ...)
    Dtype:   any -> the same
    Raises:  ShapeError if there is no such place
    Source:  TensorFlow's expand_dims; numpy.expand_dims
    """
    attrs = {"axis": static_axes(axis)}
    return result(_EXPAND_DIMS, (as_tensor(input),), attrs, name)


_EXPAND_DIMS = define(
    "expand_dims",
    inputs=("input",),
    attrs={"axis": REQUIRED},
    infer=_infer_expand_dims,
    kernel=lambda x, *, axis: np.expand_dims(array_of(x), axis),
    doc=expand_dims.__doc__,
    may_alias=True,
    work=0.0,
)


def _infer_squeeze(x: TensorSpec, *, axis: tuple[int, ...] | None) -> TensorSpec:
    if x.shape is None or (axis is None and None in x.shape):
        return TensorSpec(None, x.dtype)
    if axis is None:
        return TensorSpec(tuple(dim for dim in x.shape if dim != 1), x.dtype)
    gone = normalize_axes(axis, len(x.shape))
    for i in gone:
        if x.shape[i] not in (1, None):
            raise ShapeError(
                f"axis {i} has length {x.shape[i]}, not 1.",
                hint="Only axes of length 1 can be taken away.",
            )
    return TensorSpec(
        tuple(dim for i, dim in enumerate(x.shape) if i not in gone), x.dtype
    )


def squeeze(input: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """Take axes of length 1 away: those named, or all.

    Shape:   (..., 1, n, ...) -> (..., n, ...)
    Dtype:   any -> the same
    Raises:  ShapeError if an axis named has another length
    Source:  TensorFlow's squeeze; numpy.squeeze
    """
    attrs = {"axis": static_axes(axis)}
    return result(_SQUEEZE, (as_tensor(input),), attrs, name)


_SQUEEZE = define(
    "squeeze",
    inputs=("input",),
    attrs={"axis": None},
    infer=_infer_squeeze,
    kernel=lambda x, *, axis: np.squeeze(array_of(x), axis),
    doc=squeeze.__doc__,
    may_alias=True,
    work=0.0,
)


def _joined_dtype(parts: Sequence[TensorSpec]) -> DType:
    if not parts:
        raise ShapeError("there is nothing to join.", hint="Give at least one tensor.")
    return promote(*(part.dtype for part in parts))


def _infer_concat(*values: TensorSpec, axis: int) -> TensorSpec:
    dtype = _joined_dtype(values)
    ranks = {value.rank for value in values if value.shape is not None}
    if not ranks:
        return TensorSpec(None, dtype)
    if len(ranks) > 1:
        raise ShapeError(
            "the ranks differ.",
            hint="All inputs need as many axes; see ag.expand_dims.",
        )
    ndim = cast("int", ranks.pop())
    axis = normalize_axis(axis, ndim)
    columns = [
        [None if value.shape is None else value.shape[i] for value in values]
        for i in range(ndim)
    ]
    return TensorSpec(
        tuple(
            _sum_of(dims) if i == axis else _one_of(dims, i)
            for i, dims in enumerate(columns)
        ),
        dtype,
    )


def _sum_of(dims: Sequence[Dim]) -> Dim:
    return None if None in dims else sum(cast("Sequence[int]", dims))


def _one_of(dims: Sequence[Dim], axis: int) -> Dim:
    known = {dim for dim in dims if dim is not None}
    if len(known) > 1:
        raise ShapeError(
            f"the lengths of axis {axis} differ: {', '.join(map(str, dims))}.",
            hint="Only the axis that is joined may differ.",
        )
    return known.pop() if known else None


def _concat(*values: Any, axis: int) -> Any:
    arrays = list(map(array_of, values))
    _refuse_mixed(arrays)
    return np.concatenate(arrays, axis)


def _refuse_mixed(arrays: Sequence[Any]) -> None:
    if len({array.dtype == object for array in arrays}) > 1:
        raise TypeError("text and numbers")


def concat(values: Any, axis: Any, name: str | None = None) -> Tensor:
    """Join tensors along an axis that they have.

    Shape:   (..., n_i, ...) for each -> (..., sum of n_i, ...); the others equal
    Dtype:   any; all are promoted together
    Raises:  ShapeError if the ranks or the other dimensions differ
    Source:  TensorFlow's concat; numpy.concatenate
    """
    attrs = {"axis": static_int(axis, "axis")}
    return result(_CONCAT, alike(_parts(values)), attrs, name)


def _parts(values: Any) -> Sequence[Any]:
    """Return the tensors of a list, or the rows of a tensor."""
    if isinstance(values, Tensor):
        return unstack(values)
    return list(values)


_CONCAT = define(
    "concat",
    inputs=("values",),
    attrs={"axis": REQUIRED},
    infer=_infer_concat,
    kernel=_concat,
    doc=concat.__doc__,
    variadic=True,
    work=total_size,
    type_name="ConcatV2",
)


def _infer_stack(*values: TensorSpec, axis: int) -> TensorSpec:
    dtype = _joined_dtype(values)
    known = [value.shape for value in values if value.shape is not None]
    if not known:
        return TensorSpec(None, dtype)
    if len(set(map(len, known))) > 1:
        raise ShapeError("the ranks differ.", hint="All inputs need the same shape.")
    common = [_one_of(dims, i) for i, dims in enumerate(zip(*known, strict=True))]
    axis = normalize_axis(axis, len(common) + 1)
    return TensorSpec((*common[:axis], len(values), *common[axis:]), dtype)


def _stack(*values: Any, axis: int) -> Any:
    arrays = list(map(array_of, values))
    _refuse_mixed(arrays)
    return np.stack(arrays, axis)


def stack(values: Any, axis: Any = 0, name: str | None = None) -> Tensor:
    """Join tensors of one shape along a new axis.

    Shape:   (...) for each of n -> (..., n, ...)
    Dtype:   any; all are promoted together
    Raises:  ShapeError if the shapes differ
    Source:  TensorFlow's stack; numpy.stack
    """
    attrs = {"axis": static_int(axis, "axis")}
    return result(_STACK, alike(_parts(values)), attrs, name)


_STACK = define(
    "stack",
    inputs=("values",),
    attrs={"axis": 0},
    infer=_infer_stack,
    kernel=_stack,
    doc=stack.__doc__,
    variadic=True,
    work=total_size,
    type_name="Pack",
)


def _infer_unstack(x: TensorSpec, *, num: int, axis: int) -> tuple[TensorSpec, ...]:
    if x.shape is None:
        return (TensorSpec(None, x.dtype),) * num
    axis = normalize_axis(axis, len(x.shape))
    if x.shape[axis] not in (num, None):
        raise ShapeError(f"axis {axis} has length {x.shape[axis]}, not {num}.")
    return (TensorSpec((*x.shape[:axis], *x.shape[axis + 1 :]), x.dtype),) * num


def _unstack(x: Any, *, num: int, axis: int) -> Any:
    rows = np.moveaxis(array_of(x), axis, 0)
    if len(rows) != num:
        raise ValueError(f"axis {axis} has length {len(rows)}, not {num}")
    return tuple(rows)


def unstack(
    value: Any, num: Any = None, axis: Any = 0, name: str | None = None
) -> list[Tensor]:
    """Take a tensor apart along an axis, into a list.

    Args:
        value: A tensor with at least one axis.
        num: The length of the axis, where it is not known.
        axis: Which axis.
        name: A name for the node.

    Shape:   (..., n, ...) -> n times (..., ...)
    Dtype:   any -> the same
    Raises:  ShapeError if the length is neither known nor given
    Source:  TensorFlow's unstack
    """
    tensor = as_tensor(value)
    place = static_int(axis, "axis")
    if num is None:
        dims = tensor.shape
        num = None if dims is None else dims[normalize_axis(place, len(dims))]
    if num is None:
        raise ShapeError(
            f"unstack: the length of axis {place} of {tensor} is not known.",
            origin=capture_exact(2),
            hint="Give it: ag.unstack(value, num=...).",
        )
    if not num:
        return []
    attrs = {"num": static_int(num, "num"), "axis": place}
    parts = apply(_UNSTACK, (tensor,), attrs, name)
    return list(parts) if isinstance(parts, tuple) else [parts]


_UNSTACK = define(
    "unstack",
    inputs=("value",),
    attrs={"num": REQUIRED, "axis": 0},
    infer=_infer_unstack,
    kernel=_unstack,
    doc=unstack.__doc__,
    may_alias=True,
    type_name="Unpack",
)

__all__ = [
    "concat",
    "expand_dims",
    "rank",
    "reshape",
    "shape",
    "size",
    "squeeze",
    "stack",
    "transpose",
    "unstack",
]
