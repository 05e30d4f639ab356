"""Rules that a table of random arguments does not reach, and values at edges."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag

FLOAT = ag.float64


def gradient(function, *values, dtype=FLOAT):
    tensors = [ag.constant(x, dtype) for x in values]
    with ag.GradientTape() as tape:
        tape.watch(tensors)
        y = function(*tensors)
    return [np.asarray(g).tolist() for g in tape.gradient(y, tensors)]


@pytest.mark.parametrize(
    ("function", "values", "expected"),
    [
        # Equal operands share.
        (ag.maximum, (2.0, 2.0), [0.5, 0.5]),
        (ag.minimum, (2.0, 2.0), [0.5, 0.5]),
        (ag.reduce_max, ([1.0, 3.0, 3.0],), [[0, 0.5, 0.5]]),
        (ag.abs, (0.0,), [0.0]),
        (ag.nn.relu, ([-1.0, 0.0, 1.0],), [[0, 0, 1]]),
        # At 0 elu has one slope, selu two, of which the right one counts.
        (ag.nn.elu, ([-0.0, 0.0, 1.0],), [[1, 1, 1]]),
        (ag.nn.selu, (0.0,), [1.0507009873554805]),
        (ag.nn.relu6, ([0.0, 3.0, 6.0, 7.0],), [[0, 1, 0, 0]]),
        (lambda x: ag.clip_by_value(x, 1.0, 2.0), ([0.0, 1.0, 2.0, 3.0],), [[0, 1, 1, 0]]),
        # 0 to a power.
        (lambda x: x**2, (0.0,), [0.0]),
        (lambda x: x**0, (0.0,), [0.0]),
        (ag.pow, (0.0, 0.0), [0.0, 0.0]),
        (ag.pow, (0.0, 2.0), [0.0, 0.0]),
        (ag.pow, (-2.0, 2.0), [-4.0, 0.0]),
        # Where a quotient is not there, nothing flows.
        (ag.div_no_nan, (3.0, 0.0), [0.0, 0.0]),
        (ag.norm, ([0.0, 0.0],), [[0, 0]]),
        (ag.norm, ([3.0, 4.0],), [[0.6, 0.8]]),
        # Products with zeros.
        (ag.reduce_prod, ([2.0, 0.0, 3.0],), [[0, 6, 0]]),
        (ag.reduce_prod, ([0.0, 0.0, 3.0],), [[0, 0, 0]]),
        (ag.cumprod, ([2.0, 0.0, 3.0],), [[1, 8, 0]]),
        # Large numbers do not overflow.
        (ag.sigmoid, ([-1000.0, 0.0, 1000.0],), [[0, 0.25, 0]]),
        (ag.reduce_logsumexp, ([1000.0, 1000.0],), [[0.5, 0.5]]),
        (ag.reduce_logsumexp, ([-1e30, -1e30],), [[0.5, 0.5]]),
        (ag.reduce_logsumexp, ([-np.inf, -np.inf],), [[0, 0]]),
        (ag.logaddexp, (1000.0, -1000.0), [1, 0]),
        (ag.nn.softplus, (1000.0,), [1]),
        # The first of equals.
        (ag.math.cummax, ([1.0, 3.0, 3.0],), [[1, 2, 0]]),
        (lambda x: ag.math.top_k(x, 1)[0], ([3.0, 3.0],), [[1, 0]]),
        # Segments: products with zeros, shares of equals, dropped rows, none at all.
        (lambda x: ag.math.segment_prod(x, [0, 0, 1]), ([0.0, 3.0, 0.0],), [[3, 0, 1]]),
        (lambda x: ag.math.segment_max(x, [0, 0, 2]), ([2.0, 2.0, 0.0],), [[0.5, 0.5, 1]]),
        (lambda x: ag.math.unsorted_segment_mean(x, [1, -1, 1], 2), ([1.0, 2.0, 3.0],), [[0.5, 0, 0.5]]),
        (lambda x: ag.math.unsorted_segment_sum(x, [-1, -1], 0), ([1.0, 2.0],), [[0, 0]]),
        (lambda x: ag.math.segment_sum(x, ag.zeros([0], ag.int32)), ([],), [[]]),
        # Of what is put at one place, the last stays.
        (lambda x, y: ag.dynamic_stitch([[0, 1], [1]], [x, y]), ([1.0, 2.0], [3.0]), [[1, 0], [1]]),
        (ag.math.cumulative_logsumexp, ([-np.inf, 1000.0],), [[0, 1]]),
        (lambda w: ag.math.bincount([0, 2, 5], w, maxlength=3) * [1.0, 2.0, 4.0], ([1.0, 1.0, 1.0],), [[1, 4, 0]]),
        (lambda w: np.histogram([0.0, 1.5, 9.0, 2.0], [0.0, 1.0, 2.0], weights=w)[0] * [1.0, 3.0], ([1.0] * 4,), [[1, 3, 0, 3]]),
        # Where a factor is 0, the other one does not matter.
        (ag.math.xlogy, (0.0, 0.0), [0.0, 0.0]),
        (ag.math.xlogy, (0.0, 2.0), [np.log(2.0), 0.0]),
        (ag.math.xlog1py, (0.0, -1.0), [0.0, 0.0]),
        (ag.math.xdivy, (0.0, 0.0), [0.0, 0.0]),
        (ag.math.multiply_no_nan, (np.inf, 0.0), [0.0, np.inf]),
        (ag.math.reciprocal_no_nan, (0.0,), [0.0]),
        (ag.sinc, (0.0,), [0.0]),
        (ag.math.bessel_i1, (0.0,), [0.5]),
        (ag.math.reduce_euclidean_norm, ([0.0, 0.0],), [[0.0, 0.0]]),
        (lambda x: ag.clip_by_norm(x, 1.0), ([0.0, 0.0],), [[1.0, 1.0]]),
        (ag.nan_to_num, ([np.nan, 1.0, np.inf],), [[0.0, 1.0, 0.0]]),
        (ag.angle, ([-1.0, 2.0],), [[0.0, 0.0]]),
        (ag.imag, ([-1.0, 2.0],), [[0.0, 0.0]]),
        # No elements.
        (ag.reduce_sum, ([],), [[]]),
        (ag.reduce_prod, ([],), [[]]),
        (lambda x: ag.concat([x, x], 0), ([],), [[]]),
    ],
)  # fmt: skip
def test_gradients_at_edges(function, values, expected):
    for found, wanted in zip(gradient(function, *values), expected, strict=True):
        assert np.allclose(found, wanted, rtol=1e-12, atol=0)


def test_one_hot_sums_over_its_places():
    found = gradient(
        lambda on, off: ag.one_hot([0, 2, 7], 3, on, off) * [[1.0], [10.0], [100.0]],
        2.0,
        -1.0,
    )
    assert found == [11.0, 2.0 + 20.0 + 300.0]


SAMPLES = {
    "normal": lambda a, b: ag.random.normal([4], a, b, FLOAT),
    "stateless_normal": lambda a, b: ag.random.stateless_normal([4], [1, 2], a, b, FLOAT),
    "uniform": lambda a, b: ag.random.uniform([4], a, a + b, FLOAT),
}  # fmt: skip


@pytest.mark.parametrize("kind", SAMPLES)
def test_samples_follow_their_parameters(kind):
    start, width = ag.constant(3.0, FLOAT), ag.constant(2.0, FLOAT)
    with ag.GradientTape() as tape:
        tape.watch([start, width])
        y = SAMPLES[kind](start, width)
    found = [float(x) for x in tape.gradient(y, [start, width])]
    assert np.allclose(found, [4.0, ((y.numpy() - 3.0) / 2.0).sum()])


def test_what_is_constant_where_it_is_smooth_gives_none():
    x = ag.constant([1.5, 2.5])
    for function in (ag.floor, ag.round, lambda x: ag.cast(x, ag.int32), ag.argmax):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        assert tape.gradient(y, x) is None


def test_the_rank_has_to_be_known_where_it_matters():
    @ag.function(input_signature=[ag.TensorSpec(None), ag.TensorSpec(None)])
    def f(x, y):
        with ag.GradientTape() as tape:
            tape.watch(x)
            z = x @ y
        return tape.gradient(z, x)

    with pytest.raises(ag.errors.GradientError, match="gradient of matmul needs the"):
        f(ag.ones([2, 2]), ag.ones([2, 2]))


def test_float16_and_float32_keep_their_dtype():
    for dtype in (ag.float16, ag.float32):
        x = ag.constant([1.0, 2.0], dtype)
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = ag.reduce_mean(ag.exp(x) * 2.0 / x) ** 2
        assert tape.gradient(y, x).dtype is dtype
