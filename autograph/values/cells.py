"""Variables that inner functions assign: closure conversion makes objects of them."""

from __future__ import annotations

from typing import Any


class Cell:
    """A variable that inner functions assign, or that is bound again."""

    name: str
    value: Any

    def __getattr__(self, _: str) -> Any:
        raise NameError(
            f"cannot access free variable '{self.name}' where it is not associated with "
            "a value in enclosing scope"
        )


def cell(name: str, *value: Any) -> Cell:
    """Return the cell of a variable, with its value if it has one."""
    made = Cell()
    made.name = name
    if value:
        (made.value,) = value
    return made
