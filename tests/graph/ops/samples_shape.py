"""Samples of ops that make tensors and change their shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import (
    ANY,
    FLOATS,
    REAL,
    SAMPLES,
    Case,
    Draw,
    given_shape,
    sample,
)


@sample
def _shape(draw: Draw) -> Case:
    x = draw.array()
    return Case((x,), lambda: np.array(x.shape, np.int32), {"dtype": dtypes.int32})


@sample
def _size(draw: Draw) -> Case:
    x = draw.array()
    return Case((x,), lambda: np.int64(x.size), {"dtype": dtypes.int64})


@sample
def _rank(draw: Draw) -> Case:
    x = draw.array()
    return Case((x,), lambda: np.int32(x.ndim))


@sample
def _reshape(draw: Draw) -> Case:
    x = draw.array()
    shape = draw.one([(-1,), (x.size,), x.shape[::-1], (1, *x.shape), (x.size, 1)])
    dims, static = given_shape(draw, shape)
    return Case((x, *dims), lambda: x.reshape(shape), {"shape": static})


@sample
def _at_least_1d(draw: Draw) -> Case:
    x = draw.array()
    return Case((x,), lambda: np.atleast_1d(x))


@sample
def _broadcast_to(draw: Draw) -> Case:
    shape = draw.shape()
    x = draw.array(
        ANY,
        tuple(1 if draw.flag() else d for d in shape[draw.integer(0, len(shape)) :]),
    )
    dims, static = given_shape(draw, shape)
    return Case((x, *dims), lambda: np.broadcast_to(x, shape), {"shape": static})


@sample
def _transpose(draw: Draw) -> Case:
    x = draw.array()
    perm = draw.one((None, draw.order(x.ndim)))
    return Case((x,), lambda: np.transpose(x, perm), {"perm": perm})


@sample
def _expand_dims(draw: Draw) -> Case:
    x = draw.array()
    axis = draw.one(((0,), (-1,), (0, -1), (x.ndim,)))
    return Case((x,), lambda: np.expand_dims(x, axis), {"axis": axis})


@sample
def _squeeze(draw: Draw) -> Case:
    x = draw.array(ANY, tuple(draw.one((1, 1, 2)) for _ in range(draw.integer(0, 3))))
    ones = tuple(i for i, dim in enumerate(x.shape) if dim == 1)
    axis = draw.one((None, ones, ones[:1]))
    return Case((x,), lambda: np.squeeze(x, axis), {"axis": axis})


@sample
def _concat(draw: Draw) -> Case:
    shape = draw.shape(1)
    axis = draw.axis(len(shape))
    kind = draw.one((("string",), ANY[:-1]))
    parts = []
    for _ in range(draw.integer(1, 3)):
        own = list(shape)
        own[axis] = draw.integer(0, 3)
        parts.append(draw.array(kind, tuple(own)))
    return Case(tuple(parts), lambda: np.concatenate(parts, axis), {"axis": axis})


@sample
def _stack(draw: Draw) -> Case:
    shape = draw.shape()
    kind = draw.one((("string",), ANY[:-1]))
    parts = [draw.array(kind, shape) for _ in range(draw.integer(1, 3))]
    axis = draw.axis(len(shape) + 1)
    given = tuple(draw.scalar_or_array(x) for x in parts)
    return Case(given, lambda: np.stack(parts, axis), {"axis": axis})


@sample
def _unstack(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(1, least=1))
    axis = draw.axis(x.ndim)
    attrs = {"num": x.shape[axis], "axis": axis}
    return Case((x,), lambda: tuple(np.moveaxis(x, axis, 0)), attrs)


@sample
def _split(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(1))
    axis = draw.axis(x.ndim)
    first = draw.integer(0, x.shape[axis])
    sizes = draw.one((None, (first, -1), (first, x.shape[axis] - first)))
    num = (
        draw.one([n for n in (1, 2, 3) if x.shape[axis] % n == 0])
        if sizes is None
        else 2
    )
    cut: Any = num if sizes is None else [first]
    attrs = {"sizes": sizes, "num": num, "axis": axis}
    return Case((x,), lambda: tuple(np.split(x, cut, axis)), attrs)


@sample
def _tile(draw: Draw) -> Case:
    x = draw.array()
    times = tuple(draw.integer(0, 3) for _ in x.shape)
    given, static = given_shape(draw, times)
    return Case((x, *given), lambda: np.tile(x, times), {"multiples": static})


@sample
def _repeat(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(1))
    axis = draw.axis(x.ndim)
    many = tuple(draw.integer(0, 2) for _ in range(x.shape[axis]))
    repeats = draw.one((draw.integer(0, 3), many, None))
    counts = () if repeats is not None else (np.array(many, np.int32),)
    count = many if repeats is None else repeats
    attrs = {"repeats": repeats, "axis": axis}
    return Case((x, *counts), lambda: np.repeat(x, np.array(count, int), axis), attrs)


@sample
def _reverse(draw: Draw) -> Case:
    x = draw.array()
    axis = draw.axes(x.ndim)
    return Case((x,), lambda: np.flip(x, axis), {"axis": axis})


@sample
def _roll(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(1))
    axis = tuple(draw.axis(x.ndim) for _ in range(draw.integer(1, 2)))
    shift = draw.array("int32", (len(axis),), low=-4, high=4)
    return Case(
        (x, shift), lambda: np.roll(x, tuple(shift.tolist()), axis), {"axis": axis}
    )


@sample
def _pad(draw: Draw) -> Case:
    mode = draw.one(("constant", "reflect", "symmetric"))
    x = draw.array(REAL, draw.shape(1, least=1))
    pairs = tuple((draw.integer(0, 2), draw.integer(0, 2)) for _ in x.shape)
    value = np.zeros((), x.dtype)
    is_given = draw.flag()
    given = (np.array(pairs, np.int32).reshape(-1, 2),) if is_given else ()
    attrs = {"paddings": None if is_given else pairs, "mode": mode}
    return Case((x, value, *given), lambda: np.pad(x, pairs, mode), attrs)


def _filled(name: str, truth: Callable[..., Any]) -> None:
    def make(draw: Draw) -> Case:
        shape = draw.shape()
        dims, static = given_shape(draw, shape)
        dtype = dtypes.dtype_named(draw.one(ANY[:-1]))
        return Case(
            dims, lambda: truth(shape, dtype.numpy), {"shape": static, "dtype": dtype}
        )

    SAMPLES[name] = make


_filled("zeros", np.zeros)
_filled("ones", np.ones)


@sample
def _fill(draw: Draw) -> Case:
    shape = draw.shape()
    value = draw.array(ANY, ())
    dims, static = given_shape(draw, shape)
    return Case(
        (draw.scalar_or_array(value), *dims),
        lambda: np.full(shape, value, value.dtype),
        {"shape": static},
    )


@sample
def _eye(draw: Draw) -> Case:
    shape = (*draw.shape(0, 1), draw.integer(0, 3), draw.integer(0, 3))
    dims, static = given_shape(draw, shape)
    static = (None,) * len(shape) if static is None else static

    def truth() -> Any:
        out = np.zeros(shape, np.float32)
        for i in range(min(shape[-2:])):
            out[..., i, i] = 1
        return out

    return Case(dims, truth, {"shape": static, "dtype": dtypes.float32})


def _like(name: str, truth: Callable[..., Any]) -> None:
    def make(draw: Draw) -> Case:
        x = draw.array(ANY[:-1])
        dtype = draw.one((None, dtypes.float32, dtypes.int8))
        return Case(
            (x,), lambda: truth(np.array(x), dtype and dtype.numpy), {"dtype": dtype}
        )

    SAMPLES[name] = make


_like("zeros_like", np.zeros_like)
_like("ones_like", np.ones_like)


@sample
def _range(draw: Draw) -> Case:
    dtype = dtypes.dtype_named(draw.one(("int32", "int64", "float32", "float64")))
    bounds = [draw.integer(-5, 5), draw.integer(-5, 5), draw.one((1, 2, -1, -3))]
    if dtype.is_floating:
        bounds = [bound + 0.5 for bound in bounds]
    is_given = [draw.flag() for _ in bounds]
    given = tuple(
        dtype.numpy.type(b) for b, g in zip(bounds, is_given, strict=True) if g
    )
    static = [None if g else b for b, g in zip(bounds, is_given, strict=True)]
    attrs = dict(zip(("start", "limit", "delta"), static, strict=True))
    attrs |= {"dtype": dtype, "is_numpys": False}
    if draw.flag():
        # The first two are numbers of the dtype, the others need not be.
        dtype = dtypes.dtype_named(draw.one(("uint8", "int16", "int64", "float32")))
        given = tuple(np.float64(each) for each in (draw.integer(0, 200), 300, 7.5))
        bounds = [each.item() for each in given]
        attrs = {"start": None, "limit": None, "delta": None}
        attrs |= {"dtype": dtype, "is_numpys": True}
    return Case(given, lambda: np.arange(*bounds, dtype=dtype.numpy), attrs)


@sample
def _linspace(draw: Draw) -> Case:
    shape = draw.shape(0, 2)
    start, stop = (draw.array(FLOATS[1:], shape, low=-3, high=3) for _ in range(2))
    num = draw.integer(0, 4)
    axis = draw.axis(len(shape) + 1)
    given, static = ((np.int32(num),), None) if draw.flag() else ((), num)
    kind = np.result_type(start, stop)
    return Case(
        (start, stop, *given),
        lambda: np.linspace(start, stop, num, axis=axis, dtype=kind),
        {"num": static, "axis": axis},
    )
