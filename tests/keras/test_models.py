"""`Model` and `Sequential`: building, layers, training steps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.keras import layers

RANDOM = np.random.default_rng(2)
X = RANDOM.normal(size=(8, 3)).astype(np.float32)
Y = RANDOM.normal(size=(8, 1)).astype(np.float32)


sequential: Any = ag.keras.Sequential  # of what it is not for, too


class Steps(ag.keras.Model):
    """Applies a layer until the result is large; `call` has control flow on tensors."""

    def __init__(self, decorate=False):
        self.dense = layers.Dense(3, "relu")
        super().__init__()
        self.last = layers.Dense(1)
        if decorate:
            self.call = ag.function(self.call)

    def call(self, inputs):
        x, n = inputs, 0
        while ag.reduce_sum(x) < 40 and n < 5:
            x = self.dense(x) + 0.5
            n += 1
        if n > 2:
            x = -x
        return self.last(x)


@pytest.mark.parametrize("decorate", [False, True])
def test_a_model_is_the_same_in_graphs(decorate):
    model = Steps(decorate)
    eager = model(X).numpy()
    assert len(model.variables) == 4
    staged = ag.function(model)
    assert staged(X).numpy().tobytes() == eager.tobytes()
    k, b, last, last_b = model.get_weights()
    x, n = X, 0
    while x.sum() < 40 and n < 5:
        x, n = np.maximum(x @ k + b, 0) + np.float32(0.5), n + 1
    x = -x if n > 2 else x
    np.testing.assert_allclose(eager, x @ last + last_b, rtol=1e-5)
    within = ag.function(ag.keras.Sequential([model, layers.Flatten()]))
    assert within(X).numpy().tobytes() == eager.tobytes()


def network():
    return ag.keras.Sequential(
        [
            layers.Dense(8, "tanh"),
            layers.BatchNormalization(),
            layers.Dropout(0.2),
            layers.Dense(1),
        ]
    )


def train(model, x, y, n):
    loss = ag.constant(0.0)
    for _ in ag.range(n):
        with ag.GradientTape() as tape:
            loss = ag.reduce_mean((model(x, training=True) - y) ** 2)
        variables = model.trainable_variables
        for v, dv in zip(variables, tape.gradient(loss, variables), strict=True):
            v.assign_sub(0.1 * dv)
    return loss


def test_a_training_loop_in_one_graph_does_what_plain_python_does():
    models = [network() for _ in range(2)]
    losses = []
    for model, run in zip(models, (train, ag.function(train)), strict=True):
        ag.random.set_seed(7)
        model.build((None, 3))  # draws first: a graph draws for dropout when it runs
        losses.append([run(model, X, Y, ag.constant(n)) for n in (1, 30)])
    assert [float(each) for each in losses[0]] == [float(each) for each in losses[1]]
    assert float(losses[1][1]) < 0.5 * float(losses[1][0])
    for one, two in zip(*(each.get_weights() for each in models), strict=True):
        assert one.tobytes() == two.tobytes()


def test_a_training_loop_builds_its_model():
    model = network()
    staged = ag.function(train)
    first = float(staged(model, X, Y, ag.constant(1)))
    assert len(model.weights) == 8
    assert float(staged(model, X, Y, ag.constant(40))) < first
    assert staged.experimental_get_tracing_count() == 1
    before = model.get_weights()
    model(X)
    model(X, training=True)
    changed = [
        variable.name.rpartition("/")[2]
        for variable, old in zip(model.variables, before, strict=True)
        if (variable.numpy() != old).any()
    ]
    assert changed == ["moving_mean:0", "moving_variance:0"]


def test_build_makes_the_weights_of_all_layers_and_runs_nothing(capsys):
    class Two(ag.keras.Model):
        def __init__(self):
            super().__init__()
            self.left, self.right = layers.Dense(2), layers.Dense(2)

        def call(self, inputs):
            left, right = inputs
            ag.print("runs")
            if ag.reduce_sum(left) > 0:
                left = -left
            return self.left(left) + self.right(right)

    model = Two()
    model.build([(None, 3), (None, 4)])
    assert [tuple(each.shape) for each in model.weights] == [(3, 2), (2,), (4, 2), (2,)]
    assert model.count_params() == 6 + 2 + 8 + 2
    assert capsys.readouterr().err == ""
    assert model([X, np.ones((8, 4))]).shape == (8, 2)
    names = [each.name for each in model.weights]
    assert names[0] == f"{model.left.name}/kernel:0"


def test_structures_of_inputs():
    class Summing(ag.keras.Model):
        def build(self, input_shape):
            self.seen = input_shape
            self.v = ag.Variable(1.0)

        def call(self, inputs):
            return inputs["a"][0] + inputs["b"] * self.v

    model = Summing()
    assert model({"a": (X, 1), "b": X}).numpy().tolist() == (2 * X).tolist()
    assert model.seen == {"a": ((8, 3), ()), "b": (8, 3)}
    assert model.variables[0].name == f"{model.name}/Variable:0"


def test_sequential_is_a_list_of_layers():
    first, second = layers.Dense(2), layers.Activation("relu")
    model = ag.keras.Sequential([first])
    model.add(second)
    model.add(layers.Dense(1))
    assert model.layers[:2] == [first, second]
    last = model.pop()
    assert last.variables == ()
    assert model.layers == [first, second]
    expected = np.maximum(first(X).numpy(), 0)
    assert model(X).numpy().tolist() == expected.tolist()
    model.add(last)
    assert model(X).shape == (8, 1)
    assert len(model.weights) == 4
    assert model.get_layer(last.name) is last
    assert ag.keras.Sequential()(X).tolist() == X.tolist()


MISTAKES = {
    "no layer": (lambda: sequential([ag.nn.relu]), TypeError, "is no layer."),
    "add": (lambda: sequential().add(3), TypeError, "Sequential: 3 is no layer."),
    "pop": (lambda: ag.keras.Sequential().pop(), RuntimeError, "Sequential.pop: there are no layers."),
    "get_layer": (lambda: ag.keras.Sequential(name="s").get_layer("x"), TypeError, "get_layer: 's' has no layer of the name 'x'."),
    "no call": (lambda: ag.keras.Model()(X), NotImplementedError, "Model does not define `call`"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes(name):
    function, kind, text = MISTAKES[name]
    with pytest.raises(kind) as info:
        function()
    assert text in str(info.value)
