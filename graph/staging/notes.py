"""What is noted ahead of the nodes of a `try` that may raise; see `attempts`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graph import nest
from graph.graph import Graph
from graph.ops.attempts import NOTE
from graph.staging.identity import Path
from graph.staging.journal import Key, Location
from graph.tensor import SymbolicTensor


@dataclass(frozen=True, slots=True, eq=False)
class Note:
    """What variables and places hold ahead of a node that may raise.

    Attributes:
        values: Copies of the variables' values: the lists in them may change.
        old: For each, the lists and dicts of before the attempt that it holds.
        written: The places written so far, with what they hold.
    """

    values: list[Any]
    old: list[Mapping[Path, Any]]
    written: dict[Key, tuple[Location, Any]]

    def leaves(self) -> list[Any]:
        """Return the leaves of variables and places, in the order of the inputs."""
        trees = [*self.values, *(value for _, value in self.written.values())]
        return [leaf for tree in trees for leaf in nest.flatten(tree)]


def layouts(graph: Graph, inside: Graph, cell: SymbolicTensor) -> Iterator[int]:
    """Yield the numbers of the notes that are in the graph, or in graphs in it."""
    for node in graph.nodes:
        if node.op is NOTE and _outermost(node.inputs[0], inside) is cell:
            yield node.attrs["layout"]
        for body in node.subgraphs.values():
            yield from layouts(body, inside, cell)


def _outermost(value: SymbolicTensor, inside: Graph) -> Any:
    """Return what a capture stands for outside of a graph."""
    while isinstance(value, SymbolicTensor):
        for outer, inner in value.graph.captures:
            if inner is value:
                is_last = value.graph is inside
                value = outer
                break
        else:
            return value
        if is_last:
            return value
    return value
