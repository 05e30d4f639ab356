"""Iterators of the user's classes, and what builtins make of them.

Their `__next__` is converted, so that the run may decide where they end: a `for` over
one draws each item in a `try` that waits for StopIteration. What `enumerate`, `zip`,
`map` and `filter` make of one is such an iterator, too: a class here, whose methods
are converted as the user's are.
"""

from __future__ import annotations

import functools
import inspect
import operator
import types
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import wraps
from typing import Any, Final

from autograph.operators import python_builtins
from autograph.operators.iteration import staged_items
from autograph.operators.specials import is_users, users_method
from autograph.operators.stops import StopProbe
from graph.building import _STATE
from graph.errors import UnknownLengthError
from graph.graph import current_graph
from graph.origin import capture_exact
from graph.segments import is_segmented
from graph.staging.storage import on_class


def converted_method(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of an iterator, which is converted when it is first called."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        from autograph.operators.calls import convert_here

        return convert_here(function)(*args, **kwargs)

    return call


class OwnIterator:
    """What builtins make of iterators of the user's classes.

    Attributes:
        draw: Returns the next item, or raises StopIteration, which a class here writes
            as its `__next__`. Converted code draws so, and expects the run to raise.
    """

    draw: Callable[[], Any]

    def __init_subclass__(cls) -> None:
        if "__next__" in vars(cls):
            cls.draw = vars(cls)["__next__"]
            cls.__next__ = OwnIterator.__next__  # type: ignore[method-assign]

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        """Return the next item to code that runs as it stands.

        Raises:
            UnknownLengthError: Only the run knows whether there is one.
        """
        graph = current_graph()
        if graph is None:
            return self.draw()
        probe, around = StopProbe(), graph.attempts
        graph.attempts = (probe, *around)
        try:
            item = self.draw()
        finally:
            graph.attempts = around
        if probe.may_raise:
            raise UnknownLengthError(
                "where this iterator ends is known only when the graph runs, and what "
                "draws from it runs as it stands.",
                origin=capture_exact(2),
                hint="Converted `for` statements, comprehensions and builtins are "
                "staged: draw from it there, `items = list(...)`.",
            )
        return item


class Items(OwnIterator):
    """Steps through what has `__getitem__` alone, as Python does from 0 on."""

    def __init__(self, items: Any) -> None:
        """Step through `items`."""
        self.items, self.place, self.has_ended = items, 0, False

    @converted_method
    def __next__(self) -> Any:
        if not self.has_ended:
            try:
                item = self.items[self.place]
            except (IndexError, StopIteration):
                self.has_ended = True
            else:
                self.place += 1
                return item
        raise StopIteration


class Reversed(OwnIterator):
    """Steps through what has `__getitem__` and `__len__` from its end."""

    def __init__(self, items: Any, length: Any) -> None:
        """Step through `items`."""
        self.items, self.place = items, length - 1

    @converted_method
    def __next__(self) -> Any:
        if self.place >= 0:
            try:
                item = self.items[self.place]
            except (IndexError, StopIteration):
                self.place = -1
            else:
                self.place -= 1
                return item
        raise StopIteration


class Places(OwnIterator):
    """Steps through what can be indexed, beside an iterator of the user's."""

    def __init__(self, first: Any, stop: Any, item_at: Callable[[Any], Any]) -> None:
        """Take the items at the places from `first` to `stop`, which is left out."""
        self.place, self.stop, self.item_at = first, stop, item_at

    @converted_method
    def __next__(self) -> Any:
        place = self.place
        if place >= self.stop:
            raise StopIteration
        self.place = place + 1
        return self.item_at(place)


class Started(OwnIterator):
    """An iterator that a loop need not ask for one any more: that may have effects."""

    def __init__(self, iterator: Any) -> None:
        """Give the items of `iterator`."""
        self.iterator = iterator

    def __next__(self) -> Any:
        return draw(self.iterator)

    @staticmethod
    def of(items: Any) -> Any:
        """Return an iterator over `items`, the user's or Python's."""
        iterator = stepped(items)
        return Started(iterator) if is_own(iterator) else iterator


class Counted(OwnIterator):
    """What `enumerate` makes."""

    def __init__(self, items: Any, start: Any = 0) -> None:
        """Count the items."""
        self.items, self.count = stepped(items), start

    @converted_method
    def __next__(self) -> Any:
        item = next(self.items)
        count = self.count
        self.count = count + 1
        return count, item


class Zipped(OwnIterator):
    """What `zip` makes."""

    def __init__(self, *parts: Any) -> None:
        """Draw from all parts."""
        self.parts = [indexed(part) for part in parts]

    @converted_method
    def __next__(self) -> Any:
        items = []
        for part in self.parts:
            items.append(next(part))  # noqa: PERF401  # it is converted
        return tuple(items)


class Mapped(OwnIterator):
    """What `map` makes."""

    def __init__(self, function: Any, *parts: Any) -> None:
        """Call a function with what is drawn from all parts."""
        self.function, self.parts = function, [indexed(part) for part in parts]

    @converted_method
    def __next__(self) -> Any:
        items = []
        for part in self.parts:
            items.append(next(part))  # noqa: PERF401  # it is converted
        return self.function(*items)


class Applied:
    """Items with what a function makes of each, in the body of the loop that draws it.

    Unlike `Mapped` it may make what a graph cannot carry, such as functions.
    """

    def __init__(self, function: Callable[[Any], Any], items: Any) -> None:
        """Let a loop over it call a function with each of the items."""
        self.function, self.items = function, items


class Filtered(OwnIterator):
    """What `filter` makes."""

    def __init__(self, function: Any, items: Any) -> None:
        """Take what a function is true of, or, if that is None, what is true."""
        self.function, self.items = function, stepped(items)

    @converted_method
    def __next__(self) -> Any:
        item = next(self.items)
        while not (item if self.function is None else self.function(item)):
            item = next(self.items)
        return item


def is_own(iterator: Any) -> bool:
    """Tell whether the user's code gives the items of an iterator, converted."""
    if isinstance(iterator, OwnIterator):
        return True
    return users_method(iterator, "__next__") is not None


def is_iterable(items: Any) -> bool:
    """Tell whether what steps through an object may be the user's, converted."""
    if isinstance(items, OwnIterator):
        return True
    if _STATE.graph is None or type(items).__module__ in _OF_PYTHON:
        return False
    method = on_class(type(items), "__iter__")
    if not hasattr(type(items), "__iter__"):
        return users_method(items, "__getitem__") is not None
    return is_users(method) and not inspect.isgeneratorfunction(method)


_OF_PYTHON: Final = frozenset({"builtins", "itertools", "autograph", "numpy"})


def iter_(items: Any) -> Any:
    """Return `iter(items)` for what `is_iterable`."""
    if isinstance(items, OwnIterator):
        return items
    method = users_method(items, "__iter__")
    if method is None:
        return Items(items)
    made = method()
    if not hasattr(type(made), "__next__"):
        kind = type(made).__name__
        raise TypeError(f"iter() returned non-iterator of type '{kind}'")
    return made


def stepped(items: Any) -> Any:
    """Return an iterator over `items`: the user's, or Python's."""
    return iter_(items) if is_iterable(items) else iter(items)


def indexed(items: Any) -> Any:
    """Return an iterator over what stands beside an iterator of the user's.

    What can be indexed is, since a staged loop can count, and not advance an iterator.
    """
    if is_iterable(items):
        return iter_(items)
    steps = None if is_segmented(items) else staged_items(items)
    if steps is not None:
        return Places(*steps)
    if type(items) is list:
        from autograph.operators.sequence_iterators import iterator_of

        return iterator_of(items)  # which sees what the list gets meanwhile
    if type(items) in (tuple, range, str):
        from autograph.operators.lists import get_item

        held = list(items) if type(items) is range else items
        return Places(0, len(held), lambda place: get_item(held, place))
    return iter(items)


def draw(iterator: Any) -> Any:
    """Return the next item of an iterator that `is_own`, or raise StopIteration."""
    if isinstance(iterator, OwnIterator):
        return iterator.draw()
    method = users_method(iterator, "__next__")
    assert method is not None
    return method()


# -- Builtins --------------------------------------------------------------------------


@converted_method
def _next_or(iterator: Any, default: Any) -> Any:
    try:
        return next(iterator)
    except StopIteration:
        return default


def next_(iterator: Any, *default: Any) -> Any:
    """Return `next(iterator, *default)`."""
    return _next_or(iterator, *default) if default else draw(iterator)


@converted_method
def _extended(result: list[Any], items: Any) -> list[Any]:
    for item in items:
        result.append(item)  # noqa: PERF402  # the definition, which is converted
    return result


def listed(items: Any) -> list[Any]:
    """Return `list(items)`."""
    iterator = Started.of(items)
    _ask_length(items)
    return _extended([], iterator)  # type: ignore[no-any-return]


def _ask_length(items: Any) -> None:
    """Ask how long a list will be, as Python does: the user's method may have effects.

    It is a hint, and what has no length says so by a TypeError.
    """
    from autograph.operators.calls import converted_call

    if users_method(items, "__len__") is not None:
        with suppress(TypeError):
            converted_call(len, (items,), None)
        return
    method = users_method(items, "__length_hint__")
    if method is not None and not hasattr(type(items), "__len__"):
        with suppress(TypeError):
            method()


@converted_method
def unpacked(iterator: Any, before: int, after: int, is_open: bool) -> list[Any]:
    """Return the items that a pattern of targets takes.

    Args:
        iterator: Gives the items.
        before: How many targets there are, but those after one with a star.
        after: How many stand after that.
        is_open: Is there one with a star?
    """
    found: list[Any] = []
    is_short = False
    for _ in range(before):
        try:
            item = next(iterator)
        except StopIteration:
            is_short = True
        if is_short:
            least = "at least " if is_open else ""
            raise ValueError(
                f"not enough values to unpack (expected {least}{before + after}, "
                f"got {len(found)})"
            )
        found.append(item)
    if is_open:
        return found
    has_ended = False
    try:
        next(iterator)
    except StopIteration:
        has_ended = True
    if not has_ended:
        raise ValueError(f"too many values to unpack (expected {before})")
    return found


@converted_method
def _extreme(items: Any, is_better: Any, key: Any, default: Any) -> Any:
    """Return the first of the best items; what `default` returns if there is none."""
    best: Any
    best_key: Any
    is_found = False
    for item in items:
        item_key = item if key is None else key(item)
        if not is_found or is_better(item_key, best_key):  # noqa: F821  # set then
            best = item
            best_key = item_key
            is_found = True
    if not is_found:
        return default()
    return best


def _extreme_of(function: Any, is_better: Any) -> Callable[..., Any]:
    def call(items: Any, *others: Any, **given: Any) -> Any:
        if others or not given.keys() <= {"key", "default"}:
            return function(items, *others, **given)
        without = {name: given[name] for name in given if name == "default"}
        return _extreme(
            items, is_better, given.get("key"), lambda: function((), **without)
        )

    return call


def _over_list(function: Any) -> Callable[..., Any]:
    """Return what calls a function that uses up its first argument on a list of it."""
    asks_length = function not in (set, frozenset, dict)

    def call(items: Any, *args: Any, **kwargs: Any) -> Any:
        from autograph.operators.calls import converted_call

        found = listed(items) if asks_length else _extended([], items)
        return converted_call(function, (found, *args), kwargs)

    return call


@converted_method
def _of_mapping(mapping: Any, **more: Any) -> dict[Any, Any]:
    made = {}
    for key in mapping.keys():  # noqa: SIM118  # as `dict` does
        made[key] = mapping[key]
    made.update(more)
    return made


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that steps through an argument.

    None if the user's code gives the items of none.
    """
    if _STATE.graph is None or not args:
        return None
    kind = type(function)
    if kind is types.BuiltinMethodType and type(function.__self__) in (list, str):
        return _method(function, args) if is_iterable(args[0]) else None
    if kind not in _BUILTINS or function not in _ON_OWN:
        return None
    if function is next:
        return next_ if is_own(args[0]) else None
    if function is iter and len(args) == 1:
        from autograph.operators.sequence_iterators import iterator_of

        made = iterator_of(args[0])
        if made is not None:
            return lambda _: made
    place = 1 if function in (map, filter) else 0
    given = args[place:] if function in (zip, map) else args[place : place + 1]
    if not any(map(is_iterable, given)):
        return None
    if function is dict and hasattr(args[0], "keys"):
        return _of_mapping
    return _reversed(args[0]) if function is reversed else _ON_OWN[function]


def _method(method: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    if len(args) != 1:
        return None
    if type(method.__self__) is str:
        if method.__name__ != "join":
            return None
        # Python makes a list of the iterator, which is asked for one itself then.
        return lambda items: _over_list(method)(stepped(items))
    if method.__name__ != "extend":
        return None
    return functools.partial(_extend, method.__self__)


def _extend(result: list[Any], items: Any) -> None:
    iterator = Started.of(items)
    _ask_length(items)
    _extended(result, iterator)


def _reversed(items: Any) -> Callable[..., Any] | None:
    is_sized = hasattr(type(items), "__len__")
    if users_method(items, "__reversed__") is not None or not is_sized:
        return None
    from autograph.operators.calls import converted_call

    length = converted_call(len, (items,), None)
    return lambda _: Reversed(items, length)


def _zip(*parts: Any, strict: Any = False) -> Any:
    if strict:
        # Which of them has ended first is told by Python's own.
        return zip(*map(stepped, parts), strict=strict)
    return Zipped(*parts)


_BUILTINS: Final = frozenset({type, types.BuiltinFunctionType})
_ON_OWN: Final[Mapping[Any, Callable[..., Any]]] = {
    iter: iter_,
    next: next_,
    list: listed,
    enumerate: Counted,
    zip: _zip,
    map: Mapped,
    filter: Filtered,
    reversed: _reversed,
    any: python_builtins.any_,
    all: python_builtins.all_,
    sum: python_builtins.sum_,
    max: _extreme_of(max, operator.gt),
    min: _extreme_of(min, operator.lt),
    **{each: _over_list(each) for each in (tuple, set, frozenset, dict, sorted)},
}

__all__ = [
    "Applied",
    "OwnIterator",
    "converted_method",
    "draw",
    "is_iterable",
    "is_own",
    "iter_",
    "listed",
    "replacement",
    "stepped",
    "unpacked",
]
