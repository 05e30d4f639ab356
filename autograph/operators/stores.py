"""Attributes and items: reading, writing, deleting."""

from __future__ import annotations

import collections
import functools
import operator
from collections.abc import Callable
from types import FunctionType, GetSetDescriptorType
from typing import Any, Final

import numpy as np

from autograph.operators.arithmetic import binary, noted
from autograph.operators.variables import ld
from autograph.staging.effects import may_raise
from autograph.staging.journal import (
    note_change,
    note_outer_write,
    note_peek,
    note_write,
)
from autograph.staging.raising import is_ours
from autograph.values import array_objects, operations
from autograph.values import numpy_values as arrays
from autograph.values.cells import Cell
from autograph.values.kinds import (
    ATOMS,
    CONTAINERS,
    attribute_of_class,
    holds_run,
    is_array_object,
    is_foreign,
    is_instance,
    is_mutable,
    special,
)
from autograph.values.nodes import (
    boxed_value,
    check_foreign,
    is_older_than_block,
    is_seen,
    is_virtual,
    lift,
    make_real,
    node,
    outlives,
)
from autograph.values.proxy import Method, Proxy, Super
from autograph.values.specs import ANY, INT, STR, IteratorSpec, UnionSpec
from autograph.values.state import (
    Diverged,
    OutlivesCall,
    Unstageable,
    WholeFunction,
    current,
    graph,
    is_in_block,
)
from graph.meant import meant
from graph.numpy.index_tricks import by_brackets
from graph.python.protocols import GET_ATTR, GET_ITEM
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.unknown_dims import note_unknown
from graph.value_operators import ValueOperators, value_of

_PLAIN_CLASSES: Final = frozenset({list, dict, set})
_SEQUENCES: Final = (list, tuple, str, range, collections.deque)


# -- Items


@meant
def get_item(value: Any, key: Any) -> Any:
    """Return `value[key]`."""
    if type(value) is Proxy:
        return operations.get_item(value, key)
    if isinstance(key, ValueOperators) and not isinstance(value, dict):
        key = value_of(key)
    if isinstance(value, ValueOperators):
        return operator.getitem(value, arrays.tensors_in(key))  # type: ignore[call-overload]
    if isinstance(value, Tensor):
        if arrays.holds_object(key):
            return operations.get_item(Proxy(*lift(value)), key)
        return value[arrays.tensors_in(key)]
    if isinstance(value, np.ndarray):
        return _part_of_array(value, key)
    if is_instance(value):
        method = special(type(value), "__getitem__")
        if method is not None:
            return operations.call(method, value, key)
    if holds_run(key) and isinstance(value, (*_SEQUENCES, dict, bytes)):
        if isinstance(value, range) and not isinstance(key, slice):
            return node(GET_ITEM, [value, key], INT)
        held = Proxy(*lift(value)) if not isinstance(value, str) else _text(value)
        return operations.get_item(held, key)
    if holds_run(key):
        found = by_brackets(value, arrays.tensors_in(key))
        if found is not None:
            return arrays.as_numpy(found)
        return node(GET_ITEM, [boxed_value(value), boxed_value(key)], ANY)
    if isinstance(value, dict) and key not in value:
        return _missing(value, key)
    found = value[key]
    if isinstance(key, slice):
        return noted(found, value)
    return _reached(value, found)


def _reached(owner: Any, found: Any) -> Any:
    """Return what an object holds: it is an argument's if that one is.

    The dict of its attributes is as old as the object.
    """
    args, births = current().args, current().births
    if type(found) is dict and id(owner) in births:
        if found is getattr(owner, "__dict__", None):
            births.setdefault(id(found), (found, *births[id(owner)][1:]))
    given = args.get(id(owner))
    if given is not None and is_mutable(found) and not is_virtual(found):
        args.setdefault(id(found), (found, given[1]))
    return found


def _missing(value: Any, key: Any) -> Any:
    """Return what a dict of the trace gives for a key that it has not."""
    method = special(type(value), "__missing__")
    if method is not None:
        return operations.call(method, value, key)
    factory = getattr(value, "default_factory", None)
    if factory is None or not isinstance(value, collections.defaultdict):
        return value[key]  # which raises, or is what Python's classes have
    made = operations.call(factory)
    set_item(value, key, made)
    return made


def _text(value: str) -> Proxy:
    return Proxy(lift(value)[0], STR)


def _part_of_array(value: np.ndarray, key: Any) -> Any:
    if _is_of_run(key):
        if is_virtual(value):
            make_real(value, "the run says which part of it is taken")
        return operations.get_item(Proxy(*lift(value)), key)
    return arrays.view_of(value, value[key])


def _is_of_run(key: Any) -> bool:
    if isinstance(key, slice):
        return any(map(holds_run, (key.start, key.stop, key.step)))
    return any(map(_is_of_run, key)) if type(key) is tuple else holds_run(key)


@meant
def set_item(target: Any, key: Any, value: Any) -> None:
    """Do `target[key] = value`."""
    if type(target) is Proxy:
        operations.set_item(target, key, value)
        return
    if (
        type(target) not in _PLAIN_CLASSES
        and is_instance(target)
        and not isinstance(target, CONTAINERS)
    ):
        method = special(type(target), "__setitem__")
        if method is not None:
            operations.call(method, target, key, value)
            return
    if isinstance(target, SymbolicTensor):
        target[key] = value  # which is its error
        return
    if isinstance(target, (np.ndarray, np.flatiter)):
        _set_in_array(target, key, value)
        return
    _check_changed(target)
    if isinstance(target, CONTAINERS):
        trace = current()
        birth = trace.births.get(id(target))
        is_here = birth is not None and birth[2] == trace.block.depth
        is_seen = id(target) in trace.args or id(target) in trace.viewed
        is_seen |= trace.block.is_peek
        if not (is_here and type(key) in ATOMS and not is_seen):
            _before_item(target, key, value)
    target[key] = value


def _set_in_array(target: Any, key: Any, value: Any) -> None:
    is_plain = not (_is_of_run(key) or holds_run(value))
    if is_virtual(target) and (not is_plain or is_seen(target)):
        make_real(target, "an element of it is written")
    if outlives(target) and isinstance(target, np.ndarray):
        arrays.written_to(target, "an element of an array that outlives the call")
    target[key] = value


def _before_item(target: Any, key: Any, value: Any) -> None:
    """Look at a write to a container, and take note of it."""
    trace = current()
    if outlives(target):
        if holds_run(key):
            raise OutlivesCall(
                f"an item of a {type(target).__name__} that outlives the call is "
                "written, and the run says which"
            )
        if trace.block.depth and not isinstance(key, slice) and _has(target, key):
            note_write("item", target, key)
        else:
            note_change(target, value)
        return
    if _is_seen(target):
        make_real(target, "an item of it is written")
    if isinstance(key, slice) or holds_run(key):
        is_open = isinstance(value, (Proxy, SymbolicTensor))
        if holds_run(key) or is_open or is_older_than_block(target):
            make_real(target, "the run says which item is written")
        return
    if is_older_than_block(target):
        if isinstance(target, dict) and key not in target:
            make_real(target, "it gets a new key in a staged block")
        if is_mutable(value):
            make_real(target, "an object is put into it in a staged block")
        note_write("item", target, key)
    else:
        note_peek(target)


def _has(target: Any, key: Any) -> bool:
    if isinstance(target, dict):
        return key in target
    try:
        target[key]
    except (LookupError, TypeError):
        return False
    return True


@meant
def del_item(target: Any, key: Any) -> None:
    """Do `del target[key]`."""
    if type(target) is Proxy:
        operations.del_item(target, key)
        return
    if is_instance(target) and not isinstance(target, CONTAINERS):
        method = special(type(target), "__delitem__")
        if method is not None:
            operations.call(method, target, key)
            return
    if isinstance(target, CONTAINERS):
        if outlives(target):
            note_change(target)
        elif holds_run(key) or is_older_than_block(target) or _is_seen(target):
            make_real(target, "an item of it is deleted")
        else:
            note_peek(target)
    _check_changed(target)
    del target[key]


def _check_changed(target: Any) -> None:
    """Let an object with state that nobody knows be the run's, if a block changes it.

    Raises:
        OutlivesCall: It is a part of another one, or older than the call.
    """
    check_foreign(target)
    if is_in_block() and is_foreign(target) and outlives(target):
        kind = type(target).__name__
        raise OutlivesCall(f"an item of a {kind} changes in a staged block")


def _is_argument(value: Any) -> bool:
    return id(value) in current().args


def _is_seen(value: Any) -> bool:
    """Is it seen by the caller, or by an iterator of the run, when it changes?"""
    return _is_argument(value) or id(value) in current().viewed


def aug_item(target: Any, key: Any, symbol: str, value: Callable[[], Any]) -> None:
    """Do `target[key] symbol= value()`."""
    old = get_item(target, key)
    set_item(target, key, binary(f"{symbol}=", old, value()))


# -- Attributes


@meant
def get_attr(value: Any, name: str, is_called: bool = False) -> Any:
    """Return `value.name`."""
    if type(value) is Proxy:
        found = _of_run(value, name)
        if type(found) is Method and not is_called and _may_lack(found.owner):
            return node(GET_ATTR, [boxed_value(value)], ANY, name=name)
        if operations.class_of(value) is Cell:
            return found  # its reader looks
        return ld(found) if type(found) is Proxy else found
    if type(value) is Super:
        return operations.super_attr(value, name)
    trace, cls = current(), type(value)
    if (cls, name) in trace.plain_attributes:
        found = _reached(value, getattr(value, name))
        return ld(found) if type(found) is Proxy and cls is not Cell else found
    if is_instance(value):
        found = _reached(value, _of_instance(value, name))
        held = attribute_of_class(cls, name)
        if not hasattr(held, "__get__") or isinstance(held, FunctionType):
            if not (special(cls, "__getattr__") or special(cls, "__getattribute__")):
                trace.plain_attributes.add((cls, name))
        return found
    if is_array_object(value):
        return array_objects.get_attr(value, name)
    if type(value) is np.ndarray:
        return arrays.view_of(value, getattr(value, name))
    if isinstance(value, SymbolicTensor):
        return _of_tensor(value, name)
    return getattr(value, name)


def _of_run(value: Proxy, name: str) -> Any:
    """Return `value.name`; what its class has for missing ones may be asked for it."""
    cls = operations.class_of(value) or object
    is_property = isinstance(attribute_of_class(cls, name), property)
    if not (is_property and special(cls, "__getattr__")):
        return operations.get_attr(value, name)
    to = graph()
    start = len(to.nodes)
    try:
        found = operations.get_attr(value, name)
    except Diverged:
        pass
    else:
        if not may_raise(to.nodes[start:]):
            return found
    raise Unstageable(f"`{name}`, or `__getattr__` where that raises")


def _may_lack(value: Any) -> bool:
    """May an object have no attribute of a name, for all that is known?"""
    if operations.may_be_none_or_own(value):
        return False  # it was looked up in both
    return value.spec is ANY or isinstance(value.spec, (UnionSpec, IteratorSpec))


def _of_tensor(value: SymbolicTensor, name: str) -> Any:
    """Return `value.name`: a shape is what tracing knows, as the documents have it."""
    python = value.spec.dtype.python
    if name == "__class__":
        return python or EagerTensor
    if python is not None and not hasattr(python, name):
        arrays.lacks_attribute(python.__name__, name)
    found = getattr(value, name)
    if name == "shape" and not found.is_fully_defined():
        note_unknown()
    if found is None and name in ("size", "nbytes", "ndim"):
        return node(GET_ATTR, [boxed_value(value)], INT, "r", name=name)
    return found


def _of_instance(value: Any, name: str) -> Any:
    """Return `value.name` of an object of the trace, or of an older one."""
    cls = type(value)
    method = special(cls, "__getattribute__")
    if method is not None:
        return operations.call(method, value, name)
    method = special(cls, "__getattr__")
    try:
        found = plain_attr(value, name)
    except AttributeError as error:
        if method is None or is_ours(error):
            raise
        return operations.call(method, value, name)
    return ld(found) if type(found) is Proxy and cls is not Cell else found


@meant
def plain_attr(value: Any, name: str) -> Any:
    """Return what `object.__getattribute__` does: what a class says is converted."""
    found = attribute_of_class(type(value), name)
    is_own = name in getattr(value, "__dict__", ())
    if isinstance(found, functools.cached_property) and not is_own:
        held = operations.call(found.func, value)
        set_attr(value, name, held)
        return held
    if isinstance(found, property):
        if found.fget is not None:
            return operations.call(found.fget, value)
    elif special(type(found), "__get__") and not (is_own and not _is_data(found)):
        if not isinstance(found, functools.cached_property):
            getter = special(type(found), "__get__")
            return operations.call(getter, found, value, type(value))
    return object.__getattribute__(value, name)


def _is_data(found: Any) -> bool:
    """Is it a descriptor that comes before what an object has itself?"""
    return any(hasattr(type(found), x) for x in ("__set__", "__delete__"))


def bind(cell: Any, value: Any) -> Any:
    """Assign a variable that is a cell; return the value."""
    set_attr(cell, "value", value)
    return value


def python_bind(cell: Any, value: Any) -> Any:
    """Do that where Python runs it."""
    cell.value = value
    return value


def hasattr_plain(value: Any, name: str) -> bool:
    """Has an object an attribute, without asking its class?"""
    try:
        object.__getattribute__(value, name)
    except AttributeError:
        return False
    return True


@meant
def set_attr(target: Any, name: str, value: Any) -> None:
    """Do `target.name = value`."""
    if type(target) is Proxy:
        operations.set_attr(target, name, value)
        return
    trace, cls = current(), type(target)
    birth = trace.births.get(id(target))
    block = trace.block
    if birth is not None and birth[2] == block.depth and not block.is_peek:
        if (cls, name, "set") in trace.plain_attributes:
            object.__setattr__(target, name, value)
            return
    if is_instance(target):
        method = special(cls, "__setattr__")
        if method is not None:
            operations.call(method, target, name, value)
            return
        store_attr(target, name, value)
        if not hasattr(attribute_of_class(cls, name), "__set__"):
            trace.plain_attributes.add((cls, name, "set"))
        return
    if isinstance(target, BaseException) and is_virtual(target):
        if holds_run(value) or is_older_than_block(target):
            make_real(target, f"its `{name}` is written")
    if type(target) is np.ndarray:
        if is_virtual(target) and (holds_run(value) or is_older_than_block(target)):
            make_real(target, f"`.{name}` of it is set")
        if not is_virtual(target):
            arrays.written_to(target, f"`.{name}` of it is set")
        setattr(target, name, value)
        return
    if isinstance(target, SymbolicTensor) and target.spec.dtype.python is not None:
        target = target.spec.dtype.python()  # it has no attributes that are set
    check_foreign(target)
    if hasattr(target, "__dict__") and not isinstance(target, BaseException):
        note_write("attr", target, name)
    try:
        setattr(target, name, value)
    except TypeError as error:  # Python asks for its class
        if type(value) is not Proxy:
            raise
        raise WholeFunction(f"`{name}` is set to an object of the run") from error


def store_attr(target: Any, name: str, value: Any) -> None:
    """Do what `object.__setattr__` does to an instance of the trace, or an older."""
    found = attribute_of_class(type(target), name)
    if operations.set_by_class(found, target, value):
        return
    if _is_argument(target):
        make_real(target, "an attribute of it is written")
    if isinstance(found, GetSetDescriptorType) and is_older_than_block(target):
        make_real(target, f"its {name} is written in a staged block")
    note_write("attr", target, name)
    object.__setattr__(target, name, value)


def aug_attr(target: Any, name: str, symbol: str, value: Callable[[], Any]) -> None:
    """Do `target.name symbol= value()`."""
    old = ld(get_attr(target, name))
    set_attr(target, name, binary(f"{symbol}=", old, value()))


@meant
def del_attr(target: Any, name: str) -> None:
    """Do `del target.name`."""
    if type(target) is Proxy:
        operations.del_attr(target, name)
        return
    if is_instance(target):
        method = special(type(target), "__delattr__")
        if method is not None:
            operations.call(method, target, name)
            return
        found = attribute_of_class(type(target), name)
        if operations.deleted_by_class(found, target):
            return
    if is_virtual(target) and is_older_than_block(target):
        make_real(target, "an attribute of it is deleted")
    if outlives(target):
        if current().block.depth:
            raise OutlivesCall(f"{name} of a {type(target).__name__} is deleted")
        note_outer_write("attr", target, name)
    delattr(target, name)


def note_outer(name: str, holder: Any) -> None:
    """Take note that a variable that outlives the call is about to be written.

    Args:
        name: Its name.
        holder: The globals that it is one of, or a function that reads it alone.
    """
    if isinstance(holder, dict):
        note_write("item", holder, name)
    else:
        note_write("cell", holder.__closure__[0], name)
