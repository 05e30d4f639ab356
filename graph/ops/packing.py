"""Bits in bytes, roots of polynomials, numbers of bins: what NumPy has ready."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import ZERO, Application, always, define
from graph.ops.arguments import array_of, total_size
from graph.ops.core import cast
from graph.ops.creation import ones_like
from graph.ops.functions import conj
from graph.ops.joining import concat
from graph.ops.manipulation import broadcast_to, reshape, shape
from graph.ops.math import divide, multiply, negative
from graph.ops.matrix_operands import complex_of, inexact
from graph.ops.ranges import range as numbers
from graph.ops.reduction import reduce_sum
from graph.ops.scan import cumprod
from graph.shapes import Dim, Shape
from graph.specs import TensorSpec, spec_of
from graph.unbroadcast import like_dtype

# -- Bits ------------------------------------------------------------------------------


def _packed(given: Shape, axis: int | None) -> tuple[list[Dim] | None, int]:
    """Return a shape and the axis of it that is packed; that of a vector for None."""
    if axis is None:
        return [shapes.size_of(given)], 0
    if given is None:
        return None, axis
    return list(given), shapes.normalize_axis(axis, len(given))


def _infer_packbits(a: TensorSpec, *, axis: int | None, bitorder: str) -> TensorSpec:
    if dtypes.strengthen(a.dtype).numpy.kind not in "biu":
        raise DTypeError(
            f"there are no bits to pack in {a.dtype}.",
            hint="Give truth values, such as x > 0, or integers.",
        )
    dims, place = _packed(a.shape, axis)
    if dims is None:
        return TensorSpec(None, dtypes.uint8)
    length = dims[place]
    dims[place] = None if length is None else -(-length // 8)
    return TensorSpec(tuple(dims), dtypes.uint8)


define(
    "packbits",
    inputs=("a",),
    attrs={"axis": None, "bitorder": "big"},
    infer=_infer_packbits,
    kernel=lambda a, *, axis, bitorder: np.packbits(array_of(a), axis, bitorder),
    gradient=ZERO,
    is_public=False,
    doc="Put eight truth values into a byte; see `numpy.packbits`.",
    work=total_size,
)


def _infer_unpackbits(
    a: TensorSpec, *, axis: int | None, count: int | None, bitorder: str
) -> TensorSpec:
    if a.dtype is not dtypes.uint8:
        raise DTypeError(
            f"the bytes have the dtype {a.dtype}.",
            hint="They are uint8, as np.packbits gives them.",
        )
    dims, place = _packed(a.shape, axis)
    if dims is None:
        return TensorSpec(None, dtypes.uint8)
    length = dims[place]
    if count is not None and count >= 0:
        dims[place] = count
    elif length is not None:
        dims[place] = length * 8 + (count or 0)
        if length * 8 + (count or 0) < 0:
            raise ShapeError(
                f"there are {length * 8} bits, and {-(count or 0)} are left out.",
                hint="Give the count of those that are wanted.",
            )
    return TensorSpec(tuple(dims), dtypes.uint8)


define(
    "unpackbits",
    inputs=("a",),
    attrs={"axis": None, "count": None, "bitorder": "big"},
    infer=_infer_unpackbits,
    kernel=lambda a, *, axis, count, bitorder: np.unpackbits(
        array_of(a), axis, count, bitorder
    ),
    gradient=ZERO,
    is_public=False,
    doc="Take the bits of bytes apart; see `numpy.unpackbits`.",
    work=total_size,
    can_fail=lambda a, *, count, **_: bool(count and count < 0),
)

# -- Roots -----------------------------------------------------------------------------


def _infer_roots(p: TensorSpec) -> TensorSpec:
    if p.rank not in (None, 1):
        raise ShapeError(
            "the coefficients are no vector.", hint="Give them as one, highest first."
        )
    return TensorSpec((None,), complex_of(inexact("roots", p)))


def _roots(p: Any) -> Any:
    found = np.roots(p)
    kind = np.result_type(p.dtype if p.dtype.kind in "fc" else float, np.complex64)
    return found.astype(kind, copy=False)


def _roots_gradient(at: Application, dy: Any) -> Sequence[Any]:
    """Differentiate p(z) = 0: each coefficient moves z by -z**k / p'(z)."""
    p, z = at.inputs[0], at.outputs[0]

    def back() -> Any:
        values = cast(p, spec_of(z).dtype)
        count = shape(p, dtypes.int64)[0]
        column = reshape(z, [-1, 1])
        steps = broadcast_to(column, [shape(z, dtypes.int64)[0], count - 1])
        rising = cumprod(concat([ones_like(column), steps], 1), 1)
        degrees = cast(numbers(count - 1, -1, -1, dtype=dtypes.int64), values.dtype)
        powers = rising[:, ::-1]
        slope = reduce_sum(
            multiply(multiply(values, degrees)[:-1], powers[:, 1:]), 1, True
        )
        moved = negative(divide(powers, slope))
        return like_dtype(reduce_sum(multiply(reshape(dy, [-1, 1]), conj(moved)), 0), p)

    return (back,)


define(
    "roots",
    inputs=("p",),
    infer=_infer_roots,
    kernel=lambda p: _roots(array_of(p)),
    gradient=_roots_gradient,
    is_public=False,
    doc="Find where a polynomial is 0, as complex numbers; see `numpy.roots`.",
    work=lambda p, **_: 100 * total_size(p) ** 3,
    can_fail=always,
)

# -- Bins ------------------------------------------------------------------------------


def _infer_bin_count(
    a: TensorSpec, *, bins: str, range: tuple[float, float] | None
) -> TensorSpec:
    if dtypes.strengthen(a.dtype).numpy.kind not in "biuf":
        raise DTypeError(
            f"there are no bins of {a.dtype}.", hint="Convert with ag.cast first."
        )
    if bins not in _RULES:
        raise InvalidArgumentError(
            f"there is no rule {bins!r} for the number of bins.",
            hint=f"There are {', '.join(_RULES)}.",
        )
    return TensorSpec((), dtypes.int64)


_RULES = ("auto", "doane", "fd", "rice", "scott", "sqrt", "stone", "sturges")


def _bin_count(a: Any, *, bins: str, range: tuple[float, float] | None) -> Any:
    return np.int64(np.histogram_bin_edges(array_of(a), bins, range).size - 1)


define(
    "bin_count",
    inputs=("a",),
    attrs={"bins": "auto", "range": None},
    infer=_infer_bin_count,
    kernel=_bin_count,
    gradient=ZERO,
    is_public=False,
    doc="Tell how many bins a rule makes of values; see `numpy.histogram_bin_edges`.",
    work=lambda a, **_: 10 * total_size(a),
    can_fail=always,
)

__all__: list[str] = []
