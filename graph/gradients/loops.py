"""The gradient of a loop is a loop, which runs from the last iteration to the first.

    while_loop (x)                      while_loop (x, n, ys)
        y = sin(x)                          y = sin(x)
        x = y * x             ->            return y * x, n + 1, ys + [y]
        return x                        ...
                                        while_loop (n, dx) with ys, while n > 0
                                            y = ys[n - 1]
                                            ...
                                            return n - 1, dx

What rules use of an iteration, the loop keeps in lists; what does not change while it
runs they take from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from graph.gradients.backward import depending
from graph.gradients.bodies import BackwardGraph, add_before, open_copy
from graph.gradients.deriving import derive
from graph.gradients.leaves import touches_leaves
from graph.gradients.values import is_differentiable
from graph.graph import Graph, Node, current_graph
from graph.op import op_named
from graph.ops.control_flow import WHILE
from graph.ops.gradients import control as rules
from graph.ops.lists import INT
from graph.origin import capture
from graph.python.record import OBJECT
from graph.specs import is_list, list_of
from graph.structure import is_placeholder
from graph.tensor import SymbolicTensor
from graph.unbroadcast import narrowed, zeros_for

if TYPE_CHECKING:
    from graph.gradients.leaves import Heap
    from graph.specs import TensorSpec


# What stands for the cotangents of leaves among the sources of a loop.
_TABLE: Final = "cotangents"


@dataclass(slots=True, eq=False)
class _Kept:
    """A value of an iteration that the loop keeps for the way back."""

    value: SymbolicTensor
    spec: TensorSpec


@dataclass(slots=True, eq=False)
class _Loop:
    """A loop being differentiated.

    Attributes:
        node: The loop.
        n_state: How many variables it had when we came.
        states: Those whose gradients flow, by place.
        captures: The inputs that stay the same and whose gradients are wanted.
        forward: Its body, to which is added what is kept.
        backward: The body of its gradient.
        sources: For each further input of `backward` what it stands for: the place of
            an input of the loop, or what is kept.
    """

    node: Node
    n_state: int
    states: list[int]
    captures: list[int]
    forward: Graph
    backward: BackwardGraph
    sources: list[int | str | _Kept]


def differentiate_while(
    at: Any, dys: Sequence[Any], wanted: Sequence[bool], heap: Heap | None = None
) -> Sequence[Any]:
    """Return the gradients of a loop's inputs; the rule of `while_loop`."""
    node: Node = at
    n_state = len(node.attrs["body"].outputs)
    forward = open_copy(node.attrs["body"], node.graph)
    captures = [i for i in range(n_state, len(node.inputs)) if wanted[i]]
    states = _flowing(forward, n_state, captures, wanted, is_live=heap is not None)
    given = node.inputs
    found: list[Any] = [None] * len(given)
    if heap is None and all(dys[i] is None for i in states):
        return found
    backward = BackwardGraph(f"{forward.name}_gradient", forward)
    loop = _Loop(node, n_state, states, captures, forward, backward, [])
    _build(loop, heap)
    n_given = len(node.outputs)
    _keep(loop)
    results = _add_backward(loop, dys, n_given, heap)
    for place, dx in zip([*states, *captures], results, strict=True):
        x = given[place]
        found[place] = narrowed(dx, x.spec, x)
    return found


def _flowing(
    forward: Graph,
    n_state: int,
    captures: list[int],
    wanted: Sequence[bool],
    *,
    is_live: bool,
) -> list[int]:
    """Return the variables that depend on what is wanted, after any iteration."""
    flowing = {i for i in range(n_state) if wanted[i]}
    while True:
        places = [*flowing, *captures]
        inputs = [forward.inputs[i] for i in places]
        found = depending(forward.nodes, inputs, is_live=is_live)
        reached = {
            i
            for i, value in enumerate(forward.outputs)
            if id(value) in found and is_differentiable(value.spec)
        }
        if reached <= flowing:
            return sorted(flowing)
        flowing |= reached


def _build(loop: _Loop, heap: Heap | None) -> None:
    """Build the body of the gradient: counter, gradients of state and captures."""
    forward, backward = loop.forward, loop.backward
    count = backward.add_input(INT, "count")
    flows = [
        backward.add_input(forward.inputs[i].spec, f"d_{forward.inputs[i].node.name}")
        for i in [*loop.states, *loop.captures]
    ]
    if heap is not None:
        _note_loads(loop.forward, heap)
        loop.sources.append(_TABLE)
        heap = heap.within(backward.add_input(OBJECT, "cotangents"))
    one = backward.constant(1)
    index = backward.add(op_named("subtract"), [count, one]).outputs[0]

    def fetch(value: SymbolicTensor) -> SymbolicTensor:
        place = _place(value, forward.inputs) if is_placeholder(value.node) else -1
        if place >= loop.n_state:
            loop.sources.append(place)
            return backward.add_captured(value)
        loop.sources.append(_Kept(value, value.spec))
        held = backward.add_input(list_of(value.spec), f"{value.node.name}_kept")
        return backward.add(op_named("list_read"), [held, index]).outputs[0]

    backward.fetch = fetch
    n_states = len(loop.states)
    gradients = derive(
        forward,
        backward,
        dict(zip(loop.states, flows, strict=False)),
        [forward.inputs[i] for i in [*loop.states, *loop.captures]],
        {n_states + i: dc for i, dc in enumerate(flows[n_states:])},
        heap,
    )
    backward.finish([index, *gradients])


def _note_loads(forward: Graph, heap: Heap) -> None:
    """Take note that what an iteration loads, an earlier one may have stored."""
    if any(
        node.op.leaves is not None or touches_leaves(node) for node in forward.nodes
    ):
        heap.touched.value = True


def _place(value: SymbolicTensor, values: Sequence[SymbolicTensor]) -> int:
    return next((i for i, other in enumerate(values) if other is value), -1)


def _keep(loop: _Loop) -> None:
    """Let the loop count its iterations, and keep what their gradients use."""
    node, forward, n_state = loop.node, loop.forward, loop.n_state
    graph = node.graph
    test = open_copy(node.attrs["test"], graph)
    kept = [source for source in loop.sources if isinstance(source, _Kept)]
    specs = [INT, *(list_of(each.spec) for each in kept)]
    begun = [add_before(graph, node, "const", (), {"value": 0})]
    begun += [
        add_before(graph, node, "list_from", (), {"element": each.spec})
        for each in kept
    ]
    for each in (test, forward):
        given = list(each.inputs)
        new = [each.add_input(spec, "kept") for spec in specs]
        each.inputs = [*given[:n_state], *new, *given[n_state:]]
        each._captures = {}
    count, *lists = forward.inputs[n_state : n_state + len(specs)]
    left = [forward.add(op_named("add"), [count, forward.constant(1)]).outputs[0]]
    for held, source in zip(lists, kept, strict=True):
        value = source.value
        if is_list(value.spec):  # the loop may go on to change it in place
            value = forward.add(op_named("frozen_list"), [value]).outputs[0]
        left.append(forward.add(op_named("list_append"), [held, value]).outputs[0])
    test.finish(test.outputs)
    forward.finish([*forward.outputs, *left])
    inputs = [*node.inputs[:n_state], *begun, *node.inputs[n_state:]]
    node.extend(inputs, {"test": test, "body": forward})


def _add_backward(
    loop: _Loop, dys: Sequence[Any], n_given: int, heap: Heap | None
) -> Sequence[Any]:
    """Add the loop that is the gradient; return what it gives, the counter aside."""
    node, backward = loop.node, loop.backward
    graph = current_graph()
    assert graph is not None
    # The loop has more variables by now, between those it had and what it captures.
    n_new = len(node.outputs) - n_given
    wide = [loop.forward.inputs[i].spec for i in loop.states]
    begun = [
        narrowed(zeros_for(node.outputs[i]) if dys[i] is None else dys[i], spec,
                 node.outputs[i])
        for i, spec in zip(loop.states, wide, strict=True)
    ]  # fmt: skip
    begun += [zeros_for(node.inputs[i + n_new]) for i in loop.captures]
    count, *lists = node.outputs[n_given:]
    rest = iter(lists)

    def passed(source: int | str | _Kept) -> Any:
        if source == _TABLE:
            assert heap is not None
            return heap.table
        return node.inputs[source + n_new] if isinstance(source, int) else next(rest)

    sources = list(map(passed, loop.sources))
    inputs = [graph.capture(x) for x in (count, *begun, *sources)]
    test = Graph(f"{backward.name}_test", graph, is_block=True)
    for value in backward.inputs:
        test.add_input(value.spec, value.node.name)
    zero = test.constant(0)
    test.finish(test.add(op_named("greater"), [test.inputs[0], zero]).outputs)
    backward.parent = graph
    attrs = {"test": test, "body": backward}
    added = graph.add(WHILE, inputs, attrs, origin=capture(2))
    return added.outputs[1:]


rules.WHILE.differentiate = differentiate_while
