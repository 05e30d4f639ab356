"""Calls of graphs of functions within functions that are traced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graph.graph import Graph
from graph.ops.calls import CALL_FUNCTION
from graph.origin import capture
from graph.outline import size_of, splice
from graph.tensor import SymbolicTensor

# A function of at most so many nodes is copied into its callers. A call costs a run 20
# to 60 ns, as much as two operations on numbers do and a third of what eight do. To
# trace and build, a copy of 12 nodes costs six times what a call does.
MAX_COPIED: Final = 6


def add_call(
    graph: Graph, body: Graph, given: Sequence[Any]
) -> Sequence[SymbolicTensor]:
    """Add a call of a function's graph to the graph being built, or a copy of it."""
    origin = capture()
    inputs = [graph.capture(value, origin) for value in given]
    if body.captures:  # of values that are at hand here, or else leaked
        captured = [graph.capture(outer, origin) for outer, _ in body.captures]
        return splice(body, graph, inputs + captured)
    if size_of(body) <= MAX_COPIED:
        return splice(body, graph, inputs)
    attrs = {"function": body.name, "body": body}
    return graph.add(CALL_FUNCTION, inputs, attrs, origin=origin).outputs


__all__ = ["add_call"]
