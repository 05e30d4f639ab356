"""Know which lists, dicts and arrays may be one object: paths leave this or that.

    if x > 0:                 items = kept, or a list of its own: only the graph knows,
        items = kept          when it runs.
    items.append(1)           So this is refused as long as `kept` can be reached.

What stands in such a place is a new list while tracing. It and the objects that it may
be are one group; changing one of a group that can be reached by another name is an
error, since the change may or may not be seen under that name.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graph.building import PerTrace, per_trace
from graph.errors import UnknownIdentityError
from graph.graph import Graph, current_graph
from graph.old_staging import apart
from graph.old_staging.alternatives import (
    alternatives_of,
    forget_alternatives,
    is_settling,
    known_alternatives,
)
from graph.old_staging.content_names import ContentName, with_article
from graph.old_staging.journal import note
from graph.old_staging.locations import Location
from graph.old_staging.reach import is_reached
from graph.old_staging.storage import content_of, is_container
from graph.old_staging.watch import is_identical
from graph.origin import capture_exact
from graph.tensor import _DISPATCH, SymbolicTensor


class Same:
    """An object as a member of a set, by its identity; it stays alive as long."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        """Stand for an object."""
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


# Objects, and names of what a block made: what a value may be when the graph runs.
Members = frozenset[Any]

#: A member: an element of a run-time list, which holds it by value.
INNER: Final = "an element of a run-time list"
#: A member: a list that may hold one list in two places.
TWICE: Final = "may hold a list twice"
#: A member: an element that was read from a list, which holds it by value.
READ: Final = "was read from a list"
#: A member: an element that may be in another place of its list by now, or in none.
MOVED: Final = "may be in another place by now"


@dataclass(frozen=True, slots=True)
class Rows:
    """A member: what holds, or is, a list that may be in another list, too.

    Attributes:
        of: What that other list is, as a member; None if that is not known.
    """

    of: Any


def is_mark(member: Any) -> bool:
    """Tell whether a member says where lists are, and not which object it is."""
    return member in (INNER, READ, TWICE, MOVED) or isinstance(member, Rows)


class _Writing(PerTrace):
    """What operators are changing. Written by `writing` and `keeping_places` only.

    Attributes:
        elements: The elements of run-time lists whose change will be seen there.
        keeping: The lists of which each element stays in its place.
    """

    def __init__(self) -> None:
        self.elements: list[Any] = []
        self.keeping: list[Any] = []


_WRITING: Final = per_trace(_Writing())


@contextmanager
def writing(element: Any) -> Iterator[None]:
    """Let an element of a run-time list be changed: what holds it is told after."""
    before = _WRITING.elements
    _WRITING.elements = [*before, element]
    try:
        yield
    finally:
        _WRITING.elements = before


@contextmanager
def keeping_places(owner: Any) -> Iterator[None]:
    """Say that a change of a list leaves each element in its place."""
    before = _WRITING.keeping
    _WRITING.keeping = [*before, owner]
    try:
        yield
    finally:
        _WRITING.keeping = before


def is_writing(element: Any) -> bool:
    """Is an element being changed by what tells the list that holds it?"""
    return any(each is element for each in _WRITING.elements)


def register(graph: Graph, value: Any, members: Iterable[Any]) -> None:
    """Note that a value of `graph` is one of these objects, when the graph runs."""
    graph.aliases[id(value)] = value, frozenset({Same(value), *members})
    for each in (value, *(m.value for m in members if isinstance(m, Same))):
        if is_container(each):
            graph.alias_contents[id(each)] = each, content_of(each)


def members_of(value: Any, graph: Graph | None) -> Members:
    """Return what a value may be: at least itself."""
    while graph is not None:
        found = graph.aliases.get(id(value))
        if found is not None and found[0] is value:
            return found[1]  # type: ignore[no-any-return]
        graph = graph.parent
    return frozenset({Same(value)})


def may_be_same(left: Any, right: Any) -> bool:
    """Tell whether two objects that differ while tracing may be one in a run."""
    graph = current_graph()
    mine, others = members_of(left, graph), members_of(right, graph)
    return any(each == INNER or not is_mark(each) for each in mine & others)


def identities_of(value: Any, graph: Graph | None) -> Members:
    """Return which objects a value may be, without what is known of rows."""
    return frozenset(each for each in members_of(value, graph) if not is_mark(each))


def may_meet(left: Any, right: Any, graph: Graph) -> bool:
    """Tell whether two lists or dicts that differ while tracing may be one on a path.

    Of two that one condition tells it is known on which: those that a branch exchanges
    are never one.
    """
    if left is right:
        return True
    if identities_of(left, graph).isdisjoint(identities_of(right, graph)):
        return False
    known = known_alternatives()
    mine, other = alternatives_of(left, known), alternatives_of(right, known)
    if mine is None:
        mine, other, right = other, None, left
    if mine is None:
        return True
    parts = mine.then, mine.orelse
    others = (right, right)
    if other is not None and other.condition is mine.condition:
        others = other.then, other.orelse
    return any(
        x is not None and y is not None and may_meet(x, y, graph)
        for x, y in zip(parts, others, strict=True)
    )


def note_distinct(left: Any, right: Any) -> None:
    """Note that two objects are not one, which may be otherwise in another call."""
    graph = current_graph()
    if graph is not None and type(left) is type(right):
        graph.root.distinct.update({id(left): left, id(right): right})


def is_distinct(value: Any) -> bool:
    """Tell whether an object was found not to be another one."""
    graph = current_graph()
    return graph is not None and id(value) in graph.root.distinct


_CHANGING: Final = (list, dict, set, deque, np.ndarray)


def check_write(owner: Any) -> None:
    """Refuse a change of what another name may or may not have, too.

    Raises:
        UnknownIdentityError: Whether the other name has the same object is known
            only when the graph runs.
    """
    if not has_aliases() or not isinstance(owner, _CHANGING):
        return
    check_unnoted()
    if is_inner(owner) and not is_writing(owner):
        raise of_element(owner)
    if not any(each is owner for each in _WRITING.keeping):
        note_moved(owner)
    others = [each for each in _rivals(owner) if not is_settling(each)]
    if others and (isinstance(owner, np.ndarray) or is_reached(others)):
        raise shared(owner)
    if others:
        forget_alternatives(owner)


def is_shared(owner: Any) -> bool:
    """Tell whether an object may be another one, which would see a change of it."""
    return has_aliases() and (is_inner(owner) or any(_rivals(owner)))


def check_arrays(value: Any, held: Sequence[Any] = ()) -> None:
    """Refuse a write to what may be an array of NumPy's, when the graph runs.

    That array is no object of the graph: the write would not be seen in it.

    Args:
        value: The tensor that is written to.
        held: Arrays of which it is known to be a copy.

    Raises:
        UnknownIdentityError: It can be reached.
    """
    if held or has_aliases():
        arrays = [x for x in (*held, *_rivals(value)) if isinstance(x, np.ndarray)]
        bases = [base for x in arrays if (base := viewed_by(x)) is not None]
        if is_reached([*arrays, *bases]):
            _DISPATCH["ask_to_own"]()
            raise shared(arrays[0])


def viewed_by(array: Any) -> Any:
    """Return the array of NumPy's that another one is a part of; None if it is none."""
    base = array.base
    while isinstance(base, np.ndarray) and isinstance(base.base, np.ndarray):
        base = base.base
    return base if isinstance(base, np.ndarray) else None


def note_change(owner: Any) -> None:
    """Note that the content of a container is about to change, if that is known to be.

    Raises:
        UnknownIdentityError: It may or may not have another name.
    """
    apart.check_write(owner)
    check_write(owner)
    base = viewed_by(owner) if isinstance(owner, np.ndarray) else None
    if base is None:
        note(Location(owner))
    else:  # whose views may have no names
        note_change(base)


def check_unseen_write(owner: Any) -> None:
    """Refuse a change that was found after the block: who could see it is not known.

    Raises:
        UnknownIdentityError: The object is, or may be, another one.
    """
    if has_aliases() and is_inner(owner):
        raise of_element(owner)
    if has_aliases() and any(_rivals(owner)):
        raise shared(owner)


def check_unnoted() -> None:
    """Refuse changes that no journal noted, as of `items += more` or C functions.

    Raises:
        UnknownIdentityError: What was changed may be another object, and can be
            reached.
    """
    graph = current_graph()
    if graph is None or not has_aliases():
        return
    for owner, before in _known_contents(graph):
        now = content_of(owner)
        if before is None or not is_identical(before, now):
            graph.alias_contents[id(owner)] = owner, now
        if before is not None and not is_identical(before, now):
            if is_inner(owner):
                raise of_element(owner)
            note_moved(owner)
            others = list(_rivals(owner))
            if others and (isinstance(owner, np.ndarray) or is_reached(others)):
                raise shared(owner)
            if others:
                forget_alternatives(owner)


def _known_contents(graph: Graph | None) -> list[tuple[Any, Any]]:
    """Return objects, each with its content as of when it was last looked at."""
    found: dict[int, tuple[Any, Any]] = {}
    while graph is not None:
        for identity, known in graph.alias_contents.items():
            found.setdefault(identity, known)
        graph = graph.parent
    return list(found.values())


def has_aliases() -> bool:
    """Tell whether there is anything that may be another object."""
    graph = current_graph()
    while graph is not None:
        if graph.aliases:
            return True
        graph = graph.parent
    return False


def shared(owner: Any) -> UnknownIdentityError:
    """Return the error for a change of an object that may be another."""
    is_array = isinstance(owner, (np.ndarray, SymbolicTensor))
    kind = "array" if is_array else ContentName.of(owner).shown_kind()
    copied = "list(other)" if kind == "list" else "other.copy()"
    noun = with_article(kind)
    return UnknownIdentityError(
        f"{noun} is changed that, after a staged branch or loop, may or may not be the "
        "same object as another one: only the graph can tell, when it runs.",
        origin=capture_exact(2),
        hint=f"Copy it where the paths part, as in `items = {copied}`, or change it on "
        "each path.",
    )


def links_in(graph: Graph | None) -> Iterator[Any]:
    """Yield what is known of elements of lists, see `graph.old_staging.rows`."""
    while graph is not None:
        yield from list(graph.row_links.values())
        graph = graph.parent


def note_moved(owner: Any) -> None:
    """Note that the elements of a list may be in other places from now on."""
    graph = current_graph()
    assert graph is not None
    for link in links_in(graph):
        if link.owner is owner:
            members = members_of(link.value, graph)
            if MOVED not in members:
                register(graph, link.value, {*members, MOVED})


def is_inner(owner: Any) -> bool:
    """Is a list or dict an element of a run-time list, or may it be one?"""
    return INNER in members_of(owner, current_graph())


def of_element(owner: Any) -> UnknownIdentityError:
    """Return the error for a change of an element of a run-time list."""
    if isinstance(owner, (np.ndarray, SymbolicTensor)):
        return _of_exception()
    kind = ContentName.of(owner).shown_kind()
    noun = with_article(kind)
    copied = "row = list(row)" if kind == "list" else "found = found.copy()"
    another = "{**rows[k], 'key': value}" if kind == "dict" else "rows[k] + [value]"
    return UnknownIdentityError(
        f"{noun} is changed that is, or may be, in a list whose length is known only "
        "when the graph runs, or in an exception: there it would not be seen.",
        origin=capture_exact(2),
        hint=f"Change it before it is put there, change a copy (`{copied}`), or put "
        f"another one in its place: `rows[k] = {another}`.",
    )


def _of_exception() -> UnknownIdentityError:
    return UnknownIdentityError(
        "an array is changed that an exception holds: there it would not be seen.",
        origin=capture_exact(3),
        hint="Give the exception a copy, `x.copy()`, or change a copy.",
    )


def _rivals(owner: Any) -> Iterator[Any]:
    """Yield the other objects that may be this one, or may be what it may be."""
    graph = current_graph()
    mine = {each for each in members_of(owner, graph) if not is_mark(each)}
    for member in mine:
        if isinstance(member, Same) and member.value is not owner:
            yield member.value
    while graph is not None:
        for value, members in graph.aliases.values():
            if value is not owner and not mine.isdisjoint(members):
                yield value
        graph = graph.parent
