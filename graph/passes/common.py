"""Compute common subexpressions once.

    %0 = add(x, y)                     %0 = add(x, y)
    %1 = add(x, y)              ->     %1 = multiply(%0, %0)
    %2 = multiply(%0, %1)              return %1
    return %2

Keeps  the signature, dtypes, every bit and every effect; of two equal nodes the first
       stays, so that nothing runs earlier, or where it would not have.
Skips  ops with effects; constants above MAX_BYTES or with a memory layout of their
       own, on which later sums would depend; equal nodes in different bodies.
Runs   after fold, which makes constants equal; before prune, as what fed the second
       of two equal nodes may be needed no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graph.passes.fold import MAX_BYTES
from graph.passes.rewrite import Skip, rewrite
from graph.structure import node_key

if TYPE_CHECKING:
    from graph.graph import Graph, Node
    from graph.passes.rewrite import Answer, Builder


def merge_common(graph: Graph) -> Graph:
    """Let equal nodes of one body share their first occurrence."""
    return rewrite(graph, _merge)


def _merge(node: Node, to: Builder) -> Answer:
    if node.effects:
        return Skip("has effects")
    if not all(_is_comparable(value) for value in node.attrs.values()):
        return Skip("holds a large array, or one with a layout of its own")
    key = node_key(node, tuple(id(value) for value in node.inputs))
    first: Node = to.notes.setdefault(key, node)
    if first is node:
        return Skip("is the first of its kind")
    return first.outputs


def _is_comparable(value: Any) -> bool:
    if not isinstance(value, np.ndarray):
        return True
    is_plain = value.flags.c_contiguous and value.flags.aligned
    return bool(is_plain) and value.nbytes <= MAX_BYTES
