"""Calls that run as plain Python: which, why, and what is said of them.

A call falls if its trace ends with an exception that plain Python need not raise: a
refusal, an error of what only tracing does, a defect of this library. It falls, too, if
the graph refuses while it runs. The undecorated function is then called with the
caller's own arguments, in this call and in those with the same key.

Where plain Python raises the same exception at the same line, it is the user's own,
and nothing has fallen.

What plain Python returned is given the form that the result of a graph has. Tensors
pass as the same objects. Arrays, numbers and text become tensors, variables their
value; the containers around them are made anew. All else comes back as it is.
"""

from __future__ import annotations

import signal
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from autograph.arguments import flatten, is_variable, pack
from autograph.errors import (
    ConcreteArgumentError,
    ConversionError,
    InputMismatchError,
    LeakedTensorWarning,
    OptionError,
    PythonFallbackWarning,
    SignatureError,
)
from autograph.function.key import TraceKey
from autograph.number_bits import number_bits
from autograph.policy import is_refused
from graph.dispatch import as_tensor
from graph.dtypes import has_tensors, of_python
from graph.errors import (
    AutographError,
    GraphError,
    LeakedTensorError,
    OperatorNotAllowedInGraphError,
    StagingError,
    TraceBudgetError,
    VariableCreationError,
    show_origin,
)
from graph.number_bits import result_tensor
from graph.origin import UNKNOWN, Origin, is_library_code, place_in
from graph.tensor import Tensor
from graph.tensor_shape import UnknownRankError

# Errors that the documents demand: they never fall.
_DOCUMENTED: Final = (
    *(VariableCreationError, LeakedTensorError, LeakedTensorWarning),
    PythonFallbackWarning,  # a filter makes it an error
    *(SignatureError, InputMismatchError, ConcreteArgumentError, OptionError),
)
# What plain Python does not raise.
_OF_STAGING: Final = (
    *(StagingError, GraphError, ConversionError),
    *(OperatorNotAllowedInGraphError, UnknownRankError),
)
_NUMBERS: Final = (int, float, complex)
# After so many kinds of calls have fallen at one line, no more are traced.
MAX_KEYS: Final = 3

#: Each way to fall, with its code, as the reference of errors lists them.
CODES: Final = {
    "AG310": "A part of the function cannot be staged.",
    "AG311": "Tracing raised an exception that plain Python does not raise.",
    "AG312": "Tracing failed by a fault of this library.",
    "AG313": "Tracing took more than its budget.",
    "AG314": "The graph refused values that it met while it ran.",
    "AG320": "Python runs a statement that a graph cannot hold, at each run.",
}


@dataclass(slots=True, eq=False)
class Fall:
    """Why a call runs as plain Python.

    Attributes:
        code: The way in which it fell; see `CODES`.
        name: The function's name.
        reason: What happened, in a sentence.
        cause: The identifier of the error, if that has one.
        kind: The class of the exception.
        origin: The user's line.
        is_certain: Is it known to be none of the program's own exceptions?
        is_own: Is it one, which plain Python has raised, too? Such calls are not traced
            again until one raises nothing.
        key: What the calls that fall have in common; None if there is only this one.
        n_calls: How many calls have run as plain Python for it.
        is_noted: Has it been warned of, where nothing was said of its line before?
    """

    code: str
    name: str
    reason: str
    cause: str
    kind: type[BaseException]
    origin: Origin
    is_certain: bool
    is_own: bool = False
    key: TraceKey | None = None
    n_calls: int = 0
    is_noted: bool = False

    def is_of_program(self, error: BaseException) -> bool:
        """Tell whether plain Python has raised the same exception at the same line.

        Of an op's error, such as ShapeError, the class that NumPy raises is a base.
        """
        place = place_in(error.__traceback__) or UNKNOWN
        if isinstance(error, AutographError) and error.origin is not None:
            place = error.origin
        if self.code == "AG312" and type(error) is self.kind:
            # An operator has raised what Python does, and at the line of a statement.
            return str(error).partition("\n")[0].rstrip(".") in self.reason
        here = (self.origin.filename, self.origin.lineno)
        is_same = type(error) is self.kind or (
            issubclass(self.kind, AutographError) and issubclass(self.kind, type(error))
        )
        return is_same and here == (place.filename, place.lineno)

    @property
    def line(self) -> tuple[str, int]:
        """The file and the line."""
        return self.origin.filename, self.origin.lineno

    def __str__(self) -> str:
        """Return why, and where, as warnings and explanations show it."""
        told = f"{self.code}, of {self.cause}" if self.cause else self.code
        head = f"{self.name}() runs as plain Python: {self.reason} [{told}]"
        return head if self.origin is UNKNOWN else f"{head}\n{show_origin(self.origin)}"


def fall_of(error: Exception, name: str, definition: Origin) -> Fall:
    """Return why a call falls whose trace has ended with an exception.

    Args:
        error: The exception.
        name: The function's name.
        definition: Where it is defined.
    """
    origin = place_in(error.__traceback__) or definition
    reason, cause = f"{type(error).__name__} was raised while it was traced", ""
    code = "AG311"
    if isinstance(error, AutographError):
        origin = error.origin or origin
        reason, cause = error.message.partition("\n")[0], error.code
        code = "AG310"
    elif text := str(error).partition("\n")[0]:
        reason = f"{reason}: {text}"
    if isinstance(error, GraphError) or _is_ours(error):
        code = "AG312"
        reason = f"a fault of this library, {reason}"
    elif isinstance(error, TraceBudgetError):
        code = "AG313"
    elif isinstance(error, AutographError) and not isinstance(error, _OF_STAGING):
        code = "AG311"
    return Fall(
        code=code,
        name=name,
        reason=f"{reason.rstrip('.')}.",
        cause=cause,
        kind=type(error),
        origin=origin,
        is_certain=isinstance(error, _OF_STAGING),
    )


def _is_ours(error: Exception) -> bool:
    """Was it raised by this library's own code, which says of errors what they are?"""
    is_meant = isinstance(error, (AutographError, UnknownRankError))
    if is_meant or error.__traceback__ is None:
        return False
    entry = error.__traceback__
    while entry.tb_next is not None:
        entry = entry.tb_next
    return is_library_code(entry.tb_frame.f_code)


def falls(error: BaseException, *, is_converted: bool) -> bool:
    """Tell whether a call may fall whose trace has ended with an exception.

    Args:
        error: The exception.
        is_converted: Is Python's control flow converted, as by default?
    """
    if not isinstance(error, Exception) or isinstance(error, MemoryError):
        return False
    if _is_of_signal(error):
        return False
    if is_refused(error):
        return False
    if isinstance(error, _DOCUMENTED):
        return isinstance(error, StagingError)
    if isinstance(error, OperatorNotAllowedInGraphError):
        return is_converted
    return True


def _is_of_signal(error: BaseException) -> bool:
    """Was it raised by the handler of a signal, which came while a trace was made?"""
    handlers = map(signal.getsignal, signal.valid_signals())
    codes = {getattr(each, "__code__", None) for each in handlers}
    entry = error.__traceback__
    while entry is not None:
        if entry.tb_frame.f_code in codes:
            return True
        entry = entry.tb_next
    return False


class Falls:
    """What is known of the calls of a function that have fallen, of all instances.

    Written by `note` only, without a lock.

    Attributes:
        whole: Why no call is traced any more; None while calls are.
    """

    def __init__(self) -> None:
        self.whole: Fall | None = None
        self._of_lines: dict[tuple[str, int], list[Fall]] = {}
        # The lines that Python runs in a graph, of which users were told.
        self._told: set[tuple[str, int]] = set()

    def __iter__(self) -> Iterator[Fall]:
        """Yield the falls, those of one line one after the other."""
        for falls in list(self._of_lines.values()):
            yield from list(falls)

    def note(self, fall: Fall) -> None:
        """Note that a kind of calls has fallen, and warn of it at its line, once."""
        if fall.is_noted:
            return
        fall.is_noted = True
        known = self._of_lines.setdefault(fall.line, [])
        if not known:
            try:
                _warn(fall)
            except PythonFallbackWarning:  # a filter makes it an error
                fall.is_noted = False
                raise
        if fall.key is not None or not known:
            known.append(fall)
        if sum(each.key is not None for each in known) >= MAX_KEYS:
            self.whole = fall

    def tell(self, lines: Iterable[tuple[str, str, Origin]], name: str) -> None:
        """Warn of lines that Python runs in a graph, of each once.

        Args:
            lines: The code of the way in which each fell, the reason, and the line.
            name: The name of the function.
        """
        for code, reason, origin in lines:
            line = origin.filename, origin.lineno
            if line in self._told:
                continue
            text = f"Python runs a line of {name}(): {reason}. [{code}]"
            told = f"{text}\n{show_origin(origin)}\n{_ADVICE_FOR_LINES}"
            warning = PythonFallbackWarning(told, code, origin)
            warnings.warn_explicit(warning, PythonFallbackWarning, *line)
            self._told.add(line)


def _warn(fall: Fall) -> None:
    warnings.warn_explicit(
        PythonFallbackWarning(f"{fall}\n{_ADVICE}", fall.code, fall.origin),
        PythonFallbackWarning,
        *fall.line,
    )


_ADVICE: Final = (
    "Results are those of the undecorated function, which runs at each such call; what "
    "code that is not converted did while it was traced, to files or libraries, is not "
    'taken back. python="refuse" makes this an error, .explain() of the function lists '
    "its falls."
)
_ADVICE_FOR_LINES: Final = (
    'It does so at each run; the rest is a graph. python="refuse" makes this an error, '
    ".explain() of the function lists such lines."
)


# -- What plain Python returned ------------------------------------------------------


def as_result(value: Any, arguments: Iterable[Any]) -> Any:
    """Return what plain Python returned, as a traced call would return it.

    Python numbers have 64 bits if an array, a NumPy scalar or a tensor among the
    arguments has, and 32 otherwise, where they fit.

    Args:
        value: What was returned.
        arguments: What was given.

    Raises:
        OverflowError: An integer does not fit 64 bits.
    """
    try:
        leaves, structure = flatten(value)
    except RecursionError:  # it holds itself
        return value
    convert = _converter(arguments)
    return pack(structure, [convert(leaf) for leaf in leaves])


def _converter(arguments: Iterable[Any]) -> Callable[[Any], Any]:
    bits: list[int] = []  # found when a number asks

    def converted(leaf: Any) -> Any:
        kind = type(leaf)
        if isinstance(leaf, Tensor):
            return leaf
        if kind in _NUMBERS:
            if not bits:
                bits.append(number_bits(flatten(tuple(arguments))[0]))
            return _number(leaf, bits[0])
        if kind is str and not _is_written(leaf):
            return leaf
        if of_python(leaf) is not None or kind is bytes or is_variable(leaf):
            return as_tensor(leaf)
        if kind is np.ndarray or isinstance(leaf, np.generic):
            return as_tensor(leaf) if _is_of_tensors(leaf) else leaf
        return leaf

    return converted


def _is_of_tensors(array: np.ndarray | np.generic) -> bool:
    if array.dtype.hasobject and isinstance(array, np.ndarray):
        return all(type(each) in (str, bytes) for each in array.flat)
    return has_tensors(array.dtype)


def _is_written(text: str) -> bool:
    """Has it no surrogates, which no tensor holds?"""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _number(value: complex, bits: int) -> Tensor:
    try:
        return result_tensor(value, bits)
    except OverflowError:
        return result_tensor(value, 64)


__all__ = ["CODES", "Fall", "Falls", "as_result", "fall_of", "falls"]
