"""Distributions of `ag.random`: moments, closed forms, seeds, gradients and refusals."""

from __future__ import annotations

import math

import numpy as np
import pytest

import autograph as ag

N = 20_000
# How far a distribution function of N numbers is from its own: once in 10000 further.
KOLMOGOROV = 2.23 / math.sqrt(N)


def poisson_cdf(k, mean):
    terms = np.cumsum([math.exp(i * math.log(mean) - mean - math.lgamma(i + 1))
                       for i in range(200)])  # fmt: skip
    return terms[np.clip(k.astype(int), 0, 199)]


def binomial_cdf(k, n, p):
    terms = np.cumsum(
        [math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1)]
    )
    return terms[k.astype(int)]


# What draws, with a shape and a seed; its distribution function, mean and variance.
DISTRIBUTIONS = {
    "exponential": (lambda d, *s, **k: d("exponential")(*s, 2.0, **k), lambda x: 1 - np.exp(-x / 2), 2, 4),
    "laplace": (lambda d, *s, **k: d("laplace")(*s, 1.0, 2.0, **k), lambda x: np.where(x < 1, np.exp((x - 1) / 2) / 2, 1 - np.exp((1 - x) / 2) / 2), 1, 8),
    "gumbel": (lambda d, *s, **k: d("gumbel")(*s, 1.0, 2.0, **k), lambda x: np.exp(-np.exp(-(x - 1) / 2)), 1 + 2 * 0.5772156649, 4 * np.pi**2 / 6),
    "gamma": (lambda d, *s, **k: d("gamma")(*s, 3.0, 2.0, **k), lambda x: 1 - np.exp(-2 * x) * (1 + 2 * x + 2 * x**2), 1.5, 0.75),
    "gamma below 1": (lambda d, *s, **k: d("gamma")(*s, 0.5, **k), lambda x: np.asarray(ag.math.erf(np.sqrt(x))), 0.5, 0.5),
    "beta": (lambda d, *s, **k: d("beta")(*s, 2.0, 3.0, **k), lambda x: x**2 * (6 - 8 * x + 3 * x**2), 0.4, 0.04),
    "truncated": (lambda d, *s, **k: d("parameterized_truncated_normal")(*s, 1.0, 2.0, 0.0, 4.0, **k),
                  lambda x: (phi((x - 1) / 2) - phi(-0.5)) / (phi(1.5) - phi(-0.5)), None, None),
    "tail": (lambda d, *s, **k: d("parameterized_truncated_normal")(*s, 0.0, 1.0, 6.0, np.inf, **k),
             lambda x: 1 - phi(-x) / phi(-6.0), None, None),
    "poisson": (lambda d, *s, **k: d("poisson")(*s, 4.5), lambda x: poisson_cdf(x, 4.5), 4.5, 4.5),
    "poisson large": (lambda d, *s, **k: d("poisson")(*s, 60.0), lambda x: poisson_cdf(x, 60.0), 60, 60),
    "binomial": (lambda d, *s, **k: d("binomial")(*s, 12, 0.3), lambda x: binomial_cdf(x, 12, 0.3), 3.6, 2.52),
}  # fmt: skip


def phi(x):
    return np.vectorize(lambda v: math.erfc(-v / math.sqrt(2)) / 2)(x)


def stateful(name):
    return getattr(ag.random, name)


def stateless(name):
    function = getattr(ag.random, f"stateless_{name}")
    return lambda shape, *given, **kwargs: function(shape, [3, 4], *given, **kwargs)


def method(name):
    return getattr(ag.random.Generator.from_seed(5), name, stateful(name))


WAYS = {"stream": stateful, "seed": stateless, "generator": method}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_numbers_have_the_distribution_of_the_closed_form(name, way):
    draw, cdf, mean, variance = DISTRIBUTIONS[name]
    ag.random.set_seed(8)
    x = draw(WAYS[way], [N], dtype=ag.float64).numpy()
    values, counts = np.unique(x, return_counts=True)
    far = np.abs(np.cumsum(counts) / N - cdf(values))
    assert far.max() < KOLMOGOROV - 1 / N
    if mean is not None:
        assert abs(x.mean() - mean) < 5 * math.sqrt(variance / N)
        assert abs(x.var() / variance - 1) < (0.1 if x.dtype.kind == "i" else 0.15)


def test_truth_values_come_with_their_chance():
    ag.random.set_seed(8)
    x = ag.random.bernoulli([2, N], [[0.0], [0.3]])
    assert x.dtype == ag.bool
    assert not x.numpy()[0].any()
    assert abs(x.numpy()[1].mean() - 0.3) < 0.02
    assert ag.random.bernoulli([2], 1.0, ag.float32).numpy().tolist() == [1.0, 1.0]


def everything(n, a):
    return (
        ag.random.exponential([n, 2], a),
        ag.random.laplace([n], 0.0, a[0]),
        ag.random.gumbel([n]),
        ag.random.gamma([n], a, [[1.0], [2.0]]),
        ag.random.beta([2], a, 1.0),
        ag.random.poisson([n], a),
        ag.random.binomial([n], 10, 0.5),
        ag.random.bernoulli([n]),
        ag.random.parameterized_truncated_normal([n]),
        ag.random.permutation(n),
        ag.random.permutation(a),
        ag.random.choice(a, [n, 2]),
        ag.random.choice(n, [2], p=[0.5, 0.25, 0.25]),
        ag.random.choice(n, 2, replace=False),
        ag.random.choice(n, [3], replace=False, p=[0.5, 0.25, 0.25]),
        ag.random.gamma([3], 2.0, seed=7),
        ag.random.stateless_gamma([n, 2], [1, n], a),
    )


@pytest.mark.parametrize("spec", [(2,), (None,)])
def test_graphs_draw_what_eager_code_draws(spec):
    staged = ag.function(
        everything,
        input_signature=[ag.TensorSpec([], ag.int32), ag.TensorSpec(spec, ag.float32)],
    )
    given = ag.constant(3), ag.constant([1.5, 2.5])
    staged(*given)
    ag.random.set_seed(4)
    plain = [everything(*given) for _ in range(2)]
    ag.random.set_seed(4)
    found = [staged(*given) for _ in range(2)]
    for left, right in zip(plain, found, strict=True):
        for a, b in zip(left, right, strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_array_equal(a.numpy(), b.numpy())
    made = staged.get_concrete_function().structured_outputs
    for tensor, value in zip(made, plain[0], strict=True):
        spec_of = ag.TensorSpec(tensor.shape, tensor.dtype)
        assert spec_of.is_compatible_with(value.numpy())
    # Two runs differ, save what is made of a seed.
    assert not np.array_equal(found[0][0].numpy(), found[1][0].numpy())
    np.testing.assert_array_equal(found[0][-1].numpy(), found[1][-1].numpy())


def test_shapes_that_do_not_have_those_of_the_parameters():
    assert ag.random.gamma([5, 2], [[1.0], [2.0]]).shape == (5, 2, 2, 1)
    assert ag.random.poisson(3, [1.0, 2.0]).shape == (3, 2)
    assert ag.random.gamma([], 1.0).shape == ()
    assert ag.random.stateless_gamma([5, 2], [1, 2], [1.0, 2.0]).shape == (5, 2)


def test_choices_are_made_by_their_chances():
    ag.random.set_seed(2)
    x = ag.random.choice([10, 20, 30, 40], [N], p=[0.1, 0.2, 0.7, 0.0]).numpy()
    shares = [(x == value).mean() for value in (10, 20, 30, 40)]
    np.testing.assert_allclose(shares, [0.1, 0.2, 0.7, 0.0], atol=0.02)
    x = ag.random.choice(3, [N]).numpy()
    np.testing.assert_allclose(np.bincount(x) / N, 1 / 3, atol=0.02)
    rows = ag.random.choice(np.eye(3), 2, replace=False).numpy()
    assert rows.shape == (2, 3)
    assert rows.sum() == 2 == rows.max(0).sum()


def test_choices_without_replacement_follow_their_chances():
    ag.random.set_seed(2)
    pairs = [
        tuple(ag.random.choice(3, 2, replace=False, p=[0.6, 0.3, 0.1]).numpy())
        for _ in range(600)
    ]
    # First 0, then 1 of what is left.
    share = sum(pair == (0, 1) for pair in pairs) / 600
    assert abs(share - 0.6 * 0.3 / 0.4) < 0.08


# -- Gradients -------------------------------------------------------------------------


def drawn(name, shape, *parameters):
    """Return float64 numbers of a seed, and their gradients by the parameters."""
    parameters = [ag.constant(each, ag.float64) for each in parameters]
    with ag.GradientTape() as tape:
        tape.watch(parameters)
        draw = getattr(ag.random, f"stateless_{name}")
        y = draw(shape, [1, 2], *parameters, dtype=ag.float64)
    return y.numpy(), [each.numpy() for each in tape.gradient(y, parameters)]


@pytest.mark.parametrize("name", ["laplace", "gumbel"])
def test_moved_and_stretched_numbers_follow_their_parameters(name):
    _, (by_loc, by_scale) = drawn(name, [4], [1.0], 2.0)
    standard, _ = drawn(name, [4])
    assert by_loc == [4.0]
    np.testing.assert_allclose(by_scale, standard.sum(), rtol=1e-12)


def test_waiting_times_follow_their_mean():
    scale = [2.0, 3.0]
    y, (by_scale,) = drawn("exponential", [3, 2], scale)
    np.testing.assert_allclose(by_scale, (y / scale).sum(0))


def test_gamma_numbers_follow_their_order_as_quantiles_do():
    alpha = np.array([0.3, 1.0, 2.5, 40.0])
    y, (by_alpha, by_beta) = drawn("gamma", [5, 4], alpha, 2.0)
    np.testing.assert_allclose(by_beta, -y.sum() / 2, rtol=1e-12)
    x, step, order = y * 2, 1e-6, np.broadcast_to(alpha, y.shape)
    high, low = (ag.math.igamma(order + s * step, x).numpy() for s in (1, -1))
    density = np.exp((order - 1) * np.log(x) - x - ag.math.lgamma(order).numpy())
    expected = ((low - high) / (2 * step) / density / 2).sum(0)
    np.testing.assert_allclose(by_alpha, expected, rtol=1e-5)
    _, (by_alpha,) = drawn("gamma", [N], 1.7)
    assert abs(by_alpha / N - 1) < 0.02  # the mean is the order


def slopes(function, given):
    """Return the gradients of a function of two numbers."""
    with ag.GradientTape() as tape:
        tape.watch(given)
        y = function(*given)
    return tape.gradient(y, given)


@pytest.mark.parametrize("a", [0.4, 3.0])
@pytest.mark.parametrize("x", [0.2, 2.0, 9.0])
@pytest.mark.parametrize("name", ["igamma", "igammac"])
def test_gradients_of_the_incomplete_gamma_function(name, a, x):
    function, point = getattr(ag.math, name), np.array([a, x])
    given = [ag.constant(v, ag.float64) for v in point]
    with ag.GradientTape() as outer:
        outer.watch(given[1])
        first = slopes(function, given)
        both = first[0] + first[1]
    for dx, step in zip(first, np.eye(2) * 1e-5, strict=True):
        ends = [float(function(*(point + s * step))) for s in (1, -1)]
        difference = (ends[0] - ends[1]) / 2e-5
        np.testing.assert_allclose(dx.numpy(), difference, rtol=1e-5, atol=1e-9)
    moved = [[ag.constant(v, ag.float64) for v in (a, x + h)] for h in (1e-4, -1e-4)]
    ends = [sum(map(float, slopes(function, each))) for each in moved]
    second, difference = outer.gradient(both, given[1]), (ends[0] - ends[1]) / 2e-4
    np.testing.assert_allclose(second.numpy(), difference, rtol=1e-5, atol=1e-8)


def test_values_of_the_incomplete_gamma_function():
    """Computed in 40 digits by mpmath."""
    rows = [
        (0.5, 0.2, 0.4729107431344619, 0.5270892568655381),
        (2.0, 2.0, 0.5939941502901619, 0.40600584970983805),
        (3.5, 12.0, 0.9988606488210525, 0.0011393511789474656),
        (40.0, 35.0, 0.21980955482531797, 0.7801904451746821),
        (1000.0, 1050.0, 0.9413288886226819, 0.05867111137731808),
        (0.001, 1e-05, 0.9891230446957827, 0.01087695530421733),
        (1.5, 0.0, 0.0, 1.0),
        (1.5, np.inf, 1.0, 0.0),
        (-1.0, 1.0, np.nan, np.nan),
        (1.0, -1.0, np.nan, np.nan),
    ]
    a, x, lower, upper = np.array(rows).T
    np.testing.assert_allclose(ag.math.igamma(a, x).numpy(), lower, rtol=1e-12)
    np.testing.assert_allclose(ag.math.igammac(a, x).numpy(), upper, rtol=1e-11)


# -- What is refused -------------------------------------------------------------------

MISTAKES = {
    "scale": (lambda: ag.random.exponential([2], -1.0), "random exponential: scale >= 0 does not hold; given is -1.0", "not their logarithms"),
    "order": (lambda: ag.random.gamma([2], 0.0), "alpha > 0 and beta > 0 does not hold; given is 0.0 and 1.0", "parameters"),
    "mean": (lambda: ag.random.poisson([2], np.nan), "0 <= lam < 9.2e18 does not hold", "parameters"),
    "chance": (lambda: ag.random.binomial([2], 3, 1.5), "0 <= probs <= 1 does not hold; given is 1.5", "parameters"),
    "tries": (lambda: ag.random.binomial([2], -3, 0.5), "counts >= 0 does not hold", "parameters"),
    "truth": (lambda: ag.random.bernoulli([2], 7.0), "random bernoulli: 0 <= probs <= 1", "parameters"),
    "beta": (lambda: ag.random.beta([2], 0.0, 1.0), "a > 0 and b > 0 does not hold", "parameters"),
    "laplace": (lambda: ag.random.laplace([2], 0.0, -1.0), "random laplace: scale >= 0", "parameters"),
    "gumbel": (lambda: ag.random.gumbel([2], 0.0, -1.0), "random gumbel: scale >= 0", "parameters"),
    "missing": (lambda: ag.random.gamma([2]), "missing a required argument: 'alpha'", "what the signature says"),
    "integers": (lambda: ag.random.gamma([2], 1.0, dtype=ag.int32), "random gamma: there are no such numbers of int32", "ag.cast"),
    "text": (lambda: ag.random.poisson([2], 1.0, ag.string), "there are no such numbers of string", "ag.cast"),
    "shape": (lambda: ag.random.beta([2], [1.0, 2.0, 3.0], 1.0), "(3,), which does not broadcast to (2,)", "`shape` is that of the result"),
    "truncated": (lambda: ag.random.parameterized_truncated_normal([2], dtype="int32"), "random truncated normal: there are no such numbers of int32", "ag.cast"),
    "choice": (lambda: ag.random.choice(2, 3, replace=False), "random choice without replacement", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told(name):
    call, text, hint = MISTAKES[name]
    for run in (call, ag.function(call)):
        with pytest.raises(ag.errors.AutographError) as caught:
            run()
        assert text in str(caught.value)
        assert hint in str(caught.value)


def test_what_has_no_gradient_says_why():
    a = ag.constant(0.5)
    with ag.GradientTape(persistent=True) as outer:
        outer.watch(a)
        binomial = ag.cast(ag.random.binomial([2], 5, a), ag.float32)
        poisson = ag.random.poisson([2], a)
        beta = ag.random.beta([2], a, 1.0)
        with ag.GradientTape() as tape:
            tape.watch(a)
            y = ag.random.stateless_gamma([2], [1, 2], a)
        first = tape.gradient(y, a)
    assert outer.gradient(binomial, a) is None  # of integers
    for z, reason in (
        (poisson, "counts do not change smoothly"),
        (beta, r"of two gamma numbers, x / \(x \+ y\)"),
        (first, "no second derivative of gamma"),
    ):
        with pytest.raises(ag.errors.GradientError, match=reason):
            outer.gradient(z, a)
