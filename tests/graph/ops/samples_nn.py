"""Samples of convolutions and pooling; the truth is computed element by element."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from tests.graph.ops.sampling import FLOATS, SAMPLES, Case, Draw, sample


def geometry(draw: Draw, n: int, after: int, **bounds: tuple[int, int]) -> Any:
    """Draw for some dimensions what is between bounds, and padding."""
    pairs = tuple((draw.integer(0, 1), draw.integer(0, after)) for _ in range(n))
    found = {
        name: tuple(draw.integer(*ends) for _ in range(n))
        for name, ends in bounds.items()
    }
    return {**found, "padding": draw.one(("VALID", "SAME", pairs))}


def pads(sizes: Any, kernel: Any, attrs: dict[str, Any]) -> list[tuple[int, int]]:
    """Return how much is put before and after each dimension."""
    if attrs["padding"] == "VALID":
        return [(0, 0)] * len(sizes)
    if attrs["padding"] != "SAME":
        return list(attrs["padding"])
    found = []
    dilations = attrs.get("dilations", (1,) * len(sizes))
    for n, k, s, d in zip(sizes, kernel, attrs["strides"], dilations, strict=True):
        total = max((-(-n // s) - 1) * s + (k - 1) * d + 1 - n, 0)
        found.append((total // 2, total - total // 2))
    return found


def counts_of(sizes: Any, kernel: Any, attrs: dict[str, Any]) -> tuple[int, ...]:
    """Return how many windows there are."""
    dilations = attrs.get("dilations", (1,) * len(sizes))
    around = map(sum, pads(sizes, kernel, attrs))
    axes = zip(sizes, around, kernel, attrs["strides"], dilations, strict=True)
    return tuple(max((n + a - (k - 1) * d - 1) // s + 1, 0) for n, a, k, s, d in axes)


def windows(sizes: Any, kernel: Any, attrs: dict[str, Any]) -> Any:
    """Yield for each window its place, and the places in the input that it covers.

    Of those there is, for each, the place in the window.
    """
    around = pads(sizes, kernel, attrs)
    dilations = attrs.get("dilations", (1,) * len(sizes))
    for out in np.ndindex(*counts_of(sizes, kernel, attrs)):
        covered = []
        for at in np.ndindex(*kernel):
            axes = zip(out, attrs["strides"], at, dilations, around, strict=True)
            place = tuple(o * s + i * d - a for o, s, i, d, (a, _) in axes)
            if all(0 <= p < n for p, n in zip(place, sizes, strict=True)):
                covered.append((place, at))
        yield out, covered


def convolved(x: Any, w: Any, attrs: dict[str, Any]) -> Any:
    """Return a convolution in extended precision, one product after another."""
    groups = attrs["groups"]
    sizes, kernel = x.shape[1:-1], w.shape[:-2]
    out = np.zeros(
        (x.shape[0], *counts_of(sizes, kernel, attrs), w.shape[-1]), np.longdouble
    )
    each_in, each_out = w.shape[-2], w.shape[-1] // groups
    for at, covered in windows(sizes, kernel, attrs):
        for place, inside in covered:
            for g in range(groups):
                taken = x[(slice(None), *place)][:, g * each_in : (g + 1) * each_in]
                made = slice(g * each_out, (g + 1) * each_out)
                product = taken.astype(np.longdouble) @ w[inside][:, made]
                out[(slice(None), *at)][:, made] += product
    return out


def _problem(draw: Draw) -> tuple[Any, Any, dict[str, Any]]:
    n = draw.integer(1, 2)
    groups = draw.one((1, 1, 2))
    each_in, each_out = draw.one((1, 2)), draw.integer(1, 2)
    kernel = tuple(draw.integer(1, 3) for _ in range(n))
    sizes = tuple(draw.integer(3, 5) for _ in range(n))
    name = draw.one(FLOATS[1:])
    x = draw.array(name, (draw.integer(0, 2), *sizes, each_in * groups), low=-4, high=4)
    w = draw.array(name, (*kernel, each_in, each_out * groups), low=-4, high=4)
    attrs = geometry(draw, n, 2, strides=(1, 2), dilations=(1, 2))
    return x, w, {**attrs, "groups": groups}


@sample
def _conv(draw: Draw) -> Case:
    x, w, attrs = _problem(draw)
    return Case(
        (x, w), lambda: convolved(x, w, attrs).astype(x.dtype), attrs, rounds=True
    )


def _adjoint(x: Any, w: Any, dy: Any, attrs: Any, *, of_input: bool) -> Any:
    """Return by a sum for each element how a weighed convolution depends on it."""
    wanted = x if of_input else w
    found = np.zeros(wanted.shape, np.longdouble)
    for at in np.ndindex(*wanted.shape):
        unit = np.zeros(wanted.shape, wanted.dtype)
        unit[at] = 1
        y = convolved(unit, w, attrs) if of_input else convolved(x, unit, attrs)
        found[at] = (y * dy).sum()
    return found.astype(dy.dtype)


def _back(draw: Draw, *, of_input: bool) -> Case:
    x, w, attrs = _problem(draw)
    inner = counts_of(x.shape[1:-1], w.shape[:-2], attrs)
    shape = (x.shape[0], *inner, w.shape[-1])
    dy = draw.array(str(x.dtype), shape, low=-4, high=4)
    wanted = x if of_input else w
    dims, static = draw.given(wanted.shape)
    return Case(
        (dy, w, *dims) if of_input else (x, dy, *dims),
        lambda: _adjoint(x, w, dy, attrs, of_input=of_input),
        {**attrs, "shape": static or (None,) * wanted.ndim},
        rounds=True,
    )


SAMPLES["conv_input"] = partial(_back, of_input=True)
SAMPLES["conv_filters"] = partial(_back, of_input=False)


def _pool(name: str, draw: Draw) -> Case:
    n = draw.integer(1, 2)
    sizes = tuple(draw.integer(3, 5) for _ in range(n))
    x = draw.array(FLOATS, (draw.integer(1, 2), *sizes, 2), low=-9, high=9)
    attrs = geometry(draw, n, 1, ksize=(2, 3), strides=(1, 2))
    return Case((x,), lambda: pooled(name, x, attrs), attrs, rounds=True)


def pooled(name: str, x: Any, attrs: dict[str, Any]) -> Any:
    """Return what is made of each window, one after another."""
    sizes, kernel = x.shape[1:-1], attrs["ksize"]
    kind = np.int64 if name == "max_pool_places" else x.dtype
    shape = (x.shape[0], *counts_of(sizes, kernel, attrs), x.shape[-1])
    out = np.zeros(shape, kind)
    numbers = np.arange(x.size).reshape(x.shape)
    for at, covered in windows(sizes, kernel, attrs):
        taken = np.stack([x[(slice(None), *place)] for place, _ in covered])
        key = (slice(None), *at)
        if name == "avg_pool":
            out[key] = taken.astype(np.longdouble).mean(0)
        elif name == "max_pool":
            out[key] = taken.max(0)
        else:
            places = np.stack([numbers[(slice(None), *place)] for place, _ in covered])
            first = taken.argmax(0)
            out[key] = np.take_along_axis(places, first[None], 0)[0]
    return out


for _name in ("max_pool", "max_pool_places", "avg_pool"):
    SAMPLES[_name] = partial(_pool, _name)


@sample
def _avg_pool_back(draw: Draw) -> Case:
    case = SAMPLES["avg_pool"](draw)
    (x,), attrs = case.inputs, case.attrs
    inner = counts_of(x.shape[1:-1], attrs["ksize"], attrs)
    dy = draw.array(str(x.dtype), (x.shape[0], *inner, 2), low=-9, high=9)
    dims, shape = draw.given(x.shape)

    def truth() -> Any:
        found = np.zeros(x.shape, np.longdouble)
        for at, covered in windows(x.shape[1:-1], attrs["ksize"], attrs):
            for place, _ in covered:
                found[(slice(None), *place)] += dy[(slice(None), *at)] / len(covered)
        return found.astype(dy.dtype)

    known = {**attrs, "shape": shape or (None,) * x.ndim}
    return Case((dy, *dims), truth, known, rounds=True)
