"""Modules know their variables and submodules, in an order that is always the same."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import autograph as ag


class Dense(ag.Module):
    def __init__(self, n_in, n_out, name=None):
        super().__init__(name)
        self.w = ag.Variable(np.full((n_in, n_out), 0.5, np.float32), name="w")
        self.b = ag.Variable(np.zeros(n_out, np.float32), name="b")

    @ag.function
    def __call__(self, x):
        return x @ self.w + self.b


class Network(ag.Module):
    """Does not call `super().__init__()`, as none need."""

    def __init__(self):
        self.layers = [Dense(2, 3, "first"), (Dense(3, 1),)]
        self.by_name = {"z": ag.Variable(1), "a": [ag.Variable(2, trainable=False)]}
        self.again = self.layers[0]
        self.step = ag.Variable(0, trainable=False, name="step")
        self.itself = self
        self.other = {"rate": 0.1, "nothing": None, "f": len}

    def __call__(self, x):
        for layer in (self.layers[0], self.layers[1][0]):
            x = layer(x)
        return x


def test_variables_come_by_attribute_and_those_of_submodules_after():
    network = Network()
    first, second = network.layers[0], network.layers[1][0]
    by_name = network.by_name
    own = [by_name["z"], by_name["a"][0], network.step]
    expected = [*own, first.b, first.w, second.b, second.w]
    assert list(map(id, network.variables)) == list(map(id, expected))
    assert [v.name for v in network.trainable_variables] == [
        "Variable:0", "b:0", "w:0", "b:0", "w:0"
    ]  # fmt: skip
    assert [v.name for v in network.non_trainable_variables] == ["Variable:0", "step:0"]
    assert network.submodules == (first, second)
    assert first.submodules == ()


def test_containers_that_hold_themselves_are_looked_at_once():
    module = ag.Module()
    module.items = [ag.Variable(1)]
    module.items.append(module.items)
    assert len(module.variables) == 1


def test_names():
    assert [layer.name for layer in Network().submodules] == ["first", "dense"]
    assert Network().name == "network"

    class HTTPServer2Model(ag.Module):
        pass

    assert HTTPServer2Model().name == "http_server2_model"
    for name in ("my layer", "", "1st"):
        with pytest.raises(ag.errors.NameFormatError) as info:
            ag.Module(name=name)
        assert f"{name!r} is not a valid module name." in str(info.value)
        assert "Names of modules are Python identifiers" in str(info.value)


def test_a_name_scope_goes_before_names_of_variables_and_nodes():
    class Layer(ag.Module):
        w = None

        @ag.function
        @ag.Module.with_name_scope
        def __call__(self, x):
            if self.w is None:
                self.w = ag.Variable(1.0, name="w")
                with ag.name_scope("inner"):
                    self.v = ag.Variable(1.0, name="v")
            return x * self.w + self.v

    layer = Layer("mine")
    assert float(layer(ag.constant(2.0))) == 3.0
    assert [v.name for v in layer.variables] == ["mine/inner/v:0", "mine/w:0"]
    graph = layer.__call__.get_concrete_function(ag.constant(2.0)).graph
    names = [node.name for node in graph.get_operations()]
    assert [name for name in names if "mul" in name.lower()][0].startswith("mine/")
    with layer.name_scope as scope:
        assert scope == "mine/"
        assert ag.Variable(1).name == "mine/Variable:0"
    assert ag.Variable(1).name == "Variable:0"


def test_a_network_computes_changes_without_a_new_trace_and_dies():
    network, x = Network(), np.ones((1, 2), np.float32)
    step = ag.function(network)
    assert network(x).numpy().tolist() == step(x).numpy().tolist() == [[1.5]]
    network.layers[0].b.assign([1.0, 1.0, 1.0])
    assert network(x).numpy().tolist() == step(x).numpy().tolist() == [[3.0]]
    assert step.experimental_get_tracing_count() == 1
    layer = Dense(2, 2)
    layer(x)
    gone = weakref.ref(layer), weakref.ref(layer.w)
    del layer
    gc.collect()
    assert [each() for each in gone] == [None, None]
