"""(no ops) Exceptions whose arguments only the run knows, as they are while tracing."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from graph.errors import DeferredExceptionError
from graph.graph import current_graph
from graph.ops.copied_errors import is_constructed
from graph.origin import capture_exact
from graph.tensor import _DISPATCH

# Where an exception keeps the arguments that it is to be made of.
_ARGUMENTS: Final = "_ag_arguments"
_KIND: Final = "_ag_kind"


def made_later(kind: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Return an exception whose arguments are, or hold, symbolic values.

    A constructor of the user's is called when the graph runs, with their values; here
    there is an instance that has not been initialised.
    """
    if not is_constructed(kind):
        if issubclass(kind, BaseExceptionGroup) and len(args) == 2:
            return kind(args[0], _with_members(args[1]))
        return kind(*args, **kwargs)
    builtin = next(each for each in kind.__mro__ if each.__module__ == "builtins")
    error = builtin.__new__(_unmade(kind), *args)
    setattr(error, _ARGUMENTS, _DISPATCH["without_objects"]((args, kwargs)))
    return error


class Member(Exception):  # noqa: N818  # it is never raised
    """Stands in a group for an exception that is caught when the graph runs."""

    def __init__(self, error: Any) -> None:
        """Stand for what stands for the exception."""
        super().__init__()
        self._ag_error = error


def _with_members(exceptions: Any) -> Any:
    if type(exceptions) not in (list, tuple):
        return exceptions
    return type(exceptions)(
        Member(each) if hasattr(each, "_ag_sites") else each for each in exceptions
    )


@cache
def _unmade(kind: Any) -> Any:
    """Return a class of what stands for exceptions that are not initialised yet."""
    body = {
        "__getattr__": _refuse_attribute,
        "__str__": lambda error: _refuse_attribute(error, "its text"),
        "args": property(lambda error: _refuse_attribute(error, "args")),
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        _KIND: kind,
    }
    return type(kind)(kind.__name__, (kind,), body)


def _refuse_attribute(error: Any, name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    graph = current_graph()
    for each in () if graph is None else graph.attempts:
        if getattr(each, "error", None) is error:
            each.find_out()  # the run handles it then, and knows
    raise DeferredExceptionError(
        f"this {type(error).__name__} is made when the graph runs, of the values then, "
        f"and {name} cannot be asked for before.",
        origin=capture_exact(2),
        hint="Ask the values that it is made of.",
    )


def kind_of(error: BaseException) -> Any:
    """Return the class of an exception, also of one that is made later."""
    return getattr(error, _KIND, type(error))


def is_made_later(error: BaseException) -> bool:
    """Is it made when the graph runs, by a constructor of the user's?"""
    return _ARGUMENTS in vars(error)


def arguments_of(error: BaseException) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments that an exception is, or is to be, made of."""
    found: tuple[tuple[Any, ...], dict[str, Any]]
    found = getattr(error, _ARGUMENTS, None) or (error.args, {})
    return found


__all__ = ["Member", "arguments_of", "is_made_later", "kind_of", "made_later"]
