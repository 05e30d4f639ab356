"""Which traces may make variables, and of which values.

A function makes its variables once. Its first trace may make them; where it has, the
function is traced again at once, and what is kept is a trace that finds them there.
Any other trace that makes one is an error: the graph would use the one variable that
this trace has made, where each call of the plain function makes a new one.

What a new variable begins with is computed while tracing, once: see `Creation.array`.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from graph.errors import UnstageableVariableError, VariableCreationError
from graph.graph import current_graph
from graph.origin import capture_exact
from graph.tensor import EagerTensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graph.tensor import SymbolicTensor


class Creation:
    """What a trace under way says to new variables.

    Attributes:
        name: The function's name.
        is_first: May the trace make variables?
        has_created: Has it made one?
    """

    def __init__(
        self, name: str, compute: Callable[[SymbolicTensor], Any], *, is_first: bool
    ) -> None:
        """Begin a trace.

        Args:
            name: The function's name.
            compute: Returns the array of a symbolic tensor for the call that is
                being traced.
            is_first: Is it the function's first?
        """
        self.name = name
        self.is_first = is_first
        self.has_created = False
        self._compute = compute

    def array(self, value: Any) -> Any:
        """Return the array of an initial value, a tensor.

        Raises:
            VariableCreationError: The trace may not make variables; or the value
                depends on what is known only when the graph runs.
        """
        if not self.is_first:
            raise VariableCreationError(
                "ag.function-decorated function tried to create variables on non-first "
                f"call of {self.name}(): ag.function only supports singleton "
                "ag.Variables created on the first call.",
                origin=capture_exact(2),
                hint="Create it outside of the function, or only where the attribute "
                "that keeps it is None. (The first call traces twice: by the second "
                "time the variable must be there.)",
            )
        graph = current_graph()
        if graph is not None and graph.is_block:
            raise UnstageableVariableError(
                "a variable is made in a block that the run may skip or repeat.",
                origin=capture_exact(2),
                hint="Create it before the `if` or the loop that depends on a tensor.",
            )
        self.has_created = True
        if isinstance(value, EagerTensor):
            return value._value
        return self._compute(value)


class _State(threading.local):
    """The trace under way in this thread. Written by `creating` only."""

    creation: Creation | None = None


_STATE: Final = _State()


def current_creation() -> Creation | None:
    """Return what the trace under way says to new variables; None without a trace."""
    return _STATE.creation


@contextmanager
def creating(creation: Creation | None) -> Iterator[None]:
    """Let `creation` answer new variables while a trace runs."""
    outer, _STATE.creation = _STATE.creation, creation
    try:
        yield
    finally:
        _STATE.creation = outer


__all__ = ["Creation", "creating", "current_creation"]
