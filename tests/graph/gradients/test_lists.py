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
from graph.ops.lists import INT
from graph.passes.pipeline import optimise
from graph.specs import TensorSpec, list_of
from graph.verify import verify

few = settings(max_examples=max(settings().max_examples // 4, 1))
SCALAR = TensorSpec((), dtypes.float64)
VECTOR = TensorSpec((2,), dtypes.float64)

# What an op makes of Python's list, in place or anew: name, operands, attributes.
PLACES = st.integers(-3, 2)
OPS = {
    "list_append": lambda xs, v, i, j: [*xs, v],
    "list_insert": lambda xs, v, i, j: xs.insert(i, v) or xs,
    "list_set": lambda xs, v, i, j: xs.__setitem__(i, v) or xs,
    "list_delete": lambda xs, v, i, j: xs.__delitem__(i) or xs,
    "list_reverse": lambda xs, v, i, j: xs[::-1],
    "list_repeat": lambda xs, v, i, j: xs * abs(j),
    "list_slice": lambda xs, v, i, j: xs[i:j],
    "list_delete_slice": lambda xs, v, i, j: xs.__delitem__(slice(i, j)) or xs,
    "list_take": lambda xs, v, i, j: [xs[i], xs[0], xs[i]],
    "list_concat": lambda xs, v, i, j: xs + xs[::-1],
}


def apply(graph, name, xs, value, i, j):
    """Apply an op in a graph, to what `OPS` applies it to."""
    number = graph.constant

    def add(op, inputs, **attrs):
        return graph.add(op_named(op), inputs, attrs).outputs[0]

    if name == "list_append":
        return add(name, [xs, value])
    if name in ("list_insert", "list_set"):
        return add(name, [xs, number(i), value])
    if name == "list_delete":
        return add(name, [xs, number(i)])
    if name == "list_repeat":
        return add(name, [xs, number(abs(j))])
    if name in ("list_slice", "list_delete_slice"):
        return add(name, [xs, number(i), number(j)], given=(True, True, False))
    if name == "list_take":
        places = add("list_from", [number(i), number(0), number(i)], element=INT)
        return add(name, [xs, places])
    if name == "list_concat":
        return add(name, [xs, add("list_reverse", [xs])])
    return add(name, [xs])


@pytest.mark.parametrize("spec", [SCALAR, VECTOR], ids=["scalars", "vectors"])
@pytest.mark.parametrize("name", OPS)
@few
@given(i=PLACES, j=PLACES)
def test_each_element_has_the_gradient_of_where_it_went(name, spec, i, j):
    graph = Graph("f")
    xs = graph.add_input(list_of(spec), "xs")
    value = graph.add_input(spec, "value")
    weights = graph.add_input(list_of(spec), "weights")
    y = apply(graph, name, xs, value, i, j)
    with graph.as_default():
        found = flow_back(graph.nodes, [y], [weights], [xs, value])
    kept = [dx for dx in found if dx is not None]
    graph.finish(kept)
    verify(graph)
    # Elements are told apart by their values; those of the result by weights.
    numbers = [10.0, 20.0, 30.0]
    left = OPS[name](list(numbers), 40.0, i, j)
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


def test_a_slice_that_is_written_has_no_gradient():
    from graph.errors import GradientError

    graph = Graph("f")
    xs, ys = (graph.add_input(list_of(SCALAR), name) for name in ("xs", "ys"))
    attrs = {"given": (False, False, False)}
    y = graph.add(op_named("list_set_slice"), [xs, ys], attrs).outputs[0]
    with graph.as_default(), pytest.raises(GradientError, match="is not told apart"):
        flow_back(graph.nodes, [y], [xs], [xs])


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


@few
@given(lengths=st.lists(st.integers(0, 3), min_size=1, max_size=4))
def test_joining_and_parting_are_each_others_gradients(lengths):
    parts = [np.full((2, n), float(i)) for i, n in enumerate(lengths)]
    weights = np.arange(2.0 * sum(lengths)).reshape(2, -1)
    spec = TensorSpec((2, None), dtypes.float64)
    joined, back = back_and_forth("list_joined", spec, spec, parts, weights, axis=1)
    assert np.array_equal(joined, np.concatenate(parts, 1))
    assert np.array_equal(np.concatenate(back, 1), weights)
    assert [each.shape for each in back] == [each.shape for each in parts]


@few
@given(rows=st.lists(st.lists(st.floats(-5, 5), min_size=2, max_size=2), min_size=1))
def test_an_array_of_rows_and_its_rows_are_each_others_gradients(rows):
    weights = np.arange(2.0 * len(rows), dtype=np.float32).reshape(-1, 2)
    spec, dtype = TensorSpec((None, 2), dtypes.float32), dtypes.float32
    made, back = back_and_forth(
        "list_array", list_of(SCALAR), spec, rows, weights, dtype=dtype
    )
    assert np.array_equal(made, np.array(rows, np.float32))
    assert np.array_equal(np.array(back), weights)
    assert {type(x) for row in back for x in row} == {np.float64}
