"""Tracebacks as users see them: their own frames."""

from __future__ import annotations

from types import TracebackType
from typing import TypeVar

from graph.errors import AutographError
from graph.origin import capture_exact, exact_origin, is_library_code, line_of

E = TypeVar("E", bound=BaseException)

# Show our own frames, too. Written by `show_internal_frames` only.
_SHOW = [False]


def show_internal_frames(show: bool) -> None:
    """Keep the library's own frames in tracebacks, or leave them out."""
    _SHOW[0] = bool(show)


def are_internal_frames_shown() -> bool:
    """Tell whether the library's own frames stay in tracebacks."""
    return _SHOW[0]


def without_our_frames(error: E) -> E:
    """Return the error with a traceback of user frames only."""
    if _SHOW[0]:
        return error
    kept = []
    trace = error.__traceback__
    while trace is not None:
        if not is_library_code(trace.tb_frame.f_code):
            kept.append(trace)
        trace = trace.tb_next
    if isinstance(error, AutographError) and error.origin is None:
        if kept:
            frame, last = kept[-1].tb_frame, kept[-1]
            error.origin = exact_origin(frame.f_code, last.tb_lasti, line_of(last))
        else:  # it was raised before the user's code was reached
            error.origin = capture_exact(2)
    rebuilt: TracebackType | None = None
    for part in reversed(kept):
        rebuilt = TracebackType(rebuilt, part.tb_frame, part.tb_lasti, line_of(part))
    return error.with_traceback(rebuilt)
