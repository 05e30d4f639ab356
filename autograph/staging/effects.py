"""Which nodes of a graph may raise when it runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from graph.dtypes import DType, python_int
from graph.failing import has_shape_of_values, may_clash
from graph.graph import Graph, Node
from graph.op import Planned, never
from graph.ops.core import _CONST
from graph.python import objects as rows
from graph.python.control import KEEP
from graph.tensor import SymbolicTensor

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
        if _can_fail(node) and node.outputs and not node.op.effects.writes:
            attrs = {"specs": (), "effect": "w"}
            graph.add(KEEP, [node.outputs[0]], attrs, origin=node.origin)
            graph.nodes.insert(place + 1, graph.nodes.pop())


def _can_fail(node: Node) -> bool:
    """May an op raise: for values, or for shapes that only the run knows?"""
    op = node.op
    if op.can_fail is not never or _narrows(node):
        return True
    if op.source is not None or op.is_control:
        return False
    specs = [value.spec for value in node.outputs]
    planned = Planned(op, node.inputs, node.attrs, specs)
    return has_shape_of_values(planned) or may_clash(planned)


def _narrows(node: Node) -> bool:
    """Tell whether an op takes an integer of Python that its dtype may not hold."""
    if node.op.source is not None or node.op.is_control:
        return False
    dtypes = [x.spec.dtype for x in node.outputs if not x.spec.dtype.is_python]
    return any(
        x.spec.dtype is python_int and not all(_holds(dtype, x) for dtype in dtypes)
        for x in node.inputs
    )


def _holds(dtype: DType, x: SymbolicTensor) -> bool:
    """Is it known that a dtype holds an integer of Python's?"""
    if x.node.op is not _CONST:
        return False
    if not dtype.is_integer:
        return True
    info = np.iinfo(dtype.numpy)
    return bool(info.min <= x.node.attrs["value"] <= info.max)


def _may_raise(node: Node) -> bool:
    op = node.op
    if op.source is not None:
        return node.attrs.get("effect") == "w" and op not in _SAFE
    if _can_fail(node) or "control" in op.effects.writes:
        return True
    return any(may_raise(body.nodes) for body in node.subgraphs.values())
