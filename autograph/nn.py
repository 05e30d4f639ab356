"""`ag.nn`: functions of neural networks, under TensorFlow's names."""

# Made by `python -m tools.names` of what the families of ops declare.
from graph.ops import activations as _activations
from graph.ops import convolutions as _convolutions
from graph.ops import losses as _losses
from graph.ops import nn as _nn
from graph.ops import normalization as _normalization
from graph.ops import pooling as _pooling
from graph.ops.activations import *  # noqa: F403
from graph.ops.blocks import depth_to_space, space_to_batch, space_to_depth
from graph.ops.composed import l2_normalize, zero_fraction
from graph.ops.convolutions import *  # noqa: F403
from graph.ops.functions import sigmoid, tanh
from graph.ops.losses import *  # noqa: F403
from graph.ops.nn import *  # noqa: F403
from graph.ops.normalization import *  # noqa: F403
from graph.ops.ordering import in_top_k, top_k
from graph.ops.pooling import *  # noqa: F403

__all__ = [
    "depth_to_space",
    "in_top_k",
    "l2_normalize",
    "sigmoid",
    "space_to_batch",
    "space_to_depth",
    "tanh",
    "top_k",
    "zero_fraction",
]
__all__ += _activations.__all__
__all__ += _convolutions.__all__
__all__ += _losses.__all__
__all__ += _nn.__all__
__all__ += _normalization.__all__
__all__ += _pooling.__all__
