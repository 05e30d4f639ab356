"""Products with vectors, of chains of matrices, of Kronecker's: `ag.linalg`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from graph import shapes
from graph.dtypes import DType
from graph.errors import DTypeError, MatrixShapeError, ShapeError
from graph.op import Op, define
from graph.ops.arguments import (
    alike,
    listed,
    promote,
    result,
    static_int,
    total_size,
)
from graph.ops.gradients import vectors as rules
from graph.ops.linalg import dot, matrix_transpose
from graph.ops.manipulation import reshape, transpose
from graph.ops.systems import adjoint
from graph.origin import capture_exact
from graph.shapes import Dim, Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _numbers(specs: tuple[TensorSpec, ...], what: str, kinds: str = "biufc") -> DType:
    dtype = promote(*(spec.dtype for spec in specs))
    if dtype.numpy.kind not in kinds:
        raise DTypeError(f"there is no {what} of {dtype}.", hint="See ag.cast.")
    return dtype


def _of_numbers(function: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """Return a kernel of two operands which refuses text, that has Python's `*`."""

    def kernel(a: Any, b: Any) -> Any:
        if a.dtype.kind == "O" or b.dtype.kind == "O":
            raise TypeError("text")
        return function(a, b)

    return kernel


def _differ(left: Dim, right: Dim) -> bool:
    return left is not None and right is not None and left != right


def _unequal(what: str, left: Dim, right: Dim) -> ShapeError:
    return ShapeError(
        f"{what} have the lengths {left} and {right}.",
        hint="What is multiplied and summed up must be equally long.",
    )


# -- Stacks of vectors -----------------------------------------------------------------


def _product(
    name: str,
    fallback: Callable[..., Any],
    signature: tuple[str, str, str],
    gradient: Any,
    doc: str,
) -> Op:
    """Define a product of stacks by the letters of each operand's last axes."""
    ufunc = getattr(np, name, None)
    left, right, out = signature
    inputs = ("x1", "x2")

    def infer(x1: TensorSpec, x2: TensorSpec) -> TensorSpec:
        dtype = _numbers((x1, x2), name)
        sizes: dict[str, Dim] = {}
        stacks: list[Shape] = []
        for spec, letters in ((x1, left), (x2, right)):
            if spec.shape is None:
                stacks.append(None)
                continue
            n = len(letters)
            if len(spec.shape) < n:
                raise ShapeError(
                    f"{name} takes {'a vector' if n == 1 else 'a matrix'} here, not "
                    f"one of rank {len(spec.shape)}.",
                    hint="Stacks have further axes before those.",
                )
            for letter, dim in zip(letters, spec.shape[-n:], strict=True):
                if _differ(sizes.get(letter), dim):
                    raise _unequal("the vectors", sizes[letter], dim)
                sizes[letter] = sizes.get(letter) if dim is None else dim
            stacks.append(spec.shape[:-n])
        batch = shapes.broadcast(*stacks)
        if batch is None:
            return TensorSpec(None, dtype)
        return TensorSpec((*batch, *(sizes.get(x) for x in out)), dtype)

    return define(
        name,
        inputs=inputs,
        infer=infer,
        kernel=_of_numbers(fallback if ufunc is None else ufunc),
        gradient=gradient,
        doc=doc,
        ufunc=ufunc,
        work=total_size,
    )


def _matvec(x1: Any, x2: Any) -> Any:
    """Do what numpy.matvec does, which NumPy has since 2.2."""
    if x1.ndim < 2:
        raise ValueError("matvec takes a matrix first")
    return np.matmul(x1, x2[..., None])[..., 0]


def _vecmat(x1: Any, x2: Any) -> Any:
    """Do what numpy.vecmat does, which NumPy has since 2.2."""
    if x2.ndim < 2:
        raise ValueError("vecmat takes a matrix second")
    held = np.conj(x1) if x1.dtype.kind == "c" else x1  # of bool it makes int8
    return np.matmul(held[..., None, :], x2)[..., 0, :]


_VECDOT = _product(
    "vecdot",
    lambda x1, x2: np.sum(np.conj(x1) * x2, -1),
    ("n", "n", ""),
    rules.vecdot,
    "Sums of products of vectors, the first conjugated; see `ag.linalg.vecdot`.",
)
_MATVEC = _product(
    "matvec",
    _matvec,
    ("mn", "n", "m"),
    rules.matvec,
    "Products of matrices and vectors; see `ag.linalg.matvec`.",
)
_VECMAT = _product(
    "vecmat",
    _vecmat,
    ("n", "nm", "m"),
    rules.vecmat,
    "Products of conjugated vectors and matrices; see `ag.linalg.vecmat`.",
)


def vecdot(x1: Any, x2: Any, axis: Any = -1, name: str | None = None) -> Tensor:
    """Sum products along an axis; complex numbers of `x1` are conjugated.

    Args:
        x1: Vectors.
        x2: Vectors.
        axis: Where they lie in both operands, before they are broadcast.
        name: A name for the node.

    Shape:   (..., n), (..., n) -> (...); the others broadcast
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if they differ in length
    Source:  array API, linalg.vecdot; numpy.vecdot
    """
    pair = [_with_last(x, axis, "vecdot") for x in alike((x1, x2))]
    return result(_VECDOT, pair, {}, name)


def _with_last(x: Tensor, axis: Any, what: str) -> Tensor:
    """Return the tensor with that axis last."""
    place = static_int(axis, "axis")
    if place == -1:
        return x
    if x.ndim is None:
        raise ShapeError(
            f"{what}: axis {place} of {x.spec} cannot be moved: the rank is known only "
            "when the graph runs.",
            origin=capture_exact(3),
            hint="Give a shape in the input signature, or have the vectors along the "
            "last axis.",
        )
    order = list(range(len(x.shape)))
    order.append(order.pop(shapes.normalize_axis(place, len(order))))
    return transpose(x, order)


def matvec(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    name: str | None = None,
) -> Tensor:
    """Multiply matrices with vectors.

    Args:
        a: Matrices.
        b: Vectors.
        transpose_a: Swap the last two axes of `a` first.
        adjoint_a: Conjugate it, too.
        name: A name for the node.

    Shape:   (..., m, n), (..., n) -> (..., m)
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if the inner dimensions differ
    Source:  TensorFlow's linalg.matvec; numpy.matvec
    """
    if transpose_a:
        a = matrix_transpose(a)
    if adjoint_a:
        a = adjoint(a)
    return result(_MATVEC, alike((a, b)), {}, name)


def vecmat(x1: Any, x2: Any, name: str | None = None) -> Tensor:
    """Multiply conjugated vectors with matrices.

    Shape:   (..., n), (..., n, m) -> (..., m)
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if the inner dimensions differ
    Source:  numpy.vecmat
    """
    return result(_VECMAT, alike((x1, x2)), {}, name)


def vdot(a: Any, b: Any, name: str | None = None) -> Tensor:
    """Sum products of all elements; complex numbers of `a` are conjugated.

    Shape:   any two of as many elements -> ()
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if there are more of one
    Source:  numpy.vdot
    """
    flat = [reshape(x, [-1]) for x in alike((a, b))]
    return result(_VECDOT, flat, {}, name)


def _infer_inner(a: TensorSpec, b: TensorSpec) -> TensorSpec:
    dtype = _numbers((a, b), "inner")
    if a.shape is None or b.shape is None:
        return TensorSpec(None, dtype)
    if not a.shape or not b.shape:
        return TensorSpec(a.shape + b.shape, dtype)
    if _differ(a.shape[-1], b.shape[-1]):
        raise _unequal("the last axes", a.shape[-1], b.shape[-1])
    return TensorSpec(a.shape[:-1] + b.shape[:-1], dtype)


def inner(a: Any, b: Any, name: str | None = None) -> Tensor:
    """Sum products over the last axes of both; nothing is conjugated.

    Shape:   (..., n), (..., n) -> (..., ...), those of `a` first; scalars multiply
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if the last axes differ in length
    Source:  numpy.inner
    """
    return result(_INNER, alike((a, b)), {}, name)


_INNER = define(
    "inner",
    inputs=("a", "b"),
    infer=_infer_inner,
    kernel=_of_numbers(np.inner),
    gradient=rules.inner,
    doc=inner.__doc__,
    numpy=(np.inner,),
    work=total_size,
)


# -- Cross products --------------------------------------------------------------------


def _infer_cross(a: TensorSpec, b: TensorSpec) -> TensorSpec:
    dtype = _numbers((a, b), "cross", "iufc")
    if a.shape is None or b.shape is None:
        return TensorSpec(None, dtype)
    for spec in (a, b):
        if not spec.shape or spec.shape[-1] not in (3, None):
            raise ShapeError(
                "cross takes vectors of length 3.",
                hint="Say by `axis` along which axis they lie.",
            )
    both = shapes.broadcast(a.shape[:-1], b.shape[:-1])
    assert both is not None  # each rank is known
    return TensorSpec((*both, 3), dtype)


_CROSS = define(
    "cross",
    inputs=("a", "b"),
    infer=_infer_cross,
    kernel=_of_numbers(np.linalg.cross),
    gradient=rules.cross,
    doc="Cross products of vectors of length 3; see `ag.linalg.cross`.",
    work=total_size,
)


def cross(a: Any, b: Any, axis: Any = -1, name: str | None = None) -> Tensor:
    """Return cross products of vectors of length 3.

    Args:
        a: Vectors.
        b: Vectors.
        axis: Where they lie in both operands.
        name: A name for the node.

    Shape:   (..., 3), (..., 3) -> (..., 3); the others broadcast
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if they have another length
    Source:  TensorFlow's linalg.cross; array API, linalg.cross; numpy.linalg.cross
    """
    pair = [_with_last(x, axis, "cross") for x in alike((a, b))]
    found = result(_CROSS, pair, {}, name)
    place = static_int(axis, "axis")
    if place == -1 or found.ndim is None:
        return found
    order = list(range(len(found.shape) - 1))
    order.insert(shapes.normalize_axis(place, len(order) + 1), len(order))
    return transpose(found, order)


# -- Kronecker's product ---------------------------------------------------------------


def _infer_kron(a: TensorSpec, b: TensorSpec) -> TensorSpec:
    dtype = _numbers((a, b), "kron")
    if a.shape is None or b.shape is None:
        return TensorSpec(None, dtype)
    width = max(len(a.shape), len(b.shape))
    pairs = zip(
        (1,) * (width - len(a.shape)) + a.shape,
        (1,) * (width - len(b.shape)) + b.shape,
        strict=True,
    )
    return TensorSpec(tuple(_times(i, j) for i, j in pairs), dtype)


def _times(left: Dim, right: Dim) -> Dim:
    if 0 in (left, right):
        return 0
    return None if left is None or right is None else left * right


def kron(a: Any, b: Any, name: str | None = None) -> Tensor:
    """Put `b`, times each element of `a`, in the place of that element.

    Shape:   (n_i, ...), (m_i, ...) -> (n_i m_i, ...); the shorter shape is led by 1
    Dtype:   numbers, promoted together
    Source:  numpy.kron
    """
    return result(_KRON, alike((a, b)), {}, name)


_KRON = define(
    "kron",
    inputs=("a", "b"),
    infer=_infer_kron,
    kernel=_of_numbers(np.kron),
    gradient=rules.kron,
    doc=kron.__doc__,
    numpy=(np.kron,),
    work=lambda a, b: total_size(a) * total_size(b),
)


# -- Chains ----------------------------------------------------------------------------


def _infer_multi_dot(*arrays: TensorSpec) -> TensorSpec:
    dtype = _numbers(arrays, "multi_dot")
    if len(arrays) < 2:
        raise ShapeError("a chain has two matrices or more.", hint="Give more of them.")
    for i, spec in enumerate(arrays):
        is_end = i in (0, len(arrays) - 1)
        if spec.shape is not None and len(spec.shape) not in (
            (1, 2) if is_end else (2,)
        ):
            raise MatrixShapeError(
                f"number {i} of the chain has the rank {len(spec.shape)}.",
                hint="A chain has matrices; its first and last may be vectors.",
            )
    for left, right in pairwise(arrays):
        if left.shape and right.shape and _differ(left.shape[-1], right.shape[0]):
            raise _unequal("neighbours", left.shape[-1], right.shape[0])
    first, last = arrays[0].shape, arrays[-1].shape
    if first is None or last is None:
        return TensorSpec(None, dtype)
    return TensorSpec((*first[:-1], *last[1:]), dtype)


def _multi_dot(*arrays: Any) -> Any:
    for array in arrays:
        if array.dtype.kind == "O":
            raise TypeError("text")
        if not 0 < array.ndim < 3:  # of two NumPy takes stacks, which `dot` here takes
            raise np.linalg.LinAlgError(f"{array.ndim}-dimensional array in a chain")
    return np.linalg.multi_dot(arrays)


def multi_dot(arrays: Any, name: str | None = None) -> Tensor:
    """Multiply a chain of matrices, in the order that needs the fewest products.

    Args:
        arrays: Matrices; the first and the last may be vectors.
        name: A name for the node.

    Shape:   (n, k), (k, ...), ..., (..., m) -> (n, m)
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if neighbours do not fit together
    Source:  numpy.linalg.multi_dot
    """
    chain = alike(listed(arrays, "arrays"))
    if len(chain) == 2:
        return dot(chain[0], chain[1], name)
    return result(_MULTI_DOT, chain, {}, name)


_MULTI_DOT = define(
    "multi_dot",
    inputs=("arrays",),
    infer=_infer_multi_dot,
    kernel=_multi_dot,
    gradient=rules.multi_dot,
    doc=multi_dot.__doc__,
    variadic=True,
    work=total_size,
)

__all__ = ["cross", "inner", "kron", "matvec", "multi_dot", "vdot", "vecdot", "vecmat"]
NAMESPACES = {"ag": ["cross", "inner", "kron", "vdot", "vecdot"], "ag.linalg": __all__}
