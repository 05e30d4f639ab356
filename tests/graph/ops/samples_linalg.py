"""Samples of linear algebra and Fourier transforms.

LAPACK's results are those of NumPy's functions; where a kernel has an algorithm of its
own the truth is another one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import COMPLEX, INTEGERS, NUMBERS, Case, Draw, sample

EXACT = ("float32", "float64")
FIELDS = (*EXACT, *COMPLEX)
NORMS = ("backward", "ortho", "forward")


def regular(draw: Draw, names: Any = (*FIELDS, "int32"), n: int | None = None) -> Any:
    """Draw a stack of square matrices that are far from singular."""
    n = draw.integer(0, 3) if n is None else n
    x = draw.array(names, (*draw.shape(0, 1), n, n), low=-2, high=2)
    return x + (x.dtype.type(3 * n + 1) * np.eye(n, dtype=x.dtype))


def positive(draw: Draw) -> Any:
    """Draw a stack of Hermitian, positive definite matrices."""
    x = regular(draw, FIELDS)
    return (x @ np.conj(np.swapaxes(x, -1, -2))).astype(x.dtype)


def rectangles(draw: Draw, least: int = 0) -> Any:
    shape = (draw.integer(least, 3), draw.integer(least, 3))
    return draw.array((*FIELDS, "int32"), (*draw.shape(0, 1), *shape), low=-3, high=3)


def plain(named: Any) -> Any:
    return tuple(map(np.asarray, named))


@sample
def _cholesky(draw: Draw) -> Case:
    x, attrs = positive(draw), {"upper": draw.flag()}
    return Case((x,), lambda: np.linalg.cholesky(x, **attrs), attrs)


@sample
def _qr(draw: Draw) -> Case:
    x, full = rectangles(draw), draw.flag()
    mode: Any = "complete" if full else "reduced"
    return Case((x,), lambda: plain(np.linalg.qr(x, mode)), {"full_matrices": full})


@sample
def _svd(draw: Draw) -> Case:
    x, full = rectangles(draw), draw.flag()
    attrs = {"full_matrices": full, "hermitian": False}
    return Case((x,), lambda: plain(np.linalg.svd(x, full)), attrs)


@sample
def _svdvals(draw: Draw) -> Case:
    x = rectangles(draw)
    return Case((x,), lambda: np.linalg.svdvals(x), {"hermitian": False})


@sample
def _eigh(draw: Draw) -> Case:
    x, side = regular(draw), draw.one(("L", "U"))
    return Case((x,), lambda: plain(np.linalg.eigh(x, side)), {"UPLO": side})


@sample
def _eigvalsh(draw: Draw) -> Case:
    x, side = regular(draw), draw.one(("L", "U"))
    return Case((x,), lambda: np.linalg.eigvalsh(x, side), {"UPLO": side})


def as_complex(x: Any) -> Any:
    return x.astype(np.result_type(x, np.complex64))


@sample
def _eig(draw: Draw) -> Case:
    x = regular(draw)
    return Case((x,), lambda: tuple(map(as_complex, np.linalg.eig(x))))


@sample
def _eigvals(draw: Draw) -> Case:
    x = regular(draw)
    return Case((x,), lambda: as_complex(np.linalg.eigvals(x)))


def right_hand_side(draw: Draw, n: int, stack: tuple[int, ...]) -> Any:
    shape = draw.one(((n,), (n, 2), (*stack, n, 1), (2, *[1] * len(stack), n, 1)))
    return draw.array((*FIELDS, "int32"), shape, low=-3, high=3)


@sample
def _solve(draw: Draw) -> Case:
    a = regular(draw)
    b = right_hand_side(draw, a.shape[-1], a.shape[:-2])
    return Case((a, b), lambda: np.linalg.solve(a, b))


@sample
def _triangular_solve(draw: Draw) -> Case:
    a = regular(draw)
    b = right_hand_side(draw, a.shape[-1], a.shape[:-2])
    attrs = {"lower": draw.flag(), "adjoint": draw.flag()}

    def truth() -> Any:
        triangle = np.tril(a) if attrs["lower"] else np.triu(a)
        if attrs["adjoint"]:
            triangle = np.conj(np.swapaxes(triangle, -1, -2))
        return np.linalg.solve(triangle, b)

    return Case((a, b), truth, attrs, rounds=True)


@sample
def _inv(draw: Draw) -> Case:
    x = regular(draw)
    return Case((x,), lambda: np.linalg.inv(x))


@sample
def _det(draw: Draw) -> Case:
    x = regular(draw)
    return Case((x,), lambda: np.linalg.det(x))


@sample
def _slogdet(draw: Draw) -> Case:
    x = regular(draw)
    return Case((x,), lambda: plain(np.linalg.slogdet(x)))


def cofactors(x: Any) -> Any:
    """Return transposed cofactors, by the determinants of what is left."""
    n = x.shape[-1]
    found = np.zeros(x.shape, x.dtype)
    for i, j in np.ndindex(n, n):
        rest = np.delete(np.delete(x, i, -2), j, -1)
        found[..., j, i] = (-1) ** (i + j) * np.linalg.det(rest)
    return found


@sample
def _adjugate(draw: Draw) -> Case:
    x = regular(draw, ("float64", "complex128"))
    scale = 1e4  # the size of the cofactors, to which their precision is relative
    return Case((x / scale,), lambda: cofactors(x / scale), rounds=True)


@sample
def _adjugate_slope(draw: Draw) -> Case:
    x = regular(draw, ("float64", "complex128"))
    change = x[..., ::-1, :] + 1

    def truth() -> Any:
        # A polynomial of degree n - 1 below 3: central differences are exact.
        return (cofactors(x + change) - cofactors(x - change)) / 2

    return Case((x / 100, change / 100), lambda: truth() * 0.01 ** max(x.shape[-1] - 1, 0),
                rounds=True)  # fmt: skip


@sample
def _pinv(draw: Draw) -> Case:
    x = rectangles(draw, least=1)
    given = (np.float64(0.1),) if draw.flag() else ()
    cutoff = draw.one(("numpy", "standard", "tensorflow"))
    if not given and x.dtype.kind != "f":
        cutoff = "numpy"
    attrs = {"hermitian": False, "cutoff": cutoff}

    def truth() -> Any:
        if given:
            return np.linalg.pinv(x, given[0])
        if cutoff == "numpy":
            return np.linalg.pinv(x)
        cut = max(x.shape[-2:]) * np.finfo(x.dtype).eps
        return np.linalg.pinv(x, cut if cutoff == "standard" else 10 * cut)

    return Case((x, *given), truth, attrs)


@sample
def _lstsq(draw: Draw) -> Case:
    a = rectangles(draw, least=1)
    a = a[0] if a.ndim > 2 and a.shape[0] else a.reshape(a.shape[-2:]) if a.ndim == 2 else (
        np.ones(a.shape[-2:], a.dtype))  # fmt: skip
    b = draw.array(FIELDS, draw.one(((len(a),), (len(a), 2))), low=-3, high=3)

    def truth() -> Any:
        x, residuals, rank, s = np.linalg.lstsq(a, b)
        return x, residuals, np.int32(rank), s

    return Case((a, b), truth, {"rcond": None})


@sample
def _lu(draw: Draw) -> Case:
    x = regular(draw)
    attrs = {"output_idx_type": draw.one((dtypes.int32, dtypes.int64))}

    def truth() -> Any:
        # By hand, without blocks, a matrix at a time.
        kind = x.dtype if x.dtype.kind in "fc" else np.dtype(np.float64)
        found, n = np.array(x, kind), x.shape[-1]
        order = np.empty(x.shape[:-1], attrs["output_idx_type"].numpy)
        for place in np.ndindex(*x.shape[:-2]):
            a, rows = found[place], list(range(n))
            for k in range(n):
                best = k + int(np.argmax(np.abs(a[k:, k])))
                a[[k, best]] = a[[best, k]]
                rows[k], rows[best] = rows[best], rows[k]
                for i in range(k + 1, n):
                    a[i, k] /= a[k, k]
                    a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]
            order[place] = rows
        return found, order

    return Case((x,), truth, attrs, rounds=True)


@sample
def _matrix_rank(draw: Draw) -> Case:
    x, given = rectangles(draw, least=1), (np.float64(0.5),) if draw.flag() else ()
    is_relative = draw.flag()
    name = "rtol" if is_relative else "tol"
    kwargs: Any = {name: given[0]} if given else {}
    attrs = {"is_relative": is_relative, "hermitian": False}
    return Case(
        (x, *given), lambda: np.int64(np.linalg.matrix_rank(x, **kwargs)), attrs
    )


@sample
def _expm(draw: Draw) -> Case:
    x = regular(draw, FIELDS)
    x = (x / 16).astype(x.dtype)

    def truth() -> Any:
        wide = np.array(x, np.clongdouble if x.dtype.kind == "c" else np.longdouble)
        total = term = np.broadcast_to(np.eye(x.shape[-1], dtype=wide.dtype), x.shape)
        for k in range(1, 60):
            term = term @ wide / k
            total = total + term
        # Tolerances are absolute, too: compare what is at most 1.
        return total.astype(x.dtype)

    return Case((x,), truth, rounds=True)


def of_eigenvalues(x: Any, function: Any) -> Any:
    """Return a function of Hermitian matrices, in the precision of float64."""
    values, vectors = np.linalg.eigh(x.astype(np.result_type(x.dtype, np.float64)))
    turned = np.conj(np.swapaxes(vectors, -1, -2))
    return ((vectors * function(values)[..., None, :]) @ turned).astype(x.dtype)


@sample
def _sqrtm(draw: Draw) -> Case:
    x = positive(draw)
    x = (x / 1024).astype(x.dtype)  # roots of at most 1: tolerances are absolute, too
    return Case((x,), lambda: of_eigenvalues(x, np.sqrt), rounds=True)


@sample
def _logm(draw: Draw) -> Case:
    x = positive(draw)
    # Eigenvalues of 1 to 2: near 0 the logarithm multiplies what is rounded, and its
    # errors are of the size of its largest element, which tolerances do not know.
    size = np.abs(x).sum((-2, -1), keepdims=True)
    x = (x / np.maximum(size, 1) + np.eye(x.shape[-1])).astype(x.dtype)
    return Case((x,), lambda: of_eigenvalues(x, np.log), rounds=True)


@sample
def _matrix_power(draw: Draw) -> Case:
    x, n = regular(draw), draw.integer(-3, 5)
    return Case((x,), lambda: np.linalg.matrix_power(x, n), {"n": n})


@sample
def _condition_number(draw: Draw) -> Case:
    x = regular(draw, n=draw.integer(1, 3))
    p = draw.one((None, 1, -1, 2, -2, np.inf, -np.inf, "fro"))
    return Case((x,), lambda: np.linalg.cond(x, p).real, {"p": p})  # NumPy 2.0: complex


@sample
def _vector_norm(draw: Draw) -> Case:
    x = draw.array(
        ("float16", *FIELDS, *INTEGERS), draw.shape(2, 3, least=1), low=0, high=3
    )
    attrs = {"ord": draw.one((0, 1, 2, 3, 0.5, -1, np.inf, -np.inf)),
             "axis": draw.one((None, (0,), (-1,), (0, 1))), "keepdims": draw.flag()}  # fmt: skip

    def truth() -> Any:
        axis: Any = attrs["axis"]
        given = {
            **attrs,
            "axis": axis[0] if axis is not None and len(axis) == 1 else axis,
        }
        return np.linalg.vector_norm(x, **given)

    return Case((x,), truth, attrs)


# -- Triangles, diagonals, products ----------------------------------------------------


@sample
def _tril(draw: Draw) -> Case:
    x, k = draw.array(("bool", *NUMBERS), draw.shape(2, 4)), draw.integer(-2, 2)
    return Case((x,), lambda: np.tril(x, k), {"k": k})


@sample
def _triu(draw: Draw) -> Case:
    x, k = draw.array(("bool", *NUMBERS), draw.shape(2, 4)), draw.integer(-2, 2)
    return Case((x,), lambda: np.triu(x, k), {"k": k})


@sample
def _set_diag(draw: Draw) -> Case:
    name = draw.one(NUMBERS)
    x = draw.array(name, draw.shape(2))
    k = draw.integer(-2, 2)
    length = np.diagonal(x, k, -2, -1).shape[-1]
    diagonal = draw.array(name, (*x.shape[:-2], length))

    def truth() -> Any:
        found = np.array(x)
        for at in np.ndindex(*x.shape[:-2]):
            for i, value in enumerate(diagonal[at]):
                found[(*at, i + max(-k, 0), i + max(k, 0))] = value
        return found

    return Case((x, diagonal), truth, {"k": k})


def vectors(
    draw: Draw, left: tuple[int, ...], right: tuple[int, ...]
) -> tuple[Any, Any]:
    stack = draw.shape(0, 1)
    a = draw.array(NUMBERS, draw.one((left, (*stack, *left))), low=0, high=3)
    b = draw.array(NUMBERS, draw.one((right, (*stack, *right))), low=0, high=3)
    return a, b


@sample
def _vecdot(draw: Draw) -> Case:
    n = draw.integer(0, 3)
    a, b = vectors(draw, (n,), (n,))
    return Case((a, b), lambda: np.vecdot(a, b))


@sample
def _matvec(draw: Draw) -> Case:
    n, m = draw.integer(0, 3), draw.integer(0, 3)
    a, b = vectors(draw, (m, n), (n,))
    return Case((a, b), lambda: np.matmul(a, b[..., None])[..., 0], rounds=True)


@sample
def _vecmat(draw: Draw) -> Case:
    n, m = draw.integer(0, 3), draw.integer(0, 3)
    a, b = vectors(draw, (n,), (n, m))
    return Case((a, b), lambda: np.matmul(np.conj(a)[..., None, :], b)[..., 0, :],
                rounds=True)  # fmt: skip


@sample
def _cross(draw: Draw) -> Case:
    a, b = vectors(draw, (3,), (3,))
    return Case((a, b), lambda: np.linalg.cross(a, b))


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


def transform(draw: Draw, function: Any, names: Any) -> Case:
    x = draw.array(names, draw.shape(1, 3, least=1), low=-3, high=3)
    axis, norm = draw.axis(x.ndim), draw.one(NORMS)
    n = draw.one((None, 1, 2, 3, 4, 5))
    if n is None and function is np.fft.irfft and x.shape[axis] == 1:
        n = 2
    given = (np.int32(n),) if n is not None and draw.flag() else ()
    attrs = {"n": None if given else n, "axis": axis, "norm": norm}
    return Case((x, *given), lambda: function(x, n, axis, norm), attrs)


REALS = ("bool", "float16", *EXACT, "int32")


@sample
def _fft(draw: Draw) -> Case:
    return transform(draw, np.fft.fft, (*REALS, *COMPLEX))


@sample
def _ifft(draw: Draw) -> Case:
    return transform(draw, np.fft.ifft, (*REALS, *COMPLEX))


@sample
def _rfft(draw: Draw) -> Case:
    return transform(draw, np.fft.rfft, REALS)


@sample
def _irfft(draw: Draw) -> Case:
    return transform(draw, np.fft.irfft, (*REALS, *COMPLEX))


@sample
def _fit_axis(draw: Draw) -> Case:
    x = draw.array(NUMBERS, draw.shape(1))
    axis, n = draw.axis(x.ndim), draw.integer(0, 4)
    given = (np.int32(n),) if draw.flag() else ()

    def truth() -> Any:
        more = [(0, 0)] * x.ndim
        more[axis] = (0, max(n - x.shape[axis], 0))
        return np.take(np.pad(x, more), range(n), axis)

    return Case((x, *given), truth, {"n": None if given else n, "axis": axis})
