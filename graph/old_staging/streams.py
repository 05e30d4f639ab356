"""What a traced function has `print` write to, in the place of the standard streams.

No block refers to it, and what a block prints there is its doing none the less.
"""

from __future__ import annotations

import sys
from typing import Any, Final

from graph.building import PerTrace, per_trace


class _Streams(PerTrace):
    """The standard streams, as they were when this thread's trace began."""

    def __init__(self) -> None:
        self.stdout, self.stderr = sys.stdout, sys.stderr


_BEFORE: Final = per_trace(_Streams())


def redirected() -> tuple[Any, ...]:
    """Return what the trace has put in the place of `sys.stdout` and `sys.stderr`."""
    known = (_BEFORE.stdout, _BEFORE.stderr)
    return tuple(
        now
        for now, before in zip((sys.stdout, sys.stderr), known, strict=True)
        if now is not before
    )


def is_printed_elsewhere() -> bool:
    """Tell whether the trace has put something in the place of `sys.stdout`."""
    return sys.stdout is not _BEFORE.stdout


def is_standard(stream: Any) -> bool:
    """Is it a standard stream as it was when the trace began?"""
    return stream is _BEFORE.stdout or stream is _BEFORE.stderr


__all__ = ["is_printed_elsewhere", "is_standard", "redirected"]
