"""The protocol buffers of event files: events, summaries, tensors.

Source:  event.proto, summary.proto, tensor.proto, types.proto of TensorFlow
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from autograph.summary import wire

_VERSION: Final = "brain.Event:2"
# The numbers of DataType.
_DTYPES: Final = {
    "float32": 1,
    "float64": 2,
    "int32": 3,
    "uint8": 4,
    "int16": 5,
    "int8": 6,
    "complex64": 8,
    "int64": 9,
    "bool": 10,
    "uint16": 17,
    "complex128": 18,
    "float16": 19,
    "uint32": 22,
    "uint64": 23,
}
_STRING: Final = 7

# Classes of data, which say how TensorBoard keeps them.
SCALAR: Final = 1
TENSOR: Final = 2
BLOBS: Final = 3


def first_event(time_s: float) -> bytes:
    """Return the event that a file begins with."""
    return wire.double(1, time_s) + wire.text(3, _VERSION)


def summary_event(time_s: float, step: int, tag: str, value: bytes) -> bytes:
    """Return an event with one value.

    Args:
        time_s: Seconds since 1970.
        step: The step it is of.
        tag: The name of the value.
        value: What `summary_value` gives.
    """
    summary = wire.data(1, wire.text(1, tag) + value)
    return wire.double(1, time_s) + wire.integer(2, step) + wire.data(5, summary)


def summary_value(
    tensor: bytes, plugin: str, kind: int, description: str | None
) -> bytes:
    """Return a value of a summary, but its tag.

    Args:
        tensor: A tensor.
        plugin: The part of TensorBoard that shows it.
        kind: The class of the data.
        description: What it shows, in Markdown.
    """
    metadata = wire.data(1, wire.text(1, plugin))
    if description:
        metadata += wire.text(3, description)
    return generic_value(tensor, metadata + wire.integer(4, kind))


def generic_value(tensor: bytes, metadata: bytes) -> bytes:
    """Return a value of a summary, but its tag.

    Args:
        tensor: A tensor.
        metadata: A message SummaryMetadata: who shows it, and how.
    """
    return wire.data(9, metadata) + wire.data(8, tensor)


def numeric_tensor(array: Any) -> bytes:
    """Return a tensor of numbers or booleans."""
    little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
    head = _tensor(_DTYPES[array.dtype.name], array.shape)
    return head + wire.data(4, little.tobytes())


def text_tensor(parts: Iterable[bytes], shape: Iterable[int]) -> bytes:
    """Return a tensor of text."""
    values = b"".join(wire.data(8, part) for part in parts)
    return _tensor(_STRING, shape) + values


def _tensor(dtype: int, shape: Iterable[int]) -> bytes:
    dims = b"".join(wire.data(2, wire.integer(1, size)) for size in shape)
    return wire.integer(1, dtype) + wire.data(2, dims)


__all__: list[str] = []
