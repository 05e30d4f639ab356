"""Samples of special functions, complex numbers, casts and what is made of them.

Special functions are compared with Python's own, with integrals and sums in extended
precision, and in `test_special.py` with numbers that were computed in 60 digits.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import ROUNDS, TRUTHS, Case, Draw, row, sample

_WIDE = np.longdouble


def floats(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """Return a function of arrays, made of one of Python's floats."""

    def truth(x: Any) -> Any:
        kind = np.cbrt(np.zeros((), x.dtype)).dtype
        found = [function(v) for v in x.astype(np.float64).ravel().tolist()]
        return np.array(found, np.float64).reshape(x.shape).astype(kind)

    return truth


def _lgamma(x: float) -> float:
    try:
        return math.lgamma(x)
    except (ValueError, OverflowError):  # Python's word for a pole
        return math.inf


def _quantile(p: float) -> float:
    if 0 < p < 1:
        return NormalDist().inv_cdf(p)
    return {0.0: -math.inf, 1.0: math.inf}.get(p, math.nan)


def digamma(x: float) -> float:
    """Return digamma by steps up to 40 and its asymptotic series."""
    if x == 0 or math.isnan(x) or x == -math.inf:
        return -math.copysign(math.inf, x) if x == 0 else math.nan
    if x < 0:
        if x == math.floor(x):
            return math.nan
        return digamma(1 - x) - math.pi / math.tan(math.pi * (x - round(x)))
    if math.isinf(x):
        return x
    total, at = _WIDE(0), _WIDE(x)
    while at < 40:
        total -= 1 / at
        at += 1
    series = 1 / (12 * at**2) - 1 / (120 * at**4) + 1 / (252 * at**6)
    return float(total + np.log(at) - 1 / (2 * at) - series)


def zeta(s: float, q: float) -> float:
    """Return the sum of 2000 terms, and an integral for the rest."""
    terms = (_WIDE(q) + np.arange(2000, dtype=_WIDE)) ** -_WIDE(s)
    end = _WIDE(q) + 2000
    rest = end ** (1 - _WIDE(s)) / (_WIDE(s) - 1) + end ** -_WIDE(s) / 2
    return float(terms[::-1].sum() + rest + _WIDE(s) * end ** (-_WIDE(s) - 1) / 12)


def bessel(order: int, *, is_scaled: bool) -> Callable[[float], float]:
    """Return a Bessel function by its integral over a circle."""
    angles = (np.arange(400, dtype=_WIDE) + _WIDE(0.5)) * (_WIDE(math.pi) / 400)
    waves = np.cos(angles)

    def value(x: float) -> float:
        less = abs(x) if is_scaled else 0
        grown = np.exp(_WIDE(x) * waves - less)
        return float((grown * (waves if order else 1)).sum() / 400)

    return value


def _xlogy(logarithm: Any) -> Callable[[Any, Any], Any]:
    def truth(x: Any, y: Any) -> Any:
        kind = np.logaddexp(np.zeros((), x.dtype), np.zeros((), y.dtype)).dtype
        found = np.multiply(x, logarithm(y.astype(kind)))
        return np.where(x == 0, 0, found).astype(kind)

    return truth


def _complex(x: Any, y: Any) -> Any:
    is_narrow = np.result_type(x, y) in (np.float16, np.float32)
    shape = np.broadcast_shapes(x.shape, y.shape)
    found = np.zeros(shape, np.complex64 if is_narrow else np.complex128)
    found.real, found.imag = x, y
    return found


def _no_nan(function: Callable[..., Any], place: int) -> Callable[[Any, Any], Any]:
    """Return a function that is 0 where an operand is 0."""

    def truth(*operands: Any) -> Any:
        found = function(*operands)
        return np.where(operands[place] == 0, np.zeros_like(found), found)

    return truth


def _towards_zero(x: Any, y: Any) -> Any:
    """Return quotients rounded towards zero, of integers by Python's; by 0 it is 0."""
    kind = np.floor_divide(x, y).dtype
    if kind.kind == "f":
        return np.trunc(np.true_divide(x, y))
    bits = 8 * kind.itemsize

    def one(a: Any, b: Any) -> int:
        a, b = int(a), int(b)
        size = abs(a) // abs(b) if b else 0
        found = (size if (a < 0) == (b < 0) else -size) % 2**bits
        return found - 2**bits if kind.kind == "i" and found >> (bits - 1) else found

    together = np.broadcast(x, y)
    return np.array([one(*pair) for pair in together], kind).reshape(together.shape)


ROUNDED: dict[str, Callable[..., Any]] = {
    "erf": floats(math.erf),
    "erfc": floats(math.erfc),
    "erfinv": floats(lambda x: _quantile((1 + x) / 2) / math.sqrt(2)),
    "erfcinv": floats(lambda x: -_quantile(x / 2) / math.sqrt(2)),
    "ndtr": floats(lambda x: math.erfc(-x / math.sqrt(2)) / 2),
    "ndtri": floats(_quantile),
    "lgamma": floats(_lgamma),
    "xlogy": _xlogy(np.log),
    "xlog1py": _xlogy(np.log1p),
    "softplus": lambda x: np.log1p(np.exp(-np.abs(x))) + np.maximum(x, 0),
    "sigmoid": lambda x: (1 / (1 + np.exp(-x.astype(_WIDE)))).astype(
        np.cbrt(np.zeros((), x.dtype)).dtype
    ),
}
ROUNDS.update(ROUNDED)
TRUTHS.update(
    ROUNDED,
    truncatediv=_towards_zero,
    round=lambda x: x if x.dtype.kind in "iub" else np.rint(x),
    relu=lambda x: np.where((x > 0) | (x != x), x, np.zeros_like(x)),
    rsqrt=lambda x: 1 / np.sqrt(x),
    div_no_nan=_no_nan(np.true_divide, 1),
    multiply_no_nan=_no_nan(np.multiply, 1),
    xdivy=_no_nan(np.true_divide, 0),
    complex=_complex,
    angle=np.angle,
)

MODERATE = "float|int32[-9:10] (...)"

for _order, _end in itertools.product((0, 1), ("", "e")):
    row(
        f"bessel_i{_order}{_end}", MODERATE,
        floats(bessel(_order, is_scaled=bool(_end))), rounds=True,
    )  # fmt: skip
row("digamma", "float|int32[0:10] (...)", floats(digamma), rounds=True)


def _pairs(function: Callable[[int, float], float]) -> Callable[[Any, Any], Any]:
    """Return a function of an order and an array, made of one of a number each."""

    def truth(order: Any, x: Any) -> Any:
        found = [function(int(order), v) for v in x.ravel().tolist()]
        return np.array(found, np.result_type(order, x)).reshape(x.shape)

    return truth


def _polygamma(n: int, x: float) -> float:
    return (-1) ** (n + 1) * math.factorial(n) * zeta(n + 1, x)


def _upper(a: int, x: float) -> Any:
    """Return the upper part for a whole order: a sum of Poisson's chances."""
    total = sum(_WIDE(x) ** k / math.factorial(k) for k in range(a))
    return np.exp(-_WIDE(x)) * total


def gamma_slope(a: float, x: float) -> float:
    """Return (dQ / da) / (dP / dx), the first by an integral from x on."""
    nodes, weights = np.polynomial.laguerre.laggauss(100)
    t = x + nodes
    values = (t / x) ** (a - 1) * (np.log(t) - digamma(a))
    return float((values * weights).sum())


# An order or a first argument, and numbers.
PAIRS = "float32[1:6] (); exact[1:10] (...)"
row("zeta", "float32[2:6] (); exact[1:10] (...)", _pairs(zeta), rounds=True)
row("polygamma", PAIRS.replace("6", "4"), _pairs(_polygamma), rounds=True)
row("igamma", PAIRS, _pairs(lambda a, x: 1 - _upper(a, x)), rounds=True)
row("igammac", PAIRS, _pairs(_upper), rounds=True)
row("gamma_slope", PAIRS.replace("exact", "float32"), _pairs(gamma_slope), rounds=True)


@sample
def _bitcast(draw: Draw) -> Case:
    x = draw.array(("int32", "float32", "uint8", "float64"), draw.shape(1, least=1))
    wanted = dtypes.dtype_named(draw.one(("uint8", "int32", "float32", "int64")))
    ratio = wanted.size // x.dtype.itemsize
    shape = x.shape if ratio else (*x.shape, x.dtype.itemsize // wanted.size)
    if ratio > 1:
        x, shape = np.repeat(x[..., :1], ratio, -1), x.shape[:-1]
    flat = np.frombuffer(x.tobytes(), wanted.numpy)
    return Case((x,), lambda: flat.reshape(shape), {"type": wanted})


row(
    "nan_to_num", "number (...)", np.nan_to_num,
    nan=(0.0, 2.0), posinf=(None, 9.0), neginf=(None, -9.0),
)  # fmt: skip
row("is_close", "number (...); number (...)", np.isclose, rtol=(0.0, 0.5), atol=(1.0,))
