"""Ops that gradients are made of, and `stop_gradient`.

sum_to       the sum over what was broadcast            <->   spread
getitem_add  what `x[key]` leaves of x, put back        <->   getitem
gather_add   what gather and take_along_axis leave      <->   gather, take_along_axis
recurrence   r[i] = b[i] + a[i] * r[i - 1], along an axis

Shapes are attributes where they are known; else a last input of that shape is given.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.op import REQUIRED, ZERO, Inline, always, define
from graph.ops.arguments import array_of, normalize_axes, result, total_size
from graph.ops.gradients import structural as rules
from graph.ops.indexing import fill_key
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor
from graph.unbroadcast import like_dtype


def stop_gradient(input: Any, name: str | None = None) -> Tensor:
    """Return the same value, as a constant as far as gradients are concerned.

    Shape:   any -> the same
    Dtype:   any -> the same
    Source:  TensorFlow's stop_gradient
    """
    return result(_STOP_GRADIENT, (as_tensor(input),), {}, name)


_STOP_GRADIENT = define(
    "stop_gradient",
    inputs=("input",),
    infer=lambda x: x,
    kernel=lambda x: x,
    may_alias=True,
    gradient=ZERO,
    doc=stop_gradient.__doc__,
)


define(
    "linked",
    is_public=False,
    inputs=("value", "source"),
    infer=lambda value, source: value,
    kernel=lambda value, source: value,
    inline=lambda operands, out, **_: Inline(operands[0].code, operands[0].form),
    may_alias=True,
    gradient=lambda at, dy: (None, lambda: like_dtype(dy, at.inputs[1])),
    doc="A value that was read; its gradient flows to what it was read from.",
)


def _wanted(like: tuple[Any, ...], shape: Shape) -> tuple[int, ...]:
    """Return, in a kernel, the shape that is meant."""
    return np.shape(like[0]) if like else tuple(shape or ())  # type: ignore[arg-type]


def _known(like: tuple[TensorSpec, ...], shape: Shape) -> Shape:
    return like[0].shape if like else shape


def _sum_to(x: Any, *like: Any, shape: Shape) -> Any:
    array, wanted = array_of(x), _wanted(like, shape)
    if array.shape == wanted:
        return array
    n_new = array.ndim - len(wanted)
    total = array.sum(axis=tuple(range(n_new)), dtype=array.dtype) if n_new else array
    repeated = tuple(
        i for i, dim in enumerate(wanted) if dim == 1 and np.shape(total)[i] != 1
    )
    if repeated:
        total = np.sum(total, axis=repeated, keepdims=True, dtype=array.dtype)
    return np.reshape(total, wanted)


define(
    "sum_to",
    is_public=False,
    inputs=("x", "like"),
    attrs={"shape": REQUIRED},
    infer=lambda x, *like, shape: TensorSpec(
        _known(like, shape), dtypes.strengthen(x.dtype)
    ),
    kernel=_sum_to,
    may_alias=True,
    work=total_size,
    gradient=rules.sum_to,
    doc="The sum over the axes that broadcasting has added or repeated.",
)


def _spread(
    x: Any, *like: Any, shape: Shape, axis: tuple[int, ...] | None, keepdims: bool
) -> Any:
    array, wanted = array_of(x), _wanted(like, shape)
    if not keepdims:
        array = np.expand_dims(array, normalize_axes(axis, len(wanted)))
    return np.broadcast_to(array, wanted)


define(
    "spread",
    is_public=False,
    inputs=("x", "like"),
    attrs={"shape": REQUIRED, "axis": (), "keepdims": True},
    infer=lambda x, *like, shape, axis, keepdims: TensorSpec(
        _known(like, shape), dtypes.strengthen(x.dtype)
    ),
    kernel=_spread,
    may_alias=True,
    work=0.0,
    gradient=rules.spread,
    doc="A reduced value repeated along the axes that were reduced.",
)
_REAL: dict[DType, DType] = {
    dtypes.complex64: dtypes.float32,
    dtypes.complex128: dtypes.float64,
}


define(
    "real_part",
    is_public=False,
    inputs=("x",),
    infer=lambda x: TensorSpec(x.shape, _REAL.get(x.dtype, x.dtype)),
    kernel=lambda x: array_of(x).real,
    may_alias=True,
    gradient=lambda at, dy: (dy,),  # as a complex number, which it becomes again
    doc="The real part of complex numbers.",
)


def _getitem_add(dy: Any, *rest: Any, key: str, shape: Shape) -> Any:
    # The last of `rest` has the shape, unless that is known.
    like, indices = ((), rest) if shapes.is_static(shape) else (rest[-1:], rest[:-1])
    updates = array_of(dy)
    total = np.zeros(_wanted(like, shape), updates.dtype)
    parts = fill_key(key, indices)
    if any(np.ndim(part) and not isinstance(part, slice) for part in parts):
        np.add.at(total, parts, updates)
    else:
        total[parts] = updates
    return total


define(
    "getitem_add",
    is_public=False,
    inputs=("dy", "rest"),
    attrs={"key": REQUIRED, "shape": REQUIRED},
    infer=lambda dy, *rest, key, shape: TensorSpec(
        shape if shapes.is_static(shape) else rest[-1].shape, dy.dtype
    ),
    kernel=_getitem_add,
    can_fail=always,
    gradient=rules.getitem_add,
    doc="Zeros, with values added at a key.",
)


def _gather_add(
    dy: Any, indices: Any, *like: Any, shape: Shape, axis: int, batch_dims: int | None
) -> Any:
    """Add where `gather`, or `take_along_axis` for no batch_dims at all, takes from."""
    updates, places = array_of(dy), array_of(indices)
    total = np.zeros(_wanted(like, shape), updates.dtype)
    axis = shapes.normalize_axis(axis, total.ndim)
    if batch_dims is None:
        rest = [
            np.broadcast_to(array, updates.shape)
            for array in np.ogrid[tuple(map(slice, updates.shape))]
        ]
        # An axis of length 1 is what the indices were broadcast against.
        key = [np.minimum(at, n - 1) for at, n in zip(rest, total.shape, strict=True)]
        key[axis] = np.broadcast_to(places, updates.shape)
        np.add.at(total, tuple(key), updates)
        return total
    batch = shapes.normalize_axis(batch_dims, places.ndim + 1)
    n_more = places.ndim - batch
    grid: list[Any] = list(np.ogrid[tuple(map(slice, places.shape[:batch]))])
    grid = [at.reshape(at.shape + (1,) * n_more) for at in grid]
    moved = np.moveaxis(total, axis, batch)
    given = np.moveaxis(
        updates, tuple(range(axis, axis + n_more)), tuple(range(batch, batch + n_more))
    )
    np.add.at(moved, (*grid, places), given)
    return total


define(
    "gather_add",
    is_public=False,
    inputs=("dy", "indices", "like"),
    attrs={"shape": REQUIRED, "axis": 0, "batch_dims": 0},
    infer=lambda dy, indices, *like, shape, axis, batch_dims: TensorSpec(
        _known(like, shape), dy.dtype
    ),
    kernel=_gather_add,
    can_fail=always,
    work=total_size,
    gradient=rules.gather_add,
    doc="Zeros, with slices added at numbered places along an axis.",
)


def _recurrence(a: Any, b: Any, *, axis: int) -> Any:
    factors, terms = (np.moveaxis(array_of(x), axis, 0) for x in (a, b))
    total = np.array(terms)
    for i in range(1, len(total)):
        total[i] += factors[i] * total[i - 1]
    return np.moveaxis(total, 0, axis)


define(
    "recurrence",
    is_public=False,
    inputs=("a", "b"),
    attrs={"axis": REQUIRED},
    infer=lambda a, b, *, axis: b,
    kernel=_recurrence,
    work=total_size,
    gradient=rules.recurrence,
    doc="r[i] = b[i] + a[i] * r[i - 1] along an axis, from r[0] = b[0] on.",
)

__all__ = ["stop_gradient"]
NAMESPACES = {"ag": __all__}
