"""What a function can reach and random numbers come from, as it was before a call."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from graph.old_staging.locations import Drawn
from graph.old_staging.watch import Watch

_GENERATORS: Final = (random.Random, np.random.RandomState, np.random.Generator)


class Surroundings:
    """The lists, dicts, attributes and globals around a function, and random states."""

    def __init__(self, roots: Iterable[Any]) -> None:
        """Remember what can be reached from some functions or values."""
        self._watch = Watch(roots)
        generators = (random._inst, np.random.mtrand._rand, *self._watch.seen())
        self._drawn = [
            (place, place.get())
            for place in map(Drawn, generators)
            if isinstance(place.owner, _GENERATORS)
        ]

    def put_back(self) -> None:
        """Let all of it be as it was, once."""
        for each in self._watch.seen():
            if isinstance(each, functools._lru_cache_wrapper):
                each.cache_clear()
        self._watch.settle({})
        for place, state in self._drawn:
            place.set(state)


__all__ = ["Surroundings"]
