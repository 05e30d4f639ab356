"""What a function returns: outputs of its graph, and how the result is made of them.

Numbers, text and arrays become tensors, as the documents have it; containers are made
anew; other objects come as they are.
"""

from __future__ import annotations

import collections
import dataclasses
import gc
import itertools
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from autograph.values import numpy_values as arrays
from autograph.values.kinds import (
    CONTAINERS,
    fields_of,
    holds_run,
    is_instance,
)
from autograph.values.nodes import boxed_value, is_tuple, is_virtual, lift, make_real
from autograph.values.proxy import Method, Proxy, Undefined
from autograph.values.specs import (
    ANY,
    STR,
    IteratorSpec,
    NumpySpec,
    SiteSpec,
    TupleSpec,
    is_strong,
    parts_of,
)
from autograph.values.state import Unstageable, current, graph
from graph import nest
from graph.convert import constant_array
from graph.dtypes import opaque
from graph.nest import Structure
from graph.number_bits import result_spec, result_tensor
from graph.op import op_named
from graph.origin import capture
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.tensor_shape import TensorShape

Build = Callable[[Iterator[Any]], Any]


class Result:
    """Describes a result while its outputs are collected."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.outputs: list[SymbolicTensor] = []
        self._seen: set[int] = set()

    def describe(self, value: Any) -> Build:
        """Return what makes a value of the outputs, in their order."""
        if isinstance(value, Undefined) or value is None:
            return _constant(None)
        if isinstance(value, EagerTensor):
            return _constant(value)
        if isinstance(value, SymbolicTensor):
            return self._tensor(value)
        if type(value) is Method:
            value = boxed_value(value)
        if type(value) is Proxy:
            return self._of_run(value)
        if type(value) in (int, float, complex, bool, str, bytes):
            return _constant(_as_tensor(value, self.bits))
        if (
            isinstance(value, (np.ndarray, np.generic))
            and value.dtype.kind in "biufcSU"
        ):
            if isinstance(value, np.ndarray) and is_virtual(value):
                return self._tensor(lift(value)[0])
            held = (
                arrays.as_they_are(value) if current().known.has_real_arrays else value
            )
            if type(held) is Proxy:
                return self._of_run(held)
            return _constant(EagerTensor(constant_array(value)))
        variable = getattr(value, "read_value", None)
        if variable is not None:
            return self.describe(variable())
        return self._container(value)

    def structure(self, value: Any) -> tuple[Structure, tuple[bool, ...]] | None:
        """Return how tensors are nested in a result that holds no more than these."""
        count = itertools.count()
        try:
            skeleton = _skeleton(value, count)
        except _NotOnlyTensorsError:
            return None
        leaves, structure = nest.flatten_with_structure(skeleton)
        if [x for x in leaves if x is not None] != list(range(len(self.outputs))):
            return None  # a dict is flattened in another order
        return structure, tuple(x is not None for x in leaves)

    def _tensor(self, value: SymbolicTensor) -> Build:
        dtype = value.spec.dtype
        if dtype.is_python:
            wide = result_spec(value.spec, self.bits).dtype
            is_wide = wide is not value.spec.strong.dtype
            attrs = {"bits": self.bits} if is_wide else {}
            op, to = op_named("python_to_tensor"), graph()
            held = to.capture(value)
            node = to.add(op, (held,), attrs, origin=capture())
            value = node.outputs[0]
        self.outputs.append(graph().capture(value))
        numpy = value.spec.dtype.numpy

        def build(outputs: Iterator[Any]) -> Any:
            found = next(outputs)
            if type(found) is not np.ndarray:
                found = np.array(found, numpy)
            return EagerTensor(found)

        return build

    def _of_run(self, value: Proxy) -> Build:
        if isinstance(value.spec, NumpySpec):
            return self._tensor(value.symbol)
        if arrays.is_numpy(value):
            return self._tensor(_copied(value))
        self.outputs.append(graph().capture(value.symbol))
        spec, bits = value.spec, self.bits
        return lambda outputs: exported(next(outputs), spec, bits, {})

    def _container(self, value: Any) -> Build:
        if id(value) in self._seen:
            raise Unstageable("a result holds itself")
        self._seen.add(id(value))
        try:
            return self._parts(value)
        finally:
            self._seen.discard(id(value))

    def _parts(self, value: Any) -> Build:
        kind: Any = type(value)
        if kind is TensorShape and not value.is_fully_defined():
            raise Unstageable("a shape is returned that tracing does not know")
        if is_tuple(value) or kind is list:
            parts = [self.describe(x) for x in value]
            if kind in (tuple, list):
                return lambda outputs: kind(part(outputs) for part in parts)
            return lambda outputs: kind(*[part(outputs) for part in parts])
        if kind is collections.deque:
            parts, size = [self.describe(x) for x in value], value.maxlen
            return lambda outputs: collections.deque(
                (part(outputs) for part in parts), size
            )
        if isinstance(value, dict) and kind in CONTAINERS:
            items = [(key, self.describe(x)) for key, x in value.items()]
            factory = getattr(value, "default_factory", None)
            empty = (lambda: kind(factory)) if factory is not None else kind

            def build(outputs: Iterator[Any]) -> Any:
                found = empty()
                for key, part in items:
                    found[key] = part(outputs)
                return found

            return build
        if isinstance(value, (set, frozenset)) and not holds_run(value):
            held = kind(value)
            return lambda outputs: kind(held)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            if is_virtual(value) and not holds_run(value):
                pass
            if holds_run(value) or is_virtual(value):
                make_real_or_refuse(value)
        if is_instance(value) and (is_virtual(value) or holds_run(value)):
            make_real_or_refuse(value)
        if holds_run(value):
            return self._of_run(boxed_value(value))
        return _constant(value)


class _NotOnlyTensorsError(Exception):
    """A result holds something else than tensors."""


def _skeleton(value: Any, count: Iterator[int]) -> Any:
    if value is None:
        return None
    is_tensor = isinstance(value, SymbolicTensor) and value.spec.dtype is not opaque
    if is_tensor or (type(value) is Proxy and isinstance(value.spec, NumpySpec)):
        return next(count)
    if type(value) in (list, tuple):
        return type(value)(_skeleton(x, count) for x in value)
    if type(value) is dict:
        return {key: _skeleton(x, count) for key, x in value.items()}
    raise _NotOnlyTensorsError


def make_real_or_refuse(value: Any) -> None:
    """Have an object that is returned be one of the run."""
    make_real(value, "it is returned")


def _constant(value: Any) -> Build:
    return lambda _: value


def _copied(value: Proxy) -> SymbolicTensor:
    """Return what an array holds at the end."""
    found = arrays.call_method(value, "copy", (), {})
    is_numpy = isinstance(found.spec, NumpySpec)
    symbol: SymbolicTensor = found.symbol if is_numpy else arrays.tensor_of(found)
    return symbol


def _as_tensor(value: Any, bits: int) -> Any:
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


def exported(value: Any, spec: Any, bits: int, memo: dict[int, Any]) -> Any:
    """Return a result that the run has made, with tensors in place of numbers."""
    if value is None or isinstance(value, Tensor):
        return value
    for part in parts_of(spec):
        if is_strong(part) and isinstance(value, (int, float, complex, np.ndarray)):
            tensor = part.tensor if isinstance(part, NumpySpec) else part
            return EagerTensor(np.asarray(value, tensor.dtype.numpy))
    kind = type(value)
    if kind in (bool, int, float, complex, str, bytes):
        return _as_tensor(value, bits)
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "biufc":
        return EagerTensor(np.array(value))
    if id(value) in memo:
        return memo[id(value)]
    return _exported_container(value, spec, bits, memo)


def _exported_container(value: Any, spec: Any, bits: int, memo: dict[int, Any]) -> Any:
    slot = _slots(spec)
    kind: Any = type(value)

    def part(x: Any, name: str) -> Any:
        return exported(x, slot(name), bits, memo)

    if is_tuple(value):
        specs = spec.items if isinstance(spec, TupleSpec) else None
        if specs is None or len(specs) != len(value):
            specs = (slot("item"),) * len(value)
        parts = [exported(x, y, bits, memo) for x, y in zip(value, specs, strict=True)]
        return tuple(parts) if kind is tuple else kind(*parts)
    if kind is list:
        found = memo[id(value)] = []
        found += _exported_items(value, slot("item"), bits, memo)
        return found
    if kind is collections.deque:
        items = _exported_items(list(value), slot("item"), bits, memo)
        return collections.deque(items, value.maxlen)
    if isinstance(value, dict) and kind in CONTAINERS:
        factory = getattr(value, "default_factory", None)
        made = memo[id(value)] = kind(factory) if factory is not None else kind()
        convert = _key(slot("key"))
        values = _exported_items(list(value.values()), slot("value"), bits, memo)
        for key, x in zip(value, values, strict=True):
            made[convert(key)] = x
        return made
    if kind in (set, frozenset):
        convert = _key(slot("item"))
        return kind(map(convert, value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        made = memo[id(value)] = kind.__new__(kind)
        for name, x in fields_of(value).items():
            object.__setattr__(made, name, part(x, f".{name}"))
        return made
    return value


def _exported_items(
    values: list[Any], spec: Any, bits: int, memo: dict[int, Any]
) -> list[Any]:
    """Export many values: numbers of one kind are made tensors of at once."""
    dtype = _dtype_of(spec, bits)
    if dtype is not None and values:
        try:
            array = np.array(values, dtype)
        except OverflowError:  # one does not fit
            array = np.array(None)
        if array.ndim == 1 and array.dtype == dtype:
            return _scalars(array)
    return [exported(x, spec, bits, memo) for x in values]


def _scalars(array: np.ndarray[Any, Any]) -> list[Any]:
    """Return a tensor for each element."""
    # Many objects that live on: looking for cycles among them takes as long again.
    is_on = len(array) > MANY and gc.isenabled()
    if is_on:
        gc.disable()
    try:
        return [EagerTensor(array[i, ...]) for i in range(len(array))]
    finally:
        if is_on:
            gc.enable()


MANY: Final = 1000


def _dtype_of(spec: Any, bits: int) -> Any:
    """Return the dtype of the tensors that become of scalars; None for other values."""
    if isinstance(spec, NumpySpec):
        spec = spec.tensor
    if not isinstance(spec, TensorSpec) or spec == STR or spec.shape != ():
        return None
    return result_spec(spec, bits).dtype.numpy


def _key(spec: Any) -> Callable[[Any], Any]:
    if isinstance(spec, NumpySpec):
        return spec.tensor.dtype.numpy.type
    return lambda key: key


def _slots(spec: Any) -> Callable[[str], Any]:
    for part in parts_of(spec):
        if isinstance(part, SiteSpec):
            return part.site.slot
        if isinstance(part, IteratorSpec):
            item = part.item
            return lambda name: item
    return lambda name: ANY


__all__ = ["Build", "Result", "exported"]
