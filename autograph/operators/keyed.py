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
from typing import Any, Final

import numpy as np

from autograph.operators.composite_keys import (
    can_be_told,
    is_composite,
    leaves_of,
    same,
)
from autograph.operators.conditionals import if_stmt
from autograph.operators.exceptions import raised
from autograph.operators.logic import if_exp
from graph.dispatch import is_text, operate
from graph.errors import UnknownKeysError
from graph.graph import current_graph
from graph.keys import Possible
from graph.ops.debugging import assert_that, raise_error
from graph.ops.raising import made_later
from graph.origin import capture_exact
from graph.staging import diverge
from graph.staging.members import Member, Number
from graph.staging.numpy_numbers import has_hash
from graph.staging.residents import check_key

_DICTS: Final = (dict, OrderedDict, defaultdict, Counter)
_NUMBERS: Final = (int, float, complex, np.number, np.bool_)


def is_keyed(table: Any, key: Any) -> bool:
    """Tell whether a dict is looked into by a key that only the run knows.

    Raises:
        UnknownIdentityError: The key is an object that lives in the graph.
    """
    if isinstance(table, dict):
        check_key(key)
    return (
        type(table) in _DICTS
        and current_graph() is not None
        and (has_hash(key) or issubclass(type(key), Member) or is_composite(key))
    )


def get_item(table: Any, key: Any, read: Callable[[Any, Any], Any]) -> Any:
    """Return `table[key]`.

    Args:
        table: The dict.
        key: What is looked for.
        read: Returns the value of a dict under a key that is known.
    """
    keys, flags = _compared(table, key)
    is_one_of = 1 < len(keys) <= _MOST and type(table) is not Counter
    if is_one_of and all(type(dict.get(table, each)) in _CHANGING for each in keys):
        return _one_of(table, key, keys, flags)
    return get_or(table, key, read, lambda: _missing(table, key))


_CHANGING: Final = (list, dict, set)
# A change of one of so many is a choice for each: tracing it takes seconds.
_MOST: Final = 16


def _one_of(table: Any, key: Any, keys: Sequence[Any], flags: Sequence[Any]) -> Any:
    """Return one of the lists or dicts under some keys.

    Each choice is one between two that are known, in no branch of another one: so it is
    known by which condition it is which, and it can be changed.
    """
    if_exp(_any(flags), lambda: True, lambda: _missing(table, key))

    def choose(start: int, end: int) -> Any:
        if end - start == 1:
            return dict.__getitem__(table, keys[start])
        middle = (start + end) // 2
        is_before, found = _any(flags[start:middle]), choose(start, middle)
        return if_exp(
            is_before, partial(_same, found), partial(_same, choose(middle, end))
        )

    return choose(0, len(keys))


def _same(value: Any) -> Any:
    return value


def replacement(
    function: Any, args: tuple[Any, ...], read: Callable[[Any, Any], Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of `get` of a dict; None for all else."""
    table = getattr(function, "__self__", None)
    if not (isinstance(table, dict) and args and is_keyed(table, args[0])):
        return None
    if function != table.get:
        return None

    def get(key: Any, default: Any = None, /) -> Any:
        return get_or(table, key, read, lambda: default)

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


def _compared(table: Any, key: Any) -> tuple[list[Any], list[Any]]:
    """Return the keys that may be the one that is looked for, and whether each is."""
    from autograph.operators.comparisons import is_same  # which needs this module

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
    if type(table) is Counter:
        return 0
    if type(table) is defaultdict and table.default_factory is not None:
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


__all__ = ["get_item", "get_or", "is_keyed", "replacement", "set_item"]
