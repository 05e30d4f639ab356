"""Gradients of lists: each op against what its elements, one by one, would give."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from executor.program import build
from graph import dtypes
from graph.gradients.backward import flow_back
from graph.graph import Graph
from graph.op import op_named
from graph.passes.pipeline import optimise
from graph.specs import TensorSpec, list_of
from graph.verify import verify

few = settings(max_examples=max(settings().max_examples // 4, 1))
SCALAR = TensorSpec((), dtypes.float64)
VECTOR = TensorSpec((2,), dtypes.float64)

# What Python makes of a list, and what an op does.
OPS = {
    "append": (lambda xs, v: [*xs, v], lambda add, xs, v: add("list_append", xs, v)),
    "drop_last": (lambda xs, v: xs[:-1], lambda add, xs, v: add("list_drop_last", xs)),
    "replaced": (
        lambda xs, v: [*xs[:-1], v],
        lambda add, xs, v: add("list_append", add("list_drop_last", xs), v),
    ),
}


@pytest.mark.parametrize("spec", [SCALAR, VECTOR], ids=["scalars", "vectors"])
@pytest.mark.parametrize("name", OPS)
def test_each_element_has_the_gradient_of_where_it_went(name, spec):
    graph = Graph("f")
    xs = graph.add_input(list_of(spec), "xs")
    value = graph.add_input(spec, "value")
    weights = graph.add_input(list_of(spec), "weights")
    in_python, in_graph = OPS[name]

    def add(op, *inputs, **attrs):
        tensors = [graph.constant(x) if isinstance(x, int) else x for x in inputs]
        return graph.add(op_named(op), tensors, attrs).outputs[0]

    y = in_graph(add, xs, value)
    with graph.as_default():
        found = flow_back(graph.nodes, [y], [weights], [xs, value])
    kept = [dx for dx in found if dx is not None]
    graph.finish(kept)
    verify(graph)
    # Elements are told apart by their values; those of the result by weights.
    numbers = [10.0, 20.0, 30.0]
    left = in_python(list(numbers), 40.0)
    scale = [float(k + 1) for k in range(len(left))]

    def held(items):
        if spec is SCALAR:
            return [np.float64(x) for x in items]
        return [np.array([x, -x]) for x in items]

    results = build(optimise(graph)).run(held(numbers), held([40.0])[0], held(scale))
    expected = [
        sum(w for w, x in zip(scale, left, strict=True) if x == number)
        for number in (*numbers, 40.0)
    ]
    rest = iter(results)
    dxs = next(rest)
    assert np.allclose(np.array(dxs), np.array(held(expected[:3])))
    if found[1] is not None:
        assert np.allclose(next(rest), held(expected[3:])[0])


def test_kept_lists_add_up():
    from graph.gradients.kept import KeptList

    held = KeptList([np.float64(1.0), np.float64(2.0)], list_of(SCALAR))
    total = held.zeros().plus(held).plus_at(1, np.array(5.0)).plus(held)
    assert [float(x) for x in total._value] == [2.0, 9.0]
    assert [float(x) for x in held._value] == [1.0, 2.0]


def back_and_forth(op, element, dy_spec, xs, weights, **attrs):
    """Return what an op makes of a list, the gradient, and the gradient of that."""
    graph = Graph("f")
    inner = graph.add_input(list_of(element), "xs")
    dy = graph.add_input(dy_spec, "dy")
    y = graph.add(op_named(op), [inner], attrs).outputs[0]
    with graph.as_default():
        (dx,) = flow_back(graph.nodes, [y], [dy], [inner])
        (again,) = flow_back(graph.nodes, [dx], [inner], [dy])
    graph.finish([y, dx, again])
    made, back, forth = build(optimise(graph)).run(xs, weights)
    assert np.array_equal(forth, made)
    return made, back


@few
@given(items=st.lists(st.floats(-5, 5), min_size=1, max_size=4))
def test_stacking_and_taking_apart_are_each_others_gradients(items):
    rows = [np.array([x, 2 * x]) for x in items]
    weights = np.arange(2.0 * len(items)).reshape(-1, 2)
    spec = TensorSpec((None, 2), dtypes.float64)
    made, back = back_and_forth("list_stack", VECTOR, spec, rows, weights)
    assert np.array_equal(np.array(back), weights)
    assert np.array_equal(made, np.array(rows))
