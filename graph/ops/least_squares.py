"""Matrices of any shape: pinv, lstsq, matrix_rank (`ag.linalg`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.errors import (
    DTypeError,
    MatrixShapeError,
    ShapeError,
)
from graph.op import ZERO, always, define
from graph.ops.arguments import alike, array_of, result
from graph.ops.core import cast
from graph.ops.creation import eye
from graph.ops.decompositions import cholesky
from graph.ops.gradients import least_squares as rules
from graph.ops.linalg import matmul
from graph.ops.math import add, multiply
from graph.ops.matrix_operands import (
    broadcast_stacks,
    inexact,
    matrices,
    real_of,
    shorter,
    square_matrices,
    stacked,
    work_of,
)
from graph.ops.systems import adjoint, cholesky_solve
from graph.origin import capture_exact
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _infer_pinv(
    a: TensorSpec, *rcond: TensorSpec, hermitian: bool, cutoff: str
) -> TensorSpec:
    batch, m, n = matrices(a, "pinv")
    if hermitian and 0 not in (m, n):
        square_matrices(a, "pinv of Hermitian matrices")
    for spec in rcond:
        wide = broadcast_stacks(batch, _tolerance(spec).shape)
        if None not in (wide, batch) and len(wide or ()) > len(batch or ()):
            raise ShapeError(
                "there are more tolerances than matrices.",
                hint="Give one, or one for each matrix.",
            )
    dtype = inexact("pinv", a)
    if cutoff != "tensorflow" and 0 in (m, n):
        dtype = dtypes.strengthen(a.dtype)  # as NumPy has it of no elements
    return TensorSpec(stacked(batch, n, m), dtype)


def _tolerance(spec: TensorSpec) -> TensorSpec:
    """Return the spec of a tolerance, which is a real number."""
    if dtypes.strengthen(spec.dtype).kind in "biuf":
        return spec
    raise DTypeError(
        f"the tolerance is {spec.dtype}, not a real number.",
        hint="Leave it out for one that suits the precision.",
    )


def _pinv(a: Any, *rcond: Any, hermitian: bool, cutoff: str) -> Any:
    if rcond and np.asarray(rcond[0]).dtype.kind not in "biuf":
        raise TypeError("tolerance")
    array = array_of(a)
    if cutoff == "tensorflow" and array.dtype.kind not in "fc":
        array = array.astype(np.float64)  # also of no elements, which NumPy keeps
    if rcond:
        return np.linalg.pinv(array, hermitian=hermitian, rtol=rcond[0])
    if cutoff == "numpy" or array.ndim < 2:
        return np.linalg.pinv(array, hermitian=hermitian)
    precision = np.finfo(array.dtype if array.dtype.kind in "fc" else float).eps
    factor = 1 if cutoff == "standard" else 10
    cut = factor * max(array.shape[-2:]) * precision
    return np.linalg.pinv(array, cut, hermitian)


PINV = define(
    "pinv",
    inputs=("a", "rcond"),
    attrs={"hermitian": False, "cutoff": "tensorflow"},
    infer=_infer_pinv,
    kernel=_pinv,
    gradient=rules.pinv,
    doc="Pseudo-inverses; see `ag.linalg.pinv`.",
    work=lambda a, *rcond, **_: work_of(a),
    can_fail=always,
)


def pinv(a: Any, rcond: Any = None, name: str | None = None) -> Tensor:
    """Return pseudo-inverses, which solve systems by least squares.

    Args:
        a: Matrices.
        rcond: Singular values up to this times the largest count as zero, by
            default 10 max(m, n) times the precision of the dtype.
        name: A name for the node.

    Shape:   (..., m, n) -> (..., n, m)
    Dtype:   float32, float64, complex -> the same; integers -> float64
    Raises:  MatrixShapeError if there are fewer than two axes;
        numpy.linalg.LinAlgError when this runs, if it does not converge
    Source:  TensorFlow's linalg.pinv; numpy.linalg.pinv, which cuts at 1e-15. The
        gradient is that at constant rank (Golub and Pereyra)
    """
    given = () if rcond is None else (rcond,)
    attrs = {"hermitian": False, "cutoff": "tensorflow"}
    return result(PINV, (a, *given), attrs, name)


def _infer_lstsq(
    matrix: TensorSpec, rhs: TensorSpec, *, rcond: float | str | None
) -> tuple[TensorSpec, ...]:
    _, m, n = matrices(matrix, "lstsq")
    dtype = inexact("lstsq", matrix, rhs)
    for spec, what in ((matrix, "the matrix"), (rhs, "the right-hand side")):
        rank = shapes.rank(spec.shape)
        if rank is not None and not (1 if spec is rhs else 2) <= rank <= 2:
            raise MatrixShapeError(
                f"{what} has the rank {rank}.",
                hint="numpy.linalg.lstsq takes one matrix and a vector or a matrix; "
                "ag.linalg.lstsq takes stacks.",
            )
    rows = rhs.shape[0] if rhs.shape else None
    if m is not None and rows is not None and m != rows:
        raise MatrixShapeError(
            f"there are {m} equations and {rows} right-hand sides.",
            hint="Both operands need as many rows.",
        )
    found = None if rhs.shape is None else (n, *rhs.shape[1:])
    return (
        TensorSpec(found, dtype),
        TensorSpec((None,), real_of(dtype)),
        TensorSpec((), dtypes.int32),
        TensorSpec((shorter(m, n),), real_of(dtype)),
    )


def _lstsq(matrix: Any, rhs: Any, *, rcond: float | str | None) -> Any:
    if isinstance(rcond, str):  # what numpy.polyfit cuts at
        rcond = float(len(matrix) * np.finfo(matrix.dtype).eps)
    x, residuals, rank, s = np.linalg.lstsq(matrix, rhs, rcond)
    return x, residuals, np.int32(rank), s


LSTSQ = define(
    "lstsq",
    inputs=("matrix", "rhs"),
    attrs={"rcond": None},
    infer=_infer_lstsq,
    kernel=_lstsq,
    gradient=rules.lstsq,
    doc="Least squares as numpy.linalg.lstsq has it: x, residuals, rank, s.",
    work=lambda matrix, rhs, **_: work_of(matrix),
    can_fail=always,
)


def lstsq(
    matrix: Any,
    rhs: Any,
    l2_regularizer: Any = 0.0,
    fast: bool = True,
    name: str | None = None,
) -> Tensor:
    """Return x that makes the squares of `matrix @ x - rhs` least.

    Args:
        matrix: Matrices.
        rhs: Matrices whose columns are right-hand sides.
        l2_regularizer: Add this times the squares of x.
        fast: Solve by the normal equations: faster, and right to half as many digits;
            the matrices need full rank. Else by pseudo-inverses, which take any, and
            no regularizer.
        name: A name for the node.

    Shape:   (..., m, n), (..., m, k) -> (..., n, k)
    Dtype:   float32, float64, complex, promoted together; integers as float64
    Raises:  MatrixShapeError if the shapes do not fit; numpy.linalg.LinAlgError when
        this runs, if a matrix has not full rank and `fast` is set
    Source:  TensorFlow's linalg.lstsq
    """
    a, b = alike((matrix, rhs))
    if not fast:
        return matmul(pinv(a), b, name=name)
    _, m, n = matrices(a.spec, "lstsq")
    if m is None or n is None:
        raise ShapeError(
            "lstsq: which of the last two dimensions of the matrix is larger is known "
            f"only when the graph runs; it is {a.spec}.",
            origin=capture_exact(2),
            hint="The normal equations depend on it. Give the shape in the input "
            "signature, or use fast=False.",
        )
    turned = adjoint(a)
    gram = matmul(turned, a) if m >= n else matmul(a, turned)
    factor = cast(l2_regularizer, gram.dtype)
    gram = add(gram, multiply(factor, eye(min(m, n), dtype=gram.dtype)))
    chol = cholesky(gram)
    if m >= n:
        return cholesky_solve(chol, matmul(turned, b), name)
    return matmul(turned, cholesky_solve(chol, b), name=name)


# -- Ranks -----------------------------------------------------------------------------


def _infer_rank(a: TensorSpec, *tol: TensorSpec, **_: Any) -> TensorSpec:
    inexact("matrix_rank", a)
    if a.shape is None or len(a.shape) < 2:
        return TensorSpec(a.shape and (), dtypes.int64)
    batch: Shape = a.shape[:-2]
    for spec in tol:
        batch = broadcast_stacks(batch, _tolerance(spec).shape)
    return TensorSpec(batch, dtypes.int64)


def _rank(a: Any, *tol: Any, is_relative: bool, hermitian: bool) -> Any:
    if a.dtype.kind == "O" or a.dtype == np.float16:
        raise TypeError("text")
    if tol and np.asarray(tol[0]).dtype.kind not in "biuf":
        raise TypeError("tolerance")
    given = {"rtol" if is_relative else "tol": tol[0]} if tol else {}
    return np.int64(np.linalg.matrix_rank(a, hermitian=hermitian, **given))


RANK = define(
    "matrix_rank",
    inputs=("a", "tol"),
    attrs={"is_relative": False, "hermitian": False},
    infer=_infer_rank,
    kernel=_rank,
    gradient=ZERO,
    doc="Number of independent rows; see `ag.linalg.matrix_rank`.",
    work=lambda a, *tol, **_: work_of(a),
    can_fail=always,
)


def matrix_rank(a: Any, tol: Any = None, name: str | None = None) -> Tensor:
    """Return how many singular values are larger than a tolerance.

    Args:
        a: Matrices.
        tol: The tolerance, by default the largest singular value times max(m, n)
            times the precision of the dtype.
        name: A name for the node.

    Shape:   (..., m, n) -> (...)
    Dtype:   float32, float64, complex, integers -> int32
    Raises:  numpy.linalg.LinAlgError when this runs, if it does not converge
    Source:  TensorFlow's linalg.matrix_rank; numpy.linalg.matrix_rank
    """
    given = () if tol is None else (tol,)
    attrs = {"is_relative": False, "hermitian": False}
    return cast(result(RANK, (a, *given), attrs, name), dtypes.int32)


__all__ = ["lstsq", "matrix_rank", "pinv"]
NAMESPACES = {"ag.linalg": __all__}
