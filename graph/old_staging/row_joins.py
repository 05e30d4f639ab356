"""What paths put into run-time lists, by where they are; see `old_staging.rows`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from graph.graph import Graph, current_graph
from graph.nest import Structure, structure_of
from graph.old_staging.aliases import (
    INNER,
    MOVED,
    READ,
    TWICE,
    Members,
    Rows,
    Same,
    is_mark,
    members_of,
    note_moved,
)
from graph.old_staging.fields import fields_in, has_parts, parts_in
from graph.old_staging.locations import Location
from graph.old_staging.row_links import Link, graph_link, is_at
from graph.old_staging.rows import (
    ANY,
    Marked,
    absorb,
    lists_in,
    marks_of,
    note_put,
    settled,
)
from graph.partial import Flagged
from graph.segments import Family, Segment


def owners_of(names: Sequence[str], places: Sequence[Location]) -> list[Any]:
    """Return for each value of a state the list whose content it is; None if none."""
    contents = [place.owner if place.is_content else None for place in places]
    return [None] * len(names) + contents


def elements_in(members: Members, graph: Graph) -> list[Marked]:
    """Return the objects among what became elements, as what they are."""
    objects = [each.value for each in members if isinstance(each, Same)]
    return [(each, marks_of(as_element(members_of(each, graph)))) for each in objects]


def as_element(members: Members) -> Members:
    """Return the members of what some list holds by value, too."""
    known = [x for x in members if isinstance(x, Rows) and isinstance(x.of, Family)]
    return members if INNER in members and known else members | {INNER, ANY}


def take_in(owner: Any, value: Any, sides: Sequence[Mapping[Any, Any]]) -> bool:
    """Let a list of before hold by value what is in it, if it does so after paths.

    It is as if it had done so before the paths parted. Whether a path moved what was in
    it is not asked.

    Args:
        owner: The list; None if what was joined is no content of a list.
        value: Its content, joined, with segments.
        sides: For each path, which lists it left there, by where they were.

    Returns:
        Whether it does.
    """
    places = {path for side in sides for path in side}
    if owner is None or not any(_holder_of(value, path) == () for path in places):
        return False
    hold(owner, structure_of(value))
    return True


def hold(owner: Any, structure: Structure) -> None:
    """Let a list hold by value what is in it: it gets a content of this structure.

    Where in it each element is then is not known. What is said again, as when a body
    is traced again, is no news.
    """
    graph = current_graph()
    placed = [(k, x) for k, item in enumerate(owner) for x in lists_in(item)]
    links = [(place, graph_link(graph, each)) for place, each in placed]
    if not all(link and _is_held(link, owner, place) for place, link in links):
        absorb(owner)
        note_moved(owner)
    for _, each in placed:
        link = graph_link(graph, each)
        if link is not None and link.owner is owner:
            link.is_held = True
    for part in structure.parts:
        if part.kind is Segment and part.family is not None:
            note_put(owner, part.family)


def _is_held(link: Link, owner: Any, place: int) -> bool:
    return link.is_held and link.owner is owner and is_at(link, owner, place)


def taken_in(
    value: Any, tokens: Mapping[Any, Any], owner: Any = None
) -> Iterator[tuple[Any, Members]]:
    """Yield where lists are that take elements in, with what one of these may be.

    Args:
        value: What is in a place: joined, with segments.
        tokens: Which lists a path left there, by where they were.
        owner: A list whose content it is, and of which those are left out that are in
            it where they were before: `take_in` knows them.
    """
    for path, token in tokens.items():
        at = _holder_of(value, path)
        if at is None:
            continue
        if at == () and owner is not None and token.old is not None:
            if part_at(owner, path) is token.old:
                continue
        yield at, identities(token)


def part_at(value: Any, path: Sequence[Any]) -> Any:
    """Return what is in a place of a value, None where it has no such place."""
    while isinstance(value, Flagged):
        value = value.value
    if not path:
        return value
    if not has_parts(value):
        return None
    return part_at(dict(parts_in(value)).get(path[0]), path[1:])


class Takers:
    """Which lists hold one element by value after paths have met, or in a loop."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        """Begin for one path."""
        self._found: dict[Any, dict[Any, Any]] = {}

    def add(self, members: Members, key: Any, holder: Any) -> None:
        """Note what holds a list.

        Args:
            members: What the list may be.
            key: Equal for one holder.
            holder: What is given back.
        """
        for each in members:
            self._found.setdefault(each, {})[key] = holder

    def rivals(self) -> Iterator[Any]:
        """Yield the holders that may have a list which another one has, too."""
        for holders in self._found.values():
            if len(holders) > 1:
                yield from holders.values()


def absorbed(value: Any, tokens: Mapping[Any, Any], owner: Any = None) -> Members:
    """Return what became elements of run-time lists in a place; see `taken_in`."""
    found = [members for _, members in taken_in(value, tokens, owner)]
    return frozenset().union(*found)


def identities(token: Any) -> Members:
    """Return what the list of a token is, and may be."""
    own = token.name if token.old is None else Same(token.old)
    members = {each for each in token.members if not is_mark(each)}
    return frozenset({own, *members})


def shared_in(
    value: Any, tokens: Mapping[Any, Any], owner: Any
) -> Mapping[Any, Members]:
    """Return what is known of lists that take elements in, by where they are.

    Args:
        value: What is in a place: joined, with segments.
        tokens: Which lists a path left there, by where they were.
        owner: The list whose content it is; None if it is an object itself.
    """
    found: dict[Any, set[Any]] = {}
    first: dict[Any, Any] = {}
    for path, token in tokens.items():
        at = _holder_of(value, path)
        if at is None:
            continue
        known = found.setdefault(at, set())
        marks = marks_of(token.members)
        if INNER not in marks or not _is_in_place(path, at, tokens, owner):
            known |= marks - {INNER, MOVED, READ}
        else:
            marks -= {INNER}
        if INNER in marks:
            known |= {TWICE, ANY}
        for each in identities(token):
            if each in first:
                known |= {TWICE, ANY}
                found[first[each]] |= {TWICE, ANY}
            first[each] = at
    return {at: settled(marks) for at, marks in found.items() if marks}


def _is_in_place(
    path: tuple[Any, ...], at: Any, tokens: Mapping[Any, Any], owner: Any
) -> bool:
    """Is an element of a list where it was put, and nowhere else?"""
    holder = tokens.get(at)
    if holder is not None:
        own = holder.name if holder.old is None else Same(holder.old)
    elif owner is not None and not at:
        own = Same(owner)
    else:
        return False
    token = tokens[path]
    before = range(path[len(at)])
    return (
        MOVED not in token.members
        and {each for each in token.members if isinstance(each, Rows)} == {Rows(own)}
        and all((*at, place) in tokens for place in before)
    )


def _holder_of(value: Any, path: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Return where a list is that holds a segment now, on the way of a path."""
    for count, key in enumerate(path):
        while isinstance(value, Flagged):
            value = value.value
        if isinstance(value, (list, tuple)):
            if any(type(item) is Segment for item in value):
                return path[:count]
            if not isinstance(key, int) or key >= len(value):
                return None
            value = value[key]
            continue
        parts = value if isinstance(value, dict) else fields_in(value)
        if key not in parts:
            return None
        value = parts[key]
    return None


__all__ = [
    "Takers",
    "absorbed",
    "as_element",
    "elements_in",
    "hold",
    "identities",
    "owners_of",
    "part_at",
    "shared_in",
    "take_in",
    "taken_in",
]
