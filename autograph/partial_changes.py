"""Calls that raise after they have changed what the caller has given.

A graph changes the caller's containers in the end, and not at all if it raises. Plain
Python leaves what was changed until then: where an exception may come after a change,
the call is refused. What is raised ahead of all changes is raised as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from autograph.changes import Change
from graph.errors import AutographError, SideEffectError
from graph.graph import Graph, Node
from graph.origin import Origin, exact_origin, is_users, line_of
from graph.staging.journal import Entry

# A file, and the number of a line.
Line = tuple[str, int]


def lines_after(
    graph: Graph, owners: Sequence[Any], written: Mapping[Any, Entry]
) -> frozenset[Line]:
    """Return the lines of what may run after the first change of some containers.

    Args:
        graph: The trace.
        owners: The containers.
        written: The journal of the trace. Who is not in it was changed by code that
            runs as it stands, nobody knows when.
    """
    if not owners:
        return frozenset()
    n_before = len(graph.nodes)
    places = {id(node): place for place, node in enumerate(graph.nodes, 1)}
    for owner in owners:
        nodes = [x.node for x in written.values() if x.location.owner is owner]
        n_before = min([n_before, *(places.get(id(x), 0) for x in nodes or [None])])
    return frozenset(_lines(graph.nodes[n_before:], set()))


def _lines(nodes: Sequence[Node], seen: set[int]) -> Iterator[Line]:
    for node in nodes:
        yield node.origin.filename, node.origin.lineno
        bodies = [*node.subgraphs.values(), node.attrs.get("body")]
        for body in bodies:
            if isinstance(body, Graph) and id(body) not in seen:
                seen.add(id(body))
                yield from _lines(body.nodes, seen)


def check_raised(
    name: str,
    changes: Sequence[Change],
    lines: frozenset[Line],
    error: BaseException,
) -> None:
    """Refuse a run that has raised, unless it has before it changed anything.

    Args:
        name: The function's name.
        changes: What it changes.
        lines: What may have run after a change.
        error: What the run has raised.

    Raises:
        SideEffectError: Plain Python may have changed something by then.
    """
    if not isinstance(error, Exception) or isinstance(error, AutographError):
        return
    found = _innermost(error, lines)
    if found is not None:
        raise refusal(name, changes, error, found) from error


def _innermost(error: BaseException, lines: frozenset[Line]) -> Origin | None:
    """Return where the user's code has raised, if that is one of these lines."""
    place, entry = None, error.__traceback__
    while entry is not None:
        code, line = entry.tb_frame.f_code, line_of(entry)
        if is_users(code):
            place = exact_origin(code, entry.tb_lasti, line)
        entry = entry.tb_next
    if place is None or (place.filename, place.lineno) not in lines:
        return None
    return place


def refusal(
    name: str, changes: Sequence[Change], error: BaseException, origin: Origin
) -> SideEffectError:
    """Return the error for a call that raises, and may have changed something."""
    shown = next(each.shown for each in changes if not each.is_compared)
    found = SideEffectError(
        f"{name}() raises {type(error).__name__} after it has changed {shown}, which "
        "is the caller's, or may have: a graph changes it in the end, and not at all "
        "if it raises.",
        origin=origin,
        hint="Raise before anything is changed; or change a copy, and return it.",
    )
    found.is_in_user_code = True
    return found


__all__ = ["check_raised", "lines_after", "refusal"]
