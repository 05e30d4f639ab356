"""Builtins that see the frame that calls them, called by other names than their own.

By its own name such a builtin is called from the user's frame; called by an operator
it would see the operator's variables.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from autograph.old_operators.possible_attributes import check_globals
from graph.errors import FrameAccessError
from graph.origin import capture_exact, user_frame

# How many positional arguments make each independent of the frame.
_ENOUGH: Final = {"eval": 2, "exec": 2, "locals": 1, "vars": 1, "dir": 1}


def reader(function: Any) -> Callable[..., Any] | None:
    """Return what to call in place of such a builtin; None for other functions."""
    if function is globals:
        return _user_globals
    if getattr(function, "__self__", None) is not builtins:
        return None
    return partial(_call, function) if function.__name__ in _ENOUGH else None


def _user_globals() -> dict[str, Any]:
    frame = user_frame(sys._getframe(1))
    assert frame is not None
    check_globals(frame.f_globals)
    return frame.f_globals


def _call(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call one with arguments that make it independent of the frame.

    Raises:
        FrameAccessError: There are none.
    """
    if len(args) < _ENOUGH[function.__name__] and kwargs.get("globals") is None:
        raise FrameAccessError(
            f"{function.__name__}() sees the variables of the frame that calls it, and "
            "is called by another name here.",
            origin=capture_exact(2),
            hint=f"Write `{function.__name__}(...)`: a function that does runs as it "
            "stands.",
        )
    if function.__name__ in ("eval", "exec") and len(args) > 1 and args[1] is None:
        return _call(function, args[0], **kwargs)
    return function(*args, **kwargs)


__all__ = ["reader"]
