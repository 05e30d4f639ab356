"""The passes that every graph goes through, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph.passes.common import merge_common
from graph.passes.fold import fold
from graph.passes.pass_on import pass_on
from graph.passes.prune import prune

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph.graph import Graph

PIPELINE: Final[tuple[Callable[[Graph], Graph], ...]] = (
    pass_on,  # first: what it leaves without a use is no work for the others
    fold,
    merge_common,  # after fold: equal constants make equal expressions
    prune,  # last: it sweeps up after the others
)


def optimise(graph: Graph) -> Graph:
    """Return what the pipeline makes of a finished graph, until nothing changes.

    Every change removes a node, so that there is an end to it.
    """
    while True:
        before = graph
        for run in PIPELINE:
            graph = run(graph)
        if graph is before:
            return graph
