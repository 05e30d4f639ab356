"""Give what plain Python returned the form that the result of a graph has.

Tensors pass as the same objects. Arrays, numbers and text become tensors, variables
their value; the containers around them are made anew. All else comes back as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np

from autograph.arguments import flatten, is_variable, pack
from autograph.number_bits import number_bits
from graph.dispatch import as_tensor
from graph.dtypes import of_python
from graph.number_bits import result_tensor
from graph.tensor import Tensor

_NUMBERS: Final = (int, float, complex)


def as_result(value: Any, arguments: Iterable[Any]) -> Any:
    """Return what plain Python returned, as a traced call would return it.

    Python numbers have 64 bits if an array, a NumPy scalar or a tensor among the
    arguments has, and 32 otherwise, where they fit.

    Args:
        value: What was returned.
        arguments: What was given.

    Raises:
        OverflowError: An integer does not fit 64 bits.
    """
    try:
        leaves, structure = flatten(value)
    except RecursionError:  # it holds itself
        return value
    convert = _converter(arguments)
    return pack(structure, [convert(leaf) for leaf in leaves])


def _converter(arguments: Iterable[Any]) -> Callable[[Any], Any]:
    bits: list[int] = []  # found when a number asks

    def converted(leaf: Any) -> Any:
        kind = type(leaf)
        if isinstance(leaf, Tensor):
            return leaf
        if kind in _NUMBERS:
            if not bits:
                bits.append(number_bits(flatten(tuple(arguments))[0]))
            return _number(leaf, bits[0])
        if of_python(leaf) is not None or kind is bytes or is_variable(leaf):
            return as_tensor(leaf)
        if isinstance(leaf, (np.ndarray, np.generic)) and leaf.dtype.kind in "biufcSU":
            return as_tensor(leaf)
        return leaf

    return converted


def _number(value: complex, bits: int) -> Tensor:
    try:
        return result_tensor(value, bits)
    except OverflowError:
        return result_tensor(value, 64)


__all__ = ["as_result"]
