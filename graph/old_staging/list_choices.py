"""Carry through a loop which of some lists, dicts or sets of before a variable holds.

    for j in range(n):
        cur[j] = prev[j] + 1
        prev, cur = cur, prev     each holds one of two lists: a number tells which

What stands for such a list in an iteration, and after the loop, is noted in
`graph.old_staging.alternatives`. It is made so only if one of them is changed: else the
loop carries what is in the lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from graph.dispatch import operate
from graph.graph import Graph, current_graph
from graph.old_staging.aliases import is_mark, members_of, register, shared
from graph.old_staging.alternatives import (
    Alternatives,
    alternatives_of,
    known_alternatives,
    note_alternatives,
)
from graph.old_staging.branches import stage_cond
from graph.old_staging.choosable import is_instance
from graph.old_staging.chosen import Chosen
from graph.old_staging.heap import has_plain_attributes
from graph.old_staging.held import Position
from graph.old_staging.identity import replaced
from graph.old_staging.journal import note
from graph.old_staging.locations import Location
from graph.old_staging.row_joins import part_at
from graph.old_staging.storage import content_of, set_content, stored
from graph.old_staging.variables import building
from graph.ops.core import truth
from graph.tables import is_table


def refresh(found: Alternatives) -> None:
    """Give what stands for one of two the content that this one has."""

    def fill(part: Any) -> list[Any]:
        if part is not None:
            note(Location(found.value))
            set_content(found.value, _own_content(part))
        return []

    parts = (found.then, found.orelse)
    stage_cond(found.condition, lambda: fill(parts[0]), lambda: fill(parts[1]), ())


def one_of(values: Sequence[Any], conditions: Sequence[Any]) -> Any:
    """Return what stands for one of some lists, or dicts.

    Args:
        values: These.
        conditions: For each but the last, whether it is this one, of those from it on.
    """
    graph = building()
    *others, found = values
    members = members_of(found, graph)
    for other, is_it in zip(reversed(others), reversed(conditions), strict=True):
        value: Any = type(found)()
        members |= members_of(other, graph)
        register(graph, value, members)
        note_alternatives(graph, value, is_it, other, found)
        refresh(Alternatives(value, is_it, other, found))
        found = value
    return found


def one_of_held(chosen: Chosen, name: str) -> Any:
    """Return the list or dict in an attribute of what was chosen.

    None if it is no such attribute: then the attribute is to be asked for on each path.
    """
    held: dict[int, Any] = {}
    numbers: dict[int, list[int]] = {}
    pairs = zip(chosen._ag_things, chosen._ag_values, strict=True)
    for thing, value in pairs:
        part = stored(value, name) if is_instance(value) else None
        if type(part) not in (list, dict):
            return None
        if not has_plain_attributes(type(value), (name,)):
            return None
        held[id(part)] = part
        numbers.setdefault(id(part), []).append(thing.serial)
    values = list(held.values())
    marks = (each for part in values for each in members_of(part, current_graph()))
    if len(set(map(type, values))) > 1 or any(map(is_mark, marks)):
        return None
    return one_of(
        values, [_is_among(chosen._ag_index, numbers[key]) for key in [*held][:-1]]
    )


def _is_among(index: Any, numbers: Sequence[int]) -> Any:
    found, *others = (operate("equal", (index, number)) for number in numbers)
    for other in others:
        found = operate("bitwise_or", (found, other))
    return truth(found)


def _own_content(part: Any) -> Any:
    """Return a copy of a content, with lists of its own for what the run finds."""
    content = content_of(part)
    if not is_table(content):
        return content
    return {key: x[:] if type(x) is list else x for key, x in content.items()}


@dataclass(slots=True, eq=False)
class ListChoices:
    """Which variables of a loop hold one of some lists or dicts.

    Attributes:
        positions: Where they stand in the state.
        bases: The lists and dicts of before the loop; what is carried counts them.
        has_grown: Did an iteration leave one that was not among them?
    """

    positions: set[Position] = field(default_factory=set)
    bases: list[Any] = field(default_factory=list)
    has_grown: bool = False
    _begun: list[tuple[Any, Any]] = field(default_factory=list)

    def choose(self, opened: set[Position], start: list[Any]) -> bool:
        """Carry by number what stands in some positions; tell whether some are new.

        Args:
            opened: Where other objects stand after an iteration.
            start: The state before the loop; numbers are put there.
        """
        is_new = False
        for place, path in sorted(opened - self.positions, key=repr):
            value = part_at(start[place], path)
            if type(value) not in (list, dict, set) or len(path) > 1:
                continue
            is_new = True
            self.positions.add((place, path))
            start[place] = replaced(start[place], {path: self._number(value)})
        return is_new

    def is_in(self, place: int) -> bool:
        """Is there a list in a value of the state that is carried by its number?"""
        return any(place == each for each, _ in self.positions)

    def _number(self, value: Any) -> int:
        for number, base in enumerate(self.bases):
            if base is value:
                return number
        self.bases.append(value)
        return len(self.bases) - 1

    # -- Inside the loop, and after it -------------------------------------------------

    def enter(self, values: Sequence[Any]) -> list[Any]:
        """Return the state with lists in place of their numbers."""
        found = list(values)
        for place, path in sorted(self.positions, key=repr):
            number = part_at(found[place], path)
            made = self._made(number)
            self._begun.append((made, number))
            found[place] = replaced(found[place], {path: made})
        return found

    def _made(self, number: Any) -> Any:
        if type(number) is int:
            return self.bases[number]
        places = range(len(self.bases) - 1)
        return one_of(self.bases, [truth(number == place) for place in places])

    def leave(self, values: Sequence[Any], first: int) -> list[Any]:
        """Return what an iteration leaves, with numbers in place of the lists.

        Args:
            values: What stands in some places of the state.
            first: The first of them.

        Raises:
            UnknownIdentityError: An iteration made one of the lists.
        """
        found = list(values)
        for place, path in self.positions:
            if 0 <= place - first < len(found):
                value = part_at(found[place - first], path)
                by = {path: self._number_of(value)}
                found[place - first] = replaced(found[place - first], by)
        return found

    def _number_of(self, value: Any) -> Any:
        for begun, number in self._begun:
            if begun is value:
                return number
        if any(base is value for base in self.bases):
            return self._number(value)
        if type(value) not in (list, dict, set):
            raise shared(value)
        found = alternatives_of(value, known_alternatives())
        if found is None:
            return self._grown(value)
        parts = (found.then, found.orelse)
        if any(part is None for part in parts):
            raise shared(value)
        return stage_cond(
            found.condition,
            lambda: [self._number_of(parts[0])],
            lambda: [self._number_of(parts[1])],
            ["which list it is"],
        )[0]

    def _grown(self, value: Any) -> int:
        graph: Graph | None = building()
        # The branches that ask are part of the iteration, which may have made it.
        while graph is not None and not graph.is_repeated:
            graph = graph.parent
        if graph is None or graph.watch is None or not graph.watch.has_seen(value):
            raise shared(value)
        self.has_grown = True
        return self._number(value)

    def forget(self) -> None:
        """Let go of what stood for lists in an iteration."""
        self._begun.clear()


__all__ = ["ListChoices", "refresh"]
