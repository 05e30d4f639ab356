"""Special functions beside numbers that were computed in 60 digits, most by mpmath."""

from __future__ import annotations

import math
import warnings
from decimal import Decimal, localcontext

import numpy as np
import pytest

from graph import ops
from graph.errors import GradientError
from graph.ops import special_kernels
from graph.tensor import EagerTensor
from tests.graph.numpy.three_ways import gradient_of

VALUES = {
    "erf": [(1e-300, 1.1283791670955126e-300), (1e-05, 1.1283791670579e-05),
        (0.3, 0.3286267594591274), (0.99, 0.8385080695553698),
        (1.5, 0.9661051464753108), (-2.5, -0.999593047982555),
        (5.9, 0.9999999999999999)],
    "erfc": [(-3.0, 1.9999779095030015), (0.2, 0.7772974107895215),
        (0.51, 0.4707563801588296), (1.72, 0.014997172641094255),
        (6.0, 2.1519736712498913e-17), (20.0, 5.395865611607901e-176),
        (26.5, 2.2109076642637343e-307)],
    "erfinv": [(1e-09, 8.86226925452758e-10), (0.2, 0.1791434546212917),
        (-0.84, -0.9935356283473041), (0.9, 1.1630871536766743),
        (0.999999, 3.458910737275499)],
    "erfcinv": [(1e-300, 26.209469960516124), (1e-20, 6.601580622355143),
        (0.01, 1.8213863677184496), (0.5, 0.4769362762044699),
        (1.9, -1.1630871536766738)],
    "ndtr": [(-38.0, 2.88542835e-316), (-20.0, 2.7536241186062337e-89),
        (-1.5, 0.06680720126885807), (0.3, 0.6179114221889527),
        (4.0, 0.9999683287581669)],
    "ndtri": [(1e-300, -37.0470962993612), (1e-10, -6.361340902404057),
        (0.03, -1.8807936081512509), (0.4, -0.2533471031357997),
        (0.99, 2.3263478740408408)],
    "lgamma": [(1e-10, 23.025850929882736), (0.3, 1.0957979948180756),
        (0.9999, 5.7729791561193866e-05), (1.0000001, -5.772155829918507e-08),
        (1.999, -0.0004224618006921073), (2.3, 0.15418945495963046),
        (7.5, 7.534364236758733), (100000.0, 1051287.7089736569),
        (-0.5, 1.2655121234846454), (-3.7, -1.3797399049658245)],
    "digamma": [(1e-05, -100000.57719921567), (0.5, -1.9635100260214235),
        (1.46163, -2.0756283887224574e-06),
        (1.4616321449683622, -9.241265521729427e-17), (2.5, 0.7031566406452432),
        (10.0, 2.251752589066721), (1000000.0, 13.815510057964191),
        (-0.3, 2.113309779635399), (-4.6, 0.6100665888225428)],
    "bessel_i0": [(0.0, 1.0), (1.0, 1.2660658777520084), (5.5, 42.69464515184779),
        (-40.0, 1.48947747934199e16), (700.0, 1.5295933476718737e302)],
    "bessel_i1": [(1e-08, 5e-09), (1.0, 0.565159103992485), (5.5, 38.58816461632739),
        (-40.0, -1.4707396163259352e16), (700.0, 1.5285003902339006e302)],
    "bessel_i0e": [(0.1, 0.9071009257823011), (4.9, 0.1855299720819534),
        (100.0, 0.03994437929909668), (-1000000.0, 0.00039894233026924577)],
    "bessel_i1e": [(0.1, 0.045298446808809324), (4.9, 0.16530929361992835),
        (100.0, 0.03974415302513025), (-1000000.0, -0.0003989421307980308)],
}  # fmt: skip
TWO = {
    "polygamma": [((0.0, 0.7), -1.2200235536979347), ((1.0, 0.1), 101.43329915079275),
        ((1.0, 30.0), 0.033895060357739946), ((2.0, 3.5), -0.1082040516417274),
        ((5.0, 1.25), 32.513767681292045), ((1.0, -1.5), 9.379246644989124)],
    "zeta": [((1.1, 1.0), 10.584448464950801), ((2.0, 1.0), 1.6449340668482264),
        ((3.5, 0.2), 280.13196083873333), ((20.0, 7.0), 1.3493973313343205e-17),
        ((2.0, 1000.0), 0.0010005001666666333)],
}  # fmt: skip
POLES = {
    "erf": [(np.inf, 1.0), (-np.inf, -1.0), (-0.0, -0.0)],
    "erfc": [(np.inf, 0.0), (-np.inf, 2.0), (30.0, 0.0)],
    "erfinv": [(1.0, np.inf), (-1.0, -np.inf), (1.5, np.nan)],
    "erfcinv": [(0.0, np.inf), (2.0, -np.inf), (-0.1, np.nan), (1.0, 0.0)],
    "ndtr": [(-np.inf, 0.0), (np.inf, 1.0), (0.0, 0.5)],
    "ndtri": [(0.0, -np.inf), (1.0, np.inf), (0.5, 0.0), (2.0, np.nan)],
    "lgamma": [(0.0, np.inf), (-1.0, np.inf), (1.0, 0.0), (2.0, 0.0), (np.inf, np.inf),
        (-np.inf, np.inf), (1e306, np.inf)],
    "digamma": [(0.0, -np.inf), (-0.0, np.inf), (-2.0, np.nan), (np.inf, np.inf),
        (-np.inf, np.nan)],
    "bessel_i0": [(np.inf, np.inf), (-np.inf, np.inf)],
    "bessel_i1": [(0.0, 0.0), (-np.inf, -np.inf)],
    "bessel_i0e": [(0.0, 1.0), (np.inf, 0.0)],
    "bessel_i1e": [(0.0, 0.0), (np.inf, 0.0)],
}  # fmt: skip


def off(found, expected):
    """Return by how many units in the last place numbers differ."""
    return np.abs(found - expected) / np.spacing(np.abs(expected))


@pytest.mark.parametrize("name", VALUES)
def test_values_are_right_to_a_few_units_in_the_last_place(name):
    x, expected = np.array(VALUES[name]).T
    found = getattr(ops, name)(x).numpy()
    limit = np.where(np.abs(expected) < 1e-3, 64, 6) if name == "digamma" else 6
    assert (off(found, expected) <= limit).all(), off(found, expected)


@pytest.mark.parametrize("name", TWO)
def test_values_of_two_numbers_are_right(name):
    given, expected = zip(*TWO[name], strict=True)
    x, y = np.array(given).T
    found = getattr(ops, name)(x, y).numpy()
    np.testing.assert_allclose(found, expected, rtol=1e-14)


@pytest.mark.parametrize("name", POLES)
def test_values_at_poles_and_ends_come_without_a_warning(name):
    x, expected = np.array([*POLES[name], (np.nan, np.nan)]).T
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = getattr(ops, name)(x).numpy()
    np.testing.assert_array_equal(found, expected)
    signs = np.signbit(found) == np.signbit(expected)
    assert (signs | np.isnan(expected)).all()


def test_a_value_does_not_depend_on_the_array_that_it_stands_in():
    random = np.random.default_rng(1)
    x = random.normal(size=3 * special_kernels._BLOCK + 5) * 4
    whole = ops.lgamma(x).numpy()
    for i in random.integers(0, x.size, 20):
        assert ops.lgamma(x[i]).numpy() == whole[i]
        assert ops.lgamma(x[i : i + 7]).numpy()[0] == whole[i]


def test_narrow_floats_are_rounded_once():
    x = np.linspace(-3, 3, 101)
    for kind in (np.float16, np.float32):
        found = ops.erf(x.astype(kind)).numpy()
        assert found.dtype == kind
        exact = ops.erf(x.astype(kind).astype(np.float64)).numpy()
        np.testing.assert_array_equal(found, exact.astype(kind))


def test_zeta_and_polygamma_at_poles():
    orders, x = np.array([1, 2, 0.5, 2.5, 2]), np.array([2, -1, 2, -0.5, np.inf])
    expected = [np.inf, np.inf, np.nan, np.nan, 0.0]
    np.testing.assert_array_equal(ops.zeta(orders, x).numpy(), expected)
    found = ops.polygamma(np.array([-1.0, 0.5]), np.array([1.0, 1.0])).numpy()
    assert np.isnan(found).all()


def test_there_is_no_derivative_by_an_order():
    order = EagerTensor(np.float64(1.0))
    slope = gradient_of(lambda order: ops.polygamma(order, 2.0))
    with pytest.raises(GradientError, match="no gradient of polygamma by a") as caught:
        slope(order)
    assert "Stop it with ag.stop_gradient(a)." in str(caught.value)


def test_the_logarithm_of_beta_is_that_of_gammas():
    found = ops.lbeta(np.array([[1.0, 2.0], [0.5, 0.5]])).numpy()
    np.testing.assert_allclose(found, np.log([0.5, np.pi]), rtol=1e-14)


# -- The incomplete gamma function of large orders --------------------------------------

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
STEPS = (-30, -5, -1, 0, 0.5, 4, 7)


def below(order, x):
    """Return the regularized function by its series, the factor by Stirling's."""
    with localcontext(prec=60):
        a, x = Decimal(order), Decimal(x)
        log_gamma = a * a.ln() - a + (2 * PI * a).ln() / 2
        log_gamma += 1 / (12 * a) - 1 / (360 * a**3) + 1 / (1260 * a**5)
        term = total = Decimal(1)
        n = 0
        while term > total * Decimal("1e-22"):
            n += 1
            term *= x / (a + n)
            total += term
        return float((a * x.ln() - x - log_gamma).exp() * total)


@pytest.mark.parametrize("order", [3e5, 1e6, 1.5e6])
def test_large_orders_are_right(order):
    for steps in STEPS:
        x = order + steps * math.sqrt(order)
        truth = below(order, x)
        tolerance = 1e-11 if steps == STEPS[0] else 2e-14
        assert ops.igamma(order, np.float64(x)).numpy() == pytest.approx(
            truth, rel=tolerance
        )
        found = ops.igammac(order, np.float64(x)).numpy()
        assert found == pytest.approx(1 - truth, rel=1e-14, abs=1e-15)


# The middle is off the order by a third of the deviation's inverse; far from it there
# is all or nothing.
HUGE = [
    (1e10, 1e10, 0.5 + 1 / (3 * math.sqrt(2 * math.pi * 1e10))),
    (1e20, 1e20, 0.5 + 1 / (3 * math.sqrt(2 * math.pi * 1e20))),
    (1e300, 1e300, 0.5),
    (1e16, 1e16 + 4e8, 0.5 + math.erf(4 / math.sqrt(2)) / 2),
    (1e15, 1.1e15, 1.0),
    (1e30, 5e29, 0.0),
    (1e308, 1.0, 0.0),
    (1.0, 1e308, 1.0),
    (1e7, 1e300, 1.0),
]


@pytest.mark.parametrize(("order", "x", "truth"), HUGE)
def test_huge_arguments_give_numbers(order, x, truth):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lower = ops.igamma(np.float64(order), np.float64(x)).numpy()
        upper = ops.igammac(np.float64(order), np.float64(x)).numpy()
    assert lower == pytest.approx(truth, rel=1e-11)
    assert lower + upper == pytest.approx(1, rel=1e-15)
