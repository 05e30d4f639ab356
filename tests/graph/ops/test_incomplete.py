"""The incomplete gamma function of large orders, beside sums in 60 digits."""

from __future__ import annotations

import math
import warnings
from decimal import Decimal, localcontext

import numpy as np
import pytest

import autograph as ag

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
PLACES = (-30, -5, -1, 0, 0.5, 4, 7)


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
    for steps in PLACES:
        x = order + steps * math.sqrt(order)
        truth = below(order, x)
        tolerance = 1e-11 if steps == PLACES[0] else 2e-14
        assert ag.math.igamma(order, np.float64(x)).numpy() == pytest.approx(
            truth, rel=tolerance
        )
        found = ag.math.igammac(order, np.float64(x)).numpy()
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
        lower = ag.math.igamma(np.float64(order), np.float64(x)).numpy()
        upper = ag.math.igammac(np.float64(order), np.float64(x)).numpy()
    assert lower == pytest.approx(truth, rel=1e-11)
    assert lower + upper == pytest.approx(1, rel=1e-15)
