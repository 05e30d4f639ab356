"""Casts that keep within bounds, those that keep the bits, and what cannot be cast."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.convert import constant_array
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, ShapeError
from graph.fits import filled
from graph.op import NO_GRADIENT, RAISES, REQUIRED, ZERO, always, define
from graph.ops.arguments import array_of, result
from graph.ops.core import anew, cast
from graph.ops.math import maximum, minimum
from graph.origin import capture_exact
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _infer_bitcast(input: TensorSpec, *, type: DType) -> TensorSpec:
    given = dtypes.strengthen(input.dtype)
    if dtypes.string in (given, type):
        raise DTypeError("text has no bits of numbers.", hint="Convert with ag.cast.")
    return TensorSpec(_bitcast_shape(input.shape, given.size, type.size), type)


def _bitcast_shape(shape: Shape, given: int, wanted: int) -> Shape:
    if shape is None or given == wanted:
        return shape
    if given > wanted:
        return (*shape, given // wanted)
    ratio = wanted // given
    if not shape or shape[-1] not in (ratio, None):
        raise ShapeError(
            f"{ratio} elements make one of the wanted dtype, which needs a last axis "
            "of that length.",
            hint=f"Reshape it first to (..., {ratio}).",
        )
    return shape[:-1]


def _bitcast(input: Any, *, type: DType) -> Any:
    array = array_of(input)
    if array.dtype == object:
        raise TypeError(array.dtype)
    given, wanted = array.dtype.itemsize, type.numpy.itemsize
    shape = _bitcast_shape(array.shape, given, wanted)
    flat = np.ascontiguousarray(array).reshape(-1)
    if type is dtypes.bool:  # of which other bytes than 0 and 1 would be none
        return (flat.view(np.uint8) != 0).reshape(shape)
    return flat.view(type.numpy).reshape(shape)


_BITCAST = define(
    "bitcast",
    inputs=("input",),
    attrs={"type": REQUIRED},
    infer=_infer_bitcast,
    kernel=_bitcast,
    may_alias=True,
    gradient=NO_GRADIENT("bits are no numbers that change smoothly"),
    doc="The same bits, read as another dtype.",
)


def bitcast(input: Any, type: Any, name: str | None = None) -> Tensor:
    """Return the same bits, read as another dtype.

    Args:
        input: A tensor of numbers.
        type: The dtype to read.
        name: A name for the node.

    Shape:   (...) -> the same; (..., size ratio) of wider elements, and from there back
    Dtype:   numbers -> `type`; for bool, what is not 0 is true
    Raises:  ShapeError if wider elements cannot be made; DTypeError for text
    Source:  TensorFlow's bitcast; numpy.ndarray.view
    """
    return result(_BITCAST, (as_tensor(input),), {"type": dtypes.as_dtype(type)}, name)


def _check_fits(*values: Any, skeleton: Any, kinds: str, dtype: DType) -> None:
    held = [_as_held(each, kind) for each, kind in zip(values, kinds, strict=True)]
    constant_array(filled(skeleton, held), dtype)


def _as_held(value: Any, kind: str) -> Any:
    if kind == "-":
        return value.item() if isinstance(value, (np.ndarray, np.generic)) else value
    array = array_of(value)
    return array[()] if kind == "s" else array


_CHECK_FITS = define(
    "check_fits",
    is_public=False,
    inputs=("values",),
    attrs={"skeleton": REQUIRED, "kinds": REQUIRED, "dtype": REQUIRED},
    infer=lambda *_, **__: (),
    kernel=_check_fits,
    effects=RAISES,
    gradient=ZERO,
    can_fail=always,
    doc="Raise what a tensor of this dtype raises that is made of these numbers.",
)


def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Tensor:
    """Convert numbers; those beyond the range of the dtype become its bounds.

    Shape:   any -> the same
    Dtype:   real numbers -> `dtype`, of real numbers
    Raises:  DTypeError for complex numbers and text
    Source:  TensorFlow's saturate_cast
    """
    x, wanted = as_tensor(value), dtypes.as_dtype(dtype)
    for each in (x.dtype, wanted):
        if each.numpy.kind not in "biuf":
            raise DTypeError(
                f"saturate_cast: {each} has no bounds.",
                origin=capture_exact(1),
                hint="It takes real numbers, and makes such. Convert with ag.cast.",
            )
    if x.dtype is wanted or wanted.is_bool or x.dtype.is_bool:
        return anew(cast(x, wanted, name), value)  # type: ignore[no-any-return]
    low, high = _bounds(x.dtype, wanted)
    return cast(minimum(maximum(x, low), high), wanted, name)


def _bounds(given: DType, wanted: DType) -> tuple[Any, Any]:
    """Return the least and the largest of a dtype that another one can hold."""
    kind = given.numpy.type
    if wanted.is_floating:
        info: Any = np.finfo(wanted.numpy)
        own: Any = np.finfo(given.numpy) if given.is_floating else np.iinfo(given.numpy)
        return kind(max(info.min, own.min)), kind(min(info.max, own.max))
    whole = np.iinfo(wanted.numpy)
    if given.is_floating:
        own = np.finfo(given.numpy)
        ends = [
            kind(max(float(whole.min), float(own.min))),
            kind(min(float(whole.max), float(own.max))),
        ]
        # A bound that is no such float is rounded away from 0, too far.
        return tuple(
            end if whole.min <= int(end) <= whole.max else np.nextafter(end, kind(0))
            for end in ends
        )
    held = np.iinfo(given.numpy)
    return kind(max(whole.min, held.min)), kind(min(whole.max, held.max))


__all__ = ["bitcast", "saturate_cast"]
NAMESPACES = {"ag": __all__}
