"""How messages call operators: as users write them, and not by the names of ops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: By the name of the op.
SYMBOLS: Final[Mapping[str, str]] = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "floor_divide": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "bitwise_and": "&",
    "bitwise_or": "|",
    "bitwise_xor": "^",
    "left_shift": "<<",
    "right_shift": ">>",
    "negative": "-",
    "positive": "+",
    "invert": "~",
    "equal": "==",
    "not_equal": "!=",
    "less": "<",
    "less_equal": "<=",
    "greater": ">",
    "greater_equal": ">=",
}


def written(name: str) -> str:
    """Return how users write an op, given its name."""
    return f"`{SYMBOLS.get(name, name)}`"


__all__ = ["SYMBOLS", "written"]
