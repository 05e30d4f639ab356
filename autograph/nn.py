"""`ag.nn`: functions of neural networks, defined in `graph.ops.nn`."""

from graph.ops.functions import sigmoid, tanh
from graph.ops.nn import (
    dropout,
    elu,
    leaky_relu,
    log_softmax,
    relu,
    relu6,
    selu,
    silu,
    softmax,
    softplus,
    softsign,
)

swish = silu

__all__ = [
    "dropout",
    "elu",
    "leaky_relu",
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
