"""Objects in lists whose length the run decides: looking for one, comparing lists.

Like Python, an item counts as equal if it is the same object, or says it is equal.
"""

from __future__ import annotations

from typing import Any

from autograph.old_operators.python_builtins import converted
from graph.tensor import _DISPATCH


@converted
def place_of(items: Any, value: Any) -> Any:
    """Return the place of the first item that is an object or equals it, else -1."""
    for place, item in enumerate(items):
        if item is value or item == value:
            return place
    return -1


@converted
def count_of(items: Any, value: Any) -> Any:
    """Return how many items are an object, or equal it."""
    count = 0
    for item in items:
        if item is value or item == value:
            count += 1
    return count


@converted
def are_equal(left: Any, right: Any) -> Any:
    """Return whether two lists of objects are equal, item by item."""
    if len(left) != len(right):
        return False
    for one, other in zip(left, right):  # noqa: B905, SIM110  # converted
        if not (one is other or one == other):
            return False
    return True


_DISPATCH["equal_objects"] = are_equal

__all__ = ["are_equal", "count_of", "place_of"]
