"""What weights cost."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.keras import layers, regularizers

X = np.array([[1.0, -2.0], [0.5, 3.0]])
ONE, TWO = np.abs(X).sum(), (X**2).sum()
COSTS = {
    "l1": ("l1", 0.01 * ONE),
    "l2": ("l2", 0.01 * TWO),
    "l1_l2": ("l1_l2", 0.01 * (ONE + TWO)),
    "L1": (regularizers.L1(0.5), 0.5 * ONE),
    "L2": (regularizers.L2(0.25), 0.25 * TWO),
    "both": (regularizers.L1L2(0.5, 2.0), 0.5 * ONE + 2 * TWO),
    "nothing": (regularizers.L1L2(), 0),
    "a function": (ag.reduce_sum, 2.5),
    "of the user": (lambda x: ag.reduce_max(x) if ag.reduce_sum(x) > 0 else -x, 3.0),
}


def test_names_and_functions():
    for identifier, expected in COSTS.values():
        cost = regularizers.get(identifier)
        assert cost is not None
        assert float(cost(X)) == pytest.approx(expected)
    assert regularizers.get(None) is None
    for wrong, kind in (("l3", ValueError), (0.1, TypeError)):
        with pytest.raises(kind, match="regularizer"):
            regularizers.get(wrong)


@pytest.mark.parametrize("name", COSTS)
def test_losses_are_those_of_all_layers_within_and_have_gradients(name):
    cost, expected = COSTS[name]
    dense = layers.Dense(2, dtype=ag.float64, kernel_regularizer=cost)
    model = ag.keras.Sequential([ag.keras.Sequential([dense]), layers.Flatten()])
    assert model.losses == []
    model(X)
    dense.set_weights([X, [0, 0]])

    @ag.function
    def gradient():
        with ag.GradientTape() as tape:
            loss = sum(model.losses)
        return loss, tape.gradient(loss, dense.kernel)

    (loss,) = model.losses
    assert float(loss) == pytest.approx(expected)
    assert float(gradient()[0]) == pytest.approx(expected)
    for place in np.ndindex(2, 2):
        step = np.zeros((2, 2))
        step[place] = 1e-6
        dense.kernel.assign(X + step)
        slope = (float(model.losses[0]) - expected) / 1e-6
        dense.kernel.assign(X)
        found = gradient()[1]
        value = 0 if found is None else found.numpy()[place]
        assert value == pytest.approx(slope, abs=1e-4)


def test_layers_hand_regularizers_to_their_weights():
    samples = (
        (layers.Dense(2, kernel_regularizer="l1", bias_regularizer="l2"), X, 2),
        (layers.Conv2D(2, 1, bias_regularizer="l2"), X[None, :, :, None], 1),
        (layers.Embedding(4, 2, embeddings_regularizer="l2"), X.astype(int) % 4, 1),
    )
    for layer, x, count in samples:
        layer(x)
        assert len(layer.losses) == count
