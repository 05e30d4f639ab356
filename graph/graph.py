"""The graph: nodes in order, each with its op, inputs, attributes and origin.

A graph under construction only appends; `finish` closes it. What is computed by a
graph for an enclosing one reaches it through captures, which are inputs that the
enclosing graph fills in. `If` and `While` nodes hold their bodies as graphs.
"""

from __future__ import annotations

import re
import sys
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from graph import dtypes
from graph.budget import BUDGET, spend
from graph.building import (
    _STATE,
    current_graph,
    eager_scope,
    recording_into,
)
from graph.convert import constant_array
from graph.copied_errors import noting_handled
from graph.copying import SharedOnceFinished
from graph.errors import GraphError
from graph.leaks import leaked_into
from graph.op import PURE, Effects, Op, op_named
from graph.origin import UNKNOWN, Origin
from graph.recording import ACTIVE, record_extension, record_node
from graph.specs import TensorSpec, spec_of
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.traced_text import checked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graph.graph_def import GraphDef


class Node:
    """One application of an op. Public name: `Operation`.

    Never changed once made, save by `extend`, which only adds to it.

    Attributes:
        graph: The graph it belongs to.
        op: The record of the op.
        name: Unique in its graph, such as `add_1`.
        inputs: Outputs of earlier nodes of the same graph.
        attrs: Attributes by name; the bodies of control flow are among them.
        outputs: The symbolic tensors it makes.
        origin: The user's line.
    """

    __slots__ = ("__weakref__", "attrs", "graph", "inputs", "name", "op", "origin",
                 "outputs")  # fmt: skip

    def __init__(
        self,
        graph: Graph,
        op: Op,
        name: str,
        inputs: tuple[SymbolicTensor, ...],
        attrs: Mapping[str, Any],
        specs: tuple[TensorSpec, ...],
        origin: Origin,
    ) -> None:
        """Make the node and its outputs; `Graph.add` is the way to do it."""
        self.graph = graph
        self.op = op
        self.name = name
        self.inputs = inputs
        self.attrs = dict(attrs)
        self.origin = origin
        self.outputs = tuple(SymbolicTensor(self, i, s) for i, s in enumerate(specs))

    def extend(
        self, inputs: Sequence[SymbolicTensor], attrs: Mapping[str, Any]
    ) -> None:
        """Let control flow that is there already carry and give more.

        Args:
            inputs: The inputs from now on; those there were keep their meaning.
            attrs: The attributes; bodies whose first outputs are those there were.
        """
        specs = self.op.infer(*(value.spec for value in inputs), **attrs)
        specs = (specs,) if isinstance(specs, TensorSpec) else specs
        self.inputs, self.attrs = tuple(inputs), dict(attrs)
        n = len(self.outputs)
        new = (SymbolicTensor(self, n + i, spec) for i, spec in enumerate(specs[n:]))
        self.outputs += tuple(new)
        if ACTIVE:
            record_extension(self)

    @property
    def type(self) -> str:
        """The op's name in a graph definition."""
        if self.op.stateless_type and not self.effects:
            return self.op.stateless_type
        return self.op.type_name

    @property
    def subgraphs(self) -> dict[str, Graph]:
        """The graphs it holds, by attribute name."""
        if not self.attrs:
            return {}
        return {k: v for k, v in self.attrs.items() if isinstance(v, Graph)}

    @property
    def effects(self) -> Effects:
        """What it touches, the bodies it holds included."""
        total = self.op.effects_with(self.attrs)
        for body in self.subgraphs.values():
            total |= body.effects
        return total

    def __repr__(self) -> str:
        """Return a short form for messages."""
        return f"<ag.Operation {self.name!r} type={self.type}>"


# As users call it, in messages of Python's too.
Node.__name__ = Node.__qualname__ = "Operation"
Node.__module__ = "autograph"


class Graph(SharedOnceFinished):
    """A computation: nodes in order, from inputs to outputs.

    Attributes:
        name: For people; a function graph has the function's name.
        parent: The graph that was being built when this one was begun.
        nodes: In order of execution.
        inputs: Parameters, then captures.
        outputs: What a run returns.
        is_block: Is it the body of control flow, which a run may skip or repeat?
        takes_leaks: Do tensors of other traces become captures, in it and its
            bodies? It can be looked at then, but does not run.
        ambient: What was handled when it was begun: the id of the exception that Python
            handled, and how many tracing did.
    """

    def __init__(
        self,
        name: str = "graph",
        parent: Graph | None = None,
        *,
        is_block: bool = False,
    ) -> None:
        """Begin an empty graph."""
        self.name = name
        self.is_block = is_block
        self.parent = parent
        self.nodes: list[Node] = []
        self.inputs: list[SymbolicTensor] = []
        self.outputs: list[SymbolicTensor] = []
        self.is_finished = False
        self.takes_leaks = False
        # Python values that paths leave alike, each with its place among the results.
        self.settled: tuple[tuple[int, Any], ...] = ()
        self.ambient = id(sys.exception()), len(_STATE.handled)
        # id(outer value) -> (outer value, the input that stands for it).
        self._captures: dict[int, tuple[Any, SymbolicTensor]] = {}
        # id(eager tensor or array) -> (the object, kept alive, and its constant).
        self._constants: dict[int, tuple[Any, SymbolicTensor]] = {}
        self._names: dict[str, int] = {}
        self._scopes: list[str] = []
        self._moved: list[int] = []  # where nodes are not last; see `move_before`
        # What the finished graph touches, once it has been asked: bodies may be shared.
        self._effects: Effects | None = None
        # Another graph found to be the same, with or without names; graph.structure.
        self.twins: dict[bool, Any] = {}

    @property
    def captures(self) -> list[tuple[Any, SymbolicTensor]]:
        """Values of enclosing graphs, each with the input that stands for it."""
        return list(self._captures.values())

    @property
    def effects(self) -> Effects:
        """What running the graph touches."""
        if self._effects is not None:
            return self._effects
        total = PURE
        for node in self.nodes:
            if effects := node.effects:
                total |= effects
        if self.is_finished:
            self._effects = total
        return total

    def get_operations(self) -> list[Node]:
        """Return the nodes, in order."""
        return list(self.nodes)

    def as_graph_def(self) -> GraphDef:
        """Return the graph as plain data, in the form that other tools know."""
        from graph.graph_def_builder import define_graph  # it reads graphs

        return define_graph(self)

    def as_default(self) -> AbstractContextManager[Graph]:
        """Record ops into this graph while the block runs."""
        return recording_into(self)

    @contextmanager
    def name_scope(self, name: str) -> Iterator[str]:
        """Put `name/` before the names of nodes that the block adds."""
        scope = self.unique_name(name)
        self._scopes.append(scope)
        try:
            yield scope
        finally:
            self._scopes.pop()

    def unique_name(self, base: str) -> str:
        """Return `base` within the current scope, numbered when it is taken."""
        base = re.sub(r"[^A-Za-z0-9_.\-/]", "_", base)
        if self._scopes:
            base = f"{self._scopes[-1]}/{base}"
        return self._numbered(base)

    def _numbered(self, base: str) -> str:
        count = self._names.get(base)
        if count is None:
            self._names[base] = 0
            return base
        while True:
            count += 1
            name = f"{base}_{count}"
            if name not in self._names:
                self._names[base] = count
                self._names[name] = 0
                return name

    def add(
        self,
        op: Op,
        inputs: Sequence[SymbolicTensor] = (),
        attrs: Mapping[str, Any] | None = None,
        *,
        origin: Origin = UNKNOWN,
        name: str | None = None,
        reserved: str | None = None,
    ) -> Node:
        """Append a node, inferring and checking its outputs.

        Args:
            op: The op.
            inputs: Values of this graph.
            attrs: Attributes; the op's defaults are not filled in.
            origin: The user's line.
            name: What to call it, numbered where that is taken.
            reserved: Instead of `name`: a name that `unique_name` gave.

        Raises:
            AutographError: The op refuses the inputs; its own message.
            GraphError: An input is not of this graph, or the graph is finished.
        """
        if self.is_finished:
            raise GraphError(f"graph {self.name!r} is finished; {op.name} comes late")
        if BUDGET.is_on:
            spend(1)
        for value in inputs:
            if value.node.graph is not self:
                raise GraphError(f"{value.name} is not of graph {self.name!r}")
        attrs = attrs or {}
        specs = op.infer(*(value.spec for value in inputs), **attrs)
        if isinstance(specs, TensorSpec):
            specs = (specs,)
        if _STATE.handled:
            origin = noting_handled(self, origin)
        unique = reserved or self.unique_name(name or op.node_name)
        node = Node(self, op, unique, tuple(inputs), attrs, specs, origin)
        self.nodes.append(node)
        if ACTIVE:
            record_node(node)
        return node

    def move_before(self, node: Node) -> None:
        """Put the node that was added last before another one."""
        place = self.nodes.index(node)
        self.nodes.insert(place, self.nodes.pop())
        self._moved.append(place)

    def checkpoint(self) -> tuple[Any, ...]:
        """Return a mark to which `rollback` can undo what is added after it."""
        counts = len(self.nodes), len(self.inputs), len(self._moved)
        return *counts, dict(self._names), dict(self._captures), dict(self._constants)

    def rollback(self, mark: tuple[Any, ...]) -> None:
        """Forget what was added since the checkpoint."""
        n_nodes, n_inputs, n_moved, *held = mark
        self._names, self._captures, self._constants = held
        for place in self._moved[n_moved:]:
            n_nodes += place < n_nodes
        del self.nodes[n_nodes:]
        del self.inputs[n_inputs:]

    def add_input(
        self, spec: TensorSpec, name: str = "input", origin: Origin = UNKNOWN
    ) -> SymbolicTensor:
        """Append an input with this spec."""
        node = self.add(
            op_named("placeholder"), (), {"spec": spec}, origin=origin, name=name
        )
        self.inputs.append(node.outputs[0])
        return node.outputs[0]

    def constant(
        self, value: Any, origin: Origin = UNKNOWN, reserved: str | None = None
    ) -> SymbolicTensor:
        """Return a constant: a Python number (kept as one), array or eager tensor.

        Arrays are held by reference: nobody writes to them again; `reserved` names it.
        """
        if dtypes.of_python(value) is None:
            known = self._constants.get(id(value))
            if known is not None:
                return known[1]
        held = value._value if isinstance(value, EagerTensor) else value
        if dtypes.of_python(held) is None:
            held = np.asarray(held)
            if held.dtype.kind in "SU":
                held = constant_array(held)
        reserved = reserved and self._numbered(reserved)
        attrs = {"value": checked(held, origin)}
        node = self.add(op_named("const"), (), attrs, origin=origin, reserved=reserved)
        if dtypes.of_python(value) is None:
            self._constants[id(value)] = (value, node.outputs[0])
        return node.outputs[0]

    def capture(
        self, value: Any, origin: Origin = UNKNOWN, reserved: str | None = None
    ) -> SymbolicTensor:
        """Return what stands for `value` in this graph.

        A symbolic tensor of an enclosing graph becomes an input; Python numbers,
        arrays and eager tensors become constants, called `reserved`.

        Raises:
            LeakedTensorError: The tensor is of a graph that does not enclose this. A
                graph that `takes_leaks` raises when it runs.
        """
        if not isinstance(value, SymbolicTensor):
            return self.constant(value, origin, reserved)
        return self._capture(value, origin)

    def _capture(self, value: SymbolicTensor, origin: Origin) -> SymbolicTensor:
        if value.graph is self:
            return value
        known = self._captures.get(id(value))
        if known is not None:
            return known[1]
        at = value.node.origin
        if not self._is_inside(value.graph):
            root = self.root
            if not root.takes_leaks or value.graph.root is root:
                raise leaked_into(self, value, origin)
            if root is not self:
                root._capture(value, origin)
            at = origin
        inner = self.add_input(value.spec, _input_name(value.node), at)
        self._captures[id(value)] = (value, inner)
        return inner

    @property
    def root(self) -> Graph:
        """The outermost graph around this one."""
        graph = self
        while graph.parent is not None:
            graph = graph.parent
        return graph

    def check_leaks(self) -> None:
        """Refuse to run with captures that nothing fills in.

        Raises:
            LeakedTensorError: A capture is of another trace; the user's line tells
                where it is used.
        """
        for outer, inner in self._captures.values():
            if outer.graph.root is not self.root:
                raise leaked_into(self, outer, inner.node.origin)

    def _is_inside(self, other: Graph) -> bool:
        graph: Graph | None = self.parent
        while graph is not None:
            if graph is other:
                return True
            graph = graph.parent
        return False

    def finish(self, outputs: Sequence[SymbolicTensor]) -> Graph:
        """Set the outputs and close the graph."""
        for value in outputs:
            if value.node.graph is not self:
                raise GraphError(f"output {value.name} is not of graph {self.name!r}")
        self.outputs = list(outputs)
        self.is_finished = True
        self._constants.clear()
        return self

    def __repr__(self) -> str:
        """Return a short form; `str` prints the whole graph."""
        return f"<ag.Graph {self.name!r}, {len(self.nodes)} nodes>"

    def __str__(self) -> str:
        """Return the printed graph, which parses back."""
        from graph.text import show  # text reads graphs

        return show(self)


def _input_name(node: Node) -> str:
    """Return what the input of a body is called that stands for a node's output.

    Texts of graphs call nodes by their ops: `reduce_sum_1`, where the node is `Sum_1`.
    """
    plain, end = node.op.node_name, node.name.rpartition("/")[2]
    number = end.removeprefix(plain)
    if end.startswith(plain) and re.fullmatch(r"(_\d+)?", number):
        return f"{node.op.name}{number}"
    return node.name


def is_symbolic(value: Any) -> bool:
    """Is `value` a tensor without a value yet?"""
    return isinstance(value, SymbolicTensor)


__all__ = [
    "Graph",
    "Node",
    "Tensor",
    "current_graph",
    "eager_scope",
    "is_symbolic",
    "spec_of",
]
