"""What the conversion tells about itself: nothing, unless asked.

    0   nothing
    1   which functions are converted, and which run as they stand, and why
    2   the converted source, too

Each is told once for a function's code. Lines go to the logger `autograph`, at level
INFO; to the standard error stream while nobody has set up a handler.
"""

from __future__ import annotations

import logging
import os
import sys
from types import CodeType
from typing import Any
from weakref import WeakSet

from autograph.errors import OptionError
from graph.origin import capture_exact

LOGGER = logging.getLogger("autograph")
VARIABLE = "AUTOGRAPH_VERBOSITY"

# The level that was set, if one was, and whether to print, too. Written by
# `set_verbosity` only.
_SET: list[int | None] = [None]
_PRINTS = [False]
# What was told of already. Written by `tell_once` only.
_TOLD: WeakSet[CodeType] = WeakSet()


def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """Say how much the conversion tells about itself.

    Until then the environment variable AUTOGRAPH_VERBOSITY says it.

    Args:
        level: 0 for nothing; 1 for the functions that are converted, and those that
            run as they stand, with the reason; 2 or more for the converted source,
            too.
        alsologtostdout: Print the lines as well, to the standard output.

    Raises:
        OptionError: The level is no integer, or negative.
    """
    is_number = isinstance(level, int) and not isinstance(level, bool)
    if not is_number or level < 0:
        rule = "0 or more" if is_number else "an integer"
        raise OptionError(
            f"the verbosity is {rule}, not {level!r}.",
            origin=capture_exact(),
            hint="0 says nothing, 1 what is converted, 2 the converted source, too.",
        )
    _SET[0], _PRINTS[0] = level, bool(alsologtostdout)


def verbosity() -> int:
    """Return the level in force."""
    if _SET[0] is not None:
        return _SET[0]
    text = os.environ.get(VARIABLE, "0")
    return int(text) if text.isdecimal() else 0


def tell(level: int, message: str) -> None:
    """Log a message if the verbosity is as high."""
    if verbosity() < level:
        return
    if LOGGER.hasHandlers():
        LOGGER.info("%s", message)
    else:
        sys.stderr.write(f"autograph: {message}\n")
    if _PRINTS[0]:
        sys.stdout.write(f"autograph: {message}\n")


def tell_as_is(code: CodeType, reason: str) -> None:
    """Tell that a function runs as it stands, once."""
    if verbosity() and code not in _TOLD:
        _TOLD.add(code)
        tell(1, f"{described(code)} runs as it stands: {reason}")


def described(code: CodeType) -> str:
    """Return the name and place of a function."""
    return f"{code.co_qualname} ({code.co_filename}:{code.co_firstlineno})"


def trace(*args: Any) -> None:
    """Print values as they are while a function is traced.

    As plain Python it prints them each time it runs; in a graph `ag.print` does that.
    """
    print(*args)  # noqa: T201  # that is what it is for


__all__ = ["set_verbosity", "tell", "tell_as_is", "trace", "verbosity"]
