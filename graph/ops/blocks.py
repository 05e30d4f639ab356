"""Blocks of grids put into batches and channels, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graph.dispatch import as_tensor
from graph.errors import InvalidArgumentError, ShapeError
from graph.ops.arguments import constant_value, static_axes, static_int
from graph.ops.arrangement import pad
from graph.ops.core import identity
from graph.ops.debugging import assert_that
from graph.ops.indexing import getitem
from graph.ops.logic import equal
from graph.ops.manipulation import reshape, transpose
from graph.ops.math import floor_divide, mod
from graph.ops.rearrangements import dims_of, integers_of
from graph.origin import capture_exact
from graph.tensor import Tensor


def space_to_batch_nd(
    input: Any, block_shape: Any, paddings: Any, name: str | None = None
) -> Tensor:
    """Put the elements at each place of blocks into batches of their own.

    Args:
        input: A batch of grids.
        block_shape: How long blocks are along each of the axes after the first.
        paddings: How many zeros to add before and after each of these first.
        name: A name for the last node.

    Shape:   (b, n_i..., ...) -> (b * blocks..., n_i / block_i..., ...)
    Dtype:   any -> the same
    Source:  TensorFlow's space_to_batch_nd
    """
    x = as_tensor(input)
    blocks = static_axes(block_shape, "block_shape") or ()
    rank, m = len(dims_of(x)), len(blocks)
    widths: Any = reshape(as_tensor(paddings), [m, 2])
    pairs = [[widths[i][0], widths[i][1]] for i in range(m)]
    around = [[0, 0], *pairs, *[[0, 0]] * (rank - m - 1)]
    x = pad(x, around) if m else x
    dims = dims_of(x)
    _check_divides(dims[1 : m + 1], blocks)
    parts: list[Any] = [dims[0]]
    for dim, block in zip(dims[1 : m + 1], blocks, strict=True):
        parts += [
            floor_divide(dim, block) if isinstance(dim, Tensor) else dim // block,
            block,
        ]
    x = reshape(x, [*parts, *dims[m + 1 :]])
    inner = [2 * i + 2 for i in range(m)]
    outer = [2 * i + 1 for i in range(m)]
    rest = range(2 * m + 1, rank + m)
    x = transpose(x, [*inner, 0, *outer, *rest])
    kept = [parts[i] for i in outer]
    return reshape(x, [-1, *kept, *dims[m + 1 :]], name)


def _check_divides(dims: Sequence[Any], blocks: Sequence[int]) -> None:
    for dim, block in zip(dims, blocks, strict=True):
        if isinstance(dim, int) and dim % block:
            raise ShapeError(
                f"blocks of {block} do not fill {dim} elements.",
                origin=capture_exact(2),
                hint="Add elements first, by paddings.",
            )
        if not isinstance(dim, int):
            is_whole = equal(mod(dim, block), 0)
            assert_that(
                is_whole, (), "blocks do not fill an axis", InvalidArgumentError
            )


space_to_batch = space_to_batch_nd


def batch_to_space(
    input: Any, block_shape: Any, crops: Any, name: str | None = None
) -> Tensor:
    """Put batches together as blocks of grids: what undoes `space_to_batch`.

    Args:
        input: Batches of grids, the elements at each place of blocks by themselves.
        block_shape: How long blocks are along each of the axes after the first.
        crops: How many elements to leave out before and after each of these then.
        name: A name for the last node.

    Shape:   (b * blocks..., n_i..., ...) -> (b, n_i * block_i..., ...)
    Dtype:   any -> the same
    Source:  TensorFlow's batch_to_space
    """
    x = as_tensor(input)
    blocks = static_axes(block_shape, "block_shape") or ()
    dims, m = dims_of(x), len(blocks)
    _check_divides(dims[:1], [int(np.prod(blocks))])
    x = reshape(x, [*blocks, -1, *dims[1:]])
    order = [m]
    for i in range(m):
        order += [m + 1 + i, i]
    x = transpose(x, [*order, *range(2 * m + 1, m + len(dims))])
    sides = [dim * block for dim, block in zip(dims[1 : m + 1], blocks, strict=True)]
    x = reshape(x, [-1, *sides, *dims[m + 1 :]])
    ends = [integers_of(pair, "crops") for pair in _pairs(crops, m)]
    key = [
        slice(low, side - high) for (low, high), side in zip(ends, sides, strict=True)
    ]
    return identity(getitem(x, (slice(None), *key)), name)


def _pairs(crops: Any, m: int) -> list[Any]:
    known = constant_value(crops)
    if known is not None and not isinstance(known, (list, tuple)):
        return [list(map(int, pair)) for pair in np.reshape(known, (m, 2))]
    return [crops[i] for i in range(m)]


def space_to_depth(
    input: Any, block_size: Any, data_format: str = "NHWC", name: str | None = None
) -> Tensor:
    """Put the elements of square blocks into channels.

    Args:
        input: Images.
        block_size: How long the sides of blocks are.
        data_format: `NHWC` or `NCHW`.
        name: A name for the last node.

    Shape:   (b, h, w, c) -> (b, h / s, w / s, s * s * c)
    Dtype:   any -> the same
    Source:  TensorFlow's nn.space_to_depth
    """
    x, s = _channels_last(input, data_format), static_int(block_size, "block_size")
    b, h, w, c = dims_of(x)
    _check_divides([h, w], [s, s])
    x = reshape(x, [b, h // s, s, w // s, s, c])
    x = transpose(x, [0, 1, 3, 2, 4, 5])
    return _as_given(reshape(x, [b, h // s, w // s, s * s * c]), data_format, name)


def depth_to_space(
    input: Any, block_size: Any, data_format: str = "NHWC", name: str | None = None
) -> Tensor:
    """Put channels together as square blocks: what undoes `space_to_depth`.

    Args:
        input: Images.
        block_size: How long the sides of blocks are.
        data_format: `NHWC` or `NCHW`.
        name: A name for the last node.

    Shape:   (b, h, w, c) -> (b, h * s, w * s, c / s / s)
    Dtype:   any -> the same
    Source:  TensorFlow's nn.depth_to_space
    """
    x, s = _channels_last(input, data_format), static_int(block_size, "block_size")
    b, h, w, c = dims_of(x)
    _check_divides([c], [s * s])
    x = reshape(x, [b, h, w, s, s, c // (s * s)])
    x = transpose(x, [0, 1, 3, 2, 4, 5])
    return _as_given(reshape(x, [b, h * s, w * s, c // (s * s)]), data_format, name)


def _channels_last(input: Any, data_format: str) -> Tensor:
    if data_format not in ("NHWC", "NCHW"):
        raise InvalidArgumentError(
            f"there is no data format {data_format!r} of images here.",
            origin=capture_exact(2),
            hint="There are NHWC and NCHW.",
        )
    x = as_tensor(input)
    return x if data_format == "NHWC" else transpose(x, [0, 2, 3, 1])


def _as_given(x: Tensor, data_format: str, name: str | None) -> Tensor:
    return identity(x if data_format == "NHWC" else transpose(x, [0, 3, 1, 2]), name)


__all__ = [
    "batch_to_space",
    "depth_to_space",
    "space_to_batch",
    "space_to_batch_nd",
    "space_to_depth",
]
NAMESPACES = {
    "ag": ["batch_to_space", "space_to_batch", "space_to_batch_nd"],
    "ag.nn": ["depth_to_space", "space_to_batch", "space_to_depth"],
}
