"""`SGD`: gradient descent, with momentum."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from autograph.keras.optimizers.optimizer import Optimizer, Rate, check_number


class SGD(Optimizer):
    """Gradient descent.

    With momentum m, from the gradient g:

        v = m v - rate g;    w = w + v,  or  w = w + m v - rate g  with Nesterov's

    Source:  Sutskever et al., 2013, "On the importance of initialization and momentum
             in deep learning"
    """

    def __init__(
        self,
        learning_rate: Rate = 0.01,
        momentum: float = 0.0,
        nesterov: bool = False,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        name: str | None = None,
    ) -> None:
        """Make one.

        Args:
            learning_rate: See `Optimizer`.
            momentum: Which part of the last change a variable goes on with.
            nesterov: Take the gradient's step after that of the momentum.
            weight_decay: See `Optimizer`, as for the arguments that follow.
            clipnorm: The largest norm of a gradient.
            clipvalue: The largest absolute value in a gradient.
            global_clipnorm: The largest norm of all gradients together.
            name: A Python identifier.

        Raises:
            DTypeError: An argument is not a number.
            InvalidArgumentError: One is out of range.
        """
        check_number("momentum", momentum, 0, 1)
        self.momentum = momentum
        self.nesterov = bool(nesterov)
        self.slot_names = ("velocity",) if momentum else ()
        super().__init__(
            learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, name
        )

    def compute(
        self, value: Any, gradient: Any, slots: Mapping[str, Any], *scalars: Any
    ) -> tuple[Any, Mapping[str, Any]]:
        """See `Optimizer.compute`."""
        (rate,) = scalars
        change = gradient * rate
        if not self.momentum:
            return value - change, {}
        velocity = slots["velocity"] * self.momentum - change
        if self.nesterov:
            return value + (velocity * self.momentum - change), {"velocity": velocity}
        return value + velocity, {"velocity": velocity}


__all__ = ["SGD"]
