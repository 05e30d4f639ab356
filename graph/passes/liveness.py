"""What of a graph is needed, given which of its outputs are.

A node is needed when one of its outputs is, when it writes a resource, or when it does
what a statement `x[key] = v` does, which may raise whatever becomes of `x`. Of control
flow only some of the outputs, inputs and loop variables may be needed:

    cond         an input that a branch needs for the outputs needed, or for its effects
    while_loop   a loop variable that is used afterwards, or that the test needs, or
                 that the body needs for another loop variable needed (a fixed point)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from graph.structure import is_placeholder

if TYPE_CHECKING:
    from graph.graph import Graph, Node

Mask = tuple[bool, ...]


@dataclass(frozen=True)
class Needs:
    """What is needed of a graph.

    Attributes:
        inputs: Which of its inputs.
        nodes: The needed nodes, by id, with what is needed of each.
    """

    inputs: Mask
    nodes: dict[int, NodeNeeds]


@dataclass(frozen=True)
class NodeNeeds:
    """What is needed of a node.

    Attributes:
        inputs: Which of its inputs.
        outputs: Which of its outputs; what cannot be left out counts as needed.
        bodies: For each body, which of its outputs, by attribute name.
    """

    inputs: Mask
    outputs: Mask
    bodies: dict[str, Mask]

    @property
    def is_whole(self) -> bool:
        """Is everything needed?"""
        return all(self.inputs) and all(self.outputs)


class Liveness:
    """Finds out what is needed, remembering what it has found."""

    def __init__(self) -> None:
        """Begin without knowledge."""
        # (id(graph), outputs) -> (the graph, kept alive, and its needs).
        self._known: dict[tuple[int, Mask], tuple[Graph, Needs]] = {}
        self._writing: dict[int, tuple[Graph, bool]] = {}

    def needs(self, graph: Graph, outputs: Mask) -> Needs:
        """Return what a graph needs for these outputs, and for its effects."""
        key = (id(graph), outputs)
        if key not in self._known:
            self._known[key] = (graph, self._find(graph, outputs))
        return self._known[key][1]

    def _find(self, graph: Graph, outputs: Mask) -> Needs:
        chosen = zip(graph.outputs, outputs, strict=True)
        needed = {id(value) for value, is_needed in chosen if is_needed}
        nodes: dict[int, NodeNeeds] = {}
        for node in reversed(graph.nodes):
            used = tuple(id(value) in needed for value in node.outputs)
            if is_placeholder(node) or not (any(used) or is_done(node, self._writing)):
                continue
            found = _OF_CONTROL.get(node.op.name, _whole)(self, node, used)
            nodes[id(node)] = found
            given = zip(node.inputs, found.inputs, strict=True)
            needed |= {id(value) for value, is_needed in given if is_needed}
        return Needs(tuple(id(value) in needed for value in graph.inputs), nodes)


def is_done(node: Node, known: dict[int, tuple[Graph, bool]]) -> bool:
    """Tell whether a node is there for what it does: where nothing needs it, too.

    Args:
        node: The node.
        known: What earlier questions have found of bodies.
    """
    if node.effects.writes:
        return True
    return any(_has_writes(body, known) for body in node.subgraphs.values())


def _has_writes(graph: Graph, known: dict[int, tuple[Graph, bool]]) -> bool:
    if id(graph) not in known:
        known[id(graph)] = graph, any(is_done(node, known) for node in graph.nodes)
    return known[id(graph)][1]


def _whole(live: Liveness, node: Node, used: Mask) -> NodeNeeds:
    return NodeNeeds(
        inputs=(True,) * len(node.inputs),
        outputs=(True,) * len(node.outputs),
        bodies={k: (True,) * len(b.outputs) for k, b in node.subgraphs.items()},
    )


def _of_cond(live: Liveness, node: Node, used: Mask) -> NodeNeeds:
    branches = node.subgraphs
    needs = [live.needs(branch, used).inputs for branch in branches.values()]
    return NodeNeeds((True, *_union(needs)), used, dict.fromkeys(branches, used))


def _of_while(live: Liveness, node: Node, used: Mask) -> NodeNeeds:
    test, body = node.attrs["test"], node.attrs["body"]
    n_state = len(used)
    by_test = live.needs(test, (True,)).inputs
    kept = used
    while True:
        needs = _union([by_test, live.needs(body, kept).inputs])
        wider = _union([kept, needs[:n_state]])
        if wider == kept:
            break
        kept = wider
    return NodeNeeds((*kept, *needs[n_state:]), kept, {"test": (True,), "body": kept})


def _union(masks: Sequence[Mask]) -> Mask:
    return tuple(map(any, zip(*masks, strict=True)))


# How much of a control-flow node is needed when these outputs are. Others are whole.
_OF_CONTROL: Final[dict[str, Callable[[Liveness, Any, Mask], NodeNeeds]]] = {
    "cond": _of_cond,
    "attempt": _of_cond,
    "while_loop": _of_while,
}
