"""Where the decisions of the generator come from: a seed, or hypothesis.

A decision is a number below a bound, and 0 is the simplest answer: hypothesis makes
decisions smaller as it looks for the simplest program that fails.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Weighted(Protocol):
    """Something that is chosen in proportion to its weight."""

    @property
    def weight(self) -> int:
        """How often it is chosen, relative to the others."""


W = TypeVar("W", bound=Weighted)


class Choices:
    """Decisions, all made of one kind: a number below a bound."""

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound - 1`; 0 is the simplest."""
        raise NotImplementedError

    def pick(self, options: Sequence[T]) -> T:
        """Return one of several options, the simplest first."""
        return options[self.below(len(options))]

    def chance(self, percent: int) -> bool:
        """Return True in so many of 100 cases; False is the simplest."""
        return self.below(100) >= 100 - percent

    def group(self, write: Callable[[], T]) -> T:
        """Do what makes decisions that belong together, and may be left out together.

        That is how hypothesis finds a statement in a long list of decisions.
        """
        return write()

    def repeat(self, write: Callable[[], bool], percent: int, at_most: int) -> bool:
        """Repeat `write` for as long as it gives True.

        Args:
            write: What to do; tells whether to go on.
            percent: The chance of each repetition.
            at_most: How often.

        Returns:
            What `write` gave last; True if it was not called.
        """

        def step() -> tuple[bool, bool]:
            is_wanted = self.chance(percent)
            return is_wanted, not is_wanted or write()

        for _ in range(at_most):
            is_wanted, goes_on = self.group(step)
            if not is_wanted or not goes_on:
                return goes_on
        return True

    def weighted(self, options: Sequence[W]) -> W:
        """Return one of several options by their weights, the simplest first."""
        left = self.below(sum(each.weight for each in options))
        for each in options:
            left -= each.weight
            if left < 0:
                return each
        raise AssertionError("the weights changed")


class SeededChoices(Choices):
    """Decisions that follow from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)


class DrawnChoices(Choices):
    """Decisions drawn from hypothesis.

    Args:
        draw: What `hypothesis.strategies.composite` hands to a strategy.
        strategies: The module `hypothesis.strategies`.
    """

    def __init__(self, draw: Any, strategies: Any) -> None:
        self._draw = draw
        self._integers = strategies.integers
        # Made once: making a strategy is slow.
        self._group = strategies.composite(self._run)

    def below(self, bound: int) -> int:
        return int(self._draw(self._integers(0, bound - 1))) if bound > 1 else 0

    def group(self, write: Callable[[], T]) -> T:
        result: T = self._draw(self._group(write))
        return result

    def _run(self, draw: Any, write: Callable[[], T]) -> T:
        outer, self._draw = self._draw, draw
        try:
            return write()
        finally:
            self._draw = outer
