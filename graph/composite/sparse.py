"""`SparseTensor`: the elements of a tensor that are not zero, by their places."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from graph import dtypes, shapes
from graph.composite.type_spec import (
    CompositeTensor,
    TypeSpec,
    spec_of_composite,
    values_of,
)
from graph.convert import constant_array
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, ShapeError
from graph.ops import assertions
from graph.ops.arguments import constant_value
from graph.ops.core import cast
from graph.ops.creation import fill
from graph.ops.functions import conj
from graph.ops.manipulation import expand_dims, shape, transpose
from graph.ops.reduction import reduce_sum
from graph.ops.scan import argsort, cumprod
from graph.ops.scatter import gather_nd, tensor_scatter_nd_update
from graph.ops.segments import unsorted_segment_sum
from graph.ops.selection import gather, where
from graph.origin import capture_exact
from graph.shapes import Shape
from graph.specs import TensorSpec, show_tuple
from graph.tensor import EagerTensor, Tensor


class SparseTensor(CompositeTensor):
    """A tensor that is zero but in some places.

    Args:
        indices: The places, a row of int64 numbers for each.
        values: What stands there.
        dense_shape: The shape, int64.

    Shape:   indices (n, rank), values (n,), dense_shape (rank,)
    Dtype:   values of any; the others are int64
    Raises:  ShapeError if the shapes do not fit; DTypeError if places are no integers
    Source:  TensorFlow's SparseTensor
    """

    __slots__ = ("_dense_shape", "_dims", "_indices", "_values")

    dense_hint = "Convert it first, with ag.sparse.to_dense."
    __array_ufunc__ = None

    def __init__(self, indices: Any, values: Any, dense_shape: Any) -> None:
        """Make one of its parts."""
        places = _counts(indices, "indices", 2)
        held = as_tensor(values)
        sizes = _counts(dense_shape, "dense_shape", 1)
        found = ((places, 2, "indices"), (held, 1, "values"), (sizes, 1, "dense_shape"))
        for each, rank, name in found:
            dims = each.spec.shape
            if dims is not None and len(dims) != rank:
                raise ShapeError(
                    f"SparseTensor: {name} has the shape {shapes.show(dims)}, and has "
                    f"to be of rank {rank}.",
                    origin=capture_exact(1),
                    hint="indices is (n, rank), values (n,) and dense_shape (rank,).",
                )
        n_places, n_dims = places.spec.shape or (None, None)
        _check_alike(places, "values", n_places, held)
        _check_alike(places, "dense_shape", n_dims, sizes)
        self._hold(places, held, sizes, None)

    def _hold(self, indices: Any, values: Any, dense_shape: Any, dims: Shape) -> None:
        self._indices, self._values = indices, values
        self._dense_shape = dense_shape
        self._dims = _static_dims(dense_shape, dims)

    @classmethod
    def from_value(cls, value: Any) -> SparseTensor:
        """Return a sparse tensor as it is."""
        return cls(value.indices, value.values, value.dense_shape)

    @property
    def indices(self) -> Tensor:
        """The places, a row for each."""
        found: Tensor = self._indices
        return found

    @property
    def values(self) -> Tensor:
        """What stands in these places."""
        found: Tensor = self._values
        return found

    @property
    def dense_shape(self) -> Tensor:
        """The shape, a vector."""
        found: Tensor = self._dense_shape
        return found

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        return self.values.dtype

    @property
    def rank(self) -> int | None:
        """How many dimensions it has."""
        return None if self._dims is None else len(self._dims)

    @property
    def components(self) -> tuple[Tensor, ...]:
        """Indices, values and shape."""
        return (self._indices, self._values, self._dense_shape)

    @property
    def type_spec(self) -> SparseTensorSpec:
        """What is known of it: not how many values it has."""
        return SparseTensorSpec(self._dims, self.dtype)

    @property
    def _shape(self) -> Shape:
        return self._dims

    def with_values(self, new_values: Any) -> SparseTensor:
        """Return other values in the same places."""
        made = SparseTensor(self._indices, new_values, self._dense_shape)
        made._dims = self._dims
        return made

    def __len__(self) -> int:
        raise TypeError("the length of a SparseTensor is not defined; see dense_shape")

    def __iter__(self) -> Any:
        raise TypeError("a SparseTensor is not iterable; see ag.sparse.to_dense")

    def __mul__(self, other: Any) -> Any:
        return _by_number(operator.mul, self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return _by_number(operator.truediv, self, other)

    def __neg__(self) -> SparseTensor:
        return self.with_values(-self.values)

    def __repr__(self) -> str:
        parts = zip(("indices", "values", "dense_shape"), self.components, strict=True)
        shown = ", ".join(f"{name}={_shown(part)}" for name, part in parts)
        return f"ag.SparseTensor({shown})"


def _check_alike(places: Tensor, name: str, wanted: int | None, part: Tensor) -> None:
    """Refuse a part that does not go with the places.

    Raises:
        ShapeError: It has another length.
    """
    (found,) = part.spec.shape or (None,)
    if wanted is not None and found is not None and found != wanted:
        raise ShapeError(
            f"SparseTensor: indices has the shape {shapes.show(places.spec.shape)}, "
            f"and {name} has {found}.",
            origin=capture_exact(2),
            hint="indices is (n, rank), values (n,) and dense_shape (rank,).",
        )


def _shown(part: Any) -> str:
    return str(values_of(part).tolist() if isinstance(part, EagerTensor) else part)


def _by_number(act: Callable[..., Any], sparse: SparseTensor, other: Any) -> Any:
    """Apply an operator that leaves zeros to the values.

    Raises:
        ShapeError: The other operand is no scalar.
    """
    if isinstance(other, CompositeTensor):
        return NotImplemented
    dims = other.shape if hasattr(other, "shape") else ()
    if tuple(dims) != ():
        raise ShapeError(
            f"SparseTensor: an operand of shape {shapes.show(tuple(dims))} is no "
            "scalar.",
            origin=capture_exact(2),
            hint="ag.sparse.to_dense gives what has all operators; products with "
            "matrices are ag.sparse.sparse_dense_matmul.",
        )
    return sparse.with_values(act(sparse.values, other))


def _counts(value: Any, name: str, rank: int) -> Tensor:
    """Return places or sizes as int64.

    Raises:
        DTypeError: They are no integers.
    """
    array = value
    if not isinstance(value, Tensor):
        array = constant_array(value)
        if not array.size and array.dtype.kind == "f":
            dims = array.shape if array.ndim == rank else (0,) * rank
            array = np.zeros(dims, np.int64)
    found = as_tensor(array)
    if not found.dtype.is_integer:
        raise DTypeError(
            f"SparseTensor: {name} is {found.dtype}, and has to be int64.",
            origin=capture_exact(2),
        )
    return cast(found, dtypes.int64)


def _static_dims(dense_shape: Any, dims: Shape) -> Shape:
    known = constant_value(dense_shape)
    if known is not None:
        return tuple(int(x) for x in known)
    spec = dense_shape.spec.shape
    if dims is not None:
        return dims
    return None if spec is None or spec[0] is None else (None,) * spec[0]


@dataclass(frozen=True, init=False, slots=True, repr=False)
class SparseTensorSpec(TypeSpec):
    """What is known of sparse tensors: shape and dtype.

    In an input signature, any number of values has one trace.

    Attributes:
        shape: The shape, with None where it is not known.
        dtype: That of the values.

    Source:  TensorFlow's SparseTensorSpec
    """

    shape: Shape
    dtype: DType

    value_type: ClassVar[type[CompositeTensor]] = SparseTensor

    def __init__(self, shape: Any = None, dtype: Any = dtypes.float32) -> None:
        """Describe sparse tensors.

        Args:
            shape: The shape; None for what is not known.
            dtype: That of the values.
        """
        known = shapes.as_shape(shape)
        object.__setattr__(self, "shape", known)
        object.__setattr__(self, "dtype", dtypes.as_dtype(dtype))

    @classmethod
    def from_value(cls, value: Any) -> Any:
        """Return what is known of a sparse tensor."""
        return spec_of_composite(value)

    @property
    def component_specs(self) -> tuple[TensorSpec, ...]:
        """What is known of the indices, the values and the shape."""
        rank = shapes.rank(self.shape)
        return (
            TensorSpec((None, rank), dtypes.int64),
            TensorSpec((None,), self.dtype),
            TensorSpec((rank,), dtypes.int64),
        )

    def from_components(self, components: Sequence[Any]) -> SparseTensor:
        """Return the sparse tensor of indices, values and shape."""
        made = SparseTensor.__new__(SparseTensor)
        indices, values, sizes = components
        made._hold(indices, values, sizes, self.shape)
        return made

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Tell whether a sparse tensor, or its spec, may be such a value."""
        other = spec_of_composite(spec_or_value)
        return (
            isinstance(other, SparseTensorSpec)
            and other.dtype is self.dtype
            and shapes.is_compatible(self.shape, other.shape)
        )

    def joined(self, other: Any) -> SparseTensorSpec | None:
        """Return the narrowest spec that covers both; None if none does."""
        if self.dtype is not other.dtype:
            return None
        return dataclasses.replace(self, shape=shapes.join(self.shape, other.shape))

    def __repr__(self) -> str:
        dims = show_tuple(self.shape)
        return f"SparseTensorSpec(shape={dims}, dtype={self.dtype!r})"


# -- Conversion and products


def to_dense(
    sp_input: SparseTensor,
    default_value: Any = None,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """Return the dense tensor of a sparse one.

    Args:
        sp_input: The sparse tensor.
        default_value: What stands in all other places, by default zero.
        validate_indices: Check when this runs that the places are in order, each once?
        name: Of no effect.

    Shape:   that of `sp_input`
    Raises:  InvalidArgumentError when this runs, if places repeat, are out of order, or
             outside of the shape
    Source:  TensorFlow's sparse.to_dense
    """
    sparse = _sparse(sp_input, "to_dense")
    if validate_indices:
        numbers = _numbers(sparse)
        assertions.assert_positive(numbers[1:] - numbers[:-1], _UNORDERED)
    if default_value is None:
        default_value = b"" if sparse.dtype is dtypes.string else 0
    empty = fill(sparse.dense_shape, as_tensor(default_value, sparse.dtype))
    return tensor_scatter_nd_update(empty, sparse.indices, sparse.values)


_UNORDERED: Final = (
    "ag.sparse: places repeat, or are out of order (see ag.sparse.reorder):"
)


def from_dense(tensor: Any, name: str | None = None) -> SparseTensor:
    """Return the elements of a tensor that are not zero, as a sparse tensor.

    Args:
        tensor: A dense tensor.
        name: Of no effect.

    Shape:   any -> the same
    Source:  TensorFlow's sparse.from_dense
    """
    dense = as_tensor(tensor)
    zero: Any = "" if dense.dtype is dtypes.string else 0
    places = cast(where(dense != as_tensor(zero, dense.dtype)), dtypes.int64)
    values = gather_nd(dense, places)
    spec = SparseTensorSpec(dense.spec.shape, dense.dtype)
    return spec.from_components((places, values, shape(dense, dtypes.int64)))


def reorder(sp_input: SparseTensor, name: str | None = None) -> SparseTensor:
    """Return a sparse tensor with its places in order, row by row.

    Args:
        sp_input: The sparse tensor.
        name: Of no effect.

    Source:  TensorFlow's sparse.reorder
    """
    sparse = _sparse(sp_input, "reorder")
    order = argsort(_numbers(sparse))
    parts = gather(sparse.indices, order), gather(sparse.values, order)
    return sparse.type_spec.from_components((*parts, sparse.dense_shape))


def sparse_dense_matmul(
    sp_a: SparseTensor,
    b: Any,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """Return the product of a sparse matrix and a dense one.

    Args:
        sp_a: The sparse matrix; places may repeat.
        b: The dense matrix.
        adjoint_a: Take the conjugate transpose of `sp_a`?
        adjoint_b: Take that of `b`?
        name: Of no effect.

    Shape:   (n, k), (k, m) -> (n, m)
    Raises:  ShapeError if one is no matrix; InvalidArgumentError when this runs, if the
             inner dimensions differ
    Source:  TensorFlow's sparse.sparse_dense_matmul
    """
    if isinstance(b, CompositeTensor):
        b.to_dense()  # which says what to do
    sparse, dense = _sparse(sp_a, "sparse_dense_matmul"), as_tensor(b)
    for dims in (sparse._shape, dense.spec.shape):
        if dims is not None and len(dims) != 2:
            raise ShapeError(
                f"sparse_dense_matmul: {shapes.show(dims)} is no matrix.",
                origin=capture_exact(1),
            )
    rows, columns = sparse.indices[:, 0], sparse.indices[:, 1]
    values, sizes = sparse.values, sparse.dense_shape
    n_rows, n_inner = sizes[0], sizes[1]
    if adjoint_a:
        rows, columns, values = columns, rows, conj(values)
        n_rows, n_inner = n_inner, n_rows
    if adjoint_b:
        dense = conj(transpose(dense))
    differ = "sparse_dense_matmul: the inner dimensions differ:"
    assertions.assert_equal(n_inner, shape(dense, dtypes.int64)[0], differ)
    products = expand_dims(values, 1) * gather(dense, columns)
    return unsorted_segment_sum(products, rows, n_rows)


def _numbers(sparse: SparseTensor) -> Tensor:
    """Return the number of each place, counted row by row."""
    steps = cumprod(sparse.dense_shape, exclusive=True, reverse=True)
    return reduce_sum(sparse.indices * steps, axis=1)


def _sparse(value: Any, name: str) -> SparseTensor:
    """Return what has to be a sparse tensor.

    Raises:
        DTypeError: It is none.
    """
    if isinstance(value, SparseTensor):
        return value
    raise DTypeError(
        f"sparse.{name}: {type(value).__name__} is no SparseTensor.",
        origin=capture_exact(2),
        hint="ag.sparse.from_dense makes one of a tensor.",
    )


__all__ = [
    "SparseTensor",
    "SparseTensorSpec",
    "from_dense",
    "reorder",
    "sparse_dense_matmul",
    "to_dense",
]
