"""Errors of code that runs as it stands, and found a tensor where Python has a number.

Lists hold the numbers and the text that a run decides; dataclasses keep them. What
looks into them, as `json.dumps` and `re.match` do, complains of a tensor. Python would
not have; hence such an error is a refusal, and no handler of the user's is for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any, Final, NoReturn

from graph.errors import AutographError, UnstagedOperationError
from graph.graph import current_graph, is_symbolic
from graph.origin import capture_exact, is_users, place_in
from graph.partial import Optional, OptionalTensor
from graph.staging.chosen import Chosen
from graph.staging.members import Member
from graph.staging.storage import instance_dict

# The packages of this library.
OWN: Final = frozenset({"autograph", "executor", "graph"})
_ENDS: Final = (StopIteration, StopAsyncIteration, GeneratorExit)
_MAX_DEPTH: Final = 4


def refuse_unstaged(error: BaseException) -> None:
    """Raise a refusal in place of what a library's code says of a tensor.

    Raises:
        UnstagedOperationError: Functions of a library, the innermost ones, raised the
            error with a number, or text, of the run at hand.
    """
    if not isinstance(error, Exception) or current_graph() is None:
        return
    if isinstance(error, (AutographError, *_ENDS)):
        return
    entries = list(entries_of(error.__traceback__))
    while entries and is_of_library(entries[-1].tb_frame):
        frame = entries.pop().tb_frame
        if any(map(is_of_run, frame.f_locals.values())):
            refuse(frame.f_code.co_qualname, error)


def refuse(shown: str, error: Exception) -> NoReturn:
    """Refuse what a function, whose name is shown, cannot be called with.

    Raises:
        UnstagedOperationError: Always.
    """
    raise UnstagedOperationError(
        f"{shown}() runs as it stands, and was given a value that is known only when "
        f"the graph runs; it raised {type(error).__name__}: {str(error).rstrip('.')}.",
        origin=place_in(error.__traceback__) or capture_exact(2),
        hint="Compute it before the call, from Python values, or let ag.py_function "
        "call it when the graph runs.",
    ) from None


def entries_of(entry: TracebackType | None) -> Iterator[TracebackType]:
    """Yield the entries of a traceback, the outermost first."""
    while entry is not None:
        yield entry
        entry = entry.tb_next


def is_ours(frame: FrameType) -> bool:
    """Tell whether a frame is this library's own."""
    name = frame.f_globals.get("__name__")
    return isinstance(name, str) and name.partition(".")[0] in OWN


def is_of_library(frame: FrameType) -> bool:
    """Tell whether a frame is that of Python's library, or of NumPy."""
    return not is_users(frame.f_code) and not is_ours(frame)


def is_of_run(value: Any, depth: int = 0) -> bool:
    """Tell whether a number of Python's, or text, of the run is a part of a value."""
    if is_symbolic(value):
        return bool(value.spec.dtype.is_python)
    if isinstance(value, (Optional, OptionalTensor, Chosen, Member)):
        return True
    if depth == _MAX_DEPTH:
        return False
    if isinstance(value, (list, tuple, set, frozenset)):
        parts: Any = value
    elif isinstance(value, dict):
        parts = [*dict.keys(value), *dict.values(value)]
    else:
        parts = (instance_dict(value) or {}).values()
    return any(is_of_run(part, depth + 1) for part in parts)


__all__ = [
    "entries_of",
    "is_of_library",
    "is_of_run",
    "is_ours",
    "refuse",
    "refuse_unstaged",
]
