"""Where values of a trace are: in which bodies, in which order, and what is what.

A body runs where the node stands that holds it; one of a loop runs again and again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from graph.graph import Graph, Node
    from graph.tensor import SymbolicTensor

#: A place in the order of execution: for each graph around, the outermost first, its
#: identity, the place of a node there, and the body that is entered ("" at the end).
Path = tuple[tuple[int, int, str], ...]

_BEFORE_ALL = -1


class Handed(NamedTuple):
    """What control flow hands on.

    Attributes:
        value: The value.
        turned: The identity of a loop whose turn before has left it, or 0.
        leaves: The identity of a loop that it was there before, or 0.
    """

    value: SymbolicTensor
    turned: int = 0
    leaves: int = 0


class Layout:
    """The bodies of a graph, and the order of its nodes."""

    def __init__(self, root: Graph) -> None:
        """Look through a graph and all that it holds."""
        self.root = root
        self.graphs: list[Graph] = []
        self._holders: dict[int, tuple[Node, str]] = {}
        self._around: dict[int, Path] = {}
        self._index: dict[int, int] = {}
        self._inputs: dict[int, int] = {}
        self._outer: dict[int, SymbolicTensor] = {}
        self._add(root, ())

    def _add(self, graph: Graph, around: Path) -> None:
        self.graphs.append(graph)
        self._around[id(graph)] = around
        self._outer.update((id(inner), outer) for outer, inner in graph.captures)
        self._inputs.update((id(x), place) for place, x in enumerate(graph.inputs))
        for place, node in enumerate(graph.nodes):
            self._index[id(node)] = place
            for name, body in node.subgraphs.items():
                if id(body) not in self._around:  # calls may share one
                    self._holders[id(body)] = (node, name)
                    self._add(body, (*around, (id(graph), place, name)))

    # -- What is what ----------------------------------------------------------------

    def is_given(self, value: SymbolicTensor) -> bool:
        """Is it an input of the outermost graph, which its caller gives?"""
        is_input = value.graph is self.root and id(value) in self._inputs
        return is_input and id(value) not in self._outer

    def outer(self, value: SymbolicTensor) -> SymbolicTensor:
        """Return what a captured value is outside; itself if it is none."""
        while id(value) in self._outer:
            value = self._outer[id(value)]
        return value

    def handed_on(self, value: SymbolicTensor) -> Iterator[Handed]:
        """Yield what may be the same value, before control flow handed it on."""
        node, graph = value.node, value.graph
        if id(value) in self._outer:
            yield Handed(self._outer[id(value)], leaves=self._loop(graph))
        elif id(value) in self._inputs and id(graph) in self._holders:
            holder, _ = self._holders[id(graph)]
            place = self._inputs[id(value)]
            start = len(holder.inputs) - len(graph.inputs)
            if start + place >= 0:
                yield Handed(holder.inputs[start + place], leaves=self._loop(graph))
            if is_loop(holder) and place < len(holder.attrs["body"].outputs):
                yield Handed(holder.attrs["body"].outputs[place], turned=id(holder))
        elif node.op.is_control and node.subgraphs:
            if is_loop(node):
                yield Handed(node.inputs[value.value_index])
            for name, body in node.subgraphs.items():
                if name != "test" and value.value_index < len(body.outputs):
                    yield Handed(body.outputs[value.value_index])

    def _loop(self, graph: Graph) -> int:
        holder = self._holders.get(id(graph))
        return id(holder[0]) if holder is not None and is_loop(holder[0]) else 0

    # -- The order -------------------------------------------------------------------

    def has(self, node: Node) -> bool:
        """Is a node part of the graph, and was it not taken back?"""
        return id(node) in self._index

    def path(self, node: Node) -> Path:
        """Return where a node is."""
        place = self._index.get(id(node), _BEFORE_ALL)
        graph = node.graph
        return (*self._around.get(id(graph), ()), (id(graph), place, ""))

    def end(self, graph: Graph) -> Path:
        """Return where the outputs of a graph are read."""
        return (*self._around[id(graph)], (id(graph), len(graph.nodes), ""))

    def runs_after(self, later: Path, sooner: Path) -> bool:
        """Tell whether a place comes after another, in one turn of all loops."""
        for (at, place, body), (near, other, name) in zip(later, sooner, strict=False):
            if at != near:
                return False
            if place != other:
                return place > other
            if body != name:  # what holds a body reads its inputs first
                return name == "body" and body not in ("", "body")
        return False

    def is_made_after(self, made: Path, sooner: Path) -> bool:
        """Tell whether a value is made after a place.

        What holds the place makes its outputs when that is done.
        """
        *around, (graph, place, _) = made
        is_around = len(sooner) > len(made) and sooner[: len(around)] == tuple(around)
        if is_around and sooner[len(around)][:2] == (graph, place):
            return True
        return self.runs_after(made, sooner)

    def is_repeated(self, first: Path, second: Path, value: SymbolicTensor) -> bool:
        """Are two places in a loop that a value comes from outside of?"""
        home = self._around.get(id(value.graph), ())
        for depth, (one, two) in enumerate(zip(first, second, strict=False)):
            if one != two or not one[2]:
                return False
            node = self._node(one)
            if is_loop(node) and home[: depth + 1] != first[: depth + 1]:
                return True
        return False

    def _node(self, step: tuple[int, int, str]) -> Node:
        graph = next(each for each in self.graphs if id(each) == step[0])
        return graph.nodes[step[1]]


def is_loop(node: Node) -> bool:
    """Tell whether a node runs its bodies again and again."""
    return node.op.name == "while_loop"


__all__ = ["Handed", "Layout", "Path", "is_loop"]
