"""What is being built, in each thread: the graph that ops are recorded into."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Final

from graph.leaks import leaked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph.graph import Graph
    from graph.tensor import SymbolicTensor


class _State(threading.local):
    """What is being built, in this thread.

    Its graphs are written by `recording_into`.
    """

    def __init__(self) -> None:
        self.graph: Graph | None = None
        self.stack: tuple[Graph | None, ...] = ()
        # The exceptions of tracing that are being handled, innermost last. Written by
        # `while_handling` only.
        self.handled: list[BaseException] = []


_STATE: Final = _State()


@contextmanager
def while_handling(error: BaseException | None) -> Iterator[None]:
    """Let what nodes made now raise have this as its context; None for none."""
    outer = _STATE.handled
    _STATE.handled = [] if error is None else [*outer, error]
    try:
        yield
    finally:
        _STATE.handled = outer


def current_graph() -> Graph | None:
    """Return the graph that ops are recorded into, or None when they run at once."""
    return _STATE.graph


def check_building(value: SymbolicTensor) -> None:
    """Raise a LeakedTensorError where no graph is being built."""
    if _STATE.graph is None:
        raise leaked(value)


@contextmanager
def recording_into(graph: Any) -> Iterator[Any]:
    """Record ops into a graph while the block runs; with None, run them at once."""
    # Assignments, no calls: Ctrl-C can strike when a call returns.
    before = _STATE.stack
    mine = (*before, graph)
    try:
        _STATE.stack = mine
        _STATE.graph = graph
        yield graph
    finally:
        # If it struck before `with` held this, this ends late, after those around.
        if _STATE.stack[: len(mine)] == mine:
            _STATE.stack = before
            _STATE.graph = before[-1] if before else None


def eager_scope() -> AbstractContextManager[None]:
    """Run ops at once while the block runs, even inside a trace."""
    return recording_into(None)


__all__ = [
    "check_building",
    "current_graph",
    "eager_scope",
    "recording_into",
    "while_handling",
]
