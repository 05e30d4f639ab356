"""What can be decorated, where it is defined, and what is converted of it."""

from __future__ import annotations

import contextlib
import functools
import inspect
import linecache
import types
from typing import Any

import numpy as np

from graph.errors import UnstageableFunctionError
from graph.origin import Origin, capture_exact


def name_of(function: Any) -> str:
    """Return a function's name; for a partial, or an object, that of what it calls."""
    while isinstance(function, functools.partial):
        function = function.func
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) else type(function).__name__


def may_be_method(function: Any) -> bool:
    """Tell whether a function is defined in a class, as its qualified name has it."""
    name = getattr(function, "__qualname__", "")
    return "." in name and not name.rpartition(".")[0].endswith("<locals>")


def signature_of(function: Any) -> inspect.Signature:
    """Return what a function takes, whatever `functools.wraps` says.

    What a decorator put around a function takes may differ from what that takes.

    Raises:
        UnstageableFunctionError: It does not tell.
    """
    for is_followed in (False, True):  # what is no function may only know by another
        with contextlib.suppress(ValueError):
            return inspect.signature(function, follow_wrapped=is_followed)
    raise UnstageableFunctionError(
        f"{name_of(function)} does not tell which arguments it takes.",
        origin=capture_exact(),
        hint="Decorate a function that calls it, with parameters of its own.",
    )


def code_of(function: Any) -> types.CodeType | None:
    """Return the code that a call runs; None if that is not Python's."""
    while isinstance(function, functools.partial):
        function = function.func
    code = getattr(function, "__code__", None)
    if isinstance(code, types.CodeType):
        return code
    wrapped = getattr(function, "__wrapped__", None)
    if wrapped is not None:
        return code_of(wrapped)
    return getattr(type(function).__call__, "__code__", None)


def definition_of(function: Any, name: str) -> Origin:
    """Return the line of the `def`, below the decorators."""
    code = code_of(function)
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
    code = code_of(function)
    if code is None:
        return
    name = name_of(function)
    kinds = (
        (inspect.CO_GENERATOR, "a generator function"),
        (inspect.CO_COROUTINE, "a coroutine function"),
        (inspect.CO_ASYNC_GENERATOR, "an asynchronous generator function"),
    )
    for flag, kind in kinds:
        if code.co_flags & flag:
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
        UnstageableFunctionError: It is a class, a builtin, or cannot be called.
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
