"""Errors of code that runs as it stands, and found a tensor where Python has a number.

Lists hold the numbers and the text that a run decides; dataclasses keep them. What
looks into them, as `json.dumps` and `re.match` do, complains of a tensor. Python would
not have; hence such an error is a refusal, and no handler of the user's is for it.
"""

from __future__ import annotations

import gc
import inspect
from collections.abc import Iterator
from types import CodeType, FrameType, TracebackType
from typing import Any, Final, NoReturn

import numpy as np

from graph.errors import AutographError, UnstagedOperationError
from graph.graph import current_graph, is_symbolic
from graph.needed import is_ours, refusal
from graph.old_staging.caught import CaughtError
from graph.old_staging.chosen import Chosen
from graph.old_staging.members import Member
from graph.old_staging.number_types import number_types
from graph.old_staging.storage import instance_dict
from graph.origin import capture_exact, is_users, place_in
from graph.partial import Optional, OptionalTensor
from graph.tensor import _DISPATCH, SymbolicTensor, Tensor
from graph.told_classes import TELLERS

_ENDS: Final = (StopIteration, StopAsyncIteration, GeneratorExit)
_MAX_DEPTH: Final = 4
# How deep in containers any value counts.
_LOOKED_INTO: Final = 1
# Types that no text may name.
_OURS: Final = tuple(each.__name__ for each in (CaughtError, Chosen, Optional))
# What of Python's library makes text of values for those who call it.
_SHOWING: Final = frozenset(
    {
        "collections",
        "dataclasses",
        "enum",
        "json.encoder",
        "pprint",
        "reprlib",
        "string",
        "urllib.parse",
    }
)


# What calls a function that `ag.function(autograph=False)` traces.
_TRACING: Final = "autograph.old_operators.recursion"
# What asks whether a value is a number, and takes those of NumPy.
_ASKING: Final = frozenset({"fractions", "numbers", "statistics"})
# What calls functions of the user's, and gives what it makes of the results.
_CALLING: Final = frozenset(
    {"_collections_abc", "bisect", "collections", "contextlib", "copy", "csv"}
    | {"dataclasses", "enum", "fractions", "functools", "heapq", "json", "numbers"}
    | {"random", "re", "statistics", "string", "types"}
)


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
        given = list(frame.f_locals.values())
        if names_tensor(error) or any(map(is_of_run, given)) or _has_scalar(frame):
            refuse(frame.f_code.co_qualname, error)


def _has_scalar(frame: FrameType) -> bool:
    """Tell whether code that asks for numbers has one of NumPy's, or may have one."""
    return frame.f_globals.get("__name__") in _ASKING and any(
        type(value) is SymbolicTensor
        and not value.spec.dtype.is_python
        and _DISPATCH["assumed_kind"](value) not in (Tensor, np.ndarray)
        for value in frame.f_locals.values()
    )


def names_tensor(error: Exception) -> bool:
    """Tell whether it is of a tensor's class, where Python has a number or text."""
    return isinstance(error, TypeError) and "Tensor" in str(error).split(" ")


def refuse(shown: str, error: Exception | None = None) -> NoReturn:
    """Refuse what a function, whose name is shown, cannot be called with.

    Args:
        shown: The function's name.
        error: What it raised, if it was called.

    Raises:
        UnstagedOperationError: Always.
    """
    told = f"; it raised {type(error).__name__}"
    if not any(each in str(error) for each in _OURS):
        told = f"{told}: {str(error).rstrip('.')}"
    raise UnstagedOperationError(
        f"{shown}() runs as it stands, and was given a value that is known only when "
        f"the graph runs{told if error else ''}.",
        origin=place_in(error.__traceback__ if error else None) or capture_exact(2),
        hint="Compute it before the call, from Python values, or let ag.py_function "
        "call it when the graph runs.",
    ) from None


def entries_of(entry: TracebackType | None) -> Iterator[TracebackType]:
    """Yield the entries of a traceback, the outermost first."""
    while entry is not None:
        yield entry
        entry = entry.tb_next


def is_of_library(frame: FrameType) -> bool:
    """Tell whether a frame is that of Python's library, or of NumPy.

    What is converted of these, as `collections.abc`, runs as the user's functions do.
    """
    code = frame.f_code
    is_foreign = not is_users(code) and not is_ours(frame)
    return is_foreign and not _DISPATCH["is_converted_code"](code)


def is_of_run(value: Any, depth: int = 0, *, is_attribute: bool = False) -> bool:
    """Tell whether a value, or a part of it, is one that only the run knows.

    What is kept further inside is rarely looked into: there it is asked for numbers of
    Python's and for text, of which tensors differ most.
    """
    if is_symbolic(value):
        if depth <= _LOOKED_INTO and not is_attribute:
            return True
        is_mixed = bool(number_types(value)) and not is_attribute
        return bool(value.spec.dtype.is_python or is_mixed)
    if isinstance(value, (Optional, OptionalTensor, Chosen, Member)):
        return True
    if depth == _MAX_DEPTH:
        return False
    if isinstance(value, (list, tuple, set, frozenset)):
        parts: Any = value
    elif isinstance(value, dict):
        parts = [*dict.keys(value), *dict.values(value)]
    elif isinstance(value, Iterator) and instance_dict(value) is None:
        parts = gc.get_referents(value)  # what csv.reader and its kin have kept
    else:
        parts, is_attribute = (instance_dict(value) or {}).values(), True
    return any(is_of_run(x, depth + 1, is_attribute=is_attribute) for x in parts)


def _is_text_taken(frame: FrameType | None) -> bool:
    """Tell whether the program takes the text of a tensor for that of its value.

    So does a function of Python's library that shows it in what it returns. Others,
    and debuggers, ask for texts that the program never sees.
    """
    if current_graph() is None or _is_of_callee(frame):
        return current_graph() is not None
    called = None
    while frame is not None and is_of_library(frame):
        called, frame = frame, frame.f_back
    return called is not None and called.f_globals.get("__name__") in _SHOWING


def _is_of_callee(frame: FrameType | None) -> bool:
    """Tell whether code makes text, not to print it, that nobody marked not to convert.

    It runs as it stands: a generator, or what a function of Python's library calls.
    """
    is_called = False
    while frame is not None and is_users(code := frame.f_code):
        if _DISPATCH["is_converted_code"](code):
            return is_called  # by Python, such as `__init_subclass__`
        if "print" in code.co_names or _DISPATCH["is_marked"](code):
            return False
        if code.co_flags & inspect.CO_GENERATOR:
            return True
        is_called, frame = code.co_name != "__repr__", frame.f_back
    if frame is None or not is_called:
        return False
    name = str(frame.f_globals.get("__name__"))
    if name.startswith("autograph.old_operators.") and name != _TRACING:
        return not _is_printing(frame)
    return name.partition(".")[0] in _CALLING and is_of_library(frame)


def _is_printing(frame: FrameType | None) -> bool:
    """Tell whether a converted function calls `print`."""
    while frame is not None and is_ours(frame):
        if any(value is print for value in frame.f_locals.values()):
            return True
        frame = frame.f_back
    return False


def _check_text(tensor: SymbolicTensor, frame: FrameType) -> None:
    """Refuse the text of a tensor where the program takes it.

    Args:
        tensor: The tensor, one of whose methods makes text of it.
        frame: What called that method.
    """
    if _is_text_taken(frame):
        _DISPATCH["check_building"](tensor)
        raise refusal(tensor, "the text of", _HINT)


def _class_of(tensor: SymbolicTensor, frame: FrameType) -> type:
    """Return the class of a value, for what asks for it: mostly `isinstance`.

    Code of the user's that runs as it stands is told that of plain Python.
    """
    code = frame.f_code
    if id(code) in _KNOWN:
        return type(tensor)
    if frame.f_globals.get("__name__") == "abc" and frame.f_back is not None:
        return _class_of(tensor, frame.f_back)
    if not is_users(code):
        _KNOWN[id(code)] = code
        return type(tensor)
    if _DISPATCH["is_converted_code"](code):
        return type(tensor)
    dtype = tensor.spec.dtype
    if current_graph() is None:
        return type(tensor)
    if dtype.python is not None:
        return dtype.python
    if dtype.kind not in "biufc":
        return type(tensor)
    kind = _DISPATCH["assumed_kind"](tensor)
    if kind is np.generic:
        return dtype.numpy.type
    return np.ndarray if kind is np.ndarray else type(tensor)


# By identity, which is found faster: code that is not the user's. Written here only.
_KNOWN: Final[dict[int, CodeType]] = {}
_HINT: Final = (
    "Write it with `repr`, `str` or an f-string in a function that is converted: a "
    "generator that runs as it stands is not, nor is the library."
)

_DISPATCH["check_text"] = _check_text
TELLERS.append(_class_of)

__all__ = [
    "entries_of",
    "is_of_library",
    "is_of_run",
    "is_ours",
    "refuse",
    "refuse_unstaged",
]
