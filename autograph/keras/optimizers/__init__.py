"""`ag.optimizers`: what changes variables by their gradients.

optimizer  Optimizer: the base class
sgd        gradient descent, with momentum
adam       Adam, AdamW
rmsprop    RMSprop
schedules  learning rates that depend on the number of steps
"""

from __future__ import annotations

from typing import Final

from autograph.keras.optimizers import schedules
from autograph.keras.optimizers.adam import Adam, AdamW
from autograph.keras.optimizers.optimizer import Optimizer
from autograph.keras.optimizers.rmsprop import RMSprop
from autograph.keras.optimizers.sgd import SGD
from autograph.keras.registry import find

_BY_NAME: Final = {"sgd": SGD, "adam": Adam, "adamw": AdamW, "rmsprop": RMSprop}


def get(identifier: str | Optimizer) -> Optimizer:
    """Return an optimizer by its name, such as "adam", with default arguments.

    Args:
        identifier: A name, in upper or lower case; or an optimizer, which is returned.

    Raises:
        InvalidArgumentError: There is no optimizer of that name.
        DTypeError: It is neither.
    """
    if isinstance(identifier, Optimizer):
        return identifier
    name = identifier.lower() if isinstance(identifier, str) else identifier
    found: type[Optimizer] = find("optimizer", name, _BY_NAME)
    return found()


__all__ = ["SGD", "Adam", "AdamW", "Optimizer", "RMSprop", "get", "schedules"]
