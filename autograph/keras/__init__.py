"""`ag.keras`: a small part of Keras, on `ag.Module`.

layers/       what has weights, or none
models        layers made of layers
activations   functions between layers
initializers  the first values of weights
regularizers  what weights cost
registry      names of these
"""

from __future__ import annotations

from autograph.keras import activations, initializers, layers, models, regularizers
from autograph.keras.models import Model, Sequential

__all__ = [
    "Model",
    "Sequential",
    "activations",
    "initializers",
    "layers",
    "models",
    "regularizers",
]
