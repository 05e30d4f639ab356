"""Reading variables, which may be without a value."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType
from typing import Any

from graph.old_staging import Maybe, Unavailable, Undefined, read

_SPECIAL = (Undefined, Maybe, Unavailable)


def ld(value: Any) -> Any:
    """Return the value of a variable that is read.

    Raises:
        NameError: It has none; a graph raises it when it runs, where that depends on
            the path taken.
    """
    if type(value) in _SPECIAL:
        return read(value, is_global=_is_global(value.name, sys._getframe(1).f_code))
    return value


def _is_global(name: str, code: CodeType) -> bool:
    """Is a variable a global of the code that reads it?"""
    others = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
    return name in code.co_names and name not in others


def ld_free(value: Any) -> Any:
    """Return the value of a variable of an enclosing function that is read.

    Raises:
        NameError: It has none; a graph raises it when it runs, where that depends on
            the path taken.
    """
    if type(value) in _SPECIAL:
        return read(value, is_free=True)
    return value


def ldu(read_variable: Callable[[], Any], name: str) -> Any:
    """Return the value of a variable, or `Undefined` in place of a NameError."""
    try:
        return read_variable()
    except NameError:
        return Undefined(name)


def is_undefined(value: Any) -> bool:
    """Tell whether a variable is known to be without a value."""
    return type(value) in (Undefined, UndefinedReturnValue)


class UndefinedReturnValue(Undefined):
    """The return value before anything is returned."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("retval_")


__all__ = [
    "Undefined",
    "UndefinedReturnValue",
    "is_undefined",
    "ld",
    "ld_free",
    "ldu",
]
