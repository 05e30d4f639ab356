"""From values of the trace to symbols of the graph, and back.

`lift` returns the symbol and the spec of any value; `wrap` returns what stands for a
symbol. Whatever an object of the run holds was put there by `put`, which widens the
slot of its site: there is no other way to write.
"""

from __future__ import annotations

import collections
import copy
import enum
import functools
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import (
    BuiltinFunctionType,
    BuiltinMethodType,
    CellType,
    FunctionType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any, Final, NoReturn

import numpy as np

from autograph.conversion import is_converted
from autograph.values.kinds import (
    ATOMS,
    CONTAINERS,
    VIEWS,
    defaults_of,
    fields_of,
    holds,
    holds_run,
    is_array_object,
    is_container,
    is_foreign,
    is_instance,
    is_mutable,
    is_of_run,
)
from autograph.values.proxy import Method, Proxy, Super, Undefined
from autograph.values.sites import Site
from autograph.values.specs import (
    ANY,
    BOOL,
    BOTTOM,
    FLOAT,
    INT,
    NONE,
    STR,
    UNDEFINED,
    ArraySpec,
    ClassSpec,
    CompositeSpec,
    IteratorSpec,
    NumpySpec,
    ObjectSpec,
    SiteSpec,
    TupleSpec,
    UnionSpec,
    bare,
    is_plain,
    is_strong,
    parts_of,
)
from autograph.values.standard_library import is_of_c
from autograph.values.state import (
    OutlivesCall,
    ReadBeforeWritten,
    Restart,
    Unstageable,
    WholeFunction,
    current,
    graph,
    is_in_block,
    refuse_text,
)
from graph.building import check_building, recording_into
from graph.composite.type_spec import CompositeTensor
from graph.dtypes import from_numpy
from graph.op import Op
from graph.origin import capture
from graph.python import objects as rows
from graph.python.protocols import APPLY, CALL
from graph.python.record import OBJECT
from graph.specs import TensorSpec
from graph.tensor import ACTS, EagerTensor, SymbolicTensor
from graph.tensor_array import TensorArray
from graph.value_operators import ValueOperators

# -- Nodes


def emit(
    op: Op, inputs: list[Any], specs: tuple[Any, ...], effect: str = "w", **attrs: Any
) -> tuple[SymbolicTensor, ...]:
    """Append an operation of Python's, and return its outputs.

    Args:
        op: A row of `graph.python`.
        inputs: Symbols.
        specs: What is known of the results.
        effect: See `graph.python.record`.
        attrs: Further attributes of the row.

    Raises:
        LeakedTensorError: What is done here is done at once.
    """
    for each in inputs[:1]:
        check_building(each)
    to, trace = graph(), current()
    trace.n_python += 1
    given = {**attrs, "specs": tuple(map(symbol_spec, specs)), "effect": effect}
    held = [to.capture(x) for x in inputs]
    return to.add(op, held, given, origin=capture()).outputs


def node(op: Op, args: list[Any], spec: Any, effect: str = "w", **attrs: Any) -> Any:
    """Append an operation of values that gives one result, and return that."""
    if spec is BOTTOM:
        raise ReadBeforeWritten
    symbols = [lift(x)[0] for x in args]
    (symbol,) = emit(op, symbols, (spec,), effect, **attrs)
    return wrap(symbol, spec)


def statement(op: Op, symbols: list[Any], **attrs: Any) -> None:
    """Append an operation without a result."""
    emit(op, symbols, (), "w", **attrs)


def symbol_spec(spec: Any) -> TensorSpec:
    """Return the spec of the symbol for a value of which that is known."""
    if isinstance(spec, TensorSpec):
        return spec
    return spec.tensor if isinstance(spec, NumpySpec) else OBJECT


def wrap(symbol: SymbolicTensor, spec: Any) -> Any:
    """Return the value that a symbol of this spec stands for."""
    if spec is BOTTOM:
        raise ReadBeforeWritten
    if spec is NONE:
        return None
    if isinstance(spec, TensorSpec) and spec != STR:
        return symbol
    if isinstance(spec, TupleSpec) and spec.cls is tuple and not spec.items:
        return ()
    if isinstance(spec, CompositeSpec):
        return _composite(symbol, spec)
    return Proxy(symbol, spec)


def _composite(symbol: SymbolicTensor, spec: CompositeSpec) -> CompositeTensor:
    """Return the composite of tensors that an object of the run is made of."""
    (held,) = emit(rows.COMPONENTS, [symbol], (ANY,), "")
    wanted = spec.spec.component_specs
    parts = unpacked(held, TupleSpec((ANY,) * len(wanted)))
    pairs = zip(parts, wanted, strict=True)
    tensors = [emit(rows.UNBOX, [part], (each,), "")[0] for part, each in pairs]
    found: CompositeTensor = spec.spec.from_components(tensors)
    return found


# -- From values to symbols


def spec_of(value: Any) -> Any:
    """Return what is known of a value, without making anything; None if that rises."""
    if isinstance(value, SymbolicTensor):
        return bare(value.spec)
    if type(value) is Proxy:
        return value.spec
    if value is None:
        return NONE
    found = _ATOM_SPECS.get(type(value))
    if found is not None:
        return found
    if isinstance(value, EagerTensor):
        return bare(value.spec)
    if isinstance(value, Undefined):
        return UNDEFINED
    if isinstance(value, CompositeTensor):
        return CompositeSpec(value.type_spec)
    if is_array_object(value):
        return ObjectSpec(value.type_spec)
    if is_tuple(value):
        return TupleSpec(tuple(map(spec_of, value)), type(value))
    if isinstance(value, np.generic) and value.dtype.kind in "biufc":
        return NumpySpec(bare(TensorSpec((), value.dtype)))
    if is_mutable(value):
        return None
    return class_spec(value)


_ATOM_SPECS = {int: INT, float: FLOAT, bool: BOOL, str: STR}


def class_spec(value: Any) -> Any:
    """Return the spec of an object that is known by its class alone."""
    if _is_run_by_graph(value):
        return ClassSpec(type(value))
    if type(value) in (bytes, range, complex, frozenset):
        return ClassSpec(type(value))
    return ANY


def _is_run_by_graph(value: Any) -> bool:
    """Tell whether the run calls a graph, or C code, with a function or a method."""
    if isinstance(value, FunctionType):
        code = value.__code__
        return is_converted(value) and ("function", code) not in current().known.python
    if isinstance(value, MethodType):
        return _is_run_by_graph(value.__func__)
    if isinstance(value, functools.partial):
        return _is_run_by_graph(value.func)
    return isinstance(value, BuiltinFunctionType) and is_of_c(value)


def is_tuple(value: Any) -> bool:
    """Is it a tuple, or one with named fields?"""
    return type(value) is tuple or (
        isinstance(value, tuple) and hasattr(type(value), "_fields")
    )


def lift(value: Any) -> tuple[SymbolicTensor, Any]:
    """Return the symbol of a value in the current graph, and what is known of it."""
    if isinstance(value, SymbolicTensor):
        return value, bare(value.spec)
    kind = type(value)
    if kind is Proxy:
        return value.symbol, value.spec
    if value is None:
        return emit(rows.NONE, [], (NONE,), "")[0], NONE
    if kind in _ATOM_SPECS:
        symbol = graph().constant(value)
        return symbol, symbol.spec
    if isinstance(value, EagerTensor):
        symbol = graph().constant(value)
        return symbol, bare(symbol.spec)
    if isinstance(value, Undefined):
        attrs = {"variable": value.name}
        return emit(rows.UNDEFINED_VALUE, [], (UNDEFINED,), "", **attrs)[0], UNDEFINED
    if is_tuple(value):
        return _lift_tuple(value)
    if isinstance(value, CompositeTensor):
        return _lift_composite(value)
    if is_array_object(value):
        return _lift_array_object(value)
    if isinstance(value, np.generic) and value.dtype.kind in "biufc":
        symbol = graph().constant(np.asarray(value))
        return symbol, NumpySpec(bare(symbol.spec))
    if kind is Method:
        return _lift_method(value)
    if kind is Super:
        held = [constant(super)[0], constant(value.cls)[0], boxed(value.owner)]
        return emit(CALL, held, (ANY,), keywords=())[0], ANY
    if isinstance(value, ValueOperators):
        return constant(value)  # a variable stays one
    if is_mutable(value):
        return _lift_mutable(value)
    if kind is slice and holds_run(value):
        parts = [value.start, value.stop, value.step]
        given: Any = tuple(x is not None for x in parts)
        held = [boxed(x) for x in parts if x is not None]
        return emit(rows.SLICE, held, (ANY,), "", given=given)[0], ANY
    if isinstance(value, FunctionType) and (
        holds_run(value) or holds_virtual(value) or is_converted(value)
    ):
        return _lift_closure(value)
    if kind in VIEWS and holds_run(value):
        return _lift_tuple(tuple(value))
    if hasattr(kind, "kept") and hasattr(kind, "take"):  # what is drawn from once
        return lift(value.kept())
    if is_virtual(value):  # an exception, an iterator, a stream
        make_real(value, "an operation of the run takes it")
    is_method = isinstance(value, (MethodType, BuiltinMethodType))
    if is_method and is_of_run(value.__self__):
        return _lift_method(Method(value.__self__, value.__name__))
    if isinstance(value, _BOUND):
        return _lift_bound(value)
    return constant(value)


def constant(value: Any) -> tuple[SymbolicTensor, Any]:
    """Return an object that the graph holds, and that a program may change."""
    if isinstance(value, (type, enum.Enum, ModuleType)) or is_instance(value):
        current().has_outer = True
    return held_by_graph(value)


# What belongs to an object, and goes to the run with it.
_BOUND = (MethodType, BuiltinFunctionType, MethodWrapperType, functools.partial)


def held_by_graph(value: Any) -> tuple[SymbolicTensor, Any]:
    """Return an object that the graph holds.

    Raises:
        Unstageable: It holds values of the run.
    """
    if is_virtual(value) and is_foreign(value):
        make_real(value, "the run uses it")
    if holds_run(value):
        raise Unstageable(f"a {type(value).__name__} holds values of the run")
    if isinstance(value, type):
        _check_class(value)
    spec = class_spec(value)
    return emit(rows.OBJECT_CONSTANT, [], (spec,), "", value=value)[0], spec


def _check_class(cls: type) -> None:
    """Refuse a class of this trace with methods that close over what the trace has."""
    if sees_variables(cls):
        raise WholeFunction(f"methods of {cls.__name__} see variables")


def sees_variables(cls: type) -> bool:
    """Has a class methods that close over what the trace has?"""
    for each in vars(cls).values():
        held = [getattr(each, name, None) for name in _CODE.get(type(each), ())]
        for function in (each, *held):
            if isinstance(function, FunctionType) and function.__closure__:
                if holds_run(function) or holds_virtual(function):
                    return True
    return False


# What stands in a class for a method, with where its code is.
_CODE: Final[dict[type, tuple[str, ...]]] = {
    staticmethod: ("__func__",),
    classmethod: ("__func__",),
    property: ("fget", "fset", "fdel"),
    functools.cached_property: ("func",),
}


def check_of_trace(value: Any) -> None:
    """Refuse to give the run what belongs to the trace: a tape, or a data set.

    Raises:
        WholeFunction: It is, or holds, such an object; or an object of a class with
            methods that close over what the trace has.
    """
    of_trace: list[Any] = []

    def is_of_trace(value: Any) -> bool:
        if is_instance(value):
            _check_class(type(value))
        if getattr(type(value), "is_of_trace", False):
            of_trace.append(value)
        return bool(of_trace)

    if holds(value, is_of_trace, set()):
        raise WholeFunction(
            f"a {type(of_trace[0]).__name__} of the trace goes to the run"
        )


def holds_virtual(value: Any) -> bool:
    """Is it an object of this trace that a program may change, or does it hold one?"""

    def is_known(x: Any) -> bool:
        return (is_mutable(x) or is_foreign(x)) and is_virtual(x)

    return holds(value, is_known, set())


def holds_older(value: Any) -> bool:
    """Is it an object that is older than the block, and of this trace; holds it one?"""

    def is_older(x: Any) -> bool:
        return is_mutable(x) and is_virtual(x) and is_older_than_block(x)

    return holds(value, is_older, set())


def _lift_bound(value: Any) -> tuple[SymbolicTensor, Any]:
    """Return a method of an object, or a partial function, that the run makes."""
    from graph.python.protocols import APPLY, GET_ATTR

    owner = getattr(value, "__self__", None)
    if is_foreign(owner) and is_virtual(owner):
        make_real(owner, "a method of it goes to the run")
    if not holds_run(value) and not holds_virtual(value):
        return held_by_graph(value)
    if isinstance(value, (BuiltinFunctionType, MethodWrapperType)):
        attrs, spec = {"name": value.__name__}, class_spec(value)
        return emit(GET_ATTR, [boxed(value.__self__)], (spec,), "r", **attrs)[0], spec
    if isinstance(value, MethodType):
        parts: tuple[Any, ...] = (value.__func__, value.__self__)
        made: type = MethodType
        names: tuple[str, ...] = ()
    else:
        parts = (value.func, *value.args, *value.keywords.values())
        made, names = functools.partial, tuple(value.keywords)
    held, spec = [boxed(x) for x in parts], class_spec(value)
    return emit(APPLY, held, (spec,), "", function=made, keywords=names)[0], spec


def _lift_tuple(value: tuple[Any, ...]) -> tuple[SymbolicTensor, Any]:
    parts = [lift(x) for x in value]
    cls = type(value)
    spec = TupleSpec(tuple(x for _, x in parts), cls)
    held = [to_slot(symbol, x, x) for symbol, x in parts]
    attrs = {"cls": None if cls is tuple else cls}
    return emit(rows.TUPLE, held, (spec,), "", **attrs)[0], spec


def _lift_composite(value: CompositeTensor) -> tuple[SymbolicTensor, Any]:
    known = value.type_spec
    held = [boxed(part) for part in value.components]
    spec = CompositeSpec(known)
    return emit(rows.COMPOSITE, held, (spec,), "", spec=known)[0], spec


def _lift_array_object(value: TensorArray) -> tuple[SymbolicTensor, Any]:
    """Return the symbol of the caller's array, or of one that the graph holds."""
    trace, spec = current(), ObjectSpec(value.type_spec)
    given = trace.args.get(id(value))
    if given is None:
        trace.has_outer = True
        return emit(rows.OBJECT_CONSTANT, [], (spec,), "", value=value)[0], spec
    known = trace.boxed.get(id(value))
    if known is None:
        made = trace.blocks[0].graph.add_input(OBJECT, "array")
        trace.inputs.append((made, given[1]))
        known = trace.boxed[id(value)] = value, made
    return known[1], spec


def _lift_method(value: Method) -> tuple[SymbolicTensor, Any]:
    from graph.python.protocols import GET_ATTR

    owner = value.owner
    if isinstance(owner, Proxy) and isinstance(owner.spec, SiteSpec):
        escape(owner.spec.site)
    made = emit(GET_ATTR, [boxed(owner)], (ANY,), "r", name=value.name)
    return made[0], ANY


def _lift_mutable(value: Any) -> tuple[SymbolicTensor, Any]:
    """Return the symbol of an object: of the run from now on, or an older one."""
    if type(value) is np.ndarray:
        return _lift_array(value)
    if is_virtual(value):
        make_real(value, "an operation of the run takes it")
    if is_container(value):
        if holds_run(value):
            raise Unstageable(
                f"a {type(value).__name__} that outlives the call holds values of it"
            )
        return captured(value)
    return constant(value)


def _lift_array(value: np.ndarray[Any, Any]) -> tuple[SymbolicTensor, Any]:
    if value.dtype.kind not in "biufc":
        return constant(value)
    if current().known.has_real_arrays and not is_virtual(value):
        return captured_array(value)
    if not value.shape:  # it is no NumPy scalar
        return _lift_without_axes(value)
    is_new = is_virtual(value)
    symbol = graph().constant(value.copy() if is_new else value)
    if is_new:
        current().lifted.add(id(value))
        current().births[id(symbol)] = symbol, *current().births[id(value)][1:]
    return symbol, NumpySpec(bare(symbol.spec))


def _lift_without_axes(value: np.ndarray[Any, Any]) -> tuple[SymbolicTensor, Any]:
    if not is_virtual(value):
        return captured_array(value)
    current().lifted.add(id(value))
    spec = ArraySpec(from_numpy(value.dtype), ())
    held = graph().constant(value.copy())
    return emit(rows.OWN_ARRAY, [held], (spec,), dtype=value.dtype)[0], spec


def captured_array(value: np.ndarray[Any, Any]) -> tuple[SymbolicTensor, Any]:
    """Return an array that outlives the call, whose elements are the run's."""
    spec = ArraySpec(from_numpy(value.dtype), value.shape)
    return emit(rows.OBJECT_CONSTANT, [], (spec,), "", value=value)[0], spec


def captured(value: Any) -> tuple[SymbolicTensor, Any]:
    """Return a container that outlives the call, as it is now."""
    spec = scan(value, ("captured", id(value)))
    spec.site.is_outer = True
    held = snapshot(value)
    return emit(rows.OBJECT_CONSTANT, [], (spec,), "", value=held)[0], spec


def snapshot(value: Any) -> Any:
    """Return a container of Python's with what it holds now."""
    if type(value) in (list, set, collections.deque):
        return value.__class__(map(snapshot, value))
    if type(value) is dict:
        return {key: snapshot(x) for key, x in value.items()}
    return value


def scan(value: Any, key: Any) -> Any:
    """Return what is known of an object that is older than the trace, as it is now."""
    if isinstance(value, EagerTensor):
        return ANY  # it is boxed
    found = _ATOM_SPECS.get(type(value))
    if found is not None:
        return found
    if value is None:
        return NONE
    if is_tuple(value):
        items = (scan(x, (*key, i)) for i, x in enumerate(value))
        return TupleSpec(tuple(items), type(value))
    if type(value) in CONTAINERS or is_instance(value):
        return _scan_object(value, key)
    # Functions of others are held, and called, as they are.
    return ANY if callable(value) else class_spec(value)


# So many items are looked at; of larger containers nothing is known.
MAX_SCANNED = 10_000


def _scan_object(value: Any, key: Any) -> SiteSpec:
    known = current().known
    is_new = key not in known.sites
    site = known.site(key, type(value), "before the call")
    if not is_new:
        return SiteSpec(site)
    site.is_real = True
    site.is_given = key[0] == "argument"
    if isinstance(value, dict):
        parts = [*(("key", x) for x in value), *(("value", x) for x in value.values())]
    elif isinstance(value, CONTAINERS):
        parts = [("item", x) for x in value]
    else:
        parts = [(f".{name}", x) for name, x in fields_of(value).items()]
    if len(parts) > MAX_SCANNED:
        site.is_escaped = True
        return SiteSpec(site)
    uniting = current().uniting
    for slot, part in parts:
        site = site.find()
        before = site.slots.get(slot, BOTTOM)
        site.slots[slot] = uniting.join(before, scan(part, (*key, slot)))
    return SiteSpec(site)


def _refers(function: FunctionType, other: FunctionType) -> bool:
    """Tell whether a function refers to another one, through others, too."""
    if function is other:
        return True
    todo, seen = [function], {id(function)}
    while todo:
        for cell in todo.pop().__closure__ or ():
            try:
                held = cell.cell_contents
            except ValueError:
                continue
            if held is other:
                return True
            if isinstance(held, FunctionType) and id(held) not in seen:
                seen.add(id(held))
                todo.append(held)
    return False


def _lift_closure(function: FunctionType) -> tuple[SymbolicTensor, Any]:
    """Return a function that is made when the graph runs, with what it holds now."""
    made = lift_function(function, _closure)
    assert made is not None
    return made.symbol, made.spec


def lift_function(
    function: FunctionType, otherwise: Callable[..., Proxy] | None = None
) -> Proxy | None:
    """Return a converted function as one of the run, whose body is a graph.

    Args:
        function: The function.
        otherwise: Makes it where it cannot be one, of it and of what it holds.
    """
    trace = current()
    contents = contents_of(function)
    contents += defaults_of(function)
    known = trace.closures.get(id(function))
    if known is not None and all(map(operator.is_, known[2], contents)):
        held: Proxy = known[1]
        home, place = held.symbol.graph, known[3]
        is_there = home.nodes[place : place + 1] == [held.symbol.node]
        if is_there and any(home is block.graph for block in trace.blocks):
            return held  # it is the same object each time
    with where_held(contents):  # so that all blocks within have the same one
        made: Proxy | None = trace.function_of_run(function)
        if made is None and otherwise is not None:
            made = otherwise(function, contents)
    if made is not None:
        place = len(made.symbol.graph.nodes) - 1
        trace.closures[id(function)] = function, made, contents, place
    return made


@contextmanager
def where_held(values: list[Any]) -> Iterator[None]:
    """Trace into the outermost block that has all values of the run in some values."""
    trace = current()
    depths = {id(block.graph): i for i, block in enumerate(trace.blocks)}
    found = [0]

    def look(value: Any) -> bool:
        symbol = getattr(value, "symbol", value)
        if isinstance(symbol, SymbolicTensor):
            found.append(depths.get(id(symbol.graph), len(trace.blocks) - 1))
        elif is_of_run(value) or isinstance(value, BaseException):
            found.append(len(trace.blocks) - 1)
        return False

    seen: set[int] = set()
    for value in values:
        holds(value, look, seen)
    blocks = trace.blocks
    trace.blocks = blocks[: max(found) + 1]
    try:
        with recording_into(trace.block.graph):
            yield
    finally:
        trace.blocks = blocks


def _closure(function: FunctionType, contents: list[Any]) -> Proxy:
    symbols = []
    for value in contents:
        if isinstance(value, FunctionType) and _refers(value, function):
            if value is not function:
                raise Unstageable("functions that refer to each other go to the run")
            value = None
        symbols.append(boxed(value))
    return Proxy(emit(rows.CLOSURE, symbols, (ANY,), "w", function=function)[0], ANY)


def contents_of(function: FunctionType) -> list[Any]:
    """Return what the variables are that a function has of others."""
    return list(map(_content, function.__closure__ or ()))


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return Undefined("")


# -- Boxing


def boxed(value: Any) -> SymbolicTensor:
    """Return the symbol of a value as an object: what plain Python would have there."""
    symbol, spec = lift(value)
    return as_object(symbol, spec)


def boxed_value(value: Any) -> Proxy:
    """Return a value as an object of which nothing is known."""
    return Proxy(boxed(value), ANY)


def boxed_items(value: Any) -> Proxy:
    """Return what gives the items of a value as objects: of its class nothing is asked.

    Nobody has it but what draws from it at once.
    """
    spec = value.spec if type(value) is Proxy else None
    if not isinstance(spec, IteratorSpec) or _is_object(spec.item):
        return boxed_value(value)
    boxing = rows.BoxingItems(_boxing(spec.item))
    return Proxy(emit(APPLY, [value.symbol], (ANY,), function=boxing)[0], ANY)


def as_given(value: Any) -> SymbolicTensor:
    """Return the symbol of what Python is given: a container that is older is itself.

    It may be changed, where a graph has what it holds now.
    """
    if is_container(value) and not is_virtual(value) and not holds_run(value):
        return constant(value)[0]
    return boxed(value)


def to_slot(symbol: SymbolicTensor, spec: Any, slot: Any) -> SymbolicTensor:
    """Return a symbol in the form that a place with the spec `slot` holds it in."""
    if ANY in parts_of(slot):
        return as_object(symbol, spec)
    if spec == slot or not any(isinstance(x, _HOLDING) for x in parts_of(slot)):
        return symbol
    if isinstance(spec, TupleSpec):
        return _tuple_to_slot(symbol, spec, slot)
    others = parts_of(spec) - parts_of(slot)
    if not any(isinstance(x, _HOLDING) and not _is_object(x) for x in others):
        return symbol
    if isinstance(spec, IteratorSpec):
        return as_object(symbol, spec)
    if any(isinstance(x, IteratorSpec) for x in others):
        raise Unstageable("what may be an iterator is held in two ways")
    _escape_within(spec)
    converting = _converting(spec, slot)
    return emit(APPLY, [symbol], (slot,), "", function=converting)[0]


def _converting(spec: Any, slot: Any) -> rows.Boxing:
    """Return what boxes the items of tuples that a place holds as objects."""
    if ANY in parts_of(slot):
        return _boxing(spec)
    pairs = [
        (x, y)
        for x in parts_of(spec)
        for y in parts_of(slot)
        if isinstance(x, TupleSpec) and _is_like(y, x)
    ]
    tuples = {
        (x.cls, len(x.items)): tuple(map(_converting, x.items, y.items))
        for x, y in pairs
    }
    return rows.Boxing(None, False, tuples)


# Specs of what holds values, in one form or another.
_HOLDING: Final = (TupleSpec, IteratorSpec)


def _tuple_to_slot(
    symbol: SymbolicTensor, spec: TupleSpec, slot: Any
) -> SymbolicTensor:
    """Return a tuple with its items in the form that those of a place have."""
    wanted = next((x for x in parts_of(slot) if _is_like(x, spec)), spec)
    if not spec.items or wanted == spec:
        return symbol
    parts = unpacked(symbol, spec)
    held = list(map(to_slot, parts, spec.items, wanted.items))
    if all(map(operator.is_, held, parts)):
        return symbol
    attrs = {"cls": None if spec.cls is tuple else spec.cls}
    return emit(rows.TUPLE, held, (wanted,), "", **attrs)[0]


def _is_like(part: Any, spec: TupleSpec) -> bool:
    """Is a spec one of tuples of the same class and length?"""
    is_tuple_too = isinstance(part, TupleSpec) and part.cls is spec.cls
    return is_tuple_too and len(part.items) == len(spec.items)


def same(symbol: SymbolicTensor) -> SymbolicTensor:
    """Return a symbol as one of an object."""
    if symbol.spec == OBJECT:
        return symbol
    return emit(rows.SAME, [symbol], (ANY,), "")[0]


def as_object(symbol: SymbolicTensor, spec: Any) -> SymbolicTensor:
    """Return a symbol as plain Python's object; what it holds may be changed there."""
    if isinstance(spec, NumpySpec):
        return _boxed_numpy(symbol, spec)
    strong = [part for part in parts_of(spec) if is_strong(part)]
    if isinstance(spec, UnionSpec) and _is_among_others(spec, strong):
        _escape_within(spec)
        return emit(APPLY, [symbol], (ANY,), "", function=_boxing(spec))[0]
    if strong and isinstance(strong[0], NumpySpec):
        if not strong[0].is_scalar:
            why = "it goes where anything may be done to it"
            make_real(Proxy(symbol, strong[0]), why)
        return emit(rows.NUMPY_OR, [symbol], (ANY,), "", dtype=_type_of(strong[0]))[0]
    if strong:
        return _boxed_once(symbol, strong[0])
    if isinstance(spec, TupleSpec) and not _is_object(spec):
        parts = unpacked(symbol, spec)
        held = [as_object(*each) for each in zip(parts, spec.items, strict=True)]
        attrs = {"cls": None if spec.cls is tuple else spec.cls}
        return emit(rows.TUPLE, held, (ANY,), "", **attrs)[0]
    _escape_within(spec)
    if isinstance(spec, IteratorSpec) and not _is_object(spec.item):
        if spec.name not in ("list", "tuple"):
            raise Unstageable("an iterator gives what Python has otherwise")
        boxing = rows.BoxingItems(_boxing(spec.item))
        return emit(APPLY, [symbol], (ANY,), function=boxing)[0]
    if isinstance(spec, TensorSpec):
        return same(symbol)
    return symbol


def _is_among_others(spec: UnionSpec, strong: list[Any]) -> bool:
    """Is a tensor one of several kinds, or may it be in a tuple?"""
    if any(isinstance(x, TupleSpec) and not _is_object(x) for x in spec.parts):
        return True
    return bool(strong) and bool(spec.parts - {strong[0], NONE, UNDEFINED})


def _boxing(spec: Any) -> rows.Boxing:
    """Return what makes plain Python's object of a value with this spec."""
    parts = parts_of(spec)
    strong = next((x for x in parts if is_strong(x)), None)
    is_numpy = isinstance(strong, NumpySpec)
    tensor = strong.tensor if isinstance(strong, NumpySpec) else strong
    tuples = {
        (x.cls, len(x.items)): tuple(map(_boxing, x.items))
        for x in parts
        if isinstance(x, TupleSpec)
    }
    dtype = None if tensor is None else tensor.dtype.numpy
    return rows.Boxing(dtype, is_numpy, tuples)


def _is_object(spec: Any) -> bool:
    """Is a tuple held as plain Python would hold it?"""
    if isinstance(spec, TupleSpec):
        return all(map(_is_object, spec.items))
    if isinstance(spec, IteratorSpec):
        return _is_object(spec.item)
    return not any(is_strong(x) for x in parts_of(spec))


def _escape_within(spec: Any) -> None:
    for part in parts_of(spec):
        if isinstance(part, SiteSpec):
            escape(part.site)
        elif isinstance(part, TupleSpec):
            for item in part.items:
                _escape_within(item)
        elif isinstance(part, IteratorSpec):
            _escape_within(part.item)


def _boxed_numpy(symbol: SymbolicTensor, spec: NumpySpec) -> SymbolicTensor:
    if not spec.is_scalar:
        make_real(Proxy(symbol, spec), "it goes where anything may be done to it")
    return emit(rows.NUMPY_SCALAR, [symbol], (ANY,), "", dtype=_type_of(spec))[0]


def _type_of(spec: NumpySpec) -> type:
    return spec.tensor.dtype.numpy.type


def _boxed_once(symbol: SymbolicTensor, spec: TensorSpec) -> SymbolicTensor:
    """Return the tensor that stands for a symbol: the caller's own, if it has one.

    It is the same object each time, so that `is` and tapes know it.
    """
    trace = current()
    known = trace.boxed.get(id(symbol))
    while known is None:  # what stands for an outer value in a block is that value
        outer = next((x for x, y in symbol.node.graph.captures if y is symbol), None)
        if outer is None:
            break
        symbol = outer
        known = trace.boxed.get(id(symbol))
    if known is not None:
        return known[1]
    home = symbol.node.graph
    given = trace.args.get(id(symbol))
    if given is not None and isinstance(given[0], SymbolicTensor):
        made = home.add_input(OBJECT, "given")
        trace.inputs.append((made, given[1]))
    else:
        attrs = {"dtype": spec.dtype.numpy, "specs": (OBJECT,), "effect": ""}
        made = home.add(rows.BOX, [symbol], attrs, origin=capture()).outputs[0]
    trace.boxed[id(symbol)] = symbol, made
    return made


def unpacked(symbol: SymbolicTensor, spec: TupleSpec) -> tuple[SymbolicTensor, ...]:
    """Return the items of a tuple of the run."""
    from graph.python.protocols import UNPACK, UNPACK_ONE

    op = UNPACK if len(spec.items) > 1 else UNPACK_ONE
    return emit(op, [symbol], tuple(map(held_spec, spec.items)), "")


def held_spec(spec: Any) -> Any:
    """Return the spec of a value as containers hold it."""
    return spec


# -- Births


def site_here(cls: type, extra: Any = None) -> Site:
    """Return the site of objects that the operator makes that is called now."""
    trace = current()
    key = trace.at, cls.__qualname__, extra
    where = "" if key in trace.known.sites else str(capture())
    return trace.known.site(key, cls, where)


def note_birth(value: Any, site: Site) -> Any:
    """Take note of a virtual object; return it."""
    trace = current()
    trace.births[id(value)] = value, site, trace.block.depth
    return value


def is_virtual(value: Any) -> bool:
    """Is it an object that this trace has made, or an argument's?"""
    trace = current()
    key = id(value.symbol) if type(value) is Proxy else id(value)
    return key in trace.births or key in trace.args


def birth_depth(value: Any) -> int:
    """Return how deep the block is in which an object was made; 0 for older ones."""
    key = id(value.symbol) if type(value) is Proxy else id(value)
    found = current().births.get(key)
    return 0 if found is None else found[2]


def birth_site(value: Any) -> Site:
    """Return the site of a virtual object, or one that stands for an argument's."""
    trace = current()
    found = trace.births.get(id(value))
    return site_here(type(value), "view") if found is None else found[1]


def is_older_than_block(value: Any) -> bool:
    """Is it older than the block that is traced now?"""
    return birth_depth(value) < current().block.depth


def check_foreign(*values: Any) -> None:
    """Let state that nobody here knows be the run's, where a staged block uses it."""
    if not is_in_block():
        return
    for value in values:
        if not is_foreign(value):
            continue
        if is_virtual(value) and is_older_than_block(value):
            make_real(value, "a staged block uses it")
        if current().looks and not is_virtual(value):
            raise Unstageable("its state is not changed where it is only looked at")


def is_seen(array: Any) -> bool:
    """May the run see that an array is written to while tracing?"""
    return is_older_than_block(array) or id(array) in current().lifted


def is_array(value: Any) -> bool:
    """Is it an array of the run that so far is only read?"""
    spec = value.spec if type(value) is Proxy else None
    return isinstance(spec, NumpySpec) and not spec.is_scalar


def is_watched(owner: Any) -> bool:
    """Is it seen by the caller, or by an iterator of the run, when it changes?"""
    trace = current()
    return id(owner) in trace.args or id(owner) in trace.viewed


def outlives(value: Any) -> bool:
    """Is it older than the call, and none of its arguments?"""
    return not is_virtual(value)


def make_real(value: Any, why: str) -> NoReturn:
    """Have an object live at run time, from its birth on: the trace begins anew."""
    trace = current()
    known = trace.known
    key = id(value.symbol) if type(value) is Proxy else id(value)
    given = trace.args.get(key)
    if given is not None:
        path = given[1]
        known.paths.add(path)
        known.note(f"argument {path} is an object of the run: {why}")
        raise Restart(why)
    found = trace.births.get(key)
    if found is None and is_array(value) and not known.has_real_arrays:
        known.let_arrays_be_real()
        known.note(f"all arrays are objects of the run: {why}")
        raise Restart(why)
    if found is None:
        name = "an array" if type(value) is Proxy else f"a {type(value).__name__}"
        raise OutlivesCall(f"{name} that outlives the call: {why}")
    site = found[1].find()
    if site.is_real:  # it is of an older attempt
        raise Unstageable(f"a {type(value).__name__} made by other code: {why}")
    site.is_real, site.why = True, why
    known.note(f"{type(value).__name__} of {site.where} is an object of the run: {why}")
    raise Restart(why)


# -- What objects of the run hold


def widen(site: Site, slot: str, spec: Any) -> Any:
    """Let a slot of a site hold this, too; return what it holds."""
    trace = current()
    uniting = trace.uniting
    if site.find().is_given:
        spec = _given(spec)
    before = site.find().slot(slot)
    uniting.has_united = False
    after = uniting.join(before, spec)
    site = site.find()
    if after == before and not uniting.has_united:
        return after
    site.slots[slot] = after
    is_boxed_now = after is ANY and before is not BOTTOM
    if uniting.has_united or slot in site.read or is_boxed_now:
        trace.known.note(f"{site.where}.{slot}: {before} -> {after}")
        trace.is_stale = True
    trace.has_progressed = True
    return after


def check_writable(site: Site) -> None:
    """Refuse to have the run change what outlives the call."""
    if site.find().is_outer:
        raise OutlivesCall(f"a {site.cls.__name__} that outlives the call may change")


def give(site: Site) -> None:
    """Let the caller have objects: they hold what plain Python would have in them."""
    site = site.find()
    if site.is_given:
        return
    site.is_given = True
    for slot, spec in list(site.slots.items()):
        found = _given(spec)
        if found != spec:
            site.slots[slot] = found
            current().is_stale = True


def _given(spec: Any) -> Any:
    """Return a spec as what the caller has holds it."""
    for part in parts_of(spec):
        if isinstance(part, SiteSpec):
            give(part.site)
        elif isinstance(part, TupleSpec):
            if any(_given(x) is not x for x in part.items):
                return ANY
        elif is_strong(part) or isinstance(part, IteratorSpec):
            return ANY
    return spec


def put(site: Site, slot: str, value: Any) -> SymbolicTensor:
    """Return the symbol to write to a slot for a value."""
    symbol, spec = lift(value)
    return put_symbol(site, slot, symbol, spec)


def put_symbol(
    site: Site, slot: str, symbol: SymbolicTensor, spec: Any
) -> SymbolicTensor:
    """Return the symbol to write to a slot for a symbol of which that is known."""
    return to_slot(symbol, spec, widen(site, slot, spec))


def read(site: Site, slot: str) -> Any:
    """Return what a slot holds.

    Raises:
        ReadBeforeWritten: Nothing that has been traced so far writes it.
    """
    site = site.find()
    site.read.add(slot)
    spec = site.slot(slot)
    if spec is BOTTOM:
        raise ReadBeforeWritten
    return spec


def escape(site: Site) -> None:
    """Let nothing be known of what objects hold: others may write to them."""
    site = site.find()
    if site.is_escaped:
        return
    _check_class(site.cls)
    site.is_escaped = True
    for spec in list(site.slots.values()):
        _escape_within(spec)
    for name, spec in site.slots.items():
        # What is plain is held as others hold it: who has read it alone was wrong.
        if spec is not ANY and (name in site.read or not is_plain(spec)):
            current().is_stale = True
    site.slots = dict.fromkeys(site.slots, ANY)
    current().known.note(f"objects of {site.where} go where anything may be done")


# -- Making containers of the run


def born(value: Any) -> Any:
    """Take note of a new container; return it, or what stands for it in the run."""
    if id(value) in current().args:
        return value
    site = site_here(type(value))
    if site.is_real and hasattr(type(value), "__next__"):
        raise Unstageable("code that is not converted draws from it")
    return make(value, site) if site.is_real else note_birth(value, site)


def make(value: Any, site: Site) -> Proxy:
    """Make a container of the run with what a virtual one holds."""
    cls = type(value)
    if len(value) > MAX_DISPLAYED and _holds_atoms(value):
        return _copy_of_constant(value, site)
    attrs: dict[str, Any] = {"cls": None if cls in (list, dict, set) else cls}
    if isinstance(value, dict):
        op = rows.DICT
        symbols = [
            symbol
            for key, item in value.items()
            for symbol in (put_key(site, key), put(site, "value", item))
        ]
        attrs["leading"] = ()
        if isinstance(value, collections.defaultdict):
            attrs["leading"] = (value.default_factory,)
            widen_default(site, value.default_factory)
    else:
        op = rows.SET if isinstance(value, (set, frozenset)) else rows.LIST
        symbols = [put(site, "item", item) for item in value]
        if op is rows.LIST:
            attrs |= {"leading": (), "trailing": ()}
            if isinstance(value, collections.deque) and value.maxlen is not None:
                attrs["trailing"] = (value.maxlen,)
    spec = SiteSpec(site)
    factory = next(iter(attrs["leading"]), None) if op is rows.DICT else None
    if isinstance(factory, FunctionType):  # the run makes it, too
        attrs |= {"cls": None, "leading": ()}
        held = [lift(factory)[0], emit(op, symbols, (ANY,), "w", **attrs)[0]]
        return Proxy(emit(APPLY, held, (spec,), function=cls)[0], spec)
    (symbol,) = emit(op, symbols, (spec,), "w", **attrs)
    return Proxy(symbol, spec)


# Of larger containers of numbers and text the run copies a constant.
MAX_DISPLAYED = 16


def _holds_atoms(value: Any) -> bool:
    held = (*value.keys(), *value.values()) if isinstance(value, dict) else value
    return {type(x) for x in held} <= _ATOM_SPECS.keys()


def _copy_of_constant(value: Any, site: Site) -> Proxy:
    from graph.python.protocols import APPLY

    slots: dict[str, Any] = {"item": value}
    if isinstance(value, dict):
        slots = {"key": value.keys(), "value": value.values()}
    for slot, held in slots.items():
        for kind in {type(x): None for x in held}:
            widen(site, slot, _ATOM_SPECS[kind])
    if isinstance(value, collections.defaultdict):
        widen_default(site, value.default_factory)
    attrs = {"value": copy.copy(value)}
    (held,) = emit(rows.OBJECT_CONSTANT, [], (ANY,), "", **attrs)
    spec = SiteSpec(site)
    (symbol,) = emit(APPLY, [held], (spec,), function=copy.copy)
    return Proxy(symbol, spec)


def widen_default(site: Site, factory: Any) -> None:
    """Let a defaultdict hold what its factory makes."""
    known = {int: INT, float: FLOAT, str: STR, bool: BOOL}.get(factory)
    if known is not None:
        widen(site, "value", known)
    elif factory in (list, dict, set, collections.deque):
        key = ("default", site.find().key, factory)
        inner = current().known.site(key, factory, f"{site.where}[]")
        inner.is_real = True
        widen(site, "value", SiteSpec(inner))
    elif factory is not None:
        widen(site, "value", ANY)


def put_key(site: Site, key: Any, slot: str = "key") -> SymbolicTensor:
    """Return the symbol to write as a key, or as an element of a set."""
    symbol, spec = lift(key)
    if any(_is_tensor(part) for part in parts_of(spec)):
        symbol, spec = hashed(symbol, spec), ANY
    return put_symbol(site, slot, symbol, spec)


def _is_tensor(spec: Any) -> bool:
    if isinstance(spec, NumpySpec):
        return not spec.is_scalar
    if isinstance(spec, TupleSpec):
        return any(_is_tensor(part) for item in spec.items for part in parts_of(item))
    return is_strong(spec)


def hashed(symbol: SymbolicTensor, spec: Any) -> SymbolicTensor:
    """Return a key as an object, where tensors raise what they do as a key."""
    from graph.python.protocols import BUILTIN

    held = as_object(symbol, spec)
    emit(BUILTIN, [held], (INT,), "w", function="hash")
    return held


__all__ = [
    "ATOMS",
    "ArraySpec",
    "born",
    "boxed",
    "boxed_value",
    "emit",
    "escape",
    "lift",
    "make",
    "make_real",
    "node",
    "put",
    "put_key",
    "read",
    "spec_of",
    "statement",
    "widen",
    "wrap",
]


def _show(value: SymbolicTensor) -> None:
    refuse_text(value.described())


ACTS.show = _show
