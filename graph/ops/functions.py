"""Functions of one number: roots, exponentials, logarithms, angles, rounding, signs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graph.domains import POSITIVE, between
from graph.elementwise import elementwise
from graph.op import ZERO, PublicFunction
from graph.ops.gradients import elementwise as rules

_LN_2 = math.log(2)
_LN_10 = math.log(10)


def _function(
    name: str, ufunc: Any, doc: str, gradient: Any, **facets: Any
) -> PublicFunction:
    """Define a function of one number, at the cost of a polynomial by default."""
    facets.setdefault("work", 10)
    return elementwise(name, ufunc, doc=doc, gradient=gradient, **facets)


sqrt = _function(
    "sqrt",
    np.sqrt,
    "Square root.",
    lambda dy, y, x: dy / (2 * y),
    work=4,
    domain=POSITIVE,
)
cbrt = _function(
    "cbrt",
    np.cbrt,
    "Cube root, of negative numbers too.",
    lambda dy, y, x: dy / (3 * y * y),
    domain=POSITIVE,
)


def _rsqrt(x: Any) -> Any:
    root = np.sqrt(x)
    return np.divide(root.dtype.type(1), root)


rsqrt = _function(
    "rsqrt",
    np.sqrt,
    "1 / sqrt(x).",
    lambda dy, y, x: dy * -0.5 * y * y * y,
    kernel=_rsqrt,
    dispatches=None,
    source="TensorFlow's math.rsqrt",
    work=8,
    domain=POSITIVE,
)
square = _function(
    "square", np.square, "The square.", lambda dy, y, x: dy * 2 * x, work=1
)
reciprocal = _function(
    "reciprocal",
    np.reciprocal,
    "1 / x; of integers, rounded towards 0.",
    lambda dy, y, x: -dy * y * y,
    work=4,
    domain=POSITIVE,
)
exp = _function("exp", np.exp, "Exponential.", lambda dy, y, x: dy * y)
exp2 = _function("exp2", np.exp2, "2 to a power.", lambda dy, y, x: dy * y * _LN_2)
expm1 = _function(
    "expm1", np.expm1, "exp(x) - 1, exact for small x.", lambda dy, y, x: dy * (y + 1)
)
log = _function(
    "log", np.log, "Natural logarithm.", lambda dy, y, x: dy / x, domain=POSITIVE
)
log1p = _function(
    "log1p", np.log1p, "log(1 + x), exact for small x.", lambda dy, y, x: dy / (1 + x)
)
log2 = _function(
    "log2",
    np.log2,
    "Logarithm to base 2.",
    lambda dy, y, x: dy / (x * _LN_2),
    domain=POSITIVE,
)
log10 = _function(
    "log10",
    np.log10,
    "Logarithm to base 10.",
    lambda dy, y, x: dy / (x * _LN_10),
    domain=POSITIVE,
)
sin = _function("sin", np.sin, "Sine, of radians.", lambda dy, y, x: dy * cos(x))
cos: PublicFunction = _function(
    "cos", np.cos, "Cosine, of radians.", lambda dy, y, x: -dy * sin(x)
)
tan = _function(
    "tan", np.tan, "Tangent, of radians.", lambda dy, y, x: dy * (1 + y * y)
)
asin = _function(
    "asin",
    np.arcsin,
    "Inverse sine, in radians.",
    lambda dy, y, x: dy / sqrt(1 - x * x),
)
acos = _function(
    "acos",
    np.arccos,
    "Inverse cosine, in radians.",
    lambda dy, y, x: -dy / sqrt(1 - x * x),
)
atan = _function(
    "atan", np.arctan, "Inverse tangent, in radians.", lambda dy, y, x: dy / (1 + x * x)
)
sinh = _function("sinh", np.sinh, "Hyperbolic sine.", lambda dy, y, x: dy * cosh(x))
cosh: PublicFunction = _function(
    "cosh", np.cosh, "Hyperbolic cosine.", lambda dy, y, x: dy * sinh(x)
)
tanh = _function(
    "tanh", np.tanh, "Hyperbolic tangent.", lambda dy, y, x: dy * (1 - y * y)
)
asinh = _function(
    "asinh",
    np.arcsinh,
    "Inverse hyperbolic sine.",
    lambda dy, y, x: dy / sqrt(1 + x * x),
)
acosh = _function(
    "acosh",
    np.arccosh,
    "Inverse hyperbolic cosine.",
    lambda dy, y, x: dy / (sqrt(x - 1) * sqrt(x + 1)),
    domain=between(1.3, 3.0),
)
atanh = _function(
    "atanh",
    np.arctanh,
    "Inverse hyperbolic tangent.",
    lambda dy, y, x: dy / (1 - x * x),
)
deg2rad = _function(
    "deg2rad",
    np.deg2rad,
    "Radians of degrees.",
    lambda dy, y, x: dy * (math.pi / 180),
    work=1,
)
rad2deg = _function(
    "rad2deg",
    np.rad2deg,
    "Degrees of radians.",
    lambda dy, y, x: dy * (180 / math.pi),
    work=1,
)
degrees = _function(
    "degrees",
    np.degrees,
    "Degrees of radians, as rad2deg.",
    lambda dy, y, x: dy * (180 / math.pi),
    work=1,
)
radians = _function(
    "radians",
    np.radians,
    "Radians of degrees, as deg2rad.",
    lambda dy, y, x: dy * (math.pi / 180),
    work=1,
)
floor = _function("floor", np.floor, "Round towards minus infinity.", ZERO, work=1)
ceil = _function("ceil", np.ceil, "Round towards plus infinity.", ZERO, work=1)
trunc = _function("trunc", np.trunc, "Round towards zero.", ZERO, work=1)
rint = _function(
    "rint", np.rint, "Round to the nearest integer, half to even.", ZERO, work=1
)


def _round(x: Any) -> Any:
    kind = np.asarray(x).dtype.kind
    if kind == "c":  # as tracing says: np.rint would round the parts
        raise TypeError(x)
    return x if kind in "iub" else np.rint(x)


round = elementwise(  # the specification's name
    "round",
    np.floor,
    gradient=ZERO,
    doc="Round to the nearest integer, half to even; integers stay as they are.",
    kernel=_round,
    dispatches=None,
    source="TensorFlow's round; numpy.rint",
    may_alias=True,
)
sign: PublicFunction = elementwise(
    "sign",
    np.sign,
    gradient=rules.sign_gradient,
    doc="-1, 0 or 1 by sign; of complex numbers, x / abs(x).",
)
fabs = elementwise(
    "fabs",
    np.fabs,
    gradient=lambda dy, y, x: dy * sign(x),
    doc="Absolute value of real numbers, as a float.",
)
signbit = elementwise(
    "signbit", np.signbit, gradient=ZERO, doc="Is the sign negative, of -0.0 too?"
)
is_nan = elementwise("is_nan", np.isnan, gradient=ZERO, doc="Is it nan?")
is_inf = elementwise(
    "is_inf", np.isinf, gradient=ZERO, doc="Is it infinite, of either sign?"
)
is_finite = elementwise(
    "is_finite", np.isfinite, gradient=ZERO, doc="Is it neither nan nor infinite?"
)
conj: PublicFunction = elementwise(
    "conj", np.conjugate, gradient=lambda dy, y, x: conj(dy), doc="Complex conjugate."
)


def _sigmoid(x: Any) -> Any:
    held = np.asarray(x)
    if held.dtype.kind != "f":
        held = held.astype(np.cbrt.resolve_dtypes((held.dtype, None))[1])
    small = np.exp(-np.abs(held))
    one = held.dtype.type(1)
    return np.where(np.signbit(held), small, one) / (small + one)


sigmoid = elementwise(
    "sigmoid",
    np.cbrt,  # which takes real numbers and gives floats, as this does
    gradient=lambda dy, y, x: dy * y * (1 - y),
    doc="1 / (1 + exp(-x)), by exp of negative numbers only, which cannot overflow.",
    kernel=_sigmoid,
    dispatches=None,
    source="TensorFlow's math.sigmoid",
    work=20,
)


__all__ = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "ceil",
    "conj",
    "cos",
    "cosh",
    "deg2rad",
    "degrees",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "floor",
    "is_finite",
    "is_inf",
    "is_nan",
    "log",
    "log1p",
    "log2",
    "log10",
    "rad2deg",
    "radians",
    "reciprocal",
    "rint",
    "round",
    "rsqrt",
    "sigmoid",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "tan",
    "tanh",
    "trunc",
]
NAMESPACES = {"ag": __all__, "ag.math": __all__, "ag.nn": ["sigmoid", "tanh"]}
