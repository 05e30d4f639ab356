"""Free what a trace left behind in cycles, at the cost of the trace alone.

`gc.collect` looks at every object of the process. Which of them were there before a
trace can wait: they are set aside while it runs, in constant time, as `gc.freeze` does.
Python itself looks for cycles after every so many new objects. Nearly all that a trace
and its program are made of stays, so it looks less often until they are there.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# Python 3.12 sets some hundreds aside itself; a heap that a user froze has more.
_MANY: Final = 10_000
_LOCK: Final = threading.Lock()
# How many traces run, in all threads, with what is older set aside.
_RUNNING: Final = [0]
# How many functions are being traced and built, in all threads; the thresholds of `gc`
# meanwhile, and those of before while there are some.
_MAKING: Final = [0]
_SELDOM: Final = (20_000, 20, 10)
_BEFORE: Final[list[tuple[int, int, int]]] = []


@contextmanager
def older_set_aside() -> Iterator[None]:
    """Set what exists now aside until the block ends: `collect` does not look at it.

    Whoever froze objects himself keeps them frozen: then nothing is set aside.
    """
    is_ours = False
    try:
        with _LOCK:
            if _RUNNING[0] or gc.get_freeze_count() < _MANY:
                # Nothing is called in between: Ctrl-C finds both done, or neither.
                is_ours = True
                _RUNNING[0] += 1
                if _RUNNING[0] == 1:
                    gc.freeze()
        yield
    finally:
        if is_ours:
            with _LOCK:
                _RUNNING[0] -= 1
                if not _RUNNING[0]:
                    gc.unfreeze()


@contextmanager
def seldom_looked_for() -> Iterator[None]:
    """Let Python look for cycles less often until the block ends.

    Whoever sets thresholds meanwhile keeps his.
    """
    is_ours = False
    try:
        with _LOCK:
            is_ours = True
            _MAKING[0] += 1
            now = gc.get_threshold()
            if _MAKING[0] == 1 and 0 < now[0] < _SELDOM[0]:  # 0 stands for never
                _BEFORE.append(now)
                gc.set_threshold(*_SELDOM)
        yield
    finally:
        if is_ours:
            with _LOCK:
                _MAKING[0] -= 1
                if not _MAKING[0] and _BEFORE:
                    before = _BEFORE.pop()
                    if gc.get_threshold() == _SELDOM:
                        gc.set_threshold(*before)


def is_older_set_aside() -> bool:
    """Tell whether what was there before the trace has been set aside."""
    return _RUNNING[0] > 0


def made_since_trace_began() -> set[int]:
    """Return the identities of what can be in cycles, and is not from before the trace.

    Where nothing was set aside, objects of before are among them.
    """
    return {id(each) for each in gc.get_objects()}


def collect() -> None:
    """Free unreachable cycles among what was made since the trace began."""
    gc.collect()
