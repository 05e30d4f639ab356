"""Stand for an exception, and for its class, that is caught when the graph runs."""

from __future__ import annotations

from typing import Any

from graph.errors import DeferredExceptionError
from graph.ops.attempts import CLASS_NAME, MATCHES, RERAISE
from graph.ops.debugging import exception_name
from graph.origin import capture, capture_exact
from graph.staging.blocks import Diverged
from graph.staging.variables import building
from graph.tensor import SymbolicTensor

_OF_EXCEPTIONS = ("__cause__", "__context__", "__notes__", "__traceback__")
_OF_CLASSES = ("__mro__", "__bases__", "__dict__", "__doc__", "__subclasses__")
_NAMES = ("__name__", "__qualname__", "__module__")


class CaughtError:
    """An exception that is caught when the graph runs: what `as` binds.

    It has no attributes that a user's exception could have, too.
    """

    __slots__ = ("_ag_classes", "_ag_value")

    def __init__(
        self, value: SymbolicTensor, classes: tuple[type[BaseException], ...]
    ) -> None:
        """Stand for an exception of one of these classes."""
        object.__setattr__(self, "_ag_value", value)
        object.__setattr__(self, "_ag_classes", classes)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name not in _OF_EXCEPTIONS:
            raise AttributeError(name)
        raise DeferredExceptionError(
            f"`{name}` of an exception that is caught when the graph runs is known "
            "only then, and a graph cannot carry it.",
            origin=capture_exact(),
            hint="Its text can be staged: str(error), or an f-string.",
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise DeferredExceptionError(
            f"`{name}` of an exception is set that is caught when the graph runs.",
            origin=capture_exact(),
            hint="Raise another one `from` it, with a message of its own.",
        )


def caught_value(error: CaughtError) -> SymbolicTensor:
    """Return what stands for an exception in the graph."""
    return error._ag_value  # type: ignore[no-any-return]


def is_caught_by(error: CaughtError, classes: tuple[type[BaseException], ...]) -> Any:
    """Tell whether it is of one of these classes: a bool, or a symbolic one."""
    if all(issubclass(each, classes) for each in error._ag_classes):
        return True
    graph = building()
    named = tuple(map(exception_name, classes))
    held = graph.capture(caught_value(error))
    return graph.add(MATCHES, [held], {"classes": named}, origin=capture()).outputs[0]


def raise_again(error: CaughtError) -> Any:
    """Have the graph raise it here, and end the block.

    Raises:
        Diverged: Always.
    """
    graph = building()
    graph.add(RERAISE, [graph.capture(caught_value(error))], origin=capture())
    raise Diverged


class CaughtClass:
    """The class of a `CaughtError`: what `__exit__` is given first."""

    __slots__ = ("_ag_error",)

    def __init__(self, error: CaughtError) -> None:
        """Stand for the class of an exception."""
        self._ag_error = error

    def __getattr__(self, name: str) -> Any:
        if name in _NAMES:
            graph = building()
            held, attrs = (
                graph.capture(caught_value(error_of(self))),
                {"attribute": name},
            )
            return graph.add(CLASS_NAME, [held], attrs, origin=capture()).outputs[0]
        if name.startswith("__") and name not in _OF_CLASSES:
            raise AttributeError(name)
        raise DeferredExceptionError(
            "the class of this exception is known only when the graph runs.",
            origin=capture_exact(),
            hint="Ask `issubclass` of it, or `isinstance` of the exception.",
        )


def error_of(kind: CaughtClass) -> CaughtError:
    """Return the exception whose class it is."""
    return kind._ag_error
