"""(no ops) What `**` is among Python's own numbers, and its source."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.errors import ResultTypeError
from graph.op import Inline, Operand
from graph.specs import TensorSpec


def python_pow(x: Any, y: Any) -> Any:
    """Return `x ** y`, where it is of the kind that is staged."""
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


def pow_inline(
    operands: tuple[Operand, ...], out: TensorSpec, **_: Any
) -> Inline | None:
    """Return the source for small constant exponents; see `graph.op.InlineRule`."""
    base, exponent = operands
    is_simple = type(exponent.value) is int and exponent.value >= 0
    if is_simple and all(x.spec.dtype.is_python for x in operands):
        return Inline(f"({base.code} ** {exponent.code})", "python")
    return None


def can_fail_pow(base: Any, exponent: Any) -> bool:
    """Answer that a power may raise: no integer, too large, or nothing at all."""
    known = exponent.value
    is_positive = known is not None and bool(np.all(np.asarray(known) >= 0))
    are_integers = base.dtype.is_integer and exponent.dtype.is_integer
    if base.dtype.is_python and exponent.dtype.is_python:
        return not (are_integers and is_positive)
    # A truth value to an integer power is an integer, too.
    is_whole = base.dtype.is_integer or base.dtype.is_bool
    return bool(is_whole and exponent.dtype.is_integer and not is_positive)


def can_refuse_pow(base: Any, exponent: Any) -> bool:
    """Answer that a power of Python's may be of another class than it is staged as."""
    if not (base.dtype.is_python and exponent.dtype.is_python):
        return False
    if base.dtype.is_complex or exponent.dtype.is_complex:
        return False
    known, below = exponent.value, base.value
    if not (base.dtype.is_floating or exponent.dtype.is_floating):
        return known is None or bool(known < 0)
    is_whole = not exponent.dtype.is_floating or (known is not None and known % 1 == 0)
    return not (is_whole or (below is not None and below >= 0))
