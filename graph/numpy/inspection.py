"""What is known of a tensor without its values."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.numpy.arguments import axes_of, known_rank
from graph.numpy.conversion import asarray, cast
from graph.numpy.registry import implements
from graph.ops.core import identity
from graph.ops.layouts import in_columns, in_rows
from graph.ops.manipulation import rank
from graph.ops.manipulation import shape as shape_op
from graph.ops.manipulation import size as size_op
from graph.tensor import EagerTensor, SymbolicTensor, Tensor


@implements(np.copy)
def copy(a: Any, order: str = "K") -> Tensor:
    """Return a tensor of the same value, which no one can change."""
    x = asarray(a)
    # No program could see the layout, but by how sums are rounded.
    laid_out = {"C": in_rows, "F": in_columns}.get(order)
    return identity(x if laid_out is None else laid_out(x))


@implements(np.iscomplexobj)
def iscomplexobj(x: Any) -> bool:
    """Tell whether a tensor's element type is complex, whatever the values are."""
    return asarray(x).dtype.is_complex


@implements(np.isrealobj)
def isrealobj(x: Any) -> bool:
    """Tell whether a tensor's element type is not complex."""
    return not iscomplexobj(x)


@implements(np.isscalar)
def isscalar(element: Any) -> bool:
    """Tell whether a value is a number of Python's or NumPy's, or text."""
    if not isinstance(element, Tensor):
        return bool(np.isscalar(element))
    return type(element) is SymbolicTensor and element.spec.dtype.is_python


@implements(np.ndim)
def ndim(a: Any) -> Any:
    """Return the number of axes, which the run tells if tracing does not know it."""
    x = asarray(a)
    return _number(rank(x)) if x.ndim is None else x.ndim


@implements(np.shape)
def shape(a: Any) -> tuple[Any, ...]:
    """Return the shape; the run tells the numbers that tracing does not know.

    Raises:
        ShapeError: Not even how many there are is known.
    """
    x = asarray(a)
    known_rank(x, "shape")
    found: Any = x.shape
    if None not in found:
        return tuple(found)
    dims = shape_op(x, dtypes.int64)
    return tuple(
        _number(dims[i]) if dim is None else dim for i, dim in enumerate(found)
    )


@implements(np.size)
def size(a: Any, axis: Any = None) -> Any:
    """Return how many elements there are, along an axis perhaps."""
    x = asarray(a)
    if axis is None:
        return _number(size_op(x, dtypes.int64)) if x.size is None else x.size
    found = shape(x)
    count: Any = 1
    for one in axes_of(axis, len(found)):
        count = count * found[one]
    return count


def _number(value: Tensor) -> Any:
    """Return a number of Python's, as a graph carries it."""
    return value if isinstance(value, EagerTensor) else cast(value, dtypes.python_int)


@implements(np.common_type)
def common_type(*arrays: Any) -> Any:
    """Return the scalar type of NumPy's that holds all elements, floating at least."""
    given = [np.zeros(0, asarray(x).dtype.numpy) for x in arrays]
    return np.common_type(*given)


__all__ = [
    "common_type",
    "copy",
    "iscomplexobj",
    "isrealobj",
    "isscalar",
    "ndim",
    "shape",
    "size",
]
