"""NumPy in decorated functions: shapes that are unknown, and mistakes.

That calls give what NumPy gives is shown by `creation_functions.py` and `objects.py` in
`tests/language/array/`.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

import autograph as ag
from autograph.errors import (
    UnstagedOperationError,
)

X = np.array([1.0, 2.0, 3.0])
M = np.arange(6.0).reshape(2, 3)
VECTOR = ag.TensorSpec([None])


def sign_or_zero(x, least):
    if abs(x) < least:
        return 0
    return np.sign(x)


signs = np.vectorize(sign_or_zero, otypes=[float])


@pytest.mark.parametrize(
    ("use", "x"),
    [
        (lambda x: np.r_[x, 0, x[:2]], X),
        (lambda x: np.c_[x, x**2], X),
        (lambda x: sliding_window_view(x, 2, axis=1).mean(-1), M),
        (lambda x: np.fft.fftfreq(len(x)), X),
        (lambda x: np.fft.rfftfreq(2 * len(x) - 1, d=1 / len(x)), X[:1]),
    ],
)
def test_shapes_may_be_unknown(use, x):
    specs = [ag.TensorSpec([None] * x.ndim, x.dtype)]
    found = ag.function(use, input_signature=specs)(x)
    np.testing.assert_array_equal(found.numpy(), use(x))


def test_gradients_flow_through_parts_and_windows():
    @ag.function
    def gradient(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            parts = ag.reduce_sum(np.c_[x, x**2] * [[1.0, 2.0]])
            y = parts + ag.reduce_sum(sliding_window_view(x, 2) * [3.0, 5.0])
        return tape.gradient(y, x)

    assert gradient(X).numpy().tolist() == [1 + 4 + 3, 1 + 8 + 8, 1 + 12 + 5]


MISTAKES = {
    "directive": (lambda x: np.r_["a", x], ValueError, "unknown special directive"),
    "windows": (lambda x: sliding_window_view(x, (2, 2)), ValueError, "for all dim"),
    "long": (lambda x: sliding_window_view(x, 4), ValueError, "cannot be larger"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told(name):
    use, error, text = MISTAKES[name]
    with pytest.raises(error, match=text):
        ag.function(use)(X)


def numbered(x):
    total = 0.0
    for place, value in np.ndenumerate(x):
        total += value * sum(place)
    return total


@pytest.mark.parametrize(
    ("use", "x"),
    [
        (numbered, X),
        (lambda x: np.zeros(np.broadcast(x, x[:, None]).shape) + x, X),
        (lambda x: signs(x - 2, 0.5), M),
        (lambda x: signs(x, least=1), M),
        (lambda x: np.require(x, None, "W"), X),
    ],
)
@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
def test_what_is_not_staged_is_run_by_python(use, x):
    specs = [ag.TensorSpec([None] * x.ndim, x.dtype)]
    for options in ({}, {"input_signature": specs}):
        decorated = ag.function(use, python="allow", **options)
        np.testing.assert_array_equal(decorated(x).numpy(), use(x))


def test_windows_of_an_unknown_length_are_looked_at_when_the_graph_runs():
    staged = ag.function(lambda x: sliding_window_view(x, 4), input_signature=[VECTOR])
    with pytest.raises(ValueError, match="window shape cannot be larger"):
        staged(X.astype(np.float32))


def test_changing_an_array_that_outlives_the_call_says_what_to_write():
    totals = [np.zeros(2)]

    @ag.function
    def f(x):
        totals[0] += x
        return totals[0]

    with pytest.raises(UnstagedOperationError) as error:
        f(ag.constant([1.0, 2.0]))
    text = str(error.value)
    assert "an array that outlives the call: `+=` changes it" in text
    assert "totals[0] += x" in text
    assert "make it inside of the function and return it" in text
