"""Know which of two lists or dicts something is, by a condition of the graph.

    x = a if c else b         x is a where c is true, else b: what stands for it while
    x.append(1)               tracing is a third list, with a note of this kind.

A change of such a list is made to `a` on one path and to `b` on the other, and what
stands for either is given the content anew. So `old_staging.aliases` has to refuse
less: only what no condition tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from graph.building import PerTrace, per_trace
from graph.graph import Graph, current_graph


@dataclass(frozen=True, slots=True, eq=False)
class Alternatives:
    """What a list or dict is, that stands for one of two.

    Attributes:
        value: What stands for them.
        condition: A symbolic Python bool.
        then: What it is where that is true; None if it is an object of its own there.
        orelse: What it is where that is false; None likewise.
    """

    value: Any
    condition: Any
    then: Any
    orelse: Any

    def has(self, value: Any) -> bool:
        """May it be an object, other than itself?"""
        return value is not None and (self.then is value or self.orelse is value)


class _Settling(PerTrace):
    """What is being changed on each path. Written by `settling` only."""

    def __init__(self) -> None:
        self.values: list[Any] = []


_SETTLING: Final = per_trace(_Settling())


@contextmanager
def settling(values: Iterable[Any]) -> Iterator[None]:
    """Let these lists and dicts be changed: the others among them are told."""
    before = _SETTLING.values
    _SETTLING.values = [*before, *values]
    try:
        yield
    finally:
        _SETTLING.values = before


def is_settling(value: Any) -> bool:
    """Is the change of a list or dict told to all that may be it?"""
    return any(each is value for each in _SETTLING.values)


def note_alternatives(
    graph: Graph, value: Any, condition: Any, then: Any, orelse: Any
) -> None:
    """Note that a list or dict of `graph` is one of two."""
    found = Alternatives(value, condition, then, orelse)
    graph.alternatives[id(value)] = found


def forget_alternatives(value: Any) -> None:
    """Forget what a list or dict may be, which was changed without telling the others.

    No code could reach them then; where code can on another path, changes are refused
    from now on.
    """
    graph = current_graph()
    while graph is not None:
        for each in list(graph.alternatives.values()):
            if each.value is value or each.has(value):
                del graph.alternatives[id(each.value)]
        graph = graph.parent


def known_alternatives() -> list[Alternatives]:
    """Return all that is known in the graph being built, in the order of making."""
    found: list[Alternatives] = []
    graph = current_graph()
    while graph is not None:
        found[:0] = graph.alternatives.values()
        graph = graph.parent
    return found


def group_of(value: Any) -> list[Alternatives]:
    """Return what stands for what a list or dict may be, in the order of making."""
    known = known_alternatives()
    members, size = [value], 0
    while len(members) > size:
        size = len(members)
        for each in known:
            parts = [x for x in (each.value, each.then, each.orelse) if x is not None]
            if any(part is member for part in parts for member in members):
                members += [
                    part for part in parts if all(part is not x for x in members)
                ]
    return [each for each in known if any(each.value is x for x in members)]


def members_of_group(group: Iterable[Alternatives]) -> list[Any]:
    """Return the lists and dicts that a group is of."""
    found: dict[int, Any] = {}
    for each in group:
        for part in (each.value, each.then, each.orelse):
            if part is not None:
                found[id(part)] = part
    return list(found.values())


def alternatives_of(value: Any, group: Iterable[Alternatives]) -> Alternatives | None:
    """Return what a list or dict may be, None if it is known which it is."""
    return next((each for each in group if each.value is value), None)


__all__ = [
    "Alternatives",
    "alternatives_of",
    "forget_alternatives",
    "group_of",
    "is_settling",
    "known_alternatives",
    "members_of_group",
    "note_alternatives",
    "settling",
]
