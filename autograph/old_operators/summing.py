"""`sum` of Python's floats, which compensates for rounding from Python 3.12 on.

Beside the total Python keeps what rounding lost (Neumaier's sum), and adds it at the
end. So do these, where what is added is known only when the graph runs.
"""

from __future__ import annotations

import math
import sys
from typing import Any, Final

from autograph.old_operators.logic import if_exp
from graph import dtypes
from graph.errors import UnstagedOperationError
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor

COMPENSATES: Final = sys.version_info >= (3, 12)


def added(total: Any, lost: Any, item: Any) -> tuple[Any, Any]:
    """Return a total and what rounding lost of it, after one item more."""
    if not _is_float(total):
        return total + item, 0.0
    if not _is_float(item):
        # Integers are added as they are; anything else ends the exact sum.
        is_integer = type(item) is int or _has_dtype(item, dtypes.python_int)
        return (total + item, lost) if is_integer else (whole(total, lost) + item, 0.0)
    new = total + item
    return new, lost + if_exp(
        abs(total) >= abs(item),
        lambda: (total - new) + item,
        lambda: (item - new) + total,
    )


def whole(total: Any, lost: Any) -> Any:
    """Return the sum: the total with what rounding lost, if that is finite."""
    if not _is_float(total):
        return total
    if type(lost) is float:
        return total + lost if lost and math.isfinite(lost) else total
    is_finite = lost - lost == 0.0
    return if_exp(
        is_finite,
        lambda: if_exp(lost != 0.0, lambda: total + lost, lambda: total),
        lambda: total,
    )


def uncompensated(total: Any) -> Any:
    """Return the total of a staged loop, in which nothing was compensated.

    Raises:
        UnstagedOperationError: Python would have done it.
    """
    if COMPENSATES and _is_float(total):
        raise UnstagedOperationError(
            "sum() of Python's floats compensates for rounding, which it does not do "
            "when how many there are is known only when the graph runs.",
            origin=capture_exact(2),
            hint="Sum tensors, or write the loop: `total += x`.",
        )
    return total


def _is_float(value: Any) -> bool:
    return type(value) is float or _has_dtype(value, dtypes.python_float)


def _has_dtype(value: Any, dtype: Any) -> bool:
    return isinstance(value, SymbolicTensor) and value.spec.dtype is dtype


__all__ = ["COMPENSATES", "added", "uncompensated", "whole"]
