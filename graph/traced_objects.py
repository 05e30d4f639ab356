"""What is known, while a function is traced, of the objects of the user's classes."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(slots=True, eq=False)
class TracedObjects:
    """What the graph around all knows of objects: by identity, with the object itself.

    Attributes:
        stand_ins: Those that may be one with another; see `staging.twins`.
        elements: Those that a list holds by what they hold; see `staging.stand_ins`.
        copies: Those that stand for one of a loop's state, or of a list.
        apart: Those that paths chose from field by field; see `staging.apart`.
        born_outside: Those that were made outside of all blocks.
        heaps: By class and attributes what lives in the graph; see `staging.heap`.
        residents: What stands for that.
        filled: Residents that hold their values just now.
        closed: Blocks in which no object comes to live in the graph: tests of loops,
            and bodies of functions that call themselves.
        n_loops: So many loops are being staged.
        n_recursive: So many calls are made of functions that may call themselves.
        n_possible: So often an attribute was written that its object may not have.
    """

    stand_ins: dict[int, Any] = field(default_factory=dict)
    elements: dict[int, Any] = field(default_factory=dict)
    copies: dict[int, Any] = field(default_factory=dict)
    apart: dict[int, Any] = field(default_factory=dict)
    born_outside: dict[int, Any] = field(default_factory=dict)
    heaps: dict[Any, Any] = field(default_factory=dict)
    residents: dict[int, Any] = field(default_factory=dict)
    filled: list[Any] = field(default_factory=list)
    closed: list[Any] = field(default_factory=list)
    undone: list[Any] = field(default_factory=list)
    n_loops: int = 0
    n_recursive: int = 0
    n_possible: int = 0

    def clear(self) -> None:
        """Forget all: tracing has ended."""
        for each in fields(self):
            held = getattr(self, each.name)
            if not isinstance(held, int):
                held.clear()


__all__ = ["TracedObjects"]
