"""Arrays joined, taken apart and given other shapes, as NumPy has it."""

from __future__ import annotations

from inspect import signature
from typing import Any

import numpy as np

from graph.errors import InvalidArgumentError, ShapeError
from graph.numpy.arguments import (
    arrays_of,
    axes_of,
    dims_of,
    flatten,
    known_rank,
    with_axis,
)
from graph.numpy.conversion import asarray, numpy_dtype
from graph.numpy.conversion import cast as cast_to
from graph.numpy.registry import implements
from graph.ops import arrangement, joining
from graph.ops import manipulation as ops
from graph.ops.arguments import constant_value, static_axes, static_int
from graph.origin import capture_exact
from graph.tensor import Tensor


@implements(np.concatenate)
def concat(arrays: Any, /, axis: Any = 0, *, dtype: Any = None) -> Tensor:
    """Join arrays along an axis that they have.

    Args:
        arrays: The arrays.
        axis: Which axis; None joins the elements of all.
        dtype: The element type; that of all together by default.

    Shape:   (..., n_i, ...) for each -> (..., sum of n_i, ...); the others equal
    Dtype:   any; all are promoted together
    Raises:  ShapeError if the ranks or the other dimensions differ
    Source:  array API, concat; numpy.concat
    """
    parts = _joinable(arrays)
    if axis is None:
        parts = [flatten(part) for part in parts]
    joined = joining.concat(parts, 0 if axis is None else axis)
    return joined if dtype is None else cast_to(joined, numpy_dtype(dtype))


@implements(np.stack)
def stack(arrays: Any, axis: Any = 0, *, dtype: Any = None) -> Tensor:
    """Join arrays of one shape along a new axis.

    Shape:   (..., ...) for each of n -> (..., n, ...)
    Dtype:   any; all are promoted together
    Raises:  ShapeError if the shapes differ
    Source:  array API, stack; numpy.stack
    """
    joined = joining.stack(_joinable(arrays), axis)
    return joined if dtype is None else cast_to(joined, numpy_dtype(dtype))


def _joinable(arrays: Any) -> Any:
    """Return tensors to join: in a list, or as so many rows as the run has."""
    return arrays if joining.has_unknown_rows(arrays) else arrays_of(arrays)


def unstack(x: Any, /, *, axis: Any = 0) -> tuple[Tensor, ...]:
    """Return the parts of an array along an axis, which they do not have.

    Shape:   (..., n, ...) -> (..., ...) for each of n
    Dtype:   any -> the same
    Raises:  ShapeError if there is no such axis, or its length is not known
    Source:  array API, unstack; numpy.unstack
    """
    return tuple(joining.unstack(asarray(x), axis=axis))


if hasattr(np, "unstack"):  # from NumPy 2.1 on
    implements(np.unstack)(unstack)


@implements(np.expand_dims)
def expand_dims(a: Any, axis: Any = 0) -> Tensor:
    """Insert axes of length 1.

    Shape:   (..., ...) -> (..., 1, ...)
    Dtype:   any -> the same
    Raises:  ShapeError if there is no such place
    Source:  array API, expand_dims; numpy.expand_dims
    """
    return ops.expand_dims(asarray(a), axis)


@implements(np.squeeze)
def squeeze(a: Any, axis: Any = None) -> Tensor:
    """Remove axes of length 1: all of them, or those that are named.

    Shape:   (..., 1, ...) -> (..., ...)
    Dtype:   any -> the same
    Raises:  ShapeError if an axis is longer
    Source:  array API, squeeze; numpy.squeeze
    """
    axes = static_axes(axis)
    if axes == ():
        return asarray(a)
    return ops.squeeze(with_axis(asarray(a), axis), axes)


@implements(np.flip)
def flip(m: Any, axis: Any = None) -> Tensor:
    """Reverse the order along axes; along all of them by default.

    Shape:   any -> the same
    Dtype:   any -> the same
    Raises:  ShapeError if there is no such axis
    Source:  array API, flip; numpy.flip
    """
    return arrangement.flip(asarray(m), static_axes(axis))


@implements(np.permute_dims)
def permute_dims(a: Any, axes: Any = None) -> Tensor:
    """Return an array with its axes in another order; reversed by default.

    Shape:   (n_0, ..., n_k) -> (n_axes[0], ..., n_axes[k])
    Dtype:   any -> the same
    Raises:  ShapeError if `axes` does not name each axis once
    Source:  array API, permute_dims; numpy.permute_dims
    """
    return ops.transpose(asarray(a), static_axes(axes, "axes"))


@implements(np.moveaxis)
def moveaxis(a: Any, source: Any, destination: Any) -> Tensor:
    """Move axes to other places; the others stay in order.

    Shape:   the same dimensions in another order
    Dtype:   any -> the same
    Raises:  ShapeError if there is no such axis, or one is named twice
    Source:  array API, moveaxis; numpy.moveaxis
    """
    x = asarray(a)
    ndim = known_rank(x, "moveaxis")
    sources = axes_of(static_axes(source, "source"), ndim)
    places = axes_of(static_axes(destination, "destination"), ndim)
    if len(sources) != len(places):
        raise ShapeError(
            f"moveaxis: {len(sources)} axes are moved to {len(places)} places.",
            origin=capture_exact(),
            hint="Name as many places as axes.",
        )
    for named in (sources, places):
        if len(set(named)) < len(named):
            raise ShapeError(
                f"moveaxis: {named} names one axis twice.",
                origin=capture_exact(),
                hint="Name each axis once.",
            )
    order = [axis for axis in range(ndim) if axis not in sources]
    for place, axis in sorted(zip(places, sources, strict=True)):
        order.insert(place, axis)
    return ops.transpose(x, tuple(order))


def reshape(
    a: Any, /, shape: Any, order: Any = "C", *, copy: bool | None = None
) -> Tensor:
    """Give the elements another shape.

    Args:
        a: An array.
        shape: Integers, symbolic ones among them; one may be -1.
        order: `C`: the last axis changes fastest; `F`: the first.
        copy: Makes no difference: tensors never change.

    Shape:   any -> `shape`, of as many elements
    Dtype:   any -> the same
    Raises:  ShapeError if the number of elements differs
    Source:  array API, reshape; numpy.reshape
    """
    del copy
    x = asarray(a)
    if order in ("C", "A", "K"):  # tensors are as if laid out in C's order
        return ops.reshape(x, shape)
    if order != "F":
        raise InvalidArgumentError(
            f"reshape: there is no order {order!r}.",
            origin=capture_exact(),
            hint="The orders are 'C' and 'F'.",
        )
    dims = constant_value(shape)
    dims = [dims] if np.ndim(dims) == 0 else list(dims)
    return ops.transpose(ops.reshape(ops.transpose(x), dims[::-1]))


if "shape" in signature(np.reshape).parameters:
    implements(np.reshape)(reshape)
else:  # as NumPy 2.0 calls it

    @implements(np.reshape)
    def _reshape(
        a: Any, newshape: Any, order: Any = "C", *, copy: bool | None = None
    ) -> Tensor:
        """Give the elements another shape."""
        return reshape(a, newshape, order, copy=copy)


@implements(np.roll)
def roll(a: Any, shift: Any, axis: Any = None) -> Tensor:
    """Shift elements along axes; those pushed out come in at the other end.

    Args:
        a: An array.
        shift: How far, for each axis.
        axis: An axis or several; None shifts the elements as one vector.

    Shape:   any -> the same
    Dtype:   any -> the same
    Raises:  ShapeError if there is no such axis
    Source:  array API, roll; numpy.roll
    """
    x = asarray(a)
    if axis is None:
        moved = arrangement.roll(flatten(x), asarray(shift), 0)
        return ops.reshape(moved, dims_of(x))
    axes = static_axes(axis) or ()
    shifts = asarray(shift)
    if len(axes) > 1 and shifts.shape == ():
        shifts = ops.broadcast_to(shifts, [len(axes)])
    elif len(axes) == 1 and shifts.shape == (1,):
        shifts = ops.reshape(shifts, [])
    elif len(axes) == 1 and shifts.shape not in ((), None):
        axes = axes * (shifts.shape[0] or 1)
    return arrangement.roll(x, shifts, axes if shifts.shape != () else axes[0])


@implements(np.repeat)
def repeat(a: Any, repeats: Any, axis: Any = None) -> Tensor:
    """Repeat each element along an axis.

    Args:
        a: An array.
        repeats: How often: one number, or one for each element of the axis.
        axis: Which axis; None repeats the elements as one vector.

    Shape:   (..., n, ...) -> (..., sum of repeats, ...)
    Dtype:   any -> the same
    Raises:  ShapeError if `repeats` does not fit the axis
    Source:  array API, repeat; numpy.repeat
    """
    known = constant_value(repeats)
    counts = asarray(repeats) if known is None else known
    if isinstance(known, np.ndarray) and known.size == 1:
        counts = int(known.reshape(()))
    return arrangement.repeat(with_axis(asarray(a), axis), counts, axis)


@implements(np.tile)
def tile(A: Any, reps: Any) -> Tensor:
    """Repeat an array as a whole, along each axis.

    Args:
        A: An array.
        reps: How often along each axis; the last ones if there are fewer.

    Shape:   (n_0, ..., n_k) -> (n_0 * reps[0], ..., n_k * reps[k])
    Dtype:   any -> the same
    Raises:  ShapeError if `reps` is no vector
    Source:  array API, tile; numpy.tile
    """
    x = asarray(A)
    known = constant_value(reps)
    if known is None:
        return arrangement.tile(x, reps)
    times = [known] if np.ndim(known) == 0 else list(known)
    ndim = known_rank(x, "tile")
    times = [1] * (ndim - len(times)) + times
    if len(times) > ndim:
        x = ops.reshape(x, (*[1] * (len(times) - ndim), *dims_of(x)))
    if not times:
        return x
    return arrangement.tile(x, [static_int(one, "reps") for one in times])


__all__ = [
    "concat",
    "expand_dims",
    "flip",
    "moveaxis",
    "permute_dims",
    "repeat",
    "reshape",
    "roll",
    "squeeze",
    "stack",
    "tile",
    "unstack",
]
