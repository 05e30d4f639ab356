"""How `ag.print` shows values: as the specification's documents print them.

Floats have as few digits as `%g` needs to give the same value back, trying six
(float32) or fifteen (float64) digits first and nine or seventeen then.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graph import dtypes
from graph.ops.arguments import array_of


class Shown:
    """What is put into a template: `{}` shows it, `{!r}` as a part of a structure.

    Text within arrays and structures is in quotes.

    Attributes:
        value: An array, a scalar or a Python number.
        summarize: How many elements to show at both ends of each axis, -1 for all.
    """

    def __init__(self, value: Any, summarize: int) -> None:
        self.value = value
        self.summarize = summarize

    def __str__(self) -> str:
        return show_value(self.value, self.summarize)

    def __repr__(self) -> str:
        shown = str(self)
        array = array_of(self.value)
        return f'"{shown}"' if array.dtype == object and not array.ndim else shown


def show_value(value: Any, summarize: int = 3) -> str:
    """Return the text of an array, a scalar or a Python number.

    Args:
        value: What to show; Python numbers as Python shows them.
        summarize: How many elements to show at both ends of each axis, -1 for all.
    """
    if isinstance(value, str) or dtypes.of_python(value) is not None:
        return str(value)
    return _show_array(array_of(value), summarize, 0)


def _show_array(array: Any, summarize: int, depth: int) -> str:
    if isinstance(array, bytes):  # a row of a vector of text
        return f'"{_show_element(array)}"'
    if not array.ndim:
        return _show_element(array[()])
    length = len(array)
    if 0 <= 2 * summarize < length:
        rows = [_show_array(row, summarize, depth + 1) for row in array[:summarize]]
        tail = array[length - summarize :]
        rows.append("...")
        rows += [_show_array(row, summarize, depth + 1) for row in tail]
    else:
        rows = [_show_array(row, summarize, depth + 1) for row in array]
    if array.ndim == 1:
        return f"[{' '.join(rows)}]"
    gap = "\n" * (array.ndim - 1) + " " * (depth + 1)
    return f"[{gap.join(rows)}]"


def _show_element(element: Any) -> str:
    if isinstance(element, bytes):
        return element.decode(errors="backslashreplace")
    if isinstance(element, np.floating):
        return _show_float(element)
    if isinstance(element, np.complexfloating):
        return f"({_show_float(element.real)},{_show_float(element.imag)})"
    return str(element)


def _show_float(value: Any) -> str:
    exact = float(value)
    few, many = (15, 17) if value.dtype == np.float64 else (6, 9)
    text = f"{exact:.{few}g}"
    if value.dtype.type(float(text)) == value or math.isnan(exact):
        return text
    return f"{exact:.{many}g}"
