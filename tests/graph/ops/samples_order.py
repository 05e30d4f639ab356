"""Samples of ops that order, count and compare elements, and reduce segments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import ANY, INTEGERS, NUMBERS, Case, Draw, row, sample

_WHOLE = ("int8", "int32", "int64", "uint8")
_ORDERS = ("big", "little")


def _top_k(x: Any, k: int) -> Any:
    # Of equal ones the first: a stable order of the reversed row, read from behind.
    order = np.argsort(x[..., ::-1], -1, kind="stable")[..., ::-1]
    places = (x.shape[-1] - 1 - order[..., :k]).astype(np.int32)
    return np.take_along_axis(x, places, -1), places


def _in_top_k(targets: Any, rows: Any, k: int) -> Any:
    found = np.zeros(len(targets), bool)
    for i, (target, values) in enumerate(zip(targets, rows, strict=True)):
        if 0 <= target < len(values) and np.isfinite(values).all():
            found[i] = sum(values > values[target]) < k
    return found


row(
    "top_k", "ordered (..., n)", _top_k,
    given="k", k=lambda draw, x: draw.integer(0, x.shape[-1]),
)  # fmt: skip
row("in_top_k", "int32[-1:4] (n); float (n, m)", _in_top_k, k=range(4))


for _name in ("partition", "argpartition"):
    row(
        _name, "all (...+, n+)",
        lambda x, kth, axis, name=_name: getattr(np, name)(x, kth, axis),
        also=lambda draw, x: {
            "axis": (axis := draw.axis(x.ndim)),
            "kth": (draw.integer(-x.shape[axis], x.shape[axis] - 1),),
        },
    )  # fmt: skip


def _lexsort(*keys: Any, axis: int) -> Any:
    return np.lexsort(keys, axis).astype(np.int64)


def _permuted(draw: Draw, numbers: Any) -> Any:
    random = np.random.default_rng(draw.integer(0, 2**16))
    return draw.layout(random.permutation(len(numbers)).astype(numbers.dtype))


def _running_extreme_places(x: Any, axis: int, is_max: bool) -> Any:
    best = np.moveaxis(
        (np.maximum if is_max else np.minimum).accumulate(x, axis), axis, -1
    )
    old, new = best[..., :-1], best[..., 1:]
    places = np.zeros(best.shape, np.int64)
    places[..., 1:] = np.arange(1, best.shape[-1]) * ((old != new) & (old == old))
    return np.moveaxis(np.maximum.accumulate(places, -1), -1, axis)


row("lexsort", "real (..., n)", _lexsort)
row(
    "invert_permutation", "int8|int32|int64|uint8[0:1] (n)",
    lambda x: np.argsort(x).astype(x.dtype), prepare=_permuted,
)  # fmt: skip
row(
    "running_extreme_places", "ordered (..., n)", _running_extreme_places,
    is_max=(False, True),
)  # fmt: skip
row("cumulative_logsumexp", "float (..., n)", np.logaddexp.accumulate)


@sample
def _bincount(draw: Draw) -> Case:
    x = draw.array(_WHOLE, draw.shape(1, 2), low=0, high=5)
    weights = draw.array(NUMBERS, x.shape, low=0, high=3) if draw.flag() else None
    is_rows = draw.flag()
    low, high = draw.integer(0, 4), draw.one((None, 0, 3, 9))
    binary = weights is None and draw.flag()
    dtype = dtypes.int64 if weights is None else dtypes.from_numpy(weights.dtype)

    def count(row: Any, loads: Any, length: int) -> Any:
        out, is_counted = np.zeros(length, dtype.numpy), row < length
        np.add.at(out, row[is_counted], loads[is_counted])
        return np.minimum(out, 1) if binary else out

    def truth() -> Any:
        length = max([low, *(int(n) + 1 for n in x.reshape(-1))])
        length = length if high is None else min(length, high)
        loads = np.ones(x.shape, dtype.numpy) if weights is None else weights
        if not is_rows or x.ndim == 1:
            return count(x.reshape(-1), loads.reshape(-1), length)
        rows = [count(*pair, length) for pair in zip(x, loads, strict=True)]
        return np.array(rows, dtype.numpy).reshape(len(x), length)

    attrs = {
        "minlength": low, "maxlength": high, "dtype": dtypes.int64,
        "binary_output": binary, "axis": -1 if is_rows else None,
    }  # fmt: skip
    inputs = (x,) if weights is None else (x, weights)
    return Case(inputs, truth, attrs, rounds=True)


row(
    "digitize", "real (...); int32|float64[0:10] (n+)",
    lambda x, bins, right: np.digitize(x, bins, right).astype(np.int64),
    prepare=lambda draw, x, bins: (x, np.sort(bins)[:: draw.one((1, -1))]),
)  # fmt: skip


@sample
def _histogram(draw: Draw) -> Case:
    kinds = ("int32", "float32", "float64")
    x = draw.array(kinds, draw.shape(0, 2), low=0, high=5)
    weights = draw.array(kinds, x.shape, low=0, high=3)
    bins: Any = draw.one((1, 3, np.array([0, 2, 2, 5]), np.array([0.5, 1.5])))
    limits = None if isinstance(bins, int) or draw.flag() else (1.0, 3.0)
    has_weights = draw.flag()
    density = draw.flag() and x.dtype != np.float64
    given, static = ((), bins) if isinstance(bins, int) else ((bins,), None)
    more = (weights,) if has_weights else ()

    def truth() -> Any:
        return np.histogram(x, bins, limits, density, weights if has_weights else None)

    attrs = {"bins": static, "range": limits, "density": density}
    return Case((x, *given, *more), truth, attrs)


def _sorted_unique(x: Any, axis: Any, equal_nan: bool) -> Any:
    values, *places, counts = np.unique(x, True, True, True, axis, equal_nan=equal_nan)
    inverse = places[1].reshape(x.shape if axis is None else -1)
    return values, places[0], inverse, counts


def _isin(x: Any, y: Any, invert: bool) -> Any:
    found = [any(bool(a == b) for b in y.reshape(-1)) for a in x.reshape(-1)]
    return np.array(found, bool).reshape(x.shape) != invert


row(
    "sorted_unique", "all (...)", _sorted_unique,
    axis=lambda draw, x: draw.one((None, 0)) if x.ndim and x.dtype != object else None,
)  # fmt: skip
row("isin", ("text (...); text (n)", "ordered (n, m); ordered (...)"), _isin)


@sample
def _dynamic_partition(draw: Draw) -> Case:
    x = draw.array(ANY)
    count = draw.integer(1, 3)
    rank = draw.integer(0, x.ndim)
    numbers = draw.array(INTEGERS[:3], x.shape[:rank], low=0, high=count - 1)

    def truth() -> Any:
        return tuple(x[numbers == i] for i in range(count))

    return Case((x, numbers), truth, {"num_partitions": count})


def _maybe_axis(draw: Draw, x: Any) -> Any:
    return None if draw.flag() else draw.axis(x.ndim)


row(
    "packbits", "bool|integer (..., n)",
    lambda x, **options: np.packbits(x != 0, **options),
    axis=_maybe_axis, bitorder=_ORDERS,
)  # fmt: skip
row(
    "unpackbits", "uint8 (...+, n+)", np.unpackbits,
    axis=_maybe_axis, count=(None, 0, 5, 20, -3), bitorder=_ORDERS,
)  # fmt: skip


@sample
def _roots(draw: Draw) -> Case:
    """Draw polynomials with the roots 0 and others that a formula has."""
    kind = draw.one(("float32", "float64", "complex128", "int32"))
    a, b = draw.integer(1, 3), draw.integer(-4, 4)
    n_zeros, n_leading = draw.integer(0, 2), draw.integer(0, 2)
    p = np.array([0] * n_leading + [a, b] + [0] * n_zeros, kind)
    roots = [-b / a] + [0] * n_zeros if b else [0] * (n_zeros + 1)
    wide = np.complex64 if kind == "float32" else np.complex128
    return Case((draw.layout(p),), lambda: np.array(roots, wide), rounds=True)


@sample
def _bin_count(draw: Draw) -> Case:
    n = draw.integer(1, 30)
    rule = draw.one(("sqrt", "sturges", "rice"))
    x = draw.layout(np.arange(n) * draw.one((1.0, np.float32(0.5))))
    # Floats round where the root is a whole number.
    if rule == "rice" and (np.log2(n) % 1 == 0 or round(n ** (1 / 3)) ** 3 == n):
        rule = "sturges"
    counts = {"sqrt": n**0.5, "sturges": np.log2(n) + 1, "rice": 2 * n ** (1 / 3)}
    wanted = 1 if n == 1 else np.ceil(counts[rule])  # equal values make one bin
    return Case((x,), lambda: np.int64(wanted), {"bins": rule, "range": None})


# -- Segments: each truth reduces the rows one segment at a time -----------------------


def _limit(name: str) -> Callable[[Any], Any]:
    return lambda kind: getattr(
        (np.finfo if kind.kind == "f" else np.iinfo)(kind), name
    )


def _mean(rows: Any, axis: int) -> Any:
    total = np.sum(rows, axis, dtype=rows.dtype)
    if rows.dtype.kind in "iu":
        return np.trunc(total / len(rows)) if len(rows) else total
    return total / max(len(rows), 1)


def _root(rows: Any, axis: int) -> Any:
    return np.sum(rows, axis) / np.sqrt(max(len(rows), 1))


def _total(rows: Any, axis: int, function: Any = np.sum) -> Any:
    return function(rows, axis, dtype=rows.dtype)


_product = partial(_total, function=np.prod)


def _reduced(
    fold: Callable[..., Any], rows: Any, ids: Any, count: int, start: Any
) -> Any:
    inner = rows.shape[ids.ndim :]
    rows, ids = rows.reshape((ids.size, *inner)), ids.reshape(-1)
    start = start(rows.dtype) if callable(start) else start
    out = np.empty((count, *inner), rows.dtype)
    for i in range(count):
        chosen = rows[ids == i]
        out[i] = fold(chosen, 0) if len(chosen) or start is None else start
    return out


def _sorted(name: str, fold: Any, kinds: str, start: Any) -> None:
    def truth(x: Any, ids: Any) -> Any:
        count = int(ids[-1]) + 1 if len(ids) else 0
        return _reduced(fold, x, ids, count, start)

    shapes = ("n", "n m", "n m k")
    row(
        f"segment_{name}",
        [f"{kinds}[0:4] ({dims}); int32[0:4] (n)" for dims in shapes],
        truth,
        prepare=lambda draw, x, ids: (x, np.sort(ids)),
        rounds=True,
    )


def _unsorted(name: str, fold: Any, kinds: str, start: Any) -> None:
    def has_gaps(x: Any) -> bool:
        # No differences can be taken beside the largest number of all.
        return not (callable(start) and x.dtype == np.float64)

    def dense(draw: Draw, x: Any, ids: Any) -> Any:
        if has_gaps(x) or not (ids >= 0).any():
            return x, ids
        numbers = np.unique(ids, return_inverse=True)[1].reshape(ids.shape)
        return x, numbers - np.any(ids < 0)

    def count(draw: Draw, x: Any, ids: Any) -> int:
        return int(ids.max(initial=0)) + 1 + (draw.integer(0, 2) if has_gaps(x) else 0)

    shapes = ("();()", "(n);()", "(n);(n)", "(n m);(n)", "(n m k);(n m)", "(n m);(n m)")
    row(
        f"unsorted_segment_{name}",
        [f"{kinds}[0:4] {dims.replace(';', '; int64[-1:3] ')}" for dims in shapes],
        lambda x, ids, num_segments: _reduced(fold, x, ids, num_segments, start),
        prepare=dense,
        given="num_segments",
        num_segments=count,
        rounds=True,
    )


_sorted("sum", _total, "number", None)
_sorted("mean", _mean, "number", 0)
_sorted("prod", _product, "number", None)
_sorted("max", np.max, "real", 0)
_sorted("min", np.min, "real", 0)
_unsorted("sum", _total, "number", None)
_unsorted("mean", _mean, "number", 0)
_unsorted("sqrt_n", _root, "float32|float64|complex64", 0)
_unsorted("prod", _product, "number", None)
_unsorted("max", np.max, "real", _limit("min"))
_unsorted("min", np.min, "real", _limit("max"))
