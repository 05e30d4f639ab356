"""Linear algebra: matmul and its kin."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.convert import is_sequence
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.elementwise import _resolve
from graph.errors import DTypeError, ShapeError
from graph.op import REQUIRED, define
from graph.ops.arguments import (
    array_of,
    constant_value,
    normalize_axes,
    promote,
    result,
    static_axes,
    static_flag,
    static_int,
)
from graph.ops.functions import conj
from graph.ops.gradients import products as rules
from graph.origin import capture_exact
from graph.shapes import Dim
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _infer_matmul(a: TensorSpec, b: TensorSpec) -> TensorSpec:
    if dtypes.string in (a.dtype, b.dtype):
        raise DTypeError(
            "there is no matmul of text.",
            hint="Convert to numbers first.",
        )
    kinds = a.dtype.python, b.dtype.python
    if kinds[0] is not None and kinds[1] is not None:
        operator.matmul(kinds[0](), kinds[1]())  # Python's error
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
    if a.dtype.kind == "O" or b.dtype.kind == "O":
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
    gradient=rules.matmul,
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
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """Matrix product, over the last two axes; the axes before them broadcast.

    Args:
        a: A vector, a matrix, or a stack of matrices.
        b: The same.
        transpose_a: Swap the last two axes of `a` first.
        transpose_b: Swap the last two axes of `b` first.
        adjoint_a: Take the complex conjugate of `a` too.
        adjoint_b: Take the complex conjugate of `b` too.
        name: A name for the node.

    Shape:   (..., n, k), (..., k, m) -> (..., n, m); (k,) as a row, then a column
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if the inner dimensions differ; DTypeError if one matrix is
             to be transposed both ways
    Source:  specification, matmul; numpy.matmul
    """
    if not transpose_a is transpose_b is adjoint_a is adjoint_b is False:
        a = _turned("a", a, transpose_a, adjoint_a)
        b = _turned("b", b, transpose_b, adjoint_b)
    return result(_MATMUL, (a, b), {}, name)


def _turned(letter: str, x: Any, transpose: Any, adjoint: Any) -> Any:
    """Return an operand of `matmul`, transposed as asked for."""
    is_adjoint = static_flag(adjoint, f"adjoint_{letter}")
    is_transposed = static_flag(transpose, f"transpose_{letter}")
    if is_adjoint and is_transposed:
        raise DTypeError(
            f"matmul: transpose_{letter} and adjoint_{letter} are both true.",
            origin=capture_exact(2),
            hint="The adjoint is transposed already: leave one out.",
        )
    if is_adjoint or is_transposed:
        return matrix_transpose(x, conjugate=is_adjoint)
    return x


def _infer_matrix_transpose(a: TensorSpec) -> TensorSpec:
    if a.shape is None:
        return a
    if len(a.shape) < 2:
        raise ShapeError(
            "a matrix has two axes or more.",
            hint="See ag.expand_dims, which makes a row or a column of a vector.",
        )
    return TensorSpec((*a.shape[:-2], a.shape[-1], a.shape[-2]), a.dtype)


def matrix_transpose(
    a: Any, name: str | None = None, conjugate: bool = False
) -> Tensor:
    """Swap the last two axes.

    Args:
        a: A matrix, or a stack of matrices.
        name: A name for the node.
        conjugate: Take the complex conjugate too, which gives the adjoint.

    Shape:   (..., n, m) -> (..., m, n)
    Dtype:   any -> the same
    Raises:  ShapeError if there are fewer than two axes
    Source:  array API, matrix_transpose
    """
    value = as_tensor(a)
    if static_flag(conjugate, "conjugate") and value.dtype.is_complex:
        value = conj(value)
    return result(_MATRIX_TRANSPOSE, (value,), {}, name)


_MATRIX_TRANSPOSE = define(
    "matrix_transpose",
    inputs=("a",),
    infer=_infer_matrix_transpose,
    kernel=lambda a: np.swapaxes(array_of(a), -1, -2),
    gradient=rules.matrix_transpose,
    doc=matrix_transpose.__doc__,
    may_alias=True,
    work=0.0,
)


def _number_dtype(specs: tuple[TensorSpec, ...], what: str) -> DType:
    dtype = promote(*(spec.dtype for spec in specs))
    if dtype.numpy.kind not in "biufc":
        raise DTypeError(f"there is no {what} of {dtype}.", hint="See ag.cast.")
    return dtype


def _numbers(*arrays: Any) -> list[Any]:
    held = list(map(array_of, arrays))
    if np.result_type(*held).kind not in "biufc":
        raise TypeError(held[0].dtype)
    return held


Axes = tuple[tuple[int, ...], tuple[int, ...]]


def _infer_tensordot(a: TensorSpec, b: TensorSpec, *, axes: Axes) -> TensorSpec:
    dtype = _number_dtype((a, b), "tensordot")
    if a.shape is None or b.shape is None:
        return TensorSpec(None, dtype)
    ours, theirs = _tensordot_axes(axes, len(a.shape), len(b.shape))
    for i, j in zip(ours, theirs, strict=True):
        if not _may_equal(a.shape[i], b.shape[j]):
            raise ShapeError(
                f"axis {i} of `a` has length {a.shape[i]}, axis {j} of `b` "
                f"{b.shape[j]}.",
                hint="Axes that are summed over together must be equally long.",
            )
    kept = [dim for i, dim in enumerate(a.shape) if i not in ours]
    kept += [dim for j, dim in enumerate(b.shape) if j not in theirs]
    return TensorSpec(kept, dtype)


def _tensordot_axes(axes: Axes, ndim_a: int, ndim_b: int) -> Axes:
    ours, theirs = axes
    if len(ours) != len(theirs):
        raise ShapeError(
            f"{len(ours)} axes of `a` are paired with {len(theirs)} of `b`.",
            hint="Name as many axes of both.",
        )
    return normalize_axes(ours, ndim_a), normalize_axes(theirs, ndim_b)


def _tensordot_work(a: TensorSpec, b: TensorSpec, *, axes: Axes) -> float:
    if a.shape is None or b.shape is None:
        return 0.0
    gone = normalize_axes(axes[1], len(b.shape))
    rest = tuple(dim for j, dim in enumerate(b.shape) if j not in gone)
    return _product(a.shape) * _product(rest)


def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> Tensor:
    """Sum products over pairs of axes; the others are kept, those of `a` first.

    Args:
        a: A tensor.
        b: A tensor.
        axes: How many: the last axes of `a` and the first of `b`; or two lists of
            axes, one for each.
        name: A name for the node.

    Shape:   (..., k), (k, ...) -> (..., ...)
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if paired axes differ in length or number
    Source:  TensorFlow's tensordot; numpy.tensordot
    """
    return result(_TENSORDOT, (as_tensor(a), b), {"axes": _axes_given(axes)}, name)


def _axes_given(axes: Any) -> Axes:
    """Return the axes of both operands, which may be given by their number."""
    known = constant_value(axes)
    if isinstance(known, np.ndarray):
        known = known.tolist()
    if not is_sequence(known):
        count = static_int(axes, "axes")
        return tuple(range(-count, 0)), tuple(range(count))
    if len(known) != 2:
        raise ShapeError(
            f"tensordot: axes has {len(known)} parts, not 2.",
            origin=capture_exact(3),
            hint="Give a number of axes, or two lists: those of `a` and those of `b`.",
        )
    ours, theirs = (static_axes(part, "axes") or () for part in known)
    return ours, theirs


def _tensordot(a: Any, b: Any, *, axes: Axes) -> Any:
    left, right = _numbers(a, b)
    return np.tensordot(left, right, axes)


_TENSORDOT = define(
    "tensordot",
    inputs=("a", "b"),
    attrs={"axes": REQUIRED},
    infer=_infer_tensordot,
    kernel=_tensordot,
    gradient=rules.tensordot,
    doc=tensordot.__doc__,
    work=_tensordot_work,
)


def _infer_dot(a: TensorSpec, b: TensorSpec) -> TensorSpec:
    dtype = _number_dtype((a, b), "dot")
    if a.shape is None or b.shape is None:
        return TensorSpec(None, dtype)
    if not a.shape or not b.shape:
        return TensorSpec(a.shape + b.shape, dtype)
    j = max(len(b.shape) - 2, 0)
    if not _may_equal(a.shape[-1], b.shape[j]):
        raise ShapeError(
            "the inner dimensions differ.",
            hint="The last dimension of `a` must equal the last but one of `b`.",
        )
    return TensorSpec((*a.shape[:-1], *b.shape[:j], *b.shape[j + 1 :]), dtype)


def dot(a: Any, b: Any, name: str | None = None) -> Tensor:
    """Sum products over the last axis of `a` and the last but one of `b`.

    Shape:   (..., k), (..., k, m) -> (..., ..., m); (k,), (k,) -> ()
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if the inner dimensions differ
    Source:  numpy.dot
    """
    return result(_DOT, (a, b), {}, name)


_DOT = define(
    "dot",
    inputs=("a", "b"),
    infer=_infer_dot,
    kernel=lambda a, b: np.dot(*_numbers(a, b)),
    gradient=rules.dot,
    doc=dot.__doc__,
    numpy=(np.dot,),
    work=_matmul_work,
)


def _infer_outer(a: TensorSpec, b: TensorSpec) -> TensorSpec:
    dtype = _number_dtype((a, b), "outer")
    return TensorSpec((shapes.size_of(a.shape), shapes.size_of(b.shape)), dtype)


def outer(a: Any, b: Any, name: str | None = None) -> Tensor:
    """Multiply each element of `a` with each of `b`, both flattened.

    Shape:   (n,), (m,) -> (n, m)
    Dtype:   numbers, promoted together
    Source:  array API, outer; numpy.outer
    """
    return result(_OUTER, (a, b), {}, name)


_OUTER = define(
    "outer",
    inputs=("a", "b"),
    infer=_infer_outer,
    kernel=lambda a, b: np.outer(*_numbers(a, b)),
    gradient=rules.outer,
    doc=outer.__doc__,
    numpy=(np.outer,),
)

__all__ = ["dot", "matmul", "matrix_transpose", "outer", "tensordot"]
NAMESPACES = {"ag": __all__, "ag.linalg": __all__}
