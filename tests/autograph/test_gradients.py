"""Gradients of staged functions: what is recorded, and what is refused.

Those of programs of every kind are tested by
`tests/language/library/test_differentiated.py`.
"""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import GradientError, PythonFallbackWarning
from graph.errors import UnstagedGradientError
from tests.language.derivatives import gradient_of

POINT = [0.4, 0.7, 0.2]


def test_what_is_recorded_runs_once_and_its_results_are_told_apart(capsys):
    v = ag.Variable(2.0)

    @ag.function
    def f(x, factor):
        v.assign(2.0)
        y, items = x, [x]
        for i in ag.range(3):
            ag.print("step", i)
            y = y * v
            v.assign_add(1.0)
            items.append(y)
        stopped = ag.stop_gradient(y)
        return {
            "y": y,
            "same": y,
            "stopped": stopped,
            "items": ((items[1], items[2]), factor),
        }

    x = ag.constant(1.5)
    with ag.GradientTape(persistent=True) as tape:
        tape.watch(x)
        found = f(x, np.array(3.0, np.float32))
        product = found["items"][0][0] * found["items"][0][1]  # 2 x times 6 x
    assert capsys.readouterr().err == "step 0\nstep 1\nstep 2\n"
    for key in ("y", "same"):
        by_both = [float(each) for each in tape.gradient(found[key], [x, v])]
        assert by_both == [24.0, 1.5 * (12 + 8 + 6)]
    assert float(tape.gradient(found["stopped"], x, None, "zero")) == 0
    assert float(tape.gradient(product, x)) == 24 * 1.5


def test_a_gradient_through_a_list_that_is_returned_is_that_of_plain_python():
    def f(x):
        items = [x]
        for _ in ag.range(3):
            items.append(items[-1] * x)
        return items

    x = ag.constant(1.5)
    with ag.GradientTape() as tape:
        tape.watch(x)
        with pytest.raises(UnstagedGradientError, match="that a result"):
            ag.function(f, python="refuse")(x)
        with pytest.warns(PythonFallbackWarning, match="that a result"):
            found = ag.function(f, python="allow")(x)
    assert float(tape.gradient(found[3], x)) == 4 * 1.5**3


def test_shapes_that_are_not_known_while_tracing():
    @ag.function(input_signature=[ag.TensorSpec([None, 3], ag.float64)])
    def f(x):
        y = x
        for _ in ag.range(2):
            y = y * ag.reduce_mean(x, axis=0) + ag.reduce_sum(y)
        return y

    x = ag.constant([POINT, POINT[::-1]], ag.float64)
    expected = gradient_of(f.python_function)(x)[0]
    assert np.allclose(gradient_of(f)(x)[0].numpy(), expected.numpy(), rtol=1e-12)


def test_concrete_functions_are_recorded_and_calls_without_tapes_keep_nothing():
    def for_loop(x):
        y = x
        for i in ag.range(4):
            y = ag.sin(y) * x + ag.cast(i, ag.float64)
        return y

    x = ag.constant(POINT, ag.float64)
    concrete = ag.function(for_loop).get_concrete_function(x)
    concrete(x)
    assert "_recordable" not in vars(concrete)
    found, expected = gradient_of(concrete)(x)[0], gradient_of(for_loop)(x)[0]
    assert np.allclose(found.numpy(), expected.numpy(), rtol=1e-12)
    assert "_recordable" in vars(concrete)


def test_recursion_is_refused_at_the_users_line():
    @ag.function
    def power(x, n):
        if n == 0:
            return ag.ones([])
        return x * power(x, n - 1)

    x = ag.constant(3.0)
    with ag.GradientTape() as tape:
        tape.watch(x)
        with pytest.raises(GradientError) as caught:
            tape.gradient(power(x, ag.constant(3)), x)
    assert "how often a function that calls itself does so" in str(caught.value)
    assert "return x * power(x, n - 1)" in str(caught.value)
    assert "Write a loop" in str(caught.value)
