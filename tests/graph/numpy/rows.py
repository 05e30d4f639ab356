"""Uses of NumPy's functions, each compared in every way that it can run."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.graph.numpy.three_ways import Row

X = np.array([[3.0, 1.0, -4.0], [1.0, 5.5, 9.0]], np.float32)
D = np.array([[0.5, -1.5, 2.0, 8.0], [3.0, 1.0, 4.0, 1.0], [2.0, 7.0, 1.0, 8.0]])
V = np.array([3.0, 1.0, -4.0, 1.5, 5.0, -9.0])
S = np.array([-2.0, -1.0, 0.5, 3.0, 4.0])
I = np.array([[3, 0, 4], [1, 5, 9]], np.int32)
B = np.array([[True, False, True], [False, False, True]])
N = np.array([[1.0, np.nan, 3.0], [np.nan, np.nan, 6.0], [2.0, 5.0, np.nan]])
A = np.array([[1.0, np.nan], [2.0, np.nan]], np.float32)
Z = np.array([[1 + 2j, 3 - 1j], [0, 2j]], np.complex64)
TWO = np.array(2)
P = np.array([0.0, 2.0, 4.5, 6.0, 0.3, -3.0])


def at_rank(call: Any, *arrays: Any) -> Row:
    """A row that needs the rank while tracing."""
    return Row(call, arrays, "rank")


def at_shape(call: Any, *arrays: Any) -> Row:
    """A row that needs the shape while tracing."""
    return Row(call, arrays, "shape")


def anywhere(call: Any, *arrays: Any) -> Row:
    """A row that needs to know nothing while tracing."""
    return Row(call, arrays)


def rounded(row: Row) -> Row:
    """The same row, where the order of a sum is another."""
    return Row(row.call, row.arrays, row.needs, rounds=True)


REARRANGEMENT = {
    "ravel": anywhere(np.ravel, X),
    "ravel F": anywhere(lambda x: np.ravel(x, "F"), X),
    "swapaxes": at_rank(lambda x: np.swapaxes(x, 0, 1), X),
    "rollaxis": at_rank(lambda x: np.rollaxis(x[None], 2), X),
    "rollaxis, start": at_rank(lambda x: np.rollaxis(x[None], 0, -1), X),
    "atleast_1d": at_rank(lambda x: np.atleast_1d(x[0, 0], x), X),
    "atleast_2d": at_rank(lambda x: np.atleast_2d(x[0, 0], x[0], x), X),
    "atleast_3d": at_rank(lambda x: np.atleast_3d(x[0, 0], x[0], x, x[None]), X),
    "vstack": at_rank(lambda x, y: np.vstack([x, y, x[0]]), X, I),
    "hstack": at_rank(lambda x, y: np.hstack((x, y)), X, I),
    "hstack vectors": at_rank(lambda x: np.hstack((x, [1.0, 2.0], x)), V),
    "dstack": at_rank(lambda x, y: np.dstack([x, y]), X, I),
    "column_stack": at_rank(lambda x, y: np.column_stack([x[:, 0], y]), X, I),
    "fliplr": anywhere(np.fliplr, X),
    "flipud": anywhere(np.flipud, X),
    "rot90": at_rank(np.rot90, X),
    "rot90 twice": at_rank(lambda x: np.rot90(x, 2), X),
    "rot90 back": at_rank(lambda x: np.rot90(x, -1, (1, 0)), X),
    "rot90 three": at_rank(lambda x: np.rot90(x, 3), X),
    "array_split": at_shape(lambda x: np.array_split(x, 4), V),
    "array_split at": at_rank(lambda x: np.array_split(x, [1, 4], 0), V),
    "split": at_rank(lambda x: np.split(x, 3), V),
    "split at": at_rank(lambda x: np.split(x, [2, 3], axis=1), D),
    "vsplit": at_rank(lambda x: np.vsplit(x, 2), X),
    "hsplit": at_rank(lambda x: np.hsplit(x, 3), X),
    "dsplit": at_rank(lambda x: np.dsplit(x[None], 3), X),
    "append": anywhere(lambda x: np.append(x, [1, 2]), I),
    "append, axis": anywhere(lambda x, y: np.append(x, y, axis=0), X, I),
}  # fmt: skip

NUMBERING = {
    "compress": anywhere(lambda x: np.compress([False, True], x, axis=0), X),
    "compress flat": anywhere(lambda x: np.compress([False, True, True], x), X),
    "extract": anywhere(lambda x: np.extract(x > 2, x), X),
    "choose": anywhere(lambda x: np.choose(x % 2, [x, -x]), I),
    "cumsum": anywhere(lambda x: np.cumsum(x, axis=1, dtype=np.float32), I),
    "cumprod": anywhere(np.cumprod, B),
    "trace": at_rank(lambda x: np.trace(x, 1), X),
    "diagonal": at_rank(lambda x: np.diagonal(x[None], -1, 1, 2), X),
    "shape": at_rank(lambda x: x * np.shape(x)[0], X),
    "size": anywhere(lambda x: x / np.size(x), X),
    "size, axis": at_rank(lambda x: x / np.size(x, 1), X),
    "ndim": anywhere(lambda x: x * np.ndim(x), X),
}

AVERAGES = {
    "ptp": anywhere(lambda x: np.ptp(x, axis=0), X),
    "ptp all": at_rank(lambda x: np.ptp(x, keepdims=True), I),
    "median": anywhere(np.median, X),
    "median, axis": at_rank(lambda x: np.median(x, axis=1), D),
    "median odd": at_rank(lambda x: np.median(x, axis=0, keepdims=True), D),
    "median, axes": at_rank(lambda x: np.median(x[None], axis=(0, 2)), I),
    "median nan": at_rank(lambda x: np.median(x, axis=0), N),
    "percentile": anywhere(lambda x: np.percentile(x, 30), D),
    "percentile f": anywhere(lambda x: np.percentile(x, 71.5), X),
    "percentile q": at_rank(lambda x: np.percentile(x, [0, 25, 100], axis=1), D),
    "quantile": at_rank(lambda x: np.quantile(x, [[0.1, 0.5], [0.9, 1.0]], 0), D),
    "quantile nan": at_rank(lambda x: np.quantile(x, 0.4, axis=1, keepdims=True), N),
    "quantile i": at_rank(lambda x: np.quantile(x, 0.3, axis=1), I),
    **{
        f"quantile {method}": at_rank(
            lambda x, method=method: np.quantile(x, [0.0, 0.35, 0.5], 0, method=method), D
        )
        for method in ("lower", "higher", "nearest", "midpoint", "hazen", "weibull",
                       "interpolated_inverted_cdf", "median_unbiased",
                       "normal_unbiased")
    },
    "average": anywhere(lambda x: np.average(x, axis=0), I),
    "average weights": at_rank(lambda x: np.average(x, 1, [1.0, 2.0, 3.0]), X),
    "average all": rounded(anywhere(lambda x: np.average(x, weights=x * x), D)),
    "average, sum": at_rank(
        lambda x: np.average(x, 0, np.array([1, 3]), returned=True), I
    ),
    "average count": anywhere(lambda x: np.average(x, 0, returned=True), X),
    "cov": rounded(at_rank(np.cov, D)),
    "cov columns": rounded(at_rank(lambda x: np.cov(x, rowvar=False, bias=True), D)),
    "cov y": rounded(at_rank(lambda x: np.cov(x[0], x[1], ddof=0), D)),
    "cov vector": rounded(at_rank(np.cov, V)),
    "corrcoef": rounded(at_rank(np.corrcoef, D)),
}  # fmt: skip

PARTIAL = {
    "sum where": rounded(anywhere(lambda x: np.sum(x, where=x > 1), X)),
    "sum initial": anywhere(lambda x: np.sum(x, axis=0, initial=2, keepdims=True), I),
    "prod where": anywhere(lambda x: np.prod(x, 1, where=[True, False, True]), I),
    "prod initial": anywhere(lambda x: np.prod(x, initial=2.5), D),
    "mean where": rounded(anywhere(lambda x: np.mean(x, axis=1, where=x > 0), X)),
    "mean where i": anywhere(lambda x: np.mean(x, where=x > 3, keepdims=True), I),
    "all where": anywhere(lambda x: np.all(x, axis=0, where=[[True], [False]]), B),
    "any where": anywhere(lambda x: np.any(x, where=x < 3), I),
    "max initial": at_rank(lambda x: np.max(x, axis=1, initial=4), X),
    "max where": at_rank(
        lambda x: np.max(x, initial=-9, where=x < 2, keepdims=True), D
    ),
    "max nothing": at_rank(lambda x: np.max(x[:0], axis=0, initial=0), I),
    "min initial": at_rank(lambda x: np.min(x, axis=(0, 1), initial=0.5), X),
    "amin where": at_rank(lambda x: np.amin(x, 0, initial=7, where=x > 1), I),
}

IGNORING_NAN = {
    "nansum": anywhere(lambda x: np.nansum(x, axis=1), N),
    "nansum i": anywhere(np.nansum, I),
    "nanprod": anywhere(lambda x: np.nanprod(x, axis=0, keepdims=True), N),
    "nanmax": anywhere(lambda x: np.nanmax(x, axis=0), N),
    "nanmax none": anywhere(lambda x: np.nanmax(x, axis=0), A),
    "nanmin": anywhere(np.nanmin, N),
    "nanmin i": anywhere(lambda x: np.nanmin(x, 1), I),
    "nanmean": anywhere(lambda x: np.nanmean(x, axis=0), A),
    "nanmean all": anywhere(np.nanmean, N),
    "nanmean i": anywhere(np.nanmean, I),
    "nanvar": anywhere(lambda x: np.nanvar(x, axis=1), N),
    "nanvar ddof": anywhere(lambda x: np.nanvar(x, axis=0, ddof=1, keepdims=True), A),
    "nanstd": anywhere(np.nanstd, N),
    "nanargmax": anywhere(lambda x: np.nanargmax(x, axis=1), N),
    "nanargmin": anywhere(np.nanargmin, N),
    "nancumsum": anywhere(lambda x: np.nancumsum(x, axis=0), N),
    "nancumprod": anywhere(np.nancumprod, N),
    "nanmedian": at_rank(lambda x: np.nanmedian(x, axis=0), N),
    "nanmedian rows": at_rank(lambda x: np.nanmedian(x, axis=1, keepdims=True), N),
    "nanmedian all": anywhere(np.nanmedian, N),
    "nanmedian none": at_rank(lambda x: np.nanmedian(x, axis=0), A),
}

SEQUENCES = {
    "gradient": at_rank(np.gradient, D),
    "gradient step": at_rank(lambda x: np.gradient(x, 0.5), V),
    "gradient f": at_rank(lambda x: np.gradient(x, 2.0, 0.5), X),
    "gradient i": at_rank(lambda x: np.gradient(x, axis=1, edge_order=2), I),
    "gradient places": at_rank(np.gradient, S * S, S),
    "gradient second": at_rank(lambda x, s: np.gradient(x, s, edge_order=2), S * S, S),
    "gradient rows": at_rank(lambda x: np.gradient(x, [0, 1, 3.0], axis=0), D),
    "ediff1d": anywhere(np.ediff1d, I),
    "ediff1d ends": anywhere(lambda x: np.ediff1d(x, [9, 8], -1), I),
    "trapezoid": rounded(at_rank(np.trapezoid, D)),
    "trapezoid x": rounded(at_rank(lambda x: np.trapezoid(x, [0, 1, 3], axis=0), D)),
    "trapezoid dx": rounded(at_rank(lambda x: np.trapezoid(x, dx=0.1), I)),
    "unwrap": at_rank(np.unwrap, P),
    "unwrap period": at_rank(lambda x: np.unwrap(x, period=4), I),
    "unwrap discont": at_rank(lambda x: np.unwrap(x[None], 5.0, 1), P),
    "interp": anywhere(lambda x, s: np.interp(x, s, s * s), V, S),
    "interp ends": anywhere(lambda x, s: np.interp(x, s, s, -7, 7.5), X, S),
    "interp period": rounded(
        anywhere(lambda x, s: np.interp(x, s, s, period=3.5), X, S)
    ),
    "interp complex": rounded(anywhere(lambda x, s: np.interp(x, s, s * 1j), V, S)),
    "interp one": anywhere(lambda x: np.interp(x, [1.0], [5]), V),
    "vander": at_shape(np.vander, V),
    "vander N": at_rank(lambda x: np.vander(x, 3, increasing=True), I[0]),
}

F = np.array([1.0, -2.0, 0.5, 4.0], np.float32)
POLYNOMIALS = {
    **{
        f"{function.__name__} {mode} {n} {m}": rounded(
            at_rank(lambda x, y, f=function, mode=mode: f(x, y, mode), V[:n], F[:m])
        )
        for function in (np.convolve, np.correlate)
        for mode in ("full", "same", "valid")
        for n, m in ((6, 3), (2, 3), (4, 4))
    },
    "convolve complex": at_rank(lambda x: np.convolve(x[0], x[1]), Z),
    "correlate complex": at_rank(lambda x: np.correlate(x[0], x[1], "full"), Z),
    "convolve one": at_rank(lambda x: np.convolve(x, [2]), I[0]),
    "polyval": at_rank(lambda x: np.polyval([1, -2, 3.0], x), I),
    "polyval p": at_shape(np.polyval, S, X),
    "polyadd": at_shape(lambda x: np.polyadd(x, [1, 2]), V),
    "polysub": at_shape(lambda x: np.polysub([1, 2], x), I[0]),
    "polymul": at_rank(lambda x: np.polymul(x, [1, 2]), I[0]),
    "polyder": at_rank(lambda x: np.polyder(x, 2), V),
    "polyder i": at_rank(np.polyder, I[0]),
}

PRODUCTS = {
    "dot": anywhere(lambda x: np.dot(x, x.T), D),
    "outer": anywhere(np.outer, I, V),
    "inner": rounded(anywhere(np.inner, D, D)),
    "vdot": anywhere(np.vdot, Z, Z),
    "kron": at_rank(np.kron, I, Z),
    "cross": at_rank(np.cross, X, I),
    "cross, axes": at_rank(lambda x: np.cross(x, x[:, ::-1], axis=0), D[:, :3]),
    "einsum": anywhere(lambda x: np.einsum("ij,kj->ik", x, x), I),
    "einsum implicit": anywhere(lambda x: np.einsum("ij", x), X),
    "tensordot": anywhere(lambda x: np.tensordot(x, x, ([1], [1])), I),
    "matmul": anywhere(lambda x: np.matmul(x, x.T), I),
}

COMPARISON = {
    "allclose": anywhere(lambda x: np.allclose(x, x + 1e-9), D),
    "allclose nan": anywhere(lambda x: np.allclose(x, x, equal_nan=True), N),
    "allclose not": anywhere(lambda x: np.allclose(x, x + 1, atol=0.5), I),
    "array_equal": anywhere(lambda x: np.array_equal(x, x.copy()), X),
    "array_equal not": anywhere(lambda x: np.array_equal(x, x[:, 1:]), X),
    "array_equal rank": anywhere(lambda x: np.array_equal(x, x[0]), X),
    "array_equal nan": anywhere(lambda x: np.array_equal(x, x, equal_nan=True), N),
    "fix": anywhere(np.fix, X / 3),
    "fix i": anywhere(np.fix, I),
    "around": anywhere(lambda x: np.around(x / 7, 2), D),
    "amax": anywhere(lambda x: np.amax(x, 0), X),
    "amin": anywhere(lambda x: np.amin(x, keepdims=True), X),
    "isposinf": anywhere(np.isposinf, 1 / (V - 3.0 + (V == 3) * 1e-320)),
    "isneginf": anywhere(np.isneginf, V),
    "iscomplexobj": anywhere(np.iscomplexobj, Z),
    "isscalar": anywhere(lambda x: x * np.isscalar(x), X),
    "iscomplex": anywhere(np.iscomplex, I),
    "iscomplex z": anywhere(np.iscomplex, Z),
    "real": anywhere(np.real, Z),
    "imag": anywhere(np.imag, Z),
    "imag f": anywhere(np.imag, X),
    "angle": anywhere(lambda x: np.angle(x, deg=True), Z),
    "nan_to_num": anywhere(lambda x: np.nan_to_num(x, nan=-1.0), N),
    "isclose": anywhere(lambda x: np.isclose(x, [3.0, 1.0, 7.0], atol=1), I),
    "i0": rounded(anywhere(np.i0, V)),
    "sinc": rounded(anywhere(np.sinc, V)),
    "isreal": anywhere(np.isreal, X),
}

PLACING = {
    "delete": at_shape(lambda x: np.delete(x, [0, -1], axis=1), X),
    "delete flat": at_shape(lambda x: np.delete(x, 2), X),
    "delete slice": at_shape(lambda x: np.delete(x, slice(0, 4, 2), 1), D),
    "delete mask": at_rank(lambda x: np.delete(x, x > 1), V),
    "insert": at_shape(lambda x: np.insert(x, 1, 7, axis=0), X),
    "insert several": at_shape(lambda x: np.insert(x, [0, 2], [8, 9]), I),
    "insert rows": at_shape(lambda x: np.insert(x, 1, [1, 2, 3], axis=0), X),
    "insert columns": at_shape(lambda x: np.insert(x, 1, [1, 2], axis=1), X),
    "insert end": at_shape(lambda x: np.insert(x, 6, 5), V),
    "resize": anywhere(lambda x: np.resize(x, (4, 2)), X),
    "resize less": anywhere(lambda x: np.resize(x, 3), I),
    "select": anywhere(lambda x: np.select([x > 2, x > 0], [x, -x], 7), X),
    "select dtype": anywhere(lambda x: np.select([x > 2], [1.5], 0), I),
    "piecewise": anywhere(
        lambda x: np.piecewise(x, [x < 0, x > 2], [lambda v: -v, 3, 7]), X
    ),
    "piecewise whole": anywhere(
        lambda x: np.piecewise(x, [x < 2, x >= 2], [lambda v: v - v.mean(), -1]), X
    ),
    "piecewise one": at_shape(
        lambda x: np.piecewise(x, x > 0, [1, lambda v: v * v]), V
    ),
    "diag": at_rank(np.diag, V),
    "diag above": at_rank(lambda x: np.diag(x, 2), V),
    "diag below": at_rank(lambda x: np.diag(x, -1), B[0]),
    "diag part": at_rank(lambda x: np.diag(x, 1), X),
    "diagflat": anywhere(lambda x: np.diagflat(x, 1), I),
    "pad": at_rank(lambda x: np.pad(x, 1), X),
    "pad values": at_rank(
        lambda x: np.pad(x, ((1, 0), (0, 2)), constant_values=((5, 6), (7, 8))), I
    ),
    "pad both": at_rank(lambda x: np.pad(x, (2, 1), "constant", constant_values=3), V),
    "pad edge": at_rank(lambda x: np.pad(x, (2, 3), "edge"), X),
    "pad wrap": at_rank(lambda x: np.pad(x, 4, mode="wrap"), X),
    "pad reflect": at_rank(lambda x: np.pad(x, ((3, 4), (4, 1)), "reflect"), X),
    "pad symmetric": at_rank(lambda x: np.pad(x, 5, "symmetric"), I),
    "pad bool": at_rank(lambda x: np.pad(x, 1), B),
    "pad by the run": at_rank(np.pad, X, TWO),
    "pad both by the run": at_rank(lambda x, n: np.pad(x, (n, 1)), X, TWO),
    "pad each by the run": at_rank(
        lambda x, n: np.pad(x, ((n, 1), (0, n)), constant_values=4), I, TWO
    ),
    "pad by a matrix": at_shape(np.pad, X, np.array([[1, 2], [0, 3]])),
    "tril of a vector": at_rank(np.tril, V),
    "triu of a vector": at_rank(lambda x: np.triu(x, -1), V),
    "square of bool": at_rank(lambda x: x**2, B),
    "cube of bool": at_rank(lambda x: x**3, B),
    "square of one bool": at_rank(lambda x: x[0, 0] ** 2, B),
    "apply_along_axis": at_shape(lambda x: np.apply_along_axis(np.sum, 0, x), X),
    "apply_along_axis vector": at_shape(
        lambda x: np.apply_along_axis(lambda v: v * v[0], 1, x), I
    ),
    "apply_along_axis matrix": at_shape(
        lambda x: np.apply_along_axis(lambda v: np.stack([v, v, v]), 0, x), X
    ),
    "apply_over_axes": at_rank(lambda x: np.apply_over_axes(np.sum, x, [0, 1]), X),
    "block": at_rank(lambda x: np.block([[x, x[:, :1]], [x[:1], 7]]), X),
    "block flat": at_rank(lambda x: np.block([x, 1.0, x]), V),
    "ravel_multi_index": at_rank(
        lambda x: np.ravel_multi_index((x[0], x[1]), (6, 12)), I
    ),
    "ravel_multi_index F": at_rank(
        lambda x: np.ravel_multi_index((x[0], x[1]), (3, 4), ("clip", "wrap"), "F"), I
    ),
    "unravel_index": anywhere(lambda x: np.unravel_index(x, (2, 3, 4)), I),
    "unravel_index F": anywhere(lambda x: np.unravel_index(x, (5, 4), "F"), I),
    "ix_": at_rank(lambda x: np.ix_(x, [1, 2]), I[0]),
    "ix_ mask": at_rank(lambda x: np.ix_([0, 2], x), B[0]),
}

ROWS: dict[str, Row] = {
    **REARRANGEMENT,
    **NUMBERING,
    **AVERAGES,
    **PARTIAL,
    **IGNORING_NAN,
    **SEQUENCES,
    **POLYNOMIALS,
    **PRODUCTS,
    **COMPARISON,
    **PLACING,
}
