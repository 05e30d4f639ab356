"""`getattr`, `setattr` and their kin where a function of the user's has the say.

`setattr(value, name, x)` is `value.name = x`: the setter of a property, `__set__` of a
descriptor, `__setattr__` and `__getattr__` are converted in the one as in the other.
"""

from __future__ import annotations

import builtins
import types
from collections.abc import Callable
from typing import Any, Final

from autograph.old_operators.python_builtins import converted
from autograph.old_operators.stores import del_attr, is_written_by_user, set_attr
from graph.graph import current_graph
from graph.old_staging.caught import CaughtError


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a function that is given an attribute's name.

    None if Python's own will do: no function of the user's is called.
    """
    if type(function) is not types.BuiltinFunctionType or current_graph() is None:
        return None
    if len(args) < 2 or type(args[1]) is not str or function not in _ACCESSES:
        return None
    is_users, n_arguments, access = _ACCESSES[function]
    if len(args) not in n_arguments or not is_users(args[0], args[1]):
        return None
    return access


def _is_read_by_user(target: Any, name: str) -> bool:
    from autograph.old_operators.attributes import (
        is_read_by_user,  # which imports calls
    )

    # What is caught in the run has attributes of its own; see `caught_parts`.
    return type(target) is not CaughtError and is_read_by_user(target, name)


def _get(target: Any, name: str, *default: Any) -> Any:
    from autograph.old_operators.attributes import get_attr  # which imports calls

    return _get_or(target, name, default[0]) if default else get_attr(target, name)


@converted
def _get_or(target: Any, name: str, default: Any) -> Any:
    try:
        return getattr(target, name)
    except AttributeError:
        return default


@converted
def _has(target: Any, name: str) -> bool:
    try:
        getattr(target, name)
    except AttributeError:
        return False
    return True


_Access = tuple[Callable[..., bool], tuple[int, ...], Callable[..., Any]]

_ACCESSES: Final[dict[Any, _Access]] = {
    builtins.getattr: (_is_read_by_user, (2, 3), _get),
    builtins.hasattr: (_is_read_by_user, (2,), _has),
    builtins.setattr: (is_written_by_user, (3,), set_attr),
    builtins.delattr: (is_written_by_user, (2,), del_attr),
}

__all__ = ["replacement"]
