"""Activations by name."""

from __future__ import annotations

import math

import numpy as np
import pytest

import autograph as ag
from autograph.keras import activations

X = np.linspace(-8, 8, 33)
erf = np.vectorize(math.erf)
SOFTMAX = np.exp(X) / np.exp(X).sum()
TRUTH = {
    "linear": X,
    "relu": np.where(X > 0, X, 0),
    "relu6": np.clip(X, 0, 6),
    "leaky_relu": np.where(X > 0, X, 0.2 * X),
    "elu": np.where(X > 0, X, np.expm1(X)),
    "selu": 1.0507009873554805 * np.where(X > 0, X, 1.6732632423543772 * np.expm1(X)),
    "gelu": X / 2 * (1 + erf(X / math.sqrt(2))),
    "silu": X / (1 + np.exp(-X)),
    "swish": X / (1 + np.exp(-X)),
    "sigmoid": 1 / (1 + np.exp(-X)),
    "tanh": np.tanh(X),
    "softplus": np.log1p(np.exp(X)),
    "softsign": X / (1 + abs(X)),
    "softmax": SOFTMAX,
    "log_softmax": np.log(SOFTMAX),
    "exponential": np.exp(X),
}


@pytest.mark.parametrize("name", TRUTH)
def test_values(name):
    function = activations.get(name)
    assert function is getattr(activations, name)
    np.testing.assert_allclose(function(X).numpy(), TRUTH[name], rtol=1e-9, atol=1e-12)


def test_every_name_has_a_truth():
    assert set(activations.__all__) == {*TRUTH, "get"}


def test_functions_of_the_user_are_converted():
    def mine(x):
        return x if ag.reduce_sum(x) > 0 else -x

    layer = ag.keras.layers.Activation(mine)
    for call in (layer, ag.function(layer)):
        assert call(X - 1).numpy().tolist() == (1 - X).tolist()
    assert activations.get(None) is activations.linear
