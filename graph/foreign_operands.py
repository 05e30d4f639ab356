"""Numbers and text of the run as operands beside what has operators of its own.

`Fraction(1, 2) < k`, `timedelta(days=1) * k` and `Path("a") / text` work with Python's
numbers and text, and know no tensors: they leave the answer to the tensor, which knows
nothing of them. An object that Python's number would fit is told by an example.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any, Final

from graph.errors import DTypeError, UnstagedOperationError
from graph.op import op_named
from graph.origin import capture_exact
from graph.reflection import ORDERS, as_raised, as_updated, as_written
from graph.tensor import SymbolicTensor, Tensor

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
_EXAMPLES: Final[Mapping[type | None, Any]] = {
    bool: True,
    int: 1,
    float: 1.0,
    complex: 1j,
}
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
    return _EXAMPLES.get(python, value)


def leave(name: str, left: Any, right: Any) -> Any:
    """Return NotImplemented: a tensor does not know the other operand.

    Args:
        name: The op's name.
        left: The left operand.
        right: The right one.

    Raises:
        TypeError: Numbers do not know it either, nor it numbers.
        UnstagedOperationError: The other is an object of Python's library that knows
            numbers of the tensor's type.
    """
    is_left = isinstance(left, SymbolicTensor)
    tensor, other = (left, right) if is_left else (right, left)
    if not isinstance(tensor, SymbolicTensor):
        return NotImplemented
    kind = type(other)
    is_of_library = _root(kind) in _LIBRARY
    if not is_of_library and any(_root(base) in _OURS for base in kind.__mro__):
        return NotImplemented
    example = example_of(tensor)
    if example is tensor:
        return NotImplemented
    act = _beside_library if is_of_library else _left_to
    return act(name, example, other, is_left=is_left)


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
    """Return what Python raises for numbers of its own, or the error as it is.

    Args:
        error: An op does not take the operands.
        name: The op.
        operands: Its operands.
    """
    name, written = as_written(name, operands)
    act = _OPERATORS.get(name) or _UNARY.get(name)
    examples = list(map(example_of, written))
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


__all__ = ["beside_sequence", "example_of", "leave", "told"]
