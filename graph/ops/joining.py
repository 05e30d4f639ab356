"""Tensors put together and taken apart: concat, stack, split, unstack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import numpy as np

from graph.convert import is_sequence
from graph.dispatch import apply, as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import REQUIRED, define
from graph.ops.arguments import (
    alike,
    array_of,
    constant_value,
    promote,
    result,
    static_axes,
    static_int,
    total_size,
)
from graph.ops.gradients import structural as rules
from graph.origin import capture_exact
from graph.shapes import Dim, normalize_axis
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor, Tensor


def _joined_dtype(parts: Sequence[TensorSpec]) -> DType:
    if not parts:
        raise ShapeError("there is nothing to join.", hint="Give at least one tensor.")
    return promote(*(part.dtype for part in parts))


def _infer_concat(*values: TensorSpec, axis: int) -> TensorSpec:
    dtype = _joined_dtype(values)
    ranks = {value.rank for value in values if value.shape is not None}
    if not ranks:
        return TensorSpec(None, dtype)
    if len(ranks) > 1:
        raise ShapeError(
            "the ranks differ.",
            hint="All inputs need as many axes; see ag.expand_dims.",
        )
    ndim = cast("int", ranks.pop())
    axis = normalize_axis(axis, ndim)
    columns = [
        [None if value.shape is None else value.shape[i] for value in values]
        for i in range(ndim)
    ]
    return TensorSpec(
        tuple(
            _sum_of(dims) if i == axis else _one_of(dims, i)
            for i, dims in enumerate(columns)
        ),
        dtype,
    )


def _sum_of(dims: Sequence[Dim]) -> Dim:
    return None if None in dims else sum(cast("Sequence[int]", dims))


def _one_of(dims: Sequence[Dim], axis: int) -> Dim:
    known = {dim for dim in dims if dim is not None}
    if len(known) > 1:
        raise ShapeError(
            f"the lengths of axis {axis} differ: {', '.join(map(str, dims))}.",
            hint="Only the axis that is joined may differ.",
        )
    return known.pop() if known else None


def _concat(*values: Any, axis: int) -> Any:
    arrays = list(map(array_of, values))
    _refuse_mixed(arrays)
    return np.concatenate(arrays, axis)


def _refuse_mixed(arrays: Sequence[Any]) -> None:
    if len({array.dtype == object for array in arrays}) > 1:
        raise TypeError("text and numbers")


def concat(values: Any, axis: Any, name: str | None = None) -> Tensor:
    """Join tensors along an axis that they have.

    Shape:   (..., n_i, ...) for each -> (..., sum of n_i, ...); the others equal
    Dtype:   any; all are promoted together
    Raises:  ShapeError if the ranks or the other dimensions differ
    Source:  TensorFlow's concat; numpy.concatenate
    """
    attrs = {"axis": static_int(axis, "axis")}
    if has_unknown_rows(values):
        return _merged(values, attrs["axis"])
    return result(_CONCAT, alike(_parts(values)), attrs, name)


def has_unknown_rows(values: Any) -> bool:
    """Is it a tensor with rows of which the run knows the number?"""
    if not isinstance(values, SymbolicTensor) or not values.spec.shape:
        return False
    return values.spec.shape[0] is None


def _first_moved(rows: Any, axis: int, rank: int) -> Tensor:
    """Return rows along another axis than the first, of so many."""
    from graph.ops.manipulation import transpose

    axis = normalize_axis(axis, rank)
    order = [*range(1, axis + 1), 0, *range(axis + 1, rows.spec.rank)]
    return transpose(rows, order) if axis else rows


def _merged(rows: Any, axis: int) -> Tensor:
    """Return rows joined along an axis that they have."""
    from graph.ops.manipulation import reshape, shape

    rank = rows.spec.rank - 1
    axis = normalize_axis(axis, rank)
    moved = _first_moved(rows, axis, rank)
    lengths = unstack(shape(moved))
    joined = lengths[axis] * lengths[axis + 1]
    return reshape(moved, stack([*lengths[:axis], joined, *lengths[axis + 2 :]]))


def _parts(values: Any) -> Sequence[Any]:
    """Return the tensors of a list, or the rows of a tensor."""
    if isinstance(values, Tensor):
        return unstack(values)
    if not isinstance(values, Iterable):
        raise DTypeError(
            f"{values!r} is no list of tensors.",
            origin=capture_exact(2),
            hint="Put what is to be joined into a list.",
        )
    return list(values)


_CONCAT = define(
    "concat",
    gradient=rules.concat,
    inputs=("values",),
    attrs={"axis": REQUIRED},
    infer=_infer_concat,
    kernel=_concat,
    doc=concat.__doc__,
    variadic=True,
    work=total_size,
    type_name="ConcatV2",
    node_name="concat",
)


def _infer_stack(*values: TensorSpec, axis: int) -> TensorSpec:
    dtype = _joined_dtype(values)
    known = [value.shape for value in values if value.shape is not None]
    if not known:
        return TensorSpec(None, dtype)
    if len(set(map(len, known))) > 1:
        raise ShapeError("the ranks differ.", hint="All inputs need the same shape.")
    common = [_one_of(dims, i) for i, dims in enumerate(zip(*known, strict=True))]
    axis = normalize_axis(axis, len(common) + 1)
    return TensorSpec((*common[:axis], len(values), *common[axis:]), dtype)


def _stack(*values: Any, axis: int) -> Any:
    arrays = list(map(array_of, values))
    _refuse_mixed(arrays)
    return np.stack(arrays, axis)


def stack(values: Any, axis: Any = 0, name: str | None = None) -> Tensor:
    """Join tensors of one shape along a new axis.

    Shape:   (...) for each of n -> (..., n, ...)
    Dtype:   any; all are promoted together
    Raises:  ShapeError if the shapes differ
    Source:  TensorFlow's stack; numpy.stack
    """
    attrs = {"axis": static_int(axis, "axis")}
    if has_unknown_rows(values):
        return _first_moved(values, attrs["axis"], values.spec.rank)
    return result(_STACK, alike(_parts(values)), attrs, name)


_STACK = define(
    "stack",
    gradient=rules.stack,
    inputs=("values",),
    attrs={"axis": 0},
    infer=_infer_stack,
    kernel=_stack,
    doc=stack.__doc__,
    variadic=True,
    work=total_size,
    type_name="Pack",
    node_name="stack",
)


def _infer_unstack(x: TensorSpec, *, num: int, axis: int) -> tuple[TensorSpec, ...]:
    if x.shape is None:
        return (TensorSpec(None, x.dtype),) * num
    axis = normalize_axis(axis, len(x.shape))
    if x.shape[axis] not in (num, None):
        raise ShapeError(
            f"axis {axis} has length {x.shape[axis]}, not {num}.",
            hint="Leave `num` out: it is known.",
        )
    return (TensorSpec((*x.shape[:axis], *x.shape[axis + 1 :]), x.dtype),) * num


def _unstack(x: Any, *, num: int, axis: int) -> Any:
    rows = np.moveaxis(array_of(x), axis, 0)
    if len(rows) != num:
        raise ValueError(f"axis {axis} has length {len(rows)}, not {num}")
    return tuple(rows)


def unstack(
    value: Any, num: Any = None, axis: Any = 0, name: str | None = None
) -> list[Tensor]:
    """Take a tensor apart along an axis, into a list.

    Args:
        value: A tensor with at least one axis.
        num: The length of the axis, where it is not known.
        axis: Which axis.
        name: A name for the node.

    Shape:   (..., n, ...) -> n times (..., ...)
    Dtype:   any -> the same
    Raises:  ShapeError if the length is neither known nor given
    Source:  TensorFlow's unstack
    """
    tensor = as_tensor(value)
    place = static_int(axis, "axis")
    if num is None:
        dims = tensor.spec.shape
        num = None if dims is None else dims[normalize_axis(place, len(dims))]
    if num is None:
        raise ShapeError(
            f"unstack: the length of axis {place} of {tensor} is not known.",
            origin=capture_exact(2),
            hint="Give it: ag.unstack(value, num=...).",
        )
    num = static_int(num, "num")
    if not num:
        return []
    attrs = {"num": num, "axis": place}
    parts = apply(_UNSTACK, (tensor,), attrs, name)
    return list(parts) if isinstance(parts, tuple) else [parts]


_UNSTACK = define(
    "unstack",
    gradient=rules.unstack,
    inputs=("value",),
    attrs={"num": REQUIRED, "axis": 0},
    infer=_infer_unstack,
    kernel=_unstack,
    doc=unstack.__doc__,
    may_alias=True,
    type_name="Unpack",
    node_name="unstack",
)


def _infer_split(
    x: TensorSpec, *, sizes: tuple[int, ...] | None, num: int, axis: int
) -> tuple[TensorSpec, ...]:
    if x.shape is None:
        return (TensorSpec(None, x.dtype),) * num
    axis = normalize_axis(axis, len(x.shape))
    length = x.shape[axis]
    if length is not None:
        sizes = _split_sizes(length, sizes, num)
    return tuple(
        TensorSpec((*x.shape[:axis], size, *x.shape[axis + 1 :]), x.dtype)
        for size in _dims_of(sizes, num)
    )


def _dims_of(sizes: tuple[int, ...] | None, num: int) -> tuple[Dim, ...]:
    if sizes is None:
        return (None,) * num
    return tuple(None if size == -1 else size for size in sizes)


def _split_sizes(
    length: int, sizes: tuple[int, ...] | None, num: int
) -> tuple[int, ...]:
    """Return the lengths of the parts that an axis is split into."""
    if sizes is None:
        if num < 1 or length % num:
            raise ShapeError(
                f"an axis of length {length} cannot be split into {num} equal parts.",
                hint="Give the length of each part: num_or_size_splits=[...].",
            )
        return (length // num,) * num
    rest = length - sum(size for size in sizes if size != -1)
    if sizes.count(-1) > 1 or rest < 0 or (rest and -1 not in sizes):
        raise ShapeError(
            f"parts of lengths {list(sizes)} do not make an axis of length {length}.",
            hint="The lengths must add up; one may be -1, for what is left.",
        )
    return tuple(rest if size == -1 else size for size in sizes)


def _split(x: Any, *, sizes: tuple[int, ...] | None, num: int, axis: int) -> Any:
    array = array_of(x)
    lengths = _split_sizes(array.shape[axis], sizes, num)
    return tuple(np.split(array, np.cumsum(lengths)[:-1], axis))


def split(
    value: Any,
    num_or_size_splits: Any,
    axis: Any = 0,
    num: Any = None,
    name: str | None = None,
) -> list[Tensor]:
    """Take a tensor apart along an axis, which the parts keep.

    Args:
        value: A tensor with at least one axis.
        num_or_size_splits: How many equal parts, or the length of each, of which one
            may be -1: what is left. Lengths that the run knows need `num`.
        axis: Which axis.
        num: How many lengths there are, if that is not known otherwise.
        name: A name for the node.

    Shape:   (..., n, ...) -> (..., n_i, ...) for each part
    Dtype:   any -> the same
    Raises:  ShapeError if the lengths do not add up
    Source:  TensorFlow's split
    """
    known = constant_value(num_or_size_splits)
    is_number = known is not None and not is_sequence(known) and np.ndim(known) == 0
    wanted = None if num is None else static_int(num, "num")
    if _is_of_run(num_or_size_splits):
        return _split_by_run(value, num_or_size_splits, axis, wanted, name)
    sizes = None if is_number else static_axes(known, "num_or_size_splits")
    if not is_number and sizes is None:
        raise DTypeError(
            "split: the number of parts must be known while tracing.",
            hint="Slices take parts whose places only the run knows: x[a:b].",
        )
    num = static_int(known, "num_or_size_splits") if sizes is None else len(sizes)
    if sizes is not None and wanted not in (None, num):
        raise ShapeError(
            f"split: num is {wanted}, and {num} lengths are given.",
            hint="Leave `num` out.",
        )
    attrs = {"sizes": sizes, "num": num, "axis": static_int(axis, "axis")}
    parts = apply(_SPLIT, (as_tensor(value),), attrs, name)
    return list(parts) if isinstance(parts, tuple) else [parts]


def _is_of_run(sizes: Any) -> bool:
    """Are there lengths that only the run knows?"""
    if is_sequence(sizes):
        return any(isinstance(x, SymbolicTensor) for x in sizes)
    return (
        isinstance(sizes, SymbolicTensor)
        and sizes.shape != ()
        and constant_value(sizes) is None
    )


def _split_by_run(
    value: Any, sizes: Any, axis: Any, num: int | None, name: str | None
) -> list[Tensor]:
    """Take slices whose lengths the run knows."""
    from graph import ops  # which are made of this module, too

    x = as_tensor(value)
    lengths = ops.cast(stack(list(sizes)) if is_sequence(sizes) else sizes, "int64")
    known = None if lengths.ndim is None else lengths.shape[0]
    count = num if known is None else known
    if count is None or x.ndim is None or num not in (None, count):
        raise DTypeError(
            "split: the number of parts, and the rank, must be known while tracing.",
            origin=capture_exact(2),
            hint="Give num= as many as there are lengths, and the input signature a "
            "rank.",
        )
    place = normalize_axis(static_int(axis, "axis"), len(x.shape))
    whole = ops.cast(ops.shape(x)[place], "int64")
    rest = whole - ops.reduce_sum(ops.maximum(lengths, 0))
    is_rest = ops.equal(lengths, -1)
    lengths = ops.where(is_rest, rest, lengths)
    ops.assert_that(
        ops.less(ops.count_nonzero(is_rest), 2)
        & ops.reduce_all(lengths >= 0)
        & ops.equal(ops.reduce_sum(lengths), whole)
        & ops.equal(ops.size(lengths), count),
        (lengths, whole, count),
        "parts of lengths {} do not make an axis of length {} in {} parts.",
        InvalidArgumentError,
    )
    ends = ops.cumsum(lengths)
    before = (slice(None),) * place
    return [
        ops.identity(x[(*before, slice(ends[i] - lengths[i], ends[i]))], name)
        for i in range(count)
    ]


_SPLIT = define(
    "split",
    node_name="split",
    gradient=rules.split,
    inputs=("value",),
    attrs={"sizes": None, "num": REQUIRED, "axis": 0},
    infer=_infer_split,
    kernel=_split,
    doc=split.__doc__,
    may_alias=True,
)

__all__ = ["concat", "split", "stack", "unstack"]
NAMESPACES = {"ag": __all__}
