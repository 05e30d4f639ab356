"""What code that is running can reach."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any, Final

from graph.old_staging.watch import Watch
from graph.origin import is_library_code

# Converted code mentions the operators by this name.
_OPERATORS: Final = "ag__"


def is_reached(values: list[Any]) -> bool:
    """Can one of these be reached by code that is running?"""
    if not values:
        return False
    watch = reached()
    return watch.is_cut or any(map(watch.has_seen, values))


def reached() -> Watch:
    """Return what can be reached by code that is running."""
    return Watch.of_frames(_user_frames())


def _user_frames() -> list[FrameType]:
    """Return the user's frames, up to the outermost that is converted."""
    frames, last = [], 0
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if not is_library_code(code):
            frames.append(frame)
            if _OPERATORS in code.co_freevars or _OPERATORS in code.co_names:
                last = len(frames)
        frame = frame.f_back
    return frames[:last]


__all__ = ["is_reached", "reached"]
