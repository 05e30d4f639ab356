"""What is known of a tensor before it exists: shape, dtype, name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

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
    def told(self) -> str:
        """How messages call it: a truth value of Python's is a `bool` to users."""
        return str(self).replace(dtypes.python_bool.name, "bool")

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
    if isinstance(left.dtype, ListDType) or isinstance(right.dtype, ListDType):
        return _join_lists(left.dtype, right.dtype)
    dtype = dtypes.join(left.dtype, right.dtype)
    if dtype is None:
        return None
    return TensorSpec(shapes.join(left.shape, right.shape), dtype)


def _join_lists(left: DType, right: DType) -> TensorSpec | None:
    if not (isinstance(left, ListDType) and isinstance(right, ListDType)):
        return None
    if left.element is None or right.element is None:
        return list_of(right.element if left.element is None else left.element)
    if is_text_beside_tensor(left.element, right.element):
        return None
    element = join(left.element, right.element)
    return None if element is None else list_of(element)


def is_text_beside_tensor(left: TensorSpec, right: TensorSpec) -> bool:
    """Is one text of Python's, and the other a tensor of text?

    A list cannot tell which of its items are which.
    """
    held = {left.dtype, right.dtype}
    return held == {dtypes.python_str, dtypes.string}


def covers(wide: TensorSpec, narrow: TensorSpec) -> bool:
    """Tell whether every value of `narrow` fits `wide` without conversion."""
    return wide.dtype is narrow.dtype and shapes.covers(wide.shape, narrow.shape)


class ListDType(DType):
    """The dtype of a run-time list of Python's, such as `list[int32[]]`.

    There is one object for each spec of elements. `list[?]` is that of an empty list,
    of which no element has been seen yet.

    Attributes:
        element: The spec of each element, None as long as there is none.
    """

    __slots__ = ("element",)

    def __init__(self, element: TensorSpec | None) -> None:
        """Make the dtype; `list_of` is the way to have it."""
        super().__init__(f"list[{'?' if element is None else element}]", object, list)
        self.element: Final = element

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by element: there is one object for each."""
        return (_list_dtype, (self.element,))


# Written by `_list_dtype` only.
_LISTS: Final[dict[TensorSpec | None, ListDType]] = {}


def _list_dtype(element: TensorSpec | None) -> ListDType:
    if element is not None and element.name is not None:
        element = TensorSpec(element.shape, element.dtype)
    return _LISTS.setdefault(element, ListDType(element))


def list_of(element: TensorSpec | None) -> TensorSpec:
    """Return the spec of lists of such elements; that of empty ones for None."""
    return TensorSpec((), _list_dtype(element))


def is_list(spec: TensorSpec) -> bool:
    """Is it the spec of a run-time list?"""
    return isinstance(spec.dtype, ListDType)


def innermost(spec: TensorSpec | None) -> TensorSpec | None:
    """Return the spec of what lists of lists hold; of no list itself.

    None of lists of which no element has been seen.
    """
    while spec is not None and isinstance(spec.dtype, ListDType):
        spec = spec.dtype.element
    return spec


def element_of(spec: TensorSpec) -> TensorSpec:
    """Return the spec of the elements of a run-time list."""
    dtype = spec.dtype
    assert isinstance(dtype, ListDType)
    assert dtype.element is not None
    return dtype.element
