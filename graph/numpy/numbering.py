"""Elements chosen by number or by condition."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.errors import DTypeError, ShapeError
from graph.numpy.arguments import arrays_of, dims_of, flatten, known_rank, with_axis
from graph.numpy.conversion import asarray, cast, check_kind, operand, result_type
from graph.numpy.registry import implements, unsupported
from graph.ops import joining, math, reduction, selection
from graph.ops.arguments import static_int
from graph.ops.clipping import clip_by_value
from graph.ops.core import identity
from graph.ops.creation import zeros_like
from graph.ops.debugging import assert_that
from graph.ops.layouts import picked_in_rows
from graph.ops.logic import logical_or
from graph.ops.manipulation import broadcast_to
from graph.origin import capture_exact
from graph.tensor import Tensor
from graph.value_operators import value_of


@implements(np.compress)
def compress(condition: Any, a: Any, axis: Any = None) -> Tensor:
    """Return the slices along an axis where a condition holds."""
    x = asarray(a)
    chosen = selection.nonzero(asarray(condition))[0]
    if axis is None:
        return selection.gather(flatten(x), chosen, axis=0)
    x = with_axis(x, axis)
    return selection.gather(x, chosen, axis=static_int(axis, "axis"))


@implements(np.extract)
def extract(condition: Any, arr: Any) -> Tensor:
    """Return the elements where a condition holds, as a vector."""
    return compress(flatten(asarray(condition)), flatten(asarray(arr)))


@implements(np.choose)
def choose(a: Any, choices: Any, mode: str = "raise") -> Tensor:
    """Return at each place the element of the choice that is numbered there.

    Raises:
        DTypeError: The numbers are no integers.
        ValueError: There is no choice of such a number when this runs, and the mode
            is `raise`; `wrap` and `clip` bring numbers into range.
    """
    numbers = asarray(a)
    if numbers.dtype.numpy.kind not in "biu":
        raise DTypeError(
            f"choose: the numbers of the choices are {numbers.dtype}.",
            origin=capture_exact(),
            hint="They must be integers.",
        )
    numbers = cast(numbers, dtypes.int64)
    parts = arrays_of(choices)
    given = value_of(choices)
    is_listed = not isinstance(given, Tensor)
    common = result_type(*(map(operand, given) if is_listed else parts))
    shape = shapes_together(numbers, *parts)
    rows = joining.stack([broadcast_to(cast(part, common), shape) for part in parts])
    numbers = broadcast_to(numbers, shape)
    if mode == "raise":
        is_there = (numbers >= 0) & (numbers < len(parts))
        message = "invalid entry in choice array"
        assert_that(reduction.reduce_all(is_there), (), message, ValueError)
    elif mode == "wrap":
        numbers = math.mod(numbers, len(parts))
    elif mode == "clip":
        numbers = clip_by_value(numbers, 0, len(parts) - 1)
    picked = selection.take_along_axis(rows, numbers[None], 0)
    return picked_in_rows(picked[0], 1)


def shapes_together(*values: Tensor) -> Any:
    """Return the shape that values broadcast to, as one that the run may tell."""
    total = values[0]
    ones = [zeros_like(x, dtype=dtypes.bool) for x in values]
    total = ones[0]
    for one in ones[1:]:
        total = logical_or(total, one)
    return dims_of(total)


@implements(np.ravel_multi_index)
def ravel_multi_index(
    multi_index: Any, dims: Any, mode: Any = "raise", order: str = "C"
) -> Tensor:
    """Return the places in the order of elements of places given axis by axis.

    Raises:
        ValueError: A place lies outside of the shape, and the mode is `raise`; `wrap`
            and `clip` bring it inside.
    """
    lengths = _lengths(dims)
    places = arrays_of(multi_index)
    for x in places:
        check_kind("ravel_multi_index", x, "biu")
    places = [cast(x, dtypes.int64) for x in places]
    modes = (mode,) * len(lengths) if isinstance(mode, str) else tuple(mode)
    inside = [
        _inside(x, n, how) for x, n, how in zip(places, lengths, modes, strict=True)
    ]
    strides = _strides(lengths, order)
    found = inside[0] * strides[0]
    for x, stride in zip(inside[1:], strides[1:], strict=True):
        found = found + x * stride
    return found


@implements(np.unravel_index)
def unravel_index(indices: Any, shape: Any, order: str = "C") -> tuple[Tensor, ...]:
    """Return, axis by axis, the places of elements that are counted in their order.

    Raises:
        ValueError: There is no such element.
    """
    lengths = _lengths(shape)
    count = int(np.prod(lengths, dtype=np.int64))
    given = asarray(indices)
    check_kind("unravel_index", given, "biu")
    places = _inside(cast(given, dtypes.int64), count, "raise")
    if not lengths:
        return ()
    return tuple(
        places // stride % n
        for stride, n in zip(_strides(lengths, order), lengths, strict=True)
    )


def _lengths(dims: Any) -> tuple[int, ...]:
    given = (dims,) if np.ndim(dims) == 0 else tuple(dims)
    return tuple(static_int(n, "a dimension") for n in given)


def _strides(lengths: tuple[int, ...], order: str) -> list[int]:
    """Return by how many elements the places along each axis lie apart."""
    if order not in ("C", "F"):
        raise unsupported("numpy.unravel_index", "order")
    dims = lengths[::-1] if order == "C" else lengths
    found = [int(n) for n in np.cumprod([1, *dims[:-1]], dtype=np.int64)]
    return found[::-1] if order == "C" else found


def _inside(places: Tensor, n: int, mode: str) -> Tensor:
    if mode == "wrap":
        return math.mod(places, n)
    if mode == "clip":
        return clip_by_value(places, 0, n - 1)
    assert_that(
        reduction.reduce_all((places >= 0) & (places < n)),
        template="an index is out of bounds for the shape",
        exception=ValueError,
    )
    return identity(places)


@implements(np.ix_)
def ix_(*args: Any) -> tuple[Tensor, ...]:
    """Return vectors of places along axes of their own, for an open mesh."""
    found = []
    for place, given in enumerate(args):
        x = asarray(given)
        if known_rank(x, "ix_") != 1:
            raise ShapeError(
                f"ix_: {x.spec} is not a vector.",
                origin=capture_exact(),
                hint="Give one vector for each axis.",
            )
        if x.dtype.is_bool:
            x = selection.nonzero(x)[0]
        key = [None] * len(args)
        found.append(
            x[tuple(slice(None) if i == place else k for i, k in enumerate(key))]
        )
    return tuple(found)


__all__ = [
    "choose",
    "compress",
    "extract",
    "ix_",
    "ravel_multi_index",
    "unravel_index",
]
