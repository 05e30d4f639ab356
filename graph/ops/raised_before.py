"""Exceptions of tracing that the run raises, or may have raised, before.

    error = ValueError("x")
    try:
        if n > 0:
            raise error from cause
    except ValueError: ...
    raise error             # its cause depends on the run, as do context and notes

While tracing there is one object, to which that was done; a run makes exceptions anew.
"""

from __future__ import annotations

import weakref
from typing import Final

from graph.errors import DeferredExceptionError
from graph.graph import Graph, Node, current_graph
from graph.ops.copied_errors import RAISED, link_of
from graph.origin import capture_exact
from graph.standing import graphs_of, stands

# What the run may have changed.
CHANGED: Final = frozenset(
    {"__cause__", "__context__", "__notes__", "__suppress_context__", "__traceback__"}
)


def note_raised(error: BaseException, node: Node) -> None:
    """Note that a node raises an exception that was made while tracing."""
    links = link_of(error, "__cause__"), link_of(error, "__context__")
    is_linked = links != (None, None) or error.__suppress_context__
    before = vars(error).get(RAISED, ())
    vars(error)[RAISED] = (*before, (weakref.ref(node), is_linked))


def check_unchanged(error: BaseException, what: str) -> None:
    """Refuse to look at what the run may have done to an exception.

    Args:
        error: The exception.
        what: What looks at it.

    Raises:
        DeferredExceptionError: The run may have raised, and caught, it before.
    """
    graph, places = current_graph(), vars(error).get(RAISED, ())
    if graph is None or not places:
        return
    for reference, is_linked in places:
        node = reference()
        if node is None or not stands(node.graph, node, graph):
            continue
        # In the same `try` it has not been raised yet: else this is not reached.
        is_left = any(each not in graph.attempts for each in node.graph.attempts)
        if is_linked or (is_left and _are_changed(graph)):
            raise DeferredExceptionError(
                f"{what} depends on whether this {type(error).__name__} has been "
                "raised before, which is known only when the graph runs.",
                origin=capture_exact(),
                hint="Make a new exception in each place that raises one.",
            )


def _are_changed(graph: Graph) -> bool:
    """Tell whether the run may change some exception that it has caught."""
    return any(
        node.op.name in _CHANGING and not node.attrs.get("is_bare")
        for each in graphs_of(graph)
        for node in each.nodes
    )


_CHANGING: Final = frozenset({"add_note", "raise_again", "set_link"})

__all__ = ["CHANGED", "check_unchanged", "note_raised"]
