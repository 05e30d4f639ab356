"""`numpy.linalg` on tensors; the standard's linear algebra is made of the same.

Results of several parts are named tuples with NumPy's names for them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from graph import dtypes
from graph.dispatch import apply
from graph.errors import InvalidArgumentError, ShapeError
from graph.numpy import products, statistics
from graph.numpy.arguments import arrays_of, dims_of, flatten, known_rank
from graph.numpy.conversion import asarray, cast
from graph.numpy.registry import implements
from graph.op import op_named
from graph.ops import decompositions, matrix_functions, norms, systems, vectors
from graph.ops import linalg as contractions
from graph.ops import matrices as einsums
from graph.ops.arguments import static_int
from graph.ops.debugging import assert_that
from graph.ops.logic import greater
from graph.ops.manipulation import reshape, shape, transpose
from graph.ops.matrices import static_order
from graph.ops.reduction import reduce_all
from graph.ops.shape_assertions import assert_rank
from graph.origin import capture_exact
from graph.tensor import Tensor


class EigResult(NamedTuple):
    """What `eig` returns."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class EighResult(NamedTuple):
    """What `eigh` returns."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class QRResult(NamedTuple):
    """What `qr` returns."""

    Q: Tensor
    R: Tensor


class SlogdetResult(NamedTuple):
    """What `slogdet` returns."""

    sign: Tensor
    logabsdet: Tensor


class SVDResult(NamedTuple):
    """What `svd` returns."""

    U: Tensor
    S: Tensor
    Vh: Tensor


def _apply(name: str, *operands: Tensor, **attrs: Any) -> Any:
    return apply(op_named(name), operands, attrs)


# -- Decompositions --------------------------------------------------------------------


@implements(np.linalg.cholesky)
def cholesky(a: Any, /, *, upper: bool = False) -> Tensor:
    """Return triangular matrices that give positive definite ones by their adjoint."""
    return decompositions.cholesky(asarray(a), upper)


@implements(np.linalg.qr)
def qr(a: Any, mode: str = "reduced") -> Any:
    """Return orthonormal columns and upper triangles; for `r` the triangles alone."""
    if mode not in ("reduced", "complete", "r"):
        raise InvalidArgumentError(
            f"qr: mode is {mode!r}.",
            origin=capture_exact(2),
            hint="It is 'reduced', 'complete' or 'r'. The form of LAPACK ('raw') is "
            "for arrays only.",
        )
    found = QRResult(*decompositions.qr(asarray(a), mode == "complete"))
    return found.R if mode == "r" else found


@implements(np.linalg.svd)
def svd(
    a: Any,
    full_matrices: bool = True,
    compute_uv: bool = True,
    hermitian: bool = False,
) -> Any:
    """Return U, s and the adjoint of V, or s alone."""
    if not compute_uv:
        return _apply("svdvals", asarray(a), hermitian=bool(hermitian))
    attrs = {"full_matrices": bool(full_matrices), "hermitian": bool(hermitian)}
    return SVDResult(*_apply("svd", asarray(a), **attrs))


@implements(np.linalg.svdvals)
def svdvals(x: Any, /) -> Tensor:
    """Return singular values, the largest first."""
    return decompositions.svdvals(asarray(x))


def _side(name: str, UPLO: Any) -> str:
    side = str(UPLO).upper()
    if side not in ("L", "U"):
        raise InvalidArgumentError(
            f"{name}: UPLO is {UPLO!r}, not 'L' or 'U'.",
            origin=capture_exact(3),
            hint="It says which triangle is read, the lower or the upper one.",
        )
    return side


@implements(np.linalg.eigh)
def eigh(a: Any, UPLO: str = "L") -> EighResult:
    """Return eigenvalues and eigenvectors of Hermitian matrices."""
    return EighResult(*_apply("eigh", asarray(a), UPLO=_side("eigh", UPLO)))


@implements(np.linalg.eigvalsh)
def eigvalsh(a: Any, UPLO: str = "L") -> Tensor:
    """Return the eigenvalues of Hermitian matrices."""
    found: Tensor = _apply("eigvalsh", asarray(a), UPLO=_side("eigvalsh", UPLO))
    return found


@implements(np.linalg.eig)
def eig(a: Any) -> EigResult:
    """Return eigenvalues and eigenvectors, complex always as in NumPy 2.5."""
    return EigResult(*decompositions.eig(asarray(a)))


@implements(np.linalg.eigvals)
def eigvals(a: Any) -> Tensor:
    """Return eigenvalues, complex always as in NumPy 2.5."""
    return decompositions.eigvals(asarray(a))


# -- Systems ---------------------------------------------------------------------------


@implements(np.linalg.solve)
def solve(a: Any, b: Any) -> Tensor:
    """Return x of `a @ x = b`; `b` is one vector, or has matrices."""
    return systems.solve(asarray(a), asarray(b))


@implements(np.linalg.inv)
def inv(a: Any) -> Tensor:
    """Return inverses."""
    return systems.inv(asarray(a))


@implements(np.linalg.det)
def det(a: Any) -> Tensor:
    """Return determinants."""
    return systems.det(asarray(a))


@implements(np.linalg.slogdet)
def slogdet(a: Any) -> SlogdetResult:
    """Return signs of determinants, and logarithms of their absolute values."""
    return SlogdetResult(*systems.slogdet(asarray(a)))


@implements(np.linalg.pinv)
def pinv(
    a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = np._NoValue
) -> Tensor:
    """Return pseudo-inverses.

    Args:
        a: Matrices.
        rcond: Singular values up to this times the largest count as zero.
        hermitian: Are the matrices Hermitian?
        rtol: The same by the standard's name; None is max(m, n) times the precision.
            NumPy's default, when neither is given, is 1e-15.
    """
    if rcond is not None and rtol is not np._NoValue:
        raise InvalidArgumentError(
            "pinv is given both rtol and rcond.",
            origin=capture_exact(2),
            hint="They are two names of one thing.",
        )
    given = rcond if rtol is np._NoValue else rtol
    cutoff = "numpy" if rtol is np._NoValue else "standard"
    operands = [asarray(a), *([] if given is None else [asarray(given)])]
    _check_filled(operands[0])
    found: Tensor = apply(
        op_named("pinv"), operands, {"hermitian": bool(hermitian), "cutoff": cutoff}
    )
    return found


def _check_filled(x: Tensor) -> None:
    """Refuse matrices of integers that turn out to be empty when the graph runs.

    NumPy returns integers of them alone, and the dtype of a result is fixed before.
    """
    is_known = x.ndim is not None and len(x.shape) > 1 and None not in x.shape[-2:]
    if is_known or x.dtype.is_floating or x.dtype.is_complex:
        return
    assert_that(
        reduce_all(greater(shape(x)[-2:], 0)),
        (),
        f"numpy.linalg.pinv of empty matrices is of {x.dtype}, as they are, and of "
        "others of float64: give the input signature their shape, or convert them to "
        "floats before.",
        InvalidArgumentError,
    )


@implements(np.linalg.lstsq)
def lstsq(
    a: Any, b: Any, rcond: float | None = None
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return x that makes |a x - b| least, the residuals, the rank, singular values."""
    found: tuple[Tensor, Tensor, Tensor, Tensor] = _apply(
        "lstsq", asarray(a), asarray(b), rcond=None if rcond is None else float(rcond)
    )
    return found


@implements(np.linalg.tensorinv)
def tensorinv(a: Any, ind: int = 2) -> Tensor:
    """Return what undoes `tensordot` with `a` over its first `ind` axes."""
    x = asarray(a)
    rank, n = known_rank(x, "tensorinv"), static_int(ind, "ind")
    if n <= 0:
        raise InvalidArgumentError(
            f"tensorinv: ind is {n}.",
            origin=capture_exact(2),
            hint="It is how many of the first axes are the rows.",
        )
    dims = dims_of(x)
    rows = _product(dims, range(n, rank))
    found = systems.inv(reshape(x, [rows, -1]))
    return reshape(found, [*dims[n:], *dims[:n]])


@implements(np.linalg.tensorsolve)
def tensorsolve(a: Any, b: Any, axes: Any = None) -> Tensor:
    """Return x of `tensordot(a, x, x.ndim) = b`."""
    matrix, rhs = asarray(a), asarray(b)
    rank = known_rank(matrix, "tensorsolve")
    order = list(range(rank))
    for axis in () if axes is None else axes:
        order.remove(axis)
        order.insert(rank, axis)
    matrix = transpose(matrix, order)
    dims = dims_of(matrix)[known_rank(rhs, "tensorsolve") :]
    size = _product(dims, range(len(dims)))
    found = systems.solve(reshape(matrix, [-1, size]), flatten(rhs))
    return reshape(found, list(dims))


def _product(dims: Any, places: Any) -> Any:
    total: Any = 1
    for place in places:
        total = total * dims[place]
    return total


# -- Numbers that tell about matrices --------------------------------------------------


@implements(np.linalg.matrix_rank)
def matrix_rank(
    A: Any,
    tol: Any = None,
    hermitian: bool = False,
    *,
    rtol: Any = None,
) -> Tensor:
    """Return how many singular values are larger than a tolerance."""
    if tol is not None and rtol is not None:
        raise InvalidArgumentError(
            "matrix_rank is given both tol and rtol.",
            origin=capture_exact(2),
            hint="`rtol` is relative to the largest singular value, `tol` is not.",
        )
    given = rtol if tol is None else tol
    operands = [asarray(A), *([] if given is None else [asarray(given)])]
    attrs = {"is_relative": rtol is not None, "hermitian": bool(hermitian)}
    found: Tensor = apply(op_named("matrix_rank"), operands, attrs)
    return found


@implements(np.linalg.cond)
def cond(x: Any, p: Any = None) -> Tensor:
    """Return condition numbers."""
    return matrix_functions.cond(asarray(x), p)


@implements(np.linalg.matrix_power)
def matrix_power(a: Any, n: Any) -> Tensor:
    """Multiply square matrices with themselves, or their inverses for negative n."""
    return matrix_functions.matrix_power(asarray(a), n)


def _floating(x: Any) -> Tensor:
    held = asarray(x)
    return cast(held, dtypes.float64) if held.dtype.numpy.kind in "biu" else held


@implements(np.linalg.norm)
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Tensor:
    """Return norms of vectors or of matrices.

    Without `axis` a vector's or a matrix' norm is meant, as the rank says; and the
    root of the sum of all squares without `ord`, too.
    """
    held, ord = _floating(x), static_order(ord)
    order = {None: "euclidean", "f": "fro"}.get(ord, ord)
    if axis is None and ord is not None:
        rank = known_rank(held, "norm")
        if rank not in (1, 2):
            raise ShapeError(
                f"norm: there is no norm {ord!r} of all of a tensor of rank {rank}.",
                origin=capture_exact(2),
                hint="Say by `axis` where the vectors or matrices lie.",
            )
        axis = tuple(range(rank))
        if (order == "fro" and rank == 2) or (order == 2 and rank == 1):
            axis, order = None, "euclidean"  # NumPy sums in the order of memory
    is_matrix = isinstance(axis, tuple) and len(axis) == 2
    if not is_matrix and order == "fro":
        raise InvalidArgumentError(
            "norm: there is no norm 'fro' of vectors.",
            origin=capture_exact(2),
            hint="Leave `ord` out.",
        )
    return einsums.norm(held, order, axis, keepdims)


@implements(np.linalg.vector_norm)
def vector_norm(
    x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2
) -> Tensor:
    """Return norms of vectors that may lie along several axes."""
    return norms.vector_norm(asarray(x), axis, keepdims, ord)


@implements(np.linalg.matrix_norm)
def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Tensor:
    """Return norms of matrices."""
    return norms.matrix_norm(asarray(x), keepdims, "fro" if ord is None else ord)


# -- Products, and parts ---------------------------------------------------------------


@implements(np.linalg.matmul)
def matmul(x1: Any, x2: Any, /) -> Tensor:
    """Return matrix products."""
    return contractions.matmul(asarray(x1), asarray(x2))


@implements(np.linalg.matrix_transpose)
def matrix_transpose(x: Any, /) -> Tensor:
    """Swap the last two axes."""
    return contractions.matrix_transpose(asarray(x))


@implements(np.linalg.tensordot)
def tensordot(x1: Any, x2: Any, /, *, axes: Any = 2) -> Tensor:
    """Sum products over pairs of axes."""
    return contractions.tensordot(asarray(x1), asarray(x2), axes)


@implements(np.linalg.vecdot)
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Tensor:
    """Sum products along an axis, the first operand conjugated."""
    return products.vecdot(x1, x2, axis)


@implements(np.linalg.outer)
def outer(x1: Any, x2: Any, /) -> Tensor:
    """Multiply each element of a vector with each of another one."""
    left, right = asarray(x1), asarray(x2)
    for x in (left, right):
        if x.ndim is None:
            assert_rank(x, 1)
        elif x.ndim != 1:
            raise ShapeError(
                f"outer takes vectors; {x.spec} has the rank {x.ndim}.",
                origin=capture_exact(2),
                hint="np.outer makes vectors of its operands.",
            )
    return contractions.outer(left, right)


@implements(np.linalg.cross)
def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> Tensor:
    """Return cross products of vectors of length 3."""
    return vectors.cross(asarray(x1), asarray(x2), axis)


@implements(np.linalg.diagonal)
def diagonal(x: Any, /, *, offset: int = 0) -> Tensor:
    """Return a diagonal of each matrix."""
    return products.diagonal(x, offset, -2, -1)


@implements(np.linalg.trace)
def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Tensor:
    """Return the sum of a diagonal of each matrix."""
    return statistics.sum(products.diagonal(x, offset, -2, -1), -1, dtype)


@implements(np.linalg.multi_dot)
def multi_dot(arrays: Any) -> Tensor:
    """Multiply a chain of matrices, in the order that needs the fewest products."""
    return vectors.multi_dot(arrays_of(arrays))


__all__ = [
    "EigResult",
    "EighResult",
    "QRResult",
    "SVDResult",
    "SlogdetResult",
    "cholesky",
    "cond",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "inv",
    "lstsq",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "multi_dot",
    "norm",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "tensorinv",
    "tensorsolve",
    "trace",
    "vecdot",
    "vector_norm",
]
