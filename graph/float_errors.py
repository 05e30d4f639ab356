"""What a function tells NumPy to do about 1 / 0 and the like, while it is traced.

`np.errstate`, `np.seterr` and filters of warnings are states of Python's, which an op
sees when it runs. What holds around the call of a decorated function holds for its
graph. What the function sets itself would hold while it is traced, and be over when
its graph runs: an op that is recorded then is refused, if it could raise or be told of.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final
from weakref import WeakKeyDictionary

import numpy as np

from graph.errors import UnstagedOperationError
from graph.graph import Graph
from graph.locks import Lock
from graph.origin import capture_exact

#: What NumPy does beside raising, that a program sees.
_SEEN: Final = frozenset({"raise", "call", "print", "log"})

# What `warnings.catch_warnings` sets is shared by all threads, and is put back wrong if
# two of them leave it in the order they came.
_CATCHING: Final = Lock(threading.RLock)


@contextmanager
def own_warnings() -> Iterator[list[warnings.WarningMessage]]:
    """Keep the warnings of a step of our own, which no trace takes for its function's.

    It must not record ops, nor call what users wrote.
    """
    with _CATCHING(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield caught


class _Around:
    """What was set when a trace began."""

    __slots__ = ("filters", "sink", "told")

    def __init__(self) -> None:
        self.told = np.geterr()
        with _CATCHING():
            self.filters = list(warnings.filters)
            self.sink = _sink()


# By the outermost graph of each trace. Written by `begin_trace` only.
_AROUND: Final[WeakKeyDictionary[Graph, _Around]] = WeakKeyDictionary()


def begin_trace(graph: Graph) -> None:
    """Note what is set around the trace of a graph, if it is the outermost one."""
    if graph.parent is None:
        _AROUND[graph] = _Around()


def check_float_errors(graph: Graph) -> tuple[str, ...]:
    """Refuse an op that runs when something else is set than where it is traced.

    What is ignored there alone can be ignored when it runs.

    Graphs that are built by hand, which is no trace, are not looked at.

    Args:
        graph: The graph that it is recorded into.

    Returns:
        What the op has to ignore, such as `divide`.

    Raises:
        UnstagedOperationError: The function has NumPy raise, or looks at warnings.
    """
    around, told = _AROUND.get(graph.root), np.geterr()
    if around is None:
        return ()
    if told != around.told and _seen(told) != _seen(around.told):
        np.seterr(**around.told)  # the function may not come to do so
        what = "NumPy is told by np.errstate or np.seterr what to do about errors"
    else:
        what = _warnings_changed(around)
        if what:
            # Another thread may be in a step of ours: look again when none is.
            with _CATCHING():
                what = _warnings_changed(around)
    if not what:
        return _ignored(around, told)
    raise UnstagedOperationError(
        f"{what} while the function is traced; its graph computes this later, when "
        "that is over.",
        origin=capture_exact(2),
        hint="Set it around the call of the decorated function, where it holds for the "
        "graph, or test the operands: np.any(x == 0).",
    )


def _ignored(around: _Around, told: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what is ignored here, and is not around the trace."""
    filters = warnings.filters
    if filters != around.filters and _action(filters) == "ignore":
        told = dict.fromkeys(told, "ignore")
    if told == around.told:
        return ()
    before: Mapping[str, Any] = around.told
    ignored = (kind for kind, mode in told.items() if mode == "ignore")
    return tuple(kind for kind in ignored if before[kind] != "ignore")


def _warnings_changed(around: _Around) -> str:
    """Say what is done about warnings that was not; "" for nothing."""
    if _sink() is not around.sink:
        return "warnings are kept, or shown by other code,"
    filters = warnings.filters
    if filters != around.filters and _is_error(filters) != _is_error(around.filters):
        return "warnings are made errors, or no longer are,"
    return ""


def _seen(told: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what has NumPy do nothing that a program sees."""
    return {kind: mode for kind, mode in told.items() if mode in _SEEN}


def _sink() -> Any:
    """Return what warnings go to, if not to where Python shows them."""
    return getattr(warnings, "_showwarnmsg_impl", None)


def _is_error(filters: Any) -> bool:
    """Tell whether NumPy's warnings are errors, wherever they come from."""
    return _action(filters) == "error"


def _action(filters: Any) -> str:
    """Return what is done about NumPy's warnings, wherever they come from."""
    for action, message, category, module, line in filters:
        if issubclass(RuntimeWarning, category) and not (message or module or line):
            return str(action)
    return "default"


__all__ = ["begin_trace", "check_float_errors", "own_warnings"]
