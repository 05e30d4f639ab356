"""Products of vectors and matrices that the array API standard always has."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.numpy import linalg as linalg_of_numpy
from graph.numpy.conversion import asarray
from graph.numpy.registry import implements
from graph.ops import linalg
from graph.tensor import Tensor


@implements(np.matrix_transpose)
def matrix_transpose(x: Any, /) -> Tensor:
    """Swap the last two axes.

    Shape:   (..., n, m) -> (..., m, n)
    Dtype:   any -> the same
    Raises:  ShapeError if there are less than two
    Source:  array API, matrix_transpose; numpy.matrix_transpose
    """
    return linalg.matrix_transpose(asarray(x))


@implements(np.tensordot)
def tensordot(a: Any, b: Any, axes: Any = 2) -> Tensor:
    """Sum products over pairs of axes; the others are kept, those of `a` first.

    Args:
        a: Numbers.
        b: Numbers.
        axes: How many: the last axes of `a` and the first of `b`; or two lists of
            axes, one for each.

    Shape:   (..., k), (k, ...) -> (..., ...)
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if paired axes differ in length
    Source:  array API, tensordot; numpy.tensordot
    """
    return linalg.tensordot(asarray(a), asarray(b), axes)


def pinv(x: Any, /, *, rtol: Any = None) -> Tensor:
    """Return pseudo-inverses, which solve systems by least squares.

    NumPy's function cuts at 1e-15 by default.

    Args:
        x: Matrices.
        rtol: Singular values up to this times the largest count as zero; by default
            max(m, n) times the precision of the dtype.

    Shape:   (..., m, n) -> (..., n, m)
    Dtype:   floats, complex -> the same; integers -> float64
    Raises:  ShapeError if there are less than two axes
    Source:  array API, linalg.pinv
    """
    return linalg_of_numpy.pinv(x, rtol=rtol)


__all__ = ["matrix_transpose", "pinv", "tensordot"]
