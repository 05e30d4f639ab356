"""Builtins that are given what is None on some paths only.

They take what it is on the others; where it is None the run raises what Python does.
"""

from __future__ import annotations

import builtins
import functools
import math
import types
from collections.abc import Callable
from typing import Any, Final

from autograph.old_operators.none_handed_on import check_items
from graph.graph import current_graph
from graph.none_operands import said_of
from graph.old_staging import stage_cond
from graph.old_staging.library_state import check_iterator
from graph.old_staging.variables import available, demand
from graph.partial import Optional, OptionalTensor
from graph.tensor import _DISPATCH

# Those that refuse None as their first argument, whatever follows.
_FIRST: Final = frozenset(
    {
        builtins.abs,
        builtins.all,
        builtins.any,
        builtins.bin,
        builtins.chr,
        builtins.complex,
        builtins.dict,
        builtins.enumerate,
        builtins.float,
        builtins.frozenset,
        builtins.hex,
        builtins.int,
        builtins.iter,
        builtins.len,
        builtins.list,
        builtins.oct,
        builtins.ord,
        builtins.range,
        builtins.reversed,
        builtins.round,
        builtins.set,
        builtins.sorted,
        builtins.sum,
        builtins.tuple,
    }
)
# Those that step through each argument from a place on.
_STEPPING: Final = {builtins.filter: 1, builtins.map: 1, builtins.zip: 0}
# Those that ask each argument, and have no effects.
_ASKING: Final = frozenset(
    {
        builtins.divmod,
        builtins.hash,
        builtins.pow,
        *(each for each in vars(math).values() if callable(each)),
    }
)
_EXTREMES: Final = frozenset({builtins.max, builtins.min})
_MAY_BE_NONE: Final = (Optional, OptionalTensor)


def present(function: Callable[..., Any], args: tuple[Any, ...], place: int) -> Any:
    """Return an argument that may be None as what it is if not.

    Args:
        function: A function of Python's without effects, which is given it.
        args: What else it is given, too.
        place: Which one of them that is.
    """
    said = said_of(function, args, place)
    return args[place] if said is None else demand(args[place], said)


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that refuses None; None otherwise."""
    places = [place for place, each in enumerate(args) if type(each) in _MAY_BE_NONE]
    if not places or current_graph() is None:
        return None
    if type(function) is types.BuiltinMethodType and places == [0]:
        if type(function.__self__) is str and function.__name__ == "join":
            said = said_of(str.join, ("", args[0]), 1) or ""
            return lambda items: _calling(function)(demand(items, said))
        if function.__name__ in ("extend", "extendleft"):  # maybe by what it is of
            return lambda items: _calling(function)(present(iter, (items,), 0))
    try:
        if function in _ASKING:
            return functools.partial(on_each_path, _calling(function))
        is_extreme = function in _EXTREMES and len(args) == 1
        is_asked = places[0] == 0 and (is_extreme or function in _FIRST)
        if not is_asked and places[-1] < _STEPPING.get(function, len(args)):
            return None
    except TypeError:  # unhashable callables
        return None

    def call(*given: Any, **named: Any) -> Any:
        found = list(given)
        for place in places[:1] if is_asked else places:
            if is_asked:
                found[place] = present(function, (found[place],), 0)
            elif place >= _STEPPING[function]:
                found[place] = present(iter, (found[place],), 0)
        return _calling(function)(*found, **named)

    return call


def _calling(function: Any) -> Callable[..., Any]:
    def call(*args: Any, **named: Any) -> Any:
        from autograph.old_operators.calls import converted_call

        return converted_call(function, args, named)

    return call


def on_each_path(act: Callable[..., Any], *values: Any) -> Any:
    """Return `act(*values)`, with None itself on the paths where a value is None."""
    places = [place for place, x in enumerate(values) if type(x) in _MAY_BE_NONE]
    if not places:
        return act(*values)
    place = places[0]
    value = values[place]
    before, after = values[:place], values[place + 1 :]
    return stage_cond(
        value.flag,
        lambda: [on_each_path(act, *before, None, *after)],
        lambda: [on_each_path(act, *before, available(value.value), *after)],
        ("the result of an operator",),
    )[0]


def operate(
    act: Callable[[Any, Any], Any],
    plain: Callable[[Any, Any], Any],
    left: Any,
    right: Any,
) -> Any:
    """Return `act(left, right)`, for operands that may be None.

    What cannot be done with None is done with what it is if not, and is checked.

    Args:
        act: An operator, which takes what is known only when the graph runs.
        plain: Python's own.
        left: One operand.
        right: The other.
    """
    operands = [left, right]
    places = [place for place in (0, 1) if type(operands[place]) in _MAY_BE_NONE]
    is_formatted = isinstance(left, (str, bytes))  # whose `%` depends on the text
    if len(places) == 1 and not is_formatted:
        (place,) = places
        said = said_of(plain, (left, right), place)
        if said is not None:
            operands[place] = demand(operands[place], said)
            return act(*operands)
    return on_each_path(act, left, right)


def present_items(items: Any) -> Any:
    """Return what a loop steps through: if it may be None, what it is if not.

    Raises:
        SideEffectError: That advances what was there before a staged block.
        UnknownNoneError: A generator may ask whether something is None.
    """
    check_iterator(items)
    check_items(items)
    if type(items) in _MAY_BE_NONE:
        return present(iter, (items,), 0)
    return _DISPATCH["view_now"](items)


__all__ = [
    "on_each_path",
    "operate",
    "present",
    "present_items",
    "replacement",
]
