"""The part of the operators that is about what looks into lists."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

COMPARISONS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    # Not those of `operator`: messages are told by the frame how it was written.
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


class ListOperators:
    """What looks into sequences, as methods; by default what Python does."""

    def compare(self, symbol: str, left: Any, right: Any) -> Any:
        """Return `left symbol right`, for `==`, `!=`, `<`, `<=`, `>`, `>=`."""
        return COMPARISONS[symbol](left, right)

    def get_attr(self, target: Any, name: str) -> Any:
        """Return `target.name`, which is not called at once."""
        return getattr(target, name)

    def get_item(self, target: Any, key: Any) -> Any:
        """Return `target[key]`."""
        return target[key]

    def unpack(self, value: Any, pattern: tuple[Any, ...]) -> Any:
        """Return what `a, (b, *c) = value` unpacks: by `(None, (None, ...))`."""
        del pattern
        return value

    def binary(self, symbol: str, left: Any, right: Any) -> Any:
        """Return `left symbol right`; for a symbol with `=` what a name is bound to."""
        from autograph.old_operators.stores import IN_PLACE, PLAIN

        if symbol[-1] == "=":
            return IN_PLACE[symbol[:-1]](left, right)
        return PLAIN[symbol](left, right)

    def unary(self, symbol: str, value: Any) -> Any:
        """Return `-value`, `+value` or `~value`."""
        if symbol == "-":
            return -value
        return +value if symbol == "+" else ~value

    def kept(self, function: Any, is_drawn_from: bool = False) -> Any:
        """Return what to call in place of `zip` and the like, if what it makes is kept.

        Args:
            function: What is called: `zip`, `enumerate`, `map`, `filter` or
                `reversed`, unless the name has another meaning.
            is_drawn_from: Is one item asked for, where it is made?
        """
        return function

    def plain_keys(self, table: Any, _: str = "") -> Any:
        """Return what is spread by `*` or `**`."""
        return table

    def plain_items(self, items: Any, _: tuple[Any, ...] | None = None) -> Any:
        """Return what a comprehension (with a pattern) or `*` goes through."""
        return items

    def list_comp(
        self,
        items: Iterable[Any],
        step: Callable[[Any], tuple[Any, Callable[[], Any]]],
        is_nested: bool = False,
    ) -> Any:
        """Return what a list comprehension gives.

        Args:
            items: What it iterates over.
            step: Takes an item; returns whether it is taken, and how to compute its
                value.
            is_nested: Are the values lists, whose items are meant?
        """
        values = [value() for is_taken, value in map(step, items) if is_taken]
        return [each for value in values for each in value] if is_nested else values

    def dict_comp(
        self,
        items: Iterable[Any],
        step: Callable[[Any], tuple[Any, Callable[[], Any]]],
        is_nested: bool = False,
    ) -> Any:
        """Return what a dict comprehension gives.

        Args:
            items: What it iterates over.
            step: Takes an item; returns whether it is taken, and how to compute its
                key and value.
            is_nested: Are the values dicts, whose items are meant?
        """
        found: dict[Any, Any] = {}
        for is_taken, value in map(step, items):
            if is_taken:
                found.update(value() if is_nested else [value()])
        return found

    def set_comp(
        self,
        items: Iterable[Any],
        step: Callable[[Any], tuple[Any, Callable[[], Any]]],
        is_nested: bool = False,
    ) -> Any:
        """Return what a set comprehension gives.

        Args:
            items: What it iterates over.
            step: Takes an item; returns whether it is taken, and how to compute its
                value.
            is_nested: Are the values sets, whose elements are meant?
        """
        found: set[Any] = set()
        for is_taken, value in map(step, items):
            if is_taken:
                found.update(value() if is_nested else [value()])
        return found

    def generator(
        self,
        items: Iterable[Any],
        test: Callable[[Any], Any] | None,
        value: Callable[[Any], Any],
        may_stop: bool = True,
        is_nested: bool = False,
        is_once: bool = False,
    ) -> Any:
        """Return the generator of a generator expression.

        Args:
            items: What it iterates over.
            test: Tells whether an item is taken; None if all are.
            value: Returns what the generator gives for an item.
            may_stop: May one of these raise StopIteration, which is an error here?
            is_nested: Are the values generators, whose items are meant?
            is_once: Does one loop, or one `next`, draw from it, and nothing else?
        """
        del is_once
        values = (value(item) for item in items if test is None or test(item))
        return (each for one in values for each in one) if is_nested else values

    def set_display(self, items: tuple[Any, ...]) -> Any:
        """Return `{*items}`."""
        return set(items)

    def dict_display(self, *parts: Any) -> Any:
        """Return a dict that is written down.

        Args:
            parts: Tuples of pairs of a key and its value; mappings that are spread.
        """
        found: dict[Any, Any] = {}
        for part in parts:
            found |= dict(part) if type(part) is tuple else {**part}
        return found
