"""Enumerations called with a value which only the run knows: `Color(int(n))`."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any

from autograph.old_operators import keyed
from autograph.old_operators.enumerations import is_of_run, is_plain_enumeration
from autograph.old_operators.lists import get_item
from autograph.old_operators.python_builtins import converted
from graph.old_staging.members import Member


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of an enumeration; None for all else."""
    if not is_plain_enumeration(function) or len(args) != 1 or kwargs:
        return None
    (value,) = args
    if issubclass(type(value), Member) and value._ag_enumeration is function:
        return _same
    if not is_of_run(value) or "_missing_" in _own_names(function):
        return None
    try:
        members = {each.value: each for each in function}
    except TypeError:  # a value has no hash: Python compares them one by one
        return None
    name = function.__qualname__
    return lambda value: keyed.get_or(
        members, value, get_item, lambda: _refuse(value, name)
    )


def _own_names(kind: Any) -> set[str]:
    known = (enum.Enum, enum.IntEnum, enum.ReprEnum, int, object)
    return {name for base in kind.__mro__ if base not in known for name in vars(base)}


def _same(value: Any) -> Any:
    return value


@converted
def _refuse(value: Any, name: str) -> Any:
    raise ValueError(f"{value!r} is not a valid {name}")


__all__ = ["replacement"]
