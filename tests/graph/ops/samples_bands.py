"""Samples of ops on several diagonals of matrices, and on tridiagonal ones.

The truth goes through the elements one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.graph.ops.sampling import ANY, Case, Draw, sample

ALIGNMENTS = ("LEFT_LEFT", "LEFT_RIGHT", "RIGHT_LEFT", "RIGHT_RIGHT")


def offset(d: int, n: int, m: int, length: int, align: str) -> int:
    """Return how far a diagonal of a matrix is moved in its row."""
    above, below = align.split("_")
    own = min(m - max(d, 0), n + min(d, 0))
    is_right = (d >= 0 and above == "RIGHT") or (d <= 0 and below == "RIGHT")
    return length - own if is_right else 0


def element(i: int, j: int, k: Any, n: int, m: int, align: str) -> Any:
    """Return where an element of a matrix is in the rows of diagonals, if it is."""
    low, high = k
    if not low <= j - i <= high:
        return None
    length = min(n + min(high, 0), m - max(low, 0))
    step = min(i, j) + offset(j - i, n, m, length, align)
    return (high - (j - i), step) if high > low else (step,)


def parts_of(x: Any, k: Any, padding: Any, align: str) -> Any:
    """Return diagonals, element by element."""
    n, m = x.shape[-2:]
    low, high = k
    length = min(n + min(high, 0), m - max(low, 0))
    count = (high - low + 1,) if high > low else ()
    found = np.full((*x.shape[:-2], *count, length), padding, x.dtype)
    for i, j in np.ndindex(n, m):
        place = element(i, j, k, n, m, align)
        if place is not None:
            found[..., *place] = x[..., i, j]
    return found


def with_parts(x: Any, rows: Any, k: Any, align: str) -> Any:
    """Return matrices with other diagonals, element by element."""
    found = x.copy()
    n, m = x.shape[-2:]
    for i, j in np.ndindex(n, m):
        place = element(i, j, k, n, m, align)
        if place is not None:
            found[..., i, j] = rows[..., *place]
    return found


def band(draw: Draw, n: int, m: int) -> tuple[int, int]:
    low = draw.integer(1 - n, m - 1)
    return low, draw.integer(low, m - 1)


def matrices(draw: Draw) -> Any:
    n, m = draw.integer(1, 3), draw.integer(1, 3)
    return draw.array(ANY, (*draw.shape(0, 1), n, m))


def _nothing(x: Any) -> Any:
    return b"" if x.dtype == object else 0


@sample
def _band_diagonals(draw: Draw) -> Case:
    x = matrices(draw)
    attrs = {"k": band(draw, *x.shape[-2:]), "align": draw.one(ALIGNMENTS)}
    padding: Any = b"" if x.dtype == object else draw.integer(0, 1)
    return Case(
        (x,),
        lambda: parts_of(x, padding=padding, **attrs),
        {**attrs, "padding": padding},
    )


@sample
def _set_band_diagonals(draw: Draw) -> Case:
    x = matrices(draw)
    attrs = {"k": band(draw, *x.shape[-2:]), "align": draw.one(ALIGNMENTS)}
    rows = parts_of(x, padding=_nothing(x), **attrs)[..., ::-1].copy()
    return Case((x, rows), lambda: with_parts(x, rows, **attrs), attrs)


@sample
def _band_matrix(draw: Draw) -> Case:
    x = matrices(draw)
    n, m = x.shape[-2:]
    attrs = {"k": band(draw, n, m), "align": draw.one(ALIGNMENTS)}
    padding: Any = b"" if x.dtype == object else draw.integer(0, 1)
    rows = parts_of(x, padding=_nothing(x), **attrs)
    whole = np.full(x.shape, padding, x.dtype)
    given = {**attrs, "num_rows": n, "num_cols": m, "padding": padding}
    return Case((rows,), lambda: with_parts(whole, rows, **attrs), given)


@sample
def _tridiagonal_solve(draw: Draw) -> Case:
    n, batch = draw.integer(1, 4), draw.shape(0, 1)
    rows = draw.array(("float64", "complex128"), (*batch, 3, n), low=-2, high=2)
    rows = rows + 8 * np.array([[0], [1], [0]], rows.dtype)  # far from singular
    x = draw.array((str(rows.dtype),), (*batch, n, 2), low=-2, high=2)

    def truth() -> Any:
        kind = np.result_type(rows.dtype, np.float64)
        whole = with_parts(np.zeros((*batch, n, n), kind), rows, (-1, 1), "LEFT_RIGHT")
        return np.linalg.solve(whole, x.astype(kind)).astype(rows.dtype)

    if n == 1:  # there is one diagonal alone
        return Case((rows, x), lambda: x / rows[..., 1:2, :], rounds=True)
    return Case((rows, x), truth, rounds=True)
