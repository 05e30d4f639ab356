"""`ag.keras.activations`: functions between layers, by name or function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from autograph import nn
from autograph.keras.registry import find
from graph import ops
from graph.dispatch import as_tensor
from graph.tensor import Tensor

elu = nn.elu
exponential = ops.exp
gelu = nn.gelu
leaky_relu = nn.leaky_relu
log_softmax = nn.log_softmax
relu = nn.relu
relu6 = nn.relu6
selu = nn.selu
sigmoid = nn.sigmoid
silu = nn.silu
softmax = nn.softmax
softplus = nn.softplus
softsign = nn.softsign
swish = nn.silu
tanh = nn.tanh


def linear(x: Any) -> Tensor:
    """Return the input as it is.

    Shape:   any -> the same
    Dtype:   any -> the same
    """
    found: Tensor = as_tensor(x)
    return found


_TABLE: Final[dict[str, Callable[..., Any]]] = {
    "elu": elu,
    "exponential": exponential,
    "gelu": gelu,
    "leaky_relu": leaky_relu,
    "linear": linear,
    "log_softmax": log_softmax,
    "relu": relu,
    "relu6": relu6,
    "selu": selu,
    "sigmoid": sigmoid,
    "silu": silu,
    "softmax": softmax,
    "softplus": softplus,
    "softsign": softsign,
    "swish": swish,
    "tanh": tanh,
}


def get(identifier: Any) -> Callable[..., Any]:
    """Return the activation that is meant.

    Args:
        identifier: A name such as `"relu"`, a function of one tensor, a layer, or None
            for `linear`.

    Raises:
        InvalidArgumentError: There is none of that name.
        DTypeError: It is none of these.
    """
    if identifier is None:
        return linear
    if callable(identifier):
        return identifier  # type: ignore[no-any-return]
    return find("activation", identifier, _TABLE)


__all__ = [
    "elu",
    "exponential",
    "gelu",
    "get",
    "leaky_relu",
    "linear",
    "log_softmax",
    "relu",
    "relu6",
    "selu",
    "sigmoid",
    "silu",
    "softmax",
    "softplus",
    "softsign",
    "swish",
    "tanh",
]
