"""The rules that every graph keeps, checked.

A graph under construction checks what it appends; `verify` checks a whole graph once
more, from nothing but its nodes, so that a mistake in a pass or in a loader is found
where it was made. Tests call it after every stage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.errors import AutographError, GraphError
from graph.graph import Graph
from graph.op import PURE, REQUIRED, Effects
from graph.ops.calls import CALL, CALL_AGAIN
from graph.specs import TensorSpec, covers
from graph.structure import is_placeholder
from graph.tensor import SymbolicTensor

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph.graph import Node


def verify(graph: Graph) -> None:
    """Check a finished graph and the graphs inside it.

    Raises:
        GraphError: A rule is broken; the message names the graph, the node and its
            line in the user's source, and says which rule.
    """
    _verify(graph, (), {}, set())


def _verify(
    graph: Graph,
    enclosing: tuple[Graph, ...],
    functions: Mapping[str, Graph],
    shared: set[int],
) -> None:
    if any(graph is outer for outer in enclosing):
        raise _broken(graph, None, "a graph does not hold itself")
    if not graph.is_finished:
        raise _broken(graph, None, "a graph is finished before it is used")
    _check_names(graph)
    known: dict[int, SymbolicTensor] = {}
    for node in graph.nodes:
        _check_links(graph, node, known)
        _check_attributes(graph, node)
        for name, body in node.subgraphs.items():
            inner = functions
            if node.op is CALL:
                inner = {**functions, node.attrs["function"]: body}
            if node.op.shares_body:
                if id(body) not in shared:  # one for all calls
                    _verify(body, (*enclosing, graph), {}, shared)
                    shared.add(id(body))
                continue
            _verify(body, (*enclosing, graph), inner, shared)
            _check_body(graph, node, name, body)
        _check_specs(graph, node)
        _check_effects(graph, node)
        if node.op is CALL_AGAIN:
            _check_again(graph, node, functions)
        known.update((id(value), value) for value in node.outputs)
    _check_inputs(graph)
    for value in graph.outputs:
        if known.get(id(value)) is not value:
            rule = f"an output is a value of the graph; {_named(value)} is not"
            raise _broken(graph, None, rule)
    _check_captures(graph)


def _broken(graph: Graph, node: Node | None, rule: str) -> GraphError:
    at = f"graph {graph.name!r}"
    if node is None:
        return GraphError(f"{at}: {rule}.")
    return GraphError(
        f"{at}, node {node.name!r} ({node.op.name}, {node.origin}): {rule}.",
        origin=node.origin,
    )


def _named(value: object) -> str:
    if isinstance(value, SymbolicTensor):
        return f"{value.name} of graph {value.graph.name!r}"
    return repr(value)


def _check_names(graph: Graph) -> None:
    seen: set[str] = set()
    for node in graph.nodes:
        if node.name in seen:
            raise _broken(graph, node, "the names of nodes are unique")
        seen.add(node.name)


def _check_links(graph: Graph, node: Node, known: dict[int, SymbolicTensor]) -> None:
    if node.graph is not graph:
        rule = f"a node belongs to its graph, not to {node.graph.name!r}"
        raise _broken(graph, node, rule)
    for value in node.inputs:
        if known.get(id(value)) is not value:
            rule = (
                "an input is an output of an earlier node of the same graph; "
                f"{_named(value)} is not"
            )
            raise _broken(graph, node, rule)
    for i, value in enumerate(node.outputs):
        if value.node is not node or value.value_index != i:
            raise _broken(graph, node, f"output {i} names its node and its place")


def _check_attributes(graph: Graph, node: Node) -> None:
    for name, default in node.op.attrs.items():
        if default is REQUIRED and name not in node.attrs:
            raise _broken(graph, node, f"the attribute {name!r} is given")
    for name in node.attrs:
        if name not in node.op.attrs:
            raise _broken(graph, node, f"the op has the attribute {name!r}")
    for name, kinds in node.op.attr_kinds.items():
        if name in node.attrs and not isinstance(node.attrs[name], kinds):
            raise _broken(graph, node, f"the attribute {name!r} is of its class")


def _check_specs(graph: Graph, node: Node) -> None:
    """Infer the outputs again, which also checks the signatures of bodies."""
    try:
        inferred = node.op.infer(*(value.spec for value in node.inputs), **node.attrs)
    except AutographError as error:
        rule = f"the op takes its inputs and attributes, but: {error.message}"
        raise _broken(graph, node, rule.rstrip(".")) from error
    if isinstance(inferred, TensorSpec):
        inferred = (inferred,)
    held = tuple(value.spec for value in node.outputs)
    if held != tuple(inferred):
        rule = f"outputs are as inferred, {_listed(inferred)}; they are {_listed(held)}"
        raise _broken(graph, node, rule)


def _listed(specs: Sequence[TensorSpec]) -> str:
    return ", ".join(map(str, specs)) or "none"


def _check_effects(graph: Graph, node: Node) -> None:
    total = node.op.effects_with(node.attrs)
    for body in node.subgraphs.values():
        # A shared body has been checked before.
        total |= body.effects if node.op.shares_body else _effects(body)
    if _as_sets(node.effects) != _as_sets(total):
        rule = f"effects are those of the op and its bodies, {total}"
        raise _broken(graph, node, f"{rule}, not {node.effects}")


def _effects(graph: Graph) -> Effects:
    total = PURE
    for node in graph.nodes:
        total |= node.op.effects_with(node.attrs)
        for body in node.subgraphs.values():
            total |= body.effects if node.op.shares_body else _effects(body)
    return total


def _as_sets(effects: Effects) -> tuple[set[str], set[str]]:
    return set(effects.reads), set(effects.writes)


def _check_inputs(graph: Graph) -> None:
    placeholders = [node.outputs[0] for node in graph.nodes if is_placeholder(node)]
    inside = {id(value) for value in placeholders}
    listed = {id(value) for value in graph.inputs}
    if len(listed) != len(graph.inputs):
        raise _broken(graph, None, "an input is listed once")
    for value in placeholders:
        if id(value) not in listed:
            raise _broken(graph, value.node, "a placeholder is an input of its graph")
    for value in graph.inputs:
        if id(value) not in inside:
            rule = f"an input is a placeholder of the graph; {_named(value)} is not"
            raise _broken(graph, None, rule)


def _check_captures(graph: Graph) -> None:
    """Check that captures are inputs, the last ones, and stand for one value each."""
    captured = {id(inner) for _, inner in graph.captures}
    if len(captured) != len(graph.captures):
        raise _broken(graph, None, "an input stands for one captured value")
    if not captured <= {id(value) for value in graph.inputs}:
        raise _broken(graph, None, "what stands for a captured value is an input")
    is_capture = [id(value) in captured for value in graph.inputs]
    if is_capture != sorted(is_capture):
        raise _broken(graph, None, "parameters come before captures")
    for outer, inner in graph.captures:
        if isinstance(outer, SymbolicTensor) and not covers(inner.spec, outer.spec):
            rule = f"a capture is {outer.spec}, as the value captured"
            raise _broken(graph, inner.node, rule)


def _check_body(graph: Graph, node: Node, name: str, body: Graph) -> None:
    """Check that the node feeds the body what the body captured."""
    if len(body.inputs) > len(node.inputs):
        rule = f"the last inputs of a node are those of its body {name!r}"
        raise _broken(graph, node, f"{rule}, which has more")
    given = node.inputs[len(node.inputs) - len(body.inputs) :]
    fed = {id(inner): value for inner, value in zip(body.inputs, given, strict=True)}
    for outer, inner in body.captures:
        if not isinstance(outer, SymbolicTensor) or id(inner) not in fed:
            continue
        value = fed[id(inner)]
        if value is not outer and not _stands_for(value, outer):
            rule = (
                f"the body {name!r} captures {_named(outer)} and is given it, not "
                f"{_named(value)}"
            )
            raise _broken(graph, node, rule)


def _check_again(graph: Graph, node: Node, functions: Mapping[str, Graph]) -> None:
    """Check that a recursive call is one of an enclosing function, as it says."""
    name = node.attrs["function"]
    body = functions.get(name)
    if body is None:
        raise _broken(graph, node, f"there is an enclosing function {name!r}")
    if len(body.inputs) != len(node.inputs) or not all(
        covers(value.spec, given.spec)
        for value, given in zip(body.inputs, node.inputs, strict=True)
    ):
        taken = _listed([value.spec for value in body.inputs])
        raise _broken(graph, node, f"the function {name!r} takes {taken}")
    if len(body.outputs) != len(node.outputs) or not all(
        covers(result.spec, value.spec)
        for result, value in zip(node.outputs, body.outputs, strict=True)
    ):
        given = _listed([value.spec for value in body.outputs])
        raise _broken(graph, node, f"the function {name!r} gives {given}")
    reads, writes = _as_sets(_effects(body))
    said = _as_sets(node.effects)
    if not (reads <= said[0] and writes <= said[1]):
        raise _broken(graph, node, f"its effects are those of {name!r}")
    captured = {id(inner): outer for outer, inner in body.captures}
    for value, fed in zip(body.inputs, node.inputs, strict=True):
        if id(value) not in captured or fed is value:
            continue
        if not any(_stands_for(fed, x) for x in (value, captured[id(value)])):
            rule = f"the function {name!r} is given again what it captures"
            raise _broken(graph, node, f"{rule}, {_named(value)}")


def _stands_for(value: SymbolicTensor, outer: SymbolicTensor) -> bool:
    """Is `value` the capture of `outer`, directly or through graphs between them?"""
    for captured, inner in value.graph.captures:
        if inner is value and isinstance(captured, SymbolicTensor):
            return captured is outer or _stands_for(captured, outer)
    return False
