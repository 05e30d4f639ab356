"""Comparison, logic and bits, element by element: one row for each op."""

from __future__ import annotations

import operator

import numpy as np

from graph.elementwise import elementwise, infix, truth
from graph.op import ZERO, on_negative_counts

less = elementwise(
    "less",
    np.less,
    gradient=ZERO,
    doc="Is the first less than the second, element by element?",
    python=operator.lt,
    inline=infix("<"),
    text="alike",
)
less_equal = elementwise(
    "less_equal",
    np.less_equal,
    gradient=ZERO,
    doc="Is the first at most the second, element by element?",
    python=operator.le,
    inline=infix("<="),
    text="alike",
)
greater = elementwise(
    "greater",
    np.greater,
    gradient=ZERO,
    doc="Is the first greater than the second, element by element?",
    python=operator.gt,
    inline=infix(">"),
    text="alike",
)
greater_equal = elementwise(
    "greater_equal",
    np.greater_equal,
    gradient=ZERO,
    doc="Is the first at least the second, element by element?",
    python=operator.ge,
    inline=infix(">="),
    text="alike",
)
equal = elementwise(
    "equal",
    np.equal,
    gradient=ZERO,
    doc="Are the two equal, element by element?",
    python=operator.eq,
    inline=infix("=="),
    text="any",
)
not_equal = elementwise(
    "not_equal",
    np.not_equal,
    gradient=ZERO,
    doc="Do the two differ, element by element?",
    python=operator.ne,
    inline=infix("!="),
    text="any",
)

logical_and = elementwise(
    "logical_and",
    np.logical_and,
    gradient=ZERO,
    doc="Are both true, element by element?",
    inline=truth("&"),
)
logical_or = elementwise(
    "logical_or",
    np.logical_or,
    gradient=ZERO,
    doc="Is one of the two true, element by element?",
    inline=truth("|"),
)
logical_xor = elementwise(
    "logical_xor",
    np.logical_xor,
    gradient=ZERO,
    doc="Is just one true, element by element?",
    inline=truth("^"),
)
logical_not = elementwise(
    "logical_not",
    np.logical_not,
    gradient=ZERO,
    doc="Is it false, element by element?",
    inline=truth("not"),
)

bitwise_and = elementwise(
    "bitwise_and",
    np.bitwise_and,
    gradient=ZERO,
    doc="And of the bits, or of truth values.",
    python=operator.and_,
    inline=infix("&"),
)
bitwise_or = elementwise(
    "bitwise_or",
    np.bitwise_or,
    gradient=ZERO,
    doc="Or of the bits, or of truth values.",
    python=operator.or_,
    inline=infix("|"),
)
bitwise_xor = elementwise(
    "bitwise_xor",
    np.bitwise_xor,
    gradient=ZERO,
    doc="Exclusive or of the bits, or of truth values.",
    python=operator.xor,
    inline=infix("^"),
)
invert = elementwise(
    "invert",
    np.invert,
    gradient=ZERO,
    doc="Flip the bits, or truth values.",
    python=operator.invert,
)
left_shift = elementwise(
    "left_shift",
    np.left_shift,
    gradient=ZERO,
    doc="Shift bits to the left.",
    python=operator.lshift,
    can_fail=on_negative_counts,
)
right_shift = elementwise(
    "right_shift",
    np.right_shift,
    gradient=ZERO,
    doc="Shift bits to the right, keeping the sign.",
    python=operator.rshift,
    can_fail=on_negative_counts,
)
bitwise_count = elementwise(
    "bitwise_count",
    np.bitwise_count,
    gradient=ZERO,
    doc="How many bits of the absolute value are 1.",
    work=4,
)

__all__ = [
    "bitwise_and",
    "bitwise_count",
    "bitwise_or",
    "bitwise_xor",
    "equal",
    "greater",
    "greater_equal",
    "invert",
    "left_shift",
    "less",
    "less_equal",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "not_equal",
    "right_shift",
]
NAMESPACES = {"ag": __all__, "ag.math": __all__}
