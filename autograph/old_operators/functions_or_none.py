"""Functions given to Python's own that are None on some paths: `sorted(xs, key=key)`.

None stands for a function there, such as what gives each item itself.
"""

from __future__ import annotations

import bisect
import builtins
import heapq
import itertools
import operator
import types
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.old_operators.logic import if_exp, truth
from graph.errors import UnknownNoneError
from graph.graph import current_graph
from graph.old_staging.variables import available
from graph.origin import capture_exact
from graph.partial import Optional, OptionalTensor


def _itself(item: Any) -> Any:
    return item


# By what is called: the place of a function, its name, and what None stands for.
_TAKING: Final[Mapping[Any, tuple[int | None, str | None, Any]]] = {
    builtins.sorted: (None, "key", _itself),
    builtins.filter: (0, None, truth),
    heapq.nsmallest: (2, "key", _itself),
    heapq.nlargest: (2, "key", _itself),
    heapq.merge: (None, "key", _itself),
    itertools.filterfalse: (0, None, truth),
    itertools.groupby: (1, "key", _itself),
    itertools.accumulate: (1, "func", operator.add),
    bisect.bisect_left: (None, "key", _itself),
    bisect.bisect_right: (None, "key", _itself),
    bisect.insort_left: (None, "key", _itself),
    bisect.insort_right: (None, "key", _itself),
}
_SORT: Final = (None, "key", _itself)


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of what takes a function that may be None.

    Raises:
        UnknownNoneError: `itertools.accumulate` has a first value on some paths only.
    """
    given = (*args, *kwargs.values())
    if not any(type(each) is Optional for each in given):
        if function is not itertools.accumulate:
            return None
    if current_graph() is None:
        return None
    try:
        place, name, default = _taking(function)
    except (KeyError, TypeError):  # also of unhashable callables
        return None
    if function is itertools.accumulate:
        _check_initial(kwargs.get("initial"))
    if name is not None and type(kwargs.get(name)) is Optional:
        if function is builtins.sorted or _is_sort(function):
            return lambda *args, **kwargs: _sorted(function, args, kwargs)
        known = {**kwargs, name: _or(kwargs[name], default)}
        return lambda *args, **_: _call(function, args, known)
    if place is None or place >= len(args) or type(args[place]) is not Optional:
        return None
    found = (*args[:place], _or(args[place], default), *args[place + 1 :])
    return lambda *_, **kwargs: _call(function, found, kwargs)


def _is_sort(function: Any) -> bool:
    return type(function) is types.BuiltinMethodType and function.__name__ == "sort"


def _sorted(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """Sort by a function, or by the items themselves, which may be anything."""
    key = kwargs["key"]
    # What gives each item once is not begun in two blocks.
    args = tuple(_call(list, (each,), {}) for each in args)
    rest = {name: each for name, each in kwargs.items() if name != "key"}
    by_key = {**rest, "key": available(key.value)}
    return if_exp(
        key.flag,
        lambda: _call(function, args, rest),
        lambda: _call(function, args, by_key),
    )


def _taking(function: Any) -> tuple[int | None, str | None, Any]:
    if _is_sort(function):
        return _SORT
    return _TAKING[function]


def _check_initial(initial: Any) -> None:
    if type(initial) in (Optional, OptionalTensor):
        raise UnknownNoneError(
            "the first value of itertools.accumulate() is None on some paths, which "
            "is known only when the graph runs.",
            origin=capture_exact(2),
            hint="Test it with `if`, and call accumulate() on each path.",
        )


def _or(function: Optional, default: Callable[..., Any]) -> Callable[..., Any]:
    """Return what is called, or what None stands for."""
    given, is_test = available(function.value), default is truth

    def found(args: tuple[Any, ...]) -> Any:
        result = _call(given, args, {})
        return truth(result) if is_test else result

    def call(*args: Any) -> Any:
        return if_exp(function.flag, lambda: default(*args), lambda: found(args))

    return call


def _call(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    from autograph.old_operators.calls import converted_call  # which comes here

    return converted_call(function, args, dict(kwargs))


__all__ = ["replacement"]
