"""Cache keys: which calls of a function can share a trace.

A call's arguments are flattened to leaves. A tensor or array is known by shape and
dtype, a Python primitive by type and value, anything else by identity. Positional,
keyword and default spellings of one call give one key.
"""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graph import dtypes, nest
from graph.dispatch import as_tensor
from graph.errors import DTypeError
from graph.nest import Structure
from graph.specs import TensorSpec, spec_of
from graph.tensor import EagerTensor, SymbolicTensor

PRIMITIVES: Final = (int, float, complex, bool, str, bytes, type(None))
_HASHABLE_BY_VALUE: Final = (*PRIMITIVES, type(Ellipsis), np.dtype, dtypes.DType)


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """The arguments of one call, flattened.

    Attributes:
        leaves: All leaves, in order.
        structure: How they were nested: a tuple in the order of the parameters.
        key: Equal for calls that can share a trace.
        names: The parameters' names.
    """

    leaves: tuple[Any, ...]
    structure: Structure
    key: tuple[Any, ...]
    names: tuple[str, ...]

    def kept(self) -> Call:
        """Return the call without what it must not keep alive: tensors and objects."""
        leaves = tuple(map(_kept_leaf, self.leaves))
        return Call(leaves, self.structure, self.key, self.names)

    @property
    def paths(self) -> list[str]:
        """For each leaf where it comes from, such as `x` or `config['rate']`."""
        return leaf_paths(self.names, self.packed)

    @property
    def packed(self) -> tuple[Any, ...]:
        """The arguments, one for each parameter."""
        found: tuple[Any, ...] = nest.pack(self.structure, list(self.leaves))
        return found


class Identity:
    """An object in a key: compared by identity, held weakly where possible."""

    __slots__ = ("_strong", "_weak", "number")

    def __init__(self, value: Any) -> None:
        self.number = id(value)
        self._strong: Any = None
        self._weak: Any = None
        try:
            self._weak = weakref.ref(value)
        except TypeError:
            self._strong = value

    @property
    def value(self) -> Any:
        """The object, or None when it is gone."""
        return self._strong if self._weak is None else self._weak()

    def __hash__(self) -> int:
        return hash(self.number)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Identity) or self.number != other.number:
            return False
        return self.value is not None and self.value is other.value


def is_tensor_like(value: Any) -> bool:
    """Tell whether an argument becomes an input of the graph."""
    return isinstance(value, (EagerTensor, np.ndarray, np.generic, TensorSpec))


def leaf_key(value: Any) -> Any:
    """Return what a leaf contributes to the key."""
    if isinstance(value, EagerTensor):
        return ("tensor", value.shape, value._value.dtype)
    if isinstance(value, (np.ndarray, np.generic)):
        return ("tensor", value.shape, value.dtype)
    if isinstance(value, TensorSpec):
        return ("tensor", value.shape, value.dtype.numpy)
    if isinstance(value, (float, complex)):
        return (type(value), repr(value))  # 0.0 is not -0.0, and nan is nan
    if isinstance(value, _HASHABLE_BY_VALUE):
        return (type(value), value)
    return Identity(value)


def _kept_leaf(leaf: Any) -> Any:
    if isinstance(leaf, TensorSpec):
        return leaf
    if is_tensor_like(leaf):
        return spec_of(leaf)
    if isinstance(leaf, _HASHABLE_BY_VALUE):
        return leaf
    return Identity(leaf)


@dataclass(frozen=True, slots=True)
class Binder:
    """Turns the arguments of calls into canonical form."""

    name: str
    signature: inspect.Signature

    def __call__(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Call:
        """Bind, apply defaults, flatten.

        Raises:
            TypeError: The arguments do not fit the signature, as Python says.
        """
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self.name}() {error}") from None
        bound.apply_defaults()
        arguments = tuple(map(as_argument, bound.arguments.values()))
        leaves, structure = nest.flatten_with_structure(arguments)
        key = (structure, *map(leaf_key, leaves))
        return Call(tuple(leaves), structure, key, tuple(bound.arguments))

    def arguments(
        self, names: Sequence[str], values: Sequence[Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return positional and keyword arguments of canonical ones."""
        pairs = dict(zip(names, values, strict=True))
        bound = inspect.BoundArguments(self.signature, pairs)
        return bound.args, bound.kwargs


def as_array(leaf: Any) -> Any:
    """Return the array of an argument that the key says is a tensor."""
    if type(leaf) is EagerTensor:
        return leaf._value
    if type(leaf) is np.ndarray and leaf.dtype.kind in "biufc":
        return leaf
    return as_tensor(leaf)._value  # type: ignore[attr-defined]


def as_argument(value: Any) -> Any:
    """Return an argument as it is flattened; arrays that tensors hold stay shared.

    Raises:
        DTypeError: It is a symbolic tensor, and no graph is being built.
    """
    if isinstance(value, SymbolicTensor):
        raise DTypeError(
            f"{value} is symbolic: it was made while a function was traced, and has "
            "no value outside it.",
            hint="Return it from the function, and call with the result.",
        )
    return value


def leaf_paths(names: Sequence[str], values: Sequence[Any]) -> list[str]:
    """Return the path of each leaf: the parameter's name, then its place in it."""
    pairs = zip(names, values, strict=True)
    return [f"{name}{path}" for name, value in pairs for path in nest.paths(value)]
