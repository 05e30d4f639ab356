"""Norms by the array API's names, and what is made of norms: `ag.linalg`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graph import dtypes
from graph.dispatch import apply, as_tensor
from graph.errors import DTypeError
from graph.op import define, op_named
from graph.ops.arguments import (
    array_of,
    listed,
    result,
    static_axes,
    static_flag,
    total_size,
)
from graph.ops.core import cast
from graph.ops.functions import conj, sqrt
from graph.ops.gradients import reductions as rules
from graph.ops.joining import stack
from graph.ops.math import divide, maximum, multiply
from graph.ops.matrices import check_order, norm, static_order
from graph.ops.matrix_operands import real_of
from graph.ops.reduction import reduce_sum, reduced_shape
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _infer_vector_norm(
    x: TensorSpec, *, ord: Any, axis: tuple[int, ...] | None, keepdims: bool
) -> TensorSpec:
    dtype = dtypes.strengthen(x.dtype)
    if dtype.numpy.kind not in "biufc":
        raise DTypeError(f"there is no norm of {dtype}.", hint="See ag.cast.")
    check_order(None if isinstance(ord, str) else ord, is_matrix=False)
    dtype = real_of(dtype) if dtype.numpy.kind in "fc" else dtypes.float64
    return TensorSpec(reduced_shape(x.shape, axis, keepdims=keepdims), dtype)


def _vector_norm(
    x: Any, *, ord: Any, axis: tuple[int, ...] | None, keepdims: bool
) -> Any:
    array = array_of(x)
    if array.dtype.kind not in "biufc":
        raise TypeError(array.dtype)
    check_order(None if isinstance(ord, str) else ord, is_matrix=False)
    along: Any = axis[0] if axis is not None and len(axis) == 1 else axis
    return np.linalg.vector_norm(array, axis=along, keepdims=keepdims, ord=ord)


_VECTOR_NORM = define(
    "vector_norm",
    inputs=("x",),
    attrs={"ord": 2, "axis": None, "keepdims": False},
    infer=_infer_vector_norm,
    kernel=_vector_norm,
    gradient=rules.vector_norm,
    doc="Norms of vectors, along several axes; see `ag.linalg.vector_norm`.",
    work=total_size,
)


def vector_norm(
    x: Any,
    axis: Any = None,
    keepdims: bool = False,
    ord: Any = 2,
    name: str | None = None,
) -> Tensor:
    """Return norms of vectors.

    Args:
        x: Numbers.
        axis: Along which axis they lie, or axes, whose elements are one vector; by
            default all elements are.
        keepdims: Keep the axes, with length 1.
        ord: A number p: the root of the sum of powers; infinity, -infinity: the largest
            and smallest; 0: how many are not zero.
        name: A name for the node.

    Shape:   any -> the same without the axes
    Dtype:   floats -> the same; complex -> their real part; integers -> float64
    Raises:  ShapeError if there is no such axis
    Source:  array API, linalg.vector_norm; numpy.linalg.vector_norm
    """
    attrs = {
        "ord": static_order(ord),
        "axis": static_axes(axis),
        "keepdims": static_flag(keepdims, "keepdims"),
    }
    return result(_VECTOR_NORM, (x,), attrs, name)


def matrix_norm(
    x: Any, keepdims: bool = False, ord: Any = "fro", name: str | None = None
) -> Tensor:
    """Return norms of matrices.

    Args:
        x: Matrices.
        keepdims: Keep the last two axes, with length 1.
        ord: `fro`, `nuc` (the sum of the singular values), 2 and -2 (the largest and
            smallest of them), 1 and -1 (sums of columns), infinity and -infinity
            (sums of rows).
        name: A name for the node.

    Shape:   (..., n, m) -> (...)
    Dtype:   floats -> the same; complex -> their real part; integers -> float64
    Raises:  ShapeError if there are fewer than two axes; InvalidArgumentError for
        another norm
    Source:  array API, linalg.matrix_norm; numpy.linalg.matrix_norm
    """
    held = as_tensor(x)
    if held.dtype.numpy.kind in "biu":
        held = cast(held, dtypes.float64)
    ord = "fro" if ord is None else ord  # as NumPy and the array API have it
    return norm(held, ord, (-2, -1), keepdims, name)


def normalize(
    tensor: Any, ord: Any = "euclidean", axis: Any = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Divide by the norm, and return the norm, too.

    Args:
        tensor: Floating-point or complex numbers.
        ord: Which norm, see `ag.norm`.
        axis: One axis for vectors, two for matrices; by default all elements are one
            vector.
        name: A name for the node.

    Shape:   any -> the same; the same with 1 for the axes
    Dtype:   floats, complex -> the same, their real part
    Raises:  DTypeError for integers
    Source:  TensorFlow's linalg.normalize
    """
    held = as_tensor(tensor)
    size = norm(held, ord, axis, keepdims=True)
    return divide(held, cast(size, held.dtype), name=name), size


def l2_normalize(
    x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None
) -> Tensor:
    """Divide by the euclidean norm, or by the root of `epsilon` where that is larger.

    Args:
        x: Floating-point or complex numbers.
        axis: An axis or several; by default all of them.
        epsilon: A lower bound of the sum of squares.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   floats, complex -> the same
    Source:  TensorFlow's linalg.l2_normalize
    """
    held = as_tensor(x)
    if held.dtype.numpy.kind not in "fc":
        raise DTypeError(
            f"there is no l2_normalize of {held.dtype}.",
            origin=capture_exact(2),
            hint="See ag.cast.",
        )
    squares = reduce_sum(_squares(held), axis, keepdims=True)
    size = sqrt(maximum(squares, cast(epsilon, squares.dtype)))
    return divide(held, cast(size, held.dtype), name=name)


def _squares(x: Tensor) -> Tensor:
    if not x.dtype.is_complex:
        return multiply(x, x)
    found: Tensor = apply(op_named("real_part"), (multiply(x, conj(x)),))
    return found


def global_norm(t_list: Sequence[Any], name: str | None = None) -> Tensor:
    """Return the euclidean norm of all elements of several tensors together.

    Args:
        t_list: Tensors; None among them counts for nothing.
        name: A name for the node.

    Shape:   any -> ()
    Dtype:   floats, complex -> their real part, promoted together
    Raises:  DTypeError for integers, or if there is no tensor
    Source:  TensorFlow's linalg.global_norm
    """
    sizes = [norm(x) for x in listed(t_list, "t_list") if x is not None]
    if not sizes:
        raise DTypeError(
            "global_norm is given no tensor.",
            origin=capture_exact(2),
            hint="Give one at least that is not None.",
        )
    return norm(stack(sizes), name=name)


__all__ = ["global_norm", "l2_normalize", "matrix_norm", "normalize", "vector_norm"]
NAMESPACES = {"ag.linalg": __all__}
