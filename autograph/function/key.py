"""Keys of calls: what calls have in common that can share a trace.

A tensor or array counts with shape and dtype, a number or text of Python's with type
and value, anything else by identity, held weakly. Containers count with what is in
them: those that `autograph.arguments` opens.

What arguments count with is a flat tuple. What stands first for a value tells how much
of the tuple is about it, so that two calls have equal keys only if they are nested
alike.
"""

from __future__ import annotations

import array
import collections
import collections.abc
import types
import weakref
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from autograph.arguments import PRIMITIVES, is_tensor_like, key_orders, opened
from graph import dtypes, nest
from graph.composite.type_spec import components_of, spec_of_composite
from graph.convert import check_objects
from graph.errors import DTypeError, LeakedTensorError
from graph.graph import current_graph
from graph.nest import Structure
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.tensor_array import TensorArray

_BY_VALUE: Final = PRIMITIVES - {float, complex, range}
_DTYPES: Final = (np.dtype, dtypes.DType)
_SETS: Final = frozenset({set, frozenset})
_MAPPINGS: Final = (types.MappingProxyType, collections.UserDict, collections.ChainMap)
# Of other classes than those that are opened, these count with what they hold, too.
CONTAINERS: Final = (
    *(list, tuple, dict, set, frozenset),
    *(collections.deque, bytearray, memoryview, array.array),
    *(*_MAPPINGS, collections.abc.MappingView, collections.UserList),
)
# The classes of inputs that a function may tell apart.
_KINDS: Final = (Tensor, np.ndarray, np.generic)


class TraceKey(NamedTuple):
    """What the calls of one trace have in common: a tuple, since C hashes these.

    Attributes:
        arguments: What the arguments count with; see `describe`.
        flag: The `training` flag of the layer call around; None outside of one.
        is_of_specs: Was a concrete function asked for, with specs for tensors? The
            documents trace again for these, where tensors have a trace.
        kinds: The class of each input; None for what is no tensor or array.
        orders: The keys of each dict, of a function that looks at their order.
        aliases: Which containers are one, of a function that tells them apart.
    """

    arguments: tuple[Any, ...]
    flag: Any = None
    is_of_specs: bool = False
    kinds: tuple[type | None, ...] = ()
    orders: tuple[tuple[Any, ...], ...] = ()
    aliases: tuple[int, ...] = ()

    def of_specs(self) -> TraceKey:
        """Return the key of a call that specs stand for."""
        return self._replace(is_of_specs=True)

    def in_order(self, structure: Structure) -> TraceKey:
        """Return the key of a call with the keys of dicts in their order there."""
        return self._replace(orders=key_orders(structure))

    def identities(self) -> Iterator[Identity]:
        """Yield the objects that it counts by identity."""
        return _identities_in(self.arguments)


def kind_of(leaf: object) -> type | None:
    """Return the class of an input that a function may ask for; None for a constant."""
    if isinstance(leaf, TensorSpec):
        return Tensor
    return next((each for each in _KINDS if isinstance(leaf, each)), None)


def _identities_in(key: Sequence[Any]) -> Iterator[Identity]:
    for part in key:
        if isinstance(part, Identity):
            yield part
        elif isinstance(part, MethodIdentity):
            yield from (part.function, part.owner)
        elif isinstance(part, (frozenset, tuple)):
            yield from _identities_in(tuple(part))


# -- Objects that count by identity --------------------------------------------------


class Identity:
    """An object in a key: compared by identity, held weakly where possible."""

    __slots__ = ("_strong", "number", "weak")

    def __init__(self, value: Any) -> None:
        self.number = id(value)
        self._strong: Any = None
        self.weak: Any = None
        try:
            self.weak = weakref.ref(value)
        except TypeError:
            self._strong = value

    @property
    def value(self) -> Any:
        """The object, or None when it is gone."""
        return self._strong if self.weak is None else self.weak()

    def is_of(self, value: Any) -> bool:
        """Tell whether it stands for this object."""
        return value is not None and self.value is value

    def __hash__(self) -> int:
        return hash(self.number)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Identity) or self.number != other.number:
            return False
        return self.value is not None and self.value is other.value


class MethodIdentity:
    """A bound method in a key: made anew at each access, it counts by its parts."""

    __slots__ = ("function", "owner")

    def __hash__(self) -> int:
        return hash((self.function, self.owner))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MethodIdentity):
            return False
        return (self.function, self.owner) == (other.function, other.owner)

    def __init__(self, method: types.MethodType) -> None:
        self.function = Identity(method.__func__)
        self.owner = Identity(method.__self__)

    @property
    def value(self) -> Any:
        """The method, or None when its object is gone."""
        function, owner = self.function.value, self.owner.value
        if function is None or owner is None:
            return None
        return types.MethodType(function, owner)

    def is_of(self, value: Any) -> bool:
        """Tell whether it stands for this method."""
        return (
            type(value) is types.MethodType
            and self.function.is_of(value.__func__)
            and self.owner.is_of(value.__self__)
        )


# What stands for an object in a key, or among what a trace keeps of its arguments.
IDENTITIES: Final = (Identity, MethodIdentity)


def identity_of(value: Any) -> Identity | MethodIdentity:
    """Return what stands for an object that counts by identity."""
    if type(value) is types.MethodType:
        return MethodIdentity(value)
    return Identity(principal(value))


def principal(value: Any) -> Any:
    """Return the object that lives as long as `value` means the same.

    What `ag.function` made of a method is made anew at each access, too.
    """
    return getattr(value, "_cache", value) if _is_function(value) else value


def _is_function(value: Any) -> bool:
    return getattr(type(value), "is_traced_function", False) is True


# -- What arguments count with -------------------------------------------------------


def describe(value: Any, key: list[Any], leaves: list[Any]) -> None:
    """Append what a value counts with to the key, and its leaves to the leaves.

    Raises:
        DTypeError: It holds an array of a class whose own meaning would be lost.
        LeakedTensorError: It holds a symbolic tensor, and no graph is being built.
    """
    kind = type(value)
    if kind is EagerTensor:
        array = value._value
        key += (array.shape, array.dtype)
    elif kind in _BY_VALUE:
        key += (kind, value)
    elif kind is list or kind is tuple:
        key += (kind, len(value))
        for part in value:
            describe(part, key, leaves)
        return
    elif kind is dict:
        names = nest.sorted_keys(tuple(value))
        key += (dict, tuple(map(_name_token, names)))
        for name in names:
            describe(value[name], key, leaves)
        return
    elif kind is float:
        # 0.0 is not -0.0, and nan is nan.
        key += (float, value if value == value and value else repr(value))  # noqa: PLR0124
    elif is_tensor_like(value):
        key += _spec_token(value)
    elif type(value) is TensorArray and value.is_eager:
        key += (TensorArray, value.type_spec)
    elif (spec := spec_of_composite(value)) is not None:
        key += (type(spec), spec)
        for part in components_of(value):
            describe(part, [], leaves)  # what is known of them is in the spec
        return
    else:
        found = opened(value)
        if found is not None:
            structure, inside = found
            key += (kind, tuple(map(_name_token, structure.names)), len(inside))
            for part in inside:
                describe(part, key, leaves)
            return
        key += _object_token(value)
    leaves.append(value)


def _name_token(name: Any) -> Any:
    return name if type(name) is str else _constant_token(name)


def _constant_token(value: Any) -> tuple[Any, ...]:
    """Return the key of what is no input of the graph: it counts by value."""
    kind = type(value)
    if kind is tuple:
        return (kind, *map(_constant_token, value))
    if isinstance(value, np.generic):
        return (kind, value.dtype, value.tobytes())
    if is_tensor_like(value):
        return (kind, Identity(value))
    token: list[Any] = []
    describe(value, token, [])
    return tuple(token)


def _spec_token(value: Any) -> tuple[Any, ...]:
    if isinstance(value, EagerTensor):
        return (value.shape, value._value.dtype)
    if isinstance(value, SymbolicTensor):
        spec = refuse_leaked(value).spec
        return (spec.shape, spec.dtype if spec.dtype.is_python else spec.dtype.numpy)
    if isinstance(value, TensorSpec):
        return (value.shape, value.dtype.numpy)
    if type(value) not in (np.ndarray, np.memmap) and not isinstance(value, np.generic):
        kind = type(value).__name__
        raise DTypeError(
            f"an argument is a {kind}, a kind of array with a meaning of its own, "
            "which tensors have not.",
            origin=capture_exact(),
            hint="Pass np.asarray(x), which is a plain array of the same values.",
        )
    if value.dtype.hasobject:
        check_objects(value)
    return (value.shape, value.dtype)


def refuse_leaked(value: SymbolicTensor) -> SymbolicTensor:
    """Return a symbolic argument, if a graph is being built that may take it.

    Raises:
        LeakedTensorError: There is none.
    """
    if current_graph() is None:
        raise LeakedTensorError(
            f"{value} is symbolic: it was made while a function was traced, and has "
            "no value outside it.",
            origin=capture_exact(),
            others=(("it was made here", value.node.origin),),
            hint="Return it from the function, and call with the result.",
        )
    return value


def _object_token(value: Any) -> tuple[Any, ...]:
    kind = type(value)
    if kind is complex:
        return (complex, repr(value))
    if kind is range:  # those of the same numbers are equal, whatever their ends
        return (range, value.start, value.stop, value.step)
    if kind in _SETS:  # in their own order, in which a function may go through them
        return (kind, tuple(map(_constant_token, value)))
    if isinstance(value, _DTYPES):
        return (kind, value)
    found = identity_of(value)
    if isinstance(found, MethodIdentity):
        return (kind, found.function, found.owner)
    if isinstance(value, CONTAINERS):
        return (object, found, kind, *_content_token(value))
    return (object, found)


def _content_token(value: Any) -> tuple[Any, ...]:
    """Return what a container of another class holds: it may be changed in place."""
    if isinstance(value, (bytearray, memoryview)):
        return (bytes(value),)
    pairs: Any = None
    if isinstance(value, dict):
        pairs = dict.items(value)
    elif isinstance(value, _MAPPINGS):
        pairs = value.items()
    elif isinstance(value, collections.abc.ItemsView):
        pairs = value
    if pairs is not None:
        return tuple((_item_token(k), _item_token(v)) for k, v in pairs)
    return tuple(map(_item_token, value))


def _item_token(item: Any) -> Any:
    key: list[Any] = []
    if type(item) not in PRIMITIVES:
        return identity_of(item)
    describe(item, key, [])
    return tuple(key)
