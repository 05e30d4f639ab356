"""`assert` and `raise`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

from autograph.old_operators.chosen_texts import holds_optional, on_each_path
from autograph.old_operators.logic import is_staged
from autograph.old_operators.specials import condition_of
from autograph.old_operators.text import replacement
from graph.errors import TracedTextError
from graph.graph import current_graph
from graph.old_staging import diverge, stage_cond, stage_exception
from graph.old_staging.caught import CaughtError, raise_again
from graph.old_staging.caught_links import set_link_of
from graph.old_staging.chosen import Chosen, each
from graph.old_staging.unraised import check_raised, forget_made
from graph.old_staging.variables import demand
from graph.ops.copied_errors import LINKS, copied_error, link_of, set_link
from graph.ops.made_later import arguments_of, kind_of, made_later
from graph.ops.raised_before import check_unchanged
from graph.origin import capture_exact
from graph.partial import Optional, OptionalTensor
from graph.traced_text import shows_trace


def assert_stmt(test: Any, message: Callable[[], Any] | None) -> None:
    """Raise AssertionError unless `test` is true.

    Args:
        test: Any value; staged when it is symbolic.
        message: Returns the error's argument; called only when it is needed.
    """

    def fail() -> list[Any]:
        if message is None:
            raise AssertionError
        shown = message()
        made = replacement(AssertionError, (shown,), {}) or AssertionError
        raise raised(made(shown))

    test = condition_of(test)
    if is_staged(test):
        stage_cond(test, list, fail, ())
    elif not test:
        fail()


def raised(error: Any) -> Any:
    """Return the exception that a `raise` statement raises.

    Inside a staged block the exception is made and raised when the graph runs, of the
    values that its arguments have then. A message must not show the trace instead.

    Raises:
        TracedTextError: It does.
    """
    error = _present(error)
    if type(error) is Chosen:  # a class, or what is no exception
        _on_each(error, _raise_made)
    if type(error) is CaughtError:
        raise_again(error)
    if type(error) is Chosen:
        each(error, _raise_one)
    graph = current_graph()
    if graph is None:
        return error
    if isinstance(error, type) and issubclass(error, BaseException):
        if not issubclass(error, Exception):
            error = error()
    if not isinstance(error, BaseException):
        return error
    check_raised(error)
    check_unchanged(error, "what is raised here")
    if graph.is_block and not isinstance(error, Exception):
        # Blocks let those of tracing itself pass, as that of Ctrl-C.
        stage_exception(error)
        diverge()
    for argument in arguments_of(error)[0]:
        if shows_trace(argument):
            raise TracedTextError(
                f"the message of this {type(error).__name__} was made by code that "
                "runs while tracing, of a value that is known only when the graph "
                "runs.",
                origin=capture_exact(),
                hint="Make the message by an f-string, `%` or `str.format` in a "
                "function that is converted.",
            )
    arguments = arguments_of(error)
    if holds_optional(arguments):
        on_each_path(partial(_raise_of, error), arguments)
    return error


def _present(error: Any) -> Any:
    """Return what may be None, checked when the graph runs, as what it is if not."""
    if type(error) is not Optional:
        return error
    return demand(error, "exceptions must derive from BaseException")


def raised_from(error: Any, cause: Any) -> Any:
    """Return the exception that `raise error from cause` raises.

    Raises:
        TypeError: The cause is no exception, as Python says.
    """
    error = _present(error)
    forget_made([error, cause])  # the one is made while the other is not raised yet
    if type(error) is Chosen:
        _on_each(error, lambda one: _raise_from(one, cause))
    if type(cause) is Chosen:
        _on_each(cause, partial(_raise_from, error))
    if type(cause) in (Optional, OptionalTensor):  # a number is no cause, None is one
        without, with_it = (
            partial(_raise_from, error, each) for each in (None, cause.value)
        )
        stage_cond(cause.flag, without, with_it, ())
        diverge()
    if type(error) is Chosen:
        each(error, lambda one: _raise_from(one, cause))
    if type(cause) is Chosen:
        each(cause, partial(_raise_from, error))
    if isinstance(error, type) and issubclass(error, BaseException):
        error = error()
    if isinstance(cause, type) and issubclass(cause, BaseException):
        cause = cause()
    if not isinstance(cause, (BaseException, CaughtError, type(None))):
        raise TypeError("exception causes must derive from BaseException")
    if isinstance(cause, BaseException) and holds_optional(arguments_of(cause)):
        on_each_path(
            lambda *of: _raise_from(error, _remade(cause, *of)), arguments_of(cause)
        )
    if type(error) is CaughtError:
        set_link_of(error, "__cause__", cause)
    elif isinstance(error, BaseException):
        set_link(error, "__cause__", cause)
    return raised(error)


def _on_each(chosen: Chosen, act: Callable[[Any], NoReturn]) -> NoReturn:
    """Raise on each path what is made of what the run chooses there."""
    each(chosen, act)
    diverge()
    raise AssertionError


def _raise_made(error: Any) -> NoReturn:
    raise raised(error)


def _raise_of(error: BaseException, args: Any, kwargs: Any) -> NoReturn:
    raise _remade(error, args, kwargs)


def _remade(error: BaseException, args: Any, kwargs: Any) -> Any:
    """Return an exception as it is, but of other arguments."""
    made = made_later(kind_of(error), *args, **kwargs)
    vars(made).update((k, v) for k, v in vars(error).items() if k not in vars(made))
    for name in LINKS:
        if (linked := link_of(error, name)) is not None:
            set_link(made, name, linked)
    made.__suppress_context__ = error.__suppress_context__
    return made


def _raise_one(error: Any) -> NoReturn:
    raise raised(error)


def _raise_from(error: Any, cause: Any) -> NoReturn:
    if isinstance(error, BaseException):
        error = copied_error(error)  # each path gives it a cause of its own
    raise raised_from(error, cause)


__all__ = ["assert_stmt", "raised", "raised_from"]
