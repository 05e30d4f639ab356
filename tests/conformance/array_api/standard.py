"""What the array API standard, version 2024.12, asks for: names and parameters.

data/signatures.txt was made of the signatures of array-api-strict, so that these tests
need nothing but NumPy.
"""

from __future__ import annotations

import inspect
from pathlib import Path

_DATA = Path(__file__).parent / "data"

DTYPES = (
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float32",
    "float64",
    "complex64",
    "complex128",
)  # fmt: skip
CONSTANTS = ("e", "inf", "nan", "newaxis", "pi")
ARRAY_ATTRIBUTES = ("dtype", "device", "mT", "ndim", "shape", "size", "T")
ARRAY_METHODS = (
    *("abs add and bool complex dlpack dlpack_device eq float floordiv ge getitem gt").split(),
    *("index int invert le lshift lt matmul mod mul ne neg or pos pow rshift sub").split(),
    *("truediv xor radd rsub rmul rtruediv rfloordiv rpow rmod rand ror rxor").split(),
    *("rlshift rrshift rmatmul array_namespace").split(),
)  # fmt: skip


def signatures() -> dict[str, inspect.Signature]:
    """Return the standard's signature of each function, by name."""
    lines = (_DATA / "signatures.txt").read_text(encoding="utf-8").splitlines()
    found = {}
    for line in lines:
        name, _, parameters = line.partition("(")
        space: dict[str, object] = {}
        exec(f"def function({parameters}: ...", {"inf": float("inf")}, space)
        found[name] = inspect.signature(space["function"])  # type: ignore[arg-type]
    return found
