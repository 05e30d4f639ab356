"""`with` over a `contextlib.ExitStack`: what was pushed ends its body, last one first.

A stack is left as nested `with` statements are, each for one thing that was pushed:

    with ExitStack() as stack:            with manager:
        stack.enter_context(manager)          try:
        stack.callback(tidy, 1)      ->           body
        body                                  finally:
                                                  tidy(1)
"""

from __future__ import annotations

import contextlib
import types
from collections.abc import Callable, Iterable
from typing import Any, Final

from autograph.allowed import runs_as_it_stands
from autograph.old_operators.attempts import try_with
from autograph.old_operators.calls import converted_call
from autograph.old_operators.carried import Variables
from autograph.old_operators.stores import note_content
from graph.errors import UnknownLengthError, UnstagedHandlerError
from graph.graph import current_graph
from graph.old_staging.caught import CaughtError, raise_again
from graph.old_staging.locations import name_content
from graph.old_staging.probing import StepProbe
from graph.old_staging.variables import demand
from graph.origin import capture_exact
from graph.partial import Optional

# Runs a body that an entered manager, the first argument, ends.
RunInside = Callable[["Entered", Callable[[Any], None], Variables], None]


class Entered:
    """A manager that is entered already: what was pushed to a stack.

    Attributes:
        manager: The manager, or the function that was pushed.
    """

    def __init__(self, manager: Any) -> None:
        """Take what was pushed."""
        self.manager = manager

    def __enter__(self) -> None:
        """Do nothing: it is entered."""

    def __exit__(self, *args: object) -> Any:
        """Do as Python's stack does."""
        if self.is_function:
            return self.manager(*args)
        return type(self.manager).__exit__(self.manager, *args)

    @property
    def is_function(self) -> bool:
        """Was it pushed as a function?"""
        return isinstance(self.manager, _Function)

    def leave(self, *args: Any) -> Any:
        """Call what was pushed as a function, converted."""
        function = self.manager.function
        if not _is_callback(function):
            return converted_call(function, args, None)
        names, cells = function.__code__.co_freevars, function.__closure__
        held = {
            name: cell.cell_contents for name, cell in zip(names, cells, strict=True)
        }
        converted_call(held["callback"], held["args"], held["kwds"])
        return False


class _Function:
    """A function that was pushed: it takes what `__exit__` takes."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __call__(self, *args: Any) -> Any:
        return self.function(*args)


def _is_callback(function: Any) -> bool:
    """Did `ExitStack.callback` make the function?"""
    return (
        type(function) is types.FunctionType
        and function.__module__ == "contextlib"
        and function.__code__.co_freevars == ("args", "callback", "kwds")
    )


def run_stack(
    stack: Any,
    body: Callable[[Any], None],
    variables: Variables,
    run_inside: RunInside,
) -> None:
    """Run a body, and then leave what was pushed to a stack.

    Args:
        stack: The stack, an `ExitStack`.
        body: The block; takes the stack.
        variables: The variables that the block changes.
        run_inside: Runs a body that an entered manager ends.
    """
    before = list(stack._exit_callbacks)

    def run_body() -> None:
        _refill(stack, before)  # the block is traced more than once
        body(stack)

    def leave(end: Callable[[Any], None]) -> None:
        for function in reversed(_pushed_to(stack)):
            end = _within(_entered(function), end, variables, run_inside)
        end(None)

    def again(error: Any) -> None:
        def raising(_: Any) -> None:
            if isinstance(error, CaughtError):
                raise_again(error)
            raise error

        leave(raising)

    try_with(
        StepProbe(is_handled=False),
        run_body,
        [(None, again, None)],
        lambda: leave(lambda _: None),
        *variables,
    )
    _refill(stack, ())


def _pushed_to(stack: Any) -> list[Any]:
    """Return what was pushed to a stack.

    Raises:
        UnstagedHandlerError: That depends on what only the run knows.
    """
    return [function for _, function in _pushed(stack)]


def _pushed(stack: Any) -> list[Any]:
    try:
        return [(is_plain, each) for is_plain, each in stack._exit_callbacks]
    except UnknownLengthError:
        raise UnstagedHandlerError(
            "what has been pushed to an ExitStack is known only when the graph runs.",
            origin=capture_exact(),
            hint="Push it on all paths, ahead of what may raise.",
        ) from None


def _refill(stack: Any, pushed: Iterable[Any]) -> None:
    stack._exit_callbacks.clear()
    stack._exit_callbacks.extend(pushed)


def stack_method(
    function: types.MethodType, run_inside: RunInside
) -> Callable[..., Any]:
    """Return what to call in place of a method that changes what a stack will do.

    Args:
        function: The method.
        run_inside: Runs a body that an entered manager ends.
    """
    name, stack = function.__name__, function.__self__
    if name in ("close", "pop_all") and current_graph() is None:
        return function

    def push(*args: Any, **kwargs: Any) -> Any:
        if name == "enter_context" and args and type(args[0]) is Optional:
            kind = "builtins.NoneType"
            said = f"'{kind}' object does not support the context manager protocol"
            args = (demand(args[0], said), *args[1:])
        _note(stack)
        if name == "enter_context" and len(args) == 1:
            cls = type(args[0])
            method = getattr(cls, "__enter__", None)
            if is_users_method(method) and hasattr(cls, "__exit__"):
                value = converted_call(method, args, None)
                stack.push(*args)  # type: ignore[attr-defined]
                return value
        return function(*args, **kwargs)

    def pop_all() -> Any:
        _note(stack)
        other = contextlib.ExitStack()
        _refill(other, _pushed(stack))
        _refill(stack, ())
        return other

    def close() -> None:
        _note(stack)
        run_stack(stack, lambda _: None, _NO_VARIABLES, run_inside)

    return {"pop_all": pop_all, "close": close}.get(name, push)


_NO_VARIABLES: Final[Variables] = (lambda: (), lambda values: None, ())


def _note(stack: Any) -> None:
    name_content(stack._exit_callbacks, "the content of an ExitStack")
    note_content(stack._exit_callbacks)


def is_users_method(method: Any) -> bool:
    """Is it a method that the user has written in Python?"""
    return type(method) is types.FunctionType and not runs_as_it_stands(method)


def _entered(function: Any) -> Entered:
    """Return the manager whose `__exit__` was pushed, or the function."""
    if type(function) is types.MethodType:
        owner = function.__self__
        if getattr(type(owner), "__exit__", None) is function.__func__:
            return Entered(owner)
    return Entered(_Function(function))


def _within(
    manager: Entered,
    end: Callable[[Any], None],
    variables: Variables,
    run_inside: RunInside,
) -> Callable[[Any], None]:
    return lambda _: run_inside(manager, end, variables)


__all__ = ["Entered", "is_users_method", "run_stack", "stack_method"]
