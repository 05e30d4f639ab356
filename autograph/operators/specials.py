"""Special methods of the user's classes, converted where an operator calls them."""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

from autograph.allowed import is_allowed
from autograph.operators.iteration import python_integer
from autograph.operators.logic import if_exp
from graph.graph import _STATE
from graph.staging.storage import on_class


def users_method(owner: Any, name: str) -> Callable[..., Any] | None:
    """Return a special method of an object's class, bound, to be called converted.

    None if no graph is being built, or the method is not written in the user's Python.
    """
    if _STATE.graph is None or type(owner).__module__ == "builtins":
        return None
    method = on_class(type(owner), name)
    if not is_users(method):
        return None
    return partial(_call, types.MethodType(method, owner))


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of `len` and `abs` of an object of the user's."""
    if len(args) != 1 or (function is not len and function is not abs):
        return None
    name = f"__{function.__name__}__"
    method = users_method(args[0], name)
    if method is None:
        return None
    return lambda _: _as_length(method()) if function is len else method()


def _as_length(found: Any) -> Any:
    number = python_integer(found)
    return if_exp(number >= 0, lambda: number, _refuse_negative)


def _refuse_negative() -> NoReturn:
    raise ValueError("__len__() should return >= 0")


def is_users(method: Any) -> bool:
    """Tell whether a method is a function that is the user's, and is converted."""
    return type(method) is types.FunctionType and not is_allowed(method.__module__)


def _call(method: types.MethodType, *args: Any) -> Any:
    from autograph.operators.calls import converted_call

    return converted_call(method, args, None)


__all__ = ["is_users", "replacement", "users_method"]
