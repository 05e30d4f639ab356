"""Attributes and items: reading, writing, deleting."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from autograph.operators.arithmetic import binary, noted
from autograph.operators.variables import ld
from autograph.staging.journal import note_change, note_outer_write, note_write
from autograph.values import numpy_values as arrays
from autograph.values import operations
from autograph.values.kinds import (
    ATOMS,
    CONTAINERS,
    attribute_of_class,
    holds_run,
    is_instance,
    is_mutable,
    special,
)
from autograph.values.nodes import (
    is_older_than_block,
    is_virtual,
    lift,
    make_real,
    node,
    note_birth,
    outlives,
)
from autograph.values.proxy import Method, Proxy
from autograph.values.specs import ANY, INT, STR
from autograph.values.state import Unstageable, current
from graph.numpy.index_tricks import by_brackets
from graph.python.protocols import GET_ATTR, GET_ITEM
from graph.tensor import SymbolicTensor, Tensor
from graph.value_operators import ValueOperators, value_of

_PLAIN_CLASSES: Final = frozenset({list, dict, set})
_SEQUENCES: Final = (list, tuple, str, range, collections.deque)


# -- Items


def get_item(value: Any, key: Any) -> Any:
    """Return `value[key]`."""
    if isinstance(key, ValueOperators):
        key = value_of(key)
    if type(value) is Proxy:
        return operations.get_item(value, key)
    if isinstance(value, Tensor):
        if _holds_object(key):
            return operations.get_item(Proxy(*lift(value)), key)
        return value[arrays.tensors_in(key)]
    if isinstance(value, np.ndarray):
        return _part_of_array(value, key)
    if is_instance(value):
        method = special(type(value), "__getitem__")
        if method is not None:
            return operations.call(method, value, key)
    if holds_run(key) and isinstance(value, (*_SEQUENCES, dict, bytes)):
        if isinstance(value, range):
            return node(GET_ITEM, [value, key], INT)
        held = Proxy(*lift(value)) if not isinstance(value, str) else _text(value)
        return operations.get_item(held, key)
    if holds_run(key):
        found = by_brackets(value, arrays.tensors_in(key))
        if found is not None:
            return arrays.as_numpy(found)
    found = value[key]
    if isinstance(key, slice):
        return noted(found, value)
    return found


def _text(value: str) -> Proxy:
    return Proxy(lift(value)[0], STR)


def _holds_object(key: Any) -> bool:
    """Is a part of an index an object of the run that is none of NumPy's?"""
    if type(key) is Proxy:
        return not arrays.is_numpy(key)
    if isinstance(key, slice):
        return any(map(_holds_object, (key.start, key.stop, key.step)))
    return type(key) is tuple and any(map(_holds_object, key))


def _part_of_array(value: np.ndarray, key: Any) -> Any:
    if _is_of_run(key):
        if is_virtual(value):
            make_real(value, "the run says which part of it is taken")
        return operations.get_item(Proxy(*lift(value)), key)
    found = value[key]
    trace = current()
    known = trace.births.get(id(value))
    if type(found) is np.ndarray and known is not None:
        trace.births[id(found)] = found, known[1], known[2]
    return found


def _is_of_run(key: Any) -> bool:
    if isinstance(key, slice):
        return any(map(holds_run, (key.start, key.stop, key.step)))
    return any(map(_is_of_run, key)) if type(key) is tuple else holds_run(key)


def set_item(target: Any, key: Any, value: Any) -> None:
    """Do `target[key] = value`."""
    if type(target) is Proxy:
        operations.set_item(target, key, value)
        return
    if type(target) not in _PLAIN_CLASSES and is_instance(target) and not isinstance(target, CONTAINERS):
        method = special(type(target), "__setitem__")
        if method is not None:
            operations.call(method, target, key, value)
            return
    if isinstance(target, SymbolicTensor):
        target[key] = value  # which is its error
        return
    if isinstance(target, np.ndarray):
        _set_in_array(target, key, value)
        return
    if isinstance(target, CONTAINERS):
        trace = current()
        birth = trace.births.get(id(target))
        is_here = birth is not None and birth[2] == trace.block.depth
        if not (is_here and type(key) in ATOMS and id(target) not in trace.args):
            _before_item(target, key, value)
    target[key] = value


def _set_in_array(target: np.ndarray, key: Any, value: Any) -> None:
    is_plain = not (_is_of_run(key) or holds_run(value))
    if is_virtual(target) and (not is_plain or is_older_than_block(target)):
        make_real(target, "an element of it is written")
    if outlives(target):
        _captured_array(target, key, value)
        return
    target[key] = value


def _captured_array(target: np.ndarray, key: Any, value: Any) -> None:
    """Write to an array that outlives the call: its elements are the run's."""
    from autograph.values.nodes import emit
    from autograph.values.specs import ArraySpec
    from graph.dtypes import from_numpy
    from graph.python.objects import OBJECT_CONSTANT

    spec = ArraySpec(from_numpy(target.dtype), target.shape)
    (symbol,) = emit(OBJECT_CONSTANT, [], (spec,), "", value=target)
    operations.set_item(Proxy(symbol, spec), key, value)


def _before_item(target: Any, key: Any, value: Any) -> None:
    """Look at a write to a container, and take note of it."""
    trace = current()
    if outlives(target):
        if trace.block.depth and not isinstance(key, slice) and _has(target, key):
            note_write("item", target, key)
        else:
            note_change(target)
        return
    if id(target) in trace.args:
        make_real(target, "an item of it is written")
    if isinstance(key, slice) or holds_run(key):
        if holds_run(key) or is_older_than_block(target):
            make_real(target, "the run says which item is written")
        return
    if is_older_than_block(target):
        if isinstance(target, dict) and key not in target:
            make_real(target, "it gets a new key in a staged block")
        if is_mutable(value):
            make_real(target, "an object is put into it in a staged block")
        note_write("item", target, key)


def _has(target: Any, key: Any) -> bool:
    try:
        target[key]
    except (LookupError, TypeError):
        return False
    return True


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
        elif holds_run(key) or is_older_than_block(target) or _is_argument(target):
            make_real(target, "an item of it is deleted")
    del target[key]


def _is_argument(value: Any) -> bool:
    return id(value) in current().args


def aug_item(target: Any, key: Any, symbol: str, value: Callable[[], Any]) -> None:
    """Do `target[key] symbol= value()`."""
    old = get_item(target, key)
    set_item(target, key, binary(f"{symbol}=", old, value()))


# -- Attributes


def get_attr(value: Any, name: str, is_called: bool = False) -> Any:
    """Return `value.name`."""
    if type(value) is Proxy:
        found = operations.get_attr(value, name)
        if type(found) is Method and not is_called and found.owner.spec is ANY:
            return node(GET_ATTR, [value], ANY, "r", name=name)
        return found
    trace, cls = current(), type(value)
    if (cls, name) in trace.plain_attributes:
        found = getattr(value, name)
        return ld(found) if type(found) is Proxy else found
    if is_instance(value):
        found = attribute_of_class(cls, name)
        if isinstance(found, property):
            return operations.call(found.fget, value)
        has_code = special(cls, "__getattr__") or special(cls, "__getattribute__")
        if has_code is None:
            trace.plain_attributes.add((cls, name))
        method = special(cls, "__getattribute__")
        if method is not None:
            return operations.call(method, value, name)
        if found is None and not hasattr_plain(value, name):
            method = special(cls, "__getattr__")
            if method is not None:
                return operations.call(method, value, name)
        found = getattr(value, name)
        return ld(found) if type(found) is Proxy else found
    if name == "__class__" and isinstance(value, SymbolicTensor):
        return value.spec.dtype.python or Tensor
    return getattr(value, name)


def hasattr_plain(value: Any, name: str) -> bool:
    """Has an object an attribute, without asking its class?"""
    try:
        object.__getattribute__(value, name)
    except AttributeError:
        return False
    return True


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
        found = attribute_of_class(cls, name)
        if isinstance(found, property) and found.fset is not None:
            operations.call(found.fset, target, value)
            return
        method = special(cls, "__setattr__")
        if method is not None:
            operations.call(method, target, name, value)
            return
        store_attr(target, name, value)
        trace.plain_attributes.add((cls, name, "set"))
        return
    if hasattr(target, "__dict__"):
        note_write("attr", target, name)
    setattr(target, name, value)


def store_attr(target: Any, name: str, value: Any) -> None:
    """Do what `object.__setattr__` does to an instance of the trace, or an older one."""
    if _is_argument(target):
        make_real(target, "an attribute of it is written")
    note_write("attr", target, name)
    object.__setattr__(target, name, value)


def aug_attr(target: Any, name: str, symbol: str, value: Callable[[], Any]) -> None:
    """Do `target.name symbol= value()`."""
    old = get_attr(target, name)
    set_attr(target, name, binary(f"{symbol}=", old, value()))


def del_attr(target: Any, name: str) -> None:
    """Do `del target.name`."""
    if type(target) is Proxy:
        operations.del_attr(target, name)
        return
    if is_virtual(target) and is_older_than_block(target):
        make_real(target, "an attribute of it is deleted")
    if outlives(target):
        note_outer_write("attr", target, name)
    delattr(target, name)


def note_global(name: str) -> None:
    """Take note that a global of the calling code is about to be written."""
    del name
