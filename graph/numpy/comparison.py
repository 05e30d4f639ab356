"""Whole arrays compared, and NumPy's further names for functions of others."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.functional import cond
from graph.numpy import pointwise, statistics
from graph.numpy.conversion import asarray, cast, check_kind
from graph.numpy.registry import FUNCTIONS, implements
from graph.ops import manipulation, reduction, selection
from graph.ops.core import constant, identity
from graph.ops.creation import zeros_like
from graph.ops.functions import ceil, floor, is_nan
from graph.ops.logic import equal, logical_and, logical_or
from graph.tensor import Tensor

implements(np.around)(pointwise.round)
implements(np.amax)(statistics.max)
implements(np.amin)(statistics.min)


@implements(np.fix)
def fix(x: Any) -> Tensor:
    """Round towards zero."""
    value = asarray(x)
    check_kind("fix", value, "biuf")
    if not value.dtype.is_floating:
        return identity(value)
    found: Tensor = selection.where(value >= 0, floor(value), ceil(value))
    return found


def _nan(x: Tensor) -> Tensor:
    if x.dtype.is_floating or x.dtype.is_complex:
        return is_nan(x)
    return is_nan(cast(x, dtypes.float64))


@implements(np.array_equal)
def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> Tensor:
    """Tell whether two arrays have one shape and the same elements."""
    left, right = asarray(a1), asarray(a2)

    def same() -> Tensor:
        found = equal(left, right)
        if equal_nan:
            found = logical_or(found, logical_and(_nan(left), _nan(right)))
        return reduction.reduce_all(found)

    if not shapes.is_compatible(left.spec.shape, right.spec.shape):
        return constant(False)
    if shapes.is_static(left.spec.shape) and shapes.is_static(right.spec.shape):
        return same()
    return _when_alike(left, right, same)


def _when_alike(left: Tensor, right: Tensor, same: Any) -> Tensor:
    """Return what `same` gives if the shapes are equal when the graph runs."""
    shape, other = manipulation.shape(left), manipulation.shape(right)
    is_alike = cond(
        equal(manipulation.size(shape), manipulation.size(other)),
        lambda: reduction.reduce_all(equal(shape, other)),
        lambda: constant(False),
    )
    found: Tensor = cond(is_alike, same, lambda: constant(False))
    return found


@implements(np.iscomplex)
def iscomplex(x: Any) -> Tensor:
    """Tell for each element whether its imaginary part is not zero."""
    value = asarray(x)
    if not value.dtype.is_complex:
        return zeros_like(value, dtype=dtypes.bool)
    return FUNCTIONS[np.imag].function(value) != 0  # type: ignore[no-any-return]


@implements(np.isreal)
def isreal(x: Any) -> Tensor:
    """Tell for each element whether its imaginary part is zero."""
    return ~iscomplex(x)


__all__ = ["array_equal", "fix", "iscomplex", "isreal"]
