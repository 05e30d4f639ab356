"""Elementwise arithmetic and functions: one row for each op."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from graph.elementwise import call, elementwise, infix, prefix
from graph.op import ZERO, PublicFunction, on_python_numbers
from graph.ops.gradients import elementwise as rules
from graph.ops.powers import pow_inline, python_pow
from graph.tensor import Tensor
from graph.unbroadcast import conjugated

_LN_2 = math.log(2)
_LN_10 = math.log(10)

add = elementwise(
    "add",
    np.add,
    gradient=(rules.same, rules.same),
    doc="Add element by element; text is concatenated.",
    python=operator.add,
    inline=infix("+", wraps=True),
    text="alike",
    type_name="AddV2",
    node_name="add",
)
subtract = elementwise(
    "subtract",
    np.subtract,
    gradient=(rules.same, rules.negated),
    doc="Subtract element by element.",
    python=operator.sub,
    inline=infix("-", wraps=True),
    type_name="Sub",
    node_name="sub",
)
multiply = elementwise(
    "multiply",
    np.multiply,
    gradient=(lambda dz, z, x, y: dz * y, lambda dz, z, x, y: dz * x),
    doc="Multiply element by element.",
    python=operator.mul,
    inline=infix("*", wraps=True),
    type_name="Mul",
    node_name="mul",
)
divide = elementwise(
    "divide",
    np.true_divide,
    gradient=(lambda dz, z, x, y: dz / y, lambda dz, z, x, y: -dz * (x / y) / y),
    doc="Divide element by element; integers give floating-point quotients.",
    python=operator.truediv,
    inline=infix("/", divides=True),
    work=4,
    can_fail=on_python_numbers,
    type_name="RealDiv",
    node_name="truediv",
)
floor_divide = elementwise(
    "floor_divide",
    np.floor_divide,
    gradient=ZERO,
    doc="Divide and round towards minus infinity.",
    python=operator.floordiv,
    inline=infix("//", wraps=True, divides=True),
    type_name="FloorDiv",
    work=4,
    can_fail=on_python_numbers,
    node_name="floordiv",
)
mod = elementwise(
    "mod",
    np.remainder,
    gradient=(rules.same, lambda dz, z, x, y: -dz * floor_divide(x, y)),
    doc="Remainder of floor division; it has the sign of the divisor.",
    python=operator.mod,
    inline=infix("%", wraps=True, divides=True),
    type_name="FloorMod",
    work=4,
    can_fail=on_python_numbers,
    node_name="mod",
)


pow = elementwise(  # the specification's name
    "pow",
    np.power,
    gradient=(rules.pow_base, rules.pow_exponent),
    doc="Raise to a power element by element.",
    python=python_pow,
    inline=pow_inline,
    work=20,
    can_fail=on_python_numbers,
    type_name="Pow",
    node_name="pow",
)
negative = elementwise(
    "negative",
    np.negative,
    gradient=rules.negated,
    doc="Change the sign.",
    python=operator.neg,
    inline=prefix("-", wraps=True),
    type_name="Neg",
)
positive = elementwise(
    "positive",
    np.positive,
    gradient=rules.same,
    doc="The value itself, as unary plus.",
    python=operator.pos,
    inline=prefix("+"),
)
abs = elementwise(  # the specification's name
    "abs",
    np.absolute,
    gradient=lambda dy, y, x: dy * conjugated(sign(x)),
    doc="Absolute value; of complex numbers, the modulus.",
    python=operator.abs,
    inline=call("abs"),
)
maximum = elementwise(
    "maximum",
    np.maximum,
    gradient=(rules.chosen(0), rules.chosen(1)),
    doc="The larger of two, element by element; nan spreads.",
    text="alike",
)
minimum = elementwise(
    "minimum",
    np.minimum,
    gradient=(rules.chosen(0), rules.chosen(1)),
    doc="The smaller of two, element by element; nan spreads.",
    text="alike",
)


def _function(
    name: str, ufunc: Any, doc: str, gradient: Any, **facets: Any
) -> PublicFunction:
    """Define a function of one number, at the cost of a polynomial by default."""
    facets.setdefault("work", 10)
    return elementwise(name, ufunc, doc=doc, gradient=gradient, **facets)


sqrt = _function("sqrt", np.sqrt, "Square root.", lambda dy, y, x: dy / (2 * y), work=4)
cbrt = _function(
    "cbrt",
    np.cbrt,
    "Cube root, of negative numbers too.",
    lambda dy, y, x: dy / (3 * y * y),
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
)
exp = _function("exp", np.exp, "Exponential.", lambda dy, y, x: dy * y)
exp2 = _function("exp2", np.exp2, "2 to a power.", lambda dy, y, x: dy * y * _LN_2)
expm1 = _function(
    "expm1", np.expm1, "exp(x) - 1, exact for small x.", lambda dy, y, x: dy * (y + 1)
)
log = _function("log", np.log, "Natural logarithm.", lambda dy, y, x: dy / x)
log1p = _function(
    "log1p", np.log1p, "log(1 + x), exact for small x.", lambda dy, y, x: dy / (1 + x)
)
log2 = _function(
    "log2", np.log2, "Logarithm to base 2.", lambda dy, y, x: dy / (x * _LN_2)
)
log10 = _function(
    "log10", np.log10, "Logarithm to base 10.", lambda dy, y, x: dy / (x * _LN_10)
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
floor = _function("floor", np.floor, "Round towards minus infinity.", ZERO, work=1)
ceil = _function("ceil", np.ceil, "Round towards plus infinity.", ZERO, work=1)
trunc = _function("trunc", np.trunc, "Round towards zero.", ZERO, work=1)
rint = _function(
    "rint", np.rint, "Round to the nearest integer, half to even.", ZERO, work=1
)


def _round(x: Any) -> Any:
    return x if np.asarray(x).dtype.kind in "iub" else np.rint(x)


round = elementwise(  # the specification's name
    "round",
    np.floor,
    gradient=ZERO,
    doc="Round to the nearest integer, half to even; integers stay as they are.",
    kernel=_round,
    dispatches=None,
    may_alias=True,
)
sign: PublicFunction = elementwise(
    "sign",
    np.sign,
    gradient=rules.sign_gradient,
    doc="-1, 0 or 1 by sign; of complex numbers, x / abs(x).",
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
    work=20,
)


atan2 = elementwise(
    "atan2",
    np.arctan2,
    gradient=(
        lambda dz, z, y, x: dz * x / (x * x + y * y),
        lambda dz, z, y, x: -dz * y / (x * x + y * y),
    ),
    doc="The angle of the point (x, y) where y comes first, in radians.",
    inputs=("y", "x"),
    work=20,
)
hypot = elementwise(
    "hypot",
    np.hypot,
    gradient=(
        lambda dz, z, x, y: dz * div_no_nan(x, z),
        lambda dz, z, x, y: dz * div_no_nan(y, z),
    ),
    doc="sqrt(x**2 + y**2).",
    work=10,
)
logaddexp = elementwise(
    "logaddexp",
    np.logaddexp,
    gradient=(
        lambda dz, z, x, y: dz * sigmoid(x - y),
        lambda dz, z, x, y: dz * sigmoid(y - x),
    ),
    doc="log(exp(x) + exp(y)), without overflow.",
    work=20,
)
copysign = elementwise(
    "copysign",
    np.copysign,
    gradient=(rules.copysign, None),
    doc="`x` with the sign of `y`.",
)
nextafter = elementwise(
    "nextafter",
    np.nextafter,
    gradient=(rules.same, None),
    doc="The next number after `x` towards `y`.",
)
fmod = elementwise(
    "fmod",
    np.fmod,
    gradient=(rules.same, lambda dz, z, x, y: -dz * trunc(x / y)),
    doc="Remainder of division rounded towards zero; it has the sign of the dividend.",
    work=4,
)

gcd = elementwise("gcd", np.gcd, gradient=ZERO, doc="Greatest common divisor.", work=20)
lcm = elementwise("lcm", np.lcm, gradient=ZERO, doc="Least common multiple.", work=20)
ldexp: PublicFunction = elementwise(
    "ldexp",
    np.ldexp,
    gradient=(lambda dz, z, x, y: ldexp(dz, y), None),
    doc="x * 2**y, exactly.",
)
heaviside = elementwise(
    "heaviside",
    np.heaviside,
    gradient=(None, lambda dz, z, x, y: dz * (x == 0)),
    doc="0 for negative `x`, 1 for positive, `y` for zero.",
)
float_power = elementwise(
    "float_power",
    np.float_power,
    gradient=(rules.pow_base, rules.pow_exponent),
    doc="Power in float64 at least.",
    work=20,
)


def _div_no_nan(x: Any, y: Any) -> Any:
    safe = np.where(np.equal(y, 0), np.ones_like(y), y)
    quotient = np.true_divide(x, safe)
    return np.where(np.equal(y, 0), quotient.dtype.type(0), quotient)[()]


div_no_nan: PublicFunction = elementwise(
    "div_no_nan",
    np.true_divide,
    gradient=(
        lambda dz, z, x, y: div_no_nan(dz, y),
        lambda dz, z, x, y: div_no_nan(-dz * z, y),
    ),
    doc="Divide element by element; 0 where the divisor is 0.",
    kernel=_div_no_nan,
    dispatches=None,
    work=8,
)


def squared_difference(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Return `(x - y) ** 2`, element by element.

    Shape:   inputs broadcast together
    Dtype:   numbers, promoted together
    Source:  TensorFlow's squared_difference
    """
    return square(subtract(x, y), name=name)


floordiv = floor_divide
truediv = divide
neg = negative
floormod = mod


def clip_by_value(
    t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None
) -> Tensor:
    """Bring values into a range: `minimum(maximum(t, low), high)`; nan stays.

    Shape:   all three broadcast together
    Dtype:   real numbers, promoted together
    Source:  TensorFlow's clip_by_value; numpy.clip
    """
    return minimum(maximum(t, clip_value_min), clip_value_max, name=name)


__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "clip_by_value",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "deg2rad",
    "div_no_nan",
    "divide",
    "exp",
    "exp2",
    "expm1",
    "float_power",
    "floor",
    "floor_divide",
    "floordiv",
    "floormod",
    "fmod",
    "gcd",
    "heaviside",
    "hypot",
    "is_finite",
    "is_inf",
    "is_nan",
    "lcm",
    "ldexp",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "maximum",
    "minimum",
    "mod",
    "multiply",
    "neg",
    "negative",
    "nextafter",
    "positive",
    "pow",
    "rad2deg",
    "reciprocal",
    "rint",
    "round",
    "sigmoid",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "squared_difference",
    "subtract",
    "tan",
    "tanh",
    "truediv",
    "trunc",
]
