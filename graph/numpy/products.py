"""Products of vectors and matrices, as NumPy names them."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.errors import ShapeError
from graph.numpy import statistics
from graph.numpy.arguments import axes_of, known_rank
from graph.numpy.conversion import asarray
from graph.numpy.registry import implements
from graph.ops import linalg, vectors
from graph.ops.arguments import static_int
from graph.ops.manipulation import transpose
from graph.ops.math import multiply
from graph.ops.matrices import diag_part
from graph.origin import capture_exact
from graph.tensor import Tensor


@implements("matvec")
def matvec(x1: Any, x2: Any) -> Tensor:
    """Multiply matrices with vectors: (..., m, n), (..., n) -> (..., m)."""
    return vectors.matvec(asarray(x1), asarray(x2))


@implements("vecmat")
def vecmat(x1: Any, x2: Any) -> Tensor:
    """Multiply vectors with matrices: (..., n), (..., n, m) -> (..., m)."""
    return vectors.vecmat(asarray(x1), asarray(x2))


@implements("vecdot")
def vecdot(x1: Any, x2: Any, axis: int = -1) -> Tensor:
    """Return the dot product along an axis, the first vector conjugated."""
    return vectors.vecdot(asarray(x1), asarray(x2), axis)


@implements(np.dot)
def dot(a: Any, b: Any) -> Tensor:
    """Sum products over the last axis of `a` and the last but one of `b`."""
    left, right = asarray(a), asarray(b)
    if left.ndim == 0 or right.ndim == 0:
        return multiply(left, right)
    return linalg.dot(left, right)


@implements(np.outer)
def outer(a: Any, b: Any) -> Tensor:
    """Multiply each element of `a` with each of `b`."""
    return linalg.outer(asarray(a), asarray(b))


@implements(np.diagonal)
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """Return a diagonal of the planes of two axes, as a last axis."""
    x = asarray(a)
    ndim = known_rank(x, "diagonal")
    rows, columns = axes_of((axis1, axis2), ndim)
    if rows == columns:
        raise ShapeError(
            f"diagonal: the axes {axis1} and {axis2} are one axis.",
            origin=capture_exact(),
            hint="Name two axes.",
        )
    others = [axis for axis in range(ndim) if axis not in (rows, columns)]
    x = transpose(x, [*others, rows, columns])
    offset = static_int(offset, "offset")
    if offset > 0:
        x = x[..., offset:]
    elif offset < 0:
        x = x[..., -offset:, :]
    return diag_part(x)


@implements(np.trace)
def trace(
    a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None
) -> Tensor:
    """Return the sum of a diagonal."""
    return statistics.sum(diagonal(a, offset, axis1, axis2), -1, dtype)


__all__ = ["diagonal", "dot", "matvec", "outer", "trace", "vecdot", "vecmat"]
