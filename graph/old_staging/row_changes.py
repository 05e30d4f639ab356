"""Whether an element of a run-time list may be changed, and what has to see it.

See `graph.old_staging.rows` for the rule.
"""

from __future__ import annotations

import sys
from typing import Any

from graph.graph import Graph, current_graph
from graph.old_staging.aliases import (
    INNER,
    MOVED,
    TWICE,
    Same,
    links_in,
    members_of,
    of_element,
)
from graph.old_staging.journal import entries_of_calls
from graph.old_staging.reach import is_reached, reached
from graph.old_staging.row_links import Link, link_of
from graph.old_staging.rows import ANY, EVERY, lists_in, lists_known, regions_of
from graph.old_staging.stacks import are_held_by_stack, are_on_stack
from graph.segments import Segment


def check_change(value: Any) -> Link:
    """Return the link of an element that may be changed.

    Raises:
        UnknownIdentityError: It may be in a place that would not see it.
    """
    graph = current_graph()
    assert graph is not None
    owners = _owners(value, graph)
    link = link_of(value)
    if link is None or owners is None or _has_rivals(graph, owners):
        raise of_element(value)
    return link


def is_alone(owner: Any, item: Any) -> bool:
    """Tell whether nothing has an element but its list, which lets go of it.

    Args:
        owner: The list.
        item: The element, as it was read just now.
    """
    graph = current_graph()
    assert graph is not None
    members = members_of(owner, graph)
    if INNER in members or TWICE in members or ANY in members:
        return False
    others = [
        link for link in links_in(graph)
        if link.owner is owner and link.item is not item
    ]  # fmt: skip
    if any(link.is_read and not _is_lost(link) for link in others):
        return False
    if TWICE in members_of(EVERY, graph) or _has_rivals(graph, [owner]):
        return False
    return not is_reached([link.value for link in others if not link.is_read])


def let_go(item: Any) -> None:
    """Note that the lists in what was an element are in no list any more."""
    graph = current_graph()
    assert graph is not None
    for each in lists_in(item):
        del graph.row_links[id(each)]
        del graph.aliases[id(each)]
        graph.alias_contents.pop(id(each), None)


def _owners(value: Any, graph: Graph) -> list[Any] | None:
    """Return what an element is linked to, on all levels; None if it is not known."""
    found: list[Any] = []
    members = members_of(value, graph)
    while INNER in members:
        link = link_of(value)
        if link is None:
            return None
        value = link.owner
        members = members_of(value, graph)
        if TWICE in members or ANY in members:
            return None
        found.append(value)
    return None if TWICE in members_of(EVERY, graph) else found


def _has_rivals(graph: Graph, owners: list[Any]) -> bool:
    """Tell whether lists are in use that have a row, and would not see its change.

    Args:
        graph: The graph being built.
        owners: What the row is linked to, on all levels.
    """
    own: set[Any] = set()
    for owner in owners:
        own |= regions_of(owner, graph)
    watch, top = reached(), owners[-1]
    if watch.is_cut:
        return True
    for other in list(watch.seen()):
        if type(other) not in (list, tuple, dict) or other is top or other is EVERY:
            continue
        regions = regions_of(other, graph)
        if (ANY in regions or regions & own) and _top_of(other) is not top:
            return True
    seen = {id(each) for each in watch.seen()} | set(map(id, owners))
    items = [each for owner in owners for each in owner if type(each) is Segment]
    copies = [
        each for each in lists_known(graph)
        if id(each) not in seen and regions_of(each, graph) & (own | {ANY})
        if _top_of(each) is not top
    ]  # fmt: skip
    return are_on_stack(copies) or are_held_by_stack(items, seen)


def _top_of(value: Any) -> Any:
    """Return the outermost list that a list is linked to."""
    while True:
        link = link_of(value)
        if link is None:
            return value
        value = link.owner


def is_followed(owner: Any) -> bool:
    """Tell whether there is something that stands for elements of a list."""
    return any(link.owner is owner for link in links_in(current_graph()))


def followers(owner: Any) -> list[Link]:
    """Return the links of what stands for elements of a list, and may be used."""
    graph = current_graph()
    found = [
        link for link in links_in(graph)
        if link.owner is owner and MOVED not in members_of(link.value, graph)
    ]  # fmt: skip
    read = [link for link in found if link.is_read and not _is_lost(link)]
    put = [link for link in found if not link.is_read]
    return read + [link for link in put if is_reached([link.value])]


def _is_lost(link: Link) -> bool:
    """Tell whether nothing but what is known of it refers to what was read."""
    value = link.value
    if link.item is not value:
        return False  # it may be reached through the tuple
    known = 2 + _count_notes(value)  # the link
    graph = current_graph()
    while graph is not None:
        entry = graph.aliases.get(id(value))
        if entry is not None and entry[0] is value:
            known += 1 + any(
                isinstance(each, Same) and each.value is value for each in entry[1]
            )
        entry = graph.alias_contents.get(id(value))
        known += entry is not None and entry[0] is value
        graph = graph.parent
    # This function's own reference, and the argument of getrefcount.
    return sys.getrefcount(value) <= known + 2


def _count_notes(owner: Any) -> int:
    """Return how many journals refer to a container whose content they note."""
    key = (id(owner), "")
    found = [each for each in entries_of_calls() if each.location.key == key]
    graph = current_graph()
    while graph is not None:
        found += [graph.journal[key]] if key in graph.journal else []
        graph = graph.parent
    return len({id(each.location) for each in found if each.location.owner is owner})


__all__ = ["check_change", "followers", "is_alone", "is_followed", "let_go"]
