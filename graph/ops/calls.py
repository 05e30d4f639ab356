"""Calls as ops: of functions that call themselves, and of functions with own graphs.

    call            (*arguments, *captures)  with `body`, a graph of both
    call_again      the same, inside that body: by the name of its function
    call_function   (*arguments)  with `body`, a graph without captures

Names of recursive functions follow scopes: the innermost function of that name is
meant. The body of `call_function` is one graph object for all calls of the function,
at any depth: passes rewrite it once, programs hold it once, and it is printed once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graph.errors import GraphError
from graph.graph import Graph
from graph.op import NO_GRADIENT, PURE, REQUIRED, Effects, Order, always, define
from graph.ops.control_flow import check_inputs, no_kernel
from graph.ops.gradients import control as rules
from graph.specs import TensorSpec


def _infer_call(
    *arguments: TensorSpec, function: str, body: Graph
) -> tuple[TensorSpec, ...]:
    check_inputs(body, arguments)
    return tuple(value.spec for value in body.outputs)


def _infer_shared(
    *arguments: TensorSpec, function: str, body: Graph
) -> tuple[TensorSpec, ...]:
    if body.captures:
        raise GraphError(f"the graph of {function!r}, which calls share, has captures")
    return _infer_call(*arguments, function=function, body=body)


def _effects_again(attrs: Mapping[str, Any]) -> Effects:
    return Effects(attrs.get("reads", ()), attrs.get("writes", ()))


CALL = define(
    "call",
    inputs=("arguments",),
    attrs={"function": REQUIRED, "body": REQUIRED},
    infer=_infer_call,
    kernel=no_kernel,
    is_control=True,
    can_fail=always,
    gradient=rules.CALL,
    order=Order.AGAIN_AND_AGAIN,
    doc="Call a function that calls itself.",
)
CALL_AGAIN = define(
    "call_again",
    inputs=("arguments",),
    # The body is still being traced: what calling it gives and touches is said here.
    attrs={"function": REQUIRED, "results": REQUIRED, "reads": (), "writes": ()},
    infer=lambda *_, results, **__: tuple(results),
    kernel=no_kernel,
    is_control=True,
    can_fail=always,
    effects=PURE,
    further_effects=_effects_again,
    gradient=NO_GRADIENT(rules.RECURSION),
    doc="Call the enclosing function of this name.",
)
CALL_FUNCTION = define(
    "call_function",
    inputs=("arguments",),
    attrs={"function": REQUIRED, "body": REQUIRED},
    infer=_infer_shared,
    kernel=no_kernel,
    is_control=True,
    shares_body=True,
    can_fail=always,
    gradient=rules.CALL,
    type_name="PartitionedCall",
    doc="Call a function whose graph all its calls share.",
)
