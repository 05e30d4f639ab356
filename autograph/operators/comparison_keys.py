"""Keys that `functools.cmp_to_key` makes: items in an order that a function compares.

They are Python's own, and ask a function that is converted: `K(x) < K(y)` is then what
the graph finds. Where items are sorted by such keys, each is compared with each, and
the number of those before it is its key: where the function orders the items, that is
the order that Python finds, whichever way it sorts. Where it does not, as
`1 if a > b else -1` does not where items are equal, the run refuses.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from autograph.operators.logic import is_staged
from autograph.operators.python_builtins import converted
from graph.building import _STATE
from graph.errors import SideEffectError, UnstagedOperationError
from graph.origin import capture_exact
from graph.staging import diverge, stage_exception
from graph.staging.watch import Watch

#: The class of `functools.cmp_to_key(f)`, and of the keys that it makes.
KEY: Final = type(functools.cmp_to_key(lambda a, b: 0))


class _Converting:
    """Calls a function that compares two items, in its converted form."""

    __slots__ = ("function",)

    def __init__(self, function: Any) -> None:
        self.function = function

    def __call__(self, left: Any, right: Any) -> Any:
        from autograph.operators.calls import converted_call

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


class _Staged(Exception):  # noqa: N818  # no error
    """A comparison has given what only the run knows."""


class _Known:
    """A key whose comparisons are to be known while tracing."""

    __slots__ = ("key",)

    def __init__(self, key: Any) -> None:
        self.key = key

    def __lt__(self, other: _Known) -> Any:
        found = self.key < other.key
        if is_staged(found):
            raise _Staged
        return found


def known_order(keys: list[Any], reverse: bool) -> list[int] | None:
    """Return the places of keys in order, None if only the run knows the order."""
    known = list(map(_Known, keys))
    try:
        return sorted(range(len(keys)), key=known.__getitem__, reverse=reverse)
    except _Staged:
        return None


def counts_before(items: Any, key: Callable[[Any], Any] | None = None) -> Any:
    """Return of each item the number of items that come before it.

    Args:
        items: A list of items, whose length the run may decide; or of keys.
        key: Makes a key of an item.

    Raises:
        SideEffectError: The comparison changes something: Python's `sorted` compares
            fewer items.
        UnstagedOperationError: It is no order; raised when the graph runs, if need be.
    """
    compare = compared_by(items[0] if key is None else key)
    if type(compare) is _Converting:
        compare = compare.function
    watch = Watch([compare])
    found = _counted(items, (lambda item: item) if key is None else key, _refuse)
    if watch.has_changed():
        raise SideEffectError(
            "a function that compares items, for functools.cmp_to_key, has effects: "
            "which items are compared is known only when the graph runs.",
            origin=capture_exact(),
            hint="Leave them out, or sort by a key that is a number.",
        )
    return found


@converted
def _counted(items: Any, key: Any, refuse: Any) -> Any:
    counts = []
    for place, item in enumerate(items):
        count = 0
        for at, other in enumerate(items):
            if at != place and key(other) < key(item):
                count += 1
        counts.append(count)
    is_order = True
    for place, item in enumerate(items):
        for at, other in enumerate(items):
            if at != place:
                is_less = key(other) < key(item)
                if is_less != (counts[at] < counts[place]):
                    is_order = False
    if not is_order:
        refuse()
    return counts


def _refuse() -> NoReturn:
    error = UnstagedOperationError(
        "a function for functools.cmp_to_key does not order the items: of two of them "
        "each is less, or they are equal to a third and not to each other.",
        origin=capture_exact(),
        hint="Return 0 of equal items.",
    )
    if _STATE.graph is None:
        raise error
    stage_exception(error)
    diverge()


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
    "known_order",
]
