"""Arguments of calls taken apart: their leaves, and how these are nested.

Lists, tuples, named tuples, dicts, dataclasses, classes made by attrs and composite
tensors are opened; anything else is a leaf. What is specified of a composite is opened
like one, into specs.
"""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from graph import nest
from graph.composite.type_spec import (
    CompositeTensor,
    components_of,
    composed,
    spec_of_composite,
)
from graph.nest import LEAF, Structure
from graph.specs import TensorSpec, spec_of
from graph.tensor import EagerTensor, SymbolicTensor
from graph.tensor_array import TensorArray

PRIMITIVES: Final = frozenset(
    {int, bool, str, bytes, type(None), type(Ellipsis), float, complex, range}
)
_ENDS: Final = ("start", "stop", "step")
# The flag of classes written in Python: instances of others hold more than can be seen.
_HEAP_TYPE: Final = 1 << 9


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


def opened(value: Any) -> tuple[Structure, Sequence[Any]] | None:
    """Return the kind and the parts of a container; None for any other value.

    The structure has no parts yet. Lists, tuples and dicts are no business of this.
    """
    kind = type(value)
    spec = spec_of_composite(value)
    if spec is not None:
        return Structure(CompositeTensor, (spec,)), components_of(value)
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
    return not is_leaf and opened(value) is not None


def parts_of(value: Any) -> Sequence[Any]:
    """Return the parts of a value that is opened."""
    if type(value) is dict:
        return tuple(value.values())
    found = None if type(value) in (list, tuple) else opened(value)
    parts: Sequence[Any] = value if found is None else found[1]
    return parts


def aliases_in(values: Sequence[Any]) -> tuple[int, ...]:
    """Return for each container among arguments the first place that it comes in.

    Nothing, if each comes once.
    """
    found: list[Any] = []
    for value in values:
        _collect_opened(value, found)
    first: dict[int, int] = {}
    places = tuple(first.setdefault(id(x), i) for i, x in enumerate(found))
    return places if len(first) < len(found) else ()


def _collect_opened(value: Any, found: list[Any]) -> None:
    if type(value) is TensorArray:
        found.append(value)
    if type(value) in PRIMITIVES or not is_opened(value):
        return
    if not isinstance(value, tuple) and spec_of_composite(value) is None:
        found.append(value)
    for part in parts_of(value):
        _collect_opened(part, found)


def fields_of(kind: type) -> tuple[str, ...]:
    """Return the fields of a dataclass, or of a class made by attrs."""
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
    found = None if kind in PRIMITIVES or is_tensor_like(value) else opened(value)
    if found is None:
        leaves.append(value)
        return LEAF
    structure, inside = found
    inner = tuple(map(collect, inside))
    return Structure(structure.kind, structure.names, inner)


def has_specs(value: Any) -> bool:
    """Tell whether there are specs among the leaves of an argument."""
    return any(isinstance(leaf, TensorSpec) for leaf in flatten(value)[0])


def as_traced(structure: Structure, leaves: Iterator[Any]) -> Iterator[Any]:
    """Yield leaves, with specs in place of components: what a trace is for."""
    if structure.kind is CompositeTensor:
        yield from structure.names[0].component_specs
        for _ in structure.parts:
            next(leaves)
    elif structure.kind is None:
        yield next(leaves)
    else:
        for part in structure.parts:
            yield from as_traced(part, leaves)


def as_specified(structure: Structure, specified: Structure) -> Structure:
    """Return a structure with its composites known as another one knows them."""
    if structure.kind is CompositeTensor:
        return specified
    parts = tuple(map(as_specified, structure.parts, specified.parts))
    return dataclasses.replace(structure, parts=parts)


def covers(wide: Structure, narrow: Structure) -> bool:
    """Tell whether arguments nested as one structure says are nested as another.

    Composites of one class, and as many components, may be known better.
    """
    if wide.kind is not narrow.kind or len(wide.parts) != len(narrow.parts):
        return False
    if wide.kind is CompositeTensor:
        known = wide.names[0]
        return bool(known.most_specific_common_supertype(narrow.names) == known)
    is_alike = wide.names == narrow.names
    return is_alike and all(map(covers, wide.parts, narrow.parts))


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
        return collections.OrderedDict(dict(items))
    if kind is collections.defaultdict:
        factory, *names = structure.names
        items = zip(names, parts, strict=True)
        return collections.defaultdict(factory, dict(items))
    if kind is slice:
        return slice(*parts)
    if kind is collections.deque:
        return collections.deque(*parts, *structure.names)
    if issubclass(kind, tuple):
        return tuple.__new__(kind, parts)
    if kind is CompositeTensor:
        return composed(structure.names[0], parts)
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


def key_orders(structure: Structure) -> tuple[tuple[Any, ...], ...]:
    """Return the keys of each dict in a structure, in the dict's own order."""
    own = (structure.keys,) if structure.kind is dict else ()
    return (*own, *(keys for part in structure.parts for keys in key_orders(part)))


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
    elif kind is CompositeTensor:
        steps = [f".components[{place}]" for place in range(len(structure.parts))]
    else:
        names = structure.names or getattr(kind, "_fields", ())
        steps = [f".{name}" for name in names]
    pairs = zip(steps, structure.parts, strict=True)
    return [path for step, part in pairs for path in paths(part, prefix + step)]
