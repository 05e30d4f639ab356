"""Uses of NumPy's functions that make, fit and count, in every way they can run."""

from __future__ import annotations

import numpy as np

from tests.graph.numpy.rows import (
    A,
    B,
    D,
    F,
    I,
    N,
    S,
    V,
    X,
    Z,
    anywhere,
    at_rank,
    at_shape,
    rounded,
)  # fmt: skip
from tests.graph.numpy.three_ways import Row

W = np.array([0.5, 1.0, 2.0, 1.0, 3.0])
U8 = np.array([[1, 200, 7], [255, 0, 9]], np.uint8)
METHODS = ("linear", "lower", "higher", "nearest", "midpoint", "hazen", "weibull",
           "inverted_cdf", "averaged_inverted_cdf", "closest_observation")  # fmt: skip

MORE: dict[str, Row] = {
    **{
        f"{function.__name__} by {method}": at_rank(
            lambda x, f=function, method=method: f(
                x, [0.0, 0.35, 0.5, 1], 0, method=method
            ),
            x,
        )
        for function, x in ((np.nanquantile, N), (np.quantile, D))
        for method in METHODS
    },
    "nanquantile": at_rank(lambda x: np.nanquantile(x, 0.3, axis=1, keepdims=True), N),
    "nanquantile all": anywhere(lambda x: np.nanquantile(x, [0.3, 0.9]), N),
    "nanquantile i": at_rank(lambda x: np.nanquantile(x, 0.3, axis=1), I),
    "nanquantile f": at_rank(lambda x: np.nanquantile(x, 0.3, axis=0), A),
    "nanquantile whole": at_rank(lambda x: np.nanquantile(x, [0, 1], axis=0), A),
    "nanpercentile": at_rank(
        lambda x: np.nanpercentile(x, [[10], [70]], axis=(0, 1), keepdims=True), N
    ),
    "quantile symbolic": at_rank(lambda x, q: np.quantile(x, q / 10, axis=1), D, S + 3),
    "quantile whole": at_rank(lambda x: np.quantile(x, [0, 1], axis=0), I),
    "logspace": at_rank(lambda x: np.logspace(x[0], x[1], 7), V),
    "logspace rows": at_rank(lambda x: np.logspace(x, 2.0, 5, axis=1, base=2), V),
    "logspace base": at_rank(
        lambda x, s: np.logspace(0.5, 2.0, 5, base=x[0], endpoint=False), V, S
    ),
    "logspace bases": at_rank(
        lambda x: np.logspace(1.0, 2.0, 4, base=abs(x), axis=-1), V
    ),
    "logspace i": at_rank(lambda x: np.logspace(0, x[0], 4, dtype=int), I[0]),
    "geomspace": at_rank(lambda x: np.geomspace(x[0], x[1], 6), V),
    "geomspace down": at_rank(lambda x: np.geomspace(-x[0, 0], -x[1, 2], 6), X),
    "geomspace rows": at_rank(lambda x: np.geomspace(x, 8 * x, 5, axis=1), V),
    "geomspace open": at_rank(lambda x: np.geomspace(x, 16, 4, endpoint=False), I[1]),
    "geomspace i": at_rank(lambda x: np.geomspace(x[0], 1000, 4, dtype=int), I[1]),
    "geomspace one": at_rank(lambda x: np.geomspace(x[0], 1000, 1), I[1]),
    "geomspace complex": at_rank(lambda x: np.geomspace(x[0, 0], x[1, 1], 4), Z),
    "tril_indices_from": at_rank(np.tril_indices_from, D),
    "triu_indices_from": at_rank(lambda x: np.triu_indices_from(x, 1), D),
    "diag_indices_from": at_rank(lambda x: np.diag_indices_from(x[:, :3]), D),
    "polyint": at_rank(np.polyint, V),
    "polyint i": at_rank(lambda x: np.polyint(x, 2, 3), I[0]),
    "polyint k": at_rank(lambda x: np.polyint(x, 2, [1, 2.0]), F),
    "polyint complex": at_rank(lambda x: np.polyint(x, 3, k=1j), F),
    "polyint none": at_rank(lambda x: np.polyint(x, 0), F),
    "polydiv": at_shape(lambda x: np.polydiv(x, [2, 1.0]), V),
    "polydiv exact": at_shape(lambda x: np.polydiv(np.polymul(x, [1, 2]), x), I[0]),
    "polydiv low": at_shape(lambda x: np.polydiv([2, 1.0], x), F),
    "poly": at_shape(np.poly, V),
    "poly i": at_shape(np.poly, I[0]),
    "poly matrix": rounded(at_shape(lambda x: np.poly(x[:, :3]), D)),
    "polyfit": rounded(at_rank(lambda x, y: np.polyfit(x, y, 2), S, W)),
    "polyfit rows": rounded(
        at_rank(lambda x, y: np.polyfit(x, np.stack([y, x * x], 1), 2), S, W)
    ),
    "polyfit weights": rounded(at_rank(lambda x, y: np.polyfit(x, y, 1, w=y), S, W)),
    "polyfit f": rounded(
        at_rank(lambda x, y: np.polyfit(x, y, 2), F, I[1].repeat(2)[:4])
    ),
    "polyfit full": rounded(at_rank(lambda x, y: np.polyfit(x, y, 2, full=True), S, W)),
    "polyfit cov": rounded(at_rank(lambda x, y: np.polyfit(x, y, 2, cov=True), S, W)),
    "polyfit cov rows": rounded(
        at_rank(
            lambda x, y: np.polyfit(x, np.stack([y, x * x], 1), 1, cov="unscaled"), S, W
        )
    ),
    "polyfit rcond": rounded(
        at_rank(lambda x, y: np.polyfit(x, y, 3, rcond=0.1), S, W)
    ),
    # "roots": rounded(at_rank(lambda x: np.sort_complex(np.roots(x)), V)),
    # "roots zeros": rounded(at_rank(lambda x: np.sort_complex(np.roots(np.pad(x, 2))), F)),
    "real_if_close": anywhere(np.real_if_close, X),
    "histogram2d": at_rank(lambda x, s: np.histogram2d(x, s, 3), S, W),
    "histogram2d bins": at_rank(
        lambda x, s: np.histogram2d(x, s, [2, [0, 1, 2, 5.0]], weights=s), S, W
    ),
    "histogram2d edges": at_rank(
        lambda x, s: np.histogram2d(
            x, s, np.array([-2.0, 0.0, 1.0, 2.0, 3.0]), density=True
        ),
        S,
        W,
    ),
    "histogram2d range": at_rank(
        lambda x, s: np.histogram2d(x, s, (2, 3), [[-1, 3], [0, 2]]), S, W
    ),
    "histogramdd": at_shape(lambda x: np.histogramdd(x[:, :2], 2), D),
    "histogramdd i": at_rank(
        lambda x: np.histogramdd([x[0], x[1]], (2, 3), density=True), I
    ),
    "histogram auto": anywhere(lambda x: np.histogram(x, "auto"), V),
    "histogram fd": anywhere(lambda x: np.histogram(x, "fd", (-1, 5), density=True), D),
    "histogram_bin_edges": anywhere(lambda x: np.histogram_bin_edges(x, 4), X),
    "histogram_bin_edges rule": anywhere(
        lambda x: np.histogram_bin_edges(x, "sturges"), I
    ),
    "packbits": anywhere(np.packbits, B),
    "packbits axis": anywhere(lambda x: np.packbits(x, axis=1, bitorder="little"), I),
    "unpackbits": anywhere(np.unpackbits, U8),
    "unpackbits count": anywhere(lambda x: np.unpackbits(x, 1, count=-3), U8),
    "unpackbits more": anywhere(
        lambda x: np.unpackbits(x, axis=0, count=19, bitorder="little"), U8
    ),
    "trim_zeros": at_rank(np.trim_zeros, np.array([0, 0, 1, 0, 2, 0])),
    "trim_zeros f": at_rank(
        lambda x: np.trim_zeros(x, "f"), np.array([0, 0, 1.0, 0, 2, 0])
    ),
    "trim_zeros b": at_rank(
        lambda x: np.trim_zeros(x, "b"), np.array([0, 0, 1.0, 0, 2, 0])
    ),
    "trim_zeros all": at_rank(np.trim_zeros, np.array([0, 0])),
    "trim_zeros none": at_rank(np.trim_zeros, np.array([3.0, 1])),
    "sort_complex": anywhere(np.sort_complex, X),
    "sort_complex z": anywhere(np.sort_complex, Z),
    "sort_complex i": anywhere(lambda x: np.sort_complex(x.astype(np.int8)), I),
    "array_equiv": at_shape(lambda x: np.array_equiv(x, [x, x]), X),
    "array_equiv not": at_shape(lambda x: np.array_equiv(x, x[:, :2]), X),
    "astype": anywhere(lambda x: np.astype(x, np.int64), X),
}
