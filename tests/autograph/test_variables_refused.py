"""Variables in decorated functions: what is refused, and weak captures."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

import autograph as ag

T = ag.constant
v = ag.Variable(3)
w = ag.Variable([1.0, -2.0, 3.0], name="w")


# -- What is refused -------------------------------------------------------------------


def refused(function, *args):
    with pytest.raises(ag.errors.AutographError) as info:
        ag.function(function)(*args)
    error = info.value
    assert error.hint
    assert error.origin is not None
    assert error.origin.filename == __file__
    return str(error)


def assign_number(x):
    return v.assign(x)


def assign_vector(x):
    return w.assign(x)


def assign_part(x):
    return w[:2].assign(x)


@pytest.mark.parametrize(
    ("function", "value", "text"),
    [
        (assign_number, 1.5, "holds int32 and cannot take a value of dtype float32"),
        (assign_vector, [1.0, 2.0], "has shape [3] and cannot take a value of shape [2"),
        (assign_part, [1.0, 2.0, 3.0],
         "this part of the variable 'w' has shape [2] and cannot take a value of shape"),
    ],
)  # fmt: skip
def test_wrong_values_are_refused_while_tracing(function, value, text):
    before = [v.numpy(), *w.numpy()]
    assert text in refused(function, T(value))
    assert [v.numpy(), *w.numpy()] == before


@pytest.mark.parametrize(
    ("dtype", "value", "text"),
    [
        (ag.int32, 2**40, "does not fit int32"),
        (ag.int32, 2**70, "cannot"),
        (ag.uint8, -1, "does not fit uint8"),
        (ag.float32, 10**400, "cannot"),
    ],
)
def test_numbers_that_do_not_fit_are_refused_eagerly_too(dtype, value, text):
    number = ag.Variable(1, dtype=dtype)
    for wrap in (lambda f: f, ag.function):
        for write in (number.assign, number.assign_add, number.assign_sub):
            with pytest.raises(ag.errors.DTypeError) as info:
                wrap(lambda write=write: write(value))()
            assert text in str(info.value)
            assert "write(value)" in str(info.value)
    assert number.numpy() == 1


def test_a_shape_that_is_known_late_is_checked_by_the_run():
    grows = ag.Variable([1.0], shape=[None])

    @ag.function
    def add(x):
        w.assign(x)

    concrete = add.get_concrete_function(ag.TensorSpec([None], ag.float32))
    before = w.numpy()
    with pytest.raises(ag.errors.ShapeError, match=r"cannot take a value of shape \[1"):
        concrete(grows)
    np.testing.assert_array_equal(w.numpy(), before)


# -- Weak captures ---------------------------------------------------------------------


def test_a_trace_does_not_take_another_variable_for_its_own():
    external = ag.Variable(3, name="external")
    f = ag.function(lambda x: x * external)
    assert int(f(4)) == 12
    external = ag.Variable(4)
    with pytest.raises(ag.errors.FailedPreconditionError, match="variable external"):
        f(4)


def test_a_concrete_function_holds_no_closures():
    def made():
        enclosed = ag.Variable(3, name="enclosed")

        @ag.function
        def f(x):
            return x * enclosed

        return f.get_concrete_function(4)

    concrete = made()
    gc.collect()
    with pytest.raises(ag.errors.FailedPreconditionError, match="variable enclosed"):
        concrete(4)


def test_a_concrete_function_knows_its_variables():
    first = ag.Variable(1.0, name="first")
    second: Any = ag.Variable(2.0, name="second", trainable=False)
    third = ag.Variable(3.0, name="third")

    @ag.function
    def f(x):
        if x > 0:
            third.assign_add(second)
        return first + third

    concrete = f.get_concrete_function(T(1.0))
    assert [each.name for each in concrete.variables] == [
        "second:0", "third:0", "first:0"
    ]  # fmt: skip
    assert [each.name for each in concrete.trainable_variables] == [
        "third:0",
        "first:0",
    ]
    assert concrete.captured_inputs[2] is first
    second = None
    assert [each.name for each in concrete.captured_inputs] == ["third:0", "first:0"]


def test_another_variable_as_argument_is_another_trace():
    traces = []

    @ag.function
    def double(x):
        traces.append(1)
        return x * 2

    first, second = ag.Variable(1), ag.Variable(2)
    assert [int(double(each)) for each in (first, second, first)] == [2, 4, 2]
    assert len(traces) == 2
    first.assign(10)
    assert int(double(first)) == 20


def test_a_value_that_the_caller_changes_later_is_not_the_variables():
    @ag.function
    def keep(x):
        w.assign(x)
        return w

    array = np.ones(3, np.float32)
    kept = keep(array)
    array[0] = 5
    np.testing.assert_array_equal(w.numpy(), [1, 1, 1])
    np.testing.assert_array_equal(kept.numpy(), [1, 1, 1])
