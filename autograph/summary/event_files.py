"""Files of events: records with checksums, as TFRecord files have them.

Events are collected and written a few at a time, in the thread that adds one: there is
no thread. A child of a fork leaves what its parent has collected to that, and writes
its own events to a file of its own.

Source:  TensorFlow's tutorial "TFRecord", "TFRecords format details"
"""

from __future__ import annotations

import io
import itertools
import os
import socket
import struct
import time
from pathlib import Path
from typing import Final

from autograph.data.checksums import masked_crc32c
from autograph.summary.messages import first_event
from graph.errors import FailedPreconditionError
from graph.locks import Lock, n_forks

# How many files this process, or a parent of it, has begun: part of their names.
_N_FILES: Final = itertools.count()


def framed(data: bytes) -> bytes:
    """Return a record: its length, its data, and a checksum of each."""
    length = struct.pack("<Q", len(data))
    checks = (struct.pack("<I", masked_crc32c(part)) for part in (length, data))
    return length + next(checks) + data + next(checks)


class EventFile:
    """A file of events in a directory, which is made if it is not there.

    Args:
        directory: Where the file is.
        suffix: What its name ends with.
        max_events: How many events are collected before they are written.
        max_wait_s: For how long they are collected; counted when one is added.

    Raises:  OSError if the file cannot be made, or written
    """

    def __init__(
        self, directory: Path, suffix: str, max_events: int, max_wait_s: float
    ) -> None:
        """Begin the file."""
        self._directory, self._suffix = directory, suffix
        self._max_events, self._max_wait_s = max_events, max_wait_s
        self._is_closed = False
        # Guards the file and what is collected.
        self._lock = Lock()
        self._begin()

    @property
    def path(self) -> Path:
        """Where the file of this process is."""
        with self._lock():
            self._check_process()
            return self._path

    def add(self, event: bytes) -> None:
        """Add an event.

        Raises:
            FailedPreconditionError: The file is closed.
        """
        record = framed(event)
        with self._lock():
            if self._is_closed:
                raise FailedPreconditionError(
                    f"the writer of summaries to {self._directory} is closed.",
                    hint="Make another one: ag.summary.create_file_writer(logdir).",
                )
            self._check_process()
            self._pending += record
            self._n_pending += 1
            waited_s = time.monotonic() - self._written_at_s
            if self._n_pending >= self._max_events or waited_s >= self._max_wait_s:
                self._write()

    def flush(self) -> None:
        """Write what is collected."""
        with self._lock():
            if not self._is_closed and self._n_forks == n_forks():
                self._write()

    def close(self) -> None:
        """Write what is collected, and take no more."""
        with self._lock():
            if self._is_closed:
                return
            self._is_closed = True
            try:
                if self._n_forks == n_forks():
                    self._write()
            finally:
                self._file.close()

    def _begin(self) -> None:
        """Begin a file; its first event is written at once."""
        self._directory.mkdir(parents=True, exist_ok=True)
        now_s = time.time()
        name = (
            f"events.out.tfevents.{int(now_s):010d}.{socket.gethostname()}."
            f"{os.getpid()}.{next(_N_FILES)}.v2{self._suffix}"
        )
        self._path = self._directory / name
        # Without a buffer of Python's, which a child of a fork would write, too.
        self._file = io.FileIO(self._path, "xb")
        self._n_forks = n_forks()
        self._pending = bytearray(framed(first_event(now_s)))
        self._write()

    def _check_process(self) -> None:
        """Begin another file in the child of a fork."""
        if self._n_forks != n_forks():
            self._file.close()
            self._begin()

    def _write(self) -> None:
        # What a full disk leaves unwritten is kept.
        while self._pending:
            n_written = self._file.write(self._pending)
            del self._pending[:n_written]
        self._n_pending = 0
        self._written_at_s = time.monotonic()


__all__: list[str] = []
