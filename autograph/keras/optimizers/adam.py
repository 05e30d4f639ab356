"""`Adam`, and `AdamW` with weight decay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from autograph.keras.optimizers.optimizer import Optimizer, Rate, check_number
from graph import ops
from graph.tensor import Tensor


class Adam(Optimizer):
    """Steps by running means of the gradient g and of its square.

        m = β1 m + (1 - β1) g;    v = β2 v + (1 - β2) g²
        w = w - rate sqrt(1 - β2^t) / (1 - β1^t) m / (sqrt(v) + ε)

    Source:  Kingma and Ba, 2015, "Adam: A method for stochastic optimization", in the
             form at the end of its section 2; Reddi et al., 2018, for `amsgrad`
    """

    def __init__(
        self,
        learning_rate: Rate = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        amsgrad: bool = False,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        name: str | None = None,
    ) -> None:
        """Make one.

        Args:
            learning_rate: See `Optimizer`.
            beta_1: How much of the running mean of gradients is kept at a step.
            beta_2: The same for their squares.
            epsilon: Is added to the root of the mean square.
            amsgrad: Divide by the root of the largest mean square so far.
            weight_decay: See `Optimizer`, as for the arguments that follow.
            clipnorm: The largest norm of a gradient.
            clipvalue: The largest absolute value in a gradient.
            global_clipnorm: The largest norm of all gradients together.
            name: A Python identifier.

        Raises:
            DTypeError: An argument is not a number.
            InvalidArgumentError: One is out of range.
        """
        check_number("beta_1", beta_1, 0, 1)
        check_number("beta_2", beta_2, 0, 1)
        check_number("epsilon", epsilon, 0, np.inf)
        self.beta_1 = beta_1
        self.beta_2 = beta_2
        self.epsilon = epsilon
        self.amsgrad = bool(amsgrad)
        self.slot_names = ("m", "v", "largest_v") if amsgrad else ("m", "v")
        super().__init__(
            learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, name
        )

    def scalars(self, rate: Tensor, step: Tensor) -> tuple[Tensor, ...]:
        """Return the learning rate, corrected for slots that began with zero.

        In float64, as 1 - β2^t of float32 would keep four digits at the first steps.
        """
        corrected: Tensor = rate * ops.sqrt(1 - ops.pow(self.beta_2, step))
        return (corrected / (1 - ops.pow(self.beta_1, step)),)

    def compute(
        self, value: Any, gradient: Any, slots: Mapping[str, Any], *scalars: Any
    ) -> tuple[Any, Mapping[str, Any]]:
        """See `Optimizer.compute`."""
        (rate,) = scalars
        m = slots["m"] + (gradient - slots["m"]) * (1 - self.beta_1)
        v = slots["v"] + (gradient * gradient - slots["v"]) * (1 - self.beta_2)
        after = {"m": m, "v": v}
        if self.amsgrad:
            v = after["largest_v"] = np.maximum(slots["largest_v"], v)
        return value - m * rate / (np.sqrt(v) + self.epsilon), after


class AdamW(Adam):
    """Adam with weight decay, which does not go through the running means.

    Source:  Loshchilov and Hutter, 2019, "Decoupled weight decay regularization"
    """

    def __init__(
        self,
        learning_rate: Rate = 0.001,
        weight_decay: float = 0.004,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        amsgrad: bool = False,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        name: str | None = None,
    ) -> None:
        """Make one; see `Adam` for the arguments."""
        super().__init__(
            learning_rate,
            beta_1,
            beta_2,
            epsilon,
            amsgrad,
            weight_decay,
            clipnorm,
            clipvalue,
            global_clipnorm,
            name,
        )


__all__ = ["Adam", "AdamW"]
