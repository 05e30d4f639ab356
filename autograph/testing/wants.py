"""Which types a construct can be of: what rows of the table of expressions need."""

from __future__ import annotations

from autograph.testing.types import (
    DTYPES,
    INT,
    NUMBERS,
    PYBOOL,
    STR,
    TRUTH,
    VECTOR,
    Type,
)
from autograph.testing.writer import Writer


def is_value(w: Writer, wanted: Type) -> bool:
    """Is a value wanted, of a certain type?"""
    return wanted != TRUTH


def is_python(w: Writer, wanted: Type) -> bool:
    """Is one of Python's own numbers wanted?"""
    return wanted.is_python and wanted != STR


def is_int(w: Writer, wanted: Type) -> bool:
    """Is a Python integer wanted?"""
    return wanted == INT


def is_number(w: Writer, wanted: Type) -> bool:
    """Is a number wanted, or a tensor of numbers?"""
    return wanted in NUMBERS


def is_scalar_number(w: Writer, wanted: Type) -> bool:
    """Is a number wanted, of Python or as a tensor?"""
    return wanted in NUMBERS and wanted.is_scalar


def is_number_tensor(w: Writer, wanted: Type) -> bool:
    """Is a tensor of numbers wanted?"""
    return wanted in NUMBERS and not wanted.is_python


def is_tensor(w: Writer, wanted: Type) -> bool:
    """Is a tensor wanted?"""
    return wanted.kind in DTYPES


def is_scalar_tensor(w: Writer, wanted: Type) -> bool:
    """Is a tensor with one element wanted?"""
    return wanted.kind in DTYPES and wanted.is_scalar


def is_vector(w: Writer, wanted: Type) -> bool:
    """Is a vector wanted?"""
    return wanted.shape == VECTOR


def is_array(w: Writer, wanted: Type) -> bool:
    """Is a tensor with axes wanted?"""
    return bool(wanted.shape)


def is_truth(w: Writer, wanted: Type) -> bool:
    """Is a truth wanted, of whatever type and shape?"""
    return wanted == TRUTH or wanted.is_bool


def is_scalar_truth(w: Writer, wanted: Type) -> bool:
    """Is one truth wanted, of whatever type?"""
    return wanted in (TRUTH, PYBOOL, Type("bool"))


def gives_pybool(w: Writer, wanted: Type) -> bool:
    """Will a Python bool do?"""
    return wanted in (TRUTH, PYBOOL)


def is_bits(w: Writer, wanted: Type) -> bool:
    """Is a tensor wanted that has `&`, `|`, `^`, `~`?"""
    return wanted.kind in ("bool", "int32", "int64")


def is_condition(w: Writer, wanted: Type) -> bool:
    """Is anything wanted that `if` can decide on?"""
    return wanted == TRUTH
