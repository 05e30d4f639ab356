"""NumPy arrays written in place: what a comparison with plain Python does not show."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.language.array.writes import Grid2, T, X, one_from_the_last

# -- Items and slices


def assert_same(found, wanted):
    if isinstance(wanted, tuple):
        assert len(found) == len(wanted)
        for pair in zip(found, wanted, strict=True):
            assert_same(*pair)
        return
    found = np.asarray(found)
    assert isinstance(wanted, bool) or found.dtype == wanted.dtype
    np.testing.assert_array_equal(found, wanted)


TABLE = None


def test_an_array_of_another_scope_stays_numpys():
    @ag.function
    def f(x):
        global TABLE
        if TABLE is None:
            TABLE = np.zeros(4)
            for i in range(4):
                TABLE[i] = i * i
        return x * TABLE

    for _ in range(2):
        assert_same(f(X), X * np.array([0.0, 1.0, 4.0, 9.0]))
    assert type(TABLE) is np.ndarray


def test_rows_need_not_be_known():
    spec = ag.TensorSpec([None], ag.float64)
    given = lambda x: one_from_the_last(np.array(x))  # a signature makes tensors
    staged = ag.function(given, input_signature=[spec])
    for n in (1, 2, 4):
        assert_same(staged(X[:n]), one_from_the_last(X[:n]))


def test_gradients_flow_through_what_is_written():
    def f(x):
        y = np.array(x)
        for i in range(1, 4):
            y[i] = y[i - 1] * y[i]
        y[0] = 2.0
        return np.sum(y**2)

    x = ag.constant(X)
    with ag.GradientTape() as tape:
        tape.watch(x)
        value = ag.function(f)(x)
    found = tape.gradient(value, x)
    for at in range(4):
        move = np.zeros(4)
        move[at] = 1e-6
        slope = (f(X + move) - f(X - move)) / 2e-6
        assert np.isclose(found[at], slope, rtol=1e-6)


# -- Arrays in attributes, lists and dicts


def test_objects_of_others_are_as_one_trace_leaves_them():
    log = []

    @ag.function
    def f(n):
        log.append("traced")
        grid = Grid2()
        grid.cells[n, n] = 1
        return grid.cells

    f(T(1))
    assert log == ["traced"]
