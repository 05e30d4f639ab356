"""Shapes asked for and changed: reshape, transpose, squeeze and their kin."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor
from graph.errors import (
    DTypeError,
    ShapeError,
)
from graph.op import REQUIRED, ZERO, define
from graph.ops.arguments import (
    array_of,
    integer_type,
    normalize_axes,
    result,
    result_as_given,
    run_time_shape,
    split_shape,
    static_axes,
    static_flag,
)
from graph.ops.functions import conj
from graph.ops.gradients import structural as rules
from graph.origin import capture_exact
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor


def shape(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> Tensor:
    """Return the shape as a vector: that of the value when the graph runs.

    Shape:   any -> (rank,)
    Dtype:   any -> `out_type`
    Source:  specification, shape
    """
    value = as_tensor(input)
    dtype = integer_type(out_type, "out_type")
    if shapes.is_static(value.spec.shape):
        return as_tensor(np.array(value.shape, dtype.numpy))
    return result(_SHAPE, (value,), {"dtype": dtype}, name)


_SHAPE = define(
    "shape",
    gradient=ZERO,
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
    dtype = integer_type(out_type, "out_type")
    if value.size is not None:
        return as_tensor(np.array(value.size, dtype.numpy))
    return result(_SIZE, (value,), {"dtype": dtype}, name)


_SIZE = define(
    "size",
    gradient=ZERO,
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
    gradient=ZERO,
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
    array, wanted = array_of(x), run_time_shape(dims, shape, is_open=True)
    try:
        if not wanted or min(wanted) >= -1:  # NumPy takes each negative one for -1
            return array.reshape(wanted)
    except ValueError:
        pass
    raise ShapeError(
        f"{array.size} elements cannot have the shape {shapes.show(wanted)}.",
        hint="The product of the dimensions must stay the same; one of them may be "
        "-1: what is left.",
    )


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
    gradient=rules.reshaped,
    inputs=("tensor", "dims"),
    attrs={"shape": REQUIRED},
    infer=_infer_reshape,
    kernel=_reshape,
    doc=reshape.__doc__,
    may_alias=True,
)


define(
    "at_least_1d",
    is_public=False,
    gradient=rules.reshaped,
    inputs=("x",),
    infer=lambda x: TensorSpec((1,) if x.shape == () else x.shape, x.dtype),
    kernel=lambda x: np.atleast_1d(array_of(x)),
    doc="The tensor, or a vector of the one number that it is.",
    may_alias=True,
    work=0.0,
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


def transpose(
    a: Any, perm: Any = None, conjugate: bool = False, name: str | None = None
) -> Tensor:
    """Put the axes into another order, reversed by default.

    Args:
        a: Any tensor.
        perm: The old axis for each new one.
        conjugate: Take the complex conjugate too.
        name: A name for the node.

    Shape:   (n_0, ..., n_k) -> (n_perm[0], ..., n_perm[k])
    Dtype:   any -> the same
    Raises:  ShapeError if `perm` is not a permutation of the axes
    Source:  specification, transpose; numpy.transpose
    """
    attrs = {"perm": static_axes(perm, "perm")}
    value = as_tensor(a)
    if static_flag(conjugate, "conjugate") and value.dtype.is_complex:
        value = conj(value)
    return result(_TRANSPOSE, (value,), attrs, name)


_TRANSPOSE = define(
    "transpose",
    node_name="transpose",
    gradient=rules.transpose,
    inputs=("a",),
    attrs={"perm": None},
    infer=_infer_transpose,
    kernel=lambda x, *, perm: array_of(x).transpose(perm),
    doc=transpose.__doc__,
    may_alias=True,
    work=0.0,
)


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
    axes = static_axes(axis)
    if axes is None:
        raise DTypeError(
            "expand_dims: axis is None, not an integer.",
            origin=capture_exact(1),
            hint="Say where the axis of length 1 is in the result: 0, or -1.",
        )
    attrs = {"axis": axes}
    return result(_EXPAND_DIMS, (as_tensor(input),), attrs, name)


_EXPAND_DIMS = define(
    "expand_dims",
    gradient=rules.reshaped,
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
    gradient=rules.reshaped,
    inputs=("input",),
    attrs={"axis": None},
    infer=_infer_squeeze,
    kernel=lambda x, *, axis: np.squeeze(array_of(x), axis),
    doc=squeeze.__doc__,
    may_alias=True,
    work=0.0,
)


def _infer_broadcast_to(x: TensorSpec, *dims: TensorSpec, shape: Shape) -> TensorSpec:
    wanted = shapes.as_shape(shape)
    if wanted is not None and x.shape is not None:
        both = shapes.broadcast(x.shape, wanted)
        if not shapes.is_compatible(both, wanted):
            raise ShapeError(
                f"shape {shapes.show(x.shape)} does not broadcast to "
                f"{shapes.show(wanted)}.",
                hint="Aligned from the right, dimensions must be equal or 1.",
            )
    return TensorSpec(wanted, x.dtype)


def _broadcast_to(x: Any, *dims: Any, shape: Shape) -> Any:
    array, wanted = array_of(x), run_time_shape(dims, shape)
    try:
        return np.broadcast_to(array, wanted)
    except ValueError:
        raise ShapeError(
            f"the shape {shapes.show(array.shape)} does not broadcast to "
            f"{shapes.show(wanted)}.",
            hint="Aligned from the right, two dimensions must be equal or the first 1.",
        ) from None


def broadcast_to(input: Any, shape: Any, name: str | None = None) -> Tensor:
    """Repeat along axes of length 1, and new ones in front, to reach a shape.

    Shape:   what broadcasts to `shape` -> `shape`
    Dtype:   any -> the same
    Raises:  ShapeError if it does not broadcast
    Source:  TensorFlow's broadcast_to; numpy.broadcast_to
    """
    dims, static = split_shape(shape)
    operands = (as_tensor(input), *dims)
    return result_as_given(_BROADCAST_TO, operands, {"shape": static}, name)


_BROADCAST_TO = define(
    "broadcast_to",
    gradient=rules.broadcast,
    inputs=("input", "dims"),
    attrs={"shape": REQUIRED},
    infer=_infer_broadcast_to,
    kernel=_broadcast_to,
    doc=broadcast_to.__doc__,
    may_alias=True,
    work=0.0,
)

__all__ = [
    "broadcast_to",
    "expand_dims",
    "rank",
    "reshape",
    "shape",
    "size",
    "squeeze",
    "transpose",
]
NAMESPACES = {"ag": __all__}
