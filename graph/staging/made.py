"""Objects that a block made and leaves in variables: what they hold leaves it, too.

`node = Node(x) if x > 0 else node`: the run chooses which object it is. The object that
the block made goes on, and its attributes hold what the block computed, which has to
become a result of the block then. Where another object is chosen nobody looks at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

from graph import nest
from graph.partial import Flagged, Record
from graph.staging.choosable import is_instance, is_part
from graph.staging.chosen import Chosen, values_of
from graph.staging.journal import Attribute
from graph.staging.storage import instance_dict, is_stored, stored

if TYPE_CHECKING:
    from graph.staging.watch import Watch


def made_among(left: Iterable[Any], watch: Watch) -> frozenset[int]:
    """Return the identities of the objects that can be reached from what a block left.

    Args:
        left: What it left in variables.
        watch: What could be reached when it began, which is none of them.
    """
    found: dict[int, Any] = {}
    pending = list(left)
    while pending:
        value = pending.pop()
        for each in objects_in(value):
            if id(each) not in found and not watch.has_seen(each):
                found[id(each)] = each
                pending += [part for _, part in state_of(each)]
    return frozenset(found)


def places_of(
    made: frozenset[int], values: Sequence[Any]
) -> Iterator[tuple[Attribute, Any]]:
    """Yield attributes of objects of a block that ends, with values of its graph.

    Args:
        made: The identities of the objects that it made.
        values: What it leaves, where these are.
    """
    seen: set[int] = set()
    pending = list(values)
    while pending:
        value = pending.pop()
        for each in objects_in(value):
            if id(each) not in made or id(each) in seen:
                continue
            seen.add(id(each))
            for name, part in list(state_of(each)):
                pending.append(part)
                if is_part(part):
                    yield Attribute(each, name), part


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


def state_of(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the attributes that an object holds itself."""
    yield from (instance_dict(value) or {}).items()
    for base in type(value).__mro__:
        for name, member in base.__dict__.items():
            if type(member) is MemberDescriptorType and is_stored(value, name):
                yield name, stored(value, name)


__all__ = ["made_among", "objects_in", "places_of", "state_of"]
