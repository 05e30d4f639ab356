"""What values ask of the operators, which are above them.

An operator on an object may call a method of the user's, and that may do anything: the
recursion of every interpreter. Modules import each other one way; this is the way back.
The operators fill it in.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, Final


class Interpreter:
    """Operators, for modules below them.

    Attributes:
        call_function: Calls any function with a tuple and a dict of arguments.
        call_builtin: The same for a builtin; NotImplemented where it has no row.
        convert: Returns a function converted; None if it runs as it stands.
        namespace: Returns what `ag__` stands for.
        get_attr: Returns an attribute, given its owner and name.
        compare: Returns a comparison, given its symbol and two values.
        binary: Returns an operation, given its symbol and two values.
        unary: Returns an operation, given its symbol and a value.
        choose: Returns what one of two functions gives, as a value tells.
    """

    call_function: Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]
    call_builtin: Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]
    convert: Callable[[Any], FunctionType | None]
    namespace: Callable[[], Any]
    get_attr: Callable[..., Any]
    compare: Callable[[str, Any, Any], Any]
    binary: Callable[[str, Any, Any], Any]
    unary: Callable[[str, Any], Any]
    choose: Callable[[Any, Callable[[], Any], Callable[[], Any]], Any]


INTERPRETER: Final = Interpreter()
