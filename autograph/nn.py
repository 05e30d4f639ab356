"""`ag.nn`: functions of neural networks, under TensorFlow's names."""

from graph.ops import activations as _activations
from graph.ops import convolutions as _convolutions
from graph.ops import losses as _losses
from graph.ops import normalization as _normalization
from graph.ops import pooling as _pooling
from graph.ops.activations import *  # noqa: F403
from graph.ops.composed import l2_normalize, zero_fraction
from graph.ops.convolutions import *  # noqa: F403
from graph.ops.functions import sigmoid, tanh
from graph.ops.losses import *  # noqa: F403
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
from graph.ops.normalization import *  # noqa: F403
from graph.ops.normalization import local_response_normalization
from graph.ops.ordering import in_top_k, top_k
from graph.ops.pooling import *  # noqa: F403

swish = silu
lrn = local_response_normalization

__all__ = [
    "dropout",
    "elu",
    "in_top_k",
    "l2_normalize",
    "leaky_relu",
    "log_softmax",
    "lrn",
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
    "top_k",
    "zero_fraction",
]
__all__ += _activations.__all__
__all__ += _convolutions.__all__
__all__ += _losses.__all__
__all__ += _normalization.__all__
__all__ += _pooling.__all__
