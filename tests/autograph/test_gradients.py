"""Gradients of staged functions are those of plain Python, and of central differences.

Each program is run as it is written, under an eager tape; decorated, under a tape; and
decorated with the tape inside. Second derivatives likewise. Programs with tapes inside
are those of `tests/language/library/gradient_tapes.py`, too.
"""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import GradientError
from tests.autograph.gradient_programs import (
    FLOAT,
    PROGRAMS,
    fixed,
    for_loop,
    reads_from_outside,
    weight,
)

POINTS = ([0.4, 0.7, 0.2], [-0.4, 0.3, 0.9], [-0.5, -0.2, -0.1])
# What counts as a constant has no part in a gradient, but in a difference.
WITHOUT_DIFFERENCES = {"stops"}


def weighed(y):
    """Return a number that depends on all elements of a result."""
    flat = ag.reshape(y, [-1])
    size = flat.shape[0]
    numbers = ag.range(ag.size(y)) if size is None else ag.range(size)
    return ag.reduce_sum(flat * ag.sin(1.0 + ag.cast(numbers, FLOAT)))


def plain(function):
    """Return the gradient by an eager tape around `function`."""

    def gradient(x, others=()):
        with ag.GradientTape() as tape:
            tape.watch([x, *others])
            y = weighed(function(x))
        return tape.gradient(y, [x, *others])

    return gradient


def twice(gradient):
    """Return second derivatives: those of the sum of first ones."""

    def second(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            total = weighed(gradient(x)[0])
        return tape.gradient(total, x, unconnected_gradients="zero")

    return second


def differences(function, x, step=1e-6):
    found = np.zeros(len(x))
    for i in range(len(x)):
        moved = [np.array(x), np.array(x)]
        moved[0][i] += step
        moved[1][i] -= step
        high, low = (float(weighed(function(ag.constant(m, FLOAT)))) for m in moved)
        found[i] = (high - low) / (2 * step)
    return found


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("point", POINTS, ids=str)
def test_gradients_agree(function, point):
    x = ag.constant(point, FLOAT)
    expected = plain(function)(x)[0].numpy()
    if function.__name__ not in WITHOUT_DIFFERENCES:
        assert np.allclose(expected, differences(function, point), rtol=1e-6, atol=1e-8)
    staged = ag.function(function)
    inside = ag.function(plain(function))
    for gradient in (plain(staged), plain(staged), inside, inside):
        assert np.allclose(gradient(x)[0].numpy(), expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_second_derivatives_agree(function):
    x = ag.constant(POINTS[0], FLOAT)
    gradient = plain(function)
    expected = twice(gradient)(x).numpy()
    if function.__name__ not in WITHOUT_DIFFERENCES:
        found = differences(lambda x: gradient(x)[0], POINTS[0])
        assert np.allclose(expected, found, rtol=1e-5, atol=1e-7)
    staged = ag.function(function)
    for second in (twice(plain(staged)), ag.function(twice(plain(function)))):
        assert np.allclose(second(x).numpy(), expected, rtol=1e-10, atol=1e-12)


def test_gradients_by_variables_and_tensors_from_outside():
    x = ag.constant(POINTS[0], FLOAT)
    expected = plain(reads_from_outside)(x, [weight, fixed])
    staged = ag.function(reads_from_outside)
    inside = ag.function(lambda x: plain(reads_from_outside)(x, [weight, fixed]))
    for found in (plain(staged)(x, [weight, fixed]), inside(x)):
        for dx, wanted in zip(found, expected, strict=True):
            assert np.allclose(dx.numpy(), wanted.numpy(), rtol=1e-12)


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
        return {"y": y, "same": y, "stopped": stopped, "items": (items, factor)}

    x = ag.constant(1.5)
    with ag.GradientTape(persistent=True) as tape:
        tape.watch(x)
        found = f(x, np.array(3.0, np.float32))
        product = found["items"][0][1] * found["items"][0][2]  # 2 x times 6 x
    assert capsys.readouterr().err == "step 0\nstep 1\nstep 2\n"
    for key in ("y", "same"):
        by_both = [float(each) for each in tape.gradient(found[key], [x, v])]
        assert by_both == [24.0, 1.5 * (12 + 8 + 6)]
    assert float(tape.gradient(found["stopped"], x, None, "zero")) == 0
    assert float(tape.gradient(product, x)) == 24 * 1.5


def test_shapes_that_are_not_known_while_tracing():
    @ag.function(input_signature=[ag.TensorSpec([None, 3], FLOAT)])
    def f(x):
        y = x
        for _ in ag.range(2):
            y = y * ag.reduce_mean(x, axis=0) + ag.reduce_sum(y)
        return y

    x = ag.constant([POINTS[0], POINTS[1]], FLOAT)
    expected = plain(f.python_function)(x)[0]
    assert np.allclose(plain(f)(x)[0].numpy(), expected.numpy(), rtol=1e-12)


def test_concrete_functions_are_recorded_and_calls_without_tapes_keep_nothing():
    x = ag.constant(POINTS[0], FLOAT)
    concrete = ag.function(for_loop).get_concrete_function(x)
    concrete(x)
    assert "_recordable" not in vars(concrete)
    found, expected = plain(concrete)(x)[0], plain(for_loop)(x)[0]
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
