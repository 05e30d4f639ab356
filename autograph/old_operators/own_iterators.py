"""Iterators of the user's classes, and what builtins make of them.

Their `__next__` is converted, so that the run may decide where they end: a `for` over
one draws each item in a `try` that waits for StopIteration. What `enumerate`, `zip`,
`map` and `filter` make of one is such an iterator, too: a class here, whose methods
are converted as the user's are.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import (
    Callable,
    ItemsView,
    KeysView,
    Mapping,
    Sequence,
    ValuesView,
)
from functools import wraps
from typing import Any, Final

from autograph.old_operators.driven import Driven, taken
from autograph.old_operators.driving import can_run
from autograph.old_operators.iteration import staged_items
from autograph.old_operators.specials import is_users, users_method
from autograph.old_operators.stops import StopProbe
from graph.building import _STATE
from graph.errors import UnknownLengthError
from graph.graph import current_graph
from graph.old_staging.probing import FoundOut
from graph.old_staging.storage import on_class
from graph.old_staging.variables import demand
from graph.origin import capture_exact
from graph.partial import Optional, OptionalTensor
from graph.segments import holds_segment, is_made, is_segmented


def converted_method(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of an iterator, which is converted when it is first called."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        from autograph.old_operators.calls import convert_here

        return convert_here(function)(*args, **kwargs)

    return call


class OwnIterator:
    """What builtins make of iterators of the user's classes.

    Attributes:
        draw: Returns the next item, or raises StopIteration, which a class here writes
            as its `__next__`. Converted code draws so, and expects the run to raise.
        kind: The type of what Python makes there, which it is called by; None: its own.
    """

    _ag_has_state = True  # what it steps through may be nowhere else to be had
    draw: Callable[[], Any]
    kind: type | None = None

    def __init_subclass__(cls) -> None:
        if cls.kind is not None:  # errors of Python's name the type
            cls.__name__ = cls.__qualname__ = cls.kind.__name__
        if "__next__" in vars(cls):
            cls.draw = vars(cls)["__next__"]
            cls.__next__ = OwnIterator.__next__  # type: ignore[method-assign]

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """What `isinstance` is told."""
        return self.kind or type(self)

    def __repr__(self) -> str:
        if self.kind is None:
            return object.__repr__(self)
        return f"<{self.kind.__name__} object at {id(self):#x}>"

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
            return self.draw()
        except FoundOut as found:
            if found.probe is not probe:
                raise
        finally:
            graph.attempts = around
        raise UnknownLengthError(
            "where this iterator ends is known only when the graph runs, and what "
            "draws from it runs as it stands.",
            origin=capture_exact(2),
            hint="Converted `for` statements, comprehensions and builtins are "
            "staged: draw from it there, `items = list(...)`.",
        )


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

    kind = reversed

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
        return Started.again(iter_(items) if is_iterable(items) else iter(items))

    @staticmethod
    def again(iterator: Any) -> Any:
        """Return an iterator that gives the items of one, the user's or Python's."""
        return Started(iterator) if is_own(iterator) else iterator


class Counted(OwnIterator):
    """What `enumerate` makes."""

    kind = enumerate

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

    kind = zip

    def __init__(self, *parts: Any) -> None:
        """Draw from all parts."""
        self.parts = [indexed(part) for part in parts]

    @converted_method
    def __next__(self) -> Any:
        items: tuple[Any, ...] = ()  # no list: what parts give may differ in type
        for part in self.parts:
            items = (*items, next(part))
        return items


class StrictlyZipped(OwnIterator):
    """What `zip(..., strict=True)` makes."""

    kind = zip

    def __init__(self, *parts: Any) -> None:
        """Draw from all parts, which have to end together."""
        self.parts = [indexed(part) for part in parts]

    @converted_method
    def __next__(self) -> Any:
        return self._drawn(0)

    @converted_method
    def _drawn(self, place: int) -> Any:
        """Return what all parts from a place on give."""
        # No list that grows in a `try`: what parts give may differ in type.
        if place == len(self.parts):
            return ()
        has_ended = False
        try:
            item = next(self.parts[place])
        except StopIteration:
            has_ended = True
        if has_ended:
            self._end(place)
        return (item, *self._drawn(place + 1))

    @converted_method
    def _end(self, place: int) -> None:
        """Raise what Python does where the part at a place has ended."""
        if place:
            raise ValueError(_of_other_length(place, "shorter"))
        for later, part in enumerate(self.parts[1:], 1):
            is_longer = True
            try:
                next(part)
            except StopIteration:
                is_longer = False
            if is_longer:
                raise ValueError(_of_other_length(later, "longer"))
        raise StopIteration


def _of_other_length(place: int, how: str) -> str:
    """Return what Python says of a part of another length than those before it."""
    others = "argument 1" if place == 1 else f"arguments 1-{place}"
    return f"zip() argument {place + 1} is {how} than {others}"


class Mapped(OwnIterator):
    """What `map` makes."""

    kind = map

    def __init__(self, function: Any, *parts: Any) -> None:
        """Call a function with what is drawn from all parts."""
        self.function, self.parts = function, [indexed(part) for part in parts]

    @converted_method
    def __next__(self) -> Any:
        items: tuple[Any, ...] = ()  # no list: as for `Zipped`
        for part in self.parts:
            items = (*items, next(part))
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

    kind = filter

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
    if type(items) is Driven:
        return items.is_new
    if _STATE.graph is None or type(items).__module__ in _OF_PYTHON:
        return False
    method = on_class(type(items), "__iter__")
    if not hasattr(type(items), "__iter__"):
        return users_method(items, "__getitem__") is not None
    if method is Sequence.__iter__:
        return is_run_sequence(items)
    if method in _OF_VIEWS:
        return is_run_mapping(items._mapping)
    if not is_users(method):
        return False
    return not inspect.isgeneratorfunction(method) or can_run(method)


def is_run_sequence(items: Any) -> bool:
    """Is it of a class that `Sequence` gives its iterators, and made of what runs have?

    A `UserList`, too. They are asked for their items by number, as what has
    `__getitem__` alone.
    """
    if not is_made() or not isinstance(items, Sequence):
        return False
    if users_method(items, "__getitem__") is None:
        return False
    return any(map(holds_segment, getattr(items, "__dict__", {}).values()))


def is_run_mapping(mapping: Any) -> bool:
    """Is it of a class of the user's, or a `UserDict`, and made of what runs have?"""
    if not is_made() or not is_iterable(mapping):
        return False
    if users_method(mapping, "__getitem__") is None:
        return False
    return any(map(holds_segment, getattr(mapping, "__dict__", {}).values()))


def _under(mapping: Any, key: Any) -> Any:
    from autograph.old_operators.lists import get_item

    return get_item(mapping, key)


# The iterators of views of mappings, and what they give for a key.
_OF_VIEWS: Final[Mapping[Any, Callable[[Any, Any], Any]]] = {
    KeysView.__iter__: lambda _, key: key,
    ValuesView.__iter__: _under,
    ItemsView.__iter__: lambda mapping, key: (key, _under(mapping, key)),
}


_OF_PYTHON: Final = frozenset({"builtins", "itertools", "autograph", "numpy"})


def iter_(items: Any) -> Any:
    """Return `iter(items)` for what `is_iterable`."""
    if isinstance(items, OwnIterator):
        return items
    if type(items) is Driven:
        return items
    inherited = on_class(type(items), "__iter__")
    is_inherited = inherited is Sequence.__iter__
    if inherited in _OF_VIEWS:
        from autograph.old_operators.generators import generator

        shown = functools.partial(_OF_VIEWS[inherited], items._mapping)
        return generator(items._mapping, None, shown)
    method = None if is_inherited else users_method(items, "__iter__")
    if method is None:
        return Items(items)
    made = method()
    if not hasattr(type(made), "__next__"):
        kind = type(made).__name__
        raise TypeError(f"iter() returned non-iterator of type '{kind}'")
    return made


def made_of(items: Any) -> Driven | None:
    """Return the generator that gives the items, if a loop over it may run it."""
    if type(items) is not Driven:
        method = on_class(type(items), "__iter__")
        if not inspect.isgeneratorfunction(method) or not is_iterable(items):
            return None
        items = iter_(items)
    return items if type(items) is Driven and items.is_new else None


def stepped(items: Any) -> Any:
    """Return an iterator over `items`: the user's, or Python's."""
    return taken(iter_(items)) if is_iterable(items) else iter(items)


def indexed(items: Any) -> Any:
    """Return an iterator over what stands beside an iterator of the user's.

    What can be indexed is, since a staged loop can count, and not advance an iterator.
    """
    if type(items) in (Optional, OptionalTensor):
        items = demand(items, "'NoneType' object is not iterable")
    if is_iterable(items):
        return taken(iter_(items))
    is_live = type(items) is list and is_segmented(items)
    steps = None if is_live else staged_items(items)
    if steps is not None:
        return Places(*steps)
    if type(items) is list:
        from autograph.old_operators.sequence_iterators import iterator_of

        return iterator_of(items)  # which sees what the list gets meanwhile
    if type(items) in (tuple, range, str):
        from autograph.old_operators.lists import get_item

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


__all__ = [
    "Applied",
    "Counted",
    "Filtered",
    "Mapped",
    "OwnIterator",
    "Reversed",
    "Started",
    "StrictlyZipped",
    "Zipped",
    "converted_method",
    "draw",
    "indexed",
    "is_iterable",
    "is_own",
    "is_run_sequence",
    "iter_",
    "stepped",
]
