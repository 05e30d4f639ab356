"""Variables that inner functions assign: closure conversion makes objects of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(eq=False)
class Cell:
    """A variable that inner functions, or parts of expressions, assign."""

    is_variable: ClassVar[bool] = True  # so that nobody takes it for an object

    value: Any
