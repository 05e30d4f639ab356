"""Builtins that use up generator expressions, where these are staged."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final

from autograph.operators import python_builtins
from autograph.operators.calls import converted_call
from autograph.operators.iteration import StagedItems, staged_items
from autograph.operators.logic import is_staged
from autograph.operators.scope import FunctionScope
from graph.graph import current_graph
from graph.tensor import MAX_UNROLLED, Tensor

# Whether an item is taken, and how to compute its value.
Pair = tuple[Any, Callable[[], Any]]
Step = Callable[[Any], Pair]

_ON_PAIRS: Final = {
    builtins.all: python_builtins.all_of,
    builtins.any: python_builtins.any_of,
    builtins.max: python_builtins.max_of,
    builtins.min: python_builtins.min_of,
    builtins.sum: python_builtins.sum_of,
}
_STOPS_EARLY: Final = (builtins.all, builtins.any)


def consume(
    function: Any,
    items: Any,
    step: Step,
    rest: tuple[Any, ...],
    scope: FunctionScope | None = None,
) -> Any:
    """Return `function(generator, *rest)`.

    Args:
        function: What is called: a builtin, unless its name has another meaning.
        items: What the generator expression iterates over.
        step: Takes an item; returns whether it is taken, and how to compute its value.
        rest: Further arguments.
        scope: The scope of the calling function.
    """
    on_pairs = _on_pairs(function)
    if current_graph() is None or on_pairs is None:
        return converted_call(function, (generated(items, step), *rest), None, scope)
    steps = None if _is_unrolled(items) else staged_items(items)
    if steps is not None:
        first, stop, item_at = steps
        pairs = StagedItems(stop - first, lambda count: step(item_at(first + count)))
        return on_pairs(pairs, *rest)
    drawn = map(step, items)
    if function in _STOPS_EARLY:
        return on_pairs(drawn)
    # What is known comes first, as Python has it: its sum() is exact in its own way.
    known: list[Any] = []
    for is_taken, value in drawn:
        if is_staged(is_taken):
            following = chain([(is_taken, value)], drawn)
            return _go_on(function, known, following, rest)
        if is_taken:
            known.append(value())
    return converted_call(function, (known, *rest), None)


def generated(items: Iterable[Any], step: Step) -> Iterator[Any]:
    """Return the generator that the generator expression makes."""
    return (value() for is_taken, value in map(step, items) if is_taken)


def _go_on(
    function: Any, known: list[Any], following: Iterable[Pair], rest: tuple[Any, ...]
) -> Any:
    if function is builtins.sum:
        total = converted_call(function, (known, *rest), None)
        return python_builtins.sum_of(following, total)
    pairs = chain([(True, _constant(each)) for each in known], following)
    return _ON_PAIRS[function](pairs)


def _constant(value: Any) -> Callable[[], Any]:
    return lambda: value


def _on_pairs(function: Any) -> Callable[..., Any] | None:
    try:
        return _ON_PAIRS.get(function)
    except TypeError:  # unhashable callables
        return None


def _is_unrolled(items: Any) -> bool:
    """Will iterating make a node for each row? As long as there are not too many."""
    if not isinstance(items, Tensor) or not items.shape:
        return False
    return items.shape[0] is not None and items.shape[0] <= MAX_UNROLLED


__all__ = ["consume", "generated"]
