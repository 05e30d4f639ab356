"""Keys that `functools.cmp_to_key` makes: items in an order that a function compares.

They are Python's own, and ask a function that is converted: `K(x) < K(y)` is then what
the graph finds. Where the function does not order the items, as `1 if a > b else -1`
does not where items are equal, the run refuses to sort them.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.old_operators import orders
from autograph.old_operators.python_builtins import converted
from graph.building import _STATE

#: The class of `functools.cmp_to_key(f)`, and of the keys that it makes.
KEY: Final = type(functools.cmp_to_key(lambda a, b: 0))


class _Converting:
    """Calls a function that compares two items, in its converted form."""

    __slots__ = ("function",)

    def __init__(self, function: Any) -> None:
        self.function = function

    def __call__(self, left: Any, right: Any) -> Any:
        from autograph.old_operators.calls import converted_call

        return converted_call(self.function, (left, right), None)


def compared_by(key: Any) -> Any:
    """Return the function that a key of `functools.cmp_to_key` compares by."""
    # What it holds first, beside its class, and shows nobody.
    return next(each for each in gc.get_referents(key) if each is not KEY)


def call(key: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """Call what `functools.cmp_to_key` gave: it makes the key of an item."""
    if _STATE.graph is not None:
        compare = compared_by(key)
        if type(compare) is not _Converting:
            key = functools.cmp_to_key(_Converting(compare))
    return key(*args, **kwargs)


def counts_before(
    items: Any, key: Callable[[Any], Any] | None = None, *, reverse: bool = False
) -> Any:
    """Return of each item the number of items that come before it: see `orders`.

    Args:
        items: A list of items, whose length the run may decide; or of keys.
        key: Makes a key of an item.
        reverse: Is the order turned round?
    """
    if key is None:
        functions = list(map(compared_by, items))
        if len({getattr(each, "function", each) for each in functions}) == 1:
            key = functools.cmp_to_key(functions[0])
            items = [each.obj for each in items]
    else:
        functions = [compared_by(key)]
    function = getattr(functions[0], "function", functions[0])
    return orders.counts_before(items, key, (function,), reverse=reverse)


@converted
def _largest(items: Any, key: Any, has_default: bool, default: Any) -> Any:
    best: Any
    is_found = False
    for item in items:
        if not is_found or key(item) > key(best):  # noqa: F821  # it has a value then
            best = item
            is_found = True
    if is_found:
        return best
    return default if has_default else max(())


@converted
def _smallest(items: Any, key: Any, has_default: bool, default: Any) -> Any:
    best: Any
    is_found = False
    for item in items:
        if not is_found or key(item) < key(best):  # noqa: F821  # it has a value then
            best = item
            is_found = True
    if is_found:
        return best
    return default if has_default else min(())


def extreme(builtin: Any) -> Callable[..., Any]:
    """Return what gives the first of the largest, or smallest, items by such a key."""
    return _largest if builtin is max else _smallest


__all__ = [
    "KEY",
    "call",
    "compared_by",
    "counts_before",
    "extreme",
]
