"""Gradients of Fourier transforms: the adjoint is the transform back.

Scaled are the forward transform, the inverse, or both by a root; the adjoint of one is
the other with the same factor, so that `forward` and `backward` change places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import ops
from graph.dispatch import apply
from graph.op import op_named
from graph.ops.gradients.structural import nothing, rank_of
from graph.shapes import normalize_axis
from graph.specs import spec_of
from graph.unbroadcast import like_dtype

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application

_SWAPPED = {"forward": "backward", "backward": "forward", "ortho": "ortho"}


def _length(x: Any, axis: int) -> tuple[tuple[Any, ...], int | None]:
    """Return the length of an axis as an input, or as an attribute if it is known."""
    shape = spec_of(x).shape
    known = shape[axis] if shape is not None else None
    return ((), known) if known is not None else ((ops.shape(x)[axis],), None)


def _fitted(dx: Any, x: Any, axis: int) -> Any:
    """Undo that `x` was cut off, or filled up with zeros."""
    given, n = _length(x, axis)
    attrs = {"n": n, "axis": axis}
    return like_dtype(apply(op_named("fit_axis"), (dx, *given), attrs), x)


def _n_points(at: Application, y: Any) -> tuple[tuple[Any, ...], int | None]:
    """Return how many points were transformed, when the result does not tell."""
    if len(at.inputs) > 1:
        return tuple(at.inputs[1:]), None
    if at.attrs["n"] is not None:
        return (), at.attrs["n"]
    return _length(y, at.attrs["axis"])


def fft(at: Application, dy: Any) -> Sequence[Any]:
    """Transform back; what was cut off gets zeros."""
    x, axis = at.inputs[0], at.attrs["axis"]

    def back() -> Any:
        inverse = op_named("ifft" if at.op.name == "fft" else "fft")
        attrs = {"n": None, "axis": axis, "norm": _SWAPPED[at.attrs["norm"]]}
        return _fitted(apply(inverse, (dy,), attrs), x, axis)

    return (back, *nothing(len(at.inputs) - 1))


def rfft(at: Application, dy: Any) -> Sequence[Any]:
    """Transform back frequencies of which the negative ones are zero."""
    x, axis = at.inputs[0], at.attrs["axis"]

    def back() -> Any:
        given, n = _n_points(at, x)
        attrs = {"n": n, "axis": axis, "norm": _SWAPPED[at.attrs["norm"]]}
        whole = apply(op_named("ifft"), (dy, *given), attrs)
        return _fitted(apply(op_named("real_part"), (whole,)), x, axis)

    return (back, *nothing(len(at.inputs) - 1))


def irfft(at: Application, dy: Any) -> Sequence[Any]:
    """Transform forth; frequencies that have a negative twin count twice."""
    x, axis = at.inputs[0], at.attrs["axis"]

    def back() -> Any:
        attrs = {"n": None, "axis": axis, "norm": _SWAPPED[at.attrs["norm"]]}
        forth = apply(op_named("rfft"), (dy,), attrs)
        given, n = _length(dy, axis)
        size: Any = given[0] if given else n
        place = ops.range(size // 2 + 1)
        is_alone = ops.logical_or(ops.equal(place, 0), ops.equal(place * 2, size))
        one = ops.ones([], spec_of(dy).dtype)
        counts = ops.where(is_alone, one, one + one)
        rank = rank_of(dy, at)
        after = rank - 1 - normalize_axis(axis, rank)
        counts = ops.reshape(counts, [-1, *[1] * after])
        return _fitted(forth * ops.cast(counts, spec_of(forth).dtype), x, axis)

    return (back, *nothing(len(at.inputs) - 1))


def fit_axis(at: Application, dy: Any) -> Sequence[Any]:
    """Do the same, to the length that was."""
    x = at.inputs[0]
    return (
        lambda: _fitted(dy, x, at.attrs["axis"]),
        *nothing(len(at.inputs) - 1),
    )
