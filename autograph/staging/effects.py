"""Which nodes of a graph may raise when it runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from graph.graph import Graph, Node
from graph.op import never
from graph.python import objects as rows
from graph.python.control import KEEP

# Rows that make something, and never raise.
_SAFE: Final = frozenset({
    rows.LIST, rows.NEW, rows.OWN_ARRAY, rows.CLOSURE, rows.TUPLE, rows.SNAPSHOT,
})  # fmt: skip


def may_raise(nodes: Iterable[Node]) -> bool:
    """May one of the nodes raise?"""
    return any(map(_may_raise, nodes))


def keep_failures(graph: Graph) -> None:
    """Have what may raise be computed where it stands, though nothing may use it."""
    for place, node in reversed(list(enumerate(graph.nodes))):
        if node.op.can_fail is not never and node.outputs and not node.op.effects.writes:
            attrs = {"specs": (), "effect": "w"}
            graph.add(KEEP, [node.outputs[0]], attrs, origin=node.origin)
            graph.nodes.insert(place + 1, graph.nodes.pop())


def _may_raise(node: Node) -> bool:
    op = node.op
    if op.source is not None:
        return node.attrs.get("effect") == "w" and op not in _SAFE
    if op.can_fail is not never or "control" in op.effects.writes:
        return True
    return any(may_raise(body.nodes) for body in node.subgraphs.values())
