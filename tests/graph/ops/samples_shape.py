"""Samples of ops that make tensors, also of random numbers, and change their shapes."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import ANY, REAL, SAMPLES, Case, Draw, row, sample

_DTYPES = tuple(map(dtypes.dtype_named, ANY[:-1]))


def _axes(draw: Draw, x: Any) -> Any:
    return draw.axes(x.ndim)


def _a_shape(draw: Draw, *_: Any) -> tuple[int, ...]:
    return draw.shape()


row("shape", "all (...)", lambda x: np.array(x.shape, np.int32))
row("size", "all (...)", lambda x: np.int64(x.size), dtype=(dtypes.int64,))
row("rank", "all (...)", lambda x: np.int32(x.ndim))
row("at_least_1d", "all (...)", np.atleast_1d)
row(
    "reshape", "all (...)", lambda x, shape: x.reshape(shape), given="shape",
    shape=lambda draw, x: draw.one(
        [(-1,), (x.size,), x.shape[::-1], (1, *x.shape), (x.size, 1)]
    ),
)  # fmt: skip
row(
    "transpose", "all (...)", lambda x, perm: np.transpose(x, axes=perm),
    perm=lambda draw, x: draw.one((None, draw.order(x.ndim))),
)  # fmt: skip
row(
    "expand_dims", "all (...)", np.expand_dims,
    axis=lambda draw, x: draw.one(((0,), (-1,), (0, -1), (x.ndim,))),
)  # fmt: skip
row("reverse", "all (...)", np.flip, axis=_axes)
row(
    "roll", "all (..., n); int32[-4:5] (m+)",
    lambda x, shift, axis: np.roll(x, tuple(shift.tolist()), axis),
    axis=lambda draw, x, shift: tuple(draw.axis(x.ndim) for _ in shift),
)  # fmt: skip
row(
    "tile", "all (...)", lambda x, multiples: np.tile(x, reps=multiples), given="multiples",
    multiples=lambda draw, x: tuple(draw.integer(0, 3) for _ in x.shape),
)  # fmt: skip
for _name in ("zeros", "ones"):
    row(
        _name, "", lambda shape, dtype, name=_name: getattr(np, name)(shape, dtype.numpy),
        given="shape", shape=_a_shape, dtype=_DTYPES,
    )  # fmt: skip
    row(
        f"{_name}_like", "any (...)",
        lambda x, dtype, name=f"{_name}_like": getattr(np, name)(np.array(x), dtype and dtype.numpy),
        dtype=(None, dtypes.float32, dtypes.int8),
    )  # fmt: skip
row(
    "fill", "all ()", lambda value, shape: np.full(shape, value, value.dtype),
    given="shape", shape=_a_shape,
)  # fmt: skip
row(
    "linspace", "exact[-3:4] (...); exact[-3:4] (...)",
    lambda start, stop, num, axis: np.linspace(
        start, stop, num, axis=axis, dtype=np.result_type(start, stop)
    ),
    given="num", num=range(5), axis=lambda draw, x, _: draw.axis(x.ndim + 1),
)  # fmt: skip


@sample
def _broadcast_to(draw: Draw) -> Case:
    shape = draw.shape()
    x = draw.array(ANY, draw.narrow(shape))
    dims, static = draw.given(shape)
    return Case((x, *dims), lambda: np.broadcast_to(x, shape), {"shape": static})


row(
    "squeeze", "all (...)", np.squeeze,
    prepare=lambda draw, x: draw.layout(x.reshape([n for d in x.shape for n in (1, d)])),
    axis=lambda draw, x: draw.one(
        (None, (ones := tuple(i for i, n in enumerate(x.shape) if n == 1)), ones[:1])
    ),
)  # fmt: skip


def _alike(draw: Draw, shapes: Any) -> Any:
    """Return arrays of text, or of other dtypes."""
    kind = draw.one((("string",), ANY[:-1]))
    return tuple(draw.array(kind, shape) for shape in shapes)


@sample
def _concat(draw: Draw) -> Case:
    shape = draw.shape(1)
    axis = draw.axis(len(shape)) % len(shape)
    lengths = [draw.integer(0, 3) for _ in range(draw.integer(1, 3))]
    parts = _alike(draw, [(*shape[:axis], n, *shape[axis + 1 :]) for n in lengths])
    attrs = {"axis": draw.one((axis, axis - len(shape)))}
    return Case(parts, lambda: np.concatenate(parts, **attrs), attrs)


@sample
def _stack(draw: Draw) -> Case:
    shape = draw.shape()
    parts = _alike(draw, [shape] * draw.integer(1, 3))
    attrs: dict[str, Any] = {"axis": draw.axis(len(shape) + 1)}
    given = tuple(map(draw.scalar_or_array, parts))
    return Case(given, lambda: np.stack(parts, **attrs), attrs)


row(
    "unstack", "all (...+, n+)", lambda x, axis: tuple(np.moveaxis(x, axis, 0)),
    also=lambda draw, x: {"axis": (axis := draw.axis(x.ndim)), "num": x.shape[axis]},
)  # fmt: skip


@sample
def _split(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(1))
    axis = draw.axis(x.ndim)
    length = x.shape[axis]
    first = draw.integer(0, length)
    sizes = draw.one((None, (first, -1), (first, length - first)))
    num = 2 if sizes else draw.one([n for n in (1, 2, 3) if length % n == 0])
    cut: Any = num if sizes is None else [first]
    attrs = {"sizes": sizes, "num": num, "axis": axis}
    return Case((x,), lambda: tuple(np.split(x, cut, axis)), attrs)


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
def _pad(draw: Draw) -> Case:
    mode = draw.one(("constant", "reflect", "symmetric"))
    x = draw.array(REAL, draw.shape(1, least=1))
    pairs = tuple((draw.integer(0, 2), draw.integer(0, 2)) for _ in x.shape)
    value = np.zeros((), x.dtype)
    is_given = draw.flag()
    given = (np.array(pairs, np.int32).reshape(-1, 2),) if is_given else ()
    attrs = {"paddings": None if is_given else pairs, "mode": mode}
    return Case((x, value, *given), lambda: np.pad(x, pairs, mode), attrs)


@sample
def _eye(draw: Draw) -> Case:
    shape = (*draw.shape(0, 1), draw.integer(0, 3), draw.integer(0, 3))
    dims, static = draw.given(shape)
    attrs = {"shape": static or (None,) * len(shape), "dtype": dtypes.float32}
    eye = np.eye(*shape[-2:], dtype=np.float32)
    return Case(dims, lambda: np.broadcast_to(eye, shape), attrs)


@sample
def _range(draw: Draw) -> Case:
    dtype = dtypes.dtype_named(draw.one(("int32", "int64", "float32", "float64")))
    bounds = [draw.integer(-5, 5), draw.integer(-5, 5), draw.one((1, 2, -1, -3))]
    if dtype.is_floating:
        bounds = [bound + 0.5 for bound in bounds]
    pairs = [(bound, draw.flag()) for bound in bounds]
    given = tuple(dtype.numpy.type(bound) for bound, is_given in pairs if is_given)
    static = [None if is_given else bound for bound, is_given in pairs]
    is_numpys = draw.flag()
    if is_numpys:
        # The first two are numbers of the dtype, the others need not be.
        dtype = dtypes.dtype_named(draw.one(("uint8", "int16", "int64", "float32")))
        given = tuple(np.float64(each) for each in (draw.integer(0, 200), 300, 7.5))
        bounds, static = [each.item() for each in given], [None] * 3
    attrs = dict(zip(("start", "limit", "delta"), static, strict=True))
    attrs |= {"dtype": dtype, "is_numpys": is_numpys}
    return Case(given, lambda: np.arange(*bounds, dtype=dtype.numpy), attrs)


# -- Random numbers of a seed ----------------------------------------------------------


def _seeded(draw: Draw) -> tuple[Any, np.random.Generator]:
    seed = np.array([draw.integer(-5, 5), draw.integer(0, 2**30)], np.int64)
    bits = np.random.Philox(key=seed.astype(np.uint64))
    return seed, np.random.Generator(bits)


@sample
def _stateless_shuffle(draw: Draw) -> Case:
    seed, truth = _seeded(draw)
    x = draw.array()
    order = truth.permutation(x.shape[0]) if x.ndim else ...
    return Case((seed, x), lambda: x[order])


def _distribution(row: Any, draw: Draw) -> Case:
    """Sample a distribution, whose parameters are integers between bounds."""
    _, truth, parameters, kind, given_as = row
    seed, generator = _seeded(draw)
    shape = draw.shape()
    dims, static = draw.given(shape)
    values = [np.dtype(given_as).type(draw.integer(*ends)) for ends in parameters]

    def expected() -> Any:
        return np.asarray(truth(generator, shape, *values)).astype(kind)

    attrs = {"shape": static, "dtype": dtypes.as_dtype(kind)}
    return Case((seed, *values, *dims), expected, attrs, rounds=True)


AROUND, SPREAD = (-3, 3), (1, 3)
DISTRIBUTIONS: tuple[Any, ...] = (
    ("uniform", lambda g, s, low, high: g.random(s) * (high - low) + low, ((-3, 0), (0, 3)), "d", "d"),
    ("normal", lambda g, s, m, d: g.standard_normal(s, "f") * d + m, (AROUND, (0, 3)), "f", "f"),
    ("gamma", lambda g, s, a, b: g.standard_gamma(np.full(s, a), dtype="f") / b, ((1, 5), SPREAD), "f", "f"),
    ("exponential", lambda g, s, m: g.standard_exponential(s) * m, ((0, 3),), "d", "d"),
    ("laplace", lambda g, s, m, d: g.laplace(m, d, s), (AROUND, SPREAD), "f", "f"),
    ("gumbel", lambda g, s, m, d: g.gumbel(m, d, s), (AROUND, SPREAD), "d", "d"),
    ("beta", lambda g, s, a, b: g.beta(a, b, s), (SPREAD, SPREAD), "d", "d"),
    ("poisson", lambda g, s, m: g.poisson(m, s), ((0, 30),), "i4", "d"),
    ("binomial", lambda g, s, n, p: g.binomial(int(n), p, s), ((0, 9), (0, 1)), "f", "d"),
    ("bernoulli", lambda g, s, p: g.random(s) < p, ((0, 1),), "?", "d"),
)  # fmt: skip
for _row in DISTRIBUTIONS:
    SAMPLES[f"stateless_{_row[0]}"] = partial(_distribution, _row)
