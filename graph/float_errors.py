"""Warnings of steps of our own, which are none of the program's."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from graph.locks import Lock

# What `warnings.catch_warnings` sets is shared by all threads, and is put back wrong if
# two of them leave it in the order they came.
_CATCHING: Final = Lock(threading.RLock)


@contextmanager
def own_warnings() -> Iterator[list[warnings.WarningMessage]]:
    """Keep the warnings of a step of our own.

    It must not call what users wrote.
    """
    with _CATCHING(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield caught


__all__ = ["own_warnings"]
