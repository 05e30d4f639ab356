"""Control flow of a trace, for functions of the library that are given callables.

`ag.cond`, `ag.while_loop`, `ag.map_fn`, `ag.custom_gradient` and their kin are called
with functions of the user's. Who traces says how these are called and staged.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol

from graph.errors import GraphError

if TYPE_CHECKING:
    from graph.graph import Graph


class Control(Protocol):
    """What a trace does with callables."""

    def call(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a function of the user's."""

    def cond(
        self, pred: Any, then: Callable[[], Any], orelse: Callable[[], Any]
    ) -> Any:
        """Return what one of two functions gives: a structure, joined by leaves."""

    def loop(
        self,
        test: Callable[[list[Any]], Any],
        body: Callable[[list[Any]], list[Any]],
        values: list[Any],
        names: Sequence[str],
    ) -> list[Any]:
        """Return the structures that a loop leaves in its variables."""

    def body(self, graph: Graph, run: Callable[[], Any]) -> Any:
        """Trace into a graph what may never run; None if it raises in any case."""

    def note_write(self, owner: Any, name: str) -> None:
        """Take note of an attribute before it is written to."""


class _State(threading.local):
    """The control flow of the trace under way; written by `controlled` alone."""

    control: Control | None = None


_STATE: Final = _State()


def staging() -> Control:
    """Return what stages control flow now.

    Raises:
        GraphError: A graph is made by hand: no function is traced.
    """
    if _STATE.control is None:
        raise GraphError(
            "only the trace of a function stages control flow: it alone can call what "
            "a branch or a loop consists of."
        )
    return _STATE.control


def control() -> Control | None:
    """Return what stages control flow now, if a trace does."""
    return _STATE.control


@contextmanager
def controlled(control: Control | None) -> Iterator[None]:
    """Let a trace stage control flow while the block runs."""
    before = _STATE.control
    _STATE.control = control
    try:
        yield
    finally:
        _STATE.control = before


def call_user(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a function of the user's: converted in a trace, as it stands else."""
    if _STATE.control is None:
        return function(*args, **kwargs)
    return _STATE.control.call(function, args, kwargs)


__all__ = ["Control", "call_user", "control", "controlled", "staging"]
