"""Calls: what is called is converted first, unless it runs as it stands."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Mapping
from typing import Any

from autograph.allowed import is_allowed, is_unconverted
from autograph.errors import ConversionError
from autograph.operators import recursion
from autograph.operators.builtins import MUTATORS, replacement
from autograph.operators.scope import ARTIFACT, FunctionScope
from autograph.operators.stores import note_content


def converted_call(
    function: Any,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any] | None,
    scope: FunctionScope | None = None,
) -> Any:
    """Call `function` in its converted form.

    Args:
        function: What is called.
        args: Positional arguments.
        kwargs: Keyword arguments, or None.
        scope: The scope of the calling function.
    """
    kwargs = kwargs or {}
    replaced = replacement(function, args, kwargs)
    if replaced is not None:
        return replaced(*args, **kwargs)
    if scope is not None and not scope.options.recursive:
        return function(*args, **kwargs)
    callee = _callee(function)
    call = recursion.begin(callee, args, kwargs)
    if call is None:
        return callee(*args, **kwargs)
    if call.staged is not None:
        return recursion.again(call)
    try:
        return callee(*args, **kwargs)
    except recursion.Recursive as jump:
        arguments = recursion.reached(jump, call)
    finally:
        recursion.end()
    return recursion.stage(call, arguments)


def _callee(function: Any) -> Callable[..., Any]:
    """Return what to call in place of `function`."""
    kind = type(function)
    if kind is types.FunctionType:
        return _converted(function)
    if kind is types.MethodType:
        inner = function.__func__
        if type(inner) is types.FunctionType:
            return types.MethodType(_converted(inner), function.__self__)
        return types.MethodType(_callee(inner), function.__self__)
    if kind is functools.partial:
        call = functools.partial(converted_call, function.func)
        return lambda *args, **kwargs: call(
            (*function.args, *args), {**function.keywords, **kwargs}
        )
    if kind in (types.BuiltinFunctionType, types.MethodWrapperType):
        _note_mutation(function)
        return function  # type: ignore[no-any-return]
    if inspect.isclass(function):
        return _constructor(function)
    method = getattr(kind, "__call__", None)  # noqa: B004  # the method is needed
    if type(method) is types.FunctionType and not is_allowed(kind.__module__):
        return types.MethodType(_converted(method), function)
    return function  # type: ignore[no-any-return]


def _converted(function: types.FunctionType) -> Callable[..., Any]:
    if (
        getattr(function, ARTIFACT, False)
        or is_unconverted(function)
        or is_allowed(function.__module__)
    ):
        return function
    try:
        return convert_here(function)
    except ConversionError:
        # Without source, or of a kind that runs as it stands: exact, because a
        # symbolic value in unconverted control flow is an error, never a guess.
        return function


def convert_here(function: Any) -> Callable[..., Any]:
    """Return `function` converted onto this package's operators."""
    # The transformer is imported when first needed: `import autograph` stays fast.
    from autograph import conversion, operators

    if conversion.should_run_as_is(function) is not None:
        return function  # type: ignore[no-any-return]
    return conversion.convert(function, operators)


def _constructor(cls: type) -> Callable[..., Any]:
    """Return the constructor of a class, with a plain `__init__` converted."""
    init = cls.__init__  # type: ignore[misc]
    if (
        type(cls) is not type
        or getattr(cls, "__new__", None) is not object.__new__
        or type(init) is not types.FunctionType
        or is_allowed(cls.__module__)
    ):
        return cls

    def construct(*args: Any, **kwargs: Any) -> Any:
        instance: Any = object.__new__(cls)
        result = _converted(init)(instance, *args, **kwargs)
        if result is not None:
            raise TypeError(
                f"__init__() should return None, not '{type(result).__name__}'"
            )
        return instance

    return construct


def _note_mutation(method: Any) -> None:
    """Note that a container is about to be changed by one of its methods."""
    owner = getattr(method, "__self__", None)
    if method.__name__ in MUTATORS.get(type(owner), ()):
        note_content(owner)


def spread_call(function: Any, scope: FunctionScope | None = None) -> Any:
    """Return what takes the arguments of `function(*args, **kwargs)` in its place.

    Python itself binds the arguments then, and complains under the function's name.
    """
    return _Spread(function, scope)


class _Spread:
    def __init__(self, function: Any, scope: FunctionScope | None) -> None:
        self._call = function, scope
        self.__module__ = getattr(function, "__module__", None)  # type: ignore[assignment]
        if hasattr(function, "__qualname__"):
            self.__qualname__ = function.__qualname__

    def __str__(self) -> str:
        return str(self._call[0])

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        function, scope = self._call
        return converted_call(function, args, kwargs, scope)


__all__ = ["convert_here", "converted_call", "spread_call"]
