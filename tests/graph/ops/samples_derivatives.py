"""Samples of the ops that gradients are made of."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.graph.ops.samples_indexing import like
from tests.graph.ops.sampling import COMPLEX, FLOATS, Case, Draw, row, sample

SUMMED = FLOATS + COMPLEX

row("stop_gradient", "all (...)", lambda x: x)
row("linked", "all (...)", lambda x, _: x, prepare=lambda draw, x: (x, x))
row("real_part", "number (...)", np.real)


@sample
def _sum_to(draw: Draw) -> Case:
    wide = draw.shape()
    narrow = draw.narrow(wide)
    x = draw.array(SUMMED, wide, low=-9, high=9)
    given, shape = like(draw, narrow)

    full = (1,) * (x.ndim - len(narrow)) + narrow
    over = tuple(i for i, n in enumerate(full) if n == 1)

    def truth() -> Any:
        return np.sum(x, over, dtype=x.dtype).reshape(narrow)

    return Case((x, *given), truth, {"shape": shape}, rounds=True)


@sample
def _spread(draw: Draw) -> Case:
    x = draw.array(SUMMED, draw.shape())
    axis = draw.axes(x.ndim) or ()
    keepdims = draw.flag()
    options: Any = {"axis": axis, "keepdims": keepdims, "dtype": x.dtype}
    small = np.sum(x, **options)
    given, shape = like(draw, x.shape)
    places = {place % x.ndim for place in axis}
    kept = small.reshape([1 if i in places else n for i, n in enumerate(x.shape)])
    attrs = {"shape": shape, "axis": axis, "keepdims": keepdims}
    return Case((small, *given), lambda: np.broadcast_to(kept, x.shape), attrs)


def _recurrence(a: Any, b: Any, axis: int) -> Any:
    total = np.array(b)
    rows, factors = np.moveaxis(total, axis, 0), np.moveaxis(a, axis, 0)
    for i in range(1, len(rows)):
        rows[i] += factors[i] * rows[i - 1]
    return total


row(
    "recurrence", "float|complex[-2:3] (..., n); same[-2:3] (..., n)", _recurrence,
    rounds=True,
)  # fmt: skip
