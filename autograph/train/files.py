"""The files of checkpoints: each is written beside its place, and then put there.

A checkpoint is a `.npz` file of NumPy's: a member for each variable, by its path, and
`.checkpoint.npy`, whose bytes are JSON: what is no array of numbers. In a directory of
checkpoints a file `checkpoint` says which there are. Whenever the process is killed,
either file is the old one or the new one.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from autograph import array_archives
from autograph.array_archives import ArchiveError
from graph.errors import DataLossError, NotFoundError, UnimplementedError
from graph.locks import Lock
from graph.origin import capture_exact

FORMAT: Final = 1
SUFFIX: Final = ".npz"
STATE: Final = "checkpoint"
# Guards the files that say which checkpoints there are, between reading and writing.
UPDATING: Final = Lock()
_KIND: Final = "autograph.checkpoint"
_META: Final = ".checkpoint"  # no path has a dot
_PART: Final = ".part"


@dataclass
class Content:
    """What is in a checkpoint, by path.

    Attributes:
        arrays: Values of variables; of text, arrays of objects.
        positions: Where iterators stood.
        streams: The states of generators of random numbers.
        aliases: Other paths of what has one.
    """

    arrays: dict[str, Any] = field(default_factory=dict)
    positions: dict[str, Any] = field(default_factory=dict)
    streams: dict[str, list[int]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)

    @property
    def paths(self) -> set[str]:
        """All paths."""
        return {*self.arrays, *self.positions, *self.streams}


def write(path: Path, content: Content) -> None:
    """Write a checkpoint; what is there already stays until it is whole."""
    texts = {
        name: [list(array.shape), list(map(_hex, array.ravel().tolist()))]
        for name, array in content.arrays.items()
        if array.dtype.hasobject
    }
    data = {
        "kind": _KIND,
        "format": FORMAT,
        "texts": texts,
        "positions": content.positions,
        "streams": content.streams,
        "aliases": content.aliases,
    }
    meta = np.frombuffer(json.dumps(data).encode(), np.uint8)
    numbers = {k: v for k, v in content.arrays.items() if k not in texts}
    replace(path, lambda file: array_archives.write(file, {**numbers, _META: meta}))


def _hex(text: bytes | str) -> str:
    return (text.encode() if isinstance(text, str) else text).hex()


def read(path: Path) -> Content:
    """Return what is in a checkpoint.

    Raises:
        NotFoundError: There is none.
        UnimplementedError: It is of a newer format.
        DataLossError: It is damaged.
    """
    if not path.is_file():
        raise NotFoundError(
            f"there is no checkpoint {path}.",
            origin=capture_exact(),
            hint="ag.train.latest_checkpoint(directory) returns the name of the last.",
        )
    try:
        arrays = array_archives.read(path.read_bytes(), is_checked=False)
        data = json.loads(arrays.pop(_META).tobytes())
        if data["kind"] != _KIND:
            raise ValueError("it is no checkpoint")
        if data["format"] > FORMAT:
            raise UnimplementedError(
                f"{path} is of format {data['format']}; this version of the library "
                f"reads formats up to {FORMAT}.",
                origin=capture_exact(),
            )
        for name, (shape, texts) in data["texts"].items():
            flat = np.empty(len(texts), object)
            flat[:] = [bytes.fromhex(text) for text in texts]
            arrays[name] = flat.reshape(shape)
        rest = (data["positions"], data["streams"], data["aliases"])
        return Content(arrays, *rest)
    except (ArchiveError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise DataLossError(
            f"the checkpoint {path} is damaged: {error}.",
            origin=capture_exact(),
            hint="Restore an older one.",
        ) from error


def replace(path: Path, write_to: Callable[[Any], None]) -> None:
    """Write a file, and put it in its place as a whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(_PART, f".{path.name}.", path.parent)
    made = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            write_to(file)
            file.flush()
            os.fsync(file.fileno())
        made.replace(path)
    except BaseException:
        made.unlink(missing_ok=True)
        raise
    sync(path.parent)


def sync(folder: Path) -> None:
    """See to it that the names in a directory are on the disk."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def remove_parts(folder: Path) -> None:
    """Remove what processes have left behind that were killed while they wrote."""
    for path in folder.glob(f".*{_PART}"):
        path.unlink(missing_ok=True)


# -- Which checkpoints there are ------------------------------------------------------


def write_state(folder: Path, names: Mapping[str, float]) -> None:
    """Write which checkpoints a directory has: names, with the time of each."""
    text = json.dumps({"kind": _KIND, "format": FORMAT, "checkpoints": dict(names)})
    replace(folder / STATE, lambda file: file.write(text.encode()))


def read_state(folder: Path) -> dict[str, float]:
    """Return the names of the checkpoints of a directory, and the time of each.

    The oldest comes first; none where there is no such file.

    Raises:
        DataLossError: The file is damaged.
    """
    path = folder / STATE
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_bytes())
        found = {str(name): float(at) for name, at in data["checkpoints"].items()}
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise DataLossError(
            f"{path} is damaged: {error}.",
            origin=capture_exact(),
            hint="Remove it; the checkpoints themselves can be restored by name.",
        ) from error
    return {name: at for name, at in found.items() if (folder / name).parent == folder}


__all__: list[str] = []
