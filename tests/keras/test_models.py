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


class Nested(ag.keras.Model):
    """Calls itself, by other instances, under conditions that the run decides."""

    def __init__(self, depth):
        super().__init__()
        self.dense = layers.Dense(3, "tanh")
        self.inner = Nested(depth - 1) if depth else None

    def call(self, inputs):
        x = self.dense(inputs)
        if self.inner is not None:
            if ag.reduce_sum(x) > -1000:
                x = self.inner(x)
        return x


def test_models_in_models_of_their_class_are_not_recursion():
    model = Nested(4)
    staged = ag.function(model)
    found = staged(X).numpy()
    assert len(model.variables) == 10
    x = X
    for kernel, bias in zip(*[iter(model.get_weights())] * 2, strict=True):
        x = np.tanh(x @ kernel + bias)
    np.testing.assert_allclose(found, x, rtol=1e-5)
    assert model(X).numpy().tobytes() == found.tobytes()


CALLERS = {
    "cond": lambda f, x: ag.cond(ag.reduce_sum(x) > -1000, lambda: f(x), lambda: x),
    "while_loop": lambda f, x: ag.while_loop(lambda i, x: i < 1, lambda i, x: (i + 1, f(x)), (0, x))[1],
    "map_fn": lambda f, x: ag.map_fn(lambda row: f(row[None])[0], x),
    "scan": lambda f, x: ag.scan(lambda _, row: f(row[None]), x, ag.zeros([1, 3]))[:, 0],
    "a data set": lambda f, x: next(iter(ag.data.Dataset.from_tensors(x).map(f))),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLERS)
@pytest.mark.parametrize("staged", [False, True])
def test_functions_that_call_functions_call_models(name, staged):
    if staged and name == "a data set":
        return
    model = Nested(1)
    call = ag.function(CALLERS[name]) if staged else CALLERS[name]
    found = call(model, ag.constant(X)).numpy()
    assert len(model.variables) == 4
    np.testing.assert_allclose(found, model(X).numpy(), rtol=1e-5)


def test_gradients_of_gradients():
    """The norm of a gradient, as of a penalty, against differences of it."""
    model = ag.keras.Sequential(
        [layers.Dense(4, "tanh", dtype=ag.float64), layers.Dense(1, dtype=ag.float64)]
    )
    x = ag.constant(X, ag.float64)

    def norm():
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = ag.reduce_sum(model(x))
        return ag.reduce_sum(ag.square(tape.gradient(y, x)))

    @ag.function
    def gradient():
        with ag.GradientTape() as tape:
            found = norm()
        return tape.gradient(found, model.layers[0].kernel)

    found = gradient().numpy()
    kernel = model.layers[0].kernel
    for place in np.ndindex(3, 4):
        step = np.zeros((3, 4))
        step[place] = 1e-5
        before = kernel.numpy()
        norms = []
        for moved in (before + step, before - step):
            kernel.assign(moved)
            norms.append(float(norm()))
        kernel.assign(before)
        slope = (norms[0] - norms[1]) / 2e-5
        assert found[place] == pytest.approx(slope, rel=1e-5, abs=1e-7)


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
