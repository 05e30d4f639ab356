"""The op that gives values a gradient of the user's own: see `ag.custom_gradient`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graph import specs
from graph.errors import GraphError
from graph.graph import Graph, current_graph
from graph.op import REQUIRED, Application, define
from graph.outline import splice
from graph.specs import TensorSpec, spec_of
from graph.unbroadcast import like_dtype, zeros_for


def _infer(
    *inputs: TensorSpec, gradient: Any, n_sources: int, n_outputs: int
) -> tuple[TensorSpec, ...]:
    if isinstance(gradient, Graph):
        taken = inputs[n_sources:]
        if len(gradient.outputs) != n_sources or len(gradient.inputs) != len(taken):
            raise GraphError(f"{gradient.name!r} is no gradient of {n_sources} sources")
        for value, spec in zip(gradient.inputs, taken, strict=True):
            if not specs.covers(value.spec, spec):
                raise GraphError(f"{gradient.name!r} takes {value.spec}, not {spec}")
    return inputs[n_sources : n_sources + n_outputs]


def _gradient(at: Application, *dys: Any) -> Sequence[Any]:
    """Call the user's function, or add the nodes that it was traced to."""
    n_sources, n_outputs = at.attrs["n_sources"], at.attrs["n_outputs"]
    sources, gradient = at.inputs[:n_sources], at.attrs["gradient"]
    pairs = zip(dys, at.outputs, strict=True)
    given = [zeros_for(y) if dy is None else dy for dy, y in pairs]
    if isinstance(gradient, Graph):
        graph = current_graph()
        assert graph is not None
        taken = [*given, *at.inputs[n_sources + n_outputs :]]
        found = splice(gradient, graph, [graph.capture(x) for x in taken])
    else:
        found = gradient(*given)
    parts = zip(found, sources, strict=True)
    flowing = [None if dx is None else like_dtype(dx, x) for dx, x in parts]
    return [*flowing, *[None] * (len(at.inputs) - n_sources)]


def _forward(
    inputs: Sequence[Any], *, gradient: Any, n_sources: int, n_outputs: int
) -> Sequence[Any]:
    return inputs[n_sources : n_sources + n_outputs]


WITH_GRADIENT = define(
    "with_gradient",
    is_public=False,
    # Sources, then the values, then what the gradient takes besides theirs: a graph of
    # it takes the gradients of the values in the place of these.
    inputs=("inputs",),
    attrs={"gradient": REQUIRED, "n_sources": REQUIRED, "n_outputs": REQUIRED},
    infer=_infer,
    kernel=lambda *inputs, **attrs: tuple(_forward(inputs, **attrs)),
    given_on=_forward,
    may_alias=True,
    work=0.0,
    gradient=_gradient,
    doc="Values whose gradient is what a function of the user's makes of theirs.",
)


def is_differentiable(value: Any) -> bool:
    """Is it a tensor of real or complex numbers?"""
    dtype = spec_of(value).dtype
    return not dtype.is_python and (dtype.is_floating or dtype.is_complex)


__all__: list[str] = []
