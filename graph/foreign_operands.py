"""Numbers and text of the run as operands beside what has operators of its own.

`Fraction(1, 2) < k`, `timedelta(days=1) * k` and `Path("a") / text` work with Python's
numbers and text, and know no tensors: they leave the answer to the tensor, which knows
nothing of them. An object that Python's number would fit is told by an example.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, Final

import numpy as np

from graph.errors import DTypeError, UnstagedOperationError
from graph.op import op_named
from graph.origin import capture_exact
from graph.reflection import ORDERS, as_raised, as_updated, as_written
from graph.tensor import _DISPATCH, SymbolicTensor, Tensor

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
_UNARY: Final[dict[str, Callable[..., Any]]] = {
    "negative": operator.neg,
    "positive": operator.pos,
    "invert": operator.inv,
}
# What is asked for equality: that of objects which know no numbers is their identity.
_EQUALITY: Final = {"equal": "__eq__", "not_equal": "__ne__"}
_EXAMPLES: Final = {bool: True, int: 1, float: 1.0, complex: 1j, str: "a"}
_SYMBOLS: Final = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "** or pow()",
    "matmul": "@",
    "and": "&",
    "or": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
}
_OURS: Final = ("graph", "autograph", "executor")
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


def _is_of_numpy(value: Any) -> bool:
    if type(value) is not SymbolicTensor or value.spec.dtype.is_python:
        return False
    return _DISPATCH["assumed_kind"](value) in (np.ndarray, np.generic)


def _equals_itself_alone(value: Any) -> bool:
    """Tell whether NumPy asks each element for a value that only itself equals."""
    kind = type(value)
    if _root(kind) in _OURS:
        return False
    if kind not in _UNORDERED and any("__len__" in vars(each) for each in kind.__mro__):
        return False  # not of its metaclass, as enumerations have it
    if any(hasattr(kind, name) for name in ("__array__", "__array_ufunc__")):
        return False
    return kind.__eq__ in _OF_ITSELF


_UNORDERED: Final = (dict, set, frozenset)
_OF_ITSELF: Final = (
    *(each.__eq__ for each in _UNORDERED),
    type(len).__eq__,
    object.__eq__,
    type(None).__eq__,
)


def leave(name: str, left: Any, right: Any) -> Any:
    """Return NotImplemented: a tensor does not know the other operand.

    Args:
        name: The op's name.
        left: The left operand.
        right: The right one.

    Raises:
        TypeError: Numbers do not know it either, nor it numbers.
        UnstagedOperationError: The other is an object of Python's library that knows
            numbers, or text, of the tensor's type.
    """
    is_left = isinstance(left, SymbolicTensor)
    tensor, other = (left, right) if is_left else (right, left)
    if not isinstance(tensor, SymbolicTensor):
        return NotImplemented
    if other is None and name in _EQUALITY and tensor.shape != ():
        if not tensor.spec.dtype.is_python and _DISPATCH["may_be_of_numpy"](tensor):
            _DISPATCH["kind_in_python"](tensor, "a comparison with None")
        if tensor.ndim is None and _DISPATCH["is_mixed"](tensor):
            _DISPATCH["refuse_mixed"]("a comparison with None")
    if type(other) is range and _is_of_numpy(tensor):
        operands = (np.asarray(x) if x is other else x for x in (left, right))
        return _DISPATCH["operate"](name, tuple(operands))
    if name in _EQUALITY and _is_array(tensor) and _equals_itself_alone(other):
        filled = np.zeros_like if name == "equal" else np.ones_like
        made = filled(tensor, dtype=bool)  # each element is compared
        return made[()] if tensor.shape == () else made
    kind = type(other)
    is_of_library = _root(kind) in _LIBRARY
    if not is_of_library and any(_root(base) in _OURS for base in kind.__mro__):
        return NotImplemented
    python = tensor.spec.dtype.python
    if python in _EXAMPLES:
        example = _EXAMPLES[python]
        act = _beside_library if is_of_library else _left_to
        return act(name, example, other, is_left=is_left)
    if tensor.spec.dtype.kind not in "biufc" or name in _EQUALITY:
        return NotImplemented
    if "operator_again" not in _DISPATCH:  # nothing is staged
        return NotImplemented
    if is_of_library:
        example = example_in_python(tensor)
        is_sequence = hasattr(kind, "__getitem__") and not issubclass(kind, dict)
        if example is tensor or is_sequence:
            return NotImplemented
        return _beside_library(name, example, other, is_left=is_left)
    act = _OPERATORS[name]
    return _DISPATCH["operator_again"](act, left, right, is_left=is_left)


def _root(kind: type) -> str:
    return kind.__module__.partition(".")[0]


def _left_to(name: str, example: Any, other: Any, *, is_left: bool) -> Any:
    """Leave an operator to an object of a class of the user's, which may not know it.

    Raises:
        TypeError: Its class has no such method, or that knows no numbers.
    """
    if name in _EQUALITY:
        return NotImplemented
    kind, method = type(other), _OPERATORS[name].__name__.strip("_")
    if is_left and hasattr(kind, _reflected(method)):
        return NotImplemented
    operands = (example, other) if is_left else (other, example)
    if is_left or not isinstance(getattr(kind, f"__{method}__", None), FunctionType):
        try:
            _OPERATORS[name](*operands)
        except TypeError as error:
            raised = error
        else:
            return NotImplemented
        raise as_raised(raised, name, operands)
    # Not to ask the user's method again, which may have effects.
    names = " and ".join(f"'{type(each).__name__}'" for each in operands)
    if name in ORDERS:
        where = f"'{ORDERS[name]}' not supported between instances of"
    else:
        where = f"unsupported operand type(s) for {_SYMBOLS[method]}:"
    raise TypeError(as_updated(f"{where} {names}"))


def _reflected(method: str) -> str:
    mirrored = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
    return f"__{mirrored.get(method, 'r' + method)}__"


def _beside_library(name: str, example: Any, other: Any, *, is_left: bool) -> Any:
    """Refuse an operator of an object of the library, unless it knows no numbers."""
    operands = (example, other) if is_left else (other, example)
    if name in _EQUALITY:
        found = getattr(type(other), _EQUALITY[name])(other, example)
        if found is NotImplemented:
            return NotImplemented
    else:
        raised: TypeError | None = None
        try:
            _OPERATORS[name](*operands)
        except TypeError as error:
            raised = error
        except Exception:  # noqa: BLE001, S110  # of its value: it is known
            pass
        if raised is not None:
            raise as_raised(raised, name, operands)
    raise UnstagedOperationError(
        f"an operator of {type(other).__name__} needs a value that is known only when "
        "the graph runs.",
        origin=capture_exact(2),
        hint="Compute it before, from Python values, or let ag.py_function do so when "
        "the graph runs.",
    )


def beside_sequence(name: str, operands: Sequence[Any]) -> Any:
    """Do what Python does: whether they are equal, and errors, need no value.

    Raises:
        TypeError: Python raises it for any number.
        UnstagedOperationError: The result would depend on the number.
    """
    op = op_named(name)
    if op.python is not None:
        if name == "multiply":
            for each in operands:
                _DISPATCH["check_integer"](each)
        samples: Sequence[Any] = [
            (x.spec.dtype.python or int)(1) if isinstance(x, SymbolicTensor) else x
            for x in operands
        ]
        name, samples = as_written(op.name, samples)
        raised: TypeError | None = None
        try:
            answer = (op_named(name).python or op.python)(*samples)
        except TypeError as error:
            raised = error
        if raised is not None:
            raise as_raised(raised, name, samples)
        if name in ("equal", "not_equal"):
            return answer
    shown = " and ".join(
        x.spec.told if isinstance(x, Tensor) else f"a {type(x).__name__}"
        for x in operands
    )
    raise UnstagedOperationError(
        f"an operator is given {shown}: a sequence beside a number of Python's "
        "that is known only when the graph runs.",
        origin=capture_exact(2),
        hint="Make it a tensor (ag.constant) if an array is meant; a sequence "
        "whose length or content depends on the run cannot be staged.",
    )


def told(error: DTypeError, name: str, operands: tuple[Any, ...]) -> TypeError:
    """Return what NumPy raises for its numbers and arrays, or the error as it is.

    Args:
        error: An op does not take the operands.
        name: The op.
        operands: Its operands.
    """
    name, written = as_written(name, operands)
    act = _OPERATORS.get(name) or _UNARY.get(name)
    examples = [example_in_python(each) for each in written]
    if act is None or any(isinstance(each, Tensor) for each in examples):
        return error
    try:
        act(*examples)
    except TypeError as found:
        found.__context__ = None
        return found.with_traceback(None)
    except Exception:  # noqa: BLE001  # of the values, which are others
        return error
    return error


def example_in_python(value: Any) -> Any:
    """Return a value of the class that a value of the run has in plain Python.

    A tensor is returned as it is, and so is what may be one.
    """
    if type(value) is not SymbolicTensor:
        return value
    dtype = value.spec.dtype
    if dtype.is_python:
        return "a" if dtype.python is str else example_of(value)
    if dtype.kind not in "biufc" or "known_kind" not in _DISPATCH:
        return value
    kind = _DISPATCH["known_kind"](value)
    if kind is np.generic:
        return dtype.numpy.type(1)
    if kind is np.ndarray and value.ndim is not None:
        return np.ones([each or 1 for each in value.shape], dtype.numpy)
    return value


__all__ = ["beside_sequence", "example_in_python", "example_of", "leave", "told"]
