"""Drawing valid arguments for ops: dtypes, shapes, layouts, and the table to fill."""

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
from graph.ops import OPS
from graph.specs import TensorSpec, spec_of
from tests.graph.ops import domains

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

    def order(self, length: int) -> tuple[int, ...]:
        left = list(range(length))
        return tuple(left.pop(self.integer(0, n)) for n in reversed(range(length)))

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

# Ops that have no kernel, or take and give what a table cannot compare.
_APART = {
    "placeholder": "an input",
    "const": "its kernel is never called",
    "loop_index": "control flow",
    "is_class": "control flow",
    "link_of_caught": "control flow",
    "star_clauses": "control flow",
    "take_of_group": "control flow",
    "enter_group": "control flow",
    "raised_in_clause": "control flow",
    "finish_groups": "control flow",
    "split_group": "control flow",
    "set_link": "control flow",
    "add_note": "control flow",
    "has_notes": "control flow",
    "has_form": "control flow",
    "refresh_held": "tests/language/raise_statement/classes.py",
    "notes": "control flow",
    "is_caught_by": "control flow",
    "class_name": "control flow",
    "with_gradient": "tests/autograph/test_custom_gradient.py",
    "optional_truth": "control flow",
    "positive_zero": "tests/language/number/unions.py",
    "show_variable": "text of state",
    "same_item": "tests/language/comparison/comparisons.py",
    "frozen_list": "tests/graph/gradients/test_lists.py",
    "check_result": "tests/graph/passes/test_numerics.py",
    "stateless_uniform_full_int": "tests/autograph/test_random.py",
    "stateless_truncated_normal": "tests/autograph/test_random.py",
    "stateless_categorical": "tests/autograph/test_random.py",
    "stateless_split": "tests/autograph/test_random.py",
    "stateless_fold_in": "tests/autograph/test_random.py",
    "format_text": "tests/graph/ops/test_text.py",
    "format_value": "tests/graph/ops/test_text.py",
    "text_method": "tests/graph/ops/test_text.py",
    "isnat": "takes nothing, see test_ufuncs.py",
    "python_to_tensor": "takes Python numbers only",
    "python_not": "takes Python numbers only",
    "truth": "takes one element, gives a Python number",
    "cast": "takes dtypes that the table does not know, see test_core.py",
}


def _apart(op: Op) -> str:
    """Return why arguments of an op are not drawn, or where its tests are; or ""."""
    if op.name in _APART or op.domain.elsewhere:
        return _APART.get(op.name, op.domain.elsewhere)
    if op.is_control:
        return "control flow"
    if op.name == "check_numerics":  # it gives its operand, too
        return ""
    if op.effects or op.further_effects is not None:
        return "what it does is no result: tests/graph/ops, tests/autograph/test_random"
    if op.name.startswith("list_"):
        return "tests/executor/test_lists.py, tests/graph/{gradients/test_lists,test_tensor_array}.py"
    return ""


# Ops of which no arguments are drawn, and why.
WITHOUT = {op.name: why for op in OPS.values() if (why := _apart(op))}


def case_for(op: Op, draw: Draw) -> Case:
    """Draw a case for an op."""
    make = SAMPLES.get(op.name)
    if make is not None:
        return make(draw)
    if op.is_elementwise and not op.domain.operands:
        return _elementwise(op, draw)
    inputs, attrs = domains.drawn(op, draw)
    truth = domains.truth_of(op)
    return Case(
        tuple(map(draw.scalar_or_array, inputs)),
        lambda: truth(*inputs, **attrs),
        attrs,
        rounds=op.domain.rounds,
    )


def sample(function: Callable[[Draw], Case]) -> Callable[[Draw], Case]:
    """Enter a function under the name of the op that it samples."""
    SAMPLES[function.__name__.removeprefix("_")] = function
    return function


def _towards_zero(x: Any, y: Any) -> Any:
    """Return quotients rounded towards zero, of integers by Python's; by 0 it is 0."""
    kind = np.floor_divide(x, y).dtype
    if kind.kind == "f":
        return np.trunc(np.true_divide(x, y))
    bits = 8 * kind.itemsize

    def one(a: Any, b: Any) -> int:
        a, b = int(a), int(b)
        size = abs(a) // abs(b) if b else 0
        found = (size if (a < 0) == (b < 0) else -size) % 2**bits
        return found - 2**bits if kind.kind == "i" and found >> (bits - 1) else found

    together = np.broadcast(x, y)
    return np.array([one(*pair) for pair in together], kind).reshape(together.shape)


# What elementwise ops without a ufunc of their own mean, where that takes some words.
TRUTHS: dict[str, Callable[..., Any]] = {
    "truncatediv": _towards_zero,
    "round": lambda x: x if x.dtype.kind in "iub" else np.rint(x),
    "sigmoid": lambda x: (1 / (1 + np.exp(-x.astype(np.longdouble)))).astype(
        np.cbrt(np.zeros((), x.dtype)).dtype
    ),
    "relu": lambda x: np.where((x > 0) | (x != x), x, np.zeros_like(x)),
    "softplus": lambda x: np.log1p(np.exp(-np.abs(x))) + np.maximum(x, 0),
    "div_no_nan": lambda x, y: np.where(
        y == 0, np.zeros_like(np.true_divide(x, y)), np.true_divide(x, y)
    ),
}

# Those that may differ from the truth in the last bits.
ROUNDS = {"sigmoid", "softplus"}


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
    if op.name in ("pow", "float_power", "scalar_pow") and inputs[1].dtype.kind == "i":
        inputs[1] = np.abs(np.clip(inputs[1], -100, 100))
    truth = TRUTHS.get(op.name) or domains.truth_of(op)
    given = tuple(draw.scalar_or_array(x) for x in inputs)
    rounds = op.name in ROUNDS or op.domain.rounds
    return Case(given, lambda: truth(*inputs), rounds=rounds)


@sample
def _where(draw: Draw) -> Case:
    full = draw.shape()
    kind = draw.one((("string",), ANY[:-1]))
    x, y = (draw.array(kind, full[draw.integer(0, len(full)) :]) for _ in range(2))
    condition = draw.array("bool", full)
    return Case((condition, x, y), lambda: np.where(condition, x, y))


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


def weakened(draw: Draw, x: Any) -> TensorSpec:
    """Return what might be known of a value: all, some dimensions, or no shape."""
    spec = spec_of(x)
    if spec.dtype.is_python or draw.flag():
        return spec
    if draw.integer(0, 3) == 0:
        return TensorSpec(None, spec.dtype)
    assert spec.shape is not None
    return TensorSpec(tuple(None if draw.flag() else d for d in spec.shape), spec.dtype)
