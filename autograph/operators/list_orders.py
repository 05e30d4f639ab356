"""The order of lists and tuples whose length only the run decides: `xs < ys`."""

from __future__ import annotations

from typing import Any

from autograph.operators.comparisons import compare, is_same
from autograph.operators.python_builtins import converted


@converted
def ordered(symbol: str, left: Any, right: Any) -> Any:
    """Return `left < right`, or another order: that of the first items that differ."""
    for one, other in zip(left, right):  # noqa: B905  # the shorter one ends it
        if not is_same(one, other):
            return compare(symbol, one, other)
    return compare(symbol, len(left), len(right))


__all__ = ["ordered"]
