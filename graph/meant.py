"""Functions of this library that do what Python does, and raise what it raises.

An exception that comes from any other function of ours is no exception of the user's
program: it is not staged, and no handler of the program's catches it.
"""

from __future__ import annotations

from types import CodeType, FunctionType
from typing import TypeVar

F = TypeVar("F")

_MEANT: set[CodeType] = set()


def meant(function: F) -> F:
    """Mark a function: what it raises itself, Python raises there, too."""
    assert isinstance(function, FunctionType)
    _MEANT.add(function.__code__)
    return function


def is_meant(code: CodeType) -> bool:
    """Tell whether code raises what Python raises."""
    return code in _MEANT
