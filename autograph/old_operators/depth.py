"""How deep converted functions call each other: as deep as Python lets the user's.

Python counts frames, and a converted call has some of this library's between those of
the user's functions. While such calls are deep, the limit is higher by as much; code
that runs as it stands has no more frames left than it would have. The depth of
converted functions is counted, and has Python's own limit.

While a function is traced the limit is higher still: each `elif` is a block in those
before it, and blocks in each other are traced in each other.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from graph.locks import Lock

# Frames of this library's for one of the user's: 5 for a call, 14 for one in a loop in
# a `try` in an `if`.
_FRAMES: Final = 24
# The limit is looked at once for so many calls: it is that of all threads.
_STEP: Final = 8
# For so many calls there is room in a trace, beside those that there are.
_TRACING: Final = 200


class _Depth(threading.local):
    """How many converted functions are being called, in each thread.

    Attributes:
        value: That.
        room: For how many more there is room.
    """

    value = 0
    room = 0


class _Limit:
    """Python's limit of recursion, and what is added to it.

    Attributes:
        own: The user's limit.
        set: What is set in its place; 0 if that is the user's own.
        threads: The depth of each thread that is deep. The lock guards all three.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.own, self.set = 0, 0
        self.threads: dict[int, int] = {}

    def forget(self) -> None:
        """Forget other threads: a child has none of them."""
        thread = threading.get_ident()
        self.threads = {k: v for k, v in self.threads.items() if k == thread}

    def note(self, depth: int) -> None:
        """Take the depth of this thread for what it is now.

        Raises:
            RecursionError: It is more than the user's limit.
        """
        with self.lock():
            present = sys.getrecursionlimit()
            if present != self.set:  # nothing was added, or the user has set it
                self.own = present
            if depth > self.own:
                raise RecursionError("maximum recursion depth exceeded")
            thread, needed = threading.get_ident(), depth + _DEPTH.room
            if needed:
                self.threads[thread] = needed
            else:
                self.threads.pop(thread, None)
            self._apply()

    def _apply(self) -> None:
        deepest = max(self.threads.values(), default=0)
        wanted = self.own + _FRAMES * deepest
        try:
            sys.setrecursionlimit(wanted)
        except RecursionError:  # the stack is deeper, by frames that are not counted
            return
        self.set = wanted if deepest else 0

    def of_user(self) -> int:
        """Return what the user takes the limit for."""
        with self.lock():
            present = sys.getrecursionlimit()
            return self.own if present == self.set else present

    def set_by_user(self, limit: int) -> None:
        """Set the user's limit, with what is added to it."""
        with self.lock():
            sys.setrecursionlimit(limit)
            self.own = limit
            if self.threads:
                self._apply()


_DEPTH: Final = _Depth()
_LIMIT: Final = _Limit()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_LIMIT.forget)
user_limit: Final = _LIMIT.of_user
set_user_limit: Final = _LIMIT.set_by_user


def enter() -> None:
    """Note that a converted function is entered."""
    depth = _DEPTH.value + 1
    if not depth % _STEP:
        _LIMIT.note(depth)
    _DEPTH.value = depth


def leave() -> None:
    """Note that a converted function is left."""
    depth = _DEPTH.value
    if not depth % _STEP:
        _LIMIT.note(depth - _STEP)
    _DEPTH.value = depth - 1


def depth() -> int:
    """Return how many converted functions are being called in this thread."""
    return _DEPTH.value


@contextmanager
def in_trace() -> Iterator[None]:
    """Leave room for blocks in blocks, while a function is traced."""
    room = _DEPTH.room
    try:
        _DEPTH.room = _TRACING
        _LIMIT.note(_DEPTH.value)
        yield
    finally:
        _DEPTH.room = room
        _LIMIT.note(_DEPTH.value)


__all__ = ["depth", "enter", "in_trace", "leave", "set_user_limit", "user_limit"]
