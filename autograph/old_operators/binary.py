"""Operators such as `+` and `-`, where a class of the user's gives them a meaning.

Its methods are called converted, in the order in which Python asks them.
"""

from __future__ import annotations

import array
import collections
import functools
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.old_operators import (
    alternatives,
    none_arguments,
    range_arrays,
    row_writes,
    stores,
)
from autograph.old_operators.kept_views import as_sets, view_now
from autograph.old_operators.key_order import note_views
from autograph.old_operators.specials import is_users
from autograph.own_operators import BINARY
from graph.building import _STATE
from graph.dispatch import is_python_number, is_text
from graph.foreign_operands import example_of
from graph.graph import is_symbolic
from graph.old_staging.chosen import Chosen, values_of
from graph.old_staging.numpy_numbers import counted
from graph.old_staging.object_operands import again, may_be_of_numpy
from graph.old_staging.storage import on_class
from graph.partial import Optional, OptionalTensor, Undefined
from graph.tables import has_run_sets
from graph.tensor import EagerTensor, SymbolicTensor

_NAMES: Final[Mapping[str, str]] = {
    **{symbol: name for name, symbol in BINARY.items()},
    "divmod": "divmod",
}
_PLAIN_UNARY: Final[Mapping[str, tuple[str, Callable[[Any], Any]]]] = {
    "-": ("__neg__", operator.neg),
    "+": ("__pos__", operator.pos),
    "~": ("__invert__", operator.invert),
}
# What gives operators no other meaning than Python or the graph.
_ATOMS: Final = frozenset(
    {int, float, complex, bool, str, bytes, type(None), EagerTensor, SymbolicTensor}
)
# Their `+` and `*` are asked for last, after both operands' methods.
_SEQUENCES: Final = (
    list,
    tuple,
    str,
    bytes,
    bytearray,
    collections.deque,
    array.array,
)


def binary(symbol: str, left: Any, right: Any) -> Any:
    """Return `left symbol right`; for a symbol with `=`, what a name is bound to."""
    plain = symbol if symbol[-1] != "=" else symbol[:-1]
    by = stores.PLAIN if plain is symbol else stores.IN_PLACE
    if type(left) in _ATOMS and type(right) in _ATOMS:
        return by[plain](left, right)
    if _STATE.graph is None:
        return by[plain](left, right)
    note_views(left, right)
    left, right = view_now(left), view_now(right)
    arrays = range_arrays.operands(left, right)
    if arrays is not None:
        # What is made an array is not changed in place.
        return binary(symbol if arrays[0] is left else plain, *arrays)
    sets = as_sets(plain, left, right)
    if sets is not None:
        return binary(plain, *sets)
    if Optional in (type(left), type(right)):
        act = functools.partial(binary, symbol)
        return none_arguments.operate(act, by[plain], left, right)
    if not is_of_users(plain, left, right):
        if plain is not symbol and plain == "+" and _is_extended(left, right):
            return _extended(left, right)
        if isinstance(left, collections.deque) or isinstance(right, collections.deque):
            from autograph.old_operators.deque_calls import binary as on_deques

            return on_deques(symbol, left, right, by[plain])
        if plain is not symbol and alternatives.is_concerned(left):
            return alternatives.update(left, lambda it: binary(symbol, it, right))
        if has_run_sets() and isinstance(left, (set, frozenset)):
            from autograph.old_operators import run_sets

            if plain in run_sets.SYMBOLS and run_sets.is_of_sets(left, right):
                return run_sets.binary(symbol, left, right)
        if isinstance(left, collections.Counter):
            from autograph.old_operators import counter_calls

            if counter_calls.is_of_counters(symbol, left, right):
                return counter_calls.binary(symbol, left, right)
        if plain == "|" and isinstance(left, dict):
            from autograph.old_operators import table_calls

            if table_calls.is_merged(symbol, left, right):
                return table_calls.merged(symbol, left, right)
            if plain is not symbol and row_writes.is_concerned(left):
                act = functools.partial(by[plain], left, right)
                return row_writes.unite_in_place(left, act)
        if plain is not symbol and type(left) is list:
            return _list_in_place(plain, left, right)
        return by[plain](left, right)
    return by_methods(symbol, left, right)


def _is_extended(left: Any, right: Any) -> bool:
    """Tell whether `left += right` means `left.extend(right)`."""
    if type(left) not in (list, collections.deque) or type(right) is Optional:
        return False
    if isinstance(right, (list, tuple, collections.deque)):
        return False
    is_optional = type(right) is OptionalTensor
    if is_text(right.value if is_optional else right):
        return True
    kinds = map(type, values_of(right)) if type(right) is Chosen else (type(right),)
    return not any(hasattr(kind, "__radd__") for kind in kinds)


def _extended(left: Any, right: Any) -> Any:
    from autograph.old_operators.calls import converted_call
    from autograph.old_operators.chosen import items_of

    right = items_of(right) if type(right) is Chosen else right
    converted_call(left.extend, (right,), None)
    return left


def _list_in_place(symbol: str, left: list[Any], right: Any) -> Any:
    if symbol == "*" and is_symbolic(right):
        _, times = counted((left, right))
        if is_python_number(times):
            return row_writes.repeat_in_place(left, times)
    act = stores.IN_PLACE[symbol]
    if symbol == "+":
        if is_symbolic(right) and is_python_number(right) and not is_text(right):
            left.extend(example_of(right))  # Python's error
        return row_writes.add_in_place(left, right, lambda: act(left, right))
    return act(left, right)


def is_of_users(symbol: str, left: Any, right: Any) -> bool:
    """Has one of two operands a method for a symbol that is the user's Python?"""
    name = _NAMES[symbol]
    kinds = (type(left), ("", "i")), (type(right), ("r",))
    return any(
        is_users(on_class(kind, f"__{prefix}{name}__"))
        for kind, prefixes in kinds
        if kind not in _ATOMS
        for prefix in prefixes
    )


def by_methods(symbol: str, left: Any, right: Any) -> Any:
    """Ask the operands' methods, in Python's order.

    Raises:
        TypeError: None of them has a meaning for the other operand.
    """
    plain = symbol.removesuffix("=")
    name = _NAMES[plain]
    if plain is not symbol and not _is_last(plain, left):
        found = _ask(f"__i{name}__", left, right)
        if found is not NotImplemented:
            return found
    tries = [(f"__{name}__", left, right)]
    if type(left) is not type(right):
        tries.append((f"__r{name}__", right, left))
        if _is_overridden(f"__r{name}__", type(right), type(left)):
            tries.reverse()
    if _is_last(plain, left):
        tries = [each for each in tries if each[1] is not left]
    for method, owner, other in tries:
        if may_be_of_numpy(owner) and type(other) not in _ATOMS:
            act = functools.partial(by_methods, plain)
            found = again(act, left, right, is_left=owner is left)
        elif is_python_number(owner) and not is_text(owner) and is_symbolic(owner):
            found = NotImplemented  # of an object
        else:
            found = _ask(method, owner, other)
        if found is not NotImplemented:
            return found
    if _is_last(plain, left):
        return _ask(f"__{name}__", left, right)
    shown = {"**": "** or pow()", "divmod": "divmod()"}.get(symbol, symbol)
    names = [f"'{type(example_of(each)).__name__}'" for each in (left, right)]
    raise TypeError(
        f"unsupported operand type(s) for {shown}: {names[0]} and {names[1]}"
    )


def _is_last(symbol: str, left: Any) -> bool:
    return symbol in ("+", "*") and isinstance(left, _SEQUENCES)


def _is_overridden(name: str, kind: type, base: type) -> bool:
    """Is it a subclass with a reflected method of its own, which is asked first?"""
    return issubclass(kind, base) and on_class(kind, name) is not on_class(base, name)


def _ask(name: str, owner: Any, other: Any) -> Any:
    from autograph.old_operators.calls import converted_call

    method = on_class(type(owner), name)
    if isinstance(method, Undefined) or method is None:
        return NotImplemented
    if is_users(method):
        return converted_call(method, (owner, other), None)
    return method.__get__(owner, type(owner))(other)


def unary(symbol: str, value: Any) -> Any:
    """Return `-value`, `+value` or `~value`."""
    from autograph.old_operators.calls import converted_call

    name, plain = _PLAIN_UNARY[symbol]
    if _STATE.graph is None or type(value) in _ATOMS:
        return plain(value)
    if type(value) is Optional:
        return none_arguments.on_each_path(functools.partial(unary, symbol), value)
    method = on_class(type(value), name)
    return converted_call(method, (value,), None) if is_users(method) else plain(value)


__all__ = ["binary", "by_methods", "is_of_users", "unary"]
