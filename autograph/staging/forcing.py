"""Modes of tests: a rung of the ladder is taken wherever it can be taken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# Modes of tests: "real" has all objects live at run time, "calls" and "statements" have
# Python run all that it may run of these. Written by `forced` alone.
FORCED: Final[set[str]] = set()


@contextmanager
def forced(*modes: str) -> Iterator[None]:
    """Take a rung wherever it can be taken, while the block runs."""
    before = set(FORCED)
    FORCED.clear()
    FORCED.update(modes)
    try:
        yield
    finally:
        FORCED.clear()
        FORCED.update(before)
