"""What notes a value: `scalar`, `histogram`, `image`, `text`, `write`.

Each gives whether a summary was written: not where no writer is the default, nor where
a condition does not hold. In a function that is traced it is an op, at each run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from autograph.summary import state
from autograph.summary.values import (
    Generic,
    Histogram,
    Image,
    Scalar,
    Text,
    Value,
    text_bytes,
)
from autograph.summary.writers import (
    SummaryWriter,
    known_step,
    record_if,
    should_record_summaries,
    traced_condition,
)
from graph import dtypes
from graph.callables import check_callable
from graph.convert import shown
from graph.dispatch import as_tensor
from graph.errors import AutographError, DTypeError, InvalidArgumentError
from graph.functional import cond
from graph.name_scope import scoped
from graph.ops.arguments import static_int, static_text
from graph.ops.summaries import WRITE, apply_call
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor

_N_BUCKETS: Final = 30
_MAX_OUTPUTS: Final = 3


def scalar(name: Any, data: Any, step: Any = None, description: Any = None) -> Any:
    """Note a number, whenever this runs.

    Args:
        name: A name for the values of all steps; scopes of names go before.
        data: A real number. It is kept as float32.
        step: The step it is of; by default that of `experimental.set_step`.
        description: What it shows, in Markdown.

    Returns:
        Whether it was written.

    Shape:   () -> ()
    Dtype:   integers, floats, bool -> bool
    Raises:  ShapeError, DTypeError for other data; InvalidArgumentError when this runs,
             if there is no step
    Source:  TensorFlow's summary.scalar
    """
    return _written(name, data, step, Scalar(_described(description)))


def histogram(
    name: Any, data: Any, step: Any = None, buckets: Any = None, description: Any = None
) -> Any:
    """Note how often numbers occur, whenever this runs.

    Args:
        name: A name for the values of all steps; scopes of names go before.
        data: Real numbers.
        step: The step they are of; by default that of `experimental.set_step`.
        buckets: In how many intervals between the extremes they are counted; 30.
        description: What it shows, in Markdown.

    Returns:
        Whether it was written.

    Shape:   any -> ()
    Dtype:   integers, floats, bool -> bool
    Raises:  DTypeError for other data; InvalidArgumentError when this runs, if there is
             no step, or a number is NaN or infinite
    Source:  TensorFlow's summary.histogram
    """
    count = _N_BUCKETS if buckets is None else _at_least(1, buckets, "buckets")
    return _written(name, data, step, Histogram(count, _described(description)))


def image(
    name: Any,
    data: Any,
    step: Any = None,
    max_outputs: Any = _MAX_OUTPUTS,
    description: Any = None,
) -> Any:
    """Note images, whenever this runs.

    Args:
        name: A name for the values of all steps; scopes of names go before.
        data: Images: of floats from 0 to 1, uint8 or uint16. Other floats are brought
            into that range.
        step: The step they are of; by default that of `experimental.set_step`.
        max_outputs: How many are kept, the first ones.
        description: What they show, in Markdown.

    Returns:
        Whether they were written.

    Shape:   (images, rows, columns, channels) -> (); 1 to 4 channels: grey, grey with
             alpha, RGB, RGB with alpha
    Dtype:   floats, uint8, uint16 -> bool
    Raises:  ShapeError, DTypeError for other data; InvalidArgumentError when this runs,
             if there is no step
    Source:  TensorFlow's summary.image; PNG Specification
    """
    count = _at_least(0, max_outputs, "max_outputs")
    return _written(name, data, step, Image(count, _described(description)))


def text(name: Any, data: Any, step: Any = None, description: Any = None) -> Any:
    """Note text, whenever this runs.

    Args:
        name: A name for the values of all steps; scopes of names go before.
        data: Text in Markdown; a table is shown of a tensor with axes.
        step: The step it is of; by default that of `experimental.set_step`.
        description: What it shows, in Markdown.

    Returns:
        Whether it was written.

    Shape:   any -> ()
    Dtype:   string -> bool
    Raises:  DTypeError for other data; InvalidArgumentError when this runs, if there is
             no step
    Source:  TensorFlow's summary.text
    """
    return _written(name, data, step, Text(_described(description)))


def write(
    tag: Any, tensor: Any, step: Any = None, metadata: Any = None, name: Any = None
) -> Any:
    """Note a tensor as it is, whenever this runs: for plugins of TensorBoard.

    Args:
        tag: A name for the values of all steps; scopes of names are left out.
        tensor: The tensor; or a function without parameters that gives it, and is
            called only where a summary is written.
        step: The step it is of; by default that of `experimental.set_step`.
        metadata: Who shows it: a SummaryMetadata, as protocol buffer or as its bytes.
        name: For calls written for TensorFlow.

    Returns:
        Whether it was written.

    Shape:   any -> ()
    Dtype:   any -> bool
    Raises:  DTypeError for other metadata; InvalidArgumentError when this runs, if
             there is no step
    Source:  TensorFlow's summary.write
    """
    del name
    value = Generic(_serialized(metadata))
    if not callable(tensor):
        return _written(tag, tensor, step, value, scope="")
    check_callable(tensor, "summary.write", "tensor", 0)

    def write_it() -> Any:
        with record_if(True):  # the condition was asked for once
            return _written(tag, tensor(), step, value, scope="")

    return cond(should_record_summaries(), write_it, lambda: as_tensor(np.False_))


def _serialized(metadata: Any) -> bytes:
    """Return the bytes of a protocol buffer.

    Raises:
        DTypeError: It is none.
    """
    if metadata is None:
        return b""
    serialize = getattr(metadata, "SerializeToString", None)
    found = metadata if serialize is None else serialize()
    if isinstance(found, bytes):
        return found
    raise DTypeError(
        f"summary.write: metadata is {shown(metadata)}, not a protocol buffer.",
        origin=capture_exact(),
        hint="Give a SummaryMetadata of TensorBoard, or its bytes.",
    )


def _described(description: Any) -> str | None:
    return None if description is None else static_text(description, "description")


def _at_least(least: int, value: Any, what: str) -> int:
    found = static_int(value, what)
    if found < least:
        raise InvalidArgumentError(
            f"{what} is {found}, less than {least}.", origin=capture_exact()
        )
    return found


@dataclass(frozen=True, eq=False, repr=False)
class Written:
    """A call that writes a summary of its last operand.

    Attributes:
        value: What is made of that operand.
        scope: What goes before the tag.
        tag: The tag; None if that is the first operand.
        writer: The writer; None for the default of the run.
        has_step: Is the step an operand?
        has_condition: Is there an operand that says whether to write?
    """

    value: Value
    scope: str
    tag: str | None
    writer: SummaryWriter | None
    has_step: bool
    has_condition: bool

    def __call__(self, *operands: Any) -> Any:
        """Write it, and return whether it was written."""
        *given, array = operands
        rest = iter(given)
        tag = self.tag if self.tag is not None else _text(next(rest))
        step = int(np.asarray(next(rest))) if self.has_step else None
        defaults = state.running()
        writer = self.writer or defaults.writer
        condition = next(rest) if self.has_condition else defaults.condition
        if writer is None or not state.holds(condition):
            return np.False_
        if step is None:
            step = state.needed_step()
        self._check(array)
        writer.write(self.scope + tag, step, self.value.value(array))
        return np.True_

    def __repr__(self) -> str:
        tag = "" if self.tag is None else f" {self.scope + self.tag!r}"
        return f"<{self.value.name}{tag}>"

    def _check(self, array: Any) -> None:
        """Refuse an array of a shape that was not known before."""
        shape = np.shape(array)
        dtype = dtypes.from_numpy(np.asarray(array).dtype)
        self.value.check(TensorSpec(shape, dtype))


def _written(
    name: Any, data: Any, step: Any, value: Value, scope: str | None = None
) -> Any:
    blocks = state.traced()
    operands: list[Tensor] = []
    tag = name if isinstance(name, str) else None
    if tag is None:
        operands.append(_tag_tensor(name))
    step = blocks.step if step is None else step
    if step is not None:
        operands.append(as_tensor(known_step(step)))
    conditions = traced_condition(blocks)
    tensor = as_tensor(data)
    try:
        value.check(tensor.spec)
    except AutographError as error:
        error.origin = capture_exact()
        raise
    has_step = step is not None
    scope = scoped("") if scope is None else scope
    call = Written(value, scope, tag, blocks.writer, has_step, bool(conditions))
    return apply_call(WRITE, call, [*operands, *conditions, tensor])


def _tag_tensor(name: Any) -> Tensor:
    found = as_tensor(name) if isinstance(name, Tensor) else None
    if found is None or found.spec != TensorSpec((), dtypes.string):
        raise DTypeError(
            f"the name of a summary is {shown(name)}, no text.",
            origin=capture_exact(),
            hint='Give text: ag.summary.scalar("loss", loss).',
        )
    return found


def _text(tag: Any) -> str:
    return text_bytes(np.asarray(tag, object)[()]).decode(errors="replace")


__all__: list[str] = []
