"""Composite tensors: tensors that are one value, and what is known of such values.

A composite never changes. It is taken apart into its components and made of others by
its spec, wherever a tuple would be: among arguments and results, on the paths of staged
branches, and in files.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn, Self

import numpy as np

from graph import dtypes
from graph.errors import DTypeError
from graph.origin import capture_exact
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, Tensor
from graph.tensor_shape import TensorShape, of_dims

if TYPE_CHECKING:
    from graph.dtypes import DType


class CompositeTensor:
    """A value that is a fixed structure of tensors.

    Subclasses have a spec of their own, and never change once they are made.
    """

    __slots__ = ("__weakref__",)

    @property
    def components(self) -> tuple[Tensor, ...]:
        """The tensors that it is made of, in the order of its spec."""
        raise NotImplementedError

    @property
    def type_spec(self) -> TypeSpec:
        """What is known of it: what calls with it share a trace by."""
        raise NotImplementedError

    @property
    def _type_spec(self) -> TypeSpec:
        """The same, under TensorFlow's name."""
        return self.type_spec

    @property
    def dtype(self) -> DType:
        """The dtype of the tensor that it stands for."""
        raise NotImplementedError

    @property
    def _shape(self) -> Shape:
        return self.type_spec.shape

    @property
    def shape(self) -> TensorShape:
        """The shape of the tensor that it stands for, as far as it is known."""
        return of_dims(self._shape)

    def get_shape(self) -> TensorShape:
        """Return the shape."""
        return self.shape

    def to_dense(self, dtype: Any = None) -> Tensor:
        """Return the dense tensor that an op takes in its place.

        Args:
            dtype: Its dtype; by default its own.

        Raises:
            DTypeError: It has to be converted by name.
        """
        del dtype
        raise DTypeError(
            f"a {type(self).__name__} cannot become a tensor by itself.",
            origin=capture_exact(2),
            hint=self.dense_hint,
        )

    # What to do where an op needs a dense tensor.
    dense_hint: ClassVar[str] = "Convert it first."

    def counted(self) -> Tensor:
        """Return a tensor that has as many elements as iteration has rows.

        Raises:
            TypeError: It is not iterated over.
        """
        raise TypeError(f"a {type(self).__name__} has no rows to count")

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """Return NumPy's array of the dense tensor."""
        del copy
        return np.asarray(self.to_dense(), dtype)

    def __bool__(self) -> NoReturn:
        raise TypeError(f"the truth of a {type(self).__name__} is not defined")

    def __reduce__(self) -> Any:
        """Pickle it as its spec and its components."""
        return _remade, (self.type_spec, self.components)


def _remade(spec: TypeSpec, components: Sequence[Any]) -> CompositeTensor:
    found: CompositeTensor = spec.from_components(components)
    return found


class TypeSpec:
    """What is known of a composite before it exists.

    Subclasses are frozen dataclasses whose fields are data: they are compared, hashed
    and saved by these.
    """

    __slots__ = ()

    #: The class of the values.
    value_type: ClassVar[type[Any]]
    #: The shape, None where it is not known.
    shape: Shape

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let files name the class."""
        super().__init_subclass__(**kwargs)
        _BY_NAME[cls.__name__] = cls

    @property
    def component_specs(self) -> tuple[TensorSpec, ...]:
        """What is known of each component."""
        raise NotImplementedError

    def from_components(self, components: Sequence[Any]) -> Any:
        """Return the composite with these components, which are not checked."""
        raise NotImplementedError

    def attribute(self, name: str) -> Any:
        """Return an attribute that all such values have for good.

        Raises:
            AttributeError: There is none.
        """
        kind = self.value_type.__name__
        raise AttributeError(f"'{kind}' object has no attribute '{name}'")

    def joined(self, other: TypeSpec) -> Self | None:
        """Return the narrowest spec that covers both; None if none does."""
        raise NotImplementedError

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Tell whether a composite, or what is known of one, may be such a value."""
        other = spec_of_composite(spec_or_value)
        if type(other) is not type(self):
            return False
        ours, theirs = self.component_specs, other.component_specs
        if len(ours) != len(theirs) or self.joined(other) is None:
            return False
        return all(x.is_compatible_with(y) for x, y in zip(ours, theirs, strict=True))

    def most_specific_common_supertype(self, others: Iterable[TypeSpec]) -> Any:
        """Return the narrowest spec that covers this one and others, or None."""
        found: Any = self
        for other in others:
            found = found.joined(other) if type(other) is type(self) else None
            if found is None:
                return None
        return found


_BY_NAME: Final[dict[str, type[TypeSpec]]] = {}
#: The spec classes by name, as files have it.
SPECS: Final[Mapping[str, type[TypeSpec]]] = MappingProxyType(_BY_NAME)


def spec_of_composite(value: Any) -> TypeSpec | None:
    """Return what is known of a composite, or the spec itself; None of others."""
    if isinstance(value, CompositeTensor):
        return value.type_spec
    is_spec = isinstance(value, TypeSpec)
    return value if is_spec and issubclass(value.value_type, CompositeTensor) else None


def components_of(value: Any) -> Sequence[Any]:
    """Return the components of a composite; those of a spec are specs."""
    found: Sequence[Any] = (
        value.component_specs if isinstance(value, TypeSpec) else value.components
    )
    return found


class Outline:
    """What has something else than tensors in the places of components.

    Attributes:
        spec: What it is like.
        components: What is there.
    """

    def __init__(self, spec: TypeSpec, components: tuple[Any, ...]) -> None:
        self.spec, self.components = spec, components

    def __repr__(self) -> str:
        return f"{self.spec.value_type.__name__}{self.components!r}"


def composed(spec: TypeSpec, components: Sequence[Any]) -> Any:
    """Return the composite with these components; the spec, if they are specs."""
    if all(isinstance(x, TensorSpec) for x in components):
        return spec
    if not all(isinstance(x, Tensor) for x in components):
        return Outline(spec, tuple(components))
    return spec.from_components(components)


def spec_to_data(spec: TypeSpec) -> tuple[Any, ...]:
    """Return a spec as data."""
    fields = dataclasses.fields(spec)  # type: ignore[arg-type]
    return (type(spec).__name__, *(getattr(spec, each.name) for each in fields))


def spec_from_data(data: Sequence[Any]) -> TypeSpec:
    """Return the spec that `spec_to_data` has written.

    Raises:
        LookupError: There is no such class.
        TypeError, ValueError, DTypeError, ShapeError: It has other fields.
    """
    name, *values = data
    cls = SPECS[name]
    fields = dataclasses.fields(cls)  # type: ignore[arg-type]
    pairs = zip((each.name for each in fields), values, strict=True)
    return cls(**dict(pairs))


def values_of(tensor: Any) -> Any:
    """Return the array of an eager tensor.

    Raises:
        AttributeError: It is symbolic.
    """
    if isinstance(tensor, EagerTensor):
        return tensor._value
    raise AttributeError("it is symbolic: it has values when the graph runs")


def expect_spec(value: Any) -> TypeSpec:
    """Return a value that has to be a spec of composites.

    Raises:
        TypeError: It is none.
    """
    if not isinstance(value, TypeSpec):
        raise TypeError(f"{value!r} is no spec of composites")
    return value


def integer_dtype(value: Any, name: str) -> DType:
    """Return the dtype of indices.

    Raises:
        DTypeError: It is neither int32 nor int64.
    """
    dtype = dtypes.as_dtype(value)
    if dtype not in (dtypes.int32, dtypes.int64):
        raise DTypeError(
            f"{name} is {dtype}, and has to be int32 or int64.",
            origin=capture_exact(2),
        )
    return dtype


__all__ = [
    "SPECS",
    "CompositeTensor",
    "TypeSpec",
    "components_of",
    "composed",
    "expect_spec",
    "integer_dtype",
    "spec_from_data",
    "spec_of_composite",
    "spec_to_data",
    "values_of",
]
