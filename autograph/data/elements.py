"""Elements of data sets: their structures, their specs, and their components.

An element is a structure of components: tuples, named tuples and dicts. A list is no
structure but becomes a tensor, as TensorFlow has it; but for one that a function
returns, which is a tuple. While a pipeline runs an element
is a flat tuple of arrays, NumPy scalars and, where windows are made, data sets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graph import dtypes, nest, shapes
from graph.dispatch import as_tensor
from graph.errors import AutographError, DTypeError, InvalidArgumentError, NestingError
from graph.nest import LEAF, Structure, pack
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor
from graph.tensor_shape import TensorShape

Flat = tuple[Any, ...]


class DatasetSpec:
    """The spec of a component that is a data set.

    Attributes:
        element_spec: The spec of its elements.
    """

    def __init__(self, element_spec: Any) -> None:
        """Describe data sets of such elements."""
        self.element_spec = element_spec

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, DatasetSpec) and other.element_spec == self.element_spec
        )

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"DatasetSpec({self.element_spec!r})"


def flatten(value: Any) -> tuple[list[Any], Structure]:
    """Return the components of an element, and how they are nested."""
    leaves: list[Any] = []
    return leaves, _collect(value, leaves)


def _collect(value: Any, leaves: list[Any]) -> Structure:
    if isinstance(value, Mapping):
        names = nest.sorted_keys(tuple(value))
        parts = tuple(_collect(value[name], leaves) for name in names)
        order = tuple(names.index(name) for name in value)
        return Structure(dict, tuple(names), parts, tuple(value), order)
    if isinstance(value, tuple) and not isinstance(value, TensorShape):
        parts = tuple(_collect(part, leaves) for part in value)
        return Structure(type(value), parts=parts)
    leaves.append(value)
    return LEAF


class Element:
    """What the elements of a data set look like.

    Attributes:
        structure: How the components are nested.
        specs: The specs of the components.
    """

    __slots__ = ("specs", "structure")

    def __init__(self, structure: Structure, specs: Sequence[Any]) -> None:
        """Describe elements."""
        self.structure, self.specs = structure, tuple(specs)

    @property
    def spec(self) -> Any:
        """The specs, nested as an element is."""
        return pack(self.structure, self.specs)

    @property
    def has_datasets(self) -> bool:
        """Are there data sets among the components?"""
        return any(isinstance(each, DatasetSpec) for each in self.specs)

    def of(self, specs: Sequence[Any]) -> Element:
        """Return what elements of the same structure with other specs look like."""
        return Element(self.structure, specs)

    def map(self, change: Callable[[Any], Any]) -> Element:
        """Return what elements look like, each of whose specs is changed."""
        return self.of([change(spec) for spec in self.specs])

    def arguments(self, leaves: Sequence[Any]) -> tuple[Any, ...]:
        """Return what a function of an element is called with: a tuple is unpacked."""
        packed = pack(self.structure, leaves)
        return packed if type(packed) is tuple else (packed,)

    def packed(self, leaves: Sequence[Any]) -> Any:
        """Return an element with these components."""
        return pack(self.structure, leaves)

    def eager(self, leaves: Flat) -> Any:
        """Return an element of eager tensors."""
        return self.maker()(leaves)

    def maker(self) -> Callable[[Flat], Any]:
        """Return what makes an element of eager tensors of its components."""
        structure = self.structure
        if self.has_datasets:
            return lambda leaves: pack(structure, self.tensors(leaves))
        if structure == LEAF:
            return lambda leaves: EagerTensor(leaves[0])
        if structure == Structure(tuple, parts=(LEAF,) * len(self.specs)):
            return lambda leaves: tuple(map(EagerTensor, leaves))
        return lambda leaves: pack(structure, list(map(EagerTensor, leaves)))

    def tensors(self, leaves: Flat) -> list[Any]:
        """Return components as eager tensors."""
        pairs = zip(leaves, self.specs, strict=True)
        return [as_component(leaf, spec) for leaf, spec in pairs]


def of_spec(given: Any) -> Element:
    """Return what elements of a nested spec look like.

    Raises:
        DTypeError: A part is no spec.
    """
    leaves, structure = flatten(given)
    for leaf in leaves:
        if not isinstance(leaf, (TensorSpec, DatasetSpec)):
            raise DTypeError(
                f"{leaf!r} does not describe a component of an element.",
                origin=capture_exact(),
                hint="Write ag.TensorSpec(shape, dtype) for each component, in tuples "
                "and dicts as the elements are.",
            )
    return Element(structure, leaves)


def as_component(value: Any, spec: Any) -> Any:
    """Return an eager tensor of a component; a data set is one itself."""
    if isinstance(spec, DatasetSpec):
        return value
    if type(value) is np.ndarray:
        return EagerTensor(value)
    return EagerTensor(as_array(value, spec))


def as_array(value: Any, spec: TensorSpec) -> Any:
    """Return the array of a component: what kernels gave may be a number."""
    if type(value) is np.ndarray:
        return value
    if spec.dtype is dtypes.string:
        found = np.empty((), object)
        found[()] = value
        return found
    return np.asarray(value, spec.dtype.numpy)


def component_of(value: Any, what: str) -> tuple[Any, Any]:
    """Return a component, an array or a symbolic tensor, and its spec.

    Args:
        value: What becomes a tensor, or a data set.
        what: What it is called in an error.

    Raises:
        DTypeError: It does not become a tensor.
    """
    if hasattr(type(value), "element_spec"):  # some values that are staged refuse it
        return value, DatasetSpec(value.element_spec)
    try:
        found = as_tensor(value)
    except AutographError:
        raise
    except (TypeError, ValueError) as error:
        raise DTypeError(
            f"{what} has a component that is no tensor, and does not become one: "
            f"{error}",
            origin=capture_exact(),
            hint="Elements are tensors, arrays, numbers and text, in tuples and dicts.",
        ) from error
    if isinstance(found, SymbolicTensor):
        return found, strengthened(found.spec)
    return found._value, found.spec  # type: ignore[attr-defined]


def strengthened(spec: TensorSpec) -> TensorSpec:
    """Return the spec of what a value is as a tensor."""
    return TensorSpec(spec.shape, dtypes.strengthen(spec.dtype))


def element_of(value: Any, what: str) -> tuple[list[Any], Element]:
    """Return the components of an element, and what it looks like."""
    leaves, structure = flatten(value)
    if not leaves:
        raise NestingError(
            f"{what} has no components.",
            origin=capture_exact(),
            hint="An element is a tensor, or a structure with at least one.",
        )
    found = [component_of(leaf, what) for leaf in leaves]
    return [each for each, _ in found], Element(structure, [spec for _, spec in found])


def joined(left: Element, right: Element, what: str) -> Element:
    """Return what elements of two data sets, one after the other, look like.

    Raises:
        NestingError: They are nested otherwise.
        InvalidArgumentError: They are of other dtypes.
    """
    if left.structure != right.structure:
        raise NestingError(
            f"{what} has elements {right.spec}, beside elements {left.spec}: their "
            "structures differ.",
            origin=capture_exact(),
        )
    return left.of([
        _joined(one, other, what)
        for one, other in zip(left.specs, right.specs, strict=True)
    ])  # fmt: skip


def _joined(one: Any, other: Any, what: str) -> Any:
    if isinstance(one, DatasetSpec) or isinstance(other, DatasetSpec):
        return one
    if one.dtype is not other.dtype:
        raise InvalidArgumentError(
            f"{what} has components of {other.dtype} beside components of {one.dtype}.",
            origin=capture_exact(),
            hint="Convert them: .map(lambda x: ag.cast(x, dtype)).",
        )
    return TensorSpec(shapes.join(one.shape, other.shape), one.dtype)


def widened(state: Element, found: Element, what: str) -> Element:
    """Return what a state looks like that a function has made another one of.

    Args:
        state: What it was given.
        found: What it returns.
        what: What it is called in an error.

    Raises:
        NestingError: The next state is nested otherwise.
        InvalidArgumentError: It is of other dtypes.
    """
    if state.structure != found.structure:
        raise NestingError(
            f"{what} makes a state {found.spec} of a state {state.spec}: their "
            "structures differ.",
            origin=capture_exact(),
            hint="Return the next state as the first one is nested.",
        )
    for one, other in zip(state.specs, found.specs, strict=True):
        if one.dtype is not other.dtype:
            raise InvalidArgumentError(
                f"{what} makes a state of {other.dtype} of one of {one.dtype}.",
                origin=capture_exact(),
                hint=f"Begin with a state of {other.dtype}, or return one of "
                f"{one.dtype}: ag.cast(state, ag.{one.dtype}).",
            )
    pairs = zip(state.specs, found.specs, strict=True)
    return state.of([
        TensorSpec(shapes.join(one.shape, other.shape), one.dtype)
        for one, other in pairs
    ])  # fmt: skip


def batched(spec: Any, size: int | None) -> Any:
    """Return the spec of a batch."""
    if isinstance(spec, DatasetSpec):
        raise DTypeError(
            "data sets among the components of an element cannot be put into a batch.",
            origin=capture_exact(),
            hint="Batch what is in them: .flat_map(lambda window: window.batch(size)).",
        )
    shape = None if spec.shape is None else (size, *spec.shape)
    return TensorSpec(shape, spec.dtype)


def unbatched(spec: Any) -> Any:
    """Return the spec of a row.

    Raises:
        InvalidArgumentError: It is a scalar, or a data set.
    """
    if isinstance(spec, DatasetSpec) or spec.shape == ():
        raise InvalidArgumentError(
            f"a component of the elements, {spec}, has no rows.",
            origin=capture_exact(),
            hint="Use from_tensors, of which the tensor itself is the element.",
        )
    return TensorSpec(None if spec.shape is None else spec.shape[1:], spec.dtype)


def stacked(column: Sequence[Any], spec: TensorSpec) -> Any:
    """Return the batch of one component.

    Raises:
        InvalidArgumentError: The shapes differ.
    """
    if spec.shape == ():
        if spec.dtype is not dtypes.string:
            return np.array(column, spec.dtype.numpy)
        found = np.empty(len(column), object)
        found[:] = [each[()] if type(each) is np.ndarray else each for each in column]
        return found
    try:
        return np.stack(column)
    except ValueError:
        shown = sorted({np.shape(each) for each in column})
        raise InvalidArgumentError(
            "the elements of a batch have components of different shapes: "
            f"{', '.join(map(str, shown[:3]))}.",
            hint="Bring them to one shape, or use padded_batch.",
        ) from None


__all__: list[str] = []
