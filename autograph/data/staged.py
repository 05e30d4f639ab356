"""What is asked of a data set in a graph, as loops that are converted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.old_operators.own_iterators import converted_method


@converted_method
def reduced(dataset: Any, state: Any, function: Callable[[Any, Any], Any]) -> Any:
    """Return what `Dataset.reduce` gives."""
    for element in dataset:
        state = function(state, element)
    return state


__all__: list[str] = []
