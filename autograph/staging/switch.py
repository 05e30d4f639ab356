"""Which core traces functions: the old one, until the new one does all that it does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# Is the new core on? Written by `new_core` and `turn_on`.
IS_ON: Final = [False]


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
