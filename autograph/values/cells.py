"""Variables that inner functions assign: closure conversion makes objects of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(eq=False)
class Cell:
    """A variable that inner functions, or parts of expressions, assign."""

    value: Any
