"""Iterators of `itertools` that the run may end.

They are `takewhile`, `dropwhile`, `filterfalse` and `count`. Python's own decide by
Python's truth, and `count` has no end that tracing could reach.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from autograph.old_operators.draws import drawn
from autograph.old_operators.own_iterators import OwnIterator, converted_method, indexed
from autograph.old_operators.python_builtins import converted
from graph.graph import current_graph

State = tuple[Any, ...]


class TakeWhile(OwnIterator):
    """What `itertools.takewhile` makes."""

    def __init__(self, function: Any, items: Any) -> None:
        """Take items as long as a function is true of them."""
        self.function, self.items, self.has_ended = function, indexed(items), False

    @converted_method
    def __next__(self) -> Any:
        if self.has_ended:
            raise StopIteration
        item = next(self.items)
        if not self.function(item):
            self.has_ended = True
            raise StopIteration
        return item


class DropWhile(OwnIterator):
    """What `itertools.dropwhile` makes."""

    def __init__(self, function: Any, items: Any) -> None:
        """Take items from the first on that a function is not true of."""
        self.function, self.items, self.has_begun = function, indexed(items), False

    @converted_method
    def __next__(self) -> Any:
        item = next(self.items)
        while not self.has_begun and self.function(item):
            item = next(self.items)
        self.has_begun = True
        return item


def _filter_false(function: Any, items: Any) -> Any:
    from autograph.old_operators.calls import converted_call

    is_taken = functools.partial(_is_false, function)
    return converted_call(filter, (is_taken, items), None)


@converted
def _is_false(function: Any, item: Any) -> Any:
    return not (item if function is None else function(item))


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a class of `itertools`; None for all else."""
    if type(function) is not type or len(args) != 2 or current_graph() is None:
        return None
    return _MADE.get(function)


def count_for(
    items: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: Sequence[str],
    while_stmt: Callable[..., None],
) -> None:
    """Step through an `itertools.count` of integers, by a `while` that counts.

    Args:
        items: The iterator.
        extra_test: Asked before each item; false ends the loop. None for no such test.
        body: The block; takes the item.
        get_state: Returns the values of the variables that the loop changes.
        set_state: Sets them.
        names: Their names.
        while_stmt: The operator.
    """
    place, step = count_parts(items)

    def set_(values: State) -> None:
        nonlocal place
        place = values[0]
        set_state(values[1:])

    def step_on() -> None:
        nonlocal place
        item = place
        place = item + step
        if isinstance(item, int):
            next(items)
        body(item)

    test = (lambda: True) if extra_test is None else extra_test
    names = ("the next number", *names)
    while_stmt(test, step_on, lambda: (place, *get_state()), set_, names, {})
    if not isinstance(place, int):  # how far it has come, only the run knows
        next(drawn(items, items, lambda: True))


def is_count(items: Any) -> bool:
    """Is it an `itertools.count` of integers, in a graph?"""
    if type(items) is not itertools.count or current_graph() is None:
        return False
    return all(type(each) is int for each in count_parts(items))


def count_parts(items: Any) -> tuple[Any, Any]:
    """Return the next number of an `itertools.count`, and its step."""
    shown = repr(items).removeprefix("count(").removesuffix(")").split(", ")
    numbers = [int(each) if each.lstrip("-").isdigit() else None for each in shown]
    return numbers[0], numbers[1] if len(numbers) > 1 else 1


_MADE: Final[Mapping[Any, Callable[..., Any]]] = {
    itertools.takewhile: TakeWhile,
    itertools.dropwhile: DropWhile,
    itertools.filterfalse: _filter_false,
}

__all__ = [
    "DropWhile",
    "TakeWhile",
    "count_for",
    "count_parts",
    "is_count",
    "replacement",
]
