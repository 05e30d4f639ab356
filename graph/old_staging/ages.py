"""Tell what was there before a trace, and what was made since.

Python keeps objects that can be in cycles in three generations. When a trace begins,
all that is there is moved to the oldest one; what is made then is in the younger ones,
until a collection moves it. A trace notes what that moves. The collector itself stays
as it is: nothing is frozen, no threshold is changed, nothing is switched off.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from threading import get_ident
from typing import Any, Final

from graph.building import PerTrace, per_trace

_YOUNG: Final = (0, 1)


class _Noter:
    """Notes what is moved to the oldest generation, as one of `gc.callbacks`.

    Attributes:
        thread: Whose trace it notes for.
        moved: The identities of what was made since the trace began, and moved.
    """

    def __init__(self) -> None:
        self.thread = get_ident()
        self.moved: set[int] = set()

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        """Note what a collection that begins moves."""
        if phase == "start" and info["generation"] >= _YOUNG[-1]:
            self.moved.update(_young())


class _State(PerTrace):
    """What notes for the trace of a thread, if one is under way."""

    def __init__(self) -> None:
        self.noter: _Noter | None = None


_STATE: Final = per_trace(_State())


@contextmanager
def ages_noted() -> Iterator[None]:
    """Have what was there before be told from what is made until the block ends."""
    _forget_of_thread()
    try:
        gc.collect(_YOUNG[-1])
        _STATE.noter = _Noter()
        gc.callbacks.append(_STATE.noter)
        yield
    finally:
        _STATE.noter = None
        _forget_of_thread()


def _forget_of_thread() -> None:
    """Note no more for this thread, also where Ctrl-C kept an earlier end from it."""
    mine = get_ident()
    for each in [each for each in gc.callbacks if isinstance(each, _Noter)]:
        if each.thread == mine:
            gc.callbacks.remove(each)


def _forget_other_threads() -> None:
    """Note no more for threads of the parent, which a child has not."""
    for each in [each for each in gc.callbacks if isinstance(each, _Noter)]:
        if each.thread != get_ident():
            gc.callbacks.remove(each)


def is_from_before(owner: Any) -> bool:
    """Was an object that can be in cycles there before the trace under way?"""
    noter = _STATE.noter
    return noter is not None and id(owner) not in made_since_trace_began()


def made_since_trace_began() -> set[int]:
    """Return the identities of what can be in cycles, and is not from before the trace.

    What is gone has its own among them, which nothing from before can have.
    """
    noter = _STATE.noter
    if noter is None:
        return set()
    return noter.moved.union(_young())


def _young() -> Iterator[int]:
    """Return the identities of what is in the young generations.

    To be used up by one call of C code: a list of objects that a thread could see would
    hold tuples that other threads are still filling, which Python does not allow.
    """
    return map(id, chain.from_iterable(map(gc.get_objects, _YOUNG)))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_other_threads)
