"""Tracebacks as users see them: without the frames of this library."""

from __future__ import annotations

from types import TracebackType
from typing import Final, TypeVar

from graph.building import current_graph
from graph.origin import is_library_code, line_of

E = TypeVar("E", bound=BaseException)

# Show our own frames, too. Written by `show_internal_frames` only.
_SHOW: Final = [False]


def show_internal_frames(show: bool) -> None:
    """Keep the library's own frames in tracebacks, or leave them out."""
    _SHOW[0] = bool(show)


def are_internal_frames_shown() -> bool:
    """Tell whether the library's own frames stay in tracebacks."""
    return _SHOW[0]


def users_parts(error: BaseException) -> list[TracebackType]:
    """Return the parts of a traceback that are of users' frames."""
    kept = []
    trace = error.__traceback__
    while trace is not None:
        if not is_library_code(trace.tb_frame.f_code):
            kept.append(trace)
        trace = trace.tb_next
    return kept


def made_of(parts: list[TracebackType]) -> TracebackType | None:
    """Return a traceback of these parts alone."""
    made: TracebackType | None = None
    for part in reversed(parts):
        made = TracebackType(made, part.tb_frame, part.tb_lasti, line_of(part))
    return made


def of_eager_op(error: E) -> E:
    """Return what an op that runs at once raises, without what lies below the op.

    Python puts the frames above it in front. While a graph is being built the call of
    the function does as much, for all that was traced.
    """
    if _SHOW[0] or current_graph() is not None:
        return error
    return error.with_traceback(made_of(users_parts(error)))


__all__ = [
    "are_internal_frames_shown",
    "made_of",
    "of_eager_op",
    "show_internal_frames",
    "users_parts",
]
