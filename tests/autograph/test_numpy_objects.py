"""NumPy's objects that are no functions: `np.r_`, `np.mgrid`, `np.vectorize`, ...

Each use is compared with what NumPy gives for arrays.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

import autograph as ag
from autograph.errors import InvalidArgumentError, ShapeError, UnstagedOperationError

X = np.array([1.0, 2.0, 3.0])
F = X.astype(np.float32)
M = np.arange(6.0).reshape(2, 3)
N = np.int64(4)


def sign_or_zero(x, least):
    if abs(x) < least:
        return 0
    return np.sign(x)


signs = np.vectorize(sign_or_zero, otypes=[float])
parts = np.vectorize(lambda x: (x + 0.5, x > 1), otypes=[np.int64, bool])


def numbered(x):
    total = 0.0
    for place, value in np.ndenumerate(x):
        total += value * sum(place)
    return total


USES = {
    "r_": (lambda x: np.r_[x, 0, x[:2]], X),
    "r_ weak": (lambda x: np.r_[x, 0.5, 2], F),
    "r_ slices": (lambda x: np.r_[1:4, x, 0:1:3j], X),
    "r_ lists": (lambda x: np.r_[[1, 2], x[0], x], X),
    "r_ axis": (lambda x: np.r_["1", x, x], M),
    "r_ rows": (lambda x: np.r_["0,2", x, x], X),
    "r_ columns": (lambda x: np.r_["0,2,0", x, x], X),
    "r_ deep": (lambda x: np.r_["1,3,0", x, x], X),
    "r_ matrix": (lambda x: np.r_[x, x[:1]], M),
    "r_ symbolic slice": (lambda n: np.r_[0:n, 7], N),
    "r_ scalars": (lambda x: np.r_[x[0], x[1], 3], F),
    "c_": (lambda x: np.c_[x, x**2], X),
    "c_ matrix": (lambda x: np.c_[x, x[:, 0], np.ones(2)], M),
    "c_ slice": (lambda x: np.c_[x, 0:3], X),
    "mgrid": (lambda n: np.mgrid[0:n, 1:n:2], N),
    "mgrid vector": (lambda n: np.mgrid[0:n:0.5], N),
    "mgrid counted": (lambda x: np.mgrid[0 : x[2] : 5j, x[0] : 2 : 3j], X),
    "mgrid counted vector": (lambda x: np.mgrid[0 : x[2] : 5j], X),
    "ogrid": (lambda n: np.ogrid[0:n, -1:n], N),
    "windows": (lambda x: sliding_window_view(x, 2), X),
    "windows of all": (lambda x: sliding_window_view(x, (2, 2)), M),
    "windows of one": (lambda x: sliding_window_view(x, 2, axis=1).mean(-1), M),
    "vectorize": (lambda x: signs(x - 2, 0.5), M),
    "vectorize broadcast": (lambda x: signs(x, x[:, None] - 1), X),
    "vectorize several": (lambda x: parts(x), X),  # noqa: PLW0108 is converted
    "ndenumerate": (numbered, M),
    "broadcast": (lambda x: np.zeros(np.broadcast(x, x[:, None]).shape) + x, X),
    "asarray_chkfinite": (lambda x: np.asarray_chkfinite(x) * 2, X),
    "asarray_chkfinite i": (lambda n: np.asarray_chkfinite(n) * 2, N),
    "asfortranarray": (lambda x: np.asfortranarray(x) * 2, M),
    "require": (lambda x: np.require(x, np.float32, "C"), X),
}


@pytest.mark.parametrize("name", USES)
def test_objects_give_what_numpys_do(name):
    use, x = USES[name]
    found, expected = ag.nest.flatten(ag.function(use)(x)), ag.nest.flatten(use(x))
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        one, other = np.asarray(one), np.asarray(other)
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", ["r_", "c_", "windows of one", "vectorize"])
def test_shapes_may_be_unknown(name):
    use, x = USES[name]
    specs = [ag.TensorSpec([None] * x.ndim, x.dtype)]
    found = ag.function(use, input_signature=specs)(x)
    np.testing.assert_array_equal(found.numpy(), use(x))


def test_gradients_flow_through_parts_and_windows():
    def use(x):
        return ag.reduce_sum(np.c_[x, x**2] * [[1.0, 2.0]]) + ag.reduce_sum(
            sliding_window_view(x, 2) * [3.0, 5.0]
        )

    @ag.function
    def gradient(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = use(x)
        return tape.gradient(y, x)

    assert gradient(X).numpy().tolist() == [1 + 4 + 3, 1 + 8 + 8, 1 + 12 + 5]


MISTAKES = {
    "matrix": (lambda x: np.r_["r", x], UnstagedOperationError, "makes a matrix"),
    "directive": (lambda x: np.r_["a", x], ValueError, "unknown special directive"),
    "late": (lambda x: np.r_[x, "1"], ValueError, "must be the first entry"),
    "dtypes": (
        lambda x: np.vectorize(lambda y: y + 1)(x + 1),
        UnstagedOperationError,
        "needs dtypes of the results",
    ),
    "keywords": (
        lambda x: signs(x, least=1),
        UnstagedOperationError,
        "needs plain arguments alone",
    ),
    "windows": (lambda x: sliding_window_view(x, (2, 2)), ShapeError, "windows of"),
    "long": (lambda x: sliding_window_view(x, 4), ShapeError, "does not fit into 3"),
    "writeable": (
        lambda x: np.require(x, None, "W"),
        InvalidArgumentError,
        "an array to write to",
    ),
    "infinite": (lambda x: np.asarray_chkfinite(x / 0), ValueError, "infs or NaNs"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told(name):
    use, error, text = MISTAKES[name]
    with np.errstate(all="ignore"), pytest.raises(error, match=text):
        ag.function(use)(X)


@pytest.mark.parametrize("use", [numbered, USES["broadcast"][0]])
def test_shapes_must_be_known_where_python_goes_through_elements(use):
    staged = ag.function(use, input_signature=[ag.TensorSpec([None])])
    with pytest.raises(ShapeError, match="is not known"):
        staged(F)


def test_windows_that_do_not_fit_are_told_when_the_graph_runs():
    staged = ag.function(
        lambda x: sliding_window_view(x, 4), input_signature=[ag.TensorSpec([None])]
    )
    with pytest.raises(ValueError, match="window shape cannot be larger"):
        staged(F)
