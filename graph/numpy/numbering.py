"""Elements chosen by number or by condition."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.errors import DTypeError
from graph.numpy.arguments import arrays_of, dims_of, flatten
from graph.numpy.conversion import asarray, cast, result_type
from graph.numpy.registry import implements
from graph.ops import joining, math, selection
from graph.ops.arguments import static_int
from graph.ops.creation import zeros_like
from graph.ops.logic import logical_or
from graph.ops.manipulation import broadcast_to
from graph.origin import capture_exact
from graph.tensor import Tensor


@implements(np.compress)
def compress(condition: Any, a: Any, axis: Any = None) -> Tensor:
    """Return the slices along an axis where a condition holds."""
    x = asarray(a)
    chosen = selection.nonzero(asarray(condition))[0]
    if axis is None:
        return selection.gather(flatten(x), chosen, axis=0)
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
        InvalidArgumentError: There is no choice of such a number, and the mode is
            `raise`; `wrap` and `clip` bring numbers into range.
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
    common = result_type(*parts)
    shape = shapes_together(numbers, *parts)
    rows = joining.stack([broadcast_to(cast(part, common), shape) for part in parts])
    numbers = broadcast_to(numbers, shape)
    if mode == "wrap":
        numbers = math.mod(numbers, len(parts))
    elif mode == "clip":
        numbers = math.clip_by_value(numbers, 0, len(parts) - 1)
    picked = selection.take_along_axis(rows, numbers[None], 0)
    return picked[0]


def shapes_together(*values: Tensor) -> Any:
    """Return the shape that values broadcast to, as one that the run may tell."""
    total = values[0]
    ones = [zeros_like(x, dtype=dtypes.bool) for x in values]
    total = ones[0]
    for one in ones[1:]:
        total = logical_or(total, one)
    return dims_of(total)


__all__ = ["choose", "compress", "extract"]
