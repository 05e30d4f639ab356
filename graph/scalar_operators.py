"""Which operators have scalars of NumPy's for operands, and round as these do.

A tensor of rank 0 is taken for a scalar, an eager one as well, so that it gives the
same in a graph. An array of rank 0 is none: NumPy hands that to its ufuncs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graph.specs import is_list, spec_of
from graph.tensor import EagerTensor, SymbolicTensor

# Of which kinds one operand has to be for scalars to round otherwise, and none.
_KINDS: Final = {"abs": ("c", ""), "multiply": ("c", ""), "pow": ("f", "c")}
_PYTHON: Final = {bool: "b", int: "i", float: "f", complex: "c"}


def on_scalars(name: str, operands: Sequence[Any]) -> str:
    """Return the name of the op that an operator is on some operands."""
    if name not in _KINDS:
        return name
    kinds = []
    for x in operands:
        if type(x) is EagerTensor:
            array = x._value
            if array.ndim:
                return name  # as most do
            kinds.append(array.dtype.kind)
        else:
            kinds.append(_PYTHON.get(type(x)) or _kind(x))
    needed, excluded = _KINDS[name]
    if needed not in kinds or None in kinds or excluded in kinds:
        return name
    if all(map(_is_python, operands)):
        return name
    return f"scalar_{name}"


def _kind(value: Any) -> str | None:
    """Return the kind of a number; None of what is no scalar."""
    if isinstance(value, (np.ndarray, list, tuple)):
        return None
    spec = spec_of(value)
    return None if spec.shape != () or is_list(spec) else spec.dtype.kind


def _is_python(value: Any) -> bool:
    if type(value) is SymbolicTensor:
        return value.spec.dtype.is_python
    return type(value) in _PYTHON
