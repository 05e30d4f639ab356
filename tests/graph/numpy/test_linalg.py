"""numpy.linalg and numpy.fft on tensors, beside NumPy on arrays."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import autograph as ag
from tests.graph.numpy.three_ways import Row, check, staged

RANDOM = np.random.default_rng(0)
A = RANDOM.normal(size=(2, 3, 3)) + 3 * np.eye(3)
B = RANDOM.normal(size=(2, 3, 2))
V = RANDOM.normal(size=3)
F = A[0].astype(np.float32)
N = np.array([[2, 1], [1, 3]])
Z = A[0] + 1j * A[1]
T = RANDOM.normal(size=(2, 4, 3))
H = Z @ np.conj(Z.T)
P = A[0] @ A[0].T
LINALG: Any = np.linalg
# NumPy 2.0 goes through the axes of rfftn in another order.
OLD = np.lib.NumpyVersion(np.__version__) < "2.4.0"
VECDOT: Any = np.vecdot
PATH: Any = ["einsum_path", (1, 2), (0, 1)]


def as_complex(values: Any) -> Any:
    """Return what NumPy gives since 2.5: complex numbers always."""
    return tuple(x + np.zeros((), np.complex64) for x in values)


ROWS = {
    "cholesky": Row(LINALG.cholesky, (P,)),
    "cholesky upper": Row(lambda a: LINALG.cholesky(a, upper=True), (H,)),
    "qr": Row(LINALG.qr, (T,)),
    "qr complete": Row(lambda a: LINALG.qr(a, mode="complete").Q, (T,)),
    "qr r": Row(lambda a: LINALG.qr(a, "r"), (N,)),
    "svd": Row(LINALG.svd, (T,)),
    "svd thin": Row(lambda a: LINALG.svd(a, full_matrices=False).Vh, (T,)),
    "svd values": Row(lambda a: LINALG.svd(a, compute_uv=False), (Z,)),
    "svd hermitian": Row(lambda a: LINALG.svd(a, hermitian=True), (H,)),
    "svdvals": Row(LINALG.svdvals, (F,)),
    "eigh": Row(LINALG.eigh, (H,)),
    "eigh upper": Row(lambda a: LINALG.eigh(a, "u").eigenvalues, (F,)),
    "eigvalsh": Row(lambda a: LINALG.eigvalsh(a, UPLO="U"), (A,)),
    "eig": Row(lambda a: as_complex(LINALG.eig(a)), (A,)),
    "eig complex": Row(LINALG.eig, (Z,)),
    "eigvals": Row(lambda a: as_complex([LINALG.eigvals(a)])[0], (N,)),
    "solve": Row(LINALG.solve, (A, B)),
    "solve vector": Row(LINALG.solve, (A, V)),
    "solve mixed": Row(LINALG.solve, (F, V)),
    "solve integers": Row(LINALG.solve, (N, N)),
    "inv": Row(LINALG.inv, (A,)),
    "inv integers": Row(LINALG.inv, (N,)),
    "inv float32": Row(LINALG.inv, (F,)),
    "det": Row(LINALG.det, (Z,)),
    "slogdet": Row(LINALG.slogdet, (A,)),
    "slogdet complex": Row(lambda a: LINALG.slogdet(a).sign, (Z,)),
    "pinv": Row(LINALG.pinv, (T,)),
    "pinv rcond": Row(lambda a: LINALG.pinv(a, 0.5), (T,)),
    "pinv rtol": Row(lambda a: LINALG.pinv(a, rtol=None), (T,)),
    "pinv tolerances": Row(lambda a: LINALG.pinv(a, rtol=np.array([0.5, 0.1])), (T,)),
    "pinv hermitian": Row(lambda a: LINALG.pinv(a, hermitian=True), (P,)),
    "lstsq": Row(LINALG.lstsq, (T[0], T[1])),
    "lstsq vector": Row(lambda a, b: LINALG.lstsq(a, b, rcond=0.5), (F, V)),
    "matrix_rank": Row(LINALG.matrix_rank, (T,)),
    "matrix_rank tol": Row(lambda a: LINALG.matrix_rank(a, 1.0), (T,)),
    "matrix_rank rtol": Row(lambda a: LINALG.matrix_rank(a, rtol=0.9), (T,)),
    "matrix_rank vector": Row(LINALG.matrix_rank, (V,)),
    "cond": Row(LINALG.cond, (A,)),
    "cond fro": Row(lambda a: LINALG.cond(a, "fro"), (A,)),
    "cond singular": Row(lambda a: LINALG.cond(a * 0), (F,)),
    "cond inf": Row(lambda a: LINALG.cond(a, np.inf), (N,)),
    "matrix_power": Row(lambda a: LINALG.matrix_power(a, 5), (A,)),
    "matrix_power 0": Row(lambda a: LINALG.matrix_power(a, 0), (A,)),
    "matrix_power 3": Row(lambda a: LINALG.matrix_power(a, 3), (N,)),
    "matrix_power -2": Row(lambda a: LINALG.matrix_power(a, -2), (N,)),
    "norm": Row(LINALG.norm, (T,)),
    "norm of complex": Row(lambda a: LINALG.norm(a, keepdims=True), (Z,)),
    "norm 1": Row(lambda a: LINALG.norm(a, 1), (F,), needs="rank"),
    "norm of a vector": Row(lambda a: LINALG.norm(a, 3), (V,), needs="rank"),
    "norm fro": Row(lambda a: LINALG.norm(a, "fro"), (F.T,), needs="rank"),
    "norm nuc": Row(lambda a: LINALG.norm(a, "nuc", axis=(1, 2)), (T,)),
    "norm axis": Row(lambda a: LINALG.norm(a, axis=-1, keepdims=True), (N,)),
    "norm inf": Row(lambda a: LINALG.norm(a, -np.inf, 0), (T,)),
    "vector_norm": Row(lambda a: LINALG.vector_norm(a, axis=(0, 2), ord=3), (T,)),
    "vector_norm all": Row(LINALG.vector_norm, (N,)),
    "matrix_norm": Row(lambda a: LINALG.matrix_norm(a, ord=-2), (T,)),
    "matrix_norm integers": Row(lambda a: LINALG.matrix_norm(a, keepdims=True), (N,)),
    "matmul": Row(LINALG.matmul, (A, B)),
    "matrix_transpose": Row(LINALG.matrix_transpose, (T,)),
    "tensordot": Row(lambda a, b: LINALG.tensordot(a, b, axes=1), (A, V)),
    "vecdot": Row(LINALG.vecdot, (A, V)),
    "vecdot axis": Row(lambda a: VECDOT(a, a, axis=0), (Z,), needs="rank"),
    "outer": Row(LINALG.outer, (V, V)),
    "cross": Row(LINALG.cross, (A, V)),
    "cross axis": Row(lambda a: LINALG.cross(a, a[::-1], axis=1), (A,), needs="rank"),
    "diagonal": Row(lambda a: LINALG.diagonal(a, offset=1), (T,), needs="rank"),
    "trace": Row(lambda a: LINALG.trace(a, offset=-1), (T,), needs="rank"),
    "trace of int8": Row(LINALG.trace, (N.astype("i1"),), needs="rank"),
    "multi_dot": Row(lambda a, b: LINALG.multi_dot([a[0], b[0], b[0].T]), (A, B)),
    "multi_dot of two": Row(lambda a, b: LINALG.multi_dot([a, b]), (A, V)),
    "tensordot of bool": Row(lambda a: np.tensordot(a, a, 1), (N > 1,)),
    "einsum of bool": Row(lambda a: np.einsum("ij->j", a), (N > 1,)),
    "tensorinv": Row(lambda a: LINALG.tensorinv(a.reshape(3, 1, 3), 1), (F,),
                     needs="rank"),
    "tensorsolve": Row(lambda a, b: LINALG.tensorsolve(a.reshape(3, 3, 1), b), (F, V),
                       needs="rank"),
    "einsum": Row(lambda a, b: np.einsum("bij,bjk->bk", a, b), (A, B)),
    "einsum of three": Row(lambda a: np.einsum("bij,bjk,bik->bi", a, a, a), (A,)),
    "einsum, optimized": Row(
        lambda a: np.einsum("bij,bjk,bik->bi", a, a, a, optimize="greedy"), (A,)
    ),
    "einsum on a path": Row(
        lambda a: np.einsum("bij,bjk,bik->bi", a, a, a, optimize=PATH), (A,)
    ),
    "einsum lists": Row(lambda a, b: np.einsum(a, [..., 0, 1], b, [..., 1, 2], [..., 2]),
                        (A, B), rounds=True),
    "einsum optimize": Row(lambda a: np.einsum("ij,jk", a, a, optimize=True), (F,),
                           rounds=True),
    "inner": Row(np.inner, (A, V)),
    "vdot": Row(lambda a: np.vdot(a, a.T), (Z,)),
    "kron": Row(np.kron, (A, V)),
    "np.cross": Row(lambda a: np.cross(a, a[1], axisa=1, axisc=0), (A,), needs="rank"),
    "np.cross axis": Row(lambda a: np.cross(a, a[::-1], axis=1), (A,), needs="rank"),
    "diag": Row(lambda a: np.diag(a, 1), (F,), needs="rank"),
    "diag of a vector": Row(lambda a: np.diag(a, -2), (V,), needs="rank"),
    "diagflat": Row(lambda a: np.diagflat(a, 1), (N,)),
    "fft": Row(np.fft.fft, (T,)),
    "fft n": Row(lambda a: np.fft.fft(a, 5, 1, "ortho"), (T,)),
    "fft of float32": Row(lambda a: np.fft.fft(a, norm="forward"), (F,)),
    "fft of integers": Row(lambda a: np.fft.fft(a, axis=0), (N,)),
    "ifft": Row(lambda a: np.fft.ifft(a, 2), (Z,)),
    "rfft": Row(lambda a: np.fft.rfft(a, axis=1), (T,)),
    "rfft of float32": Row(lambda a: np.fft.rfft(a, n=5), (F,)),
    "irfft": Row(np.fft.irfft, (Z,)),
    "irfft n": Row(lambda a: np.fft.irfft(a, 5, 0), (Z,)),
    "hfft": Row(lambda a: np.fft.hfft(a, 5, norm="ortho"), (Z,)),
    "ihfft": Row(np.fft.ihfft, (T,)),
    "fftn": Row(np.fft.fftn, (T,), needs="rank"),
    "fftn s": Row(lambda a: np.fft.fftn(a, (3, -1), (0, 2)), (T,)),
    "ifftn": Row(lambda a: np.fft.ifftn(a, axes=(2, 1), norm="forward"), (T,)),
    "rfftn": Row(lambda a: np.fft.rfftn(a, (3, 4, 2), (0, 1, 2)), (T,), rounds=OLD),
    "irfftn": Row(lambda a: np.fft.irfftn(a, axes=(1, 0)), (Z,)),
    "irfftn s": Row(lambda a: np.fft.irfftn(a, (-1, -1), (0, 1)), (Z,)),
    "fft2": Row(np.fft.fft2, (T,)),
    "ifft2": Row(lambda a: np.fft.ifft2(a, (2, 2)), (T,)),
    "rfft2": Row(np.fft.rfft2, (T,)),
    "irfft2": Row(np.fft.irfft2, (Z,)),
    "fftshift": Row(np.fft.fftshift, (T,), needs="rank"),
    "ifftshift": Row(lambda a: np.fft.ifftshift(a, axes=(0, -1)), (T,)),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_functions_give_what_numpy_gives(name):
    check(ROWS[name])


@pytest.mark.parametrize("function", [np.linalg.inv, np.linalg.svd, np.linalg.det])
def test_empty_stacks_give_what_numpy_gives(function):
    check(Row(function, (np.zeros((0, 2, 2)),)))
    check(Row(function, (np.zeros((2, 0, 0)),)))


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
    if name != "triangular_solve":
        with pytest.raises(np.linalg.LinAlgError, match=text):
            call(a)
    with pytest.raises(np.linalg.LinAlgError, match=text):
        call(ag.constant(a))
    spec = ag.TensorSpec([None, None], ag.float64)

    @ag.function(input_signature=[spec])
    def function(x):
        return call(x)

    with pytest.raises(np.linalg.LinAlgError, match=text) as error:
        function(a)
    lines = [frame.path.name for frame in error.traceback]
    assert lines[-1] == "test_linalg.py"


def test_handlers_of_the_function_catch_singular_matrices():
    @ag.function
    def inverse_or_zeros(a):
        try:
            return ag.linalg.inv(a)
        except np.linalg.LinAlgError:
            return ag.zeros_like(a)

    spec = ag.TensorSpec([2, 2], ag.float64)
    function = ag.function(inverse_or_zeros.python_function, input_signature=[spec])
    assert function(SINGULAR).numpy().tolist() == SINGULAR.tolist()
    assert function(2 * np.eye(2)).numpy().tolist() == [[0.5, 0.0], [0.0, 0.5]]


def test_lengths_of_transforms_may_be_known_only_when_a_graph_runs():
    @ag.function(
        input_signature=[ag.TensorSpec([None], ag.float64), ag.TensorSpec([], ag.int32)]
    )
    def there_and_back(x, n):
        return ag.signal.irfft(ag.signal.rfft(x, [n]), n), np.fft.fftn(x, [n], [0])

    x = np.arange(5.0)
    back, forth = there_and_back(x, 7)
    np.testing.assert_array_equal(back, np.fft.irfft(np.fft.rfft(x, 7), 7))
    np.testing.assert_array_equal(forth, np.fft.fftn(x, [7], [0]))


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_frequencies_are_numpys(n):
    np.testing.assert_array_equal(ag.signal.fftfreq(n, 0.3), np.fft.fftfreq(n, 0.3))
    np.testing.assert_array_equal(ag.signal.rfftfreq(n, 0.3), np.fft.rfftfreq(n, 0.3))


MISTAKES = {
    "qr raw": (lambda x: LINALG.qr(x, "raw"), "It is 'reduced', 'complete' or 'r'."),
    "UPLO": (lambda x: LINALG.eigh(x, "M"), "UPLO is 'M', not 'L' or 'U'."),
    "pinv": (lambda x: LINALG.pinv(x, 0.1, rtol=0.1), "both rtol and rcond"),
    "rank": (lambda x: LINALG.matrix_rank(x, 0.1, rtol=0.1), "both tol and rtol"),
    "norm": (lambda x: LINALG.norm(x[None], 1), "of all of a tensor of rank 3"),
    "fro": (lambda x: LINALG.norm(x, "fro", 0), "no norm 'fro' of vectors"),
    "outer": (lambda x: LINALG.outer(x, x), "outer takes vectors"),
    "tensorinv": (lambda x: LINALG.tensorinv(x, 0), "ind is 0"),
    "diag": (lambda x: np.diag(x[None]), "diag takes a vector or a matrix"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told(name):
    call, text = MISTAKES[name]
    for function in (call, staged(call)):
        with pytest.raises((ValueError, TypeError)) as error:
            function(ag.eye(2))
        assert text in str(error.value)


UNFIT = {
    "matrix_power": (lambda x: np.linalg.matrix_power(x, 2), V),
    "matrix_power 0": (lambda x: np.linalg.matrix_power(x, 0), V),
    "outer": (lambda x: np.linalg.outer(x, x), F),
    "multi_dot": (lambda x: np.linalg.multi_dot([x, x, x]), A),
    "fft": (lambda x: np.fft.fft(x, axis=1), V),
}


@pytest.mark.parametrize("name", UNFIT)
def test_shapes_that_only_the_run_knows_are_refused_as_they_are_at_once(name):
    call, x = UNFIT[name]
    function = staged(call, [ag.TensorSpec(None, x.dtype)])
    for way in (lambda: call(ag.constant(x)), lambda: function(x)):
        with pytest.raises(ValueError):  # NumPy's texts, and ours
            way()


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
    found = staged(LINALG.pinv, [ag.TensorSpec(None, ag.int64)])
    np.testing.assert_array_equal(found(N), LINALG.pinv(N))
    assert ag.linalg.pinv(EMPTY, 1e-3).dtype is ag.float64


@pytest.mark.parametrize("rcond", [None, -1, 1e-15, 0.5])
@pytest.mark.parametrize("ratio", [0.3, 3e-15])
def test_gradients_of_least_squares_cut_what_numpy_cuts(ratio, rcond):
    left = np.linalg.qr(RANDOM.normal(size=(4, 2)))[0] * [1.0, ratio]
    a = left @ np.linalg.qr(RANDOM.normal(size=(2, 2)))[0]
    weights = np.array([1.0, 2.0])

    @ag.function
    def slope(b):
        with ag.GradientTape() as tape:
            tape.watch(b)
            y = ag.reduce_sum(LINALG.lstsq(a, b, rcond)[0] * weights)
        return tape.gradient(y, b)

    b = RANDOM.normal(size=4)
    # The solution is linear in the right-hand side.
    columns = np.stack([LINALG.lstsq(a, e, rcond)[0] for e in np.eye(4)], 1)
    np.testing.assert_allclose(slope(b), weights @ columns, rtol=1e-9)
