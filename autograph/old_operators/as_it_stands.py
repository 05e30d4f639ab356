"""Calls of what runs as it stands with Python numbers, or text, that the run decides.

Most of it takes these as it takes anything. What looks into them complains of tensors,
which is refused: see `graph.unstaged`.
"""

from __future__ import annotations

import csv
import dis
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from types import (
    BuiltinFunctionType,
    CoroutineType,
    FrameType,
    FunctionType,
    MethodType,
    TracebackType,
)
from typing import Any, Final

from autograph.allowed import is_own
from autograph.old_function.tentative import check_call, print_held
from autograph.old_operators import user_frames
from autograph.old_operators.draws import ended_arguments, generators_of
from autograph.old_operators.text_streams import check_stream
from autograph.options import is_ready
from graph import asked_classes
from graph.as_is_tries import watch_handlers
from graph.errors import AutographError
from graph.graph import current_graph
from graph.needed import raise_refused
from graph.old_staging import library_state
from graph.old_staging.storage import instance_dict
from graph.old_staging.told_apart import check_named
from graph.origin import is_users
from graph.tensor import SymbolicTensor
from graph.unstaged import entries_of, is_of_library, is_of_run, is_ours, refuse

# What the items of a container, or the end of an iterator, give rise to.
_OF_ITEMS: Final = (LookupError, StopIteration, StopAsyncIteration, RecursionError)
# What is written in C, and complains once it is stepped through, from anywhere.
_KEEPING: Final = (csv.reader,)
# What runs once it is stepped through, and is asked then.
_STEPPED: Final = (
    inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
)
# What is wrong whatever the values are.
_UNBOUND: Final = re.compile(
    r"\b(takes|expected|missing|unexpected|multiple values)\b.*\bargument"
    r"|invalid keyword argument|is not (callable|subscriptable)"
    # Of an object of another type, which is the one that is named.
    r"|'(?!Tensor\b)\w+' object |, not (?!Tensor\b)\w+$"
)


def runs(function: Any, called: Any) -> bool:
    """Tell whether `called`, to be called in place of `function`, is what it was."""
    if type(called) is MethodType and type(function) is MethodType:
        return called.__func__ is function.__func__
    return called is function


def call(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Any:
    """Call what runs as it stands.

    Raises:
        UnstagedOperationError: It raised an error, or would once it is stepped through,
            that it would not have, or not this one, given the numbers and the text
            that the run decides.
        SideEffectError: It changed what a block cannot put back.
        TracedTextError: It reads what was printed while tracing.
    """
    if any(function is each for each in _KEEPING) and any(map(is_of_run, args)):
        refuse(function.__qualname__)
    graph, held = current_graph(), None
    if graph is not None:
        _check_classes(function, args, kwargs)
        check_stream(function, args)
        if _is_unconverted(function):
            watch_handlers()
    if graph is not None and graph.is_block:
        owner = getattr(function, "__self__", None)
        held = library_state.held_by((owner, *args, *kwargs.values()))
    if function is print and print_held(args, kwargs):
        return None
    if graph is not None:
        check_call(function, args, kwargs)
    count = 0 if graph is None else len(graph.root.refused)
    try:
        result = user_frames.call(function, ended_arguments(function, args), kwargs)
    except AutographError:
        raise
    except Exception as error:
        if graph is None:
            raise
        raise_refused(graph, count)
        if not _is_of_callee(function, error):
            raise
        for each in args:
            if type(each) is SymbolicTensor:
                check_named(each)
        if any(map(is_of_run, _given(function, args, kwargs))):
            refuse(getattr(function, "__qualname__", None) or repr(function), error)
        raise
    if graph is not None:
        raise_refused(graph, count)
    if held is not None:
        held.check(getattr(function, "__name__", None))
    return result


def _is_unconverted(function: Any) -> bool:
    """Is it a function of the user's, or a class, whose code is not converted?"""
    what = function.__func__ if type(function) is MethodType else function
    if type(what) is not FunctionType:
        return False
    return is_users(what.__code__) and not is_ready(what.__code__)


def _check_classes(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> None:
    """Refuse what would ask `type` of a tensor: a function, or steps of generators."""
    if is_own(function):
        return
    owner = getattr(function, "__self__", None)
    for each in (owner, *args):
        check_step(each, *args)
    check_classes(function, args, kwargs)


def check_step(iterator: Any, *given: Any) -> None:
    """Refuse a step of generators, or coroutines, that ask for classes.

    Args:
        iterator: What is stepped.
        *given: What is sent to it.
    """
    if type(iterator) is CoroutineType:
        _check_frame(iterator.cr_frame, *given)
    if not hasattr(type(iterator), "__next__"):
        return
    for generator in generators_of(iterator):
        _check_frame(generator.gi_frame, *given)


def _check_frame(frame: FrameType | None, *given: Any) -> None:
    if frame is not None and is_users(frame.f_code):
        names = frame.f_globals
        asked_classes.check(frame.f_code, names, frame.f_locals, *given)


def check_classes(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any] | None = None
) -> None:
    """Refuse a function of the user's that runs as it stands, and asks for classes."""
    what = function.__func__ if type(function) is MethodType else function
    if type(what) is not FunctionType or not is_users(what.__code__):
        return
    if what.__code__.co_flags & _STEPPED or is_ready(what.__code__):
        return
    owner = (function.__self__,) if type(function) is MethodType else ()
    names = what.__code__.co_varnames[: what.__code__.co_argcount]
    given = {**dict(zip(names, (*owner, *args), strict=False)), **(kwargs or {})}
    rest = (*owner, *args)[len(names) :]
    asked_classes.check(what.__code__, what.__globals__, given, *rest)


def is_unbound(error: TypeError, replaced: Any, function: Any) -> bool:
    """Has what replaces a builtin said that it does not take these arguments?"""
    name = getattr(getattr(replaced, "func", replaced), "__qualname__", None)
    is_builtin = type(function) in (BuiltinFunctionType, type)
    if not is_builtin or function.__module__ not in _OWN_MODULES:
        return False
    said = _SAID_OF_OURS.match(str(error))
    return said is not None and said[1] == name


_OWN_MODULES: Final = {*sys.builtin_module_names, "math"}
_SAID_OF_OURS: Final = re.compile(r"([\w.<>]+)\(\) (?:takes|got|missing) .*argument")


def _is_of_callee(function: Any, error: Exception) -> bool:
    """Tell whether an error may come of what the callee found in place of a number."""
    if not callable(function) or is_own(function):
        return False
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    if code is not None and is_ready(code):
        return False
    assert error.__traceback__ is not None
    entries = list(entries_of(error.__traceback__.tb_next))
    while entries and entries[0].tb_frame.f_code.co_filename == user_frames.__file__:
        del entries[0]
    if not entries:
        return _is_of_builtin(function, error)
    others = [entry for entry in entries if not is_ours(entry.tb_frame)]
    # We may have been asked, and have said what Python says: of what the library took
    # for something else, if it was the library that asked.
    if len(others) < len(entries):
        by_library = bool(others) and is_of_library(others[-1].tb_frame)
        if not (by_library and isinstance(error, AttributeError)):
            return False
    last = others[-1]
    if is_of_library(last.tb_frame):
        return not isinstance(error, (StopIteration, StopAsyncIteration))
    return not isinstance(error, (*_OF_ITEMS, AttributeError)) and _is_at_call(last)


def _is_of_builtin(function: Any, error: Exception) -> bool:
    """Tell whether it may be what a builtin says of a tensor in place of a number."""
    if isinstance(error, (*_OF_ITEMS, AttributeError)):
        return False
    if getattr(function, "__qualname__", "").startswith("object."):
        return False  # it looks at no argument
    return not (isinstance(error, TypeError) and _UNBOUND.search(str(error)))


def _is_at_call(entry: TracebackType) -> bool:
    """Did a call of what has no frame raise it, and no `raise`?"""
    code = entry.tb_frame.f_code.co_code
    return "CALL" in dis.opname[code[entry.tb_lasti]]


def _given(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Iterator[Any]:
    """Yield what a function is given, and what an object keeps whose method it is."""
    yield from args
    yield from kwargs.values()
    owner = getattr(function, "__self__", None)
    yield from (instance_dict(owner) or {}).values()


__all__ = ["call", "check_classes", "check_step", "is_unbound", "runs"]
