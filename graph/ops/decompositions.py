"""Matrices taken apart: cholesky, qr, svd, eigh, eig (`ag.linalg`).

The ops give what NumPy's functions give, in NumPy's order; the public functions here
follow TensorFlow's, and `graph.numpy.linalg` has NumPy's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.dispatch import apply
from graph.op import always, define
from graph.ops.arguments import (
    array_of,
    result,
    static_flag,
)
from graph.ops.functions import conj
from graph.ops.gradients import decompositions as rules
from graph.ops.linalg import matrix_transpose
from graph.ops.matrix_operands import (
    complex_of,
    inexact,
    matrices,
    real_of,
    shorter,
    square_matrices,
    stacked,
    work_of,
)
from graph.shapes import Dim
from graph.specs import TensorSpec
from graph.tensor import Tensor

Pair = tuple[Tensor, Tensor]


# -- Cholesky --------------------------------------------------------------------------


def _infer_cholesky(input: TensorSpec, *, upper: bool) -> TensorSpec:
    batch, n = square_matrices(input, "cholesky")
    return TensorSpec(stacked(batch, n, n), inexact("cholesky", input))


def cholesky(input: Any, upper: bool = False, name: str | None = None) -> Tensor:
    """Return triangular matrices L with `x = L @ adjoint(L)`.

    Args:
        input: Hermitian matrices, positive definite; of each only the triangle that
            the result has is read.
        upper: Return the upper triangles instead: `x = adjoint(U) @ U`.
        name: A name for the node.

    Shape:   (..., n, n) -> the same
    Dtype:   float32, float64, complex -> the same; integers -> float64
    Raises:  MatrixShapeError if they are not square; numpy.linalg.LinAlgError when
        this runs, if one is not positive definite
    Source:  TensorFlow's linalg.cholesky; numpy.linalg.cholesky; array API. The
        gradient is that of a Hermitian matrix, whose two triangles change together
        (Murray, Differentiation of the Cholesky decomposition)
    """
    return result(_CHOLESKY, (input,), {"upper": static_flag(upper, "upper")}, name)


_CHOLESKY = define(
    "cholesky",
    inputs=("input",),
    attrs={"upper": False},
    infer=_infer_cholesky,
    kernel=lambda x, *, upper: np.linalg.cholesky(x, upper=upper),
    gradient=rules.cholesky,
    doc=cholesky.__doc__,
    work=work_of,
    can_fail=always,
)


# -- QR --------------------------------------------------------------------------------


def _infer_qr(input: TensorSpec, *, full_matrices: bool) -> tuple[TensorSpec, ...]:
    batch, m, n = matrices(input, "qr")
    dtype = inexact("qr", input)
    inner: Dim = m if full_matrices else shorter(m, n)
    return (
        TensorSpec(stacked(batch, m, inner), dtype),
        TensorSpec(stacked(batch, inner, n), dtype),
    )


def _qr(x: Any, *, full_matrices: bool) -> Any:
    return tuple(np.linalg.qr(x, "complete" if full_matrices else "reduced"))


def qr(input: Any, full_matrices: bool = False, name: str | None = None) -> Pair:
    """Return matrices Q with orthonormal columns, and upper triangles R: `x = Q @ R`.

    Args:
        input: Matrices.
        full_matrices: Make Q square.
        name: A name for the node.

    Shape:   (..., m, n) -> (..., m, k), (..., k, n), k being min(m, n), or m for full
    Dtype:   float32, float64, complex -> the same; integers -> float64
    Raises:  MatrixShapeError if there are fewer than two axes
    Source:  TensorFlow's linalg.qr; numpy.linalg.qr; array API. The gradient needs
        independent (first) columns, and a Q that is not larger than x
    """
    attrs = {"full_matrices": static_flag(full_matrices, "full_matrices")}
    found: Pair = apply(_QR, (input,), attrs, name)
    return found


_QR = define(
    "qr",
    inputs=("input",),
    attrs={"full_matrices": False},
    infer=_infer_qr,
    kernel=_qr,
    gradient=rules.qr,
    doc=qr.__doc__,
    work=work_of,
    can_fail=always,
)


# -- Singular values -------------------------------------------------------------------


def _infer_svd(
    x: TensorSpec, *, full_matrices: bool, hermitian: bool
) -> tuple[TensorSpec, ...]:
    batch, m, n = (matrices if not hermitian else _hermitian)(x, "svd")
    dtype = inexact("svd", x)
    inner = shorter(m, n)
    rows, columns = (m, n) if full_matrices else (inner, inner)
    return (
        TensorSpec(stacked(batch, m, rows), dtype),
        TensorSpec(stacked(batch, inner), real_of(dtype)),
        TensorSpec(stacked(batch, columns, n), dtype),
    )


def _hermitian(x: TensorSpec, what: str) -> Any:
    batch, n = square_matrices(x, f"{what} of Hermitian matrices")
    return batch, n, n


def _svd(x: Any, *, full_matrices: bool, hermitian: bool) -> Any:
    return tuple(np.linalg.svd(x, full_matrices, hermitian=hermitian))


_SVD = define(
    "svd",
    inputs=("x",),
    attrs={"full_matrices": False, "hermitian": False},
    infer=_infer_svd,
    kernel=_svd,
    gradient=rules.svd,
    doc="Singular value decomposition, as U, s and the adjoint of V; see "
    "`ag.linalg.svd`.",
    work=work_of,
    can_fail=always,
)

_SVDVALS = define(
    "svdvals",
    inputs=("x",),
    attrs={"hermitian": False},
    infer=lambda x, *, hermitian: _infer_svd(
        x, full_matrices=False, hermitian=hermitian
    )[1],
    kernel=lambda x, *, hermitian: np.linalg.svd(
        x, compute_uv=False, hermitian=hermitian
    ),
    gradient=rules.svdvals,
    doc="Singular values, the largest first; see `ag.linalg.svdvals`.",
    work=work_of,
    can_fail=always,
)


def svd(
    tensor: Any,
    full_matrices: bool = False,
    compute_uv: bool = True,
    name: str | None = None,
) -> Any:
    """Return singular values and vectors: `x = U @ diag(s) @ adjoint(V)`.

    Args:
        tensor: Matrices.
        full_matrices: Make U and V square.
        compute_uv: Return the vectors, too.
        name: A name for the node.

    Returns:
        s, U and V, or s alone. (NumPy's order is U, s and the adjoint of V.)

    Shape:   (..., m, n) -> (..., k), (..., m, k), (..., n, k), k being min(m, n)
    Dtype:   float32, float64, complex -> s real, vectors the same; integers -> float64
    Raises:  MatrixShapeError if there are fewer than two axes;
        numpy.linalg.LinAlgError when this runs, if it does not converge
    Source:  TensorFlow's linalg.svd; numpy.linalg.svd. Gradients through vectors of
        equal singular values are left out: see docs/how_to/gradients.md
    """
    if not static_flag(compute_uv, "compute_uv"):
        return svdvals(tensor, name)
    attrs = {
        "full_matrices": static_flag(full_matrices, "full_matrices"),
        "hermitian": False,
    }
    u, s, vh = apply(_SVD, (tensor,), attrs, name)
    return s, u, matrix_transpose(conj(vh))


def svdvals(x: Any, name: str | None = None) -> Tensor:
    """Return singular values, the largest first.

    Shape:   (..., m, n) -> (..., min(m, n))
    Dtype:   float32, float64, complex -> their real part; integers -> float64
    Raises:  MatrixShapeError if there are fewer than two axes;
        numpy.linalg.LinAlgError when this runs, if it does not converge
    Source:  array API, linalg.svdvals; numpy.linalg.svdvals
    """
    return result(_SVDVALS, (x,), {"hermitian": False}, name)


# -- Eigenvalues -----------------------------------------------------------------------


def _infer_eigh(x: TensorSpec, *, UPLO: str) -> tuple[TensorSpec, ...]:
    batch, n = square_matrices(x, "eigh")
    dtype = inexact("eigh", x)
    return (
        TensorSpec(stacked(batch, n), real_of(dtype)),
        TensorSpec(stacked(batch, n, n), dtype),
    )


_EIGH = define(
    "eigh",
    inputs=("x",),
    attrs={"UPLO": "L"},
    infer=_infer_eigh,
    kernel=lambda x, *, UPLO: tuple(np.linalg.eigh(x, UPLO)),
    gradient=rules.eigh,
    doc="Eigenvalues and eigenvectors of Hermitian matrices; see `ag.linalg.eigh`.",
    work=work_of,
    can_fail=always,
)

_EIGVALSH = define(
    "eigvalsh",
    inputs=("x",),
    attrs={"UPLO": "L"},
    infer=lambda x, *, UPLO: _infer_eigh(x, UPLO=UPLO)[0],
    kernel=lambda x, *, UPLO: np.linalg.eigvalsh(x, UPLO),
    gradient=rules.eigvalsh,
    doc="Eigenvalues of Hermitian matrices; see `ag.linalg.eigvalsh`.",
    work=work_of,
    can_fail=always,
)


def eigh(tensor: Any, name: str | None = None) -> Pair:
    """Return eigenvalues, the smallest first, and eigenvectors of Hermitian matrices.

    Args:
        tensor: Hermitian matrices, of which only the lower triangle is read.
        name: A name for the node.

    Shape:   (..., n, n) -> (..., n), (..., n, n), an eigenvector to a column
    Dtype:   float32, float64, complex -> real, the same; integers -> float64
    Raises:  MatrixShapeError if they are not square; numpy.linalg.LinAlgError when
        this runs, if it does not converge
    Source:  TensorFlow's linalg.eigh; numpy.linalg.eigh. The gradient is that of a
        Hermitian matrix; through vectors of equal eigenvalues nothing flows
    """
    found: Pair = apply(_EIGH, (tensor,), {"UPLO": "L"}, name)
    return found


def eigvalsh(tensor: Any, name: str | None = None) -> Tensor:
    """Return the eigenvalues of Hermitian matrices, the smallest first.

    Args:
        tensor: Hermitian matrices, of which only the lower triangle is read.
        name: A name for the node.

    Shape:   (..., n, n) -> (..., n)
    Dtype:   float32, float64, complex -> their real part; integers -> float64
    Raises:  MatrixShapeError if they are not square; numpy.linalg.LinAlgError when
        this runs, if it does not converge
    Source:  TensorFlow's linalg.eigvalsh; numpy.linalg.eigvalsh
    """
    return result(_EIGVALSH, (tensor,), {"UPLO": "L"}, name)


def _infer_eig(x: TensorSpec) -> tuple[TensorSpec, ...]:
    batch, n = square_matrices(x, "eig")
    dtype = complex_of(inexact("eig", x))
    return (
        TensorSpec(stacked(batch, n), dtype),
        TensorSpec(stacked(batch, n, n), dtype),
    )


def _complex(x: Any) -> Any:
    # NumPy before 2.5 gives real numbers where all of them happen to be.
    return x if x.dtype.kind == "c" else x.astype(np.result_type(x, np.complex64))


_EIG = define(
    "eig",
    inputs=("x",),
    infer=_infer_eig,
    kernel=lambda x: tuple(map(_complex, np.linalg.eig(x))),
    gradient=rules.eig,
    doc="Eigenvalues and eigenvectors, always complex; see `ag.linalg.eig`.",
    work=work_of,
    can_fail=always,
)

_EIGVALS = define(
    "eigvals",
    inputs=("x",),
    infer=lambda x: _infer_eig(x)[0],
    kernel=lambda x: _complex(np.linalg.eigvals(array_of(x))),
    gradient=rules.eigvals,
    doc="Eigenvalues, always complex; see `ag.linalg.eigvals`.",
    work=work_of,
    can_fail=always,
)


def eig(tensor: Any, name: str | None = None) -> Pair:
    """Return eigenvalues and eigenvectors, complex numbers always.

    Args:
        tensor: Square matrices.
        name: A name for the node.

    Shape:   (..., n, n) -> (..., n), (..., n, n), an eigenvector of norm 1 to a column
    Dtype:   float32, complex64 -> complex64; float64, complex128, integers ->
        complex128
    Raises:  MatrixShapeError if they are not square; numpy.linalg.LinAlgError when
        this runs, if it does not converge or there are nan or infinities
    Source:  TensorFlow's linalg.eig; numpy.linalg.eig, which is complex always since
        NumPy 2.5
    """
    found: Pair = apply(_EIG, (tensor,), {}, name)
    return found


def eigvals(tensor: Any, name: str | None = None) -> Tensor:
    """Return eigenvalues, complex numbers always.

    Args:
        tensor: Square matrices.
        name: A name for the node.

    Shape:   (..., n, n) -> (..., n)
    Dtype:   float32, complex64 -> complex64; float64, complex128, integers ->
        complex128
    Raises:  MatrixShapeError if they are not square; numpy.linalg.LinAlgError when
        this runs, if it does not converge or there are nan or infinities
    Source:  TensorFlow's linalg.eigvals; numpy.linalg.eigvals
    """
    return result(_EIGVALS, (tensor,), {}, name)


__all__ = ["cholesky", "eig", "eigh", "eigvals", "eigvalsh", "qr", "svd", "svdvals"]
NAMESPACES = {"ag.linalg": __all__}
