"""(no ops) Special functions on NumPy alone: errors, quantiles, gamma, zeta, Bessel.

All are computed in double precision, block by block so that intermediate results stay
in cache, by polynomials for parts of the axis. A value depends on its argument alone,
not on the array that it stands in. They are right to a few units in the last place of
float64, save near zeros of lgamma and digamma on the negative axis, where the error is
small beside 1 only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graph.ops import special_coefficients as coefficients

Function = Callable[[Any], Any]

_BLOCK: Final = 8192


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the kernel of a function of double precision, for all real dtypes.

    Args:
        function: Takes vectors of float64 of one length, and gives another one.
    """

    def run(*operands: Any) -> Any:
        arrays = [np.asarray(x) for x in operands]
        dtype = result_type(arrays, operands)
        shape = np.broadcast_shapes(*(x.shape for x in arrays))
        out = np.empty(shape, dtype)
        wide = [
            np.ascontiguousarray(np.broadcast_to(x, shape), np.float64).reshape(-1)
            for x in arrays
        ]
        flat = out.reshape(-1)
        with np.errstate(all="ignore"):
            for start in range(0, flat.size, _BLOCK):
                part = slice(start, start + _BLOCK)
                flat[part] = function(*(x[part] for x in wide))
        return out[()]

    return run


def result_type(arrays: Sequence[Any], operands: Sequence[Any]) -> Any:
    """Return the float dtype of the operands together, Python's own being weak."""
    if any(x.dtype.kind not in "biuf" for x in arrays):
        raise TypeError(*(x.dtype for x in arrays))
    if len(arrays) == 1:
        return np.cbrt.resolve_dtypes((arrays[0].dtype, None))[1]
    kinds: list[Any] = [
        type(x) if type(x) in (int, float) else array.dtype
        for x, array in zip(operands, arrays, strict=True)
    ]
    if all(isinstance(kind, type) for kind in kinds):
        kinds = [array.dtype for array in arrays]
    if len(kinds) > 2:
        common = np.result_type(*(k() if isinstance(k, type) else k for k in kinds))
        kinds = [common, common]
    return np.hypot.resolve_dtypes((*kinds, None))[-1]


def _polynomial(x: Any, terms: Sequence[float]) -> Any:
    """Evaluate a polynomial, its constant first, by Horner's rule."""
    total = x * terms[-1]
    for term in terms[-2:0:-1]:
        total += term
        total *= x
    total += terms[0]
    return total


def _by_parts(x: Any, *parts: tuple[Any, Function]) -> Any:
    """Return for each element what the function of the first mask gives that has it."""
    out = np.full(x.shape, np.nan)
    rest = np.ones(x.shape, bool)
    for mask, function in parts:
        here = mask & rest
        count = np.count_nonzero(here)
        if count == x.size:
            return function(x)
        if count:
            out[here] = function(x[here])
            rest &= ~here
    return out


# -- Error functions -------------------------------------------------------------------


def _erf_near(x: Any) -> Any:
    return x * _polynomial(2 * x * x - 1, coefficients.ERF)


def _erfc_scaled(x: Any) -> Any:
    """Return exp(x**2) erfc(x), for x of [0.5, 28]."""
    at = ((x - 4) / (x + 4) + 1 / 72) * (72 / 55)
    return _polynomial(at, coefficients.ERFC) / (1 + 2 * x)


def _bell(x: Any, scale: float) -> Any:
    """Return exp(-scale * x**2), without the error that x**2 would bring along."""
    # The square of 24 bits is exact, and the rest is small.
    head = x.astype(np.float32).astype(np.float64)
    rest = (head - x) * (head + x)
    return np.exp(-scale * (head * head)) * np.exp(scale * rest)


def _erfc_far(x: Any) -> Any:
    """Return erfc of x >= 0.5."""
    x = np.minimum(x, 28.0)
    return _erfc_scaled(x) * _bell(x, 1.0)


def erf(x: Any) -> Any:
    size = np.abs(x)
    return _by_parts(
        x,
        (size <= 1, _erf_near),
        (size >= 0, lambda x: np.copysign(1 - _erfc_far(np.abs(x)), x)),
    )


def erfc(x: Any) -> Any:
    return _by_parts(
        x,
        (x >= 0.5, _erfc_far),
        (x >= -1, lambda x: 1 - _erf_near(x)),
        (x < -1, lambda x: 2 - _erfc_far(-x)),
    )


# Of the quantiles of the normal distribution: numerators and denominators, the highest
# power first. Source:  Wichura, 1988, "Algorithm AS 241: the percentage points of the
# normal distribution"
_MIDDLE: Final = (
    (2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4,
     4.5921953931549871457e4, 1.3731693765509461125e4, 1.9715909503065514427e3,
     1.3314166789178437745e2, 3.3871328727963666080e0),
    (5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4,
     2.1213794301586595867e4, 5.3941960214247511077e3, 6.8718700749205790830e2,
     4.2313330701600911252e1, 1.0),
)  # fmt: skip
_OUTER: Final = (
    (7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
     1.27045825245236838258e0, 3.64784832476320460504e0, 5.76949722146069140550e0,
     4.63033784615654529590e0, 1.42343711074968357734e0),
    (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
     1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e0,
     2.05319162663775882187e0, 1.0),
)  # fmt: skip
_FAR: Final = (
    (2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
     2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e0,
     5.46378491116411436990e0, 6.65790464350110377720e0),
    (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
     7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
     5.99832206555887937690e-1, 1.0),
)  # fmt: skip


def _ratio(x: Any, ratio: tuple[tuple[float, ...], tuple[float, ...]]) -> Any:
    above, below = ratio
    return _polynomial(x, above[::-1]) / _polynomial(x, below[::-1])


def _upper(p: Any) -> Any:
    """Return where the upper tail of the normal distribution is p <= 0.075."""
    r = np.sqrt(-np.log(p))
    return _by_parts(
        r,
        (r <= 5, lambda r: _ratio(r - 1.6, _OUTER)),
        (r < np.inf, lambda r: _ratio(r - 5, _FAR)),
        (r == np.inf, lambda r: r),
    )


def _central(q: Any) -> Any:
    """Return the quantile of 1/2 + q, for |q| <= 0.425."""
    return q * _ratio(0.180625 - q * q, _MIDDLE)


_ROOT_HALF: Final = math.sqrt(0.5)


def erfinv(x: Any) -> Any:
    size = np.abs(x)
    return _ROOT_HALF * _by_parts(
        x,
        (size <= 0.85, lambda x: _central(x / 2)),
        (size <= 1, lambda x: np.copysign(_upper((1 - np.abs(x)) / 2), x)),
    )


def erfcinv(x: Any) -> Any:
    return 0.0 - _ROOT_HALF * ndtri(x / 2)  # 0.0 at 1, not -0.0


def ndtri(p: Any) -> Any:
    return _by_parts(
        p,
        (np.abs(p - 0.5) <= 0.425, lambda p: _central(p - 0.5)),
        ((p >= 0) & (p < 0.5), lambda p: -_upper(p)),
        ((p > 0.5) & (p <= 1), lambda p: _upper(1 - p)),
    )


def _ndtr_low(x: Any) -> Any:
    """Return the chance of less than x <= -1."""
    size = np.minimum(-x, 39.0)
    return _erfc_scaled(size * _ROOT_HALF) * _bell(size, 0.5) / 2


def ndtr(x: Any) -> Any:
    return _by_parts(
        x,
        (x <= -1, _ndtr_low),
        (x > -1, lambda x: erfc(-x * _ROOT_HALF) / 2),
    )


# -- Gamma -----------------------------------------------------------------------------


def _around_two(u: Any) -> Any:
    """Return lgamma(2 + u) for |u| <= 1/2."""
    return u * _polynomial(2 * u, coefficients.LGAMMA)


_STIRLING_CONSTANT: Final = (math.log(2 * math.pi) - 1) / 2


def _stirling(x: Any) -> Any:
    inverse = 1 / x
    tail = _polynomial(12.5 * inverse * inverse - 1, coefficients.STIRLING) * inverse
    return (x - 0.5) * (np.log(x) - 1) + (_STIRLING_CONSTANT + tail)


def _lgamma_positive(x: Any) -> Any:
    return _by_parts(
        x,
        (x >= 2.5, _stirling),
        (x >= 1.5, lambda x: _around_two(x - 2)),
        (x >= 0.5, lambda x: _around_two(x - 1) - np.log1p(x - 1)),
        (x >= 0, lambda x: _around_two(x) - np.log(x) - np.log1p(x)),
    )


def _sine_of_pi(x: Any) -> Any:
    """Return sin(pi x) up to its sign, for large x too."""
    return np.sin(np.pi * (x - np.rint(x)))


def _lgamma_negative(x: Any) -> Any:
    size = -x
    sine = np.abs(_sine_of_pi(size))
    logs = math.log(math.pi) - np.log(size) - np.log(sine)
    found = logs - _lgamma_positive(size)
    return np.where((sine == 0) | (x == -np.inf), np.inf, found)


def lgamma(x: Any) -> Any:
    return _by_parts(x, (x >= 0, _lgamma_positive), (x < 0, _lgamma_negative))


# The positive zero of digamma, and what its nearest number lacks.
_ROOT: Final = 1.4616321449683622
_ROOT_REST: Final = 9.549995429965697e-17


def _digamma_near(x: Any) -> Any:
    """Return digamma of [1, 2], exact at its zero, too."""
    return ((x - _ROOT) - _ROOT_REST) * _polynomial(2 * x - 3, coefficients.DIGAMMA)


def _digamma_far(x: Any) -> Any:
    inverse = 1 / x
    square = inverse * inverse
    tail = square * _polynomial(18 * square - 1, coefficients.DIGAMMA_FAR)
    return np.log(x) - inverse / 2 + tail


def _digamma_negative(x: Any) -> Any:
    turned = x - np.rint(x)
    found = _digamma_positive(-x) - 1 / x - np.pi / np.tan(np.pi * turned)
    return np.where(turned == 0, np.nan, found)


def _digamma_positive(x: Any) -> Any:
    return _by_parts(
        x,
        (x >= 3, _digamma_far),
        (x >= 2, lambda x: _digamma_near(x - 1) + 1 / (x - 1)),
        (x >= 1, _digamma_near),
        (x >= 0, lambda x: _digamma_near(x + 1) - 1 / x),
    )


def digamma(x: Any) -> Any:
    return _by_parts(x, (x >= 0, _digamma_positive), (x < 0, _digamma_negative))


# B(2 j) / (2 j)! for j from 1 on.
_BERNOULLI: Final = tuple(
    numerator / denominator / math.factorial(2 * j)
    for j, (numerator, denominator) in enumerate(
        [(1, 6), (-1, 30), (1, 42), (-1, 30), (5, 66), (-691, 2730), (7, 6),
         (-3617, 510), (43867, 798), (-174611, 330)], 1)
)  # fmt: skip


def zeta(s: Any, q: Any) -> Any:
    """Return the sum of (q + k)**-s over k, by Euler's and Maclaurin's formula."""
    is_sum = (s > 1) & ((q > 0) | ((s == np.floor(s)) & (q != np.floor(q))))
    low = np.min(q[is_sum & ~np.isnan(q)], initial=0.0)
    total = np.zeros(q.shape)
    at = np.array(q)
    for _ in range(12 + int(np.ceil(-low))):
        total += at**-s
        at += 1
    power = at**-s
    total += power * (at / (s - 1) + 0.5)
    factor = power * s / at
    for j, term in enumerate(_BERNOULLI):
        total += term * factor
        factor *= (s + (2 * j + 1)) * (s + (2 * j + 2)) / (at * at)
    total = np.where((q == np.inf) & (s > 1), 0.0, total)
    found = np.where(is_sum, total, np.nan)
    is_pole = (s == 1) | ((s > 1) & (q <= 0) & (q == np.floor(q)))
    return np.where(is_pole & ~np.isnan(q), np.inf, found)


def polygamma(a: Any, x: Any) -> Any:
    """Return the derivative of digamma that a number says: 0, 1, 2, ...."""
    is_order = (a >= 0) & (a == np.floor(a))
    a = np.where(is_order, a, 0.0)
    sign = np.where(a % 2 == 0, -1.0, 1.0)
    factorial = np.exp(lgamma(a + 1))
    whole = np.minimum(a, 170).astype(int)
    exact = np.array([math.factorial(n) for n in range(171)], np.float64)[whole]
    factorial = np.where(a == whole, exact, factorial)
    found = sign * factorial * zeta(a + 1, x)
    found = np.where(a == 0, digamma(x), found)
    return np.where(is_order, found, np.nan)


# -- Bessel ----------------------------------------------------------------------------

# Of I0 and I1 by the square of x / 2, which is at most 6.25.
_I0_TERMS: Final = tuple(1 / math.factorial(k) ** 2 for k in range(23))
_I1_TERMS: Final = tuple(
    1 / (math.factorial(k) * math.factorial(k + 1)) for k in range(23)
)


def _i0_near(x: Any) -> Any:
    return _polynomial(x * x / 4, _I0_TERMS)


def _i1_near(x: Any) -> Any:
    return x / 2 * _polynomial(x * x / 4, _I1_TERMS)


def _far(x: Any, terms: Sequence[float]) -> Any:
    """Return what is left of I0 or I1 when exp(x) is taken out."""
    found = _polynomial(10 / x - 1, terms) / np.sqrt(x)
    return np.where(x == np.inf, 0.0, found)


def _grown(x: Any, scaled: Any) -> Any:
    """Return scaled * exp(x), which may be finite where exp(x) is not."""
    half = np.exp(x / 2)
    return np.where(x == np.inf, np.inf, scaled * half * half)


def bessel_i0(x: Any) -> Any:
    size = np.abs(x)
    return _by_parts(
        size,
        (size <= 5, _i0_near),
        (size > 5, lambda x: _grown(x, _far(x, coefficients.I0_FAR))),
    )


def bessel_i0e(x: Any) -> Any:
    size = np.abs(x)
    return _by_parts(
        size,
        (size <= 5, lambda x: np.exp(-x) * _i0_near(x)),
        (size > 5, lambda x: _far(x, coefficients.I0_FAR)),
    )


def bessel_i1(x: Any) -> Any:
    size = np.abs(x)
    found = _by_parts(
        size,
        (size <= 5, _i1_near),
        (size > 5, lambda x: _grown(x, _far(x, coefficients.I1_FAR))),
    )
    return np.copysign(found, x)


def bessel_i1e(x: Any) -> Any:
    size = np.abs(x)
    found = _by_parts(
        size,
        (size <= 5, lambda x: np.exp(-x) * _i1_near(x)),
        (size > 5, lambda x: _far(x, coefficients.I1_FAR)),
    )
    return np.copysign(found, x)


__all__ = ["kernel", "result_type"]
