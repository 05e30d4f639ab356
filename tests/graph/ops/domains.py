"""Arguments drawn from what a record says of its op, or from what inference accepts."""

from __future__ import annotations

import inspect
import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import assume

from graph import dtypes
from graph.op import REQUIRED, Op, never
from graph.specs import TensorSpec, spec_of

if TYPE_CHECKING:
    from tests.graph.ops.sampling import Draw

FLOATS = ("float32", "float64", "float16")
INTEGERS = ("int32", "int64", "int8", "uint8", "uint64")
COMPLEX = ("complex64", "complex128")
KINDS: Mapping[str, tuple[str, ...]] = {
    "bool": ("bool",),
    "integer": INTEGERS,
    "float": FLOATS,
    "real": INTEGERS + FLOATS,
    "complex": COMPLEX,
    "number": INTEGERS + FLOATS + COMPLEX,
    "any": ("bool", *INTEGERS, *FLOATS, *COMPLEX),
    "text": ("string",),
}
OPERAND = re.compile(
    r"(?P<kind>\w+)(\[(?P<low>-?\w+):(?P<high>-?\w+)\])? *\((?P<dims>[^)]*)\)"
)
TRIES = 20


@dataclass(frozen=True)
class Operand:
    """What a domain says of an operand.

    Attributes:
        kind: A key of `KINDS`, or `same`.
        bounds: Of integers, the lowest and what is above all; numbers or lengths.
        dims: Lengths: letters, numbers, `...` in front.
    """

    kind: str
    bounds: tuple[str, str] | None
    dims: tuple[str, ...]


def operands_of(text: str) -> Iterator[Operand]:
    """Yield the operands that a domain has, as `graph.domains` says they are written.

    Raises:
        ValueError: It is written in another way.
    """
    for part in text.split(";"):
        found = OPERAND.fullmatch(part.strip())
        if found is None or found["kind"] not in {*KINDS, "same"}:
            raise ValueError(f"{part.strip()!r} is no operand of a domain")
        bounds = None if found["low"] is None else (found["low"], found["high"])
        dims = tuple(dim for dim in re.split(r"[ ,]+", found["dims"]) if dim)
        yield Operand(found["kind"], bounds, dims)


def drawn(op: Op, draw: Draw) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Draw operands and attributes that inference accepts."""
    for _ in range(TRIES):
        declared = tuple(operands_of(op.domain.operands)) if op.domain.operands else ()
        inputs = _declared(op, declared, draw) if declared else _accepted(op, draw)
        attrs = {
            name: _attribute(op, name, inputs, draw.one, draw) for name in op.attrs
        }
        if takes(op, map(spec_of, inputs), attrs) and _runs(op, inputs, attrs):
            return inputs, attrs
    assume(False)
    raise AssertionError


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
    parameters = inspect.signature(function).parameters

    def truth(*inputs: Any, **attrs: Any) -> Any:
        kept = {name: value for name, value in attrs.items() if name in parameters}
        return function(*([list(inputs)] if op.variadic else inputs), **kept)

    return truth


# -- What the record declares


def _declared(
    op: Op, operands: tuple[Operand, ...], draw: Draw
) -> tuple[np.ndarray[Any, Any], ...]:
    if op.variadic:
        operands = operands * draw.integer(1, 3)
    lengths: dict[str, int] = {}
    leading = draw.shape(0, 2)
    bounded = {end for each in operands for end in each.bounds or ()}
    first = None
    found = []
    for each in operands:
        shape: tuple[int, ...] = ()
        for dim in each.dims:
            if dim == "...":
                shape += leading
            else:
                least = 1 if dim in bounded else 0
                shape += (_length(dim, lengths, draw, least),)
        kinds = (first,) if each.kind == "same" else KINDS[each.kind]
        bounds = {}
        if each.bounds is not None:
            low, high = (_length(end, lengths, draw, 1) for end in each.bounds)
            bounds = {"low": low, "high": high - 1}
        array = draw.array(kinds, shape, **bounds)
        first = first or str(dtypes.from_numpy(array.dtype))
        found.append(array)
    return tuple(found)


def _length(dim: str, lengths: dict[str, int], draw: Draw, least: int) -> int:
    if re.fullmatch(r"-?\d+", dim):
        return int(dim)
    sign = -1 if dim.startswith("-") else 1
    letter = dim.removeprefix("-")
    if letter not in lengths:
        lengths[letter] = draw.integer(least, 3)
    return sign * lengths[letter]


def _attribute(
    op: Op, name: str, inputs: Any, one: Callable[..., Any], draw: Any
) -> Any:
    default, options = op.attrs[name], op.domain.attrs.get(name)
    rank = np.ndim(inputs[0]) if inputs else 0
    if options is not None:
        return one(options)
    if isinstance(default, bool):
        return one((False, True))
    if name == "axes" or (name == "axis" and default is None):
        return draw.axes(rank) if draw else None
    if name == "axis":
        return draw.axis(rank) if draw and rank else -1
    if default is REQUIRED:
        raise LookupError(f"{op.name}: its domain does not say which {name} to try")
    return default


# -- What inference accepts


def takes(op: Op, specs: Any, attrs: Mapping[str, Any]) -> bool:
    """Does inference accept these?"""
    try:
        op.infer(*specs, **attrs)
    except Exception:  # whatever it raises
        return False
    return True


def _runs(op: Op, inputs: tuple[Any, ...], attrs: Mapping[str, Any]) -> bool:
    """Does an op take these values, when it is one that refuses some?"""
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
    if count > 3:
        raise LookupError(f"{op.name}: its domain does not say what it takes")
    found = []
    for length, operands in itertools.product(
        range(4), itertools.product(each, repeat=count)
    ):
        specs = [
            TensorSpec((length,) * rank, dtypes.dtype_named(name))
            for name, rank in operands
        ]
        if takes(op, specs, _plain_attributes(op, specs)):
            found.append((length, operands))
    if not found:
        raise LookupError(f"{op.name}: its domain does not say what it takes")
    return tuple(found)


def _accepted(op: Op, draw: Draw) -> tuple[np.ndarray[Any, Any], ...]:
    options = accepted(op)
    # The dtypes first: most draws would have the most frequent ones otherwise.
    kinds = draw.one(sorted({tuple(n for n, _ in each) for _, each in options}))
    length, operands = draw.one(
        [(k, each) for k, each in options if tuple(n for n, _ in each) == kinds]
    )
    if op.variadic:
        operands = operands * draw.integer(1, 3)
    specs = [
        TensorSpec((length,) * rank, dtypes.dtype_named(name))
        for name, rank in operands
    ]
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
    return found if takes(op, found, _plain_attributes(op, found)) else specs


def _plain_attributes(op: Op, specs: list[TensorSpec]) -> dict[str, Any]:
    arrays = [np.empty([0] * len(spec.shape or ())) for spec in specs]
    return {
        name: _attribute(op, name, arrays, lambda options: options[0], None)
        for name in op.attrs
    }
