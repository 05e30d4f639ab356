"""`ag.keras.regularizers`: what weights cost, by name, instance or function.

    layers.Dense(10, kernel_regularizer="l2")

What a model's weights cost is `sum(model.losses)`, to be added to what is minimised.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from autograph.keras.registry import find
from graph import ops
from graph.dispatch import as_tensor
from graph.tensor import Tensor


class Regularizer:
    """What a weight costs; subclasses define `__call__`."""

    def __call__(self, x: Any) -> Any:
        """Return what a weight costs, a number.

        Args:
            x: The weight.
        """
        raise NotImplementedError


class L1L2(Regularizer):
    """The sum of `l1 * abs(x) + l2 * x ** 2`.

    Args:
        l1: What the magnitude of an element costs.
        l2: What its square costs.
    """

    def __init__(self, l1: float = 0.0, l2: float = 0.0) -> None:
        self.l1, self.l2 = l1, l2

    def __call__(self, x: Any) -> Tensor:
        """Return the sum; see `Regularizer`."""
        value = as_tensor(x)
        parts = []
        if self.l1:
            parts.append(
                ops.reduce_sum(ops.abs(value)) * as_tensor(self.l1, value.dtype)
            )
        if self.l2:
            parts.append(
                ops.reduce_sum(value * value) * as_tensor(self.l2, value.dtype)
            )
        return sum(parts[1:], parts[0]) if parts else ops.zeros([], value.dtype)


class L1(L1L2):
    """The sum of `l1 * abs(x)`."""

    def __init__(self, l1: float = 0.01) -> None:
        super().__init__(l1=l1)


class L2(L1L2):
    """The sum of `l2 * x ** 2`."""

    def __init__(self, l2: float = 0.01) -> None:
        super().__init__(l2=l2)


def _both() -> L1L2:
    return L1L2(0.01, 0.01)


_TABLE: Final[dict[str, Callable[[], Regularizer]]] = {
    "l1": L1,
    "l2": L2,
    "l1_l2": _both,
    "L1": L1,
    "L2": L2,
    "L1L2": _both,
}


def get(identifier: Any) -> Callable[..., Any] | None:
    """Return the regularizer that is meant.

    Args:
        identifier: A name such as `"l2"`, which costs 0.01 each; a regularizer; a
            function of a weight; or None, which is returned.

    Raises:
        InvalidArgumentError: There is none of that name.
        DTypeError: It is none of these.
    """
    if identifier is None or callable(identifier):
        return identifier  # type: ignore[no-any-return]
    return find("regularizer", identifier, _TABLE)()


__all__ = ["L1", "L1L2", "L2", "Regularizer", "get"]
