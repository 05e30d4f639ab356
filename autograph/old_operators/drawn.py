"""The seam to what the run draws: `__ag_for__`.

A class that has it is stepped through by a staged loop when a graph is being built,
whatever the number of its elements: data sets, and iterators over them. Its result
stages two questions, in the order of the program: is there another element, and which.
What `iter()` makes of one in converted code is the result of `__ag_iter__`.
"""

from __future__ import annotations

from typing import Any, Protocol

from graph.graph import current_graph


class Steps(Protocol):
    """How a staged loop draws elements.

    Attributes:
        is_counted: Does it ask for the places of elements, counted from 0? Otherwise
            `place` is None.
    """

    is_counted: bool

    def more(self, place: Any) -> Any:
        """Stage the question whether there is another element."""

    def item_at(self, place: Any) -> Any:
        """Stage drawing it; asked once after each time there was one."""


def is_drawn(items: Any) -> bool:
    """Tell whether the run draws items."""
    return current_graph() is not None and hasattr(type(items), "__ag_for__")


def drawn_steps(items: Any) -> Steps | None:
    """Return how the run draws items, if it does."""
    return items.__ag_for__() if is_drawn(items) else None


__all__ = ["Steps", "drawn_steps", "is_drawn"]
