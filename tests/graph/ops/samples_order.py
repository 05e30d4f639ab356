"""Samples of ops that order, count and compare elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import (
    ANY,
    FLOATS,
    INTEGERS,
    NUMBERS,
    REAL,
    SAMPLES,
    Case,
    Draw,
    sample,
)

_WHOLE = ("int8", "int32", "int64", "uint8")


@sample
def _top_k(draw: Draw) -> Case:
    x = draw.array(("bool", *REAL), draw.shape(1))
    k = draw.integer(0, x.shape[-1])
    given, static = ((np.int32(k),), None) if draw.flag() else ((), k)

    def truth() -> Any:
        places = np.zeros((*x.shape[:-1], k), np.int32)
        for i in np.ndindex(*x.shape[:-1]):
            ranks = [_descending(value) for value in x[i]]
            places[i] = sorted(range(len(ranks)), key=ranks.__getitem__)[:k]
        return np.take_along_axis(x, places, -1), places

    return Case((x, *given), truth, {"k": static, "index_type": dtypes.int32})


def _descending(value: Any) -> Any:
    return (
        (0, 0)
        if value != value
        else (1, -float(value) if value.dtype.kind == "f" else -int(value))
    )


@sample
def _in_top_k(draw: Draw) -> Case:
    n = draw.integer(0, 3)
    rows = draw.array(FLOATS, (n, draw.integer(0, 3)))
    targets = draw.array("int32", (n,), low=-1, high=3)
    k = draw.integer(0, 3)

    def truth() -> Any:
        found = np.zeros(n, bool)
        for i, (target, row) in enumerate(zip(targets, rows, strict=True)):
            if 0 <= target < len(row) and np.isfinite(row).all():
                found[i] = sum(row > row[target]) < k
        return found

    return Case((targets, rows), truth, {"k": k})


def _by_kth(name: str, truth: Callable[..., Any]) -> None:
    def make(draw: Draw) -> Case:
        x = draw.array(ANY, draw.shape(1, least=1))
        axis = draw.axis(x.ndim)
        kth = (draw.integer(-x.shape[axis], x.shape[axis] - 1),)
        return Case((x,), lambda: truth(x, kth, axis), {"kth": kth, "axis": axis})

    SAMPLES[name] = make


_by_kth("partition", np.partition)
_by_kth("argpartition", np.argpartition)


@sample
def _lexsort(draw: Draw) -> Case:
    shape = draw.shape(1)
    keys = tuple(draw.array(REAL, shape) for _ in range(draw.integer(1, 3)))
    axis = draw.axis(len(shape))
    return Case(keys, lambda: np.lexsort(keys, axis).astype(np.int64), {"axis": axis})


@sample
def _invert_permutation(draw: Draw) -> Case:
    n = draw.integer(0, 5)
    random = np.random.default_rng(draw.integer(0, 2**16))
    x = draw.layout(random.permutation(n).astype(draw.one(_WHOLE)))
    return Case((x,), lambda: np.argsort(x).astype(x.dtype))


@sample
def _running_extreme_places(draw: Draw) -> Case:
    x = draw.array(("bool", *REAL), draw.shape(1))
    axis = draw.axis(x.ndim)
    is_max = draw.flag()

    def places(row: Any) -> Any:
        found: list[int] = []
        for i in range(len(row)):
            best = found[-1] if found else 0
            old, new = row[best], row[i]
            is_better = new != new or (new > old if is_max else new < old)
            found.append(i if is_better and old == old and i else best)
        return np.array(found, np.int64)

    def truth() -> Any:
        if not x.size:
            return np.zeros(x.shape, np.int64)
        return np.apply_along_axis(places, axis, x)

    return Case((x,), truth, {"axis": axis, "is_max": is_max})


@sample
def _cumulative_logsumexp(draw: Draw) -> Case:
    x = draw.array(FLOATS, draw.shape(1))
    axis = draw.axis(x.ndim)
    return Case((x,), lambda: np.logaddexp.accumulate(x, axis), {"axis": axis})


@sample
def _bincount(draw: Draw) -> Case:
    x = draw.array(_WHOLE, draw.shape(1, 2), low=0, high=5)
    weights = draw.array(NUMBERS, x.shape, low=0, high=3) if draw.flag() else None
    is_rows = draw.flag()
    low, high = draw.integer(0, 4), draw.one((None, 0, 3, 9))
    binary = weights is None and draw.flag()
    dtype = dtypes.int64 if weights is None else dtypes.from_numpy(weights.dtype)

    def count(row: Any, loads: Any, length: int) -> Any:
        out = np.zeros(length, dtype.numpy)
        for place, load in zip(row, loads, strict=True):
            if place < length:
                out[place] = 1 if binary else out[place] + load
        return out

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


@sample
def _digitize(draw: Draw) -> Case:
    x = draw.array(REAL)
    edges = np.sort(
        draw.array(("int32", "float64"), (draw.integer(1, 4),), low=0, high=9)
    )
    edges = edges[::-1] if draw.flag() else edges
    right = draw.flag()
    return Case(
        (x, edges),
        lambda: np.digitize(x, edges, right).astype(np.int64),
        {"right": right},
    )


@sample
def _histogram(draw: Draw) -> Case:
    x = draw.array(("int32", "float32", "float64"), draw.shape(0, 2), low=0, high=5)
    weights = draw.array(("int32", "float32", "float64"), x.shape, low=0, high=3)
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


@sample
def _unique_with_counts(draw: Draw) -> Case:
    from tests.graph.ops.samples_indexing import _unique

    case = _unique(draw)

    def truth() -> Any:
        values, places = case.expected()
        counts = [list(places).count(i) for i in range(len(values))]
        return values, places, np.array(counts, np.int32)

    return Case(case.inputs, truth, case.attrs)


@sample
def _sorted_unique(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(0, 2))
    axis = draw.one((None, 0)) if x.ndim and x.dtype != object else None
    equal_nan = draw.flag()

    def truth() -> Any:
        found = np.unique(x, True, True, True, axis=axis, equal_nan=equal_nan)
        inverse = found[2].reshape(x.shape if axis is None else -1)
        return found[0], found[1], inverse, found[3]

    return Case((x,), truth, {"axis": axis, "equal_nan": equal_nan})


@sample
def _isin(draw: Draw) -> Case:
    names = draw.one((("string",), ("bool", *REAL)))
    x, y = draw.array(names), draw.array(names)
    invert = draw.flag()

    def truth() -> Any:
        found = [any(bool(a == b) for b in y.reshape(-1)) for a in x.reshape(-1)]
        return np.array(found, bool).reshape(x.shape) != invert

    return Case((x, y), truth, {"invert": invert})


@sample
def _dynamic_partition(draw: Draw) -> Case:
    x = draw.array(ANY)
    count = draw.integer(1, 3)
    rank = draw.integer(0, x.ndim)
    numbers = draw.array(INTEGERS[:3], x.shape[:rank], low=0, high=count - 1)

    def truth() -> Any:
        return tuple(x[numbers == i] for i in range(count))

    return Case((x, numbers), truth, {"num_partitions": count})


@sample
def _packbits(draw: Draw) -> Case:
    x = draw.array(("bool", *INTEGERS), draw.shape(1))
    axis = None if draw.flag() else draw.axis(x.ndim)
    order = draw.one(("big", "little"))

    def truth() -> Any:
        rows = np.moveaxis(x.reshape(-1) if axis is None else x, axis or 0, -1) != 0
        n_bytes = -(-rows.shape[-1] // 8)
        found = np.zeros((*rows.shape[:-1], n_bytes), np.uint8)
        for i in range(rows.shape[-1]):
            bit = 7 - i % 8 if order == "big" else i % 8
            found[..., i // 8] |= rows[..., i].astype(np.uint8) << bit
        return np.moveaxis(found, -1, axis or 0)

    return Case((x,), truth, {"axis": axis, "bitorder": order})


@sample
def _unpackbits(draw: Draw) -> Case:
    x = draw.array("uint8", draw.shape(1, least=1))
    axis = None if draw.flag() else draw.axis(x.ndim)
    count = draw.one((None, 0, 5, 20, -3))
    order = draw.one(("big", "little"))

    def truth() -> Any:
        rows = np.moveaxis(x.reshape(-1) if axis is None else x, axis or 0, -1)
        bits = np.arange(8)[::-1] if order == "big" else np.arange(8)
        found = (rows[..., None] >> bits.astype(np.uint8)) & 1
        found = found.reshape(*rows.shape[:-1], -1)
        wanted = found.shape[-1] if count is None else count
        wanted = wanted if wanted >= 0 else found.shape[-1] + wanted
        more = max(wanted - found.shape[-1], 0)
        found = np.concatenate(
            [found, np.zeros((*rows.shape[:-1], more), np.uint8)], -1
        )[..., :wanted]
        return np.moveaxis(found, -1, axis or 0)

    return Case((x,), truth, {"axis": axis, "count": count, "bitorder": order})


@sample
def _roots(draw: Draw) -> Case:
    """Draw polynomials with the roots 0 and others that are told by a formula."""
    kind = draw.one(("float32", "float64", "complex128", "int32"))
    a, b = draw.integer(1, 3), draw.integer(-4, 4)
    n_zeros, n_leading = draw.integer(0, 2), draw.integer(0, 2)
    p = np.array([0] * n_leading + [a, b] + [0] * n_zeros, kind)

    def truth() -> Any:
        wide = np.complex64 if kind == "float32" else np.complex128
        return np.array([-b / a] + [0] * n_zeros if b else [0] * (n_zeros + 1), wide)

    return Case((draw.layout(p),), truth, rounds=True)


@sample
def _bin_count(draw: Draw) -> Case:
    n = draw.integer(1, 30)
    rule = draw.one(("sqrt", "sturges", "rice"))
    x = draw.layout(np.arange(n) * draw.one((1.0, np.float32(0.5))))
    counts = {
        "sqrt": np.ceil(np.sqrt(n)),
        "sturges": np.ceil(np.log2(n) + 1),
        "rice": np.ceil(2 * n ** (1 / 3)),
    }
    # Equal values make one bin; floats round where the root is a whole number.
    is_whole = (
        n == 1 or rule == "sqrt" or np.log2(n) % 1 == 0 or round(n ** (1 / 3)) ** 3 == n
    )
    rule = "sturges" if is_whole and rule == "rice" else rule
    wanted = 1 if n == 1 else int(counts[rule])
    return Case((x,), lambda: np.int64(wanted), {"bins": rule, "range": None})
