"""What can be decorated, where it is defined, and what is converted of it."""

from __future__ import annotations

import functools
import inspect
import linecache
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from autograph.operators.calls import convert_here, converted_call
from autograph.options import ConversionOptions
from graph.errors import UnstageableFunctionError
from graph.origin import Origin, capture_exact


def converted(target: Any, options: ConversionOptions | None) -> Callable[..., Any]:
    """Return what is traced: the function converted, if that is wanted.

    Args:
        target: The function.
        options: How to convert it; None to leave it as it stands.
    """
    if options is None:
        return target  # type: ignore[no-any-return]
    if isinstance(target, types.MethodType):
        function = target.__func__
        if not isinstance(function, types.FunctionType):
            return functools.partial(_call_converted, target)
        made = convert_here(function, options=options)
        return types.MethodType(made, target.__self__)
    if isinstance(target, types.FunctionType):
        return convert_here(target, options=options)
    # A partial, or an object with __call__.
    return functools.partial(_call_converted, target)


def _call_converted(target: Any, *args: Any, **kwargs: Any) -> Any:
    return converted_call(target, args, kwargs)


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


def refuse_undecoratable(func: Any) -> None:
    """Refuse to decorate what is no function written in Python.

    Raises:
        UnstageableFunctionError: It is a class, a builtin, a generator function, or
            cannot be called.
    """
    if inspect.isclass(func):
        raise UnstageableFunctionError(
            f"{func.__name__} is a class, and a graph cannot return instances.",
            origin=capture_exact(),
            hint="Decorate a method of it, or a function that makes and uses one.",
        )
    if not callable(func):
        raise UnstageableFunctionError(
            f"{func!r} is not callable.",
            origin=capture_exact(),
            hint="ag.function takes a function.",
        )
    if isinstance(func, (types.BuiltinFunctionType, np.ufunc)):
        raise UnstageableFunctionError(
            f"{func.__name__} is a builtin without Python source.",
            origin=capture_exact(),
            hint=f"Decorate a function that calls it: lambda *args: "
            f"{func.__name__}(*args).",
        )
    refuse_unstageable(func)
