"""`ag.nn`: activations and dropout, eagerly and in graphs."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag

X = np.array([[-3.0, -0.5, 0.0], [0.5, 2.0, 100.0]])

TRUTHS = {
    "relu": lambda x: np.maximum(x, 0),
    "relu6": lambda x: np.clip(x, 0, 6),
    "leaky_relu": lambda x: np.where(x > 0, x, 0.2 * x),
    "elu": lambda x: np.where(x > 0, x, np.exp(np.minimum(x, 0)) - 1),
    "selu": lambda x: (
        1.0507009873554805
        * np.where(x > 0, x, 1.6732632423543772 * (np.exp(np.minimum(x, 0)) - 1))
    ),
    "silu": lambda x: x / (1 + np.exp(-x)),
    "swish": lambda x: x / (1 + np.exp(-x)),
    "softplus": lambda x: np.logaddexp(x, 0),
    "softsign": lambda x: x / (1 + np.abs(x)),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "tanh": np.tanh,
    "softmax": lambda x: np.exp(x) / np.exp(x).sum(-1, keepdims=True),
    "log_softmax": lambda x: x - np.log(np.exp(x).sum(-1, keepdims=True)),
}


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", TRUTHS)
def test_functions_are_what_their_formulas_say(name, dtype):
    function = getattr(ag.nn, name)
    x = ag.constant(X.astype(dtype))
    found = function(x).numpy()
    assert found.dtype == dtype
    tolerance = {"float16": 5e-3, "float32": 1e-5, "float64": 1e-12}[dtype]
    np.testing.assert_allclose(found, TRUTHS[name](X), tolerance, tolerance)
    staged = ag.function(function)(x).numpy()
    np.testing.assert_array_equal(found, staged)


def test_relu_takes_integers_and_lists():
    assert ag.nn.relu([-1, 2]).numpy().tolist() == [0, 2]
    assert ag.nn.relu(-1.5).numpy() == 0
    assert np.isnan(ag.nn.relu(np.nan).numpy())


def test_softmax_along_an_axis():
    found = ag.nn.softmax(ag.constant(X), axis=0).numpy()
    np.testing.assert_allclose(found.sum(0), 1)
    assert ag.nn.softmax(ag.zeros([0, 3])).shape == (0, 3)


def test_dropout_keeps_the_mean():
    ag.random.set_seed(1)
    x = ag.ones([100, 200])
    y = ag.nn.dropout(x, 0.25).numpy()
    assert set(np.unique(y)) == {0.0, np.float32(1 / 0.75)}
    assert abs((y == 0).mean() - 0.25) < 0.02


def test_dropout_is_new_on_every_run_and_the_same_in_graphs():
    def f(x, rate):
        return ag.nn.dropout(ag.nn.dropout(x, rate), 0.5, noise_shape=[1, 4])

    staged = ag.function(f)
    x = ag.ones([8, 4])
    for rate in (0.3, ag.constant(0.3), 0, ag.constant(0.0)):
        ag.random.set_seed(2)
        plain = [f(x, rate).numpy() for _ in range(3)]
        ag.random.set_seed(2)
        found = [staged(x, rate).numpy() for _ in range(3)]
        np.testing.assert_array_equal(plain, found)
        assert not (found[0] == found[1]).all() or not (found[1] == found[2]).all()


def test_dropout_of_an_unknown_shape():
    @ag.function
    def f(x):
        return ag.nn.dropout(x, 0.5, seed=1)

    concrete = f.get_concrete_function(ag.TensorSpec([None, 2]))
    assert concrete(ag.ones([5, 2])).shape == (5, 2)


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda x: ag.nn.dropout(x, 1.0), "InvalidArgumentError", "rate is 1.0, which is not in [0, 1)"),
        (lambda x: ag.nn.dropout(x, -0.1), "InvalidArgumentError", "rate is -0.1"),
        (lambda x: ag.nn.dropout([1], 0.5), "DTypeError", "there is no dropout of int32"),
        (lambda x: ag.nn.elu([1]), "DTypeError", "there is no elu of int32"),
        (lambda x: ag.nn.relu(["a"]), "DTypeError", "there is no relu of string"),
        (lambda x: ag.nn.softplus(ag.constant([1])), "DTypeError", "there is no softplus of int32"),
        (lambda x: ag.nn.softmax(ag.constant([1])), "DTypeError", "logits are floats, not int32"),
        (lambda x: ag.nn.softmax(x, 3), "ShapeError", "axis"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("staged", [False, True])
def test_mistakes_are_told(call, kind, text, staged):
    with pytest.raises(getattr(ag.errors, kind)) as caught:
        (ag.function(call) if staged else call)(ag.ones([2]))
    assert text in str(caught.value)
