"""Make arrays of Python values, by the conventions of the documents.

Python's `int`, `float`, `bool` and `complex` become `int32`, `float32`, `bool` and
`complex64`; integers that do not fit become `int64`. Arrays and NumPy scalars keep
their dtype. Text becomes bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graph import dtypes
from graph.errors import AutographError, DTypeError
from graph.origin import capture_exact
from graph.tensor import EagerTensor, Tensor
from graph.value_operators import ValueOperators

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.dtypes import DType

_NUMBERS = (int, float, bool, complex)
_MADE_OF: Final = (
    "Tensors are made of numbers, truth values, text, arrays, and sequences of these "
    "with equal lengths."
)
# Of a value in a message, so many characters.
_MAX_SHOWN: Final = 80


def shown(value: Any) -> str:
    """Return a value as messages show it: on one line, and not much of it."""
    text = str(value.spec) if isinstance(value, Tensor) else repr(value)
    text = " ".join(text.split())
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}..."


def is_sequence(value: Any) -> bool:
    """Is it a list or tuple, which stands for an array when ops meet it?"""
    return isinstance(value, (list, tuple))


def constant_array(value: Any, dtype: DType | None = None) -> Any:
    """Return a new read-only array of `value`.

    Args:
        value: A number, text, an array, or nested sequences of these.
        dtype: The dtype to convert to; by default as the conventions have it.

    Raises:
        DTypeError: `value` is not numeric or text, is ragged, or does not fit.
    """
    try:
        array = _make(value, dtype)
    except DTypeError as error:
        raise DTypeError(
            error.message,
            origin=error.origin or capture_exact(2),
            hint=error.hint or _MADE_OF,
        ) from error
    except (ValueError, TypeError, OverflowError) as error:
        wanted = f" of dtype {dtype}" if dtype else ""
        why = error.message if isinstance(error, AutographError) else str(error)
        why = " ".join(why.rstrip(".").split())
        raise DTypeError(
            f"{shown(value)} cannot become a tensor{wanted}: {why}.",
            origin=capture_exact(2),
            hint=_MADE_OF,
        ) from error
    array.flags.writeable = False
    return array


def _make(value: Any, dtype: DType | None) -> Any:
    if isinstance(value, EagerTensor):
        value = value._value
    if isinstance(value, np.ma.MaskedArray):
        raise DTypeError(
            "a masked array cannot become a tensor, which has no mask.",
            hint="Say what stands for the masked elements: array.filled(0).",
        )
    if dtype is dtypes.string or (dtype is None and isinstance(value, (str, bytes))):
        return _text(np.array(value, dtype=object))
    if dtype is not None:
        return _checked_cast(value, dtype)
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.array(value)
        dtypes.from_numpy(array.dtype)
        if array.dtype == object:
            check_objects(array)
        if array.dtype.kind in "SUO":
            return _text(array)
        if array.dtype.isnative:  # `newbyteorder` makes an equal dtype, not the same
            return array
        return array.astype(array.dtype.newbyteorder("="))
    array = np.array(value)
    if array.dtype.kind in "SU" or array.dtype == object:
        return _text(np.array(value, dtype=object))
    return _conventional(array) if is_all_python(value) else array


def _checked_cast(value: Any, dtype: DType) -> Any:
    source = np.array(value)
    if source.dtype.kind in "SU":
        raise TypeError("it is text")
    if source.dtype == object and source.size and dtype is not dtypes.string:
        return np.array(value, dtype=dtype.numpy)
    is_float = source.dtype.kind == "f" and source.size  # np.array([]) is, of none
    if is_float and dtype.numpy.kind in "iu" and is_all_python(value):
        raise DTypeError(
            f"{shown(value)} cannot become a tensor of dtype {dtype}: floats are no "
            "integers.",
            hint="Make a float tensor and use ag.cast, which rounds towards zero.",
        )
    if source.dtype.kind in "iu" and dtype.numpy.kind in "iu" and source.size:
        info = np.iinfo(dtype.numpy)
        if source.max() > info.max or source.min() < info.min:
            raise DTypeError(
                f"{shown(value)} does not fit {dtype}, which holds {info.min} to "
                f"{info.max}.",
            )
    return np.array(source, dtype=dtype.numpy)


def _conventional(array: Any) -> Any:
    kind = array.dtype.kind
    if kind == "i":
        small = not array.size or (
            array.max() <= np.iinfo(np.int32).max
            and array.min() >= np.iinfo(np.int32).min
        )
        return array.astype(np.int32) if small else array
    if kind == "f":
        return array.astype(np.float32)
    if kind == "c":
        return array.astype(np.complex64)
    return array


def _text(array: Any) -> Any:
    def encode(item: Any) -> bytes:
        if isinstance(item, str):
            return item.encode()
        if isinstance(item, bytes):
            return item
        kind = type(item)
        told = (
            ""
            if kind.__module__.startswith("graph.")
            else f" (of type {kind.__name__})"
        )
        raise DTypeError(
            f"{shown(item)}{told} cannot be an element of a tensor.",
            hint="Tensors are made of numbers, truth values and text.",
        )

    result = np.empty(array.shape, dtype=object)
    for index in np.ndindex(*array.shape):
        result[index] = encode(array[index])
    return result


def check_objects(array: Any) -> None:
    """Refuse an array of objects that are not all text.

    Raises:
        DTypeError: It is one.
    """
    for index in np.ndindex(*array.shape):
        item = array[index]
        if not isinstance(item, (str, bytes)):
            place = f"[{', '.join(map(str, index))}]" if index else "its element"
            raise DTypeError(
                "an array of objects (dtype=object) cannot become a tensor: "
                f"{place} is {shown(item)}, of type {type(item).__name__}.",
                hint="Tensors are made of numbers, truth values and text. Make it an "
                "array of numbers: array.astype(np.float64).",
            )


def is_all_python(value: Any) -> bool:
    """Tell whether a value is a number of Python's, or sequences of them."""
    if isinstance(value, (list, tuple)):
        return all(is_all_python(part) for part in value)
    return isinstance(value, _NUMBERS) and not isinstance(value, np.generic)


def as_operand(value: Any, operands: Sequence[Any]) -> Any:
    """Return what an op takes in place of `value`: a tensor, array or number.

    A list of Python numbers is weak: it takes the dtype of the tensors beside it.
    """
    if isinstance(value, Tensor):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        if value.dtype.kind in "SUO" or isinstance(value, np.ma.MaskedArray):
            return constant_array(value)
        return value
    if type(value) in _NUMBERS:
        return value
    if isinstance(value, (int, float, complex)):  # subclasses, such as IntEnum
        return value.__pos__()
    if is_sequence(value) and is_all_python(value):
        return _weak_array(value, operands)
    from graph.dispatch import as_tensor  # dispatch reads this module

    return as_tensor(value)


def _weak_array(value: Any, operands: Sequence[Any]) -> Any:
    array = constant_array(value)
    others = [
        x.dtype if isinstance(x, (np.ndarray, np.generic)) else x.dtype.numpy
        for x in operands
        if isinstance(x, (Tensor, ValueOperators, np.ndarray, np.generic))
    ]
    if not others or array.dtype == object or object in others:
        return array
    sample = {"b": True, "i": 1, "f": 1.0, "c": 1j}[array.dtype.kind]
    return constant_array(np.array(value, np.result_type(*others, sample)))
