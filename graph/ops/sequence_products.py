"""Products of sequences: the convolution of two vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graph import dtypes
from graph.errors import DTypeError, ShapeError
from graph.op import Application, always, define
from graph.ops.arguments import promote, result, total_size
from graph.ops.arrangement import reverse
from graph.ops.manipulation import shape
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor
from graph.unbroadcast import conjugated, like_dtype


def _length(given: Shape, name: str) -> int | None:
    if given is None:
        return None
    if len(given) != 1:
        raise ShapeError(
            f"{name} has {len(given)} axes.", hint="The convolved are vectors."
        )
    if given[0] == 0:
        raise ShapeError(f"{name} has no elements.", hint="Give one at least.")
    return given[0]


def _infer(a: TensorSpec, v: TensorSpec) -> TensorSpec:
    dtype = promote(dtypes.strengthen(a.dtype), dtypes.strengthen(v.dtype))
    if dtype.numpy.kind not in "biufc":
        raise DTypeError(
            f"there is no convolution of {dtype}.", hint="Convert with ag.cast first."
        )
    n, m = _length(a.shape, "a"), _length(v.shape, "v")
    return TensorSpec((None if n is None or m is None else n + m - 1,), dtype)


def _gradient(at: Application, dy: Any) -> Sequence[Any]:
    a, v = at.inputs

    def part(x: Any, other: Any) -> Any:
        whole = convolve_whole(dy, reverse(conjugated(other), 0))
        start = shape(other, dtypes.int64)[0] - 1
        return like_dtype(whole[start : start + shape(x, dtypes.int64)[0]], x)

    return (lambda: part(a, v), lambda: part(v, a))


def convolve_whole(a: Any, v: Any, name: str | None = None) -> Tensor:
    """Return the convolution of two vectors at every place where they overlap.

    Shape:   (n,), (m,) -> (n + m - 1,)
    Dtype:   bool, numbers, promoted together
    Raises:  ShapeError if one is no vector, or has no elements
    Source:  numpy.convolve in the mode `full`
    """
    return result(_CONVOLVE, (a, v), {}, name)


_CONVOLVE = define(
    "convolve_whole",
    inputs=("a", "v"),
    infer=_infer,
    kernel=lambda a, v: np.convolve(_vector(a), _vector(v)),
    doc=convolve_whole.__doc__,
    is_public=False,
    can_fail=always,
    gradient=_gradient,
    work=lambda a, v: total_size(a) * total_size(v),
)


def _vector(x: Any) -> Any:
    if np.ndim(x) != 1:
        raise ValueError("no vector")
    return x


__all__: list[str] = []
