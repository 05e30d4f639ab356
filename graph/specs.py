"""What is known of a tensor before it exists: shape, dtype, name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dtypes import DType
from graph.shapes import Shape


@dataclass(frozen=True, init=False, slots=True)
class TensorSpec:
    """A shape and a dtype, with an optional name.

    Attributes:
        shape: A tuple of dimensions with None where unknown; None for any rank.
        dtype: The element type.
        name: Not part of equality.
    """

    shape: Shape
    dtype: DType
    name: str | None = field(compare=False)

    def __init__(
        self, shape: Any = (), dtype: Any = dtypes.float32, name: str | None = None
    ) -> None:
        """Describe tensors.

        Raises:
            ShapeError: `shape` is not a shape.
            DTypeError: `dtype` is not a dtype.
        """
        object.__setattr__(self, "shape", shapes.as_shape(shape))
        object.__setattr__(self, "dtype", dtypes.as_dtype(dtype))
        object.__setattr__(self, "name", name)

    def __repr__(self) -> str:
        """Return the form that the documents print."""
        return (
            f"TensorSpec(shape={show_tuple(self.shape)}, dtype={self.dtype!r}, "
            f"name={self.name!r})"
        )

    def __str__(self) -> str:
        """Return the short form of printed graphs: `float32[None, 3]`, `int`."""
        if self.dtype.is_python and self.shape == ():
            return self.dtype.name
        return f"{self.dtype.name}{shapes.show(self.shape)}"

    @property
    def rank(self) -> int | None:
        """The number of dimensions, or None when unknown."""
        return shapes.rank(self.shape)

    @property
    def is_scalar(self) -> bool:
        """Is the shape known to be ()?"""
        return self.shape == ()

    @property
    def strong(self) -> TensorSpec:
        """This spec once a Python number has become a tensor."""
        if not self.dtype.is_python:
            return self
        return TensorSpec(self.shape, dtypes.strengthen(self.dtype), self.name)

    def is_compatible_with(self, value: Any) -> bool:
        """Tell whether a tensor, array or spec fits this spec."""
        other = value if isinstance(value, TensorSpec) else spec_of(value)
        return other.dtype is self.dtype and shapes.is_compatible(
            self.shape, other.shape
        )


def show_tuple(shape: Shape) -> str:
    """Return a shape as the documents print it: `(2, None)`, `<unknown>`."""
    return "<unknown>" if shape is None else str(shape)


def spec_of(value: Any) -> TensorSpec:
    """Return the exact spec of a tensor, an array or a Python number."""
    spec = getattr(value, "spec", None)
    if isinstance(spec, TensorSpec):
        return spec
    python = dtypes.of_python(value)
    if python is not None:
        return TensorSpec((), python)
    array = np.asarray(value)
    return TensorSpec(array.shape, dtypes.from_numpy(array.dtype))


def join(left: TensorSpec, right: TensorSpec) -> TensorSpec | None:
    """Return the narrowest spec that covers both, or None when none does."""
    dtype = dtypes.join(left.dtype, right.dtype)
    if dtype is None:
        return None
    return TensorSpec(shapes.join(left.shape, right.shape), dtype)


def covers(wide: TensorSpec, narrow: TensorSpec) -> bool:
    """Tell whether every value of `narrow` fits `wide` without conversion."""
    return wide.dtype is narrow.dtype and shapes.covers(wide.shape, narrow.shape)
