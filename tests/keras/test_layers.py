"""Every layer: values against NumPy, gradients, graphs, messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.keras import layers
from tests.graph.ops.samples_nn import convolved, pooled

RANDOM = np.random.default_rng(5)
X2 = RANDOM.normal(size=(4, 3))
X3 = RANDOM.normal(size=(2, 5, 3))
X4 = RANDOM.normal(size=(2, 6, 5, 4))
IDS = np.array([[1, 0], [2, 2]])
D: dict[str, Any] = {"dtype": ag.float64}


@dataclass(frozen=True)
class Sample:
    """A layer with an input, and what it returns, by NumPy.

    Attributes:
        make: Returns the layer.
        x: The input.
        truth: Takes the layer's weights, by name, and the input.
        weights: The shapes of the weights, by name, in order.
        options: Further arguments of the call.
    """

    make: Callable[[], Any]
    x: np.ndarray
    truth: Callable[..., Any]
    weights: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)


def relu(x):
    return np.where(x > 0, x, 0)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def conv(x, w, strides, padding, dilations=(1, 1), groups=1):
    attrs = {"strides": strides, "padding": padding, "dilations": dilations}
    return convolved(x, w, {**attrs, "groups": groups}).astype(float)


def pool(name, x, ksize, strides, padding):
    attrs = {"ksize": ksize, "strides": strides, "padding": padding}
    return pooled(name, x, attrs).astype(float)


def normalised(x, axes, epsilon=1e-3):
    mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    return (x - mean) / np.sqrt(variance + epsilon)


def thirds(x):
    return np.split(x, 3, axis=-1)


def gru(x, kernel, recurrent_kernel, bias, h=None, reset_after=True):
    """Return the states after each step."""
    h = np.zeros((len(x), len(recurrent_kernel))) if h is None else h
    states = []
    for t in range(x.shape[1]):
        x_z, x_r, x_c = thirds(x[:, t] @ kernel + (bias[0] if reset_after else bias))
        k_z, k_r, k_c = thirds(recurrent_kernel)
        b_z, b_r, b_c = thirds(bias[1]) if reset_after else (0.0, 0.0, 0.0)
        z, r = sigmoid(x_z + h @ k_z + b_z), sigmoid(x_r + h @ k_r + b_r)
        product = r * (h @ k_c + b_c) if reset_after else (r * h) @ k_c
        h = z * h + (1 - z) * np.tanh(x_c + product)
        states.append(h)
    return np.stack(states, 1)


def lstm(x, kernel, recurrent_kernel, bias):
    """Return h after each step, and c after the last."""
    h = c = np.zeros((len(x), len(recurrent_kernel)))
    states = []
    for t in range(x.shape[1]):
        gates = x[:, t] @ kernel + h @ recurrent_kernel + bias
        i, f, candidate, o = np.split(gates, 4, axis=-1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(candidate)
        h = sigmoid(o) * np.tanh(c)
        states.append(h)
    return np.stack(states, 1), c


def simple(x, kernel, recurrent_kernel, bias):
    h = np.zeros((len(x), len(recurrent_kernel)))
    for t in range(x.shape[1]):
        h = np.tanh(x[:, t] @ kernel + h @ recurrent_kernel + bias)
    return h


def backwards(x, **weights):
    states = gru(x[:, ::-1], **weights)
    return states, states[:, -1]


def drawn():
    return {"bias_initializer": ag.keras.initializers.RandomNormal(), **D}


GRU_WEIGHTS = {"kernel": (3, 6), "recurrent_kernel": (2, 6), "bias": (2, 6)}
NORMS: dict[str, Any] = {
    "gamma_initializer": "random_normal",
    "beta_initializer": "random_normal",
    **D,
}
BATCH = {"moving_mean": (4,), "moving_variance": (4,)}

SAMPLES = {
    "Dense": Sample(lambda: layers.Dense(2, **drawn()), X2, lambda x, kernel, bias: x @ kernel + bias, {"kernel": (3, 2), "bias": (2,)}),
    "Dense of three axes": Sample(lambda: layers.Dense(2, "relu", **drawn()), X3, lambda x, kernel, bias: relu(x @ kernel + bias), {"kernel": (3, 2), "bias": (2,)}),
    "Dense without bias": Sample(lambda: layers.Dense(2, ag.tanh, use_bias=False, **D), X2, lambda x, kernel: np.tanh(x @ kernel), {"kernel": (3, 2)}),
    "Conv2D": Sample(lambda: layers.Conv2D(3, 2, **drawn()), X4, lambda x, kernel, bias: conv(x, kernel, (1, 1), "VALID") + bias, {"kernel": (2, 2, 4, 3), "bias": (3,)}),
    "Conv2D same": Sample(lambda: layers.Conv2D(3, (3, 2), (2, 1), "same", activation="sigmoid", **drawn()), X4, lambda x, kernel, bias: sigmoid(conv(x, kernel, (2, 1), "SAME") + bias), {"kernel": (3, 2, 4, 3), "bias": (3,)}),
    "Conv2D dilated, in groups": Sample(lambda: layers.Conv2D(6, 2, dilation_rate=(2, 1), groups=2, use_bias=False, **D), X4, lambda x, kernel: conv(x, kernel, (1, 1), "VALID", (2, 1), 2), {"kernel": (2, 2, 2, 6)}),
    "Flatten": Sample(layers.Flatten, X4, lambda x: x.reshape(2, -1)),
    "Flatten of one axis": Sample(layers.Flatten, X2[0], lambda x: x[:, None]),
    "Activation": Sample(lambda: layers.Activation("softplus"), X2, lambda x: np.log1p(np.exp(x))),
    "Dropout": Sample(lambda: layers.Dropout(0.5), X2, lambda x: x),
    "Embedding": Sample(lambda: layers.Embedding(3, 2, **D), IDS, lambda x, embeddings: embeddings[x], {"embeddings": (3, 2)}),
    "LayerNormalization": Sample(lambda: layers.LayerNormalization(**NORMS), X3, lambda x, gamma, beta: normalised(x, (2,)) * gamma + beta, {"gamma": (3,), "beta": (3,)}),
    "LayerNormalization of inner axes": Sample(lambda: layers.LayerNormalization([1, -1], epsilon=0.5, **NORMS), X4, lambda x, gamma, beta: normalised(x, (1, 3), 0.5) * gamma[:, None] + beta[:, None], {"gamma": (6, 4), "beta": (6, 4)}),
    "BatchNormalization": Sample(lambda: layers.BatchNormalization(moving_mean_initializer="random_normal", **NORMS), X4, lambda x, gamma, beta, moving_mean, moving_variance: (x - moving_mean) / np.sqrt(moving_variance + 1e-3) * gamma + beta, {"gamma": (4,), "beta": (4,), **BATCH}),
    "BatchNormalization training": Sample(lambda: layers.BatchNormalization(**NORMS), X4, lambda x, gamma, beta, moving_mean, moving_variance: normalised(x, (0, 1, 2)) * gamma + beta, {"gamma": (4,), "beta": (4,), **BATCH}, {"training": True}),
    "BatchNormalization of an inner axis": Sample(lambda: layers.BatchNormalization(1, scale=False, **D), X3, lambda x, beta, moving_mean, moving_variance: normalised(x, (0, 2)) + beta[:, None], {"beta": (5,), "moving_mean": (5,), "moving_variance": (5,)}, {"training": True}),
    "MaxPooling2D": Sample(layers.MaxPooling2D, X4, lambda x: pool("max_pool", x, (2, 2), (2, 2), "VALID")),
    "MaxPooling2D same": Sample(lambda: layers.MaxPooling2D(3, (2, 1), "same"), X4, lambda x: pool("max_pool", x, (3, 3), (2, 1), "SAME")),
    "AveragePooling2D": Sample(lambda: layers.AveragePooling2D((2, 3), 1), X4, lambda x: pool("avg_pool", x, (2, 3), (1, 1), "VALID")),
    "GlobalAveragePooling2D": Sample(layers.GlobalAveragePooling2D, X4, lambda x: x.mean((1, 2))),
    "GlobalAveragePooling2D keepdims": Sample(lambda: layers.GlobalAveragePooling2D(keepdims=True), X4, lambda x: x.mean((1, 2), keepdims=True)),
    "GRU": Sample(lambda: layers.GRU(2, **drawn()), X3, lambda x, **w: gru(x, **w)[:, -1], GRU_WEIGHTS),
    "GRU, reset before": Sample(lambda: layers.GRU(2, reset_after=False, return_sequences=True, **drawn()), X3, lambda x, **w: gru(x, reset_after=False, **w), {**GRU_WEIGHTS, "bias": (6,)}),
    "GRU backwards": Sample(lambda: layers.GRU(2, return_sequences=True, return_state=True, go_backwards=True, **drawn()), X3, backwards, GRU_WEIGHTS),
    "GRU from a state": Sample(lambda: layers.GRU(2, **drawn()), X3, lambda x, **w: gru(x, h=X2[:2, :2], **w)[:, -1], GRU_WEIGHTS, {"initial_state": X2[:2, :2]}),
    "GRU of no steps": Sample(lambda: layers.GRU(2, return_sequences=True, return_state=True, **D), X3[:, :0], lambda x, **w: (np.zeros((2, 0, 2)), np.zeros((2, 2))), GRU_WEIGHTS),
    "SimpleRNN": Sample(lambda: layers.SimpleRNN(2, **drawn()), X3, simple, {"kernel": (3, 2), "recurrent_kernel": (2, 2), "bias": (2,)}),
    "LSTM": Sample(lambda: layers.LSTM(2, return_state=True, **D), X3, lambda x, **w: (lstm(x, **w)[0][:, -1], lstm(x, **w)[0][:, -1], lstm(x, **w)[1]), {"kernel": (3, 8), "recurrent_kernel": (2, 8), "bias": (8,)}),
}  # fmt: skip
each_sample = pytest.mark.parametrize("name", SAMPLES)
# A sequence of no steps has no outputs, whose batch nobody knows; and a state that is
# an array gives the batch.
KNOWN_BATCH = {"GRU of no steps", "GRU from a state"}


def short(variable):
    return variable.name.rpartition("/")[2].removesuffix(":0")


def arrays(found):
    return [np.asarray(each) for each in ag.nest.flatten(found)]


def specs(found):
    return [(tuple(each.shape), each.dtype) for each in ag.nest.flatten(found)]


@each_sample
def test_values_are_those_of_numpy(name):
    sample = SAMPLES[name]
    layer = sample.make()
    found = layer(sample.x, **sample.options)
    shapes = {short(each): tuple(each.shape) for each in layer.variables}
    assert list(shapes.items()) == list(sample.weights.items())
    weights = dict(zip(shapes, layer.get_weights(), strict=True))
    expected = sample.truth(sample.x, **weights)
    for actual, wanted in zip(arrays(found), ag.nest.flatten(expected), strict=True):
        assert actual.dtype == np.float64
        assert actual.shape == wanted.shape
        np.testing.assert_allclose(actual, wanted, rtol=1e-9, atol=1e-12)


@each_sample
def test_graphs_compute_the_same_bits_and_build_on_the_first_call(name):
    sample = SAMPLES[name]
    layer = sample.make()
    staged = ag.function(lambda x: layer(x, **sample.options))
    first = arrays(staged(ag.constant(sample.x)))
    assert [short(each) for each in layer.variables] == list(sample.weights)
    eager = layer(sample.x, **sample.options)
    again = staged(ag.constant(sample.x))
    assert staged.experimental_get_tracing_count() == 1
    for one, two, three in zip(first, arrays(eager), arrays(again), strict=True):
        assert one.tobytes() == two.tobytes() == three.tobytes()


@pytest.mark.parametrize("name", sorted(SAMPLES.keys() - KNOWN_BATCH))
def test_shapes_that_are_not_known_while_tracing(name):
    sample = SAMPLES[name]
    layer = sample.make()
    expected = arrays(layer(sample.x, **sample.options))
    n = sample.x.ndim
    is_image = n == 4 and not name.endswith("inner axes")
    shape = [None, *sample.x.shape[1:]]
    if is_image:
        shape[1] = shape[2] = None
    elif "GRU" in name or "LSTM" in name:
        shape[1] = None
    options = sample.options
    spec = ag.TensorSpec(shape, ag.constant(sample.x).dtype)
    staged = ag.function(lambda x: layer(x, **options), input_signature=[spec])
    outputs = staged.get_concrete_function().structured_outputs
    assert all(each.shape[0] is None for each in ag.nest.flatten(outputs))
    for one, two in zip(arrays(staged(sample.x)), expected, strict=True):
        assert one.tobytes() == two.tobytes()


def loss_of(layer, x, options, weights=None):
    """Return a number that all of the results and all of their elements change."""
    if weights is not None:
        layer.set_weights(weights)
    total = ag.constant(0.0, ag.float64)
    for place, each in enumerate(ag.nest.flatten(layer(x, **options))):
        factors = np.cos(np.arange(np.prod(each.shape)) + place).reshape(each.shape)
        total += ag.reduce_sum(each * each * factors + each * (place + 1))
    return total


@each_sample
@pytest.mark.parametrize("way", ["eager", "graph"])
def test_gradients_agree_with_central_differences(name, way):
    sample = SAMPLES[name]
    layer = sample.make()
    layer(sample.x)
    weights = layer.get_weights()
    is_float = sample.x.dtype.kind == "f"
    targets = list(layer.trainable_variables)

    def gradients(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            loss = loss_of(layer, x, sample.options)
        sources = [*targets, x] if is_float else targets
        return tape.gradient(loss, sources, unconnected_gradients="zero")

    x = ag.constant(sample.x)
    found = (gradients if way == "eager" else ag.function(gradients))(x)
    layer.set_weights(weights)
    names = [each.name for each in layer.variables]
    for place, gradient in enumerate(arrays([ag.convert_to_tensor(g) for g in found])):
        is_input = place == len(targets)
        at = None if is_input else names.index(targets[place].name)
        base = sample.x if at is None else weights[at]
        for index in list(np.ndindex(base.shape))[:: 1 + base.size // 12]:

            def value(step, at=at, base=base, index=index):
                moved = base.copy()
                moved[index] += step
                others = [moved if i == at else w for i, w in enumerate(weights)]
                given = moved if at is None else sample.x
                return float(loss_of(layer, given, sample.options, others))

            slope = (value(1e-6) - value(-1e-6)) / 2e-6
            assert gradient[index] == pytest.approx(slope, rel=1e-5, abs=1e-6)


@each_sample
def test_staged_loops_call_layers(name):
    """The layer is built in the loop, by the trace that is thrown away."""
    sample = SAMPLES[name]
    layer = sample.make()

    @ag.function
    def total(x, n):
        found = ag.constant(0.0, ag.float64)
        for _ in ag.range(n):
            for each in ag.nest.flatten(layer(x, **sample.options)):
                found += ag.reduce_sum(each)
        return found

    found = float(total(ag.constant(sample.x), ag.constant(3)))
    once = sum(each.sum() for each in arrays(layer(sample.x, **sample.options)))
    assert found == pytest.approx(3 * once, rel=1e-9, abs=1e-9)


def test_a_gru_is_one_loop():
    for sequences in (False, True):
        layer = layers.GRU(2, return_sequences=sequences, return_state=True)
        for steps in (1, 50):
            spec = ag.TensorSpec([2, steps, 3], ag.float32)
            concrete = ag.function(lambda x: layer(x)).get_concrete_function(spec)  # noqa: PLW0108
            text = str(concrete.graph)
            assert text.count("while_loop(") == 1
            assert "matmul" not in [node.op.name for node in concrete.graph.nodes]


@pytest.mark.parametrize("staged", [False, True])
def test_batch_normalization_moves_averages_when_training(staged):
    layer = layers.BatchNormalization(momentum=0.9, **D)
    call = ag.function(layer) if staged else layer
    call(X4)
    assert layer.moving_mean.numpy().tolist() == [0] * 4
    mean, variance = np.zeros(4), np.ones(4)
    for flag in (True, ag.constant(True), False, ag.constant(False), True):
        call(X4, training=flag)
        if flag:
            mean = mean * 0.9 + X4.mean((0, 1, 2)) * 0.1
            variance = variance * 0.9 + X4.var((0, 1, 2)) * 0.1
        np.testing.assert_allclose(layer.moving_mean.numpy(), mean, rtol=1e-12)
        np.testing.assert_allclose(layer.moving_variance.numpy(), variance, rtol=1e-12)
    layer.trainable = False
    frozen = ag.function(lambda x: layer(x, training=True)) if staged else layer
    frozen(X4, **({} if staged else {"training": True}))
    np.testing.assert_allclose(layer.moving_mean.numpy(), mean, rtol=1e-12)
    assert layer.trainable_variables == ()


def test_dropout_draws_the_same_in_graphs_and_anew_each_time():
    layer = layers.Dropout(0.25)
    x = np.ones((50, 40), np.float32)
    results = []
    for call in (layer, ag.function(layer)):
        ag.random.set_seed(4)
        results.append([call(x, training=True).numpy() for _ in range(2)])
    (a, b), (c, d) = results
    assert a.tobytes() == c.tobytes()
    assert b.tobytes() == d.tobytes()
    assert (a != b).any()
    assert set(np.unique(a)) == {np.float32(0), np.float32(1) / np.float32(0.75)}
    assert 0.2 < (a == 0).mean() < 0.3


def test_cells_of_the_user_are_converted():
    class Counting(layers.Layer):
        state_size = 3
        output_size = 3

        def build(self, input_shape):
            self.scale = self.add_weight("scale", initializer="ones")

        def call(self, inputs, states):
            state = states[0]
            if ag.reduce_sum(inputs) > 0:
                state = state + self.scale
            return state * 2.0, [state]

    layer = layers.RNN(Counting(dtype=ag.float64), return_sequences=True)
    steps = np.cumsum(X3.sum((0, 2)) > 0).astype(float)
    expected = np.broadcast_to(2 * steps[None, :, None], (2, 5, 3))
    assert layer(X3).numpy().tolist() == expected.tolist()
    assert ag.function(layer)(X3).numpy().tolist() == expected.tolist()


GRU: Any = layers.GRU  # of what it is not for, too
MISTAKES: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "rank of Dense": (lambda: layers.Dense(2, name="d")(X2[0]), ValueError, "the layer 'd' takes inputs with 2 axes at least; this one has the shape [3]."),
    "rank of Conv2D": (lambda: layers.Conv2D(2, 2, name="c")(X3), ValueError, "the layer 'c' takes inputs with 4 axes; this one has the shape [2, 5, 3]."),
    "rank of pooling": (lambda: layers.MaxPooling2D(name="p")(X3), ValueError, "the layer 'p' takes inputs with 4 axes; this one"),
    "rank of GRU": (lambda: layers.GRU(2, name="g")(X2), ValueError, "the layer 'g' takes inputs with 3 axes; this one"),
    "units": (lambda: layers.Dense(0), ValueError, "Dense: units is 0."),
    "units of a cell": (lambda: GRU(2.5), ValueError, "GRUCell: units is 2.5."),
    "kernel_size": (lambda: layers.Conv2D(2, (1, 2, 3)), ValueError, "Conv2D: kernel_size is (1, 2, 3)."),
    "padding": (lambda: layers.Conv2D(2, 2, padding="full"), ValueError, "Conv2D: padding is 'full'."),
    "channels first": (lambda: layers.MaxPooling2D(data_format="channels_first"), NotImplementedError, "MaxPooling2D: data_format 'channels_first' is not there."),
    "data_format": (lambda: layers.Conv2D(2, 2, data_format="NHWC"), ValueError, "Conv2D: data_format is 'NHWC'."),
    "filters": (lambda: layers.Conv2D(3, 2, groups=2), ValueError, "Conv2D: 3 filters are no multiple of 2 groups."),
    "groups": (lambda: layers.Conv2D(6, 2, groups=3, name="c")(X4), ValueError, "the layer 'c' has 3 groups; an input has 4 channels."),
    "rate": (lambda: layers.Dropout(1.0), ValueError, "Dropout: rate is 1.0, which is not in [0, 1)."),
    "axis": (lambda: layers.LayerNormalization(3, name="n")(X2), ValueError, "the layer 'n' normalises along axis 3; an input has 2 axes."),
    "row": (lambda: layers.Embedding(2, 2)(np.array([5])), ValueError, "5"),
    "cell": (lambda: layers.RNN(layers.Dense(2)), ValueError, "is no cell."),
    "state": (lambda: layers.GRU(2, name="g")(X3, initial_state=X2), ValueError, "the layer 'g' has states of the sizes [2]; the initial state has the shapes (4, 3)."),
    "number of states": (lambda: layers.LSTM(2, name="l")(X3, initial_state=X2), ValueError, "the layer 'l' has states of the sizes [2, 2]; the initial"),
    "activation": (lambda: layers.Dense(2, "rleu"), ValueError, "there is no activation of the name 'rleu'."),
    "no activation": (lambda: layers.Dense(2, 3), TypeError, "3, of type int, is no activation."),
    "initializer": (lambda: layers.Dense(2, kernel_initializer="xavier"), ValueError, "there is no initializer of the name 'xavier'."),
    "dtype": (lambda: layers.Dense(2, dtype=ag.int32), TypeError, "a layer has weights of floating-point numbers, not of int32."),
    "name": (lambda: layers.Dense(2, name="my layer"), ValueError, "'my layer' is not a valid module name."),
    "unknown channels": (lambda: layers.Dense(2).build((None, None)), ValueError, "add_weight: the shape of 'kernel' is [None, 2]."),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told_at_the_users_line(name):
    make, kind, text = MISTAKES[name]
    with pytest.raises(kind) as info:
        make()
    assert isinstance(info.value, ag.errors.AutographError)
    assert text in str(info.value)
    origin = info.value.origin
    assert origin is not None
    assert (origin.filename, origin.function) == (__file__, "<lambda>")


BUILT: dict[str, tuple[Callable[[], Any], np.ndarray, np.ndarray, str]] = {
    "Dense": (lambda: layers.Dense(2, name="one"), X2, X2[:, :2], "3 elements along axis -1; this one has the shape [4, 2]."),
    "Conv2D": (lambda: layers.Conv2D(2, 2, name="one"), X4, X4[..., :3], "4 elements along axis -1; this one has the shape [2, 6, 5, 3]."),
    "BatchNormalization": (lambda: layers.BatchNormalization(name="one"), X3, X4, "3 axes; this one has the shape [2, 6, 5, 4]."),
    "GRU": (lambda: layers.GRU(2, name="one"), X3, X3[..., :2], "3 elements along axis 2; this one has the shape [2, 5, 2]."),
    "GRUCell": (lambda: layers.GRUCell(3, name="one"), X2, X2[:, :2], "3 elements along axis -1; this one has the shape [4, 2]."),
}  # fmt: skip


@pytest.mark.parametrize("name", BUILT)
@pytest.mark.parametrize("staged", [False, True])
def test_inputs_of_another_kind_than_a_layer_was_built_for(name, staged):
    make, x, other, text = BUILT[name]
    layer = make()
    options = {"states": [ag.zeros([4, 3])]} if name == "GRUCell" else {}

    def call(x):
        return layer(x, **options)

    if staged:
        call = ag.function(call)
    call(x)
    before = layer.get_weights()
    with pytest.raises(ag.errors.ShapeError) as info:
        call(other)
    assert f"the layer 'one' takes inputs with {text}" in str(info.value)
    assert info.value.origin.function == "call"
    for one, two in zip(before, layer.get_weights(), strict=True):
        assert one.tobytes() == two.tobytes()
