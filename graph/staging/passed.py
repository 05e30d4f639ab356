"""Which lists and dicts a recursive function takes, and which of them it returns.

In its body stand lists that hold what any call passes. One that the body returns is, to
the caller, the list that it passed; two places in which calls pass one list may be one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from graph.errors import UnstageableValueError
from graph.graph import Graph
from graph.nest import Structure, is_nested
from graph.origin import capture_exact
from graph.segments import Segment
from graph.staging.aliases import Members, Same, members_of, register
from graph.staging.identity import (
    Path,
    Rebuilt,
    Token,
    Tokens,
    containers,
    is_name,
)
from graph.staging.joining import holds_lists
from graph.staging.variables import show_name
from graph.staging.watch import Watch

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
                member for member in members_of(each, graph)
                if not isinstance(member, Same) or self.watch.has_seen(member.value)
            }  # fmt: skip
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
        self, values: Sequence[Any], arguments: Sequence[Any], graph: Graph
    ) -> list[Any]:
        """Return what a call leaves in the result and the places.

        Args:
            values: What was in the graph's outputs; the lists are new.
            arguments: What the call passed, and was in the places.
            graph: That of the call.
        """
        given = dict(_positions(arguments))
        rebuilt = Rebuilt(graph)
        results = [
            rebuilt.put(value, [_inside(tokens, given, graph)])
            for value, tokens in zip(values, self.results, strict=True)
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


def check_flat(name: str, structure: Structure) -> None:
    """Refuse lists in run-time lists, where which objects they are is not followed.

    Raises:
        UnstageableValueError: There are some.
    """
    if structure.kind is Segment and holds_lists(structure.parts[0]):
        raise UnstageableValueError(
            f"{show_name(name)} is a list that holds lists, in a function that calls "
            "itself under a condition that is known only when the graph runs: which "
            "objects they are is not followed there.",
            origin=capture_exact(2),
            hint="Keep a grid in an array, as in `grid = np.array(rows)`, or in one "
            "list, as in `grid[i * width + j]`; and collect numbers in place of lists.",
        )
    for part in structure.parts:
        check_flat(name, part)
