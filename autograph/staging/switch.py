"""Which core traces functions: the old one, until the new one does all that it does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# Is the new core on? Written by `new_core` and `turn_on`.
IS_ON: Final = [False]


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


@contextmanager
def new_core(*, is_on: bool = True) -> Iterator[None]:
    """Trace by the new core, or the old one, while the block runs."""
    before = IS_ON[0]
    IS_ON[0] = is_on
    try:
        yield
    finally:
        IS_ON[0] = before


def turn_on() -> None:
    """Trace by the new core from now on."""
    IS_ON[0] = True
