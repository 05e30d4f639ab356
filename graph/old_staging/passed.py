"""Which lists and dicts a recursive function takes, and which of them it returns.

In its body stand lists that hold what any call passes. One that the body returns is, to
the caller, the list that it passed; two places in which calls pass one list may be one.
Which lists are in run-time lists is followed for what the body changes in place. For
what is passed or returned it is not: what is in those is not changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graph.graph import Graph
from graph.nest import Structure, is_nested
from graph.old_staging import row_joins
from graph.old_staging.aliases import TWICE, Members, Rows, Same, members_of, register
from graph.old_staging.identity import (
    Header,
    Path,
    Rebuilt,
    Token,
    Tokens,
    containers,
    is_name,
)
from graph.old_staging.list_elements import holds_containers
from graph.old_staging.rows import (
    ANY,
    EVERY,
    Marked,
    holds_rows,
    note_elements,
    note_marks,
)
from graph.old_staging.watch import Watch
from graph.segments import Segment

# A member: what stands in some place of some loop.
_OF_LOOP: Final = "in a place of a loop"

# An argument or a place, by its number, and where in its value.
Position = tuple[int, Path]


@dataclass(frozen=True, slots=True)
class _Argument:
    """What a call passes in a place."""

    position: Position


@dataclass(slots=True, eq=False)
class Passed:
    """What is known of the objects that calls of one function pass and return.

    Attributes:
        graph: The graph of the first call.
        watch: Knows what was there before the first call.
        members: What may stand in a place of the arguments.
        results: Which objects stand in the results.
    """

    graph: Graph
    watch: Watch
    members: dict[Position, Members] = field(default_factory=dict)
    results: list[Tokens] = field(default_factory=list)
    _entered: dict[int, tuple[Position, Any]] = field(default_factory=dict)

    def learn_arguments(self, values: Sequence[Any], graph: Graph) -> bool:
        """Note what a call passes; tell whether that is news."""
        found = _positions(values)
        first: dict[int, Position] = {}
        has_changed = False
        for position, each in found:
            together = first.setdefault(id(each), position)
            members = {
                _lasting(member)
                for member in members_of(each, graph)
                if not isinstance(member, Same) or self.watch.has_seen(member.value)
            }
            if together != position:
                members.add(("together", together))
                has_changed |= self._add(together, {("together", together)})
            has_changed |= self._add(position, members)
        return has_changed

    def _add(self, position: Position, members: set[Any]) -> bool:
        known = self.members.get(position, frozenset())
        self.members[position] = known | members
        return not members <= known

    def enter(self, values: Sequence[Any], body: Graph) -> None:
        """Note what the lists that the body is given stand for."""
        self._entered = {}
        for position, each in _positions(values):
            self._entered[id(each)] = position, each
            members = self.members.get(position, frozenset())
            register(body, each, members | {_Argument(position)})

    def learn_inner(self, marked: Sequence[Marked]) -> bool:
        """Note what the body found out of lists of before; tell whether it is news."""
        is_new = any(
            not marks <= members_of(value, self.graph)
            for value, marks in marked
            if value is EVERY or self.watch.has_seen(value)
        )
        note_marks(self.graph, marked)
        return is_new

    def forget_results(self) -> None:
        """Begin anew with other places."""
        self.results = []

    def learn_results(self, found: Sequence[Tokens]) -> bool:
        """Note what the body returns, and leaves in places; tell whether it is news."""
        known, self.results = self.results, [self._outside(each) for each in found]
        return bool(_shape(known) != _shape(self.results))

    def _outside(self, tokens: Tokens) -> Tokens:
        return {path: self._token(token) for path, token in tokens.items()}

    def _token(self, token: Token) -> Token:
        members = frozenset(
            member
            for member in token.members
            if not (isinstance(member, Same) and self._position(member.value))
        )
        position = self._position(token.old)
        if position is None:
            return Token(token.name, token.old, members)
        return Token(_Argument(position), None, members)

    def _position(self, value: Any) -> Position | None:
        """Return where the body was given an object."""
        position, each = self._entered.get(id(value), (None, None))
        return position if each is value else None

    def returned(
        self,
        values: Sequence[Any],
        arguments: Sequence[Any],
        owners: Sequence[Any],
        graph: Graph,
    ) -> list[Any]:
        """Return what a call leaves in the result and the places.

        Args:
            values: What was in the graph's outputs; the lists are new.
            arguments: What the call passed, and was in the places.
            owners: For each value the list whose content it is, if it is that.
            graph: That of the call.
        """
        given = dict(_positions(arguments))
        rebuilt = Rebuilt(graph)
        results = [
            rebuilt.put(value, [_inside(tokens, given, graph)], owner=owner)
            for value, tokens, owner in zip(values, self.results, owners, strict=True)
        ]
        rebuilt.register()
        return results


def _inside(tokens: Tokens, given: dict[Position, Any], graph: Graph) -> Tokens:
    """Return the tokens as the caller sees them: arguments are what it passed."""

    def members(found: Members) -> Members:
        whole: set[Any] = set()
        for each in found:
            if isinstance(each, _Argument) and each.position in given:
                whole |= members_of(given[each.position], graph)
            elif not isinstance(each, tuple):
                whole.add(each)
        return frozenset(whole)

    seen = {}
    for path, token in tokens.items():
        name, old = token.name, token.old
        if isinstance(name, _Argument):
            old = given.get(name.position)
            name = name if old is None else id(old)
        seen[path] = Token(name, old, members(token.members))
    return seen


def _positions(values: Sequence[Any]) -> list[tuple[Position, Any]]:
    return [
        ((place, path), each)
        for place, value in enumerate(values)
        for path, each in containers(value).items()
        if is_nested(each)
    ]


def _shape(results: Sequence[Tokens]) -> Any:
    """Return what can be compared: new objects have other names each time."""
    numbers: dict[Any, int] = {}
    shape = []
    for place, tokens in enumerate(results):
        for path, token in tokens.items():
            name = token.name
            if is_name(name):
                name = numbers.setdefault(name, len(numbers))
            known = frozenset(m for m in token.members if not is_name(m))
            n_new = frozenset(numbers[m] for m in token.members if m in numbers)
            shape.append((place, path, name, known, n_new))
    return shape


def _lasting(member: Any) -> Any:
    """Return a member as it is called in each round: loops of the body are others."""
    if isinstance(member, Rows):
        return ANY
    return _OF_LOOP if isinstance(member, Header) else member


def note_by_value(structure: Structure, value: Any, owner: Any) -> None:
    """Note that what a call passes holds lists by value from now on, if it does.

    Args:
        structure: What the function takes in a place.
        value: What the call passes, or is in the place.
        owner: The list whose content it is; None if it is an object itself.
    """
    if not has_rows(structure):
        return
    if type(owner) is list:
        row_joins.hold(owner, structure)
    else:
        _note_elements(value)


def has_rows(structure: Structure) -> bool:
    """Are there lists in run-time lists, somewhere in a value of a structure?"""
    if structure.kind is Segment and holds_containers(structure.parts[0]):
        return True
    return any(map(has_rows, structure.parts))


def _note_elements(value: Any) -> None:
    if not is_nested(value):
        return
    if type(value) in (list, tuple):
        note_elements(tuple(value))
    for part in value.values() if type(value) is dict else value:
        _note_elements(part)


def note_holders(values: Sequence[Any], owners: Sequence[Any], graph: Graph) -> None:
    """Note which lists may hold any list, and one in two places.

    Args:
        values: What is passed or returned, or left in places.
        owners: For each the list whose content it is; None if it is an object itself.
        graph: Where that is known from now on.
    """
    for value, owner in zip(values, owners, strict=True):
        if type(owner) is not list:  # else it is followed
            found = [x for x in containers(value).values() if holds_rows(x)]
            found += [] if owner is None or not holds_rows(value) else [owner]
            note_marks(graph, [(each, frozenset({TWICE, ANY})) for each in found])
