"""`ag.train.CheckpointManager`: the last checkpoints of a training, and no others."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from autograph.train import files
from autograph.train.checkpoint import Checkpoint
from graph.errors import InvalidArgumentError
from graph.origin import capture_exact

_SECONDS_PER_HOUR = 3600.0


class CheckpointManager:
    """Saves a checkpoint again and again, and deletes old ones.

    A manager for a directory goes on where an earlier one ended.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        directory: Any,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: float | None = None,
        checkpoint_name: str = "ckpt",
        step_counter: Any = None,
        checkpoint_interval: int | None = None,
        init_fn: Callable[[], Any] | None = None,
    ) -> None:
        """Begin, or go on with the checkpoints that the directory has.

        Args:
            checkpoint: What is saved.
            directory: Where.
            max_to_keep: How many are kept; None keeps all.
            keep_checkpoint_every_n_hours: One of so many hours is never deleted.
            checkpoint_name: What files are called: "ckpt" for ckpt-1, ckpt-2, ...
            step_counter: A variable, for `checkpoint_interval`.
            checkpoint_interval: `save` does nothing within so many steps.
            init_fn: Called by `restore_or_initialize` where there is nothing yet.

        Raises:
            InvalidArgumentError: A number is not positive; a name is none; an interval
                has no counter.
        """
        for name, value in (
            ("max_to_keep", max_to_keep),
            ("checkpoint_interval", checkpoint_interval),
            ("keep_checkpoint_every_n_hours", keep_checkpoint_every_n_hours),
        ):
            if value is not None and not value > 0:
                raise _wrong(f"{name} is {value}; it is positive, or None.")
        if not checkpoint_name or os.sep in checkpoint_name:
            raise _wrong(f"checkpoint_name is {checkpoint_name!r}, no name of files.")
        if checkpoint_interval is not None and step_counter is None:
            raise _wrong("checkpoint_interval needs a step_counter.")
        self._checkpoint, self._init = checkpoint, init_fn
        self._folder = Path(os.fsdecode(directory))
        self._prefix = str(self._folder / checkpoint_name)
        self._most, self._name = max_to_keep, checkpoint_name
        self._counter, self._interval = step_counter, checkpoint_interval
        hours = keep_checkpoint_every_n_hours
        self._keep_s = None if hours is None else hours * _SECONDS_PER_HOUR
        self._names = files.read_state(self._folder)
        self._kept_at = time.time()
        self._last_step: int | None = None
        files.remove_parts(self._folder)

    @property
    def directory(self) -> str:
        """Where the checkpoints are."""
        return str(self._folder)

    @property
    def checkpoint_interval(self) -> int | None:
        """Within how many steps `save` does nothing."""
        return self._interval

    @property
    def checkpoints(self) -> list[str]:
        """The names of the checkpoints, the oldest first."""
        return [str(self._folder / name) for name in self._names]

    @property
    def latest_checkpoint(self) -> str | None:
        """The name of the last one; None where there is none."""
        return self.checkpoints[-1] if self._names else None

    def save(
        self,
        checkpoint_number: Any = None,
        check_interval: bool = True,
        options: Any = None,
    ) -> str | None:
        """Save, and delete what is too much.

        Args:
            checkpoint_number: A number in place of the next one.
            check_interval: Do nothing within the interval of steps?
            options: For calls written for TensorFlow.

        Returns:
            The name; None if nothing was saved.
        """
        del options
        step = None if self._counter is None else int(self._counter)
        if check_interval and self._interval is not None and step is not None:
            last = self._last_step
            if last is not None and step - last < self._interval:
                return None
        number = None if checkpoint_number is None else int(checkpoint_number)
        with files.UPDATING():
            path = self._checkpoint._write_numbered(self._prefix, number)
            self._last_step = step
            self._note(Path(path).name)
        return path

    def _note(self, name: str) -> None:
        """Let a new checkpoint be the last of the directory, and drop old ones."""
        self._names.pop(name, None)
        self._names[name] = time.time()
        dropped = []
        while self._most is not None and len(self._names) > self._most:
            oldest = next(iter(self._names))
            at = self._names.pop(oldest)
            if self._keep_s is not None and at - self._kept_at >= self._keep_s:
                self._kept_at = at  # it stays, and is not counted
            else:
                dropped.append(oldest)
        # What it names is there, whenever the process ends.
        files.write_state(self._folder, self._names)
        for each in dropped:
            (self._folder / (each + files.SUFFIX)).unlink(missing_ok=True)

    def restore_or_initialize(self) -> str | None:
        """Restore the last checkpoint; call `init_fn` where there is none.

        Returns:
            The name of what was restored; None if nothing was.
        """
        latest = self.latest_checkpoint
        if latest is not None:
            self._checkpoint.restore(latest)
            self._last_step = None if self._counter is None else int(self._counter)
        elif self._init is not None:
            self._init()
        return latest


def _wrong(what: str) -> InvalidArgumentError:
    return InvalidArgumentError(f"CheckpointManager: {what}", origin=capture_exact())


__all__: list[str] = []
