"""Where in which list an element of a run-time list is; see `old_staging.rows`."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graph.graph import Graph, current_graph
from graph.old_staging.aliases import MOVED, members_of


@dataclass(slots=True, eq=False)
class Link:
    """A list that is an element of another one.

    Attributes:
        value: The list.
        owner: The list that it is in.
        index: Where, as it was given; from the end if negative.
        item: The element: the list, or a tuple with it.
        content: What `owner` held when the index was given.
        is_read: Was it read from there, and is no object that was put there?
        is_held: Does the list hold it by value where there are calls or loops?
    """

    value: Any
    owner: Any
    index: Any
    item: Any
    content: list[Any]
    is_read: bool = True
    is_held: bool = False


def graph_link(graph: Graph | None, value: Any) -> Link | None:
    """Return the link of a list, as a graph and those around know it."""
    while graph is not None:
        found = graph.row_links.get(id(value))
        if found is not None and found.value is value:
            return found  # type: ignore[no-any-return]
        graph = graph.parent
    return None


def link_of(value: Any) -> Link | None:
    """Return the link of a list that is where it was; None if it has none."""
    graph = current_graph()
    if MOVED in members_of(value, graph):
        return None
    return graph_link(graph, value)


def is_at(link: Link, content: list[Any], place: int) -> bool:
    """Is an element where it was put, as its list holds it?"""
    return (
        not link.is_read
        and link.index == place
        and place < min(len(link.content), len(content))
        and all(map(operator.is_, link.content[: place + 1], content))
    )


def is_same_content(left: Sequence[Any], right: Sequence[Any]) -> bool:
    """Are the same objects in two lists?"""
    return len(left) == len(right) and all(map(operator.is_, left, right))


__all__ = ["Link", "graph_link", "is_at", "is_same_content", "link_of"]
