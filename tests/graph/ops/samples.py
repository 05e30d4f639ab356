"""Valid arguments for every op, with what NumPy makes of them.

`SAMPLES[name](draw)` returns a `Case`. Elementwise ops need no entry: their dtypes
are found by asking `infer`, and the truth is the ufunc of the record.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from graph import dtypes
from graph.errors import DTypeError
from graph.op import Op
from graph.specs import TensorSpec, spec_of

FLOATS = ("float16", "float32", "float64")
INTEGERS = ("int8", "int32", "int64", "uint8", "uint64")
COMPLEX = ("complex64", "complex128")
REAL = INTEGERS + FLOATS
NUMBERS = REAL + COMPLEX
ANY = ("bool", *NUMBERS, "string")
_SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, np.inf, -np.inf, np.nan, 3.0, -2.5, 100.0)
_INTEGRAL = (0, 1, 2, 3, -1, -2, 7, 100)


@dataclass
class Case:
    """Arguments of a kernel, and what comes out of it."""

    inputs: tuple[Any, ...]
    expected: Callable[[], Any]
    attrs: dict[str, Any] = field(default_factory=dict)
    rounds: bool = False  # may it differ from the truth in the last bits?


class Draw:
    """Draws values; a thin layer over hypothesis."""

    def __init__(self, data: Any) -> None:
        self._data = data

    def one(self, options: Any) -> Any:
        return self._data.draw(st.sampled_from(list(options)))

    def integer(self, low: int, high: int) -> int:
        return self._data.draw(st.integers(low, high))

    def flag(self) -> bool:
        return self._data.draw(st.booleans())

    def shape(self, low: int = 0, high: int = 3, least: int = 0) -> tuple[int, ...]:
        rank = self.integer(low, high)
        return tuple(self.integer(least, 3) for _ in range(rank))

    def array(
        self, names: Any = ANY, shape: tuple[int, ...] | None = None, **bounds: int
    ) -> Any:
        """Draw an array; its memory may be strided, reversed or read-only."""
        shape = self.shape() if shape is None else shape
        name = names if isinstance(names, str) else self.one(names)
        return self.layout(self._elements(name, shape, **bounds))

    def _elements(self, name: str, shape: tuple[int, ...], **bounds: int) -> Any:
        size = int(np.prod(shape))
        # One draw for all elements: a draw for each would take most of the time.
        self._random = np.random.default_rng(self.integer(0, 2**16))
        if name == "string":
            found = np.empty(size, object)
            found[:] = self._some((b"", b"a", b"bc", b"\xff"), size)
            return found.reshape(shape)
        dtype = dtypes.dtype_named(name).numpy
        pool: Any = _SPECIAL
        if bounds:
            pool = range(bounds["low"], bounds["high"] + 1)
        elif dtype.kind in "iu":
            info = np.iinfo(dtype)
            pool = [n for n in (*_INTEGRAL, info.min, info.max) if n >= info.min]
        elif dtype.kind == "b":
            pool = (False, True)
        values = self._some(pool, size)
        if dtype.kind == "c":
            values = list(map(complex, values, self._some(pool, size)))
        return np.array(values, dtype).reshape(shape)

    def _some(self, pool: Any, size: int) -> list[Any]:
        return [pool[i] for i in self._random.integers(0, len(pool), size)]

    def layout(self, array: Any) -> Any:
        kind = self.one(("plain", "strided", "reversed", "fortran", "read-only"))
        if kind == "strided" and array.ndim:
            wide = np.repeat(array, 2, -1)
            array = wide[..., ::2]
        elif kind == "reversed" and array.ndim:
            array = np.array(array[::-1])[::-1]
        elif kind == "fortran":
            array = np.array(array, order="F")
        elif kind == "read-only":
            array.flags.writeable = False
        return array

    def scalar_or_array(self, array: Any) -> Any:
        """Return a 0-d array as the scalar that a program may hold instead."""
        # Text without axes stays an array: ufuncs would make another type of bytes.
        is_scalar = not array.ndim and array.dtype != object
        return array[()] if is_scalar and self.flag() else array

    def axis(self, rank: int) -> int:
        return self.integer(-rank, rank - 1)

    def axes(self, rank: int) -> tuple[int, ...] | None:
        if self.flag():
            return None
        chosen = [axis for axis in range(rank) if self.flag()]
        return tuple(axis - rank if self.flag() else axis for axis in chosen)


SAMPLES: dict[str, Callable[[Draw], Case]] = {}

# Ops without a kernel of their own, or with effects that a table cannot compare.
WITHOUT = {
    "placeholder": "an input",
    "const": "its kernel is never called",
    "cond": "control flow",
    "while_loop": "control flow",
    "loop_index": "control flow",
    "check_defined": "control flow",
    "print": "tests/graph/ops/test_debugging.py",
    "raise_error": "tests/graph/ops/test_debugging.py",
    "assert_that": "tests/graph/ops/test_debugging.py",
    "python_to_tensor": "takes Python numbers only",
    "python_not": "takes Python numbers only",
    "truth": "takes one element, gives a Python number",
    "cast": "takes dtypes that the table does not know, see test_core.py",
}


def case_for(op: Op, draw: Draw) -> Case:
    """Draw a case for an op."""
    make = SAMPLES.get(op.name)
    return make(draw) if make is not None else _elementwise(op, draw)


def sample(function: Callable[[Draw], Case]) -> Callable[[Draw], Case]:
    """Enter a function under the name of the op that it samples."""
    SAMPLES[function.__name__.removeprefix("_")] = function
    return function


# What elementwise ops without a ufunc of their own mean, said by other means.
_TRUTHS: dict[str, Callable[..., Any]] = {
    "round": lambda x: x if x.dtype.kind in "iub" else np.rint(x),
    "sigmoid": lambda x: (1 / (1 + np.exp(-x.astype(np.longdouble)))).astype(
        np.cbrt(np.zeros((), x.dtype)).dtype
    ),
    "div_no_nan": lambda x, y: np.where(
        y == 0, np.zeros_like(np.true_divide(x, y)), np.true_divide(x, y)
    ),
}


@cache
def loops(op: Op) -> tuple[tuple[str, ...], ...]:
    """Return the dtypes that an elementwise op takes, by asking it."""
    found = []
    for names in itertools.product(ANY, repeat=len(op.inputs)):
        specs = [TensorSpec((), dtypes.dtype_named(name)) for name in names]
        try:
            op.infer(*specs)
        except DTypeError:
            continue
        found.append(names)
    return tuple(found)


def _elementwise(op: Op, draw: Draw) -> Case:
    names = draw.one(loops(op))
    full = draw.shape()
    inputs = []
    for name in names:
        shape = full[draw.integer(0, len(full)) :]
        shape = tuple(1 if draw.integer(0, 3) == 0 else dim for dim in shape)
        inputs.append(draw.array(name, shape))
    if op.name in ("pow", "float_power") and inputs[1].dtype.kind == "i":
        inputs[1] = np.abs(np.clip(inputs[1], -100, 100))
    truth = op.ufunc or _TRUTHS[op.name]
    given = tuple(draw.scalar_or_array(x) for x in inputs)
    return Case(given, lambda: truth(*inputs), rounds=op.name == "sigmoid")


@sample
def _where(draw: Draw) -> Case:
    full = draw.shape()
    kind = draw.one((("string",), ANY[:-1]))
    x, y = (draw.array(kind, full[draw.integer(0, len(full)) :]) for _ in range(2))
    condition = draw.array("bool", full)
    return Case((condition, x, y), lambda: np.where(condition, x, y))


# -- core --


@sample
def _identity(draw: Draw) -> Case:
    x = draw.array()
    return Case((x,), lambda: x)


@sample
def _check_numerics(draw: Draw) -> Case:
    x = draw.array("float64", low=-3, high=3)
    return Case((x,), lambda: x, {"message": "here"})


# -- reduction --


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
    total = np.sum(x, axis=axis, keepdims=keepdims, dtype=x.dtype)
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


# -- scan --


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


# -- manipulation --


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


def given_shape(draw: Draw, shape: tuple[int, ...]) -> tuple[tuple[Any, ...], Any]:
    """Return a shape as inputs and attribute: known, partly known, or a vector."""
    kind = draw.one(("known", "partly", "vector", "unknown"))
    if kind == "known":
        return (), shape
    if kind == "partly":
        is_given = [draw.flag() for _ in shape]
        pairs = list(zip(shape, is_given, strict=True))
        dims = tuple(np.int32(dim) for dim, given in pairs if given)
        return dims, tuple(None if given else dim for dim, given in pairs)
    vector = np.array(shape, np.int64)
    return (vector,), (None,) * len(shape) if kind == "vector" else None


@sample
def _reshape(draw: Draw) -> Case:
    x = draw.array()
    shape = draw.one([(-1,), (x.size,), x.shape[::-1], (1, *x.shape), (x.size, 1)])
    dims, static = given_shape(draw, shape)
    return Case((x, *dims), lambda: x.reshape(shape), {"shape": static})


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
    order = st.permutations(range(x.ndim))
    perm = draw.one((None, tuple(draw._data.draw(order))))
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


# -- joining --


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


# -- arrangement --


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


# -- creation --


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
    return Case(
        given, lambda: np.arange(*bounds, dtype=dtype.numpy), {**attrs, "dtype": dtype}
    )


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


# -- linear algebra --


@sample
def _matmul(draw: Draw) -> Case:
    n, k, m = (draw.integer(0, 3) for _ in range(3))
    batch = draw.shape(0, 1)
    a = draw.array(NUMBERS, draw.one(((k,), (n, k), (*batch, n, k))))
    b = draw.array(NUMBERS, draw.one(((k,), (k, m), (*batch, k, m))))
    return Case((a, b), lambda: np.matmul(a, b))


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
def _dot(draw: Draw) -> Case:
    k = draw.integer(0, 3)
    a = draw.array(NUMBERS, draw.one(((), (k,), (2, k), (1, 2, k))))
    b = draw.array(NUMBERS, draw.one(((), (k,), (k, 2), (3, k, 2))))
    return Case((a, b), lambda: np.dot(a, b))


@sample
def _outer(draw: Draw) -> Case:
    a, b = draw.array(NUMBERS), draw.array(NUMBERS)
    return Case((a, b), lambda: np.outer(a, b))


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
    x = draw.array(ANY[:-1], draw.shape(1))
    return Case(
        (x,),
        lambda: np.where(
            np.eye(x.shape[-1], dtype=bool), x[..., None, :], np.zeros((), x.dtype)
        ),
    )


@sample
def _diag_part(draw: Draw) -> Case:
    x = draw.array(ANY, draw.shape(2))
    return Case((x,), lambda: np.diagonal(x, axis1=-2, axis2=-1))


# -- indexing, selection, scatter --


@sample
def _getitem(draw: Draw) -> Case:
    from tests.graph.ops.keys import draw_key, split_key

    x = draw.array(ANY, draw.shape(0, 4))
    key = draw_key(draw, x.shape)
    text, inputs = split_key(key)
    return Case((x, *inputs), lambda: x[key], {"key": text})


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
    x = draw.array(ANY, draw.shape(1, least=1))
    rows = _coordinates(draw, x.shape)

    def truth() -> Any:
        out = np.empty(rows.shape[:-1] + x.shape[rows.shape[-1] :], x.dtype)
        for i in np.ndindex(*rows.shape[:-1]):
            out[i] = x[tuple(rows[i])]
        return out

    return Case((x, rows), truth)


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


def weakened(draw: Draw, x: Any) -> TensorSpec:
    """Return what might be known of a value: all, some dimensions, or no shape."""
    spec = spec_of(x)
    if spec.dtype.is_python or draw.flag():
        return spec
    if draw.integer(0, 3) == 0:
        return TensorSpec(None, spec.dtype)
    assert spec.shape is not None
    return TensorSpec(tuple(None if draw.flag() else d for d in spec.shape), spec.dtype)
