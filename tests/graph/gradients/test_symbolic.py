"""Gradients of what a graph has computed, without a tape, beside formulas."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import GradientError, TapeError

X = np.array([1.0, 2.0])


def test_gradients_flow_to_arguments_variables_and_what_is_between():
    w = ag.Variable(3.0, dtype=ag.float64)

    @ag.function
    def f(x):
        y = ag.sin(x) * w
        z = y * y
        return ag.gradients([z], [x, w, y])

    by_x, by_w, by_y = f(ag.constant(X))
    y = np.sin(X) * 3
    np.testing.assert_allclose(by_x, 2 * y * np.cos(X) * 3)
    np.testing.assert_allclose(by_w, (2 * y * np.sin(X)).sum())
    np.testing.assert_allclose(by_y, 2 * y)


def through_control_flow(x):
    y = x * x if x > 0 else -x
    n = ag.constant(0)
    while n < 3:
        y = y * x
        n += 1
    return ag.gradients(y, x)


def in_a_branch(x):
    y = x * x
    return ag.gradients(y * x, x) if x > 0 else [x]


def partly(x):
    y = 2 * x
    return ag.gradients(x + y, [x, y], stop_gradients=[x, y])


def whole(x):
    y = 2 * x
    return ag.gradients(x + y, [x, y])


@pytest.mark.parametrize(
    ("function", "x", "expected"),
    [
        (lambda x: ag.gradients([x * x, 3.0 * x], x, grad_ys=[ag.ones_like(x), 2 * x]),
         X, [2 * X + 6 * X]),
        (lambda x: ag.gradients(x, ag.constant(1.0)), X, [None]),
        (lambda x: ag.gradients(x, ag.constant(1.0), unconnected_gradients="zero"), X, [0]),
        (whole, 1.0, [3, 1]),
        (partly, 1.0, [1, 1]),
        (through_control_flow, 2.0, [5 * 2**4]),
        (through_control_flow, -1.0, [-4 * (-1) ** 3]),
        (in_a_branch, 2.0, [12]),
    ],
)  # fmt: skip
def test_gradients_are_those_of_formulas(function, x, expected):
    for found, wanted in zip(
        ag.function(function)(ag.constant(x)), expected, strict=True
    ):
        if wanted is None:
            assert found is None
        else:
            np.testing.assert_allclose(found, wanted)


def test_hessians_are_second_derivatives():
    @ag.function
    def f(x, m):
        y = ag.reduce_sum(x**3) + x[0] * x[1]
        return ag.hessians([y, ag.reduce_sum(m * m)], [x, m])

    m = np.arange(4.0).reshape(2, 2)
    by_x, by_m = f(ag.constant(X), ag.constant(m))
    np.testing.assert_allclose(by_x, [[6, 1], [1, 12]])
    np.testing.assert_allclose(by_m.numpy().reshape(4, 4), 2 * np.eye(4))
    assert by_m.shape == (2, 2, 2, 2)
    linear = ag.function(lambda x: ag.hessians(2.0 * x, x)[0])
    assert float(linear(ag.constant(1.0))) == 0


def test_what_a_graph_has_not_recorded_is_refused():
    w = ag.Variable(1.0)
    for function in (ag.gradients, ag.hessians):
        with pytest.raises(TapeError, match="called outside of a decorated function"):
            function(w * w, w)

    @ag.function
    def f(x):
        y = w * x if x > 0 else x
        return ag.gradients(y, w)

    with pytest.raises(GradientError) as error:
        f(ag.constant(1.0))
    assert "a branch or loop reads a variable, or holds a tensor" in str(error.value)
    assert "it is read here" in str(error.value)


@pytest.mark.parametrize("decorate", [lambda f: f, ag.function])
def test_what_is_computed_again_has_the_same_gradient(decorate):
    w = ag.Variable(2.0)

    def f(x, y, power=1):
        return ag.sin(x * w) * y**power, x * y

    @decorate
    def slopes(x, y, function):
        with ag.GradientTape() as tape:
            tape.watch([x, y])
            first, second = function(x, y, power=2)
            z = first * second
        return tape.gradient(z, [x, y, w])

    x, y = ag.constant(1.5), ag.constant(0.5)
    expected = slopes(x, y, f)
    found = slopes(x, y, ag.recompute_grad(f))
    np.testing.assert_allclose(found, expected, rtol=1e-6)
    assert ag.recompute_grad(f).__name__ == "f"


def test_a_function_is_called_once_more_for_its_gradient():
    calls = []

    @ag.recompute_grad
    def square(x):
        calls.append(float(x))
        return x * x

    x = ag.constant(3.0)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = square(x)
    assert calls == [3.0]
    assert float(tape.gradient(y, x)) == 6
    assert calls == [3.0, 3.0]
