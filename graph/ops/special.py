"""Special functions: errors, quantiles, gamma and its kin, Bessel. Public as `ag.math`.

Their kernels are in `special_kernels`. Numbers are real; integers give float64.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes
from graph.domains import POSITIVE, between
from graph.elementwise import elementwise, unary
from graph.errors import GradientError
from graph.op import PublicFunction
from graph.ops import special_kernels as kernels
from graph.ops.functions import cos, exp, sign, square
from graph.ops.logic import equal
from graph.ops.math import abs, divide, multiply, subtract
from graph.ops.selection import where
from graph.origin import capture_exact
from graph.tensor import Tensor

_ROOT_PI = math.sqrt(math.pi)
_ROOT_TWO_PI = math.sqrt(2 * math.pi)


def _special(
    name: str, kernel: Any, doc: str, gradient: Any, source: str, **facets: Any
) -> PublicFunction:
    """Define a function of one real number, or of two where `inputs` says so."""
    return elementwise(
        name,
        np.hypot if len(facets.get("inputs", ())) == 2 else np.cbrt,  # real to float
        doc=doc,
        kernel=kernels.kernel(kernel),
        gradient=gradient,
        source=source,
        dispatches=None,
        work=60,
        **facets,
    )


# -- Error functions and quantiles -----------------------------------------------------

erf = _special(
    "erf",
    kernels.erf,
    "The error function: 2 / sqrt(pi) times the integral of exp(-t**2) from 0 to x.",
    lambda dy, y, x: dy * (2 / _ROOT_PI) * exp(-square(x)),
    "TensorFlow's math.erf; Schonfelder, 1978",
)
erfc = _special(
    "erfc",
    kernels.erfc,
    "1 - erf(x), exact where erf(x) is close to 1.",
    lambda dy, y, x: dy * (-2 / _ROOT_PI) * exp(-square(x)),
    "TensorFlow's math.erfc; Schonfelder, 1978",
)
erfinv = _special(
    "erfinv",
    kernels.erfinv,
    "The number whose erf is x; nan outside of [-1, 1].",
    lambda dy, y, x: dy * (_ROOT_PI / 2) * exp(square(y)),
    "TensorFlow's math.erfinv; Wichura, 1988, algorithm AS 241",
)
erfcinv = _special(
    "erfcinv",
    kernels.erfcinv,
    "The number whose erfc is x; nan outside of [0, 2].",
    lambda dy, y, x: dy * (-_ROOT_PI / 2) * exp(square(y)),
    "TensorFlow's math.erfcinv; Wichura, 1988, algorithm AS 241",
    domain=between(0.4, 1.6),
)
ndtr = _special(
    "ndtr",
    kernels.ndtr,
    "The chance that a standard normal number is at most x.",
    lambda dy, y, x: dy * (1 / _ROOT_TWO_PI) * exp(square(x) * -0.5),
    "erfc(-x / sqrt(2)) / 2, without the error of the quotient",
)
ndtri = _special(
    "ndtri",
    kernels.ndtri,
    "The quantile of the standard normal distribution: the inverse of ndtr.",
    lambda dy, y, x: dy * _ROOT_TWO_PI * exp(square(y) * 0.5),
    "TensorFlow's math.ndtri; Wichura, 1988, algorithm AS 241",
    inputs=("p",),
    domain=between(0.1, 0.9),
)

# -- Gamma -----------------------------------------------------------------------------

lgamma = _special(
    "lgamma",
    kernels.lgamma,
    "The logarithm of the absolute value of the gamma function.",
    lambda dy, y, x: dy * digamma(x),
    "TensorFlow's math.lgamma; Stirling's formula, and reflection for negative numbers",
    domain=POSITIVE,
)
digamma: PublicFunction = _special(
    "digamma",
    kernels.digamma,
    "The derivative of lgamma; nan at negative integers.",
    lambda dy, y, x: dy * polygamma(1.0, x),
    "TensorFlow's math.digamma; the root is taken out, and reflection used",
    domain=between(0.6, 3.0),
)


def _no_derivative(name: str, by: str) -> Any:
    """Return the rule of an order, by which there is no derivative here."""

    def refuse(*_: Any) -> Any:
        raise GradientError(
            f"there is no gradient of {name} by {by}.",
            origin=capture_exact(2),
            hint=f"Stop it with ag.stop_gradient({by}).",
        )

    return refuse


polygamma: PublicFunction = _special(
    "polygamma",
    kernels.polygamma,
    "The derivative of digamma of an order: 0 for digamma itself, 1, 2, ....",
    (_no_derivative("polygamma", "a"), lambda dy, y, a, x: dy * polygamma(a + 1, x)),
    "TensorFlow's math.polygamma; by the zeta function",
    inputs=("a", "x"),
    domain=between(0.9, 3.0),
)
zeta: PublicFunction = _special(
    "zeta",
    kernels.zeta,
    "Hurwitz' zeta function: the sum of (q + k)**-x over k = 0, 1, ....",
    (_no_derivative("zeta", "x"), lambda dy, y, x, q: -dy * x * zeta(x + 1, q)),
    "TensorFlow's math.zeta; the formula of Euler and Maclaurin",
    inputs=("x", "q"),
    domain=between(0.9, 3.0),
)

# -- Bessel ----------------------------------------------------------------------------


def _over_x(y: Any, x: Any, limit: float) -> Any:
    """Return y / x, and at 0 what it is beside it."""
    is_zero = equal(x, 0)
    return where(is_zero, limit, divide(y, where(is_zero, 1.0, x)))


bessel_i0 = _special(
    "bessel_i0",
    kernels.bessel_i0,
    "The modified Bessel function of the first kind, of order 0.",
    lambda dy, y, x: dy * bessel_i1(x),
    "TensorFlow's math.bessel_i0; its power series up to 5",
)
bessel_i1: PublicFunction = _special(
    "bessel_i1",
    kernels.bessel_i1,
    "The modified Bessel function of the first kind, of order 1.",
    lambda dy, y, x: dy * (bessel_i0(x) - _over_x(bessel_i1(x), x, 0.5)),
    "TensorFlow's math.bessel_i1; its power series up to 5",
)
bessel_i0e = _special(
    "bessel_i0e",
    kernels.bessel_i0e,
    "exp(-abs(x)) bessel_i0(x), which does not overflow.",
    lambda dy, y, x: dy * (bessel_i1e(x) - sign(x) * y),
    "TensorFlow's math.bessel_i0e",
)
bessel_i1e: PublicFunction = _special(
    "bessel_i1e",
    kernels.bessel_i1e,
    "exp(-abs(x)) bessel_i1(x), which does not overflow.",
    lambda dy, y, x: (
        dy * (bessel_i0e(x) - sign(x) * y - _over_x(bessel_i1e(x), x, 0.5))
    ),
    "TensorFlow's math.bessel_i1e",
)


def _of_numpy(
    name: str, function: Any, doc: str, gradient: Callable[..., Any]
) -> PublicFunction:
    """Define what NumPy computes in the dtype of floats, and in float64 of the rest."""
    return unary(
        name,
        function,
        f"{doc}\n\nShape:   any -> the same\n"
        "Dtype:   floats -> the same; integers and bool -> float64\n"
        f"Raises:  DTypeError for other dtypes\nSource:  numpy.{name}",
        kinds="biuf",
        gives=lambda dtype: dtype if dtype.is_floating else dtypes.float64,
        hint="It takes bool, integers, floats. Convert with ag.cast first.",
        gradient=gradient,
        numpy=(function,),
        work=60.0,
    )


i0 = _of_numpy(
    "i0",
    np.i0,
    "The modified Bessel function of order 0 as NumPy computes it.",
    lambda dy, y, x: dy * bessel_i1(x),
)


def _sinc_slope(x: Any) -> Any:
    """Return the derivative of sinc; near 0 by its series, which cancels nothing."""
    is_near = abs(x) < 0.05
    far = where(is_near, 1.0, x)
    turned = multiply(far, math.pi)
    direct = divide(subtract(cos(turned), sinc(far)), far)
    near = where(is_near, x, 0.0)
    q = square(multiply(near, math.pi))
    total: Any = 0.0
    for k in range(6, 0, -1):
        total = total * q + (-1) ** k * 2 * k / math.factorial(2 * k + 1)
    return where(is_near, multiply(near, total * math.pi**2), direct)


sinc: PublicFunction = _of_numpy(
    "sinc",
    np.sinc,
    "sin(pi x) / (pi x), and 1 at 0.",
    lambda dy, y, x: dy * _sinc_slope(x),
)


def lbeta(x: Any, name: str | None = None) -> Tensor:
    """Return the logarithm of the beta function of the last axis.

    Shape:   (..., n) -> (...)
    Dtype:   real numbers to floats
    Source:  TensorFlow's math.lbeta: the sum of lgamma, less lgamma of the sum
    """
    from graph.ops.reduction import reduce_sum

    logs = reduce_sum(lgamma(x), -1)
    return subtract(logs, lgamma(reduce_sum(x, -1)), name=name)


__all__ = [
    "bessel_i0",
    "bessel_i0e",
    "bessel_i1",
    "bessel_i1e",
    "digamma",
    "erf",
    "erfc",
    "erfcinv",
    "erfinv",
    "i0",
    "lbeta",
    "lgamma",
    "ndtr",
    "ndtri",
    "polygamma",
    "sinc",
    "zeta",
]
NAMESPACES = {"ag": __all__, "ag.math": __all__}
