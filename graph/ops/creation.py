"""Tensors from nothing: zeros, ones, a filled shape, ranges of numbers."""

from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import REQUIRED, define
from graph.ops.arguments import (
    array_of,
    as_dtype,
    constant_value,
    promote,
    result_as_given,
    run_time_shape,
    split_shape,
)
from graph.shapes import Shape
from graph.specs import TensorSpec, spec_of
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
    inputs=("dims",),
    attrs={"shape": REQUIRED, "dtype": dtypes.float32},
    infer=_infer_zeros,
    kernel=_zeros,
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
        raise DTypeError("ones: there is no 1 among text.")
    attrs = {"shape": static, "dtype": wanted}
    return result_as_given(_ONES, dims, attrs, name)


_ONES = define(
    "ones",
    inputs=("dims",),
    attrs={"shape": REQUIRED, "dtype": dtypes.float32},
    infer=_infer_zeros,
    kernel=_ones,
    doc=ones.__doc__,
)


def _infer_fill(value: TensorSpec, *dims: TensorSpec, shape: Shape) -> TensorSpec:
    if value.shape not in ((), None):
        raise ShapeError("the value to fill with must be a scalar.")
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
    inputs=("value", "dims"),
    attrs={"shape": REQUIRED},
    infer=_infer_fill,
    kernel=_fill,
    doc=fill.__doc__,
)


def _infer_range(
    *given: TensorSpec, start: Any, limit: Any, delta: Any, dtype: DType
) -> TensorSpec:
    if any(spec.shape not in ((), None) for spec in given):
        raise ShapeError("the bounds of a range must be scalars.")
    if given or delta == 0:
        return TensorSpec((None,), dtype)
    first, last, step = _numbers((start, limit, delta), dtype)
    if dtype.is_integer:
        return TensorSpec((len(builtins.range(first, last, step)),), dtype)
    # As numpy.arange has it.
    return TensorSpec((max(math.ceil((last - first) / step), 0),), dtype)


def _numbers(bounds: tuple[Any, Any, Any], dtype: DType) -> tuple[Any, Any, Any]:
    kind: Any = builtins.int if dtype.is_integer else builtins.float
    start, limit, delta = bounds
    return kind(start), kind(limit), kind(delta)


def _range(*given: Any, start: Any, limit: Any, delta: Any, dtype: DType) -> Any:
    values = iter(given)
    start, limit, delta = (
        next(values) if bound is None else bound for bound in (start, limit, delta)
    )
    first, last, step = _numbers((start, limit, delta), dtype)
    if step == 0:
        raise InvalidArgumentError("range(start, limit, delta): delta is 0.")
    if dtype.is_integer:
        _check_fits(first, last, dtype)
    arange: Any = np.arange  # its types know no mixture of numbers
    return arange(first, last, step, dtype.numpy)


def _check_fits(first: int, last: int, dtype: DType) -> None:
    info = np.iinfo(dtype.numpy)
    if not (info.min <= first <= info.max and info.min <= last <= info.max):
        raise InvalidArgumentError(
            f"range({first}, {last}): a bound does not fit {dtype}.",
            hint="Give a wider dtype, such as dtype=ag.int64.",
        )


def range(
    start: Any,
    limit: Any = None,
    delta: Any = 1,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Make a vector of numbers from `start` up to but not including `limit`.

    Args:
        start: The first number; the limit, when it is given alone.
        limit: Where to stop.
        delta: The step, negative to count down.
        dtype: By default `int32`, or `float32` when one is a Python float; that of
            tensors among them otherwise.
        name: A name for the node.

    Shape:   (n,)
    Dtype:   real numbers
    Raises:  InvalidArgumentError if `delta` is 0
    Source:  specification, range; numpy.arange
    """
    if limit is None:
        start, limit = 0, start
    bounds = {"start": start, "limit": limit, "delta": delta}
    wanted = as_dtype(dtype) or _range_dtype(tuple(bounds.values()))
    if wanted.numpy.kind not in "iuf":
        raise DTypeError(
            f"there is no range of {wanted}.", hint="A range has integers or floats."
        )
    attrs = {name: _static_number(bound) for name, bound in bounds.items()}
    given = [bound for name, bound in bounds.items() if attrs[name] is None]
    return result_as_given(_RANGE, given, {**attrs, "dtype": wanted}, name)


def _static_number(bound: Any) -> Any:
    known = constant_value(bound)
    if known is None or isinstance(known, (builtins.int, builtins.float)):
        return known
    return array_of(known).item() if array_of(known).ndim == 0 else None


def _range_dtype(bounds: tuple[Any, ...]) -> DType:
    found = promote(*(spec_of(bound).dtype for bound in bounds))
    is_small = all(
        not isinstance(bound, builtins.int) or -(2**31) <= bound < 2**31
        for bound in bounds
    )
    return found if is_small or found is not dtypes.int32 else dtypes.int64


_RANGE = define(
    "range",
    inputs=("bounds",),
    attrs={"start": 0, "limit": None, "delta": 1, "dtype": dtypes.int32},
    infer=_infer_range,
    kernel=_range,
    doc=range.__doc__,
)

__all__ = ["fill", "ones", "range", "zeros"]
