"""Keep lists and dicts the objects that they are, and see which may be one object.

What paths leave in a variable is joined leaf by leaf, and packed into new lists and
dicts. One that was there before, and is left in the variable on every path, must
stay itself: it may have another name. Two places that hold one new list on every path
hold one list afterwards. Where the paths leave different lists in a place, what stands
there afterwards may be this or that object: `graph.old_staging.aliases` knows which.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from graph.graph import Graph
from graph.locks import cached
from graph.nest import flatten
from graph.old_staging import row_joins, rows
from graph.old_staging.aliases import (
    TWICE,
    Members,
    Rows,
    Same,
    is_mark,
    members_of,
    register,
    viewed_by,
)
from graph.old_staging.alternatives import note_alternatives
from graph.old_staging.chosen import Chosen
from graph.old_staging.fields import has_parts, parts_in, set_fields, with_fields
from graph.old_staging.journal import Entry
from graph.old_staging.locations import Key, Location
from graph.old_staging.row_joins import part_at
from graph.old_staging.watch import Watch
from graph.partial import ABSENT, Flagged
from graph.segments import Family
from graph.tables import Part
from graph.tensor import Tensor

Path = tuple[Any, ...]

_HELD: Final = (list, dict, set, frozenset)

_SERIALS: Final = itertools.count()


def next_serial() -> int:
    """Return a number greater than all before: it tells what was begun later."""
    return next(_SERIALS)


@dataclass(frozen=True, slots=True)
class Header:
    """A member: what stands in some places of a loop when an iteration begins.

    Attributes:
        loop: A serial number that the loop got when it was begun.
        group: The places, which hold one object.
        is_previous: Does it mean an iteration of before?
    """

    loop: int
    group: Any
    is_previous: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """Which object a block leaves in a place.

    Attributes:
        name: Equal for one object, among the tokens of a block.
        old: The object, if it was there before the block.
        members: What it may be.
    """

    name: Any
    old: Any
    members: Members

    @property
    def is_old(self) -> bool:
        """Was it there before the block?"""
        return self.old is not None


Tokens = Mapping[Path, Token]


class Namer:
    """Gives tokens to what a block leaves; new objects must live as long as it.

    Attributes:
        graph: Where it is known what a value may be.
        family: A family that was begun with the block.
    """

    def __init__(self, graph: Graph, watch: Watch) -> None:
        """Tell what was there before by a watch that began with the block."""
        self.graph = graph
        self._watch = watch
        self._began = next_serial()
        self.family = Family()
        self._names: dict[Any, Any] = {}

    def look_from(self, graph: Graph) -> None:
        """Go by what a graph knows from now on, and hold nothing of another's."""
        self.graph = graph
        self.__dict__.pop("_known", None)

    def tokens(self, value: Any, *, is_copy: bool = False) -> Tokens:
        """Return the tokens of the lists, dicts, sets and arrays in a value.

        Args:
            value: What the block leaves in a place.
            is_copy: Is it a copy of the content of a place, and itself no object?
        """
        return {
            path: self._token(each)
            for path, each in containers(value).items()
            if path or not is_copy
        }

    def tokens_of(self, entry: Entry) -> Tokens:
        """Return the tokens of what a block wrote in a place."""
        return self.tokens(entry.after, is_copy=entry.location.is_content)

    def look(self, entry: Entry) -> None:
        """Note what is in a place, before what a block wrote is put back."""
        entry.tokens = self.tokens_of(entry)

    def _token(self, value: Any) -> Token:
        members = members_of(value, self.graph) | self._viewed(value)
        if self._watch.has_seen(value):
            return Token(id(value), value, self._renamed(members))
        name = self._name(id(value))
        return Token(name, None, self._renamed(members))

    def _viewed(self, value: Any) -> Members:
        """Return the array of before whose memory an array is a part of."""
        base = viewed_by(value) if isinstance(value, np.ndarray) else None
        is_old = base is not None and self._watch.has_seen(base)
        return frozenset({Same(base)} if is_old else ())

    def _renamed(self, members: Members) -> Members:
        """Name members that end with the block by what no later object is called."""
        return frozenset(map(self._renamed_one, members))

    def _renamed_one(self, member: Any) -> Any:
        if isinstance(member, Rows):
            return self._renamed_rows(member)
        if isinstance(member, Header) and member.loop > self._began:
            # Each time that the block is traced its loops are others.
            return self._name(member)
        if not isinstance(member, Same) or self._watch.has_seen(member.value):
            return member
        # What no code of the block reaches may have another name around it.
        return member if member in self._known else self._name(id(member.value))

    @cached
    def _known(self) -> Members:
        """What something may be that there was before the block."""
        found: set[Any] = set()
        graph = self.graph.parent
        while graph is not None:
            for _, members in graph.aliases.values():
                found |= members
            graph = graph.parent
        return frozenset(found)

    def _renamed_rows(self, member: Rows) -> Rows:
        if isinstance(member.of, Family):
            root = member.of.root
            is_new = self.graph.is_repeated and root.serial > self.family.serial
            return Rows(None if is_new else root)
        return member if member.of is None else Rows(self._renamed_one(member.of))

    def _name(self, key: Any) -> Any:
        return self._names.setdefault(key, _Name())


class _Name:
    """Stands for an object that was made inside a block."""

    __slots__ = ()


def is_name(member: Any) -> bool:
    """Is it what stands for an object that was made inside a block?"""
    return isinstance(member, _Name)


def old_tokens(value: Any, graph: Graph, *, is_copy: bool = False) -> Tokens:
    """Return the tokens of what a block did not touch."""
    return {
        path: Token(id(each), each, members_of(each, graph))
        for path, each in containers(value).items()
        if path or not is_copy
    }


def containers(value: Any, path: Path = ()) -> Mapping[Path, Any]:
    """Return the lists, dicts, sets and arrays in a value, by where they are."""
    # By class: `isinstance` would ask a tensor for the one it has in plain Python.
    found: dict[Path, Any] = {}
    kind = type(value)
    if issubclass(kind, Flagged):
        return containers(value.value, path)
    if kind in _HELD or issubclass(kind, np.ndarray):
        found[path] = value
    if has_parts(value):
        for key, part in parts_in(value):
            found.update(containers(part, (*path, key)))
    return found


def replaced(value: Any, by: Mapping[Path, Any], path: Path = ()) -> Any:
    """Return a value with other parts in these places; lists are made anew."""
    if isinstance(value, Flagged):
        inner = replaced(value.value, by, path)
        is_same = inner is value.value
        return value if is_same else value.with_value(inner)
    if path in by:
        return by[path]
    if not has_parts(value) or not any(each[: len(path)] == path for each in by):
        return value
    return _packed(
        value,
        {key: replaced(part, by, (*path, key)) for key, part in parts_in(value)},
    )


def with_objects(
    value: Any,
    places: Collection[Path],
    object_at: Callable[[Path, Any], Any],
    path: Path = (),
) -> Any:
    """Return a value with the objects in it that `object_at` says.

    Args:
        value: Its lists and dicts in these places are new; their parts are replaced.
        places: Where they are.
        object_at: Called with a place and what is there; returns what should be.
        path: Where the value is.
    """
    if isinstance(value, Flagged):
        inner = with_objects(value.value, places, object_at, path)
        is_same = inner is value.value
        return value if is_same else value.with_value(inner)
    if path in places:
        found = object_at(path, value)
        if found is not value:
            return found
    elif type(value) in (list, dict):
        return value
    if not has_parts(value):
        return value
    parts = {
        key: with_objects(part, places, object_at, (*path, key))
        for key, part in parts_in(value)
    }
    if type(value) is list:
        value[:] = parts.values()
    elif type(value) is dict:
        value.update(parts)
    elif type(value) is Chosen:
        set_fields(value, parts)
    else:
        return _packed(value, parts)
    return value


def _packed(value: Any, parts: Mapping[Any, Any]) -> Any:
    if type(value) is dict:
        return dict(parts)
    if type(value) is Chosen:
        return with_fields(value, parts)
    if type(value) in (list, tuple):
        return type(value)(parts.values())
    return type(value)(*parts.values())


def as_left(value: Any, contents: Mapping[Key, Any]) -> Any:
    """Return what a block did not write, with what it wrote in the lists in it.

    Args:
        value: What is in a place.
        contents: What the block left in places, the content of lists among them.
    """
    keys = {path: Location(each).key for path, each in containers(value).items()}
    by = {path: contents[key] for path, key in keys.items() if key in contents}
    return replaced(value, by) if by else value


@dataclass(slots=True, eq=False)
class Rebuilt:
    """Gives joined values the objects that the paths leave.

    Attributes:
        graph: The graph in which they are values.
        made: What was made for objects that differ between the paths.
        condition: What tells which of two paths is taken, if the graph has that.
        held: For each path, what objects hold that it made, by the names in tokens.
    """

    graph: Graph
    condition: Any = None
    held: Sequence[Mapping[Any, Any]] = ()
    made: dict[tuple[Any, ...], tuple[Any, Members, list[Token | None]]] = field(
        default_factory=dict
    )
    _inner: dict[int, Members] = field(default_factory=dict)  # by path
    _loose: Members = frozenset()
    _taken_in: list[tuple[Any, Any]] = field(default_factory=list)
    _holders: list[tuple[Any, Members]] = field(default_factory=list)
    _takers: dict[int, row_joins.Takers] = field(default_factory=dict)  # by path

    def put(
        self,
        value: Any,
        sides: Sequence[Tokens],
        trees: Sequence[Any] = (),
        owner: Any = None,
    ) -> Any:
        """Return a joined value with the objects in it that are the same on all paths.

        Args:
            value: What was joined; its lists and dicts are new.
            sides: For each path, its tokens.
            trees: For each path, what it leaves.
            owner: The list whose content it is; None if it is an object itself.
        """
        if row_joins.take_in(owner, value, sides):
            self._taken_in.append((owner, value))
        for number, side in enumerate(sides):
            known = self._inner.get(number, frozenset())
            self._inner[number] = known | row_joins.absorbed(value, side)
            self._loose |= row_joins.absorbed(value, side, owner)
        places = containers(value).keys() | {path for side in sides for path in side}
        # Where a path leaves a tensor or number there is another object on that path.
        others = {path for tree in trees for path in _tensors(tree)}
        for side, tree in zip(sides, trees, strict=False):
            others.update(path for path in _lists_of_keys(tree) if path not in side)
        shared = [row_joins.shared_in(value, side, owner) for side in sides]
        found = with_objects(
            value, places, functools.partial(self._object, sides, others)
        )
        for number, (taken, side) in enumerate(zip(shared, sides, strict=True)):
            takers = self._takers.setdefault(number, row_joins.Takers())
            for path, marks in taken.items():
                self._holders.append((_holder(found, path, owner), marks))
            for path, members in row_joins.taken_in(value, side):
                holder = _holder(found, path, owner)
                takers.add(members, id(holder), holder)
        return found

    def _object(
        self, sides: Sequence[Tokens], others: Collection[Path], path: Path, value: Any
    ) -> Any:
        found = [side.get(path) for side in sides]
        given = [token for token in found if token is not None]
        is_opened = type(value) in _HELD or isinstance(value, (Tensor, np.ndarray))
        if not given or not is_opened:  # lists of other lengths become segments
            return value
        first = given[0]
        is_one = all(token.old is first.old for token in given)
        if first.is_old and is_one and path not in others:
            return first.old
        key = tuple(token and token.name for token in found)
        members = frozenset().union(*(token.members for token in given))
        return self.made.setdefault(key, (value, members, found))[0]

    def register(self) -> None:
        """Note which of the values that were made may be one object with another.

        What the paths found out of lists of before is noted by now.
        """
        counts: dict[Any, int] = {}
        rows.note_marks(self.graph, row_joins.elements_in(self._loose, self.graph))
        rivals = [each for takers in self._takers.values() for each in takers.rivals()]
        self._holders += [(each, frozenset({TWICE, rows.ANY})) for each in rivals]
        rows.note_marks(self.graph, self._holders)
        for owner, value in self._taken_in:
            rows.note_shared(owner, value)
        for _, members, _ in self.made.values():
            for each in members:
                counts[each] = counts.get(each, 0) + 1
        for value, members, found in self.made.values():
            members |= {Same(each) for each in self._kept(found) if each is not None}
            if any(
                token is not None and row_joins.identities(token) & self._inner[number]
                for number, token in enumerate(found)
            ):
                members = row_joins.as_element(members)
            shared = {
                each for each in members
                if not isinstance(each, _Name) or counts[each] > 1
            }  # fmt: skip
            if shared:
                known = rows.marks_of(members_of(value, self.graph))
                register(self.graph, value, rows.settled(shared) | known)
                if self.condition is not None and not known:
                    self._note_alternatives(value, found, counts)

    def _note_alternatives(
        self, value: Any, found: list[Token | None], counts: Mapping[Any, int]
    ) -> None:
        """Note which one of two a list or dict is, if each is one that is known."""
        if type(value) not in (list, dict, set):
            return
        parts: list[Any] = []
        for token, kept in zip(found, self._kept(found), strict=True):
            members = () if token is None else token.members
            part = kept if token is None or kept is not None else token.old
            is_own = all(is_name(x) and counts[x] == 1 for x in members)
            is_known = is_own if part is None else type(part) is type(value)
            if not is_known or any(map(is_mark, members)):
                return
            parts.append(part)
        note_alternatives(self.graph, value, self.condition, *parts)

    def _kept(self, found: list[Token | None]) -> list[Any]:
        """Return for each path the list that an object of it holds in a place."""
        sides = self.held or [{}] * len(found)
        return [
            None if token is None else side.get(token.name)
            for token, side in zip(found, sides, strict=True)
        ]


def _holder(value: Any, path: Path, owner: Any) -> Any:
    """Return the list in a place of what was joined; `EVERY` if it is no list."""
    found = part_at(value, path) if path or owner is None else owner
    return found if type(found) is list else rows.EVERY


def _lists_of_keys(value: Any) -> Iterator[Path]:
    """Yield where lists are in dicts of which only the run knows the keys.

    Another dict becomes one of these where it is joined with one.
    """
    found = [path for path in containers(value) if path and type(path[-1]) is Part]
    if found and any(leaf is not ABSENT for leaf in flatten(value)):
        yield from found


def _tensors(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield where tensors stand in a value, or numbers."""
    if isinstance(value, Flagged):
        yield from _tensors(value.value, path)
    elif isinstance(value, (Tensor, np.generic, int, float, complex)):
        yield path
    elif has_parts(value):
        for key, part in parts_in(value):
            yield from _tensors(part, (*path, key))
