"""Which arguments decide what a function of NumPy's gives, a tensor or an array.

`np.stack([t, u])` looks for tensors in the list, and gives one; `np.sum([t, u])` makes
an array of the list, and gives a number of NumPy's. Which arguments a function looks
at, it knows alone: it is called with stand-ins, which tell whether they were asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NoReturn

import numpy as np

from graph.array_methods import ArrayProtocols
from graph.givers import LISTED


def deciding(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> list[Any]:
    """Return the arguments of a call that decide what is made of them.

    Returns:
        Those, and what they hold; `LISTED` if there are others, which become arrays.
    """
    everything = [*args, *kwargs.values()]
    if type(function) is not _DISPATCHING or not any(map(_holds, everything)):
        return everything
    asked = _asked(function, args, kwargs)
    if asked is None:
        return everything
    found: list[Any] = []
    for place, given in _placed(args, kwargs):
        if _stands(given):
            found.append(given if place in asked else LISTED)
    return found


_DISPATCHING: Final = type(np.sum)


def _stands(value: Any) -> bool:
    """Is it a tensor, or what stands for one, which NumPy would ask?"""
    return isinstance(value, ArrayProtocols)


def _holds(value: Any) -> bool:
    """Is it such a value, or a list with one in it?"""
    if isinstance(value, (list, tuple)):
        return any(map(_holds, value))
    return _stands(value)


#: Which argument something is, and how deep in lists.
_Place = tuple[int | str, int]


def _placed(
    args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Iterator[tuple[_Place, Any]]:
    for at, value in enumerate(args):
        yield from _within((at, 0), value)
    for name, value in kwargs.items():
        yield from _within((name, 0), value)


def _within(place: _Place, value: Any) -> Iterator[tuple[_Place, Any]]:
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _within((place[0], place[1] + 1), each)
    else:
        yield place, value


def _asked(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> frozenset[_Place] | None:
    """Return the places at which a function asks tensors; None if that is not known."""
    if any(_runs(each) for _, each in _placed(args, kwargs)):
        return None
    given = [_replaced((at, 0), each) for at, each in enumerate(args)]
    named = {name: _replaced((name, 0), each) for name, each in kwargs.items()}
    with np.errstate(all="ignore"):
        try:
            function(*given, **named)
        except _Told as told:
            return told.asked
        except Exception:  # noqa: BLE001  # the user's own error, which follows
            return None
    return frozenset()


def _runs(value: Any) -> bool:
    """Would a call of it be noticed?"""
    return callable(value) and not isinstance(value, (type, ArrayProtocols))


def _replaced(place: _Place, value: Any) -> Any:
    """Return an argument with stand-ins in place of tensors."""
    if isinstance(value, (list, tuple)):
        parts = [_replaced((place[0], place[1] + 1), each) for each in value]
        return parts if isinstance(value, list) else tuple(parts)
    if not _stands(value):
        return value
    is_number = getattr(getattr(value, "spec", None), "dtype", None)
    if is_number is not None and is_number.is_python:
        return _Number()
    return _stand_in(place)()


class _Told(BaseException):
    """What a stand-in ends a call with: it tells which were asked.

    No exception of the usual kind, which functions of NumPy's catch.
    """

    def __init__(self, *asked: _Place) -> None:
        self.asked = frozenset(asked)


class _Number:
    """What stands for a number of Python's: it is converted."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> NoReturn:
        raise _Told

    def _convert(self) -> NoReturn:
        raise _Told

    __bool__ = __complex__ = __float__ = __index__ = __int__ = __iter__ = _convert
    __len__ = _convert


class _StandIn(_Number):
    """What stands for a tensor."""

    place: _Place

    def __array_function__(
        self, function: Any, types: Any, args: Any, kwargs: Any
    ) -> NoReturn:
        raise _Told(*[each.place for each in types if issubclass(each, _StandIn)])

    def __array_ufunc__(self, *inputs: Any, **kwargs: Any) -> NoReturn:
        raise _Told(self.place)


@cache
def _stand_in(place: _Place) -> type[_StandIn]:
    """Return a class for a place: NumPy tells the classes of what it asked."""
    return type("_StandIn", (_StandIn,), {"place": place})


__all__ = ["deciding"]
