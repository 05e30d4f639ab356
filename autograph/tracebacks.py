"""Tracebacks as users see them: their own frames."""

from __future__ import annotations

import inspect
from types import CodeType
from typing import Final, TypeVar

from autograph.allowed import is_marked
from autograph.errors import SourceUnavailableError
from autograph.options import is_ready
from graph.errors import AutographError, OperatorNotAllowedInGraphError
from graph.origin import capture_exact, exact_origin, line_of
from graph.tracebacks import (
    are_internal_frames_shown,
    made_of,
    show_internal_frames,
    users_parts,
)

E = TypeVar("E", bound=BaseException)


def without_our_frames(error: E) -> E:
    """Return the error with a traceback of user frames only."""
    if are_internal_frames_shown():
        return error
    kept = users_parts(error)
    if isinstance(error, AutographError) and error.origin is None:
        if kept:
            frame, last = kept[-1].tb_frame, kept[-1]
            error.origin = exact_origin(frame.f_code, last.tb_lasti, line_of(last))
        else:  # it was raised before the user's code was reached
            error.origin = capture_exact(2)
    if isinstance(error, OperatorNotAllowedInGraphError) and kept:
        _tell_what_runs_as_it_stands(error, kept[-1].tb_frame.f_code)
    return error.with_traceback(made_of(kept))


def _tell_what_runs_as_it_stands(
    error: OperatorNotAllowedInGraphError, code: CodeType
) -> None:
    """Say why the function that needed a value is not converted, if it is not."""
    # Conversion is imported when first needed: `import autograph` stays fast.
    from autograph.conversion import should_run_as_is

    is_function = code.co_name == "<lambda>" or not code.co_name.startswith("<")
    if is_ready(code) or not is_function:
        return
    reason: str | None = "it is marked by `ag.do_not_convert`"
    if not code.co_flags & inspect.CO_OPTIMIZED:
        reason = "it is the body of a class"
    elif not is_marked(code):
        try:
            reason = should_run_as_is(code)
        except SourceUnavailableError:
            reason = "its source is not available"
    if reason is None:
        return
    told = f"`{code.co_name}` runs as it stands: {reason}."
    if code.co_flags & inspect.CO_GENERATOR:
        error.hint = f"{told} {_STEPPED}"
    elif told not in error.hint:
        error.hint = f"{told} {error.hint}".rstrip()


_STEPPED: Final = (
    "Python itself steps through it here, which cannot wait for the run. Write a "
    "function that returns a list of the items, and step through that."
)


__all__ = ["are_internal_frames_shown", "show_internal_frames", "without_our_frames"]
