"""Take nodes out of a graph as a function of its own, and put such a function in.

    %0 = exp(x)                      %0 = call_function(x, function='g')
    %1 = multiply(%0, x)      <->        body (x: float32[]) -> float32[]
                                             %0 = exp(x)
                                             %1 = multiply(%0, x)
                                             return %1

What is taken out must depend on its arguments and on constants alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from graph.graph import Graph, Node
from graph.ops.calls import CALL, CALL_AGAIN, CALL_FUNCTION
from graph.passes.rewrite import copy_body, given_to
from graph.recording import ACTIVE, record_node
from graph.structure import is_constant, is_placeholder
from graph.tensor import SymbolicTensor


def outline(
    source: Graph,
    start: int,
    arguments: Sequence[tuple[str, SymbolicTensor]],
    results: Sequence[SymbolicTensor],
    name: str,
) -> Graph | None:
    """Return what the nodes of a graph from `start` on compute, as a graph.

    Args:
        source: The graph, which is left as it is.
        start: The place of the first node.
        arguments: What becomes the inputs, of `source` or of graphs around it, each
            with a name.
        results: What becomes the outputs.
        name: The name of the new graph.

    Returns:
        The graph; None when something else outside is needed, or a function around
        that calls itself.
    """
    to = Graph(name)
    known: dict[int, SymbolicTensor] = {}
    for label, value in arguments:
        known[id(value)] = inner = to.add_input(value.spec, label, value.node.origin)
        captured = source._captures.get(id(value))
        if captured is not None:
            known[id(captured[1])] = inner
    for node in source.nodes[start:]:
        if is_placeholder(node):
            if id(node.outputs[0]) not in known:
                return None
            continue
        inputs = _inside(node.inputs, to, known)
        if inputs is None or calls_outside(node, ()):
            return None
        _put(node, to, inputs, known)
    outputs = _inside(results, to, known)
    return None if outputs is None else to.finish(outputs)


def _inside(
    values: Sequence[SymbolicTensor], to: Graph, known: dict[int, SymbolicTensor]
) -> list[SymbolicTensor] | None:
    """Return what stands for values, copying constants made before."""
    for value in values:
        if id(value) not in known:
            if not is_constant(value.node):
                return None
            _put(value.node, to, [], known)
    return [known[id(value)] for value in values]


def _put(
    node: Node,
    to: Graph,
    inputs: Sequence[SymbolicTensor],
    known: dict[int, SymbolicTensor],
) -> None:
    """Copy a node, inputs of the same specs given: what was inferred holds."""
    attrs = _attributes(node, to, inputs)
    name = to.unique_name(node.name)
    specs = tuple(value.spec for value in node.outputs)
    copy = Node(to, node.op, name, tuple(inputs), attrs, specs, node.origin)
    to.nodes.append(copy)
    if ACTIVE:
        record_node(copy)
    pairs = zip(node.outputs, copy.outputs, strict=True)
    known.update((id(old), new) for old, new in pairs)


def _attributes(
    node: Node, to: Graph, inputs: Sequence[SymbolicTensor]
) -> dict[str, object]:
    """Return the attributes of a node, with its bodies copied into another graph."""
    attrs = dict(node.attrs)
    if node.op is not CALL_FUNCTION:
        for name, body in node.subgraphs.items():
            attrs[name] = copy_body(body, to, given_to(body, inputs))
    return attrs


def calls_outside(node: Node, functions: tuple[str, ...]) -> bool:
    """Tell whether a node calls, at any depth, a function that encloses it."""
    if node.op is CALL_AGAIN:
        return node.attrs["function"] not in functions
    if node.op is CALL:
        functions = (*functions, node.attrs["function"])
    if node.op is CALL_FUNCTION:
        return False
    return any(
        calls_outside(inner, functions)
        for body in node.subgraphs.values()
        for inner in body.nodes
    )


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
    return [] if node.op is CALL_FUNCTION else list(node.subgraphs.values())
