"""Square matrices: solve, inv, det, slogdet and their kin (`ag.linalg`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.dispatch import apply, as_tensor
from graph.errors import MatrixShapeError
from graph.op import always, define
from graph.ops.arguments import (
    alike,
    array_of,
    result,
    static_flag,
)
from graph.ops.functions import conj
from graph.ops.gradients import systems as rules
from graph.ops.linalg import matrix_transpose
from graph.ops.matrix_operands import (
    broadcast_stacks,
    inexact,
    may_not_be_square,
    real_of,
    square_matrices,
    stacked,
    work_of,
)
from graph.specs import TensorSpec
from graph.tensor import Tensor


def adjoint(matrix: Any, name: str | None = None) -> Tensor:
    """Swap the last two axes, and conjugate complex numbers.

    Shape:   (..., n, m) -> (..., m, n)
    Dtype:   any -> the same
    Raises:  ShapeError if there are fewer than two axes
    Source:  TensorFlow's linalg.adjoint
    """
    held = as_tensor(matrix)
    return matrix_transpose(conj(held) if held.dtype.is_complex else held, name)


# -- Systems ---------------------------------------------------------------------------


def _infer_solve(matrix: TensorSpec, rhs: TensorSpec) -> TensorSpec:
    batch, n = square_matrices(matrix, "solve")
    dtype = inexact("solve", matrix, rhs)
    if rhs.shape is None:
        return TensorSpec(None, dtype)
    if not rhs.shape:
        raise MatrixShapeError(
            "the right-hand side is a scalar.",
            hint="Give a vector, or a matrix whose columns are right-hand sides.",
        )
    is_vector = len(rhs.shape) == 1
    rows = rhs.shape[0] if is_vector else rhs.shape[-2]
    if n is not None and rows is not None and rows != n:
        raise MatrixShapeError(
            f"there are {n} equations and {rows} right-hand sides.",
            hint="A stack of vectors is a stack of matrices with one column: "
            "rhs[..., None].",
        )
    if is_vector:
        return TensorSpec(stacked(batch, rows if n is None else n), dtype)
    both = broadcast_stacks(batch, rhs.shape[:-2])
    return TensorSpec(stacked(both, rows if n is None else n, rhs.shape[-1]), dtype)


_SOLVE = define(
    "solve",
    inputs=("matrix", "rhs"),
    infer=_infer_solve,
    kernel=np.linalg.solve,
    gradient=rules.solve,
    doc="x of `matrix @ x = rhs`; see `ag.linalg.solve`.",
    work=lambda matrix, rhs: work_of(matrix),
    can_fail=always,
)


def solve(
    matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """Return x of `matrix @ x = rhs`.

    Args:
        matrix: Square matrices.
        rhs: One vector, or matrices whose columns are right-hand sides.
        adjoint: Solve with the adjoint of the matrix.
        name: A name for the node.

    Shape:   (..., n, n), (..., n, k) -> (..., n, k); (..., n, n), (n,) -> (..., n)
    Dtype:   float32, float64, complex, promoted together; integers as float64
    Raises:  MatrixShapeError if the shapes do not fit; numpy.linalg.LinAlgError when
        this runs, if a matrix is singular
    Source:  TensorFlow's linalg.solve; numpy.linalg.solve; array API
    """
    return result(_SOLVE, alike((_turned(matrix, adjoint), rhs)), {}, name)


def _turned(matrix: Any, is_adjoint: bool) -> Any:
    return adjoint(matrix) if static_flag(is_adjoint, "adjoint") else matrix


def triangular_solve(
    matrix: Any,
    rhs: Any,
    lower: bool = True,
    adjoint: bool = False,
    name: str | None = None,
) -> Tensor:
    """Return x of `matrix @ x = rhs`, for triangles.

    Args:
        matrix: Square matrices, of which only one triangle is read.
        rhs: One vector, or matrices whose columns are right-hand sides.
        lower: Which triangle.
        adjoint: Solve with the adjoint of that triangle.
        name: A name for the node.

    Shape:   (..., n, n), (..., n, k) -> (..., n, k); (..., n, n), (n,) -> (..., n)
    Dtype:   float32, float64, complex, promoted together; integers as float64
    Raises:  MatrixShapeError if the shapes do not fit; numpy.linalg.LinAlgError when
        this runs, if there is a zero on a diagonal
    Source:  TensorFlow's linalg.triangular_solve
    """
    operands = alike((matrix, rhs))
    attrs = {
        "lower": static_flag(lower, "lower"),
        "adjoint": static_flag(adjoint, "adjoint"),
    }
    return result(_TRIANGULAR_SOLVE, operands, attrs, name)


def _infer_triangular_solve(
    matrix: TensorSpec, rhs: TensorSpec, **_: Any
) -> TensorSpec:
    return _infer_solve(matrix, rhs)


def _triangular_solve(matrix: Any, rhs: Any, *, lower: bool, adjoint: bool) -> Any:
    triangle, b = array_of(matrix), array_of(rhs)
    if triangle.ndim < 2:  # of which np.tril makes a square
        raise np.linalg.LinAlgError(f"{triangle.ndim}-dimensional array given")
    triangle = np.tril(triangle) if lower else np.triu(triangle)
    if adjoint:
        triangle = np.conj(np.swapaxes(triangle, -1, -2))
    if lower is adjoint:
        return np.linalg.solve(triangle, b)
    # Backwards a lower triangle is an upper one, whose factors are itself and 1: no
    # rows are exchanged, and what is left is substitution.
    axis = 0 if b.ndim == 1 else -2
    found = np.linalg.solve(triangle[..., ::-1, ::-1], np.flip(b, axis))
    return np.flip(found, -1 if b.ndim == 1 else -2)


_TRIANGULAR_SOLVE = define(
    "triangular_solve",
    inputs=("matrix", "rhs"),
    attrs={"lower": True, "adjoint": False},
    infer=_infer_triangular_solve,
    kernel=_triangular_solve,
    gradient=rules.triangular_solve,
    doc=triangular_solve.__doc__,
    work=lambda matrix, rhs, **_: work_of(matrix),
    can_fail=always,
)


def cholesky_solve(chol: Any, rhs: Any, name: str | None = None) -> Tensor:
    """Return x of `chol @ adjoint(chol) @ x = rhs`.

    Args:
        chol: Lower triangles, as from `ag.linalg.cholesky`.
        rhs: One vector, or matrices whose columns are right-hand sides.
        name: A name for the node.

    Shape:   (..., n, n), (..., n, k) -> (..., n, k)
    Dtype:   float32, float64, complex, promoted together; integers as float64
    Raises:  MatrixShapeError if the shapes do not fit; numpy.linalg.LinAlgError when
        this runs, if there is a zero on a diagonal
    Source:  TensorFlow's linalg.cholesky_solve
    """
    half = triangular_solve(chol, rhs)
    return triangular_solve(chol, half, adjoint=True, name=name)


def _infer_inv(input: TensorSpec) -> TensorSpec:
    batch, n = square_matrices(input, "inv")
    return TensorSpec(stacked(batch, n, n), inexact("inv", input))


_INV = define(
    "inv",
    inputs=("input",),
    infer=_infer_inv,
    kernel=np.linalg.inv,
    gradient=rules.inv,
    doc="Inverses of square matrices; see `ag.linalg.inv`.",
    work=work_of,
    can_fail=always,
)


def inv(input: Any, adjoint: bool = False, name: str | None = None) -> Tensor:
    """Return inverses of square matrices.

    Args:
        input: Square matrices.
        adjoint: Return the inverses of their adjoints.
        name: A name for the node.

    Shape:   (..., n, n) -> the same
    Dtype:   float32, float64, complex -> the same; integers -> float64
    Raises:  MatrixShapeError if they are not square; numpy.linalg.LinAlgError when
        this runs, if one is singular
    Source:  TensorFlow's linalg.inv; numpy.linalg.inv; array API
    """
    return result(_INV, (_turned(input, adjoint),), {}, name)


# -- Determinants ----------------------------------------------------------------------


def _infer_det(input: TensorSpec) -> TensorSpec:
    batch, _ = square_matrices(input, "det")
    return TensorSpec(batch, inexact("det", input))


def det(input: Any, name: str | None = None) -> Tensor:
    """Return determinants.

    Shape:   (..., n, n) -> (...)
    Dtype:   float32, float64, complex -> the same; integers -> float64
    Raises:  MatrixShapeError if they are not square
    Source:  TensorFlow's linalg.det; numpy.linalg.det; array API. The gradient has the
        cofactors, which singular matrices have, too
    """
    return result(_DET, (input,), {}, name)


_DET = define(
    "det",
    inputs=("input",),
    infer=_infer_det,
    kernel=np.linalg.det,
    gradient=rules.det,
    doc=det.__doc__,
    can_fail=may_not_be_square,
    work=work_of,
)


def _infer_slogdet(input: TensorSpec) -> tuple[TensorSpec, ...]:
    batch, _ = square_matrices(input, "slogdet")
    dtype = inexact("slogdet", input)
    return TensorSpec(batch, dtype), TensorSpec(batch, real_of(dtype))


def slogdet(input: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Return signs and logarithms of the absolute values of determinants.

    Shape:   (..., n, n) -> (...), (...)
    Dtype:   float32, float64, complex -> the same, real; integers -> float64
    Raises:  MatrixShapeError if they are not square
    Source:  TensorFlow's linalg.slogdet; numpy.linalg.slogdet; array API. The gradient
        is that of no singular matrix: numpy.linalg.LinAlgError is raised for one
    """
    found: tuple[Tensor, Tensor] = apply(_SLOGDET, (input,), {}, name)
    return found


_SLOGDET = define(
    "slogdet",
    inputs=("input",),
    infer=_infer_slogdet,
    kernel=lambda x: tuple(np.linalg.slogdet(x)),
    gradient=rules.slogdet,
    doc=slogdet.__doc__,
    can_fail=may_not_be_square,
    work=work_of,
)


def _adjugate(x: Any) -> Any:
    """Return transposed cofactors, by adj(U S V) = adj(V) adj(S) adj(U)."""
    is_finite = np.isfinite(x).all(axis=(-2, -1))[..., None, None]
    if not is_finite.all():  # of which LAPACK's search for singular values may not end
        found = _adjugate(np.where(is_finite, x, x.dtype.type(0)))
        return np.where(is_finite, found, x.dtype.type(np.nan))
    u, s, vh = np.linalg.svd(x)
    turn = np.linalg.det(u) * np.linalg.det(vh)
    rest = _products_without(s, 1)[..., None] * np.conj(np.swapaxes(u, -1, -2))
    whole = np.conj(np.swapaxes(vh, -1, -2)) @ rest
    return np.asarray(turn)[..., None, None] * whole


def _products_without(s: Any, n: int) -> Any:
    """Return for each place, or pair, the product of the elements elsewhere."""
    places = np.eye(s.shape[-1], dtype=bool)
    at = places if n == 1 else places[:, None] | places
    return np.where(at, s.dtype.type(1), s[(..., *[None] * n, slice(None))]).prod(-1)


define(
    "adjugate",
    is_public=False,
    inputs=("x",),
    infer=lambda x: x,
    kernel=_adjugate,
    gradient=rules.adjugate,
    doc="Transposed cofactors: the inverse times the determinant, where there is one.",
    work=work_of,
    can_fail=always,
)


def _adjugate_slope(x: Any, change: Any) -> Any:
    """Return how the adjugate changes, by the products of s without two places."""
    is_finite = np.isfinite(x).all(axis=(-2, -1))[..., None, None]
    if not is_finite.all():
        found = _adjugate_slope(np.where(is_finite, x, x.dtype.type(0)), change)
        return np.where(is_finite, found, x.dtype.type(np.nan))
    u, s, vh = np.linalg.svd(x)
    adjoint_u, v = (np.conj(np.swapaxes(y, -1, -2)) for y in (u, vh))
    turned = adjoint_u @ change @ v
    pairs = _products_without(s, 2) * ~np.eye(s.shape[-1], dtype=bool)
    diagonal = np.diagonal(turned, axis1=-2, axis2=-1)
    inner = -turned * pairs
    place = np.arange(s.shape[-1])
    inner[..., place, place] = (pairs @ diagonal[..., None])[..., 0]
    turn = np.asarray(np.linalg.det(u) * np.linalg.det(vh))[..., None, None]
    return turn * (v @ inner @ adjoint_u)


define(
    "adjugate_slope",
    is_public=False,
    inputs=("x", "change"),
    infer=lambda x, change: x,
    kernel=_adjugate_slope,
    gradient=rules.adjugate_slope,
    doc="How the adjugate changes with the matrix.",
    work=lambda x, change: work_of(x),
    can_fail=always,
)


__all__ = [
    "adjoint",
    "cholesky_solve",
    "det",
    "inv",
    "slogdet",
    "solve",
    "triangular_solve",
]
NAMESPACES = {"ag.linalg": __all__}
