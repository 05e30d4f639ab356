"""(no ops) Numbers that are written into arrays which cannot hold all of them.

`a[0] = v` with an array `a` of uint8 and v = 300: a number of Python's raises, and so
does a tensor, which NumPy asks for its `int(v)`. An array of rank 0 wraps around to 44.
A number of NumPy's does the one or the other, as NumPy's version has it for the dtype.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graph.dtypes import DType
from graph.errors import UnstagedOperationError

#: What a number is in plain Python: an array, or what does not make a difference.
HELD_AS_ARRAY: Final = ""
HELD_AS_NUMBER: Final = "number"
HELD_AS_TENSOR: Final = "tensor"
HELD_UNKNOWN: Final = "unknown"
#: One of Python's, or one of these.
HELD_MIXED: Final = "mixed"

#: Of integers up to this, a float64 makes no others.
_EXACT: Final = 2**53


def makes_difference(own: DType, given: DType) -> bool:
    """Tell whether it makes a difference what a number is that is written.

    Args:
        own: The array's dtype.
        given: The number's, which is none of Python's.
    """
    if given.is_python or given.numpy.kind not in "iuf":
        return False
    if own.numpy.kind in "iu":
        return not np.can_cast(given.numpy, own.numpy)
    # By way of a float64 it is rounded twice.
    is_wide = given.numpy.kind in "iu" and given.numpy.itemsize == 8
    return is_wide and own.numpy.kind == "f" and own.numpy.itemsize < 8


def is_unclear(held: str) -> bool:
    """Tell whether it depends on the number what comes of it."""
    return held not in (HELD_AS_ARRAY, HELD_AS_NUMBER, HELD_AS_TENSOR)


def as_held(given: Any, changed: Any, place: tuple[Any, ...], held: str) -> Any:
    """Return what to write, for NumPy to do with it as it does in plain Python.

    Args:
        given: An array of rank 0.
        changed: The array that is written to.
        place: Where.
        held: What the number is in plain Python.

    Raises:
        UnstagedOperationError: That is not known, and makes a difference.
    """
    if given.dtype.kind == "O" or held == HELD_AS_NUMBER:
        return given[()]  # text would be taken apart as a sequence without this
    if held == HELD_AS_ARRAY:
        return given
    is_element = len(place) == changed.ndim and all(
        isinstance(part, (int, np.integer)) for part in place
    )
    number = given.item() if is_element or held == HELD_MIXED else given
    if held == HELD_AS_TENSOR or _fits(given, changed.dtype):
        return number
    ways = [_outcome(changed, place, each) for each in (given, given[()], number)]
    if any(way != ways[0] for way in ways):
        raise UnstagedOperationError(
            f"{given} is written into an array of {changed.dtype}, which has no such "
            "number: what comes of it depends on whether it is a tensor or one of "
            "NumPy's, which is not known here.",
            hint="Write int(v), which raises OverflowError, or v.astype(...), which "
            "wraps around.",
        )
    return given


def _fits(given: Any, own: Any) -> bool:
    number: float = given.item()
    if own.kind == "f":
        return -_EXACT <= number <= _EXACT
    info = np.iinfo(own)
    return math.isfinite(number) and int(info.min) <= math.trunc(number) <= info.max


def _outcome(array: Any, place: tuple[Any, ...], value: Any) -> Any:
    """Return what a write makes of an array, as bytes, or the error."""
    changed = array.copy()
    try:
        changed[place] = value
    except (OverflowError, ValueError) as error:
        return str(error)
    return changed.tobytes()


__all__ = [
    "HELD_AS_ARRAY",
    "HELD_AS_NUMBER",
    "HELD_AS_TENSOR",
    "HELD_MIXED",
    "HELD_UNKNOWN",
    "as_held",
    "is_unclear",
    "makes_difference",
]
NAMESPACES: dict[str, list[str]] = {}
