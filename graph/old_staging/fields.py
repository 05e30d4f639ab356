"""Where lists and dicts are in objects that are carried by what they hold.

What stands for such an object between the iterations of a loop is a choice among one or
more stand-ins (`old_staging.fresh`). A path that leads into it has a `Field` as key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from graph.nest import is_nested
from graph.old_staging.chosen import Chosen
from graph.old_staging.stand_ins import Fresh
from graph.old_staging.storage import store


@dataclass(frozen=True, slots=True)
class Field:
    """A key of a path: an attribute of what stands in for an object.

    Attributes:
        serial: The number of that among what can be chosen.
        name: The attribute.
    """

    serial: int
    name: str


def fields_in(value: Any) -> dict[Field, Any]:
    """Return what the stand-ins of a choice hold; nothing for any other value."""
    if type(value) is not Chosen:
        return {}
    return {
        Field(thing.serial, name): part
        for thing, held in zip(value._ag_things, value._ag_values, strict=True)
        if type(thing) is Fresh
        for name, part in zip(thing.names, thing.parts(held), strict=True)
    }


def has_parts(value: Any) -> bool:
    """May paths lead further into a value?"""
    return is_nested(value) or type(value) is Chosen


def parts_in(value: Any) -> Iterable[tuple[Any, Any]]:
    """Return the parts of a value that has some, each with its key in paths."""
    if type(value) is Chosen:
        return fields_in(value).items()
    return value.items() if type(value) is dict else enumerate(value)


def with_fields(chosen: Chosen, parts: Mapping[Field, Any]) -> Chosen:
    """Return a choice among other stand-ins, which hold these parts."""
    things = chosen._ag_things
    values = [
        thing.made_of([parts[Field(thing.serial, name)] for name in thing.names])
        if type(thing) is Fresh
        else held
        for thing, held in zip(things, chosen._ag_values, strict=True)
    ]
    return Chosen(things, values, chosen._ag_index)


def set_fields(chosen: Chosen, parts: Mapping[Field, Any]) -> None:
    """Let the stand-ins of a choice hold these parts."""
    for thing, held in zip(chosen._ag_things, chosen._ag_values, strict=True):
        if type(thing) is Fresh:
            for name in thing.names:
                store(held, name, parts[Field(thing.serial, name)])


__all__ = [
    "Field",
    "fields_in",
    "has_parts",
    "parts_in",
    "set_fields",
    "with_fields",
]
