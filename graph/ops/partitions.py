"""Rows dealt out to several tensors by number, and put together again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import apply, as_tensor
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import REQUIRED, always, define
from graph.ops.arguments import (
    alike,
    array_of,
    listed,
    static_int,
    total_size,
)
from graph.ops.gradients import partitions as rules
from graph.ops.ordering import checked_kind
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _infer_partition(
    data: TensorSpec, partitions: TensorSpec, *, num_partitions: int
) -> tuple[TensorSpec, ...]:
    if not dtypes.strengthen(partitions.dtype).is_integer:
        raise DTypeError(
            f"the partitions are {partitions.dtype}, not integers.",
            hint="Convert with ag.cast first.",
        )
    dtype = dtypes.strengthen(data.dtype)
    if data.shape is None or partitions.shape is None:
        return (TensorSpec(None, dtype),) * num_partitions
    rank = len(partitions.shape)
    if rank > len(data.shape) or not shapes.is_compatible(
        data.shape[:rank], partitions.shape
    ):
        raise ShapeError(
            "the shape of data does not begin with that of partitions.",
            hint="Each number of a partition belongs to an element or slice of data.",
        )
    return (TensorSpec((None, *data.shape[rank:]), dtype),) * num_partitions


def _partition(data: Any, partitions: Any, *, num_partitions: int) -> tuple[Any, ...]:
    rows, numbers = array_of(data), checked_kind(partitions, "iu")
    if rows.shape[: numbers.ndim] != numbers.shape:
        raise ValueError("partitions")
    is_bad = (numbers < 0) | (numbers >= num_partitions)
    if is_bad.any():
        place = np.argwhere(is_bad)[0].tolist()
        raise InvalidArgumentError(
            f"partitions[{', '.join(map(str, place))}] = {numbers[tuple(place)]} is "
            f"not in [0, {num_partitions}).",
            hint="Partitions are numbered from 0, below num_partitions.",
        )
    return tuple(rows[numbers == i] for i in range(num_partitions))


def dynamic_partition(
    data: Any, partitions: Any, num_partitions: Any, name: str | None = None
) -> list[Tensor]:
    """Deal elements, or slices, out to several tensors.

    Args:
        data: Elements or slices.
        partitions: The number of the tensor that each of them goes to.
        num_partitions: How many tensors there are; known while tracing.
        name: A name for the node.

    Returns:
        A list of tensors, which keep the order of what is in them.

    Shape:   (m..., n...), (m...) -> num_partitions times (k, n...)
    Dtype:   any, integers -> the first's
    Raises:  ShapeError if the shapes do not fit; InvalidArgumentError if a number is
        out of range when this runs
    Source:  TensorFlow's dynamic_partition
    """
    count = static_int(num_partitions, "num_partitions")
    if count < 1:
        raise InvalidArgumentError(
            f"dynamic_partition: num_partitions is {count}.",
            hint="There is one partition or more.",
        )
    found = apply(
        _DYNAMIC_PARTITION, (data, partitions), {"num_partitions": count}, name
    )
    return [*found] if isinstance(found, tuple) else [found]


_DYNAMIC_PARTITION = define(
    "dynamic_partition",
    gradient=rules.dynamic_partition,
    can_fail=always,
    inputs=("data", "partitions"),
    attrs={"num_partitions": REQUIRED},
    infer=_infer_partition,
    kernel=_partition,
    doc=dynamic_partition.__doc__,
    work=total_size,
)


def dynamic_stitch(
    indices: Sequence[Any], data: Sequence[Any], name: str | None = None
) -> Tensor:
    """Put slices of several tensors together, each at the place that is its number.

    Args:
        indices: Arrays of integers, one for each tensor.
        data: The tensors. Of slices with equal numbers the last one stays; a number
            that is missing leaves zeros.
        name: A name for the last node.

    Shape:   each (m...) and (m..., n...) -> (largest number + 1, n...)
    Dtype:   integers, any -> that of the data
    Raises:  ShapeError if the shapes do not fit; InvalidArgumentError if a number is
        negative when this runs
    Source:  TensorFlow's dynamic_stitch
    """
    from graph import ops  # which are made of this module, too
    from graph.ops.gradients.structural import rank_of_value, shape_of

    numbers, parts = (
        [as_tensor(x) for x in listed(indices, "indices")],
        alike(listed(data, "data")),
    )
    if not parts or len(numbers) != len(parts):
        raise ShapeError(
            f"dynamic_stitch: there are {len(numbers)} arrays of numbers for "
            f"{len(parts)} tensors.",
            hint="Give as many of the one as of the other, and at least one.",
        )
    rank = rank_of_value(numbers[0], "to see what a slice is")
    inner = shape_of(parts[0])[rank:]
    _check_fit(numbers, parts)
    sizes = [inner[i] for i in range(rank_of_value(parts[0], "for slices") - rank)]
    places = ops.concat([ops.reshape(x, [-1]) for x in numbers], 0)
    slices = ops.concat([ops.reshape(x, [-1, *sizes]) if sizes or x.ndim != 1 else x
                         for x in parts], 0)  # fmt: skip
    length = ops.reduce_max(ops.concat([places, -ops.ones([1], places.dtype)], 0)) + 1
    blank = ops.zeros([length, *sizes], slices.dtype)
    return ops.tensor_scatter_nd_update(
        blank, ops.expand_dims(places, -1), slices, name
    )


def _check_fit(numbers: Sequence[Tensor], parts: Sequence[Tensor]) -> None:
    for place, (number, part) in enumerate(zip(numbers, parts, strict=True)):
        rank = number.ndim or 0
        if part.ndim is None or number.ndim is None:
            continue
        if not shapes.is_compatible(part.shape[:rank], number.shape):
            raise ShapeError(
                f"dynamic_stitch: data[{place}] has the shape "
                f"{shapes.show(part.shape)}, which does not begin with that of "
                f"indices[{place}], {shapes.show(number.shape)}.",
                hint="Each number belongs to an element or slice.",
            )


__all__ = ["dynamic_partition", "dynamic_stitch"]
NAMESPACES = {"ag": __all__}
