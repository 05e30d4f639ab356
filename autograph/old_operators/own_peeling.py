"""Loops over a `filter` of ours: they go through what lies below it.

A draw from it goes on until an item is taken, which is a loop that may raise. A loop
over it need not wait for that: its body runs for those items that are taken.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from autograph.old_operators.own_iterators import (
    Counted,
    Filtered,
    Mapped,
    Started,
    is_own,
)
from autograph.old_operators.sifting import Stage
from autograph.old_operators.stores import set_attr


def below(iterator: Any) -> tuple[Any, tuple[Stage, ...]]:
    """Return what lies below a `filter`, and what happens to its items.

    What is drawn there is drawn from the iterator, which has no other state.

    Args:
        iterator: An iterator of ours, or of the user's classes.
    """
    found: Any = iterator
    stages: tuple[Stage, ...] = ()
    lowest: tuple[Any, tuple[Stage, ...]] = iterator, ()
    while True:
        stage: Stage
        if type(found) is Filtered:
            function = found.function
            stage = "filter", None if function is None else _converted(function)
            found = found.items
        elif type(found) is Counted:
            stage, found = ("map", partial(_numbered, found)), found.items
        elif type(found) is Mapped and len(found.parts) == 1:
            stage, found = ("map", _converted(found.function)), found.parts[0]
        else:
            return lowest
        stages = stage, *stages
        if stage[0] == "filter" and is_own(found):
            lowest = Started.again(found), stages


def _converted(function: Any) -> Callable[[Any], Any]:
    from autograph.old_operators.calls import converted_call

    return lambda item: converted_call(function, (item,), None)


def _numbered(counted: Counted, item: Any) -> tuple[Any, Any]:
    count = counted.count
    set_attr(counted, "count", count + 1)
    return count, item


__all__ = ["below"]
