"""Variables that inner functions assign: closure conversion makes objects of them."""

from __future__ import annotations

from typing import Any


class Cell:
    """A variable that inner functions assign."""

    def __init__(self, *value: Any) -> None:
        if value:
            (self.value,) = value
