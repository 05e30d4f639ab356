"""Samples of reductions, scans and linear algebra."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import (
    ANY,
    COMPLEX,
    FLOATS,
    NUMBERS,
    REAL,
    SAMPLES,
    Case,
    Draw,
    sample,
)


@sample
def _identity(draw: Draw) -> Case:
    x = draw.array()
    return Case((x,), lambda: x)


@sample
def _check_numerics(draw: Draw) -> Case:
    x = draw.array("float64", low=-3, high=3)
    return Case((x,), lambda: x, {"message": "here"})


def _reduction(
    name: str, truth: Callable[..., Any], names: Any, least: int = 0, **facets: Any
) -> None:
    def make(draw: Draw) -> Case:
        x = draw.array(names, draw.shape(least=least))
        attrs = {"axis": draw.axes(x.ndim), "keepdims": draw.flag()}
        return Case(
            (draw.scalar_or_array(x),), lambda: truth(x, **attrs), attrs, **facets
        )

    SAMPLES[name] = make


def _mean(x: Any, axis: Any, keepdims: bool) -> Any:
    if x.dtype.kind not in "iu":
        return np.mean(x, axis=axis, keepdims=keepdims)
    total = np.sum(x, axis=axis, keepdims=keepdims, dtype=f"{x.dtype.kind}8")
    count = x.size // max(total.size, 1)
    with np.errstate(all="ignore"):
        whole = [
            int(n) // count if n >= 0 else -(-int(n) // count) for n in np.ravel(total)
        ]
    return np.array(whole, x.dtype).reshape(np.shape(total))


def _logsumexp(x: Any, axis: Any, keepdims: bool) -> Any:
    exact = np.exp(x.astype(np.longdouble))
    with np.errstate(divide="ignore"):
        return np.log(np.sum(exact, axis=axis, keepdims=keepdims)).astype(x.dtype)


_reduction("reduce_sum", lambda x, **k: np.sum(x, dtype=x.dtype, **k), NUMBERS)
_reduction("reduce_prod", lambda x, **k: np.prod(x, dtype=x.dtype, **k), NUMBERS)
_reduction("reduce_mean", _mean, NUMBERS, least=1)
_reduction("reduce_max", np.max, ("bool", *REAL), least=1)
_reduction("reduce_min", np.min, ("bool", *REAL), least=1)
_reduction("reduce_any", np.any, ANY[:-1])
_reduction("reduce_all", np.all, ANY[:-1])
_reduction("reduce_variance", np.var, FLOATS + COMPLEX, least=1)
_reduction("reduce_std", np.std, FLOATS + COMPLEX, least=1)
_reduction("reduce_logsumexp", _logsumexp, FLOATS, rounds=True)
_reduction(
    "count_nonzero", lambda x, **k: np.asarray(np.count_nonzero(x, **k)), ANY[:-1]
)


def _extreme(name: str, truth: Callable[..., Any]) -> None:
    def make(draw: Draw) -> Case:
        x = draw.array(("bool", *REAL), draw.shape(1, least=1))
        axis = draw.axis(x.ndim)
        attrs = {"axis": axis, "output_type": draw.one((dtypes.int64, dtypes.int32))}
        kind = attrs["output_type"].numpy
        return Case((x,), lambda: np.asarray(truth(x, axis)).astype(kind), attrs)

    SAMPLES[name] = make


_extreme("argmax", np.argmax)
_extreme("argmin", np.argmin)


def _running(name: str, function: Callable[..., Any]) -> None:
    def truth(x: Any, axis: int, exclusive: bool, reverse: bool) -> Any:
        out = np.empty_like(x)
        for i in range(x.shape[axis]):
            part = slice(i + exclusive, None) if reverse else slice(i + 1 - exclusive)
            taken = np.moveaxis(x, axis, 0)[part]
            # In the order in which they are met: sums of floats depend on it.
            met = taken[::-1] if reverse else taken
            start = np.full_like(taken[:1].sum(0), name == "cumprod")
            total = function(met, axis=0, dtype=x.dtype)[-1] if len(met) else start
            np.moveaxis(out, axis, 0)[i] = total
        return out

    def make(draw: Draw) -> Case:
        x = draw.array(NUMBERS, draw.shape(1))
        axis, exclusive, reverse = draw.axis(x.ndim), draw.flag(), draw.flag()
        attrs = {"axis": axis, "exclusive": exclusive, "reverse": reverse}
        return Case((x,), lambda: truth(x, axis, exclusive, reverse), attrs)

    SAMPLES[name] = make


_running("cumsum", np.cumsum)
_running("cumprod", np.cumprod)


@sample
def _sort(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(1))
    attrs = {
        "axis": draw.axis(x.ndim),
        "direction": draw.one(("ASCENDING", "DESCENDING")),
    }
    ordered = np.sort(x, attrs["axis"])
    is_up = attrs["direction"] == "ASCENDING"
    return Case(
        (x,), lambda: ordered if is_up else np.flip(ordered, attrs["axis"]), attrs
    )


@sample
def _argsort(draw: Draw) -> Case:
    x = draw.array("int32", draw.shape(1), low=0, high=3)
    attrs = {
        "axis": draw.axis(x.ndim),
        "direction": draw.one(("ASCENDING", "DESCENDING")),
    }
    key = x if attrs["direction"] == "ASCENDING" else -x
    places = np.argsort(key, attrs["axis"], kind="stable").astype(np.int32)
    return Case((x,), lambda: places, attrs)


@sample
def _searchsorted(draw: Draw) -> Case:
    batch = draw.shape(0, 2)
    sequence = np.sort(
        draw.array("float32", (*batch, draw.integer(0, 3)), low=-3, high=3)
    )
    values = draw.array("float32", (*batch, draw.integer(0, 3)))
    attrs = {"side": draw.one(("left", "right")), "out_type": dtypes.int32}

    def truth() -> Any:
        found = np.empty(values.shape, np.int32)
        for i in np.ndindex(*batch):
            found[i] = np.searchsorted(sequence[i], values[i], attrs["side"])
        return found

    return Case((sequence, values), truth, attrs)


@sample
def _matrix_transpose(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(2))
    return Case((x,), lambda: np.swapaxes(x, -1, -2))


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
    n, k, m = (draw.integer(1, 3) for _ in range(3))
    sizes = {"i": n, "j": k, "k": m}
    equation = draw.one(
        ("ij,jk->ik", "ij,jk", "ii->i", "ij->", "i,j->ij", "...j,jk->...k", "ij,...j->...i",
         "ij,ij->", "ji", "ijk->kji", "i,i,i->i"))  # fmt: skip
    left = equation.partition("->")[0]
    arrays = []
    for part in left.split(","):
        extra = draw.shape(0, 1, least=2) if "..." in part else ()
        shape = (*extra, *(sizes[x] for x in part if x.isalpha()))
        arrays.append(draw.array(NUMBERS, shape, low=0, high=3))
    dtype = np.result_type(*arrays)
    return Case(tuple(arrays), lambda: np.asarray(np.einsum(equation, *arrays)).astype(dtype),
                {"equation": equation}, rounds=True)  # fmt: skip


@sample
def _norm(draw: Draw) -> Case:
    x = draw.array(FLOATS + COMPLEX, draw.shape(2, least=1), low=-3, high=3)
    axis = draw.one((None, (0,), (-1,), (0, 1)))
    order = draw.one(
        ("euclidean", "fro", 1) if axis == (0, 1) else ("euclidean", 1, 2, 3, np.inf)
    )
    attrs = {"ord": order, "axis": axis, "keepdims": draw.flag()}

    def truth() -> Any:
        flat = np.abs(x).astype(np.float64)
        over = tuple(range(x.ndim)) if axis is None else axis
        keep = attrs["keepdims"]
        if axis == (0, 1) and order == 1:
            return np.max(np.sum(flat, 0, keepdims=True), 1, keepdims=True)[
                (slice(None),) * 2 if keep else (0, 0)
            ]
        if order == np.inf:
            return np.max(flat, over, keepdims=keep)
        power = 2 if order in ("euclidean", "fro") else order
        return np.sum(flat**power, over, keepdims=keep) ** (1 / power)

    kind = x.real.dtype
    return Case((x,), lambda: np.asarray(truth()).astype(kind), attrs, rounds=True)


@sample
def _trace(draw: Draw) -> Case:
    x = draw.array(NUMBERS, draw.shape(2))
    return Case((x,), lambda: np.trace(x, axis1=-2, axis2=-1, dtype=x.dtype))


@sample
def _diag(draw: Draw) -> Case:
    x, k = draw.array(ANY[:-1], draw.shape(1)), draw.integer(-2, 2)

    def truth() -> Any:
        rows = [np.diag(x[at], k) for at in np.ndindex(*x.shape[:-1])]
        size = x.shape[-1] + abs(k)
        return np.array(rows, x.dtype).reshape((*x.shape[:-1], size, size))

    return Case((x,), truth, {"k": k})


@sample
def _diag_part(draw: Draw) -> Case:
    x, k = draw.array(ANY, draw.shape(2)), draw.integer(-2, 2)
    return Case((x,), lambda: np.diagonal(x, k, -2, -1), {"k": k})


def _chances(draw: Draw) -> tuple[Any, int, Any]:
    x = draw.array(FLOATS, draw.shape(1), low=-3, high=3)
    axis = draw.axis(x.ndim)
    wide = np.exp(x.astype(np.longdouble))
    return x, axis, wide / wide.sum(axis=axis, keepdims=True) if x.size else wide


@sample
def _softmax(draw: Draw) -> Case:
    x, axis, truth = _chances(draw)
    return Case((x,), lambda: truth.astype(x.dtype), {"axis": axis}, rounds=True)


@sample
def _log_softmax(draw: Draw) -> Case:
    x, axis, truth = _chances(draw)
    return Case(
        (x,), lambda: np.log(truth).astype(x.dtype), {"axis": axis}, rounds=True
    )


@sample
def _clip(draw: Draw) -> Case:
    # Of one array: no bound equals what is clipped, where the gradient jumps.
    x, low, high = draw.array(draw.one(REAL), (3, *draw.shape()))
    return Case((x, low, high), lambda: np.clip(x, low, high))
