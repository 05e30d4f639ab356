"""What is written into an array: numbers of which it may not hold all, and lists.

NumPy makes other things of a tensor than of an array or of one of its own numbers,
where the array has no such number (`graph.ops.held_numbers`). So what a value is in
plain Python is noted beside it, where that makes a difference.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.convert import is_all_python, is_sequence
from graph.dispatch import as_tensor, is_python_number
from graph.dtypes import DType
from graph.old_staging.number_types import number_types
from graph.ops.creation import zeros
from graph.ops.held_numbers import (
    HELD_AS_ARRAY,
    HELD_AS_NUMBER,
    HELD_AS_TENSOR,
    HELD_MIXED,
    HELD_UNKNOWN,
    makes_difference,
)
from graph.ops.item_assignment import assigned
from graph.ops.selection import where
from graph.partial import Optional, OptionalTensor
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor, Tensor
from graph.value_operators import ValueOperators

_HELD_AS: Final[dict[type | None, str]] = {
    Tensor: HELD_AS_TENSOR,
    np.ndarray: HELD_AS_ARRAY,
    np.generic: HELD_AS_NUMBER,
}


def as_written(own: DType, value: Any) -> tuple[Any, str]:
    """Return what to write into an array, and what that is in plain Python.

    Args:
        own: The array's dtype.
        value: What is written.
    """
    value = _with_numbers(own, value)
    if not is_sequence(value):
        return value, _held(own, value)
    if own.numpy.kind not in "biufc":
        return value, HELD_AS_ARRAY
    if is_all_python(value):
        return _array_of(own, value), HELD_AS_ARRAY
    if _is_alike(own, value):
        return value, HELD_AS_ARRAY
    return _elements(own, value), HELD_AS_ARRAY


def _with_numbers(own: DType, value: Any) -> Any:
    """Return what is written, with what NumPy writes in place of None: often nan.

    Raises:
        TypeError: It writes nothing there: an array of integers has no such number.
    """
    if type(value) in (list, tuple) and own.numpy.kind in "biufc":
        return [_with_numbers(own, each) for each in value]
    if value is None and own.numpy.kind in "biufc":
        return np.array([None], object).astype(own.numpy)[0].item()
    if type(value) not in (Optional, OptionalTensor):
        return value
    if own.numpy.kind in "iu":
        return _DISPATCH["demand"](value, _NO_INTEGER)
    if own.numpy.kind not in "bfc":
        return value
    number, given = _with_numbers(own, None), value.value
    if isinstance(given, np.ndarray) or getattr(given, "shape", ()) != ():
        return where(value.flag, number, given)
    from graph.old_staging.branches import stage_cond  # which needs this module

    (found,) = stage_cond(value.flag, lambda: [number], lambda: [given], ["an item"])
    return found


_NO_INTEGER: Final = (
    "int() argument must be a string, a bytes-like object or a real number, not "
    "'NoneType'"
)


def element(own: DType, value: Any) -> Any:
    """Return what an element of an array is after a number is written there.

    Of what is no such number, or fits, the value itself.
    """
    held = _held(own, value)
    is_new = type(value) is SymbolicTensor and is_python_number(value)
    if not held and not is_new and not _is_beyond(own, value):
        return value
    return assigned(zeros([], own), (), value, held)


def converted(own: DType, value: Any) -> Any:
    """Return numbers of Python's and lists as NumPy converts them to a dtype."""
    if is_sequence(value):
        return as_written(own, value)[0]
    if isinstance(value, np.ndarray) or (
        isinstance(value, Tensor) and not is_python_number(value)
    ):
        return value
    return element(own, value)


def _held(own: DType, value: Any) -> str:
    if type(value) is SymbolicTensor:
        given, shape = value.spec.dtype, value.spec.shape
        if shape not in ((), None) or not makes_difference(own, given):
            return HELD_AS_ARRAY
        if number_types(value):
            return HELD_MIXED
        kind = _DISPATCH["known_kind"](value)
        return _HELD_AS.get(kind, HELD_UNKNOWN)
    if isinstance(value, ValueOperators):
        value = value.value()
        return HELD_AS_TENSOR if _held(own, value) else HELD_AS_ARRAY
    if isinstance(value, EagerTensor):
        is_held = value.shape == () and makes_difference(own, value.dtype)
        return HELD_AS_TENSOR if is_held else HELD_AS_ARRAY
    if isinstance(value, np.generic) and value.dtype.kind in "iuf":
        is_held = makes_difference(own, dtypes.from_numpy(value.dtype))
        return HELD_AS_NUMBER if is_held else HELD_AS_ARRAY
    return HELD_AS_ARRAY


def _is_beyond(own: DType, value: Any) -> bool:
    """Is it a number of Python's that the array cannot hold?"""
    if type(value) not in (int, float):
        return False
    try:
        np.zeros(1, own.numpy)[0] = value
    except (OverflowError, ValueError):
        return True
    return False


def _array_of(own: DType, values: Any) -> Any:
    """Return what NumPy makes of nested lists of Python's numbers alone.

    Where it refuses one of them, that is an error of the run.
    """
    try:
        return np.asarray(values, own.numpy)
    except (OverflowError, TypeError, ValueError):
        pass
    try:
        np.asarray(values)
    except ValueError:  # of different lengths
        return values
    return _elements(own, values)


def _is_alike(own: DType, values: Any) -> bool:
    """Tell whether an array that is made of these values first is the same."""
    return all(
        _is_alike(own, each)
        if is_sequence(each)
        else not (_held(own, each) or is_python_number(each) or _is_lost(own, each))
        for each in values
    )


def _is_lost(own: DType, value: Any) -> bool:
    """Is it a complex number that is written into an array of real ones?"""
    if own.is_complex or getattr(value, "shape", None) != ():
        return False
    dtype: np.dtype[Any] = getattr(value.dtype, "numpy", value.dtype)
    return dtype.kind == "c"


def _elements(own: DType, values: Any) -> Any:
    """Return the elements of nested lists, each as it is when it is written."""
    if is_sequence(values):
        return [_elements(own, each) for each in values]
    if isinstance(values, (Tensor, np.ndarray)) and values.shape != ():
        return values
    return as_tensor(assigned(zeros([], own), (), values, _held(own, values)))


_DISPATCH["as_written"] = as_written
_DISPATCH["converted"] = converted
_DISPATCH["written_element"] = element

__all__ = ["as_written", "converted", "element"]
