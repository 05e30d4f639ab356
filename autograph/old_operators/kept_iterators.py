"""Iterators that are kept: what `zip`, `enumerate`, `map` and their kin make of lists.

What is used up where it is made is Python's own, which traces fast. One that has a name
may be advanced in staged code, where Python's cannot be put back between the paths: it
is one of this library's, which keeps its place where that is journalled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.old_operators.iteration import StagedRange, python_integer
from autograph.old_operators.key_order import note_order
from autograph.old_operators.own_iterators import (
    Counted,
    Filtered,
    Mapped,
    OwnIterator,
    StrictlyZipped,
    Zipped,
    indexed,
)
from autograph.old_operators.sequence_iterators import iterator_of, reversed_of
from graph.graph import current_graph, is_symbolic
from graph.segments import is_segmented

Args = tuple[Any, ...]


class Kept:
    """Takes the call of a builtin in its place, where what it makes is kept.

    Args:
        function: The builtin.
        make: Returns what it makes of arguments, positional and by name; None if that
            is none of Python's sequences, or wrong: the builtin says so itself.
    """

    def __init__(
        self, function: Any, make: Callable[[Args, Mapping[str, Any]], Any]
    ) -> None:
        self._function, self._make = function, make
        self.__module__, self.__qualname__ = "builtins", function.__name__

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        from autograph.old_operators.calls import converted_call

        made = self._make(args, kwargs)
        return converted_call(self._function, args, kwargs) if made is None else made


def kept(function: Any, is_drawn_from: bool = False) -> Any:
    """Return what to call in place of `zip` and the like, if what it makes is kept.

    Args:
        function: What is called: the builtin, unless its name has another meaning.
        is_drawn_from: Is one item asked for, where it is made?
    """
    if current_graph() is None or type(function) is not type:
        return function
    return (_DRAWN_FROM if is_drawn_from else _KEPT).get(function, function)


def _part(items: Any) -> Any:
    """Return an iterator over a sequence of Python's; None for all else.

    What the run knows the length of is stepped through by counting.
    """
    note_order(items)
    if isinstance(items, OwnIterator):
        return items
    is_of_run = isinstance(items, StagedRange) or is_segmented(items)
    return None if is_of_run else iterator_of(items)


def _parts(given: Args) -> list[OwnIterator] | None:
    """Return iterators over what is given; None if one is no sequence of Python's."""
    found = []
    for items in given:
        part = _part(items)
        if part is None:
            return None
        found.append(part)
    return found


def _zip(args: Args, kwargs: Mapping[str, Any]) -> Any:
    strict = kwargs.get("strict", False)
    parts = _parts(args)
    if not parts or not kwargs.keys() <= {"strict"} or type(strict) is not bool:
        return None
    return StrictlyZipped(*parts) if strict else Zipped(*parts)


def _enumerate(args: Args, kwargs: Mapping[str, Any]) -> Any:
    given = dict(zip(("iterable", "start"), args, strict=False))
    if len(args) > 2 or kwargs.keys() & given.keys():
        return None
    given.update(kwargs)
    start = given.pop("start", 0)
    parts = _parts((*given.values(),)) if given.keys() == {"iterable"} else None
    if parts is None or not (isinstance(start, int) or is_symbolic(start)):
        return None
    return Counted(parts[0], python_integer(start))


def _map(args: Args, kwargs: Mapping[str, Any]) -> Any:
    parts = None if kwargs else _parts(args[1:])
    return Mapped(args[0], *parts) if parts else None


def _filter(args: Args, kwargs: Mapping[str, Any]) -> Any:
    parts = _parts(args[1:]) if len(args) == 2 and not kwargs else None
    return Filtered(args[0], *parts) if parts else None


def _reversed(args: Args, kwargs: Mapping[str, Any]) -> Any:
    if len(args) != 1 or kwargs or _part(args[0]) is None:
        return None
    return reversed_of(args[0])


def _map_drawn(args: Args, kwargs: Mapping[str, Any]) -> Any:
    parts = [] if kwargs else [_part(each) or indexed(each) for each in args[1:]]
    return Mapped(args[0], *parts) if parts else None


def _filter_drawn(args: Args, kwargs: Mapping[str, Any]) -> Any:
    if len(args) != 2 or kwargs:
        return None
    return Filtered(args[0], _part(args[1]) or indexed(args[1]))


_DRAWN_FROM: Final[Mapping[Any, Kept]] = {
    map: Kept(map, _map_drawn),
    filter: Kept(filter, _filter_drawn),
}
_KEPT: Final[Mapping[Any, Kept]] = {
    function: Kept(function, make)
    for function, make in (
        (zip, _zip),
        (enumerate, _enumerate),
        (map, _map),
        (filter, _filter),
        (reversed, _reversed),
    )
}

__all__ = ["Kept", "kept"]
