"""Replace what only gradients need by the values that it gives on.

    %1 = with_gradient(x, %0, %a, gradient=g)
    return %1                                    ->      return %0

Keeps  every bit: these ops give on inputs of theirs as they are.
Runs   first: what the gradients alone would have taken is pruned then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.passes.rewrite import Answer, Builder, Skip, rewrite

if TYPE_CHECKING:
    from graph.graph import Graph, Node


def pass_on(graph: Graph) -> Graph:
    """Return a graph without ops that matter to gradients only."""
    return rewrite(graph, _pass_on)


def _pass_on(node: Node, to: Builder) -> Answer:
    if node.op.given_on is None:
        return Skip("does something")
    return list(node.op.given_on(node.inputs, **node.attrs))


__all__ = ["pass_on"]
