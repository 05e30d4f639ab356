"""Samples of the ops that fold by a ufunc, and of convolution."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import Case, Draw, sample

FOLDING = {
    "bitwise_or": ("bool", "int8", "uint64"),
    "maximum": ("bool", "int8", "float16", "float64"),
    "add": ("bool", "int8", "uint64", "complex64"),
    "subtract": ("int8", "uint64"),
}


@sample
def _ufunc_reduce(draw: Draw) -> Case:
    name = draw.one(FOLDING)
    x = draw.array(FOLDING[name], draw.shape(1, 3, least=1))
    axis = (draw.axis(x.ndim),) if name == "subtract" else draw.axes(x.ndim)
    attrs = {"axis": axis, "keepdims": draw.flag(), "initial": draw.one((None, 1))}
    return Case(
        (x,),
        lambda: getattr(np, name).reduce(
            x, **{key: value for key, value in attrs.items() if value is not None}
            | {"axis": axis}
        ),
        {"ufunc": name, "dtype": None, **attrs},
    )  # fmt: skip


@sample
def _ufunc_accumulate(draw: Draw) -> Case:
    name = draw.one(FOLDING)
    x = draw.array(FOLDING[name], draw.shape(1, 3))
    axis = draw.axis(x.ndim)
    return Case(
        (x,),
        lambda: getattr(np, name).accumulate(x, axis),
        {"ufunc": name, "axis": axis, "dtype": None},
    )


@sample
def _ufunc_reduceat(draw: Draw) -> Case:
    x = draw.array(FOLDING["maximum"], draw.shape(1, 3, least=1))
    axis = draw.axis(x.ndim)
    places = [draw.integer(0, x.shape[axis] - 1) for _ in range(draw.integer(1, 3))]
    indices = np.array(places, draw.one(("int32", "int64")))
    return Case(
        (x, indices),
        lambda: np.maximum.reduceat(x.astype("d"), indices, axis),
        {"ufunc": "maximum", "axis": axis, "dtype": dtypes.float64},
    )


@sample
def _ufunc_at(draw: Draw) -> Case:
    name = draw.one(FOLDING)
    kind = draw.one(FOLDING[name])
    x = draw.array(kind, (draw.integer(1, 4),))
    places = np.array([draw.integer(-x.size, x.size - 1) for _ in range(3)], np.int64)
    values = draw.array((kind,), (3,))

    def truth() -> Any:
        found = x.copy()
        for place, value in zip(places, values, strict=True):
            found[place] = getattr(np, name)(found[place], value)
        return found

    return Case((x, places, values), truth, {"ufunc": name})


@sample
def _convolve_whole(draw: Draw) -> Case:
    name = draw.one(("bool", "int8", "uint64", "float64", "complex64"))
    a, v = (draw.array(name, (draw.integer(1, 5),), **BOUNDS[name]) for _ in range(2))
    return Case((a, v), lambda: np.convolve(a, v), rounds=True)


# Small numbers: nan and inf spread, and sums round in another order.
BOUNDS: dict[str, dict[str, int]] = {
    name: {"low": 0 if name == "uint64" else -3, "high": 3}
    for name in ("int8", "uint64", "float64", "complex64")
} | {"bool": {"low": 0, "high": 1}}
