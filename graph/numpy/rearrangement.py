"""Axes in another order, elements as a vector, arrays put together and taken apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from graph.errors import ShapeError, UnsupportedArgumentError
from graph.graph import current_graph
from graph.numpy.arguments import arrays_of, axes_of, flatten, known_rank
from graph.numpy.conversion import asarray, cast, numpy_dtype, result_type
from graph.numpy.registry import as_arrays, implements, is_symbolic
from graph.ops import arrangement, joining, manipulation
from graph.ops.arguments import constant_value, static_axes, static_int
from graph.ops.core import identity
from graph.origin import capture_exact
from graph.recording import ACTIVE
from graph.tensor import SymbolicTensor, Tensor


@implements(np.ravel)
def ravel(a: Any, order: str = "C") -> Tensor:
    """Return the elements as a vector, the last axis first to vary (`F`: the first)."""
    x = asarray(a)
    if order == "F":
        x = x if x.ndim == 1 else manipulation.transpose(x)
    elif order != "C":
        raise UnsupportedArgumentError(
            f"order={order!r} follows the layout of memory, which a tensor does not "
            "show.",
            origin=capture_exact(),
            hint="Write order='C' or order='F'.",
        )
    return x if x.ndim == 1 and type(x) is SymbolicTensor else flatten(x)


@implements(np.swapaxes)
def swapaxes(a: Any, axis1: int, axis2: int) -> Tensor:
    """Swap two axes."""
    x = asarray(a)
    order = list(range(known_rank(x, "swapaxes")))
    one, other = axes_of((axis1, axis2), len(order))
    order[one], order[other] = order[other], order[one]
    return manipulation.transpose(x, order)


@implements(np.rollaxis)
def rollaxis(a: Any, axis: int, start: int = 0) -> Tensor:
    """Move an axis back, until it lies before the axis `start`."""
    x = asarray(a)
    ndim = known_rank(x, "rollaxis")
    (place,) = axes_of(axis, ndim)
    start = static_int(start, "start")
    goal = start + ndim if start < 0 else start
    if not 0 <= goal <= ndim:
        raise ShapeError(
            f"rollaxis: there is no place {start} among {ndim} axes.",
            origin=capture_exact(),
            hint=f"It lies between {-ndim} and {ndim}.",
        )
    order = [one for one in range(ndim) if one != place]
    order.insert(goal - 1 if place < goal else goal, place)
    return manipulation.transpose(x, order)


def _with_rank(name: str, x: Any, ndim: int, front: int, back: int) -> Tensor:
    """Return an array of fewer axes with new ones in front and behind."""
    value = asarray(x)
    if known_rank(value, name) >= ndim:
        return value
    return value[(*[None] * front, ..., *[None] * back)]


@implements(np.atleast_1d)
def atleast_1d(*arys: Any) -> Any:
    """Return arrays as vectors where they have no axes."""
    if is_at_hand(arys):
        return np.atleast_1d(*as_arrays(arys, np.atleast_1d))
    return _each([_one(x) for x in arys])


@implements(np.atleast_2d)
def atleast_2d(*arys: Any) -> Any:
    """Return arrays with new axes in front, until there are two."""
    if is_at_hand(arys):
        return np.atleast_2d(*as_arrays(arys, np.atleast_2d))
    return _each([_two(x) for x in arys])


@implements(np.atleast_3d)
def atleast_3d(*arys: Any) -> Any:
    """Return arrays with new axes around, until there are three."""
    if is_at_hand(arys):
        return np.atleast_3d(*as_arrays(arys, np.atleast_3d))
    return _each([_three(x) for x in arys])


def is_at_hand(values: Any) -> bool:
    """Can arrays be made of the values now, without anything that listens missing it?

    Libraries make arrays by `np.atleast_1d` as by `np.asarray`, and hand them to code
    that takes nothing else: eager tensors become arrays there.
    """
    return not (is_symbolic(values) or ACTIVE or current_graph() is not None)


# Of eager tensors these make arrays.
MAKE_ARRAYS: Final = (np.atleast_1d, np.atleast_2d, np.atleast_3d)


def _one(x: Any) -> Tensor:
    return _with_rank("atleast_1d", x, 1, 1, 0)


def _two(x: Any) -> Tensor:
    return _with_rank("atleast_2d", _one(x), 2, 1, 0)


def _three(x: Any) -> Tensor:
    value = asarray(x)
    ndim = known_rank(value, "atleast_3d")
    front, back = {0: (1, 2), 1: (1, 1), 2: (0, 1)}.get(ndim, (0, 0))
    return _with_rank("atleast_3d", value, 3, front, back)


def _each(made: list[Tensor]) -> Any:
    return made[0] if len(made) == 1 else tuple(made)


def _joined(parts: list[Tensor], axis: int, dtype: Any = None) -> Tensor:
    common = result_type(*parts) if dtype is None else numpy_dtype(dtype)
    return joining.concat([cast(part, common) for part in parts], axis)


@implements(np.vstack)
def vstack(tup: Any, *, dtype: Any = None) -> Tensor:
    """Put arrays below each other; vectors are rows."""
    return _joined([_two(x) for x in arrays_of(tup)], 0, dtype)


@implements(np.hstack)
def hstack(tup: Any, *, dtype: Any = None) -> Tensor:
    """Put arrays beside each other; vectors behind each other."""
    parts = [_one(x) for x in arrays_of(tup)]
    return _joined(parts, 0 if parts and parts[0].ndim == 1 else 1, dtype)


@implements(np.dstack)
def dstack(tup: Any) -> Tensor:
    """Put arrays behind each other, along the third axis."""
    return _joined([_three(x) for x in arrays_of(tup)], 2)


@implements(np.column_stack)
def column_stack(tup: Any) -> Tensor:
    """Put vectors, as columns, and matrices beside each other."""
    parts = []
    for x in arrays_of(tup):
        narrow = known_rank(x, "column_stack") < 2
        parts.append(manipulation.reshape(x, [-1, 1]) if narrow else x)
    return _joined(parts, 1)


@implements(np.fliplr)
def fliplr(m: Any) -> Tensor:
    """Reverse the second axis."""
    return arrangement.reverse(asarray(m), 1)


@implements(np.flipud)
def flipud(m: Any) -> Tensor:
    """Reverse the first axis."""
    return arrangement.reverse(asarray(m), 0)


@implements(np.rot90)
def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> Tensor:
    """Turn by right angles, `k` times, in the plane of two axes."""
    x = asarray(m)
    one, other = axes_of(static_axes(axes, "axes"), known_rank(x, "rot90"))
    if one == other:
        raise ShapeError(
            f"rot90: the axes {axes} are one axis.",
            origin=capture_exact(),
            hint="Name two axes.",
        )
    turns = static_int(k, "k") % 4
    if turns == 0:
        return x
    if turns == 2:
        return arrangement.reverse(x, (one, other))
    if turns == 1:
        return swapaxes(arrangement.reverse(x, other), one, other)
    return arrangement.reverse(swapaxes(x, one, other), other)


@implements(np.array_split)
def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Tensor]:
    """Take an array apart: into so many parts of nearly one length, or at places.

    Raises:
        ShapeError: The number of parts is asked for where the length is not known.
    """
    x = asarray(ary)
    known = constant_value(indices_or_sections)
    (place,) = axes_of(axis, known_rank(x, "array_split"))
    if np.ndim(known):
        return _split_at(x, [int(i) for i in np.asarray(known)], place)
    n_parts = static_int(indices_or_sections, "indices_or_sections")
    length = (x.shape or ())[place]
    if n_parts <= 0:
        raise ShapeError(
            f"array_split: an array cannot be taken apart into {n_parts} parts.",
            origin=capture_exact(),
            hint="Give the number of parts, 1 or more, or a list of places.",
        )
    if length is None:
        raise ShapeError(
            f"array_split: how long {x} is along axis {place} is known only when the "
            "graph runs, and the parts differ in length.",
            origin=capture_exact(),
            hint="Give the places, as a list, or an input signature with the length.",
        )
    short, n_long = divmod(length, n_parts)
    sizes = [short + 1] * n_long + [short] * (n_parts - n_long)
    return _split_at(x, [int(i) for i in np.cumsum(sizes)[:-1]], place)


def _split_at(x: Tensor, places: list[int], axis: int) -> list[Tensor]:
    bounds = [None, *places]
    ahead = (slice(None),) * axis
    return [
        x[(*ahead, slice(start, stop))]
        for start, stop in zip(bounds, [*places, None], strict=True)
    ]


@implements(np.split)
def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Tensor]:
    """Take an array apart: into so many parts of one length, or at places.

    Raises:
        ShapeError: The parts would differ in length.
    """
    known = constant_value(indices_or_sections)
    x = asarray(ary)
    if np.ndim(known):
        return array_split(x, known, axis)
    n_parts = static_int(indices_or_sections, "indices_or_sections")
    return list(joining.split(x, n_parts, static_int(axis, "axis")))


@implements(np.vsplit)
def vsplit(ary: Any, indices_or_sections: Any) -> list[Tensor]:
    """Take an array apart along its first axis."""
    return split(ary, indices_or_sections, 0)


@implements(np.hsplit)
def hsplit(ary: Any, indices_or_sections: Any) -> list[Tensor]:
    """Take an array apart along its second axis, a vector along its only one."""
    x = asarray(ary)
    return split(x, indices_or_sections, 1 if known_rank(x, "hsplit") > 1 else 0)


@implements(np.dsplit)
def dsplit(ary: Any, indices_or_sections: Any) -> list[Tensor]:
    """Take an array apart along its third axis."""
    return split(ary, indices_or_sections, 2)


@implements(np.append)
def append(arr: Any, values: Any, axis: Any = None) -> Tensor:
    """Put values behind an array: along an axis, or behind all of its elements."""
    parts = [asarray(arr), asarray(values)]
    if axis is None:
        return _joined([flatten(part) for part in parts], 0)
    return _joined(parts, static_int(axis, "axis"))


@implements(np.block)
def block(arrays: Any) -> Tensor:
    """Put together an array of blocks, which are given as nested lists."""
    depth = _depth(arrays)
    leaves = list(_leaves(arrays))
    ndim = max([depth, *(known_rank(leaf, "block") for leaf in leaves)])
    common = result_type(*leaves)
    return identity(_assembled(arrays, depth, ndim, common))


def _depth(arrays: Any) -> int:
    if not isinstance(arrays, list):
        return 0
    depths = {_depth(part) for part in arrays}
    if len(depths) != 1:
        raise ShapeError(
            "block: lists are nested to different depths, or empty.",
            origin=capture_exact(2),
            hint="Each block lies equally deep.",
        )
    return depths.pop() + 1


def _leaves(arrays: Any) -> Iterator[Tensor]:
    if isinstance(arrays, list):
        for part in arrays:
            yield from _leaves(part)
    else:
        yield asarray(arrays)


def _assembled(arrays: Any, depth: int, ndim: int, dtype: Any) -> Tensor:
    if depth == 0:
        x = cast(asarray(arrays), dtype)
        return x[(None,) * (ndim - (x.ndim or 0))] if x.ndim != ndim else x
    parts = [_assembled(part, depth - 1, ndim, dtype) for part in arrays]
    return joining.concat(parts, -depth)


__all__ = [
    "append",
    "array_split",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "block",
    "column_stack",
    "dsplit",
    "dstack",
    "fliplr",
    "flipud",
    "hsplit",
    "hstack",
    "ravel",
    "rollaxis",
    "rot90",
    "split",
    "swapaxes",
    "vsplit",
    "vstack",
]
