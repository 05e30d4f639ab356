"""NumPy functions of dynamic sizes and coefficients."""

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant

sizes = programs.staged(T(0), T(1), T(2), np.int64(5))


@sizes
def indices_of_triangles(n):
    """`np.tril_indices` and `triu_indices` of a dynamic size."""
    return np.tril_indices(n, -1, 4), np.triu_indices(n)


@sizes
def indices_of_diagonals(n):
    """`np.diag_indices` and `mask_indices` of a dynamic size."""
    return np.diag_indices(n, 3), np.mask_indices(n, np.triu, 1)


@sizes
def grids(n):
    """`np.indices` and `fromfunction` of a dynamic shape."""
    return (
        np.indices((n, 3)),
        np.indices((2, n), dtype=np.float32, sparse=True),
        np.fromfunction(lambda i, j: i * j + 1, (n, 2)),
    )


@sizes
def windows(n):
    """`np.hanning`, `kaiser` and the other windows of a dynamic size."""
    return (
        *(np.hanning(n), np.hamming(n), np.blackman(n), np.bartlett(n)),
        np.kaiser(n + 1, 3.5),
    )


@sizes
def geometric_progressions(n):
    """`np.logspace` and `geomspace` of a dynamic number of elements."""
    return (
        np.logspace(0, 1, n),
        np.geomspace(1, 8, n),
        np.geomspace(1, 8, n, endpoint=False),
    )


@programs.staged(T(2.5, ag.float64), 0.0)
def a_window_by_its_shape(beta):
    """`np.kaiser` with a dynamic shape parameter."""
    return np.kaiser(8, beta)


@programs.staged(T([1.0, -3.0, 2.0, 5.0], ag.float64), np.array([1.0, 0.0, 4.0]))
def sorted_roots(p):
    """`np.roots` of dynamic coefficients, sorted by `np.sort_complex`."""
    return np.sort_complex(np.roots(p))


@programs.staged(T([2.0, -3.0, 1.0], ag.float64))
def roots_of_padded_coefficients(p):
    """`np.roots` strips zeros on both sides of the coefficients."""
    return np.sort_complex(np.roots(np.pad(p, 2)))


@programs.staged((np.ones((2, 3)), np.ones((3, 2))))
def a_path_of_products(x, y):
    """`np.einsum_path` of dynamic arrays depends on their shapes alone."""
    return x * len(np.einsum_path("ij,jk,kl->il", x, y, x)[0])


@programs.staged(T([0.0, 3.0]), np.array([1.0, 3.0]))
def a_progression_from_zero(x):
    """`np.geomspace` from zero raises ValueError."""
    return np.geomspace(x[0], 8, 3)
