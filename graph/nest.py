"""Nested structures of values: flatten to leaves, pack leaves again.

Structures are lists, tuples, namedtuples and dicts (whose leaves are ordered by
sorted key, as the documents have it, so that the order of insertion is no part of
the structure), the flagged values of `graph.partial`, and the segments of lists of
`graph.segments`, whose leaves are their columns. Anything else is a leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph.keys import Possible, settled
from graph.partial import Flagged, Maybe, Optional, OptionalTensor, Record
from graph.segments import Family, Segment
from graph.tensor_shape import TensorShape


@dataclass(frozen=True, slots=True)
class Structure:
    """The shape of a nested value, without its leaves.

    Attributes:
        kind: The type of a container; None for a leaf.
        names: The sorted keys of a dict.
        parts: Structures of the parts, in the order of the leaves.
        keys: The keys of a dict, in its own order, which is not compared.
        order: For a dict, the place of each key's part among the sorted keys.
        flagged: For a flagged value, the names that it keeps.
        family: For a segment, which lists its elements may be.
        is_open: Is it a dict that has a key on some paths only?
    """

    kind: type | None
    names: tuple[Any, ...] = ()
    parts: tuple[Structure, ...] = ()
    keys: tuple[Any, ...] = field(default=(), compare=False)
    order: tuple[int, ...] = field(default=(), compare=False)
    flagged: tuple[str, ...] = field(default=(), compare=False)
    family: Family | None = field(default=None, compare=False, repr=False)
    is_open: bool = field(default=False, init=False, compare=False)

    def __post_init__(self) -> None:
        """Find out whether it is a dict that has a key on some paths only."""
        if self.kind is dict and any(part.kind is Possible for part in self.parts):
            object.__setattr__(self, "is_open", True)

    @property
    def n_leaves(self) -> int:
        """How many leaves there are."""
        if self.kind is None:
            return 1
        return sum(part.n_leaves for part in self.parts)

    @property
    def is_flagged(self) -> bool:
        """Is it a value with a flag, whose parts are these?"""
        return self.kind is not None and issubclass(self.kind, Flagged)

    def __str__(self) -> str:
        """Return the structure as Python writes it, with `.` for a leaf."""
        if self.kind is None:
            return "."
        if self.is_flagged:
            return str(self.parts[0])
        if self.kind is Segment:
            return "..."  # as many as the run decides
        inner = ", ".join(map(str, self.parts))
        if any(isinstance(key, str) and key.startswith("\0") for key in self.keys):
            return "{...}"  # a dict or set whose keys the run knows: see graph.tables
        if self.keys:
            named = [self.parts[place] for place in self.order]
            pairs = zip(self.keys, named, strict=True)
            inner = ", ".join(f"{key!r}: {part}" for key, part in pairs)
        opening = {list: "[", tuple: "(", dict: "{"}
        closing = {list: "]", tuple: ",)" if len(self.parts) == 1 else ")", dict: "}"}
        if self.kind in opening:
            return f"{opening[self.kind]}{inner}{closing[self.kind]}"
        kind = self.names[0] if self.kind is Record else self.kind
        return f"{kind.__name__}({inner})"


LEAF = Structure(None)
# The flagged values, by what is built of them again.
FLAGGED: dict[type, type[Flagged]] = {
    Maybe: Maybe,
    Optional: Optional,
    OptionalTensor: Optional,
}
# What is opened as a record, by class. Written while importing only.
RECORDS: dict[type, Callable[[Any], Record]] = {}


def is_nested(value: Any) -> bool:
    """Is `value` a container that `flatten` opens?"""
    return type(value) in (list, tuple, dict) or _is_namedtuple(value)


def _is_namedtuple(value: Any) -> bool:
    # `isinstance` would ask a tensor for the class that it has in plain Python.
    return issubclass(type(value), tuple) and hasattr(type(value), "_fields")


def flatten(value: Any) -> list[Any]:
    """Return the leaves of `value`, in order."""
    leaves: list[Any] = []
    _collect(value, leaves)
    return leaves


def structure_of(value: Any) -> Structure:
    """Return the structure of `value`, without its leaves."""
    return _collect(value, [])


def flatten_with_structure(value: Any) -> tuple[list[Any], Structure]:
    """Return the leaves of `value` and its structure."""
    leaves: list[Any] = []
    return leaves, _collect(value, leaves)


def _kind(value: Any) -> type:
    """Return the class of a value; tuple for a shape that is one of numbers."""
    kind = type(value)
    return tuple if kind is TensorShape and value.is_fully_defined() else kind


def _collect(value: Any, leaves: list[Any]) -> Structure:
    kind = _kind(value)
    if kind is dict:
        keys = tuple(value)
        ordered = sorted_keys(keys)
        parts = tuple(_collect(value[key], leaves) for key in ordered)
        order = tuple(ordered.index(key) for key in keys)
        return Structure(dict, tuple(ordered), parts, keys, order)
    if kind in (list, tuple) or _is_namedtuple(value):
        return Structure(kind, parts=tuple(_collect(part, leaves) for part in value))
    if kind in RECORDS:
        value, kind = RECORDS[kind](value), Record
    if kind is Record:
        parts = tuple(_collect(part, leaves) for part in value.parts)
        return Structure(Record, value.names, parts)
    if kind in FLAGGED:
        parts = (_collect(value.value, leaves), _collect(value.flag, leaves))
        return Structure(FLAGGED[kind], parts=parts, flagged=value.names)
    if kind is Possible:
        held = (value.value, value.flag, value.rank)
        return Structure(Possible, parts=tuple(_collect(part, leaves) for part in held))
    if kind is Segment:
        leaves.extend(value.columns)
        return Structure(Segment, parts=(value.structure,), family=value.family)
    leaves.append(value)
    return LEAF


def sorted_keys(keys: Sequence[Any]) -> list[Any]:
    """Return the keys of a dict in the order of its leaves."""
    try:
        return sorted(keys)
    except TypeError:
        return sorted(keys, key=lambda key: (type(key).__name__, repr(key)))


def pack(structure: Structure, leaves: Sequence[Any]) -> Any:
    """Return a value of this structure with these leaves.

    Raises:
        ValueError: There are too many or too few leaves.
    """
    if structure.n_leaves != len(leaves):
        raise ValueError(
            f"{structure} has {structure.n_leaves} leaves, not {len(leaves)}"
        )
    return _build(structure, iter(leaves))


def pack_all(structures: Sequence[Structure], leaves: Sequence[Any]) -> list[Any]:
    """Return one value for each structure, made of consecutive leaves."""
    packed, start = [], 0
    for structure in structures:
        end = start + structure.n_leaves
        packed.append(pack(structure, leaves[start:end]))
        start = end
    return packed


def _build(structure: Structure, leaves: Iterator[Any]) -> Any:
    if structure.kind is None:
        return next(leaves)
    if structure.kind is Segment:
        columns = tuple(next(leaves) for _ in range(structure.n_leaves))
        return Segment(structure.parts[0], columns, structure.family)
    parts = [_build(part, leaves) for part in structure.parts]
    if structure.kind is dict:
        pairs = zip(structure.keys, structure.order, strict=True)
        made = {key: parts[place] for key, place in pairs}
        return settled(made) if structure.is_open else made
    if structure.kind in (list, tuple):
        return structure.kind(parts)
    if structure.kind is Record:
        return Record.build(structure.names, parts)
    if structure.kind is Possible:
        return Possible.of_entry(*parts)
    if issubclass(structure.kind, Flagged):
        return structure.kind.build(structure.flagged, *parts)
    return structure.kind(*parts)


def join_families(structures: Sequence[Structure]) -> Structure:
    """Note that there is a value that is what all these are of; return the first."""
    first, *others = structures
    for other in others:
        _join_families(first, other)
    return first


def _join_families(left: Structure, right: Structure) -> None:
    if left.family is not None and right.family is not None:
        left.family.join(right.family)
    for one, other in zip(left.parts, right.parts, strict=False):
        _join_families(one, other)


def map_structure(function: Any, value: Any) -> Any:
    """Return `value` with `function` applied to each leaf."""
    leaves, structure = flatten_with_structure(value)
    return pack(structure, [function(leaf) for leaf in leaves])


def paths(value: Any, prefix: str = "") -> list[str]:
    """Return the path to each leaf, such as `['a'][0]`, in the order of the leaves."""
    kind = _kind(value)
    if kind is dict:
        return [
            path
            for key in sorted_keys(tuple(value))
            for path in paths(value[key], f"{prefix}[{key!r}]")
        ]
    if _is_namedtuple(value):
        named = zip(value._fields, value, strict=True)
        return [p for field, part in named for p in paths(part, f"{prefix}.{field}")]
    if kind in (list, tuple):
        parts = enumerate(value)
        return [p for i, part in parts for p in paths(part, f"{prefix}[{i}]")]
    if kind in RECORDS:
        value, kind = RECORDS[kind](value), Record
    if kind is Record:
        pairs = zip(value.names[1:], value.parts, strict=True)
        return [p for field, part in pairs for p in paths(part, f"{prefix}.{field}")]
    if kind in FLAGGED:
        return [*paths(value.value, prefix), *paths(value.flag, prefix)]
    if kind is Possible:
        held = (value.value, value.flag, value.rank)
        return [path for part in held for path in paths(part, prefix)]
    if kind is Segment:
        return [f"{prefix}[...]"] * len(value.columns)
    return [prefix]
