"""Functions of Python's library that look at who calls them, called by an operator.

`warnings.warn` and `logging` tell the line of their caller; `type(name, bases, dict)`,
named tuples and their kin tell its module. Called for the user, they find the user.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import FrameType, FunctionType, MethodType
from typing import Any, Final

from autograph.old_operators import depth
from graph.needed import CALLING
from graph.origin import is_library_code


def call(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Any:
    """Call a function as code of the user's does that stands where its call stands."""
    what = function.__func__ if type(function) is MethodType else function
    names = _LOOKING.get(getattr(what, "__module__", None))
    as_user = None if names is None else names.get(getattr(what, "__name__", None))
    if as_user is not None:
        return as_user(function, args, kwargs)
    if isinstance(what, type) and _makes_classes(what):
        return _make(function, args, kwargs)
    return function(*args, **kwargs)


# -- Which line calls -----------------------------------------------------------------


def _warn(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    before, given, after = args[:2], args[2:3], args[3:]
    if given:
        return function(*before, _level(*given), *after, **kwargs)
    level = _level(kwargs.get("stacklevel", 1))
    return function(*args, **{**kwargs, "stacklevel": level})


def _log(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    level = _level(kwargs.get("stacklevel", 1))
    return function(*args, **{**kwargs, "stacklevel": level})


def _level(level: Any) -> Any:
    """Return at which level above our caller the user's frame of a level is.

    Blocks of staged statements are functions of their own; they count as a part of the
    function that they are written in.
    """
    from autograph.code_objects import is_helper

    if type(level) is not int:
        return level
    frame: FrameType | None = sys._getframe(1)
    passed, is_inside = 0, False
    while frame is not None:
        passed += 1
        if not is_library_code(frame.f_code):
            level -= not is_inside
            if level <= 0:
                return passed
            is_inside = is_helper(frame.f_code)
        frame = frame.f_back
    return passed


# -- How deep functions may call each other --------------------------------------------


def _limit(_: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    return sys.getrecursionlimit(*args, **kwargs) and depth.user_limit()


def _set_limit(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    if len(args) == 1 and type(args[0]) is int and args[0] > 0 and not kwargs:
        return depth.set_user_limit(*args)
    return function(*args, **kwargs)  # which complains


def _frame(_: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    sys._getframe(*args, **kwargs)  # complains of what it cannot take
    level = _level(args[0] + 1 if args else 1)
    return sys._getframe(level - 1)


# -- Which module makes a class -------------------------------------------------------


def _makes_classes(cls: type) -> bool:
    return issubclass(cls, type) or type(cls).__module__ == "enum"


def _make(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """Call what makes a class from a frame that has the user's global variables."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and is_library_code(frame.f_code):
        frame = frame.f_back
    if frame is None or (function is type and len(args) == 1):
        return function(*args, **kwargs)
    return FunctionType(_calling.__code__, frame.f_globals)(function, args, kwargs)


def _calling(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    return function(*args, **kwargs)


_Names = dict[Any, Callable[..., Any]]
_WARNING: Final[_Names] = {"warn": _warn}
# By module and name: how what is defined there is called.
_LOOKING: Final[dict[Any, _Names]] = {
    "_warnings": _WARNING,
    "warnings": _WARNING,
    "logging": dict.fromkeys(
        ("debug", "info", "warning", "warn", "error", "exception", "critical")
        + ("fatal", "log"),
        _log,
    ),
    "collections": {"namedtuple": _make},
    "dataclasses": {"make_dataclass": _make},
    "sys": {
        "_getframe": _frame,
        "getrecursionlimit": _limit,
        "setrecursionlimit": _set_limit,
    },
    "inspect": {"currentframe": _frame},
    "typing": dict.fromkeys(
        ("NamedTuple", "NewType", "TypedDict", "TypeVar", "ParamSpec", "TypeVarTuple")
        + ("TypeAliasType",),
        _make,
    ),
}


# What is written in C has no frame: these are the ones that it is called from.
CALLING.update({call.__code__, _calling.__code__})

__all__ = ["call"]
