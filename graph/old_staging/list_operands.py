"""Lists and tuples beside operators: weak beside tensors, arrays beside NumPy's.

`x * [0.5, 2]` of a float32 tensor is float32; of NumPy's array it is float64, since
NumPy makes an array of the list first, as `np.array` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graph.dispatch import is_text
from graph.old_staging.function_checks import refuse_number, refuse_otherwise
from graph.old_staging.numpy_numbers import (
    kind_elsewhere,
    kind_in_python,
    may_be_of_numpy,
)
from graph.old_staging.whole import dtypes_of
from graph.segments import holds_segment, is_made
from graph.tensor import _DISPATCH, SymbolicTensor, Tensor


def beside_lists(operands: Sequence[Any]) -> Sequence[Any]:
    """Return operands with arrays in place of lists where NumPy makes arrays of them.

    Args:
        operands: Two, of which one at least is a sequence.
    """
    at = 0 if isinstance(operands[0], (list, tuple)) else 1
    given, other = operands[at], operands[1 - at]
    if not isinstance(given, (list, tuple)):
        return operands
    if type(other) is not SymbolicTensor or other.spec.dtype.numpy.kind not in "biufc":
        return operands
    if other.spec.dtype.is_python or (is_made() and holds_segment(given)):
        return operands
    refuse_number("an operator beside a list", other)  # which Python has not
    dtypes = set(_dtypes(given))
    if None in dtypes:
        return operands
    own, others = other.spec.dtype, dtypes_of(other)
    is_same = all(np.result_type(own.numpy, each) == own.numpy for each in dtypes)
    if is_same and not others:
        return operands
    if kind_elsewhere(other) not in (np.ndarray, np.generic):
        if others:  # beside a tensor numbers have its dtype
            refuse_otherwise("an operator beside a list", other)
        if may_be_of_numpy(other):
            kind_in_python(other, "an operator beside a list")
        return operands
    from graph.numpy.conversion import asarray  # imported when first needed

    made = asarray(given)
    return (made, other) if at == 0 else (other, made)


def _dtypes(value: Any) -> Sequence[Any]:
    """Return the dtypes that NumPy gives what is in a list, None for what it has not.

    The list has numbers, or lists of them.
    """
    if isinstance(value, (list, tuple)):
        return [dtype for each in value for dtype in _dtypes(each)]
    if isinstance(value, Tensor):
        if is_text(value) or value.spec.dtype.numpy.kind not in "biufc":
            return [None]
        python = value.spec.dtype.python
        return [value.dtype.numpy if python is None else np.asarray(python(0)).dtype]
    try:
        found = np.asarray(value).dtype
    except (TypeError, ValueError, OverflowError):
        return [None]
    return [found if found.kind in "biufc" else None]


_DISPATCH["beside_lists"] = beside_lists

__all__ = ["beside_lists"]
