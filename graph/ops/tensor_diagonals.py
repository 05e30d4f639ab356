"""Diagonals of tensors of more axes: where both halves of the axes agree."""

from __future__ import annotations

from typing import Any

from graph import ops, shapes
from graph.dispatch import as_tensor
from graph.errors import InvalidArgumentError, ShapeError
from graph.ops.debugging import assert_that
from graph.ops.matrices import diag as one_diagonal
from graph.ops.matrices import diag_part as one_part
from graph.tensor import Tensor


def tensor_diag(diagonal: Any, name: str | None = None) -> Tensor:
    """Return a tensor of twice the axes, with these elements where both halves agree.

    Shape:   (n, m, ...) -> (n, m, ..., n, m, ...)
    Dtype:   any -> the same
    Raises:  ShapeError if the rank is not known while tracing
    Source:  TensorFlow's linalg.tensor_diag
    """
    x = as_tensor(diagonal)
    _rank(x, "tensor_diag")
    dims = ops.shape(x)
    flat = one_diagonal(ops.reshape(x, [-1]))
    return _reshaped(flat, ops.concat([dims, dims], 0), (x.shape or ()) * 2, name)


def tensor_diag_part(input: Any, name: str | None = None) -> Tensor:
    """Return the elements where both halves of the axes agree.

    Shape:   (n, m, ..., n, m, ...) -> (n, m, ...)
    Dtype:   any -> the same
    Raises:  ShapeError if the halves of the shape differ, or the rank is not known
    Source:  TensorFlow's linalg.tensor_diag_part
    """
    x = as_tensor(input)
    rank = _rank(x, "tensor_diag_part")
    half = rank // 2
    own = x.shape or ()
    if rank % 2 or not rank or not shapes.is_compatible(own[:half], own[half:]):
        raise ShapeError(
            f"tensor_diag_part: the halves of the shape {shapes.show(own)} differ.",
            hint="It is that of the result, twice: (n, m, n, m) -> (n, m).",
        )
    dims = ops.shape(x)[:half]
    if not shapes.is_static(own):
        assert_that(
            ops.reduce_all(ops.equal(dims, ops.shape(x)[half:])),
            (ops.shape(x),),
            "the halves of the shape {} differ.",
            InvalidArgumentError,
        )
    n = ops.reduce_prod(dims)
    flat = one_part(ops.reshape(x, ops.stack([n, n])))
    return _reshaped(flat, dims, own[:half], name)


def _rank(x: Tensor, what: str) -> int:
    if x.ndim is None:
        raise ShapeError(
            f"{what}: the rank of {x} is not known while tracing.",
            hint="Give the input signature a rank: ag.TensorSpec([None, None]).",
        )
    return len(x.shape)


def _reshaped(x: Tensor, dims: Any, known: Any, name: str | None) -> Tensor:
    return ops.reshape(x, known if shapes.is_static(known) else dims, name)


__all__ = ["tensor_diag", "tensor_diag_part"]
NAMESPACES = {"ag.linalg": __all__}
