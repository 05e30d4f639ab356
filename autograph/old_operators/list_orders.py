"""The order of lists whose length only the run decides: `xs < ys`, and of items."""

from __future__ import annotations

from typing import Any

from autograph.old_operators.comparisons import compare, is_same
from autograph.old_operators.lists import add
from autograph.old_operators.python_builtins import converted
from graph import specs
from graph.old_staging.variables import building
from graph.op import op_named
from graph.origin import capture


@converted
def ordered(symbol: str, left: Any, right: Any) -> Any:
    """Return `left < right`, or another order: that of the first items that differ."""
    for one, other in zip(left, right):  # noqa: B905  # the shorter one ends it
        if not is_same(one, other):
            return compare(symbol, one, other)
    return compare(symbol, len(left), len(right))


def order_of(columns: tuple[Any, ...], reverse: bool) -> Any:
    """Return the places of keys in their order; the first column counts most."""
    for column in columns if len(columns) > 1 else ():
        if specs.element_of(column.spec).strong.dtype.is_floating:
            _refuse_nan(column)
    places = None
    for column in reversed(columns):
        taken = column if places is None else add("list_take", column, places)
        after = add("list_order", taken, reverse=reverse)
        places = after if places is None else add("list_take", places, after)
    return places


def _refuse_nan(column: Any) -> None:
    graph = building()
    op = op_named("list_refuse_nan")
    graph.add(op, [graph.capture(column)], {}, origin=capture())


__all__ = ["order_of", "ordered"]
