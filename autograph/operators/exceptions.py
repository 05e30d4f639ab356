"""`assert` and `raise`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

from autograph.operators.logic import is_staged
from autograph.operators.specials import condition_of
from autograph.operators.text import holds_optional, on_each_path, shows_trace
from graph.errors import TracedTextError, UnstagedHandlerError
from graph.failing import may_raise
from graph.graph import Node, current_graph
from graph.op import RAISES, Planned
from graph.ops.raising import arguments_of, copied_error, kind_of, made_later, set_link
from graph.origin import Origin, capture_exact
from graph.partial import Optional
from graph.staging import diverge, stage_cond
from graph.staging.caught import CaughtError, raise_again
from graph.staging.caught_links import set_link_of
from graph.staging.variables import demand


def assert_stmt(test: Any, message: Callable[[], Any] | None) -> None:
    """Raise AssertionError unless `test` is true.

    Args:
        test: Any value; staged when it is symbolic.
        message: Returns the error's argument; called only when it is needed.
    """

    def fail() -> list[Any]:
        if message is None:
            raise AssertionError
        raise raised(AssertionError(message()))

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
    if type(error) is CaughtError:
        raise_again(error)
    graph = current_graph()
    if graph is None or not isinstance(error, BaseException):
        return error
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
        on_each_path(partial(_raise, kind_of(error)), arguments)
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
    if type(cause) is Optional:
        without, with_it = (
            partial(_raise_from, error, each) for each in (None, cause.value)
        )
        stage_cond(cause.flag, without, with_it, ())
        diverge()
    if isinstance(error, type) and issubclass(error, BaseException):
        error = error()
    if isinstance(cause, type) and issubclass(cause, BaseException):
        cause = cause()
    if not isinstance(cause, (BaseException, CaughtError, type(None))):
        raise TypeError("exception causes must derive from BaseException")
    if type(error) is CaughtError:
        set_link_of(error, "__cause__", cause)
    elif isinstance(error, BaseException):
        set_link(error, "__cause__", cause)
    return raised(error)


def _raise(kind: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> NoReturn:
    raise made_later(kind, *args, **kwargs)


def _raise_from(error: Any, cause: Any) -> NoReturn:
    if isinstance(error, BaseException):
        error = copied_error(error)  # each path gives it a cause of its own
    raise raised_from(error, cause)


class TryScope:
    """Entered around the body of a `try` statement.

    What is raised when a graph runs cannot be caught by a statement that ran while it
    was traced.
    """

    __slots__ = ("_graph", "_kind", "_start")

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._graph = current_graph()
        self._start = 0 if self._graph is None else len(self._graph.nodes)

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        """Refuse a body that may raise when the graph runs.

        Raises:
            UnstagedHandlerError: The body holds a staged `raise` or `assert`, or an op
                that raises for some values.
        """
        if self._graph is None:
            return
        for node in self._graph.nodes[self._start :]:
            raising = _raising(node)
            if raising is not None:
                raise UnstagedHandlerError(
                    "what is raised in this `try` is known only when the graph runs, "
                    f"and would not reach its `{self._kind}`.",
                    origin=capture_exact(),
                    others=(("it may be raised here", raising),),
                    hint="Decide with `if` in place of the exception, or put the "
                    "`try` around the call of the decorated function.",
                )


def _raising(node: Node) -> Origin | None:
    """Return the place of the first node in `node` that may raise, if one may."""
    for body in node.subgraphs.values():
        for inner in body.nodes:
            found = _raising(inner)
            if found is not None:
                return found
    specs = [value.spec for value in node.outputs]
    can_fail = may_raise(Planned(node.op, node.inputs, node.attrs, specs))
    return node.origin if can_fail or node.op.effects == RAISES else None


try_scope = TryScope

__all__ = ["assert_stmt", "raised", "raised_from", "try_scope"]
