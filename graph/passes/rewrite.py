"""What passes are made of: copy a graph node by node, asking a rule at each.

    def _fold(node: Node, to: Builder) -> Answer:
        if node.effects:
            return Skip("has effects")
        ...
        return to.constant(value)

    def fold(graph: Graph) -> Graph:
        return rewrite(graph, _fold)

A rule sees each node as it will stand in the new graph, its inputs and bodies already
rewritten, and answers with the values that take the place of its outputs, or with the
reason why it stays. Bodies of control flow are rewritten like any other graph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph.errors import GraphError
from graph.graph import Graph, Node
from graph.op import Op
from graph.origin import UNKNOWN
from graph.specs import TensorSpec, covers
from graph.structure import is_placeholder, set_captures
from graph.tensor import SymbolicTensor


@dataclass(frozen=True)
class Skip:
    """The answer of a rule that leaves a node as it is, and why."""

    reason: str


Answer = SymbolicTensor | Sequence[SymbolicTensor] | Skip
Rule = Callable[[Node, "Builder"], Answer]


def rewrite(graph: Graph, rule: Rule) -> Graph:
    """Return a graph in which `rule` has been asked about every node, in order.

    Names, origins, inputs and captures are those of `graph`. Specs may become
    narrower where a rule's values are; dtypes never change.

    Returns:
        The new graph; `graph` itself when the rule left all nodes as they are.

    Raises:
        GraphError: A rule's value does not fit where it is put.
    """
    if _is_left(graph, rule, set()):
        return graph
    run = _Run(rule)
    rewritten = run.region(graph, graph.parent, None)
    return rewritten if run.has_changes else graph


def copy_of(graph: Graph, parent: Graph | None) -> Graph:
    """Return a copy of a graph, inside `parent`; its captures are what they were."""
    return _Run(lambda node, to: Skip("stays")).region(graph, parent, None)


class Builder:
    """A new graph that takes the place of another one, while it is made.

    Attributes:
        graph: The new graph.
        notes: What a rule wants to remember about this graph, for itself.
        source: The graph whose place it takes.
    """

    def __init__(self, source: Graph, parent: Graph | None) -> None:
        """Begin a graph with the name of `source`, all of whose names are taken."""
        self.graph = Graph(source.name, parent)
        self.graph._names = dict(source._names)
        self.notes: dict[Any, Any] = {}
        self.source = source
        self._origin = UNKNOWN
        # id(value of the source) -> value of the new graph.
        self._values: dict[int, SymbolicTensor] = {}

    def constant(self, value: Any) -> SymbolicTensor:
        """Return a new constant, with the origin of the node being rewritten."""
        return self.graph.constant(value, self._origin)

    def add(
        self,
        op: Op,
        inputs: Sequence[SymbolicTensor],
        attrs: Mapping[str, Any] | None = None,
    ) -> tuple[SymbolicTensor, ...]:
        """Append a node, with the origin of the node being rewritten."""
        return self.graph.add(op, inputs, attrs, origin=self._origin).outputs

    def value(self, old: SymbolicTensor) -> SymbolicTensor:
        """Return what stands for a value of the source."""
        return self._values[id(old)]

    def draft(
        self,
        old: Node,
        inputs: Sequence[SymbolicTensor],
        attrs: Mapping[str, Any],
    ) -> Node:
        """Return `old` with other inputs and attributes, not yet in the new graph."""
        self._origin = old.origin
        specs = _specs(old, inputs, attrs)
        return Node(
            self.graph, old.op, old.name, tuple(inputs), attrs, specs, old.origin
        )

    def append(self, draft: Node) -> None:
        """Put a draft into the new graph."""
        self.graph.nodes.append(draft)

    def map(self, old: SymbolicTensor, new: SymbolicTensor) -> None:
        """Let `new` stand for `old` from here on.

        Raises:
            GraphError: It is of another graph, or does not fit.
        """
        fits = new.spec is old.spec or covers(old.spec, new.spec)
        if new.node.graph is not self.graph or not fits:
            raise GraphError(
                f"{new.name}, {new.spec}, cannot take the place of {old.name}, "
                f"{old.spec}, in graph {self.graph.name!r}",
                origin=old.node.origin,
            )
        self._values[id(old)] = new

    def copy_input(self, old: SymbolicTensor) -> None:
        """Copy a placeholder."""
        draft = self.draft(old.node, (), old.node.attrs)
        self.append(draft)
        self.map(old, draft.outputs[0])

    def finish(
        self,
        inputs: Sequence[SymbolicTensor],
        outputs: Sequence[SymbolicTensor],
        given: Mapping[int, SymbolicTensor] | None,
    ) -> Graph:
        """Close the new graph.

        Args:
            inputs: The inputs of the source that were copied.
            outputs: The outputs of the source that are kept.
            given: For a body, what its new node feeds to each input of the source,
                by the input's id.
        """
        self.graph.inputs = [self.value(old) for old in inputs]
        copied = {id(old) for old in inputs}
        set_captures(
            self.graph,
            [
                (outer if given is None else given[id(inner)], self.value(inner))
                for outer, inner in self.source.captures
                if id(inner) in copied
            ],
        )
        return self.graph.finish([self.value(old) for old in outputs])


class _Changed(Exception):  # noqa: N818 - an answer, not an error
    """A rule makes something new."""


class _Reader(Builder):
    """In place of the builder where a rule is asked what it would do."""

    def __init__(self, source: Graph) -> None:
        """Show a graph as the one that takes its own place."""
        self.graph = source
        self.notes = {}
        self.source = source

    def constant(self, value: Any) -> SymbolicTensor:
        """Stop: something changes."""
        raise _Changed

    def add(
        self,
        op: Op,
        inputs: Sequence[SymbolicTensor],
        attrs: Mapping[str, Any] | None = None,
    ) -> tuple[SymbolicTensor, ...]:
        """Stop: something changes."""
        raise _Changed

    def append(self, draft: Node) -> None:
        """Stop: something changes."""
        raise _Changed

    def value(self, old: SymbolicTensor) -> SymbolicTensor:
        """Return the value itself."""
        return old


def _is_left(graph: Graph, rule: Rule, shared: set[int]) -> bool:
    """Tell whether a rule leaves a graph as it is, which then need not be copied.

    Args:
        graph: The graph.
        rule: The rule.
        shared: The identities of bodies that calls share and that are left.
    """
    to = _Reader(graph)
    for node in graph.nodes:
        if is_placeholder(node):
            continue
        for body in node.subgraphs.values():
            if id(body) in shared:
                continue
            if not _is_left(body, rule, shared):
                return False
            if node.op.shares_body:
                shared.add(id(body))
        try:
            if not isinstance(rule(node, to), Skip):
                return False
        except _Changed:
            return False
    return True


def _specs(
    old: Node, inputs: Sequence[SymbolicTensor], attrs: Mapping[str, Any]
) -> tuple[TensorSpec, ...]:
    """Return the specs of the outputs with these inputs and attributes."""
    is_same = attrs is old.attrs and all(
        new.spec is value.spec for new, value in zip(inputs, old.inputs, strict=True)
    )
    if is_same:  # what was inferred holds
        return tuple(value.spec for value in old.outputs)
    specs = old.op.infer(*(value.spec for value in inputs), **attrs)
    return (specs,) if isinstance(specs, TensorSpec) else tuple(specs)


def given_to(body: Graph, inputs: Sequence[Any]) -> dict[int, Any]:
    """Return what a node with these inputs feeds to each input of its body, by id.

    A body's inputs are the last inputs of its node.
    """
    fed = inputs[len(inputs) - len(body.inputs) :]
    return {id(old): value for old, value in zip(body.inputs, fed, strict=True)}


def copy_body(body: Graph, parent: Graph, given: Mapping[int, SymbolicTensor]) -> Graph:
    """Copy a body for a node of another graph, which feeds it these values."""
    return _Run(_keep).region(body, parent, given)


def _keep(node: Node, to: Builder) -> Answer:
    return Skip("is copied")


@dataclass
class _Run:
    """One rewriting of a graph and its bodies."""

    rule: Rule
    has_changes: bool = False
    # id(a body that calls share) -> (the body, kept alive, and what it becomes).
    shared: dict[int, tuple[Graph, Graph]] = field(default_factory=dict)

    def region(
        self,
        source: Graph,
        parent: Graph | None,
        given: Mapping[int, SymbolicTensor] | None,
    ) -> Graph:
        to = Builder(source, parent)
        for node in source.nodes:
            if is_placeholder(node):
                to.copy_input(node.outputs[0])
            else:
                self._node(node, to)
        return to.finish(source.inputs, source.outputs, given)

    def function(self, body: Graph) -> Graph:
        """Rewrite a body that calls share: once."""
        if id(body) not in self.shared:
            inner = _Run(self.rule, shared=self.shared)
            copy = inner.region(body, None, None)
            self.shared[id(body)] = body, copy if inner.has_changes else body
        _, found = self.shared[id(body)]
        self.has_changes |= found is not body
        return found

    def _node(self, node: Node, to: Builder) -> None:
        inputs = [to.value(value) for value in node.inputs]
        attrs = node.attrs
        for name, body in node.subgraphs.items():
            if node.op.shares_body:
                copy = self.function(body)
            else:
                copy = self.region(body, to.graph, given_to(body, inputs))
            if copy is not body:
                attrs = attrs | {name: copy}
        draft = to.draft(node, inputs, attrs)
        answer = self.rule(draft, to)
        if isinstance(answer, Skip):
            to.append(draft)
            values: Sequence[SymbolicTensor] = draft.outputs
        else:
            self.has_changes = True
            values = [answer] if isinstance(answer, SymbolicTensor) else answer
        for old, new in zip(node.outputs, values, strict=True):
            to.map(old, new)
