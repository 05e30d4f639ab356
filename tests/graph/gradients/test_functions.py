"""Gradients of complex numbers, of functions at edges, and of what is composed."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag

FLOAT = ag.float64
RANDOM = np.random.default_rng(3)
Z = RANDOM.normal(size=3) + 1j * RANDOM.normal(size=3)


def gradients(function, *values):
    """Return the gradients of a sum, and of what they are weighed with again."""
    tensors = [ag.constant(x, FLOAT) for x in values]
    with ag.GradientTape() as outer:
        outer.watch(tensors)
        with ag.GradientTape() as tape:
            tape.watch(tensors)
            y = function(*tensors)
        first = tape.gradient(y, tensors)
        weighed = ag.add_n([ag.reduce_sum(ag.sin(g)) for g in first])
    second = outer.gradient(weighed, tensors)
    return [np.asarray(g) for g in first], [
        np.zeros(x.shape) if g is None else np.asarray(g)
        for g, x in zip(second, tensors, strict=True)
    ]


def differences(function, values, step=1e-6):
    found = []
    for place, x in enumerate(values):
        x = np.array(x, np.float64)
        slopes = np.zeros(x.shape)
        for at in np.ndindex(*x.shape):
            ends = []
            for sign in (1, -1):
                moved = x.copy()
                moved[at] += sign * step
                ends.append(function(*values[:place], moved, *values[place + 1 :]))
            slopes[at] = (ends[0] - ends[1]) / (2 * step)
        found.append(slopes)
    return found


# Real functions of the two parts of complex numbers.
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


@pytest.mark.parametrize("name", COMPLEX)
def test_gradients_flow_through_complex_numbers(name):
    def total(x, y):
        return ag.reduce_sum(COMPLEX[name](ag.complex(x, y)))

    given = (Z.real.copy(), Z.imag.copy())
    first, second = gradients(total, *given)
    for found, wanted in zip(
        first, differences(lambda *v: float(total(*v)), given), strict=True
    ):
        np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-8)

    def weighed(*values):
        return sum(np.sin(g).sum() for g in gradients(total, *values)[0])

    for found, wanted in zip(second, differences(weighed, given), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


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


@pytest.mark.parametrize("name", COMPOSED)
def test_gradients_flow_through_what_is_composed(name):
    function, value = COMPOSED[name]
    value = np.array(value)
    weights = np.cos(1.0 + np.arange(np.size(function(ag.constant(value, FLOAT)))))

    def total(x):
        return ag.reduce_sum(ag.reshape(function(x), [-1]) * weights)

    first, second = gradients(total, value)
    wanted = differences(lambda x: float(total(ag.constant(x))), (value,))
    np.testing.assert_allclose(first[0], wanted[0], rtol=1e-5, atol=1e-7)
    wanted = differences(lambda x: np.sin(gradients(total, x)[0][0]).sum(), (value,))
    np.testing.assert_allclose(second[0], wanted[0], rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(
    ("function", "values", "expected"),
    [
        (ag.math.xlogy, (0.0, 0.0), [0.0, 0.0]),
        (ag.math.xlogy, (0.0, 2.0), [np.log(2.0), 0.0]),
        (ag.math.xlog1py, (0.0, -1.0), [0.0, 0.0]),
        (ag.math.xdivy, (0.0, 0.0), [0.0, 0.0]),
        (ag.math.multiply_no_nan, (np.inf, 0.0), [0.0, np.inf]),
        (ag.math.reciprocal_no_nan, (0.0,), [0.0]),
        (ag.sinc, (0.0,), [0.0]),
        (ag.math.bessel_i1, (0.0,), [0.5]),
        (ag.math.reduce_euclidean_norm, ([0.0, 0.0],), [[0.0, 0.0]]),
        (ag.clip_by_norm, ([0.0, 0.0],), [[1.0, 1.0]]),
        (ag.nan_to_num, ([np.nan, 1.0, np.inf],), [[0.0, 1.0, 0.0]]),
        (ag.angle, ([-1.0, 2.0],), [[0.0, 0.0]]),
        (ag.imag, ([-1.0, 2.0],), [[0.0, 0.0]]),
    ],
)  # fmt: skip
def test_gradients_at_edges(function, values, expected):
    if function is ag.clip_by_norm:
        function = lambda x: ag.clip_by_norm(x, 1.0)
    tensors = [ag.constant(x, FLOAT) for x in values]
    with ag.GradientTape() as tape:
        tape.watch(tensors)
        y = function(*tensors)
    for found, wanted in zip(tape.gradient(y, tensors), expected, strict=True):
        np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-12)


def test_the_second_derivative_of_sinc_at_0_is_that_of_its_series():
    first, second = gradients(ag.sinc, [0.0, 0.03, 0.06])
    x = np.array([0.0, 0.03, 0.06])
    series = -(np.pi**2) / 3 + np.pi**4 * x**2 / 10 - np.pi**6 * x**4 / 168
    np.testing.assert_allclose(second[0], series * np.cos(first[0]), rtol=1e-4)
