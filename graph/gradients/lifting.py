"""What bodies of control flow read from elsewhere, made inputs of theirs.

Variables that a body reads, and eager tensors that it holds as constants, reach it by
no input. For gradients to flow out of it, each gets one:

    while_loop (x)                      w = read_variable(v)
        y = read_variable(v)      ->    while_loop (x, w)
        return x * y                        y = read_variable(v)
                                            z = linked(y, w)
                                            return x * z

The body goes on to read the variable, which it may have changed; `linked` is what was
read, and lets its gradient through to what stands outside.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from graph.gradients.bodies import add_before, open_copy
from graph.graph import Graph, Node
from graph.op import op_named
from graph.structure import is_constant
from graph.tensor import SymbolicTensor

# Given a node that reads or is a constant, tells as what it is to be an input.
Finds = Callable[[Node], Hashable]


def reads_of(graph: Graph, finds: Finds) -> dict[Hashable, Node]:
    """Return what a graph reads, in its bodies too, with a node that does."""
    found: dict[Hashable, Node] = {}
    for node in graph.nodes:
        for body in node.subgraphs.values():
            found = {**reads_of(body, finds), **found}
        key = finds(node) if _may_be_read(node) else None
        if key is not None:
            found[key] = node
    return found


def _may_be_read(node: Node) -> bool:
    return is_constant(node) or node.op.name == "read_variable"


def lift_node(node: Node, finds: Finds) -> None:
    """Give the bodies of a node what they read as inputs."""
    found: dict[Hashable, Node] = {}
    for body in node.subgraphs.values():
        found = {**reads_of(body, finds), **found}
    if found:
        sources = {key: add_before(node.graph, node, read.op.name, (), read.attrs)
                   for key, read in found.items()}  # fmt: skip
        _extend(node, finds, sources)


def lift_graph(graph: Graph, finds: Finds) -> dict[Hashable, SymbolicTensor]:
    """Give an open graph what it reads as further inputs, and return these."""
    found = reads_of(graph, finds)
    return _take(graph, finds, found)


def _extend(
    node: Node, finds: Finds, sources: Mapping[Hashable, SymbolicTensor]
) -> None:
    """Let bodies take what is read from `sources`."""
    attrs = dict(node.attrs)
    for name, body in node.subgraphs.items():
        copy = open_copy(body, node.graph)
        copy._captures = {}
        reads = {key: value.node for key, value in sources.items()}
        _take(copy, finds, reads)
        copy.finish(copy.outputs)
        attrs[name] = copy
    node.extend([*node.inputs, *sources.values()], attrs)


def _take(
    graph: Graph, finds: Finds, reads: Mapping[Hashable, Node]
) -> dict[Hashable, SymbolicTensor]:
    inputs: dict[Hashable, SymbolicTensor] = {}
    n_inputs = len(inputs)
    for key, read in reads.items():
        inputs[key] = graph.add_input(read.outputs[0].spec, "read")
        graph.nodes.insert(n_inputs, graph.nodes.pop())
        n_inputs += 1
    for node in list(graph.nodes):
        if node.subgraphs:
            inner = dict.fromkeys(
                key for body in node.subgraphs.values() for key in reads_of(body, finds)
            )
            if inner:
                _extend(node, finds, {key: inputs[key] for key in inner})
        key = finds(node) if _may_be_read(node) else None
        if key is not None:
            _link(graph, node, inputs[key])
    return inputs


def _link(graph: Graph, node: Node, source: SymbolicTensor) -> None:
    """Let what uses a value use it with a way for its gradient to `source`."""
    value = node.outputs[0]
    made = graph.add(op_named("linked"), [value, source], origin=node.origin)
    graph.nodes.insert(graph.nodes.index(node) + 1, graph.nodes.pop())
    linked = made.outputs[0]

    def instead(x: SymbolicTensor) -> SymbolicTensor:
        return linked if x is value else x

    for other in graph.nodes:
        if other is not made and any(x is value for x in other.inputs):
            other.inputs = tuple(map(instead, other.inputs))
    graph.outputs = [instead(x) for x in graph.outputs]


__all__ = ["lift_graph", "lift_node", "reads_of"]
