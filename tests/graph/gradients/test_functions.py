"""Gradients of complex numbers, and of what is composed, to second order."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from tests.graph.gradients.differences import differences, gradient, weighed

RANDOM = np.random.default_rng(3)
Z = RANDOM.normal(size=3) + 1j * RANDOM.normal(size=3)

# Real functions of complex numbers.
COMPLEX = {
    "abs": ag.abs,
    "angle": ag.angle,
    "real of a square": lambda z: ag.real(z * z),
    "imag of a product": lambda z: ag.imag(z * ag.constant(Z)),
    "conj": lambda z: ag.imag(ag.conj(z) * ag.exp(z)),
    "quotient": lambda z: ag.real(1 / z) + ag.imag(ag.sqrt(z)),
    "parts again": lambda z: ag.abs(ag.complex(ag.imag(z), ag.real(z) ** 2)),
    "real of real": lambda z: ag.real(ag.real(z)) * ag.angle(z),
}


COMPOSED = {
    "l2_normalize": (lambda x: ag.math.l2_normalize(x, 0), [[1.0, -2.0], [0.5, 3.0]]),
    "clip_by_norm": (lambda x: ag.clip_by_norm(x, 2.0, [1]), [[3.0, 4.0], [0.1, 0.2]]),
    "clip_by_global_norm": (
        lambda x: ag.clip_by_global_norm([x, x * x], 2.0)[0][1],
        [3.0, 4.0],
    ),
    "reduce_euclidean_norm": (lambda x: ag.math.reduce_euclidean_norm(x, [0, 1, 2]),
                              [[[3.0], [4.0]]]),
    "polyval": (lambda x: ag.math.polyval([x, 2.0, x * x], x), [0.3, -1.2]),
    "lbeta": (ag.math.lbeta, [[0.5, 1.5], [2.5, 0.7]]),
    "add_n": (lambda x: ag.add_n([x, x * x, x]), [0.3, -1.2]),
    "saturate_cast": (lambda x: ag.saturate_cast(x, ag.float64) * x, [0.3, -1.2]),
    "reciprocal_no_nan": (ag.math.reciprocal_no_nan, [0.3, -1.2]),
    "exclusive": (lambda x: ag.math.cumulative_logsumexp(x, 0, exclusive=True)[1:],
                  [0.3, -1.2, 2.0]),
    "exclusive reverse": (
        lambda x: ag.math.cumulative_logsumexp(x, 0, exclusive=True, reverse=True)[:-1],
        [0.3, -1.2, 2.0]),
    "cumulative far apart": (lambda x: ag.math.cumulative_logsumexp(x * 300.0),
                             [0.3, -1.2, 2.0]),
}  # fmt: skip


CASES = {name: (function, Z) for name, function in COMPLEX.items()}
CASES |= {name: (function, np.array(x)) for name, (function, x) in COMPOSED.items()}


@pytest.mark.parametrize("name", CASES)
def test_gradients_agree_with_central_differences(name):
    function, value = CASES[name]
    weights = np.cos(1.0 + np.arange(np.size(function(ag.constant(value)))))

    def total(x):
        return ag.reduce_sum(ag.reshape(function(x), [-1]) * weights)

    found = gradient(total, ag.constant(value))
    wanted = differences(lambda x: total(ag.constant(x)), value)
    np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-8)
    found = gradient(lambda x: weighed(total, x), ag.constant(value))
    wanted = differences(lambda x: weighed(total, ag.constant(x)), value)
    found = np.zeros(value.shape) if found is None else found
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


def test_the_second_derivative_of_sinc_at_0_is_that_of_its_series():
    x = np.array([0.0, 0.03, 0.06])
    found = gradient(lambda x: gradient(ag.sinc, x), ag.constant(x))
    series = -(np.pi**2) / 3 + np.pi**4 * x**2 / 10 - np.pi**6 * x**4 / 168
    np.testing.assert_allclose(found, series, rtol=1e-4)
