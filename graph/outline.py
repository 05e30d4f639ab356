"""Put the nodes of a graph of its own, such as a function's, into another one."""

from __future__ import annotations

from collections.abc import Sequence

from graph.graph import Graph, Node
from graph.passes.rewrite import copy_body, given_to
from graph.structure import is_constant, is_placeholder
from graph.tensor import SymbolicTensor


def _attributes(
    node: Node, to: Graph, inputs: Sequence[SymbolicTensor]
) -> dict[str, object]:
    """Return the attributes of a node, with its bodies copied into another graph."""
    attrs = dict(node.attrs)
    if not node.op.shares_body:
        for name, body in node.subgraphs.items():
            attrs[name] = copy_body(body, to, given_to(body, inputs))
    return attrs


def splice(
    body: Graph, to: Graph, arguments: Sequence[SymbolicTensor]
) -> list[SymbolicTensor]:
    """Add the nodes of a finished graph to one that is being built.

    Args:
        body: A graph without captures.
        to: Where the nodes go.
        arguments: Of `to`, one for each input of `body`.

    Returns:
        What stands for the outputs.
    """
    known = {
        id(value): given for value, given in zip(body.inputs, arguments, strict=True)
    }
    for node in body.nodes:
        if is_placeholder(node):
            continue
        if is_constant(node):
            known[id(node.outputs[0])] = to.constant(node.attrs["value"], node.origin)
            continue
        # Tapes and attempts are told of it, as of any node.
        inputs = [known[id(value)] for value in node.inputs]
        attrs = _attributes(node, to, inputs)
        copy = to.add(node.op, inputs, attrs, origin=node.origin, name=node.name)
        pairs = zip(node.outputs, copy.outputs, strict=True)
        known.update((id(old), new) for old, new in pairs)
    return [known[id(value)] for value in body.outputs]


def size_of(graph: Graph) -> int:
    """Return how many nodes there are, bodies of control flow included."""
    return sum(
        1 + sum(size_of(body) for body in _own_bodies(node))
        for node in graph.nodes
        if not (is_placeholder(node) or is_constant(node))
    )


def _own_bodies(node: Node) -> list[Graph]:
    return [] if node.op.shares_body else list(node.subgraphs.values())
