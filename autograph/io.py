"""`ag.io`: files, and tensors as bytes.

    text = ag.io.read_file("a.txt")           # in a graph: at each run
    ag.io.write_file("b.bin", ag.io.serialize_tensor(x))

What `serialize_tensor` gives describes itself. A tensor of numbers is what NumPy's
format `.npy` 1.0 makes of its array, which `np.load` reads. A tensor of text is the
line `autograph text 1`, and behind it two such arrays: the lengths of the texts in
bytes, int64, in the shape of the tensor; and all their bytes, uint8. Neither has
anything that is run when it is read.

Source:  TensorFlow's io; NumPy enhancement proposal 1
"""

from __future__ import annotations

import io as _io
import os
from pathlib import Path
from typing import Any, Final

import numpy as np

from autograph.array_archives import ArchiveError, array_at
from autograph.data.csv_files import decode_csv
from autograph.data.files import opened
from autograph.data.records import TFRecordOptions, TFRecordWriter
from autograph.data.texts import (
    as_bytes,
    matching_names,
    path_as_text,
    scalar_text,
    text_array,
    text_tensor,
)
from graph import dtypes
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError
from graph.ops.arguments import static_int
from graph.ops.python_calls import numpy_function
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor

_TEXT: Final = TensorSpec((), dtypes.string)
_TEXT_HEAD: Final = b"autograph text 1\n"


# -- Files ----------------------------------------------------------------------------


def read_file(filename: Any, name: str | None = None) -> Tensor:
    """Return the bytes of a file, as text; in a graph, at each run.

    Args:
        filename: Its name.
        name: A name for the node.

    Shape:   () -> ()
    Dtype:   string -> string
    Raises:  NotFoundError if there is no such file
    Source:  TensorFlow's io.read_file
    """
    named = scalar_text(path_as_text(filename), "read_file", "filename")
    return numpy_function(_read, [named], _TEXT, name=name)  # type: ignore[no-any-return]


def _read(filename: bytes) -> bytes:
    with opened(os.fsdecode(filename)) as file:
        return file.read()


def write_file(filename: Any, contents: Any, name: str | None = None) -> None:
    """Write text to a file, in place of what it had; in a graph, at each run.

    Directories that are not there are made.

    Args:
        filename: Its name.
        contents: Text; str is written as UTF-8.
        name: A name for the node.

    Shape:   (), ()
    Dtype:   string, string
    Raises:  OSError if it cannot be written
    Source:  TensorFlow's io.write_file
    """
    named = scalar_text(path_as_text(filename), "write_file", "filename")
    text = scalar_text(contents, "write_file", "contents")
    numpy_function(_write, [named, text], None, name=name)


def _write(filename: bytes, contents: bytes) -> None:
    path = Path(os.fsdecode(filename))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(contents)


def matching_files(pattern: Any, name: str | None = None) -> Tensor:
    """Return the names of files that match a pattern, sorted; in a graph, at each run.

    Args:
        pattern: Names with `*`, `?` and `[...]`; or several patterns.
        name: A name for the node.

    Shape:   () or (n,) -> (number of files,)
    Dtype:   string -> string
    Source:  TensorFlow's io.matching_files; Python's glob
    """
    given = text_tensor(path_as_text(pattern), "matching_files", "pattern")
    spec = TensorSpec((None,), dtypes.string)
    return numpy_function(matching_names, [given], spec, name=name)  # type: ignore[no-any-return]


# -- Tensors as bytes -----------------------------------------------------------------


def serialize_tensor(tensor: Any, name: str | None = None) -> Tensor:
    """Return a tensor as bytes, with its dtype and shape.

    The module's docstring has the format.

    Args:
        tensor: A tensor, or what becomes one.
        name: A name for the node.

    Shape:   any -> ()
    Dtype:   any -> string
    Source:  TensorFlow's io.serialize_tensor
    """
    given = as_tensor(tensor)
    return numpy_function(_serialized, [given], _TEXT, stateful=False, name=name)  # type: ignore[no-any-return]


def _serialized(value: Any) -> bytes:
    # A scalar of text comes as its bytes.
    array = np.asarray(value, object if isinstance(value, (bytes, str)) else None)
    file = _io.BytesIO()
    if not array.dtype.hasobject:
        _put_array(file, array)
        return file.getvalue()
    texts = as_bytes(array)
    file.write(_TEXT_HEAD)
    _put_array(file, np.array(list(map(len, texts)), np.int64).reshape(array.shape))
    _put_array(file, np.frombuffer(b"".join(texts), np.uint8))
    return file.getvalue()


def _put_array(file: _io.BytesIO, array: Any) -> None:
    ordered = np.asarray(array, order="C")
    np.lib.format.write_array(file, ordered, version=(1, 0), allow_pickle=False)


def parse_tensor(serialized: Any, out_type: Any, name: str | None = None) -> Tensor:
    """Return the tensor that `serialize_tensor` has made bytes of.

    Args:
        serialized: The bytes.
        out_type: The tensor's dtype.
        name: A name for the node.

    Shape:   () -> any
    Dtype:   string -> `out_type`
    Raises:  InvalidArgumentError if it is of another dtype, or the bytes are not those
        of a tensor, when this runs
    Source:  TensorFlow's io.parse_tensor
    """
    given = scalar_text(serialized, "parse_tensor", "serialized")
    dtype = dtypes.as_dtype(out_type)

    def parse(data: bytes) -> Any:
        try:
            return _parsed(data, dtype)
        except ArchiveError as error:
            raise InvalidArgumentError(
                f"parse_tensor: the bytes are not those of a tensor: {error}.",
                hint="They are what ag.io.serialize_tensor(x) returns.",
            ) from None

    return numpy_function(parse, [given], dtype, stateful=False, name=name)  # type: ignore[no-any-return]


def _parsed(data: bytes, dtype: DType) -> Any:
    is_text = data.startswith(_TEXT_HEAD)
    found, end = array_at(data, len(_TEXT_HEAD) if is_text else 0)
    if is_text:
        joined, end = array_at(data, end)
        texts = joined.tobytes()
        lengths = found.ravel().tolist()
        if (
            found.dtype != np.int64
            or sum(lengths) != len(texts)
            or min(lengths, default=0) < 0
        ):
            raise ArchiveError("the lengths of texts are not those of the bytes")
        ends = np.cumsum(lengths, dtype=np.int64).tolist()
        pairs = zip(ends, lengths, strict=True)
        parts = [texts[end - length : end] for end, length in pairs]
        found = text_array(parts).reshape(found.shape)
    if end != len(data):
        behind = len(data) - end
        raise ArchiveError(f"at byte {end}, there are {behind} bytes behind the end")
    is_wanted = is_text == (dtype is dtypes.string)
    if not is_wanted or (not is_text and found.dtype != dtype.numpy):
        kind = "string" if is_text else dtypes.from_numpy(found.dtype)
        raise InvalidArgumentError(
            f"parse_tensor: the tensor is {kind}, and out_type is {dtype}.",
            hint="Give the dtype that it was serialised with; ag.cast converts it.",
        )
    return found


def decode_raw(
    input_bytes: Any,
    out_type: Any,
    little_endian: bool = True,
    fixed_length: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Return the numbers that texts hold as raw bytes.

    Args:
        input_bytes: Text.
        out_type: The dtype of the numbers.
        little_endian: Is the byte of the lowest digits the first one of a number?
        fixed_length: How many bytes are taken of each text, which is cut off or filled
            up with zeros; without it, all texts have to be equally long.
        name: A name for the node.

    Shape:   (...) -> (..., number of numbers in each text)
    Dtype:   string -> `out_type`
    Raises:  InvalidArgumentError if the length of a text is not a multiple of that of a
        number, or lengths differ, when this runs
    Source:  TensorFlow's io.decode_raw
    """
    given = text_tensor(input_bytes, "decode_raw", "input_bytes")
    dtype = dtypes.as_dtype(out_type)
    if dtype is dtypes.string:
        raise DTypeError(
            "decode_raw: out_type is string, which raw bytes are already.",
            origin=capture_exact(),
        )
    size = dtype.numpy.itemsize
    if fixed_length is not None:
        fixed_length = static_int(fixed_length, "decode_raw: fixed_length")
    if fixed_length is not None and (fixed_length < 1 or fixed_length % size):
        raise InvalidArgumentError(
            f"decode_raw: fixed_length is {fixed_length}, not a multiple of the "
            f"{size} bytes of {dtype}.",
            origin=capture_exact(),
        )
    count = None if fixed_length is None else fixed_length // size
    shape = None if given.shape is None else (*given.shape, count)

    def decode(texts: Any) -> Any:
        return _decoded(texts, dtype, bool(little_endian), fixed_length)

    spec = TensorSpec(shape, dtype)
    return numpy_function(decode, [given], spec, stateful=False, name=name)  # type: ignore[no-any-return]


def _decoded(texts: Any, dtype: DType, is_little: bool, length: int | None) -> Any:
    array = np.asarray(texts, object)
    parts = as_bytes(array)
    if length is not None:
        parts = [each[:length].ljust(length, b"\0") for each in parts]
    lengths = sorted({len(each) for each in parts})
    size = dtype.numpy.itemsize
    if len(lengths) > 1:
        raise InvalidArgumentError(
            "decode_raw: the texts have different lengths: "
            f"{', '.join(map(str, lengths[:5]))} bytes.",
            hint="Give fixed_length to cut them off or fill them up.",
        )
    n_bytes = lengths[0] if lengths else 0
    if n_bytes % size:
        raise InvalidArgumentError(
            f"decode_raw: a text has {n_bytes} bytes, not a multiple of the {size} "
            f"bytes of {dtype}.",
            hint="Is out_type the dtype of the numbers?",
        )
    raw = np.frombuffer(b"".join(parts), np.uint8)
    if dtype.is_bool:
        found: Any = raw != 0
    else:
        found = raw.view(np.dtype(dtype.numpy).newbyteorder("<" if is_little else ">"))
    return found.astype(dtype.numpy).reshape(*array.shape, n_bytes // size)


__all__ = [
    "TFRecordOptions",
    "TFRecordWriter",
    "decode_csv",
    "decode_raw",
    "matching_files",
    "parse_tensor",
    "read_file",
    "serialize_tensor",
    "write_file",
]
