"""How a result is made of what a graph gives: data, so that it is saved as well.

Numbers, text and arrays become tensors, as the documents have it; containers are made
anew; other objects come as they are.
"""

from __future__ import annotations

import collections
import dataclasses
import gc
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from autograph.values.kinds import CONTAINERS, fields_of
from autograph.values.nodes import is_tuple
from autograph.values.specs import (
    STR,
    IteratorSpec,
    NumpySpec,
    SiteSpec,
    TupleSpec,
    is_strong,
    parts_of,
)
from graph import nest
from graph.composite.type_spec import TypeSpec
from graph.convert import constant_array
from graph.nest import Structure
from graph.number_bits import result_spec, result_tensor
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, Tensor

Build = Callable[[Iterator[Any]], Any]


@dataclass(frozen=True, slots=True)
class Constant:
    """A part that is the same in each run."""

    value: Any


@dataclass(frozen=True, slots=True)
class Output:
    """A part that is a tensor which the graph gives."""

    dtype: np.dtype[Any]


@dataclass(frozen=True, slots=True)
class Exported:
    """A part that is an object which the graph gives.

    Attributes:
        form: What is known of it.
        bits: How many bits Python's numbers have as tensors.
    """

    form: Form
    bits: int


@dataclass(frozen=True, slots=True)
class Nested:
    """A container that is made of its parts.

    Attributes:
        cls: Its class.
        parts: What it holds.
        keys: Of a dict, its keys.
        extra: What its class is given besides: a factory, a length.
    """

    cls: type
    parts: tuple[OutputSpec, ...]
    keys: tuple[Any, ...] = ()
    extra: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Composed:
    """A composite tensor that is made of its components.

    Attributes:
        spec: What makes it.
        parts: Its components.
    """

    spec: TypeSpec
    parts: tuple[OutputSpec, ...]


OutputSpec = Constant | Output | Exported | Nested | Composed


@dataclass(eq=False, slots=True)
class Form:
    """What is known of an object that the run makes; it may hold itself.

    Attributes:
        dtype: Of what is a tensor; None if nothing is.
        number: The dtype of the tensor that it becomes if it is a number; else None.
        key: The dtype of NumPy's that it has as a key; else None.
        items: Of what may be a tuple of one kind, those of its items.
        slots: What a container or an object holds, by slot; "" for any.
        is_copied: Is what is a tensor an array that may be the caller's?
    """

    dtype: np.dtype[Any] | None = None
    number: np.dtype[Any] | None = None
    key: np.dtype[Any] | None = None
    items: tuple[Form, ...] | None = None
    slots: dict[str, Form] = field(default_factory=dict)
    is_copied: bool = False

    def slot(self, name: str) -> Form:
        """Return what is known of what is there."""
        found = self.slots.get(name)
        return self.slots.get("", _ANY) if found is None else found


_ANY: Final = Form()


def fill(made: Form, spec: Any, bits: int, known: dict[Any, Form]) -> None:
    """Note what is known of an object with a spec.

    Args:
        made: Where that is noted.
        spec: The spec.
        bits: How many bits Python's numbers have as tensors.
        known: What is known of the objects that were met, by spec.
    """

    def form(inner: Any) -> Form:
        found = known.get(inner)
        if found is not None:
            return found
        found = Form()
        fill(found, inner, bits, known)
        return found

    known.setdefault(spec, made)
    for part in parts_of(spec):
        if is_strong(part) and made.dtype is None:
            tensor = part.tensor if isinstance(part, NumpySpec) else part
            made.dtype = tensor.dtype.numpy
            made.is_copied = isinstance(part, NumpySpec)
        if not made.slots:
            made.slots = {name: form(x) for name, x in _slots(part).items()}
    bare = spec.tensor if isinstance(spec, NumpySpec) else spec
    if isinstance(bare, TensorSpec) and bare != STR and bare.shape == ():
        made.number = result_spec(bare, bits).dtype.numpy
    if isinstance(spec, NumpySpec):
        made.key = spec.tensor.dtype.numpy
    tuples = [part for part in parts_of(spec) if isinstance(part, TupleSpec)]
    if len(tuples) == 1:  # what is not of its length is none
        made.items = tuple(map(form, tuples[0].items))


def _slots(spec: Any) -> dict[str, Any]:
    if isinstance(spec, SiteSpec):
        site = spec.site.find()
        return {} if site.is_escaped else dict(site.slots)
    return {"": spec.item} if isinstance(spec, IteratorSpec) else {}


def structure_of(spec: OutputSpec) -> tuple[Structure, tuple[bool, ...]] | None:
    """Return how tensors are nested in a result that holds no more than these.

    The second part tells which of the leaves are outputs; the others are None.
    """
    if not _holds_tensors_alone(spec):
        return None
    count = itertools.count()
    leaves, structure = nest.flatten_with_structure(placed(spec, count))
    is_tensor = tuple(x is not None for x in leaves)
    if [x for x in leaves if x is not None] != list(range(sum(is_tensor))):
        return None  # a dict is flattened in another order
    return structure, is_tensor


def _holds_tensors_alone(spec: OutputSpec) -> bool:
    if isinstance(spec, Nested):
        is_known = spec.cls in (list, tuple, dict)
        return is_known and all(map(_holds_tensors_alone, spec.parts))
    return isinstance(spec, Output) or spec == Constant(None)


def builder(spec: OutputSpec) -> Build:
    """Return what makes a result of an iterator over the outputs."""
    if isinstance(spec, Constant):
        value = spec.value
        return lambda _: value
    if isinstance(spec, Output):
        return _of_tensor(spec.dtype)
    if isinstance(spec, Exported):
        form, bits = spec.form, spec.bits
        return lambda outputs: exported(next(outputs), form, bits, {})
    return _of_components(spec) if isinstance(spec, Composed) else _of_parts(spec)


def _of_tensor(dtype: np.dtype[Any]) -> Build:
    def build(outputs: Iterator[Any]) -> Any:
        found = next(outputs)
        if isinstance(found, (np.str_, np.bytes_)):
            found = constant_array(found.item())
        if type(found) is not np.ndarray:
            found = found._value if isinstance(found, EagerTensor) else found
            found = np.asarray(found, dtype)
        return EagerTensor(found)

    return build


def _of_components(spec: Composed) -> Build:
    make, parts = spec.spec.from_components, tuple(map(builder, spec.parts))
    return lambda outputs: make([part(outputs) for part in parts])


def _of_parts(spec: Nested) -> Build:
    kind: Any = spec.cls
    parts = tuple(map(builder, spec.parts))
    if issubclass(kind, dict):
        items, extra = tuple(zip(spec.keys, parts, strict=True)), spec.extra

        def build(outputs: Iterator[Any]) -> Any:
            found = kind(*extra)
            for key, part in items:
                found[key] = part(outputs)
            return found

        return build
    if issubclass(kind, tuple) and kind is not tuple:
        return lambda outputs: kind(*[part(outputs) for part in parts])
    extra = spec.extra
    return lambda outputs: kind([part(outputs) for part in parts], *extra)


def placed(
    spec: OutputSpec, outputs: Iterator[Any], *, is_composed: bool = True
) -> Any:
    """Return the result with what stands for its outputs in their places.

    What goes on with it, such as the printed signature, wants tensors in containers.

    Args:
        spec: How the result is made.
        outputs: What stands for its outputs.
        is_composed: Make composites of their components, which are tensors?
    """
    if isinstance(spec, Constant):
        return spec.value
    if not isinstance(spec, (Nested, Composed)):
        return next(outputs)
    parts = [placed(x, outputs, is_composed=is_composed) for x in spec.parts]
    if isinstance(spec, Composed):
        return spec.spec.from_components(parts) if is_composed else tuple(parts)
    kind: Any = spec.cls
    if issubclass(kind, dict):
        return dict(zip(spec.keys, parts, strict=True))
    if issubclass(kind, tuple) and kind is not tuple:
        return kind(*parts)
    return tuple(parts) if kind is tuple else parts


# -- What the run has made


def as_tensor(value: Any, bits: int) -> Any:
    """Return a number or a text as a tensor."""
    if type(value) is int and -(2**31) <= value < 2**31:
        return EagerTensor(np.array(value, np.int64 if bits == 64 else np.int32))
    if type(value) is float:
        return EagerTensor(np.array(value, np.float64 if bits == 64 else np.float32))
    if type(value) in (int, complex):
        try:
            return result_tensor(value, bits)
        except OverflowError:
            return result_tensor(value, 64)
    if type(value) is str:
        try:
            value.encode()
        except UnicodeEncodeError:
            return value
    return EagerTensor(constant_array(value))


def exported(value: Any, form: Form, bits: int, memo: dict[int, Any]) -> Any:
    """Return a result that the run has made, with tensors in place of numbers."""
    if value is None or isinstance(value, Tensor):
        return value
    if form.dtype is not None and isinstance(value, (int, float, complex, np.ndarray)):
        made = np.array if form.is_copied else np.asarray
        return EagerTensor(made(value, form.dtype))
    kind = type(value)
    if kind in (bool, int, float, complex, str, bytes):
        return as_tensor(value, bits)
    if isinstance(value, (np.ndarray, np.generic)):
        if value.dtype.kind in "biufc":
            return EagerTensor(np.array(value))
        if value.dtype.kind in "SU":
            return EagerTensor(constant_array(value))
    if id(value) in memo:
        return memo[id(value)]
    return _exported_container(value, form, bits, memo)


def _exported_container(value: Any, form: Form, bits: int, memo: dict[int, Any]) -> Any:
    kind: Any = type(value)
    if is_tuple(value):
        items = form.items
        if items is None or len(items) != len(value):
            items = (form.slot("item"),) * len(value)
        parts = [exported(x, y, bits, memo) for x, y in zip(value, items, strict=True)]
        return tuple(parts) if kind is tuple else kind(*parts)
    if kind is list:
        found = memo[id(value)] = []
        found += _exported_items(value, form.slot("item"), bits, memo)
        return found
    if kind is collections.deque:
        listed = _exported_items(list(value), form.slot("item"), bits, memo)
        return collections.deque(listed, value.maxlen)
    if isinstance(value, dict) and kind in CONTAINERS:
        factory = getattr(value, "default_factory", None)
        made = memo[id(value)] = kind(factory) if factory is not None else kind()
        convert = _key(form.slot("key"))
        values = _exported_items(list(value.values()), form.slot("value"), bits, memo)
        for key, x in zip(value, values, strict=True):
            made[convert(key)] = x
        return made
    if kind in (set, frozenset):
        return kind(map(_key(form.slot("item")), value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        made = memo[id(value)] = kind.__new__(kind)
        for name, x in fields_of(value).items():
            part = exported(x, form.slot(f".{name}"), bits, memo)
            object.__setattr__(made, name, part)
        return made
    return value


def _exported_items(
    values: list[Any], form: Form, bits: int, memo: dict[int, Any]
) -> list[Any]:
    """Export many values: numbers of one kind are made tensors of at once."""
    if not values:
        return []
    kinds = set(map(type, values))
    if kinds == {list}:
        return _exported_lists(values, form.slot("item"), bits, memo)
    if kinds == {tuple} and form.items is not None:
        if set(map(len, values)) == {len(form.items)} != {0}:
            columns = zip(form.items, zip(*values, strict=True), strict=True)
            parts = [_exported_items(list(x), y, bits, memo) for y, x in columns]
            return list(zip(*parts, strict=True))
    kind = kinds.pop() if len(kinds) == 1 else None
    dtype = form.number
    if dtype is None and kind is not None and issubclass(kind, np.number):
        dtype = np.dtype(kind)
    if dtype is not None:
        try:
            array = np.array(values, dtype)
        except OverflowError:  # one does not fit
            array = np.array(None)
        if array.ndim == 1 and array.dtype == dtype:
            return _scalars(array)
    return [exported(x, form, bits, memo) for x in values]


def _exported_lists(
    values: list[Any], form: Form, bits: int, memo: dict[int, Any]
) -> list[Any]:
    """Export many lists: what is in them at once."""
    fresh = {id(x): x for x in values if id(x) not in memo}
    memo.update((number, []) for number in fresh)
    held = list(itertools.chain.from_iterable(fresh.values()))
    found = iter(_exported_items(held, form, bits, memo))
    for number, x in fresh.items():
        memo[number] += itertools.islice(found, len(x))
    return [memo[id(x)] for x in values]


def _scalars(array: np.ndarray[Any, Any]) -> list[Any]:
    """Return a tensor for each element."""
    # Many objects that live on: looking for cycles among them takes as long again.
    is_on = len(array) > MANY and gc.isenabled()
    if is_on:
        gc.disable()
    try:
        return _each_of(array)
    finally:
        if is_on:
            gc.enable()


def _each_of(array: np.ndarray[Any, Any]) -> list[Any]:
    """Return `[EagerTensor(x) for x in array]`, in C alone."""
    elements = map(array.__getitem__, zip(range(len(array)), itertools.repeat(...)))
    made = list(map(object.__new__, itertools.repeat(EagerTensor, len(array))))
    set_value = vars(EagerTensor)["_value"].__set__  # the slot's
    collections.deque(map(set_value, made, elements), maxlen=0)
    return made


MANY: Final = 1000


def _key(form: Form) -> Callable[[Any], Any]:
    return form.key.type if form.key is not None else lambda key: key


def forms_in(spec: OutputSpec) -> Sequence[Form]:
    """Return what is known of the objects in a result, each once."""
    found: dict[int, Form] = {}

    def add(form: Form) -> None:
        if id(form) not in found:
            found[id(form)] = form
            for each in (*(form.items or ()), *form.slots.values()):
                add(each)

    def look(part: OutputSpec) -> None:
        if isinstance(part, Exported):
            add(part.form)
        for each in part.parts if isinstance(part, (Nested, Composed)) else ():
            look(each)

    look(spec)
    return list(found.values())


__all__ = [
    "Build",
    "Composed",
    "Constant",
    "Exported",
    "Form",
    "Nested",
    "Output",
    "OutputSpec",
    "as_tensor",
    "builder",
    "exported",
    "fill",
    "forms_in",
    "placed",
    "structure_of",
]
