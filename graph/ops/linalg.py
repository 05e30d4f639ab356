"""Linear algebra: matmul and its kin."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor
from graph.elementwise import _resolve
from graph.errors import DTypeError, ShapeError
from graph.op import define
from graph.ops.arguments import array_of, result
from graph.shapes import Dim
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _infer_matmul(a: TensorSpec, b: TensorSpec) -> TensorSpec:
    if dtypes.string in (a.dtype, b.dtype):
        raise DTypeError("there is no matmul of text.")
    dtype = _resolve(np.matmul, (a.dtype, b.dtype), "matmul")
    for spec in (a, b):
        if spec.shape == ():
            raise ShapeError(
                "matmul takes no scalars.", hint="Use `*` to scale by a number."
            )
    if a.shape is None or b.shape is None:
        return TensorSpec(None, dtype)
    inner_b = b.shape[-2] if len(b.shape) > 1 else b.shape[0]
    if not _may_equal(a.shape[-1], inner_b):
        raise ShapeError(
            "the inner dimensions differ.",
            hint=_matmul_hint(a, b),
        )
    batch = shapes.broadcast(a.shape[:-2], b.shape[:-2])
    assert batch is not None  # both are known
    rows = a.shape[-2:-1]
    columns = b.shape[-1:] if len(b.shape) > 1 else ()
    return TensorSpec((*batch, *rows, *columns), dtype)


def _may_equal(left: Dim, right: Dim) -> bool:
    return left is None or right is None or left == right


def _matmul_hint(a: TensorSpec, b: TensorSpec) -> str:
    rule = "The last dimension of `a` must equal the last but one of `b`."
    if a.shape and b.shape and len(b.shape) == 2 and a.shape[-1] == b.shape[-1]:
        return f"{rule} Transposed? `a @ ag.transpose(b)` is valid."
    return rule


def _matmul(a: Any, b: Any) -> Any:
    if array_of(a).dtype == object or array_of(b).dtype == object:
        raise TypeError("text")
    return np.matmul(a, b)


def _matmul_work(a: TensorSpec, b: TensorSpec, **_: Any) -> float:
    """Multiply-adds: elements of the result times the inner dimension."""
    if not a.shape or not b.shape:
        return 0.0
    batch = max(_product(a.shape[:-2]), _product(b.shape[:-2]))
    columns = b.shape[-1] or 1 if len(b.shape) > 1 else 1
    return batch * _product(a.shape[-2:]) * float(columns)


def _product(dims: tuple[Dim, ...]) -> float:
    total = 1.0
    for dim in dims:
        total *= 1 if dim is None else dim
    return total


_MATMUL = define(
    "matmul",
    inputs=("a", "b"),
    infer=_infer_matmul,
    kernel=_matmul,
    doc="The matrix product, as `a @ b`; see `ag.matmul`.",
    ufunc=np.matmul,
    work=_matmul_work,
    type_name="MatMul",
)


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """Matrix product, over the last two axes; the axes before them broadcast.

    Args:
        a: A vector, a matrix, or a stack of matrices.
        b: The same.
        transpose_a: Swap the last two axes of `a` first.
        transpose_b: Swap the last two axes of `b` first.
        name: A name for the node.

    Shape:   (..., n, k), (..., k, m) -> (..., n, m); (k,) as a row, then a column
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if the inner dimensions differ
    Source:  specification, matmul; numpy.matmul
    """
    if transpose_a:
        a = matrix_transpose(a)
    if transpose_b:
        b = matrix_transpose(b)
    return result(_MATMUL, (a, b), {}, name)


def _infer_matrix_transpose(a: TensorSpec) -> TensorSpec:
    if a.shape is None:
        return a
    if len(a.shape) < 2:
        raise ShapeError(
            "a matrix has two axes or more.",
            hint="See ag.expand_dims, which makes a row or a column of a vector.",
        )
    return TensorSpec((*a.shape[:-2], a.shape[-1], a.shape[-2]), a.dtype)


def matrix_transpose(a: Any, name: str | None = None) -> Tensor:
    """Swap the last two axes.

    Shape:   (..., n, m) -> (..., m, n)
    Dtype:   any -> the same
    Raises:  ShapeError if there are fewer than two axes
    Source:  array API, matrix_transpose
    """
    return result(_MATRIX_TRANSPOSE, (as_tensor(a),), {}, name)


_MATRIX_TRANSPOSE = define(
    "matrix_transpose",
    inputs=("a",),
    infer=_infer_matrix_transpose,
    kernel=lambda a: np.swapaxes(array_of(a), -1, -2),
    doc=matrix_transpose.__doc__,
    may_alias=True,
    work=0.0,
)

__all__ = ["matmul", "matrix_transpose"]
