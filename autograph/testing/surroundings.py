"""What a function can reach and random numbers come from, as it was before a call."""

from __future__ import annotations

import collections
import enum
import functools
import random
from collections.abc import Callable, Iterable, Iterator
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Final

import numpy as np

from autograph.allowed import is_allowed
from autograph.values.kinds import ATOMS

_CONTAINERS: Final = (list, dict, set, collections.deque, bytearray)
_SKIPPED: Final = (*ATOMS, ModuleType, CodeType)
_ABSENT: Final = object()


class Surroundings:
    """The lists, dicts, attributes and globals around a function, and random states."""

    def __init__(self, roots: Iterable[Any]) -> None:
        """Remember what can be reached from some functions or values."""
        # What is reached, kept alive: by identity.
        self._seen: dict[int, Any] = {}
        self._restore: list[Callable[[], None]] = []
        pending = [random._inst, np.random.mtrand._rand, *roots]
        while pending:
            value = pending.pop()
            if isinstance(value, _SKIPPED) or id(value) in self._seen:
                continue
            self._seen[id(value)] = value
            pending.extend(self._look_at(value))

    def put_back(self) -> None:
        """Let all of it be as it was."""
        for restore in self._restore:
            restore()

    def _look_at(self, value: Any) -> Iterator[Any]:
        """Remember what a value holds, and yield it."""
        if isinstance(value, FunctionType):
            yield from self._of_function(value)
        elif isinstance(value, MethodType):
            yield from (value.__func__, value.__self__)
        elif isinstance(value, functools.partial):
            yield from (value.func, value.args, value.keywords)
        elif isinstance(value, functools._lru_cache_wrapper):
            self._restore.append(value.cache_clear)
            yield value.__wrapped__
        elif isinstance(value, (tuple, frozenset)):
            yield from value
        elif isinstance(value, np.ndarray):
            self._of_array(value)
        elif (state := _state_of(value)) is not None:
            self._restore.append(state)
        else:
            yield from self._of_object(value)

    def _of_function(self, function: FunctionType) -> Iterator[Any]:
        for cell in function.__closure__ or ():
            held = _content(cell)
            self._restore.append(functools.partial(_fill, cell, held))
            yield held
        yield from function.__defaults__ or ()
        yield from (function.__kwdefaults__ or {}).values()
        names = function.__globals__
        for name in _names_in(function.__code__):
            held = names.get(name, _ABSENT)
            self._restore.append(functools.partial(_set_item, names, name, held))
            yield held
        yield vars(function)

    def _of_array(self, array: np.ndarray[Any, Any]) -> None:
        if array.flags.writeable:
            kept = array.copy()
            self._restore.append(lambda: np.copyto(array, kept))

    def _of_object(self, value: Any) -> Iterator[Any]:
        if isinstance(value, _CONTAINERS):
            kept = list(value.items()) if isinstance(value, dict) else list(value)
            self._restore.append(functools.partial(_refill, value, kept))
            yield from kept
        cls = value if isinstance(value, type) else type(value)
        if is_allowed(cls.__module__):
            return
        for name, held in list(getattr(value, "__dict__", {}).items()):
            yield held
            if not isinstance(value, type) or isinstance(value, enum.EnumType):
                continue
            if not (name.startswith("__") or callable(held)):
                self._restore.append(functools.partial(setattr, value, name, held))
        if isinstance(value, (type, enum.Enum)):
            return
        if hasattr(value, "__dict__"):
            attributes, kept_now = vars(value), dict(vars(value))
            self._restore.append(
                functools.partial(_refill, attributes, list(kept_now.items()))
            )
        for name in _slots_of(cls):
            held = getattr(value, name, _ABSENT)
            if held is not _ABSENT:
                self._restore.append(
                    functools.partial(object.__setattr__, value, name, held)
                )
                yield held


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _names_in(const)


def _slots_of(cls: type) -> Iterator[str]:
    for each in cls.__mro__:
        slots = vars(each).get("__slots__", ())
        yield from (slots,) if isinstance(slots, str) else slots


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _ABSENT


def _fill(cell: CellType, value: Any) -> None:
    if value is not _ABSENT:
        cell.cell_contents = value


def _set_item(names: dict[str, Any], name: str, value: Any) -> None:
    if value is _ABSENT:
        names.pop(name, None)
    else:
        names[name] = value


def _refill(container: Any, kept: list[Any]) -> None:
    container.clear()
    if isinstance(container, (list, collections.deque, bytearray)):
        container.extend(kept)
    else:
        container.update(kept)


def _state_of(value: Any) -> Callable[[], None] | None:
    """Return what sets a generator of random numbers back to where it is now."""
    if isinstance(value, random.Random):
        return functools.partial(value.setstate, value.getstate())
    if isinstance(value, np.random.RandomState):
        return functools.partial(value.set_state, value.get_state(legacy=False))
    if isinstance(value, np.random.Generator):
        bits = value.bit_generator
        return functools.partial(setattr, bits, "state", bits.state)
    return None


__all__ = ["Surroundings"]
