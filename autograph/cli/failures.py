"""What goes wrong on the command line, and the exit code for it.

The codes are part of the interface:

0    all is well
1    the user's function raised, or cannot be staged
2    the command line is at fault: a file, a name, an argument
3    eager and graph disagree
"""

from __future__ import annotations

import sys
import traceback
from types import TracebackType

from autograph.tracebacks import without_our_frames
from graph.origin import line_of

OK = 0
FUNCTION_FAILED = 1
BAD_USAGE = 2
DISAGREEMENT = 3
INTERRUPTED = 130


class UsageError(Exception):
    """What the user can put right; shown as one line, without a traceback.

    Args:
        message: What is wrong and what to do.
        cause: An exception of the user's code that led here; its traceback is shown.
    """

    def __init__(self, message: str, cause: BaseException | None = None) -> None:
        super().__init__(message)
        self.cause = cause


class FunctionFailedError(Exception):
    """The user's function raised, or was refused; its own traceback is shown."""

    def __init__(self, error: BaseException, note: str = "") -> None:
        super().__init__(note)
        self.error = error
        self.note = note


def show_usage_error(error: UsageError) -> int:
    """Print it, and the user's traceback if there is one; return the exit code."""
    if error.cause is not None:
        show_traceback(error.cause)
    print(f"error: {error}", file=sys.stderr)
    return BAD_USAGE


def show_function_failure(failure: FunctionFailedError) -> int:
    """Print the traceback of the user's function; return the exit code."""
    show_traceback(failure.error)
    if failure.note:
        print(f"error: {failure.note}", file=sys.stderr)
    return FUNCTION_FAILED


def show_traceback(error: BaseException) -> None:
    """Print an exception with the frames of the user's code alone."""
    sys.stdout.flush()
    shown = without_our_frames(error)
    traceback.print_exception(shown.with_traceback(_without_import(shown)))


def _without_import(error: BaseException) -> TracebackType | None:
    """Return the traceback without the frames of Python's import system."""
    parts = []
    part = error.__traceback__
    while part is not None:
        if not part.tb_frame.f_code.co_filename.startswith("<frozen importlib"):
            parts.append(part)
        part = part.tb_next
    rebuilt: TracebackType | None = None
    for part in reversed(parts):
        rebuilt = TracebackType(rebuilt, part.tb_frame, part.tb_lasti, line_of(part))
    return rebuilt
