"""Generator expressions that are kept, or drawn from one item at a time.

Python's own generator decides by Python's truth, and cannot be put back between the
paths of a branch. Where the run may decide which items there are, one of this
library's iterators stands for it.
"""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from autograph.old_operators.chosen import items_of
from autograph.old_operators.driving import flattened, sifted, sifted_by
from autograph.old_operators.iteration import StagedItems, StagedRange
from autograph.old_operators.key_order import (
    ItemsView,
    KeysView,
    ValuesView,
    note_order,
)
from autograph.old_operators.own_iterators import (
    OwnIterator,
    converted_method,
    indexed,
    is_iterable,
    made_of,
)
from autograph.old_operators.sifting import Sifted
from autograph.old_operators.unpacking import plain_items
from graph.dispatch import is_text
from graph.errors import UnstageableValueError
from graph.graph import current_graph
from graph.keys import is_open
from graph.origin import capture_exact
from graph.segments import is_segmented
from graph.tables import is_table
from graph.tensor import Tensor
from graph.value_operators import value_of

Function = Callable[[Any], Any]

# What has its items only when the graph runs, or may have.
_OF_RUN: Final = (
    *(dict, KeysView, ValuesView, ItemsView),
    *(Tensor, StagedRange, StagedItems, Sifted),
)
_CONTAINERS: Final = (list, tuple, range, str, set, frozenset, deque)
# What an iterator over can be put back between the paths of a branch.
_PUT_BACK: Final = (list, tuple, range, str, *_OF_RUN)


class Generated(OwnIterator):
    """What a generator expression makes."""

    kind = types.GeneratorType

    def __init__(self, items: Any, test: Function | None, value: Function) -> None:
        """Give a value for each of the items that a test is true of."""
        self._items, self._value, self._has_ended = items, value, False
        self._test: Any = test

    @converted_method
    def __next__(self) -> Any:
        if self._has_ended:
            raise StopIteration
        self._has_ended = True  # unless it gives a value
        item = next(self._items)
        if self._test is not None:
            while not self._test(item):
                item = next(self._items)
        value = self._value(item)
        self._has_ended = False
        return value

    def close(self) -> None:
        """Give no further values."""
        self._has_ended = True

    def __reduce_ex__(self, _: Any) -> Any:
        raise TypeError("cannot pickle 'generator' object")

    def __getattr__(self, name: str) -> Any:
        if not hasattr(types.GeneratorType, name):
            kind = types.GeneratorType.__name__
            raise AttributeError(f"{kind!r} object has no attribute {name!r}")
        raise UnstageableValueError(
            f"`{name}` of a generator expression is asked for whose items may be known "
            "only when the graph runs.",
            origin=capture_exact(2),
            hint="Draw from it by `next`, `for` and the builtins; or make a list.",
        )


class Guarded(Generated):
    """The same, of what may end an iterator of its own: that is no end of this one."""

    @converted_method
    def __next__(self) -> Any:
        if self._has_ended:
            raise StopIteration
        self._has_ended = True  # unless it gives a value
        item = next(self._items)
        try:
            is_taken = self._test is None or self._test(item)
        except StopIteration as error:
            raise RuntimeError("generator raised StopIteration") from error
        while not is_taken:
            item = next(self._items)
            try:
                is_taken = self._test(item)
            except StopIteration as error:
                raise RuntimeError("generator raised StopIteration") from error
        try:
            value = self._value(item)
        except StopIteration as error:
            raise RuntimeError("generator raised StopIteration") from error
        self._has_ended = False
        return value


def generator(
    items: Any,
    test: Function | None,
    value: Function,
    may_stop: bool = True,
    at_once: bool = False,
    is_nested: bool = False,
    is_once: bool = False,
) -> Any:
    """Return the generator of a generator expression.

    Args:
        items: What it iterates over.
        test: Tells whether an item is taken; None if all are.
        value: Returns what the generator gives for an item.
        may_stop: May one of these raise StopIteration, which is an error here?
        at_once: Is it used up before anything else happens?
        is_nested: Are the values generators, whose items are meant?
        is_once: Does one loop, or one `next`, draw from it, and nothing else?
    """
    if is_nested or is_once:
        return _of_several(items, test, value, is_nested)
    if current_graph() is None:
        return _in_python(items, test, value)
    items = value_of(items_of(items))
    note_order(items)
    if is_open(items):
        plain_items(items)  # which refuses it
    made = None if may_stop else made_of(items)
    if made is not None:
        return sifted(made, test, value)
    kinds = _OF_RUN if at_once else _PUT_BACK
    is_of_run = is_segmented(items) or is_iterable(items) or is_table(items)
    if not is_of_run and test is None and not isinstance(items, kinds):
        return (value(item) for item in items)
    return (Guarded if may_stop else Generated)(_drawn(items), test, value)


def _of_several(
    items: Any, test: Function | None, value: Function, is_nested: bool
) -> Any:
    """Return a generator of an expression with several `for`: a loop may run it."""
    if current_graph() is not None:
        items = value_of(items_of(items))
        note_order(items)
        made = made_of(items)
        is_of_run = isinstance(items, _OF_RUN) or is_segmented(items) or is_table(items)
        is_of_run = is_of_run and not _is_number(items)
        if made is not None or is_of_run or type(items) in _CONTAINERS:
            of = flattened if is_nested else sifted_by
            return of(items if made is None else made, test, value)
        if is_iterable(items):
            if is_nested:
                return flattened(items, test, value)
            return Generated(items, test, value)
    found = _in_python(items, test, value)
    return (each for one in found for each in one) if is_nested else found


def _is_number(items: Any) -> bool:
    return isinstance(items, Tensor) and items.shape == () and not is_text(items)


def _in_python(items: Any, test: Function | None, value: Function) -> Any:
    if test is None:
        return (value(item) for item in items)
    return (value(item) for item in items if test(item))


def _drawn(items: Any) -> Any:
    """Return an iterator over the items that can be put back."""
    from autograph.old_operators.calls import converted_call

    kinds = (dict, KeysView, ValuesView, ItemsView, Sifted)
    if isinstance(items, kinds) or is_table(items):
        return converted_call(iter, (items,), None)
    return indexed(items)


__all__ = ["Generated", "generator"]
