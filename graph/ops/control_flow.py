"""Control flow as ops: a choice of two graphs, and a loop.

    cond         (pred, *captures)  with `then` and `orelse`, graphs of the captures
    while_loop   (*state, *captures) with `test` and `body`, graphs of both

The bodies are graphs held as attributes. Each takes the same inputs in the same
order, so what a body needs from outside is explicit.
"""

from __future__ import annotations

from typing import Any

from graph import shapes, specs
from graph.errors import GraphError
from graph.graph import Graph
from graph.op import (
    REQUIRED,
    Order,
    define,
)
from graph.ops.gradients import control as rules
from graph.specs import TensorSpec


def no_kernel(*_: Any, **__: Any) -> Any:
    """Stand where a kernel would: the executor runs what is control flow itself."""
    raise AssertionError("the executor runs control flow itself")


def _infer_cond(
    pred: TensorSpec, *captures: TensorSpec, then: Graph, orelse: Graph
) -> tuple[TensorSpec, ...]:
    if pred.dtype.name != "pybool":
        raise GraphError(f"the condition of a cond is {pred}, not a Python bool")
    return infer_branches(captures, then, orelse)


def infer_branches(
    captures: tuple[TensorSpec, ...], *bodies: Graph
) -> tuple[TensorSpec, ...]:
    """Return what two graphs give of which one runs to its end.

    Raises:
        GraphError: They take other inputs, or give what does not go together.
    """
    for body in bodies:
        check_inputs(body, captures)
    left, right = bodies
    if len(left.outputs) != len(right.outputs):
        raise GraphError("the branches have different numbers of outputs")
    return tuple(
        _join(a.spec, b.spec) for a, b in zip(left.outputs, right.outputs, strict=True)
    )


def _join(left: TensorSpec, right: TensorSpec) -> TensorSpec:
    if left.dtype is not right.dtype:
        raise GraphError(f"the branches give {left} and {right}")
    return TensorSpec(shapes.join(left.shape, right.shape), left.dtype)


def _infer_while(
    *inputs: TensorSpec, test: Graph, body: Graph
) -> tuple[TensorSpec, ...]:
    state = inputs[: len(body.outputs)]
    captures = inputs[len(body.outputs) :]
    held = tuple(value.spec for value in body.inputs[: len(state)])
    for graph in (test, body):
        check_inputs(graph, (*held, *captures))
    if len(test.outputs) != 1 or test.outputs[0].spec.dtype.name != "pybool":
        raise GraphError("the test of a while_loop must give one Python bool")
    for wide, first, again in zip(held, state, body.outputs, strict=True):
        if not specs.covers(wide, first) or not specs.covers(wide, again.spec):
            raise GraphError(
                f"a loop variable is {wide}, begins as {first} and becomes {again.spec}"
            )
    return held


def check_inputs(body: Graph, given: tuple[TensorSpec, ...]) -> None:
    """Check that a body takes what its node gives it.

    Raises:
        GraphError: It does not.
    """
    if len(body.inputs) != len(given):
        raise GraphError(
            f"body {body.name!r} takes {len(body.inputs)} inputs, not {len(given)}"
        )
    for value, spec in zip(body.inputs, given, strict=True):
        if not specs.covers(value.spec, spec):
            raise GraphError(
                f"body {body.name!r} takes {value.spec} for {value.name}, not {spec}"
            )


COND = define(
    "cond",
    inputs=("pred",),
    attrs={"then": REQUIRED, "orelse": REQUIRED},
    infer=_infer_cond,
    kernel=no_kernel,
    type_name="If",
    stateless_type="StatelessIf",
    node_name="cond",
    is_control=True,
    gradient=rules.COND,
    order=Order.ONE_OF_THEM,
    doc="Run one of two graphs.",
)
WHILE = define(
    "while_loop",
    inputs=("state",),
    attrs={"test": REQUIRED, "body": REQUIRED},
    infer=_infer_while,
    kernel=no_kernel,
    type_name="While",
    stateless_type="StatelessWhile",
    node_name="while",
    is_control=True,
    gradient=rules.WHILE,
    order=Order.AGAIN_AND_AGAIN,
    doc="Run a graph again and again while another one gives true.",
)
