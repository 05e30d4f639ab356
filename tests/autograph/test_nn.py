"""`ag.nn`: activations, convolutions, pooling, losses and normalisation.

Mistakes are shown by `tests/graph/ops/test_messages.py`, in `networks`.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import autograph as ag
from tests.graph.ops.samples_nn import convolved, pooled

RANDOM = np.random.default_rng(7)
X1 = RANDOM.normal(size=(2, 7, 4))
X2 = RANDOM.normal(size=(2, 6, 5, 4))
X3 = RANDOM.normal(size=(1, 4, 5, 3, 2))
W1 = RANDOM.normal(size=(3, 4, 5))
W2 = RANDOM.normal(size=(3, 2, 4, 3))
W3 = RANDOM.normal(size=(2, 3, 2, 2, 3))
WG = RANDOM.normal(size=(3, 2, 2, 6))
WD = RANDOM.normal(size=(3, 2, 4, 2))
P = RANDOM.normal(size=(1, 1, 8, 3))


def direct(x, w, strides, padding, dilations=None, groups=1):
    n = x.ndim - 2
    attrs = {"strides": strides, "padding": padding, "groups": groups}
    attrs["dilations"] = dilations or (1,) * n
    return convolved(x, w, attrs).astype(float)


def first(x):
    return np.moveaxis(x, -1, 1)


def last(x):
    return np.moveaxis(x, 1, -1)


def pool(name, x, ksize, strides, padding):
    attrs = {"ksize": ksize, "strides": strides, "padding": padding}
    return pooled(name, x, attrs).astype(float)


CALLS = {
    "conv1d": (lambda x: ag.nn.conv1d(x, W1, 2, "SAME"), X1, lambda: direct(X1, W1, (2,), "SAME")),
    "conv1d NCW": (lambda x: ag.nn.conv1d(x, W1, 1, "valid", "NCW"), first(X1), lambda: first(direct(X1, W1, (1,), "VALID"))),
    "conv1d dilated": (lambda x: ag.nn.conv1d(x, W1, 1, [[2, 0]], dilations=2), X1, lambda: direct(X1, W1, (1,), [(2, 0)], (2,))),
    "conv2d": (lambda x: ag.nn.conv2d(x, W2, [2, 1], "SAME"), X2, lambda: direct(X2, W2, (2, 1), "SAME")),
    "conv2d four strides": (lambda x: ag.nn.conv2d(x, W2, [1, 1, 2, 1], "VALID"), X2, lambda: direct(X2, W2, (1, 2), "VALID")),
    "conv2d explicit": (lambda x: ag.nn.conv2d(x, W2, 1, [[0, 0], [1, 2], [0, 1], [0, 0]]), X2, lambda: direct(X2, W2, (1, 1), [(1, 2), (0, 1)])),
    "conv2d NCHW": (lambda x: ag.nn.conv2d(x, W2, [1, 1, 2, 1], "SAME", "NCHW", [1, 1, 1, 2]), first(X2), lambda: first(direct(X2, W2, (2, 1), "SAME", (1, 2)))),
    "conv2d groups": (lambda x: ag.nn.conv2d(x, WG, 1, "SAME"), X2, lambda: direct(X2, WG, (1, 1), "SAME", None, 2)),
    "conv3d": (lambda x: ag.nn.conv3d(x, W3, [1, 1, 2, 1, 1], "SAME"), X3, lambda: direct(X3, W3, (1, 2, 1), "SAME")),
    "convolution": (lambda x: ag.nn.convolution(x, W3), X3, lambda: direct(X3, W3, (1, 1, 1), "VALID")),
    "depthwise": (lambda x: ag.nn.depthwise_conv2d(x, WD, [1, 2, 2, 1], "SAME"), X2, lambda: direct(X2, WD.reshape(3, 2, 1, 8), (2, 2), "SAME", None, 4)),
    "depthwise NCHW": (lambda x: ag.nn.depthwise_conv2d(x, WD, 1, "VALID", "NCHW", [1, 2]), first(X2), lambda: first(direct(X2, WD.reshape(3, 2, 1, 8), (1, 1), "VALID", (1, 2), 4))),
    "separable": (lambda x: ag.nn.separable_conv2d(x, WD, P, 1, "SAME"), X2, lambda: direct(X2, WD.reshape(3, 2, 1, 8), (1, 1), "SAME", None, 4) @ P[0, 0]),
    "max_pool2d": (lambda x: ag.nn.max_pool2d(x, 2, 2, "SAME"), X2, lambda: pool("max_pool", X2, (2, 2), (2, 2), "SAME")),
    "max_pool NCHW": (lambda x: ag.nn.max_pool2d(x, [2, 3], 1, "VALID", "NCHW"), first(X2), lambda: first(pool("max_pool", X2, (2, 3), (1, 1), "VALID"))),
    "max_pool": (lambda x: ag.nn.max_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], "VALID"), X2, lambda: pool("max_pool", X2, (2, 2), (2, 2), "VALID")),
    "avg_pool1d": (lambda x: ag.nn.avg_pool1d(x, 3, 2, "SAME"), X1, lambda: pool("avg_pool", X1, (3,), (2,), "SAME")),
    "avg_pool3d": (lambda x: ag.nn.avg_pool3d(x, 2, 1, "SAME"), X3, lambda: pool("avg_pool", X3, (2, 2, 2), (1, 1, 1), "SAME")),
    "avg_pool": (lambda x: ag.nn.avg_pool(x, 2, 1, [[1, 1], [0, 0]]), X2, lambda: pool("avg_pool", X2, (2, 2), (1, 1), [(1, 1), (0, 0)])),
    "lrn": (lambda x: ag.nn.lrn(x, 1, 1.0, 0.5, 0.75), X2, lambda: X2 / (1 + 0.5 * sum(np.pad(X2**2, [(0, 0)] * 3 + [(1, 1)])[..., i : i + 4] for i in range(3))) ** 0.75),
    "moments": (lambda x: ag.nn.moments(x, [0, 2])[1], X2, lambda: X2.var((0, 2))),
    "moments of all": (lambda x: ag.nn.moments(x, None)[0], X2, X2.mean),
    "batch_normalization": (lambda x: ag.nn.batch_normalization(x, 1.0, 4.0, 2.0, 3.0, 0.0), X1, lambda: (X1 - 1) / 2 * 3 + 2),
    "layer_normalization": (lambda x: ag.nn.layer_normalization(x, [1, 2], 2.0, 1.0, 0.0), X1, lambda: 1 + 2 * (X1 - X1.mean((1, 2), keepdims=True)) / X1.std((1, 2), keepdims=True)),
    "group_normalization": (lambda x: ag.nn.group_normalization(x, 2, scale=np.ones(4), offset=np.arange(4.0), epsilon=0.0), X2, lambda: np.concatenate([(g - g.mean((1, 2, 3), keepdims=True)) / g.std((1, 2, 3), keepdims=True) for g in np.split(X2, 2, -1)], -1) + np.arange(4.0)),
    "bias_add": (lambda x: ag.nn.bias_add(x, np.arange(4.0)), X2, lambda: X2 + np.arange(4.0)),
    "bias_add NCHW": (lambda x: ag.nn.bias_add(x, np.arange(4.0), "NCHW"), first(X2), lambda: first(X2 + np.arange(4.0))),
    "embedding_lookup": (lambda x: ag.nn.embedding_lookup(x, [[1, 0], [1, 1]]), X1, lambda: X1[[[1, 0], [1, 1]]]),
    "embedding_lookup norm": (lambda x: ag.nn.embedding_lookup(x, [1, 0], max_norm=2.0), X1, lambda: X1[[1, 0]] * 2 / np.sqrt((X1[[1, 0]] ** 2).sum((1, 2), keepdims=True))),
    "l2_loss": (ag.nn.l2_loss, X1, lambda: (X1**2).sum() / 2),
    "gelu": (ag.nn.gelu, X1, lambda: np.vectorize(lambda v: v * math.erfc(-v / math.sqrt(2)) / 2)(X1)),
    "gelu tanh": (lambda x: ag.nn.gelu(x, approximate=True), X1, lambda: 0.5 * X1 * (1 + np.tanh(np.sqrt(2 / np.pi) * (X1 + 0.044715 * X1**3)))),
    "crelu": (ag.nn.crelu, X1, lambda: np.concatenate([np.maximum(X1, 0), np.maximum(-X1, 0)], -1)),
    "log_sigmoid": (lambda x: ag.math.log_sigmoid(x * 100), X1, lambda: -np.logaddexp(0, -X1 * 100)),
    "sparse": (lambda x: ag.nn.sparse_softmax_cross_entropy_with_logits(np.argmax(X1, -1), x), X1, lambda: np.log(np.exp(X1).sum(-1)) - X1.max(-1)),
    "poisson": (lambda x: ag.nn.log_poisson_loss(3.0, x), X1, lambda: np.exp(X1) - 3 * X1),
}  # fmt: skip
CALLS["weighted_moments"] = (
    lambda x: ag.nn.weighted_moments(x, 0, [[[2.0]], [[1.0]]])[1],
    X1,
    lambda: np.var(np.concatenate([X1[:1], X1]), 0),
)


@pytest.mark.parametrize("name", CALLS)
def test_functions_give_what_is_computed_directly(name):
    call, x, truth = CALLS[name]
    expected = np.asarray(truth())
    eager = call(ag.constant(x))
    np.testing.assert_allclose(eager.numpy(), expected, rtol=1e-11, atol=1e-12)
    shape = [None, *x.shape[1:]]
    for spec in (shape, [None] * (x.ndim - 1) + [x.shape[-1]]):
        if name == "group_normalization" and spec is not shape:
            continue
        if "NCHW" in name or "NCW" in name:
            spec = [None, x.shape[1], *[None] * (x.ndim - 2)]
        staged = ag.function(call, input_signature=[ag.TensorSpec(spec, ag.float64)])
        np.testing.assert_array_equal(staged(x).numpy(), eager.numpy())
        made = staged.get_concrete_function().structured_outputs
        assert ag.TensorSpec(made.shape, made.dtype).is_compatible_with(expected)


@pytest.mark.parametrize(
    ("strides", "padding", "sizes"),
    [(2, "SAME", (12, 10)), (2, "SAME", (11, 9)), (1, "VALID", (8, 6)),
     ((2, 1), "VALID", (14, 6)), (1, "SAME", (6, 5)), (2, [[1, 1], [0, 1]], (11, 9))],
)  # fmt: skip
def test_a_transposed_convolution_is_the_adjoint_of_a_convolution(
    strides, padding, sizes
):
    filters = RANDOM.normal(size=(3, 2, 3, 4))
    shape = [2, *sizes, 3]
    found = ag.nn.conv2d_transpose(X2, filters, shape, strides, padding).numpy()
    large = RANDOM.normal(size=shape)
    small = ag.nn.conv2d(large, filters, strides, padding).numpy()
    assert small.shape == X2.shape
    np.testing.assert_allclose((found * large).sum(), (small * X2).sum(), rtol=1e-10)
    across = ag.nn.conv2d_transpose(
        first(X2), filters, [2, 3, *sizes], strides, padding, "NCHW"
    )
    np.testing.assert_array_equal(last(across.numpy()), found)


def test_the_shape_of_a_transposed_convolution_may_be_symbolic():
    filters = RANDOM.normal(size=(3, 2, 3, 4))

    @ag.function
    def f(x, n):
        return (
            ag.nn.conv2d_transpose(x, filters, [ag.shape(x)[0], n, 10, 3], 2),
            ag.nn.conv2d_transpose(x, filters, ag.stack([2, n, 10, 3]), 2),
        )

    expected = ag.nn.conv2d_transpose(X2, filters, [2, 12, 10, 3], 2).numpy()
    for found in f(X2, ag.constant(12)):
        np.testing.assert_array_equal(found.numpy(), expected)


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_narrow_floats_keep_their_dtype(kind):
    found = ag.nn.conv2d(X2.astype(kind), W2.astype(kind), 1, "SAME").numpy()
    assert found.dtype == kind
    expected = direct(X2, W2, (1, 1), "SAME")
    np.testing.assert_allclose(found, expected, atol=2e-2, rtol=2e-2)


def test_large_inputs_are_convolved_part_by_part(monkeypatch):
    from graph.ops import convolution_kernels as kernels

    whole = ag.nn.conv2d(X2, W2, 1, "SAME").numpy()
    for size in (1, 1000, 3000):
        monkeypatch.setattr(kernels, "_MAX_BYTES", size)
        np.testing.assert_allclose(
            ag.nn.conv2d(X2, W2, 1, "SAME").numpy(), whole, rtol=1e-13, atol=1e-13
        )


def test_max_pooling_lets_nan_through_and_gradients_to_the_first_of_equals():
    x = ag.constant(np.array([1.0, 1.0, np.nan, 0.0]).reshape(1, 4, 1))
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = ag.nn.max_pool1d(x, 2, 2, "VALID")
    np.testing.assert_array_equal(y.numpy().ravel(), [1.0, np.nan])
    np.testing.assert_array_equal(tape.gradient(y, x).numpy().ravel(), [1, 0, 1, 0])


# -- Losses ----------------------------------------------------------------------------

SCORES = np.array([-800.0, -30.0, -1.0, 0.0, 2.0, 40.0, 900.0])


def losses(z, x):
    """Return in extended precision what cross entropies are."""
    x = x.astype(np.longdouble)
    log_one = -np.logaddexp(0, -x)
    log_other = -np.logaddexp(0, x)
    return -(z * log_one + (1 - z) * log_other)


@pytest.mark.parametrize("z", [0.0, 0.25, 1.0])
def test_sigmoid_cross_entropy_neither_overflows_nor_cancels(z):
    x = ag.constant(SCORES)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = ag.nn.sigmoid_cross_entropy_with_logits(
            labels=np.full(SCORES.shape, z), logits=x
        )
    expected = losses(z, SCORES).astype(float)
    np.testing.assert_allclose(y.numpy(), expected, rtol=1e-14)
    slope = 1 / (1 + np.exp(-np.clip(SCORES, -700, None))) - z
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), slope, atol=1e-15)


def test_softmax_cross_entropy_and_its_gradient():
    x = ag.constant([[1000.0, 0.0, -1000.0], [0.5, 0.25, -np.inf]], ag.float64)
    z = np.array([[0.5, 0.5, 0.0], [0.25, 0.75, 0.0]])
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = ag.nn.softmax_cross_entropy_with_logits(labels=z, logits=x)
    rest = np.log1p(np.exp(-0.25))
    expected = [500.0, 0.25 * rest + 0.75 * (0.25 + rest)]
    np.testing.assert_allclose(y.numpy(), expected, rtol=1e-14)
    chances = np.array(
        [[1, 0, 0], [1 / (1 + np.exp(-0.25)), 1 / (1 + np.exp(0.25)), 0]]
    )
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), chances - z, atol=1e-15)


def test_losses_with_weights_an_axis_and_in_full():
    z, x = np.array([0.0, 0.5, 1.0]), np.array([0.3, -2.0, 1.5])
    found = ag.nn.weighted_cross_entropy_with_logits(z, x, 3.0).numpy()
    expected = 3 * z * np.log1p(np.exp(-x)) + (1 - z) * np.log1p(np.exp(x))
    np.testing.assert_allclose(found, expected, rtol=1e-14)
    z, x = np.eye(3), X1[0, :3, :3]
    found = ag.nn.softmax_cross_entropy_with_logits(z, x, axis=0).numpy()
    expected = np.log(np.exp(x).sum(0)) - np.diag(x)
    np.testing.assert_allclose(found, expected, rtol=1e-13)
    # The full loss is close to the logarithm of the chance.
    z = np.array([0.0, 1.0, 30.0])
    found = ag.nn.log_poisson_loss(z, np.log(2.0), compute_full_loss=True).numpy()
    exact = 2 - z * np.log(2.0) + np.vectorize(math.lgamma)(z + 1)
    np.testing.assert_allclose(found, exact, atol=3e-3)


# -- Activations and dropout ------------------------------------------------------------

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


def test_axes_nan_and_nothing():
    assert np.isnan(ag.nn.relu(np.nan).numpy())
    np.testing.assert_allclose(ag.nn.softmax(ag.constant(X), axis=0).numpy().sum(0), 1)
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
    dropped = ag.function(lambda x: ag.nn.dropout(x, 0.5, seed=1))
    concrete = dropped.get_concrete_function(ag.TensorSpec([None, 2]))
    assert concrete(ag.ones([5, 2])).shape == (5, 2)
