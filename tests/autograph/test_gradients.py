"""Gradients of staged functions are those of plain Python, and of central differences.

Each program is run as it is written, under an eager tape; decorated, under a tape; and
decorated with the tape inside. Second derivatives likewise.
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


def test_a_variable_that_is_assigned_in_a_loop_counts_as_it_is_read():
    v = ag.Variable(2.0, dtype=FLOAT)

    def f(x):
        v.assign(2.0)
        y = x
        for _ in ag.range(3):
            y = y * v
            v.assign_add(1.0)
        return y

    def by_both(function, x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return [float(dx) for dx in tape.gradient(y, [x, v])]

    x = ag.constant(1.5, FLOAT)
    assert by_both(ag.function(f), x) == by_both(f, x) == [24.0, 1.5 * (12 + 8 + 6)]


def test_effects_happen_once(capsys):
    @ag.function
    def f(x):
        for i in ag.range(2):
            ag.print("step", i)
            x = x * x
        return x

    x = ag.constant(3.0)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert float(tape.gradient(y, x)) == 4 * 27
    assert capsys.readouterr().err == "step 0\nstep 1\n"


def test_results_keep_their_structure_and_are_told_apart():
    @ag.function
    def f(x):
        y = x * x
        return {"y": y, "same": y, "stopped": ag.stop_gradient(y), "rest": (y * x, 3)}

    x = ag.constant(3.0)
    with ag.GradientTape(persistent=True) as tape:
        tape.watch(x)
        found = f(x)
    assert [float(tape.gradient(found[k], x)) for k in ("y", "same")] == [6, 6]
    assert float(tape.gradient(found["stopped"], x, None, "zero")) == 0
    assert float(tape.gradient(found["rest"][0], x)) == 27


def test_items_of_a_returned_list_have_gradients():
    @ag.function
    def f(x):
        found = []
        for i in ag.range(3):
            found.append(x ** ag.cast(i, ag.float32))  # noqa: PERF401  # staged
        return found

    x = ag.constant(3.0)
    with ag.GradientTape() as tape:
        tape.watch(x)
        _, y, z = f(x)
        total = y * z
    assert float(tape.gradient(total, x)) == 27


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


def test_concrete_functions_are_recorded_too():
    f = ag.function(for_loop)
    x = ag.constant(POINTS[0], FLOAT)
    concrete = f.get_concrete_function(x)
    expected = plain(for_loop)(x)[0]
    assert np.allclose(plain(concrete)(x)[0].numpy(), expected.numpy(), rtol=1e-12)


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


def test_the_gradient_of_an_attempt_is_that_of_what_came_to_its_end():
    @ag.function
    def f(x, i):
        try:
            y = x[i] * x
        except IndexError:
            y = x
        return y

    x = ag.constant([3.0, 4.0])
    for i, expected in ((1, [4.0, 4.0 + 7.0]), (5, [1.0, 1.0])):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = f(x, ag.constant(i))
        assert tape.gradient(y, x).numpy().tolist() == expected


def test_a_tape_outside_of_a_loop_gives_gradients_inside():
    @ag.function
    def f(x):
        with ag.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = x * x
        total = ag.zeros([])
        for _ in ag.range(3):
            total = total + tape.gradient(y, x)
        return total

    assert float(f(ag.constant(2.0))) == 12


def test_arrays_of_numpy_are_arguments_of_functions_that_are_recorded():
    f = ag.function(lambda x, y: (x * y, y))
    x, y = ag.constant(3.0), np.array(2.0, np.float32)
    with ag.GradientTape() as tape:
        tape.watch(x)
        z, _ = f(x, y)
    assert float(tape.gradient(z, x)) == 2


def test_calls_without_tapes_do_not_keep_anything():
    f = ag.function(for_loop)
    x = ag.constant(POINTS[0], FLOAT)
    f(x)
    concrete = f.get_concrete_function(x)
    assert "_recordable" not in vars(concrete)
    plain(f)(x)
    assert "_recordable" in vars(concrete)
