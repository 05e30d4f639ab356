"""What Python says of None, where it takes a number, text or a container.

What is None on some paths only is checked when the graph runs, and the exception is
Python's: hence Python is asked, with None and with examples of the other operands.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from graph.reflection import ORDERS, as_updated, as_written
from graph.symbols import SYMBOLS
from graph.tensor import SymbolicTensor, Tensor

# How Python's messages call the operators that refuse None.
_REFUSING: Final = (
    *("add", "subtract", "multiply", "divide", "floor_divide", "mod", "pow", "matmul"),
    *("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"),
)
_SYMBOLS: Final = {
    **{name: SYMBOLS[name] for name in _REFUSING},
    "pow": "** or pow()",
}
_OPERATORS: Final[dict[str, Callable[..., Any]]] = {
    "add": operator.add,
    "multiply": operator.mul,
    "mod": operator.mod,
}
# One of each type, which stands for all.
_EXAMPLES: Final[dict[str, Any]] = {
    **{kind.__name__: kind() for kind in (str, bytes, list, tuple, dict)},
    **{kind.__name__: kind(1) for kind in (bool, int, float, complex)},
}
_UNARY: Final = {
    "negative": "unary -",
    "positive": "unary +",
    "invert": "unary ~",
    "abs": "abs()",
}


def refusal(name: str, operands: tuple[Any, ...], *places: int) -> str:
    """Return what Python says when the operands at these places are None."""
    kinds = [
        "NoneType" if place in places else _type_name(operand)
        for place, operand in enumerate(operands)
    ]
    if name in ORDERS:
        written, (left, right) = as_written(name, kinds)
        return (
            f"'{ORDERS[written]}' not supported between instances of '{left}' and "
            f"'{right}'"
        )
    if name in _SYMBOLS:
        said = said_of(_OPERATORS.get(name), operands, *places)
        if said is not None:
            return as_updated(said)
        left, right = kinds
        return as_updated(
            f"unsupported operand type(s) for {_SYMBOLS[name]}: '{left}' and '{right}'"
        )
    if name in _UNARY:
        return f"bad operand type for {_UNARY[name]}: 'NoneType'"
    return f"{name} takes a tensor or a number, not None"


def said_of(
    function: Callable[..., Any] | None, operands: tuple[Any, ...], *places: int
) -> str | None:
    """Return what a function of Python's raises in a TypeError, given None.

    Args:
        function: The function, which has no effects.
        operands: What it is given; symbolic values are known by their types.
        places: Where it is None instead.

    Returns:
        None if it takes None, or if only the operands' values would tell.
    """
    names = map(_type_name, operands)
    examples = [
        None if place in places else _EXAMPLES.get(name)
        for place, name in enumerate(names)
    ]
    is_known = all(
        place in places or example is not None for place, example in enumerate(examples)
    )
    if function is None or not is_known:
        return None
    try:
        function(*examples)
    except TypeError as error:
        return str(error)
    return None


def _type_name(operand: Any) -> str:
    if isinstance(operand, SymbolicTensor) and operand.spec.dtype.python is not None:
        return operand.spec.dtype.python.__name__
    return "Tensor" if isinstance(operand, Tensor) else type(operand).__name__


__all__ = ["refusal", "said_of"]
