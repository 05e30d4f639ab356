"""Whether what a trace recorded is still part of it, or was taken back."""

from __future__ import annotations

from collections.abc import Iterator

from graph.graph import Graph, Node


def stands(graph: Graph, node: Node | None, now: Graph) -> bool:
    """Tell whether a node, or a graph where none is given, is part of what is traced.

    Args:
        graph: The graph of the node.
        node: The node.
        now: The graph that is being built.
    """
    if node is not None and not any(each is node for each in graph.nodes):
        return False
    return any(each is graph for each in graphs_of(now))


def graphs_of(now: Graph) -> Iterator[Graph]:
    """Yield the graphs that are part of what is traced.

    Args:
        now: The graph that is being built.
    """
    around: Graph | None = now
    while around is not None:
        yield around
        yield from _blocks_in(around)
        around = around.parent


def _blocks_in(graph: Graph) -> Iterator[Graph]:
    for node in graph.nodes:
        for block in node.attrs.values():
            if isinstance(block, Graph):
                yield block
                yield from _blocks_in(block)


__all__ = ["graphs_of", "stands"]
