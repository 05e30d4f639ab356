"""The life of an iterator: what ends with it, and what is drawn for it.

Threads that work for an iterator hold its life and never the iterator itself. When the
iterator dies, or the interpreter ends, the life is closed: threads see `is_over` and
stop, files are closed. In a child of a fork there are no such threads, so what needs
one raises an error there.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import weakref
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from graph.errors import FailedPreconditionError
from graph.locks import n_forks
from graph.streams import LocalStream, global_stream

# Those that are not over. Written by `Life` only.
_LIVES: Final[weakref.WeakSet[Life]] = weakref.WeakSet()


class Life:
    """What belongs to one iterator, or to a part of it that has a thread of its own.

    Args:
        seed: What its random numbers are made of.

    Attributes:
        is_over: Has the iterator died?
    """

    def __init__(self, seed: tuple[int, ...]) -> None:
        """Begin."""
        self.is_over = False
        self._seed = seed
        self._n_seeds = 0
        self._endings: dict[object, Callable[[], None]] = {}
        # Ends a part before the whole does.
        self.finish: Callable[[], None] = self.close
        self._n_forks = n_forks()
        _LIVES.add(self)

    def child(self) -> Life:
        """Return the life of a part, which may use it in another thread."""
        found = Life(self.new_seed())
        found.finish = self.at_end(found.close)
        return found

    def new_seed(self) -> tuple[int, ...]:
        """Return a seed that no other part has.

        It depends on the seed of the iterator and on what came before alone: that is
        why what runs beside each other has lives of its own.
        """
        self._n_seeds += 1
        return (*self._seed, self._n_seeds)

    def streams(self) -> Iterator[LocalStream]:
        """Return streams of random numbers, one for each element."""
        seed = self.new_seed()
        return (LocalStream((*seed, place)) for place in itertools.count())

    def at_end(self, ending: Callable[[], None]) -> Callable[[], None]:
        """Have something done when the life is over: at once, if it is.

        Returns:
            What does it before, and forgets it.
        """
        key = object()
        self._endings[key] = ending
        if self.is_over:
            self.close()

        def end_now() -> None:
            self._endings.pop(key, None)
            ending()

        return end_now

    def close(self) -> None:
        """End what belongs to it. Takes no lock: the collector may call it."""
        self.is_over = True
        while self._endings:
            self._endings.popitem()[1]()

    def check_process(self) -> None:
        """Refuse to go on in the child of a fork.

        Raises:
            FailedPreconditionError: This is another process than that of the threads.
        """
        if n_forks() != self._n_forks:
            raise FailedPreconditionError(
                "this iterator has threads, which the fork of the process has not "
                "copied.",
                hint="Make the iterator in the child: iter(dataset). Data sets "
                "themselves can be used in both.",
            )


def draw_seed() -> int:
    """Draw a seed from the stream of `ag.random`."""

    def sample(generator: np.random.Generator) -> Any:
        return generator.integers(2**63)

    return int(global_stream().draw(sample))


def _close_all() -> None:
    for life in list(_LIVES):
        with contextlib.suppress(Exception):  # the interpreter ends
            life.close()


atexit.register(_close_all)

__all__: list[str] = []
