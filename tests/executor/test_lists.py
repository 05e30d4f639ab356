"""Run-time lists: changed in place where nothing else needs them, else copied."""

from __future__ import annotations

import numpy as np
import pytest

from executor.ir import ideal_form
from executor.program import build
from graph import dtypes
from graph.ops.lists import held_form
from graph.passes.pipeline import optimise
from graph.specs import TensorSpec, list_of
from tests.executor.graphs import FLOAT32, INT, make
from tests.graph import reference


@pytest.mark.parametrize("dtype", dtypes.STRONG + dtypes.PYTHON, ids=str)
@pytest.mark.parametrize("shape", [(), (2,), None], ids=str)
def test_elements_are_held_as_expressions_have_them(dtype, shape):
    if dtype.is_python and shape != ():
        return
    spec = TensorSpec(shape, dtype)
    assert held_form(spec) == ideal_form(spec)


def squares(w, n, x):
    def test(b, i, xs, n, x):
        return b.op("less", i, n)

    def body(b, i, xs, n, x):
        return b.op("add", i, 1), b.op("list_append", xs, b.op("multiply", x, x))

    xs = w.op("list_from", element=FLOAT32)
    _, xs = w.loop({"i": w.graph.constant(0), "xs": xs}, [n, x], test, body)
    return xs


def test_appending_in_a_loop_changes_one_list(golden):
    golden(build(make("squares", {"n": INT, "x": FLOAT32}, squares)).source)


def test_a_list_that_is_needed_later_is_copied(golden):
    def both(w, n, x):
        xs = squares(w, n, x)
        return xs, w.op("list_append", xs, x), w.op("list_length", xs)

    program = build(make("both", {"n": INT, "x": FLOAT32}, both))
    golden(program.source)
    xs, ys, length = program(2, np.float32(3))
    assert (xs, ys, length) == ([9.0, 9.0], [9.0, 9.0, 3.0], 2)


def _counted(b, count, *values):
    return b.op("less", count, 3)


def _one_list_in_two_variables(w, n):
    xs = w.op("list_from", n, element=INT)
    zero = w.graph.constant(0)

    def body(b, count, left, right, n):
        left = _longer(b, left, count)
        return b.op("add", count, 1), left, _longer(b, right, n)

    start = {"count": zero, "left": xs, "right": xs}
    return w.loop(start, [n], _counted, body)[1:]


def _two_variables_become_one_list(w, n):
    def body(b, count, left, right, n):
        longer = _longer(b, _longer(b, left, count), b.op("list_length", right))
        return b.op("add", count, 1), longer, longer

    xs, ys = (w.op("list_from", n, element=INT) for _ in range(2))
    start = {"count": w.graph.constant(0), "left": xs, "right": _longer(w, ys, 7)}
    _, left, right = w.loop(start, [n], _counted, body)
    left = _longer(w, left, -1)
    return left, right, w.op("list_drop_last", right)


def _the_list_of_before_inside_a_loop(w, n):
    def body(b, count, xs, before):
        longer = _longer(b, xs, b.op("list_length", before))
        return b.op("add", count, 1), longer

    xs = w.op("list_from", n, element=INT)
    return w.loop({"count": w.graph.constant(0), "xs": xs}, [xs], _counted, body)[1:]


def _variables_change_places(w, n):
    def body(b, count, left, right):
        return b.op("add", count, 1), _longer(b, right, count), left

    xs = w.op("list_from", n, element=INT)
    start = {"count": w.graph.constant(0), "left": xs, "right": _longer(w, xs, 5)}
    return w.loop(start, [], _counted, body)[1:]


def _a_branch_leaves_one_list_twice(w, n):
    def then(b, xs, n):
        longer = _longer(b, xs, n)
        return longer, longer

    def orelse(b, xs, n):
        return xs, _longer(b, xs, 0)

    xs = w.op("list_from", n, element=INT)
    pred = w.op("less", n, 3)
    left, right = w.cond(pred, [xs, n], then, orelse)
    return _longer(w, left, 9), right, xs


@pytest.mark.parametrize("n", [1, 4])
@pytest.mark.parametrize(
    "program",
    [
        _one_list_in_two_variables,
        _two_variables_become_one_list,
        _the_list_of_before_inside_a_loop,
        _variables_change_places,
        _a_branch_leaves_one_list_twice,
    ],
)
def test_no_two_values_share_a_list(program, n):
    graph = make("program", {"n": INT}, lambda w, n: tuple(program(w, n)))
    expected = reference.run(graph, n).outputs
    for each in (graph, optimise(graph)):
        found = build(each)
        assert list(found(n)) == expected, found.source


def _longer(w, xs, i):
    return w.op("list_append", xs, i)


@pytest.mark.parametrize(
    ("given", "wanted", "before", "after"),
    [
        (INT, FLOAT32, [1, 2], [np.float32(1), np.float32(2)]),
        (INT, TensorSpec((), dtypes.python_float), [1], [1.0]),
        (FLOAT32, TensorSpec((None,), dtypes.float32), [], []),
        (
            TensorSpec((), dtypes.int32),
            TensorSpec(None, dtypes.int32),
            [np.array(3, np.int32)],
            [np.array(3, np.int32)],
        ),
    ],
    ids=str,
)
def test_elements_are_cast_to_how_they_are_held(given, wanted, before, after):
    def write(w, *values):
        xs = w.op("list_from", *values, element=given)
        return w.op("list_cast", xs, element=wanted)

    inputs = {f"x{place}": given for place in range(len(before))}
    (found,) = build(make("f", inputs, write))(*before)
    assert list(map(type, found)) == list(map(type, after))
    assert found == after


def test_lists_of_one_kind_have_one_spec():
    assert list_of(INT) == list_of(TensorSpec((), dtypes.python_int, "n"))
    assert list_of(INT).dtype is list_of(INT).dtype
    assert str(list_of(TensorSpec((None, 2)))) == "list[float32[None, 2]]"
    assert str(list_of(None)) == "list[?]"
