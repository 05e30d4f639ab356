"""Learning rates that depend on the number of steps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from graph import dtypes, ops
from graph.dispatch import as_tensor
from graph.errors import InvalidArgumentError
from graph.origin import capture_exact
from graph.tensor import Tensor
from graph.value_operators import value_of


class LearningRateSchedule:
    """The base class of schedules: callables that take the number of steps so far.

        class Warmup(ag.keras.optimizers.schedules.LearningRateSchedule):
            def __call__(self, step):
                return 0.001 if step > 1000 else step * 1e-6

    An optimizer calls it with `iterations`, a tensor of int64, for each step.
    """

    def __call__(self, step: Any) -> Any:
        """Return the learning rate after a number of steps, a scalar."""
        raise NotImplementedError(
            f"{type(self).__name__} has no method `__call__`: a schedule says by it "
            "what the learning rate is."
        )


class ExponentialDecay(LearningRateSchedule):
    """The initial rate times `decay_rate ** (step / decay_steps)`.

    Args:
        initial_learning_rate: The rate at first.
        decay_steps: After how many steps it is multiplied with `decay_rate` once.
        decay_rate: The factor.
        staircase: Multiply at each multiple of `decay_steps`, and not in between.
    """

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        decay_rate: float,
        staircase: bool = False,
    ) -> None:
        _check_steps(decay_steps)
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.decay_rate = decay_rate
        self.staircase = bool(staircase)

    def __call__(self, step: Any) -> Tensor:
        """Return the learning rate after a number of steps."""
        done = _done(step, self.decay_steps, is_whole=self.staircase)
        return _rate(self.initial_learning_rate * ops.pow(self.decay_rate, done))


class InverseTimeDecay(LearningRateSchedule):
    """The initial rate over `1 + decay_rate * step / decay_steps`.

    Args:
        initial_learning_rate: The rate at first.
        decay_steps: After how many steps the divisor has grown by `decay_rate`.
        decay_rate: By how much the divisor grows.
        staircase: Let it grow at each multiple of `decay_steps`, and not in between.
    """

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        decay_rate: float,
        staircase: bool = False,
    ) -> None:
        _check_steps(decay_steps)
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.decay_rate = decay_rate
        self.staircase = bool(staircase)

    def __call__(self, step: Any) -> Tensor:
        """Return the learning rate after a number of steps."""
        done = _done(step, self.decay_steps, is_whole=self.staircase)
        return _rate(self.initial_learning_rate / (1 + self.decay_rate * done))


class PiecewiseConstantDecay(LearningRateSchedule):
    """One rate up to each boundary, and one after the last.

    Args:
        boundaries: Numbers of steps, in ascending order. A rate holds up to its
            boundary, the boundary included.
        values: The rates, one more than there are boundaries.

    Raises:
        InvalidArgumentError: There are more or fewer; or boundaries do not ascend.
    """

    def __init__(self, boundaries: Sequence[float], values: Sequence[float]) -> None:
        if len(values) != len(boundaries) + 1:
            raise InvalidArgumentError(
                f"PiecewiseConstantDecay gets {len(boundaries)} boundaries and "
                f"{len(values)} values.",
                origin=capture_exact(),
                hint="There is one value more than there are boundaries.",
            )
        if list(boundaries) != sorted(boundaries):
            raise InvalidArgumentError(
                f"PiecewiseConstantDecay: the boundaries {list(boundaries)} do not "
                "ascend.",
                origin=capture_exact(),
                hint="Sort them, with their values.",
            )
        self.boundaries = tuple(boundaries)
        self.values = tuple(values)

    def __call__(self, step: Any) -> Tensor:
        """Return the learning rate after a number of steps."""
        bounds = as_tensor([float(each) for each in self.boundaries], dtypes.float64)
        passed = ops.cast(ops.greater(_count(step), bounds), dtypes.int64)
        return as_tensor(self.values, dtypes.float32)[ops.reduce_sum(passed)]


class PolynomialDecay(LearningRateSchedule):
    """From one rate to another by a power of what is left of the steps.

    Args:
        initial_learning_rate: The rate at first.
        decay_steps: After how many steps it is the last one.
        end_learning_rate: The last one.
        power: The power; 1 for a straight line.
        cycle: Begin anew after `decay_steps`, with twice as many, three times, ...
    """

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        end_learning_rate: float = 0.0001,
        power: float = 1.0,
        cycle: bool = False,
    ) -> None:
        _check_steps(decay_steps)
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.end_learning_rate = end_learning_rate
        self.power = power
        self.cycle = bool(cycle)

    def __call__(self, step: Any) -> Tensor:
        """Return the learning rate after a number of steps."""
        done = _done(step, self.decay_steps)
        if self.cycle:
            done = done / ops.maximum(ops.ceil(done), 1.0)
        left = ops.pow(1 - ops.minimum(done, 1.0), self.power)
        span = self.initial_learning_rate - self.end_learning_rate
        return _rate(span * left + self.end_learning_rate)


class CosineDecay(LearningRateSchedule):
    """Half a wave of the cosine from one rate to a part of it, after a warm-up.

    Args:
        initial_learning_rate: The rate at first.
        decay_steps: How many steps the decay takes, after the warm-up.
        alpha: The last rate, as a part of the one that the decay begins with.
        warmup_target: The rate after the warm-up, which is a straight line; None for
            no warm-up.
        warmup_steps: How many steps the warm-up takes.

    Source:  Loshchilov and Hutter, 2017, "SGDR: Stochastic gradient descent with warm
             restarts"
    """

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        alpha: float = 0.0,
        warmup_target: float | None = None,
        warmup_steps: float = 0,
    ) -> None:
        _check_steps(decay_steps)
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.alpha = alpha
        self.warmup_target = warmup_target
        self.warmup_steps = warmup_steps

    def __call__(self, step: Any) -> Tensor:
        """Return the learning rate after a number of steps."""
        count = _count(step)
        if self.warmup_target is None or not self.warmup_steps:
            return _rate(self.initial_learning_rate * self._part(count))
        grown = self.warmup_target - self.initial_learning_rate
        warm = self.initial_learning_rate + grown * (count / self.warmup_steps)
        late = self.warmup_target * self._part(count - self.warmup_steps)
        return _rate(ops.where(count < self.warmup_steps, warm, late))

    def _part(self, count: Any) -> Any:
        done = ops.minimum(count / self.decay_steps, 1.0)
        return (1 - self.alpha) * 0.5 * (1 + ops.cos(math.pi * done)) + self.alpha


def _count(step: Any) -> Tensor:
    return ops.cast(as_tensor(value_of(step)), dtypes.float64)


def _done(step: Any, decay_steps: float, *, is_whole: bool = False) -> Any:
    """Return how often the steps of a decay have been taken."""
    done = _count(step) / decay_steps
    return ops.floor(done) if is_whole else done


def _rate(value: Any) -> Tensor:
    return ops.cast(value, dtypes.float32)


def _check_steps(decay_steps: float) -> None:
    if not decay_steps > 0:
        raise InvalidArgumentError(
            f"decay_steps is {decay_steps!r}.",
            origin=capture_exact(),
            hint="It is a number of steps, at least 1.",
        )


__all__ = [
    "CosineDecay",
    "ExponentialDecay",
    "InverseTimeDecay",
    "LearningRateSchedule",
    "PiecewiseConstantDecay",
    "PolynomialDecay",
]
