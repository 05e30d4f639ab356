"""What ragged tensors are computed with: row splits, parts of rows, dense forms.

Ragged tensors are told by their attributes here, since `ragged` is made of this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graph import dtypes, shapes
from graph.composite.type_spec import CompositeTensor
from graph.convert import constant_array
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import ShapeError
from graph.ops import assertions
from graph.ops.arguments import constant_value
from graph.ops.classes import sequence_mask
from graph.ops.core import cast
from graph.ops.creation import fill, zeros
from graph.ops.joining import concat, stack
from graph.ops.manipulation import broadcast_to, reshape, shape
from graph.ops.math import maximum, minimum
from graph.ops.ranges import range as range_of
from graph.ops.rearrangements import ensure_shape
from graph.ops.reduction import reduce_all, reduce_max
from graph.ops.scan import cumsum, searchsorted
from graph.ops.selection import boolean_mask, gather, where
from graph.origin import capture_exact
from graph.shapes import Shape
from graph.tensor import EagerTensor, SymbolicTensor, Tensor


def is_ragged(value: Any) -> bool:
    """Is it a ragged tensor?"""
    return isinstance(value, CompositeTensor) and hasattr(value, "ragged_rank")


def dims_of(value: Any) -> Shape:
    """Return the static shape of a tensor or a ragged one."""
    if isinstance(value, (EagerTensor, SymbolicTensor)):
        return value.spec.shape
    found: Shape = value._shape
    return found


def count(value: Any) -> Any:
    """Return how many rows there are: a number where it is known."""
    if is_ragged(value):
        return count(value.row_splits) - 1
    dims = dims_of(value)
    if dims is not None and dims[0] is not None:
        return dims[0]
    return shape(value, dtypes.int64)[0]


# -- Row splits


def after_zero(values: Tensor) -> Tensor:
    """Return a vector with a zero before its elements."""
    return concat([zeros([1], values.dtype), values], 0)


def splits_of(lengths: Tensor) -> Tensor:
    """Return the row splits of rows with these lengths."""
    return after_zero(cumsum(lengths))


def ids_of(splits: Tensor, total: Any) -> Tensor:
    """Return the number of the row of each value."""
    places = range_of(cast(total, splits.dtype))
    return cast(searchsorted(splits, places, side="right"), splits.dtype) - 1


def splits_of_ids(ids: Tensor, n_rows: Any) -> Tensor:
    """Return the row splits for values that are in these rows."""
    numbers = range_of(n_rows + 1)
    return cast(searchsorted(ids, numbers, side="left"), ids.dtype)


def with_length(vector: Tensor, length: int) -> Tensor:
    """Return a vector whose length is known to be this."""
    return ensure_shape(vector, [length])


def ranges(
    starts: Any, limits: Any, deltas: Any, dtype: Any, splits_dtype: DType
) -> tuple[Tensor, Tensor]:
    """Return the row splits and the values of rows of numbers."""
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    given = [as_tensor(x, wanted) for x in (starts, limits, deltas)]
    common = (given[0] + given[1] + given[2]).dtype if wanted is None else wanted
    given = [cast(x, common) for x in given]
    total: Any = reshape(given[0] * 0 + given[1] * 0 + given[2] * 0, [-1])
    begin, end, step = (x + total for x in given)
    lengths = (end - begin) / step
    if common.is_integer:
        sign = where(step > 0, total + 1, total - 1)
        lengths = (end - begin + step - sign) // step
    else:
        lengths = -((begin - end) // step)
    splits = splits_of(maximum(cast(lengths, splits_dtype), 0))
    ids = ids_of(splits, splits[-1])
    places = range_of(splits[-1]) - gather(splits, ids)
    values = gather(begin, ids) + cast(places, common) * gather(step, ids)
    return splits, values


# -- Parts


def get_item(ragged: Any, key: Any) -> Any:
    """Return `ragged[key]`.

    Raises:
        ShapeError: A part of the key has no meaning for rows of different lengths.
    """
    if isinstance(key, tuple):
        if not key:
            return ragged
        first, *rest = key
        found = get_item(ragged, first)
        if not rest:
            return found
        if not isinstance(first, slice):
            return found[tuple(rest) if len(rest) > 1 else rest[0]]
        return _in_rows(found, rest)
    if isinstance(key, slice):
        if key == slice(None):
            return ragged
        return _picked(ragged, range_of(ragged.nrows())[key])
    if key is None or key is Ellipsis:
        raise _refused(f"{key!r} is no key")
    return _row(ragged, key)


def _row(ragged: Any, key: Any) -> Any:
    splits = ragged.row_splits
    place = constant_value(key)
    if place is None:
        place = cast(key, splits.dtype)
        place = where(place < 0, place + ragged.nrows(), place)
        return ragged.values[splits[place] : splits[place + 1]]
    place = int(place)
    dims = dims_of(ragged)
    n_rows = None if dims is None else dims[0]
    if n_rows is not None and not -n_rows <= place < n_rows:
        raise IndexError(f"row {place} is out of bounds for {n_rows} rows")
    begin = place if place >= 0 else place - 1
    return ragged.values[splits[begin] : splits[begin + 1 or None or -1]]


def _in_rows(ragged: Any, keys: list[Any]) -> Any:
    """Select in each row."""
    key, *rest = keys
    if not isinstance(key, slice):
        raise _refused("a number selects in rows of different lengths")
    if key != slice(None):
        ragged = _cut(ragged, key)
    if not rest:
        return ragged
    inner = ragged.values
    if is_ragged(inner):
        return ragged.with_values(_in_rows(inner, rest))
    return ragged.with_values(inner[(slice(None), *rest)])


def _cut(ragged: Any, key: slice) -> Any:
    """Return a slice of each row."""
    step = 1 if key.step is None else constant_value(key.step)
    if step is None or int(step) <= 0:
        raise _refused("slices of rows have a positive step")
    lengths, dtype = ragged.row_lengths(), ragged.row_splits.dtype

    def bound(value: Any) -> Any:
        place = cast(value, dtype)
        place = where(place < 0, place + lengths, place + lengths * 0)
        return minimum(maximum(place, 0), lengths)

    begin = lengths * 0 if key.start is None else bound(key.start)
    end = lengths if key.stop is None else bound(key.stop)
    starts = ragged.row_starts()
    splits, places = ranges(
        starts + begin, starts + maximum(end, begin), int(step), dtype, dtype
    )
    return type(ragged)(_picked(ragged.values, places), splits)


def _picked(value: Any, places: Tensor) -> Any:
    """Return some rows, in this order."""
    if not is_ragged(value):
        return gather(value, places)
    starts, limits = value.row_starts(), value.row_limits()
    dtype = value.row_splits.dtype
    splits, inner = ranges(
        gather(starts, places), gather(limits, places), 1, dtype, dtype
    )
    return type(value)(_picked(value.values, inner), splits)


def _refused(what: str) -> ShapeError:
    return ShapeError(
        f"RaggedTensor: {what}.",
        origin=capture_exact(3),
        hint="Keys are a row number or a slice of rows, and then slices in rows; "
        ".to_tensor() takes all keys of tensors.",
    )


# -- Dense forms


def from_dense(
    cls: Any, tensor: Tensor, lengths: Any, padding: Any, rank: int, dtype: DType
) -> Any:
    """Return the rows of a tensor; see `RaggedTensor.from_tensor`."""
    dims = dims_of(tensor)
    if dims is None or len(dims) <= rank or rank < 1:
        raise ShapeError(
            f"RaggedTensor.from_tensor: {rank} dimensions of a tensor "
            f"{shapes.show(dims)} cannot be ragged.",
            origin=capture_exact(2),
            hint="There is one more dimension, that of the rows.",
        )
    sizes = shape(tensor, dtype)
    n_rows, width = sizes[0], sizes[1]
    if rank > 1:
        merged = concat([reshape(n_rows * width, [1]), sizes[2:]], 0)
        flat = ensure_shape(reshape(tensor, merged), _inner_dims(dims))
        values = from_dense(cls, flat, lengths, padding, rank - 1, dtype)
        splits = range_of(n_rows + 1) * width
        return cls(values, _of_rows(splits, dims[0]))
    if lengths is None and padding is None:
        merged = concat([reshape(n_rows * width, [1]), sizes[2:]], 0)
        splits = _of_rows(range_of(n_rows + 1) * width, dims[0])
        values = ensure_shape(reshape(tensor, merged), _inner_dims(dims))
        return cls(values, splits)
    if padding is not None:
        counted = _unpadded(tensor, padding, dtype)
    else:
        if isinstance(lengths, (list, tuple)):
            lengths = as_tensor(lengths, dtype)
        counted = minimum(maximum(cast(lengths, dtype), 0), width)
    mask = sequence_mask(counted, width)
    return cls(boolean_mask(tensor, mask), _of_rows(splits_of(counted), dims[0]))


def _inner_dims(dims: Any) -> list[Any]:
    merged = None if None in dims[:2] else dims[0] * dims[1]
    return [merged, *dims[2:]]


def _of_rows(splits: Tensor, n_rows: Any) -> Tensor:
    return splits if n_rows is None else with_length(splits, n_rows + 1)


def _unpadded(tensor: Tensor, padding: Any, dtype: DType) -> Tensor:
    """Return how long rows are without what pads them."""
    differs = tensor != as_tensor(padding, tensor.dtype)
    dims = dims_of(tensor) or ()
    if len(dims) > 2:
        same = reduce_all(~differs, axis=list(range(2, len(dims))))
        differs = ~same
    places = range_of(1, shape(tensor, dtype)[1] + 1)
    ends = where(differs, places, cast(0, dtype))
    first = zeros([1, 1], dtype) + ends[:, :1] * 0
    return reduce_max(concat([first, ends], 1), axis=1) if dims[1] != 0 else ends[:, 0]


def to_dense(ragged: Any, default: Any, dims: Shape) -> Tensor:
    """Return rows padded to one length; see `RaggedTensor.to_tensor`."""
    inner = ragged.values
    if is_ragged(inner):
        inner = to_dense(inner, default, None if dims is None else (None, *dims[2:]))
    elif dims is not None:
        inner = ensure_shape(inner, [None, *dims[2:]])
    splits = ragged.row_splits
    lengths, starts = splits[1:] - splits[:-1], splits[:-1]
    width: Any = None if dims is None else dims[1]
    if width is None:
        width = longest(lengths)
    if dims is not None and dims[0] is not None:
        lengths, starts = (_resized(x, dims[0]) for x in (lengths, starts))
    columns = range_of(cast(width, splits.dtype))
    is_there = columns < reshape(lengths, [-1, 1])
    total = cast(count(inner), splits.dtype)
    places = where(is_there, reshape(starts, [-1, 1]) + columns, total)
    return gather(concat([inner, _padding(inner, default)], 0), places)


def longest(lengths: Tensor) -> Tensor:
    """Return the greatest of lengths, 0 without any."""
    return reduce_max(after_zero(lengths))


def _resized(vector: Tensor, length: int) -> Tensor:
    missing = maximum(length - shape(vector)[0], 0)
    padded = concat([vector, fill([missing], cast(0, vector.dtype))], 0)
    found: Tensor = padded[:length]
    return found


def _padding(values: Tensor, default: Any) -> Tensor:
    """Return one element that pads rows."""
    sizes = concat([[1], shape(values)[1:]], 0)
    if default is None:
        default = constant_array(b"") if values.dtype is dtypes.string else 0
    return broadcast_to(as_tensor(default, values.dtype), sizes)


def bounding_shape(ragged: Any, dtype: Any) -> Tensor:
    """Return the shape of the smallest dense tensor that holds all rows."""
    sizes = [cast(count(ragged), dtype)]
    inner = ragged
    while is_ragged(inner):
        sizes.append(cast(longest(inner.row_lengths()), dtype))
        inner = inner.values
    return concat([stack(sizes), shape(inner, dtype)[1:]], 0)


# -- Element by element


def map_flat_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Apply a function to flat values; see `graph.composite.ragged`."""
    held = [x for x in (*args, *kwargs.values()) if is_ragged(x)]
    if not held:
        return op(*args, **kwargs)
    first, *others = held
    for other in others:
        _check_alike(first, other)

    def flat(value: Any) -> Any:
        return value.flat_values if is_ragged(value) else value

    if len(held) < len(args):
        _check_dense(first, [x for x in args if not is_ragged(x)])
    found = op(*map(flat, args), **{name: flat(x) for name, x in kwargs.items()})
    return first.with_flat_values(found)


def _check_dense(ragged: Any, others: list[Any]) -> None:
    """Refuse a dense tensor that would meet the values of all rows at once."""
    inner = dims_of(ragged.flat_values)
    for each in others:
        dims = dims_of(each) if isinstance(each, Tensor) else getattr(each, "shape", ())
        if dims is None or inner is None or len(dims) >= len(inner):
            raise ShapeError(
                "RaggedTensor: beside rows of different lengths stands a tensor of "
                f"shape {shapes.show(dims)}.",
                origin=capture_exact(3),
                hint="Elementwise operators take scalars, what fits each element, and "
                "ragged tensors with the same row lengths. "
                "ag.gather(x, ragged.value_rowids()) repeats a value for each row.",
            )


def _check_alike(left: Any, right: Any) -> None:
    """Check that rows have the same lengths.

    Raises:
        ShapeError: They are nested in different depths.
        InvalidArgumentError: They have not; when this runs.
    """
    if left.ragged_rank != right.ragged_rank:
        raise ShapeError(
            f"RaggedTensor: {left.ragged_rank} ragged dimensions stand beside "
            f"{right.ragged_rank}.",
            origin=capture_exact(3),
            hint="Elementwise operators take ragged tensors with the same row lengths.",
        )
    for mine, yours in zip(
        left.nested_row_splits, right.nested_row_splits, strict=True
    ):
        if mine is yours:
            continue
        what = "RaggedTensor: the rows have different lengths:"
        assertions.assert_equal(count(mine), count(yours), what)
        assertions.assert_equal(mine, cast(yours, mine.dtype), what)


__all__ = [
    "bounding_shape",
    "count",
    "from_dense",
    "get_item",
    "map_flat_values",
    "to_dense",
]
