"""`ag.nest`: nested structures of values, taken apart and put together again.

Structures are lists, tuples, named tuples, mappings (in the order of their sorted
keys), dataclasses and classes made by attrs; all else is a leaf: tensors, arrays, text,
sets and other objects. A value that is a leaf is a structure, too. With
`expand_composites=True` ragged and sparse tensors and the like are opened as well.
"""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from graph.callables import takes_structures
from graph.composite.type_spec import components_of, composed, spec_of_composite
from graph.errors import NestingError
from graph.nest import sorted_keys
from graph.origin import capture_exact


@takes_structures
def is_nested(structure: Any) -> bool:
    """Tell whether a value is a structure with parts, which may be none.

    Source:  TensorFlow's nest.is_nested
    """
    return isinstance(structure, (list, tuple, Mapping)) or bool(_fields_of(structure))


@takes_structures
def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """Return the leaves of a structure, in order.

    Args:
        structure: A nested structure, or a leaf.
        expand_composites: Take composites apart into their tensors, too?

    Source:  specification, nest.flatten
    """
    return [leaf for _, leaf in _leaves(structure, "", expand_composites)]


def paths(structure: Any) -> list[str]:
    """Return where each leaf of a structure is, such as `[0]['w']`, in order.

    Args:
        structure: A nested structure, or a leaf, whose path is empty.
    """
    return [path for path, _ in _leaves(structure, "", expand=False)]


@takes_structures
def map_structure(
    func: Callable[..., Any],
    *structure: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> Any:
    """Return a structure with a function of the leaves in the place of leaves.

    Args:
        func: Takes a leaf of each structure.
        *structure: Structures that are nested alike.
        check_types: Have their containers to be of one type?
        expand_composites: Take composites apart into their tensors, too?

    Raises:
        NestingError: They are nested in different ways.

    Source:  TensorFlow's nest.map_structure
    """
    if not callable(func):
        raise NestingError(
            f"map_structure: {func!r} is not callable.",
            origin=capture_exact(1),
            hint="The function comes first: map_structure(func, structure).",
        )
    if not structure:
        raise NestingError(
            "map_structure: there is no structure.",
            origin=capture_exact(1),
            hint="Give at least one, after the function.",
        )
    first, *others = structure
    for other in others:
        assert_same_structure(first, other, check_types, expand_composites)
    rows = zip(*(flatten(x, expand_composites) for x in structure), strict=True)
    return pack_sequence_as(first, [func(*row) for row in rows], expand_composites)


@takes_structures
def pack_sequence_as(
    structure: Any, flat_sequence: Sequence[Any], expand_composites: bool = False
) -> Any:
    """Return a structure that is nested like another one, with these leaves.

    Args:
        structure: What to be like; its leaves do not matter.
        flat_sequence: The leaves, in the order of `flatten`.
        expand_composites: Take composites apart into their tensors, too?

    Raises:
        NestingError: There are too many leaves, or too few.

    Source:  TensorFlow's nest.pack_sequence_as
    """
    if not isinstance(flat_sequence, (list, tuple)):
        raise NestingError(
            f"pack_sequence_as: the leaves are {flat_sequence!r}, and no list.",
            origin=capture_exact(1),
            hint="Give a list, also of a single leaf.",
        )
    count = len(flatten(structure, expand_composites))
    if count != len(flat_sequence):
        raise NestingError(
            f"pack_sequence_as: the structure {structure!r} has {count} leaves, and "
            f"{len(flat_sequence)} are given.",
            origin=capture_exact(1),
            hint="flatten() of the structure shows them in order.",
        )
    return _pack(structure, iter(flat_sequence), expand_composites)


@takes_structures
def assert_same_structure(
    nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Raise an error unless two structures are nested alike.

    Args:
        nest1: A structure.
        nest2: Another one.
        check_types: Have containers to be of one type? Mappings are all alike, and so
            are named tuples of one name and the same fields.
        expand_composites: Take composites apart into their tensors, too?

    Raises:
        NestingError: They are not; it is a ValueError and a TypeError.

    Source:  TensorFlow's nest.assert_same_structure
    """
    _compare(nest1, nest2, "", check_types=check_types, expand=expand_composites)


# -- Parts -----------------------------------------------------------------------------


def _fields_of(value: Any) -> tuple[str, ...]:
    """Return the names of the parts of an instance of a dataclass or attrs class."""
    kind = type(value)
    attributes = getattr(kind, "__attrs_attrs__", None)
    if attributes is not None:
        return tuple(each.name for each in attributes)
    if dataclasses.is_dataclass(kind):
        return tuple(each.name for each in dataclasses.fields(kind))
    return ()


def _parts(value: Any, expand: bool) -> list[tuple[str, Any]] | None:
    """Return the steps to the parts of a structure, with these; None for a leaf."""
    if expand and spec_of_composite(value) is not None:
        held = enumerate(components_of(value))
        return [(f".components[{place}]", part) for place, part in held]
    if isinstance(value, Mapping):
        return [(f"[{key!r}]", value[key]) for key in sorted_keys(tuple(value))]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        pairs = zip(value._fields, value, strict=True)
        return [(f".{name}", part) for name, part in pairs]
    if isinstance(value, (list, tuple)):
        return [(f"[{place}]", part) for place, part in enumerate(value)]
    names = _fields_of(value)
    return [(f".{name}", getattr(value, name)) for name in names] if names else None


def _leaves(value: Any, path: str, expand: bool) -> Iterator[tuple[str, Any]]:
    parts = _parts(value, expand)
    if parts is None:
        yield path, value
        return
    for step, part in parts:
        yield from _leaves(part, path + step, expand)


def _pack(structure: Any, leaves: Iterator[Any], expand: bool) -> Any:
    parts = _parts(structure, expand)
    if parts is None:
        return next(leaves)
    return _like(structure, [_pack(part, leaves, expand) for _, part in parts])


def _like(structure: Any, parts: list[Any]) -> Any:
    """Return a container of the kind of another one, with these parts."""
    kind = type(structure)
    spec = spec_of_composite(structure)
    if spec is not None:
        return composed(spec, parts)
    if isinstance(structure, Mapping):
        by_key = dict(zip(sorted_keys(tuple(structure)), parts, strict=True))
        pairs = [(key, by_key[key]) for key in structure]
        if isinstance(structure, collections.defaultdict):
            return kind(structure.default_factory, pairs)
        return kind(pairs)
    if isinstance(structure, tuple) and hasattr(kind, "_make"):
        return kind._make(parts)
    if isinstance(structure, (list, tuple)):
        return kind(parts)
    made = object.__new__(kind)
    for name, part in zip(_fields_of(structure), parts, strict=True):
        object.__setattr__(made, name, part)  # also of frozen classes
    return made


def _compare(
    left: Any, right: Any, path: str, *, check_types: bool, expand: bool
) -> None:
    ours, theirs = _parts(left, expand), _parts(right, expand)
    where = f"at {path}" if path else "at the top"
    if ours is None and theirs is None:
        return
    if ours is None or theirs is None:
        kinds = [
            "a leaf" if parts is None else f"a {type(value).__name__}"
            for value, parts in ((left, ours), (right, theirs))
        ]
        raise _unlike(f"{where} one has {kinds[0]}, and the other {kinds[1]}")
    if check_types and not _is_one_kind(left, right):
        one, other = type(left).__name__, type(right).__name__
        raise _unlike(f"{where} one has a {one}, and the other a {other}")
    if len(ours) != len(theirs):
        raise _unlike(f"{where} one has {len(ours)} parts, and the other {len(theirs)}")
    is_keyed = isinstance(left, Mapping) or isinstance(right, Mapping)
    for (step, mine), (other_step, yours) in zip(ours, theirs, strict=True):
        if is_keyed and step != other_step:
            raise _unlike(f"{where} one has {step}, and the other {other_step}")
        below = path + step
        _compare(mine, yours, below, check_types=check_types, expand=expand)


def _is_one_kind(left: Any, right: Any) -> bool:
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return True
    one, other = type(left), type(right)
    if hasattr(one, "_fields") and hasattr(other, "_fields"):
        return (one.__name__, one._fields) == (other.__name__, other._fields)
    return one is other


def _unlike(how: str) -> NestingError:
    return NestingError(
        f"two structures are nested in different ways: {how}.",
        origin=capture_exact(2),
        hint="With check_types=False lists, tuples and the like count as one kind.",
    )


__all__ = [
    "assert_same_structure",
    "flatten",
    "is_nested",
    "map_structure",
    "pack_sequence_as",
]
