"""Elementwise arithmetic, and functions of two numbers: one row for each op."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from graph.domains import POSITIVE, between
from graph.elementwise import call, elementwise, infix, prefix
from graph.op import ZERO, PublicFunction, on_python_divisors
from graph.ops.functions import conj, sigmoid, sign, square, trunc
from graph.ops.gradients import elementwise as rules
from graph.ops.powers import can_fail_pow, can_refuse_pow, pow_inline, python_pow
from graph.tensor import Tensor
from graph.unbroadcast import conjugated

_LN_2 = math.log(2)

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
    can_fail=on_python_divisors,
    type_name="RealDiv",
    node_name="truediv",
    domain=POSITIVE,
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
    can_fail=on_python_divisors,
    node_name="floordiv",
)


def _truncated(x: Any, y: Any) -> Any:
    if np.result_type(x, y).kind == "f":
        return np.trunc(np.true_divide(x, y))
    return np.floor_divide(np.subtract(x, np.fmod(x, y)), y)


truncatediv = elementwise(
    "truncatediv",
    np.floor_divide,
    kernel=_truncated,
    dispatches=None,
    gradient=ZERO,
    doc="Divide and round towards zero.",
    source="TensorFlow's truncatediv: trunc(x / y)",
    type_name="TruncateDiv",
    work=4,
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
    can_fail=on_python_divisors,
    node_name="mod",
    domain=between(1.2, 1.3),
)


pow = elementwise(  # the specification's name
    "pow",
    np.power,
    gradient=(rules.pow_base, rules.pow_exponent),
    doc="Raise to a power element by element.",
    python=python_pow,
    inline=pow_inline,
    work=20,
    can_fail=can_fail_pow,
    can_refuse=can_refuse_pow,
    type_name="Pow",
    node_name="pow",
    domain=POSITIVE,
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
fmax = elementwise(
    "fmax",
    np.fmax,
    gradient=(rules.chosen(0), rules.chosen(1)),
    doc="The larger of two, element by element; the other one of nan.",
)
fmin = elementwise(
    "fmin",
    np.fmin,
    gradient=(rules.chosen(0), rules.chosen(1)),
    doc="The smaller of two, element by element; the other one of nan.",
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
    domain=POSITIVE,
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
    domain=POSITIVE,
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
logaddexp2 = elementwise(
    "logaddexp2",
    np.logaddexp2,
    gradient=(
        lambda dz, z, x, y: dz * sigmoid((x - y) * _LN_2),
        lambda dz, z, x, y: dz * sigmoid((y - x) * _LN_2),
    ),
    doc="log2(2**x + 2**y), without overflow.",
    work=20,
)
copysign = elementwise(
    "copysign",
    np.copysign,
    gradient=(rules.copysign, None),
    doc="`x` with the sign of `y`.",
    domain=POSITIVE,
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
    domain=between(1.2, 1.3),
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
    domain=POSITIVE,
)


def _div_no_nan(x: Any, y: Any) -> Any:
    if type(y) in (bool, int, float, complex):  # weak, which arrays of them are not
        quotient = np.true_divide(x, y or type(y)(1))
        return quotient if y else np.zeros_like(quotient)[()]
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
    source="TensorFlow's math.divide_no_nan",
    work=8,
    domain=POSITIVE,
)


def squared_difference(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Return the square of `x - y`, of complex numbers that of its modulus.

    Shape:   inputs broadcast together
    Dtype:   numbers, promoted together
    Source:  TensorFlow's squared_difference
    """
    gap = subtract(x, y)
    if gap.dtype.is_complex:
        return multiply(conj(gap), gap, name=name)
    return square(gap, name=name)


floordiv = floor_divide
truediv = divide
neg = negative
floormod = mod
truncatemod = fmod


__all__ = [
    "abs",
    "add",
    "atan2",
    "copysign",
    "div_no_nan",
    "divide",
    "float_power",
    "floor_divide",
    "floordiv",
    "floormod",
    "fmax",
    "fmin",
    "fmod",
    "gcd",
    "heaviside",
    "hypot",
    "lcm",
    "ldexp",
    "logaddexp",
    "logaddexp2",
    "maximum",
    "minimum",
    "mod",
    "multiply",
    "neg",
    "negative",
    "nextafter",
    "positive",
    "pow",
    "squared_difference",
    "subtract",
    "truediv",
    "truncatediv",
    "truncatemod",
]
NAMESPACES = {"ag": __all__, "ag.math": __all__}
