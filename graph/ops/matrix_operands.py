"""What ops on stacks of matrices ask of their operands: axes, squares, precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graph import dtypes, shapes
from graph.errors import DTypeError, MatrixShapeError

if TYPE_CHECKING:
    from graph.dtypes import DType
    from graph.failing import Given
    from graph.origin import Origin
    from graph.shapes import Dim, Shape
    from graph.specs import TensorSpec

_REAL = {dtypes.complex64: dtypes.float32, dtypes.complex128: dtypes.float64}
_COMPLEX = {real: whole for whole, real in _REAL.items()}


def inexact(what: str, *specs: TensorSpec) -> DType:
    """Return the precision in which LAPACK computes: integers become float64.

    Raises:
        DTypeError: It is text, or float16, of which NumPy has no linear algebra.
    """
    found = []
    for spec in specs:
        dtype = dtypes.strengthen(spec.dtype)
        if dtype.numpy.kind not in "biufc" or dtype is dtypes.float16:
            raise DTypeError(
                f"there is no {what} of {dtype}.",
                hint="It takes float32, float64, complex64, complex128, and integers "
                "as float64. Convert with ag.cast first.",
            )
        found.append(dtype.numpy if dtype.numpy.kind in "fc" else np.dtype(np.float64))
    return dtypes.from_numpy(np.result_type(*found))


def real_of(dtype: DType) -> DType:
    """Return the dtype of real parts."""
    return _REAL.get(dtype, dtype)


def complex_of(dtype: DType) -> DType:
    """Return the dtype of complex numbers of the same precision."""
    return _COMPLEX.get(dtype, dtype)


def matrices(
    spec: TensorSpec, what: str, origin: Origin | None = None
) -> tuple[Shape, Dim, Dim]:
    """Return the shape of the stack, and that of each matrix.

    Args:
        spec: Of the operand.
        what: What takes it.
        origin: The user's line, where no op is applied, which would tell it.

    Raises:
        MatrixShapeError: There are fewer than two axes.
    """
    if spec.shape is None:
        return None, None, None
    if len(spec.shape) < 2:
        raise MatrixShapeError(
            f"{what} takes matrices; the rank is {len(spec.shape)}.",
            origin=origin,
            hint="A matrix has two axes; a stack of matrices has more, before them.",
        )
    return spec.shape[:-2], spec.shape[-2], spec.shape[-1]


def square_matrices(
    spec: TensorSpec, what: str, origin: Origin | None = None
) -> tuple[Shape, Dim]:
    """Return the shape of the stack, and the size of each square matrix.

    Args:
        spec: Of the operand.
        what: What takes it.
        origin: The user's line, where no op is applied, which would tell it.

    Raises:
        MatrixShapeError: The matrices are not square.
    """
    batch, n, m = matrices(spec, what, origin)
    if n is not None and m is not None and n != m:
        raise MatrixShapeError(
            f"{what} takes square matrices; these are {n} by {m}.",
            origin=origin,
            hint="The last two dimensions must be equal. For other matrices see "
            "ag.linalg.pinv and ag.linalg.lstsq.",
        )
    return batch, m if n is None else n


def stacked(batch: Shape, *dims: Dim) -> Shape:
    """Return the shape of a stack of matrices or vectors."""
    return None if batch is None else (*batch, *dims)


def broadcast_stacks(left: Shape, right: Shape) -> Shape:
    """Return the shape of two stacks together."""
    return shapes.broadcast(left, right)


def shorter(n: Dim, m: Dim) -> Dim:
    """Return the smaller of two dimensions, as far as it can be known."""
    if 0 in (n, m):
        return 0
    return None if n is None or m is None else min(n, m)


def work_of(x: TensorSpec, **_: Any) -> float:
    """Return about how much a decomposition costs: n multiply-adds an element."""
    if not x.shape or len(x.shape) < 2:
        return 0.0
    total = 10.0 * min(x.shape[-1] or 1, x.shape[-2] or 1)
    for dim in x.shape:
        total *= dim or 1
    return total


def may_not_be_square(x: Given, **_: Any) -> bool:
    """Tell whether that is known only when the op runs."""
    shape = x.spec.shape
    if not shape or len(shape) < 2:
        return True
    return shape[-1] is None or shape[-2] is None


__all__ = [
    "broadcast_stacks",
    "complex_of",
    "inexact",
    "matrices",
    "may_not_be_square",
    "real_of",
    "shorter",
    "square_matrices",
    "stacked",
    "work_of",
]
