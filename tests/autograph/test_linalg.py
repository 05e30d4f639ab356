"""`ag.linalg` and `ag.signal` under TensorFlow's names, beside NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.errors import ShapeError
from tests.graph.numpy.three_ways import same

RANDOM = np.random.default_rng(1)
A = RANDOM.normal(size=(2, 3, 3)) + 3 * np.eye(3)
B = RANDOM.normal(size=(2, 3, 2))
C = A[0] + 1j * A[1]
P = A @ A.swapaxes(-1, -2)
T = RANDOM.normal(size=(2, 4, 3)).astype(np.float32)
LINALG: Any = np.linalg
FFT: Any = np.fft


def adjoint(x: Any) -> Any:
    return np.conj(np.swapaxes(x, -1, -2))


def with_diagonal(x: Any, values: Any) -> Any:
    found = x.copy()
    for i in range(3):
        found[..., i, i] = values[..., i]
    return found


# What is called with tensors of arrays, and what it gives; which may differ in the
# last bits where the way is another one.
CALLS: dict[str, tuple[Any, tuple[Any, ...], Any]] = {
    "adjoint": (ag.linalg.adjoint, (C,), adjoint(C)),
    "band_part": (lambda x: ag.linalg.band_part(x, 1, 0), (T,), np.triu(np.tril(T), -1)),
    "band_part all": (lambda x: ag.linalg.band_part(x, -1, 1), (T,), np.tril(T, 1)),
    "cholesky": (ag.linalg.cholesky, (P,), LINALG.cholesky(P)),
    "cholesky_solve": (
        lambda p, b: ag.linalg.cholesky_solve(ag.linalg.cholesky(p), b), (P, B),
        LINALG.solve(P, B)),
    "cond": (lambda x: ag.linalg.cond(x, 1), (A,), LINALG.cond(A, 1)),
    "cross": (ag.linalg.cross, (A, A[:, ::-1]), np.cross(A, A[:, ::-1])),
    "det": (ag.linalg.det, (A,), LINALG.det(A)),
    "eig": (lambda x: ag.linalg.eig(x)[0], (C,), LINALG.eig(C)[0]),
    "eigh": (ag.linalg.eigh, (P,), tuple(LINALG.eigh(P))),
    "eigvalsh": (ag.linalg.eigvalsh, (P,), LINALG.eigvalsh(P)),
    "expm": (ag.linalg.expm, (np.diag([1.0, -2.0]),), np.diag(np.exp([1.0, -2.0]))),
    "expm nilpotent": (
        ag.linalg.expm, (np.diag([1e3, 1e3], 1),),
        np.eye(3) + np.diag([1e3, 1e3], 1) + np.diag([5e5], 2)),
    "expm nan": (
        ag.linalg.expm, (np.array([np.eye(2), np.full((2, 2), np.nan)]),),
        np.array([np.diag([np.e, np.e]), np.full((2, 2), np.nan)])),
    "global_norm": (
        lambda x, y: ag.linalg.global_norm([x, None, y]), (A, B),
        np.sqrt(np.sum(A**2) + np.sum(B**2))),
    "inv": (lambda x: ag.linalg.inv(x, adjoint=True), (C,), LINALG.inv(adjoint(C))),
    "l2_normalize": (
        lambda x: ag.linalg.l2_normalize(x, -1), (T,),
        T / LINALG.norm(T, axis=-1, keepdims=True)),
    "logdet": (ag.linalg.logdet, (P,), LINALG.slogdet(P)[1]),
    "lstsq": (
        lambda a, b: ag.linalg.lstsq(a, b, fast=False), (T, T[:, :, :1]),
        LINALG.pinv(T, 1e-6) @ T[:, :, :1]),
    "matrix_rank": (ag.linalg.matrix_rank, (T,), np.int32(LINALG.matrix_rank(T))),
    "matvec": (
        lambda a, b: ag.linalg.matvec(a, b, transpose_a=True), (C, C[0]), C.T @ C[0]),
    "normalize": (
        lambda x: ag.linalg.normalize(x, 1, axis=0), (B,),
        (B / np.abs(B).sum(0), np.abs(B).sum(0, keepdims=True))),
    "pinv": (ag.linalg.pinv, (T,), LINALG.pinv(T, 1e-6)),
    "qr": (ag.linalg.qr, (T,), tuple(LINALG.qr(T))),
    "set_diag": (ag.linalg.set_diag, (A, B[:, :, 0]), with_diagonal(A, B[:, :, 0])),
    "slogdet": (ag.linalg.slogdet, (A,), tuple(LINALG.slogdet(A))),
    "solve": (
        lambda a, b: ag.linalg.solve(a, b, adjoint=True), (C, C),
        LINALG.solve(adjoint(C), C)),
    "solve a list": (
        lambda a: ag.linalg.solve(a, [1, 2, 3]), (A[0],), LINALG.solve(A[0], [1, 2, 3])),
    "svd": (
        ag.linalg.svd, (C,),
        (LINALG.svd(C)[1], LINALG.svd(C)[0], adjoint(LINALG.svd(C)[2]))),
    "svd values": (
        lambda x: ag.linalg.svd(x, compute_uv=False), (T,), LINALG.svdvals(T)),
    "triangular_solve": (
        ag.linalg.triangular_solve, (A, B), LINALG.solve(np.tril(A), B)),
    "triangular_solve upper": (
        lambda a, b: ag.linalg.triangular_solve(a, b, lower=False, adjoint=True), (C, C),
        LINALG.solve(adjoint(np.triu(C)), C)),
    "fft2d": (ag.signal.fft2d, (C,), FFT.fft2(C)),
    "ifft2d": (ag.signal.ifft2d, (C,), FFT.ifft2(C)),
    "fft3d": (ag.signal.fft3d, (T,), FFT.fftn(T)),
    "ifft3d": (ag.signal.ifft3d, (T,), FFT.ifftn(T)),
    "rfft": (lambda x: ag.signal.rfft(x, [5]), (T,), FFT.rfft(T, 5)),
    "rfft2d": (lambda x: ag.signal.rfft2d(x, [2, 4]), (T,), FFT.rfft2(T, (2, 4))),
    "irfft2d": (lambda x: ag.signal.irfft2d(x, [2, 4]), (C,), FFT.irfft2(C, (2, 4))),
    "rfft3d": (ag.signal.rfft3d, (T,), FFT.rfftn(T)),
    "irfft3d": (ag.signal.irfft3d, (A,), FFT.irfftn(A)),
    "fftnd": (
        lambda x: ag.signal.fftnd(x, [3], axes=[1]), (T,), FFT.fft(T, 3, axis=1)),
    "hfft": (lambda x: ag.signal.hfft(x, 4), (C,), FFT.hfft(C, 4)),
}  # fmt: skip


def close(found: Any, expected: Any) -> None:
    """Compare in value and dtype; the way may be another one."""
    if isinstance(expected, tuple):
        for one, other in zip(found, expected, strict=True):
            close(one, other)
        return
    assert found.dtype == np.asarray(expected).dtype
    scale = 1e-5 if found.dtype in ("float32", "complex64") else 1e-10
    np.testing.assert_allclose(found.numpy(), expected, scale, scale)


@pytest.mark.parametrize("name", CALLS)
def test_functions_agree_with_numpy_and_staged_with_eager_ones(name):
    call, arrays, expected = CALLS[name]
    eager = call(*map(ag.constant, arrays))
    close(eager, expected)
    for known, shape_of in (
        ("shape", lambda x: x.shape),
        ("dimensions", lambda x: (None,) * x.ndim),
        ("rank", lambda x: None),
    ):
        specs = [ag.TensorSpec(shape_of(x), x.dtype) for x in arrays]
        staged = ag.function(lambda *x: call(*x), input_signature=specs)  # noqa: PLW0108
        same(staged(*arrays), eager, known)


def test_integers_are_computed_with_in_float64():
    found = ag.linalg.inv([[2, 0], [0, 4]])
    assert found.dtype == ag.float64
    assert found.numpy().tolist() == [[0.5, 0], [0, 0.25]]


def test_normal_equations_need_to_know_which_dimension_is_larger():
    solved = ag.function(
        lambda a: ag.linalg.lstsq(a, a), input_signature=[ag.TensorSpec([None, 3])]
    )
    with pytest.raises(ShapeError, match="which of the last two dimensions") as error:
        solved(ag.ones([4, 3]))
    assert "use fast=False" in str(error.value)


@pytest.mark.parametrize("shape", [(4, 2), (2, 4)])
def test_a_regularizer_keeps_solutions_small(shape):
    a = RANDOM.normal(size=shape)
    b = RANDOM.normal(size=(shape[0], 1))
    found = ag.linalg.lstsq(a, b, 0.5).numpy()
    wanted = np.linalg.solve(a.T @ a + 0.5 * np.eye(shape[1]), a.T @ b)
    np.testing.assert_allclose(found, wanted)


@pytest.mark.parametrize("n", [0, 1, 7, 40])
@pytest.mark.parametrize("dtype", ["float64", "complex128", "float32"])
def test_lu_factors_give_the_matrix_and_solve_with_it(n, dtype):
    x = RANDOM.normal(size=(2, n, n)).astype(dtype)
    factors, order = ag.linalg.lu(x)
    lower = np.tril(factors.numpy(), -1) + np.eye(n)
    upper = np.triu(factors.numpy())
    ordered = np.take_along_axis(x, order.numpy()[..., None], -2)
    limit = 1e-3 if dtype == "float32" else 1e-11
    np.testing.assert_allclose(lower @ upper, ordered, atol=limit)
    assert not n or np.abs(lower).max() <= 1 + 1e-6
    np.testing.assert_allclose(ag.linalg.lu_reconstruct(factors, order), x, atol=limit)
    b = x[:, :, :1]
    solved = ag.linalg.lu_solve(factors, order, b).numpy()
    np.testing.assert_allclose(x @ solved, b, atol=limit)
    inverse = ag.linalg.lu_matrix_inverse(factors, order).numpy()
    close = np.broadcast_to(np.eye(n), x.shape)
    np.testing.assert_allclose(x @ inverse, close, atol=10 * limit)


def test_lu_factors_of_singular_matrices_have_a_zero_on_the_diagonal():
    factors, order = ag.linalg.lu([[1.0, 2.0], [2.0, 4.0]])
    assert factors.numpy().tolist() == [[2, 4], [0.5, 0]]
    assert order.numpy().tolist() == [1, 0]
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix"):
        ag.linalg.lu_solve(factors, order, [[1.0], [1.0]])
