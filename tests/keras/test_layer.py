"""`Layer`: building, weights, names, the training flag, and who is converted."""

from __future__ import annotations

import copy
import pickle
import threading
import traceback
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.keras import layers

X = np.arange(6, dtype=np.float32).reshape(2, 3)


class Scale(layers.Layer):
    """Multiplies, by a weight and a variable, what is large."""

    def build(self, input_shape):
        self.shape_seen = input_shape
        self.factor = self.add_weight("factor", input_shape[-1:], initializer="ones")
        self.offset = ag.Variable(0.5)

    def call(self, inputs):
        if ag.reduce_sum(inputs) > 10:
            inputs = inputs * 2.0
        while ag.reduce_max(inputs) > 9:
            inputs = inputs / 2.0
        return inputs * self.factor + self.offset


def scaled(x):
    x = x * 2.0 if x.sum() > 10 else x
    while x.max() > 9:
        x = x / 2.0
    return x + 0.5


@pytest.mark.parametrize("x", [X, X / 10])
def test_calls_of_the_users_layers_are_converted_in_graphs(x):
    layer = Scale()
    assert layer(x).numpy().tolist() == scaled(x).tolist()
    assert layer.shape_seen == (2, 3)
    staged = ag.function(layer)
    assert staged(X).numpy().tolist() == scaled(X).tolist()
    assert staged(x).numpy().tolist() == scaled(x).tolist()
    assert staged.experimental_get_tracing_count() == 1


def test_layers_are_functions_of_their_own_and_may_not_be_converted():
    class Plain(Scale):
        @ag.do_not_convert
        def call(self, inputs):
            return inputs if ag.reduce_sum(inputs) > 10 else -inputs

    assert ag.function(Scale())(X).numpy().tolist() == scaled(X).tolist()
    assert Plain()(X).numpy().tolist() == X.tolist()
    with pytest.raises(ag.errors.UnstagedOperationError, match=r"call\(\) is not conv"):
        ag.function(Plain(), python="refuse")(X)
    falling = ag.function(Plain(), python="allow")
    with pytest.warns(ag.errors.PythonFallbackWarning, match=r"call\(\) is not conv"):
        assert falling(X).numpy().tolist() == X.tolist()
    assert falling(X / 10).numpy().tolist() == (-X / 10).tolist()


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_layers_are_built_where_they_are_first_called(depth):
    layer = Scale()

    @ag.function
    def call(x, n):
        if depth == 0:
            return layer(x)
        for _ in ag.range(n):
            if depth == 1 or ag.reduce_sum(x) > -1:
                x = layer(x)
        return x

    found = call(ag.constant(X), ag.constant(2)).numpy()
    expected = scaled(X) if depth == 0 else scaled(scaled(X))
    assert found.tolist() == expected.tolist()
    assert [each.name for each in layer.variables] == [
        f"{layer.name}/factor:0", f"{layer.name}/Variable:0"
    ]  # fmt: skip
    layer.offset.assign(1.5)
    moved = call(ag.constant(X), ag.constant(1)).numpy()
    assert moved.tolist() == (scaled(X) + 1).tolist()


def test_what_build_assigns_is_there_before_blocks_and_changes_are_made_once():
    class Noting(layers.Layer):
        def build(self, input_shape):
            self.note = 1.0

        def call(self, inputs):
            return inputs * self.note

    @ag.do_not_convert
    def change(layer):
        layer.note = layer.note + 2.0

    layer = Noting()

    @ag.function
    def call(x):
        if ag.reduce_sum(x) > 0:
            x = layer(x)
            change(layer)
        return x, layer.note

    results = [call(ag.constant(x)) for x in (X, -X, X)]
    notes = [float(note) for _, note in results]
    assert notes == [3.0, 3.0, 3.0]  # the call was made while tracing
    assert layer.note == 3.0
    for x, (found, _) in zip((X, -X, X), results, strict=True):
        assert found.numpy().tolist() == x.tolist()


def test_only_the_first_trace_of_a_function_may_build():
    @ag.function
    def anew(x):
        return layers.Dense(2)(x)

    @ag.function
    def of(layer, x):
        return layer(x)

    with pytest.raises(ValueError, match="tried to create variables on non-first call"):
        anew(X)
    of(layers.Dense(2), X)
    second = layers.Dense(2)
    with pytest.raises(ag.errors.VariableCreationError) as info:
        of(second, X)
    assert "only supports singleton ag.Variables created on the first" in str(
        info.value
    )
    assert info.value.origin.function == "of"
    assert not second.built
    assert second.variables == ()
    second(X)
    assert of(second, X).numpy().tolist() == second(X).numpy().tolist()


def test_a_build_that_fails_leaves_nothing():
    class Failing(layers.Layer):
        fails = True

        def build(self, input_shape):
            self.w = self.add_weight("w", input_shape)
            self.inner = layers.Dense(2)
            self.inner(np.ones((1, 2)))
            if self.fails:
                raise RuntimeError("no")

        def call(self, inputs):
            return inputs * self.w

    layer = Failing()
    for build in (lambda: layer(X), lambda: layer.build((2, 3)), lambda: ag.function(layer)(X)):  # fmt: skip
        with pytest.raises(RuntimeError, match="no"):
            build()
        assert layer.variables == ()
        assert not layer.built
        assert not {"w", "inner"} & vars(layer).keys()
    layer.fails = False
    layer(X)
    assert len(layer.variables) == 3


def test_build_runs_once_also_by_name_and_of_a_superclass():
    class Twice(layers.Dense):
        def build(self, input_shape):
            super().build(input_shape)
            self.more = self.add_weight("more", (1,))
            self.built = True

    layer = Twice(2)
    layer.build((None, 3))
    kernel = layer.kernel
    layer.build((None, 3))
    layer(X)
    assert layer.kernel is kernel
    assert [each.name.rpartition("/")[2] for each in layer.weights] == [
        "kernel:0", "bias:0", "more:0"
    ]  # fmt: skip


def test_threads_that_call_a_layer_first_build_it_once():
    for _ in range(10):
        layer = layers.Dense(200)
        begin = threading.Barrier(4)

        def call(layer=layer, begin=begin):
            begin.wait()
            layer(X)

        threads = [threading.Thread(target=call) for _ in range(4)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert len(layer.variables) == 2


# -- Weights


def network() -> Any:
    class Inner(ag.Module):
        def __init__(self):
            self.z = ag.Variable(1.0, name="z")
            self.a = layers.Dense(1, name="deep")

    class Network(layers.Layer):
        def __init__(self):
            self.norm = layers.BatchNormalization(name="norm")  # before the others
            super().__init__()
            self.blocks = [layers.Dense(3, name="block"), {"inner": Inner()}]
            self.again = self.norm

        def build(self, input_shape):
            self.own = self.add_weight("own", initializer="zeros", trainable=False)

        def call(self, inputs):
            return self.blocks[1]["inner"].a(self.blocks[0](self.norm(inputs)))

    return Network()


def names(variables):
    return [each.name.removesuffix(":0").rpartition("network")[2] for each in variables]


def test_variables_are_in_the_order_of_attributes_and_follow_trainable():
    layer = network()
    layer(X)
    block = ["block/kernel", "block/bias"]
    deep = ["z", "deep/kernel", "deep/bias"]
    affine, moving = ["norm/gamma", "norm/beta"], ["norm/moving_mean", "norm/moving_variance"]  # fmt: skip
    own = [f"{layer.name.removeprefix('network')}/own"]
    assert names(layer.variables) == [*affine, *moving, *block, *deep, *own]
    assert names(layer.trainable_weights) == [*affine, *block, *deep]
    assert names(layer.non_trainable_weights) == [*moving, *own]
    module = ag.Module()
    module.layer = layer
    assert len(module.trainable_variables) == 7
    layer.norm.trainable = False
    layer.blocks[1]["inner"].a.trainable = False
    assert names(layer.trainable_variables) == [*block, "z"]
    assert names(module.trainable_variables) == [*block, "z"]
    assert len(module.non_trainable_variables) == 7
    layer.trainable = False
    assert layer.trainable_variables == module.trainable_variables == ()
    assert names(layer.non_trainable_variables) == names(layer.variables)
    layer.trainable = True
    assert names(layer.trainable_weights) == [*affine, *block, *deep]


def test_weights_are_read_and_written_as_arrays():
    layer = layers.Dense(2)
    with pytest.raises(ag.errors.FailedPreconditionError, match="has no weights yet"):
        layer.count_params()
    layer(X)
    assert layer.count_params() == 8
    kernel, bias = np.arange(6.0).reshape(3, 2), [1, 2]
    layer.set_weights([kernel, bias])
    assert layer(X).numpy().tolist() == (X @ kernel + bias).tolist()
    found = layer.get_weights()
    found[0][:] = 0  # a copy
    assert layer.get_weights()[0].tolist() == kernel.tolist()
    for weights, text in (
        ([kernel + 1], "has 2 weights, and 1 are given."),
        ([kernel + 1, [1, 2, 3]], "bias:0' has the shape [2], and [3] is given."),
    ):
        with pytest.raises(ag.errors.ShapeError) as info:
            layer.set_weights(weights)
        assert text in str(info.value)
        assert layer.get_weights()[0].tolist() == kernel.tolist()


def test_add_weight_says_what_it_takes():
    layer = layers.Layer()
    with pytest.raises(ag.errors.DTypeError, match=r"add_weight: the name is \(2, 3\)"):
        layer.add_weight((2, 3))
    weight = layer.add_weight("w", 3, ag.int32, ag.ones)
    assert weight.numpy().tolist() == [1, 1, 1]
    assert weight.dtype == ag.int32
    assert layer.weights == [weight]


def test_floats_become_those_of_the_weights():
    wide = np.ones((1, 3), np.float64)
    assert layers.Dense(1)(wide).dtype == ag.float32
    assert layers.Dense(1)([[1, 2, 3]]).dtype == ag.float32
    assert layers.Dense(1, dtype=ag.float64)(X).dtype == ag.float64
    assert layers.Flatten()(wide).dtype == ag.float64
    assert layers.Flatten(dtype=ag.float16)(wide).dtype == ag.float16


def test_layers_are_pickled_and_copied_with_their_weights():
    layer = layers.Dense(2, "relu")
    staged = ag.function(layer)
    staged(X)  # built in a trace
    for other in (pickle.loads(pickle.dumps(layer)), copy.deepcopy(layer)):
        assert other(X).numpy().tolist() == layer(X).numpy().tolist()
        other.set_weights([each * 0 + 9 for each in layer.get_weights()])
        assert len(other.variables) == 2
        assert other(X).numpy().tolist() != layer(X).numpy().tolist()


# -- Names


def test_names_are_those_of_classes_and_unique():
    class HalfConv3D(layers.Layer):
        pass

    first, second = layers.Dense(1), layers.Dense(1)
    base, _, number = first.name.partition("_")
    assert base == "dense"
    assert second.name == f"dense_{int(number or 0) + 1}"
    assert first.name == first.name
    assert [HalfConv3D().name for _ in range(2)] == ["half_conv3d", "half_conv3d_1"]
    assert layers.GlobalAveragePooling2D().name.startswith("global_average_pooling2d")
    assert layers.GRUCell(1).name.startswith("gru_cell")
    assert layers.Dense(1, name="mine").name == "mine"
    assert repr(layers.Dense(1, name="mine")) == "<Dense 'mine'>"
    first(X)
    assert [each.name for each in first.variables] == [
        f"{first.name}/kernel:0", f"{first.name}/bias:0"
    ]  # fmt: skip


def test_summary():
    layer = network()
    lines: list[str] = []
    layer.summary(lines.append)
    assert lines[1:] == [
        "Layer (type)               Weights        Parameters",
        "norm (BatchNormalization)  not built yet           0",
        "block (Dense)              not built yet           0",
        "Parameters: 1, of which 1 are trainable",
    ]
    layer(X)
    lines.clear()
    layer.summary(lines.append)
    assert lines[2:] == [
        "norm (BatchNormalization)  [3], [3], [3], [3]          12",
        "block (Dense)              [3, 3], [3]                 12",
        "Parameters: 30, of which 23 are trainable",
    ]


# -- Errors


def test_tracebacks_show_the_users_lines():
    class Wrong(layers.Layer):
        def call(self, inputs):
            return inputs @ inputs

    class Outer(layers.Layer):
        def __init__(self):
            super().__init__()
            self.inner = Wrong()

        def call(self, inputs):
            return self.inner(inputs)

    layer = Outer()
    for call in (layer, ag.function(layer)):
        with pytest.raises(ag.errors.ShapeError) as info:
            call(X)
        assert info.value.origin.function == "call"
        frames = traceback.extract_tb(info.value.__traceback__)
        users = [each.line for each in frames if each.filename == __file__]
        assert users == [
            "call(X)",
            "return self.inner(inputs)",
            "return inputs @ inputs",
        ]
        # Python adds the frames that raise an error anew: one for each call of ours.
        assert len(frames) - len(users) <= 3


def test_a_layer_without_call_says_so():
    with pytest.raises(NotImplementedError, match="Layer does not define `call`"):
        layers.Layer()(X)
