"""Constants and attributes in source text: literals where short, else globals."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from executor.forms import PLACEHOLDER
from executor.names import Names
from graph.dtypes import DType

_MAX_LITERAL: Final = 1 << 64
_MAX_TUPLE: Final = 8


def literal(value: Any) -> str | None:
    """Return source that evaluates to exactly `value`, or None if there is none short.

    Negative numbers come in parentheses, so that the text is an atom.
    """
    if value is None or type(value) is bool:
        return repr(value)
    if type(value) is int and abs(value) < _MAX_LITERAL:
        return repr(value) if value >= 0 else f"({value!r})"
    if type(value) is float and math.isfinite(value):
        is_negative = math.copysign(1.0, value) < 0
        return f"({value!r})" if is_negative else repr(value)
    if type(value) is str and value.isascii() and value.isprintable():
        # What looks like a place of an operand would be filled in.
        return None if PLACEHOLDER.search(value) else repr(value)
    if type(value) is tuple and len(value) <= _MAX_TUPLE:
        parts = [literal(part) for part in value]
        if all(part is not None for part in parts):
            inside = ", ".join(str(part) for part in parts)
            return f"({inside},)" if len(parts) == 1 else f"({inside})"
    return None


def attribute(name: str, value: Any, names: Names) -> str:
    """Return source for an attribute of a node."""
    text = literal(value)
    return names.bind(name, value) if text is None else text


def number(value: Any, names: Names) -> str:
    """Return source for a Python number, or for text."""
    text = literal(value)
    hint = "text" if type(value) is str else "number"
    return names.bind(hint, value) if text is None else text


def array(value: Any, names: Names) -> str:
    """Return the global that holds a constant array."""
    return names.bind("c", value if isinstance(value, np.ndarray) else np.array(value))


def as_number(dtype: DType) -> str:
    """Return the text of what a scalar of NumPy's, `__0__`, is as a number of Python's.

    A call of a class: `.item()` takes six times as long.
    """
    if dtype.is_bool:
        return "bool(__0__)"
    if dtype.is_integer:
        return "int(__0__)"
    return "float(__0__)" if dtype.is_floating else "__0__.item()"
