"""Samples of reductions, scans, products and what folds by a ufunc."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import NUMBERS, REAL, Case, Draw, row, sample

DIRECTIONS = ("ASCENDING", "DESCENDING")


def _mean(x: Any, **options: Any) -> Any:
    if x.dtype.kind not in "iu":
        return np.mean(x, **options)
    total = np.sum(x, dtype=f"{x.dtype.kind}8", **options)
    count = x.size // max(total.size, 1)
    whole = [
        int(n) // count if n >= 0 else -(-int(n) // count) for n in np.ravel(total)
    ]
    return np.array(whole, x.dtype).reshape(np.shape(total))


def _logsumexp(x: Any, **options: Any) -> Any:
    exact = np.exp(x.astype(np.longdouble))
    with np.errstate(divide="ignore"):
        return np.log(np.sum(exact, **options)).astype(x.dtype)


row("identity", "all (...)", lambda x: x)
row("check_numerics", "float64[-3:4] (...)", lambda x: x, message=("here",))
row("reduce_sum", "number (...)", lambda x, **k: np.sum(x, dtype=x.dtype, **k))
row("reduce_prod", "number (...)", lambda x, **k: np.prod(x, dtype=x.dtype, **k))
row("reduce_mean", "number (...+)", _mean)
row("reduce_max", "ordered (...+)", np.max)
row("reduce_min", "ordered (...+)", np.min)
row("reduce_any", "any (...)", np.any)
row("reduce_all", "any (...)", np.all)
row("reduce_variance", "float|complex (...+)", np.var)
row("reduce_std", "float|complex (...+)", np.std)
row("reduce_logsumexp", "float (...)", _logsumexp, rounds=True)
row("count_nonzero", "any (...)", lambda x, **k: np.asarray(np.count_nonzero(x, **k)))


for _name in ("argmax", "argmin"):
    row(
        _name, "ordered (...+, n+)",
        lambda x, axis, output_type, name=_name: np.asarray(
            getattr(np, name)(x, axis)
        ).astype(output_type.numpy),
        output_type=(dtypes.int64, dtypes.int32),
    )  # fmt: skip


def _running(name: str) -> None:
    def truth(x: Any, axis: int, exclusive: bool, reverse: bool) -> Any:
        # In the order in which they are met: sums of floats depend on it.
        met = np.moveaxis(x, axis, 0)[:: -1 if reverse else 1]
        found = getattr(np, name)(met, axis=0, dtype=x.dtype)
        if exclusive:
            first = np.full((1, *met.shape[1:]), name == "cumprod", x.dtype)
            found = np.concatenate([first, found])[:-1]
        return np.moveaxis(found[:: -1 if reverse else 1], 0, axis)

    row(name, "number (..., n)", truth)


_running("cumsum")
_running("cumprod")


def _sort(x: Any, axis: int, direction: str) -> Any:
    ordered = np.sort(x, axis)
    return ordered if direction == "ASCENDING" else np.flip(ordered, axis)


def _argsort(x: Any, axis: int, direction: str) -> Any:
    key = x if direction == "ASCENDING" else -x
    return np.argsort(key, axis, kind="stable").astype(np.int32)


def _searchsorted(sequence: Any, values: Any, side: Any) -> Any:
    found = np.empty(values.shape, np.int32)
    for i in np.ndindex(*values.shape[:-1]):
        found[i] = np.searchsorted(sequence[i], values[i], side)
    return found


row("sort", "all (..., n)", _sort, direction=DIRECTIONS)
row("argsort", "int32[0:4] (..., n)", _argsort, direction=DIRECTIONS)
row(
    "searchsorted", "float32[-3:4] (..., n); float32 (..., m)", _searchsorted,
    prepare=lambda draw, sequence, values: (np.sort(sequence), values),
    side=("left", "right"),
)  # fmt: skip
row("matrix_transpose", "all (..., n, m)", lambda x: np.swapaxes(x, -1, -2))
row("trace", "number (..., n, m)", lambda x: np.trace(x, 0, -2, -1, x.dtype))
row(
    "diag_part", "all (..., n, m)", lambda x, k: np.diagonal(x, k, -2, -1), k=range(-2, 3)
)  # fmt: skip


@sample
def _tensordot(draw: Draw) -> Case:
    k = draw.integer(0, 3)
    a = draw.array(NUMBERS, (2, k))
    b = draw.array(NUMBERS, draw.one(((k,), (k, 3), (3, k))))
    place = b.ndim - 1 if b.shape[-1] == k else 0
    axes = ((draw.one((1, -1)),), (place,))
    return Case((a, b), lambda: np.tensordot(a, b, axes), {"axes": axes})


@sample
def _einsum(draw: Draw) -> Case:
    sizes = {letter: draw.integer(1, 3) for letter in "ijk"}
    equation = draw.one(
        ("ij,jk->ik", "ij,jk", "ii->i", "ij->", "i,j->ij", "...j,jk->...k", "ij,...j->...i",
         "ij,ij->", "ji", "ijk->kji", "i,i,i->i"))  # fmt: skip
    arrays = []
    for part in equation.partition("->")[0].split(","):
        extra = draw.shape(0, 1, least=2) if "..." in part else ()
        shape = (*extra, *(sizes[x] for x in part if x.isalpha()))
        arrays.append(draw.array(NUMBERS, shape, low=0, high=3))
    dtype = np.result_type(*arrays)
    return Case(
        tuple(arrays),
        lambda: np.asarray(np.einsum(equation, *arrays)).astype(dtype),
        {"equation": equation},
        rounds=True,
    )


def _norm(x: Any, ord: Any, axis: Any, keepdims: bool) -> Any:
    if axis is not None and len(axis) == 2:
        return np.linalg.norm(x, 1 if ord == 1 else "fro", axis, keepdims)
    order = 2 if ord in ("euclidean", "fro") else ord
    return np.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=order)


def _orders(draw: Draw, x: Any) -> dict[str, Any]:
    axis = draw.one((None, (0,), (-1,), (0, 1)))
    others = ("fro", 1) if axis == (0, 1) else (1, 2, 3, np.inf)
    return {"axis": axis, "ord": draw.one(("euclidean", *others))}


row("norm", "float|complex[-3:4] (...+, n+, m+)", _norm, also=_orders, rounds=True)


def _diag(x: Any, k: int) -> Any:
    rows = [np.diag(x[at], k) for at in np.ndindex(*x.shape[:-1])]
    size = x.shape[-1] + abs(k)
    return np.array(rows, x.dtype).reshape((*x.shape[:-1], size, size))


def _chances(x: Any, axis: int) -> Any:
    wide = np.exp(x.astype(np.longdouble))
    return wide / wide.sum(axis=axis, keepdims=True) if x.size else wide


row("diag", "any (..., n)", _diag, k=range(-2, 3))
row(
    "softmax", "float[-3:4] (..., n)",
    lambda x, axis: _chances(x, axis).astype(x.dtype), rounds=True,
)  # fmt: skip
row(
    "log_softmax", "float[-3:4] (..., n)",
    lambda x, axis: np.log(_chances(x, axis)).astype(x.dtype), rounds=True,
)  # fmt: skip


@sample
def _clip(draw: Draw) -> Case:
    # Of one array: no bound equals what is clipped, where the gradient jumps.
    x, low, high = draw.array(draw.one(REAL), (3, *draw.shape()))
    return Case((x, low, high), lambda: np.clip(x, low, high))


# -- Folds by a ufunc, and convolution -------------------------------------------------

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
    options: dict[str, Any] = {"axis": axis, "keepdims": draw.flag()}
    initial = draw.one(({}, {"initial": 1}))
    return Case(
        (x,),
        lambda: getattr(np, name).reduce(x, **options, **initial),
        {"ufunc": name, "dtype": None, "initial": None, **options, **initial},
    )


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
def _convolve_whole(draw: Draw) -> Case:
    name = draw.one(("bool", "int8", "uint64", "float64", "complex64"))
    # Small numbers: nan and inf spread, and sums round in another order.
    low = 0 if name == "uint64" else -3
    sizes = [(draw.integer(1, 5),) for _ in range(2)]
    a, v = (draw.array(name, size, low=low, high=3) for size in sizes)
    return Case((a, v), lambda: np.convolve(a, v), rounds=True)
