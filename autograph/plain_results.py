"""Give what plain Python returned the form that the result of a graph has.

Tensors pass as the same objects. Arrays, numbers and text become tensors, variables
their value; the containers around them are made anew. All else comes back as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np

from autograph.arguments import flatten, is_variable, pack
from graph.dispatch import as_tensor
from graph.dtypes import of_python
from graph.tensor import EagerTensor, Tensor

_NARROW: Final = {int: np.int32, float: np.float32, complex: np.complex64}
_WIDE: Final = {int: np.int64, float: np.float64, complex: np.complex128}


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
    kinds: list[Any] = []  # found when a number asks

    def converted(leaf: Any) -> Any:
        kind = type(leaf)
        if isinstance(leaf, Tensor):
            return leaf
        if kind in _NARROW:
            if not kinds:
                kinds.append(_WIDE if are_wide(arguments) else _NARROW)
            return _number(leaf, kinds[0][kind])
        if of_python(leaf) is not None or kind is bytes or is_variable(leaf):
            return as_tensor(leaf)
        if isinstance(leaf, (np.ndarray, np.generic)) and leaf.dtype.kind in "biufcSU":
            return as_tensor(leaf)
        return leaf

    return converted


def _number(value: Any, kind: Any) -> Tensor:
    try:
        return EagerTensor(np.array(value, kind))
    except OverflowError:
        return EagerTensor(np.array(value, np.int64))


def are_wide(arguments: Iterable[Any]) -> bool:
    """Tell whether there is an element type of 64 bits to a part among arguments."""
    leaves, _ = flatten(tuple(arguments))
    return any(_is_wide(leaf) for leaf in leaves)


def _is_wide(leaf: Any) -> bool:
    held = getattr(leaf, "_value", leaf) if isinstance(leaf, Tensor) else leaf
    dtype = getattr(held, "dtype", None)
    if not isinstance(held, (np.ndarray, np.generic)) or dtype is None:
        return False
    size: int = dtype.itemsize // 2 if dtype.kind == "c" else dtype.itemsize
    return dtype.kind in "iufc" and size == 8


__all__ = ["are_wide", "as_result"]
