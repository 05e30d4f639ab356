"""Nested structures of values: flatten to leaves, pack leaves again.

Structures are lists, tuples, namedtuples and dicts (whose leaves are ordered by
sorted key, as the documents have it, so that the order of insertion is no part of
the structure). Anything else is a leaf.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph.composite.type_spec import CompositeTensor
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
    """

    kind: type | None
    names: tuple[Any, ...] = ()
    parts: tuple[Structure, ...] = ()
    keys: tuple[Any, ...] = field(default=(), compare=False)
    order: tuple[int, ...] = field(default=(), compare=False)

    @property
    def n_leaves(self) -> int:
        """How many leaves there are."""
        if self.kind is None:
            return 1
        return sum(part.n_leaves for part in self.parts)

    def __str__(self) -> str:
        """Return the structure as Python writes it, with `.` for a leaf."""
        if self.kind is None:
            return "."
        if self.kind is CompositeTensor:
            return str(self.names[0])
        inner = ", ".join(map(str, self.parts))
        if self.keys:
            named = [self.parts[place] for place in self.order]
            pairs = zip(self.keys, named, strict=True)
            inner = ", ".join(f"{key!r}: {part}" for key, part in pairs)
        opening = {list: "[", tuple: "(", dict: "{"}
        closing = {list: "]", tuple: ",)" if len(self.parts) == 1 else ")", dict: "}"}
        if self.kind in opening:
            return f"{opening[self.kind]}{inner}{closing[self.kind]}"
        return f"{self.kind.__name__}({inner})"


LEAF = Structure(None)


def is_nested(value: Any) -> bool:
    """Is `value` a container that `flatten` opens?"""
    return type(value) in (list, tuple, dict) or _is_namedtuple(value)


def _is_namedtuple(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(type(value), "_fields")


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


def _build(structure: Structure, leaves: Iterator[Any]) -> Any:
    if structure.kind is None:
        return next(leaves)
    parts = [_build(part, leaves) for part in structure.parts]
    if structure.kind is dict:
        pairs = zip(structure.keys, structure.order, strict=True)
        return {key: parts[place] for key, place in pairs}
    if structure.kind in (list, tuple):
        return structure.kind(parts)
    return structure.kind(*parts)


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
    return [prefix]
