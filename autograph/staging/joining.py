"""What paths leave in a variable, as one value.

The same object on all paths stays as it is; tuples and composite tensors are joined
item by item; other values are one output whose spec covers both. Different mutable
objects that meet become objects of the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MethodType
from typing import Any, Final

import numpy as np

from autograph.values.kinds import ATOMS, holds_run, is_mutable
from autograph.values.nodes import (
    birth_depth,
    emit,
    is_tuple,
    is_virtual,
    lift,
    make_real,
    same,
    spec_of,
    symbol_spec,
    to_slot,
    wrap,
)
from autograph.values.proxy import Method, Proxy, Undefined
from autograph.values.specs import (
    ANY,
    BOTTOM,
    STR,
    UNDEFINED,
    NumpySpec,
    bare,
    is_strong,
    parts_of,
)
from autograph.values.state import Unstageable, current, graph
from graph import dtypes, shapes, specs
from graph.composite.type_spec import CompositeTensor, TypeSpec
from graph.dispatch import as_tensor
from graph.ops.lists import LIST_CAST
from graph.origin import capture
from graph.python.objects import NONE, UNDEFINED_VALUE
from graph.python.record import OBJECT
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor
from graph.value_operators import ValueOperators


@dataclass(frozen=True, slots=True, eq=False)
class Same:
    """The same value on all paths."""

    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """One output of this spec."""

    spec: Any


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """A tuple or a composite, joined item by item.

    Attributes:
        cls: Tuple, or the spec of the composite.
        parts: How the items are joined.
    """

    cls: type | TypeSpec
    parts: tuple[Any, ...]

    def made_of(self, items: tuple[Any, ...]) -> Any:
        """Return the value with these items."""
        return (
            self.cls.from_components(items) if isinstance(self.cls, TypeSpec) else items
        )


Shape = Same | Leaf | Parts


class _Dead:
    """What a path leaves that does not end."""


DEAD: Final = _Dead()


def is_same(left: Any, right: Any) -> bool:
    """Is it one value?"""
    if left is right:
        return True
    if type(left) is not type(right):
        return False
    if type(left) in ATOMS:
        return bool(left == right) and repr(left) == repr(right)
    if isinstance(left, Undefined):
        return True
    if isinstance(left, MethodType):
        return left.__func__ is right.__func__ and left.__self__ is right.__self__
    if type(left) is Proxy:
        return left.symbol is right.symbol
    if type(left) is Method:
        return left.name == right.name and is_same(left.owner, right.owner)
    if is_composed(left):
        first, second = items_of(left), items_of(right)
        return len(first) == len(second) and all(map(is_same, first, second))
    return False


def is_composed(value: Any) -> bool:
    """Is it immutable, and joined item by item?"""
    return type(value) is tuple or isinstance(value, CompositeTensor)


def items_of(value: Any) -> tuple[Any, ...]:
    """Return the items of such a value."""
    found: tuple[Any, ...] = value if type(value) is tuple else value.components
    return found


def _maker(value: Any) -> type | TypeSpec:
    return tuple if type(value) is tuple else value.type_spec


def _common(cls: type | TypeSpec, value: Any) -> type | TypeSpec | None:
    """Return what makes both, if one thing does."""
    if not is_composed(value):
        return None
    other = _maker(value)
    if isinstance(cls, TypeSpec) and isinstance(other, TypeSpec):
        found: TypeSpec | None = cls.most_specific_common_supertype([other])
        return found
    return tuple if cls is other else None


def joined(left: Any, right: Any, name: str = "", *, is_loop: bool = False) -> Shape:
    """Return how two values are joined."""
    if is_same(left, right):
        return Same(left)
    common = _common(_maker(left), right) if is_composed(left) else None
    if common is not None and len(items_of(left)) == len(items_of(right)):
        pairs = zip(items_of(left), items_of(right), strict=True)
        return Parts(
            common, tuple(joined(x, y, name, is_loop=is_loop) for x, y in pairs)
        )
    first, second = known_spec(left, name), known_spec(right, name)
    if _is_beyond(left, second) or _is_beyond(right, first):
        return Leaf(ANY)
    return Leaf(join_specs(first, second, name))


def _is_beyond(value: Any, spec: Any) -> bool:
    """Is it a Python integer that the dtype of a tensor cannot hold?"""
    tensor = _tensor_part(spec)
    if type(value) is not int or tensor is None or not is_strong(spec):
        return False
    dtype = tensor.dtype
    if not (dtype.is_integer or dtype.is_floating):
        return False
    info = (np.iinfo if dtype.is_integer else np.finfo)(dtype.numpy)
    return not int(info.min) <= value <= int(info.max)


def known_spec(value: Any, name: str) -> Any:
    """Return what is known of a value that meets another one: a mutable one rises."""
    if isinstance(value, ValueOperators):
        return ANY  # a variable stays one
    if is_mutable(value):
        if is_virtual(value):
            make_real(value, f"another object meets it in `{name}`")
        return lift(value)[1]
    found = spec_of(value)
    if found is None or _has_none(found):
        return lift(value)[1]
    return found


def _has_none(spec: Any) -> bool:
    items = getattr(spec, "items", None)
    return items is not None and any(x is None or _has_none(x) for x in items)


# What return statements leave is read where one was reached alone.
RETURNED: Final = ("retval_",)


def is_returned(name: str) -> bool:
    """Is it the variable of a function's result?"""
    return name.startswith(RETURNED)


def join_specs(left: Any, right: Any, name: str = "") -> Any:
    """Return the spec of what may be either.

    A Python number that meets a tensor takes the tensor's dtype where that dtype's kind
    holds it: integers in integers and floats, floats in floats.
    """
    if is_returned(name) and UNDEFINED in (left, right):
        return right if left is UNDEFINED else left
    found = _with_tensor(left, right)
    if found is not None:
        return found
    uniting, trace = current().uniting, current()
    uniting.has_united = False
    found = uniting.join(left, right)
    if uniting.has_united:
        trace.is_stale = True
    return found


def _with_tensor(left: Any, right: Any) -> Any:
    first, second = _tensor_part(left), _tensor_part(right)
    if first is None or second is None:
        return None
    if not (is_strong(left) or is_strong(right)) or STR in (left, right):
        return None
    kind = _kind_of_both(left, right)
    is_strong_pair = is_strong(left) and is_strong(right)
    is_one_class = _is_scalar(first) is _is_scalar(second)
    is_one_class &= first.dtype is second.dtype
    if is_strong_pair and kind is NumpySpec and not is_one_class:
        return None  # only what is boxed tells which
    if is_strong_pair:
        joined_spec = specs.join(first, second)
        return None if joined_spec is None else kind(bare(joined_spec))
    strong, number = (first, second) if is_strong(left) else (second, first)
    if not _holds(strong.dtype, number.dtype):
        return None
    return kind(TensorSpec(shapes.join(strong.shape, ()), strong.dtype))


def _is_scalar(spec: TensorSpec) -> bool:
    return spec.shape == ()


def _kind_of_both(left: Any, right: Any) -> Any:
    strong = [x for x in (left, right) if is_strong(x)]
    if all(isinstance(x, NumpySpec) for x in strong):
        return NumpySpec
    return lambda spec: spec


def _tensor_part(spec: Any) -> TensorSpec | None:
    if isinstance(spec, NumpySpec):
        return spec.tensor
    return spec if isinstance(spec, TensorSpec) else None


def _holds(dtype: Any, number: Any) -> bool:
    if number is dtypes.python_float:
        return bool(dtype.is_floating or dtype.is_complex)
    if number is dtypes.python_int:
        return bool(dtype.is_integer or dtype.is_floating or dtype.is_complex)
    if number is dtypes.python_bool:
        return bool(dtype.is_bool)
    return bool(dtype.is_complex)


def of_value(value: Any, name: str = "") -> Shape:
    """Return how a value leaves the only path that ends."""
    if isinstance(value, SymbolicTensor):
        return Leaf(bare(value.spec))
    if type(value) is Proxy:
        return Leaf(value.spec)
    if is_composed(value) and any(map(holds_run, items_of(value))):
        return Parts(_maker(value), tuple(map(of_value, items_of(value))))
    if is_tuple(value) and holds_run(value):
        return Leaf(known_spec(value, name))
    if type(value) is Method:
        return Leaf(ANY)
    is_new = is_mutable(value) and birth_depth(value) > current().block.depth
    if is_new and holds_run(value):
        make_real(value, "it leaves the block that it was made in")
    return Same(value)


def count(shape: Shape) -> int:
    """Return how many outputs it has."""
    if isinstance(shape, Parts):
        return sum(map(count, shape.parts))
    return int(isinstance(shape, Leaf))


def specs_in(shape: Shape) -> list[TensorSpec]:
    """Return the specs of its symbols."""
    if isinstance(shape, Parts):
        return [x for part in shape.parts for x in specs_in(part)]
    return [symbol_spec(shape.spec)] if isinstance(shape, Leaf) else []


def outputs(shape: Shape, value: Any) -> list[SymbolicTensor]:
    """Return the symbols in the current graph for a value that is joined so."""
    if isinstance(shape, Same):
        return []
    if isinstance(shape, Parts):
        held = [DEAD] * len(shape.parts) if value is DEAD else items_of(value)
        pairs = zip(shape.parts, held, strict=True)
        return [x for part, item in pairs for x in outputs(part, item)]
    return [graph().capture(_output(shape.spec, value))]


def _output(spec: Any, value: Any) -> SymbolicTensor:
    wanted = symbol_spec(spec)
    if is_strong(spec) and type(value) in (int, float, complex, bool):
        return graph().constant(np.array(value, wanted.dtype.numpy))
    is_missing = isinstance(value, Undefined) and UNDEFINED not in parts_of(spec)
    if value is DEAD or spec is BOTTOM or (is_missing and spec is not ANY):
        return _nothing(wanted)
    if isinstance(value, Undefined):
        return emit(UNDEFINED_VALUE, [], (spec,), "", variable=value.name)[0]
    symbol, found = lift(value)
    if isinstance(wanted, TensorSpec) and is_strong(spec):
        if symbol.spec.dtype is not wanted.dtype:
            symbol = as_tensor(symbol, wanted.dtype)  # type: ignore[assignment]
        return symbol
    if isinstance(spec, TensorSpec):
        if not specs.is_list(spec) or symbol.spec == spec:
            return symbol
        attrs = {"element": specs.element_of(spec)}  # a TensorArray's list, wider now
        to = graph()
        held = (to.capture(symbol),)
        return to.add(LIST_CAST, held, attrs, origin=capture()).outputs[0]
    return same(to_slot(symbol, found, spec))


def _nothing(spec: TensorSpec) -> SymbolicTensor:
    """Return what stands where nothing is read, of this spec."""
    if spec == OBJECT:
        return emit(NONE, [], (spec,), "")[0]
    if spec.dtype.is_python:
        python = spec.dtype.python
        assert python is not None
        return graph().constant(python())
    shape = [size or 0 for size in spec.shape or ()]
    return graph().constant(np.zeros(shape, spec.dtype.numpy))


def rebuilt(shape: Shape, symbols: Iterator[SymbolicTensor]) -> Any:
    """Return the value that symbols stand for."""
    if isinstance(shape, Same):
        return shape.value
    if isinstance(shape, Parts):
        found = shape.made_of(tuple(rebuilt(part, symbols) for part in shape.parts))
        current().joined[id(found)] = found
        return found
    symbol = next(symbols)
    return Undefined("") if shape.spec is BOTTOM else wrap(symbol, shape.spec)


def widened(shape: Shape, start: Any, value: Any, name: str) -> Shape:
    """Return how a loop carries a variable that is `value` after an iteration.

    The same object comes back where nothing has to change.
    """
    if isinstance(shape, Same):
        if is_same(shape.value, value):
            return shape
        return joined(start, value, name, is_loop=True)
    if isinstance(shape, Parts):
        common = _common(shape.cls, value)
        if common is not None and len(items_of(value)) == len(shape.parts):
            held = zip(shape.parts, items_of(start), items_of(value), strict=True)
            parts = tuple(widened(x, y, z, name) for x, y, z in held)
            is_kept = common == shape.cls
            if is_kept and all(x is y for x, y in zip(parts, shape.parts, strict=True)):
                return shape
            return Parts(common, parts)
        specs_now = known_spec(start, name), known_spec(value, name)
        return Leaf(join_specs(*specs_now, name))
    found = join_specs(shape.spec, known_spec(value, name), name)
    return shape if found == shape.spec else Leaf(found)


__all__ = ["DEAD", "Leaf", "Parts", "Same", "Unstageable", "joined", "outputs"]
