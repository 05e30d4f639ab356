"""Builtins that are given what is None on some paths only.

They take what it is on the others; where it is None the run raises what Python does.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, Final

from graph.graph import current_graph
from graph.none_operands import said_of
from graph.partial import OptionalTensor
from graph.staging.variables import demand

# Those that refuse None as their first argument, whatever follows.
_REFUSING_NONE: Final = frozenset(
    {
        builtins.all,
        builtins.any,
        builtins.chr,
        builtins.complex,
        builtins.enumerate,
        builtins.float,
        builtins.int,
        builtins.iter,
        builtins.len,
        builtins.list,
        builtins.ord,
        builtins.range,
        builtins.reversed,
        builtins.set,
        builtins.sorted,
        builtins.sum,
        builtins.tuple,
    }
)


def present(function: Callable[..., Any], args: tuple[Any, ...], place: int) -> Any:
    """Return an argument that may be None as what it is if not.

    Args:
        function: A function of Python's without effects, which is given it.
        args: What else it is given, too.
        place: Which one of them that is.
    """
    said = said_of(function, args, place)
    return args[place] if said is None else demand(args[place], said)


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that refuses None; None otherwise."""
    if not args or type(args[0]) is not OptionalTensor or current_graph() is None:
        return None
    try:
        if function not in _REFUSING_NONE:
            return None
    except TypeError:  # unhashable callables
        return None

    def call(value: Any, *others: Any, **given: Any) -> Any:
        from autograph.operators.calls import converted_call

        value = present(function, (value,), 0)
        return converted_call(function, (value, *others), given)

    return call


def present_items(items: Any) -> Any:
    """Return what a loop steps through: if it may be None, what it is if not."""
    return present(iter, (items,), 0) if type(items) is OptionalTensor else items


def present_key(target: Any, key: Any) -> Any:
    """Return the index of a sequence: if it may be None, what it is if not."""
    if type(key) is not OptionalTensor:
        return key
    empty = range(0) if isinstance(target, range) else _empty_of(target)
    return present(empty.__getitem__, (key,), 0)


def _empty_of(target: Any) -> Any:
    return next(base() for base in (list, tuple, str) if isinstance(target, base))


__all__ = ["present", "present_items", "present_key", "replacement"]
