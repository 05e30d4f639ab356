"""Which objects are mutable, immutable, of the run, or have state that nobody knows."""

from __future__ import annotations

import collections
import enum
import functools
import re
import weakref
from collections.abc import Callable, Iterable
from types import (
    BuiltinFunctionType,
    FunctionType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    NoneType,
    SimpleNamespace,
)
from typing import Any, Final, cast

import numpy as np

from autograph.allowed import runs_as_it_stands
from autograph.values.cells import Cell
from autograph.values.proxy import Method, Proxy, Spread, Super, Undefined
from graph.composite.type_spec import CompositeTensor
from graph.dtypes import DType
from graph.tensor import SymbolicTensor, Tensor
from graph.tensor_array import TensorArray
from graph.tensor_shape import TensorShape
from graph.value_operators import ValueOperators

# Classes of Python's whose objects are known by what they hold.
CONTAINERS: Final = (
    list,
    dict,
    set,
    collections.deque,
    collections.defaultdict,
    collections.OrderedDict,
    collections.Counter,
    bytearray,
)
VIEWS: Final[tuple[type, ...]] = (type({}.keys()), type({}.values()), type({}.items()))
ATOMS: Final[frozenset[type]] = frozenset(
    {int, float, str, bool, complex, bytes, NoneType}
)
# Of these classes immutable objects are that operations of Python's take and give.
_IMMUTABLE: Final[tuple[type, ...]] = (
    *ATOMS, type, tuple, frozenset, range, slice, FunctionType, BuiltinFunctionType,
    MethodType, ModuleType, Tensor, np.generic, np.dtype, Proxy, Undefined,
    MappingProxyType, enum.Enum, DType, re.Pattern, Method, np.ufunc,
)  # fmt: skip
_CACHE: Final = type(functools.cache(len))
_PARTS: Final = (Method, Spread, Super)


def is_of_run(value: Any) -> bool:
    """Is it a value of the run itself?"""
    return isinstance(value, (Proxy, SymbolicTensor)) or type(value) in _PARTS


def is_array_object(value: Any) -> bool:
    """Is it a TensorArray that is older than the trace: one that lives at run time?"""
    return type(value) is TensorArray and value.is_eager


def holds_run(value: Any) -> bool:
    """Is it a value of the run, or does it hold one?"""
    return holds(value, is_of_run, set())


def is_told_later(value: Any) -> bool:
    """Is its text the run's: is it, or holds it, a value of the run or a variable?"""

    def test(x: Any) -> bool:
        return is_of_run(x) or isinstance(x, ValueOperators) or is_array_object(x)

    return holds(value, test, set())


def holds(value: Any, test: Callable[[Any], bool], seen: set[int]) -> bool:
    """Is something true of a value, or of what it holds?"""
    kind = type(value)
    if kind in ATOMS:
        return False
    if test(value):
        return True
    if id(value) in seen or is_of_run(value):
        return False
    seen.add(id(value))
    return any(holds(x, test, seen) for x in _held_by(value))


def _held_by(value: Any) -> Iterable[Any]:
    """Return what a value holds that a program can reach by it."""
    if isinstance(value, VIEWS):
        return cast("Iterable[Any]", value)
    if isinstance(value, TensorShape):
        return ()  # one without a rank has no items
    if isinstance(value, (tuple, list, set, frozenset, collections.deque)):
        return (*value, *fields_of(value).values()) if is_derived(value) else value
    if isinstance(value, dict):
        own = fields_of(value).values() if is_derived(value) else ()
        return (*value.keys(), *value.values(), *own)
    if isinstance(value, slice):
        return (value.start, value.stop, value.step)
    if isinstance(value, CompositeTensor):
        return value.components
    if isinstance(value, (MethodType, BuiltinFunctionType, MethodWrapperType)):
        return (value.__self__,) if _is_data(value.__self__) else ()
    if isinstance(value, functools.partial):
        return (value.func, *value.args, *value.keywords.values())
    if isinstance(value, FunctionType):
        cells = map(_content, value.__closure__ or ())
        return [x for x in (*cells, *defaults_of(value)) if _is_data(x)]
    if is_instance(value):
        return fields_of(value).values()
    if isinstance(value, type):
        return [x for x in vars(value).values() if is_of_run(x)]
    wrapped = getattr(value, "__wrapped__", None) if callable(value) else None
    rebound = _rebound(value)
    return rebound if wrapped is None else (wrapped, *rebound)


def _rebound(value: Any) -> list[Any]:
    """Return what methods of a library's object bind anew, where that is there yet."""
    names = getattr(type(value), "rebound", ())
    return [getattr(value, name) for name in names if hasattr(value, name)]


def defaults_of(function: FunctionType) -> tuple[Any, ...]:
    """Return the values of parameters that have some."""
    named = (function.__kwdefaults__ or {}).values()
    return (*(function.__defaults__ or ()), *named)


def is_derived(value: Any) -> bool:
    """Is it a container of a class that is written in Python?"""
    return hasattr(value, "__dict__")


def _is_data(value: Any) -> bool:
    return not isinstance(value, (ModuleType, type))


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None


def fields_of(value: Any) -> dict[str, Any]:
    """Return the attributes that an instance has, those of slots included."""
    found = dict(getattr(value, "__dict__", ()))
    for cls in type(value).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                name = _mangled(cls, name)
                if hasattr(value, name):
                    found[name] = getattr(value, name)
    return found


def _mangled(cls: type, name: str) -> str:
    if name.startswith("__") and not name.endswith("__"):
        return f"_{cls.__name__.lstrip('_')}{name}"
    return name


def is_instance(value: Any) -> bool:
    """Is it an object of a class that is written in Python, and not a library's?"""
    cls: Any = type(value)
    return is_instance_class(cls)


# By the ids of classes, whether their objects are such; and what forgets it with them.
_INSTANCES: Final[dict[int, tuple[bool, weakref.ref[type]]]] = {}


def is_instance_class(cls: type) -> bool:
    """Are its objects such?"""
    known = _INSTANCES.get(id(cls))
    if known is None:
        number, table = id(cls), _INSTANCES  # at the end modules are empty
        gone = weakref.ref(cls, lambda _: table.pop(number, None))
        known = _INSTANCES[number] = _is_instance_class(cls), gone
    return known[0]


def _is_instance_class(cls: type) -> bool:
    if issubclass(cls, (type, Tensor, np.ndarray, np.generic, BaseException, Proxy)):
        return False
    if issubclass(cls, (enum.Enum, tuple, str, int, float, bytes, frozenset)):
        return False
    if issubclass(cls, CompositeTensor):
        return False
    if cls is Cell:
        return True
    if runs_as_it_stands(cls) and cls is not SimpleNamespace:
        return False
    is_heap_type = bool(cls.__flags__ & (1 << 9))
    has_fields = hasattr(cls, "__slots__") or "__dict__" in dir(cls)
    return (is_heap_type or cls is SimpleNamespace) and has_fields


def is_container(value: Any) -> bool:
    """Is it a container of Python's, or of a class that is one?"""
    return isinstance(value, CONTAINERS)


def is_mutable(value: Any) -> bool:
    """Is it an object that a program changes, and that this package knows?"""
    return is_container(value) or is_instance(value) or type(value) is np.ndarray


def is_cache(value: Any) -> bool:
    """Is it a function of which the results are kept?"""
    return type(value) is _CACHE


# Of the classes of `functools` this one shows nobody the function that it holds.
_KEY: Final = type(functools.cmp_to_key(lambda left, right: 0))


def is_foreign(value: Any) -> bool:
    """Has it state that nobody here knows: is it an iterator, a stream, a digest?

    What hashes by its value, such as a Decimal, does not change.
    """
    if isinstance(value, _IMMUTABLE) or is_mutable(value):
        return False
    if is_cache(value):
        return True
    if isinstance(value, BaseException):
        return False
    if type(value) is _KEY:
        return True
    if _is_told_by_value(value):
        return False
    top = (type(value).__module__ or "").partition(".")[0]
    return top not in ("autograph", "graph", "executor", "functools")


def _is_told_by_value(value: Any) -> bool:
    """Tell whether it equals, and hashes as, others of the same value."""
    cls: Any = type(value)
    if cls.__eq__ is object.__eq__ or cls.__hash__ in (None, object.__hash__):
        return False
    try:
        hash(value)
    except Exception:  # noqa: BLE001  # whatever it says: it has none
        return False
    return True


def attribute_of_class(cls: type, name: str) -> Any:
    """Return what a class has under a name, as it stands there; None if nothing."""
    for each in cls.__mro__:
        if name in each.__dict__:
            found = each.__dict__[name]
            return None if isinstance(found, MemberDescriptorType) else found
    return None


def special(cls: type, name: str) -> FunctionType | None:
    """Return a special method that is written in Python, if the class has one."""
    found = attribute_of_class(cls, name)
    return found if isinstance(found, FunctionType) else None
