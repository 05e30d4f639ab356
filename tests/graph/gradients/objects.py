"""Programs over Python's objects, with what differentiates the graphs of these."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import autograph as ag
from executor.program import build
from graph import ops
from graph.gradients.backward import flow_back
from graph.gradients.bodies import open_copy
from graph.graph import Graph
from graph.passes.pipeline import optimise
from graph.verify import verify


def traced(function: Callable[..., Any], *arguments: Any) -> Graph:
    """Return the graph of a function, nothing of which Python runs as it stands."""
    decorated = ag.function(function, python="refuse")
    graph: Graph = decorated.get_concrete_function(*arguments).graph
    return graph


def program(graph: Graph) -> Callable[..., Any]:
    """Return what runs a graph with one output."""
    held = build(optimise(graph))
    return lambda *values: held.run(*values)[0]


def opened(graph: Graph) -> Graph:
    """Return a copy to which more can be added."""
    copy = open_copy(graph, None)  # type: ignore[arg-type]
    copy.is_block = False
    copy._captures = {}
    return copy


def scalar_of(graph: Graph) -> Graph:
    """Return the graph of a number that depends on all of a graph's output."""
    copy = opened(graph)
    with copy.as_default():
        y: Any = copy.outputs[0]
        if y.spec.shape != ():
            y = ops.reduce_sum(ops.multiply(y, y))
    return copy.finish([y])


def gradient_of(graph: Graph) -> Graph:
    """Return the graph of the gradient of a number by the first input."""
    copy = opened(graph)
    with copy.as_default():
        y, x = copy.outputs[0], copy.inputs[0]
        (dx,) = flow_back(copy.nodes, [y], [ops.ones_like(y)], [x])
        found: Any = ops.zeros_like(x) if dx is None else dx
    copy.finish([found])
    verify(copy)
    return copy


def slopes(function: Callable[[Any], Any], x: Any, step: float = 1e-6) -> Any:
    """Return central differences of a number by each element of an array."""
    found = np.zeros(np.shape(x))
    for at in np.ndindex(found.shape):
        move = np.zeros(found.shape)
        move[at] = step
        move = move if found.shape else move[()]
        found[at] = (function(x + move) - function(x - move)) / (2 * step)
    return found


def check_orders(graph: Graph, x: Any, rest: Sequence[Any], orders: int) -> None:
    """Check the derivatives of a graph's output, each against the one before."""
    for _ in range(orders):
        graph = scalar_of(graph)
        of = functools.partial(_of, program(graph), rest)
        graph = gradient_of(graph)
        found = program(graph)(x, *rest)
        wanted = slopes(of, x)
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-7)


def _of(function: Callable[..., Any], rest: Sequence[Any], x: Any) -> Any:
    return function(x, *rest)
