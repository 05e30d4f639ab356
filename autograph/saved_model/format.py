"""The directory of a saved model: its files, and the manifest that names them.

    manifest.json      the number of the format; size and SHA-256 of each other file
    objects.json       modules, their attributes, functions, variables
    graphs.json        the graphs of functions
    values.npz         arrays, `0.npy`, `1.npy`, ...: numbers only, not compressed
    assets/NAME        files that came along

A directory is written beside its place, and put there as a whole. Only files that the
manifest names are read, and only where their size and hash are those that it says.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from graph.errors import (
    DataLossError,
    InvalidArgumentError,
    NotFoundError,
    UnimplementedError,
)
from graph.origin import capture_exact

T = TypeVar("T")

#: The number of the format that is written. Those up to it are read.
FORMAT: Final = 1
KIND: Final = "autograph.saved_model"
MANIFEST: Final = "manifest.json"
ASSETS: Final = "assets"
MAX_MANIFEST_BYTES: Final = 1 << 20
MAX_JSON_BYTES: Final = 1 << 28
_NAME: Final = re.compile(r"(?:assets/)?[A-Za-z0-9_][A-Za-z0-9_.\-]{0,199}")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class Hashing:
    """A stream that hashes what is written to a file, beside writing it.

    SHA-256 takes as long as all the rest: a thread is one piece behind.
    """

    def __init__(self, file: IO[bytes]) -> None:
        """Begin."""
        self._file, self._hash, self.size = file, hashlib.sha256(), 0
        self._thread = ThreadPoolExecutor(1)
        self._last: Future[None] = self._thread.submit(bool)  # type: ignore[arg-type]

    def write(self, data: Any) -> int:
        """Write bytes, which nobody changes."""
        self._last.result()
        self._last = self._thread.submit(self._hash.update, data)
        written = self._file.write(data)
        self.size += written
        return written

    def flush(self) -> None:
        """Do nothing: the file is flushed when it is closed."""

    def entry(self) -> dict[str, Any]:
        """Return what the manifest says of the file, and end."""
        self._last.result()
        self._thread.shutdown()
        return {"bytes": self.size, "sha256": self._hash.hexdigest()}


@contextmanager
def written(path: Path) -> Iterator[Callable[[str, Callable[[Any], None]], None]]:
    """Write the directory of a saved model, and put it in its place at the end.

    Gives what writes one file: its name, and a function that writes to a stream.

    Raises:
        InvalidArgumentError: There is something else at the place.
    """
    _check_place(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    files: dict[str, Any] = {}

    def write_file(name: str, write: Callable[[Any], None]) -> None:
        target = made / name
        target.parent.mkdir(exist_ok=True)
        with target.open("wb") as file:
            stream = Hashing(file)
            write(stream)
            flush(file)
        files[name] = stream.entry()

    try:
        yield write_file
        manifest = {"kind": KIND, "format": FORMAT, "files": files}
        text = json.dumps(manifest, indent=1).encode()
        with (made / MANIFEST).open("wb") as file:
            file.write(text)
            flush(file)
        made.chmod(0o777 & ~_umask())
        _put(made, path)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def _put(made: Path, path: Path) -> None:
    if not path.exists():
        made.rename(path)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    path.rename(old / "old")
    made.rename(path)
    shutil.rmtree(old)


def _umask() -> int:
    found = os.umask(0o077)
    os.umask(found)
    return found


def flush(file: IO[bytes]) -> None:
    """See to it that a file is on the disk."""
    file.flush()
    os.fsync(file.fileno())


def _check_place(path: Path) -> None:
    if not path.exists():
        return
    is_ours = path.is_dir() and ((path / MANIFEST).is_file() or not any(path.iterdir()))
    if not is_ours:
        raise InvalidArgumentError(
            f"saved_model.save: {path} is there, and is no saved model.",
            origin=capture_exact(),
            hint="Give the name of a new directory, or of a saved model to replace.",
        )


# -- Reading --------------------------------------------------------------------------


class Saved:
    """The files of a saved model, each checked when it is read.

    Attributes:
        path: The directory.
        format: The number of its format.
    """

    def __init__(self, path: Path) -> None:
        """Read the manifest.

        Raises:
            NotFoundError: There is no saved model.
            UnimplementedError: It is of a newer format.
            DataLossError: It is damaged.
        """
        self.path = path
        target = path / MANIFEST
        if not target.is_file():
            raise NotFoundError(
                f"saved_model.load: there is no saved model in {path}: it has no "
                f"{MANIFEST}.",
                origin=capture_exact(),
                hint="Give the directory that saved_model.save has written.",
            )
        data = json_of(_read(target, MAX_MANIFEST_BYTES), target)
        if not isinstance(data, dict) or data.get("kind") != KIND:
            raise damaged(target, "it is no manifest of a saved model")
        self.format = data.get("format")
        if type(self.format) is not int or self.format < 1:
            raise damaged(target, f"there is no format {str(self.format)[:40]!r}")
        if self.format > FORMAT:
            raise UnimplementedError(
                f"saved_model.load: {path} is of format {self.format}; this version of "
                f"the library reads formats up to {FORMAT}.",
                origin=capture_exact(),
                hint="Load it with the version that has written it, or a newer one.",
            )
        self._files: Mapping[str, Any] = data.get("files", {})
        if not isinstance(self._files, dict):
            raise damaged(target, "it names no files")
        for name, entry in self._files.items():
            if not _NAME.fullmatch(name) or not _is_entry(entry):
                raise damaged(target, f"{name[:60]!r} is no file of a saved model")

    def names(self) -> list[str]:
        """Return the names of the files."""
        return list(self._files)

    def read(
        self, name: str, parse: Callable[[bytes], T], most: int | None = None
    ) -> T:
        """Return what is in a file.

        Args:
            name: Its name.
            parse: Reads the bytes, which are hashed beside that.
            most: How many bytes it may have, at most.

        Raises:
            DataLossError: It is not the file that was written.
        """
        target = self.checked(name)
        entry = self._files[name]
        data = _read(target, entry["bytes"] if most is None else most)
        if len(data) != entry["bytes"]:
            raise damaged(target, f"it has not {entry['bytes']} bytes")
        with ThreadPoolExecutor(1) as thread:
            digest = thread.submit(lambda: hashlib.sha256(data).hexdigest())
            found = parse(data)
        if digest.result() != entry["sha256"]:
            raise damaged(target, "its SHA-256 is not that of the manifest")
        return found

    def json(self, name: str) -> Any:
        """Return what a file of JSON says."""
        path = self.path / name
        return self.read(name, lambda data: json_of(data, path), MAX_JSON_BYTES)

    def checked(self, name: str) -> Path:
        """Return the path of a file that the manifest names, and that is one.

        Raises:
            DataLossError: It is not.
        """
        target = self.path / name
        if name not in self._files:
            raise damaged(self.path / MANIFEST, f"it does not name {name[:60]!r}")
        if target.parent != self.path and target.parent.is_symlink():
            raise damaged(target, "its directory is a link")
        if target.is_symlink() or not target.is_file():
            raise damaged(target, "it is no file")
        return target


def _is_entry(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and type(entry.get("bytes")) is int
        and entry["bytes"] >= 0
        and isinstance(entry.get("sha256"), str)
        and _DIGEST.fullmatch(entry["sha256"]) is not None
    )


def _read(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_size > most:
            raise damaged(path, f"it has {found.st_size} bytes, more than {most}")
        return file.read()


def json_of(data: bytes, path: Path) -> Any:
    """Return what JSON says.

    Raises:
        DataLossError: It is none.
    """
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise damaged(path, f"it is no JSON: {error}") from None


def damaged(path: Path, why: str) -> DataLossError:
    """Return the error about a file that is not as it was written."""
    return DataLossError(
        f"{path} is damaged: {why}.",
        origin=capture_exact(),
        hint="Save the model again, or take it from where it is whole.",
    )


__all__: list[str] = []
