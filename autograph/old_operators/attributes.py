"""Attributes that are read: the getter of a property is converted like a method."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType, MethodType, ModuleType
from typing import Any, Final

import numpy as np

from autograph.allowed import runs_as_it_stands
from autograph.old_operators import residents
from autograph.old_operators.calls import converted_call
from autograph.old_operators.caught_parts import read_caught
from autograph.old_operators.element_types import read_dtype
from autograph.old_operators.group_parts import holds_caught, members
from autograph.old_operators.iteration import StagedRange
from autograph.old_operators.kept_views import View, view_now
from autograph.old_operators.logic import if_exp
from autograph.old_operators.none_arguments import on_each_path
from autograph.old_operators.open_items import OpenItems
from autograph.old_operators.possible_attributes import (
    check_globals,
    refuse_state,
    value_of,
)
from autograph.old_operators.shapes import SHAPES, read_shape
from graph.building import _STATE
from graph.old_staging.caught import CaughtClass, CaughtError
from graph.old_staging.choices import Choice
from graph.old_staging.chosen import Chosen, read
from graph.old_staging.journal import note
from graph.old_staging.locations import Attribute
from graph.old_staging.members import Number
from graph.old_staging.number_types import number_types
from graph.old_staging.numpy_numbers import known_kind
from graph.old_staging.storage import instance_dict, is_stored, on_class, store
from graph.old_staging.told_apart import check_attribute as check_attribute_of_either
from graph.old_staging.told_apart import refuse_either
from graph.old_staging.variables import available, demand
from graph.old_staging.whole import dtypes_of
from graph.ops.copied_errors import LINKS, link_of
from graph.ops.raised_before import CHANGED, check_unchanged
from graph.partial import Optional, OptionalTensor, PossibleAttribute, Undefined
from graph.tensor import EagerTensor, SymbolicTensor, Tensor


def get_attr(target: Any, name: str) -> Any:
    """Return `target.name`."""
    if type(target) is CaughtError and name == "__class__":
        return CaughtClass(target)
    if name == "__class__" and issubclass(type(target), Number):
        return target._ag_enumeration
    if name == "__class__" and _has_other_class(target):
        return converted_call(type, (target,), None)
    is_error = type(target) is Optional and type(target.value) is CaughtError
    if type(target) is Optional and (is_error or name != "__class__"):
        if not hasattr(None, name):
            message = f"'NoneType' object has no attribute '{name}'"
            return get_attr(demand(target, message), name)
        return _of_all_objects(target, name)
    if type(target) in (OpenItems, View) and name == "__class__":
        return converted_call(type, (target,), None)
    if type(target) is CaughtError:
        return read_caught(target, name)
    if name in CHANGED and isinstance(target, BaseException):
        check_unchanged(target, f"`{name}`")
        if name in LINKS:
            return link_of(target, name)
    if name == "exceptions" and holds_caught(target):
        return members(target)
    if type(target) is CaughtClass:  # the attributes of every class are not its own
        return target.__getattr__(name)
    if type(target) is Chosen:
        return read(target, name)
    held = residents.get_attr(target, name)
    if held is not None:
        return held[0]
    if name == "__dict__" and _STATE.graph is not None:
        refuse_state(target)
    if _STATE.graph is None or isinstance(target, (Tensor, ModuleType)):
        if _STATE.graph is not None and isinstance(target, SymbolicTensor):
            if type(target) is OptionalTensor and not hasattr(None, name):
                message = f"'NoneType' object has no attribute '{name}'"
                return get_attr(demand(target, message), name)
            _check_attribute(target, name)
        if name in SHAPES and type(target) is SymbolicTensor and _STATE.graph:
            return read_shape(target, name)
        if name == "dtype" and type(target) is SymbolicTensor and _STATE.graph:
            return read_dtype(target)
        if type(target) is ModuleType and _STATE.graph is not None:
            check_globals(target.__dict__, *(() if name == "__dict__" else (name,)))
        return getattr(target, name)
    found = on_class(type(target), name)
    kind = type(found)
    getter = _getter(found, target, name)
    if getter is not None:
        return getter()
    if kind is functools.cached_property and _is_users(found.func):
        kept = _kept_or_cached(target, name, found.func)
        if kept is not None:
            return kept[0]
    fallback = on_class(type(target), "__getattr__")
    if _is_users(fallback) and not isinstance(target, type):
        return _found_or(fallback, target, name)
    value = getattr(view_now(target), name)
    return value_of(target, name) if type(value) is PossibleAttribute else value


def _of_all_objects(target: Optional, name: str) -> Any:
    """Return an attribute that None has, too; a method asks on each path."""
    if not callable(getattr(None, name)):
        return on_each_path(functools.partial(_read, name=name), target)

    def method(*args: Any, **kwargs: Any) -> Any:
        return on_each_path(
            lambda one: converted_call(get_attr(one, name), args, kwargs), target
        )

    return method


def _read(target: Any, name: str) -> Any:
    return get_attr(target, name)


def _check_attribute(target: SymbolicTensor, name: str) -> None:
    """Let Python say that its numbers and text lack what our tensors have.

    Raises:
        AttributeError: They do.
    """
    python: Any = target.spec.dtype.python
    if python in _PLAIN and not hasattr(python(), name):
        if any(hasattr(kind, name) for kind in _PLAIN):  # one that it may be
            refuse_either(target, f"`.{name}`")
        getattr(python(), name)
    if type(target) is SymbolicTensor and (number_types(target) or dtypes_of(target)):
        if python is None and hasattr(np.ndarray, name):
            check_attribute_of_either(target, name)
    if name.startswith("__") and python is None and _is_of_arrays(target, name):
        hint = "Compute with operators, ag and NumPy: a graph has no arrays yet."
        target._refuse(f"`.{name}` of", hint)
    if name in _OF_CLASSES and python is None and known_kind(target) is np.generic:
        getattr(target.dtype.numpy.type(), name)  # NumPy's numbers lack it


def _is_of_arrays(target: SymbolicTensor, name: str) -> bool:
    """Has plain Python such a special attribute there, and the graph has not?"""
    if hasattr(type(target), name) or not hasattr(np.ndarray, name):
        return False
    return known_kind(target) is not Tensor or hasattr(EagerTensor, name)


# What our classes have, as those have that are written in Python.
_OF_CLASSES: Final = frozenset({"__dict__", "__module__", "__slots__", "__weakref__"})
_PLAIN: Final = (bool, int, float, complex, str)


def _kept_or_cached(target: Any, name: str, function: Any) -> tuple[Any] | None:
    """Return the value of a cached property; None if the object has it already."""
    held = instance_dict(target)
    if held is None:
        return None
    if name not in held:
        return (_cached(target, name, function),)
    if type(held[name]) is not PossibleAttribute:
        return None
    kept = held[name].maybe
    value = if_exp(
        kept.flag,
        lambda: available(kept.value),
        lambda: _cached(target, name, function),
    )
    return (value,)


def _cached(target: Any, name: str, function: Any) -> Any:
    """Return the value of a cached property, which the object keeps from now on."""
    value = converted_call(function, (target,), None)
    note(Attribute(target, name))
    store(target, name, value)
    return value


def _has_other_class(value: Any) -> bool:
    """Tell whether it stands, in plain Python, for a value of another class."""
    if _STATE.graph is None:
        return False
    kinds = (SymbolicTensor, Optional, OptionalTensor, Choice, StagedRange)
    return type(value) in kinds


def _found_or(fallback: Any, target: Any, name: str) -> Any:
    """Return what is stored, or what `__getattr__` gives, which is converted."""
    if on_class(type(target), "__getattribute__") is not object.__getattribute__:
        return getattr(target, name)
    missing = Undefined(name)
    try:
        found = object.__getattribute__(target, name)
    except AttributeError:
        found = missing
    if found is missing:  # not in the handler: Python links no error to what follows
        return converted_call(fallback, (target, name), None)
    if type(found) is not PossibleAttribute:
        return found
    return value_of(
        target, name, lambda: converted_call(fallback, (target, name), None)
    )


def _is_plain(cls: type) -> bool:
    """Has the class no say of its own in how attributes are found?"""
    is_usual = on_class(cls, "__getattribute__") is object.__getattribute__
    return is_usual and isinstance(on_class(cls, "__getattr__"), Undefined)


def _getter(found: Any, target: Any, name: str) -> Callable[[], Any] | None:
    """Return what calls the user's method, converted, that gives an attribute.

    Args:
        found: What the class of the object holds under the name.
        target: The object.
        name: The name.
    """
    kind = type(target)
    if type(found) is property:
        if not _is_users(found.fget) or not _is_plain(kind):
            return None
        return lambda: converted_call(found.fget, (target,), None)
    get = on_class(type(found), "__get__")
    if not _is_users(get) or not _is_plain(kind) or not _is_asked(found, target, name):
        return None
    return lambda: converted_call(MethodType(get, found), (target, kind), None)


def is_read_by_user(target: Any, name: str) -> bool:
    """Tell whether a function of the user's gives an attribute."""
    if isinstance(target, (Tensor, ModuleType, type)):
        return False
    found = on_class(type(target), name)
    if type(found) is functools.cached_property:
        return _is_users(found.func)
    is_fallback = isinstance(found, Undefined) and not is_stored(target, name)
    if is_fallback and _is_users(on_class(type(target), "__getattr__")):
        return True
    return _getter(found, target, name) is not None


def _is_asked(found: Any, target: Any, name: str) -> bool:
    """Tell whether Python asks a descriptor, and not the object, for an attribute."""
    if isinstance(target, type):
        return False  # whose own class has the say
    has_say = any(hasattr(type(found), each) for each in ("__set__", "__delete__"))
    return has_say or not is_stored(target, name)


def _is_users(function: Any) -> bool:
    return type(function) is FunctionType and not runs_as_it_stands(function)


__all__ = ["get_attr", "is_read_by_user"]
