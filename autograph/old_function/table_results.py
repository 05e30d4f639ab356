"""Results that are dicts and sets with keys that only the run knows.

A graph returns the keys as a list, and the values as another; the dict is made of them
when the run is done.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator
from typing import Any, Final

from autograph.old_operators import lists
from autograph.old_operators.tables import are_alike
from graph.keys import is_open
from graph.nest import Structure
from graph.old_staging.list_integers import may_hold_integers
from graph.old_staging.numpy_numbers import Mixed, kind_of_items
from graph.old_staging.whole import dtypes_of
from graph.partial import Flagged
from graph.specs import element_of
from graph.tables import Members, Part, is_run_set, is_table, refusal


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


class DefaultdictResult(DictResult):
    """A `defaultdict` that is returned."""

    __slots__ = ()
    factory: Any = None

    def made(self) -> Any:
        return defaultdict(type(self).factory, super().made())


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
_FACTORIES: Final = (None, int, float, bool, str, list, tuple, dict, set)
# By what a defaultdict makes for a key that is missing.
_OF_DEFAULTDICTS: Final[dict[Any, type[DictResult]]] = {
    factory: type(
        f"DefaultdictResult_{getattr(factory, '__name__', factory)}",
        (DefaultdictResult,),
        {"__slots__": (), "factory": factory},
    )
    for factory in _FACTORIES
}
_OF_SETS: Final[dict[type, type[SetResult]]] = {
    set: SetResult,
    frozenset: FrozensetResult,
}
_RESULTS: Final = frozenset(
    {*_OF_DICTS.values(), *_OF_DEFAULTDICTS.values(), *_OF_SETS.values()}
)


def with_lists(value: Any) -> Any:
    """Return a result with lists in place of such dicts and sets."""
    kind = type(value)
    if isinstance(value, Flagged):
        inner = with_lists(value.value)
        return value if inner is value.value else value.with_value(inner)
    if is_table(value):
        result = _result_of(value)
        if result is None:
            return value
        keys, values = value[Part.KEYS], with_lists(value[Part.VALUES])
        return result(_as_keys(keys), values)
    if kind in _OF_SETS and is_run_set(value):
        (members,) = value
        assert type(members) is Members
        return _OF_SETS[kind](_as_keys(members.elements, "set"))
    if kind is Counter and not is_open(value) and are_alike(value):
        return CounterResult(_as_keys(list(value)), with_lists(list(value.values())))
    if kind in (list, tuple):
        items = [with_lists(part) for part in value]
        is_same = all(new is old for new, old in zip(items, value, strict=True))
        return value if is_same else kind(items)
    if kind is dict:
        held = {key: with_lists(part) for key, part in value.items()}
        return value if all(held[key] is value[key] for key in held) else held
    return value


def _result_of(table: Any) -> type[DictResult] | None:
    kind = type(table)
    if kind is not defaultdict:
        return _OF_DICTS.get(kind)
    factory = table.default_factory
    return _OF_DEFAULTDICTS[factory] if factory in _FACTORIES else None


def _as_keys(keys: list[Any], kind: str = "dict") -> list[Any]:
    """Return a list of keys of the run: as its items, they would become tensors."""
    if not keys:
        return []
    whole = lists.whole_of(keys)
    for column in whole.columns:
        if dtypes_of(column) or may_hold_integers(column):
            raise refusal("it is returned, with numbers of two dtypes in it", kind)
        if (
            kind_of_items(column) is Mixed
            and not element_of(column.spec).dtype.is_python
        ):
            what = "it is returned, with numbers of Python's and of NumPy's in it"
            raise refusal(what, kind)
    return [whole]


def is_result(value: Any) -> bool:
    """Is it what is returned for such a dict or set, or one of these itself?"""
    return isinstance(value, _Result) or is_table(value) or is_run_set(value)


def made_of(value: Any) -> Any:
    """Return the dict or set that is to be made of a value; anything else as it is."""
    return value.made() if type(value) in _RESULTS else value


def holds_results(structure: Structure) -> bool:
    """Tell whether something is to be made of a part of a result."""
    return structure.kind in _RESULTS or any(map(holds_results, structure.parts))


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


__all__ = [
    "as_key",
    "holds_results",
    "is_result",
    "key_leaves",
    "made_of",
    "with_lists",
]
