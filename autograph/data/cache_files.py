"""Elements that are kept in a file: `Dataset.cache(filename)`.

The file is a sequence of arrays in NumPy's own format, one for each component of each
element, behind a line that says what they look like. Text is kept as its bytes, with
the lengths. It is written under another name and renamed at the end of an iteration, so
that a file is whole or not there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from autograph.data.elements import Flat, as_array
from autograph.data.lives import Life
from autograph.data.stages import Elements, Over, Stage
from graph import dtypes
from graph.errors import InvalidArgumentError

_MAGIC = "autograph cache 1"


@dataclass(frozen=True, eq=False)
class FileCached(Over):
    """Elements that are read from a file, or drawn and written to it."""

    input: Stage
    filename: str

    def run(self, life: Life) -> Elements:
        """Return them."""
        is_there = Path(self.filename).exists()
        return self._read() if is_there else self._write(life)

    def _header(self) -> str:
        return json.dumps([_MAGIC, [str(each) for each in self.element.specs]])

    def _write(self, life: Life) -> Iterator[Flat]:
        part = Path(f"{self.filename}.{os.getpid()}.part")
        with part.open("wb") as file:
            file.write(f"{self._header()}\n".encode())
            for element in self.input.run(life):
                for value, spec in zip(element, self.element.specs, strict=True):
                    _write_array(file, as_array(value, spec))
                yield element
        part.replace(self.filename)

    def _read(self) -> Iterator[Flat]:
        with Path(self.filename).open("rb") as file:
            if file.readline().decode(errors="replace").rstrip("\n") != self._header():
                raise InvalidArgumentError(
                    f"{self.filename} is not a cache of elements {self.element.spec}.",
                    hint="Remove the file, or give the cache another one.",
                )
            specs = self.element.specs
            while file.peek(1):
                yield tuple(
                    _read_array(file, self.filename, spec.dtype is dtypes.string)
                    for spec in specs
                )


def _write_array(file: IO[bytes], array: Any) -> None:
    if not array.dtype.hasobject:
        np.lib.format.write_array(file, np.asarray(array), allow_pickle=False)
        return
    parts = [_as_bytes(each) for each in array.ravel().tolist()]
    lengths = np.array([len(each) for each in parts], np.int64).reshape(array.shape)
    for each in (lengths, np.frombuffer(b"".join(parts), np.uint8)):
        np.lib.format.write_array(file, each, allow_pickle=False)


def _as_bytes(text: Any) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _read_array(file: IO[bytes], filename: str, is_text: bool) -> Any:
    place = file.tell()
    try:
        array = np.lib.format.read_array(file, allow_pickle=False)
        if not is_text:
            return array if array.ndim else array[()]
        data = np.lib.format.read_array(file, allow_pickle=False).tobytes()
    except ValueError as error:
        raise InvalidArgumentError(
            f"{filename} is damaged at byte {place}: {error}",
            hint="Remove the file; it is made anew then.",
        ) from None
    ends = np.cumsum(array.ravel())
    found = np.empty(array.size, object)
    found[:] = [
        data[end - length : end]
        for end, length in zip(ends, array.ravel(), strict=True)
    ]
    return found.reshape(array.shape)


__all__: list[str] = []
