"""Files of records: byte strings with checksums, as TensorFlow writes them.

    length    8 bytes, little-endian
    checksum  4 bytes, of the length
    data
    checksum  4 bytes, of the data

A checksum is a masked CRC32C. The file may be compressed as a whole.

Source:  TensorFlow's format of TFRecord files
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import IO, Any, Final, Self

from autograph.data.checksums import masked_crc32c
from autograph.data.dataset import Dataset
from autograph.data.elements import Element, Flat
from autograph.data.files import compression_of, damaged, read_from
from autograph.data.texts import known_path
from graph import dtypes
from graph.convert import shown
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError, NotFoundError
from graph.nest import LEAF
from graph.ops.python_calls import numpy_function
from graph.origin import capture_exact
from graph.specs import TensorSpec

_LENGTH: Final = struct.Struct("<Q")
_CHECK: Final = struct.Struct("<I")
_HEAD: Final = struct.Struct("<QI")
# How many bytes are asked for at once: a wrong length does not fill the memory.
_PIECE_BYTES: Final = 1 << 24
#: What elements of bytes look like.
TEXT: Final = Element(LEAF, [TensorSpec((), dtypes.string)])


class TFRecordDataset(Dataset):
    """The records of files, as scalars of text.

    Args:
        filenames: A name; a list or a tensor of names; or a data set of them.
        compression_type: "GZIP", "ZLIB", or "" for none.
        buffer_size: How many bytes are read at once.
        num_parallel_reads: How many files are read by turns, one record of each; None
            for one file after another.
        name: For calls written for TensorFlow.

    Raises:
        NotFoundError: When records are drawn, there is no such file.
        DataLossError: When they are drawn, a record is cut off, or not what was
            written; the message has the file and the byte where the record begins.

    Source:  TensorFlow's data.TFRecordDataset
    """

    def __init__(
        self,
        filenames: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        """Make the data set; the files are opened when elements are drawn."""
        del name
        stage = read_from(
            filenames,
            "TFRecordDataset",
            partial(read_records, compression=compression_of(compression_type)),
            TEXT,
            compression_type,
            buffer_size,
            num_parallel_reads,
        )
        super().__init__(stage)


def read_records(file: IO[bytes], name: str, compression: str = "") -> Iterator[Flat]:
    """Return the records of an open file.

    Raises:
        DataLossError: One is cut off, or not what was written.
    """
    place = 0
    while head := file.read(_HEAD.size):
        if len(head) < _HEAD.size:
            what = f"the file ends {len(head)} bytes into the head of a record"
            raise damaged(name, place, what, compression)
        length, check = _HEAD.unpack(head)
        if masked_crc32c(head[:8]) != check:
            what = "the length of a record does not have the checksum of the file"
            raise damaged(name, place, what, compression)
        body = _read_exactly(file, length + _CHECK.size)
        if len(body) < length + _CHECK.size:
            what = (
                f"a record has {length} bytes and a checksum, {length + _CHECK.size} "
                f"bytes, of which the file has {len(body)}"
            )
            raise damaged(name, place, what, compression)
        data = body[:length]
        if masked_crc32c(data) != _CHECK.unpack_from(body, length)[0]:
            what = f"a record of {length} bytes does not have the checksum of the file"
            raise damaged(name, place, what, compression)
        yield (data,)
        place += _HEAD.size + len(body)


def _read_exactly(file: IO[bytes], size: int) -> bytes:
    """Return so many bytes, or those that there are."""
    if size <= _PIECE_BYTES:
        return file.read(size)
    pieces = []
    while size and (piece := file.read(min(size, _PIECE_BYTES))):
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


# -- Writing --------------------------------------------------------------------------


@dataclass(frozen=True)
class TFRecordOptions:
    """How a file of records is written.

    Attributes:
        compression_type: "GZIP", "ZLIB", or "" for none.
        flush_mode: For calls written for TensorFlow, as the next two.
        input_buffer_size: As well.
        output_buffer_size: As well.
        window_bits: zlib's, 9 to 15: the size of the window.
        compression_level: zlib's, 0 to 9.
        compression_method: zlib's; there is one, 8.
        mem_level: zlib's, 1 to 9.
        compression_strategy: zlib's, 0 to 4.

    Raises:
        InvalidArgumentError: One of them is something else.

    Source:  TensorFlow's io.TFRecordOptions; zlib's deflateInit2
    """

    compression_type: Any = None
    flush_mode: Any = None
    input_buffer_size: Any = None
    output_buffer_size: Any = None
    window_bits: int | None = None
    compression_level: int | None = None
    compression_method: int | None = None
    mem_level: int | None = None
    compression_strategy: int | None = None

    def __post_init__(self) -> None:
        """Check what is given."""
        compression_of(self.compression_type)
        for name, low, high in _LIMITS:
            value = getattr(self, name)
            if value is not None and not (
                isinstance(value, int) and low <= value <= high
            ):
                raise InvalidArgumentError(
                    f"{name} is {value!r}; it is an integer from {low} to {high}.",
                    origin=capture_exact(),
                )

    def compressor(self) -> Any:
        """Return what compresses; None for nothing."""
        kind = compression_of(self.compression_type)
        if not kind:
            return None
        bits = 15 if self.window_bits is None else self.window_bits
        return zlib.compressobj(
            _or(self.compression_level, zlib.Z_DEFAULT_COMPRESSION),
            zlib.DEFLATED,
            bits + 16 if kind == "GZIP" else bits,
            _or(self.mem_level, zlib.DEF_MEM_LEVEL),
            _or(self.compression_strategy, zlib.Z_DEFAULT_STRATEGY),
        )


_LIMITS: Final = (
    ("window_bits", 9, 15),
    ("compression_level", -1, 9),
    ("compression_method", 8, 8),
    ("mem_level", 1, 9),
    ("compression_strategy", 0, 4),
)


def _or(value: int | None, default: int) -> int:
    return default if value is None else value


class TFRecordWriter:
    """Write a file of records.

    Args:
        path: Its name; what the file had is lost.
        options: `TFRecordOptions`, or a compression type.

    Raises:
        NotFoundError: There is no such directory.

    Source:  TensorFlow's io.TFRecordWriter
    """

    def __init__(self, path: Any, options: Any = None) -> None:
        """Make the file."""
        if not isinstance(options, TFRecordOptions):
            options = TFRecordOptions(options)
        self._name = known_path(path, "TFRecordWriter", "path")
        self._pack = options.compressor()
        try:
            # The writer is the context, and closes it.
            self._file: IO[bytes] = io.open(self._name, "wb")  # noqa: SIM115, UP020
        except FileNotFoundError:
            raise NotFoundError(
                f"there is no directory for the file {self._name!r}.",
                origin=capture_exact(),
                hint="Make it: os.makedirs(os.path.dirname(path), exist_ok=True).",
            ) from None

    def write(self, record: Any) -> None:
        """Append a record; in a traced function, at each run.

        Args:
            record: Bytes, text (UTF-8), or a scalar tensor of text.

        Raises:
            DTypeError: It is none of these.
            ValueError: The writer is closed.
        """
        text = as_tensor(record)
        if text.dtype.canonical is not dtypes.string or text.shape not in ((), None):
            raise DTypeError(
                f"TFRecordWriter.write: a record is {shown(record)}, not bytes.",
                origin=capture_exact(),
                hint="Make bytes of it: ag.io.serialize_tensor(x), array.tobytes().",
            )
        numpy_function(self._write, [text], None)

    def _write(self, record: bytes) -> None:
        head = _LENGTH.pack(len(record))
        self._put(head)
        self._put(_CHECK.pack(masked_crc32c(head)))
        self._put(record)
        self._put(_CHECK.pack(masked_crc32c(record)))

    def _put(self, data: bytes) -> None:
        self._file.write(self._pack.compress(data) if self._pack else data)

    def flush(self) -> None:
        """Bring what was written to the file."""
        if self._pack:
            self._file.write(self._pack.flush(zlib.Z_SYNC_FLUSH))
        self._file.flush()

    def close(self) -> None:
        """Write the end, and close the file."""
        if self._file.closed:
            return
        try:
            if self._pack:
                self._file.write(self._pack.flush())
        finally:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


__all__: list[str] = []
