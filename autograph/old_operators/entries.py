"""Hear of the functions that Python itself enters: in one thread, for a time.

From Python 3.12 on that is `sys.monitoring`, which forgets functions that need no more
looking at: they cost nothing from then on. Python 3.11 has profilers only, which hear
of each call and each return, of functions written in C, too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import get_ident
from types import CodeType, FrameType
from typing import Any, Final

# Looks at a frame that is entered; tells whether other frames of that code, and of
# that module, need looking at, too.
Listener = Callable[[FrameType], bool]

_MONITORING: Final[Any] = getattr(sys, "monitoring", None)
# The others have a meaning: of debuggers, coverage, profilers and optimizers.
_FREE_TOOLS: Final = (4, 3)


class ByProfiler:
    """Hears of functions as a profiler of the thread."""

    def __init__(self, listener: Listener) -> None:
        # Those that hear. What one thread adds and removes is its own number.
        self._threads: set[int] = set()
        # Code that needs no more looking at, by identity, until the end: to keep it
        # longer would keep the user's functions.
        self._passed: dict[int, CodeType] = {}
        self._listener = listener
        self._heard = self._hearing()

    def is_on(self) -> bool:
        """Tell whether it hears of the functions that this thread enters."""
        return get_ident() in self._threads

    def begin(self) -> None:
        """Hear of them from now on; a profiler that is there already stays."""
        self._threads.add(get_ident())
        self.set_again()

    def set_again(self) -> None:
        """Hear again in a thread that began to, and has not ended."""
        if get_ident() in self._threads and sys.getprofile() is None:
            sys.setprofile(self._heard)

    def pause(self) -> None:
        """Hear of nothing until it is set again: a profiler costs all that runs."""
        if sys.getprofile() is self._heard:
            sys.setprofile(None)

    def end(self) -> None:
        """Hear of nothing from now on."""
        self._threads.discard(get_ident())
        # A profiler of C, as cProfile's, stays in place by itself: it is not set here.
        self.pause()
        self._passed.clear()

    def _hearing(self) -> Callable[[FrameType, str, object], None]:
        """Return the profiler: a function, as it is called twice for each call."""
        passed = self._passed

        def heard(frame: FrameType, event: str, _argument: object) -> None:
            if event != "call" or id(frame.f_code) in passed:
                return
            try:
                if not self._listener(frame):
                    passed[id(frame.f_code)] = frame.f_code
            except Exception as error:
                # Python takes profilers away that raise. Some of it passes over errors,
                # as `list` does where it asks for a length: there is more to hear then.
                vars(error)["_ag_again"] = _Again(self)
                raise

        return heard


class _Again:
    """Sets a profiler again once the error that holds this is forgotten."""

    def __init__(self, profiler: ByProfiler) -> None:
        self._profiler = profiler

    def __del__(self) -> None:
        self._profiler.set_again()

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return type(None), ()  # copies and pickles of the error need none


class ByMonitoring:
    """Hears of functions by events, which are those of all threads.

    Args:
        listener: What is told.
        tool: The number of a tool of `sys.monitoring` that is this one's.
    """

    def __init__(self, listener: Listener, tool: int) -> None:
        self._listener = listener
        self._tool = tool
        # Those that hear. What one thread adds and removes is its own number.
        self._threads: set[int] = set()
        events = _MONITORING.events
        self._events = events.PY_START | events.PY_RESUME | events.PY_THROW
        for event in (events.PY_START, events.PY_RESUME):
            _MONITORING.register_callback(tool, event, self._entered)
        _MONITORING.register_callback(tool, events.PY_THROW, self._thrown_into)

    def is_on(self) -> bool:
        """Tell whether it hears of the functions that this thread enters."""
        return get_ident() in self._threads

    def begin(self) -> None:
        """Hear of them from now on."""
        self._threads.add(get_ident())
        self._settle()

    def end(self) -> None:
        """Hear of nothing from now on."""
        self._threads.discard(get_ident())
        self._settle()

    def _settle(self) -> None:
        # Another thread may begin at the same time: whoever comes last is right.
        wanted = self._events if self._threads else 0
        while _MONITORING.get_events(self._tool) != wanted:
            _MONITORING.set_events(self._tool, wanted)
            wanted = self._events if self._threads else 0

    def _entered(self, _code: CodeType, _offset: int) -> Any:
        if self.is_on() and not self._listener(sys._getframe(1)):
            return _MONITORING.DISABLE
        return None

    def _thrown_into(self, _code: CodeType, _offset: int, _error: object) -> None:
        if self.is_on():  # these events cannot be forgotten
            self._listener(sys._getframe(1))


def entries(listener: Listener) -> ByProfiler | ByMonitoring:
    """Return what tells a listener of the functions that Python enters."""
    if _MONITORING is not None:
        for tool in _FREE_TOOLS:
            if _MONITORING.get_tool(tool) is None:
                _MONITORING.use_tool_id(tool, "autograph")
                return ByMonitoring(listener, tool)
    return ByProfiler(listener)


__all__ = ["ByMonitoring", "ByProfiler", "entries"]
