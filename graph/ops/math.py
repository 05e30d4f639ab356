"""Elementwise arithmetic and functions: one row for each op."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from graph.elementwise import call, elementwise, infix, prefix
from graph.errors import ResultTypeError
from graph.op import Inline, Operand, PublicFunction, on_python_numbers
from graph.specs import TensorSpec
from graph.tensor import Tensor

add = elementwise(
    "add",
    np.add,
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
    doc="Subtract element by element.",
    python=operator.sub,
    inline=infix("-", wraps=True),
    type_name="Sub",
    node_name="sub",
)
multiply = elementwise(
    "multiply",
    np.multiply,
    doc="Multiply element by element.",
    python=operator.mul,
    inline=infix("*", wraps=True),
    type_name="Mul",
    node_name="mul",
)
divide = elementwise(
    "divide",
    np.true_divide,
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
    doc="Remainder of floor division; it has the sign of the divisor.",
    python=operator.mod,
    inline=infix("%", wraps=True, divides=True),
    type_name="FloorMod",
    work=4,
    can_fail=on_python_numbers,
    node_name="mod",
)


def _python_pow(x: Any, y: Any) -> Any:
    result = x**y
    if isinstance(x, int) and isinstance(y, int) and isinstance(result, float):
        raise ResultTypeError(
            f"{x} ** {y} is a float, but integers to a power are staged as integers.",
            hint="Write float(x) ** y where the exponent may be negative.",
        )
    if isinstance(result, complex) and not isinstance(x, complex):
        raise ResultTypeError(
            f"{x} ** {y} is complex, but floats to a power are staged as floats.",
            hint="Write complex(x) ** y where the base may be negative.",
        )
    return result


def _pow_inline(
    operands: tuple[Operand, ...], out: TensorSpec, **_: Any
) -> Inline | None:
    base, exponent = operands
    is_simple = type(exponent.value) is int and exponent.value >= 0
    if is_simple and all(x.spec.dtype.is_python for x in operands):
        return Inline(f"({base.code} ** {exponent.code})", "python")
    return None


pow = elementwise(  # the specification's name
    "pow",
    np.power,
    doc="Raise to a power element by element.",
    python=_python_pow,
    inline=_pow_inline,
    work=20,
    can_fail=on_python_numbers,
    type_name="Pow",
    node_name="pow",
)
negative = elementwise(
    "negative",
    np.negative,
    doc="Change the sign.",
    python=operator.neg,
    inline=prefix("-", wraps=True),
    type_name="Neg",
)
positive = elementwise(
    "positive",
    np.positive,
    doc="The value itself, as unary plus.",
    python=operator.pos,
    inline=prefix("+"),
)
abs = elementwise(  # the specification's name
    "abs",
    np.absolute,
    doc="Absolute value; of complex numbers, the modulus.",
    python=operator.abs,
    inline=call("abs"),
)
maximum = elementwise(
    "maximum",
    np.maximum,
    doc="The larger of two, element by element; nan spreads.",
    text="alike",
)
minimum = elementwise(
    "minimum",
    np.minimum,
    doc="The smaller of two, element by element; nan spreads.",
    text="alike",
)


def _function(name: str, ufunc: Any, doc: str, **facets: Any) -> PublicFunction:
    """Define a function of one number, at the cost of a polynomial by default."""
    facets.setdefault("work", 10)
    return elementwise(name, ufunc, doc=doc, **facets)


sqrt = _function("sqrt", np.sqrt, "Square root.", work=4)
cbrt = _function("cbrt", np.cbrt, "Cube root, of negative numbers too.")
square = _function("square", np.square, "The square.", work=1)
reciprocal = _function(
    "reciprocal", np.reciprocal, "1 / x; of integers, rounded towards zero.", work=4
)
exp = _function("exp", np.exp, "Exponential.")
exp2 = _function("exp2", np.exp2, "2 to a power.")
expm1 = _function("expm1", np.expm1, "exp(x) - 1, exact for small x.")
log = _function("log", np.log, "Natural logarithm.")
log1p = _function("log1p", np.log1p, "log(1 + x), exact for small x.")
log2 = _function("log2", np.log2, "Logarithm to base 2.")
log10 = _function("log10", np.log10, "Logarithm to base 10.")
sin = _function("sin", np.sin, "Sine, of radians.")
cos = _function("cos", np.cos, "Cosine, of radians.")
tan = _function("tan", np.tan, "Tangent, of radians.")
asin = _function("asin", np.arcsin, "Inverse sine, in radians.")
acos = _function("acos", np.arccos, "Inverse cosine, in radians.")
atan = _function("atan", np.arctan, "Inverse tangent, in radians.")
sinh = _function("sinh", np.sinh, "Hyperbolic sine.")
cosh = _function("cosh", np.cosh, "Hyperbolic cosine.")
tanh = _function("tanh", np.tanh, "Hyperbolic tangent.")
asinh = _function("asinh", np.arcsinh, "Inverse hyperbolic sine.")
acosh = _function("acosh", np.arccosh, "Inverse hyperbolic cosine.")
atanh = _function("atanh", np.arctanh, "Inverse hyperbolic tangent.")
deg2rad = _function("deg2rad", np.deg2rad, "Radians of degrees.", work=1)
rad2deg = _function("rad2deg", np.rad2deg, "Degrees of radians.", work=1)
floor = _function("floor", np.floor, "Round towards minus infinity.", work=1)
ceil = _function("ceil", np.ceil, "Round towards plus infinity.", work=1)
trunc = _function("trunc", np.trunc, "Round towards zero.", work=1)
rint = _function("rint", np.rint, "Round to the nearest integer, half to even.", work=1)


def _round(x: Any) -> Any:
    return x if np.asarray(x).dtype.kind in "iub" else np.rint(x)


round = elementwise(  # the specification's name
    "round",
    np.floor,
    doc="Round to the nearest integer, half to even; integers stay as they are.",
    kernel=_round,
    dispatches=None,
    may_alias=True,
)
sign = elementwise(
    "sign", np.sign, doc="-1, 0 or 1 by sign; of complex numbers, x / abs(x)."
)
signbit = elementwise("signbit", np.signbit, doc="Is the sign negative, of -0.0 too?")
is_nan = elementwise("is_nan", np.isnan, doc="Is it nan?")
is_inf = elementwise("is_inf", np.isinf, doc="Is it infinite, of either sign?")
is_finite = elementwise("is_finite", np.isfinite, doc="Is it neither nan nor infinite?")
conj = elementwise("conj", np.conjugate, doc="Complex conjugate.")


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
    doc="1 / (1 + exp(-x)), by exp of negative numbers only, which cannot overflow.",
    kernel=_sigmoid,
    dispatches=None,
    work=20,
)


atan2 = elementwise(
    "atan2",
    np.arctan2,
    doc="The angle of the point (x, y) where y comes first, in radians.",
    inputs=("y", "x"),
    work=20,
)
hypot = elementwise("hypot", np.hypot, doc="sqrt(x**2 + y**2).", work=10)
logaddexp = elementwise(
    "logaddexp",
    np.logaddexp,
    doc="log(exp(x) + exp(y)), without overflow.",
    work=20,
)
copysign = elementwise("copysign", np.copysign, doc="`x` with the sign of `y`.")
nextafter = elementwise(
    "nextafter", np.nextafter, doc="The next number after `x` towards `y`."
)
fmod = elementwise(
    "fmod",
    np.fmod,
    doc="Remainder of division rounded towards zero; it has the sign of the dividend.",
    work=4,
)

gcd = elementwise("gcd", np.gcd, doc="Greatest common divisor.", work=20)
lcm = elementwise("lcm", np.lcm, doc="Least common multiple.", work=20)
ldexp = elementwise("ldexp", np.ldexp, doc="x * 2**y, exactly.")
heaviside = elementwise(
    "heaviside", np.heaviside, doc="0 for negative `x`, 1 for positive, `y` for zero."
)
float_power = elementwise(
    "float_power", np.float_power, doc="Power in float64 at least.", work=20
)


def _div_no_nan(x: Any, y: Any) -> Any:
    safe = np.where(np.equal(y, 0), np.ones_like(y), y)
    quotient = np.true_divide(x, safe)
    return np.where(np.equal(y, 0), quotient.dtype.type(0), quotient)[()]


div_no_nan = elementwise(
    "div_no_nan",
    np.true_divide,
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
