"""The first trace of a function, which may make variables, and the one after it.

    traced = first_traces.trace(run, call)

`run` traces the function. If the first trace makes variables it is thrown away: it
holds what they begin with, and a trace that finds them there is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.arguments import is_tensor_like
from autograph.function.inputs import Call, as_array
from autograph.function.trace import Trace, found_at
from autograph.values.state import current
from graph.convert import constant_array
from graph.errors import UnstageableVariableError
from graph.graph import Graph, Node, eager_scope
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.structure import constant_of, is_constant, is_placeholder
from graph.tensor import SymbolicTensor
from graph.variable_creation import Creation, creating, current_creation


class VariableCreation:
    """Knows whether a function has been traced yet; its lock guards calls of `trace`.

    Attributes:
        name: The function's name.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._has_traced = False

    def trace(self, run: Callable[[], Trace], call: Call) -> Trace:
        """Return what `run` traces: variables that it makes are there before.

        Args:
            run: Traces the function.
            call: The arguments that it is traced for.

        Raises:
            VariableCreationError: It makes a variable, and has been traced before.
        """
        arguments = [leaf for leaf in call.leaves if is_tensor_like(leaf)]
        compute = _Computing(arguments, call.originals, current_creation())
        creation = Creation(self.name, compute, is_first=not self._has_traced)
        with creating(creation):
            traced = run()
        self._has_traced = True
        if not creation.has_created:
            return traced
        with creating(Creation(self.name, compute, is_first=False)):
            return run()


class _Computing:
    """Computes initial values that are symbolic, for the call that is being traced."""

    def __init__(
        self,
        arguments: Sequence[Any],
        originals: Sequence[Any],
        outer: Creation | None,
    ) -> None:
        self._arguments = arguments
        self._originals = originals
        self._outer = outer

    def __call__(self, value: SymbolicTensor) -> Any:
        if is_constant(value.node):
            return constant_of(value)
        graph = value.graph
        nodes = _needed(value)
        inputs = [node.outputs[0] for node in nodes if is_placeholder(node)]
        _refuse_late(graph, nodes)
        arrays = [self._input(x) for x in inputs]
        part = Graph(f"{graph.name}_initial_value")
        part.nodes, part.inputs, part.outputs = nodes, inputs, [value]
        from executor.program import build  # a fast `import autograph` leaves it out

        with eager_scope():
            (found,) = build(part).run(*arrays)
        return constant_array(found)  # a copy: it may be the user's own array

    def _input(self, value: SymbolicTensor) -> Any:
        """Return the array of an input, where it is known for this call."""
        graph = value.graph
        for outer, inner in graph.captures:
            if inner is value:
                return self(outer)
        paths = [path for made, path in current().inputs if made is value]
        if paths:  # an object of the caller's
            return found_at(paths[0], self._originals)
        places = [i for i, x in enumerate(graph.inputs) if x is value]
        if not places or graph.is_block or places[0] >= len(self._arguments):
            raise _unknown(f"{value.name!r}, which is known only when the graph runs")
        given = self._arguments[places[0]]
        if isinstance(given, TensorSpec):
            raise _unknown(f"the argument {value.node.name!r}, of which only the spec "
                           "is given")  # fmt: skip
        with eager_scope():  # a NumPy scalar becomes a tensor, of no graph
            return as_array(given)


def _needed(value: SymbolicTensor) -> list[Node]:
    """Return the nodes of its graph that compute a value, in order."""
    needed: set[int] = {id(value.node)}
    nodes: list[Node] = []
    for node in reversed(value.graph.nodes):
        if id(node) in needed:
            nodes.append(node)
            needed.update(id(x.node) for x in node.inputs)
    return nodes[::-1]


def _refuse_late(graph: Graph, nodes: Sequence[Node]) -> None:
    """Refuse to read what the call writes before: it has not been written yet.

    Raises:
        UnstageableVariableError: One of the nodes reads it.
    """
    chosen = {id(node) for node in nodes}
    written: dict[str, Node] = {}
    for node in graph.nodes:
        if id(node) not in chosen:
            written.update(dict.fromkeys(node.effects.writes, node))
            continue
        for resource in node.effects.reads:
            if resource in written:
                raise _unknown(
                    "a variable that the same call writes before",
                    written[resource],
                )


def _unknown(what: str, node: Node | None = None) -> UnstageableVariableError:
    others = () if node is None else (("it is written here", node.origin),)
    return UnstageableVariableError(
        f"a variable is to begin with a value that depends on {what}.",
        origin=capture_exact(2),
        others=others,
        hint="Give it an initial value that does not, and assign the other; or create "
        "the variable outside of the function.",
    )
