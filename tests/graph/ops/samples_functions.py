"""Samples of special functions, complex numbers, casts and what is made of them.

Special functions are compared with Python's own, with integrals and sums in extended
precision, and in `test_special.py` with numbers that were computed in 60 digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import (
    COMPLEX,
    FLOATS,
    NUMBERS,
    REAL,
    ROUNDS,
    SAMPLES,
    TRUTHS,
    Case,
    Draw,
    sample,
)

_WIDE = np.longdouble
_MODERATE = (*FLOATS, "int32")


def floats(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """Return a function of arrays, made of one of Python's floats."""

    def truth(x: Any) -> Any:
        kind = np.cbrt(np.zeros((), x.dtype)).dtype
        return (
            np.array(
                [function(v) for v in x.astype(np.float64).ravel().tolist()], np.float64
            )
            .reshape(x.shape)
            .astype(kind)
        )

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


def _made(x: Any, y: Any) -> Any:
    x, y = np.broadcast_arrays(x, y)
    kind = np.result_type(x, y)
    found = np.zeros(
        x.shape, np.complex64 if kind in (np.float16, np.float32) else np.complex128
    )
    found.real, found.imag = x, y
    return found


TRUTHS.update(
    {
        "erf": floats(math.erf),
        "erfc": floats(math.erfc),
        "erfinv": floats(lambda x: _quantile((1 + x) / 2) / math.sqrt(2)),
        "erfcinv": floats(lambda x: -_quantile(x / 2) / math.sqrt(2)),
        "ndtr": floats(lambda x: math.erfc(-x / math.sqrt(2)) / 2),
        "ndtri": floats(_quantile),
        "lgamma": floats(_lgamma),
        "digamma": floats(digamma),
        "i0": np.i0,
        "sinc": np.sinc,
        "rsqrt": lambda x: 1 / np.sqrt(x),
        "xlogy": _xlogy(np.log),
        "xlog1py": _xlogy(np.log1p),
        "xdivy": lambda x, y: np.where(
            x == 0, np.zeros_like(np.true_divide(x, y)), np.true_divide(x, y)
        ),
        "multiply_no_nan": lambda x, y: np.where(
            y == 0, np.zeros_like(np.multiply(x, y)), np.multiply(x, y)
        ),
        "complex": _made,
        "real": np.real,
        "imag": np.imag,
        "angle": np.angle,
        "nan_to_num": np.nan_to_num,
        "is_close": np.isclose,
    }
)  # fmt: skip
ROUNDS.update(
    ("erf", "erfc", "erfinv", "erfcinv", "ndtr", "ndtri", "lgamma", "digamma")
    + ("xlogy", "xlog1py")
)


def _of_moderate(name: str, truth: Callable[[float], float]) -> None:
    def make(draw: Draw) -> Case:
        x = draw.array(_MODERATE, low=-9, high=9)
        return Case((x,), lambda: floats(truth)(x), rounds=True)

    SAMPLES[name] = make


_of_moderate("bessel_i0", bessel(0, is_scaled=False))
_of_moderate("bessel_i1", bessel(1, is_scaled=False))
_of_moderate("bessel_i0e", bessel(0, is_scaled=True))
_of_moderate("bessel_i1e", bessel(1, is_scaled=True))


@sample
def _digamma(draw: Draw) -> Case:
    x = draw.array(_MODERATE, low=0, high=9)
    return Case((x,), lambda: floats(digamma)(x), rounds=True)


@sample
def _zeta(draw: Draw) -> Case:
    q = draw.array(("float32", "float64"), low=1, high=9)
    s = np.array(draw.integer(2, 5), "float32")
    kind = np.result_type(q, s)
    return Case(
        (s, q),
        lambda: np.array([zeta(float(s), v) for v in q.ravel().tolist()], kind).reshape(
            q.shape
        ),
        rounds=True,
    )


@sample
def _polygamma(draw: Draw) -> Case:
    x = draw.array(("float32", "float64"), low=1, high=9)
    n = draw.integer(1, 3)
    a = np.array(n, "float32")
    kind = np.result_type(x, a)
    scale = (-1) ** (n + 1) * math.factorial(n)
    return Case(
        (a, x),
        lambda: np.array(
            [scale * zeta(n + 1, v) for v in x.ravel().tolist()], kind
        ).reshape(x.shape),
        rounds=True,
    )


@sample
def _bitcast(draw: Draw) -> Case:
    x = draw.array(("int32", "float32", "uint8", "float64"), draw.shape(1, least=1))
    wanted = dtypes.dtype_named(draw.one(("uint8", "int32", "float32", "int64")))
    ratio = wanted.size // x.dtype.itemsize
    if ratio > 1:
        x = np.repeat(x[..., :1], ratio, -1)
    flat = np.frombuffer(x.tobytes(), wanted.numpy)
    if ratio > 1:
        shape = x.shape[:-1]
    elif ratio == 1:
        shape = x.shape
    else:
        shape = (*x.shape, x.dtype.itemsize // wanted.size)
    return Case((x,), lambda: flat.reshape(shape), {"type": wanted})


@sample
def _nan_to_num(draw: Draw) -> Case:
    x = draw.array(NUMBERS)
    attrs = {
        "nan": draw.one((0.0, 2.0)),
        "posinf": draw.one((None, 9.0)),
        "neginf": draw.one((None, -9.0)),
    }
    return Case((x,), lambda: np.nan_to_num(x, **attrs), attrs)


@sample
def _is_close(draw: Draw) -> Case:
    a = draw.array(REAL + COMPLEX)
    b = draw.array(REAL + COMPLEX, a.shape)
    attrs = {"rtol": draw.one((0.0, 0.5)), "atol": 1.0, "equal_nan": draw.flag()}
    return Case((a, b), lambda: np.isclose(a, b, **attrs), attrs)


def _orders(draw: Draw) -> tuple[Any, Any]:
    x = draw.array(("float32", "float64"), low=1, high=9)
    return np.array(draw.integer(1, 5), "float32"), x


def _upper(a: int, x: Any) -> Any:
    """Return the upper part for a whole order: a sum of Poisson's chances."""
    wide = x.astype(_WIDE)
    total = sum(wide**k / math.factorial(k) for k in range(a))
    return np.exp(-wide) * total


@sample
def _igamma(draw: Draw) -> Case:
    a, x = _orders(draw)
    kind = np.result_type(a, x)
    return Case((a, x), lambda: (1 - _upper(int(a), x)).astype(kind), rounds=True)


@sample
def _igammac(draw: Draw) -> Case:
    a, x = _orders(draw)
    kind = np.result_type(a, x)
    return Case((a, x), lambda: _upper(int(a), x).astype(kind), rounds=True)


def gamma_slope(a: float, x: float) -> float:
    """Return (dQ / da) / (dP / dx), the first by an integral from x on."""
    nodes, weights = np.polynomial.laguerre.laggauss(100)
    t = x + nodes
    values = (t / x) ** (a - 1) * (np.log(t) - digamma(a))
    return float((values * weights).sum())


@sample
def _gamma_slope(draw: Draw) -> Case:
    a, x = _orders(draw)
    kind = np.result_type(a, x)

    def truth() -> Any:
        found = [gamma_slope(float(a), v) for v in x.ravel().tolist()]
        return np.array(found).astype(kind).reshape(x.shape)

    return Case(
        (a, x.astype("float32")), lambda: truth().astype("float32"), rounds=True
    )
