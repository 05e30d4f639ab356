"""Numbers and arrays of NumPy's beside objects whose class gives operators a meaning.

NumPy makes an array of objects of both, and asks the object's method for each item: it
is given a number of Python's. `np.int64(2) * Vector(1)` calls `Vector.__rmul__(2)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dispatch import record
from graph.errors import UnstagedOperationError
from graph.graph import current_graph
from graph.old_staging.numpy_numbers import kind_in_python
from graph.op import op_named
from graph.origin import capture_exact
from graph.tensor import _DISPATCH, SymbolicTensor

# NumPy leaves the operator to a class that asks for a higher one.
_PRIORITIES: Final = {np.generic: -1_000_000.0, np.ndarray: 0.0}
_ARRAYS: Final = ("__array__", "__array_interface__", "__array_struct__")
_PYTHON: Final = {
    "b": dtypes.python_bool,
    "i": dtypes.python_int,
    "u": dtypes.python_int,
    "f": dtypes.python_float,
    "c": dtypes.python_complex,
}


def may_be_of_numpy(value: Any) -> bool:
    """Is it a number or array of the run that is none of Python's own numbers?"""
    if type(value) is not SymbolicTensor or value.spec.dtype.is_python:
        return False
    return value.spec.dtype.kind in _PYTHON


def handed_on(value: SymbolicTensor, other: Any) -> SymbolicTensor:
    """Return what a method of the other operand is given.

    Args:
        value: A tensor, or a number or array of NumPy's.
        other: An object of a class of the user's.

    Raises:
        UnstagedOperationError: NumPy makes an array that holds objects, or it is not
            known whether it is one of NumPy's.
    """
    kind = type(other)
    shown = f"an operator beside an object of {kind.__name__}"
    found = kind_in_python(value, shown)
    if found not in _PRIORITIES or _is_left(found, kind):
        return value
    if found is np.ndarray or _is_array_like(kind):
        raise UnstagedOperationError(
            f"{shown} makes an array of NumPy's that holds objects.",
            origin=capture_exact(2),
            hint="`__array_ufunc__ = None` in the class has NumPy leave the operator "
            "to its methods.",
        )
    graph = current_graph()
    assert graph is not None
    attrs = {"dtype": _PYTHON[value.spec.dtype.kind]}
    return record(graph, op_named("cast"), (value,), attrs).outputs[0]


def _is_left(found: type, kind: type) -> bool:
    """Tell whether NumPy leaves the operator to the methods of a class."""
    if hasattr(kind, "__array_ufunc__"):
        return kind.__array_ufunc__ is None
    return bool(getattr(kind, "__array_priority__", -1e6) > _PRIORITIES[found])


def _is_array_like(kind: type) -> bool:
    if hasattr(kind, "__array_ufunc__") or any(hasattr(kind, each) for each in _ARRAYS):
        return True
    is_sequence = hasattr(kind, "__getitem__") and hasattr(kind, "__len__")
    return is_sequence and not issubclass(kind, dict)


def again(
    act: Callable[[Any, Any], Any], left: Any, right: Any, *, is_left: bool
) -> Any:
    """Do an operator with what NumPy hands on in place of one operand.

    Args:
        act: Does the operator.
        left: The left operand.
        right: The right one.
        is_left: Is the left one that of NumPy's?

    Returns:
        The result; NotImplemented if NumPy leaves it to the other operand.
    """
    value, other = (left, right) if is_left else (right, left)
    number = handed_on(value, other)
    if number is value:
        return NotImplemented
    return act(number, other) if is_left else act(other, number)


_DISPATCH["operator_again"] = again

__all__ = ["again", "handed_on", "may_be_of_numpy"]
