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

PLACES = st.integers(-3, 2)
BOTH = (True, True, False)
# What Python makes of a list, and what an op does.
OPS = {
    "append": (lambda xs, v, i, j: [*xs, v],
               lambda add, xs, v, i, j: add("list_append", xs, v)),
    "insert": (lambda xs, v, i, j: xs.insert(i, v) or xs,
               lambda add, xs, v, i, j: add("list_insert", xs, i, v)),
    "set": (lambda xs, v, i, j: xs.__setitem__(i, v) or xs,
            lambda add, xs, v, i, j: add("list_set", xs, i, v)),
    "delete": (lambda xs, v, i, j: xs.__delitem__(i) or xs,
               lambda add, xs, v, i, j: add("list_delete", xs, i)),
    "reverse": (lambda xs, v, i, j: xs[::-1],
                lambda add, xs, v, i, j: add("list_reverse", xs)),
    "repeat": (lambda xs, v, i, j: xs * abs(j),
               lambda add, xs, v, i, j: add("list_repeat", xs, abs(j))),
    "slice": (lambda xs, v, i, j: xs[i:j],
              lambda add, xs, v, i, j: add("list_slice", xs, i, j, given=BOTH)),
    "delete_slice": (
        lambda xs, v, i, j: xs.__delitem__(slice(i, j)) or xs,
        lambda add, xs, v, i, j: add("list_delete_slice", xs, i, j, given=BOTH)),
    "take": (
        lambda xs, v, i, j: [xs[i], xs[0], xs[i]],
        lambda add, xs, v, i, j: add(
            "list_take", xs, add("list_from", i, 0, i, element=INT))),
    "concat": (
        lambda xs, v, i, j: xs + xs[::-1],
        lambda add, xs, v, i, j: add("list_concat", xs, add("list_reverse", xs))),
}  # fmt: skip


@pytest.mark.parametrize("spec", [SCALAR, VECTOR], ids=["scalars", "vectors"])
@pytest.mark.parametrize("name", OPS)
@few
@given(i=PLACES, j=PLACES)
def test_each_element_has_the_gradient_of_where_it_went(name, spec, i, j):
    graph = Graph("f")
    xs = graph.add_input(list_of(spec), "xs")
    value = graph.add_input(spec, "value")
    weights = graph.add_input(list_of(spec), "weights")
    in_python, in_graph = OPS[name]

    def add(op, *inputs, **attrs):
        tensors = [graph.constant(x) if isinstance(x, int) else x for x in inputs]
        return graph.add(op_named(op), tensors, attrs).outputs[0]

    y = in_graph(add, xs, value, i, j)
    with graph.as_default():
        found = flow_back(graph.nodes, [y], [weights], [xs, value])
    kept = [dx for dx in found if dx is not None]
    graph.finish(kept)
    verify(graph)
    # Elements are told apart by their values; those of the result by weights.
    numbers = [10.0, 20.0, 30.0]
    left = in_python(list(numbers), 40.0, i, j)
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
