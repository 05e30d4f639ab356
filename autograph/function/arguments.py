"""Arguments of calls: flattened to leaves, and the keys that tell calls apart.

A tensor or array counts with shape and dtype, a number or text of Python's with type
and value, anything else by identity, held weakly. Containers count with what is in
them: lists, tuples, named tuples, dicts, dataclasses and classes made by attrs.

A key is a flat tuple. What stands first for a value tells how much of the tuple is
about it, so that two calls have equal keys only if they are nested alike.
"""

from __future__ import annotations

import array
import collections
import collections.abc
import types
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from graph import dtypes, nest
from graph.convert import check_objects
from graph.errors import DTypeError, LeakedTensorError
from graph.graph import current_graph
from graph.keys import settled
from graph.nest import LEAF, Structure
from graph.origin import capture_exact
from graph.specs import TensorSpec, spec_of
from graph.tensor import EagerTensor, SymbolicTensor

_BY_VALUE: Final = frozenset({int, bool, str, bytes, type(None), type(Ellipsis)})
PRIMITIVES: Final = _BY_VALUE | {float, complex, range}
_DTYPES: Final = (np.dtype, dtypes.DType)
_SETS: Final = frozenset({set, frozenset})
# Ends the key of a call that specs stand for, where tensors of the kind have a trace
# by themselves: the documents trace again for specs.
SPECS: Final = TensorSpec
_ENDS: Final = ("start", "stop", "step")
_MAPPINGS: Final = (types.MappingProxyType, collections.UserDict, collections.ChainMap)
# Of other classes than those that are opened, these count with what they hold, too.
CONTAINERS: Final = (
    *(list, tuple, dict, set, frozenset),
    *(collections.deque, bytearray, memoryview, array.array),
    *(*_MAPPINGS, collections.abc.MappingView, collections.UserList),
)
# The flag of classes written in Python: instances of others hold more than can be seen.
_HEAP_TYPE: Final = 1 << 9


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


def is_tensor_like(value: Any) -> bool:
    """Tell whether an argument becomes an input of the graph."""
    if type(value) is EagerTensor:
        return True
    kinds = (EagerTensor, SymbolicTensor, np.ndarray, np.generic, TensorSpec)
    return isinstance(value, kinds) and not is_variable(value)


def leaf_spec(leaf: Any) -> TensorSpec:
    """Return the spec of a leaf that becomes an input of the graph."""
    return leaf if isinstance(leaf, TensorSpec) else spec_of(leaf)


def is_variable(value: Any) -> bool:
    """Tell whether it is a variable, which counts by identity."""
    return hasattr(type(value), "read_value")


# -- Keys ----------------------------------------------------------------------------


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
    else:
        opened = _open(value)
        if opened is not None:
            structure, inside = opened
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


def identities_in(key: Sequence[Any]) -> Iterator[Identity]:
    """Yield the objects that a key counts by identity."""
    for part in key:
        if isinstance(part, Identity):
            yield part
        elif isinstance(part, MethodIdentity):
            yield from (part.function, part.owner)
        elif isinstance(part, (frozenset, tuple)):
            yield from identities_in(tuple(part))


# -- Containers that only arguments open ---------------------------------------------


def _open(value: Any) -> tuple[Structure, Sequence[Any]] | None:
    """Return the kind and the parts of a container; None for any other value.

    The structure has no parts yet. Lists, tuples and dicts are no business of this.
    """
    kind = type(value)
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return Structure(kind), tuple(value)
    if kind is slice:  # its ends may be tensors
        return Structure(kind, _ENDS), (value.start, value.stop, value.step)
    if kind is collections.OrderedDict:
        return Structure(kind, tuple(value)), tuple(value.values())
    if kind is collections.defaultdict:
        names = (value.default_factory, *value)
        return Structure(kind, names), tuple(value.values())
    if kind is collections.deque:
        return Structure(kind, (value.maxlen,)), [list(value)]
    fields = fields_of(kind)
    if not fields or not is_remade(kind, fields):
        return None
    state = getattr(value, "__dict__", None)
    if state is not None and not state.keys() <= set(fields):
        return None  # it carries more than its fields
    try:
        return Structure(kind, fields), [getattr(value, name) for name in fields]
    except AttributeError:  # a field that was deleted, or never set
        return None


def is_opened(value: Any) -> bool:
    """Tell whether a value counts with its parts, which a trace gets anew."""
    if type(value) in (list, tuple, dict):
        return True
    is_leaf = type(value) in PRIMITIVES or is_tensor_like(value)
    return not is_leaf and _open(value) is not None


def parts_of(value: Any) -> Sequence[Any]:
    """Return the parts of a value that is opened."""
    if type(value) is dict:
        return tuple(value.values())
    opened = None if type(value) in (list, tuple) else _open(value)
    parts: Sequence[Any] = value if opened is None else opened[1]
    return parts


# The modules of what stands for values of other classes while a function is traced.
_STANDING_IN: Final = "autograph.old_operators."


def fields_of(kind: type) -> tuple[str, ...]:
    """Return the fields of a dataclass, or of a class made by attrs."""
    if kind.__module__.startswith(_STANDING_IN):
        return ()
    fields = vars(kind).get("__dataclass_fields__")
    if fields is not None:
        if any(not _is_field(each) for each in fields.values()):
            return ()
        return tuple(fields)
    attributes = vars(kind).get("__attrs_attrs__")
    return () if attributes is None else tuple(each.name for each in attributes)


def _is_field(field: Any) -> bool:
    """Tell a field from what a dataclass only takes, or keeps for all instances."""
    return getattr(field._field_type, "name", "") == "_FIELD"


def is_remade(kind: type, fields: Sequence[str]) -> bool:
    """Tell whether an instance is made of its fields alone, and its `__dict__`."""
    *bases, last = kind.__mro__
    slots = {name for base in bases for name in _slots_of(base)}
    is_plain = all(base.__flags__ & _HEAP_TYPE for base in bases) and last is object
    is_plain &= collections.deque not in bases  # which is of such a class since 3.12
    return is_plain and slots <= {*fields, "__dict__", "__weakref__"}


def _slots_of(kind: type) -> tuple[str, ...]:
    slots = vars(kind).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _never(_: Any) -> bool:
    return False


def flatten(
    value: Any, is_leaf: Callable[[Any], bool] = _never
) -> tuple[list[Any], Structure]:
    """Return the leaves of an argument, in the order of `describe`, and its nesting.

    Args:
        value: The argument.
        is_leaf: Tells which containers are leaves, too.
    """
    leaves: list[Any] = []
    return leaves, _collect(value, leaves, is_leaf)


def _collect(
    value: Any, leaves: list[Any], is_leaf: Callable[[Any], bool]
) -> Structure:
    def collect(part: Any) -> Structure:
        return _collect(part, leaves, is_leaf)

    kind = type(value)
    if is_leaf(value):
        leaves.append(value)
        return LEAF
    if kind is list or kind is tuple:
        return Structure(kind, parts=tuple(map(collect, value)))
    if kind is dict:
        keys = tuple(value)
        names = nest.sorted_keys(keys)
        parts = tuple(collect(value[name]) for name in names)
        place_of = {name: place for place, name in enumerate(names)}
        order = tuple(place_of[name] for name in keys)
        return Structure(dict, tuple(names), parts, keys, order)
    opened = None if kind in PRIMITIVES or is_tensor_like(value) else _open(value)
    if opened is None:
        leaves.append(value)
        return LEAF
    structure, inside = opened
    inner = tuple(map(collect, inside))
    return Structure(kind, structure.names, inner)


def pack(structure: Structure, leaves: Sequence[Any]) -> Any:
    """Return an argument of this nesting with these leaves."""
    return _build(structure, iter(leaves))


def _build(structure: Structure, leaves: Iterator[Any]) -> Any:
    kind = structure.kind
    if kind is None:
        return next(leaves)
    parts = [_build(part, leaves) for part in structure.parts]
    if kind is dict:
        pairs = zip(structure.keys, structure.order, strict=True)
        return {name: parts[place] for name, place in pairs}
    if kind is list:
        return parts
    if kind is tuple:
        return tuple(parts)
    if kind is collections.OrderedDict:
        items = zip(structure.names, parts, strict=True)
        return collections.OrderedDict(settled(dict(items)))
    if kind is collections.defaultdict:
        factory, *names = structure.names
        items = zip(names, parts, strict=True)
        return collections.defaultdict(factory, settled(dict(items)))
    if kind is slice:
        return slice(*parts)
    if kind is collections.deque:
        return collections.deque(*parts, *structure.names)
    if issubclass(kind, tuple):
        return tuple.__new__(kind, parts)
    made = object.__new__(kind)
    for name, part in zip(structure.names, parts, strict=True):
        object.__setattr__(made, name, part)
    return made


def map_leaves(function: Callable[[Any], Any], value: Any) -> Any:
    """Return an argument, or a result, with a function applied to each leaf."""
    leaves, structure = flatten(value)
    return pack(structure, list(map(function, leaves)))


def vars_of(value: Any) -> dict[str, Any]:
    """Return the attributes of an instance of a class with fields."""
    names = [*fields_of(type(value)), *getattr(value, "__dict__", ())]
    return {name: getattr(value, name) for name in names if hasattr(value, name)}


def paths(structure: Structure, prefix: str = "") -> list[str]:
    """Return the path to each leaf, such as `x['a'][0]`, in order."""
    kind = structure.kind
    if kind is None:
        return [prefix]
    if kind in (dict, collections.OrderedDict):
        steps = [f"[{name!r}]" for name in structure.names]
    elif kind is collections.defaultdict:
        steps = [f"[{name!r}]" for name in structure.names[1:]]
    elif kind is collections.deque:
        steps = [""]
    elif kind in (list, tuple):
        steps = [f"[{place}]" for place in range(len(structure.parts))]
    else:
        names = structure.names or getattr(kind, "_fields", ())
        steps = [f".{name}" for name in names]
    pairs = zip(steps, structure.parts, strict=True)
    return [path for step, part in pairs for path in paths(part, prefix + step)]
