"""Objects of the user's classes: which a value is made of, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from types import MemberDescriptorType
from typing import Any

from graph import nest
from graph.old_staging.choosable import is_instance
from graph.old_staging.chosen import Chosen, values_of
from graph.old_staging.storage import (
    CONTAINERS,
    as_attribute,
    instance_dict,
    is_stored,
    on_class,
    stored,
)
from graph.partial import Flagged, Record


def objects_in(value: Any) -> Iterator[Any]:
    """Yield the objects of the user's that a value is, or may be, or is made of."""
    if type(value) is Chosen:
        yield from filter(is_instance, values_of(value))
    elif isinstance(value, Flagged):
        yield from objects_in(value.value)
    elif type(value) is Record:
        for part in value.parts:
            yield from objects_in(part)
    elif nest.is_nested(value):
        for part in value.values() if type(value) is dict else value:
            yield from objects_in(part)
    elif is_instance(value):
        yield value


def is_object(value: Any) -> bool:
    """Is it an object of a class of the user's, chosen or not?"""
    return any(True for _ in objects_in(value)) and not nest.is_nested(value)


def has_own_text(value: Any) -> bool:
    """Has the class of an object a method that gives its text?"""
    return any(
        on_class(type(x), "__repr__") is not object.__repr__ for x in objects_in(value)
    )


def holds_objects(structure: nest.Structure) -> bool:
    """Are there objects in the elements of a list?"""
    is_chosen = structure.kind is Record and structure.names[0] is Chosen
    return is_chosen or any(map(holds_objects, structure.parts))


def state_of(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the attributes that an object holds itself, or may hold."""
    for name, held in (instance_dict(value) or {}).items():
        yield name, as_attribute(held)
    for base in type(value).__mro__:
        for name, member in base.__dict__.items():
            if type(member) is MemberDescriptorType and is_stored(value, name):
                yield name, stored(value, name)


def is_free_of_containers(value: Any) -> bool:
    """Is it nothing of which it had to be known which list or array it is?"""
    if isinstance(value, Flagged):
        return is_free_of_containers(value.value)
    if issubclass(type(value), CONTAINERS):
        return False
    return not nest.is_nested(value) or all(map(is_free_of_containers, value))


def holds_lists_at_most(value: Any) -> bool:
    """Are Python's own lists and dicts the only containers in it that can change?"""
    if isinstance(value, Flagged):
        return holds_lists_at_most(value.value)
    if nest.is_nested(value):
        parts = value.values() if type(value) is dict else value
        return all(map(holds_lists_at_most, parts))
    return not issubclass(type(value), CONTAINERS)


__all__ = [
    "has_own_text",
    "holds_lists_at_most",
    "holds_objects",
    "is_free_of_containers",
    "is_object",
    "objects_in",
    "state_of",
]
