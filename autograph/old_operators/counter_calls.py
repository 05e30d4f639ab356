"""Operators and methods of Counters with elements that only the run knows.

Those of Python step through the dicts that Counters are; these do what they do. Nobody
changes such a dict meanwhile: a list of its items is stepped through, which takes half
the time to trace, as no step has to look whether the dict is what it was.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.old_operators.python_builtins import converted
from autograph.old_operators.tables import parts_of
from graph.graph import current_graph, is_symbolic
from graph.keys import is_open
from graph.tables import is_table


def is_of_counters(symbol: str, left: Any, right: Any) -> bool:
    """Tell whether an operator has two Counters, of one of which the run decides."""
    if not (type(left) is type(right) is Counter) or current_graph() is None:
        return False
    if symbol.removesuffix("=") not in _BY_SYMBOL:
        return False
    return is_of_run(left) or is_of_run(right)


def is_of_run(counter: Any) -> bool:
    """Tell whether the run decides what a Counter counts, or how often."""
    if is_table(counter) or is_open(counter):
        return True
    return any(map(is_symbolic, dict.values(counter)))


def binary(symbol: str, left: Any, right: Any) -> Any:
    """Return `left symbol right`; in place with a `=`."""
    made: Counter[Any] = Counter()
    parts_of(made)
    plain = symbol.removesuffix("=")
    _combined(left, right, made, _BY_SYMBOL[plain])
    if plain is symbol:
        return made
    parts_of(left)
    _replace(left, made)
    return left


@converted
def equal(left: Any, right: Any) -> Any:
    """Tell whether two Counters agree, where what is missing counts as zero."""
    for element, count in list(left.items()):
        if count != right.get(element, 0):
            return False
    for element, count in list(right.items()):  # noqa: SIM110  # which is converted
        if left.get(element, 0) != count:
            return False
    return True


@converted
def _replace(target: Any, made: Any) -> None:
    target.clear()
    for element, count in list(made.items()):
        target[element] = count


@converted
def _combined(left: Any, right: Any, made: Any, combine: Any) -> None:
    for element, count in list(left.items()):
        new = combine(count, right[element])
        if new > 0:
            made[element] = new
    for element, count in list(right.items()):
        if element not in left:
            new = combine(0, count)
            if new > 0:
                made[element] = new


_BY_SYMBOL: Final[Mapping[str, Callable[..., Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "|": max,
    "&": min,
}


@converted
def total(table: Any) -> Any:
    """Return the sum of the counts."""
    return sum(table.values())


def subtract(table: Any, other: Any = (), /, **named: Any) -> None:
    """Take elements, or counts of such, from the counts."""
    if isinstance(other, dict):
        _subtract_counts(table, other)
    else:
        _subtract_items(table, other)
    if named:
        _subtract_counts(table, named)


@converted
def _subtract_counts(table: Any, other: Any) -> None:
    for element, count in list(other.items()):
        table[element] = table.get(element, 0) - count


@converted
def _subtract_items(table: Any, other: Any) -> None:
    for element in other:
        table[element] = table.get(element, 0) - 1


__all__ = ["binary", "equal", "is_of_counters", "is_of_run", "subtract", "total"]
