"""`RMSprop`: steps that are divided by the root of the mean square of gradients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from autograph.keras.optimizers.optimizer import Optimizer, Rate, check_number


class RMSprop(Optimizer):
    """Steps by the gradient g over the root of the running mean of its square.

        v = ρ v + (1 - ρ) g²;    step = rate g / sqrt(v + ε);    w = w - step

    `centered` subtracts the square of the running mean of g from v: the variance. With
    momentum, the variable goes on with a part of its last step.

    Source:  Tieleman and Hinton, 2012, "Lecture 6.5: rmsprop"; for `centered` Graves,
             2013, "Generating sequences with recurrent neural networks"
    """

    def __init__(
        self,
        learning_rate: Rate = 0.001,
        rho: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-7,
        centered: bool = False,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        name: str | None = None,
    ) -> None:
        """Make one.

        Args:
            learning_rate: See `Optimizer`.
            rho: How much of the running mean of squares is kept at a step.
            momentum: Which part of the last step a variable goes on with.
            epsilon: Is added to the mean square.
            centered: Divide by the standard deviation of gradients.
            weight_decay: See `Optimizer`, as for the arguments that follow.
            clipnorm: The largest norm of a gradient.
            clipvalue: The largest absolute value in a gradient.
            global_clipnorm: The largest norm of all gradients together.
            name: A Python identifier.

        Raises:
            DTypeError: An argument is not a number.
            InvalidArgumentError: One is out of range.
        """
        check_number("rho", rho, 0, 1)
        check_number("momentum", momentum, 0, 1)
        check_number("epsilon", epsilon, 0, np.inf)
        self.rho = rho
        self.momentum = momentum
        self.epsilon = epsilon
        self.centered = bool(centered)
        names = [("v", True), ("mean", centered), ("step", momentum)]
        self.slot_names = tuple(name for name, is_kept in names if is_kept)
        super().__init__(
            learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, name
        )

    def compute(
        self, value: Any, gradient: Any, slots: Mapping[str, Any], *scalars: Any
    ) -> tuple[Any, Mapping[str, Any]]:
        """See `Optimizer.compute`."""
        (rate,) = scalars
        fresh = 1 - self.rho
        v = slots["v"] + (gradient * gradient - slots["v"]) * fresh
        after, variance = {"v": v}, v
        if self.centered:
            mean = slots["mean"] + (gradient - slots["mean"]) * fresh
            after["mean"] = mean
            variance = v - mean * mean
        step = gradient * rate / np.sqrt(variance + self.epsilon)
        if self.momentum:
            step = after["step"] = slots["step"] * self.momentum + step
        return value - step, after


__all__ = ["RMSprop"]
