"""Samples of linear algebra and Fourier transforms.

LAPACK's results are those of NumPy's functions; where a kernel has an algorithm of its
own the truth is another one.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import KINDS, NUMBERS, Case, Draw, row, sample

FIELDS = KINDS["field"]
SQUARES = "field|int32[-2:3] (..., n, n)"
FIELD_SQUARES = "field[-2:3] (..., n, n)"
WIDE_SQUARES = "float64|complex128[-2:3] (..., n, n)"
RECTANGLES = "field|int32[-3:4] (..., n, m)"
FULL_RECTANGLES = "field|int32[-3:4] (..., n+, m+)"


def regular(draw: Draw, x: Any, *_: Any) -> Any:
    """Return square matrices that are far from singular."""
    n = x.shape[-1]
    return x + (x.dtype.type(3 * n + 1) * np.eye(n, dtype=x.dtype))


def positive(draw: Draw, x: Any) -> Any:
    """Return Hermitian, positive definite matrices."""
    x = regular(draw, x)
    return (x @ adjoint(x)).astype(x.dtype)


def adjoint(x: Any) -> Any:
    return np.conj(np.swapaxes(x, -1, -2))


def plain(named: Any) -> Any:
    return tuple(map(np.asarray, named))


def as_complex(x: Any) -> Any:
    return x.astype(np.result_type(x, np.complex64))


NOT: dict[str, Any] = {"hermitian": (False,)}
SIDES: dict[str, Any] = {"UPLO": ("L", "U")}
row("cholesky", FIELD_SQUARES, np.linalg.cholesky, prepare=positive)
row(
    "qr", RECTANGLES,
    lambda x, full_matrices: plain(
        np.linalg.qr(x, "complete" if full_matrices else "reduced")
    ),
)  # fmt: skip
row(
    "svd",
    RECTANGLES,
    lambda x, full_matrices: plain(np.linalg.svd(x, full_matrices)),
    **NOT,
)
row("svdvals", RECTANGLES, np.linalg.svdvals, **NOT)
row(
    "eigh", SQUARES, lambda x, UPLO: plain(np.linalg.eigh(x, UPLO)),
    prepare=regular, **SIDES,
)  # fmt: skip
row("eigvalsh", SQUARES, np.linalg.eigvalsh, prepare=regular, **SIDES)
row("eig", SQUARES, lambda x: tuple(map(as_complex, np.linalg.eig(x))), prepare=regular)
row("eigvals", SQUARES, lambda x: as_complex(np.linalg.eigvals(x)), prepare=regular)
row("inv", SQUARES, np.linalg.inv, prepare=regular)
row("det", SQUARES, np.linalg.det, prepare=regular)
row("slogdet", SQUARES, lambda x: plain(np.linalg.slogdet(x)), prepare=regular)
row(
    "matrix_power", SQUARES, np.linalg.matrix_power,
    prepare=regular, n=range(-3, 6),
)  # fmt: skip
row(
    "condition_number", "field|int32[-2:3] (..., n+, n)",
    lambda x, p: np.linalg.cond(x, p).real,  # NumPy 2.0: complex
    prepare=regular, p=(None, 1, -1, 2, -2, np.inf, -np.inf, "fro"),
)  # fmt: skip


# -- Systems ---------------------------------------------------------------------------


def right_hand_side(draw: Draw, a: Any) -> Any:
    *stack, _, n = a.shape
    shape = draw.one(((n,), (n, 2), (*stack, n, 1), (2, *[1] * len(stack), n, 1)))
    return a, draw.array((*FIELDS, "int32"), shape, low=-3, high=3)


def _triangular_solve(a: Any, b: Any, lower: bool, adjoint: bool) -> Any:
    triangle = np.tril(a) if lower else np.triu(a)
    if adjoint:
        triangle = np.conj(np.swapaxes(triangle, -1, -2))
    return np.linalg.solve(triangle, b)


def _system(draw: Draw, x: Any) -> Any:
    return right_hand_side(draw, regular(draw, x))


row("solve", SQUARES, np.linalg.solve, prepare=_system)
row("triangular_solve", SQUARES, _triangular_solve, prepare=_system, rounds=True)


@sample
def _lstsq(draw: Draw) -> Case:
    n, m = draw.integer(1, 3), draw.integer(1, 3)
    a = draw.array((*FIELDS, "int32"), (n, m), low=-3, high=3)
    b = draw.array(FIELDS, draw.one(((n,), (n, 2))), low=-3, high=3)

    def truth() -> Any:
        x, residuals, rank, s = np.linalg.lstsq(a, b)
        return x, residuals, np.int32(rank), s

    return Case((a, b), truth, {"rcond": None})


def _pinv(x: Any, cutoff: str, rcond: Any = None) -> Any:
    if rcond is not None:
        return np.linalg.pinv(x, rcond)
    if cutoff == "numpy":
        return np.linalg.pinv(x)
    cut = max(x.shape[-2:]) * np.finfo(x.dtype).eps
    return np.linalg.pinv(x, cut if cutoff == "standard" else 10 * cut)


row(
    "pinv", FULL_RECTANGLES,
    lambda x, *rcond, cutoff: _pinv(x, cutoff, *rcond),
    prepare=lambda draw, x: (x, np.float64(0.1)) if draw.flag() else x,
    cutoff=lambda draw, x, *rcond: draw.one(
        ("numpy", "standard", "tensorflow") if rcond or x.dtype.kind == "f" else ("numpy",)
    ), **NOT,
)  # fmt: skip
row(
    "matrix_rank", FULL_RECTANGLES,
    lambda x, *tol, is_relative: np.int64(
        np.linalg.matrix_rank(x, **{"rtol" if is_relative else "tol": each for each in tol})
    ),
    prepare=lambda draw, x: (x, np.float64(0.5)) if draw.flag() else x, **NOT,
)  # fmt: skip


# -- By other algorithms ---------------------------------------------------------------


def cofactors(x: Any) -> Any:
    """Return transposed cofactors, by the determinants of what is left."""
    n = x.shape[-1]
    found = np.zeros(x.shape, x.dtype)
    for i, j in np.ndindex(n, n):
        rest = np.delete(np.delete(x, i, -2), j, -1)
        found[..., j, i] = (-1) ** (i + j) * np.linalg.det(rest)
    return found


def _adjugate_slope(x: Any, change: Any) -> Any:
    # A polynomial of degree n - 1 below 3: central differences are exact.
    return (cofactors(x + change) - cofactors(x - change)) / 2


def _lu(x: Any, output_idx_type: Any) -> Any:
    # By hand, without blocks; the diagonal is the largest, so rows keep their places.
    found = np.array(x, x.dtype if x.dtype.kind in "fc" else np.float64)
    for k in range(n := x.shape[-1]):
        found[..., k + 1 :, k] /= found[..., k, k, None]
        step = found[..., k + 1 :, k, None] * found[..., k, None, k + 1 :]
        found[..., k + 1 :, k + 1 :] -= step
    return found, np.broadcast_to(
        np.arange(n, dtype=output_idx_type.numpy), x.shape[:-1]
    )


def _expm(x: Any) -> Any:
    wide = np.array(x, np.clongdouble if x.dtype.kind == "c" else np.longdouble)
    total = term = np.broadcast_to(np.eye(x.shape[-1], dtype=wide.dtype), x.shape)
    for k in range(1, 60):
        term = term @ wide / k
        total = total + term
    return total.astype(x.dtype)


def of_eigenvalues(x: Any, function: Any) -> Any:
    """Return a function of Hermitian matrices, in the precision of float64."""
    values, vectors = np.linalg.eigh(x.astype(np.result_type(x.dtype, np.float64)))
    return ((vectors * function(values)[..., None, :]) @ adjoint(vectors)).astype(
        x.dtype
    )


def _near_one(draw: Draw, x: Any) -> Any:
    # Eigenvalues near 1: near 0 the logarithm multiplies what is rounded, and its
    # errors are of the size of its largest element, which tolerances do not know.
    x = positive(draw, x)
    size = np.abs(x).sum((-2, -1), keepdims=True)
    return (x / np.maximum(4 * size, 1) + np.eye(x.shape[-1])).astype(x.dtype)


def _scaled(prepare: Any, scale: float) -> Any:
    """Tolerances are absolute, too: return small matrices, with results of at most 1."""

    def scaled(draw: Draw, x: Any) -> Any:
        found = prepare(draw, x)
        return (found / scale).astype(found.dtype)

    return scaled


_small = _scaled(regular, 100)
row("adjugate", WIDE_SQUARES, cofactors, prepare=_scaled(regular, 1e4), rounds=True)
row(
    "adjugate_slope", WIDE_SQUARES, _adjugate_slope,
    prepare=lambda draw, x: (x := _small(draw, x), x[..., ::-1, :] + 0.01), rounds=True,
)  # fmt: skip
row(
    "lu", SQUARES, _lu, prepare=regular, rounds=True,
    output_idx_type=(dtypes.int32, dtypes.int64),
)  # fmt: skip
row("expm", FIELD_SQUARES, _expm, prepare=_scaled(regular, 16), rounds=True)
row(
    "sqrtm", FIELD_SQUARES, lambda x: of_eigenvalues(x, np.sqrt),
    prepare=_scaled(positive, 1024), rounds=True,
)  # fmt: skip
row(
    "logm", FIELD_SQUARES, lambda x: of_eigenvalues(x, np.log),
    prepare=_near_one, rounds=True,
)  # fmt: skip


# -- Norms, triangles, products --------------------------------------------------------


def _vector_norm(x: Any, ord: Any, axis: Any, keepdims: bool) -> Any:
    axis = axis[0] if axis is not None and len(axis) == 1 else axis
    return np.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)


row(
    "vector_norm", "float16|field|integer[0:4] (...+, n+, m+)", _vector_norm,
    ord=(0, 1, 2, 3, 0.5, -1, np.inf, -np.inf), axis=(None, (0,), (-1,), (0, 1)),
)  # fmt: skip
row("tril", "any (..., n, m)", np.tril, k=range(-2, 3))
row("triu", "any (..., n, m)", np.triu, k=range(-2, 3))


@sample
def _set_diag(draw: Draw) -> Case:
    name = draw.one(NUMBERS)
    x, k = draw.array(name, draw.shape(2)), draw.integer(-2, 2)
    diagonal = draw.array(name, np.diagonal(x, k, -2, -1).shape)

    def truth() -> Any:
        found, i = np.array(x), np.arange(diagonal.shape[-1])
        found[..., i + max(-k, 0), i + max(k, 0)] = diagonal
        return found

    return Case((x, diagonal), truth, {"k": k})


def _pairs(left: str, right: str) -> list[str]:
    """Return the domains of two operands, each of them alone or with leading axes."""
    return [
        f"number[0:4] ({first}{left}); number[0:4] ({second}{right})"
        for first in ("", "...")
        for second in ("", "...")
    ]


def _matvec(a: Any, b: Any) -> Any:
    return np.matmul(a, b[..., None])[..., 0]


def _vecmat(a: Any, b: Any) -> Any:
    return np.matmul(np.conj(a)[..., None, :], b)[..., 0, :]


row("vecdot", _pairs(" n", " n"), np.vecdot)
row("matvec", _pairs(" m, n", " n"), _matvec, rounds=True)
row("vecmat", _pairs(" n", " n, m"), _vecmat, rounds=True)
row("cross", _pairs(" 3", " 3"), np.linalg.cross)


@sample
def _multi_dot(draw: Draw) -> Case:
    sizes = [draw.integer(1, 3) for _ in range(4)]
    count = draw.integer(2, 3)
    shapes: list[tuple[int, ...]] = [(sizes[i], sizes[i + 1]) for i in range(count)]
    if draw.flag():
        shapes[0] = shapes[0][1:]
    if draw.flag():
        shapes[-1] = shapes[-1][:1]
    arrays = [draw.array(NUMBERS, shape, low=0, high=3) for shape in shapes]
    return Case(tuple(arrays), lambda: np.linalg.multi_dot(arrays))


# -- Fourier transforms ----------------------------------------------------------------


def _fit_axis(x: Any, n: int, axis: int) -> Any:
    more = [(0, 0)] * x.ndim
    more[axis] = (0, max(n - x.shape[axis], 0))
    return np.take(np.pad(x, more), range(n), axis)


def _points(name: str, draw: Draw, x: Any) -> Any:
    axis, n = draw.axis(x.ndim), draw.one((None, 1, 2, 3, 4, 5))
    if name == "irfft" and n is None and x.shape[axis] == 1:
        n = 2  # half a spectrum of one point has the length 0
    return {"axis": axis, "n": n}


for _name in ("fft", "ifft", "rfft", "irfft"):
    row(
        _name,
        f"bool|float|int32{'' if _name == 'rfft' else '|complex'}[-3:4] (...+, n+)",
        lambda x, n, axis, norm, name=_name: getattr(np.fft, name)(x, n, axis, norm),
        given="n", also=partial(_points, _name), norm=("backward", "ortho", "forward"),
    )  # fmt: skip
row("fit_axis", "number (..., n)", _fit_axis, given="n", n=range(5))
