"""Calls: what is converted, what an operation of the run stands for, what Python does.

A call of what is not converted runs while tracing if nothing of the run goes to it;
otherwise Python makes it when the graph runs: rung 1.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import IOBase
from types import (
    BuiltinFunctionType,
    FunctionType,
    GeneratorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any, Final, cast

import numpy as np

from autograph import conversion
from autograph.allowed import is_own, is_unconverted, runs_as_it_stands
from autograph.errors import SourceUnavailableError, UnsupportedFunctionError
from autograph.operators.containers import container
from autograph.operators.displays import (
    TAKING_ALL,
    ask,
    is_appended,
    own_items,
    own_pairs,
)
from autograph.operators.generators import (
    GeneratorExpression,
    check_closing,
    draws_itself,
    function_given,
)
from autograph.operators.generators import made_by as made_by_twin
from autograph.operators.list_arguments import with_stacked
from autograph.operators.stores import store_attr
from autograph.policy import is_refused, is_refusing, marked
from autograph.staging.journal import note_change, note_peek, note_write
from autograph.staging.once import called_once, draws_all, source_of
from autograph.staging.raising import REFUSALS
from autograph.staging.recursion import enter
from autograph.values import array_objects, methods, operations
from autograph.values import numpy_values as arrays
from autograph.values.cells import Cell
from autograph.values.interpreter import INTERPRETER
from autograph.values.kinds import (
    ATOMS,
    CONTAINERS,
    attribute_of_class,
    holds,
    holds_run,
    is_array_object,
    is_cache,
    is_container,
    is_foreign,
    is_instance,
    is_instance_class,
    is_mutable,
    is_told_later,
    special,
)
from autograph.values.nodes import (
    as_given,
    birth_site,
    born,
    boxed,
    boxed_value,
    check_foreign,
    check_of_trace,
    contents_of,
    emit,
    held_by_graph,
    holds_older,
    holds_virtual,
    is_older_than_block,
    is_seen,
    is_virtual,
    is_watched,
    lift,
    make_real,
    node,
    note_birth,
    outlives,
    sees_variables,
    site_here,
    spec_of,
)
from autograph.values.proxy import Method, Proxy, Spread, Undefined
from autograph.values.specs import (
    ANY,
    NONE,
    STR,
    UNDEFINED,
    ArraySpec,
    ClassSpec,
    IteratorSpec,
    NumpySpec,
    SiteSpec,
    TupleSpec,
    bare,
    is_plain,
    parts_of,
)
from autograph.values.standard_library import holds_code, is_callable, is_of_c, made_by
from autograph.values.state import (
    STATE,
    WHOLE,
    OutlivesCall,
    Restart,
    Unstageable,
    WholeFunction,
    current,
    is_in_block,
    showing,
)
from autograph.verbosity import tell_as_is
from graph.gradients.tape import GradientTape
from graph.meant import meant
from graph.numpy import registry
from graph.numpy.rearrangement import MAKE_ARRAYS
from graph.origin import capture_exact
from graph.python import protocols as rows
from graph.python import record
from graph.python.objects import NEW, is_iterable
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
    if scope is not None and not scope.options.recursive and _is_users(function):
        return _call_unconverted(function, args, kwargs or {})
    if any(type(x) is Spread for x in (*args, *(kwargs or {}).values())):
        return _call_spread(function, args, kwargs or {})
    return call_function(function, args, kwargs or {})


def _is_users(function: Any) -> bool:
    return isinstance(getattr(function, "__func__", function), FunctionType)


def _call_spread(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Make a call with arguments of which the run knows the number."""
    wanted = _n_parameters(function)
    if wanted is not None and not kwargs:
        return call_function(function, _exactly(function, wanted, args), {})
    kinds, held = [], []
    for value in args:
        is_spread = type(value) is Spread
        kinds.append("*" if is_spread else "")
        held.append(value.value if is_spread else value)
    for name, value in kwargs.items():
        is_spread = type(value) is Spread
        kinds.append("**" if is_spread else f"{name}=")
        held.append(value.value if is_spread else value)
    _note_fall(function)
    symbols = [_callee(function), *(as_given(_sliced(x)) for x in held)]
    (symbol,) = emit(rows.CALL_SPREAD, symbols, (ANY,), kinds=tuple(kinds))
    return Proxy(symbol, ANY)


def _n_parameters(function: Any) -> int | None:
    """Return how many arguments a function takes, if that is one number."""
    if type(function) is Method or type(function) is Proxy:
        return None
    called = function.__func__ if isinstance(function, MethodType) else function
    if not isinstance(called, FunctionType) or converted(called) is None:
        return None
    if called.__defaults__ or called.__kwdefaults__ or called.__code__.co_flags & 12:
        return None
    return called.__code__.co_argcount - isinstance(function, MethodType)


def _exactly(function: Any, count: int, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments one by one; the run raises where it has more or fewer."""
    place = next(i for i, x in enumerate(args) if type(x) is Spread)
    spread, others = args[place].value, (*args[:place], *args[place + 1 :])
    missing = count - len(others)
    if missing < 1 or any(type(x) is Spread for x in others):
        raise Unstageable("the number of arguments is known only when it runs")
    symbol, item = operations.iterable(spread)
    spec = TupleSpec((item,) * missing)
    held = [symbol, lift(count)[0], lift(missing)[0], _callee(function)]
    (whole,) = emit(rows.APPLY, held, (spec,), function=_counted)
    parts = operations.unpack(Proxy(whole, spec), (None,) * missing)
    return (*args[:place], *parts, *args[place + 1 :])


def _counted(items: Any, count: int, missing: int, function: Any) -> tuple[Any, ...]:
    """Return items, if there are as many as a function has no argument for yet."""
    held = function(*items) if not is_iterable(items) else tuple(items)
    if len(held) != missing:
        function(*held, *[None] * (count - missing))  # which raises
    return held


def call_function(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call what may be any kind of function."""
    if type(function) is Method:
        if function.name in _EXTENDING and operations.class_of(function.owner) is set:
            args = tuple(map(_drawn, args))
        return methods.call_method(function.owner, function.name, args, kwargs)
    if type(function) is Proxy:
        return _call_object(function, args, kwargs)
    if isinstance(function, SymbolicTensor):
        raise TypeError(f"'{arrays.class_name(function)}' object is not callable")
    if type(function) is BuiltinFunctionType and len(args) == 1 and not kwargs:
        if function.__name__ == "append" and is_appended(function.__self__, args[0]):
            return None
    if type(function) is MethodType and is_array_object(function.__self__):
        return array_objects.call(function.__self__, function.__name__, args, kwargs)
    if type(function) is functools.partial:
        args = (*function.args, *args)
        return call_function(function.func, args, {**function.keywords, **kwargs})
    if function is object.__new__ and args and _is_instantiated_here(args[0]):
        return _bare_instance(args[0])
    if any(draws_itself(x) or _is_drawn_here(x) for x in args):
        found = _call_with_items(function, args, kwargs)
        if found is not NotImplemented:
            return found
    found = INTERPRETER.call_builtin(function, args, kwargs)
    if found is not NotImplemented:
        return found
    if isinstance(function, _UNBOUND) and args:
        found = _call_unbound(function, args, kwargs)
        if found is not NotImplemented:
            return found
    owner = getattr(function, "__self__", None)
    if isinstance(owner, SymbolicTensor) and not owner.spec.dtype.is_python:
        if function.__name__ in ("item", "tolist"):
            held = Proxy(owner, NumpySpec(bare(owner.spec)))
            return methods.call_method(held, function.__name__, args, kwargs)
    if isinstance(function, _BUILTIN_METHODS):
        if owner is not None and function.__name__ == "__setattr__":
            return _set_plainly(owner, *args)
        if owner is not None and not isinstance(owner, ModuleType):
            return _call_builtin_method(function, owner, args, kwargs)
    if isinstance(function, type) and not hasattr(function, "rebound"):
        return instantiate(function, args, kwargs)
    if is_library(function):
        return _or_by_python(_call_library, function, args, kwargs)
    return _call_python(function, args, kwargs)


# Methods of classes of Python's, which are given their object.
_UNBOUND: Final = (WrapperDescriptorType, MethodDescriptorType)


def _call_unbound(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a method of a class, such as `list.append`, as one of its object."""
    owner, *rest = args
    cls, name = operations.class_of(owner), function.__name__
    if cls is None or not issubclass(cls, function.__objclass__):
        return NotImplemented
    if type(owner) is not Proxy:
        return call_function(function.__get__(owner), tuple(rest), kwargs)
    if name == "__setattr__":
        return _set_plainly(owner, *rest)
    if name == "__init__" or operations.own_method(owner, name) is not None:
        return NotImplemented
    return methods.call_method(owner, name, tuple(rest), kwargs)


def _set_plainly(owner: Any, name: str, value: Any) -> None:
    """Do what `object.__setattr__` does."""
    if operations.site_of(owner) is not None:
        operations.store_attr(owner, name, value)
    elif is_instance(owner):
        store_attr(owner, name, value)
    else:
        note_write("attr", owner, name)
        setattr(owner, name, value)


# Methods of containers that take all that an iterable gives.
_EXTENDING: Final = frozenset({
    "extend", "extendleft", "update", "union", "difference", "intersection",
    "fromkeys",
})  # fmt: skip


def _call_with_items(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Call what draws the items of its arguments; NotImplemented if that is unknown."""
    is_class = isinstance(function, type)
    if not is_class and not isinstance(function, BuiltinFunctionType):
        return NotImplemented
    if function in (map, filter, next):
        return NotImplemented
    if is_class and is_instance_class(function):
        return NotImplemented
    if function in (any, all) and draws_itself(args[0]):
        return ask(function, args[0], lambda item: (True, lambda: item))
    is_dict = is_class and issubclass(function, dict)
    drawn = own_pairs if is_dict else own_items
    if function in TAKING_ALL or getattr(function, "__name__", "") == "join":
        first = args[0]
        is_drawn = draws_itself(first) or _is_drawn_here(first)
        if not is_drawn or (function in (min, max) and args[1:]):
            return NotImplemented
        held = [_sized(function, args[0], drawn(args[0])), *args[1:]]
        return call_function(function, tuple(held), kwargs)
    if getattr(function, "__name__", "") in _EXTENDING and not is_class:
        is_dict = isinstance(getattr(function, "__self__", None), dict)
        drawn = own_pairs if is_dict else own_items
        held = [drawn(x) if is_instance(x) and draws_itself(x) else x for x in args]
        if any(x is not y for x, y in zip(held, args, strict=True)):
            return call_function(function, tuple(held), kwargs)
    if any(isinstance(x, GeneratorExpression) for x in args):
        held = [x.kept() if isinstance(x, GeneratorExpression) else x for x in args]
        return call_function(function, tuple(held), kwargs)
    return NotImplemented


def _is_drawn_here(value: Any) -> bool:
    """Is it an iterator of Python's that this trace has made, and draws from?"""
    is_iterator = hasattr(type(value), "__next__") and not isinstance(value, IOBase)
    return is_iterator and id(value) in current().births


class _Guarded:
    """What code that is not converted draws from in place of an iterator of the trace.

    What it draws in the call is nothing of the run; else the iterator is an object of
    the run. What keeps it and draws later is an iterator of the trace, too.
    """

    __slots__ = ("is_on", "items")
    is_of_trace = True

    def __init__(self, items: Any) -> None:
        self.items, self.is_on = items, True

    def __iter__(self) -> _Guarded:
        return self

    def __next__(self) -> Any:
        item = next(self.items)
        if self.is_on and holds_run(item):
            make_real(self.items, "code that is not converted draws from it")
        return item

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self.items.__reduce_ex__(protocol)  # a copy is one of the iterator

    def __length_hint__(self) -> int:
        return operator.length_hint(self.items)


@contextmanager
def _guarded(args: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Give arguments to code that is not converted."""
    # What has a copy of its own is asked for that by `tee`, and not drawn from.
    held = tuple(
        _Guarded(x) if _is_drawn_here(x) and not hasattr(x, "__copy__") else x
        for x in args
    )
    try:
        yield held
    finally:
        for each in held:
            if type(each) is _Guarded:
                each.is_on = False


def _sized(function: Any, value: Any, items: Any) -> Any:
    """Return items; what makes a list of them has asked how many there are."""
    is_asked = function in (list, tuple, sorted)
    if is_asked and operations.own_method(value, "__len__"):
        call_function(len, (value,), {})
    return items


def _call_object(function: Proxy, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if arrays.is_numpy(function):
        raise TypeError(f"'{arrays.class_name(function)}' object is not callable")
    method = operations.own_method(function, "__call__")
    if method is not None:
        return call_function(method, (function, *args), kwargs)
    return open_call(function, args, kwargs)


def _is_known(function: Any) -> bool:
    """Tell whether the run calls a graph, or C code, with this."""
    if type(function) is not Proxy:
        return is_of_c(function)
    parts = parts_of(function.spec) - {NONE}  # that is no function: Python says so
    return bool(parts) and all(
        isinstance(x, ClassSpec) and is_callable(x.cls) for x in parts
    )


# -- Functions of Python


def _call_python(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if _is_traced(function):
        if function.is_signed:
            given = arrays.tensors_in(args), arrays.tensors_in(kwargs)
            args, kwargs = function.as_signed(*given)
        inner = function.python_function
        if function._options.autograph:
            return call_function(inner, args, kwargs)
        return _or_by_python(call_on_tensors, inner, args, kwargs)
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
    method = attribute_of_class(type(function), "__call__")
    if is_instance(function) and hasattr(type(method), "__get__"):
        bound = method.__get__(function, type(function))
        if bound is not function:
            return call_function(bound, args, kwargs)
    return _call_unconverted(function, args, kwargs)


def call_on_tensors(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Call now, on tensors of the run, what is traced without being converted."""
    if any(map(_is_object, (*args, *kwargs.values()))):
        return open_call(function, args, kwargs)

    given = arrays.tensors_in(args), arrays.tensors_in(kwargs)
    with showing():
        return arrays.as_value(function(*given[0], **given[1]))


def _call_unconverted(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    check_closing(function)
    if _holds_run(args, kwargs) or holds_run(function):
        return open_call(function, args, kwargs)
    if holds((function, *args, *kwargs.values()), is_array_object, set()):
        return open_call(function, args, kwargs)
    if current().handled[-1:] == [None]:
        return open_call(function, args, kwargs)  # it may ask what is handled
    if is_in_block() and any(map(holds_older, (function, *args, *kwargs.values()))):
        return open_call(function, args, kwargs)
    return _or_by_python(as_it_stands, function, args, kwargs)


def _or_by_python(
    call: Any, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Make a call while tracing; if that is refused, Python makes it: rung 1."""
    trace = current()
    key = "call", trace.at
    is_forced = "calls" in trace.known.forced and _holds_run(args, kwargs)
    if key in trace.known.python or is_forced:  # why is known
        return open_call(function, args, kwargs, is_row=not is_forced)
    try:
        return call(function, args, kwargs)
    except WHOLE:
        raise
    except REFUSALS as refused:
        if trace.looks or is_refused(refused) or not _holds_run(args, kwargs):
            raise
        trace.known.falls(key, refused)
        raise Restart(str(refused)) from None


def _holds_run(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    for value in args:  # loops: this is asked for each call
        if type(value) not in ATOMS and holds_run(value):
            return True
    return bool(kwargs) and any(map(holds_run, kwargs.values()))


def converted(function: FunctionType) -> FunctionType | None:
    """Return a function onto these operators; None if it runs as it stands.

    A trace has one for each; what is converted holds the function, and nobody keeps it.
    """
    trace = STATE.trace
    if trace is None or STATE.namespace is not None:
        return _converted(function)
    known = trace.known.converted.get(id(function))
    if known is None:
        known = function, _converted(function)
        trace.known.converted[id(function)] = known
    return known[1]


def _converted(function: FunctionType) -> FunctionType | None:
    try:
        return convert(function)
    except (SourceUnavailableError, UnsupportedFunctionError) as refused:
        tell_as_is(function.__code__, refused.message.partition("\n")[0])
        return None


def convert(function: FunctionType) -> FunctionType | None:
    """Return a function onto these operators; None if it is to run as it stands.

    Raises:
        SourceUnavailableError: Its source cannot be found.
        UnsupportedFunctionError: It is of a kind that is not converted.
    """
    if conversion.is_converted(function):
        return function
    if is_unconverted(function) or is_own(function) or runs_as_it_stands(function):
        return None
    onto = STATE.namespace or INTERPRETER.namespace()
    held = _held_cells(function)
    made = conversion.convert(function, onto, is_core=True, cells=held)
    return cast("FunctionType", made) if conversion.is_converted(made) else None


def _held_cells(function: FunctionType) -> frozenset[str]:
    """Return the variables of outer functions that are cells of this trace."""
    if STATE.trace is None or not function.__closure__:
        return frozenset()
    pairs = zip(function.__code__.co_freevars, contents_of(function), strict=True)
    return frozenset(x for x, held in pairs if operations.class_of(held) is Cell)


# -- Functions of libraries


def is_library(function: Any) -> bool:
    """Is a function NumPy's, or ours, so that it takes tensors or arrays itself?"""
    if _is_traced(function):
        return False
    top, owner = _package(function), getattr(function, "__self__", None)
    return (
        top in (*_OWN, "numpy")
        or _package(type(function)) in _OWN
        or isinstance(function, np.ufunc)
        or isinstance(owner, Tensor)
    )


_OWN: Final = ("autograph", "graph")


def _is_traced(function: Any) -> bool:
    """Is it a decorated function, and none that was loaded as graphs?"""
    is_one = getattr(type(function), "is_traced_function", False)
    return is_one and hasattr(function, "python_function")


def _package(value: Any) -> str:
    """Return the package that a function, or a class, says that it is of."""
    module = getattr(value, "__module__", None)
    return module.partition(".")[0] if isinstance(module, str) else ""


def _is_numpy(function: Any) -> bool:
    owner = getattr(function, "__self__", None)
    return _package(function) == "numpy" or any(
        isinstance(x, np.ufunc) for x in (function, owner)
    )


_WRITERS: Final = frozenset({
    "put", "copyto", "putmask", "fill_diagonal", "place", "shuffle", "put_along_axis",
})  # fmt: skip


def _call_library(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    owner = getattr(function, "__self__", None)
    is_numpy, is_of_run = _is_numpy(function), _holds_run(args, kwargs)
    if is_numpy:
        found = _writing(function, args, kwargs, is_of_run=is_of_run)
        if found is not NotImplemented:
            return found
    listed = args, kwargs
    if isinstance(owner, GradientTape):
        sources = args if function.__name__ == "watch" else args[1:]
        if any(map(_is_written, sources)):
            raise WholeFunction("a tape watches an array that is written in place")
    if any(map(_is_object, (*args, *kwargs.values()))):
        if isinstance(owner, GradientTape):
            raise WholeFunction("a gradient of an object of which nothing is known")
        if _takes_rows(function, is_numpy=is_numpy):
            args, kwargs = with_stacked(function, args, kwargs, is_numpy=is_numpy)
        if any(map(_is_object, (*args, *kwargs.values()))):
            return _of_objects(function, args, kwargs)
    if not is_of_run:
        return _call_now(function, owner, args, kwargs)
    given = arrays.tensors_in(args), arrays.tensors_in(kwargs)
    is_tensor = not is_numpy or _gives_tensor(function, args, kwargs)
    if owner is not None and not is_numpy and not isinstance(owner, Tensor):
        given = arrays.as_value(given)  # a variable keeps what it is given
    try:
        with showing():
            if is_numpy and function in registry.FUNCTIONS:
                found = registry.FUNCTIONS[function](*given)
            else:
                found = function(*given[0], **given[1])
    except WHOLE:
        raise
    except Exception:
        if args is not listed[0]:  # it may ask how long a list is
            return _of_objects(function, *listed)
        if is_tensor:
            raise
        return _of_objects(function, args, kwargs)  # NumPy says what is wrong
    if type(found) is bool and any(map(arrays.is_numpy, args)):
        return arrays.answer(function, args, kwargs, found)
    if is_tensor:
        return _noted(arrays.as_value(found), args)
    if not holds_run(found) and not isinstance(found, (Tensor, np.ndarray)):
        return arrays.answer(function, args, kwargs, found)
    tensors = arrays.symbols_in([args, kwargs])
    found = arrays.as_numpy(found, arrays.symbols_in(given), tensors)
    if isinstance(function, np.ufunc):
        return found
    found = arrays.by_example(function, args, kwargs, found)
    is_shown = found is NotImplemented
    return _of_objects(function, args, kwargs) if is_shown else found


def _writing(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], *, is_of_run: bool
) -> Any:
    """Call what writes to an array of the run; NotImplemented if it does not."""
    for value in _written(function, args, kwargs):
        if (
            type(value) is np.ndarray
            and is_virtual(value)
            and (is_seen(value) or is_of_run)
        ):
            make_real(value, "a function of NumPy's writes to it")
        if type(value) is np.ndarray and outlives(value):
            arrays.written_to(value, "a function of NumPy's writes to it")
        if arrays.is_numpy(value) or (type(value) is np.ndarray and is_of_run):
            return _written_by(function, value, args, kwargs)
    return NotImplemented


def _call_now(
    function: Any, owner: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Call a function of a library while tracing; sources of numbers have state."""
    if owner is not None and is_foreign(owner):
        return as_it_stands(function, args, kwargs)
    for value in args if is_in_block() and _is_numpy(function) else ():
        has_state = is_instance(value) or is_foreign(value)
        if has_state and is_virtual(value) and is_older_than_block(value):
            make_real(value, "a function of NumPy's may change it")
    with showing():
        found = function(*args, **kwargs)
    if not (is_foreign(found) and outlives(found)):
        return _noted(found, args)
    site = site_here(object, getattr(function, "__qualname__", None))
    if site.is_real:
        return open_call(function, args, kwargs)
    return note_birth(found, site)


def _of_objects(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a function on objects: a stateless one of NumPy's is a row of its own."""
    if isinstance(getattr(function, "__self__", None), GradientTape):
        raise WholeFunction("a gradient of what Python computes when the graph runs")
    return open_call(function, args, kwargs, is_row=_is_pure(function))


def _takes_rows(function: Any, *, is_numpy: bool) -> bool:
    """Tell whether a function takes tensors, so that a list is what has these rows."""
    if is_numpy:
        return _is_pure(function)
    return not getattr(function, "takes_structures", False)


def _is_pure(function: Any) -> bool:
    return isinstance(function, np.ufunc) or function in registry.FUNCTIONS


def _written(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """Return the arguments that a function of NumPy's writes to."""
    found = [] if kwargs.get("out") is None else [kwargs["out"]]
    name = getattr(function, "__name__", "")
    if name in _WRITERS or (name == "at" and type(function) is BuiltinFunctionType):
        found += args[:1]
    if kwargs.get("overwrite_input"):  # it is left in another order
        found += [x for x in (*args[:1], kwargs.get("a")) if x is not None]
    if isinstance(function, np.ufunc) and len(args) > function.nin:
        found += [x for x in args[function.nin :] if x is not None]
    return [x for each in found for x in (each if type(each) is tuple else (each,))]


def _gives_tensor(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Tell whether NumPy leaves a call to a tensor, so that a tensor comes of it."""
    is_ufunc = isinstance(getattr(function, "__self__", function), np.ufunc)
    if function in MAKE_ARRAYS:
        return False
    if not is_ufunc and not hasattr(function, "_implementation"):
        return False
    return arrays.is_left(function, args, kwargs)


def _written_by(
    function: Any, value: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    if arrays.is_numpy(value) and isinstance(value.spec, NumpySpec):
        make_real(value, "a function of NumPy's writes to it")
    held = [arrays.raw_or_boxed(x) for x in (*args, *kwargs.values())]
    attrs = {"function": function, "keywords": tuple(kwargs)}
    is_result = value is kwargs.get("out") or isinstance(function, np.ufunc)
    spec = value.spec if is_result and arrays.is_numpy(value) else ANY
    return Proxy(emit(rows.APPLY, held, (spec,), **attrs)[0], spec)


def _is_written(value: Any) -> bool:
    """Is it an array of the run that is written, or holds it one?"""
    if type(value) in (list, tuple):
        return any(map(_is_written, value))
    return type(value) is Proxy and isinstance(value.spec, ArraySpec)


def _is_object(value: Any) -> bool:
    """Is it, or holds it, an object of the run that is none of NumPy's?"""
    if type(value) is Proxy:
        return not arrays.is_numpy(value)
    if isinstance(value, (list, tuple)):
        return any(map(_is_object, value))
    if type(value) is dict:
        return any(map(_is_object, value.values()))
    if isinstance(value, slice):
        return any(map(_is_object, (value.start, value.stop, value.step)))
    return is_mutable(value) and not isinstance(value, np.ndarray) and holds_run(value)


# -- What runs as it stands


@meant
def as_it_stands(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call now what nothing of the run goes to, or have the run call it."""
    name = getattr(function, "__qualname__", None)
    site = site_here(object, name)
    owner = function if is_cache(function) else getattr(function, "__self__", None)
    if site.is_real:
        return open_call(function, args, kwargs)
    if owner is not None and is_foreign(owner) and outlives(owner):
        lifted = current().lifted
        if is_in_block():
            if is_cache(owner):
                raise WholeFunction("a cache that outlives the call is used in a block")
            lifted.add(id(owner))
        if id(owner) in lifted:  # its state is the run's from then on
            return open_call(function, args, kwargs)
    check_foreign(*args, *kwargs.values(), owner, function)
    changed = args[0] if function is next else owner
    if is_instance(changed) and is_in_block() and is_virtual(changed):
        if is_older_than_block(changed):
            make_real(changed, f"`{name}` of it")  # its state is in C
    for value in (owner, *args, *kwargs.values()):
        if is_foreign(value) and id(value) in current().args:
            make_real(value, "a library may change what the caller has given")
    found = _called_now(function, args, kwargs)
    is_linked = False
    if isinstance(found, GeneratorType):
        current().makers[id(found)] = function
        is_linked = any(map(holds_virtual, (function, *args)))
    if is_linked or any(is_foreign(x) and is_virtual(x) for x in args):
        current().linked.add(id(found))
    if isinstance(function, type):
        current().made[id(found)] = found
    for each in found if type(found) is tuple else ():
        if is_foreign(each) and outlives(each):  # such as those of `tee`
            note_birth(each, site)
    is_given = any(found is x for x in args)
    has_state = is_instance(found) or hasattr(type(found), "rebound")
    if outlives(found) and (is_foreign(found) or (has_state and not is_given)):
        return note_birth(found, site)
    return _noted(found, args)


def _called_now(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if hasattr(function, "__next__"):  # such as `map`, which draws later
        args = tuple(map(source_of, args))
    elif function is not next and function is not iter:
        with _guarded(args) as held:
            return _made_now(function, held, kwargs)
    return _made_now(function, args, kwargs)


@meant
def _made_now(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if is_builtin(function) and function is not next:
        if not draws_all(function, args):
            return function(*args, **kwargs)
    if current().looks:
        raise Unstageable("it may have an effect, and is only looked at")
    current().n_effects += 1
    return called_once(function, args, kwargs)


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


def open_call(
    function: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    *,
    is_row: bool = False,
) -> Any:
    """Have Python make a call when the graph runs; nothing is known of its result.

    Args:
        function: What is called.
        args: Its arguments.
        kwargs: Those by keyword.
        is_row: Is it known what it does, so that no rung is fallen?
    """
    made = None if is_row else made_by_twin(function, args, kwargs)
    if made is not None:
        return made
    if _is_known(function):
        args = tuple(map(function_given, args))
        kwargs = {name: function_given(x) for name, x in kwargs.items()}
        is_row |= not any(map(holds_code, (*args, *kwargs.values())))
    if not is_row:
        operations.check_outer(function)
        _note_fall(function)
    check_of_trace(function)
    for each in (*args, *kwargs.values()):
        arrays.check_given(each)
    held = [_callee(function)]
    symbol_of = boxed if is_row else as_given
    held += [symbol_of(x) for x in map(_sliced, (*args, *kwargs.values()))]
    spec = made_by(function)
    return Proxy(emit(rows.CALL, held, (spec,), keywords=tuple(kwargs))[0], spec)


def _note_fall(function: Any) -> None:
    """Take note of a call that Python makes."""
    name = getattr(function, "__qualname__", None) or type(function).__name__
    reason = f"{name}() is not converted"
    if isinstance(function, Proxy):
        reason = "the run chooses what is called"
    if is_refusing():  # this attempt is not the last one, perhaps
        current().refused.append(marked(Unstageable(reason)))
    current().falls.append(("AG310", reason, capture_exact()))


def _callee(function: Any) -> SymbolicTensor:
    """Return the symbol of what is called."""
    if isinstance(function, type):
        return held_by_graph(function)[0]
    if getattr(type(function), "is_traced_function", False) and not function.is_signed:
        function = function.python_function  # as where it is inlined
    return lift(function)[0]


def _sliced(value: Any) -> Any:
    if isinstance(value, slice) and holds_run(value):
        return Proxy(operations.slice_of(value), ANY)
    return value


# -- Methods of Python's classes

# Methods that compare what the container holds.
_COMPARING: Final = frozenset({"remove", "index", "count", "sort", "__contains__"})
# Methods that neither compare what they are given nor look it up.
_UNASKING: Final = frozenset({"append", "get", "items", "values", "keys", "extend"})
_KEYED: Final = frozenset({"get", "pop", "setdefault", "__getitem__"})


# What shows what a container holds, as it is when that is asked.
_VIEWS: Final[tuple[type, ...]] = (type({}.keys()), type({}.values()), type({}.items()))


@meant
def _call_builtin_method(
    function: Any, owner: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    name = function.__name__
    if isinstance(owner, type) and name == "fromkeys":
        args = tuple(map(_drawn, args))
    is_of_run = _holds_run(args, kwargs)
    if type(owner) is str:
        if is_of_run or any(map(is_told_later, (*args, *kwargs.values()))):
            return methods.text_method(Proxy(lift(owner)[0], STR), name, args, kwargs)
        check_foreign(*args)
        return _noted(function(*args, **kwargs))
    if type(owner) is tuple and (is_of_run or holds_run(owner)):
        return methods.call_method(Proxy(*lift(owner)), name, args, kwargs)
    if isinstance(owner, Tensor):
        return function(*arrays.tensors_in(args), **arrays.tensors_in(kwargs))
    if type(owner) is np.ndarray:
        return _call_array_method(function, owner, args, kwargs)
    if isinstance(owner, np.ufunc):
        return _or_by_python(_call_library, function, args, kwargs)
    if is_container(owner):
        if name in _EXTENDING and isinstance(owner, (set, dict)):
            args = tuple(map(_drawn, args))
        try:
            _before_method(owner, name, args, kwargs)
        except _AsCapturedError:
            return methods.call_method(Proxy(*lift(owner)), name, args, kwargs)
        found = function(*args, **kwargs)
        if isinstance(found, _VIEWS) and is_virtual(owner):
            return note_birth(found, birth_site(owner))
        return _noted(found, (owner,))
    if is_instance(owner) and function.__qualname__ == "object.__init__":
        return function(*args, **kwargs)
    if isinstance(owner, BaseException) and is_virtual(owner):
        if is_of_run or is_older_than_block(owner):
            make_real(owner, f"`{name}` of it")
        return function(*args, **kwargs)
    if is_of_run and not isinstance(owner, (Tensor, type)):
        if is_foreign(owner) and is_virtual(owner):
            make_real(owner, f"`{name}` of it takes a value of the run")
        return open_call(function, args, kwargs)
    if is_of_run and isinstance(owner, type):
        if name == "fromkeys" and issubclass(owner, dict) and not kwargs:
            return _from_keys(owner, *args)
        return open_call(function, args, kwargs)
    return as_it_stands(function, args, kwargs)


def _drawn(value: Any) -> Any:
    """Return the items of an iterator of the trace: what they are is seen then."""
    if draws_itself(value):
        return own_items(value)
    check_foreign(value)
    return tuple(value) if isinstance(value, Iterator) else value


def _from_keys(cls: Any, keys: Any, value: Any = None) -> Any:
    """Return `cls.fromkeys(keys, value)`."""
    pairs = [(key, value) for key in keys] if not holds_run(keys) else None
    if pairs is None:
        return open_call(cls.fromkeys, (keys, value), {})
    return instantiate(cls, (pairs,), {})


def _call_array_method(
    function: Any, owner: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    name = function.__name__
    if is_virtual(owner) and (
        _holds_run(args, kwargs) or (name in arrays.MUTATORS and is_seen(owner))
    ):
        make_real(owner, f"`{name}` of it")
    if name in arrays.MUTATORS and outlives(owner):
        arrays.written_to(owner, f"`{name}` of it")
    if _holds_run(args, kwargs):
        return methods.call_method(Proxy(*lift(owner)), name, args, kwargs)
    return _noted(function(*args, **kwargs), (owner,))


def _before_method(
    owner: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """Look at a method of a container of the trace, and note what it changes."""
    trace = current()
    birth = trace.births.get(id(owner))
    is_of_run = _holds_run(args, kwargs)
    if birth is not None and not is_of_run and name in _UNASKING:
        if birth[2] == trace.block.depth and not is_watched(owner):
            return  # most calls: a list grows where it was made
    if name in methods.MUTATORS:
        note_peek(owner)
        if outlives(owner):
            if isinstance(owner, (dict, set)) and args and holds_run(args[0]):
                raise OutlivesCall(
                    f"a {type(owner).__name__} that outlives the call gets a key that "
                    "the run knows"
                )
            note_change(owner, *args, *kwargs.values())
        elif is_older_than_block(owner) or is_watched(owner):
            make_real(owner, f"`{name}` of it")
        elif isinstance(owner, (dict, set)) and args and holds_run(args[0]):
            make_real(owner, f"`{name}` of it with a key of the run")
        elif (
            name in ("insert", "rotate", "extend", "pop")
            and args
            and is_of_run_alone(args[0])
        ):
            make_real(owner, f"`{name}` of it with a value of the run")
    if (
        (name in _COMPARING and (is_of_run or holds_run(owner)))
        or (name in _KEYED and args and holds_run(args[0]))
        or (kwargs and is_of_run)
    ):
        _rise(owner, name)


def is_of_run_alone(value: Any) -> bool:
    """Is it itself a value of the run?"""
    return isinstance(value, (Proxy, SymbolicTensor))


def _rise(owner: Any, name: str) -> None:
    if is_virtual(owner):
        make_real(owner, f"`{name}` of it asks the run")
    raise _AsCapturedError


class _AsCapturedError(Exception):
    """A method of a container that outlives the call asks the run."""


# -- Classes


def class_statement(is_refused: bool) -> None:
    """Refuse what the body of a class does, where Python runs that as it stands.

    Args:
        is_refused: Is it refused in a function, too, and not in staged blocks alone?
    """
    if is_refused or is_in_block():
        raise WholeFunction("a statement in the body of a class")


def instantiate(cls: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return `cls(*args, **kwargs)`."""
    is_of_run = _holds_run(args, kwargs)
    if issubclass(cls, BaseException):
        site = site_here(cls)
        if is_of_run or site.is_real:
            return _exception(cls, args, kwargs)
        return note_birth(cls(*args, **kwargs), site)
    if cls in CONTAINERS or cls in (frozenset, tuple):
        return container(cls, args, kwargs)
    if not _is_instantiated_here(cls):
        if cls is slice or (hasattr(cls, "_fields") and issubclass(cls, tuple)):
            return cls(*args, **kwargs)
        if issubclass(cls, np.generic) and len(args) == 1 and is_of_run:
            found = arrays.scalar_of(cls, args[0])
            if found is not NotImplemented:
                return found
        if is_of_run and _package(cls) in ("autograph", "graph"):
            return _or_by_python(_library_object, cls, args, kwargs)
        if is_of_run:
            return open_call(cls, args, kwargs, is_row=issubclass(cls, np.generic))
        if is_in_block() and any(map(_is_code_on_older, (*args, *kwargs.values()))):
            return open_call(cls, args, kwargs)
        return _or_by_python(as_it_stands, cls, args, kwargs)
    if isinstance(cls.__new__, FunctionType) and converted(cls.__new__) is not None:
        made = call_function(cls.__new__, (cls, *args), kwargs)
        if operations.class_of(made) is cls and cls.__init__ is not object.__init__:
            call_function(cls.__init__, (made, *args), kwargs)
        return made
    site = site_here(cls)
    if site.is_real:
        return _instance_of_run(cls, site, args, kwargs)
    return _instance(cls, site, args, kwargs)


def _library_object(cls: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Make an object of a class of ours, which takes tensors of the run."""
    site = site_here(object, cls.__qualname__)
    if site.is_real or any(map(_is_object, (*args, *kwargs.values()))):
        return open_call(cls, args, kwargs)
    found = cls(*arrays.tensors_in(args), **arrays.tensors_in(kwargs))
    return note_birth(found, site) if hasattr(cls, "rebound") else found


def _is_code_on_older(value: Any) -> bool:
    """Is it code that may change what is older than the block?"""
    return isinstance(value, (FunctionType, MethodType)) and holds_older(value)


def _bare_instance(cls: type) -> Any:
    """Return `object.__new__(cls)`."""
    site = site_here(cls)
    if site.is_real:
        spec = SiteSpec(site)
        return Proxy(emit(NEW, [], (spec,), cls=cls)[0], spec)
    return note_birth(object.__new__(cls), site)


def _exception(cls: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Proxy:
    held = [_callee(cls)]
    for value in (*args, *kwargs.values()):
        symbol, spec = lift(value)
        held.append(symbol if is_plain(spec) else boxed_value(value).symbol)
    (symbol,) = emit(rows.CALL, held, (ANY,), keywords=tuple(kwargs))
    return Proxy(symbol, ANY)


def _is_instantiated_here(cls: Any) -> bool:
    if cls.__module__ in ("builtins", "functools", "itertools"):
        return False
    if is_unconverted(cls):
        return False
    if type(cls) is not type and type(cls).__call__ is not type.__call__:
        return False
    if issubclass(cls, (int, float, str, tuple, bytes, frozenset, Tensor)):
        return False
    return is_instance_class(cls)


def _init_of(cls: type) -> FunctionType | None:
    init = getattr(cls, "__init__", None)
    return converted(init) if isinstance(init, FunctionType) else None


def _is_generated(cls: type, name: str, option: str) -> bool:
    """Is a method of a class one that `dataclass` has written?"""
    own = next(x for x in cls.__mro__ if name in x.__dict__)
    written = own.__dict__.get("__dataclass_params__")
    if written is None or not getattr(written, option):
        return False
    method = own.__dict__[name]
    return not method.__code__.co_filename.endswith(".py") or hasattr(
        method, "__wrapped__"
    )


def _has_dataclass_init(cls: Any) -> bool:
    """Is its `__init__` one that `dataclass` has written?"""
    return cls.__new__ is object.__new__ and _is_generated(cls, "__init__", "init")


def _instance_of_run(
    cls: Any, site: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Make an object of the run: its `__init__` is converted, or a dataclass's."""
    site.is_closed |= sees_variables(cls)
    init = _init_of(cls)
    if cls.__new__ is object.__new__ and (
        init is not None or cls.__init__ is object.__init__
    ):
        spec = SiteSpec(site)
        made = Proxy(emit(NEW, [], (spec,), cls=cls)[0], spec)
        if init is not None:
            enter(init, (made, *args), kwargs)
        return made
    if _has_dataclass_init(cls):
        spec = SiteSpec(site)
        made = Proxy(emit(NEW, [], (spec,), cls=cls)[0], spec)
        return _dataclass(cls, made, args, kwargs)
    return open_call(cls, args, kwargs)


def _instance(
    cls: Any, site: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    init = _init_of(cls)
    if init is not None and cls.__new__ is object.__new__:
        made = cls.__new__(cls)
        note_birth(made, site)
        enter(init, (made, *args), kwargs)
        return made
    if _has_dataclass_init(cls):
        return _dataclass(cls, note_birth(cls.__new__(cls), site), args, kwargs)
    is_python = isinstance(cls.__init__, FunctionType)
    if is_python and _holds_run(args, kwargs):
        return open_call(cls, args, kwargs)
    made = cls(*args, **kwargs)
    note_birth(made, site)
    for name, value in list(getattr(made, "__dict__", {}).items()):
        is_given = any(value is x for x in (*args, *kwargs.values()))
        if is_mutable(value) and not is_virtual(value) and not is_given:
            note_birth(value, site_here(type(value), name))
    return made


def _dataclass(
    cls: Any, made: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Do what `__init__` of a dataclass does; its `__post_init__` is converted."""
    init: Any = cls.__init__
    try:
        bound = inspect.signature(init).bind(None, *args, **kwargs)
    except TypeError:
        init(cls.__new__(cls), *args, **kwargs)  # which raises
        raise
    _, *given = bound.arguments.items()
    held, only = dict(given), []
    for field in cls.__dataclass_fields__.values():
        kind = field._field_type
        if kind is dataclasses._FIELD_CLASSVAR:  # type: ignore[attr-defined]
            continue
        if field.init and field.name in held:
            value = held[field.name]
        elif field.default_factory is not dataclasses.MISSING:
            value = call_function(field.default_factory, (), {})
        elif field.default is not dataclasses.MISSING:
            value = field.default
        else:
            continue
        if kind is dataclasses._FIELD_INITVAR:  # type: ignore[attr-defined]
            only.append(value)
        elif type(made) is Proxy:
            operations.store_attr(made, field.name, value)
        else:
            store_attr(made, field.name, value)
    post = getattr(cls, "__post_init__", None)
    if post is not None:
        call_function(post, (made, *only), {})
    return made


# -- Text of objects


def show(value: Any, name: str) -> Any:
    """Return `str(value)` or `repr(value)`."""
    cls = operations.class_of(value)
    if cls is not None and (is_instance(value) or operations.is_site_instance(value)):
        for each in (f"__{name}__", "__repr__"):
            method = special(cls, each)
            if method is not None and not _is_generated(cls, each, "repr"):
                found = call_function(method, (value,), {})
                if type(found) is str or spec_of(found) == STR:
                    return found
                function = {"str": str, "repr": repr}[name]
                return operations.by_protocol(function, value, each, found, STR)
    spec = value.spec if isinstance(value, (Proxy, SymbolicTensor)) else None
    if spec == STR and name == "str":
        return value
    if spec is not None and is_plain(spec):
        return node(rows.BUILTIN, [value], STR, "w", function=name)
    if not is_told_later(value):
        functions: dict[str, Callable[[Any], str]] = {"str": str, "repr": repr}
        return functions[name](value)
    if isinstance(value, list) and not any(is_mutable(x) for x in value):
        value = _boxed_list(value)
    return node(rows.BUILTIN, [boxed_value(value)], STR, "w", function=name)


def _boxed_list(value: list[Any]) -> Proxy:
    from graph.python.objects import LIST

    held = [boxed_value(x).symbol for x in value]
    attrs = {"cls": None, "leading": (), "trailing": ()}
    return Proxy(emit(LIST, held, (ANY,), "", **attrs)[0], IteratorSpec(ANY, "list"))


def _of_cell(value: Any) -> Any:
    """Return a variable that inner functions have, too; others are as they are."""
    if operations.class_of(value) is not Cell:
        return value
    if type(value) is Proxy:
        return operations.get_attr(value, "value")
    return value.value


def frame_variables(reader: Any, names: tuple[str, ...], *values: Any) -> Any:
    """Return what `locals()` and its kin show.

    Args:
        reader: What is called by the name of such a builtin.
        names: The variables, in Python's order.
        values: Their values; without names, what the reader has given.
    """
    if values and not names:  # `globals()`, called from the user's frame
        return values[0]
    if reader not in (locals, vars, dir):
        return reader() if STATE.trace is None else call_function(reader, (), {})
    found: dict[str, Any] = {}
    for name, value in zip(names, map(_of_cell, values), strict=True):
        if isinstance(value, (Undefined, record.Undefined)):
            continue
        if type(value) is Proxy and UNDEFINED in parts_of(value.spec):
            raise Unstageable(f"`{name}` has a value on some paths alone")
        found[name] = value
    shown = sorted(found) if reader is dir else found
    return shown if STATE.trace is None else born(shown)


__all__ = ["ATOMS", "call_function", "converted_call"]
