"""Tridiagonal matrices, of which only three diagonals are kept (`ag.linalg`).

Source: TensorFlow's linalg.tridiagonal_matmul, tridiagonal_solve and eigh_tridiagonal
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graph import ops, shapes
from graph.convert import shown
from graph.dispatch import as_tensor
from graph.errors import (
    DTypeError,
    InvalidArgumentError,
    ShapeError,
    UnsupportedArgumentError,
)
from graph.op import Application, always, define
from graph.ops.arguments import alike, array_of, result, static_axes, static_flag
from graph.ops.bands import diag, diag_part
from graph.ops.decompositions import eigh
from graph.ops.functions import conj
from graph.ops.linalg import matrix_transpose
from graph.ops.manipulation import expand_dims, squeeze
from graph.ops.matrix_operands import broadcast_stacks, inexact, stacked
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor
from graph.unbroadcast import like_dtype, unbroadcast


def _compact(diagonals: Any, form: Any, what: str) -> Tensor:
    """Return superdiagonals, diagonals and subdiagonals as rows of one tensor."""
    if form == "compact":
        found = as_tensor(diagonals)
        rows = None if found.ndim is None else found.shape[-2:-1]
        if rows not in (None, (3,), (None,)):
            raise ShapeError(
                f"{what}: the diagonals are {found.spec}.",
                origin=capture_exact(2),
                hint="Compact ones are three rows: above, on and below the diagonal.",
            )
        return found
    if form == "matrix":
        return diag_part(diagonals, k=(-1, 1), align="LEFT_RIGHT")
    if form == "sequence":
        above, on, below = (as_tensor(each) for each in diagonals)
        size = None if on.ndim is None else on.shape[-1]
        return ops.stack(
            [_padded(above, size, [0, 1]), on, _padded(below, size, [1, 0])], -2
        )
    raise DTypeError(
        f"{what}: diagonals_format is {shown(form)}.",
        origin=capture_exact(2),
        hint="Say 'compact', 'sequence' or 'matrix'.",
    )


def _padded(x: Tensor, size: int | None, pads: list[int]) -> Tensor:
    """Return what is beside a diagonal, in a row as long as that."""
    if x.ndim is None or x.shape[-1] is None or size is None:
        raise ShapeError(
            f"a sequence of diagonals needs known lengths, and {x} has none.",
            origin=capture_exact(3),
            hint="Give them in the format 'compact'.",
        )
    if x.shape[-1] == size:
        return x
    return ops.pad(x, [[0, 0]] * (len(x.shape) - 1) + [pads])


# -- Products --------------------------------------------------------------------------


def tridiagonal_matmul(
    diagonals: Any, rhs: Any, diagonals_format: str = "compact", name: str | None = None
) -> Tensor:
    """Return products of tridiagonal matrices and others.

    Args:
        diagonals: The superdiagonals, diagonals and subdiagonals. `compact`: rows of
            one tensor, each as long as the diagonal; the last of the first and the
            first of the last are left out. `sequence`: three tensors, two of which may
            be shorter by 1. `matrix`: matrices, of which the rest is left out.
        rhs: Matrices to multiply with.
        diagonals_format: Which of these.
        name: A name for the node.

    Shape:   (..., 3, n), (..., n, m) -> (..., n, m)
    Dtype:   numbers, promoted together
    Raises:  ShapeError if the shapes do not fit
    Source:  TensorFlow's linalg.tridiagonal_matmul
    """
    rows, x = alike((_compact(diagonals, diagonals_format, "tridiagonal_matmul"), rhs))
    above, on, below = (expand_dims(rows[..., i, :], -1) for i in range(3))
    zero = ops.zeros_like(x[..., :1, :])
    next_rows = ops.concat([x[..., 1:, :], zero], -2)
    rows_before = ops.concat([zero, x[..., :-1, :]], -2)
    # What is left out may be nan.
    above = ops.concat([above[..., :-1, :], ops.zeros_like(above[..., -1:, :])], -2)
    below = ops.concat([ops.zeros_like(below[..., :1, :]), below[..., 1:, :]], -2)
    return ops.add(above * next_rows + on * x, below * rows_before, name=name)


# -- Systems ---------------------------------------------------------------------------


def _infer_solve(diagonals: TensorSpec, rhs: TensorSpec) -> TensorSpec:
    dtype = inexact("tridiagonal_solve", diagonals, rhs)
    if diagonals.shape is None or rhs.shape is None:
        return TensorSpec(None, dtype)
    if len(diagonals.shape) < 2 or len(rhs.shape) < 2:
        raise ShapeError(
            "the diagonals or the right-hand sides have too few axes.",
            hint="Diagonals are (..., 3, n), right-hand sides (..., n, m).",
        )
    n, m = rhs.shape[-2:]
    if diagonals.shape[-2] not in (3, None) or not shapes.is_compatible(
        (diagonals.shape[-1],), (n,)
    ):
        raise ShapeError(
            "the diagonals and the right-hand sides do not fit.",
            hint="Diagonals are (..., 3, n), right-hand sides (..., n, m).",
        )
    batch = broadcast_stacks(diagonals.shape[:-2], rhs.shape[:-2])
    size = n if n is not None else diagonals.shape[-1]
    return TensorSpec(stacked(batch, size, m), dtype)


def _solve(diagonals: Any, rhs: Any) -> Any:
    """Eliminate with exchanges of rows, all systems of a stack at once.

    Source:  Gauss's elimination of a band, as LAPACK's gtsv has it
    """
    rows, right = array_of(diagonals), array_of(rhs)
    dtype = inexact_of(rows, right)
    batch = np.broadcast_shapes(rows.shape[:-2], right.shape[:-2])
    n, m = right.shape[-2:]
    if rows.shape[-2:] != (3, n):
        raise ValueError("shapes")
    # Of each row what is on the diagonal, and in the two places after it.
    band = np.zeros((*batch, n, 3), dtype)
    band[..., 0] = rows[..., 1, :]
    band[..., :-1, 1] = rows[..., 0, :-1]
    below = np.broadcast_to(rows[..., 2, :], (*batch, n)).astype(dtype)
    found = np.broadcast_to(right, (*batch, n, m)).astype(dtype)
    for i in range(n - 1):
        own = band[..., i, :].copy()
        other = np.zeros_like(own)
        other[..., 0] = below[..., i + 1]
        other[..., 1:] = band[..., i + 1, :2]
        swaps = (np.abs(other[..., 0]) > np.abs(own[..., 0]))[..., None]
        own, other = np.where(swaps, other, own), np.where(swaps, own, other)
        top = np.where(swaps, found[..., i + 1, :], found[..., i, :])
        rest = np.where(swaps, found[..., i, :], found[..., i + 1, :])
        _check_pivots(own[..., 0])
        factor = other[..., :1] / own[..., :1]
        other = other - factor * own
        band[..., i, :], band[..., i + 1, :2] = own, other[..., 1:]
        found[..., i, :], found[..., i + 1, :] = top, rest - factor * top
    for i in range(n - 1, -1, -1):
        _check_pivots(band[..., i, 0])
        known = found[..., i, :]
        for step in (1, 2):
            if i + step < n:
                known = known - band[..., i, step, None] * found[..., i + step, :]
        found[..., i, :] = known / band[..., i, :1]
    return found


def inexact_of(*arrays: Any) -> Any:
    """Return the dtype in which arrays are computed with."""
    kind = np.result_type(*arrays)
    return kind if kind.kind in "fc" else np.dtype(np.float64)


def _check_pivots(pivots: Any) -> None:
    if not pivots.all():
        raise np.linalg.LinAlgError("Singular matrix")


def _solve_rule(at: Application, dy: Any) -> Sequence[Any]:
    rows, found = at.inputs[0], at.outputs[0]
    flow = _solved(_adjoint_of(ops.cast(rows, found.dtype)), dy)

    def by_diagonals() -> Any:
        turned = conj(found)
        zero = ops.zeros_like(turned[..., :1, :])
        after = ops.concat([turned[..., 1:, :], zero], -2)
        before = ops.concat([zero, turned[..., :-1, :]], -2)
        parts = [ops.reduce_sum(-flow * x, -1) for x in (after, turned, before)]
        return unbroadcast(like_dtype(ops.stack(parts, -2), rows), rows)

    def by_rhs() -> Any:
        return unbroadcast(like_dtype(flow, at.inputs[1]), at.inputs[1])

    return (by_diagonals, by_rhs)


def _adjoint_of(rows: Any) -> Any:
    """Return the diagonals of the adjoint matrices."""
    turned = conj(rows)
    above, on, below = (turned[..., i, :] for i in range(3))
    return ops.stack([ops.roll(below, -1, -1), on, ops.roll(above, 1, -1)], -2)


def _solved(rows: Any, rhs: Any, name: str | None = None) -> Tensor:
    return result(_SOLVE, (rows, rhs), {}, name)


_SOLVE = define(
    "tridiagonal_solve",
    is_public=False,
    inputs=("diagonals", "rhs"),
    infer=_infer_solve,
    kernel=_solve,
    gradient=_solve_rule,
    doc="Solutions of tridiagonal systems; see `ag.linalg.tridiagonal_solve`.",
    can_fail=always,
)


def tridiagonal_solve(
    diagonals: Any,
    rhs: Any,
    diagonals_format: str = "compact",
    transpose_rhs: bool = False,
    conjugate_rhs: bool = False,
    name: str | None = None,
    partial_pivoting: bool = True,
    perturb_singular: bool = False,
) -> Tensor:
    """Return x such that tridiagonal matrices times x are the right-hand sides.

    Args:
        diagonals: As `tridiagonal_matmul` takes them.
        rhs: Matrices whose columns are right-hand sides; or vectors.
        diagonals_format: `compact`, `sequence` or `matrix`.
        transpose_rhs: Take the rows of matrices in place of the columns.
        conjugate_rhs: Take the complex conjugates of the right-hand sides.
        name: A name for the node.
        partial_pivoting: Of no effect: rows are exchanged where that is more exact.
        perturb_singular: Only False.

    Shape:   (..., 3, n), (..., n) or (..., n, m) -> that of the right-hand sides
    Dtype:   float32, float64, complex, promoted together; integers -> float64
    Raises:  ShapeError if the shapes do not fit; numpy.linalg.LinAlgError when this
        runs, if a matrix is singular
    Source:  TensorFlow's linalg.tridiagonal_solve
    """
    static_flag(partial_pivoting, "partial_pivoting")
    if static_flag(perturb_singular, "perturb_singular"):
        raise UnsupportedArgumentError(
            "tridiagonal_solve does not take perturb_singular=True.",
            origin=capture_exact(1),
            hint="Add a small multiple of the identity: to the second row of compact "
            "diagonals.",
        )
    rows, right = alike(
        (_compact(diagonals, diagonals_format, "tridiagonal_solve"), rhs)
    )
    if rows.ndim is None or right.ndim is None:
        raise ShapeError(
            "tridiagonal_solve: the ranks must be known while tracing.",
            origin=capture_exact(1),
            hint="Give the input signature ranks, such as ag.TensorSpec([3, None]).",
        )
    is_vector = len(right.shape) == len(rows.shape) - 1
    if is_vector:
        right = expand_dims(right, -1)
    elif static_flag(transpose_rhs, "transpose_rhs"):
        right = matrix_transpose(right)
    if static_flag(conjugate_rhs, "conjugate_rhs"):
        right = conj(right)
    found = _solved(rows, right, name)
    return squeeze(found, -1) if is_vector else found


# -- Eigenvalues -----------------------------------------------------------------------


def eigh_tridiagonal(
    alpha: Any,
    beta: Any,
    eigvals_only: bool = True,
    select: str = "a",
    select_range: Any = None,
    tol: Any = None,
    name: str | None = None,
) -> Any:
    """Return eigenvalues of Hermitian tridiagonal matrices, and eigenvectors.

    Args:
        alpha: The diagonals.
        beta: What is above them; below are the complex conjugates.
        eigvals_only: Only the eigenvalues.
        select: Which eigenvalues: `a` all of them; `v` of vectors those in a range of
            values, without its low end; `i` those from one number to another.
        select_range: The range.
        tol: Of no effect: the precision is that of the dtype.
        name: A name for the node.

    Returns:
        The eigenvalues, ascending; with eigenvectors, a pair.

    Shape:   (..., n), (..., n - 1) -> (..., n), and (..., n, n)
    Dtype:   float32, float64, complex, promoted together -> real, and the same
    Raises:  ShapeError if the shapes do not fit
    Source:  TensorFlow's linalg.eigh_tridiagonal, by the whole matrices: time and
        memory are those of `ag.linalg.eigh`
    """
    on, above = alike((alpha, beta))
    whole = diag(on) + diag(above, k=1) + diag(conj(above), k=-1)
    values, vectors = eigh(whole, name)
    if select == "i":
        low, high = static_axes(select_range, "select_range") or (0, 0)
        values = values[..., low : high + 1]
        vectors = vectors[..., low : high + 1]
    elif select == "v":
        low, high = select_range
        is_chosen = ops.logical_and(values > low, values <= high)
        values = ops.boolean_mask(values, is_chosen)
        vectors = ops.boolean_mask(vectors, is_chosen, axis=1)
    elif select != "a":
        raise InvalidArgumentError(
            f"eigh_tridiagonal: select is {shown(select)}.",
            origin=capture_exact(1),
            hint="Say 'a', 'v' with a range of values, or 'i' with two numbers.",
        )
    return values if static_flag(eigvals_only, "eigvals_only") else (values, vectors)


__all__ = ["eigh_tridiagonal", "tridiagonal_matmul", "tridiagonal_solve"]
NAMESPACES = {"ag.linalg": __all__}
