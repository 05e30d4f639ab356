"""A body of control flow, taken apart into what runs forward and what runs backward.

    body (x)                 forward (x)                 backward (y, dz)
        y = sin(x)     ->        y = sin(x)        and       dy = multiply(dz, ...)
        z = exp(y)               z = exp(y)                  ...
        return z                 return z, y                 return dx

While the backward part is built it stands inside the forward part, and captures what
rules use of it. What it has captured is what the forward part has to give besides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graph import dtypes
from graph.graph import Graph
from graph.op import op_named
from graph.origin import Origin
from graph.passes.rewrite import copy_of
from graph.specs import TensorSpec, is_list
from graph.structure import is_constant
from graph.tensor import SymbolicTensor

# Given a value of the forward part, returns what stands for it in the backward part.
Fetch = Callable[[SymbolicTensor], SymbolicTensor]


class BackwardGraph(Graph):
    """A graph inside another one, which is told of what it captures.

    Attributes:
        fetch: Makes what stands for a captured value; constants are copied.
        fetched: Captured values with what stands for them, in order.
    """

    def __init__(self, name: str, forward: Graph) -> None:
        """Begin a graph that captures from `forward`."""
        super().__init__(name, forward, is_block=True)
        self.fetch: Fetch = self.add_captured
        self.fetched: list[tuple[SymbolicTensor, SymbolicTensor]] = []
        self._found: dict[int, SymbolicTensor] = {}

    def add_captured(self, value: SymbolicTensor) -> SymbolicTensor:
        """Add an input for a captured value."""
        return self.add_input(value.spec, value.node.name, value.node.origin)

    def _capture(self, value: SymbolicTensor, origin: Origin) -> SymbolicTensor:
        if value.graph is self:
            return value
        if value.graph is not self.parent:
            return super()._capture(value, origin)
        found = self._found.get(id(value))
        if found is None:
            if is_constant(value.node):
                found = self.constant(value.node.attrs["value"], origin)
            else:
                found = self.fetch(value)
                self.fetched.append((value, found))
            self._found[id(value)] = found
        return found


def open_copy(body: Graph, parent: Graph) -> Graph:
    """Return a copy of a body to which more can be added."""
    copy = copy_of(body, parent)
    copy.is_finished = False
    copy.is_block = True
    return copy


def add_before(
    graph: Graph,
    node: Any,
    name: str,
    inputs: Sequence[SymbolicTensor],
    attrs: Mapping[str, Any],
) -> SymbolicTensor:
    """Apply an op just before a node that is there already."""
    made = graph.add(op_named(name), inputs, attrs, origin=node.origin)
    graph.move_before(node)
    return made.outputs[0]


def stand_in(graph: Graph, spec: TensorSpec) -> SymbolicTensor:
    """Return a value of a spec that no one looks at."""
    if is_list(spec):
        attrs = {"element": spec.dtype.element}  # type: ignore[attr-defined]
        return graph.add(op_named("list_from"), (), attrs).outputs[0]
    if spec.dtype is dtypes.opaque:
        attrs = {"specs": (spec,), "effect": ""}
        return graph.add(op_named("py_none"), (), attrs).outputs[0]
    if spec.dtype.python is not None:
        return graph.constant(spec.dtype.python())
    shape = tuple(dim or 0 for dim in spec.shape or ())
    attrs = {"shape": shape, "dtype": spec.dtype}
    return graph.add(op_named("zeros"), (), attrs).outputs[0]


__all__ = ["BackwardGraph", "add_before", "open_copy", "stand_in"]
