"""Functions that call themselves, as ops: a graph that is called, and called again.

    call         (*arguments, *captures)  with `body`, a graph of both
    call_again   the same, inside that body: by the name of its function

Everything else that is called becomes part of the graph that calls it; only recursion
needs a name. Names follow scopes: the innermost function of that name is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graph.graph import Graph
from graph.op import PURE, REQUIRED, Effects, always, define
from graph.ops.control_flow import check_inputs, no_kernel
from graph.specs import TensorSpec


def _infer_call(
    *arguments: TensorSpec, function: str, body: Graph
) -> tuple[TensorSpec, ...]:
    check_inputs(body, arguments)
    return tuple(value.spec for value in body.outputs)


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
    doc="Call the enclosing function of this name.",
)
