"""Elementwise arithmetic, comparison, logic and functions: one row for each op."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from graph.elementwise import call, elementwise, infix, prefix
from graph.errors import StagingError
from graph.op import Inline, Operand
from graph.specs import TensorSpec

add = elementwise(
    "add",
    np.add,
    doc="Add element by element; text is concatenated.",
    python=operator.add,
    inline=infix("+", wraps=True),
)
subtract = elementwise(
    "subtract",
    np.subtract,
    doc="Subtract element by element.",
    python=operator.sub,
    inline=infix("-", wraps=True),
)
multiply = elementwise(
    "multiply",
    np.multiply,
    doc="Multiply element by element.",
    python=operator.mul,
    inline=infix("*", wraps=True),
)
divide = elementwise(
    "divide",
    np.true_divide,
    doc="Divide element by element; integers give floating-point quotients.",
    python=operator.truediv,
    inline=infix("/", divides=True),
    work=4,
)
floor_divide = elementwise(
    "floor_divide",
    np.floor_divide,
    doc="Divide and round towards minus infinity.",
    python=operator.floordiv,
    inline=infix("//", wraps=True, divides=True),
    type_name="FloorDiv",
    work=4,
)
mod = elementwise(
    "mod",
    np.remainder,
    doc="Remainder of floor division; it has the sign of the divisor.",
    python=operator.mod,
    inline=infix("%", wraps=True, divides=True),
    type_name="FloorMod",
    work=4,
)


def _python_pow(x: Any, y: Any) -> Any:
    result = x**y
    if isinstance(x, int) and isinstance(y, int) and isinstance(result, float):
        raise StagingError(
            f"{x} ** {y} is a float, but integers to a power are staged as integers.",
            hint="Write float(x) ** y where the exponent may be negative.",
        )
    if isinstance(result, complex) and not isinstance(x, complex):
        raise StagingError(
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
    "maximum", np.maximum, doc="The larger of two, element by element; nan spreads."
)
minimum = elementwise(
    "minimum", np.minimum, doc="The smaller of two, element by element; nan spreads."
)

less = elementwise(
    "less",
    np.less,
    doc="Is the first less than the second, element by element?",
    python=operator.lt,
    inline=infix("<"),
)
less_equal = elementwise(
    "less_equal",
    np.less_equal,
    doc="Is the first at most the second, element by element?",
    python=operator.le,
    inline=infix("<="),
)
greater = elementwise(
    "greater",
    np.greater,
    doc="Is the first greater than the second, element by element?",
    python=operator.gt,
    inline=infix(">"),
)
greater_equal = elementwise(
    "greater_equal",
    np.greater_equal,
    doc="Is the first at least the second, element by element?",
    python=operator.ge,
    inline=infix(">="),
)
equal = elementwise(
    "equal",
    np.equal,
    doc="Are the two equal, element by element?",
    python=operator.eq,
    inline=infix("=="),
)
not_equal = elementwise(
    "not_equal",
    np.not_equal,
    doc="Do the two differ, element by element?",
    python=operator.ne,
    inline=infix("!="),
)

logical_and = elementwise(
    "logical_and", np.logical_and, doc="Are both true, element by element?"
)
logical_or = elementwise(
    "logical_or", np.logical_or, doc="Is one of the two true, element by element?"
)
logical_xor = elementwise(
    "logical_xor", np.logical_xor, doc="Is just one true, element by element?"
)
logical_not = elementwise(
    "logical_not", np.logical_not, doc="Is it false, element by element?"
)

bitwise_and = elementwise(
    "bitwise_and",
    np.bitwise_and,
    doc="And of the bits, or of truth values.",
    python=operator.and_,
    inline=infix("&"),
)
bitwise_or = elementwise(
    "bitwise_or",
    np.bitwise_or,
    doc="Or of the bits, or of truth values.",
    python=operator.or_,
    inline=infix("|"),
)
bitwise_xor = elementwise(
    "bitwise_xor",
    np.bitwise_xor,
    doc="Exclusive or of the bits, or of truth values.",
    python=operator.xor,
    inline=infix("^"),
)
invert = elementwise(
    "invert",
    np.invert,
    doc="Flip the bits, or truth values.",
    python=operator.invert,
)
left_shift = elementwise(
    "left_shift",
    np.left_shift,
    doc="Shift bits to the left.",
    python=operator.lshift,
)
right_shift = elementwise(
    "right_shift",
    np.right_shift,
    doc="Shift bits to the right, keeping the sign.",
    python=operator.rshift,
)

sqrt = elementwise("sqrt", np.sqrt, doc="Square root.", work=4)
exp = elementwise("exp", np.exp, doc="Exponential.", work=10)
log = elementwise("log", np.log, doc="Natural logarithm.", work=10)
sin = elementwise("sin", np.sin, doc="Sine, of radians.", work=10)
cos = elementwise("cos", np.cos, doc="Cosine, of radians.", work=10)
tanh = elementwise("tanh", np.tanh, doc="Hyperbolic tangent.", work=10)
square = elementwise("square", np.square, doc="The square.")
floor = elementwise("floor", np.floor, doc="Round towards minus infinity.")
