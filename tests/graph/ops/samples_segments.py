"""Samples of reductions of segments: each truth reduces the rows one segment at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.graph.ops.sampling import NUMBERS, REAL, SAMPLES, Case, Draw

_FLOATS = ("float32", "float64", "complex64")


def _lowest(dtype: Any) -> Any:
    return np.finfo(dtype).min if dtype.kind == "f" else np.iinfo(dtype).min


def _highest(dtype: Any) -> Any:
    return np.finfo(dtype).max if dtype.kind == "f" else np.iinfo(dtype).max


def _mean(rows: Any, axis: int) -> Any:
    total = np.sum(rows, axis, dtype=rows.dtype)
    if rows.dtype.kind in "iu":
        return np.trunc(total / len(rows)) if len(rows) else total
    return total / max(len(rows), 1)


def _root(rows: Any, axis: int) -> Any:
    return np.sum(rows, axis) / np.sqrt(max(len(rows), 1))


def _total(rows: Any, axis: int) -> Any:
    return np.sum(rows, axis, dtype=rows.dtype)


def _product(rows: Any, axis: int) -> Any:
    return np.prod(rows, axis, dtype=rows.dtype)


def _reduced(
    fold: Callable[..., Any], rows: Any, ids: Any, count: int, start: Any
) -> Any:
    inner = rows.shape[ids.ndim :]
    rows, ids = rows.reshape((ids.size, *inner)), ids.reshape(-1)
    out = np.empty((count, *inner), rows.dtype)
    for i in range(count):
        chosen = rows[ids == i]
        out[i] = fold(chosen, 0) if len(chosen) or start is None else start
    return out


def _sorted(name: str, fold: Callable[..., Any], names: Any, start: Any) -> None:
    def make(draw: Draw) -> Case:
        x = draw.array(names, draw.shape(1, least=0), **_SMALL)
        ids = np.sort(draw.array("int32", x.shape[:1], low=0, high=3))
        count = int(ids[-1]) + 1 if len(ids) else 0
        return Case((x, ids), lambda: _reduced(fold, x, ids, count, start), rounds=True)

    SAMPLES[f"segment_{name}"] = make


def _unsorted(name: str, fold: Callable[..., Any], names: Any, start: Any) -> None:
    def make(draw: Draw) -> Case:
        x = draw.array(names, draw.shape(0, least=0), **_SMALL)
        rank = draw.integer(0, x.ndim)
        count = draw.integer(1, 4)
        ids = draw.array("int64", x.shape[:rank], low=-1, high=count - 1)
        if callable(start) and x.dtype == np.float64 and (ids >= 0).any():
            # No differences can be taken beside the largest number of all.
            ids = np.unique(ids, return_inverse=True)[1].reshape(ids.shape) - np.any(
                ids < 0
            )
            count = int(ids.max()) + 1
        given, static = ((np.int32(count),), None) if draw.flag() else ((), count)

        def truth() -> Any:
            empty = start(x.dtype) if callable(start) else start
            return _reduced(fold, x, ids, count, empty)

        attrs = {"num_segments": static}
        return Case((x, ids, *given), truth, attrs, rounds=True)

    SAMPLES[f"unsorted_segment_{name}"] = make


_SMALL = {"low": 0, "high": 3}

_sorted("sum", _total, NUMBERS, None)
_sorted("mean", _mean, NUMBERS, 0)
_sorted("prod", _product, NUMBERS, None)
_sorted("max", np.max, REAL, 0)
_sorted("min", np.min, REAL, 0)
_unsorted("sum", _total, NUMBERS, None)
_unsorted("mean", _mean, NUMBERS, 0)
_unsorted("sqrt_n", _root, _FLOATS, 0)
_unsorted("prod", _product, NUMBERS, None)
_unsorted("max", np.max, REAL, _lowest)
_unsorted("min", np.min, REAL, _highest)
