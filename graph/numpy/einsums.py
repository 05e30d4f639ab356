"""Einstein sums, and products of vectors that NumPy has beside the standard's."""

from __future__ import annotations

import string
from typing import Any, Final

import numpy as np

from graph.errors import ShapeError
from graph.numpy.arguments import known_rank
from graph.numpy.conversion import asarray
from graph.numpy.manipulation import moveaxis
from graph.numpy.products import diagonal
from graph.numpy.registry import implements
from graph.ops import vectors
from graph.ops.arguments import static_int
from graph.ops.manipulation import reshape
from graph.ops.matrices import diag as diagonal_matrix
from graph.ops.matrices import einsum as summed
from graph.origin import capture_exact
from graph.tensor import Tensor


@implements(np.einsum)
def einsum(*operands: Any, optimize: Any = False) -> Tensor:
    """Sum products over the axes that the output does not name.

    Args:
        *operands: An equation such as `ij,jk->ik` and the tensors; or each tensor with
            the list of numbers of its axes behind it, and those of the output.
        optimize: In which order it is computed: as the equation says, if it is False.
    """
    plan = _tuples(optimize)
    if isinstance(operands[0], str):
        equation, *tensors = operands
        return summed(equation, *map(asarray, tensors), optimize=plan)
    equation = ",".join(map(_letters, operands[1::2]))
    tensors = list(operands[::2])
    if len(operands) % 2:
        equation += f"->{_letters(tensors.pop())}"
    return summed(equation, *map(asarray, tensors), optimize=plan)


def _tuples(plan: Any) -> Any:
    return tuple(map(_tuples, plan)) if isinstance(plan, (list, tuple)) else plan


# In the order of the alphabet, which is that of the result's axes if none is given.
_LETTERS: Final = string.ascii_uppercase + string.ascii_lowercase


def _letters(axes: Any) -> str:
    return "".join("..." if i is Ellipsis else _LETTERS[i] for i in axes)


@implements(np.inner)
def inner(a: Any, b: Any) -> Tensor:
    """Sum products over the last axes of both."""
    return vectors.inner(asarray(a), asarray(b))


@implements(np.vdot)
def vdot(a: Any, b: Any) -> Tensor:
    """Sum products of all elements, those of `a` conjugated."""
    return vectors.vdot(asarray(a), asarray(b))


@implements(np.kron)
def kron(a: Any, b: Any) -> Tensor:
    """Put `b`, times each element of `a`, in the place of that element."""
    return vectors.kron(asarray(a), asarray(b))


@implements(np.cross)
def cross(
    a: Any,
    b: Any,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
) -> Tensor:
    """Return cross products of vectors of length 3.

    Args:
        a: Vectors.
        b: Vectors.
        axisa: Where they lie in `a`.
        axisb: Where they lie in `b`.
        axisc: Where they lie in the result.
        axis: All of the three.
    """
    if axis is not None:
        axisa = axisb = axisc = axis
    left, right = asarray(a), asarray(b)
    left = left if axisa == -1 else moveaxis(left, axisa, -1)
    right = right if axisb == -1 else moveaxis(right, axisb, -1)
    found = vectors.cross(left, right)
    return found if axisc == -1 else moveaxis(found, -1, axisc)


@implements(np.diag)
def diag(v: Any, k: int = 0) -> Tensor:
    """Return a diagonal of a matrix, or a matrix with this diagonal."""
    x, offset = asarray(v), static_int(k, "k")
    rank = known_rank(x, "diag")
    if rank == 2:
        return diagonal(x, offset)
    if rank != 1:
        raise ShapeError(
            f"diag takes a vector or a matrix; the rank is {rank}.",
            origin=capture_exact(2),
            hint="Stacks are what ag.linalg.diag and ag.linalg.diag_part take.",
        )
    return diagonal_matrix(x, k=offset)


@implements(np.diagflat)
def diagflat(v: Any, k: int = 0) -> Tensor:
    """Return a matrix with all elements on a diagonal."""
    return diag(reshape(asarray(v), [-1]), k)


__all__ = ["cross", "diag", "diagflat", "einsum", "inner", "kron", "vdot"]
