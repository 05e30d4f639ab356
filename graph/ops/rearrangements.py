"""Slices by numbers, sequences turned round, shapes that are said and put together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor
from graph.errors import InvalidArgumentError, ShapeError
from graph.ops.arguments import constant_value, run_time_integers, static_int
from graph.ops.core import cast, identity
from graph.ops.debugging import assert_that
from graph.ops.indexing import getitem
from graph.ops.joining import stack
from graph.ops.logic import equal, less, less_equal, logical_and
from graph.ops.manipulation import reshape, shape
from graph.ops.math import add, subtract
from graph.ops.ranges import range as numbers
from graph.ops.reduction import reduce_all
from graph.ops.selection import take_along_axis, where
from graph.origin import capture_exact
from graph.tensor import Tensor


def dims_of(x: Tensor) -> list[Any]:
    """Return the shape: integers where known, and what the run says where not."""
    if x.ndim is None:
        raise ShapeError(
            f"the rank of {x.spec} is not known while tracing.",
            origin=capture_exact(2),
            hint="Give an input signature with a rank.",
        )
    found = shape(x, dtypes.int64) if not shapes.is_static(x.shape) else None
    return [found[i] if dim is None else dim for i, dim in enumerate(x.shape)]  # type: ignore[index]


def integers_of(value: Any, what: str) -> list[Any]:
    """Return integers: Python's where they are known, and else tensors."""
    known = constant_value(value)
    if known is not None and not isinstance(known, (list, tuple)):
        return [int(each) for each in np.ravel(known)]
    if isinstance(value, Tensor):
        vector = cast(run_time_integers(value, what), dtypes.int64)
        count = vector.shape[0] if vector.shape else None
        if count is None:
            raise ShapeError(
                f"{what}: how many integers {value.spec} holds is not known.",
                origin=capture_exact(3),
                hint="Give the input signature the length.",
            )
        return [vector[i] for i in range(count)]
    return [_integer(each, what) for each in value]


def _integer(value: Any, what: str) -> Any:
    if constant_value(value) is not None:
        return static_int(value, what)
    return cast(run_time_integers(value, what), dtypes.int64)


def slice(input_: Any, begin: Any, size: Any, name: str | None = None) -> Tensor:
    """Return a part of a tensor, by where it begins and how large it is.

    Args:
        input_: A tensor.
        begin: For each axis the place of the first element.
        size: For each axis how many elements; -1: all that are left.
        name: A name for the last node.

    Shape:   (n_0, ..., n_k) -> size
    Dtype:   any -> the same
    Raises:  ShapeError, or InvalidArgumentError when this runs, if the part is not
        within the tensor
    Source:  TensorFlow's slice
    """
    x = as_tensor(input_)
    dims = dims_of(x)
    starts, counts = integers_of(begin, "begin"), integers_of(size, "size")
    if not len(starts) == len(counts) == len(dims):
        raise ShapeError(
            f"slice: {x.spec} is sliced from {len(starts)} places on, by "
            f"{len(counts)} sizes.",
            origin=capture_exact(),
            hint="Give one of both for each axis.",
        )
    key = []
    for start, count, dim in zip(starts, counts, dims, strict=True):
        end = _end(start, count, dim)
        _check_within(start, end, dim, x)
        key.append(_part(start, end))
    return identity(getitem(x, tuple(key)), name)


def _part(start: Any, end: Any) -> Any:
    import builtins

    return builtins.slice(start, end)


def _end(start: Any, count: Any, dim: Any) -> Any:
    if isinstance(count, int):
        return dim if count == -1 else start + count
    return where(equal(count, -1), cast(as_tensor(dim), dtypes.int64), start + count)


def _check_within(start: Any, end: Any, dim: Any, x: Tensor) -> None:
    if all(isinstance(each, int) for each in (start, end, dim)):
        if not 0 <= start <= end <= dim:
            raise ShapeError(
                f"slice: {start} to {end} is not within {dim} elements of {x.spec}.",
                origin=capture_exact(2),
                hint="Slices x[a:b] are cut at the ends.",
            )
        return
    bounds = [cast(as_tensor(each), dtypes.int64) for each in (0, start, end, dim)]
    inside = [less_equal(a, b) for a, b in pairwise(bounds)]
    assert_that(
        reduce_all(stack(inside)),
        template="a slice is not within the tensor",
        exception=InvalidArgumentError,
    )


def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Any = None,
    name: str | None = None,
) -> Tensor:
    """Return a part of a tensor, by bounds and steps; `x[begin:end:strides]`.

    Args:
        input_: A tensor.
        begin: For each axis the first place.
        end: For each axis the place after the last.
        strides: For each axis the step, 1 by default.
        begin_mask: Bits of axes that begin at their beginning.
        end_mask: Bits of axes that end at their end.
        ellipsis_mask: The bit of what stands for any number of axes.
        new_axis_mask: Bits of new axes, of length 1.
        shrink_axis_mask: Bits of axes of which one place is taken.
        var: Of no effect.
        name: A name for the last node.

    Shape:   as `input_[...]` has it
    Dtype:   any -> the same
    Source:  TensorFlow's strided_slice
    """
    del var
    starts, ends = integers_of(begin, "begin"), integers_of(end, "end")
    steps = [1] * len(starts) if strides is None else integers_of(strides, "strides")
    import builtins

    key: list[Any] = []
    for i, (first, last, step) in enumerate(zip(starts, ends, steps, strict=True)):
        bit = 1 << i
        if ellipsis_mask & bit:
            key.append(...)
        elif new_axis_mask & bit:
            key.append(None)
        elif shrink_axis_mask & bit:
            key.append(first)
        else:
            low = None if begin_mask & bit else first
            high = None if end_mask & bit else last
            key.append(builtins.slice(low, high, step))
    return identity(getitem(as_tensor(input_), tuple(key)), name)


def identity_n(input: Any, name: str | None = None) -> list[Tensor]:
    """Return tensors as they are.

    Shape:   any -> the same, for each
    Dtype:   any -> the same
    Source:  TensorFlow's identity_n
    """
    return [identity(x, name) for x in input]


def shape_n(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> Any:
    """Return the shapes of tensors.

    Shape:   any -> (rank,), for each
    Dtype:   any -> out_type
    Source:  TensorFlow's shape_n
    """
    return [shape(x, out_type, name) for x in input]


def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Tensor:
    """Return a tensor of which more is known: that it has a shape.

    Args:
        x: A tensor.
        shape: Its shape; None for a dimension that is not known.
        name: A name for the node.

    Shape:   any -> `shape`
    Dtype:   any -> the same
    Raises:  ShapeError, or InvalidArgumentError when this runs, if it has another one
    Source:  TensorFlow's ensure_shape
    """
    value, wanted = as_tensor(x), shapes.as_shape(shape)
    if not shapes.is_compatible(value.spec.shape, wanted):
        raise ShapeError(
            f"ensure_shape: {value.spec} has not the shape {shapes.show(wanted)}.",
            origin=capture_exact(),
            hint="None stands for a dimension that is not known.",
        )
    if wanted is None or (shapes.covers(wanted, value.spec.shape)):
        return identity(value, name)
    given = _shape_of(value)
    is_alike = equal(given[2], len(wanted))
    dims = [(i, dim) for i, dim in enumerate(wanted) if dim is not None]
    if value.ndim is None:
        assert_that(is_alike, (), "a tensor has another rank than is said", _INVALID)
    for i, dim in dims:
        is_right = equal(given[0][i], dim)
        assert_that(is_right, (), "a tensor has another shape than is said", _INVALID)
    known = [given[0][i] if dim is None else dim for i, dim in enumerate(wanted)]
    return reshape(value, known, name)


_INVALID = InvalidArgumentError


def _shape_of(x: Tensor) -> tuple[Any, Any, Any]:
    from graph.ops.manipulation import rank

    found = shape(x, dtypes.int64)
    return found, None, rank(x)


def broadcast_static_shape(
    shape_x: Any, shape_y: Any, name: str | None = None
) -> tuple[int | None, ...] | None:
    """Return the shape that two known shapes broadcast to.

    Raises:
        ShapeError: They do not go together.

    Source:  TensorFlow's broadcast_static_shape
    """
    del name
    return shapes.broadcast(shapes.as_shape(shape_x), shapes.as_shape(shape_y))


def broadcast_dynamic_shape(
    shape_x: Any, shape_y: Any, name: str | None = None
) -> Tensor:
    """Return the shape that two shapes broadcast to, as the run knows it.

    Shape:   (n,), (m,) -> (max(n, m),)
    Dtype:   integers -> the same
    Raises:  InvalidArgumentError when this runs, if they do not go together
    Source:  TensorFlow's broadcast_dynamic_shape
    """
    from graph.ops.creation import ones
    from graph.ops.joining import concat
    from graph.ops.manipulation import size
    from graph.ops.math import maximum

    x, y = (as_tensor(each) for each in (shape_x, shape_y))
    longest = maximum(size(x), size(y))
    one, other = (
        concat([ones(reshape(longest - size(each), [1]), each.dtype), each], 0)
        for each in (x, y)
    )
    fits = reduce_all(equal(one, other) | equal(one, 1) | equal(other, 1))
    assert_that(fits, (), "the shapes do not broadcast together", _INVALID)
    found: Tensor = where(equal(one, 1), other, one, name=name)
    return found


def reverse_sequence(
    input: Any,
    seq_lengths: Any,
    seq_axis: Any = None,
    batch_axis: Any = None,
    name: str | None = None,
) -> Tensor:
    """Turn the beginning of each sequence round, as many elements as are said.

    Args:
        input: Sequences along one axis, numbered by another one.
        seq_lengths: How many elements of each.
        seq_axis: The axis of the sequences.
        batch_axis: The axis that numbers them, the first one by default.
        name: A name for the last node.

    Shape:   (..., b, ..., n, ...), (b,) -> the first's
    Dtype:   any, integers -> the first's
    Raises:  InvalidArgumentError when this runs, if a length is larger than n
    Source:  TensorFlow's reverse_sequence
    """
    x = as_tensor(input)
    dims = dims_of(x)
    along = shapes.normalize_axis(static_int(seq_axis, "seq_axis"), len(dims))
    batch = 0 if batch_axis is None else static_int(batch_axis, "batch_axis")
    batch = shapes.normalize_axis(batch, len(dims))
    if along == batch:
        raise ShapeError(
            f"reverse_sequence: both axes are {along}.",
            origin=capture_exact(),
            hint="One numbers the sequences, and another one their elements.",
        )
    lengths = cast(as_tensor(seq_lengths), dtypes.int64)
    count = cast(as_tensor(dims[along]), dtypes.int64)
    assert_that(
        reduce_all(logical_and(less_equal(0, lengths), less_equal(lengths, count))),
        template="a sequence is longer than its axis",
        exception=InvalidArgumentError,
    )
    lengths = _along(lengths, batch, len(dims))
    places = _along(numbers(dims[along], dtype=dtypes.int64), along, len(dims))
    turned = where(less(places, lengths), subtract(lengths, add(places, 1)), places)
    others = [1] * len(dims)
    others[along], others[batch] = dims[along], dims[batch]
    from graph.ops.manipulation import broadcast_to

    wide = [d if i in (along, batch) else dims[i] for i, d in enumerate(others)]
    return identity(take_along_axis(x, broadcast_to(turned, wide), along), name)


def _along(vector: Tensor, axis: int, rank: int) -> Tensor:
    """Return a vector as an array that has the other axes with length 1."""
    key: Sequence[Any] = [Ellipsis if i == axis else None for i in range(rank)]
    return getitem(vector, tuple(key))


__all__ = [
    "broadcast_dynamic_shape",
    "broadcast_static_shape",
    "ensure_shape",
    "identity_n",
    "reverse_sequence",
    "shape_n",
    "slice",
    "strided_slice",
]
NAMESPACES = {"ag": __all__}
