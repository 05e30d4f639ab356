"""Tensors from nothing: zeros, ones, a filled shape, numbers at equal distances."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, ShapeError
from graph.op import REQUIRED, ZERO, define
from graph.ops.arguments import (
    alike,
    array_of,
    as_dtype,
    constant_value,
    promote,
    result,
    result_as_given,
    run_time_count,
    run_time_shape,
    split_shape,
    static_int,
)
from graph.ops.core import cast
from graph.ops.gradients import structural as rules
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _check_shape(shape: Shape) -> Shape:
    return shapes.as_shape(shape)


def _infer_zeros(*dims: TensorSpec, shape: Shape, dtype: DType) -> TensorSpec:
    return TensorSpec(_check_shape(shape), dtype)


def _zeros(*dims: Any, shape: Shape, dtype: DType) -> Any:
    if dtype is dtypes.string:
        return np.full(run_time_shape(dims, shape), b"", object)
    return np.zeros(run_time_shape(dims, shape), dtype.numpy)


def _ones(*dims: Any, shape: Shape, dtype: DType) -> Any:
    return np.ones(run_time_shape(dims, shape), dtype.numpy)


def zeros(shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> Tensor:
    """Make a tensor of zeros.

    Args:
        shape: A list of integers, symbolic ones among them, or a vector of them.
        dtype: The element type; text gives empty strings.
        name: A name for the node.

    Shape:   `shape`
    Dtype:   `dtype`
    Raises:  ShapeError if a dimension is negative
    Source:  specification, zeros
    """
    dims, static = split_shape(shape)
    attrs = {"shape": static, "dtype": dtypes.as_dtype(dtype)}
    return result_as_given(_ZEROS, dims, attrs, name)


_ZEROS = define(
    "zeros",
    node_name="zeros",
    gradient=ZERO,
    inputs=("dims",),
    attrs={"shape": REQUIRED, "dtype": dtypes.float32},
    infer=_infer_zeros,
    kernel=_zeros,
    can_fail=lambda *dims, **_: bool(dims),
    doc=zeros.__doc__,
)


def ones(shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> Tensor:
    """Make a tensor of ones.

    Args:
        shape: A list of integers, symbolic ones among them, or a vector of them.
        dtype: The element type.
        name: A name for the node.

    Shape:   `shape`
    Dtype:   `dtype`
    Raises:  ShapeError if a dimension is negative
    Source:  specification, ones
    """
    dims, static = split_shape(shape)
    wanted = dtypes.as_dtype(dtype)
    if wanted is dtypes.string:
        raise DTypeError(
            "ones: there is no 1 among text.",
            hint="Give a dtype of numbers, or use ag.fill.",
        )
    attrs = {"shape": static, "dtype": wanted}
    return result_as_given(_ONES, dims, attrs, name)


_ONES = define(
    "ones",
    node_name="ones",
    gradient=ZERO,
    inputs=("dims",),
    attrs={"shape": REQUIRED, "dtype": dtypes.float32},
    infer=_infer_zeros,
    kernel=_ones,
    can_fail=lambda *dims, **_: bool(dims),
    doc=ones.__doc__,
)


def _infer_fill(value: TensorSpec, *dims: TensorSpec, shape: Shape) -> TensorSpec:
    if value.shape not in ((), None):
        raise ShapeError(
            "the value to fill with must be a scalar.",
            hint="See ag.broadcast_to, which repeats an array.",
        )
    return TensorSpec(_check_shape(shape), dtypes.strengthen(value.dtype))


def _fill(value: Any, *dims: Any, shape: Shape) -> Any:
    array = array_of(value)
    if array.ndim:
        raise ValueError(array.shape)
    return np.full(run_time_shape(dims, shape), array, array.dtype)


def fill(dims: Any, value: Any, name: str | None = None) -> Tensor:
    """Make a tensor with one value everywhere.

    Args:
        dims: The shape: integers, symbolic ones among them, or a vector of them.
        value: A scalar.
        name: A name for the node.

    Shape:   `dims`
    Dtype:   that of `value`
    Raises:  ShapeError if `value` is not a scalar
    Source:  TensorFlow's fill; numpy.full
    """
    given, static = split_shape(dims)
    operands = (as_tensor(value), *given)
    return result_as_given(_FILL, operands, {"shape": static}, name)


_FILL = define(
    "fill",
    node_name="fill",
    gradient=rules.fill,
    inputs=("value", "dims"),
    attrs={"shape": REQUIRED},
    infer=_infer_fill,
    kernel=_fill,
    can_fail=lambda value, *dims, **_: bool(dims),
    doc=fill.__doc__,
)


def _infer_like(x: TensorSpec, *, dtype: DType | None) -> TensorSpec:
    return TensorSpec(x.shape, dtype or dtypes.strengthen(x.dtype))


def _like(make: Any) -> Any:
    def kernel(x: Any, *, dtype: DType | None) -> Any:
        array = array_of(x)
        made = make(shape=array.shape, dtype=dtype or dtypes.from_numpy(array.dtype))
        if array.flags.c_contiguous or not made.size:
            return made
        return np.full_like(array, made.flat[0], dtype=made.dtype)  # laid out alike

    return kernel


def zeros_like(input: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    """Make a tensor of zeros with the shape of another.

    Shape:   any -> the same
    Dtype:   any -> `dtype`, by default the same
    Source:  TensorFlow's zeros_like
    """
    return result(_ZEROS_LIKE, (input,), {"dtype": as_dtype(dtype)}, name)


_ZEROS_LIKE = define(
    "zeros_like",
    gradient=ZERO,
    inputs=("input",),
    attrs={"dtype": None},
    infer=_infer_like,
    kernel=_like(_zeros),
    doc=zeros_like.__doc__,
)


def ones_like(input: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    """Make a tensor of ones with the shape of another.

    Shape:   any -> the same
    Dtype:   any but text -> `dtype`, by default the same
    Source:  TensorFlow's ones_like
    """
    wanted = as_dtype(dtype)
    if (wanted or as_tensor(input).dtype) is dtypes.string:
        raise DTypeError(
            "ones_like: there is no 1 among text.", hint="Give a dtype of numbers."
        )
    return result(_ONES_LIKE, (input,), {"dtype": wanted}, name)


_ONES_LIKE = define(
    "ones_like",
    gradient=ZERO,
    inputs=("input",),
    attrs={"dtype": None},
    infer=_infer_like,
    kernel=_like(_ones),
    doc=ones_like.__doc__,
)


def _infer_eye(*dims: TensorSpec, shape: Shape, dtype: DType) -> TensorSpec:
    return TensorSpec(shape, dtype)


def _eye(*dims: Any, shape: Shape, dtype: DType) -> Any:
    *batch, n, m = run_time_shape(dims, shape)
    unit = np.eye(n, m, dtype=dtype.numpy)
    return np.array(np.broadcast_to(unit, (*batch, n, m))) if batch else unit


def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = (),
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Make an identity matrix: ones on the diagonal, zeros elsewhere.

    Args:
        num_rows: How many rows; may be symbolic, as may the others.
        num_columns: How many columns, by default as many as rows.
        batch_shape: Make a stack of such matrices, of this shape.
        dtype: The element type.
        name: A name for the node.

    Shape:   (..., num_rows, num_columns), with `batch_shape` in front
    Dtype:   numbers
    Source:  specification, eye; numpy.eye
    """
    columns = num_rows if num_columns is None else num_columns
    batch = () if batch_shape is None else batch_shape
    if not isinstance(batch, Iterable) or getattr(batch, "shape", None) == ():
        batch = (batch,)
    dims, static = split_shape((*batch, num_rows, columns))
    wanted = dtypes.as_dtype(dtype)
    if wanted is dtypes.string:
        raise DTypeError(
            "eye: there is no 1 among text.", hint="Give a dtype of numbers."
        )
    return result_as_given(_EYE, dims, {"shape": static, "dtype": wanted}, name)


_EYE = define(
    "eye",
    node_name="eye",
    gradient=ZERO,
    inputs=("dims",),
    attrs={"shape": REQUIRED, "dtype": dtypes.float32},
    infer=_infer_eye,
    kernel=_eye,
    doc=eye.__doc__,
)


def _infer_linspace(
    start: TensorSpec,
    stop: TensorSpec,
    *given: TensorSpec,
    num: int | None,
    axis: int,
) -> TensorSpec:
    dtype = _linspace_dtype(start.dtype, stop.dtype)
    ends = shapes.broadcast(start.shape, stop.shape)
    if ends is None:
        return TensorSpec(None, dtype)
    place = shapes.normalize_axis(axis, len(ends) + 1)
    return TensorSpec((*ends[:place], num, *ends[place:]), dtype)


def _linspace_dtype(start: DType, stop: DType) -> DType:
    dtype = promote(start, stop)
    if dtype.numpy.kind not in "fc":
        raise DTypeError(
            f"there is no linspace of {dtype}.", hint="Give floating-point ends."
        )
    return dtype


def _linspace(start: Any, stop: Any, *given: Any, num: Any, axis: int) -> Any:
    dtype = np.result_type(start, stop)
    if dtype.kind not in "fc":
        raise TypeError(dtype)
    count = builtins.int(given[0]) if num is None else num
    if count < 0:
        raise ShapeError(
            f"there are {count} numbers to make.", hint="Give an integer from 0."
        )
    return np.linspace(start, stop, count, axis=axis, dtype=dtype)


def linspace(
    start: Any, stop: Any, num: Any, name: str | None = None, axis: Any = 0
) -> Tensor:
    """Make `num` numbers at equal distances, from `start` to `stop` inclusive.

    Args:
        start: The first; integers count as floats, of float64 if both are.
        stop: The last.
        num: How many; may be symbolic.
        name: A name for the node.
        axis: Where the new axis is, when the ends are not scalars.

    Shape:   (..., ...) for both ends -> (..., num, ...)
    Dtype:   floats, complex; integers -> float64
    Source:  TensorFlow's linspace; numpy.linspace
    """
    known = constant_value(num)
    given = (run_time_count(num, "num"),) if known is None else ()
    ends = alike((start, stop))
    if builtins.all(end.dtype.is_integer for end in ends):
        ends = [cast(end, dtypes.float64) for end in ends]
    attrs = {
        "num": None if known is None else static_int(known, "num"),
        "axis": static_int(axis, "axis"),
    }
    return result(_LINSPACE, (*ends, *given), attrs, name)


_LINSPACE = define(
    "linspace",
    gradient=rules.linspace,
    inputs=("start", "stop", "given"),
    attrs={"num": None, "axis": 0},
    infer=_infer_linspace,
    kernel=_linspace,
    doc=linspace.__doc__,
    type_name="LinSpace",
)

__all__ = [
    "eye",
    "fill",
    "linspace",
    "ones",
    "ones_like",
    "zeros",
    "zeros_like",
]
NAMESPACES = {"ag": __all__, "ag.linalg": ["eye"]}
