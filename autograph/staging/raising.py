"""Exceptions that a block raises while it is traced: the run raises them there."""

from __future__ import annotations

import copy
from types import TracebackType
from typing import Any, Final, TypeVar

from autograph.policy import is_refused
from autograph.values.kinds import holds_run
from autograph.values.nodes import (
    birth_depth,
    boxed_value,
    emit,
    held_by_graph,
    is_virtual,
    lift,
    make_real,
    spec_of,
)
from autograph.values.proxy import Proxy
from autograph.values.specs import ANY, is_plain
from autograph.values.state import (
    ABANDONED,
    WHOLE,
    Diverged,
    Restart,
    Unstageable,
    current,
    graph,
)
from graph.building import while_handling
from graph.defects import refuse_defect
from graph.errors import (
    AutographError,
    CustomGradientError,
    GradientError,
    GraphError,
    ImmutableTensorError,
    LeakedTensorError,
    OperatorNotAllowedInGraphError,
    StagingError,
    TapeError,
    UnsupportedArgumentError,
    VariableCreationError,
)
from graph.meant import is_meant
from graph.origin import UNKNOWN, Origin, capture, is_library_code, place_in
from graph.python.control import RAISE
from graph.python.errors import COPY_ERROR, copied
from graph.python.protocols import APPLY, CALL
from graph.python.record import OBJECT
from graph.unknown_dims import refuse_none, refuse_rank

E = TypeVar("E", bound=BaseException)

# What says that a graph cannot hold something: it falls a rung.
REFUSALS: Final = (
    Unstageable,
    StagingError,
    OperatorNotAllowedInGraphError,
    UnsupportedArgumentError,
    ImmutableTensorError,
    LeakedTensorError,
)


# Errors that the documents have while tracing: no run raises them.
_OF_TRACING: Final = (
    VariableCreationError,
    LeakedTensorError,
    TapeError,
    GradientError,
    CustomGradientError,
)


def is_ours(error: BaseException) -> bool:
    """Is it a refusal, or a mistake, of this library's?"""
    kinds = (*REFUSALS, *ABANDONED, RecursionError, MemoryError, GraphError)
    return isinstance(error, kinds)


def gives_up(error: BaseException) -> bool:
    """Tell whether it ends the trace for good: no lower rung does what is around it."""
    is_whole = isinstance(error, WHOLE) or is_of_loop(error)
    return is_whole or (isinstance(error, REFUSALS) and is_refused(error))


def of_loop(refused: E) -> E:
    """Mark what was refused in a loop: the function falls, as a whole."""
    setattr(refused, _OF_LOOP, True)
    return refused


def is_of_loop(refused: BaseException) -> bool:
    """Tell whether something was refused in a loop."""
    return hasattr(refused, _OF_LOOP)


_OF_LOOP: Final = "_ag_refused_in_loop"


def raise_in_run(error: BaseException, *, is_raised: bool = False) -> None:
    """Have the run raise an exception that tracing has met.

    Args:
        error: The exception.
        is_raised: Is it one that a `raise` statement raises?

    Raises:
        Unstageable: It is none of the program's.
    """
    is_programs = is_raised and isinstance(error, (RecursionError, MemoryError))
    if (is_ours(error) and not is_programs) or isinstance(error, _OF_TRACING):
        raise error
    if isinstance(error, StopIteration):
        let_run_end()
    refuse_unreal(error)
    place = place_in(error.__traceback__)
    if isinstance(error, AutographError):  # what the run would raise, as it is told
        held = lift(error)[0]
        raised = Proxy(emit(APPLY, [held], (ANY,), function=copy.copy)[0], ANY)
    else:
        _check_place(error)
        if is_virtual(error) and birth_depth(error) < current().block.depth:
            make_real(error, "it is raised on some paths alone")
        raised = error_object(error, place)
    with while_handling(None):  # it has its context
        attrs = {"specs": (), "effect": "w"}
        to = graph()
        to.add(RAISE, [to.capture(raised.symbol)], attrs, origin=place or capture())


def refuse_unreal(error: BaseException) -> None:
    """Raise, in place of what plain Python would not raise, what says so.

    Raises:
        GraphError: An assertion of this library failed.
        UnknownLengthError: It is about a shape that tracing does not know.
    """
    refuse_defect(error)
    refuse_none(error)
    refuse_rank(error, place_in(error.__traceback__) or UNKNOWN)


def let_run_end() -> None:
    """Let Python draw from an iterator that the run may end: it says what that means.

    Raises:
        Unstageable: The iterator is traced as the loop that it is.
        Restart: It is one of the run from now on.
    """
    drawn = current().drawn
    if not drawn:
        return
    why = "what computes an item may end the iterator"
    if drawn[-1] is None:
        raise Unstageable(why)
    drawn[-1].find().is_real = True
    raise Restart(why)


def error_object(error: BaseException, place: Origin | None = None) -> Proxy:
    """Return the exception that the run makes for one of tracing, raised at a place."""
    if not holds_run(error.args):
        attrs = {"error": copied(error), "specs": (OBJECT,), "effect": "w"}
        made = graph().add(COPY_ERROR, [], attrs, origin=place or capture())
        (symbol,) = made.outputs
        return Proxy(symbol, ANY)
    args = [_argument(x) for x in error.args]
    cls = held_by_graph(type(error))[0]
    (symbol,) = emit(CALL, [cls, *args], (ANY,), keywords=())
    return Proxy(symbol, ANY)


def _argument(value: Any) -> Any:
    spec = spec_of(value)
    if spec is not None and is_plain(spec):
        return lift(value)[0]
    return boxed_value(value).symbol


def _check_place(error: BaseException) -> None:
    """Refuse to stage what our own code has raised by mistake."""
    if isinstance(error, AutographError):
        return  # an op says what it says of tensors that are no symbols
    last = error.__traceback__
    frames: list[TracebackType] = []
    while last is not None:
        frames.append(last)
        last = last.tb_next
    if not frames:
        return
    code = frames[-1].tb_frame.f_code
    if is_library_code(code) and not _is_meant(frames[-1]):
        raise Unstageable(
            f"{type(error).__name__}: {error} ({code.co_name})"
        ) from error


def is_raised_by_us(error: BaseException) -> bool:
    """Is an exception one that code of this library has raised, in Python's place?"""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return last is not None and is_library_code(last.tb_frame.f_code)


def _is_meant(frame: TracebackType) -> bool:
    """Did our code raise what Python raises there?"""
    return is_meant(frame.tb_frame.f_code) or _is_kernel(frame)


def _is_kernel(frame: TracebackType) -> bool:
    return "/ops/" in frame.tb_frame.f_code.co_filename.replace("\\", "/")


__all__ = ["Diverged", "error_object", "gives_up", "is_ours", "raise_in_run"]
