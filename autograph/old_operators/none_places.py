"""Arguments in whose place Python refuses None, where it is None on some paths.

The functions and methods here take other arguments, too, or have effects: they cannot
be asked with examples. An example call of each tells Python's words.
"""

from __future__ import annotations

import collections
import functools
import itertools
import types
from collections.abc import Callable, Mapping
from typing import Any, Final

from graph.graph import current_graph
from graph.old_staging.variables import demand
from graph.partial import Optional, OptionalTensor

_MAY_BE_NONE: Final = (Optional, OptionalTensor)
_DEQUE: Final[collections.deque[Any]] = collections.deque()
# A place, the name of the parameter, and a call with None there.
_Place = tuple[int, str | None, Callable[[Any], Any]]
_FUNCTIONS: Final[dict[Any, _Place]] = {
    functools.reduce: (1, None, lambda none: functools.reduce(max, none)),
    itertools.repeat: (1, "times", lambda none: itertools.repeat(1, none)),
    enumerate: (1, "start", lambda none: enumerate((), none)),
    collections.OrderedDict: (0, None, collections.OrderedDict),
    collections.defaultdict: (1, None, lambda none: collections.defaultdict(int, none)),
    bytes: (0, None, bytes),
    bytearray: (0, None, bytearray),
    next: (0, None, next),
}
_METHODS: Final[dict[tuple[type, str], _Place]] = {
    (list, "pop"): (0, None, [0].pop),
    (list, "insert"): (0, None, lambda none: [0].insert(none, 0)),
    (collections.deque, "rotate"): (0, None, _DEQUE.rotate),
    (collections.deque, "insert"): (0, None, lambda none: _DEQUE.insert(none, 0)),
    (dict, "update"): (0, None, {}.update),
}


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of what refuses None in a place; None otherwise."""
    given = (*args, *kwargs.values())
    if not any(type(each) in _MAY_BE_NONE for each in given):
        return None
    found = _place_of(function) if current_graph() is not None else None
    if found is None:
        return None
    place, name, example = found
    if place < len(args) and type(args[place]) in _MAY_BE_NONE:
        value = args[place]
    elif name is not None and type(kwargs.get(name)) in _MAY_BE_NONE:
        value = kwargs[name]
    else:
        return None

    def call(*args: Any, **kwargs: Any) -> Any:
        from autograph.old_operators.calls import converted_call  # which comes here

        there = demand(value, _said(example))
        if place < len(args):
            args = (*args[:place], there, *args[place + 1 :])
        elif place == len(args):
            args = (*args, there)
            del kwargs[str(name)]
        else:
            kwargs[str(name)] = there
        return converted_call(function, args, kwargs)

    return call


def _place_of(function: Any) -> _Place | None:
    if type(function) is types.BuiltinMethodType:
        owner = function.__self__
        for kind in (list, dict, collections.deque):
            if isinstance(owner, kind):
                return _METHODS.get((kind, function.__name__))
    try:
        return _FUNCTIONS.get(function)
    except TypeError:  # unhashable callables
        return None


def _said(example: Callable[[Any], Any]) -> str:
    """Return what Python says of None."""
    try:
        example(None)
    except TypeError as error:
        return str(error)
    raise AssertionError


__all__ = ["replacement"]
