"""Know which lists are elements of a run-time list, which holds them by value.

    rows.append(row)          `rows` holds what `row` holds now, and `row` is an element
    row.append(1)             of it: a change from then on would not be seen in `rows`.

Such lists are read like any other. That one is, or may be, an element is one more
member of what it may be (`graph.staging.aliases`), and follows it through branches and
loops. Changing it is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graph.graph import Graph, current_graph
from graph.nest import is_nested
from graph.partial import Flagged
from graph.segments import Segment
from graph.staging.aliases import (
    INNER,
    Members,
    Same,
    check_unnoted,
    members_of,
    register,
)


def note_inner(graph: Graph, values: Iterable[Any]) -> None:
    """Note that lists are elements of a run-time list."""
    for value in values:
        if type(value) is list:
            register(graph, value, {*members_of(value, graph), INNER})


def note_elements(value: Any) -> None:
    """Note that the lists in a value are elements of a run-time list from now on.

    Raises:
        UnknownIdentityError: One was an element before, and was changed since.
    """
    check_unnoted()  # what each holds now is what it is known to hold
    graph = current_graph()
    assert graph is not None
    todo = [value]
    while todo:
        each = todo.pop()
        while isinstance(each, Flagged):
            each = each.value
        if is_nested(each):
            todo += each.values() if isinstance(each, dict) else each
        note_inner(graph, [each])


def inner_lists(graph: Graph) -> list[Any]:
    """Return the lists that are elements of run-time lists, as a graph knows."""
    known = graph.aliases.values()
    return [value for value, members in known if INNER in members]


def absorbed(value: Any, tokens: Mapping[Any, Any]) -> Members:
    """Return what became elements of run-time lists in a place.

    Args:
        value: What is in the place: joined, with segments.
        tokens: Which lists a path left there, by where they were.
    """
    found: set[Any] = set()
    for path, token in tokens.items():
        if _is_in_segment(value, path):
            found |= identities(token)
    return frozenset(found)


def identities(token: Any) -> Members:
    """Return what the list of a token is, and may be."""
    own = token.name if token.old is None else Same(token.old)
    return frozenset({own, *token.members})


def objects_in(members: Members) -> list[Any]:
    """Return the objects among what became elements."""
    return [member.value for member in members if isinstance(member, Same)]


def _is_in_segment(value: Any, path: tuple[Any, ...]) -> bool:
    """Tell whether a path leads to an item of a list that holds a segment now."""
    for key in path:
        while isinstance(value, Flagged):
            value = value.value
        if isinstance(value, (list, tuple)):
            if any(type(item) is Segment for item in value):
                return True
            if not isinstance(key, int) or key >= len(value):
                return False
        elif not isinstance(value, dict) or key not in value:
            return False
        value = value[key]
    return False


__all__ = [
    "INNER",
    "absorbed",
    "identities",
    "inner_lists",
    "note_elements",
    "note_inner",
    "objects_in",
]
