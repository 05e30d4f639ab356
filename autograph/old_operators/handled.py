"""Functions of Python's library that ask which exception is being handled.

Python keeps it for them in the thread. One that is caught when the graph runs is not
there while its handler is traced.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any, Final

from graph.building import _STATE
from graph.errors import DeferredExceptionError
from graph.old_staging.caught import CaughtError
from graph.origin import capture_exact
from graph.partial import Optional

_READERS: Final = (sys.exc_info, traceback.format_exc, traceback.print_exc)
_SHOWING: Final = frozenset({"traceback", "logging"})


def about_handled(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of what asks for the exception being handled."""
    handled = _STATE.handled
    if handled and type(handled[-1]) is CaughtError:
        if function is sys.exception and not args:
            return lambda: handled[-1]
        if _asks(function, kwargs):
            return _refuse_to(function)
    is_given = any(map(_is_caught, (*args, *kwargs.values())))
    return _refuse_to(function) if is_given and _shows(function) else None


def _is_caught(value: Any) -> bool:
    held = value.value if type(value) is Optional else value
    return type(held) is CaughtError


def _shows(function: Any) -> bool:
    return getattr(function, "__module__", None) in _SHOWING


def _asks(function: Any, kwargs: Mapping[str, Any]) -> bool:
    """Tell whether a function looks at the exception that is being handled."""
    if any(function is each for each in _READERS):
        return True
    if not _shows(function):
        return False
    if kwargs.get("exc_info"):
        return True
    owner = getattr(function, "__self__", None)
    is_logger = isinstance(owner, (logging.Logger, logging.LoggerAdapter))
    is_its = function is logging.exception or is_logger
    return is_its and getattr(function, "__name__", None) == "exception"


def _refuse_to(function: Any) -> Callable[..., Any]:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        del args, kwargs
        raise DeferredExceptionError(
            f"{function.__qualname__}() shows an exception that is caught when the "
            "graph runs.",
            origin=capture_exact(),
            hint="Name it, as in `except ValueError as error`: its text can be staged, "
            "str(error), and what it is made of, error.args. sys.exception() gives it, "
            "too.",
        )

    return refuse


__all__ = ["about_handled"]
