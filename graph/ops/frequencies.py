"""The frequencies of Fourier transforms, and their order: `ag.signal`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.dispatch import as_tensor
from graph.errors import ShapeError
from graph.ops.arguments import (
    constant_value,
    normalize_axes,
    run_time_count,
    static_axes,
    static_int,
)
from graph.ops.arrangement import roll
from graph.ops.core import cast
from graph.ops.logic import greater
from graph.ops.manipulation import shape
from graph.ops.math import add, divide, floor_divide, multiply, subtract
from graph.ops.ranges import range as numbers
from graph.ops.selection import where
from graph.origin import capture_exact
from graph.tensor import Tensor


def fftfreq(n: Any, d: Any = 1.0, name: str | None = None) -> Tensor:
    """Return the frequencies of a transform, in the order in which it has them.

    Args:
        n: How many points; may be symbolic.
        d: The distance between two of them.
        name: A name for the node.

    Shape:   (), () -> (n,)
    Dtype:   float64
    Source:  array API, fft.fftfreq; numpy.fft.fftfreq
    """
    count = _count(n)
    places = numbers(count, dtype=dtypes.int64)
    from_middle = greater(places, floor_divide(subtract(count, 1), 2))
    return _frequencies(
        where(from_middle, subtract(places, count), places), count, d, name
    )


def rfftfreq(n: Any, d: Any = 1.0, name: str | None = None) -> Tensor:
    """Return the frequencies of a transform of real numbers, from 0 on.

    Args:
        n: How many points; may be symbolic.
        d: The distance between two of them.
        name: A name for the node.

    Shape:   (), () -> (n // 2 + 1,)
    Dtype:   float64
    Source:  array API, fft.rfftfreq; numpy.fft.rfftfreq
    """
    count = _count(n)
    places = numbers(add(floor_divide(count, 2), 1), dtype=dtypes.int64)
    return _frequencies(places, count, d, name)


def _count(n: Any) -> Tensor:
    """Return a number of points, which may be known only when a graph runs."""
    known = constant_value(n)
    count = run_time_count(n, "n") if known is None else static_int(known, "n")
    return as_tensor(count, dtypes.int64)


def _frequencies(places: Tensor, n: Tensor, d: Any, name: str | None) -> Tensor:
    distance = as_tensor(d, dtypes.float64)
    step = divide(np.float64(1), multiply(cast(n, dtypes.float64), distance))
    return multiply(cast(places, dtypes.float64), step, name=name)


def fftshift(x: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """Move the frequency 0 from the first place to the middle.

    Args:
        x: What a transform gives.
        axes: Which axes, by default all.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   any -> the same
    Source:  TensorFlow's signal.fftshift; array API, fft.fftshift; numpy.fft.fftshift
    """
    return _shifted(x, axes, name, is_inverse=False)


def ifftshift(x: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """Move the frequency 0 from the middle to the first place.

    Args:
        x: What `fftshift` gives.
        axes: Which axes, by default all.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   any -> the same
    Source:  TensorFlow's signal.ifftshift; array API, fft.ifftshift;
        numpy.fft.ifftshift
    """
    return _shifted(x, axes, name, is_inverse=True)


def _shifted(x: Any, axes: Any, name: str | None, *, is_inverse: bool) -> Tensor:
    held, chosen = as_tensor(x), static_axes(axes, "axes")
    if chosen is None:
        if held.ndim is None:
            raise ShapeError(
                f"fftshift of all axes of {held.spec}: how many there are is known "
                "only when the graph runs.",
                origin=capture_exact(3),
                hint="Give `axes`, or a shape in the input signature.",
            )
        chosen = tuple(i for i, _ in enumerate(held.shape))
    if not chosen:
        return held
    if held.ndim is not None:
        chosen = normalize_axes(chosen, len(held.shape))
    half = [_half(held, axis) for axis in chosen]
    return roll(held, [-n if is_inverse else n for n in half], list(chosen), name)


def _half(x: Tensor, axis: int) -> Any:
    if x.ndim is not None and x.shape[axis] is not None:
        return x.shape[axis] // 2
    return shape(x)[axis] // 2


__all__ = ["fftfreq", "fftshift", "ifftshift", "rfftfreq"]
NAMESPACES = {"ag.signal": __all__}
