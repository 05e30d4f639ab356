"""LU factors with exchanged rows, and what is made of them (`ag.linalg`).

NumPy has no such function: columns are halved until there are few, so that nearly all
the work is products of matrices.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dispatch import apply
from graph.dtypes import DType
from graph.op import define
from graph.ops.arguments import alike, array_of
from graph.ops.creation import eye, zeros_like
from graph.ops.decompositions import Pair
from graph.ops.gradients import lu as rules
from graph.ops.linalg import matmul
from graph.ops.manipulation import expand_dims, shape
from graph.ops.math import add
from graph.ops.matrix_operands import (
    inexact,
    may_not_be_square,
    square_matrices,
    stacked,
    work_of,
)
from graph.ops.scan import argsort
from graph.ops.selection import take_along_axis
from graph.ops.systems import triangular_solve
from graph.ops.triangles import tril, triu
from graph.specs import TensorSpec
from graph.tensor import Tensor

_COLUMNS: Final = 16  # that are eliminated one at a time


def _infer_lu(input: TensorSpec, *, output_idx_type: DType) -> tuple[TensorSpec, ...]:
    batch, n = square_matrices(input, "lu")
    return (
        TensorSpec(stacked(batch, n, n), inexact("lu", input)),
        TensorSpec(stacked(batch, n), output_idx_type),
    )


def _lu(input: Any, *, output_idx_type: DType) -> Any:
    given = array_of(input)
    if given.dtype.kind not in "biufc" or given.dtype == np.float16:
        raise TypeError(given.dtype)
    if given.ndim < 2 or given.shape[-1] != given.shape[-2]:
        raise np.linalg.LinAlgError(f"a matrix of shape {given.shape} is not square")
    kind = given.dtype if given.dtype.kind in "fc" else np.dtype(np.float64)
    n = given.shape[-1]
    count = int(np.prod(given.shape[:-2]))
    x = np.array(given, kind).reshape(count, n, n)
    order = np.tile(np.arange(n), (count, 1))
    _factor(x, order, 0, n)
    factors = x.reshape(given.shape)
    return factors, order.reshape(given.shape[:-1]).astype(output_idx_type.numpy)


def _factor(x: Any, order: Any, start: int, end: int) -> None:
    """Eliminate below the diagonal in columns from `start` to `end`, by halves."""
    if end - start <= _COLUMNS:
        _eliminate(x, order, start, end)
        return
    middle = (start + end) // 2
    _factor(x, order, start, middle)
    lower = np.tril(x[:, start:middle, start:middle], -1)
    lower += np.eye(middle - start, dtype=x.dtype)
    # Backwards it is an upper triangle: rows are not exchanged again.
    right = x[:, start:middle, middle:end]
    right[...] = np.linalg.solve(lower[:, ::-1, ::-1], right[:, ::-1])[:, ::-1]
    x[:, middle:, middle:end] -= x[:, middle:, start:middle] @ right
    _factor(x, order, middle, end)


def _eliminate(x: Any, order: Any, start: int, end: int) -> None:
    """Do the same a column at a time."""
    every = np.arange(len(x))
    for k in range(start, end):
        best = np.argmax(np.abs(x[:, k:, k]), -1) + k
        for rows in (x, order):
            held = rows[every, best]
            rows[every, best] = rows[:, k]
            rows[:, k] = held
        pivots = x[:, k, k]
        # Where the largest is 0 all are, and nothing is left to eliminate.
        divisors = np.where(pivots == 0, x.dtype.type(1), pivots)
        x[:, k + 1 :, k] /= divisors[:, None]
        below, right = x[:, k + 1 :, k, None], x[:, k, None, k + 1 : end]
        x[:, k + 1 :, k + 1 : end] -= below * right


def lu(
    input: Any, output_idx_type: Any = dtypes.int32, name: str | None = None
) -> Pair:
    """Return triangles L and U, and an order of rows: `x[order] = L @ U`.

    For systems `ag.linalg.solve` is faster, which has LAPACK's factors: 20 times at a
    size of 400, 4 times at 1000.

    Args:
        input: Square matrices.
        output_idx_type: The dtype of the order, int32 or int64.
        name: A name for the node.

    Returns:
        L without its diagonal, which is 1, below U; and the order.

    Shape:   (..., n, n) -> (..., n, n), (..., n)
    Dtype:   float32, float64, complex -> the same; integers -> float64
    Raises:  MatrixShapeError if they are not square
    Source:  TensorFlow's linalg.lu; Golub and Van Loan, Matrix Computations, 3.2 and
        3.4. A singular matrix has a zero on U's diagonal, and no gradient
    """
    attrs = {"output_idx_type": dtypes.as_dtype(output_idx_type)}
    found: Pair = apply(_LU, (input,), attrs, name)
    return found


_LU = define(
    "lu",
    inputs=("input",),
    attrs={"output_idx_type": dtypes.int32},
    infer=_infer_lu,
    kernel=_lu,
    gradient=rules.lu,
    doc=lu.__doc__,
    work=work_of,
    can_fail=may_not_be_square,
)


def lu_solve(lower_upper: Any, perm: Any, rhs: Any, name: str | None = None) -> Tensor:
    """Return y of `x @ y = rhs`, for the factors of x.

    Args:
        lower_upper: As `ag.linalg.lu` returns it.
        perm: The order that it returns beside them.
        rhs: Matrices whose columns are right-hand sides.
        name: A name for the node.

    Shape:   (..., n, n), (..., n), (..., n, k) -> (..., n, k)
    Dtype:   float32, float64, complex, promoted together
    Raises:  MatrixShapeError if the shapes do not fit; numpy.linalg.LinAlgError when
        this runs, if there is a zero on a diagonal
    Source:  TensorFlow's linalg.lu_solve
    """
    factors, b = alike((lower_upper, rhs))
    half = triangular_solve(_unit_lower(factors), _in_order(b, perm))
    return triangular_solve(factors, half, lower=False, name=name)


def lu_matrix_inverse(lower_upper: Any, perm: Any, name: str | None = None) -> Tensor:
    """Return inverses, for the factors of matrices.

    Args:
        lower_upper: As `ag.linalg.lu` returns it.
        perm: The order that it returns beside them.
        name: A name for the node.

    Shape:   (..., n, n), (..., n) -> (..., n, n)
    Dtype:   float32, float64, complex -> the same
    Raises:  numpy.linalg.LinAlgError when this runs, if there is a zero on a diagonal
    Source:  TensorFlow's linalg.lu_matrix_inverse
    """
    (factors,) = alike((lower_upper,))
    square_matrices(factors.spec, "lu_matrix_inverse")
    unit = add(zeros_like(factors), _unit(factors))
    return lu_solve(factors, perm, unit, name)


def lu_reconstruct(lower_upper: Any, perm: Any, name: str | None = None) -> Tensor:
    """Return the matrices of which these are the factors.

    Args:
        lower_upper: As `ag.linalg.lu` returns it.
        perm: The order that it returns beside them.
        name: A name for the node.

    Shape:   (..., n, n), (..., n) -> (..., n, n)
    Dtype:   float32, float64, complex -> the same
    Source:  TensorFlow's linalg.lu_reconstruct
    """
    (factors,) = alike((lower_upper,))
    whole = matmul(_unit_lower(factors), triu(factors))
    return _in_order(whole, argsort(perm), name)


def _in_order(x: Tensor, perm: Any, name: str | None = None) -> Tensor:
    """Return rows in this order."""
    return take_along_axis(x, expand_dims(perm, -1), -2, name=name)


def _unit_lower(factors: Tensor) -> Tensor:
    return add(tril(factors, -1), _unit(factors))


def _unit(factors: Tensor) -> Tensor:
    known = None if factors.ndim is None else factors.shape[-1]
    n = shape(factors)[-1] if known is None else known
    return eye(n, dtype=factors.dtype)


__all__ = ["lu", "lu_matrix_inverse", "lu_reconstruct", "lu_solve"]
NAMESPACES = {"ag.linalg": __all__}
