"""Functions of Python's standard library that are written in C: Python's operations.

A call of one is a row of the closed table, as `len` and `+` are: it runs no code of the
user's. Where it may, since it is given a function or an object with methods of the
user's, the call falls a rung.
"""

from __future__ import annotations

import functools
import sys
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any, Final

from autograph.allowed import is_allowed
from autograph.as_is import FRAME_READERS
from autograph.values.kinds import holds, is_instance, is_instance_class
from autograph.values.proxy import Method, Proxy
from autograph.values.specs import (
    ANY,
    ClassSpec,
    IteratorSpec,
    SiteSpec,
    TupleSpec,
    parts_of,
)

_OF_C: Final = (BuiltinFunctionType, MethodWrapperType)
_OF_CLASSES: Final = (
    ClassMethodDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
)
# These run text, or look for the frame of their caller.
_READERS: Final = FRAME_READERS | {"compile", "super", "_getframe", "__import__"}


def holds_code(value: Any) -> bool:
    """Has a value code of the user's that Python's own may call?"""
    return holds(value, _is_code, set())


def is_of_c(function: Any) -> bool:
    """Is it a function, or a class, of the standard library that is written in C?"""
    if getattr(function, "__name__", None) in _READERS:
        return False
    if isinstance(function, type):
        return _is_class_of_c(function)
    if isinstance(function, _OF_CLASSES):
        return _is_class_of_c(function.__objclass__)
    if not isinstance(function, _OF_C):
        return False
    owner = function.__self__
    if owner is None or isinstance(owner, ModuleType):
        return _is_of_library(function)
    if holds_code(owner):
        return False
    return _is_class_of_c(owner if isinstance(owner, type) else type(owner))


def made_by(function: Any) -> Any:
    """Return what is known of the result of a call."""
    if function is functools.cmp_to_key:
        return ClassSpec(type(functools.cmp_to_key(len)))
    if isinstance(function, type) and is_of_c(function):
        if hasattr(function, "__next__"):
            return IteratorSpec(ANY, function.__name__)
        if is_callable(function):
            return ClassSpec(function)
    return ANY


def is_callable(cls: type) -> bool:
    """Are objects of a class called, and does that run a graph, or C code?"""
    return cls in _FUNCTIONS or (
        "__call__" in dir(cls) and cls is not type and _is_class_of_c(cls)
    )


# Of these what calls a graph, or C code, has a spec of its own.
_FUNCTIONS: Final = (FunctionType, MethodType, BuiltinFunctionType)


def _is_of_library(value: Any) -> bool:
    module = getattr(value, "__module__", None)
    return isinstance(module, str) and module.partition(".")[0] in _LIBRARY


_LIBRARY: Final = sys.stdlib_module_names


def _is_class_of_c(cls: type) -> bool:
    """Is what makes objects of a class, and calls them, written in C?"""
    makers = (getattr(cls, x, None) for x in ("__new__", "__init__", "__call__"))
    is_python = any(isinstance(x, FunctionType) for x in makers)
    return type(cls) is type and _is_of_library(cls) and not is_python


def _is_code(value: Any) -> bool:
    """Is it code of the user's, or an object that has some that Python's may call?"""
    if isinstance(value, (FunctionType, MethodType)):
        return not is_allowed(value.__module__)
    if isinstance(value, type):
        return is_instance_class(value) and not _is_class_of_c(value)
    if type(value) is Method:
        return _is_code(value.owner)
    if type(value) is Proxy:
        return _holds_code(value.spec, set())
    return is_instance(value) and _has_methods(type(value))


def _holds_code(spec: Any, seen: set[int]) -> bool:
    for part in parts_of(spec):
        if isinstance(part, TupleSpec):
            if any(_holds_code(x, seen) for x in part.items):
                return True
        elif isinstance(part, IteratorSpec):
            if _holds_code(part.item, seen):
                return True
        elif isinstance(part, SiteSpec) and id(part.site) not in seen:
            seen.add(id(part.site))
            if is_instance_class(part.site.cls) and _has_methods(part.site.cls):
                return True
            if any(_holds_code(x, seen) for x in part.site.slots.values()):
                return True
    return False


def _has_methods(cls: type) -> bool:
    """Has a class special methods of the user's, which operations call?"""
    return any(
        isinstance(found, FunctionType) and name not in ("__init__", "__new__")
        for each in cls.__mro__
        if not is_allowed(each.__module__)
        for name, found in vars(each).items()
        if name.startswith("__")
    )


__all__ = ["holds_code", "is_of_c"]
