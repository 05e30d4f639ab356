"""Static shapes: what is known about a shape before the program runs.

A shape is a tuple of dimensions, `None` where one is unknown; `None` in place of the
tuple means that not even the rank is known.
"""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex, cast

from graph.errors import AxisError, ShapeError

Dim = int | None
Shape = tuple[Dim, ...] | None


def as_shape(value: Any) -> Shape:
    """Return the static shape that `value` describes.

    Args:
        value: None (unknown rank), an integer (a vector's length), a sequence of
            integers and Nones, or what `x.shape` gives.

    Raises:
        ShapeError: A dimension is negative or not an integer.
    """
    if value is None:
        return None
    if isinstance(value, tuple) and getattr(value, "rank", 0) is None:
        return None
    if not isinstance(value, (tuple, list)):
        try:
            value = tuple(value)
        except TypeError:
            value = (value,)
    return tuple(_as_dim(dim, value) for dim in value)


def _as_dim(dim: Any, shape: Any) -> Dim:
    if dim is None:
        return None
    try:
        size = operator.index(cast("SupportsIndex", dim))
    except TypeError as error:
        raise ShapeError(
            f"shape {shape!r} has the dimension {dim!r}, which is not an integer.",
            hint="Dimensions are integers, or None where unknown.",
        ) from error
    if size < 0:
        raise ShapeError(
            f"shape {shape!r} has the negative dimension {size}.",
            hint="Dimensions are integers from 0, or None where unknown.",
        )
    return size


def is_static(shape: Shape) -> bool:
    """Is every dimension known?"""
    return shape is not None and None not in shape


def rank(shape: Shape) -> int | None:
    """Return the number of dimensions, or None when unknown."""
    return None if shape is None else len(shape)


def size_of(shape: Shape) -> int | None:
    """Return the number of elements, or None when unknown."""
    if shape is None:
        return None
    total = 1
    for dim in shape:
        if dim is None:
            return None
        total *= dim
    return total


def join(left: Shape, right: Shape) -> Shape:
    """Return the narrowest shape that covers both."""
    if left is None or right is None or len(left) != len(right):
        return None
    return tuple(a if a == b else None for a, b in zip(left, right, strict=True))


def covers(wide: Shape, narrow: Shape) -> bool:
    """Is every value that fits `narrow` also one that fits `wide`?"""
    if wide is None:
        return True
    if narrow is None or len(wide) != len(narrow):
        return False
    return all(a is None or a == b for a, b in zip(wide, narrow, strict=True))


def is_compatible(left: Shape, right: Shape) -> bool:
    """Can one value fit both?"""
    if left is None or right is None:
        return True
    if len(left) != len(right):
        return False
    pairs = zip(left, right, strict=True)
    return all(a is None or b is None or a == b for a, b in pairs)


def broadcast(*shapes: Shape) -> Shape:
    """Return the shape that NumPy's broadcasting gives.

    Raises:
        ShapeError: Two known dimensions differ and neither is 1.
    """
    if any(shape is None for shape in shapes):
        return None
    known = cast("tuple[tuple[Dim, ...], ...]", shapes)
    width = max((len(shape) for shape in known), default=0)
    padded = [(1,) * (width - len(shape)) + shape for shape in known]
    return tuple(_broadcast_dim(dims, shapes) for dims in zip(*padded, strict=True))


def _broadcast_dim(dims: tuple[Dim, ...], shapes: tuple[Shape, ...]) -> Dim:
    sizes = {dim for dim in dims if dim is not None and dim != 1}
    if len(sizes) > 1:
        listed = " and ".join(show(shape) for shape in shapes)
        raise ShapeError(
            f"shapes {listed} do not broadcast together.",
            hint="Aligned from the right, two dimensions must be equal or one of "
            "them 1.",
        )
    if sizes:
        return sizes.pop()
    return None if None in dims else 1


def normalize_axis(axis: int, ndim: int) -> int:
    """Return `axis` counted from the front.

    Raises:
        AxisError: There is no such axis.
    """
    if not -ndim <= axis < ndim:
        raise AxisError(
            f"axis {axis} is out of bounds for a tensor of rank {ndim}.",
            hint=f"Axes run from {-ndim} to {ndim - 1}."
            if ndim
            else "A scalar has no axes.",
        )
    return axis % ndim


def show(shape: Shape) -> str:
    """Return `[2, None]`, or `[...]` for an unknown rank."""
    if shape is None:
        return "[...]"
    return f"[{', '.join(map(str, shape))}]"
