"""Results that are dicts and sets with keys that only the run knows.

A graph returns the keys as a list, and the values as another; the dict is made of them
when the run is done.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from typing import Any, Final

from graph.nest import Structure
from graph.segments import is_made
from graph.tables import Members, Part, is_run_set, is_table


class _Result(tuple[Any, ...]):
    """Lists of which something is made, as a namedtuple, whose parts graphs return."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()

    def __new__(cls, *lists: Any) -> Any:
        """Hold lists."""
        return super().__new__(cls, lists)


class DictResult(_Result):
    """A dict that is returned."""

    __slots__ = ()
    _fields = ("keys", "values")

    def made(self) -> Any:
        """Return the dict."""
        keys, values = self
        return dict(zip(map(as_key, keys), values, strict=True))


class OrderedDictResult(DictResult):
    """An `OrderedDict` that is returned."""

    __slots__ = ()

    def made(self) -> Any:
        return OrderedDict(super().made())


class CounterResult(DictResult):
    """A `Counter` that is returned."""

    __slots__ = ()

    def made(self) -> Any:
        return Counter(super().made())


class SetResult(_Result):
    """A set that is returned."""

    __slots__ = ()
    _fields = ("keys",)

    def made(self) -> Any:
        """Return the set."""
        return set(map(as_key, self[0]))


class FrozensetResult(SetResult):
    """A `frozenset` that is returned."""

    __slots__ = ()

    def made(self) -> Any:
        return frozenset(super().made())


_OF_DICTS: Final[dict[type, type[DictResult]]] = {
    dict: DictResult,
    OrderedDict: OrderedDictResult,
    Counter: CounterResult,
}
_OF_SETS: Final[dict[type, type[SetResult]]] = {
    set: SetResult,
    frozenset: FrozensetResult,
}
_RESULTS: Final = frozenset({*_OF_DICTS.values(), *_OF_SETS.values()})


def with_lists(value: Any) -> Any:
    """Return a result with lists in place of such dicts and sets."""
    return _with_lists(value) if is_made() else value


def _with_lists(value: Any) -> Any:
    kind = type(value)
    if kind in _OF_DICTS and is_table(value):
        parts = (value[Part.KEYS], _with_lists(value[Part.VALUES]))
        return _OF_DICTS[kind](*parts)
    if kind in _OF_SETS and is_run_set(value):
        (members,) = value
        assert type(members) is Members
        return _OF_SETS[kind](members.elements)
    if kind in (list, tuple):
        items = [_with_lists(part) for part in value]
        is_same = all(new is old for new, old in zip(items, value, strict=True))
        return value if is_same else kind(items)
    if kind is dict:
        held = {key: _with_lists(part) for key, part in value.items()}
        return value if all(held[key] is value[key] for key in held) else held
    return value


def made_of(value: Any) -> Any:
    """Return the dict or set that is to be made of a value; anything else as it is."""
    return value.made() if type(value) in _RESULTS else value


def key_leaves(structure: Structure) -> Iterator[bool]:
    """Yield for each leaf of a result whether it is a list of keys, or part of one."""
    if structure.kind in _RESULTS:
        keys, *values = structure.parts
        yield from [True] * keys.n_leaves
        for part in values:
            yield from key_leaves(part)
    elif structure.kind is None:
        yield False
    else:
        for part in structure.parts:
            yield from key_leaves(part)


def as_key(key: Any) -> Any:
    """Return a number or text of Python's, or a tuple of such, of what a run gives."""
    if type(key) is tuple:
        return tuple(map(as_key, key))
    if not hasattr(key, "numpy"):
        return key
    value = key.numpy()
    return value.decode() if isinstance(value, bytes) else value.item()


__all__ = ["as_key", "key_leaves", "made_of", "with_lists"]
