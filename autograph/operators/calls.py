"""Calls: what is converted, what an operation of the run stands for, what Python does.

A call of what is not converted runs while tracing if nothing of the run goes to it;
otherwise Python makes it when the graph runs: rung 1.
"""

from __future__ import annotations

import dataclasses
import functools
import weakref
from types import (
    BuiltinFunctionType,
    FunctionType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any, Final

import numpy as np

from autograph import conversion
from autograph.allowed import is_own, is_unconverted, runs_as_it_stands
from autograph.errors import SourceUnavailableError, UnsupportedFunctionError
from autograph.operators.loops import check_foreign
from autograph.staging.journal import note_change
from autograph.staging.raising import REFUSALS
from autograph.staging.recursion import enter
from autograph.staging.switch import FORCED
from autograph.values import methods, operations
from autograph.values import numpy_values as arrays
from autograph.values.kinds import (
    ATOMS,
    CONTAINERS,
    holds_run,
    is_container,
    is_foreign,
    is_instance,
    is_mutable,
    special,
)
from autograph.values.nodes import (
    born,
    boxed_value,
    emit,
    is_older_than_block,
    is_virtual,
    lift,
    make_real,
    node,
    note_birth,
    outlives,
    put,
    site_here,
)
from autograph.values.proxy import Method, Proxy
from autograph.values.specs import (
    ANY,
    STR,
    IteratorSpec,
    SiteSpec,
    is_plain,
)
from autograph.values.state import Restart, Unstageable, current, is_in_block
from graph.numpy import registry
from graph.origin import capture_exact
from graph.python import protocols as rows
from graph.python.objects import NEW
from graph.python.protocols import is_builtin
from graph.tensor import SymbolicTensor, Tensor

_BUILTIN_METHODS: Final = (BuiltinFunctionType, MethodWrapperType)


def converted_call(
    function: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any] | None,
    scope: Any = None,
) -> Any:
    """Return `function(*args, **kwargs)`."""
    del scope
    return call_function(function, args, kwargs or {})


def call_method_of(value: Any, name: str, args: tuple[Any, ...]) -> Any:
    """Call a method of a value of any kind."""
    if isinstance(value, Proxy):
        return methods.call_method(value, name, args, {})
    return call_function(getattr(value, name), args, {})


def call_function(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call what may be any kind of function."""
    from autograph.operators import builtins

    if type(function) is Method:
        return methods.call_method(function.owner, function.name, args, kwargs)
    if type(function) is Proxy:
        return _call_object(function, args, kwargs)
    if type(function) is functools.partial:
        args = (*function.args, *args)
        return call_function(function.func, args, {**function.keywords, **kwargs})
    found = builtins.call(function, args, kwargs)
    if found is not NotImplemented:
        return found
    if isinstance(function, _BUILTIN_METHODS):
        owner = getattr(function, "__self__", None)
        if owner is not None and not isinstance(owner, ModuleType):
            return _call_builtin_method(function, owner, args, kwargs)
    if isinstance(function, type):
        return instantiate(function, args, kwargs)
    if is_library(function):
        return _or_by_python(_call_library, function, args, kwargs)
    return _call_python(function, args, kwargs)


def _call_object(function: Proxy, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    method = operations.own_method(function, "__call__")
    if method is not None:
        return call_function(method, (function, *args), kwargs)
    return open_call(function, args, kwargs)


# -- Functions of Python


def _call_python(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if getattr(function, "is_traced_function", False):
        return call_function(function.python_function, args, kwargs)
    if isinstance(function, MethodType):
        inner = function.__func__
        if isinstance(inner, FunctionType):
            made = converted(inner)
            if made is not None:
                return enter(made, (function.__self__, *args), kwargs)
        elif not isinstance(inner, _BUILTIN_METHODS):
            return call_function(inner, (function.__self__, *args), kwargs)
    if isinstance(function, FunctionType):
        made = converted(function)
        if made is not None:
            return enter(made, args, kwargs)
        return _call_unconverted(function, args, kwargs)
    method = special(type(function), "__call__")
    if method is not None and is_instance(function):
        return call_function(method, (function, *args), kwargs)
    return _call_unconverted(function, args, kwargs)


def _call_unconverted(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    if _holds_run(args, kwargs) or holds_run(function):
        return open_call(function, args, kwargs)
    if is_in_block() and any(is_mutable(x) and is_virtual(x) for x in args):
        return open_call(function, args, kwargs)
    return _or_by_python(as_it_stands, function, args, kwargs)


def _or_by_python(
    call: Any, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Make a call while tracing; if that is refused, Python makes it: rung 1."""
    trace = current()
    key = "call", trace.at
    is_forced = "calls" in FORCED and _holds_run(args, kwargs)
    if key in trace.known.python or is_forced:
        return open_call(function, args, kwargs)
    try:
        return call(function, args, kwargs)
    except REFUSALS as refused:
        if not _holds_run(args, kwargs):
            raise
        origin = getattr(refused, "origin", None) or capture_exact()
        trace.known.falls(key, str(refused), origin)
        raise Restart(str(refused)) from None


def _holds_run(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    for value in args:  # loops: this is asked for each call
        if type(value) not in ATOMS and holds_run(value):
            return True
    return bool(kwargs) and any(map(holds_run, kwargs.values()))


# Converted functions by identity; written by `converted` alone.
_CONVERTED: Final[dict[int, tuple[weakref.ref[Any], Any]]] = {}


def converted(function: FunctionType) -> FunctionType | None:
    """Return a function onto these operators; None if it runs as it stands."""
    known = _CONVERTED.get(id(function))
    if known is not None and known[0]() is function:
        return known[1]  # type: ignore[no-any-return]
    made = _converted(function)
    number = id(function)
    table = _CONVERTED  # at the end of the process modules are empty
    gone = weakref.ref(function, lambda _: table.pop(number, None))
    _CONVERTED[number] = gone, made
    return made


def _converted(function: FunctionType) -> FunctionType | None:
    from autograph.operators.namespace import namespace

    if conversion.is_converted(function):
        return function
    if is_unconverted(function) or is_own(function) or runs_as_it_stands(function):
        return None
    try:
        made = conversion.convert_core(function, namespace())
    except (SourceUnavailableError, UnsupportedFunctionError):
        return None
    return made if conversion.is_converted(made) else None


# -- Functions of libraries


def is_library(function: Any) -> bool:
    """Does a function take tensors, or arrays, as it stands: is it NumPy's, or ours?"""
    if getattr(function, "is_traced_function", False):
        return False
    module = getattr(function, "__module__", None)
    top = module.partition(".")[0] if isinstance(module, str) else ""
    owner = getattr(function, "__self__", None)
    return (
        top in ("autograph", "graph", "numpy")
        or isinstance(function, np.ufunc)
        or isinstance(owner, Tensor)
    )


def _is_numpy(function: Any) -> bool:
    module = getattr(function, "__module__", None)
    top = module.partition(".")[0] if isinstance(module, str) else ""
    return top == "numpy" or isinstance(function, np.ufunc)


_WRITERS: Final = frozenset({
    "put", "copyto", "putmask", "fill_diagonal", "place", "shuffle", "put_along_axis",
})  # fmt: skip


def _call_library(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    is_numpy = _is_numpy(function)
    if is_numpy and function in registry.FUNCTIONS and _holds_run(args, kwargs):
        function = functools.partial(_call_registered, function)
    elif is_numpy:
        written = [kwargs["out"]] if kwargs.get("out") is not None else []
        if getattr(function, "__name__", "") in _WRITERS:
            written += args[:1]
        if isinstance(function, np.ufunc) and len(args) > function.nin:
            written += args[function.nin :]
        for value in written:
            if (
                type(value) is np.ndarray
                and is_virtual(value)
                and (is_older_than_block(value) or _holds_run(args, kwargs))
            ):
                make_real(value, "a function of NumPy's writes to it")
            if arrays.is_numpy(value):
                return _written_by(function, value, args, kwargs)
    if any(map(_is_object, (*args, *kwargs.values()))):
        return open_call(function, args, kwargs)
    given = arrays.tensors_in(args), arrays.tensors_in(kwargs)
    found = function(*given[0], **given[1])
    if is_numpy:
        if _holds_run(args, kwargs):
            return arrays.as_numpy(found)
        return _noted(found, args)
    return _noted(found, args)


def _call_registered(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Call what stands for a function of NumPy's where a tensor is."""
    return registry.FUNCTIONS[function](args, kwargs)


def _written_by(
    function: Any, value: Proxy, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    from autograph.values.specs import NumpySpec

    if isinstance(value.spec, NumpySpec):
        make_real(value, "a function of NumPy's writes to it")
    held = [arrays.raw(x) for x in (*args, *kwargs.values())]
    attrs = {"function": function, "keywords": tuple(kwargs)}
    (symbol,) = emit(rows.APPLY, held, (value.spec,), **attrs)
    is_result = isinstance(function, np.ufunc)
    return Proxy(symbol, value.spec if is_result else ANY)


def _is_object(value: Any) -> bool:
    """Is it, or holds it, an object of the run that is none of NumPy's?"""
    if type(value) is Proxy:
        return not arrays.is_numpy(value)
    if isinstance(value, (list, tuple)):
        return any(map(_is_object, value))
    if isinstance(value, slice):
        return any(map(_is_object, (value.start, value.stop, value.step)))
    return is_mutable(value) and not isinstance(value, np.ndarray) and holds_run(value)


# -- What runs as it stands


def as_it_stands(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call now what nothing of the run goes to, or have the run call it."""
    name = getattr(function, "__qualname__", None)
    site = site_here(object, name)
    owner = getattr(function, "__self__", None)
    if site.is_real:
        return open_call(function, args, kwargs)
    if is_in_block() and owner is not None and is_foreign(owner) and outlives(owner):
        return open_call(function, args, kwargs)
    check_foreign(*args, *kwargs.values(), owner)
    if not is_builtin(function) or function is next:
        current().n_effects += 1
    found = function(*args, **kwargs)
    if is_foreign(found) and outlives(found):
        return note_birth(found, site)
    return _noted(found, args)


def _noted(found: Any, args: tuple[Any, ...] = ()) -> Any:
    """Take note of an object that code made which runs as it stands."""
    if type(found) in ATOMS:
        return found
    if any(found is x for x in args) or not is_mutable(found) or is_virtual(found):
        return found
    if type(found) is np.ndarray:
        return arrays.born_array(found)
    if type(found) in CONTAINERS:
        return born(found)
    if type(found).__module__ == "builtins":
        return found
    return note_birth(found, site_here(type(found)))


def open_call(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Have Python make a call when the graph runs; nothing is known of its result."""
    trace = current()
    name = getattr(function, "__qualname__", None) or type(function).__name__
    trace.falls.append(("AG310", f"{name}() is not converted", capture_exact()))
    held = [lift(function)[0]]
    held += [boxed_value(x).symbol for x in map(_sliced, (*args, *kwargs.values()))]
    (symbol,) = emit(rows.CALL, held, (ANY,), keywords=tuple(kwargs))
    return Proxy(symbol, ANY)


def _sliced(value: Any) -> Any:
    if isinstance(value, slice) and holds_run(value):
        return Proxy(operations.slice_of(value), ANY)
    return value


# -- Methods of Python's classes

# Methods that change their container.
_MUTATORS: Final = frozenset({
    "append", "extend", "insert", "pop", "popleft", "appendleft", "remove", "clear",
    "sort", "reverse", "update", "setdefault", "popitem", "add", "discard", "rotate",
    "extendleft", "move_to_end", "subtract", "difference_update", "__setitem__",
    "intersection_update", "symmetric_difference_update", "__delitem__", "__iadd__",
})  # fmt: skip
# Methods that compare what the container holds.
_COMPARING: Final = frozenset({"remove", "index", "count", "sort", "__contains__"})
# Methods that neither compare what they are given nor look it up.
_UNASKING: Final = frozenset({"append", "get", "items", "values", "keys", "extend"})
_KEYED: Final = frozenset({"get", "pop", "setdefault", "__getitem__"})


def _call_builtin_method(
    function: Any, owner: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    name = function.__name__
    is_of_run = _holds_run(args, kwargs)
    if type(owner) is str:
        if is_of_run:
            return methods.text_method(Proxy(lift(owner)[0], STR), name, args, kwargs)
        return _noted(function(*args, **kwargs))
    if isinstance(owner, Tensor):
        return function(*arrays.tensors_in(args), **arrays.tensors_in(kwargs))
    if type(owner) is np.ndarray:
        return _call_array_method(function, owner, args, kwargs)
    if is_container(owner):
        try:
            _before_method(owner, name, args, kwargs)
        except _AsCaptured:
            return methods.call_method(Proxy(*lift(owner)), name, args, kwargs)
        return _noted(function(*args, **kwargs), (owner,))
    if is_instance(owner) and name == "__init__" and not args:
        return None
    if is_instance(owner) and name == "__setattr__" and len(args) == 2:
        from autograph.operators.stores import store_attr

        store_attr(owner, *args)
        return None
    if is_of_run and not isinstance(owner, (Tensor, type)):
        if is_foreign(owner) and is_virtual(owner):
            make_real(owner, f"`{name}` of it takes a value of the run")
        return open_call(function, args, kwargs)
    if is_of_run and isinstance(owner, type):
        return open_call(function, args, kwargs)
    return as_it_stands(function, args, kwargs)


def _call_array_method(
    function: Any, owner: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    name = function.__name__
    if is_virtual(owner) and (
        _holds_run(args, kwargs)
        or (name in arrays.MUTATORS
        and is_older_than_block(owner))
    ):
        make_real(owner, f"`{name}` of it")
    if _holds_run(args, kwargs):
        return methods.call_method(Proxy(*lift(owner)), name, args, kwargs)
    return _noted(function(*args, **kwargs), (owner,))


def _before_method(
    owner: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """Look at a method of a container of the trace, and take note of what it changes."""
    trace = current()
    birth = trace.births.get(id(owner))
    is_of_run = _holds_run(args, kwargs)
    if birth is not None and not is_of_run and name in _UNASKING:
        if birth[2] == trace.block.depth and id(owner) not in trace.args:
            return  # most calls: a list grows where it was made
    if name in _MUTATORS:
        if outlives(owner):
            note_change(owner)
        elif is_older_than_block(owner) or id(owner) in current().args:
            make_real(owner, f"`{name}` of it")
        elif isinstance(owner, (dict, set)) and args and holds_run(args[0]):
            make_real(owner, f"`{name}` of it with a key of the run")
        elif (
            name in ("insert", "rotate", "extend", "pop")
            and args
            and is_of_run_alone(args[0])
        ):
            make_real(owner, f"`{name}` of it with a value of the run")
    if (name in _COMPARING and (is_of_run or holds_run(owner))) or (name in _KEYED and args and holds_run(args[0])) or (kwargs and is_of_run):
        _rise(owner, name)


def is_of_run_alone(value: Any) -> bool:
    """Is it itself a value of the run?"""
    return isinstance(value, (Proxy, SymbolicTensor))


def _rise(owner: Any, name: str) -> None:
    if is_virtual(owner):
        make_real(owner, f"`{name}` of it asks the run")
    raise _AsCaptured


class _AsCaptured(Exception):  # noqa: N818
    """A method of a container that outlives the call asks the run."""


# -- Classes


def instantiate(cls: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return `cls(*args, **kwargs)`."""
    is_of_run = _holds_run(args, kwargs)
    if issubclass(cls, BaseException):
        if is_of_run:
            return _exception(cls, args, kwargs)
        return cls(*args, **kwargs)
    if cls in CONTAINERS or cls in (frozenset, tuple):
        from autograph.operators.containers import container

        return container(cls, args, kwargs)
    if not _is_instantiated_here(cls):
        if hasattr(cls, "_fields") and issubclass(cls, tuple):
            return cls(*args, **kwargs)
        if issubclass(cls, np.generic) and len(args) == 1 and is_of_run:
            found = arrays.scalar_of(cls, args[0])
            if found is not NotImplemented:
                return found
        if is_of_run:
            return open_call(cls, args, kwargs)
        return _or_by_python(as_it_stands, cls, args, kwargs)
    site = site_here(cls)
    if site.is_real:
        return _instance_of_run(cls, site, args, kwargs)
    return _instance(cls, site, args, kwargs)


def _exception(cls: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Proxy:
    held = [lift(cls)[0]]
    for value in (*args, *kwargs.values()):
        symbol, spec = lift(value)
        held.append(symbol if is_plain(spec) else boxed_value(value).symbol)
    (symbol,) = emit(rows.CALL, held, (ANY,), keywords=tuple(kwargs))
    return Proxy(symbol, ANY)


def _is_instantiated_here(cls: type) -> bool:
    if cls.__module__ in ("builtins", "collections", "functools", "itertools"):
        return False
    if type(cls) is not type and type(cls).__call__ is not type.__call__:
        return False
    if issubclass(cls, (int, float, str, tuple, bytes, frozenset, Tensor)):
        return False
    from autograph.values.kinds import _has_instances

    return _has_instances(cls)


def _init_of(cls: type) -> FunctionType | None:
    init = getattr(cls, "__init__", None)
    return converted(init) if isinstance(init, FunctionType) else None


def _instance_of_run(
    cls: type, site: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Make an object of the run: its `__init__` is converted, or a dataclass's."""
    init = _init_of(cls)
    if cls.__new__ is object.__new__ and (
        init is not None or cls.__init__ is object.__init__
    ):
        spec = SiteSpec(site)
        made = Proxy(emit(NEW, [], (spec,), cls=cls)[0], spec)
        if init is not None:
            enter(init, (made, *args), kwargs)
        return made
    if dataclasses.is_dataclass(cls) and cls.__new__ is object.__new__:
        return _dataclass_of_run(cls, site, args, kwargs)
    return open_call(cls, args, kwargs)


def _dataclass_of_run(
    cls: type, site: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    fields = [x for x in dataclasses.fields(cls) if x.init]
    given = (
        dict(zip((x.name for x in fields if not x.kw_only), args, strict=False))
        | kwargs
    )
    unknown = len(args) > len(fields) or given.keys() - {x.name for x in fields}
    if unknown:
        cls(*args, **kwargs)  # which raises
    spec = SiteSpec(site)
    made = Proxy(emit(NEW, [], (spec,), cls=cls)[0], spec)
    for field in dataclasses.fields(cls):
        if field.name in given:
            value = given[field.name]
        elif field.default is not dataclasses.MISSING:
            value = field.default
        elif field.default_factory is not dataclasses.MISSING:
            value = call_function(field.default_factory, (), {})
        elif field.init:
            cls(*args, **kwargs)  # which raises
            continue
        else:
            continue
        held = [made.symbol, put(site, f".{field.name}", value)]
        emit(
            rows.APPLY,
            [held[0], lift(field.name)[0], held[1]],
            (ANY,),
            function=object.__setattr__,
        )
    post = special(cls, "__post_init__")
    if post is not None:
        call_function(post, (made,), {})
    return made


def _instance(
    cls: type, site: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    init = _init_of(cls)
    if init is not None and cls.__new__ is object.__new__:
        made = cls.__new__(cls)
        note_birth(made, site)
        enter(init, (made, *args), kwargs)
        return made
    post = special(cls, "__post_init__") if dataclasses.is_dataclass(cls) else None
    if post is not None and (_holds_run(args, kwargs)):
        return _dataclass(cls, site, args, kwargs)
    made = cls(*args, **kwargs)
    note_birth(made, site)
    for name, value in list(getattr(made, "__dict__", {}).items()):
        is_given = any(value is x for x in (*args, *kwargs.values()))
        if is_mutable(value) and not is_virtual(value) and not is_given:
            note_birth(value, site_here(type(value), name))
    return made


def _dataclass(
    cls: type, site: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Make a dataclass whose `__post_init__` is converted."""
    made = cls.__new__(cls)
    note_birth(made, site)
    fields = [x for x in dataclasses.fields(cls) if x.init]
    given = dict(zip((x.name for x in fields), args, strict=False)) | kwargs
    for field in dataclasses.fields(cls):
        if field.name in given:
            value = given[field.name]
        elif field.default is not dataclasses.MISSING:
            value = field.default
        elif field.default_factory is not dataclasses.MISSING:
            value = call_function(field.default_factory, (), {})
        elif field.init:
            return cls(*args, **kwargs)  # which raises
        else:
            continue
        object.__setattr__(made, field.name, value)
    call_function(special(cls, "__post_init__"), (made,), {})
    return made


# -- Text of objects


def show(value: Any, name: str) -> Any:
    """Return `str(value)` or `repr(value)`."""
    cls = operations.class_of(value)
    if cls is not None and (is_instance(value) or operations.is_site_instance(value)):
        for each in (f"__{name}__", "__repr__"):
            method = special(cls, each)
            if method is not None:
                return call_function(method, (value,), {})
    spec = value.spec if isinstance(value, (Proxy, SymbolicTensor)) else None
    if spec == STR and name == "str":
        return value
    if spec is not None and is_plain(spec):
        return node(rows.BUILTIN, [value], STR, "w", function=name)
    if not holds_run(value):
        return {"str": str, "repr": repr}[name](value)
    if isinstance(value, list) and not any(is_mutable(x) for x in value):
        value = _boxed_list(value)
    return node(rows.BUILTIN, [boxed_value(value)], STR, "w", function=name)


def _boxed_list(value: list[Any]) -> Proxy:
    from graph.python.objects import LIST

    held = [boxed_value(x).symbol for x in value]
    attrs = {"cls": None, "leading": (), "trailing": ()}
    return Proxy(emit(LIST, held, (ANY,), "", **attrs)[0], IteratorSpec(ANY, "list"))


def frame_variables(*args: Any) -> Any:
    """Return what `locals()` and its kin show."""
    from autograph.old_operators.frame_variables import frame_variables as show_them

    return show_them(*args)


__all__ = ["ATOMS", "call_function", "converted_call"]
