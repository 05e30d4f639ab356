"""`RaggedTensor`: rows of different lengths, as flat values and where rows begin."""

from __future__ import annotations

import dataclasses
import itertools
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from graph import dtypes, shapes
from graph.composite import ragged_rows as rows
from graph.composite.type_spec import (
    CompositeTensor,
    TypeSpec,
    integer_dtype,
    spec_of_composite,
    values_of,
)
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, ShapeError
from graph.ops import assertions
from graph.ops.core import cast
from graph.ops.joining import concat, stack
from graph.ops.reduction import reduce_max
from graph.origin import capture_exact
from graph.shapes import Shape
from graph.specs import TensorSpec, show_tuple
from graph.tensor import EagerTensor, SymbolicTensor, Tensor


class RaggedTensor(CompositeTensor):
    """Rows of different lengths: their values one after the other, and row splits.

    Row `i` is `values[row_splits[i]:row_splits[i + 1]]`. The values may be ragged
    themselves; `ragged_rank` counts how many dimensions are. Make one with
    `ag.ragged.constant` or one of the `from_...` methods.

    It is an argument and a result of functions as tensors are, and its rows are what a
    `for` loop goes through. Operators work element by element, with a scalar or with a
    ragged tensor of the same row lengths; `ag.ragged.map_flat_values` applies other
    functions to the values. Ops take no ragged tensor in place of a dense one: see
    `to_tensor`.

    Shape:   (n rows, one None for each ragged dimension, those of an element)
    Dtype:   any; row splits are int64 or int32
    Source:  TensorFlow's RaggedTensor
    """

    __slots__ = ("_splits", "_values")

    dense_hint = (
        "Pad it with .to_tensor(), or take its .flat_values; ag.ragged.map_flat_values "
        "applies a function to each element."
    )
    # NumPy leaves `array + ragged` to the ragged tensor.
    __array_ufunc__ = None

    def __init__(self, values: Any, row_splits: Any) -> None:
        """Hold what has been checked; users call `from_row_splits`."""
        self._values: Any = values
        self._splits: Any = row_splits

    # -- Made of parts

    @classmethod
    def from_row_splits(
        cls,
        values: Any,
        row_splits: Any,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the ragged tensor with rows `values[splits[i]:splits[i + 1]]`.

        Args:
            values: A tensor of rank 1 or more, or a ragged one.
            row_splits: A vector that begins with 0, does not fall, and ends with the
                number of values.
            name: Of no effect.
            validate: Check the splits when this runs?

        Raises:  InvalidArgumentError when this runs, if the splits are not such;
                 ShapeError if they are no vector, or the values a scalar
        """
        values, splits = _values(values), _vector(row_splits, "row_splits")
        if splits.shape == (0,):
            raise ShapeError(
                "RaggedTensor: row_splits may not be empty.",
                origin=capture_exact(1),
                hint="Without rows, they are [0].",
            )
        if validate:
            what = "RaggedTensor: row_splits do not divide the values:"
            assertions.assert_equal(splits[0], 0, f"{what} the first one is not 0.")
            lengths = splits[1:] - splits[:-1]
            assertions.assert_non_negative(lengths, f"{what} they fall.")
            count = cast(rows.count(values), splits.dtype)
            assertions.assert_equal(
                splits[-1], count, f"{what} the last one is not the number of values."
            )
        return cls(values, splits)

    @classmethod
    def from_row_lengths(
        cls,
        values: Any,
        row_lengths: Any,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the ragged tensor whose rows have these lengths.

        Args:
            values: A tensor of rank 1 or more, or a ragged one.
            row_lengths: A vector.
            name: Of no effect.
            validate: Check when this runs that they add up to the number of values?

        Raises:  InvalidArgumentError when this runs, if they do not
        """
        lengths = _vector(row_lengths, "row_lengths")
        return cls.from_row_splits(values, rows.splits_of(lengths), name, validate)

    @classmethod
    def from_row_starts(
        cls,
        values: Any,
        row_starts: Any,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the ragged tensor whose rows begin at these values."""
        values, starts = _values(values), _vector(row_starts, "row_starts")
        end = cast(rows.count(values), starts.dtype)
        splits = concat([starts, stack([end])], 0)
        return cls.from_row_splits(values, splits, name, validate)

    @classmethod
    def from_row_limits(
        cls,
        values: Any,
        row_limits: Any,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the ragged tensor whose rows end before these values."""
        limits = _vector(row_limits, "row_limits")
        return cls.from_row_splits(values, rows.after_zero(limits), name, validate)

    @classmethod
    def from_value_rowids(
        cls,
        values: Any,
        value_rowids: Any,
        nrows: Any = None,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the ragged tensor in which each value is in the row of this number.

        Args:
            values: A tensor of rank 1 or more, or a ragged one.
            value_rowids: A vector with a row number for each value, which do not fall.
            nrows: How many rows there are; by default the last number and one.
            name: Of no effect.
            validate: Check the numbers when this runs?

        Raises:  InvalidArgumentError when this runs, if they fall or are not of a row
        """
        values, ids = _values(values), _vector(value_rowids, "value_rowids")
        known = reduce_max(rows.after_zero(ids + 1)) if nrows is None else nrows
        number = cast(as_tensor(known), ids.dtype)
        if validate:
            what = "RaggedTensor: value_rowids"
            falls = f"{what} do not number rows: they fall."
            assertions.assert_non_negative(ids[1:] - ids[:-1], falls)
            assertions.assert_non_negative(ids, f"{what} are negative.")
            assertions.assert_less(ids, number, f"{what} are not below nrows.")
            counts = cast(rows.count(values), ids.dtype)
            given = cast(rows.count(ids), ids.dtype)
            assertions.assert_equal(
                given, counts, f"{what} are not one for each value."
            )
        splits = rows.splits_of_ids(ids, number)
        if isinstance(nrows, int):
            splits = rows.with_length(splits, nrows + 1)
        return cls(values, splits)

    @classmethod
    def from_nested_row_splits(
        cls,
        flat_values: Any,
        nested_row_splits: Sequence[Any],
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the ragged tensor with several ragged dimensions.

        Args:
            flat_values: A tensor.
            nested_row_splits: The row splits, those of the outermost dimension first.
            name: Of no effect.
            validate: Check the splits when this runs?

        Raises:  InvalidArgumentError when this runs, if they do not divide the values
        """
        make = cls.from_row_splits
        return cls._nested(make, flat_values, nested_row_splits, validate)

    @classmethod
    def from_nested_row_lengths(
        cls,
        flat_values: Any,
        nested_row_lengths: Sequence[Any],
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the same, made of the lengths of rows."""
        make = cls.from_row_lengths
        return cls._nested(make, flat_values, nested_row_lengths, validate)

    @staticmethod
    def _nested(
        make: Callable[..., RaggedTensor], values: Any, nested: Any, validate: bool
    ) -> RaggedTensor:
        if isinstance(nested, Tensor) or not nested:
            raise DTypeError(
                "RaggedTensor: what divides the values is a list: a vector for each "
                "ragged dimension.",
                origin=capture_exact(2),
            )
        for each in reversed(list(nested)):
            values = make(values, each, None, validate)
        found: RaggedTensor = values
        return found

    @classmethod
    def from_tensor(
        cls,
        tensor: Any,
        lengths: Any = None,
        padding: Any = None,
        ragged_rank: int = 1,
        name: str | None = None,
        row_splits_dtype: Any = dtypes.int64,
    ) -> RaggedTensor:
        """Return the rows of a tensor, without what pads them.

        Args:
            tensor: A tensor of rank 2 or more, and more than `ragged_rank`.
            lengths: How much of each row counts; by default all of it.
            padding: In place of lengths, what stands at the ends of rows and does not
                count.
            ragged_rank: How many dimensions become ragged.
            name: Of no effect.
            row_splits_dtype: int64 or int32.

        Raises:  ShapeError if the rank is not known, or too small
        """
        if lengths is not None and padding is not None:
            raise DTypeError(
                "RaggedTensor.from_tensor takes lengths or a padding, not both.",
                origin=capture_exact(1),
            )
        dtype = integer_dtype(row_splits_dtype, "row_splits_dtype")
        dense = as_tensor(tensor)
        found: RaggedTensor = rows.from_dense(
            cls, dense, lengths, padding, ragged_rank, dtype
        )
        return found

    # -- Its parts

    @property
    def components(self) -> tuple[Tensor, ...]:
        """The flat values, and the row splits from the outermost on."""
        return (self.flat_values, *self.nested_row_splits)

    @property
    def type_spec(self) -> RaggedTensorSpec:
        """What is known of it: not how many values it has."""
        splits = self._splits.dtype
        return RaggedTensorSpec(self._shape, self.dtype, self.ragged_rank, splits)

    @property
    def _shape(self) -> Shape:
        inner = rows.dims_of(self._values)
        outer = rows.dims_of(self._splits)
        length = None if outer is None else outer[0]
        count = None if length is None else length - 1
        return None if inner is None else (count, None, *inner[1:])

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        found: DType = self._values.dtype
        return found

    @property
    def ragged_rank(self) -> int:
        """How many dimensions are ragged."""
        inner = self._values
        return 1 + (inner.ragged_rank if isinstance(inner, RaggedTensor) else 0)

    @property
    def values(self) -> Any:
        """The rows one after the other: ragged, if further dimensions are."""
        return self._values

    @property
    def flat_values(self) -> Tensor:
        """The values of the innermost rows one after the other."""
        inner: Any = self._values
        return inner.flat_values if isinstance(inner, RaggedTensor) else inner

    @property
    def row_splits(self) -> Tensor:
        """Where the rows begin, and in the end the number of values."""
        found: Tensor = self._splits
        return found

    @property
    def nested_row_splits(self) -> tuple[Tensor, ...]:
        """The row splits of all ragged dimensions, the outermost first."""
        inner = self._values
        held = inner.nested_row_splits if isinstance(inner, RaggedTensor) else ()
        return (self.row_splits, *held)

    def nrows(self, out_type: Any = None, name: str | None = None) -> Tensor:
        """Return the number of rows, a scalar of the dtype of the row splits."""
        count = rows.count(self._splits) - 1
        return cast(count, out_type or self._splits.dtype)

    def row_starts(self, name: str | None = None) -> Tensor:
        """Return where each row begins among the values."""
        found: Tensor = self._splits[:-1]
        return found

    def counted(self) -> Tensor:
        """Return a tensor that has as many elements as there are rows."""
        return self.row_starts()

    def row_limits(self, name: str | None = None) -> Tensor:
        """Return where each row ends among the values."""
        found: Tensor = self._splits[1:]
        return found

    def row_lengths(self, axis: int = 1, name: str | None = None) -> Any:
        """Return the length of each row.

        Args:
            axis: 1, or a further ragged dimension, of which the lengths are ragged.
            name: Of no effect.

        Raises:  ShapeError if the axis is not ragged
        """
        if not 1 <= axis <= self.ragged_rank:
            raise ShapeError(
                f"RaggedTensor.row_lengths: axis {axis} is not ragged.",
                origin=capture_exact(1),
                hint=f"Ragged are the axes 1 to {self.ragged_rank}.",
            )
        if axis > 1:
            return self.with_values(self._values.row_lengths(axis - 1))
        return self._splits[1:] - self._splits[:-1]

    def nested_row_lengths(self, name: str | None = None) -> tuple[Tensor, ...]:
        """Return the lengths of rows of all ragged dimensions, the outermost first."""
        return tuple(each[1:] - each[:-1] for each in self.nested_row_splits)

    def value_rowids(self, name: str | None = None) -> Tensor:
        """Return for each value the number of its row."""
        return rows.ids_of(self._splits, rows.count(self._values))

    def bounding_shape(
        self, axis: int | None = None, name: str | None = None, out_type: Any = None
    ) -> Tensor:
        """Return the shape of the smallest dense tensor that holds all rows.

        Args:
            axis: One axis alone, counted from 0; by default all of them.
            name: Of no effect.
            out_type: By default that of the row splits.
        """
        found = rows.bounding_shape(self, out_type or self._splits.dtype)
        return found if axis is None else found[axis]

    def with_values(self, new_values: Any) -> RaggedTensor:
        """Return rows of the same lengths with other values.

        Args:
            new_values: As many as there are now; may be ragged.
        """
        return type(self)(_values(new_values), self._splits)

    def with_flat_values(self, new_values: Any) -> RaggedTensor:
        """Return innermost rows of the same lengths with other values."""
        inner = self._values
        if isinstance(inner, RaggedTensor):
            new_values = inner.with_flat_values(new_values)
        return self.with_values(new_values)

    # -- As other values

    def to_tensor(
        self, default_value: Any = None, name: str | None = None, shape: Any = None
    ) -> Tensor:
        """Return a dense tensor: rows are padded at their ends.

        Args:
            default_value: What they are padded with, by default zero.
            name: Of no effect.
            shape: The shape of the result; longer rows are cut. By default, and where
                it has a None, the smallest that holds all rows.

        Shape:   (n, None, ...) -> (n, longest row, ...)
        Raises:  ShapeError if `shape` has another rank
        """
        dims = None if shape is None else shapes.as_shape(shape)
        found = self._shape
        if dims is not None and found is not None and len(dims) != len(found):
            raise ShapeError(
                f"RaggedTensor.to_tensor: the shape {shapes.show(dims)} is not of rank "
                f"{len(found)}.",
                origin=capture_exact(1),
                hint="It has a dimension for each of the ragged tensor's, or None.",
            )
        return rows.to_dense(self, default_value, dims)

    def to_list(self) -> list[Any]:
        """Return the rows as lists of Python values, of a tensor with values."""
        splits = self._eagerly("to_list").tolist()
        inner = self._values
        held = (
            inner.to_list()
            if isinstance(inner, RaggedTensor)
            else values_of(inner).tolist()
        )
        return [held[start:end] for start, end in itertools.pairwise(splits)]

    def numpy(self) -> Any:
        """Return an array: of rows, where these differ in length."""
        splits = self._eagerly("numpy")
        inner = self._values
        held = (
            inner.numpy()
            if isinstance(inner, RaggedTensor)
            else values_of(inner).copy()
        )
        parts = [held[a:b] for a, b in itertools.pairwise(splits)]
        if parts and len({part.shape for part in parts}) == 1:
            return np.stack(parts)
        found = np.empty(len(parts), object)
        found[:] = parts
        return found

    def _eagerly(self, action: str) -> Any:
        if isinstance(self._splits, SymbolicTensor):
            raise DTypeError(
                f"RaggedTensor.{action}: in a graph it has no values yet.",
                origin=capture_exact(2),
                hint="Return it from the function, and ask the result.",
            )
        return values_of(self._splits)

    # -- Python's protocols

    def __len__(self) -> int:
        """Return the number of rows, where it is known."""
        found = self._shape
        if found is None or found[0] is None:
            raise TypeError(
                "the number of rows is known only when the graph runs; see nrows()"
            )
        return found[0]

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows, where it is known how many there are."""
        return (self[i] for i in range(len(self)))

    def __getitem__(self, key: Any) -> Any:
        """Return a row, or a slice of rows; in a tuple further keys select in rows.

        Raises:  ShapeError for a number that selects in each of several rows, which may
                 be too short
        """
        return rows.get_item(self, key)

    def __repr__(self) -> str:
        if isinstance(self._splits, EagerTensor):
            return f"<ag.RaggedTensor {self.to_list()}>"
        return f"ag.RaggedTensor(values={self._values}, row_splits={self._splits})"

    def __str__(self) -> str:
        return repr(self)

    __hash__ = CompositeTensor.__hash__

    def __eq__(self, other: object) -> Any:
        return _elementwise(operator.eq, self, other)

    def __ne__(self, other: object) -> Any:
        return _elementwise(operator.ne, self, other)


def _elementwise(act: Callable[..., Any], left: Any, right: Any) -> Any:
    for each in (left, right):
        is_number = isinstance(each, (Tensor, bool, int, float, complex, str, bytes))
        is_known = is_number or isinstance(each, (RaggedTensor, np.ndarray, np.generic))
        if not is_known and not hasattr(each, "read_value"):
            return NotImplemented
    return rows.map_flat_values(act, left, right)


def _infix(act: Callable[..., Any]) -> Any:
    def method(self: Any, other: Any) -> Any:
        return _elementwise(act, self, other)

    def reflected(self: Any, other: Any) -> Any:
        return _elementwise(act, other, self)

    return method, reflected


def _prefix(act: Callable[..., Any]) -> Any:
    def method(self: Any) -> Any:
        return rows.map_flat_values(act, self)

    return method


_BINARY: Final = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul,
    "truediv": operator.truediv, "floordiv": operator.floordiv, "mod": operator.mod,
    "pow": operator.pow, "and": operator.and_, "or": operator.or_,
    "xor": operator.xor,
}  # fmt: skip
_ORDERED: Final = {
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip
_UNARY: Final[Mapping[str, Callable[..., Any]]] = {
    "neg": operator.neg,
    "invert": operator.invert,
    "abs": abs,
}

for _name, _act in _BINARY.items():
    _method, _reflected = _infix(_act)
    setattr(RaggedTensor, f"__{_name}__", _method)
    setattr(RaggedTensor, f"__r{_name}__", _reflected)
for _name, _act in _ORDERED.items():
    setattr(RaggedTensor, f"__{_name}__", _infix(_act)[0])
for _name, _one in _UNARY.items():
    setattr(RaggedTensor, f"__{_name}__", _prefix(_one))


def _values(value: Any) -> Any:
    """Return what rows are made of.

    Raises:
        ShapeError: It is a scalar.
    """
    found = value if isinstance(value, RaggedTensor) else as_tensor(value)
    if rows.dims_of(found) == ():
        raise ShapeError(
            "RaggedTensor: the values are a scalar.",
            origin=capture_exact(2),
            hint="They are the elements of all rows, one after the other.",
        )
    return found


def _vector(value: Any, name: str) -> Tensor:
    """Return what divides values.

    Raises:
        ShapeError: It is no vector.
        DTypeError: It has no integers.
    """
    if isinstance(value, (list, tuple)):
        value = as_tensor(value, dtypes.int64)
    found = as_tensor(value)
    if found.dtype not in (dtypes.int32, dtypes.int64):
        raise DTypeError(
            f"RaggedTensor: {name} are {found.dtype}, not int32 or int64.",
            origin=capture_exact(2),
        )
    dims = rows.dims_of(found)
    if dims is not None and len(dims) != 1:
        raise ShapeError(
            f"RaggedTensor: {name} have the shape {shapes.show(dims)}: they are no "
            "vector.",
            origin=capture_exact(2),
        )
    return found


@dataclass(frozen=True, init=False, slots=True, repr=False)
class RaggedTensorSpec(TypeSpec):
    """What is known of ragged tensors: shape, dtype and ragged rank.

    In an input signature, rows of all lengths have one trace.

    Attributes:
        shape: The shape, with None for ragged dimensions.
        dtype: That of the values.
        ragged_rank: How many dimensions are ragged.
        row_splits_dtype: int64 or int32.

    Source:  TensorFlow's RaggedTensorSpec
    """

    shape: Shape
    dtype: DType
    ragged_rank: int
    row_splits_dtype: DType

    value_type: ClassVar[type[CompositeTensor]] = RaggedTensor

    def __init__(
        self,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        ragged_rank: int | None = None,
        row_splits_dtype: Any = dtypes.int64,
    ) -> None:
        """Describe ragged tensors.

        Args:
            shape: The shape; None for what is not known, and for ragged dimensions.
            dtype: That of the values.
            ragged_rank: By default one less than the rank.
            row_splits_dtype: int64 or int32.

        Raises:
            ShapeError: A ragged dimension is a number; or neither shape nor
                `ragged_rank` says how many there are.
        """
        known = shapes.as_shape(shape)
        if ragged_rank is None:
            ragged_rank = 0 if known is None else len(known) - 1
        if ragged_rank < 1 or (known is not None and len(known) <= ragged_rank):
            raise ShapeError(
                f"RaggedTensorSpec: {ragged_rank} dimensions of a shape "
                f"{shapes.show(known)} cannot be ragged.",
                origin=capture_exact(1),
                hint="As in ag.RaggedTensorSpec([None, None], ag.int32): the first "
                "dimension is that of the rows, and at least one is ragged.",
            )
        if known is not None and any(x is not None for x in known[1 : ragged_rank + 1]):
            raise ShapeError(
                f"RaggedTensorSpec: the ragged dimensions of {shapes.show(known)} are "
                "not all None.",
                origin=capture_exact(1),
                hint="Rows of one length are a tensor: see ag.TensorSpec.",
            )
        object.__setattr__(self, "shape", known)
        object.__setattr__(self, "dtype", dtypes.as_dtype(dtype))
        object.__setattr__(self, "ragged_rank", ragged_rank)
        splits = integer_dtype(row_splits_dtype, "row_splits_dtype")
        object.__setattr__(self, "row_splits_dtype", splits)

    @classmethod
    def from_value(cls, value: Any) -> Any:
        """Return what is known of a ragged tensor."""
        return spec_of_composite(value)

    @property
    def component_specs(self) -> tuple[TensorSpec, ...]:
        """What is known of the flat values and the row splits."""
        known = self.shape
        values = None if known is None else (None, *known[self.ragged_rank + 1 :])
        count = None if known is None or known[0] is None else known[0] + 1
        splits = (count, *[None] * (self.ragged_rank - 1))
        return (
            TensorSpec(values, self.dtype),
            *(TensorSpec((x,), self.row_splits_dtype) for x in splits),
        )

    def from_components(self, components: Sequence[Any]) -> RaggedTensor:
        """Return the ragged tensor of flat values and row splits."""
        values, *nested = components
        for splits in reversed(nested):
            values = RaggedTensor(values, splits)
        found: RaggedTensor = values
        return found

    def joined(self, other: Any) -> RaggedTensorSpec | None:
        """Return the narrowest spec that covers both; None if none does."""
        if (self.dtype, self.ragged_rank) != (other.dtype, other.ragged_rank):
            return None
        if self.row_splits_dtype is not other.row_splits_dtype:
            return None
        return dataclasses.replace(self, shape=shapes.join(self.shape, other.shape))

    def __repr__(self) -> str:
        dims = show_tuple(self.shape)
        return (
            f"RaggedTensorSpec(shape={dims}, dtype={self.dtype!r}, "
            f"ragged_rank={self.ragged_rank}, "
            f"row_splits_dtype={self.row_splits_dtype!r})"
        )


# -- Made of Python's lists


def constant(
    pylist: Any,
    dtype: Any = None,
    ragged_rank: int | None = None,
    inner_shape: Any = None,
    name: str | None = None,
    row_splits_dtype: Any = dtypes.int64,
) -> Any:
    """Return a ragged tensor of nested lists.

    Args:
        pylist: Lists or tuples, nested to one depth; arrays count as lists.
        dtype: That of the values; by default the one that `ag.constant` would take.
        ragged_rank: How many dimensions are ragged; by default all that are inside of
            the first one and outside of `inner_shape`. With 0 it is a tensor.
        inner_shape: The shape of the elements, by default ().
        name: Of no effect.
        row_splits_dtype: int64 or int32.

    Raises:  ShapeError if the lists are nested to different depths, or not deep enough
    """
    splits_dtype = integer_dtype(row_splits_dtype, "row_splits_dtype")
    listed = _listed(pylist)
    depth = _depth(listed)
    inner = () if inner_shape is None else tuple(inner_shape)
    if ragged_rank is None:
        ragged_rank = max(0, depth - 1 - len(inner))
    if _is_empty(listed):  # they may be of any depth
        depth = max(depth, ragged_rank + 1)
    if ragged_rank >= max(depth, 1):
        raise ShapeError(
            f"ragged.constant: lists {depth} deep have no {ragged_rank} ragged "
            "dimensions.",
            origin=capture_exact(1),
        )
    nested = []
    for _ in range(ragged_rank):
        nested.append([0, *np.cumsum([len(part) for part in listed]).tolist()])
        listed = [item for part in listed for item in part]
    if depth and not listed and (inner or depth - 1 - ragged_rank > 0):
        shape = inner or (0,) * (depth - 1 - ragged_rank)
        listed = np.zeros((0, *shape), np.float32)
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    if depth and not len(listed) and wanted is None:
        wanted = dtypes.float32
    values: Any = as_tensor(listed, wanted)
    for splits in reversed(nested):
        values = RaggedTensor(values, as_tensor(splits, splits_dtype))
    return values


def _listed(value: Any) -> Any:
    """Return arrays and tensors in lists as lists.

    Raises:
        ShapeError: Numbers stand beside lists.
    """
    if isinstance(value, (np.ndarray, EagerTensor)):
        array = values_of(value) if isinstance(value, EagerTensor) else value
        return list(map(_listed, array)) if array.ndim else array[()]
    if not isinstance(value, (list, tuple)):
        return value
    parts = list(map(_listed, value))
    if len({isinstance(part, list) for part in parts}) > 1:
        raise ShapeError(
            "ragged.constant: lists are nested to different depths.",
            origin=capture_exact(3),
            hint="All elements are equally deep.",
        )
    return parts


def _depth(value: Any) -> int:
    """Return how deep lists are nested.

    Raises:
        ShapeError: Numbers stand deeper in some lists than in others.
    """
    if not isinstance(value, list):
        return 0
    depths = {_depth(part) for part in value if not _is_empty(part)}
    if len(depths) > 1:
        raise ShapeError(
            "ragged.constant: lists are nested to different depths.",
            origin=capture_exact(2),
            hint="All elements are equally deep.",
        )
    empty = max((_depth(part) for part in value if _is_empty(part)), default=0)
    return 1 + max(max(depths, default=0), empty)


def _is_empty(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_empty, value))


def range_(
    starts: Any,
    limits: Any = None,
    deltas: Any = 1,
    dtype: Any = None,
    name: str | None = None,
    row_splits_dtype: Any = dtypes.int64,
) -> RaggedTensor:
    """Return rows of numbers from `starts` up to but not including `limits`.

    Args:
        starts: Where each row begins: a vector or a scalar. The limits, if these are
            not given.
        limits: Where each row ends.
        deltas: The steps, not 0.
        dtype: That of the numbers.
        name: Of no effect.
        row_splits_dtype: int64 or int32.

    Shape:   (n,) or () for each -> (n, None)
    """
    if limits is None:
        starts, limits = 0, starts
    wanted = integer_dtype(row_splits_dtype, "row_splits_dtype")
    splits, values = rows.ranges(starts, limits, deltas, dtype, wanted)
    return RaggedTensor(values, splits)


def map_flat_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return a ragged tensor with a function of the flat values for its values.

    Args:
        op: Takes tensors in place of ragged ones; its result has as many values.
        *args: Its arguments; ragged tensors have the same row lengths.
        **kwargs: Its keyword arguments, the same.

    Raises:  InvalidArgumentError when this runs, if row lengths differ
    """
    return rows.map_flat_values(op, *args, **kwargs)


__all__ = [
    "RaggedTensor",
    "RaggedTensorSpec",
    "constant",
    "map_flat_values",
    "range_",
]
