"""`SummaryWriter`, and which of them writes by default."""

from __future__ import annotations

import os
import time
import weakref
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

import numpy as np

from autograph.summary import state
from autograph.summary.event_files import EventFile
from autograph.summary.messages import summary_event
from autograph.summary.state import within
from graph.convert import shown
from graph.dispatch import as_tensor
from graph.errors import (
    DTypeError,
    InvalidArgumentError,
    ShapeError,
    UnstagedOperationError,
)
from graph.graph import current_graph
from graph.ops.arguments import static_int, static_text
from graph.ops.summaries import CHANGE, IS_RECORDING, Call, apply_call
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor, Tensor
from graph.value_operators import ValueOperators

_MAX_QUEUE: Final = 10
_FLUSH_MS: Final = 120_000


class SummaryWriter:
    """Writes summaries to an event file.

    What it has collected is written when there is much of it, by `flush` and `close`,
    when nothing refers to the writer any more, and at the end of the program. A child
    of a fork writes to another file in the same directory.

        with writer.as_default():      # summaries are written by it
            ...
        with writer:                   # likewise, and it is closed at the end
            ...

    Source:  TensorFlow's summary.SummaryWriter
    """

    def __init__(self, file: EventFile) -> None:
        """Write to a file; users call `create_file_writer`."""
        self._file = file
        self._block: list[within[Self]] = []
        weakref.finalize(self, file.close)

    @property
    def path(self) -> Path:
        """The event file of this process."""
        return self._file.path

    def as_default(self, step: Any = None) -> within[Self]:
        """Return a context manager: summaries in its block are written by this writer.

        For this thread. In a function that is traced, the block is for what is traced
        in it; a function that is traced within keeps the writer.

        Args:
            step: The step that they are of, where none is given.
        """
        if step is None:
            return within(self, writer=self)
        return within(self, writer=self, step=known_step(step))

    def set_as_default(self, step: Any = None) -> None:
        """Have summaries of this thread written by this writer from now on.

        Args:
            step: The step that they are of, where none is given.
        """
        if step is not None:
            set_step(step)
        apply_call(CHANGE, partial(state.change, writer=self))

    def init(self) -> None:
        """Do nothing: for calls written for TensorFlow."""

    def flush(self) -> None:
        """Write what is collected, whenever this runs."""
        apply_call(CHANGE, self._file.flush)

    def close(self) -> None:
        """Write what is collected and take no more, whenever this runs."""
        apply_call(CHANGE, self._file.close)

    def __enter__(self) -> Self:
        """Have summaries written by this writer.

        Raises:
            UnstagedOperationError: A function is traced.
        """
        _check_not_traced("`with writer:`, which closes the writer,")
        block = self.as_default()
        block.__enter__()
        self._block.append(block)
        return self

    def __exit__(self, *_: object) -> None:
        """Close the writer."""
        self._block.pop().__exit__()
        self._file.close()

    def write(self, tag: str, step: int, value: bytes) -> None:
        """Write a value of a summary.

        Args:
            tag: Its name.
            step: The step that it is of.
            value: What `values` makes of an array.

        Raises:
            FailedPreconditionError: The writer is closed.
        """
        self._file.add(summary_event(time.time(), step, tag, value))

    def __repr__(self) -> str:
        return f"<ag.summary.SummaryWriter {str(self.path)!r}>"


class _NoopWriter(SummaryWriter):
    """Writes nothing, and leaves the default writer as it is."""

    def __init__(self) -> None:
        """Have no file."""

    @property
    def path(self) -> Path:
        """There is no file: the null device."""
        return Path(os.devnull)

    def as_default(self, step: Any = None) -> within[Self]:
        """Return a context manager that changes nothing."""
        del step
        return within(self)

    def set_as_default(self, step: Any = None) -> None:
        """Do nothing, as `flush`, `close` and `write` do."""

    def flush(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing."""

    def write(self, tag: str, step: int, value: bytes) -> None:
        """Do nothing."""

    def __repr__(self) -> str:
        return "<ag.summary.SummaryWriter of nothing>"


def create_noop_writer() -> SummaryWriter:
    """Return a writer that does nothing, where code takes a writer.

    Its blocks leave the default writer of the place as it is.

    Source:  TensorFlow's summary.create_noop_writer
    """
    return _NoopWriter()


def create_file_writer(
    logdir: Any,
    max_queue: int | None = None,
    flush_millis: int | None = None,
    filename_suffix: str | None = None,
    name: str | None = None,
) -> SummaryWriter:
    """Return a writer to an event file, which is begun, in a directory.

    Args:
        logdir: The directory; made if it is not there.
        max_queue: How many summaries are collected before they are written; 10.
        flush_millis: For how many milliseconds they are collected; 120000. Counted when
            one is added.
        filename_suffix: What the name of the file ends with, behind `.v2`.
        name: For calls written for TensorFlow.

    Raises:
        DTypeError: `logdir` is no path.
        InvalidArgumentError: A number is negative.
        OSError: The file cannot be made.
        UnstagedOperationError: A function is traced.
    Source:  TensorFlow's summary.create_file_writer
    """
    del name
    _check_not_traced("create_file_writer(), which begins a file each time,")
    if not isinstance(logdir, (str, os.PathLike)):
        raise DTypeError(
            f"logdir is {shown(logdir)}, not a path.",
            origin=capture_exact(),
            hint='Give a directory: create_file_writer("logs").',
        )
    n_events = _count(max_queue, _MAX_QUEUE, "max_queue")
    wait_s = _count(flush_millis, _FLUSH_MS, "flush_millis") / 1000
    suffix = static_text(
        "" if filename_suffix is None else filename_suffix, "filename_suffix"
    )
    directory = Path(os.fsdecode(logdir))
    return SummaryWriter(EventFile(directory, suffix, n_events, wait_s))


def _count(value: Any, default: int, what: str) -> int:
    found = default if value is None else static_int(value, what)
    if found < 0:
        raise InvalidArgumentError(
            f"{what} is {found}, which is negative.",
            origin=capture_exact(),
            hint="Give 0 for writing each summary at once.",
        )
    return found


def _check_not_traced(what: str) -> None:
    if current_graph() is not None:
        raise UnstagedOperationError(
            f"{what} is in a function that is traced.",
            origin=capture_exact(),
            hint="Make the writer outside, and use `with writer.as_default():` here.",
        )


def flush(writer: SummaryWriter | None = None, name: str | None = None) -> None:
    """Write what a writer has collected, whenever this runs.

    Args:
        writer: The writer; by default, that of the place.
        name: For calls written for TensorFlow.

    Raises:  DTypeError if it is no writer
    Source:  TensorFlow's summary.flush
    """
    del name
    if writer is not None and not isinstance(writer, SummaryWriter):
        raise DTypeError(
            f"summary.flush: {shown(writer)} is no writer of summaries.",
            origin=capture_exact(),
            hint="Make one: ag.summary.create_file_writer(logdir).",
        )
    writer = writer or state.traced().writer
    if writer is not None:
        writer.flush()
    else:
        apply_call(CHANGE, _flush_default)


def _flush_default() -> None:
    writer = state.running().writer
    if writer is not None:
        writer._file.flush()


def record_if(condition: Any) -> within[None]:
    """Return a context manager: summaries in its block are written on a condition.

    The innermost block decides. In a function that is traced the block is for what is
    traced in it.

    Args:
        condition: A boolean, a tensor, or a function without parameters that gives one
            and is called for each summary.

    Raises:  DTypeError if it is something else
    Source:  TensorFlow's summary.record_if
    """
    is_value = isinstance(condition, (bool, np.bool_, Tensor, ValueOperators))
    if not is_value and not callable(condition):
        raise DTypeError(
            f"record_if: {shown(condition)} is no condition.",
            origin=capture_exact(),
            hint="Give a boolean, a tensor, or a function that gives one.",
        )
    if isinstance(condition, (Tensor, ValueOperators)):
        condition = as_tensor(condition)
    return within(None, condition=condition)


def should_record_summaries() -> Any:
    """Tell whether summaries are written where this runs.

    Source:  TensorFlow's summary.should_record_summaries
    """
    blocks = state.traced()
    operands = traced_condition(blocks)
    return apply_call(IS_RECORDING, partial(_is_recording, blocks.writer), operands)


def _is_recording(writer: SummaryWriter | None, *conditions: Any) -> Any:
    found = state.running()
    if writer is None and found.writer is None:
        return np.False_
    return np.bool_(state.holds(conditions[0] if conditions else found.condition))


def traced_condition(blocks: state.State) -> list[Tensor]:
    """Return the condition that blocks being traced say, if they do."""
    condition = blocks.condition
    if condition is None:
        return []
    return [as_tensor(condition() if callable(condition) else condition)]


def set_step(step: Any) -> None:
    """Have summaries be of a step from now on: see `experimental.set_step`."""
    if step is None or hasattr(step, "read_value"):
        call: Call = partial(state.change, step=step)
        operands = []
    else:
        call, operands = _change_step, [known_step(step)]
    if state.traced().step is not None:
        raise UnstagedOperationError(
            "a step is set in a block of as_default(step=...) that is traced.",
            origin=capture_exact(),
            hint="Give the step to each summary: step=step.",
        )
    apply_call(CHANGE, call, operands)


def _change_step(step: Any) -> None:
    state.change(step=_checked(int(np.asarray(step))))


def known_step(step: Any) -> Any:
    """Return a step: a variable as it is, else an integer or a tensor of a graph.

    Raises:
        DTypeError: It is no integer.
        ShapeError: It is no scalar.
    """
    found = as_tensor(step)
    if not found.dtype.is_integer:
        raise DTypeError(
            f"a step is an integer, not {shown(step)}.",
            origin=capture_exact(),
            hint="Convert it: ag.cast(step, ag.int64).",
        )
    if found.shape not in ((), None):
        raise ShapeError(
            f"a step is a scalar, not of the shape {found.shape}.",
            origin=capture_exact(),
        )
    if hasattr(step, "read_value"):
        return step
    return found if isinstance(found, SymbolicTensor) else int(found)  # type: ignore[call-overload]


def _checked(step: int) -> int:
    if not -(2**63) <= step < 2**63:
        raise InvalidArgumentError(
            f"the step {step} does not fit into int64.", hint="Steps are int64."
        )
    return step


__all__: list[str] = []
