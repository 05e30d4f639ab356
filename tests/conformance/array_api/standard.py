"""What the array API standard, version 2024.12, asks for: names and parameters.

The files in data/ were made of the signatures of array-api-strict, so that these tests
need nothing but NumPy. In-place operators are not among the methods: of arrays that
never change Python makes `x = x + y` of `x += y`.
"""

from __future__ import annotations

import inspect
from pathlib import Path

_DATA = Path(__file__).parent / "data"

DTYPES = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float32", "float64", "complex64", "complex128"),
)
CONSTANTS = ("e", "inf", "nan", "newaxis", "pi")
ARRAY_ATTRIBUTES = ("dtype", "device", "mT", "ndim", "shape", "size", "T")


def signatures(file: str = "signatures.txt") -> dict[str, inspect.Signature]:
    """Return the standard's signature of each function, or method, by name."""
    lines = (_DATA / file).read_text(encoding="utf-8").splitlines()
    found = {}
    for line in lines:
        name, _, parameters = line.partition("(")
        space: dict[str, object] = {}
        exec(f"def function({parameters}: ...", {"inf": float("inf")}, space)
        found[name] = inspect.signature(space["function"])  # type: ignore[arg-type]
    return found
