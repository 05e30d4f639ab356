"""Samples of ops that read and write by index, and of the gradients of reading."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.keys import draw_key, split_key
from tests.graph.ops.sampling import (
    ANY,
    KINDS,
    NUMBERS,
    SAMPLES,
    Case,
    Draw,
    row,
    sample,
)


@sample
def _getitem(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(0, 4))
    key = draw_key(draw, x.shape)
    text, inputs = split_key(key)
    return Case((x, *inputs), lambda: x[key], {"key": text})


def like(draw: Draw, shape: tuple[int, ...]) -> tuple[tuple[Any, ...], Any]:
    """Return a shape as inputs and attribute: known, or that of an input."""
    return ((), shape) if draw.flag() else ((np.zeros(shape),), None)


def _added(numbers: Any, values: Any, shape: tuple[int, ...]) -> Any:
    """Return sums of the values with the same number, which counts elements."""
    total = np.zeros(int(np.prod(shape)), values.dtype)
    for place, value in zip(np.ravel(numbers), np.ravel(values), strict=True):
        total[place] += value
    return total.reshape(shape)


def _numbers(shape: tuple[int, ...]) -> Any:
    return np.arange(int(np.prod(shape))).reshape(shape)


@sample
def _getitem_add(draw: Draw) -> Case:
    x = draw.array(NUMBERS, draw.shape(0, 4), low=0, high=9)
    key = draw_key(draw, x.shape)
    text, inputs = split_key(key)
    given, shape = like(draw, x.shape)
    dy = np.array(x[key])
    return Case(
        (dy, *inputs, *given),
        lambda: _added(_numbers(x.shape)[key], dy, x.shape),
        {"key": text, "shape": shape},
    )


def _gathered(x: Any, indices: Any, axis: int, batch: int) -> Any:
    first = axis % x.ndim
    shape = x.shape[:first] + indices.shape[batch:] + x.shape[first + 1 :]
    out = np.empty(shape, x.dtype)
    for i in np.ndindex(*x.shape[:batch]):
        out[i] = np.take(x[i], indices[i], first - batch)
    return out


@sample
def _gather(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(1, least=1))
    axis = draw.axis(x.ndim)
    batch = draw.integer(0, axis % x.ndim) if draw.flag() else 0
    shape = x.shape[:batch] + draw.shape(0, 2)
    indices = draw.array("int32", shape, low=0, high=x.shape[axis] - 1)
    attrs = {"axis": axis, "batch_dims": batch}
    return Case((x, indices), lambda: _gathered(x, indices, axis, batch), attrs)


@sample
def _gather_add(draw: Draw) -> Case:
    shape = draw.shape(1, least=1)
    axis = draw.axis(len(shape))
    first = axis % len(shape)
    given, static = like(draw, shape)
    batch = None if draw.flag() else draw.integer(0, first)
    if batch is None:
        wanted = (*shape[:first], draw.integer(0, 3), *shape[first + 1 :])
    else:
        wanted = shape[:batch] + draw.shape(0, 2)
    indices = draw.array("int64", wanted, low=0, high=shape[axis] - 1)
    if batch is None:
        chosen = np.take_along_axis(_numbers(shape), indices, axis)
    else:
        chosen = _gathered(_numbers(shape), indices, axis, batch)
    dy = draw.array(NUMBERS, chosen.shape, low=0, high=9)
    attrs = {"shape": static, "axis": axis, "batch_dims": batch}
    return Case((dy, indices, *given), lambda: _added(chosen, dy, shape), attrs)


@sample
def _take_along_axis(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(1, least=1))
    axis = draw.axis(x.ndim)
    shape, n = list(x.shape), x.shape[axis]
    shape[axis] = draw.integer(0, 3)
    indices = draw.array("int64", tuple(shape), low=-n, high=n - 1)
    return Case(
        (x, indices), lambda: np.take_along_axis(x, indices, axis), {"axis": axis}
    )


def _one_hot(indices: Any, on: Any, off: Any, depth: int, axis: int) -> Any:
    is_hot = np.moveaxis(indices[..., None] == np.arange(depth), -1, axis)
    return np.where(is_hot, on, off)


def _unique_with_counts(x: Any) -> Any:
    _, first, places, counts = np.unique(x, True, True, True, equal_nan=False)
    order = np.argsort(first)
    numbers = np.argsort(order)[places].astype(np.int32)
    return x[first[order]], numbers, counts[order].astype(np.int32)


row("argwhere", "any (...)", lambda x: np.argwhere(x).astype(np.int64))
row(
    "one_hot", "int32[-1:5] (...)", _one_hot,
    prepare=lambda draw, indices: (indices, np.float32(2), np.float32(-1)),
    given="depth", depth=range(5), axis=lambda draw, x, *_: draw.axis(x.ndim + 1),
)  # fmt: skip
row("unique", "all (n)", lambda x: _unique_with_counts(x)[:2])
row("unique_with_counts", "all (n)", _unique_with_counts)


def _coordinates(draw: Draw, shape: tuple[int, ...]) -> Any:
    depth = draw.integer(0, len(shape))
    columns = draw.shape(0, 2)
    axes = [draw.array("int32", columns, low=0, high=dim - 1) for dim in shape[:depth]]
    return np.stack(axes, -1) if axes else np.empty((*columns, 0), np.int32)


@sample
def _gather_nd(draw: Draw) -> Case:
    batch = draw.integer(0, 2)
    x = draw.array(ANY, draw.shape(batch, least=1))
    rows = _coordinates(draw, x.shape[batch:])
    rows = np.broadcast_to(rows, x.shape[:batch] + rows.shape)

    def truth() -> Any:
        out = np.empty(rows.shape[:-1] + x.shape[batch + rows.shape[-1] :], x.dtype)
        for i in np.ndindex(*rows.shape[:-1]):
            out[i] = x[(*i[:batch], *rows[i])]
        return out

    return Case((x, rows), truth, {"batch_dims": batch})


def _batch_coordinates(rows: Any, batch_dims: int) -> Any:
    out = np.empty((*rows.shape[:-1], rows.shape[-1] + batch_dims), np.int32)
    for i in np.ndindex(*rows.shape[:-1]):
        out[i] = [*i[:batch_dims], *rows[i]]
    return out


row(
    "batch_coordinates", "int32 (..., n, m)", _batch_coordinates,
    batch_dims=lambda draw, rows: draw.integer(1, rows.ndim - 1),
)  # fmt: skip


def _scattered(out: Any, rows: Any, updates: Any, update: Callable[..., Any]) -> Any:
    for i in np.ndindex(*rows.shape[:-1]):
        at = tuple(rows[i])
        out[at] = update(out[at], updates[i])
    return out


def _scatter(update: Callable[[Any, Any], Any], names: Any, draw: Draw) -> Case:
    x = draw.array(names, draw.shape(1, least=1))
    rows = _coordinates(draw, x.shape)
    shape = rows.shape[:-1] + x.shape[rows.shape[-1] :]
    updates = draw.array(dtypes.from_numpy(x.dtype).name, shape)
    inputs = x, rows, updates
    return Case(inputs, lambda: _scattered(np.array(x), rows, updates, update))


for _name, _update, _names in (
    ("update", lambda old, new: new, ANY),
    ("add", np.add, NUMBERS),
    ("sub", np.subtract, NUMBERS),
    ("max", np.maximum, KINDS["ordered"]),
    ("min", np.minimum, KINDS["ordered"]),
):
    SAMPLES[f"tensor_scatter_nd_{_name}"] = partial(_scatter, _update, _names)


@sample
def _scatter_nd(draw: Draw) -> Case:
    shape = draw.shape(1, least=1)
    rows = _coordinates(draw, shape)
    updates = draw.array(NUMBERS, rows.shape[:-1] + shape[rows.shape[-1] :])
    dims, static = draw.given(shape)
    zeros = np.zeros(shape, updates.dtype)
    return Case(
        (rows, updates, *dims),
        lambda: _scattered(zeros.copy(), rows, updates, np.add),
        {"shape": static},
    )
