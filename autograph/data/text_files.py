"""Files of lines, and files of records that all have one size."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import IO, Any, Final

import numpy as np

from autograph.data.dataset import Dataset
from autograph.data.elements import Flat
from autograph.data.files import read_from
from autograph.data.records import TEXT
from graph.errors import InvalidArgumentError
from graph.origin import capture_exact
from graph.tensor import EagerTensor

# About how many bytes of records are cut up at once.
_PIECE_BYTES: Final = 1 << 16


class TextLineDataset(Dataset):
    r"""The lines of files, as scalars of text without their ends, `\n` or `\r\n`.

    Args:
        filenames: A name; a list or a tensor of names; or a data set of them.
        compression_type: "GZIP", "ZLIB", or "" for none.
        buffer_size: How many bytes are read at once.
        num_parallel_reads: How many files are read by turns, one line of each; None
            for one file after another.
        name: For calls written for TensorFlow.

    Raises:
        NotFoundError: When lines are drawn, there is no such file.
        DataLossError: When they are drawn, the file is not compressed in this way, or
            it is damaged.

    Source:  TensorFlow's data.TextLineDataset
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
            "TextLineDataset",
            lines,
            TEXT,
            compression_type,
            buffer_size,
            num_parallel_reads,
        )
        super().__init__(stage)


def lines(file: IO[bytes], name: str) -> Iterator[Flat]:
    del name
    for line in file:
        if line.endswith(b"\r\n"):
            yield (line[:-2],)
        else:
            yield (line.removesuffix(b"\n"),)


class FixedLengthRecordDataset(Dataset):
    """Records of one size in files, as scalars of text.

    Args:
        filenames: A name; a list or a tensor of names; or a data set of them.
        record_bytes: The size of each record.
        header_bytes: How many bytes are before the first one.
        footer_bytes: How many bytes are behind the last one.
        buffer_size: How many bytes are read at once.
        compression_type: "GZIP", "ZLIB", or "" for none.
        num_parallel_reads: How many files are read by turns, one record of each; None
            for one file after another.
        name: For calls written for TensorFlow.

    Raises:
        InvalidArgumentError: A size is negative, or that of records is 0; when records
            are drawn, the last one is not whole.
        NotFoundError: When records are drawn, there is no such file.
        DataLossError: When they are drawn, the file is not compressed in this way, or
            it is damaged.

    Source:  TensorFlow's data.FixedLengthRecordDataset
    """

    def __init__(
        self,
        filenames: Any,
        record_bytes: Any,
        header_bytes: Any = None,
        footer_bytes: Any = None,
        buffer_size: Any = None,
        compression_type: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        """Make the data set; the files are opened when elements are drawn."""
        del name
        read = partial(
            pieces,
            size=_size(record_bytes, "record_bytes", 1),
            header=_size(header_bytes, "header_bytes", 0),
            footer=_size(footer_bytes, "footer_bytes", 0),
        )
        stage = read_from(
            filenames,
            "FixedLengthRecordDataset",
            read,
            TEXT,
            compression_type,
            buffer_size,
            num_parallel_reads,
        )
        super().__init__(stage)


def _size(given: Any, name: str, least: int) -> int:
    found = given.numpy()[()] if isinstance(given, EagerTensor) else given
    if found is None and least == 0:
        return 0
    is_number = isinstance(found, (int, np.integer)) and not isinstance(found, bool)
    if not is_number or found < least:
        raise InvalidArgumentError(
            f"FixedLengthRecordDataset: {name} is {given!r}; it is an integer, at "
            f"least {least}.",
            origin=capture_exact(),
        )
    return int(found)


def pieces(
    file: IO[bytes], name: str, *, size: int, header: int, footer: int
) -> Iterator[Flat]:
    """Return the records of an open file; what may be its footer is held back."""
    held = b""
    n_read = len(file.read(header))
    piece_bytes = max(size, _PIECE_BYTES // size * size)
    while piece := file.read(piece_bytes):
        n_read += len(piece)
        held += piece
        n_records = max(0, (len(held) - footer) // size)
        for start in range(0, n_records * size, size):
            yield (held[start : start + size],)
        held = held[n_records * size :]
    excess = len(held) - footer
    if n_read < header or excess:
        rule = f"a header of {header}, records of {size}, and a footer of {footer}"
        where = f", from byte {n_read - len(held)} on" if excess > 0 else ""
        what = f"{excess} too many{where}" if excess > 0 else "too few"
        raise InvalidArgumentError(
            f"{name} has {n_read} bytes, which are {what}: the file has {rule} bytes.",
            hint="Is record_bytes the size of its records, or is the file cut off?",
        )


__all__: list[str] = []
