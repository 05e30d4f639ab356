"""What is being built, in each thread: the graph that ops are recorded into."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

from graph.leaks import leaked
from graph.tensor import _DISPATCH, SymbolicTensor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph.graph import Graph


class _State(threading.local):
    """What is being built, in this thread.

    Its graphs are written by `recording_into`.
    """

    def __init__(self) -> None:
        self.graph: Graph | None = None
        self.stack: tuple[Graph | None, ...] = ()
        # What is being handled, innermost last: exceptions of tracing, and what stands
        # for those of the run. Written by the operators of `try` only.
        self.handled: list[Any] = []
        # Do tensors stand for themselves, whatever was written to them since?
        self.is_raw = False


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


class PerTrace(threading.local):
    """What a thread knows of the trace under way: between traces it is as it was made.

    Ctrl-C may strike between the lines that begin and end something, and leave it there
    for ever. So that nothing of one trace gets into the next, each begins anew.
    """


_PER_TRACE: Final[list[PerTrace]] = []
S = TypeVar("S", bound=PerTrace)


def per_trace(state: S) -> S:
    """Have a state be as it was made when a thread's next trace begins."""
    _PER_TRACE.append(state)
    return state


def begin_anew() -> bool:
    """Forget what an earlier trace may have left; tell that none is under way."""
    if _STATE.stack or _STATE.graph is not None:
        return False
    for each in _PER_TRACE:
        # Ctrl-C may strike here, too: nothing is away at any time.
        state, made = vars(each), vars(type(each)())
        state.update(made)
        for name in state.keys() - made.keys():
            del state[name]
    return True


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


@contextmanager
def as_they_were() -> Iterator[None]:
    """Let tensors stand for themselves: gradients ask for values of before a write."""
    before = _STATE.is_raw
    _STATE.is_raw = True
    try:
        yield
    finally:
        _STATE.is_raw = before


_DISPATCH["check_building"] = check_building

__all__ = [
    "PerTrace",
    "as_they_were",
    "begin_anew",
    "check_building",
    "current_graph",
    "eager_scope",
    "per_trace",
    "recording_into",
]
