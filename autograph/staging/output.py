"""What a function returns: outputs of its graph, and how the result is made of them."""

from __future__ import annotations

import collections
from dataclasses import is_dataclass
from typing import Any

import numpy as np

from autograph.staging.output_spec import (
    Composed,
    Constant,
    Exported,
    Form,
    Nested,
    Output,
    OutputSpec,
    as_tensor,
    fill,
)
from autograph.values import numpy_values as arrays
from autograph.values.kinds import CONTAINERS, holds_run, is_instance
from autograph.values.nodes import (
    boxed_value,
    emit,
    give,
    is_tuple,
    is_virtual,
    lift,
    make_real,
)
from autograph.values.proxy import Method, Proxy, Undefined
from autograph.values.specs import (
    IteratorSpec,
    NumpySpec,
    ObjectSpec,
    SiteSpec,
    TupleSpec,
    parts_of,
)
from autograph.values.state import Unstageable, current, graph
from graph.composite.type_spec import CompositeTensor
from graph.convert import constant_array
from graph.number_bits import result_spec
from graph.op import op_named
from graph.origin import capture
from graph.python.objects import MADE_OF_LIST
from graph.tensor import EagerTensor, SymbolicTensor
from graph.tensor_array import TensorArray
from graph.tensor_shape import TensorShape


class Result:
    """Describes a result while its outputs are collected."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.outputs: list[SymbolicTensor] = []
        self._objects: list[tuple[Form, Any]] = []
        self._seen: set[int] = set()
        # By the ids of arrays of the trace, which come to an end here.
        self._arrays: dict[int, Proxy] = {}

    def describe(self, value: Any) -> OutputSpec:
        """Return what makes a value of the outputs, in their order."""
        if isinstance(value, Undefined) or value is None:
            return Constant(None)
        if isinstance(value, EagerTensor):
            return self._tensor(graph().constant(value))
        if isinstance(value, SymbolicTensor):
            return self._tensor(value)
        if type(value) is Method:
            value = boxed_value(value)
        if type(value) is Proxy:
            return self._of_run(value)
        if type(value) in (int, float, complex, bool, str, bytes):
            held = as_tensor(value, self.bits)
            return Constant(held) if held is value else self.describe(held)
        if (
            isinstance(value, (np.ndarray, np.generic))
            and value.dtype.kind in "biufcSU"
        ):
            return self._array(value)
        if hasattr(type(value), "kept") and hasattr(type(value), "take"):
            return self.describe(value.kept())  # a generator expression
        if isinstance(value, CompositeTensor):
            return Composed(
                value.type_spec, tuple(map(self.describe, value.components))
            )
        if type(value) is TensorArray:
            return self._of_run(self._array_object(value))
        variable = getattr(value, "read_value", None)
        if variable is not None:
            return self.describe(variable())
        return self._container(value)

    def _array(self, value: Any) -> OutputSpec:
        if isinstance(value, np.ndarray) and is_virtual(value):
            return self._tensor(lift(value)[0])
        held = arrays.as_they_are(value) if current().known.has_real_arrays else value
        if type(held) is Proxy:
            return self._of_run(held)
        return self._tensor(graph().constant(constant_array(value)))

    def _array_object(self, value: TensorArray) -> Proxy:
        """Return the array that the caller gets: an older one, or one made once."""
        if value.is_eager:
            return Proxy(*lift(value))
        known = self._arrays.get(id(value))
        if known is None:
            spec = ObjectSpec(value.type_spec)
            held = [graph().capture(value._items)]
            made = emit(MADE_OF_LIST, held, (spec,), "w", spec=spec.spec)[0]
            known = self._arrays[id(value)] = Proxy(made, spec)
        return known

    def settle(self) -> None:
        """Note what is known of objects of the run in the end."""
        known: dict[Any, Form] = {}
        for form, spec in self._objects:
            fill(form, spec, self.bits, known)

    def _tensor(self, value: SymbolicTensor) -> OutputSpec:
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
        return Output(value.spec.dtype.numpy)

    def _of_run(self, value: Proxy) -> OutputSpec:
        if isinstance(value.spec, NumpySpec):
            return self._tensor(value.symbol)
        if arrays.is_numpy(value):
            return self._tensor(_copied(value))
        if sum(isinstance(x, TupleSpec) for x in parts_of(value.spec)) > 1:
            value = boxed_value(value)  # its numbers are told by their own classes
        _give_instances(value.spec, set())
        self.outputs.append(graph().capture(value.symbol))
        made = Form()
        self._objects.append((made, value.spec))
        return Exported(made, self.bits)

    def _container(self, value: Any) -> OutputSpec:
        if id(value) in self._seen:
            raise Unstageable("a result holds itself")
        self._seen.add(id(value))
        try:
            return self._parts(value)
        finally:
            self._seen.discard(id(value))

    def _parts(self, value: Any) -> OutputSpec:
        kind: Any = type(value)
        if kind is TensorShape and not value.is_fully_defined():
            raise Unstageable("a shape is returned that tracing does not know")
        if is_tuple(value) or kind in (list, collections.deque):
            parts = tuple(self.describe(x) for x in value)
            extra = (value.maxlen,) if kind is collections.deque else ()
            return Nested(kind, parts, extra=extra)
        if isinstance(value, dict) and kind in CONTAINERS:
            parts = tuple(self.describe(x) for x in value.values())
            factory = getattr(value, "default_factory", None)
            extra = () if factory is None else (factory,)
            return Nested(kind, parts, tuple(value), extra)
        if isinstance(value, (set, frozenset)) and not holds_run(value):
            return Nested(kind, tuple(map(Constant, value)))
        if is_dataclass(value) and not isinstance(value, type):
            if holds_run(value) or is_virtual(value):
                make_real_or_refuse(value)
        if is_instance(value) and (is_virtual(value) or holds_run(value)):
            make_real_or_refuse(value)
        if holds_run(value):
            return self._of_run(boxed_value(value))
        return Constant(value)


def _give_instances(spec: Any, seen: set[int]) -> None:
    """Let objects that are returned as they are hold what plain Python has in them."""
    for part in parts_of(spec):
        if isinstance(part, TupleSpec):
            for item in part.items:
                _give_instances(item, seen)
        elif isinstance(part, IteratorSpec):
            _give_instances(part.item, seen)
        elif isinstance(part, SiteSpec) and id(part.site.find()) not in seen:
            site = part.site.find()
            seen.add(id(site))
            if not (issubclass(site.cls, CONTAINERS) or is_dataclass(site.cls)):
                give(site)
            for each in list(site.slots.values()):
                _give_instances(each, seen)


def make_real_or_refuse(value: Any) -> None:
    """Have an object that is returned be one of the run."""
    make_real(value, "it is returned")


def _copied(value: Proxy) -> SymbolicTensor:
    """Return what an array holds at the end."""
    found = arrays.call_method(value, "copy", (), {})
    is_numpy = isinstance(found.spec, NumpySpec)
    symbol: SymbolicTensor = found.symbol if is_numpy else arrays.tensor_of(found)
    return symbol


__all__ = ["Result"]
