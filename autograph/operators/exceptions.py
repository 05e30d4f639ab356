"""`assert` and `raise`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.operators.logic import is_staged
from graph.errors import StagingError
from graph.graph import current_graph, is_symbolic
from graph.origin import capture_exact
from graph.staging import stage_cond


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

    if is_staged(test):
        stage_cond(test, list, fail, ())
    elif not test:
        fail()


def raised(error: Any) -> Any:
    """Return the exception that a `raise` statement raises.

    Inside a staged block the exception is raised when the graph runs, so its message
    must not have been made of a value that is only known then.

    Raises:
        StagingError: It was.
    """
    graph = current_graph()
    if graph is None or not isinstance(error, BaseException):
        return error
    for argument in error.args:
        if is_symbolic(argument) or _mentions_symbolic(argument):
            raise StagingError(
                f"the message of this {type(error).__name__} shows a value that is "
                "known only when the graph runs.",
                origin=capture_exact(),
                hint="Leave the value out of the message, or print it with ag.print "
                "before the `raise`.",
            )
    return error


def _mentions_symbolic(argument: Any) -> bool:
    return isinstance(argument, str) and 'Tensor("' in argument


__all__ = ["assert_stmt", "raised"]
