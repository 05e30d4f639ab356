"""Free what a trace left behind in cycles, at the cost of the trace alone.

`gc.collect` looks at every object of the process. Which of them were there before a
trace can wait: they are set aside while it runs, in constant time, as `gc.freeze` does.
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


def collect() -> None:
    """Free unreachable cycles among what was made since the trace began."""
    gc.collect()
