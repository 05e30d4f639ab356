"""The gradient of a choice is a choice, made by the same condition.

    cond (p, x)                         cond (p, x)
        then                                then
            y = sin(x)                          y = sin(x)
            return y * x          ->            return y * x, y
        orelse                              orelse
            return x                            return x, 0.0
                                        ...
                                        cond (p, y, x, dz)
                                            then    the gradient of `then`
                                            orelse  the gradient of `orelse`

A call is a choice of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from graph.errors import UnstagedGradientError
from graph.gradients.bodies import BackwardGraph, open_copy, stand_in
from graph.gradients.deriving import derive
from graph.graph import Graph, Node, current_graph
from graph.ops.calls import CALL_AGAIN
from graph.ops.gradients import control as rules
from graph.origin import capture, capture_exact
from graph.python.record import OBJECT
from graph.structure import is_placeholder
from graph.tensor import SymbolicTensor
from graph.unbroadcast import narrowed

if TYPE_CHECKING:
    from graph.gradients.leaves import Heap
    from graph.specs import TensorSpec


# The key of the slot for the cotangents of leaves.
_TABLE: Final = "cotangents"


@dataclass(slots=True, eq=False)
class _Body:
    """One of the bodies.

    Attributes:
        name: The attribute that holds it.
        forward: What runs forward.
        backward: Its gradient.
        flows: The inputs of `backward` for the gradients of outputs.
        gradients: What `backward` gives.
        slots: For each value that `backward` takes besides, by key, its input; the key
            is the place of an input of the body, or the spec and a number.
        given: By the same keys the values of `forward` that are no inputs.
    """

    name: str
    forward: Graph
    backward: BackwardGraph
    flows: list[SymbolicTensor] = field(default_factory=list)
    gradients: list[Any] = field(default_factory=list)
    slots: dict[Any, SymbolicTensor] = field(default_factory=dict)
    given: dict[Any, SymbolicTensor] = field(default_factory=dict)


def differentiate_cond(
    at: Any, dys: Sequence[Any], wanted: Sequence[bool], heap: Heap | None = None
) -> Sequence[Any]:
    """Return the gradients of a choice's inputs; the rule of `cond`."""
    return [None, *_differentiate(at, dys, wanted[1:], ("then", "orelse"), heap)]


def differentiate_call(
    at: Any, dys: Sequence[Any], wanted: Sequence[bool], heap: Heap | None = None
) -> Sequence[Any]:
    """Return the gradients of a call's inputs; the rule of `call`.

    Raises:
        UnstagedGradientError: The function calls itself.
    """
    again = _calls_again(at.attrs["body"], at.attrs["function"])
    if again is not None:
        raise UnstagedGradientError(
            f"the gradient flows through {at.attrs['function']}(): {rules.RECURSION}.",
            origin=capture_exact(2),
            others=(("it calls itself here", again.origin),),
            hint="Write a loop, which has a gradient; or use ag.stop_gradient where "
            "the result is to count as a constant.",
        )
    return _differentiate(at, dys, wanted, ("body",), heap)


def _calls_again(body: Graph, function: str) -> Node | None:
    for node in body.nodes:
        if node.op is CALL_AGAIN and node.attrs["function"] == function:
            return node
        for inner in node.subgraphs.values():
            found = _calls_again(inner, function)
            if found is not None:
                return found
    return None


def _differentiate(
    node: Node,
    dys: Sequence[Any],
    wanted: Sequence[bool],
    names: Sequence[str],
    heap: Heap | None = None,
) -> list[Any]:
    """Return the gradients of the inputs of the bodies called `names`."""
    n_first = len(node.inputs) - len(wanted)
    flowing = [i for i, dy in enumerate(dys) if dy is not None]
    places = [i for i, is_wanted in enumerate(wanted) if is_wanted]
    bodies = [_built(node, name, flowing, places, heap) for name in names]
    keys = list(dict.fromkeys(key for body in bodies for key in body.slots))
    extra = [key for key in keys if isinstance(key, tuple)]
    n_given = len(node.outputs)
    attrs = dict(node.attrs)
    for body in bodies:
        _finish(body, keys, extra)
        attrs[body.name] = body.forward
    node.extend(node.inputs, attrs)
    found: list[Any] = [None] * len(wanted)
    given = [narrowed(dys[i], y.spec, y) for i, y in _numbered(node, flowing)]
    results = _add_backward(node, bodies, keys, given, n_given, heap)
    for place, dx in zip(places, results, strict=True):
        x = node.inputs[n_first + place]
        found[place] = narrowed(dx, x.spec, x)
    return found


def _numbered(node: Node, places: list[int]) -> list[tuple[int, SymbolicTensor]]:
    return [(i, node.outputs[i]) for i in places]


def _built(
    node: Node, name: str, flowing: list[int], places: list[int], heap: Heap | None
) -> _Body:
    """Build the gradient of a body."""
    forward = open_copy(node.attrs[name], node.graph)
    backward = BackwardGraph(f"{forward.name}_gradient", forward)
    body = _Body(name, forward, backward)
    body.flows = [backward.add_input(node.outputs[i].spec, "dy") for i in flowing]
    numbers: dict[TensorSpec, int] = {}
    if heap is not None:
        body.slots[_TABLE] = backward.add_input(OBJECT, "cotangents")
        heap = heap.within(body.slots[_TABLE])

    def fetch(value: SymbolicTensor) -> SymbolicTensor:
        inner = backward.add_captured(value)
        key: Any = None
        if is_placeholder(value.node):
            key = next(i for i, x in enumerate(forward.inputs) if x is value)
        else:
            number = numbers.setdefault(value.spec, 0)
            numbers[value.spec] += 1
            key = (value.spec, number)
            body.given[key] = value
        body.slots[key] = inner
        return inner

    backward.fetch = fetch
    targets = dict(zip(flowing, body.flows, strict=True))
    wanted = [forward.inputs[i] for i in places]
    body.gradients = derive(forward, backward, targets, wanted, None, heap)
    return body


def _finish(body: _Body, keys: Sequence[Any], extra: Sequence[Any]) -> None:
    """Let a body give, and its gradient take, what any of the bodies needs.

    Args:
        body: The body.
        keys: What any of the gradients takes.
        extra: Of these what is no input.
    """
    forward, backward = body.forward, body.backward
    forward._captures = {}
    forward.finish(
        [
            *forward.outputs,
            *(
                body.given[key] if key in body.given else stand_in(forward, key[0])
                for key in extra
            ),
        ]
    )
    slots = [
        body.slots[key]
        if key in body.slots
        else backward.add_input(
            key[0] if isinstance(key, tuple) else forward.inputs[key].spec, "unused"
        )
        for key in keys
    ]
    backward.inputs = [*slots, *body.flows]
    backward.finish(body.gradients)


def _add_backward(
    node: Node,
    bodies: Sequence[_Body],
    keys: Sequence[Any],
    dys: Sequence[Any],
    n_given: int,
    heap: Heap | None,
) -> Sequence[Any]:
    """Add the node that is the gradient; return its outputs."""
    graph = current_graph()
    assert graph is not None
    n_first = len(node.inputs) - len(bodies[0].forward.inputs)
    kept = iter(node.outputs[n_given:])

    def slot(key: Any) -> Any:
        if key == _TABLE:
            assert heap is not None
            return heap.table
        return next(kept) if isinstance(key, tuple) else node.inputs[n_first + key]

    slots = list(map(slot, keys))
    attrs: dict[str, Any] = {}
    for body in bodies:
        body.backward.parent = graph
        attrs[body.name] = body.backward
    if "function" in node.attrs:
        attrs["function"] = f"{node.attrs['function']}_gradient"
    inputs = [graph.capture(x) for x in (*node.inputs[:n_first], *slots, *dys)]
    return graph.add(node.op, inputs, attrs, origin=capture(2)).outputs


rules.COND.differentiate = differentiate_cond
rules.CALL.differentiate = differentiate_call
