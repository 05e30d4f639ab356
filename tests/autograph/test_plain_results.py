"""What plain Python returns has the form of what a graph returns."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import pytest

import autograph as ag
from autograph.errors import PythonFallbackWarning
from tests.autograph.falling import fell, refused

T = ag.constant


class Point(NamedTuple):
    x: Any
    y: Any


def test_results_are_what_a_graph_returns(allowing):
    tensor, thing = T([1, 2]), object()

    def results(x):
        math.frexp(x)
        return {
            "b": [1, 2.5, True, None, "text", b"bytes", 1j],
            "a": (tensor, np.arange(3), np.float64(0.5)),
            "point": Point(1, x),
            "thing": thing,
        }

    found = fell(ag.function(results), T(1))
    assert list(found) == ["b", "a", "point", "thing"]
    kinds = [getattr(each, "dtype", each) for each in found["b"]]
    assert kinds == [
        *(ag.int32, ag.float32, ag.bool, None, ag.string, ag.string, ag.complex64)
    ]
    assert found["a"][0] is tensor
    assert [each.dtype for each in found["a"][1:]] == [ag.int64, ag.float64]
    assert isinstance(found["a"][1], ag.Tensor)
    assert type(found["point"]) is Point
    assert isinstance(found["point"].x, ag.Tensor)
    assert found["thing"] is thing


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
def test_numbers_have_the_width_of_the_arguments(allowing, argument, dtypes):
    def numbers(x):
        math.frexp(T(ag.nest.flatten(x)[0]).ravel()[0])
        return 7, 0.5

    found = fell(ag.function(numbers), argument)
    assert tuple(each.dtype for each in found) == dtypes


def test_a_wide_integer_is_what_a_constant_of_it_is(allowing):
    wide = ag.function(lambda x: math.frexp(x)[1] * 2**40)
    assert fell(wide, T(1)).dtype is ag.int64
    far = ag.function(lambda x: math.frexp(x)[1] * 2**70)
    with pytest.warns(PythonFallbackWarning), pytest.raises(OverflowError):
        far(T(1))


def test_containers_that_hold_themselves_come_back_as_they_are(allowing):
    def loop(x):
        math.frexp(x)
        xs: list[Any] = [1]
        xs.append(xs)
        return xs

    found = fell(ag.function(loop), T(1))
    assert found[1] is found


def test_arguments_are_the_callers_own(allowing):
    def changes(xs, a):
        refused(T(1)) if isinstance(xs[0], int) else None
        xs.append(len(xs))
        a[0] = 7
        return xs

    xs, a = [T(1)], np.zeros(2)

    def with_value(xs, a):
        math.frexp(xs[0])
        changes(xs, a)
        return 0

    fell(ag.function(with_value), xs, a)
    assert len(xs) == 2
    assert a[0] == 7


def test_an_input_signature_converts_what_plain_python_gets(allowing):
    given = []

    @ag.function(input_signature=[ag.TensorSpec([None], ag.float32)])
    def signed(x):
        given.append(type(x).__name__)
        math.frexp(x[0])
        return ag.reduce_sum(x)

    assert float(fell(signed, [1, 2])) == 3.0
    assert given == ["Tensor"]


DAYS = np.array(["2020-01-01", "2020-01-02"], "M8[D]")
PAIRS = np.array([(1, 2.0)], [("a", int), ("b", float)])
OBJECTS = np.array([1, None], object)


@pytest.mark.parametrize(
    "array", [DAYS, PAIRS, OBJECTS, np.ma.array([1, 2], mask=[False, True])]
)
def test_arrays_that_no_tensor_is_of_are_taken_and_returned_as_they_are(
    allowing, array
):
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


def test_changes_of_what_a_signature_converts_are_carried_over(allowing):
    spec = ag.TensorSpec([], ag.float32)

    @ag.function(input_signature=[{"a": spec, "b": [spec, spec]}])
    def f(table):
        table["c"] = table["a"] + 1
        table["b"].pop(0)
        del table["a"]
        return refused(table["c"])

    given = {"a": 2.0, "b": [3.0, 4.0]}
    inner = given["b"]
    assert float(fell(f, given)) == 4.0
    assert list(given) == ["b", "c"]
    assert given["b"] is inner
    assert inner == [4.0]
    assert float(given["c"]) == 3.0
