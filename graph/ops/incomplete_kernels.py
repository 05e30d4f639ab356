"""(no ops) The incomplete gamma function, and how its quantiles change with its order.

Both are a series where x < a + 1, and a continued fraction elsewhere, with derivatives
by a that are taken term by term. The number of terms grows with the root of a: of large
a the functions are an error function with a correction, which has few terms.

Source:  Gautschi, 1979, "A computational procedure for incomplete gamma functions";
         Temme, 1979, "The asymptotic expansion of the incomplete gamma functions";
         Moore, 1982, "Algorithm AS 187: derivatives of the incomplete gamma integral";
         Figurnov et al., 2018, "Implicit reparameterization gradients"
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph.ops.special_kernels import digamma, erfc, lgamma

_EPS: Final = 2.0**-54
_TINY: Final = 1e-300
_HUGE: Final = 1e150  # whose square is a number
_MAX_TERMS: Final = 200_000
# From here on the functions have the expansion for large a, of which these are the
# powers of eta beside 1 and beside 1 / a. More would change no bit: where eta is
# larger than 0.04 the correction is nothing beside the error function.
_LARGE: Final = 1e6
_CORRECTION: Final = (
    (-1 / 3, 1 / 12, -2 / 135, 1 / 864, 1 / 2835, -139 / 777600, 1 / 25515),
    (-1 / 540, -1 / 288, 1 / 378, -77 / 77760),
)


def _series(a: Any, x: Any) -> tuple[Any, Any]:
    """Return the sum of x**n / ((a + 1) ... (a + n)), and its derivative by a."""
    term = np.ones(a.shape)
    total = np.ones(a.shape)
    slope = np.zeros(a.shape)
    harmonic = np.zeros(a.shape)
    for n in range(1, _MAX_TERMS):
        term *= x / (a + n)
        harmonic += 1 / (a + n)
        total += term
        slope -= term * harmonic
        if (term * np.maximum(harmonic, 1) <= _EPS * total).all():
            break
    return total, slope


def _fraction(a: Any, x: Any) -> tuple[Any, Any]:
    """Return a continued fraction and its derivative by a, by Lentz' method."""
    b = x + 1 - a
    c = np.full(a.shape, _HUGE)
    d = 1 / b
    d_slope = d * d  # b falls with a
    c_slope = np.zeros(a.shape)
    h, h_slope = d.copy(), d_slope.copy()
    going = np.ones(a.shape, bool)
    for i in range(1, _MAX_TERMS):
        factor = i * (a - i)
        b += 2
        below = factor * d + b
        below = np.where(np.abs(below) < _TINY, _TINY, below)
        new_d = 1 / below
        d_slope = -new_d * new_d * (i * d + factor * d_slope - 1)
        c_slope = -1 + i / c - factor * c_slope / (c * c)
        c = b + factor / c
        c = np.where(np.abs(c) < _TINY, _TINY, c)
        d = new_d
        step = c * d
        slope = h_slope * step + h * (c_slope * d + c * d_slope)
        # What has converged stays: rounding would carry it away in many more steps.
        # Of a whole order the fraction ends; its slope does not.
        is_moving = np.abs(slope - h_slope) > 16 * _EPS * np.abs(slope)
        going &= (np.abs(step - 1) > 8 * _EPS) | is_moving
        h_slope = np.where(going, slope, h_slope)
        h = np.where(going, h * step, h)
        if not going.any():
            break
    return h, h_slope


def _gap(mu: Any) -> Any:
    """Return mu - log(1 + mu), which is of the order of mu**2, without cancellation."""
    near = np.where(np.abs(mu) < 0.01, mu, 0.0)
    series = np.zeros(mu.shape)
    for k in range(9, 1, -1):
        series = series * near + (-1) ** k / k
    return np.where(np.abs(mu) < 0.01, series * near * near, mu - np.log1p(mu))


def _of_large(a: Any, x: Any) -> tuple[Any, Any]:
    """Return what is below and above x where a is large."""
    mu = (x - a) / a
    half = _gap(mu)
    root = np.sqrt(half * a)
    eta = np.where(np.abs(mu) < 0.1, np.sign(mu) * np.sqrt(2 * half), 0.0)
    one, other = (np.polyval(powers[::-1], eta) for powers in _CORRECTION)
    rest = np.exp(-half * a) / np.sqrt(2 * np.pi * a) * (one + other / a)
    tail = erfc(root) / 2
    is_above = mu >= 0
    lower = np.where(is_above, 1 - tail, tail) - rest
    upper = np.where(is_above, tail, 1 - tail) + rest
    return lower, upper


def _weight(a: Any, x: Any) -> Any:
    """Return x**a exp(-x) / gamma(a + 1), for large a by its distance from x."""
    direct = np.exp(a * np.log(x) - x - lgamma(a + 1))
    mu = (x - a) / a
    stirling = 1 / (12 * a) - 1 / (360 * a**3) + 1 / (1260 * a**5)
    far = np.exp(-a * _gap(mu) - stirling) / np.sqrt(2 * np.pi * a)
    return np.where(a > 30, far, direct)


def _at_ends(a: Any, x: Any, inside: Any, high: float) -> Any:
    """Return a value of the inside, and what is at x = 0 and infinity."""
    found = np.where(x == 0, 1 - high, inside)
    found = np.where(x == np.inf, high, found)
    return np.where((a > 0) & (x >= 0) & (a < np.inf), found, np.nan)


def _regularized(a: Any, x: Any) -> tuple[Any, Any]:
    """Return what is below x, and what is above, of an integral that is 1."""
    is_valid = (a > 0) & (a < np.inf) & (x > 0) & (x < np.inf)
    is_large = is_valid & (a >= _LARGE)
    is_low = is_valid & ~is_large & (x < a + 1)
    is_high = is_valid & ~is_large & ~is_low
    lower, upper = np.zeros(a.shape), np.zeros(a.shape)
    if is_low.any():
        p, q = a[is_low], x[is_low]
        lower[is_low] = np.minimum(_weight(p, q) * _series(p, q)[0], 1)
        upper[is_low] = 1 - lower[is_low]
    if is_high.any():
        p, q = a[is_high], x[is_high]
        upper[is_high] = _weight(p, q) * p * _fraction(p, q)[0]
        lower[is_high] = 1 - upper[is_high]
    if is_large.any():
        lower[is_large], upper[is_large] = _of_large(a[is_large], x[is_large])
    return lower, upper


def igamma(a: Any, x: Any) -> Any:
    """Return the part of the gamma function's integral that is below x."""
    return _at_ends(a, x, _regularized(a, x)[0], 1.0)


def igammac(a: Any, x: Any) -> Any:
    """Return the part of the gamma function's integral that is above x."""
    return _at_ends(a, x, _regularized(a, x)[1], 0.0)


def gamma_slope(a: Any, x: Any) -> Any:
    """Return how a quantile x of the gamma distribution changes with its order a."""
    found = np.zeros(a.shape)
    is_valid = (a > 0) & (a < np.inf) & (x > 0) & (x < np.inf)
    is_low = is_valid & (x < a + 1)
    is_high = is_valid & ~is_low
    if is_low.any():
        p, q = a[is_low], x[is_low]
        total, slope = _series(p, q)
        found[is_low] = -(q / p) * (total * (np.log(q) - digamma(p + 1)) + slope)
    if is_high.any():
        p, q = a[is_high], x[is_high]
        h, slope = _fraction(p, q)
        found[is_high] = q * (h * (np.log(q) - digamma(p)) + slope)
    return np.where(is_valid | ((x == 0) & (a > 0)), found, np.nan)


# -- The incomplete beta function ------------------------------------------------------


def _beta_fraction(a: Any, b: Any, x: Any) -> tuple[Any, Any, Any]:
    """Return 1 / (1 + d_1 / (1 + d_2 / ...)) and its derivatives by a and by b."""
    one, none = np.ones(a.shape), np.zeros((2, *a.shape))
    c, c_slope = one.copy(), none.copy()
    d, d_slope = np.zeros(a.shape), none.copy()
    h, h_slope = one.copy(), none.copy()
    going = np.ones(a.shape, bool)
    for i in range(1, _MAX_TERMS):
        m = i // 2
        # The logarithmic derivatives of the terms by a, and by b.
        if i % 2:
            under = (a + 2 * m) * (a + 2 * m + 1)
            term = -(a + m) * (a + b + m) * x / under
            both = 1 / (a + b + m)
            rates = 1 / (a + m) + both - 1 / (a + 2 * m) - 1 / (a + 2 * m + 1), both
            slope = term * np.stack(rates)
        else:
            under = (a + 2 * m - 1) * (a + 2 * m)
            term = m * (b - m) * x / under
            rate = -1 / (a + 2 * m - 1) - 1 / (a + 2 * m)
            slope = np.stack([term * rate, m * x / under])
        below = 1 + term * d
        below = np.where(np.abs(below) < _TINY, _TINY, below)
        new_d = 1 / below
        d_slope = -new_d * new_d * (slope * d + term * d_slope)
        c_slope = slope / c - term * c_slope / (c * c)
        c = 1 + term / c
        c = np.where(np.abs(c) < _TINY, _TINY, c)
        d = new_d
        step = c * d
        moved = h_slope * step + h * (c_slope * d + c * d_slope)
        is_moving = (np.abs(moved - h_slope) > 16 * _EPS * np.abs(moved)).any(0)
        going &= (np.abs(step - 1) > 8 * _EPS) | is_moving
        h_slope = np.where(going, moved, h_slope)
        h = np.where(going, h * step, h)
        if not going.any():
            break
    return 1 / h, -h_slope[0] / (h * h), -h_slope[1] / (h * h)


def _beta(a: Any, b: Any, x: Any) -> tuple[Any, Any, Any]:
    """Return the function of the inside, and its derivatives by a and by b."""
    is_low = x <= (a + 1) / (a + b + 2)
    p, q = np.where(is_low, a, b), np.where(is_low, b, a)
    near, far = np.where(is_low, x, 1 - x), np.where(is_low, 1 - x, x)
    log_near = np.where(is_low, np.log(x), np.log1p(-x))
    log_far = np.where(is_low, np.log1p(-x), np.log(far))
    h, by_p, by_q = _beta_fraction(p, q, near)
    size = (
        np.exp(p * log_near + q * log_far - lgamma(p) - lgamma(q) + lgamma(p + q)) / p
    )
    both = digamma(p + q)
    by_p = size * (by_p + h * (log_near - digamma(p) + both - 1 / p))
    by_q = size * (by_q + h * (log_far - digamma(q) + both))
    found = size * h
    return (
        np.where(is_low, found, 1 - found),
        np.where(is_low, by_p, -by_q),
        np.where(is_low, by_q, -by_p),
    )


def _of_beta(which: int, last: float) -> Any:
    def function(a: Any, b: Any, x: Any) -> Any:
        is_valid = (a > 0) & (b > 0) & (a < np.inf) & (b < np.inf)
        is_inside = is_valid & (x > 0) & (x < 1)
        found = np.full(a.shape, np.nan)
        found[is_valid & (x == 0)] = 0
        found[is_valid & (x == 1)] = last
        if is_inside.any():
            p, q, y = a[is_inside], b[is_inside], x[is_inside]
            found[is_inside] = _beta(p, q, y)[which]
        return found

    return function


betainc = _of_beta(0, 1.0)
betainc_slope_a = _of_beta(1, 0.0)
betainc_slope_b = _of_beta(2, 0.0)

__all__ = [
    "betainc",
    "betainc_slope_a",
    "betainc_slope_b",
    "gamma_slope",
    "igamma",
    "igammac",
]
