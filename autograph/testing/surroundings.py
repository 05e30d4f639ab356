"""What a function can reach and random numbers come from, as it was before a call."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import numpy as np

from graph.staging.watch import Watch


class Surroundings:
    """The lists, dicts, attributes and globals around a function, and random states."""

    def __init__(self, roots: Iterable[Any]) -> None:
        """Remember what can be reached from some functions or values."""
        self._watch = Watch(roots)
        self._states = random.getstate(), np.random.get_state()

    def put_back(self) -> None:
        """Let all of it be as it was, once."""
        self._watch.settle({})
        random.setstate(self._states[0])
        np.random.set_state(self._states[1])


__all__ = ["Surroundings"]
