"""Samples of the ops that gradients are made of."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.graph.ops.keys import draw_key, split_key
from tests.graph.ops.sampling import ANY, COMPLEX, FLOATS, NUMBERS, Case, Draw, sample

_SUMMED = FLOATS + COMPLEX


@sample
def _stop_gradient(draw: Draw) -> Case:
    x = draw.array(ANY)
    return Case((x,), lambda: x)


@sample
def _real_part(draw: Draw) -> Case:
    x = draw.array(NUMBERS)
    return Case((x,), lambda: np.real(x))


def _narrow(draw: Draw, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return a shape that broadcasts to another one."""
    cut = shape[draw.integer(0, len(shape)) :]
    return tuple(1 if draw.flag() else dim for dim in cut)


def _given(draw: Draw, shape: tuple[int, ...]) -> tuple[tuple[Any, ...], Any]:
    """Return a shape as inputs and attribute: known, or that of an input."""
    if draw.flag():
        return (), shape
    return (np.zeros(shape),), None


@sample
def _sum_to(draw: Draw) -> Case:
    wide = draw.shape()
    narrow = _narrow(draw, wide)
    x = draw.array(_SUMMED, wide, low=-9, high=9)
    like, shape = _given(draw, narrow)

    def truth() -> Any:
        total = np.zeros(narrow, x.dtype)
        full = (1,) * (x.ndim - len(narrow)) + narrow
        for place in np.ndindex(*x.shape):
            at = [0 if n == 1 else i for i, n in zip(place, full, strict=True)]
            total[tuple(at[x.ndim - len(narrow) :])] += x[place]
        return total

    return Case((x, *like), truth, {"shape": shape}, rounds=True)


@sample
def _spread(draw: Draw) -> Case:
    x = draw.array(_SUMMED, draw.shape())
    axis = draw.axes(x.ndim) or ()
    keepdims = draw.flag()
    small = np.sum(x, axis=axis, keepdims=keepdims, dtype=x.dtype)
    like, shape = _given(draw, x.shape)
    kept = np.reshape(
        small, [1 if i in _front(axis, x.ndim) else n for i, n in enumerate(x.shape)]
    )
    attrs = {"shape": shape, "axis": axis, "keepdims": keepdims}
    return Case((small, *like), lambda: np.broadcast_to(kept, x.shape), attrs)


def _front(axes: tuple[int, ...], rank: int) -> set[int]:
    return {axis % rank for axis in axes}


@sample
def _getitem_add(draw: Draw) -> Case:
    x = draw.array(NUMBERS, draw.shape(0, 4), low=0, high=9)
    key = draw_key(draw, x.shape)
    text, inputs = split_key(key)
    like, shape = _given(draw, x.shape)
    dy = np.array(x[key])

    def truth() -> Any:
        numbers = np.arange(x.size).reshape(x.shape)[key]
        total = np.zeros(x.size, x.dtype)
        for place, value in zip(np.ravel(numbers), np.ravel(dy), strict=True):
            total[place] += value
        return total.reshape(x.shape)

    return Case((dy, *inputs, *like), truth, {"key": text, "shape": shape})


@sample
def _gather_add(draw: Draw) -> Case:
    shape = draw.shape(1, least=1)
    axis = draw.axis(len(shape))
    first = axis % len(shape)
    like, static = _given(draw, shape)
    numbers = np.arange(int(np.prod(shape))).reshape(shape)
    if draw.flag():
        batch = None
        wanted = (*shape[:first], draw.integer(0, 3), *shape[first + 1 :])
        indices = draw.array("int64", wanted, low=0, high=shape[axis] - 1)
        chosen = np.take_along_axis(numbers, indices, axis)
    else:
        batch = draw.integer(0, first)
        wanted = shape[:batch] + draw.shape(0, 2)
        indices = draw.array("int64", wanted, low=0, high=shape[axis] - 1)
        chosen = np.empty(
            shape[:first] + wanted[batch:] + shape[first + 1 :], numbers.dtype
        )
        for i in np.ndindex(*shape[:batch]):
            chosen[i] = np.take(numbers[i], indices[i], first - batch)
    dy = draw.array(NUMBERS, chosen.shape, low=0, high=9)

    def truth() -> Any:
        total = np.zeros(numbers.size, dy.dtype)
        for place, value in zip(np.ravel(chosen), np.ravel(dy), strict=True):
            total[place] += value
        return total.reshape(shape)

    attrs = {"shape": static, "axis": axis, "batch_dims": batch}
    return Case((dy, indices, *like), truth, attrs)


@sample
def _recurrence(draw: Draw) -> Case:
    shape = draw.shape(1)
    name = draw.one(_SUMMED)
    a, b = (draw.array(name, shape, low=-2, high=2) for _ in range(2))
    axis = draw.axis(len(shape))

    def truth() -> Any:
        total = np.array(b)
        for i in range(1, b.shape[axis]):
            now, before = [slice(None)] * b.ndim, [slice(None)] * b.ndim
            now[axis], before[axis] = i, i - 1  # type: ignore[call-overload]
            total[tuple(now)] += a[tuple(now)] * total[tuple(before)]
        return total

    return Case((a, b), truth, {"axis": axis}, rounds=True)


@sample
def _linked(draw: Draw) -> Case:
    x = draw.array(ANY)
    return Case((x, x), lambda: x)
