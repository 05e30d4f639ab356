"""Calls that raise after they have changed what the caller has given.

A graph changes the caller's containers in the end, and not at all if it raises. Plain
Python leaves what was changed until then: where an exception may come after a change,
the call is refused. What is raised ahead of all changes is raised as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from autograph.old_function.changes import (
    Change,
    Given,
    check_given,
    is_known,
    write_known,
)
from graph.errors import AutographError, SideEffectError, StagingError
from graph.graph import Graph, Node
from graph.late_refusals import may_raise
from graph.old_staging.journal import Entry, first_writes, restore
from graph.old_staging.locations import Key
from graph.origin import Origin, exact_origin, is_users, line_of
from graph.structure import is_placeholder

# A file, and the number of a line.
Line = tuple[str, int]


@dataclass(frozen=True, slots=True)
class AfterChange:
    """What may run after a container of the caller's has changed.

    Attributes:
        shown: The container, as text.
        lines: Where it may raise.
    """

    shown: str = ""
    lines: frozenset[Line] = frozenset()

    def check(self, name: str, error: BaseException) -> None:
        """Refuse a run that has raised, unless it has before it changed anything.

        Args:
            name: The function's name.
            error: What the run has raised.

        Raises:
            SideEffectError: Plain Python may have changed something by then.
        """
        if isinstance(error, Exception) and not isinstance(error, AutographError):
            place = raised_at(error)
            if place is not None and (place.filename, place.lineno) in self.lines:
                found = refusal(name, self.shown, error, place)
                found.is_of_run = True
                raise found from error


NOTHING: Final = AfterChange()


def after_change(graph: Graph, given: Given) -> AfterChange:
    """Return what may run after the first change of what the caller has given.

    To be called while the trace is made. A path that raises may have changed what is as
    it was at the end of all others.
    """
    written = [pair for pair in given.containers() if first_writes(graph, pair[0])]
    owners, changed = [owner for owner, _ in written], given.changed
    if not written and not changed:
        return NOTHING
    shown = given.shown(changed[0]) if changed else written[0][1]
    if any(all(each is not owner for owner in owners) for each in changed):
        # By code that runs as it stands: nobody knows when.
        return AfterChange(shown, frozenset(_lines(graph.nodes)))
    return AfterChange(shown, frozenset(_lines_after(graph, owners)))


def _lines_after(graph: Graph, owners: Sequence[Any]) -> Iterator[Line]:
    """Yield the lines of a graph that may run after the first write to one of these.

    Where a branch writes, the other one has run after no write of it.
    """
    writes = [each for owner in owners for each in first_writes(graph, owner)]
    if not writes:
        return
    places = {node.name: place for place, node in enumerate(graph.nodes, 1)}
    n_before, is_inside = min((places.get(x.after, 0), x.is_inside) for x in writes)
    for number, node in enumerate(graph.nodes[n_before:], n_before):
        bodies = list(node.subgraphs.values())
        is_branch = is_inside and node.op.name == "cond"
        if is_branch and any(first_writes(x, y) for x in bodies for y in owners):
            for body in bodies:
                yield from _lines_after(body, owners)
            yield from _lines(graph.nodes[number + 1 :])
            return
        yield from _lines([node])


def _lines(nodes: Sequence[Node]) -> Iterator[Line]:
    """Yield the lines of nodes that may raise, and of their blocks."""
    for node in nodes:
        if not is_placeholder(node) and may_raise(node):
            yield node.origin.filename, node.origin.lineno
        for body in (*node.subgraphs.values(), node.attrs.get("body")):
            if isinstance(body, Graph):
                yield from _lines(body.nodes)


def changes_of(
    given: Given, name: str, origin: Origin, written: dict[Key, Entry]
) -> tuple[list[Change], list[Any]]:
    """Return what has changed, and the results for it; or put everything back."""
    try:
        return given.changes(name, origin)
    except SideEffectError:
        restore(written)
        raise


def leave_known(
    name: str,
    given: Given,
    originals: Sequence[Any],
    error: Exception,
    origin: Origin,
    written: dict[Key, Entry],
) -> None:
    """Leave in the caller's containers what was changed until tracing has raised.

    Args:
        name: The function's name.
        given: The containers.
        originals: The caller's arguments.
        error: What was raised.
        origin: Where the function is defined.
        written: The journal of the trace.

    Raises:
        SideEffectError: It takes a run to know what is left.
    """
    changes, _ = changes_of(given, name, origin, written)
    check_given(name, [x for x in changes if x.is_compared], originals)
    unknown = [x for x in changes if not is_known(x)]
    if unknown and originals:
        raise refusal(name, unknown[0].shown, error) from error
    write_known(changes, originals)


def raised_by_program(error: StagingError) -> BaseException | None:
    """Return what the program has raised in a run that is refused for it, if it has."""
    is_so = isinstance(error, SideEffectError) and error.is_of_run
    return error.__cause__ if is_so else None


def raised_at(error: BaseException) -> Origin | None:
    """Return where the user's code has raised; None if that is not known."""
    place, entry = None, error.__traceback__
    while entry is not None:
        code, line = entry.tb_frame.f_code, line_of(entry)
        if is_users(code):
            place = exact_origin(code, entry.tb_lasti, line)
        entry = entry.tb_next
    return place


def refusal(
    name: str, shown: str, error: BaseException, origin: Origin | None = None
) -> SideEffectError:
    """Return the error for a call that raises, and may have changed something."""
    found = SideEffectError(
        f"{name}() raises {type(error).__name__} after it has changed {shown}, which "
        "is the caller's, or may have: a graph changes it in the end, and not at all "
        "if it raises.",
        origin=origin or raised_at(error),
        hint="Raise before anything is changed; or change a copy, and return it.",
    )
    found.is_in_user_code = True
    return found


__all__ = [
    "NOTHING",
    "AfterChange",
    "after_change",
    "changes_of",
    "leave_known",
    "raised_by_program",
]
