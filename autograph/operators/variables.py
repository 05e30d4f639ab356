"""Reading variables, which may be without a value."""

from __future__ import annotations

from typing import Any

from graph.staging import Maybe, Unavailable, Undefined, read

_SPECIAL = (Undefined, Maybe, Unavailable)


def ld(value: Any) -> Any:
    """Return the value of a variable that is read.

    Raises:
        UnboundLocalError: It has none; a graph raises it when it runs, where that
            depends on the path taken.
    """
    if isinstance(value, _SPECIAL):
        return read(value)
    return value


class UndefinedReturnValue(Undefined):
    """The return value before anything is returned."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("retval_")


__all__ = ["Undefined", "UndefinedReturnValue", "ld"]
