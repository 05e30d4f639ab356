"""Saved layers and models: called, and trained on, without their source."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import autograph as ag
from autograph.errors import AutographError
from autograph.keras import layers
from tests.keras.test_layers import KNOWN_BATCH, SAMPLES, arrays


def loaded(model, path):
    ag.saved_model.save(model, path / "saved")
    return ag.keras.models.load_model(path / "saved")


@pytest.mark.parametrize("name", sorted(SAMPLES.keys() - KNOWN_BATCH))
def test_a_loaded_layer_computes_the_same_bits(name, tmp_path):
    sample = SAMPLES[name]
    layer = sample.make()
    before = arrays(layer(sample.x, **sample.options))
    found = loaded(layer, tmp_path)
    after = arrays(found(sample.x, **sample.options))
    assert [each.tobytes() for each in after] == [each.tobytes() for each in before]


class Model(ag.keras.Model):
    """Tells by its result whether it is called for training."""

    def __init__(self):
        super().__init__()
        self.inner = layers.Dense(2)
        self.outer = layers.Dense(1)

    def call(self, inputs, training=None):
        scores = self.outer(self.inner(inputs))
        while ag.reduce_max(scores) > 1.0:  # known when the graph runs
            scores = scores / 2.0
        return scores + 1.0 if training else scores


X = np.random.default_rng(2).normal(size=(6, 3)).astype(np.float32)


def test_a_loaded_model_takes_batches_of_any_size_and_the_flag(tmp_path):
    model = Model()
    model(X[:4])
    found = loaded(model, tmp_path)
    for x in (X, X[:1]):
        expected = model(x).numpy()
        for call in (found(x), found(x, training=False), found(inputs=x)):
            np.testing.assert_array_equal(call, expected)
        for call in (found(x, training=True), found(x, True)):
            np.testing.assert_array_equal(call, expected + 1)
    np.testing.assert_array_equal(found.inner(X), model.inner(X))


class Through(layers.Layer):
    """Does not take the flag, which the layer within does."""

    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def call(self, inputs, *, factor=2.0):
        return self.inner(inputs) * factor


class Default(layers.Layer):
    def call(self, inputs, training=True):
        return inputs + 1.0 if training else inputs


def test_the_flag_reaches_layers_within(tmp_path):
    layer = Through(Model())
    layer(X)
    found = loaded(layer, tmp_path)
    for options in ({}, {"training": True}, {"training": False}):
        np.testing.assert_array_equal(found(X, **options), layer(X, **options))


def test_the_default_of_the_flag_is_kept(tmp_path):
    layer = Default()
    layer(X)
    found = loaded(layer, tmp_path)
    np.testing.assert_array_equal(found(X), X + 1)
    np.testing.assert_array_equal(found(X, training=False), X)


def test_a_model_that_was_built_is_saved_without_a_call(tmp_path):
    table, numbers = layers.Embedding(5, 2), np.array([[1, 0, 4]])
    table.build((None, 3))
    found = loaded(table, tmp_path)
    np.testing.assert_array_equal(found(numbers), table(numbers))
    dense = ag.keras.Sequential([layers.Dense(4), layers.Dense(2)])
    dense.build((None, 3))
    np.testing.assert_array_equal(loaded(dense, tmp_path)(X), dense(X))


def test_frozen_weights_stay_frozen_and_the_others_are_trained(tmp_path):
    model = Model()
    model(X)
    model.inner.trainable = False
    found = loaded(model, tmp_path)
    assert [each.trainable for each in found.variables] == [False] * 2 + [True] * 2
    before = [each.numpy().copy() for each in found.variables]
    with ag.GradientTape() as tape:
        loss = ag.reduce_mean(ag.square(found(X, training=True)))
    variables = found.trainable_variables
    gradients = tape.gradient(loss, variables)
    ag.optimizers.SGD(0.1).apply_gradients(zip(gradients, variables, strict=True))
    changed = [
        not np.array_equal(one, two.numpy())
        for one, two in zip(before, found.variables, strict=True)
    ]
    assert changed == [False, False, True, True]


def test_a_fitted_model_runs_where_its_source_is_not(tmp_path):
    model = Model()
    model.compile("adam", "mse", ["mae"])
    model.fit(X, X[:, :1], epochs=2, verbose=0)
    model.save(tmp_path / "saved")
    np.save(tmp_path / "x.npy", X)
    code = (
        "import numpy as np, autograph as ag; "
        "model = ag.keras.models.load_model('saved'); "
        "np.save('y.npy', model(np.load('x.npy')))"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, timeout=120)
    found = np.load(tmp_path / "y.npy")
    np.testing.assert_array_equal(found, model.predict(X, verbose=0))


def test_a_call_of_python_is_refused_when_saving(tmp_path):
    class Outside(layers.Layer):
        def call(self, inputs):
            return ag.numpy_function(np.sort, [inputs], ag.float32)  # here

    layer = Outside()
    layer(X)
    with pytest.raises(AutographError, match="numpy_function") as caught:
        ag.saved_model.save(layer, tmp_path / "saved")
    assert caught.value.origin is not None
    assert caught.value.origin.filename == __file__
    assert not (tmp_path / "saved").exists()


def test_a_layer_without_a_call_has_no_graph(tmp_path):
    with pytest.raises(TypeError, match="no `__call__`"):
        loaded(layers.Dense(2), tmp_path)(X)
