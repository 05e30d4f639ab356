"""Seconds that a thread has spent on converting source, for reports of traces."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from graph.budget import extend


class _Spent(threading.local):
    """Written by `converting` only.

    Attributes:
        convert_s: Seconds since the thread began.
        depth: Conversions within each other count once.
    """

    convert_s = 0.0
    depth = 0


SPENT: Final = _Spent()


@contextmanager
def converting() -> Iterator[None]:
    """Count the time of the block as spent on conversion."""
    start, began_s = time.perf_counter(), time.thread_time()
    SPENT.depth += 1
    try:
        yield
    finally:
        SPENT.depth -= 1
        if not SPENT.depth:
            SPENT.convert_s += time.perf_counter() - start
            extend(time.thread_time() - began_s)
