"""Know which lists are elements of a run-time list, which holds them by value.

    rows.append(row)          `rows` holds what `row` holds now, and `row` is an element
    rows[k].append(1)         of it: what is changed is told to `rows`, so is it read.

In Python `rows` holds references, in the graph it holds the content of its rows. Both
are the same as long as no row is changed. A row may be changed if the other places
that hold it by value are known, and take the change:

- A list is *linked* to its list if it was read from it (`rows[k]`), or put there, and
  every element is where it was since then: an operator that may move elements marks
  the linked ones as `MOVED`. The content of a linked list is that of its place: who
  changes one stores it there, and reads the other linked lists again, for of two
  indices only the run knows whether they differ (`autograph.old_operators.row_writes`).
- Other lists that may hold the same rows have a member in common with it: `Rows(x)`
  is a member of what took rows from x, of copies and of elements alike. While one that
  is not linked can be reached, a change is refused.
- A list that may hold one list twice has the member `TWICE`: what is in it is never
  changed. An element that is put into another list, or there again, is found by its
  members then; lists that were made for that place have none.

Dicts are elements like lists. What is in a dict that is an element belongs to it, as
what is in a tuple does: a list in it is linked to the list that holds the dict, and
with the dict it is stored.

All these are members of what a list may be (`old_staging.aliases`): they follow it
through branches and loops, whose bodies are traced again once more is known. What is
not known is `Rows(None)`, any list.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graph.graph import Graph, current_graph
from graph.nest import is_nested
from graph.old_staging.aliases import (
    INNER,
    MOVED,
    READ,
    TWICE,
    Members,
    Rows,
    Same,
    check_unnoted,
    identities_of,
    is_mark,
    links_in,
    may_meet,
    members_of,
    register,
)
from graph.old_staging.list_elements import holds_containers
from graph.old_staging.memory import is_around, memory_of
from graph.old_staging.row_links import Link, graph_link, is_at
from graph.partial import Flagged
from graph.segments import Family, Segment, families_of, may_hold_twice
from graph.tensor import SymbolicTensor

# A list, and what is known of its rows, or of it as a row.
Marked = tuple[Any, Members]

#: Stands for all lists: where it may hold a list twice, so may any.
EVERY: Final[list[Any]] = []
ANY: Final = Rows(None)


# -- What is known of a list -----------------------------------------------------------


def marks_of(members: Iterable[Any]) -> Members:
    """Return what members say about rows."""
    return frozenset(each for each in members if is_mark(each))


def note_marks(graph: Graph, marked: Iterable[Marked]) -> None:
    """Note what is known of lists from now on."""
    for value, marks in marked:
        members = members_of(value, graph)
        if not marks <= members:
            register(graph, value, members | marks)


def lists_known(graph: Graph | None) -> list[Any]:
    """Return the lists of which something is known here, or around."""
    found: dict[int, Any] = {}
    while graph is not None:
        found.update(
            {id(x): x for x, _ in graph.aliases.values() if type(x) in (list, dict)}
        )
        graph = graph.parent
    return list(found.values())


def regions_of(value: Any, graph: Graph) -> Members:
    """Return which lists may hold the rows of a list, or may hold the list."""
    members = members_of(value, graph)
    found = {each for each in members if isinstance(each, Rows)}
    if INNER in members and not found:
        found.add(ANY)
    found |= {Rows(each) for each in members if not is_mark(each)}
    for item in value:
        if type(item) is Segment and item.family is not None:
            found.update(map(Rows, families_of(item.family, item.structure)))
    return as_now(found)


def as_now(marks: Iterable[Any]) -> Members:
    """Return marks with the families as they are joined now."""
    return frozenset(
        Rows(each.of.root)
        if isinstance(each, Rows) and isinstance(each.of, Family)
        else each
        for each in marks
    )


def _taken(owner: Any, value: Any, graph: Graph) -> Members:
    """Return what a list is known to be that takes rows of another, or that itself."""
    found = regions_of(value, graph)
    is_twice = TWICE in members_of(value, graph) or ANY in found
    if is_twice or found & regions_of(owner, graph):
        found |= {TWICE}
    return found


def known_after(
    graph: Graph,
    has_seen: Callable[[Any], bool],
    written: Collection[Any],
    began: Family,
) -> list[Marked]:
    """Return what is known, at the end of a block, of lists of before.

    Args:
        graph: The graph of the block.
        has_seen: Tells whether an object was there before.
        written: What the block wrote, by places, which is put back by now.
        began: A family that was begun with the block.
    """
    is_repeated = graph.is_repeated
    latest = began if is_repeated else None
    around = {id(link.value) for link in links_in(graph.parent)}
    found = []
    for value, members in graph.aliases.values():
        marks = marks_of(members)
        if is_repeated and _is_put(graph, value, written, has_seen):
            continue
        is_before = value is EVERY or id(value) in around or has_seen(value)
        if marks and (is_before or is_around(value, graph)):
            known = marks & members_of(value, graph.parent)  # of lists of before
            kept = {_settled(each, has_seen, latest) for each in marks - known}
            found.append((value, known | kept))
    return found


def _is_put(
    graph: Graph, value: Any, written: Collection[Any], has_seen: Callable[[Any], bool]
) -> bool:
    """Was it in a list in which a block of a loop put a segment in its place?

    That list has the segment when an iteration begins, once the loop is traced again.
    """
    link = graph.row_links.get(id(value))
    if link is None or link.value is not value or link.is_read:
        return False
    if not has_seen(link.owner):
        return False
    if (id(link.owner), "") in written and is_at(link, link.owner, link.index):
        return True
    return _is_put(graph, link.owner, written, has_seen)


def _settled(mark: Any, has_seen: Callable[[Any], bool], began: Family | None) -> Any:
    if isinstance(mark, Rows) and isinstance(mark.of, Family):
        root = mark.of.root
        return ANY if began is not None and root.serial > began.serial else Rows(root)
    if isinstance(mark, Rows):
        is_old = isinstance(mark.of, Same) and has_seen(mark.of.value)
        return mark if is_old else ANY
    return mark


def settled(members: Iterable[Any]) -> Members:
    """Return members whose names of what a block made are those of any list."""
    return frozenset(
        ANY
        if isinstance(each, Rows) and not isinstance(each.of, (Family, Same))
        else each
        for each in members
    )


# -- Becoming an element ---------------------------------------------------------------


def lists_in(item: Any) -> Iterator[Any]:
    """Yield the lists and dicts in an element: itself, or those in a tuple or dict."""
    while isinstance(item, Flagged):
        item = item.value
    if type(item) in (list, dict):
        yield item
    if type(item) is not list and is_nested(item):
        for part in item.values() if isinstance(item, dict) else item:
            yield from lists_in(part)


def _lists_within(element: Any) -> Iterator[Any]:
    """Yield the lists and dicts in a list; those in a dict `lists_in` has yielded."""
    return lists_in(tuple(element) if type(element) is list else ())


def _others_in(value: Any) -> Iterator[Any]:
    """Yield what else than lists holds something, and may change, at any depth."""
    if type(value) is SymbolicTensor and value._is_array:
        yield from memory_of(value)
    if isinstance(value, (dict, set, deque, np.ndarray)):
        yield value
    if is_nested(value):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _others_in(part)


def note_elements(value: Any, *, has_others: bool = False) -> None:
    """Note that the lists in a value are held by value somewhere from now on.

    Args:
        value: The value.
        has_others: Are dicts, sets, deques and arrays in it held so, too?

    Raises:
        UnknownIdentityError: One was an element before, and was changed since.
    """
    check_unnoted()  # what each holds now is what it is known to hold
    graph = current_graph()
    assert graph is not None
    if has_others:
        for each in _others_in(value):
            note_marks(graph, [(each, frozenset({INNER, ANY}))])
    todo = list(lists_in(value))
    while todo:
        each = todo.pop()
        note_marks(graph, [(each, frozenset({INNER, ANY}))])
        todo += _lists_within(each)


def absorb(owner: Any) -> None:
    """Note that a list in the graph holds what is in it by value from now on."""
    check_unnoted()
    graph = current_graph()
    assert graph is not None
    if type(owner) is not list:
        note_elements(owner)
        return
    found: set[Any] = set()
    seen: dict[int, Any] = {}
    _absorb(graph, owner, owner, seen, found)
    if _may_be_twice(graph, seen.values()) or may_hold_twice(owner):
        found.add(TWICE)
    _note_alike(graph, owner, seen)
    _note_holder(graph, owner, found)


def _absorb(
    graph: Graph, top: Any, owner: Any, seen: dict[int, Any], found: set[Any]
) -> None:
    """Link the lists in one; add to `found` what is known of `top` therefore."""
    content = list(owner)
    own = {Rows(Same(owner)), Rows(Same(top))}
    for place, item in enumerate(content):
        for each in lists_in(item):
            if id(each) in seen:
                found.add(TWICE)
                continue
            seen[id(each)] = each
            members = members_of(each, graph)
            marks = marks_of(members)
            link = graph_link(graph, each)
            if (
                link is not None
                and link.owner is owner
                and MOVED not in marks
                and is_at(link, content, place)
            ):
                pass  # it has been looked at before
            elif INNER not in marks or marks - {INNER, MOVED, TWICE} <= own:
                # It is nowhere else by value.
                found |= marks - {INNER, MOVED}
                register(graph, each, (members - {MOVED}) | own | {INNER})
                link = Link(each, owner, place, item, content, is_read=False)
                graph.row_links[id(each)] = link
                _watch(graph, owner)
            else:
                found |= _taken(top, each, graph)
            if type(each) is list:
                _absorb(graph, top, each, seen, found)
    found -= own


def _may_be_twice(graph: Graph, elements: Iterable[Any]) -> bool:
    """Tell whether two of some lists may be one in a run."""
    known: dict[Any, list[Any]] = {}
    for each in elements:
        for member in identities_of(each, graph):
            others = known.setdefault(member, [])
            if any(may_meet(each, other, graph) for other in others):
                return True
            others.append(each)
    return False


def _note_alike(graph: Graph, owner: Any, elements: Mapping[int, Any]) -> None:
    """Note that what may be one of some elements of a list may be an element, too."""
    own: set[Any] = set()
    for each in elements.values():
        own |= {x for x in members_of(each, graph) if not is_mark(x)}
    marks = frozenset({INNER, Rows(Same(owner))})
    found = [(x.value, marks) for x in own if isinstance(x, Same)]
    around: Graph | None = graph
    while around is not None:
        found += [
            (value, marks) for value, members in around.aliases.values()
            if type(value) in (list, dict) and not own.isdisjoint(members)
        ]  # fmt: skip
        around = around.parent
    others = [each for each in found if id(each[0]) not in elements]
    note_marks(graph, others)


def note_shared(owner: Any, value: Any) -> None:
    """Note what else may hold the rows of a list of before, after paths have met.

    Args:
        owner: The list, which holds by value from now on what is in it.
        value: Its content, joined, with segments.
    """
    graph = current_graph()
    assert graph is not None
    own = {INNER, MOVED, READ, TWICE, Rows(Same(owner))}
    for item in value:
        if type(item) is Segment:
            own.update(map(Rows, families_of(item.family, item.structure)))
    found: set[Any] = set()
    todo = list(lists_in(tuple(owner)))
    while todo:
        each = todo.pop()
        own.add(Rows(Same(each)))
        found |= marks_of(members_of(each, graph))
        todo += _lists_within(each)
    _note_holder(graph, owner, as_now(found) - as_now(own))


def _watch(graph: Graph, owner: Any) -> None:
    """See changes of a list that no journal notes: its elements may be elsewhere."""
    if id(owner) not in graph.aliases:
        register(graph, owner, members_of(owner, graph))


def take(owner: Any, item: Any) -> None:
    """Note that an element becomes one of a list, which holds it by value.

    Args:
        owner: The list.
        item: The element.
    """
    check_unnoted()
    graph = current_graph()
    assert graph is not None
    found: set[Any] = set()
    seen: set[int] = set()
    todo = list(lists_in(item))
    while todo:
        each = todo.pop()
        if id(each) in seen:
            found.add(TWICE)
            continue
        seen.add(id(each))
        if INNER in members_of(each, graph):
            found |= _taken(owner, each, graph)
        else:
            found |= marks_of(members_of(each, graph))
            note_marks(graph, [(each, frozenset({INNER, Rows(Same(owner))}))])
        todo += _lists_within(each)
    _note_holder(graph, owner, found)


def note_put(owner: Any, family: Family | None) -> None:
    """Note that a segment of a family takes the place of what is in a list."""
    graph = current_graph()
    if graph is None or family is None:
        return
    marks = frozenset({INNER, Rows(family)})
    todo = list(lists_in(tuple(owner)))
    while todo:
        each = todo.pop()
        note_marks(graph, [(each, marks)])
        todo += _lists_within(each)


def note_item(owner: Any, index: Any, item: Any) -> None:
    """Link the lists in what was read from a place of a list."""
    check_unnoted()
    graph = current_graph()
    assert graph is not None
    if type(owner) is not list:
        note_elements(item)
        return
    marks = {INNER, READ, *regions_of(owner, graph)}
    marks |= {TWICE} & members_of(owner, graph)
    content = list(owner)
    _watch(graph, owner)
    for each in lists_in(item):
        register(graph, each, marks)
        graph.row_links[id(each)] = Link(each, owner, index, item, content)


def note_copy(made: Any, sources: Sequence[Any]) -> None:
    """Note that a list that was made just now has the rows of others."""
    graph = current_graph()
    assert graph is not None
    found: set[Any] = set()
    for source in sources:
        if not holds_rows(source):
            continue
        if type(made) is not list:
            note_marks(graph, [(source, frozenset({TWICE, ANY}))])
            continue
        taken = regions_of(source, graph)
        if taken & (found | regions_of(made, graph)):
            found.add(TWICE)
        found |= taken | ({TWICE} & members_of(source, graph))
    _note_holder(graph, made, found)


def note_part(made: list[Any], source: list[Any]) -> None:
    """Note that a list that was made just now has some rows of another, each once."""
    graph = current_graph()
    assert graph is not None
    if type(made) is list and holds_rows(made):
        marks = regions_of(source, graph) | ({TWICE} & members_of(source, graph))
        register(graph, made, identities_of(made, graph) | marks)


def _note_holder(graph: Graph, owner: Any, found: Iterable[Any]) -> None:
    """Note what is known of a list for what took rows in: so of those it is in."""
    marks = frozenset(found) - {INNER, MOVED, READ}
    seen: set[int] = set()
    while marks and id(owner) not in seen:
        seen.add(id(owner))
        note_marks(graph, [(owner, marks)])
        if INNER in members_of(owner, graph):
            link = graph_link(graph, owner)
            owner = EVERY if link is None else link.owner


def note_twice(made: Any) -> None:
    """Note that a list that was made just now may hold one list twice."""
    graph = current_graph()
    assert graph is not None
    note_marks(graph, [(made, frozenset({TWICE}))])


def holds_rows(value: Any) -> bool:
    """Is it a list that holds lists by value?"""
    return type(value) in (list, tuple) and any(
        type(item) is Segment and holds_containers(item.structure) for item in value
    )


__all__ = [
    "ANY",
    "EVERY",
    "INNER",
    "Marked",
    "absorb",
    "as_now",
    "holds_rows",
    "known_after",
    "lists_in",
    "marks_of",
    "note_copy",
    "note_elements",
    "note_item",
    "note_marks",
    "note_part",
    "note_put",
    "note_shared",
    "note_twice",
    "regions_of",
    "settled",
    "take",
]
