"""What plain Python returns has the form of what a graph returns."""

from __future__ import annotations

import statistics
from typing import Any, NamedTuple

import numpy as np
import pytest

import autograph as ag
from autograph.errors import PythonFallbackWarning
from tests.autograph.falling import by_a_line, fell, refused

T = ag.constant
pytestmark = pytest.mark.usefixtures("allowing")


class Point(NamedTuple):
    x: Any
    y: Any


def test_results_are_what_a_graph_returns():
    tensor, thing = T([1, 2]), object()

    def results(x):
        refused(x)
        return {
            "b": [1, 2.5, True, None, "text", b"bytes", 1j, 2**40],
            "a": (tensor, np.arange(3), np.float64(0.5)),
            "point": Point(1, x),
            "thing": thing,
        }

    found = fell(ag.function(results), T(1))
    assert list(found) == ["b", "a", "point", "thing"]
    kinds = [getattr(each, "dtype", each) for each in found["b"]]
    assert kinds == [
        *(ag.int32, ag.float32, ag.bool, None, ag.string, ag.string, ag.complex64),
        ag.int64,
    ]
    assert found["a"][0] is tensor
    assert [each.dtype for each in found["a"][1:]] == [ag.int64, ag.float64]
    assert isinstance(found["a"][1], ag.Tensor)
    assert type(found["point"]) is Point
    assert isinstance(found["point"].x, ag.Tensor)
    assert found["thing"] is thing
    far = ag.function(lambda x: int(statistics.fmean([x])) * 2**70)
    with pytest.warns(PythonFallbackWarning), pytest.raises(OverflowError):
        far(T(1))


@pytest.mark.parametrize("falls", [refused, by_a_line])
def test_what_falls_returns_what_a_graph_does(falls):
    traced, thing = ag.function(lambda x: x), object()

    def results(x):
        return [falls(x), (1, 2.5, thing), {"a": np.arange(2), "b": "text"}]

    first, numbers, table = fell(ag.function(results), T(1))
    assert [each.dtype for each in numbers[:2]] == [ag.int32, ag.float32]
    assert numbers[2] is thing
    assert (int(first), table["a"].dtype, table["b"].dtype) == (2, ag.int64, ag.string)
    assert type(traced(T(1))) is type(first)


def test_containers_that_hold_themselves_come_back_as_they_are():
    def loop(x):
        statistics.fmean([x])
        xs: list[Any] = [1]
        xs.append(xs)
        return xs

    found = fell(ag.function(loop), T(1))
    assert found[1] is found


@pytest.mark.parametrize(
    ("argument", "dtypes"),
    [
        (T(1), (ag.int32, ag.float32)),
        (1, (ag.int32, ag.float32)),
        ([T(1.5)], (ag.int32, ag.float32)),
        (np.float32(1), (ag.int32, ag.float32)),
        (np.float64(1), (ag.int64, ag.float64)),
        ({"a": T(1, ag.int64)}, (ag.int64, ag.float64)),
        ([np.arange(3)], (ag.int64, ag.float64)),
    ],
)
def test_numbers_have_the_width_of_the_arguments(argument, dtypes):
    def numbers(x):
        statistics.fmean([T(ag.nest.flatten(x)[0]).ravel()[0]])
        return 7, 0.5

    found = fell(ag.function(numbers), argument)
    assert tuple(each.dtype for each in found) == dtypes


def test_arguments_are_the_callers_own():
    @ag.function
    def changes(xs, a):
        statistics.fmean([xs[0]])
        xs.append(len(xs))
        a[0] = 7
        return 0

    xs, a = [T(1)], np.zeros(2)
    fell(changes, xs, a)
    assert xs[1:] == [1]
    assert a.tolist() == [7, 0]


ARRAYS = [
    np.array(["2020-01-01", "2020-01-02"], "M8[D]"),
    np.array([(1, 2.0)], [("a", int), ("b", float)]),
    np.array([1, None], object),
    np.ma.array([1, 2], mask=[False, True]),
]


@pytest.mark.parametrize("array", ARRAYS)
def test_arrays_that_no_tensor_is_of_are_taken_and_returned_as_they_are(array):
    @ag.function
    def f(a, calls):
        calls.append(1)
        return a, len(a), "\ud800"

    calls = []
    with pytest.warns(PythonFallbackWarning):
        found, length, text = f(array, calls)
    assert found is array
    assert int(length) == len(array)
    assert (text, calls) == ("\ud800", [1])


def test_an_input_signature_converts_what_plain_python_gets_and_changes():
    spec, given = ag.TensorSpec([], ag.float32), []

    @ag.function(input_signature=[{"a": spec, "b": [spec, spec]}])
    def f(table):
        given.append(type(table["a"]).__name__)
        table["c"] = table["a"] + 1
        table["b"].pop(0)
        del table["a"]
        return refused(table["c"])

    table = {"a": 2, "b": [3.0, 4.0]}
    inner = table["b"]
    assert float(fell(f, table)) == 4.0
    assert given == ["Tensor"]
    assert list(table) == ["b", "c"]
    assert table["b"] is inner
    assert inner == [4.0]
    assert float(table["c"]) == 3.0
