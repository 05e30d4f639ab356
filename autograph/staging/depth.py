"""Room for the frames of a trace: Python's limit counts this library's own, too.

A converted call has some frames of this library between those of the user's functions,
and blocks in each other, as of a long `elif`, are traced in each other.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from graph.locks import Lock

# So many frames there may be for one of the user's.
_FRAMES: Final = 16
# How many traces are under way in all threads, the user's limit, and what stands in its
# place. Written by `deep` alone, under the lock.
_LOCK: Final = Lock()
_STATE: Final = [0, 0, 0]


@contextmanager
def deep() -> Iterator[None]:
    """Let Python's limit of recursion be higher while the block runs."""
    with _LOCK():
        if not _STATE[0]:
            own = sys.getrecursionlimit()
            _STATE[1:] = own, own * _FRAMES
            sys.setrecursionlimit(own * _FRAMES)
        _STATE[0] += 1
    try:
        yield
    finally:
        with _LOCK():
            _STATE[0] -= 1
            if not _STATE[0] and sys.getrecursionlimit() == _STATE[2]:
                sys.setrecursionlimit(_STATE[1])


__all__ = ["deep"]
