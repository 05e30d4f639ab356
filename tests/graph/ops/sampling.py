"""Drawing valid arguments for ops: dtypes, shapes, layouts, and the table to fill.

What an op takes is written as `graph.domains` says: by its record, or by a row of the
table, with further kinds and attributes that depend on the operands. Of an op that has
neither inference is asked.
"""

from __future__ import annotations

import inspect
import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from graph import dtypes
from graph.errors import DTypeError
from graph.op import REQUIRED, Op, never
from graph.ops import OPS
from graph.specs import TensorSpec, spec_of

FLOATS = ("float16", "float32", "float64")
INTEGERS = ("int8", "int32", "int64", "uint8", "uint64")
COMPLEX = ("complex64", "complex128")
REAL = INTEGERS + FLOATS
NUMBERS = REAL + COMPLEX
ANY = ("bool", *NUMBERS, "string")
KINDS: Mapping[str, tuple[str, ...]] = {
    "bool": ("bool",),
    "integer": INTEGERS,
    "float": FLOATS,
    "real": REAL,
    "complex": COMPLEX,
    "number": NUMBERS,
    "any": ANY[:-1],
    "text": ("string",),
    "same": (),
    # These are for rows of tests alone, as dtypes by name and `|` are.
    "all": ANY,
    "exact": ("float32", "float64"),
    "field": ("float32", "float64", *COMPLEX),
    "ordered": ("bool", *REAL),
}
_SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, np.inf, -np.inf, np.nan, 3.0, -2.5, 100.0)
_INTEGRAL = (0, 1, 2, 3, -1, -2, 7, 100)
_TRIES = 20


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

    def narrow(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """Draw a shape that broadcasts to another one."""
        cut = shape[self.integer(0, len(shape)) :]
        return tuple(1 if self.integer(0, 3) == 0 else dim for dim in cut)

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
        is_scalar = isinstance(array, np.ndarray) and not array.ndim
        return (
            array[()] if is_scalar and array.dtype != object and self.flag() else array
        )

    def axis(self, rank: int) -> int:
        return self.integer(-rank, rank - 1)

    def axes(self, rank: int) -> tuple[int, ...] | None:
        if self.flag():
            return None
        chosen = [axis for axis in range(rank) if self.flag()]
        return tuple(axis - rank if self.flag() else axis for axis in chosen)

    def given(self, value: Any) -> tuple[tuple[Any, ...], Any]:
        """Return a number or a shape as inputs and attribute.

        A number is one of the two, a shape is known, partly known, or a vector.
        """
        if not isinstance(value, tuple):
            is_input = value is not None and self.flag()
            return ((np.int32(value),), None) if is_input else ((), value)
        kind = self.one(("known", "partly", "vector", "unknown"))
        if kind == "known":
            return (), value
        if kind == "partly":
            pairs = [(dim, self.flag()) for dim in value]
            dims = tuple(np.int32(dim) for dim, is_input in pairs if is_input)
            return dims, tuple(None if is_input else dim for dim, is_input in pairs)
        vector = np.array(value, np.int64)
        return (vector,), (None,) * len(value) if kind == "vector" else None


# -- The table -------------------------------------------------------------------------

SAMPLES: dict[str, Callable[[Draw], Case]] = {}


def sample(function: Callable[[Draw], Case]) -> Callable[[Draw], Case]:
    """Enter a function under the name of the op that it samples."""
    SAMPLES[function.__name__.removeprefix("_")] = function
    return function


def row(
    name: str,
    operands: Any,
    truth: Callable[..., Any],
    *,
    prepare: Callable[..., Any] | None = None,
    given: str = "",
    also: Callable[..., Mapping[str, Any]] | None = None,
    rounds: bool = False,
    **attrs: Any,
) -> None:
    """Enter an op by the domain of its operands.

    Args:
        name: The op.
        operands: A domain, or several of which one is drawn.
        truth: What is expected of the operands, and of the attributes that it takes.
        prepare: Makes the inputs of a `Draw` and the operands.
        given: The attribute that may be an input instead.
        also: Returns attributes, of a `Draw` and the inputs.
        rounds: May the last bits differ?
        attrs: Options of an attribute, or a function of a `Draw` and the inputs.
    """
    op = OPS[name]
    expected = _of_few_attributes(truth)

    def make(draw: Draw) -> Case:
        text = operands if isinstance(operands, str) else draw.one(operands)
        inputs = _declared(op, text, draw)
        if prepare is not None:
            found = prepare(draw, *inputs)
            inputs = found if isinstance(found, tuple) else (found,)
        known = dict(also(draw, *inputs)) if also else {}
        for attr in [attr for attr in op.attrs if attr not in known]:
            known[attr] = _attribute(op, attr, attrs.get(attr), inputs, draw)
        static, more = dict(known), ()
        if given:
            more, static[given] = draw.given(known[given])
        passed = tuple(map(draw.scalar_or_array, (*inputs, *more)))
        return Case(passed, lambda: expected(*inputs, **known), static, rounds)

    SAMPLES[name] = make


def _of_few_attributes(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that ignores the keywords that another one does not take."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # a ufunc, before NumPy 2.4
        parameters = {}.values()
    if any(each.kind is each.VAR_KEYWORD for each in parameters):
        return function
    names = {each.name for each in parameters}
    return lambda *args, **kwargs: function(
        *args, **{name: kwargs[name] for name in kwargs if name in names}
    )


# Ops that have no kernel, or take and give what a table cannot compare.
_APART = {
    "placeholder": "an input",
    "const": "its kernel is never called",
    "with_gradient": "tests/autograph/test_custom_gradient.py",
    "known_iterator": "gives an iterator: tests/language/data_set",
    "frozen_list": "tests/graph/gradients/test_lists.py",
    "check_result": "tests/graph/passes/test_numerics.py",
    "stateless_uniform_full_int": "tests/autograph/test_random.py",
    "stateless_truncated_normal": "tests/autograph/test_random.py",
    "stateless_categorical": "tests/autograph/test_random.py",
    "stateless_split": "tests/autograph/test_random.py",
    "stateless_fold_in": "tests/autograph/test_random.py",
    "isnat": "takes nothing: no tensor holds dates",
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
    if op.source is not None:
        return "an operation of Python's: tests/graph/python"
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
    inputs, attrs = _drawn(op, draw)
    truth = truth_of(op)
    return Case(
        tuple(map(draw.scalar_or_array, inputs)),
        lambda: truth(*inputs, **attrs),
        attrs,
        rounds=op.domain.rounds,
    )


def weakened(draw: Draw, x: Any) -> TensorSpec:
    """Return what might be known of a value: all, some dimensions, or no shape."""
    spec = spec_of(x)
    if spec.dtype.is_python or draw.flag():
        return spec
    if draw.integer(0, 3) == 0:
        return TensorSpec(None, spec.dtype)
    assert spec.shape is not None
    return TensorSpec(tuple(None if draw.flag() else d for d in spec.shape), spec.dtype)


# -- Ops that work element by element --------------------------------------------------


# What elementwise ops mean whose records do not say, and those that may differ from it
# in the last bits.
TRUTHS: dict[str, Callable[..., Any]] = {}
ROUNDS: set[str] = set()


@cache
def _loops(op: Op) -> tuple[tuple[str, ...], ...]:
    """Return the dtypes that an elementwise op takes, by asking it."""
    found = []
    for names in itertools.product(ANY, repeat=len(op.inputs)):
        try:
            op.infer(*(TensorSpec((), dtypes.dtype_named(name)) for name in names))
        except DTypeError:
            continue
        found.append(names)
    return tuple(found)


def _elementwise(op: Op, draw: Draw) -> Case:
    full = draw.shape()
    inputs = [draw.array(name, draw.narrow(full)) for name in draw.one(_loops(op))]
    if op.name in ("pow", "float_power", "scalar_pow") and inputs[1].dtype.kind == "i":
        inputs[1] = np.abs(np.clip(inputs[1], -100, 100))
    truth = TRUTHS.get(op.name) or truth_of(op)
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


# -- What records declare --------------------------------------------------------------

_OPERAND = re.compile(
    r"(?P<kinds>[\w|]+)(\[(?P<low>-?\w+):(?P<high>-?\w+)\])? *\((?P<dims>[^)]*)\)"
)


@dataclass(frozen=True)
class Operand:
    """What a domain says of an operand.

    Attributes:
        kinds: Names of dtypes; none for that of the first operand.
        bounds: The lowest and what is above all; numbers or lengths.
        dims: Lengths: letters, numbers, `...` in front; with `+` behind, none is 0.
    """

    kinds: tuple[str, ...]
    bounds: tuple[str, str] | None
    dims: tuple[str, ...]


def operands_of(text: str) -> Iterator[Operand]:
    """Yield the operands that a domain has, as `graph.domains` says they are written.

    Raises:
        ValueError: It is written in another way.
    """
    for part in filter(None, map(str.strip, text.split(";"))):
        found = _OPERAND.fullmatch(part)
        names = found["kinds"].split("|") if found else ["nothing"]
        if found is None or not {*names} <= {*KINDS, *ANY}:
            raise ValueError(f"{part!r} is no operand of a domain")
        kinds = tuple(x for name in names for x in KINDS.get(name, (name,)))
        bounds = None if found["low"] is None else (found["low"], found["high"])
        yield Operand(kinds, bounds, tuple(re.findall(r"[^ ,]+", found["dims"])))


def truth_of(op: Op) -> Callable[..., Any]:
    """Return what NumPy has for an op.

    Raises:
        LookupError: The record does not say.
    """
    if op.domain.means is not None:
        return op.domain.means
    function = op.ufunc or next(iter(op.numpy), None)
    if function is None:
        raise LookupError(f"{op.name}: its record says neither `numpy` nor `means`")
    call = _of_few_attributes(function)
    return lambda *inputs, **attrs: call(
        *([list(inputs)] if op.variadic else inputs), **attrs
    )


def _drawn(op: Op, draw: Draw) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Draw operands and attributes that inference accepts."""
    for _ in range(_TRIES):
        text = op.domain.operands
        inputs = _declared(op, text, draw) if text else _accepted(op, draw)
        attrs = {
            name: _attribute(op, name, op.domain.attrs.get(name), inputs, draw)
            for name in op.attrs
        }
        if _is_accepted(op, inputs, attrs):
            return inputs, attrs
    assume(False)
    raise AssertionError


def _declared(op: Op, text: str, draw: Draw) -> tuple[Any, ...]:
    operands = tuple(operands_of(text))
    if op.variadic:
        operands = operands * draw.integer(1, 3)
    lengths: dict[str, int] = {}
    bounded = {end for each in operands for end in each.bounds or ()}
    bounded |= {
        dim.removesuffix("+") for each in operands for dim in each.dims if "+" in dim
    }
    inner = max((len(each.dims) - 1 for each in operands), default=0)
    leading = draw.shape(0, max(3 - inner, 1), least="..." in bounded)
    found: list[Any] = []
    for each in operands:
        shape: tuple[int, ...] = ()
        for dim in (dim.removesuffix("+") for dim in each.dims):
            least = 1 if dim in bounded else 0
            own = leading if dim == "..." else (_length(dim, lengths, draw, least),)
            shape += own
        kinds = each.kinds or str(dtypes.from_numpy(found[0].dtype))
        bounds = {}
        if each.bounds is not None:
            low, high = (_length(end, lengths, draw, 1) for end in each.bounds)
            bounds = {"low": low, "high": high - 1}
        found.append(draw.array(kinds, shape, **bounds))
    return tuple(found)


def _length(dim: str, lengths: dict[str, int], draw: Draw, least: int) -> int:
    if re.fullmatch(r"-?\d+", dim):
        return int(dim)
    sign = -1 if dim.startswith("-") else 1
    letter = dim.removeprefix("-")
    if letter not in lengths:
        lengths[letter] = draw.integer(least, 3)
    return sign * lengths[letter]


def _attribute(op: Op, name: str, options: Any, inputs: Any, draw: Any) -> Any:
    default = op.attrs[name]
    rank = np.ndim(inputs[0]) if inputs else 0
    if callable(options):
        return options(draw, *inputs)
    if options is None and isinstance(default, bool):
        options = (False, True)
    if options is not None:
        return draw.one(options) if draw else options[0]
    if name == "axes" or (name == "axis" and default is None):
        return draw.axes(rank) if draw else None
    if name == "axis":
        return draw.axis(rank) if draw and rank else -1
    if default is REQUIRED:
        raise LookupError(f"{op.name}: its domain does not say which {name} to try")
    return default


# -- What inference accepts ------------------------------------------------------------


def _takes(op: Op, specs: Any, attrs: Mapping[str, Any]) -> bool:
    try:
        op.infer(*specs, **attrs)
    except Exception:  # whatever it raises
        return False
    return True


def _is_accepted(op: Op, inputs: tuple[Any, ...], attrs: Mapping[str, Any]) -> bool:
    """Does an op take these, and their values, when it is one that refuses some?"""
    if not _takes(op, map(spec_of, inputs), attrs):
        return False
    if op.can_fail is never:
        return True
    try:
        with np.errstate(all="ignore"):
            op.kernel(*inputs, **attrs)
    except Exception:  # whatever it raises
        return False
    return True


@cache
def accepted(op: Op) -> tuple[tuple[int, tuple[tuple[str, int], ...]], ...]:
    """Return a length for all axes, with the dtype and the rank of each operand.

    Raises:
        LookupError: Nothing that is tried here is accepted.
    """
    count = 1 if op.variadic else len(op.inputs)
    names = ("bool", "int32", "float32", "float64", "complex128", "string")
    each = list(itertools.product(names, range(4)))
    if count > 2:
        each = list(itertools.product(("bool", "int32", "float64"), range(3)))
    tried = itertools.product(range(4), itertools.product(each, repeat=count))
    found = []
    for length, operands in tried if count < 4 else ():
        specs = _specs(length, operands)
        if _takes(op, specs, _plain_attributes(op, specs)):
            found.append((length, operands))
    if not found:
        raise LookupError(f"{op.name}: its domain does not say what it takes")
    return tuple(found)


def _specs(length: int, operands: Any) -> list[TensorSpec]:
    return [
        TensorSpec((length,) * rank, dtypes.dtype_named(name))
        for name, rank in operands
    ]


def _accepted(op: Op, draw: Draw) -> tuple[np.ndarray[Any, Any], ...]:
    options = accepted(op)
    # The dtypes first: most draws would have the most frequent ones otherwise.
    kinds = draw.one(sorted({tuple(n for n, _ in each) for _, each in options}))
    length, operands = draw.one(
        [(k, each) for k, each in options if tuple(n for n, _ in each) == kinds]
    )
    if op.variadic:
        operands = operands * draw.integer(1, 3)
    specs = _specs(length, operands)
    for place, (_, rank) in enumerate(operands):
        for axis in range(rank):
            if draw.flag():
                specs = _stretched(op, specs, place, axis, draw.integer(0, 3))
    shapes = [tuple(dim or 0 for dim in spec.shape or ()) for spec in specs]
    return tuple(
        draw.array(str(spec.dtype), shape)
        for spec, shape in zip(specs, shapes, strict=True)
    )


def _stretched(
    op: Op, specs: list[TensorSpec], place: int, axis: int, length: int
) -> list[TensorSpec]:
    """Return operands with another length of an axis, if inference takes them."""
    found = list(specs)
    dims = list(specs[place].shape or ())
    dims[axis] = length
    found[place] = TensorSpec(tuple(dims), specs[place].dtype)
    return found if _takes(op, found, _plain_attributes(op, found)) else specs


def _plain_attributes(op: Op, specs: list[TensorSpec]) -> dict[str, Any]:
    arrays = [np.empty([0] * len(spec.shape or ())) for spec in specs]
    return {
        name: _attribute(op, name, op.domain.attrs.get(name), arrays, None)
        for name in op.attrs
    }
