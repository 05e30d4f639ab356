"""Dicts that have a key on some paths only, as the run decides.

`graph.keys` tells what stands in such a dict. What looks into one comes here: methods
and builtins through `converted_call`, the rest through operators. What depends on
whether a key is there is staged: on each path the dict is one that has it, or has not.
"""

from __future__ import annotations

import builtins
import collections
import functools
import operator
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from autograph.old_operators import own_builtins, own_iterators
from autograph.old_operators.chosen import items_of
from autograph.old_operators.kept_views import as_table
from autograph.old_operators.key_order import note_order
from autograph.old_operators.logic import if_exp
from autograph.old_operators.open_items import (
    OpenItems,
    keys_of,
    listed,
    pairs_of,
    values_of,
)
from autograph.old_operators.tables import (
    become,
    can_become,
    is_hashable,
    is_run_key,
    pop_unhashable,
)
from graph.dispatch import operate
from graph.graph import is_symbolic
from graph.keys import Possible, entry_of, is_open, is_ranked, refusal
from graph.old_staging import stage_cond
from graph.old_staging.aliases import note_change
from graph.old_staging.variables import demand
from graph.partial import ABSENT, Optional, OptionalTensor
from graph.tables import is_run_set, is_table
from graph.tables import refusal as refusal_of_table
from graph.tensor import _DISPATCH

_MISSING: Final = object()
_ior: Final[Callable[[Any, Any], Any]] = operator.ior

# -- Entries ---------------------------------------------------------------------------


def by_presence(
    table: Any,
    key: Any,
    there: Callable[[Any], Any],
    absent: Callable[[], Any],
    name: str = "the value of a key",
) -> Any:
    """Return `there(value)` where the key is there, and `absent()` elsewhere.

    They may change the dict, which has the key or has it not when they are called.
    """
    found = table[key]
    if found.flag is True:
        _put(table, key, found.value)
        return there(found.value)

    def then() -> list[Any]:
        _put(table, key, found.value)
        return [there(found.value)]

    def orelse() -> list[Any]:
        note_change(table)
        del table[key]
        return [absent()]

    return stage_cond(found.flag, then, orelse, (name,))[0]


def _put(table: Any, key: Any, value: Any) -> None:
    """Let a dict, of which it is known whether it has the key, hold a value there."""
    note_change(table)
    if not is_ranked(table):
        table[key] = value
        return
    entries = {each: entry_of(table, each, is_ranked=True) for each in table}
    rank = entries[key][2] if key in entries else _next_rank(entries.values())
    table[key] = Possible(value, True, rank)


def _next_rank(entries: Iterable[tuple[Any, Any, Any]]) -> Any:
    """Return a rank after all others."""
    last: Any = 0
    for _, _, rank in entries:
        both = (last, rank)
        last = operate("maximum", both) if any(map(is_symbolic, both)) else max(both)
    return last + 1


def read(table: Any, key: Any, found: Possible) -> Any:
    """Return what a dict holds under a key that it may not have."""
    if hasattr(type(table), "__missing__"):
        return by_presence(table, key, _same, lambda: table[key])

    if found.flag is True:
        return found.value

    def fail() -> Any:
        raise KeyError(key)

    name = f"the value of the key {key!r}"
    return stage_cond(found.flag, lambda: [found.value], lambda: [fail()], (name,))[0]


def set_item(table: Any, key: Any, value: Any) -> None:
    """Do `table[key] = value`."""
    if type(table.get(key)) is not Possible:
        _put(table, key, value)
        return

    def put(*_: Any) -> None:
        _put(table, key, value)

    by_presence(table, key, put, put)


def del_item(table: Any, key: Any) -> None:
    """Do `del table[key]`, for which a Counter need not have the key."""
    _pop(table, key, *[None] * isinstance(table, collections.Counter))


# -- Methods ---------------------------------------------------------------------------


def _get(table: Any, key: Any, default: Any = None) -> Any:
    found = dict.get(table, key, default)
    if type(found) is not Possible:
        return found
    return if_exp(found.flag, lambda: found.value, lambda: default)


def _pop(table: Any, key: Any, *default: Any) -> Any:
    found = dict.get(table, key, _MISSING)
    if type(found) is not Possible:
        note_change(table)
        return table.pop(key, *default)

    def take(value: Any) -> Any:
        del table[key]
        return value

    def absent() -> Any:
        if not default:
            raise KeyError(key)
        return default[0]

    return by_presence(table, key, take, absent)


def _pop_as_method(table: Any, key: Any, *default: Any) -> Any:
    if type(table) is not collections.OrderedDict and not is_hashable(key):
        return pop_unhashable(table, key, default)
    return _pop(table, key, *default)


def _setdefault(table: Any, key: Any, default: Any = None) -> Any:
    found = dict.get(table, key, _MISSING)
    if type(found) is not Possible:
        if found is _MISSING:
            _put(table, key, default)
            return default
        return found

    def put() -> Any:
        _put(table, key, default)
        return default

    return by_presence(table, key, _same, put)


def _same(value: Any) -> Any:
    return value


def _update(table: Any, other: Any = (), /, **named: Any) -> None:
    pairs = {**other, **named} if isinstance(other, dict) else {**dict(other), **named}
    if is_open(table) or is_open(pairs):
        for key, item in pairs.items():
            _update_one(table, key, item)
        return
    note_change(table)
    table.update(pairs)


def _update_one(table: Any, key: Any, item: Any) -> None:
    if type(item) is not Possible:
        set_item(table, key, item)
        return
    if item.rank is not ABSENT:
        raise refusal("it is added to another, and the order of its keys depends, too")

    def put() -> list[Any]:
        set_item(table, key, item.value)
        return []

    stage_cond(item.flag, put, list, ())


def _clear(table: Any) -> None:
    note_change(table)
    table.clear()


def contains(table: Any, key: Any) -> Any:
    """Return `key in table`."""
    found = dict.get(table, key, _MISSING)
    return found.flag if type(found) is Possible else found is not _MISSING


def length(table: Any) -> Any:
    """Return `len(table)`, also of its items."""
    table = table.table if type(table) is OpenItems else table
    total: Any = 0
    for item in table.values():
        if type(item) is Possible and item.flag is not True:
            total = total + if_exp(item.flag, lambda: 1, lambda: 0)
        else:
            total = total + 1
    return total


def truth_of(table: Any) -> Any:
    """Return `bool(table)`, also of its items."""
    table = table.table if type(table) is OpenItems else table
    found: Any = False
    for item in table.values():
        if type(item) is not Possible or item.flag is True:
            return True
        held = (found, item.flag)
        found = item.flag if found is False else operate("bitwise_or", held)
    return found


def _item(table: Any, key: Any) -> Any:
    found = table[key]
    return read(table, key, found) if type(found) is Possible else found


def _as_dict(items: Any, /, **named: Any) -> Any:
    if not is_open(items):
        items = as_table(items)
        return _DISPATCH["converted_call"](dict, (_checked(items),), named)
    made = dict(items)
    for key, value in named.items():
        set_item(made, key, value)
    return made


def _checked(items: Any) -> Any:
    """Return the items, unless they are those of a dict that cannot be listed."""
    return iter(items) if type(items) is OpenItems else items


_METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "get": _get,
    "pop": _pop_as_method,
    "setdefault": _setdefault,
    "update": _update,
    "clear": _clear,
    "copy": lambda table: type(table).copy(table),
    "__getitem__": _item,
    "keys": keys_of,
    "values": values_of,
    "items": pairs_of,
    "__len__": length,
    "__contains__": contains,
    "__setitem__": set_item,
    "__delitem__": del_item,
}
_BUILTINS: Final[Mapping[Any, Callable[..., Any]]] = {
    builtins.len: length,
    builtins.bool: truth_of,
    builtins.dict: _as_dict,
    builtins.list: listed,
    builtins.tuple: lambda items: _DISPATCH["converted_call"](
        tuple, (listed(items),), None
    ),
    builtins.type: lambda items: getattr(items, "kind", type(items)),
}
_NATIVE: Final = (types.BuiltinMethodType, types.MethodWrapperType)


def call_on_dicts(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a method or builtin; None if nothing.

    Raises:
        UnknownKeysError: It is a method that looks into such a dict in another way.
    """
    owner = getattr(function, "__self__", None)
    if isinstance(owner, dict) and not isinstance(function, type):
        name = getattr(function, "__name__", "")
        if is_open(owner) or (name == "update" and any(map(is_open, args))):
            if name == "get" and args and is_run_key(args[0]):
                return None  # it is compared with the keys that there are
            method = _METHODS.get(name)
            # Those that Python wrote, of a Counter, mean something else.
            if type(function) not in _NATIVE or method is None:
                raise refusal(f"{type(owner).__name__}.{name}() is called")
            return functools.partial(method, owner)
    if len(args) == 2 and function is isinstance and type(args[0]) is OpenItems:
        return lambda items, kinds: issubclass(items.kind, kinds)
    if len(args) == 1 and (type(args[0]) is OpenItems or is_open(args[0])):
        if type(function) is types.BuiltinMethodType and _takes_all(function):
            return lambda items: _DISPATCH["converted_call"](
                function, (listed(items),), None
            )
        try:
            return _BUILTINS.get(function)
        except TypeError:  # unhashable callables
            return None
    return None


def _takes_all(method: Any) -> bool:
    """Is it a method that steps through its argument, and takes all its items?"""
    kind, name = type(method.__self__), method.__name__
    return (kind is str and name == "join") or (
        kind in (list, collections.deque) and name == "extend"
    )


def union(left: Any, right: Any) -> Any:
    """Return `left | right`."""
    if is_table(left) or is_table(right):
        from autograph.old_operators.displays import dict_display

        if type(left) is type(right) is dict:
            return dict_display(left, right)
        raise refusal_of_table("it is joined with another by `|`")
    if not (is_open(left) or is_open(right)):
        return left | right
    if not (type(left) is type(right) is dict):
        raise refusal("it is joined with another by `|`")
    made = left.copy()
    _update(made, right)
    return made


def union_in_place(left: Any, right: Any) -> Any:
    """Do `left |= right`; return what `left` is then."""
    if is_run_set(right):
        _DISPATCH["converted_call"](left.update, (right,), None)  # which refuses it
    if is_table(left) or is_table(right):
        if type(left) is not dict:
            raise refusal_of_table("it is joined with another by `|=`")
        _DISPATCH["converted_call"](left.update, (right,), None)
        return left
    if not (is_open(left) or is_open(right)):
        return _ior(left, right)
    if type(left) is not dict:
        raise refusal("it is joined with another by `|=`")
    _update(left, right)
    return left


_NO_MAPPING: Final = "'NoneType' object is not a mapping"
_NO_ITERABLE: Final = "Value after * must be an iterable, not NoneType"


def as_dict(mapping: Any) -> Any:
    """Return a dict of a mapping of the user's in which the run has a say."""
    if not own_iterators.is_run_mapping(mapping):
        return mapping
    return own_builtins.of_mapping(mapping)


def plain_keys(table: Any) -> Any:
    """Return what is spread by `*` or `**`; refuse what only the run knows."""
    if type(table) in (Optional, OptionalTensor):
        is_dict = isinstance(table.value, dict)
        table = demand(table, _NO_MAPPING if is_dict else _NO_ITERABLE)
    table = table if hasattr(type(table), "keys") else items_of(table)
    table = as_dict(table)
    note_order(table)
    if is_open(table):
        if not can_become(table):
            raise refusal("it is spread with `*` or `**`")
        become(table)
    if is_table(table):
        return items_of(table)
    is_own = own_iterators.is_iterable(table) and not hasattr(type(table), "keys")
    return own_builtins.listed(table) if is_own else table


_DISPATCH["read_key"] = read
_DISPATCH["truth_of_dict"] = truth_of

__all__ = [
    "as_dict",
    "by_presence",
    "call_on_dicts",
    "contains",
    "del_item",
    "is_open",
    "length",
    "plain_keys",
    "read",
    "set_item",
    "truth_of",
    "union",
    "union_in_place",
]
