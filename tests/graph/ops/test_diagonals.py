"""Several diagonals at once, and tridiagonal matrices, beside whole matrices."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import autograph as ag
from autograph.errors import InvalidArgumentError, ShapeError
from tests.graph.ops.samples_bands import ALIGNMENTS, parts_of, with_parts

linalg = ag.linalg
RANDOM = np.random.default_rng(0)
SHAPES = list(itertools.product((1, 2, 4), (1, 3, 5)))


@pytest.mark.parametrize("align", ALIGNMENTS)
@pytest.mark.parametrize(("n", "m"), SHAPES)
def test_bands_are_taken_set_and_made(n, m, align):
    x = RANDOM.normal(size=(2, n, m))
    for k in itertools.combinations_with_replacement(range(1 - n, m), 2):
        band = {"k": k, "align": align}
        rows = linalg.diag_part(x, padding_value=9, **band).numpy()
        np.testing.assert_array_equal(rows, parts_of(x, k, 9, align))
        new = RANDOM.normal(size=rows.shape)
        found = linalg.set_diag(x, new, **band)
        np.testing.assert_array_equal(found, with_parts(x, new, k, align))
        found = linalg.diag(new, num_rows=n, num_cols=m, padding_value=7, **band)
        whole = with_parts(np.full(x.shape, 7.0), new, k, align)
        np.testing.assert_array_equal(found, whole)


def test_a_band_without_numbers_of_rows_is_that_of_a_square():
    rows = np.array([[1, 2, 0], [3, 4, 5], [0, 6, 7]])
    found = linalg.diag(rows, k=(-1, 1), align="LEFT_RIGHT")
    assert found.numpy().tolist() == [[3, 1, 0], [6, 4, 2], [0, 7, 5]]
    assert linalg.diag([1, 2], k=1, num_rows=2).shape == (2, 3)
    assert linalg.diag([1, 2], k=-1, num_cols=2).shape == (3, 2)
    assert linalg.diag([1, 2], padding_value=5).numpy().tolist() == [[1, 5], [5, 2]]
    assert linalg.diag_part([["a", "b"], ["c", "d"]], k=(0, 1)).numpy().tolist() == [
        [b"", b"b"],
        [b"a", b"d"],
    ]


def test_shapes_that_the_run_knows_do():
    @ag.function(input_signature=[ag.TensorSpec([None, None], ag.float64)])
    def doubled(x):
        rows = linalg.diag_part(x, k=(-1, 1))
        return linalg.set_diag(x, rows * 2, k=(-1, 1)), linalg.diag(rows, k=(-1, 1))

    for n, m in ((3, 3), (4, 3)):
        x = RANDOM.normal(size=(n, m))
        rows = parts_of(x, (-1, 1), 0, "RIGHT_LEFT")
        changed, made = doubled(x)
        expected = with_parts(x, rows * 2, (-1, 1), "RIGHT_LEFT")
        np.testing.assert_array_equal(changed, expected)
        assert made.shape == (3, 3)
        np.testing.assert_array_equal(made, np.triu(np.tril(x, 1), -1)[:3])
    with pytest.raises(ShapeError, match="the diagonals -1 to 1 are not all in"):
        doubled(np.ones((1, 1)))


def test_tensors_of_twice_the_axes():
    x = np.arange(6.0).reshape(2, 3)
    whole = linalg.tensor_diag(x).numpy()
    assert whole.shape == (2, 3, 2, 3)
    for i, j, k, m in np.ndindex(whole.shape):
        assert whole[i, j, k, m] == (x[i, j] if (i, j) == (k, m) else 0)
    np.testing.assert_array_equal(linalg.tensor_diag_part(whole), x)

    specs = [ag.TensorSpec([None, None], ag.float64)]
    part = ag.function(linalg.tensor_diag_part, input_signature=specs)
    with pytest.raises(InvalidArgumentError, match="the halves of the shape"):
        part(x)
    both = ag.function(
        lambda t: linalg.tensor_diag_part(linalg.tensor_diag(t)), input_signature=specs
    )
    np.testing.assert_array_equal(both(x), x)


# -- Tridiagonal matrices --------------------------------------------------------------

A = RANDOM.normal(size=(3, 6, 6))
ROWS = parts_of(A, (-1, 1), 0, "LEFT_RIGHT")
T = with_parts(np.zeros_like(A), ROWS, (-1, 1), "LEFT_RIGHT")
B = RANDOM.normal(size=(3, 6, 2))
FORMS = {
    "compact": ROWS,
    "matrix": A,
    "sequence": (ROWS[:, 0, :-1], ROWS[:, 1], ROWS[:, 2, 1:]),
}


@pytest.mark.parametrize("form", FORMS)
def test_products_and_systems_are_those_of_whole_matrices(form):
    given = FORMS[form]
    np.testing.assert_allclose(linalg.tridiagonal_matmul(given, B, form), T @ B)
    expected = np.linalg.solve(T, B)
    found = linalg.tridiagonal_solve(given, B, form)
    np.testing.assert_allclose(found, expected, 1e-10)
    found = linalg.tridiagonal_solve(given, B[..., 0], form)
    np.testing.assert_allclose(found, expected[..., 0], 1e-10)
    turned = np.swapaxes(B, -1, -2) * (1 + 1j)
    found = linalg.tridiagonal_solve(
        FORMS["compact"] + 0j, turned, transpose_rhs=True, conjugate_rhs=True
    )
    np.testing.assert_allclose(found, expected * (1 - 1j), 1e-10)


def test_rows_are_exchanged_where_a_pivot_is_0():
    rows = ROWS.copy()
    rows[:, 1, 0] = rows[:, 1, 3] = 0
    whole = with_parts(np.zeros_like(A), rows, (-1, 1), "LEFT_RIGHT")
    rows[:, 0, -1] = rows[:, 2, 0] = np.nan  # beside the diagonals
    np.testing.assert_allclose(linalg.tridiagonal_matmul(rows, B), whole @ B)
    found = linalg.tridiagonal_solve(rows, B)
    np.testing.assert_allclose(found, np.linalg.solve(whole, B), 1e-9)
    rows[:, :, 2] = rows[:, 0, 1] = rows[:, 2, 3] = 0
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix"):
        linalg.tridiagonal_solve(rows, B)


@pytest.mark.parametrize("is_complex", [False, True])
def test_gradients_are_those_of_whole_matrices(is_complex):
    turn = 1 + 0.5j if is_complex else 1.0
    rows, b = ag.constant(ROWS[0] * turn), ag.constant(B[0] * turn)
    w = RANDOM.normal(size=(6, 2))

    def slopes(function):
        with ag.GradientTape() as tape:
            tape.watch([rows, b])
            y = ag.reduce_sum(ag.math.real(function(rows, b)) * w)
        return tape.gradient(y, [rows, b])

    def whole(rows):
        return linalg.diag(rows, k=(-1, 1), align="LEFT_RIGHT")

    pairs = [
        (linalg.tridiagonal_solve, lambda r, b: linalg.solve(whole(r), b)),
        (linalg.tridiagonal_matmul, lambda r, b: whole(r) @ b),
    ]
    for one, other in pairs:
        for found, expected in zip(slopes(one), slopes(other), strict=True):
            np.testing.assert_allclose(found, expected, 1e-9, 1e-11)


@pytest.mark.parametrize(
    "beta", [RANDOM.normal(size=4), RANDOM.normal(size=4) * 1j + 1]
)
def test_eigenvalues_are_those_of_whole_matrices(beta):
    alpha = RANDOM.normal(size=5)
    whole = np.diag(alpha) + np.diag(beta, 1) + np.diag(beta.conj(), -1)
    values, vectors = linalg.eigh_tridiagonal(alpha, beta, eigvals_only=False)
    expected = np.linalg.eigvalsh(whole)
    np.testing.assert_allclose(values, expected)
    np.testing.assert_allclose(whole @ vectors.numpy(), vectors * values, atol=1e-12)
    found = linalg.eigh_tridiagonal(alpha, beta, select="i", select_range=(1, 3))
    np.testing.assert_allclose(found, expected[1:4])
    middle = (expected[1] + 1e-9, expected[3] + 1e-9)
    found = linalg.eigh_tridiagonal(alpha, beta, select="v", select_range=middle)
    np.testing.assert_allclose(found, expected[2:4])
