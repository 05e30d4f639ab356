"""Files that elements are read from: their names, how they are packed, what can fail.

A data set of files has the stage `Files`: names, some of which only the run knows, and
a function that reads one open file. A file is opened when its first element is drawn,
and closed behind its last one, or when the iterator dies.
"""

from __future__ import annotations

import io
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import IO, Any, Final

import numpy as np

from autograph.data.dataset import Dataset
from autograph.data.elements import Element, Flat, component_of
from autograph.data.lives import Life
from autograph.data.stages import AUTOTUNE, Elements, Stage, threads_of
from autograph.data.texts import path_as_text
from graph import dtypes
from graph.errors import (
    DataLossError,
    DTypeError,
    InvalidArgumentError,
    NotFoundError,
)
from graph.origin import capture_exact
from graph.tensor import EagerTensor

#: What a file may be compressed as.
COMPRESSIONS: Final = ("", "GZIP", "ZLIB")
# How many bytes are read of a file at once where that is left to us.
_BUFFER_BYTES: Final = 256 * 1024

Read = Callable[[IO[bytes], str], Iterable[Flat]]


@dataclass(frozen=True, eq=False)
class Files(Stage):
    """What is read from files, one after another.

    Attributes:
        names: Their names: arrays of text, symbolic tensors, and data sets of names.
        read: Gives the elements in an open file, which has a name.
        said: What these look like.
        compression: One of `COMPRESSIONS`.
        buffer_bytes: How many bytes are read at once; None leaves it to us.
    """

    names: tuple[Any, ...]
    read: Read
    said: Element
    compression: str = ""
    buffer_bytes: int | None = None

    @cached_property
    def element(self) -> Element:
        """What its elements look like."""
        return self.said

    @property
    def inputs(self) -> Sequence[Stage]:
        """The data sets of names."""
        return [each for each in self.names if isinstance(each, Stage)]

    def run(self, life: Life) -> Elements:
        """Read the files."""
        current = _Current()
        close = life.at_end(current.close)
        try:
            for name in self._known_names(life):
                with opened(name, self.compression, self.buffer_bytes) as file:
                    current.file = file
                    yield from self._read(file, name)
        finally:
            close()

    def _read(self, file: IO[bytes], name: str) -> Elements:
        try:
            yield from self.read(file, name)
        except (EOFError, zlib.error) as error:
            raise _badly_packed(name, self.compression, error) from error

    def _known_names(self, life: Life) -> Iterator[str]:
        for each in self.names:
            rows: Any = each.run(life) if isinstance(each, Stage) else [(each,)]
            for (names,) in rows:
                array = np.asarray(names, object)
                yield from map(os.fsdecode, array.ravel().tolist())


class _Current:
    """The file that is being read."""

    file: IO[bytes] | None = None

    def close(self) -> None:
        """Close it."""
        if self.file is not None:
            self.file.close()


# -- Names ----------------------------------------------------------------------------


def names_of(given: Any, what: str) -> tuple[Any, ...]:
    """Return the names of files, for `Files`.

    Args:
        given: A name; a list, an array or a tensor of names; or a data set of them.
        what: What takes them, in an error.

    Raises:
        DTypeError: They are no text.
    """
    if isinstance(given, Dataset):
        specs = given._stage.element.specs
        if len(specs) == 1 and getattr(specs[0], "dtype", None) is dtypes.string:
            return (given._stage,)
        found: Any = given.element_spec
    else:
        array, spec = component_of(path_as_text(given), what)
        if getattr(spec, "dtype", None) is dtypes.string:
            return (array,)
        if getattr(spec, "shape", None) == (0,):  # an empty list is one of anything
            return ()
        found = spec
    raise DTypeError(
        f"{what}: the names of files are {found}, not text.",
        origin=capture_exact(),
        hint="Give a name, a list or a tensor of names, or a data set of them.",
    )


def read_from(
    filenames: Any,
    what: str,
    read: Read,
    said: Element,
    compression_type: Any,
    buffer_size: Any,
    num_parallel_reads: Any = None,
    kind: type[Files] = Files,
) -> Stage:
    """Return the stage of a data set of files; they are opened when it is drawn from.

    Args:
        filenames: A name; a list or a tensor of names; or a data set of them.
        what: What takes them, in an error.
        read: Gives the elements in an open file, which has a name.
        said: What these look like.
        compression_type: "GZIP", "ZLIB", or "" for none.
        buffer_size: How many bytes are read at once.
        num_parallel_reads: How many files are read by turns: see `in_turn`.
        kind: The stage that reads files.
    """
    names = names_of(filenames, what)
    compression = compression_of(compression_type)
    size = bytes_at_once(buffer_size)

    def make(names: tuple[Any, ...]) -> Stage:
        return kind(names, read, said, compression, size)

    return in_turn(names, make, num_parallel_reads)


def in_turn(
    names: tuple[Any, ...], make: Callable[[tuple[Any, ...]], Stage], reads: Any
) -> Stage:
    """Return the stage that reads files: one after another, or several by turns.

    Args:
        names: Their names.
        make: Makes the stage that reads files with names.
        reads: How many files are read by turns, each ahead by a thread; AUTOTUNE for
            as many as there are CPUs; None for one after another.

    Raises:
        InvalidArgumentError: It is no such number.
    """
    if isinstance(reads, EagerTensor):
        reads = reads.numpy()[()]
    if reads is None:
        return make(names)
    if isinstance(reads, bool) or not isinstance(reads, (int, np.integer)):
        raise DTypeError(
            f"num_parallel_reads is {reads!r}, not an integer.",
            origin=capture_exact(),
        )
    if reads < 1 and reads != AUTOTUNE:
        raise InvalidArgumentError(
            f"num_parallel_reads is {reads}; it is at least 1, or AUTOTUNE.",
            origin=capture_exact(),
        )
    cycle = threads_of(int(reads))
    datasets = [_dataset_of(each) for each in names]
    if not datasets or cycle == 1:
        return make(names)
    whole = datasets[0]
    for each in datasets[1:]:
        whole = whole.concatenate(each)
    read = whole.interleave(
        lambda name: Dataset(make(names_of(name, "a data set of files"))),
        cycle_length=cycle,
        num_parallel_calls=cycle,
    )
    return read._stage


def _dataset_of(names: Any) -> Dataset:
    is_stage = isinstance(names, Stage)
    found = Dataset(names) if is_stage else Dataset.from_tensors(names)
    while found.element_spec.shape:
        found = found.unbatch()
    return found


# -- Files ----------------------------------------------------------------------------


def compression_of(given: Any) -> str:
    """Return how a file is compressed: one of `COMPRESSIONS`.

    Raises:
        InvalidArgumentError: There is no such way.
    """
    found = given
    if isinstance(given, EagerTensor):
        found = given.numpy()
    if isinstance(found, bytes):
        found = found.decode(errors="replace")
    found = "" if found is None else found
    if isinstance(found, str) and found in COMPRESSIONS:
        return found
    raise InvalidArgumentError(
        f"compression_type is {given!r}.",
        origin=capture_exact(),
        hint="It is 'GZIP', 'ZLIB', or '' for none.",
    )


def bytes_at_once(given: Any) -> int | None:
    """Return how many bytes are read at once; None where that is left to us.

    Raises:
        InvalidArgumentError: It is negative, or no number.
    """
    found = given.numpy()[()] if isinstance(given, EagerTensor) else given
    if found is None:
        return None
    is_number = isinstance(found, (int, np.integer)) and not isinstance(found, bool)
    if is_number and found >= 0:
        return int(found)
    raise InvalidArgumentError(
        f"buffer_size is {given!r}; it is a number of bytes, or None.",
        origin=capture_exact(),
    )


def opened(
    name: str, compression: str = "", buffer_bytes: int | None = None
) -> IO[bytes]:
    """Open a file to read its bytes, without their compression.

    Raises:
        NotFoundError: There is no such file.
    """
    size = buffer_bytes if buffer_bytes and buffer_bytes > 1 else _BUFFER_BYTES
    try:
        file = open(name, "rb", buffering=size)  # noqa: PTH123, SIM115  # any name
    except FileNotFoundError:
        raise not_found(name) from None
    if not compression:
        return file
    return io.BufferedReader(Unpacked(file, compression), size)


def not_found(name: str) -> NotFoundError:
    """Return the error for a file that is not there."""
    found = NotFoundError(
        f"there is no file {name!r}.",
        hint=f"The working directory is {os.getcwd()!r}."  # noqa: PTH109  # for its text
        if not os.path.isabs(name)  # noqa: PTH117  # likewise
        else "Nor is a name a pattern: ag.io.matching_files(pattern) finds files.",
    )
    found.filename = name
    return found


class Unpacked(io.RawIOBase):
    """The bytes that an open file holds compressed; closes the file with itself.

    What comes before damage is given, which `gzip.GzipFile` does not do.

    Source:  RFC 1950; RFC 1952, 2.2: the members of a gzip file follow each other
    """

    def __init__(self, file: IO[bytes], compression: str) -> None:
        """Begin at the first byte."""
        self._file, self._is_gzip = file, compression == "GZIP"
        self._inflate, self._has_begun = self._new(), False

    def _new(self) -> Any:
        bits = zlib.MAX_WBITS
        return zlib.decompressobj(bits + 16 if self._is_gzip else bits)

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, into: Any) -> int:
        """Fill a buffer, as far as one step goes; 0 at the end.

        Raises:
            EOFError: There is no end.
            zlib.error: There is something else than what is compressed.
        """
        found = b""
        while not found:
            if self._inflate.eof or not self._has_begun:
                packed = self._next_member()
                if not packed:
                    return 0
            else:
                packed = self._inflate.unconsumed_tail
                packed = packed or self._file.read(_BUFFER_BYTES)
            found = self._inflate.decompress(packed, len(into))
            if not (packed or found or self._inflate.eof):
                raise EOFError("it is cut off")
        into[: len(found)] = found
        return len(found)

    def _next_member(self) -> bytes:
        """Begin another member; return its first bytes, none if there is none."""
        packed = self._inflate.unused_data or self._file.read(_BUFFER_BYTES)
        if not self._has_begun:
            if not packed and not self._is_gzip:
                raise EOFError("it is empty")
            self._has_begun = True
            return packed
        if self._is_gzip:
            while packed and not packed.lstrip(b"\0"):  # zeros may fill it up
                packed = self._file.read(_BUFFER_BYTES)
            packed = packed.lstrip(b"\0")
        elif packed:
            raise zlib.error("there are bytes behind the end")
        if packed:
            self._inflate = self._new()
        return packed

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()


def _badly_packed(name: str, compression: str, error: Exception) -> DataLossError:
    found = DataLossError(
        f"{name} is no whole {compression} file: {str(error).rstrip('.')}.",
        hint="Is it compressed, and in this way? compression_type is 'GZIP', 'ZLIB', "
        "or '' for none.",
    )
    found.filename = name
    return found


def damaged(name: str, place: int, what: str, compression: str = "") -> DataLossError:
    """Return the error for a file that is corrupt from some byte on."""
    where = f"byte {place}{' of what it unpacks to' if compression else ''}"
    found = DataLossError(
        f"{name} is damaged at {where}: {what}.",
        hint="What comes before was read. Write the file anew.",
    )
    found.filename = name
    return found


__all__: list[str] = []
