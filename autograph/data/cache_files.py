"""Elements that are kept in a file: `Dataset.cache(filename)`.

The file is a sequence of arrays in NumPy's own format, one for each component of each
element, behind a line that says what they look like. Text is kept as its bytes, with
the lengths. It is written under another name and renamed at the end of an iteration, so
that a file is whole or not there.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

import numpy as np

from autograph.data.elements import Flat, as_array
from autograph.data.lives import Life
from autograph.data.stages import Elements, Over, Stage
from graph import dtypes
from graph.errors import InvalidArgumentError, NotFoundError

_MAGIC = "autograph cache 1"
# How many files this process, or a parent of it, has begun: part of their names.
_N_PARTS: Final = itertools.count()


@dataclass(frozen=True, eq=False)
class FileCached(Over):
    """Elements that are read from a file, or drawn and written to it."""

    input: Stage
    filename: Any

    def run(self, life: Life) -> Elements:
        """Return them."""
        name: Any = np.asarray(self.filename, object)[()]
        path = Path(os.fsdecode(name))
        return self._read(path) if path.exists() else self._write(path, life)

    def _header(self) -> str:
        return json.dumps([_MAGIC, [str(each) for each in self.element.specs]])

    def _write(self, path: Path, life: Life) -> Iterator[Flat]:
        # Several iterators may be under way, also in other processes.
        part = path.with_name(f"{path.name}.{os.getpid()}.{next(_N_PARTS)}.part")
        try:
            file = part.open("wb")
        except FileNotFoundError:
            raise NotFoundError(
                f"Dataset.cache: there is no directory for the file {str(path)!r}.",
                hint="Make it: os.makedirs(os.path.dirname(path), exist_ok=True).",
            ) from None
        end = life.at_end(lambda: part.unlink(missing_ok=True))
        try:
            with file:
                file.write(f"{self._header()}\n".encode())
                for element in self.input.run(life):
                    for value, spec in zip(element, self.element.specs, strict=True):
                        _write_array(file, as_array(value, spec))
                    yield element
            part.replace(path)
        finally:
            end()

    def _read(self, path: Path) -> Iterator[Flat]:
        with path.open("rb") as file:
            if file.readline().decode(errors="replace").rstrip("\n") != self._header():
                raise InvalidArgumentError(
                    f"{path} is not a cache of elements {self.element.spec}.",
                    hint="Remove the file, or give the cache another one.",
                )
            specs = self.element.specs
            while file.peek(1):
                yield tuple(
                    _read_array(file, str(path), spec.dtype is dtypes.string)
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
