"""`function`: a Python callable that traces itself into graphs and runs those."""

from __future__ import annotations

import functools
import inspect
import linecache
import threading
import types
import weakref
from collections.abc import Callable, Sequence
from typing import Any, Generic, ParamSpec, TypeVar, overload

import numpy as np

from autograph.concrete import ConcreteFunction
from autograph.config import _EAGERLY
from autograph.operators.calls import convert_here, converted_call
from autograph.operators.recursion import call_traced
from autograph.signature import Binder, Call, as_array
from autograph.tracebacks import without_our_frames
from autograph.tracing import trace
from autograph.variable_creation import VariableCreation
from graph import nest
from graph.errors import UnstageableFunctionError
from graph.graph import _STATE
from graph.origin import Origin
from graph.tensor import EagerTensor

P = ParamSpec("P")
R = TypeVar("R")

_FAST_PRIMITIVES = frozenset({int, bool, str, type(None)})


class Function(Generic[P, R]):
    """A callable that runs graphs of a Python function, traced as calls need them.

    Attributes:
        python_function: The function as it was written.
    """

    __name__: str

    def __init__(
        self, python_function: Callable[P, R], *, autograph: bool = True
    ) -> None:
        """Wrap a Python function; use `function` instead."""
        functools.update_wrapper(self, python_function)
        self.python_function = python_function
        self._autograph = autograph
        self._binder = Binder(
            getattr(python_function, "__name__", "function"),
            inspect.signature(python_function),
        )
        self._lock = threading.RLock()
        self._variables = VariableCreation(self._binder.name)
        # Key of the canonical arguments -> concrete function.
        self._traces: dict[Any, ConcreteFunction] = {}
        # Shapes, dtypes and primitives of positional arguments -> how to run: the
        # short way for calls that were seen before.
        self._seen: dict[Any, Callable[..., Any]] = {}
        # Instance -> the Function of the bound method.
        self._bound: weakref.WeakKeyDictionary[Any, Function[..., Any]] = (
            weakref.WeakKeyDictionary()
        )

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the graph for these arguments, tracing it first where there is none."""
        __tracebackhide__ = True  # for pytest and IPython: the user's frames matter
        try:
            short_key = None
            if not kwargs and not _EAGERLY[0] and _STATE.graph is None:
                key: list[Any] = []
                arrays: list[Any] = []
                for x in args:
                    if type(x) is EagerTensor:
                        value = x._value
                        key += (value.shape, value.dtype)
                        arrays.append(value)
                    elif type(x) in _FAST_PRIMITIVES:
                        key += (type(x), x)
                    else:
                        break
                else:
                    short_key = tuple(key)
                    run = self._seen.get(short_key)
                    if run is not None:
                        return run(arrays)  # type: ignore[no-any-return]
            return self._call(args, kwargs, short_key)  # type: ignore[no-any-return]
        except BaseException as error:  # noqa: BLE001  # only its frames change
            raise without_our_frames(error)  # noqa: B904

    def _call(self, args: Any, kwargs: Any, short_key: Any) -> Any:
        """Find or make the trace for a call that was not seen before, and run it."""
        if _EAGERLY[0]:
            return self.python_function(*args, **kwargs)
        if _STATE.graph is not None:
            return call_traced(self._converted(), args, kwargs)
        call = self._binder(args, kwargs)
        concrete = self._concrete(call)
        given = [call.leaves[place] for place in concrete.input_places]
        if short_key is not None:
            tensors = [x for x in args if type(x) is EagerTensor]
            # Defaults may hold tensors, too: then the short way is not for this call.
            if list(map(id, given)) == list(map(id, tensors)):
                self._seen[short_key] = concrete.run_flat
        arrays = list(map(as_array, given))
        if concrete.keeps_values:
            arrays = [
                x.copy() if x is y else x for x, y in zip(arrays, given, strict=True)
            ]
        return _protect(concrete.run_flat(arrays), given)

    def _converted(self) -> Callable[..., Any]:
        """Return what is traced: the function converted, if that is wanted."""
        target: Any = self.python_function
        if not self._autograph:
            return target  # type: ignore[no-any-return]
        if isinstance(target, (types.MethodType, _WeakMethod)):
            return types.MethodType(convert_here(target.__func__), target.__self__)
        if isinstance(target, types.FunctionType):
            return convert_here(target)
        # A partial, or an object with __call__.
        return functools.partial(_call_converted, target)

    def _concrete(self, call: Call) -> ConcreteFunction:
        found = self._traces.get(call.key)
        if found is not None:
            return found
        with self._lock:
            found = self._traces.get(call.key)
            if found is None:
                found = self._trace(call)
                self._traces[call.key] = found
            return found

    def _trace(self, call: Call) -> ConcreteFunction:
        refuse_unstageable(self.python_function)
        converted = self._converted()
        origin = definition_of(self.python_function, self._binder.name)

        def run(values: Sequence[Any]) -> Any:
            args, kwargs = self._binder.arguments(call.names, values)
            return call_traced(converted, args, kwargs, origin)

        traced = self._variables.trace(
            lambda: trace(self._binder.name, run, call, origin), call
        )
        return ConcreteFunction(self._binder.name, traced, call, self._binder)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Return the concrete function for these arguments, tracing if needed.

        Args:
            *args: As for a call; a `TensorSpec` may stand for a tensor.
            **kwargs: The same.
        """
        try:
            return self._concrete(self._binder(args, kwargs))
        except Exception as error:  # noqa: BLE001  # only its frames change
            raise without_our_frames(error)  # noqa: B904

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """Bind to an instance: each has traces of its own."""
        if instance is None:
            return self
        try:
            bound = self._bound.get(instance)
        except TypeError:  # not hashable or not weakly referable
            return Function(
                types.MethodType(self.python_function, instance),
                autograph=self._autograph,
            )
        if bound is None:
            method = _WeakMethod(self.python_function, instance)
            bound = Function(method, autograph=self._autograph)
            self._bound[instance] = bound
        return bound

    def __repr__(self) -> str:
        return f"<ag.function {getattr(self, '__qualname__', self._binder.name)}>"


def _call_converted(target: Any, *args: Any, **kwargs: Any) -> Any:
    return converted_call(target, args, kwargs)


class _WeakMethod:
    """A bound method that does not keep its instance alive."""

    def __init__(self, function: Callable[..., Any], instance: Any) -> None:
        functools.update_wrapper(self, function)
        self.__func__ = function
        self._instance = weakref.ref(instance)
        signature = inspect.signature(function)
        parameters = list(signature.parameters.values())[1:]
        self.__signature__ = signature.replace(parameters=parameters)

    @property
    def __self__(self) -> Any:
        return self._instance()

    @property
    def __code__(self) -> Any:
        return self.__func__.__code__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__func__(self._instance(), *args, **kwargs)


def definition_of(function: Any, name: str) -> Origin:
    """Return the line of the `def`, below the decorators."""
    code: Any = getattr(function, "__code__", None)
    if code is None:
        return Origin("<unknown>", 0, name)
    lineno = first = code.co_firstlineno
    while linecache.getline(code.co_filename, lineno).lstrip().startswith(("@", "#")):
        lineno += 1
    line = linecache.getline(code.co_filename, lineno).lstrip()
    is_found = line.startswith(("def ", "async def "))
    return Origin(code.co_filename, lineno if is_found else first, name)


def refuse_unstageable(function: Any) -> None:
    """Refuse to trace what cannot be one function of its arguments.

    Raises:
        UnstageableFunctionError: It is a generator or a coroutine function.
    """
    code: Any = getattr(function, "__code__", None)
    flags = getattr(code, "co_flags", 0)
    name = getattr(function, "__name__", "function")
    kinds = (
        (inspect.CO_GENERATOR, "a generator function"),
        (inspect.CO_COROUTINE, "a coroutine function"),
        (inspect.CO_ASYNC_GENERATOR, "an asynchronous generator function"),
    )
    for flag, kind in kinds:
        if flags & flag:
            raise UnstageableFunctionError(
                f"{name}() is {kind}: it runs piece by piece, and a graph runs as a "
                "whole.",
                origin=Origin(code.co_filename, code.co_firstlineno, name),
                hint="Decorate a function that uses it, and return the results, "
                "collected with ag.stack.",
            )


def _protect(result: Any, leaves: Sequence[Any]) -> Any:
    """Copy results that share memory with arrays that the user may write to."""
    arrays = [leaf for leaf in leaves if type(leaf) is np.ndarray]
    if not arrays:
        return result

    def copied(leaf: Any) -> Any:
        if isinstance(leaf, EagerTensor) and any(
            np.may_share_memory(leaf._value, array) for array in arrays
        ):
            return EagerTensor(leaf._value.copy())
        return leaf

    return nest.map_structure(copied, result)


@overload
def function(func: Callable[P, R], *, autograph: bool = True) -> Function[P, R]: ...


@overload
def function(
    func: None = None, *, autograph: bool = True
) -> Callable[[Callable[P, R]], Function[P, R]]: ...


def function(func: Any = None, *, autograph: bool = True) -> Any:
    """Make a callable that runs as a graph; use it as a decorator or call it.

    The function is traced once for each kind of arguments: the shapes and dtypes of
    tensors and arrays, the values of Python primitives, the identity of other
    objects. Calls of a kind that was seen before run the graph at once.

    Args:
        func: The function; None to use `function(...)` as a decorator.
        autograph: Convert Python's control flow, so that it may depend on tensors.

    Raises:
        UnstageableFunctionError: `func` is a class, a builtin, a generator, or no
            function.

    Source:  specification, "function"
    """
    if func is None:
        return functools.partial(function, autograph=autograph)
    if isinstance(func, Function):
        return Function(func.python_function, autograph=autograph)
    if inspect.isclass(func):
        raise UnstageableFunctionError(
            f"{func.__name__} is a class, and a graph cannot return instances.",
            hint="Decorate a method of it, or a function that makes and uses one.",
        )
    if not callable(func):
        raise UnstageableFunctionError(
            f"{func!r} is not callable.", hint="ag.function takes a function."
        )
    if isinstance(func, (types.BuiltinFunctionType, np.ufunc)):
        raise UnstageableFunctionError(
            f"{func.__name__} is a builtin without Python source.",
            hint=f"Decorate a function that calls it: lambda *args: "
            f"{func.__name__}(*args).",
        )
    refuse_unstageable(func)
    return Function(func, autograph=autograph)


__all__ = ["Function", "function"]
