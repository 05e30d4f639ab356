"""Products of vectors and matrices, as NumPy names them."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.numpy.conversion import asarray
from graph.numpy.registry import FUNCTIONS, implements
from graph.ops.functions import conj
from graph.ops.linalg import matmul
from graph.tensor import Tensor


def _conjugate(x: Tensor) -> Tensor:
    return conj(x) if x.dtype.is_complex else x


@implements("matvec")
def matvec(x1: Any, x2: Any) -> Tensor:
    """Multiply matrices with vectors: (..., m, n), (..., n) -> (..., m)."""
    return matmul(asarray(x1), asarray(x2)[..., None])[..., 0]


@implements("vecmat")
def vecmat(x1: Any, x2: Any) -> Tensor:
    """Multiply vectors with matrices: (..., n), (..., n, m) -> (..., m)."""
    return matmul(_conjugate(asarray(x1))[..., None, :], asarray(x2))[..., 0, :]


@implements("vecdot")
def vecdot(x1: Any, x2: Any, axis: int = -1) -> Tensor:
    """Return the dot product along an axis, the first vector conjugated."""
    left, right = asarray(x1), asarray(x2)
    if axis != -1:
        left, right = (
            FUNCTIONS[np.moveaxis].function(x, axis, -1) for x in (left, right)
        )
    return matmul(_conjugate(left)[..., None, :], right[..., None])[..., 0, 0]


__all__ = ["matvec", "vecdot", "vecmat"]
