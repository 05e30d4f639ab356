"""Numbers and text of the run as operands beside what has operators of its own.

`Fraction(1, 2) < k`, `timedelta(days=1) * k` and `Path("a") / text` work with Python's
numbers and text, and know no tensors: they leave the answer to the tensor, which knows
nothing of them. An object that Python's number would fit is told by an example.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graph.errors import UnstagedOperationError
from graph.origin import capture_exact
from graph.tensor import _DISPATCH, SymbolicTensor

_OPERATORS: Final[dict[str, Callable[..., Any]]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "floor_divide": operator.floordiv,
    "mod": operator.mod,
    "pow": operator.pow,
    "matmul": operator.matmul,
    "bitwise_and": operator.and_,
    "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor,
    "left_shift": operator.lshift,
    "right_shift": operator.rshift,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}
# What is asked for equality: that of objects which know no numbers is their identity.
_EQUALITY: Final = {"equal": "__eq__", "not_equal": "__ne__"}
_EXAMPLES: Final = {bool: True, int: 1, float: 1.0, complex: 1j, str: "a"}
_LIBRARY: Final = sys.stdlib_module_names - {"__main__"}


def example_of(value: Any) -> Any:
    """Return a number of Python's in place of one that the run decides.

    It is another one, of the same class, of which Python says what none of them can
    do. Everything else is returned as it is.
    """
    python = value.spec.dtype.python if isinstance(value, SymbolicTensor) else None
    return value if python in (None, str) else _EXAMPLES[python]


def _is_array(value: Any) -> bool:
    if type(value) is not SymbolicTensor or value.spec.dtype.is_python:
        return False
    return bool(_DISPATCH["assumed_kind"](value) is np.ndarray)


def leave(name: str, left: Any, right: Any) -> Any:
    """Return NotImplemented: a tensor does not know the other operand.

    Args:
        name: The op's name.
        left: The left operand.
        right: The right one.

    Raises:
        UnstagedOperationError: The other is an object of Python's library that knows
            numbers, or text, of the tensor's type.
    """
    is_left = isinstance(left, SymbolicTensor)
    tensor, other = (left, right) if is_left else (right, left)
    if other is None and name in _EQUALITY and _is_array(tensor):
        filled = np.zeros_like if name == "equal" else np.ones_like
        return filled(tensor, dtype=bool)  # each element is compared
    python = tensor.spec.dtype.python if isinstance(tensor, SymbolicTensor) else None
    kind = type(other)
    if python not in _EXAMPLES or kind.__module__.partition(".")[0] not in _LIBRARY:
        return NotImplemented
    example = _EXAMPLES[python]
    operands = (example, other) if is_left else (other, example)
    if not _is_known(name, operands, other, example):
        return NotImplemented
    raise UnstagedOperationError(
        f"an operator of {kind.__name__} needs a value that is known only when the "
        "graph runs.",
        origin=capture_exact(2),
        hint="Compute it before, from Python values, or let ag.py_function do so when "
        "the graph runs.",
    )


def _is_known(name: str, operands: tuple[Any, Any], other: Any, example: Any) -> bool:
    """Tell whether an operator takes an example in place of the tensor."""
    if name in _EQUALITY:
        found = getattr(type(other), _EQUALITY[name])(other, example)
        return found is not NotImplemented
    try:
        _OPERATORS[name](*operands)
    except TypeError:
        return False
    except Exception:  # noqa: BLE001  # of its value
        return True
    return True


__all__ = ["example_of", "leave"]
