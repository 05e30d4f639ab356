"""Element types as the array API standard asks about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError
from graph.numpy.arguments import arrays_of, check_device, dims_of
from graph.numpy.conversion import asarray, numpy_dtype
from graph.numpy.conversion import cast as cast_to
from graph.numpy.conversion import result_type as common_dtype
from graph.numpy.registry import implements
from graph.ops.core import anew
from graph.ops.creation import zeros
from graph.ops.logic import logical_or
from graph.ops.manipulation import broadcast_to as broadcast_op
from graph.ops.manipulation import shape as shape_op
from graph.origin import capture_exact
from graph.shapes import broadcast, is_static
from graph.specs import spec_of
from graph.tensor import Tensor
from graph.value_operators import value_of


def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Tensor:
    """Return an array in another dtype; floats to integers round towards zero.

    Args:
        x: An array.
        dtype: The element type wanted.
        copy: Is the result an array of its own, where nothing is converted?
        device: None or "cpu".

    Shape:   any -> the same
    Dtype:   any -> `dtype`
    Source:  array API, astype; numpy.astype
    """
    check_device("astype", device)
    found = cast_to(asarray(x), numpy_dtype(dtype))
    return anew(found, x) if copy else found


def result_type(*arrays_and_dtypes: Any) -> DType:
    """Return the dtype that arrays, dtypes and numbers have together.

    Raises:
        DTypeError: Text and numbers do not mix.
    """
    return common_dtype(*map(_with_dtype, arrays_and_dtypes))


@implements(np.result_type)
def _result_type(*arrays_and_dtypes: Any) -> Any:
    """Return that dtype, NumPy's own one if there is no tensor."""
    found = result_type(*arrays_and_dtypes)
    given = [value_of(x) for x in arrays_and_dtypes]
    has_one = any(isinstance(x, Tensor) and not x.spec.dtype.is_python for x in given)
    return found if has_one else found.numpy


def _with_dtype(value: Any) -> Any:
    """Return what promotion takes: types of Python's are NumPy's dtypes."""
    value = value_of(value)
    if isinstance(value, (type, str, np.dtype)):
        return numpy_dtype(value)
    return asarray(value) if isinstance(value, (list, tuple)) else value


@implements(np.can_cast)
def can_cast(from_: Any, to: Any, casting: Any = "safe") -> bool:
    """Tell whether values of one dtype become another's by the rule of promotion.

    Args:
        from_: An array or a dtype.
        to: A dtype.
        casting: NumPy's name of the rule.

    Source:  array API, can_cast; numpy.can_cast
    """
    source = value_of(from_)
    dtype = source.dtype if isinstance(source, (Tensor, np.ndarray)) else source
    return np.can_cast(numpy_dtype(dtype).numpy, numpy_dtype(to).numpy, casting)


# The kinds of dtypes, by the letters that NumPy has for them.
_KINDS: Final = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}


@implements(np.isdtype)
def isdtype(dtype: Any, kind: Any) -> bool:
    """Tell whether a dtype is of a kind.

    Args:
        dtype: A dtype.
        kind: Another dtype; `bool`, `signed integer`, `unsigned integer`, `integral`,
            `real floating`, `complex floating` or `numeric`; or a tuple of these.

    Raises:
        InvalidArgumentError: There is no such kind.

    Source:  array API, isdtype; numpy.isdtype
    """
    kinds = kind if isinstance(kind, tuple) else (kind,)
    found = numpy_dtype(dtype)
    answers = [_is_kind(found, one) for one in kinds]  # each is a kind that there is
    return any(answers)


def _is_kind(dtype: DType, kind: Any) -> bool:
    if not isinstance(kind, str):
        return dtype is numpy_dtype(kind)
    if kind not in _KINDS:
        raise InvalidArgumentError(
            f"isdtype: there is no kind {kind!r} of dtypes.",
            origin=capture_exact(2),
            hint=f"The kinds are {', '.join(_KINDS)}; or give a dtype.",
        )
    return dtype.numpy.kind in _KINDS[kind]


@dataclass(frozen=True, slots=True)
class FloatInfo:
    """The limits of a floating-point dtype; of a complex one, of its parts.

    Attributes:
        bits: How many bits a number takes.
        eps: The distance from 1 to the next number.
        max: The largest number.
        min: The smallest one, which is negative.
        smallest_normal: The smallest positive number of full precision.
        dtype: The dtype.
    """

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: DType


@dataclass(frozen=True, slots=True)
class IntegerInfo:
    """The limits of an integer dtype.

    Attributes:
        bits: How many bits a number takes.
        max: The largest number.
        min: The smallest one.
        dtype: The dtype.
    """

    bits: int
    max: int
    min: int
    dtype: DType


def finfo(type: Any, /) -> FloatInfo:
    """Return the limits of a floating-point dtype, or that of an array.

    Raises:
        DTypeError: It is another kind of dtype.

    Source:  array API, finfo; numpy.finfo
    """
    dtype = _dtype_of(type)
    if dtype.numpy.kind not in "fc":
        raise DTypeError(
            f"finfo: {dtype} is no floating-point dtype.",
            origin=capture_exact(),
            hint="xp.iinfo tells the limits of integers.",
        )
    info: Any = np.finfo(dtype.numpy)
    return FloatInfo(
        bits=info.bits,
        eps=float(info.eps),
        max=float(info.max),
        min=float(info.min),
        smallest_normal=float(info.smallest_normal),
        dtype=dtypes.from_numpy(info.dtype),
    )


def iinfo(type: Any, /) -> IntegerInfo:
    """Return the limits of an integer dtype, or that of an array.

    Raises:
        DTypeError: It is another kind of dtype.

    Source:  array API, iinfo; numpy.iinfo
    """
    dtype = _dtype_of(type)
    if not dtype.is_integer:
        raise DTypeError(
            f"iinfo: {dtype} is no integer dtype.",
            origin=capture_exact(),
            hint="xp.finfo tells the limits of floating-point numbers.",
        )
    info: Any = np.iinfo(dtype.numpy)
    return IntegerInfo(info.bits, int(info.max), int(info.min), dtype)


def _dtype_of(value: Any) -> DType:
    held = value_of(value)
    if isinstance(held, (Tensor, np.ndarray, np.generic)):
        held = held.dtype
    return numpy_dtype(held)


@implements(np.broadcast_to)
def broadcast_to(array: Any, shape: Any) -> Tensor:
    """Repeat an array along axes of length 1, and new ones before it.

    Shape:   any -> `shape`, whose dimensions may be symbolic
    Dtype:   any -> the same
    Raises:  ShapeError if it does not broadcast to that shape
    Source:  array API, broadcast_to; numpy.broadcast_to
    """
    return broadcast_op(asarray(array), shape)


@implements(np.broadcast_arrays)
def broadcast_arrays(*args: Any) -> tuple[Tensor, ...]:
    """Broadcast arrays against one another.

    Shape:   inputs broadcast together -> the broadcast shape for each
    Dtype:   any -> the same for each
    Raises:  ShapeError if they do not broadcast
    Source:  array API, broadcast_arrays; numpy.broadcast_arrays
    """
    values = arrays_of(args)
    shape: Any = broadcast(*(spec_of(value).shape for value in values))
    if not is_static(shape):
        # What the run broadcasts together has the shape that all of them get.
        marks = [zeros(dims_of(value), dtypes.bool) for value in values]
        whole = marks[0]
        for mark in marks[1:]:
            whole = logical_or(whole, mark)
        shape = shape_op(whole, out_type=dtypes.int64)
    return tuple(broadcast_op(value, shape) for value in values)


__all__ = [
    "FloatInfo",
    "IntegerInfo",
    "astype",
    "broadcast_arrays",
    "broadcast_to",
    "can_cast",
    "finfo",
    "iinfo",
    "isdtype",
    "result_type",
]
