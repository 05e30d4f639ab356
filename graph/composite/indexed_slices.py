"""`IndexedSlices`: some rows of a tensor, by their numbers."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from graph import dtypes, shapes
from graph.composite.type_spec import (
    CompositeTensor,
    TypeSpec,
    integer_dtype,
    spec_of_composite,
)
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError
from graph.ops.arguments import constant_value
from graph.ops.core import cast
from graph.ops.manipulation import expand_dims, shape
from graph.ops.scatter import tensor_scatter_nd_update
from graph.ops.segments import unsorted_segment_sum
from graph.origin import capture_exact
from graph.shapes import Shape
from graph.specs import TensorSpec, show_tuple
from graph.tensor import Tensor


class IndexedSlices(CompositeTensor):
    """Rows of a tensor that is zero elsewhere; rows that come several times add up.

    Optimizers take one as the gradient of a variable, and variables in `scatter_sub`.
    Ops take the dense tensor in its place, if `dense_shape` is given.

    Args:
        values: The rows.
        indices: Their numbers, a vector.
        dense_shape: The shape of the whole.

    Shape:   values (n, ...), indices (n,), dense_shape (rank,)
    Dtype:   values of any; the others are int32 or int64
    Source:  TensorFlow's IndexedSlices
    """

    __slots__ = ("_dense_shape", "_dims", "_indices", "_values")

    __array_ufunc__ = None

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        """Make one of its parts."""
        numbers = as_tensor(indices)
        integer_dtype(numbers.dtype, "IndexedSlices: indices")
        sizes = None if dense_shape is None else as_tensor(dense_shape)
        if sizes is not None:
            integer_dtype(sizes.dtype, "IndexedSlices: dense_shape")
        self._hold(as_tensor(values), numbers, sizes, None)

    def _hold(self, values: Any, indices: Any, dense_shape: Any, dims: Shape) -> None:
        self._values, self._indices = values, indices
        self._dense_shape = dense_shape
        known = None if dense_shape is None else constant_value(dense_shape)
        if known is not None:
            dims = tuple(int(x) for x in known)
        if dims is None and values.spec.shape is not None:
            dims = (None, *values.spec.shape[1:])
        self._dims = dims

    @property
    def values(self) -> Tensor:
        """The rows."""
        found: Tensor = self._values
        return found

    @property
    def indices(self) -> Tensor:
        """The numbers of the rows."""
        found: Tensor = self._indices
        return found

    @property
    def dense_shape(self) -> Tensor | None:
        """The shape of the whole, if it was given."""
        found: Tensor | None = self._dense_shape
        return found

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        return self.values.dtype

    @property
    def components(self) -> tuple[Tensor, ...]:
        """Values, indices, and the shape if there is one."""
        parts = (self._values, self._indices, self._dense_shape)
        return parts[: 2 + (self._dense_shape is not None)]

    @property
    def type_spec(self) -> IndexedSlicesSpec:
        """What is known of it: not how many rows it has."""
        sizes = None if self._dense_shape is None else self._dense_shape.dtype
        indices = self.indices.dtype
        return IndexedSlicesSpec(self._dims, self.dtype, indices, sizes)

    @property
    def _shape(self) -> Shape:
        return self._dims

    def to_dense(self, dtype: Any = None) -> Tensor:
        """Return the whole tensor: the sum of the rows, and zeros.

        Raises:
            DTypeError: It has no `dense_shape`.
        """
        if self._dense_shape is None:
            raise DTypeError(
                "IndexedSlices without a dense_shape cannot become a tensor.",
                origin=capture_exact(2),
                hint="Write IndexedSlices(values, indices, dense_shape).",
            )
        return self.to_rows(self._dense_shape[0], dtype)

    def to_rows(self, n_rows: Any, dtype: Any = None) -> Tensor:
        """Return the whole tensor of so many rows."""
        values = self.values if dtype is None else cast(self.values, dtype)
        return unsorted_segment_sum(values, self.indices, n_rows)

    def like(self, tensor: Tensor) -> Tensor:
        """Return the whole tensor with as many rows as another one."""
        dims = tensor.spec.shape
        n_rows = None if dims is None else dims[0]
        return self.to_rows(shape(tensor)[0] if n_rows is None else n_rows)

    def written_to(self, tensor: Tensor) -> Tensor:
        """Return a tensor with these rows in place of its own."""
        places = expand_dims(self.indices, 1)
        return tensor_scatter_nd_update(tensor, places, self.values)

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(-self.values, self.indices, self.dense_shape)

    def __repr__(self) -> str:
        sizes = (
            "" if self._dense_shape is None else f", dense_shape={self._dense_shape}"
        )
        return (
            f"ag.IndexedSlices(indices={self._indices}, values={self._values}{sizes})"
        )


@dataclass(frozen=True, init=False, slots=True, repr=False)
class IndexedSlicesSpec(TypeSpec):
    """What is known of indexed slices: the shape of the whole, and dtypes.

    Attributes:
        shape: The shape, with None where it is not known.
        dtype: That of the values.
        indices_dtype: int32 or int64.
        dense_shape_dtype: That of `dense_shape`; None if there is none.

    Source:  TensorFlow's IndexedSlicesSpec
    """

    shape: Shape
    dtype: DType
    indices_dtype: DType
    dense_shape_dtype: DType | None

    value_type: ClassVar[type[CompositeTensor]] = IndexedSlices

    def __init__(
        self,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        indices_dtype: Any = dtypes.int64,
        dense_shape_dtype: Any = None,
    ) -> None:
        """Describe indexed slices.

        Args:
            shape: The shape of the whole; None for what is not known.
            dtype: That of the values.
            indices_dtype: int32 or int64.
            dense_shape_dtype: That of `dense_shape`; None for values without one.
        """
        known = shapes.as_shape(shape)
        sizes = dense_shape_dtype
        if sizes is not None:
            sizes = integer_dtype(sizes, "dense_shape_dtype")
        indices = integer_dtype(indices_dtype, "indices_dtype")
        object.__setattr__(self, "shape", known)
        object.__setattr__(self, "dtype", dtypes.as_dtype(dtype))
        object.__setattr__(self, "indices_dtype", indices)
        object.__setattr__(self, "dense_shape_dtype", sizes)

    @classmethod
    def from_value(cls, value: Any) -> Any:
        """Return what is known of indexed slices."""
        return spec_of_composite(value)

    @property
    def component_specs(self) -> tuple[TensorSpec, ...]:
        """What is known of the values, the indices and the shape."""
        rows = None if self.shape is None else (None, *self.shape[1:])
        found = (TensorSpec(rows, self.dtype), TensorSpec((None,), self.indices_dtype))
        if self.dense_shape_dtype is None:
            return found
        rank = shapes.rank(self.shape)
        return (*found, TensorSpec((rank,), self.dense_shape_dtype))

    def from_components(self, components: Sequence[Any]) -> IndexedSlices:
        """Return the indexed slices of values, indices and a shape."""
        made = IndexedSlices.__new__(IndexedSlices)
        values, indices, *sizes = components
        made._hold(values, indices, sizes[0] if sizes else None, self.shape)
        return made

    def joined(self, other: Any) -> IndexedSlicesSpec | None:
        """Return the narrowest spec that covers both; None if none does."""
        mine = (self.dtype, self.indices_dtype, self.dense_shape_dtype)
        if mine != (other.dtype, other.indices_dtype, other.dense_shape_dtype):
            return None
        return dataclasses.replace(self, shape=shapes.join(self.shape, other.shape))

    def __repr__(self) -> str:
        dims = show_tuple(self.shape)
        return (
            f"IndexedSlicesSpec(shape={dims}, dtype={self.dtype!r}, "
            f"indices_dtype={self.indices_dtype!r}, "
            f"dense_shape_dtype={self.dense_shape_dtype!r})"
        )


__all__ = ["IndexedSlices", "IndexedSlicesSpec"]
