"""`ag.keras.layers`: modules that make their weights for their first input.

layer          Layer: the base class
core           Dense, Activation, Dropout, Flatten
convolution    Conv2D
pooling        MaxPooling2D, AveragePooling2D, GlobalAveragePooling2D
normalization  BatchNormalization, LayerNormalization
embedding      Embedding
recurrent      RNN; SimpleRNN, GRU, LSTM and their cells
arguments      arguments that they have in common
"""

from __future__ import annotations

from autograph.keras.layers.convolution import Conv2D
from autograph.keras.layers.core import Activation, Dense, Dropout, Flatten
from autograph.keras.layers.embedding import Embedding
from autograph.keras.layers.layer import InputSpec, Layer
from autograph.keras.layers.normalization import (
    BatchNormalization,
    LayerNormalization,
)
from autograph.keras.layers.pooling import (
    AveragePooling2D,
    GlobalAveragePooling2D,
    MaxPooling2D,
)
from autograph.keras.layers.recurrent import (
    GRU,
    LSTM,
    RNN,
    GRUCell,
    LSTMCell,
    SimpleRNN,
    SimpleRNNCell,
)

__all__ = [
    "GRU",
    "LSTM",
    "RNN",
    "Activation",
    "AveragePooling2D",
    "BatchNormalization",
    "Conv2D",
    "Dense",
    "Dropout",
    "Embedding",
    "Flatten",
    "GRUCell",
    "GlobalAveragePooling2D",
    "InputSpec",
    "LSTMCell",
    "Layer",
    "LayerNormalization",
    "MaxPooling2D",
    "SimpleRNN",
    "SimpleRNNCell",
]
