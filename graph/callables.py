"""What is given to ops that call functions: what can be called, with what it is given.

All ops that take functions check them here, before anything runs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from graph.convert import shown
from graph.errors import DTypeError, InvalidArgumentError
from graph.origin import capture_exact

F = TypeVar("F", bound=Callable[..., Any])


def takes_structures(function: F) -> F:
    """Mark a function that takes nested structures: there a list is no tensor."""
    function.takes_structures = True  # type: ignore[attr-defined]
    return function


def check_callable(
    value: Any, op: str, argument: str, takes: int | None = None, of: str = ""
) -> None:
    """Refuse what cannot be called, or not with so many arguments.

    Args:
        value: What is given.
        op: What it is given to, as users call it.
        argument: For which of its arguments.
        takes: With how many arguments it is called; None for any number.
        of: What these are.

    Raises:
        DTypeError: It cannot be.
    """
    given = "nothing" if not takes else of or f"{takes} arguments"
    if not callable(value):
        wanted = "a function" if takes is None else f"a function that takes {given}"
        raise DTypeError(
            f"{op}: `{argument}` is {shown(value)}, of type {type(value).__name__}, "
            "which is not callable.",
            origin=capture_exact(2),
            hint=f"Give {wanted}"
            + (f": lambda: {shown(value)}." if takes == 0 else "."),
        )
    if takes is None:
        return
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):  # it tells nothing: it is called
        return
    try:
        signature.bind(*range(takes))
    except TypeError as error:
        inner = inspect.unwrap(value)
        name = getattr(inner, "__name__", type(inner).__name__)
        raise DTypeError(
            f"{op}: `{argument}` is called with {given}, which {name}{signature} does "
            f"not take: {error}.",
            origin=capture_exact(2),
            hint=f"Give a function that takes {given}.",
        ) from None


def check_several(values: Any, op: str, argument: str) -> None:
    """Refuse what is no list or tuple of values.

    Raises:
        DTypeError: It is something else.
    """
    if not isinstance(values, (list, tuple)):
        raise DTypeError(
            f"{op}: `{argument}` is {shown(values)}, which is no list or tuple.",
            origin=capture_exact(2),
            hint="Give a list, also of one value.",
        )


def check_count(values: Any, count: int, op: str, argument: str, what: str) -> None:
    """Refuse another number of results than there must be.

    Raises:
        InvalidArgumentError: There are more or fewer.
    """
    is_several = isinstance(values, (list, tuple))
    if is_several and len(values) == count:
        return
    found = f"{len(values)} values" if is_several else shown(values)
    needed = f"are {count} {what}s" if count > 1 else f"is {count} {what}"
    raise InvalidArgumentError(
        f"{op}: `{argument}` returns {found}, and there {needed}.",
        origin=capture_exact(2),
        hint=f"Return a list with a value for each {what}.",
    )


__all__ = ["check_callable", "check_count", "check_several"]
