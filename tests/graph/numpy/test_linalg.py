"""numpy.linalg and numpy.fft on tensors, beside NumPy on arrays."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import autograph as ag
from tests.graph.numpy.three_ways import Row, check, gradient_of, read, staged

RANDOM = np.random.default_rng(0)
F = RANDOM.normal(size=(3, 3)).astype(np.float32)
V, T = RANDOM.normal(size=3), RANDOM.normal(size=(2, 4, 3))
ROWS = read(Path(__file__).parent / "data" / "linalg.txt")
LINALG: Any = np.linalg
# NumPy 2.0 goes through the axes of rfftn in another order.
OLD = np.lib.NumpyVersion(np.__version__) < "2.4.0"


@pytest.mark.parametrize("row", ROWS)
def test_functions_give_what_numpy_gives(row):
    check(ROWS[row])


def test_transforms_go_through_axes_in_the_order_of_numpys():
    check(Row(lambda a: np.fft.rfftn(a, (3, 4, 2), (0, 1, 2)), (T,), rounds=OLD))


def test_results_of_several_parts_have_numpys_names():
    names = {
        np.linalg.eig: ("eigenvalues", "eigenvectors"),
        np.linalg.eigh: ("eigenvalues", "eigenvectors"),
        np.linalg.qr: ("Q", "R"),
        np.linalg.slogdet: ("sign", "logabsdet"),
        np.linalg.svd: ("U", "S", "Vh"),
    }
    for function, fields in names.items():
        found = function(ag.constant(F))
        assert found._fields == fields
        assert type(found).__name__ == type(function(F)).__name__
        assert type(staged(function)(ag.constant(F))) is type(found)
        assert pickle.loads(pickle.dumps(found))._fields == fields


SINGULAR = np.zeros((2, 2))
RAISING = {
    "inv": (np.linalg.inv, SINGULAR, "Singular matrix"),
    "solve": (lambda a: np.linalg.solve(a, a), SINGULAR, "Singular matrix"),
    "matrix_power": (lambda a: np.linalg.matrix_power(a, -1), SINGULAR, "Singular"),
    "cholesky": (np.linalg.cholesky, -np.eye(2), "not positive definite"),
    "eig": (np.linalg.eig, np.full((2, 2), np.nan), "infs or NaNs"),
    "triangular_solve": (lambda a: ag.linalg.triangular_solve(a, a), SINGULAR, "Sing"),
    "not square": (np.linalg.inv, np.ones((2, 3)), "square"),
}


@pytest.mark.parametrize("name", RAISING)
def test_linear_algebra_raises_what_numpy_raises_at_the_users_line(name):
    call, a, text = RAISING[name]

    @ag.function(input_signature=[ag.TensorSpec([None, None], ag.float64)])
    def function(x):
        return call(x)

    arrays = [] if name == "triangular_solve" else [lambda: call(a)]
    for way in (*arrays, lambda: call(ag.constant(a)), lambda: function(a)):
        with pytest.raises(np.linalg.LinAlgError, match=text) as error:
            way()
    assert error.traceback[-1].path.name == "test_linalg.py"


def test_lengths_of_transforms_may_be_known_only_when_a_graph_runs():
    def there_and_back(x, n):
        return ag.signal.irfft(ag.signal.rfft(x, [n]), n), np.fft.fftn(x, [n], [0])

    specs = [ag.TensorSpec([None], ag.float64), ag.TensorSpec([], ag.int32)]
    x = np.arange(5.0)
    back, forth = staged(there_and_back, specs)(x, 7)
    np.testing.assert_array_equal(back, np.fft.irfft(np.fft.rfft(x, 7), 7))
    np.testing.assert_array_equal(forth, np.fft.fftn(x, [7], [0]))


UNFIT = [
    (lambda x: np.linalg.matrix_power(x, 2), V),
    (lambda x: np.linalg.matrix_power(x, 0), V),
    (lambda x: np.linalg.outer(x, x), F),
    (lambda x: np.linalg.multi_dot([x, x, x]), T),
    (lambda x: np.fft.fft(x, axis=1), V),
]


@pytest.mark.parametrize(("call", "x"), UNFIT)
def test_shapes_that_only_the_run_knows_are_refused_as_they_are_at_once(call, x):
    for way in (call, staged(call, [ag.TensorSpec(None, x.dtype)])):
        with pytest.raises(ValueError):  # NumPy's texts, and ours
            way(ag.constant(x))


EMPTY = np.zeros((0, 3), np.int64)
PINVS = {
    "plain": LINALG.pinv,
    "rcond": lambda a: LINALG.pinv(a, 1e-3),
    "rtol": lambda a: LINALG.pinv(a, rtol=1e-3),
    "hermitian": lambda a: LINALG.pinv(a, hermitian=True),
}


@pytest.mark.parametrize("name", PINVS)
def test_pseudo_inverses_of_empty_matrices_keep_integers(name):
    check(Row(PINVS[name], (EMPTY,), "shape"))
    found = staged(PINVS[name], [ag.TensorSpec([None, 3], ag.int64)])
    with pytest.raises(ag.errors.InvalidArgumentError) as error:
        found(EMPTY)
    assert "pinv of empty matrices is of int64, as they are" in str(error.value)
    # Of others, whose shapes are not known either, it is of floats.
    check(Row(LINALG.pinv, (np.array([[2, 1], [1, 3]]),)))
    assert ag.linalg.pinv(EMPTY, 1e-3).dtype is ag.float64


@pytest.mark.parametrize("rcond", [None, -1, 1e-15, 0.5])
@pytest.mark.parametrize("ratio", [0.3, 3e-15])
def test_gradients_of_least_squares_cut_what_numpy_cuts(ratio, rcond):
    left = np.linalg.qr(RANDOM.normal(size=(4, 2)))[0] * [1.0, ratio]
    a = left @ np.linalg.qr(RANDOM.normal(size=(2, 2)))[0]
    weights = np.array([1.0, 2.0])
    slope = gradient_of(lambda b: ag.reduce_sum(LINALG.lstsq(a, b, rcond)[0] * weights))
    # The solution is linear in the right-hand side.
    columns = np.stack([LINALG.lstsq(a, e, rcond)[0] for e in np.eye(4)], 1)
    found = slope(RANDOM.normal(size=4))
    np.testing.assert_allclose(found, weights @ columns, rtol=1e-9)
