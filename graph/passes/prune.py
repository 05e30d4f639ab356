"""Drop what no output and no effect needs.

    graph f(x: float32[]) -> float32[]
        %0 = exp(x)                                graph f(x: float32[]) -> float32[]
        %1, %2 = while_loop(x, 0)          ->          %0 = while_loop(x)
            test (y: float32[], n: int)                    test (y: float32[])
            ...                                            ...
        return %1                                      return %0

Keeps  the inputs and outputs of the outermost graph, every bit, and every node that
       writes a resource, in order. What is pure and not needed does not run, nor
       raise: execution is not strict.
Skips  nothing; `graph.passes.liveness` says what is needed.
Runs   last, as the other passes leave behind what is no longer used.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

from graph.passes.liveness import Liveness, Mask, Needs
from graph.passes.rewrite import Builder, given_to
from graph.structure import is_placeholder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph.graph import Graph, Node
    from graph.passes.liveness import NodeNeeds
    from graph.tensor import SymbolicTensor


def prune(graph: Graph) -> Graph:
    """Drop nodes, outputs of control flow, loop variables and inputs of bodies."""
    live = _Live()
    outputs = (True,) * len(graph.outputs)
    if _is_whole(live, graph, live.needs(graph, outputs)):
        return graph
    inputs = (True,) * len(graph.inputs)
    return _copy(live, graph, graph.parent, inputs, outputs, None)


class _Live(Liveness):
    """What is needed, and what becomes of the bodies that calls share."""

    def __init__(self) -> None:
        """Begin without knowledge."""
        super().__init__()
        self._functions: dict[int, tuple[Graph, Graph]] = {}

    def function(self, body: Graph) -> Graph:
        """Prune a body that calls share, for all of its outputs: once."""
        if id(body) not in self._functions:
            outputs = (True,) * len(body.outputs)
            pruned = body
            if not _is_whole(self, body, self.needs(body, outputs)):
                inputs = (True,) * len(body.inputs)
                pruned = _copy(self, body, None, inputs, outputs, None)
            self._functions[id(body)] = body, pruned
        return self._functions[id(body)][1]


def _is_whole(live: _Live, graph: Graph, needs: Needs) -> bool:
    """Is everything needed, at every depth?"""
    for node in graph.nodes:
        found = needs.nodes.get(id(node))
        if found is None:
            if not is_placeholder(node):
                return False
            continue
        if not found.is_whole:
            return False
        for name, body in node.subgraphs.items():
            if node.op.shares_body:
                if live.function(body) is not body:
                    return False
            elif not _is_whole(live, body, live.needs(body, found.bodies[name])):
                return False
    return True


def _copy(
    live: _Live,
    source: Graph,
    parent: Graph | None,
    inputs: Mask,
    outputs: Mask,
    given: Mapping[int, SymbolicTensor] | None,
) -> Graph:
    """Copy what is needed of a graph, with these of its inputs and outputs."""
    to = Builder(source, parent)
    needs = live.needs(source, outputs)
    kept_inputs = list(compress(source.inputs, inputs))
    kept_ids = {id(value) for value in kept_inputs}
    for node in source.nodes:
        if is_placeholder(node):
            if id(node.outputs[0]) in kept_ids:
                to.copy_input(node.outputs[0])
        elif id(node) in needs.nodes:
            _copy_node(live, node, needs.nodes[id(node)], to)
    return to.finish(kept_inputs, list(compress(source.outputs, outputs)), given)


def _copy_node(live: _Live, node: Node, needs: NodeNeeds, to: Builder) -> None:
    is_kept = needs.inputs
    inputs = [to.value(value) for value in compress(node.inputs, is_kept)]
    everything = [
        to.value(value) if kept else None
        for value, kept in zip(node.inputs, is_kept, strict=True)
    ]
    attrs = node.attrs
    for name, body in node.subgraphs.items():
        if node.op.shares_body:
            attrs = attrs | {name: live.function(body)}
            continue
        fed = given_to(body, everything)
        copy = _copy(
            live,
            body,
            to.graph,
            is_kept[len(is_kept) - len(body.inputs) :],
            needs.bodies[name],
            {key: value for key, value in fed.items() if value is not None},
        )
        attrs = attrs | {name: copy}
    draft = to.draft(node, inputs, attrs)
    to.append(draft)
    kept_outputs = compress(node.outputs, needs.outputs)
    for old, new in zip(kept_outputs, draft.outputs, strict=True):
        to.map(old, new)
