"""Methods of lists, tuples and deques that compare items, one of which is symbolic."""

from __future__ import annotations

import collections
import functools
import operator
import types
from collections.abc import Callable
from typing import Any, Final, NoReturn

from autograph.old_operators.comparisons import is_deep, is_same
from autograph.old_operators.logic import not_
from autograph.old_operators.membership import as_plain, in_
from autograph.old_operators.numbers import refuse
from autograph.old_operators.python_builtins import converted
from graph.dispatch import is_text
from graph.graph import current_graph, is_symbolic
from graph.ops.core import truth

_SEQUENCES: Final = (list, tuple, collections.deque)


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a function that compares items, or asks for one.

    None if Python's own will do: nothing that it compares is symbolic.
    """
    if not args or current_graph() is None:
        return None
    if type(function) is not types.BuiltinFunctionType:
        return None
    if function in _ACCESSES and len(args) > 1 and is_text(args[1]):
        return _refuse_name if is_symbolic(args[1]) else None
    if function is operator.contains and len(args) == 2:
        return lambda items, item: in_(item, items)
    if function is operator.truth or function is operator.not_:
        asked = truth if function is operator.truth else not_
        return asked if is_symbolic(args[0]) else None
    owner = as_plain(function.__self__)
    if type(owner) in _SEQUENCES and function.__name__ in ("count", "index"):
        items: Any = owner
        if not is_deep((args[0], *items)):
            return None
        return functools.partial(_METHODS[function.__name__], owner)
    is_asked = function in _FUNCTIONS and len(args) == 2
    if is_asked and type(as_plain(args[0])) in _SEQUENCES:
        found = is_deep((args[1], *args[0]))
        return _FUNCTIONS[function] if found else None
    return None


def _refuse_name(*_: Any) -> NoReturn:
    """Refuse to look for an attribute by a name that the run makes.

    Raises:
        UnstagedOperationError: Always.
    """
    refuse(
        "an attribute that is looked for by its name",
        "Look it up in a dict: `{'a': x.a, 'b': x.b}[name]`.",
    )


@converted
def _count(items: Any, value: Any) -> Any:
    total = 0
    for item in items:
        if is_same(item, value):
            total += 1
    return total


def _index(items: Any, value: Any, start: Any = 0, stop: Any = None) -> Any:
    places = range(len(items))[start:stop]
    return _place(items, value, places, type(items).__name__)


def place_among(items: Any, value: Any, places: Any, kind: str) -> Any:
    """Return the first of some places in a sequence where a value is.

    Args:
        items: The sequence.
        value: The value.
        places: The places.
        kind: How messages call the sequence.
    """
    return _place(items, value, places, kind)


def _index_of(items: Any, value: Any) -> Any:
    return _place(items, value, range(len(items)), "sequence")


@converted
def _place(items: Any, value: Any, places: Any, kind: str) -> Any:
    for place in places:
        item = items[place]
        if is_same(item, value):
            return place
    if kind in ("tuple", "sequence"):
        raise ValueError(f"{kind}.index(x): x not in {kind}")
    raise ValueError(f"{value!r} is not in {kind}")


@converted
def place_among_nones(items: Any, value: Any) -> Any:
    """Return the place of a value among what may be None, -1 if it is not there."""
    for place, item in enumerate(items):
        if is_same(item, value):
            return place
    return -1


_ACCESSES: Final = (getattr, setattr, hasattr, delattr)
_METHODS: Final = {"count": _count, "index": _index}
_FUNCTIONS: Final = {operator.countOf: _count, operator.indexOf: _index_of}

__all__ = ["place_among", "place_among_nones", "replacement"]
