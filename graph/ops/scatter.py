"""Slices read and written by lists of coordinates: gather_nd, scatter_nd, updates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import REQUIRED, ZERO, GradientRule, Op, always, define
from graph.ops.arguments import (
    array_of,
    present,
    result,
    result_as_given,
    run_time_shape,
    split_shape,
    static_int,
    total_size,
)
from graph.ops.gradients import structural as rules
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _addressed(shape: Shape, indices: TensorSpec) -> Shape:
    """Return the shape of what the rows of `indices` address, all together."""
    if not dtypes.strengthen(indices.dtype).is_integer:
        raise DTypeError(
            f"the indices are {indices.dtype}, not integers.",
            hint="Convert with ag.cast first.",
        )
    if indices.shape == ():
        raise ShapeError(
            "the indices are a scalar; a row of coordinates is needed.",
            hint="See ag.expand_dims, or write `[index]`.",
        )
    if shape is None or indices.shape is None or indices.shape[-1] is None:
        return None
    depth = indices.shape[-1]
    if depth > len(shape):
        raise ShapeError(
            f"{depth} coordinates address a tensor of rank {len(shape)}.",
            hint="The last dimension of the indices is at most the rank.",
        )
    return (*indices.shape[:-1], *shape[depth:])


def _coordinates(indices: Any, shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Return index arrays, one for each axis that the rows of `indices` address."""
    rows = array_of(indices)
    if rows.dtype.kind not in "iu":
        raise TypeError("indices")
    depth = rows.shape[-1]
    lengths = np.array(shape[:depth], np.int64)
    if depth > len(shape):
        raise ValueError("coordinates")
    is_bad = (rows < 0) | (rows >= lengths)
    if is_bad.any():
        place = tuple(np.argwhere(is_bad)[0][:-1].tolist())
        raise InvalidArgumentError(
            f"indices[{', '.join(map(str, place))}] = {rows[place].tolist()} does not "
            f"index into shape {shapes.show(shape)}.",
            hint="Each coordinate counts from 0, and not from the end.",
        )
    return tuple(np.moveaxis(rows, -1, 0))


def gather_nd(
    params: Any, indices: Any, batch_dims: Any = 0, name: str | None = None
) -> Tensor:
    """Take the slices of `params` that the rows of `indices` address.

    Args:
        params: What to take from.
        indices: Rows of coordinates.
        batch_dims: How many leading axes the two have in common, gathered each by
            itself.
        name: A name for the node.

    Shape:   (n_0, ..., n_k), indices (..., d) -> (..., n_d, ..., n_k)
    Dtype:   any, integers -> that of `params`
    Raises:  InvalidArgumentError if an index is out of range when this runs
    Source:  TensorFlow's gather_nd
    """
    attrs = {"batch_dims": static_int(batch_dims, "batch_dims")}
    return result(_GATHER_ND, (params, indices), attrs, name)


def _infer_gather_nd(
    params: TensorSpec, indices: TensorSpec, *, batch_dims: int
) -> TensorSpec:
    if not batch_dims:
        return TensorSpec(_addressed(params.shape, indices), params.dtype)
    if params.shape is None or indices.shape is None:
        _addressed(None, indices)
        return TensorSpec(None, params.dtype)
    least = min(len(params.shape), len(indices.shape) - 1)
    if not 0 < batch_dims <= least:
        raise ShapeError(
            f"batch_dims is {batch_dims}, the two have {least} axes in common at most.",
            hint="The leading batch_dims axes of both are the same.",
        )
    batch = indices.shape[:batch_dims]
    if not shapes.is_compatible(params.shape[:batch_dims], batch):
        raise ShapeError(
            "the lengths of the batch axes differ.",
            hint="The leading batch_dims axes of both must be equally long.",
        )
    rest = TensorSpec(indices.shape[batch_dims:], indices.dtype)
    inner = _addressed(params.shape[batch_dims:], rest)
    return TensorSpec(None if inner is None else (*batch, *inner), params.dtype)


def _gather_nd(params: Any, indices: Any, *, batch_dims: int) -> Any:
    array, rows = array_of(params), array_of(indices)
    if rows.dtype.kind not in "iu":
        raise TypeError("indices")
    if batch_dims:
        if array.shape[:batch_dims] != rows.shape[:batch_dims]:
            raise ValueError("batch_dims")
        rows = _with_batches(rows, batch_dims)
    return (
        array[_coordinates(rows, array.shape)]
        if rows.shape[-1]
        else (np.broadcast_to(array, rows.shape[:-1] + array.shape))
    )


def _with_batches(rows: Any, batch_dims: int) -> Any:
    """Return rows of coordinates that begin with those of their batch."""
    grid = np.indices(rows.shape[:batch_dims], rows.dtype)
    n_more = rows.ndim - 1 - batch_dims
    first = np.moveaxis(grid, 0, -1).reshape(
        (*rows.shape[:batch_dims], *(1,) * n_more, batch_dims)
    )
    wide = np.broadcast_to(first, (*rows.shape[:-1], batch_dims))
    return np.concatenate([wide, rows], -1)


define(
    "batch_coordinates",
    is_public=False,
    gradient=ZERO,
    inputs=("indices",),
    attrs={"batch_dims": REQUIRED},
    infer=lambda indices, *, batch_dims: TensorSpec(
        None
        if indices.shape is None
        else (
            *indices.shape[:-1],
            None if indices.shape[-1] is None else indices.shape[-1] + batch_dims,
        ),
        indices.dtype,
    ),
    kernel=lambda indices, *, batch_dims: _with_batches(array_of(indices), batch_dims),
    doc="Rows of coordinates, with those of the batch put before them.",
    work=total_size,
)

_GATHER_ND = define(
    "gather_nd",
    gradient=rules.gather_nd,
    can_fail=always,
    inputs=("params", "indices"),
    attrs={"batch_dims": 0},
    infer=_infer_gather_nd,
    kernel=_gather_nd,
    doc=gather_nd.__doc__,
    may_alias=True,
)


class Update(Protocol):
    """A public function that returns a tensor with some slices updated."""

    op: Op

    def __call__(
        self, tensor: Any, indices: Any, updates: Any, name: str | None = None
    ) -> Tensor:
        """Update."""


_DOC = """Return `tensor` with slices {what}.

Args:
    tensor: What to begin with; it is not changed.
    indices: Rows of coordinates, each of which addresses a slice.
    updates: The slices, one for each row; where rows are equal, {again}.
    name: A name for the node.

Shape:   (n_0, ..., n_k), indices (..., d), updates (..., n_d, ..., n_k) -> as tensor
Dtype:   any, integers, that of `tensor` -> that of `tensor`
Raises:  InvalidArgumentError if an index is out of range when this runs;
    ShapeError if the shapes do not fit
Source:  TensorFlow's {name}"""


def _update(
    name: str,
    write: Callable[[Any, tuple[Any, ...], Any], None],
    *,
    what: str,
    again: str,
    gradient: GradientRule,
    takes: str = "biufcO",
) -> Update:
    def infer(
        tensor: TensorSpec, indices: TensorSpec, updates: TensorSpec
    ) -> TensorSpec:
        _check_updates(tensor.shape, indices, updates)
        if updates.dtype is not tensor.dtype:
            raise DTypeError(
                f"the updates are {updates.dtype}, the tensor is {tensor.dtype}.",
                hint="Convert the updates with ag.cast.",
            )
        if tensor.dtype.numpy.kind not in takes:
            raise DTypeError(
                f"there is no {name} of {tensor.dtype}.",
                hint="Convert with ag.cast first.",
            )
        return tensor

    def overwrite(array: Any, indices: Any, updates: Any) -> None:
        slices = array_of(updates)
        if slices.dtype != array.dtype or array.dtype.kind not in takes:
            raise TypeError("updates")
        _write(array, indices, slices, write)

    def kernel(tensor: Any, indices: Any, updates: Any) -> Any:
        array = np.array(array_of(tensor))
        overwrite(array, indices, updates)
        return array

    op = define(
        name,
        can_fail=always,
        inputs=("tensor", "indices", "updates"),
        infer=infer,
        kernel=kernel,
        overwrite=overwrite,
        gradient=gradient,
        doc=_DOC.format(what=what, again=again, name=name),
        work=total_size,
    )

    def function(
        tensor: Any, indices: Any, updates: Any, name: str | None = None
    ) -> Tensor:
        held = as_tensor(tensor)
        return result(op, (held, indices, _as_weak(updates, held.dtype)), {}, name)

    return cast("Update", present(function, name, op.doc, op))


def _as_weak(updates: Any, dtype: DType) -> Any:
    """Return updates; Python numbers and lists of them take the tensor's dtype."""
    if isinstance(updates, (Tensor, np.ndarray, np.generic)):
        return updates
    return as_tensor(updates, dtype)


def _check_updates(shape: Shape, indices: TensorSpec, updates: TensorSpec) -> None:
    needed = _addressed(shape, indices)
    if not shapes.is_compatible(needed, updates.shape):
        raise ShapeError(
            f"the updates have the shape {shapes.show(updates.shape)}, where "
            f"{shapes.show(needed)} is needed.",
            hint="One slice is needed for each row of the indices.",
        )


def _write(
    array: Any,
    indices: Any,
    updates: Any,
    write: Callable[[Any, tuple[Any, ...], Any], None],
) -> None:
    rows = array_of(indices)
    places = _coordinates(rows, array.shape)
    if updates.shape != rows.shape[:-1] + array.shape[len(places) :]:
        raise ValueError("updates")
    if places:
        write(array, places, updates)
        return
    for index in np.ndindex(*rows.shape[:-1]):
        write(array, (...,), updates[index])


def _assign(array: Any, places: tuple[Any, ...], updates: Any) -> None:
    array[places] = updates


tensor_scatter_nd_update = _update(
    "tensor_scatter_nd_update",
    _assign,
    what="replaced",
    again="the last one stays",
    gradient=rules.scatter_update,
)
tensor_scatter_nd_add = _update(
    "tensor_scatter_nd_add",
    np.add.at,
    what="added to",
    again="all are added",
    takes="iufc",
    gradient=rules.scatter_add,
)
tensor_scatter_nd_sub = _update(
    "tensor_scatter_nd_sub",
    np.subtract.at,
    what="subtracted from",
    again="all are subtracted",
    takes="iufc",
    gradient=rules.scatter_sub,
)
tensor_scatter_nd_max = _update(
    "tensor_scatter_nd_max",
    np.maximum.at,
    what="raised to at least the updates",
    again="the largest counts",
    takes="biuf",
    gradient=rules.scatter_extreme,
)
tensor_scatter_nd_min = _update(
    "tensor_scatter_nd_min",
    np.minimum.at,
    what="lowered to at most the updates",
    again="the smallest counts",
    takes="biuf",
    gradient=rules.scatter_extreme,
)


def _infer_scatter_nd(
    indices: TensorSpec, updates: TensorSpec, *dims: TensorSpec, shape: Shape
) -> TensorSpec:
    if updates.dtype.numpy.kind not in "iufc":
        raise DTypeError(
            f"there is no scatter_nd of {updates.dtype}.",
            hint="Convert with ag.cast first.",
        )
    _check_updates(shapes.as_shape(shape), indices, updates)
    return TensorSpec(shape, updates.dtype)


def _scatter_nd(indices: Any, updates: Any, *dims: Any, shape: Shape) -> Any:
    slices = array_of(updates)
    if slices.dtype.kind not in "iufc":
        raise TypeError("updates")
    array = np.zeros(run_time_shape(dims, shape), slices.dtype)
    _write(array, indices, slices, np.add.at)
    return array


def scatter_nd(
    indices: Any, updates: Any, shape: Any, name: str | None = None
) -> Tensor:
    """Add slices into a tensor of zeros.

    Args:
        indices: Rows of coordinates, each of which addresses a slice.
        updates: The slices, one for each row; where rows are equal, all are added.
        shape: The shape of the result, integers or symbolic ones.
        name: A name for the node.

    Shape:   indices (..., d), updates (..., n_d, ..., n_k) -> `shape`
    Dtype:   integers, numbers -> that of `updates`
    Raises:  InvalidArgumentError if an index is out of range when this runs
    Source:  TensorFlow's scatter_nd
    """
    dims, static = split_shape(shape)
    operands = (as_tensor(indices), as_tensor(updates), *dims)
    return result_as_given(_SCATTER_ND, operands, {"shape": static}, name)


_SCATTER_ND = define(
    "scatter_nd",
    gradient=rules.scatter_nd,
    can_fail=always,
    inputs=("indices", "updates", "dims"),
    attrs={"shape": REQUIRED},
    infer=_infer_scatter_nd,
    kernel=_scatter_nd,
    doc=scatter_nd.__doc__,
    work=total_size,
)

__all__ = [
    "gather_nd",
    "scatter_nd",
    "tensor_scatter_nd_add",
    "tensor_scatter_nd_max",
    "tensor_scatter_nd_min",
    "tensor_scatter_nd_sub",
    "tensor_scatter_nd_update",
]
NAMESPACES = {"ag": __all__}
