"""Functions of tensors that are made of other ops alone: norms, sums, polynomials."""

from __future__ import annotations

from typing import Any

from graph import dtypes, shapes
from graph.convert import is_sequence
from graph.dispatch import as_tensor
from graph.errors import ShapeError
from graph.ops.arguments import (
    alike,
    listed,
    static_axes,
)
from graph.ops.core import anew, cast
from graph.ops.debugging import assert_that
from graph.ops.functions import sqrt, square
from graph.ops.logic import equal, less, less_equal
from graph.ops.manipulation import rank, reshape
from graph.ops.manipulation import shape as shape_of
from graph.ops.math import (
    abs,
    add,
    divide,
    maximum,
    multiply,
)
from graph.ops.reduction import reduce_all, reduce_mean, reduce_sum
from graph.ops.selection import where
from graph.origin import capture_exact
from graph.tensor import Tensor

# -- Sums and products -----------------------------------------------------------------


def add_n(inputs: Any, name: str | None = None) -> Tensor:
    """Add tensors of one shape.

    Args:
        inputs: A list of at least one tensor.
        name: A name for the node.

    Shape:   all the same -> the same
    Dtype:   numbers, promoted together
    Raises:  ShapeError if the shapes differ, or there are none
    Source:  TensorFlow's add_n; from the first to the last
    """
    parts = alike(inputs if is_sequence(inputs) else [inputs])
    if not parts:
        raise ShapeError(
            "add_n: there is nothing to add.",
            origin=capture_exact(1),
            hint="Give at least one tensor, also for a sum of zeros.",
        )
    total = parts[0]
    for part in parts[1:]:
        _check_alike(total, part)
        total = add(total, part)
    return _named(anew(total, *parts), name)


def _check_alike(total: Tensor, part: Tensor) -> None:
    """Refuse shapes that differ, as soon as they are known."""
    left, right = total.spec.shape, part.spec.shape
    if not shapes.is_compatible(left, right):
        raise ShapeError(
            f"add_n: the shapes {shapes.show(left)} and {shapes.show(right)} differ.",
            origin=capture_exact(2),
            hint="To broadcast, use ag.add or `+`.",
        )
    if not (shapes.is_static(left) and shapes.is_static(right)):
        message = "add_n: the shapes {} and {} differ"
        sizes = shape_of(total), shape_of(part)
        assert_that(equal(rank(total), rank(part)), sizes, message, ShapeError)
        assert_that(reduce_all(equal(*sizes)), sizes, message, ShapeError)


def _named(value: Tensor, name: str | None) -> Tensor:
    from graph.ops.core import identity

    return value if name is None else identity(value, name=name)


def accumulate_n(inputs: Any, name: str | None = None) -> Tensor:
    """Add tensors of one shape: see `add_n`.

    Shape:   all the same -> the same
    Dtype:   numbers, promoted together
    Source:  TensorFlow's math.accumulate_n
    """
    return add_n(inputs, name)


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Tensor:
    """Multiply a tensor by a scalar.

    Shape:   (), any -> the second
    Dtype:   numbers, promoted together
    Raises:  ShapeError if the first is no scalar
    Source:  TensorFlow's scalar_mul
    """
    factor = scalar if dtypes.of_python(scalar) is not None else as_tensor(scalar)
    if isinstance(factor, Tensor) and factor.shape not in ((), None):
        raise ShapeError(
            f"scalar_mul: the first is no scalar, its shape is {factor.shape}.",
            origin=capture_exact(1),
            hint="Multiply arrays with ag.multiply or `*`.",
        )
    return multiply(factor, x, name=name)


def polyval(coeffs: Any, x: Any, name: str | None = None) -> Tensor:
    """Evaluate a polynomial.

    Args:
        coeffs: A list of coefficients, the highest power first; or a vector, or an
            array along whose first axis they are.
        x: Where.
        name: A name for the node.

    Shape:   each coefficient broadcasts with `x`
    Dtype:   numbers, promoted together
    Raises:  ShapeError if the number of coefficients is not known while tracing
    Source:  TensorFlow's math.polyval; numpy.polyval; Horner's rule
    """
    at = x if dtypes.of_python(x) is not None else as_tensor(x)
    terms = list(coeffs) if is_sequence(coeffs) else _rows(as_tensor(coeffs))
    if not terms:
        return multiply(at, 0, name=name)
    total: Any = multiply(at, 0)
    for term in terms:
        total = add(multiply(total, at), term)
    return _named(total, name)


def _rows(coeffs: Tensor) -> list[Any]:
    if not coeffs.shape or coeffs.shape[0] is None:
        raise ShapeError(
            "polyval: how many coefficients there are is known only when the graph "
            "runs.",
            origin=capture_exact(2),
            hint="Give a list of them, or a tensor whose first dimension is known.",
        )
    return [coeffs[i] for i in range(coeffs.shape[0])]


# -- Norms -----------------------------------------------------------------------------


def reduce_euclidean_norm(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """Return the root of the sum of squares, along axes.

    Shape:   any -> the same without the axes, or with 1 in their places
    Dtype:   floats, complex -> their real dtype
    Source:  TensorFlow's math.reduce_euclidean_norm
    """
    found = _root_of_squares(as_tensor(input_tensor), static_axes(axis), keepdims)
    return _named(found, name)


def _root_of_squares(x: Tensor, axes: Any, keepdims: bool) -> Tensor:
    """Return the norm; nothing flows back where it is 0."""
    total = reduce_sum(square(abs(x)), axes, keepdims)
    is_zero = equal(total, 0)
    return where(is_zero, total, sqrt(where(is_zero, 1.0, total)))  # type: ignore[no-any-return]


def l2_normalize(
    x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None
) -> Tensor:
    """Divide by the norm along axes.

    Args:
        x: A floating-point tensor.
        axis: An axis or several; all of them by default.
        epsilon: The least sum of squares; what is below is not brought to norm 1.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   floats -> the same
    Source:  TensorFlow's math.l2_normalize
    """
    value = as_tensor(x)
    total = reduce_sum(square(abs(value)), static_axes(axis), keepdims=True)
    return divide(value, sqrt(maximum(total, epsilon)), name=name)


def global_norm(t_list: Any, name: str | None = None) -> Tensor:
    """Return the norm of all elements of all tensors together; None is left out.

    Shape:   any each -> ()
    Dtype:   floats -> the same
    Source:  TensorFlow's linalg.global_norm: the root of the sum of squares
    """
    totals = [
        reduce_sum(square(abs(as_tensor(t))))
        for t in listed(t_list, "t_list")
        if t is not None
    ]
    if not totals:
        raise ShapeError(
            "global_norm: there are no tensors.",
            origin=capture_exact(1),
            hint="Give a list with at least one that is not None.",
        )
    return sqrt(add_n(totals), name=name)


def clip_by_norm(
    t: Any, clip_norm: Any, axes: Any = None, name: str | None = None
) -> Tensor:
    """Bring a tensor to a norm where it has a larger one.

    Shape:   any -> the same; `clip_norm` broadcasts to it
    Dtype:   floats -> the same
    Source:  TensorFlow's clip_by_norm: t * clip_norm / max(norm, clip_norm)
    """
    value = as_tensor(t)
    size = _root_of_squares(value, static_axes(axes), keepdims=True)
    larger = maximum(size, clip_norm)
    return divide(multiply(value, clip_norm), larger, name=name)


def clip_by_global_norm(
    t_list: Any, clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list[Tensor | None], Tensor]:
    """Bring tensors together to a norm where theirs is larger: see `global_norm`.

    Args:
        t_list: Tensors, and None, which stays.
        clip_norm: The largest norm, a positive scalar.
        use_norm: The norm of them all, where it is known already.
        name: A name for the nodes.

    Returns:
        The list, and the norm that it had.

    Shape:   any each -> the same; and ()
    Dtype:   floats -> the same
    Source:  TensorFlow's clip_by_global_norm: t * clip_norm / max(norm, clip_norm)
    """
    t_list = listed(t_list, "t_list")
    norm_of_all = global_norm(t_list) if use_norm is None else as_tensor(use_norm)
    # A norm that is infinite or nan makes all of them nan.
    is_known = equal(norm_of_all, norm_of_all) & less(norm_of_all, float("inf"))
    scale = where(is_known, divide(1.0, maximum(norm_of_all, clip_norm)), float("nan"))
    factor = multiply(scale, clip_norm)
    clipped: list[Tensor | None] = [
        None if t is None else multiply(t, cast(factor, as_tensor(t).dtype), name=name)
        for t in t_list
    ]
    return clipped, norm_of_all


def zero_fraction(value: Any, name: str | None = None) -> Tensor:
    """Return which part of the elements is 0.

    Shape:   any -> ()
    Dtype:   numbers -> float32
    Source:  TensorFlow's math.zero_fraction; nan of no elements
    """
    is_zero = equal(as_tensor(value), 0)
    return reduce_mean(cast(is_zero, dtypes.float32), name=name)


# -- Order -----------------------------------------------------------------------------


def is_non_decreasing(x: Any, name: str | None = None) -> Tensor:
    """Tell whether each element is at least the one before it, row after row.

    Shape:   any -> ()
    Dtype:   real numbers -> bool
    Source:  TensorFlow's math.is_non_decreasing
    """
    flat = reshape(as_tensor(x), [-1])
    return reduce_all(less_equal(flat[:-1], flat[1:]), name=name)


def is_strictly_increasing(x: Any, name: str | None = None) -> Tensor:
    """Tell whether each element is greater than the one before it, row after row.

    Shape:   any -> ()
    Dtype:   real numbers -> bool
    Source:  TensorFlow's math.is_strictly_increasing
    """
    flat = reshape(as_tensor(x), [-1])
    return reduce_all(less(flat[:-1], flat[1:]), name=name)


__all__ = [
    "accumulate_n",
    "add_n",
    "clip_by_global_norm",
    "clip_by_norm",
    "global_norm",
    "is_non_decreasing",
    "is_strictly_increasing",
    "l2_normalize",
    "polyval",
    "reduce_euclidean_norm",
    "scalar_mul",
    "zero_fraction",
]
NAMESPACES = {
    "ag": __all__,
    "ag.math": __all__,
    "ag.nn": ["l2_normalize", "zero_fraction"],
}
