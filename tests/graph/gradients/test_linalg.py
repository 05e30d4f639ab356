"""Gradients of linear algebra and Fourier transforms, real and complex, to second order.

The truth are central differences by the real and the imaginary parts of what a program
takes, run on arrays. What a program returns does not depend on the phases of vectors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.errors import GradientError
from graph.dispatch import apply
from graph.op import op_named
from tests.graph.gradients.differences import differences, gradient, weighed

N = 3


def hermitian(x: Any) -> Any:
    """Return a Hermitian matrix that depends on all of x."""
    return x + ag.linalg.adjoint(x)


def positive(x: Any) -> Any:
    return x @ ag.linalg.adjoint(x) + 0.5 * ag.eye(N, dtype=x.dtype)


def absolute(x: Any) -> Any:
    return ag.abs(x) ** 2


def vectors_with(values: Any, left: Any, right: Any) -> Any:
    """Return what eigenvectors make together with a function of their values."""
    return (left * ag.cast(values, left.dtype)[..., None, :]) @ right


def _svd(x: Any) -> Any:
    s, u, v = ag.linalg.svd(x)
    return vectors_with(s**3, u, ag.linalg.adjoint(v)), absolute(u), absolute(v)


def _eigh(x: Any) -> Any:
    w, v = ag.linalg.eigh(hermitian(x))
    return vectors_with(w**3, v, ag.linalg.adjoint(v)), absolute(v), w


def _eig(x: Any) -> Any:
    w, v = ag.linalg.eig(x)
    return w, absolute(v)


def _slogdet(x: Any) -> Any:
    sign, log = ag.linalg.slogdet(x)
    return sign * ag.constant(1.5, sign.dtype), log


def _lstsq(a: Any, b: Any, rcond: float | None = None) -> Any:
    x, _, _, s = apply(op_named("lstsq"), (a, b), {"rcond": rcond})
    return x, s


# A program of one square matrix, or of one of another shape.
PROGRAMS: dict[str, tuple[Callable[[Any], Any], tuple[int, ...]]] = {
    "cholesky": (lambda x: ag.linalg.cholesky(positive(x)), (N, N)),
    "cholesky upper": (lambda x: ag.linalg.cholesky(positive(x), upper=True), (N, N)),
    "logdet": (lambda x: ag.linalg.logdet(positive(x)), (N, N)),
    "qr": (ag.linalg.qr, (N, N)),
    "qr tall": (ag.linalg.qr, (2, 4, 2)),
    "qr wide": (ag.linalg.qr, (2, 4)),
    "qr full wide": (lambda x: ag.linalg.qr(x, full_matrices=True), (2, 4)),
    "svd": (_svd, (N, N)),
    "svd tall": (_svd, (2, 4, 2)),
    "svd wide": (_svd, (2, 4)),
    "svdvals": (ag.linalg.svdvals, (2, 3)),
    "eigh": (_eigh, (2, N, N)),
    "eigvalsh": (lambda x: ag.linalg.eigvalsh(hermitian(x)), (N, N)),
    "eig": (_eig, (N, N)),
    "eigvals": (ag.linalg.eigvals, (2, N, N)),
    "inv": (lambda x: ag.linalg.inv(x, adjoint=True), (2, N, N)),
    "solve": (lambda x: ag.linalg.solve(x, x[:, :2] ** 2), (N, N)),
    "solve adjoint": (lambda x: ag.linalg.solve(x, x[0], adjoint=True), (N, N)),
    "triangular": (lambda x: ag.linalg.triangular_solve(x, x[:, :1]), (N, N)),
    "triangular upper adjoint": (
        lambda x: ag.linalg.triangular_solve(x, x, lower=False, adjoint=True), (N, N)),
    "cholesky_solve": (
        lambda x: ag.linalg.cholesky_solve(ag.linalg.cholesky(positive(x)), x), (N, N)),
    "det": (ag.linalg.det, (2, N, N)),
    "slogdet": (_slogdet, (2, N, N)),
    "pinv": (ag.linalg.pinv, (4, 2)),
    "pinv wide": (ag.linalg.pinv, (2, 3)),
    "pinv cut off": (lambda x: ag.linalg.pinv(x, [0.7, 0.8]), (2, N, 2)),
    "numpy lstsq": (lambda x: _lstsq(x, x[:, 0] ** 2), (4, 2)),
    "numpy lstsq cut off": (lambda x: _lstsq(x, x[:, :2] ** 2, 0.6), (2, 3)),
    "lstsq fast": (lambda x: ag.linalg.lstsq(x, x[:, :1] ** 2, 0.1), (4, 2)),
    "lstsq fast wide": (lambda x: ag.linalg.lstsq(x, x[:, :1] ** 2, 0.1), (2, 3)),
    "lstsq": (lambda x: ag.linalg.lstsq(x, x[:, :2] + 1, fast=False), (4, 3)),
    "lu": (lambda x: ag.linalg.lu(x)[0], (2, N, N)),
    "lu_solve": (lambda x: ag.linalg.lu_solve(*ag.linalg.lu(x), x**2), (2, N, N)),
    "expm": (ag.linalg.expm, (2, N, N)),
    "matrix_power": (lambda x: ag.linalg.matrix_power(x, -3), (N, N)),
    "matrix_power 4": (lambda x: ag.linalg.matrix_power(x, 4), (2, 2, 2)),
    "cond": (ag.linalg.cond, (2, 3)),
    "cond fro": (lambda x: ag.linalg.cond(x, "fro"), (N, N)),
    "cond nuc": (lambda x: ag.linalg.cond(x, "nuc"), (N, N)),
    "nuclear": (lambda x: ag.norm(x, "nuc", (0, 2)), (2, 2, 3)),
    "spectral": (lambda x: ag.norm(x, 2, (-1, -2), keepdims=True), (2, 2, 3)),
    "smallest": (lambda x: ag.norm(x, -2, (-2, -1)), (3, 2)),
    "vecdot": (lambda x: ag.linalg.vecdot(x, x[::-1] ** 2), (2, 3)),
    "vdot": (lambda x: ag.linalg.vdot(x, x.T), (N, N)),
    "matvec": (lambda x: ag.linalg.matvec(x, x[0, 0], adjoint_a=True), (2, N, N)),
    "vecmat": (lambda x: ag.linalg.vecmat(x[0, 0], x), (2, N, N)),
    "cross": (lambda x: ag.linalg.cross(x, x[:, ::-1], axis=0), (3, 2)),
    "kron": (lambda x: ag.linalg.kron(x, x[0]), (2, 2)),
    "inner": (lambda x: ag.linalg.inner(x, x[0]), (2, 3)),
    "multi_dot": (lambda x: ag.linalg.multi_dot([x[0], x, x[:, 1]]), (N, N)),
    "normalize": (lambda x: ag.linalg.normalize(x)[0], (2, 3)),
    "l2_normalize": (lambda x: ag.linalg.l2_normalize(x, -1), (2, 3)),
    "global_norm": (lambda x: ag.linalg.global_norm([x, x[0] ** 2]), (2, 3)),
    "fft": (ag.signal.fft, (2, 4)),
    "fft cut": (lambda x: ag.signal.fft(x, 3, 0, "ortho"), (4, 2)),
    "fft longer": (lambda x: ag.signal.fft(x, 5, 0, "forward"), (4, 2)),
    "ifft": (lambda x: ag.signal.ifft(x, 5), (2, 4)),
    "irfft": (ag.signal.irfft, (2, 3)),
    "irfft odd": (lambda x: ag.signal.irfft(x, 5, 0, "ortho"), (4, 2)),
    "irfft longer": (lambda x: ag.signal.irfft(x, [8], norm="forward"), (2, 3)),
    "hfft": (ag.signal.hfft, (3,)),
    "fftn": (lambda x: ag.signal.fftn(x, [3, 1], [0, 1]), (2, 2, 2)),
    "irfftn": (lambda x: ag.signal.irfftn(x, [3, 4], [0, 1], "ortho"), (2, 3)),
    "fftshift": (ag.signal.fftshift, (2, 3)),
}  # fmt: skip
OF_REAL_NUMBERS = {
    "rfft": (ag.signal.rfft, (2, 4)),
    "rfft cut": (lambda x: ag.signal.rfft(x, 3, 0, "ortho"), (4, 2)),
    "rfft longer": (lambda x: ag.signal.rfft(x, [6], norm="forward"), (2, 5)),
    "ihfft": (ag.signal.ihfft, (5,)),
    "rfftn": (lambda x: ag.signal.rfftn(x, [3, 4], [0, 1]), (2, 3)),
    "rfft2d": (ag.signal.rfft2d, (2, 2, 3)),
}
CASES = [(name, dtype) for name in PROGRAMS for dtype in ("float64", "complex128")]
CASES += [(name, "float64") for name in OF_REAL_NUMBERS]
over_cases = pytest.mark.parametrize(("name", "dtype"), CASES, ids=lambda part: part)


def program_for(name: str, dtype: str) -> tuple[Callable[[Any], Any], Any]:
    """Return a real function of a matrix, and a matrix far from where it bends."""
    program, shape = {**PROGRAMS, **OF_REAL_NUMBERS}[name]
    random = np.random.default_rng(len(name))
    x = random.uniform(-1, 1, shape)
    if dtype == "complex128":
        x = x + 1j * random.uniform(-1, 1, shape)
    if len(shape) > 1 and shape[-1] == shape[-2]:
        x = x + np.diag(np.arange(2, 2 + shape[-1]))

    def total(value: Any) -> Any:
        found = program(value)
        parts = []
        for y in found if isinstance(found, tuple) else (found,):
            weights = np.cos(1.0 + np.arange(y.size or 1)).reshape(y.shape)
            if y.dtype.is_complex:
                weights = weights + 1j * np.sin(2.0 + np.arange(y.size)).reshape(
                    y.shape
                )
            product = ag.reduce_sum(y * ag.constant(weights, y.dtype))
            # Of complex numbers the real part: the half of what they and theirs make.
            parts.append(ag.abs(product + 10) ** 2 if y.dtype.is_complex else product)
        return sum(parts[1:], parts[0])

    return total, x


@over_cases
def test_gradients_agree_with_central_differences(name, dtype):
    function, x = program_for(name, dtype)
    expected = differences(lambda z: function(ag.constant(z)), x, 1e-5)
    found = gradient(function, ag.constant(x)).numpy()
    scale = np.abs(expected).max() + 1
    np.testing.assert_allclose(found / scale, expected / scale, atol=1e-7)
    assert found.dtype == x.dtype


@over_cases
def test_second_derivatives_agree_with_differences_of_first_ones(name, dtype):
    function, x = program_for(name, dtype)
    found = gradient(lambda z: weighed(function, z), ag.constant(x))
    found = np.zeros(x.shape) if found is None else found.numpy()
    scale = np.abs(found).max() + 1
    random = np.random.default_rng(0)
    for _ in range(2):
        # Along a line: a difference for each element would take most of the time.
        step = random.normal(size=(2, *x.shape)) / x.size
        step = step[0] + 1j * step[1] if x.dtype.kind == "c" else step[0]
        values = [float(weighed(function, ag.constant(x + sign * 1e-5 * step)))
                  for sign in (1, -1)]  # fmt: skip
        expected = (values[0] - values[1]) / 2e-5
        along = np.sum(np.conj(found) * step).real
        np.testing.assert_allclose(along / scale, expected / scale, atol=2e-6)


DETERMINANTS = {
    "rank 2": np.diag([2.0, 1.0, 0.0]),
    "rank 1": np.outer([1.0, 2.0, 3.0], [3.0, -1.0, 2.0]),
    "rank 0": np.zeros((3, 3)),
    "units": np.eye(3),
}


@pytest.mark.parametrize("name", DETERMINANTS)
def test_determinants_of_singular_matrices_have_gradients(name):
    function, x = ag.linalg.det, DETERMINANTS[name]
    step = 1e-4
    expected = differences(lambda z: function(ag.constant(z)), x, step)
    found = gradient(function, ag.constant(x)).numpy()
    np.testing.assert_allclose(found, expected, atol=1e-6)
    expected = differences(lambda z: weighed(function, ag.constant(z)), x, step)
    found = gradient(lambda z: weighed(function, z), ag.constant(x)).numpy()
    np.testing.assert_allclose(found, expected, atol=1e-4)


VECTORS_OF_EQUAL_VALUES = {
    "eigh": lambda x: ag.linalg.eigh(x)[1],
    "eig": lambda x: ag.abs(ag.linalg.eig(x)[1]),
    "svd": lambda x: ag.linalg.svd(x)[1],
    "svd of zeros": lambda x: ag.linalg.svd(0 * x[:, :1])[1],
}


@pytest.mark.parametrize("name", VECTORS_OF_EQUAL_VALUES)
def test_vectors_of_equal_values_have_no_gradient_that_could_be_wrong(name):
    function = VECTORS_OF_EQUAL_VALUES[name]
    found = gradient(lambda x: ag.reduce_sum(function(x)), ag.eye(3))
    assert np.isnan(found.numpy()).any()


VALUES = {
    "eigvalsh": ag.linalg.eigvalsh,
    "eigh": lambda x: ag.linalg.eigh(x)[0],
    "eigvals": lambda x: ag.abs(ag.linalg.eigvals(x)),
    "svd": lambda x: ag.linalg.svd(x)[0],
    "nuclear": lambda x: ag.norm(x, "nuc", (0, 1)),
    "largest, which share": lambda x: 3 * ag.norm(x, 2, (0, 1)),
}


@pytest.mark.parametrize("name", VALUES)
def test_sums_of_equal_values_have_gradients(name):
    found = gradient(lambda x: ag.reduce_sum(VALUES[name](x)), ag.eye(3))
    np.testing.assert_allclose(found.numpy(), np.eye(3), atol=1e-6)


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_the_third_derivative_of_a_determinant_agrees_with_differences(dtype):
    _, x = program_for("det", dtype)
    x = x[0]

    def second(z: Any) -> Any:
        return weighed(lambda y: weighed(lambda w: ag.abs(ag.linalg.det(w)), y), z)

    expected = differences(lambda z: second(ag.constant(z)), x, 1e-6)
    found = gradient(second, ag.constant(x)).numpy()
    scale = np.abs(expected).max()
    np.testing.assert_allclose(found / scale, expected / scale, atol=1e-5)


def test_singular_matrices_have_no_gradient_of_slogdet():
    with pytest.raises(np.linalg.LinAlgError, match="Singular"):
        gradient(lambda x: ag.linalg.slogdet(x)[1], ag.zeros([2, 2]))


REFUSED = {
    "qr": (lambda x: ag.linalg.qr(x, full_matrices=True)[0], "larger than the matrix"),
    "svd": (lambda x: ag.linalg.svd(x, full_matrices=True)[1], "unless the matrix is"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_vectors_that_may_be_any_have_no_gradient(name):
    function, text = REFUSED[name]
    with pytest.raises(GradientError, match=text) as error:
        gradient(lambda x: ag.reduce_sum(function(x)), ag.ones([4, 2]))
    assert "Leave full_matrices out." in str(error.value)


def test_values_of_a_full_decomposition_have_gradients():
    x = ag.constant([[1.0, 2], [3, 4], [5, 7]])
    full = gradient(lambda z: ag.linalg.svd(z, full_matrices=True)[0], x)
    thin = gradient(ag.linalg.svdvals, x)
    np.testing.assert_allclose(full.numpy(), thin.numpy(), rtol=1e-5)


@pytest.mark.parametrize("name", [*PROGRAMS, *OF_REAL_NUMBERS])
def test_graphs_of_unknown_dimensions_give_the_same_gradients(name):
    program, _ = {**PROGRAMS, **OF_REAL_NUMBERS}[name]
    _, x = program_for(name, "float64")
    spec = ag.TensorSpec([None] * x.ndim, ag.float64)

    def squares(z: Any) -> Any:
        found = program(z)
        parts = found if isinstance(found, tuple) else (found,)
        sums = [ag.reduce_sum(ag.abs(y) ** 2) for y in parts]
        return sum(sums[1:], sums[0])

    if name in ("qr full wide", "lstsq fast", "lstsq fast wide", "kron", "multi_dot"):
        spec = ag.TensorSpec(x.shape, ag.float64)  # what they are depends on it
    staged = ag.function(lambda z: gradient(squares, z), input_signature=[spec])
    np.testing.assert_allclose(
        staged(x).numpy(),
        gradient(squares, ag.constant(x)).numpy(),
        rtol=1e-9,
        atol=1e-9,
    )
