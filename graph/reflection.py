"""Find out how an operator is written: Python may ask its right operand first.

`3 <= y` is answered by `y >= 3` where the integer does not know the other, and where
the class of `y` derives from that of the left operand. Messages show it as written.
"""

from __future__ import annotations

import dis
import operator
import re
import sys
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from graph.origin import user_frame

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

T = TypeVar("T")
# The operators by which converted code updates, with how they spell the symbol.
_UPDATING: Final = {"aug_attr": "", "aug_item": "", "binary": "="}
# What Python says of an operator; of `**` it names the function, too.
_SAID: Final = re.compile(
    r"(?P<before>unsupported operand type\(s\) for )(?P<symbol>[^\s:=]+)( or pow\(\))?"
)

# The orders, each with its symbol.
ORDERS: Final = {
    "less": "<",
    "less_equal": "<=",
    "greater": ">",
    "greater_equal": ">=",
}
_NAMES: Final = {
    "less": "lt",
    "less_equal": "le",
    "greater": "gt",
    "greater_equal": "ge",
}
_MIRRORED: Final = {
    "less": "greater",
    "less_equal": "greater_equal",
    "greater": "less",
    "greater_equal": "less_equal",
}


def as_written(name: str, operands: Sequence[T]) -> tuple[str, Sequence[T]]:
    """Return an op and its operands, exchanged if the comparison is written so."""
    if name not in ORDERS or _written() != ORDERS[_MIRRORED[name]]:
        return name, operands
    return _MIRRORED[name], operands[::-1]


def as_raised(error: TypeError, name: str, operands: Sequence[Any]) -> TypeError:
    """Return what Python raises for an operator as it is written.

    Args:
        error: What it raises for the op.
        name: The op.
        operands: The operands, or examples of them.
    """
    written, exchanged = as_written(name, operands)
    if written != name:
        try:
            getattr(operator, _NAMES[written])(*exchanged)
        except TypeError as found:
            error = found
    text = as_updated(str(error))
    if text != str(error):
        error = TypeError(text)
    error.__context__ = None
    return error.with_traceback(None)


def as_updated(text: str) -> str:
    """Return what Python says of an operator, as it says it of `left += right`."""
    found = _SAID.match(text)
    if found is None or not _is_update(found["symbol"]):
        return text
    return f"{found['before']}{found['symbol']}={text[found.end() :]}"


def _is_update(symbol: str) -> bool:
    """Tell whether the user's code updates a variable, by `left symbol= right`."""
    frame: FrameType | None = sys._getframe(1)
    last = user_frame(frame)
    if last is None:
        return False
    while frame is not None and frame is not last:  # by the operators of converted code
        wanted = _UPDATING.get(frame.f_code.co_name)
        if wanted is not None and frame.f_locals.get("symbol") == symbol + wanted:
            return True
        frame = frame.f_back
    code = last.f_code
    instruction, argument = code.co_code[last.f_lasti : last.f_lasti + 2]
    return dis.opname[instruction] == "BINARY_OP" and argument == _argument_of(symbol)


@cache
def _argument_of(symbol: str) -> int | None:
    """Return the argument of the instruction BINARY_OP that updates by an operator."""
    code = compile(f"a {symbol}= b", "<update>", "exec")
    instructions = dis.get_instructions(code)
    return next((x.arg for x in instructions if x.opname == "BINARY_OP"), None)


def _written() -> str | None:
    """Return the symbol of the outermost comparison on the way from the user's code."""
    frame: FrameType | None = sys._getframe(1)
    last, symbol = user_frame(frame), None
    while frame is not None:
        symbol = _comparison(frame) or symbol
        frame = None if frame is last else frame.f_back
    return symbol


def _comparison(frame: FrameType) -> str | None:
    """Return the symbol of the comparison that a frame stands at, if it does."""
    code = frame.f_code
    if dis.opname[code.co_code[frame.f_lasti]] != "COMPARE_OP":
        return None
    for each in dis.get_instructions(code):
        if each.offset == frame.f_lasti:
            found = re.search("[<>]=?", str(each.argval))
            return found[0] if found else None
    return None


__all__ = ["ORDERS", "as_raised", "as_updated", "as_written"]
