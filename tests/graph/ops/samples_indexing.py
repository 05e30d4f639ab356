"""Samples of ops that read and write by index."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import (
    ANY,
    NUMBERS,
    REAL,
    SAMPLES,
    Case,
    Draw,
    given_shape,
    sample,
)


@sample
def _getitem(draw: Draw) -> Case:
    from tests.graph.ops.keys import draw_key, split_key

    x = draw.array(ANY, draw.shape(0, 4))
    key = draw_key(draw, x.shape)
    text, inputs = split_key(key)
    return Case((x, *inputs), lambda: x[key], {"key": text})


@sample
def _setitem(draw: Draw) -> Case:
    from tests.graph.ops.keys import draw_key, split_key

    x = draw.array(ANY, draw.shape(0, 4))
    key = draw_key(draw, x.shape)
    text, inputs = split_key(key)
    part = np.asarray(x[key])
    shape = part.shape[draw.integer(0, part.ndim) :]
    shape = tuple(1 if draw.integer(0, 3) == 0 else dim for dim in shape)
    value = draw.array(dtypes.from_numpy(x.dtype).name, shape)

    def truth() -> Any:
        changed = x.copy()
        changed[key] = value if value.ndim else value[()]
        return changed

    return Case((x, value, *inputs), truth, {"key": text})


@sample
def _argwhere(draw: Draw) -> Case:
    x = draw.array(ANY[:-1])
    return Case((x,), lambda: np.argwhere(x).astype(np.int64))


@sample
def _gather(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(1, least=1))
    axis = draw.axis(x.ndim)
    batch = draw.integer(0, axis % x.ndim) if draw.flag() else 0
    shape = x.shape[:batch] + draw.shape(0, 2)
    indices = draw.array("int32", shape, low=0, high=x.shape[axis] - 1)
    attrs = {"axis": axis, "batch_dims": batch}

    def truth() -> Any:
        out = np.empty(
            x.shape[: axis % x.ndim] + shape[batch:] + x.shape[axis % x.ndim + 1 :],
            x.dtype,
        )
        for i in np.ndindex(*x.shape[:batch]):
            out[i] = np.take(x[i], indices[i], axis % x.ndim - batch)
        return out

    return Case((x, indices), truth, attrs)


@sample
def _take_along_axis(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(1, least=1))
    axis = draw.axis(x.ndim)
    shape = list(x.shape)
    shape[axis] = draw.integer(0, 3)
    indices = draw.array(
        "int64", tuple(shape), low=-x.shape[axis], high=x.shape[axis] - 1
    )
    return Case(
        (x, indices), lambda: np.take_along_axis(x, indices, axis), {"axis": axis}
    )


@sample
def _one_hot(draw: Draw) -> Case:
    indices = draw.array("int32", None, low=-1, high=4)
    depth = draw.integer(0, 4)
    axis = draw.axis(indices.ndim + 1)
    given, static = ((np.int32(depth),), None) if draw.flag() else ((), depth)
    truth = np.moveaxis(indices[..., None] == np.arange(depth), -1, axis)
    return Case(
        (indices, np.float32(2), np.float32(-1), *given),
        lambda: np.where(truth, np.float32(2), np.float32(-1)),
        {"depth": static, "axis": axis},
    )


@sample
def _unique(draw: Draw) -> Case:
    x = draw.array(ANY, (draw.integer(0, 5),))

    def truth() -> Any:
        values: list[Any] = []
        places = []
        for item in x:
            equal = [i for i, value in enumerate(values) if value == item]
            places.append(equal[0] if equal else len(values))
            if not equal:
                values.append(item)
        found = np.empty(len(values), x.dtype)
        found[:] = values
        return found, np.array(places, np.int32)

    return Case((x,), truth, {"out_idx": dtypes.int32})


def _coordinates(draw: Draw, shape: tuple[int, ...]) -> Any:
    depth = draw.integer(0, len(shape))
    columns = draw.shape(0, 2)
    axes = [draw.array("int32", columns, low=0, high=dim - 1) for dim in shape[:depth]]
    return np.stack(axes, -1) if axes else np.empty((*columns, 0), np.int32)


@sample
def _gather_nd(draw: Draw) -> Case:
    batch = draw.integer(0, 2)
    x = draw.array(
        ANY, draw.shape(batch, least=1) if batch < 2 else draw.shape(2, 3, 1)
    )
    rows = _coordinates(draw, x.shape[batch:])
    outer = x.shape[:batch]
    rows = np.broadcast_to(rows, outer + rows.shape)

    def truth() -> Any:
        out = np.empty(rows.shape[:-1] + x.shape[batch + rows.shape[-1] :], x.dtype)
        for i in np.ndindex(*rows.shape[:-1]):
            out[i] = x[(*i[:batch], *rows[i])]
        return out

    return Case((x, rows), truth, {"batch_dims": batch})


@sample
def _batch_coordinates(draw: Draw) -> Case:
    shape = draw.shape(2)
    rows = draw.array("int32", shape)
    batch = draw.integer(1, len(shape) - 1)

    def truth() -> Any:
        out = np.empty((*shape[:-1], shape[-1] + batch), np.int32)
        for i in np.ndindex(*shape[:-1]):
            out[i] = [*i[:batch], *rows[i]]
        return out

    return Case((rows,), truth, {"batch_dims": batch})


def _scatter(name: str, update: Callable[[Any, Any], Any], names: Any) -> None:
    def make(draw: Draw) -> Case:
        x = draw.array(names, draw.shape(1, least=1))
        rows = _coordinates(draw, x.shape)
        shape = rows.shape[:-1] + x.shape[rows.shape[-1] :]
        updates = draw.array(dtypes.from_numpy(x.dtype).name, shape)

        def truth() -> Any:
            out = np.array(x)
            for i in np.ndindex(*rows.shape[:-1]):
                at = tuple(rows[i])
                out[at] = update(out[at], updates[i])
            return out

        return Case((x, rows, updates), truth)

    SAMPLES[name] = make


_scatter("tensor_scatter_nd_update", lambda old, new: new, ANY)
_scatter("tensor_scatter_nd_add", np.add, NUMBERS)
_scatter("tensor_scatter_nd_sub", np.subtract, NUMBERS)
_scatter("tensor_scatter_nd_max", np.maximum, ("bool", *REAL))
_scatter("tensor_scatter_nd_min", np.minimum, ("bool", *REAL))


@sample
def _scatter_nd(draw: Draw) -> Case:
    shape = draw.shape(1, least=1)
    rows = _coordinates(draw, shape)
    updates = draw.array(NUMBERS, rows.shape[:-1] + shape[rows.shape[-1] :])
    dims, static = given_shape(draw, shape)

    def truth() -> Any:
        out = np.zeros(shape, updates.dtype)
        for i in np.ndindex(*rows.shape[:-1]):
            out[tuple(rows[i])] += updates[i]
        return out

    return Case((rows, updates, *dims), truth, {"shape": static})
