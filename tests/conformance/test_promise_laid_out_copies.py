"""`x.T.copy()` and its kin are laid out as in NumPy: sums are rounded accordingly."""

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

import autograph as ag
from tests.autograph.testing.rows import Rows

X = np.random.default_rng(0).normal(size=(37, 53))
rows = Rows()
test_sums_are_rounded_as_in_numpy = rows.test()


@rows.on(X, X.astype(np.float32), X[:1], X[:, :0], ag.constant(X))
def of_copies(x):
    y = x.T.copy()
    return y.sum(axis=0), y.sum(), y.mean(axis=1), y.T.sum(axis=1)


@rows.on(X, ag.constant(X))
def of_copies_of_what_is_computed(x):
    y = (x.T * 1.1 + x.T[::-1]).copy()
    return y.sum(axis=0), y.sum(), y.std()


@rows.on(X, X.astype(np.float32))
def of_arrays_that_are_contiguous(x):
    y = np.ascontiguousarray(x.T)
    return y.sum(axis=0), y.sum(), np.copy(x.T).sum(axis=0)


@rows.on(X)
def of_copies_that_are_written_to(x):
    y = x.T.copy()
    y[0] = 3
    y[:, 1] += x[1]
    return y.sum(axis=0), y, x


@rows.on(X, ag.constant(X))
def of_copies_in_a_loop(x):
    y = x.T.copy()
    for _ in range(3):
        y = (y.T * 1.5).T.copy()
    return y.sum(axis=0), y.sum()


FUNCTIONS = [
    lambda x: np.sum(np.zeros_like(x.T) + x.T),
    lambda x: (np.full_like(x.T, 0.1) * x.T).sum(0),
    lambda x: np.take(x.T, [0, 2, 1, 5, 7, 8], 1).sum(1),
    lambda x: np.take(x, [0, 2, 1, 5, 7, 8], 1).sum(),
    lambda x: np.asfortranarray(x).sum(),
    lambda x: np.array(x, order="F").sum(),
    lambda x: np.copy(x, order="F").sum(0),
    lambda x: np.choose((x.T > 0).astype(int), [x.T, -x.T]).sum(),
    lambda x: np.select([x.T > 0], [x.T], 0).sum(),
    lambda x: np.delete(x.T, 3, 0).sum(),
    lambda x: np.insert(x.T, 3, 1, 0).sum(),
    lambda x: np.array([x.T, x.T]).sum(),
    lambda x: np.concatenate([x.T, x.T]).copy().sum(),
    lambda x: x.T[1:].copy().sum(),
    lambda x: np.ascontiguousarray(x.swapaxes(0, 1)[::2]).sum(),
    lambda x: np.pad(x.T[1:], 1).sum(0),
    lambda x: np.pad(x.T, 1, mode="edge").sum(),
    lambda x: np.pad(np.broadcast_to(x[0], x.shape), 1).sum(1),
    lambda x: np.round(x.T[1:], 2).sum(),
    lambda x: np.round(x + 1j * x, 3).sum(),
    lambda x: np.round((x + 1j * x).T[1:], 3).sum(),
    lambda x: np.piecewise(x.T[1:], [x.T[1:] > 0], [lambda v: v * 2, 0]).sum(),
    lambda x: np.select([x.T[1:] > 0], [x.T[1:]]).sum(),
    lambda x: sliding_window_view(x.T, 2, axis=0).sum(),
    lambda x: sliding_window_view(x, (2, 1)).sum(),
    lambda x: sliding_window_view(x.T[1:], 3, axis=1).sum(axis=(0, 1)),
]


def spread_numbers():
    draw = np.random.default_rng(0)
    exponents = draw.integers(-3, 4, (37, 53))
    return (draw.standard_normal((37, 53)) * 10.0**exponents).astype(np.float32)


@pytest.mark.parametrize("make", [lambda x: x, np.asfortranarray, lambda x: x[:, ::-1]])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_what_is_made_is_laid_out_as_numpy_has_it(function, make):
    x = make(spread_numbers())
    expected = function(x)
    found = np.asarray(ag.function(function)(x))
    assert np.asarray(expected).tobytes() == found.tobytes()


def test_windows_have_slopes():
    x = ag.constant(np.arange(12.0).reshape(3, 4))
    weights = np.arange(8.0).reshape(2, 2, 2, 1)

    @ag.function
    def slopes(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            windows = sliding_window_view(x, (2, 3))[..., :1]
            total = ag.reduce_sum(windows * weights)
        return tape.gradient(total, x)

    expected = np.zeros((3, 4))
    for i, j, k in np.ndindex(2, 2, 2):
        expected[i + k, j] += weights[i, j, k, 0]
    np.testing.assert_array_equal(slopes(x), expected)
