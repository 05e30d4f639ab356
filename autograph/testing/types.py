"""The types of variables in random programs, and what operators make of them.

A variable keeps one type: a kind of element and a shape. Kinds are Python's own
numbers (`int`, `float`, `pybool`), whose shape is `()`, and the dtypes of tensors.
What an operator gives is found out by asking NumPy and Python, once.
"""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Final

import numpy as np

_PYTHON: Final[Mapping[str, type]] = {
    "int": int,
    "float": float,
    "pybool": bool,
    "str": str,
}


@dataclass(frozen=True)
class Type:
    """The type of a variable.

    Args:
        kind: `int`, `float`, `pybool` or `str` for Python's own, else a tensor's
            dtype.
        shape: The shape.
    """

    kind: str
    shape: tuple[int, ...] = ()

    @property
    def is_python(self) -> bool:
        """Is it one of Python's own numbers, or text?"""
        return self.kind in _PYTHON

    @property
    def is_scalar(self) -> bool:
        """Has it one element?"""
        return not self.shape

    @property
    def is_bool(self) -> bool:
        """Is it a truth value, or a tensor of them?"""
        return self.kind in ("bool", "pybool")

    @property
    def is_integer(self) -> bool:
        """Is it an integer, or a tensor of them?"""
        return self.kind in ("int", "int32", "int64")

    @property
    def is_floating(self) -> bool:
        """Is it a floating-point number, or a tensor of them?"""
        return self.kind in ("float", "float32", "float64")

    def reshaped(self, *shape: int) -> Type:
        """Return the type with the same kind and another shape."""
        return Type(self.kind, shape)

    def __str__(self) -> str:
        if self.is_python:
            return self.kind
        return f"{self.kind}[{', '.join(map(str, self.shape))}]"


INT: Final = Type("int")
FLOAT: Final = Type("float")
PYBOOL: Final = Type("pybool")
STR: Final = Type("str")
TRUTH: Final = Type("truth")
"""Not the type of a variable: whatever `if` can decide on."""

VECTOR: Final = (3,)
MATRIX: Final = (2, 3)
SHAPES: Final = ((), VECTOR, MATRIX)
DTYPES: Final = ("int32", "float32", "bool", "int64", "float64")
TENSORS: Final = tuple(Type(kind, shape) for shape in SHAPES for kind in DTYPES)
NUMBERS: Final = (INT, FLOAT, *(each for each in TENSORS if not each.is_bool))

ARITHMETIC: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}
COMPARISONS: Final = ("<", "<=", "==", "!=", ">", ">=")


@cache
def operands_for(symbol: str, wanted: Type) -> tuple[tuple[Type, Type], ...]:
    """Return the pairs of number types whose `left symbol right` is of a type.

    Pairs of the wanted type itself come first.
    """
    function = ARITHMETIC[symbol]
    same = (wanted, wanted)
    pairs = [
        (left, right)
        for left, right in product(NUMBERS, NUMBERS)
        if _result(function, left, right) == wanted
    ]
    return tuple(sorted(pairs, key=lambda pair: pair != same))


@cache
def comparable_for(wanted: Type) -> tuple[tuple[Type, Type], ...]:
    """Return the pairs of number types whose comparison is of a type of truths."""
    return tuple(
        (left, right)
        for left, right in product(NUMBERS, NUMBERS)
        if _result(operator.lt, left, right) == wanted
    )


@cache
def _result(
    function: Callable[[Any, Any], Any], left: Type, right: Type
) -> Type | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            return type_of(function(_sample(left), _sample(right)))
        except (TypeError, ValueError):
            return None  # NumPy has no such operation, or the shapes do not broadcast


def _sample(wanted: Type) -> Any:
    if wanted.is_python:
        return _PYTHON[wanted.kind](1)
    return np.ones(wanted.shape, wanted.kind)


def type_of(value: Any) -> Type:
    """Return the type of a Python number, an array or a tensor."""
    for kind, python in _PYTHON.items():
        if type(value) is python:
            return Type(kind)
    array = np.asarray(value)
    return Type(array.dtype.name, array.shape)
