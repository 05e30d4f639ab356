"""Parts of matrices: triangles, bands, diagonals that are set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graph import dtypes, ops, shapes
from graph.dispatch import as_tensor
from graph.errors import DTypeError, ShapeError
from graph.op import Application, Op, define
from graph.ops.arguments import array_of, result, static_int
from graph.ops.matrices import diagonal_length
from graph.ops.matrix_operands import matrices, stacked
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _triangle(name: str, function: Callable[..., Any], which: str) -> Op:
    def infer(x: TensorSpec, *, k: int) -> TensorSpec:
        _no_text(x, name)
        matrices(x, name)
        return x

    def kernel(x: Any, *, k: int) -> Any:
        if x.dtype.kind == "O" or x.ndim < 2:
            raise TypeError(name)
        return function(x, k)

    op: Op

    def rule(at: Application, dy: Any) -> Sequence[Any]:
        k = at.attrs["k"]
        return (lambda: result(op, (dy,), {"k": k}, None),)

    op = define(
        name,
        inputs=("x",),
        attrs={"k": 0},
        infer=infer,
        kernel=kernel,
        gradient=rule,
        doc=f"The {which} triangle of each matrix; see `ag.linalg.{name}`.",
    )
    return op


def _no_text(x: TensorSpec, name: str) -> None:
    if dtypes.string is x.dtype or x.dtype is dtypes.python_str:
        raise DTypeError(
            f"there is no {name} of text.", hint="What is cut away becomes zero."
        )


_TRIL = _triangle("tril", np.tril, "lower")
_TRIU = _triangle("triu", np.triu, "upper")


def tril(x: Any, k: Any = 0, name: str | None = None) -> Tensor:
    """Return the lower triangle of each matrix, with zeros above it.

    Args:
        x: Matrices.
        k: The diagonal up to which elements are kept: 1 is the one above the main
            diagonal, -1 the one below.
        name: A name for the node.

    Shape:   (..., n, m) -> the same
    Dtype:   numbers, bool -> the same
    Raises:  MatrixShapeError if there are fewer than two axes
    Source:  array API, tril; numpy.tril
    """
    return result(_TRIL, (as_tensor(x),), {"k": static_int(k, "k")}, name)


def triu(x: Any, k: Any = 0, name: str | None = None) -> Tensor:
    """Return the upper triangle of each matrix, with zeros below it.

    Args:
        x: Matrices.
        k: The diagonal from which on elements are kept: 1 is the one above the main
            diagonal, -1 the one below.
        name: A name for the node.

    Shape:   (..., n, m) -> the same
    Dtype:   numbers, bool -> the same
    Raises:  MatrixShapeError if there are fewer than two axes
    Source:  array API, triu; numpy.triu
    """
    return result(_TRIU, (as_tensor(x),), {"k": static_int(k, "k")}, name)


def band_part(
    input: Any, num_lower: Any, num_upper: Any, name: str | None = None
) -> Tensor:
    """Keep a band around the main diagonal of each matrix, with zeros elsewhere.

    Args:
        input: Matrices.
        num_lower: How many diagonals to keep below the main one; negative: all.
        num_upper: How many to keep above it; negative: all.
        name: A name for the node.

    Shape:   (..., n, m) -> the same
    Dtype:   numbers, bool -> the same
    Raises:  MatrixShapeError if there are fewer than two axes
    Source:  TensorFlow's linalg.band_part
    """
    below, above = (
        static_int(num_lower, "num_lower"),
        static_int(num_upper, "num_upper"),
    )
    kept = as_tensor(input)
    if below >= 0:
        kept = triu(kept, -below)
    return kept if above < 0 else tril(kept, above, name)


def _infer_set_diag(input: TensorSpec, diagonal: TensorSpec, *, k: int) -> TensorSpec:
    batch, n, m = matrices(input, "set_diag")
    if input.dtype is not diagonal.dtype:
        raise DTypeError(
            f"the diagonal is {diagonal.dtype}, the matrices are {input.dtype}.",
            hint="Convert one of them with ag.cast.",
        )
    length = stacked(batch, diagonal_length(n, m, k))
    if not shapes.is_compatible(length, diagonal.shape):
        raise ShapeError(
            f"the diagonals have the shape {shapes.show(length)}, what they are set "
            f"to has {shapes.show(diagonal.shape)}.",
            hint="Give one vector for each matrix.",
        )
    return input


def _set_diag(input: Any, diagonal: Any, *, k: int) -> Any:
    matrix, values = np.array(array_of(input)), array_of(diagonal)
    n, m = matrix.shape[-2:]
    place = np.arange(max(min(n + min(k, 0), m - max(k, 0)), 0))
    if matrix.dtype != values.dtype:
        raise TypeError(values.dtype)
    if values.shape != (*matrix.shape[:-2], place.size):
        raise ValueError(
            f"diagonals of matrices {matrix.shape} are set to {values.shape}"
        )
    matrix[..., place - min(k, 0), place + max(k, 0)] = values
    return matrix


def _set_diag_rule(at: Application, dy: Any) -> Sequence[Any]:
    k = at.attrs["k"]

    def first() -> Any:
        return set_one_diagonal(dy, ops.zeros_like(ops.diag_part(dy, k=k)), k=k)

    return (first, lambda: ops.diag_part(dy, k=k))


def set_one_diagonal(
    input: Any, diagonal: Any, name: str | None = None, k: Any = 0
) -> Tensor:
    """Return matrices with other diagonals.

    Args:
        input: Matrices; they are not changed.
        diagonal: What to put on their diagonals.
        name: A name for the node.
        k: Which diagonal: those above the main one are counted from 1, those below
            from -1.

    Shape:   (..., n, m), (..., min(n, m)) -> (..., n, m); fewer where `k` is not 0
    Dtype:   any, the same -> the same
    Raises:  ShapeError if the diagonals are longer or shorter
    Source:  TensorFlow's linalg.set_diag
    """
    matrix = as_tensor(input)
    values = beside(diagonal, matrix)
    return result(_SET_DIAG, (matrix, values), {"k": static_int(k, "k")}, name)


def beside(values: Any, matrix: Tensor) -> Tensor:
    """Return a tensor, of Python's numbers one of the dtype of a matrix."""
    if isinstance(values, Tensor):
        return values
    is_array = isinstance(values, (np.ndarray, np.generic))
    return as_tensor(values) if is_array else as_tensor(values, matrix.dtype)


_SET_DIAG = define(
    "set_diag",
    inputs=("input", "diagonal"),
    attrs={"k": 0},
    infer=_infer_set_diag,
    kernel=_set_diag,
    gradient=_set_diag_rule,
    doc=set_one_diagonal.__doc__,
    can_fail=lambda *given, **_: (
        not all(shapes.is_static(each.spec.shape) for each in given)
    ),
)

__all__ = ["band_part", "tril", "triu"]
NAMESPACES = {"ag": ["tril", "triu"], "ag.linalg": __all__}
