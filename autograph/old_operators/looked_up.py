"""What stands for functions in tables: themselves, unless Python hashes them."""

from __future__ import annotations

from types import FunctionType
from typing import Any


def looked_up(function: Any) -> Any:
    """Return what to look for in a table; None for what is in none.

    An object of a class with a `__hash__` of the user's is in none, and that method may
    have effects.
    """
    return None if type(type(function).__hash__) is FunctionType else function


__all__ = ["looked_up"]
