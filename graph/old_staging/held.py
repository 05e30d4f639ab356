"""Which lists and dicts of a loop's state stay the objects that they are.

One that a variable holds before the loop, and after each iteration, is *held*: the
variable keeps it, and what is in it is a place that the loop writes. Where another
one stands after an iteration the variable is *opened*: the loop carries what is in the
list, and what stands there may be the list of before, or what an iteration leaves.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from graph.graph import Graph
from graph.nest import is_nested
from graph.old_staging import row_joins, rows
from graph.old_staging.aliases import TWICE, Members, Same, members_of, register
from graph.old_staging.fields import has_parts, parts_in
from graph.old_staging.identity import (
    Header,
    Path,
    Token,
    Tokens,
    containers,
    is_name,
    next_serial,
    old_tokens,
    replaced,
    with_objects,
)
from graph.old_staging.joining import is_ragged
from graph.old_staging.locations import Key
from graph.old_staging.opened_sets import opened
from graph.old_staging.row_joins import part_at
from graph.old_staging.set_choices import sets_in
from graph.partial import Flagged, Undefined
from graph.tensor import Tensor

# A variable, by its number, and where in its value.
Position = tuple[int, Path]
Begin = Callable[[Sequence[Any], Container[int]], list[Any]]


@dataclass(slots=True, eq=False)
class Held:
    """Stands for a list or dict that stays what it is; a leaf of the state.

    It never changes, but is not frozen: frozen dataclasses are taken apart.
    """

    value: Any

    def __repr__(self) -> str:
        """Return the text of what it stands for."""
        return repr(self.value)


@dataclass(slots=True, eq=False)
class Holds:
    """What is known of the objects in the state of one loop.

    Attributes:
        graph: The graph that the loop is part of.
        opened: Where other objects stand after an iteration.
        groups: Positions with the same group hold one object.
        members: What the objects that are opened may be.
        inner: Lists of before that are, or hold, elements of run-time lists.
    """

    graph: Graph
    opened: set[Position] = field(default_factory=set)
    groups: dict[Position, Any] = field(default_factory=dict)
    members: dict[Position, frozenset[Any]] = field(default_factory=dict)
    inner: dict[int, rows.Marked] = field(default_factory=dict)
    _known: dict[int, Held] = field(default_factory=dict)
    _first: dict[int, Any] = field(default_factory=dict)
    _serial: int = field(default_factory=next_serial)

    def wrap(self, place: int, value: Any, *, is_copy: bool) -> Any:
        """Return the value before the loop, with what is held as leaves.

        Args:
            place: The number of the variable.
            value: Its value.
            is_copy: Is it a copy of the content of a place, and itself no object?
        """
        kept = {
            path: self._held(each)
            for path, each in containers(value).items()
            if is_nested(each) and (path or not is_copy)
            and (place, path) not in self.opened
        }  # fmt: skip
        sets = {
            path: record
            for path, each in sets_in(value).items()
            if (place, path) in self.opened
            and (record := opened(each, {})) is not None
        }  # fmt: skip
        return replaced(value, kept | sets)

    def wrap_after(
        self,
        place: int,
        start: Any,
        value: Any,
        tokens: Tokens,
        contents: Mapping[Key, Any],
    ) -> Any:
        """Return the value after an iteration, with what is held as leaves.

        What another object has taken the place of is opened.
        """
        before = {} if start is None else _held_in(start)
        ragged = _ragged(start, value)
        kept = {}
        for path, held in before.items():
            token = tokens.get(path)
            is_item = any(path[: len(each)] == each for each in ragged)
            if token is not None and token.old is held.value and not is_item:
                kept[path] = held
            else:
                self._open(place, path, held.value, tokens)
        if isinstance(start, Undefined) and (place, ()) not in self.opened:
            kept.update(self._first_held(place, tokens.get(())))
        sets = self._sets_after(place, start, value, tokens, contents)
        return replaced(value, kept | sets)

    def _sets_after(
        self,
        place: int,
        start: Any,
        value: Any,
        tokens: Tokens,
        contents: Mapping[Key, Any],
    ) -> dict[Path, Any]:
        """Return what carries the sets that are no longer those of before."""
        before = sets_in(start)
        found = {}
        for path, each in sets_in(value).items():
            token = tokens.get(path)
            is_new = not path and token is not None and not token.is_old
            if (path not in before and not is_new) or before.get(path) is each:
                continue
            record = opened(each, contents)
            if record is not None:
                self.opened.add((place, path))
                found[path] = record
        return found

    def _first_held(self, place: int, token: Token | None) -> dict[Path, Held]:
        """Return what a variable holds that is undefined before the loop."""
        found = None if token is None else token.old
        first = self._first.setdefault(place, found)
        if found is not first:
            self.opened.add((place, ()))
        elif type(found) in (list, dict):
            return {(): self._held(found)}
        return {}

    def _open(self, place: int, path: Path, value: Any, tokens: Tokens) -> None:
        for inner, each in containers(value, path).items():
            token = tokens.get(inner)
            if inner == path or token is None or token.old is not each:
                self.opened.add((place, inner))

    def _held(self, value: Any) -> Held:
        return self._known.setdefault(id(value), Held(value))

    def learn(
        self,
        start: Sequence[Any],
        after: Sequence[Tokens],
        carried: Sequence[Any],
        owners: Sequence[Any],
    ) -> bool:
        """Note what an iteration leaves; tell whether something new is known.

        Args:
            start: The state before the loop.
            after: For each variable, which lists and dicts an iteration leaves in it.
            carried: The state as it is carried, with segments.
            owners: For each variable the list whose content it is, if it is that.
        """
        begun = self._absorbed(map(self._old_tokens, start), carried)
        inner = begun | self._absorbed(after, carried)
        has_changed = self.learn_inner(row_joins.elements_in(inner, self.graph))
        positions = [
            ((place, path), token)
            for place, tokens in enumerate(after)
            for path, token in tokens.items()
        ]
        shared = _shared_names(positions)
        before = [containers(value) for value in start]
        keys: dict[Position, Any] = {}
        members: dict[Position, frozenset[Any]] = {}
        for position, token in positions:
            place, path = position
            first = before[place].get(path)
            found = self.members.get(position, frozenset())
            if first is not None:
                found |= members_of(first, self.graph)
                if Same(first) in begun:
                    found = row_joins.as_element(found)
            found |= {
                _previous(shared.get(each, each))
                for each in token.members
                if not is_name(each) or each in shared
            }
            if row_joins.identities(token) & inner:
                found = row_joins.as_element(found)
            members[position] = rows.settled(found)
            old = self.groups.get(position, first if first is None else id(first))
            left = token.name if token.old is None else id(token.old)
            keys[position] = old, shared.get(left, left)
        first_of: dict[Any, Position] = {}
        groups = {each: first_of.setdefault(key, each) for each, key in keys.items()}
        for position, group in groups.items():
            if Header(self._serial, group) in inner:
                members[position] = row_joins.as_element(members[position])
        has_changed |= self._learn_shared(start, after, carried, owners, members)
        has_changed |= members != self.members or groups != self.groups
        self.members, self.groups = members, groups
        return has_changed

    def _absorbed(self, left: Iterable[Tokens], carried: Sequence[Any]) -> Members:
        """Return what is in run-time lists, of what is in the variables."""
        found: Members = frozenset()
        for value, tokens in zip(carried, left, strict=True):
            found |= row_joins.absorbed(value, tokens)
        return found

    def _old_tokens(self, value: Any) -> Tokens:
        return old_tokens(value, self.graph)

    def _learn_shared(
        self,
        start: Sequence[Any],
        after: Sequence[Tokens],
        carried: Sequence[Any],
        owners: Sequence[Any],
        members: dict[Position, Members],
    ) -> bool:
        """Note which lists hold rows that may be elsewhere, or there twice."""
        marked: list[tuple[Position, Any, Members]] = []
        takers = row_joins.Takers(), row_joins.Takers()
        for place, (first, left) in enumerate(zip(start, after, strict=True)):
            owner = owners[place]
            before = old_tokens(first, self.graph, is_copy=owner is not None)
            for taken, tokens in zip(takers, (left, before), strict=True):
                found = row_joins.shared_in(carried[place], tokens, owner)
                for path, marks in found.items():
                    _, holder = _holder(tokens, path, owner)
                    marked.append(((place, path), holder, marks))
                for path, each in row_joins.taken_in(carried[place], tokens):
                    key, holder = _holder(tokens, path, owner)
                    taken.add(each, key, ((place, path), holder))
        twice = frozenset({TWICE, rows.ANY})
        rivals = [each for taken in takers for each in taken.rivals()]
        marked += [(position, holder, twice) for position, holder in rivals]
        has_changed = False
        for position, holder, marks in marked:
            if holder is not None:
                has_changed |= self.learn_inner([(holder, marks)])
            if position in members:
                members[position] |= marks
        return has_changed

    def learn_inner(self, marked: Sequence[rows.Marked]) -> bool:
        """Note what is known of lists of before; tell whether some of it is new.

        Args:
            marked: Lists, which were there before the loop, and what is known of them.
        """
        is_new = False
        for value, marks in marked:
            _, known = self.inner.get(id(value), (value, frozenset()))
            known = rows.as_now(known)
            is_new |= not rows.as_now(marks) <= known
            self.inner[id(value)] = value, known | marks
        return is_new

    def enter(self, values: Sequence[Any], graph: Graph, begin: Begin) -> list[Any]:
        """Return the state as a block of the loop sees it.

        Args:
            values: The state, as it is carried.
            graph: The graph of the block.
            begin: Returns it with the objects that stand in for those of iterations;
                not looked into is what is in lists and dicts of these identities.
        """
        rows.note_marks(graph, self.inner.values())
        return self._made(values, graph, begin, is_inside=True)

    def leave(
        self, values: Sequence[Any], start: Sequence[Any], begin: Begin
    ) -> list[Any]:
        """Return the state after the loop."""
        rows.note_marks(self.graph, self.inner.values())
        for value in start:
            for each in containers(value).values():
                if isinstance(each, np.ndarray):  # the result is a tensor
                    register(self.graph, Held(each), members_of(each, self.graph))
        made = self._made(values, self.graph, begin, is_inside=False)
        for (place, path), members in self.members.items():
            value = part_at(made[place], path)
            if isinstance(value, Tensor) and members:
                register(self.graph, value, members)
        return made

    def _made(
        self, values: Sequence[Any], graph: Graph, begin: Begin, *, is_inside: bool
    ) -> list[Any]:
        made: dict[Any, Any] = {}
        known: list[tuple[Any, frozenset[Any]]] = []

        def object_at(place: int, path: Path, value: Any) -> Any:
            group = self.groups.get((place, path))
            if group is None or group in made:
                return made.get(group, value)
            made[group] = value
            members = self.members[place, path]
            if is_inside:
                members |= {Header(self._serial, group)}
            if members:
                known.append((value, members))
            return value

        found = [
            with_objects(
                unwrapped(value),
                frozenset(containers(value)),
                functools.partial(object_at, place),
            )
            for place, value in enumerate(values)
        ]
        found = begin(found, self._known.keys())
        for value, members in known:  # whose contents are put together by now
            register(graph, value, members)
        return found


def _holder(tokens: Tokens, path: Path, owner: Any) -> tuple[Any, Any]:
    """Return what is the same for one list, and the list if it is of before."""
    if owner is not None and not path:
        return id(owner), owner
    token = tokens.get(path)
    return (None, rows.EVERY) if token is None else (token.name, token.old)


def _shared_names(positions: Sequence[tuple[Position, Any]]) -> dict[Any, Any]:
    """Return for what several positions may hold a name that rounds share."""
    first: dict[Any, Position] = {}
    shared: dict[Any, Any] = {}
    for position, token in positions:
        for each in token.members:
            if is_name(each) and first.setdefault(each, position) != position:
                shared[each] = "new", first[each]
    return shared


def _previous(member: Any) -> Any:
    if isinstance(member, Header) and not member.is_previous:
        return Header(member.loop, member.group, is_previous=True)
    return member


def _held_in(value: Any, path: Path = ()) -> dict[Path, Held]:
    if isinstance(value, Held):
        return {path: value}
    if isinstance(value, Flagged):
        return _held_in(value.value, path)
    found: dict[Path, Held] = {}
    if has_parts(value):
        for key, part in parts_in(value):
            found.update(_held_in(part, (*path, key)))
    return found


def _ragged(start: Any, value: Any, path: Path = ()) -> list[Path]:
    """Return where lists stand of which the run tells how long they are."""
    while isinstance(start, Flagged):
        start = start.value
    while isinstance(value, Flagged):
        value = value.value
    if type(start) is not type(value) or not is_nested(start):
        return []
    if isinstance(start, dict):
        keys: Any = start.keys() & value.keys()
    elif is_ragged([start, value]):
        return [path]
    else:
        keys = range(len(start))
    return [
        each for key in keys for each in _ragged(start[key], value[key], (*path, key))
    ]


def unwrapped(value: Any) -> Any:
    """Return a value with what is held in it as the objects that they are."""
    return replaced(value, {path: each.value for path, each in _held_in(value).items()})
