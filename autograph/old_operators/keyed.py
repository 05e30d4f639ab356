"""Dicts that are looked into by a number or text that only the run knows.

Tracing knows the keys: the graph compares each with what is looked for, and takes the
value of the one that equals it. If there is none, a KeyError is raised when the graph
runs, as in plain Python; a new one cannot be added.
"""

from __future__ import annotations

import enum
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from types import BuiltinMethodType, FunctionType, MethodWrapperType
from typing import Any, Final

import numpy as np

from autograph.old_operators.composite_keys import (
    can_be_told,
    is_composite,
    leaves_of,
    same,
)
from autograph.old_operators.conditionals import if_stmt
from autograph.old_operators.exceptions import raised
from autograph.old_operators.logic import if_exp
from graph.dispatch import is_text, operate
from graph.errors import UnknownKeysError
from graph.graph import current_graph
from graph.keys import Possible
from graph.old_staging import diverge
from graph.old_staging.members import Member, Number
from graph.old_staging.numpy_numbers import has_hash
from graph.old_staging.residents import check_key
from graph.old_staging.storage import on_class
from graph.ops.debugging import assert_that, raise_error
from graph.ops.made_later import made_later
from graph.origin import capture_exact
from graph.tensor import _DISPATCH

_DICTS: Final = (dict, OrderedDict, defaultdict, Counter)
_LOOKING: Final = (
    *("__getitem__", "__setitem__", "__contains__", "__iter__", "__len__"),
    *("get", "keys"),
)
_CHANGEABLE: Final = (list, dict, set)
# Of more lists under a key of the run none is changed: 40 take half a minute to trace.
_MAX_CHANGEABLE: Final = 32
_NATIVE: Final = (BuiltinMethodType, MethodWrapperType)
_NUMBERS: Final = (int, float, complex, np.number, np.bool_)


def is_keyed(table: Any, key: Any) -> bool:
    """Tell whether a dict is looked into by a key that only the run knows.

    Raises:
        UnknownIdentityError: The key is an object that lives in the graph.
    """
    if isinstance(table, dict):
        check_key(key)
    return acts_as_dict(table, _LOOKING) and _is_of_run(key)


def _is_of_run(key: Any) -> bool:
    """Is it a key that only the run knows, as far as it is known to be one?"""
    if current_graph() is None:
        return False
    return has_hash(key) or issubclass(type(key), Member) or is_composite(key)


def _read(table: Any, key: Any) -> Any:
    """Return the value of a dict as dicts give it, whatever its class says."""
    found = dict.__getitem__(table, key)
    return found.value if type(found) is Possible else found


def acts_as_dict(table: Any, names: Sequence[str]) -> bool:
    """Tell whether a dict, or one of a class derived from it, does what dicts do.

    Args:
        table: What may be a dict.
        names: The methods that the class must not have of its own.
    """
    kind = type(table)
    if kind in _DICTS:
        return True
    if not issubclass(kind, dict):
        return False
    base = next(each for each in kind.__mro__ if each in _DICTS)
    return all(on_class(kind, name) is on_class(base, name) for name in names)


def has_keys(table: Any) -> bool:
    """Is it a dict, of any class, that is asked as dicts are whether it has a key?"""
    return acts_as_dict(table, ("__contains__", "__iter__"))


def get_item(table: Any, key: Any, read: Callable[[Any, Any], Any]) -> Any:
    """Return `table[key]`.

    Args:
        table: The dict.
        key: What is looked for.
        read: Returns the value of a dict under a key that is known.
    """
    fail = partial(_missing, table, key)
    if not hasattr(type(table), "__missing__"):
        found = _changeable(table, key)
        if found is not None:
            is_there, value = found
            if_exp(is_there, _nothing, fail)
            return value
    return get_or(table, key, read, fail)


def item_among(items: Sequence[Any], index: Any, message: str) -> Any:
    """Return an item of a list or tuple that tracing knows, as no list of the run may.

    Args:
        items: The list or tuple.
        index: The index, a number of Python's that only the run knows.
        message: What the IndexError says if there is no such item.
    """

    def fail() -> Any:
        raise IndexError(message)

    table = dict(enumerate(items))
    place = index + (index < 0) * len(items)
    found = _changeable(table, place)
    if found is None:
        return get_or(table, place, _read, fail)
    if_exp(found[0], _nothing, fail)
    return found[1]


def replacement(
    function: Any, args: tuple[Any, ...], read: Callable[[Any, Any], Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of `get` of a dict, or of what looks a key up."""
    table = getattr(function, "__self__", None)
    if not (isinstance(table, dict) and args):
        return None
    if type(function) in _NATIVE and function.__name__ == "__getitem__":
        # Of the class itself it is none of these: it is `super().__getitem__`.
        is_run = len(args) == 1 and _is_of_run(args[0])
        return (lambda key: get_item(table, key, _read)) if is_run else None
    if not is_keyed(table, args[0]) or function != table.get:
        return None

    def get(key: Any, default: Any = None, /) -> Any:
        is_alike = default is None or type(default) in _CHANGEABLE
        found = _changeable(table, key) if is_alike else None
        if found is None:
            return get_or(table, key, read, lambda: default)
        return if_exp(found[0], partial(_same, found[1]), partial(_same, default))

    return get


def set_item(
    table: Any,
    key: Any,
    value: Any,
    read: Callable[[Any, Any], Any],
    write: Callable[[Any, Any, Any], None],
) -> None:
    """Do `table[key] = value`; a run in which it has no such key raises.

    Args:
        table: The dict.
        key: Where the value is put.
        value: The value.
        read: Returns the value of a dict under a key that is known.
        write: Sets it.

    Raises:
        UnknownKeysError: It has no key that could be the one.
    """
    keys, flags = _compared(table, key)
    if not flags:
        raise _refusal(table)
    _demand(_any(flags), table, key)
    for each, flag in zip(keys, flags, strict=True):
        if type(dict.get(table, each)) is Possible:  # which may not be there
            put = partial(write, table, each, value)
            if_stmt(flag, put, _nothing, tuple, _ignored, (), 0)
        else:
            write(table, each, if_exp(flag, lambda: value, partial(read, table, each)))


def _nothing() -> None:
    """Do nothing: a branch of an `if` without `else`."""


def _ignored(state: tuple[Any, ...]) -> None:
    """Set no variables."""
    assert state == ()


def get_or(
    table: Any,
    key: Any,
    read: Callable[[Any, Any], Any],
    otherwise: Callable[[], Any],
) -> Any:
    """Return `table[key]`, and where it has no such key what `otherwise` gives."""
    keys, flags = _compared(table, key)
    flags = [_is_there(table, *pair) for pair in zip(keys, flags, strict=True)]

    def choose(start: int, end: int) -> Any:
        """Return the value of one of some keys, which is known to be the one."""
        if end - start == 1:
            return read(table, keys[start])
        middle = (start + end) // 2
        is_before = _any(flags[start:middle])
        return if_exp(
            is_before, lambda: choose(start, middle), lambda: choose(middle, end)
        )

    if not flags:
        return otherwise()
    return if_exp(_any(flags), lambda: choose(0, len(keys)), otherwise)


def _changeable(table: Any, key: Any) -> tuple[Any, Any] | None:
    """Return whether a key is there, and the list, dict or set that it has then.

    None if there are other values, too. The conditions that choose it stand in no
    branch, so that `old_staging.alternatives` knows for each of them whether it is
    the one, and changes it.
    """
    keys, flags = _compared(table, key)
    values = [dict.__getitem__(table, each) for each in keys]
    if not 0 < len(values) <= _MAX_CHANGEABLE:
        return None
    if not all(type(each) in _CHANGEABLE for each in values):
        return None
    is_there = _any(flags)
    while len(values) > 1:  # a tree, so that few conditions stand in each other
        chosen: list[Any] = []
        either: list[Any] = []
        for start in range(0, len(values) - 1, 2):
            one, other = (partial(_same, each) for each in values[start : start + 2])
            chosen.append(if_exp(flags[start], one, other))
            either.append(_any(flags[start : start + 2]))
        end = 2 * len(chosen)
        values, flags = chosen + values[end:], either + flags[end:]
    return is_there, values[0]


def _same(value: Any) -> Any:
    return value


def _compared(table: Any, key: Any) -> tuple[list[Any], list[Any]]:
    """Return the keys that may be the one that is looked for, and whether each is."""
    from autograph.old_operators.comparisons import is_same  # which needs this module

    if is_composite(key):
        pairs = [(each, same(key, each)) for each in dict.keys(table)]
        found = [(each, flag) for each, flag in pairs if flag is not False]
        return [each for each, _ in found], [flag for _, flag in found]
    kinds: Any = str if is_text(key) else _NUMBERS
    if issubclass(type(key), Member):
        kinds = _NUMBERS if issubclass(type(key), Number) else key._ag_enumeration
    keys = [each for each in dict.keys(table) if isinstance(each, kinds)]
    return keys, [is_same(key, each) for each in keys]


def _is_there(table: Any, key: Any, flag: Any) -> Any:
    """Return whether a key is the one that is looked for, and the dict has it."""
    entry = dict.get(table, key)
    if type(entry) is not Possible:
        return flag
    return operate("bitwise_and", (flag, entry.flag))


def _any(flags: Sequence[Any]) -> Any:
    found = flags[0]
    for flag in flags[1:]:
        found = operate("bitwise_or", (found, flag))
    return found


def _demand(flag: Any, table: Any, key: Any) -> None:
    """Raise, when the graph runs, if a key is none of the dict's."""
    shown, fields = _parts_shown(key)
    assert_that(flag, shown, f"{_what(table)}: {fields}.", UnknownKeysError)


def _missing(table: Any, key: Any) -> Any:
    method = on_class(type(table), "__missing__")
    if isinstance(method, FunctionType) and method is not Counter.__missing__:
        return _DISPATCH["converted_call"](method, (table, key), None)
    if isinstance(table, Counter):
        return 0
    if isinstance(table, defaultdict) and table.default_factory is not None:
        shown, fields = _parts_shown(key)
        raise_error(UnknownKeysError, shown, f"{_what(table)}: {fields}.")
        diverge()
    if is_composite(key) and not can_be_told(key):
        shown, fields = _parts_shown(key)
        what = f"a {type(table).__name__} has no key of these parts, for which Python"
        raise_error(UnknownKeysError, shown, f"{what} raises KeyError: {fields}.")
        diverge()
    raise raised(made_later(KeyError, key))


def _shown(key: Any) -> Any:
    is_member = issubclass(type(key), (Member, enum.Enum))
    return key.name if is_member else key


def _parts_shown(key: Any) -> tuple[tuple[Any, ...], str]:
    """Return the parts of a key as a message shows them, and a field for each."""
    shown = tuple(map(_shown, leaves_of(key)))
    return shown, ", ".join("{!r}" for _ in shown)


def _what(table: Any) -> str:
    return f"a {type(table).__name__} is given a new key, which only the run knows"


def _refusal(table: Any) -> UnknownKeysError:
    return UnknownKeysError(
        f"{_what(table)}.",
        origin=capture_exact(2),
        hint="Give it the keys that there may be before: dict.fromkeys(keys, 0).",
    )


__all__ = [
    "get_item",
    "get_or",
    "has_keys",
    "is_keyed",
    "item_among",
    "replacement",
    "set_item",
]
