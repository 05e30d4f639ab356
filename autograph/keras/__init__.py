"""`ag.keras`: a small part of Keras, on `ag.Module`.

layers/       what has weights, or none
models        layers made of layers
training      how models are trained: `compile`, `fit`, `evaluate`, `predict`
compiled      the losses and metrics of a model's outputs
batches       batches of samples, from what `fit` is given
callbacks     what happens between the batches and epochs of `fit`
activations   functions between layers
initializers  the first values of weights
regularizers  what weights cost
optimizers/   what changes variables by their gradients
losses        how far predictions are off, to be differentiated
metrics       how good predictions are, over many batches
registry      names of these
"""

from __future__ import annotations

from autograph.keras import (
    activations,
    callbacks,
    initializers,
    layers,
    losses,
    metrics,
    models,
    optimizers,
    regularizers,
)
from autograph.keras.models import Model, Sequential

__all__ = [
    "Model",
    "Sequential",
    "activations",
    "callbacks",
    "initializers",
    "layers",
    "losses",
    "metrics",
    "models",
    "optimizers",
    "regularizers",
]
