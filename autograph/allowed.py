"""What is converted and what runs as it stands: the list.

Running as it stands is exact: a symbolic value that reaches unconverted control flow
is an error at the user's line, never a guess.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

# Packages whose functions run as they stand: ours, Python's own, and NumPy with the
# tools around it, whose code decides on arrays and not on symbolic tensors.
AS_IS: Final = frozenset(
    {
        *sys.stdlib_module_names,
        "autograph",
        "executor",
        "graph",
        "numpy",
        "scipy",
        "pytest",
        "_pytest",
        "hypothesis",
        "coverage",
    }
) - {"__main__"}

_MARK: Final = "_ag_do_not_convert"


def is_allowed(module: str | None) -> bool:
    """Do functions of this module run as they stand?"""
    return module is not None and module.partition(".")[0] in AS_IS


def do_not_convert(function: F) -> F:
    """Mark a function: converted code calls it as it stands."""
    setattr(function, _MARK, True)
    return function


def is_unconverted(function: Any) -> bool:
    """Is the function marked by `do_not_convert`?"""
    return bool(getattr(function, _MARK, False))
