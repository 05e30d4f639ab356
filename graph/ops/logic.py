"""Comparison, logic and bits, element by element: one row for each op."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from graph.elementwise import elementwise, infix, truth
from graph.op import ZERO, PublicFunction, on_negative_counts


def _row(ufunc: Any, doc: str, **facets: Any) -> PublicFunction:
    """Define an op with the name of its ufunc; its results are constant in steps."""
    return elementwise(ufunc.__name__, ufunc, doc=doc, gradient=ZERO, **facets)


def _compare(
    ufunc: Any, python: Any, symbol: str, question: str, text: str = "alike"
) -> PublicFunction:
    doc = f"{question}, element by element?"
    return _row(ufunc, doc, python=python, inline=infix(symbol), text=text)


def _logical(ufunc: Any, symbol: str, question: str) -> PublicFunction:
    return _row(ufunc, f"{question}, element by element?", inline=truth(symbol))


def _bitwise(ufunc: Any, python: Any, symbol: str, first: str) -> PublicFunction:
    doc = f"{first} of the bits, or of truth values."
    return _row(ufunc, doc, python=python, inline=infix(symbol))


less = _compare(np.less, operator.lt, "<", "Is the first less than the second")
less_equal = _compare(
    np.less_equal, operator.le, "<=", "Is the first at most the second"
)
greater = _compare(np.greater, operator.gt, ">", "Is the first greater than the second")
greater_equal = _compare(
    np.greater_equal, operator.ge, ">=", "Is the first at least the second"
)
equal = _compare(np.equal, operator.eq, "==", "Are the two equal", text="any")
not_equal = _compare(np.not_equal, operator.ne, "!=", "Do the two differ", text="any")

logical_and = _logical(np.logical_and, "&", "Are both true")
logical_or = _logical(np.logical_or, "|", "Is one of the two true")
logical_xor = _logical(np.logical_xor, "^", "Is just one true")
logical_not = _logical(np.logical_not, "not", "Is it false")

bitwise_and = _bitwise(np.bitwise_and, operator.and_, "&", "And")
bitwise_or = _bitwise(np.bitwise_or, operator.or_, "|", "Or")
bitwise_xor = _bitwise(np.bitwise_xor, operator.xor, "^", "Exclusive or")


def _inverted(x: Any) -> int:
    """Return `~x` of a Python number; Python 3.12 warns when it is a truth value."""
    return int(operator.invert(bool(x) if isinstance(x, np.bool_) else x))


invert = _row(np.invert, "Flip the bits, or truth values.", python=_inverted)
left_shift = _row(
    np.left_shift,
    "Shift bits to the left.",
    python=operator.lshift,
    can_fail=on_negative_counts,
)
right_shift = _row(
    np.right_shift,
    "Shift bits to the right, keeping the sign.",
    python=operator.rshift,
    can_fail=on_negative_counts,
)
bitwise_count = _row(
    np.bitwise_count, "How many bits of the absolute value are 1.", work=4
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
NAMESPACES = {
    "ag": __all__,
    "ag.bitwise": [
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "invert",
        "left_shift",
        "right_shift",
    ],
    "ag.math": __all__,
}
