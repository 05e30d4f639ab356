"""What is asked of a data set in a graph, as loops that are staged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.operators.loops import for_stmt
from graph.control import call_user


def reduced(dataset: Any, state: Any, function: Callable[[Any, Any], Any]) -> Any:
    """Return what `Dataset.reduce` gives."""
    held = [state]

    def step(element: Any) -> None:
        held[0] = call_user(function, held[0], element)

    def put(found: tuple[Any, ...]) -> None:
        (held[0],) = found

    for_stmt(dataset, None, step, lambda: (held[0],), put, ("state",), {})
    return held[0]


__all__: list[str] = []
