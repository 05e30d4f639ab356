"""What the functions of this package ask of their arguments: axes, ranks, devices."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from functools import reduce
from typing import Any, cast

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import apply, is_python_number
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.numpy.conversion import asarray, numpy_dtype
from graph.op import op_named
from graph.ops.arguments import constant_value, static_axes
from graph.ops.joining import unstack
from graph.ops.manipulation import reshape
from graph.ops.manipulation import shape as shape_op
from graph.ops.manipulation import size as size_op
from graph.origin import capture_exact
from graph.tensor import Tensor
from graph.value_operators import value_of


def operands(*values: Any) -> list[Any]:
    """Return what an elementwise op takes: numbers are weak beside a tensor.

    Among themselves they are int64, float64, bool and complex128.
    """
    values = tuple(map(value_of, values))
    weak = [is_python_number(value) for value in values]
    if all(weak):
        return [asarray(value) for value in values]
    return [
        value if by_itself else asarray(value)
        for value, by_itself in zip(values, weak, strict=True)
    ]


def dtype_or(dtype: Any, default: DType) -> DType:
    """Return the dtype that NumPy understands by `dtype`, the default for None."""
    return default if dtype is None else numpy_dtype(dtype)


def check_device(name: str, device: Any) -> None:
    """Refuse devices other than the one there is.

    Raises:
        InvalidArgumentError: `device` is not "cpu".
    """
    if device not in (None, "cpu"):
        raise InvalidArgumentError(
            f"{name}: there is no device {device!r}.",
            origin=capture_exact(2),
            hint="Tensors live on the device 'cpu'. Leave it out.",
        )


def known_rank(x: Tensor, name: str) -> int:
    """Return the rank, which must be known while tracing.

    Raises:
        ShapeError: It is not.
    """
    if x.ndim is None:
        raise ShapeError(
            f"{name}: the rank of {x} is not known while tracing.",
            origin=capture_exact(2),
            hint="Give an input signature with a rank, such as "
            "ag.TensorSpec([None, None]).",
        )
    return x.ndim


def axes_of(axis: Any, ndim: int) -> tuple[int, ...]:
    """Return axes counted from the front, all of them for None.

    Raises:
        ShapeError: There is no such axis.
    """
    given = static_axes(axis)
    if given is None:
        return tuple(range(ndim))
    return tuple(shapes.normalize_axis(one, ndim) for one in given)


def dims_of(x: Tensor) -> Any:
    """Return the shape: integers where known, and what the run says where not."""
    if x.ndim is None:
        return shape_op(x, out_type=dtypes.int64)
    if shapes.is_static(x.shape):
        return x.shape
    found = shape_op(x, out_type=dtypes.int64)
    return tuple(found[i] if dim is None else dim for i, dim in enumerate(x.shape))


def flatten(x: Tensor) -> Tensor:
    """Return the elements as a vector, in C's order."""
    return x if x.ndim == 1 else reshape(x, [-1])


def along(a: Any, axis: Any) -> tuple[Tensor, Any]:
    """Return an array and an axis of it: without one, of its elements as a vector."""
    x = asarray(a)
    return (flatten(x), 0) if axis is None else (x, axis)


def with_axis(x: Tensor, axis: Any) -> Tensor:
    """Return an array, or a vector of one number for what takes that to have an axis.

    Many of NumPy's functions know an axis 0, which is -1, of an array without axes.
    """
    known = constant_value(axis)
    if not isinstance(known, (int, np.integer)) or known not in (0, -1):
        return x
    if x.ndim is None:
        return apply(op_named("at_least_1d"), (x,), {})  # type: ignore[no-any-return]
    return x[None] if x.ndim == 0 else x


def reduced(x: Tensor, axis: Any, keepdims: Any = False) -> tuple[Tensor, Any]:
    """Return what a reduction takes, and along which axis: see `with_axis`."""
    if not keepdims:
        return with_axis(x, axis), axis
    if x.ndim == 0 and with_axis(x, axis) is not x:
        return x, None
    return x, axis


def n_elements(x: Tensor, axis: Any = None) -> Any:
    """Return how many elements a reduction over axes takes together.

    An integer where that is known while tracing, and an int64 scalar where not.
    """
    if axis is None:
        return size_op(x, out_type=dtypes.int64) if x.size is None else x.size
    dims = dims_of(x)
    given = static_axes(axis) or ()
    chosen = given if x.ndim is None else axes_of(given, len(x.shape))
    return reduce(operator.mul, (dims[one] for one in chosen)) if chosen else 1


def arrays_of(values: Any) -> list[Tensor]:
    """Return the tensors of a sequence; the rows of a tensor.

    Raises:
        DTypeError: It is no sequence.
    """
    values = value_of(values)
    if isinstance(values, Tensor):
        return cast("list[Tensor]", list(unstack(values)))
    if not isinstance(values, Iterable) or isinstance(values, (str, bytes)):
        raise DTypeError(
            f"a sequence of arrays is needed, not {values!r}.",
            origin=capture_exact(2),
            hint="Put the arrays into a list.",
        )
    return [asarray(value) for value in values]


__all__ = [
    "arrays_of",
    "axes_of",
    "check_device",
    "dims_of",
    "dtype_or",
    "flatten",
    "known_rank",
    "n_elements",
    "operands",
]
