"""Special methods of the user's classes, converted where an operator calls them."""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NoReturn

from autograph.allowed import is_allowed
from graph import dtypes
from graph.building import _STATE
from graph.graph import is_symbolic
from graph.staging.storage import on_class

# Modules whose classes are no user's.
_OWN_MEANING: Final = frozenset({"builtins", "autograph", "numpy"})


def users_method(owner: Any, name: str) -> Callable[..., Any] | None:
    """Return a special method of an object's class, bound, to be called converted.

    None if no graph is being built, or the method is not written in the user's Python.
    """
    if _STATE.graph is None or type(owner).__module__ in _OWN_MEANING:
        return None
    method = on_class(type(owner), name)
    if not is_users(method):
        return None
    return partial(_call, types.MethodType(method, owner))


def condition_of(value: Any) -> Any:
    """Return the truth of an object that its class tells in the user's Python.

    Anything else comes back as it is, to be asked for its truth.
    """
    if _STATE.graph is None or type(value).__module__ in _OWN_MEANING:
        return value
    method = users_method(value, "__bool__")
    if method is not None:
        found = method()
        if isinstance(found, bool) or _is_symbolic_bool(found):
            return found
        kind = type(found).__name__
        raise TypeError(f"__bool__ should return bool, returned {kind}")
    method = users_method(value, "__len__")
    if method is None or hasattr(type(value), "__bool__"):
        return value
    return _as_length(method()) != 0


def _is_symbolic_bool(value: Any) -> bool:
    return is_symbolic(value) and value.spec.dtype is dtypes.python_bool


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of `len`, `abs` and `bool` of a user's object."""
    if len(args) != 1 or not any(function is each for each in (len, abs, bool)):
        return None
    if function is bool:
        found = condition_of(args[0])
        return None if found is args[0] else lambda _: found
    name = f"__{function.__name__}__"
    method = users_method(args[0], name)
    if method is None:
        return None
    return lambda _: _as_length(method()) if function is len else method()


def _as_length(found: Any) -> Any:
    # They ask here for conditions.
    from autograph.operators.iteration import python_integer
    from autograph.operators.logic import if_exp

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


__all__ = ["condition_of", "is_users", "replacement", "users_method"]
