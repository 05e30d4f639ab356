"""Samples of ops on several diagonals of matrices, and on tridiagonal ones.

The truth goes through the elements one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.graph.ops.sampling import ANY, Case, Draw, row, sample

ALIGNMENTS = ("LEFT_LEFT", "LEFT_RIGHT", "RIGHT_LEFT", "RIGHT_RIGHT")


def offset(d: int, n: int, m: int, length: int, align: str) -> int:
    """Return how far a diagonal of a matrix is moved in its row."""
    above, below = align.split("_")
    own = min(m - max(d, 0), n + min(d, 0))
    is_right = (d >= 0 and above == "RIGHT") or (d <= 0 and below == "RIGHT")
    return length - own if is_right else 0


def elements(k: Any, n: int, m: int, align: str) -> Any:
    """Yield places in matrices, each with where it is in the rows of diagonals."""
    low, high = k
    length = min(n + min(high, 0), m - max(low, 0))
    for i, j in np.ndindex(n, m):
        if low <= j - i <= high:
            step = min(i, j) + offset(j - i, n, m, length, align)
            yield (
                (..., i, j),
                (..., high - (j - i), step) if high > low else (..., step),
            )


def parts_of(x: Any, k: Any, padding: Any, align: str) -> Any:
    """Return diagonals, element by element."""
    n, m = x.shape[-2:]
    low, high = k
    length = min(n + min(high, 0), m - max(low, 0))
    count = (high - low + 1,) if high > low else ()
    found = np.full((*x.shape[:-2], *count, length), padding, x.dtype)
    for place, part in elements(k, n, m, align):
        found[part] = x[place]
    return found


def with_parts(x: Any, rows: Any, k: Any, align: str) -> Any:
    """Return matrices with other diagonals, element by element."""
    found = x.copy()
    for place, part in elements(k, x.shape[-2], x.shape[-1], align):
        found[place] = rows[part]
    return found


def _band(draw: Draw) -> tuple[Any, dict[str, Any], Any]:
    """Return matrices, a band with an alignment, and what to fill up with."""
    n, m = draw.integer(1, 3), draw.integer(1, 3)
    x = draw.array(ANY, (*draw.shape(0, 1), n, m))
    low = draw.integer(1 - n, m - 1)
    attrs = {"k": (low, draw.integer(low, m - 1)), "align": draw.one(ALIGNMENTS)}
    return x, attrs, b"" if x.dtype == object else draw.integer(0, 1)


@sample
def _band_diagonals(draw: Draw) -> Case:
    x, attrs, padding = _band(draw)
    attrs["padding"] = padding
    return Case((x,), lambda: parts_of(x, **attrs), attrs)


@sample
def _set_band_diagonals(draw: Draw) -> Case:
    x, attrs, padding = _band(draw)
    rows = parts_of(x, padding=padding, **attrs)[..., ::-1].copy()
    return Case((x, rows), lambda: with_parts(x, rows, **attrs), attrs)


@sample
def _band_matrix(draw: Draw) -> Case:
    x, attrs, padding = _band(draw)
    n, m = x.shape[-2:]
    rows = parts_of(x, padding=x.dtype.type() if x.dtype != object else b"", **attrs)
    whole = np.full(x.shape, padding, x.dtype)
    given = {**attrs, "num_rows": n, "num_cols": m, "padding": padding}
    return Case((rows,), lambda: with_parts(whole, rows, **attrs), given)


def _tridiagonal_solve(rows: Any, x: Any) -> Any:
    n = x.shape[-2]
    if n == 1:  # there is one diagonal alone
        return x / rows[..., 1:2, :]
    kind = np.result_type(rows.dtype, np.float64)
    zeros = np.zeros((*x.shape[:-2], n, n), kind)
    whole = with_parts(zeros, rows, (-1, 1), "LEFT_RIGHT")
    return np.linalg.solve(whole, x.astype(kind)).astype(rows.dtype)


row(
    "tridiagonal_solve",
    "float64|complex128[-2:3] (..., 3, n+); same[-2:3] (..., n, 2)",
    _tridiagonal_solve,
    # Far from singular.
    prepare=lambda draw, rows, x: (rows + 8 * np.array([[0], [1], [0]], rows.dtype), x),
    rounds=True,
)
