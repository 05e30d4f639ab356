"""Objects that a block made and leaves in variables: what they hold leaves it, too.

`node = Node(x) if x > 0 else node`: the run chooses which object it is. The object that
the block made goes on, and its attributes hold what the block computed, which has to
become a result of the block then. Where another object is chosen nobody looks at it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graph import nest
from graph.old_staging.choosable import is_part
from graph.old_staging.held import Held as Kept
from graph.old_staging.held import unwrapped
from graph.old_staging.identity import Namer, Tokens, containers, replaced
from graph.old_staging.locations import Attribute, Key, Location
from graph.old_staging.objects import objects_in, state_of
from graph.segments import Column

if TYPE_CHECKING:
    from graph.old_staging.watch import Watch


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
    made: frozenset[int], values: Sequence[Any], inside: Container[int]
) -> Iterator[tuple[Location, Any]]:
    """Yield places in objects of a block that ends, with values of its graph.

    They are attributes, and the contents of lists and dicts in attributes, which stay
    what they are.

    Args:
        made: The identities of the objects that it made.
        values: What it leaves, where these are.
        inside: The identities of the lists and dicts in them that it made.
    """
    seen: set[int] = set()
    for each, name, part in _attributes(made, values):
        if is_part(part):
            yield Attribute(each, name), part
            continue
        for container in containers(part).values():
            is_ours = type(container) in (list, dict) and id(container) in inside
            if is_ours and id(container) not in seen:
                seen.add(id(container))
                content = _content_of(container)
                if any(map(is_part, _values_in(content))):
                    yield _Content(container), content


class _Content(Location):
    """The content of a list or dict, in which other lists stay what they are."""

    __slots__ = ()

    def set(self, value: Any) -> None:
        super().set(unwrapped(value))


def _content_of(owner: Any) -> Any:
    """Return the content of a list or dict, with lists and dicts in it as leaves."""
    inner = {path: each for path, each in containers(owner).items() if path}
    return replaced(owner, {path: Kept(each) for path, each in inner.items()})


def _values_in(content: Any) -> Iterator[Any]:
    for leaf in nest.flatten(content):
        yield from leaf.values() if isinstance(leaf, Column) else (leaf,)


def held_by(
    made: frozenset[int], values: Sequence[Any], written: Sequence[Any], namer: Namer
) -> Held:
    """Return what the attributes of objects of a block that ends hold.

    Args:
        made: The identities of the objects that it made.
        values: What it leaves in variables, where these are.
        written: What it leaves in other places, where these are.
        namer: Gives tokens to lists and dicts.
    """
    found = Held()
    for *_, part in _attributes(made, (*values, *written)):
        tokens = namer.tokens(part)
        places = containers(part).items()
        found.inside |= {id(each) for at, each in places if not tokens[at].is_old}
    for each, name, part in _attributes(made, values):
        tokens = namer.tokens(part)
        if is_part(part):
            found.tokens[Attribute(each, name).key] = tokens
            continue
        for path, container in containers(part).items():
            if not tokens[path].is_old:
                found.lists[tokens[path].name] = container
    return found


@dataclass(slots=True, eq=False)
class Held:
    """The lists and dicts that objects hold which a block made and leaves.

    Attributes:
        tokens: By attribute, of those that become results of the block.
        lists: The others, by the names in their tokens: they stay what they are.
        inside: The identities of all that the block made.
    """

    tokens: dict[Key, Tokens] = field(default_factory=dict)
    lists: dict[Any, Any] = field(default_factory=dict)
    inside: set[int] = field(default_factory=set)


def _attributes(
    made: frozenset[int], values: Sequence[Any]
) -> Iterator[tuple[Any, str, Any]]:
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
                yield each, name, part


__all__ = ["Held", "held_by", "made_among", "places_of"]
