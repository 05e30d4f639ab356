"""`ag.keras.callbacks`: what happens between the batches and epochs of `fit`.

    stop = ag.keras.callbacks.EarlyStopping(patience=3, restore_best_weights=True)
    model.fit(x, y, epochs=100, validation_split=0.2, callbacks=[stop])

A callback of your own is a subclass of `Callback` with some of its methods. They are
plain Python, and are never staged.
"""

from __future__ import annotations

import csv
import math
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

import numpy as np

from autograph.data.progress import shown_bar_class
from autograph.summary import create_file_writer, scalar
from graph.convert import shown
from graph.errors import DTypeError, InvalidArgumentError
from graph.origin import capture_exact

Logs = Mapping[str, Any] | None


class Callback:
    """The base class: each method is called at its time, and does nothing by itself.

    Attributes:
        model: The model.
        params: A dict: `epochs`, `steps` (None if not known), `verbose`, and whether
            there is validation, `do_validation`.
    """

    def __init__(self) -> None:
        """Begin without a model; subclasses need not call this."""

    model: Any = None
    params: Mapping[str, Any] = {}

    def set_model(self, model: Any) -> None:
        """Take the model, before all else."""
        self.model = model

    def set_params(self, params: Mapping[str, Any]) -> None:
        """Take the settings, before all else."""
        self.params = params

    def on_train_begin(self, logs: Logs = None) -> None:
        """Is called at the start of `fit`."""

    def on_train_end(self, logs: Logs = None) -> None:
        """Is called at the end of `fit`."""

    def on_epoch_begin(self, epoch: int, logs: Logs = None) -> None:
        """Is called at the start of an epoch; these count from 0."""

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Is called at the end of an epoch.

        Args:
            epoch: Its number.
            logs: The loss and the metrics, and those of validation as `val_...`: a
                dict, to which a callback may add.
        """

    def on_train_batch_begin(self, batch: int, logs: Logs = None) -> None:
        """Is called before a step of training."""

    def on_train_batch_end(self, batch: int, logs: Logs = None) -> None:
        """Is called after a step; the logs are the means of the epoch so far."""

    def on_test_begin(self, logs: Logs = None) -> None:
        """Is called at the start of `evaluate`, and of validation."""

    def on_test_end(self, logs: Logs = None) -> None:
        """Is called at the end of `evaluate`, and of validation."""

    def on_test_batch_begin(self, batch: int, logs: Logs = None) -> None:
        """Is called before a batch is evaluated."""

    def on_test_batch_end(self, batch: int, logs: Logs = None) -> None:
        """Is called after a batch was evaluated."""

    def on_predict_begin(self, logs: Logs = None) -> None:
        """Is called at the start of `predict`."""

    def on_predict_end(self, logs: Logs = None) -> None:
        """Is called at the end of `predict`."""

    def on_predict_batch_begin(self, batch: int, logs: Logs = None) -> None:
        """Is called before the predictions of a batch."""

    def on_predict_batch_end(self, batch: int, logs: Logs = None) -> None:
        """Is called after the predictions of a batch."""


class CallbackList:
    """Callbacks, called in order.

    Args:
        callbacks: What `fit` was given.
        model: The model.
        params: See `Callback`.

    Raises:
        DTypeError: One is no callback.
    """

    def __init__(self, callbacks: Any, model: Any, **params: Any) -> None:
        """Give all of them the model."""
        given = [] if callbacks is None else callbacks
        self.callbacks = list(given) if isinstance(given, Iterable) else [given]
        for each in self.callbacks:
            if not isinstance(each, Callback):
                raise DTypeError(
                    f"{shown(each)} is no callback.",
                    origin=capture_exact(),
                    hint="Pass a list of instances of ag.keras.callbacks.Callback.",
                )
        for each in self.callbacks:
            each.set_params(params)
            each.set_model(model)

    def all(self, hook: str) -> Callable[..., None] | None:
        """Return what calls a method of all callbacks; None if none defines it."""
        default = getattr(Callback, hook)
        methods = [
            getattr(each, hook)
            for each in self.callbacks
            if getattr(type(each), hook) is not default or hook in vars(each)
        ]
        if not methods:
            return None

        def call(*args: Any) -> None:
            for method in methods:
                method(*args)

        return call

    def call(self, hook: str, *args: Any) -> None:
        """Call a method of all callbacks."""
        for each in self.callbacks:
            getattr(each, hook)(*args)


class History(Callback):
    """What `fit` returns: the logs of all epochs.

    Attributes:
        epoch: The numbers of the epochs.
        history: For each name in the logs a list, with a number for each epoch.
    """

    def __init__(self) -> None:
        super().__init__()
        self.epoch: list[int] = []
        self.history: dict[str, list[Any]] = {}

    def on_train_begin(self, logs: Logs = None) -> None:
        """Forget what was before."""
        self.epoch, self.history = [], {}

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Take note of the logs."""
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)


class LambdaCallback(Callback):
    """A callback made of functions: `LambdaCallback(on_epoch_end=print)`.

    Raises:
        InvalidArgumentError: There is no method of that name.
    """

    def __init__(self, **functions: Callable[..., Any]) -> None:
        super().__init__()
        for name, function in functions.items():
            if not name.startswith("on_") or not hasattr(Callback, name):
                raise InvalidArgumentError(
                    f"LambdaCallback: callbacks have no method {name!r}.",
                    origin=capture_exact(),
                    hint="They have on_epoch_end, on_train_batch_end, and others: see "
                    "ag.keras.callbacks.Callback.",
                )
            setattr(self, name, function)


# -- Callbacks that follow one of the logs ---------------------------------------------


class _Monitor(Callback):
    """A callback that tells by one of the logs whether an epoch was the best so far."""

    def __init__(self, monitor: str, mode: str, min_delta: float = 0.0) -> None:
        super().__init__()
        if mode not in {"auto", "min", "max"}:
            raise InvalidArgumentError(
                f"{type(self).__name__}: mode is {mode!r}.",
                origin=capture_exact(),
                hint='It is "auto", "min" or "max".',
            )
        rises = any(each in monitor for each in ("acc", "auc", "precision", "recall"))
        self.monitor = monitor
        self._sign = 1 if mode == "max" or (mode == "auto" and rises) else -1
        self._min_delta = abs(min_delta)
        self.best = -self._sign * math.inf

    def _is_better(self, value: float, than: float) -> bool:
        return self._sign * (value - than) > self._min_delta

    def _value(self, logs: Any) -> float | None:
        """Return what is followed; None in an epoch without validation.

        Raises:
            InvalidArgumentError: There is no such thing in the logs.
        """
        found = (logs or {}).get(self.monitor)
        if found is not None:
            return float(found)
        if self.monitor.startswith("val_") and self.params.get("do_validation"):
            return None
        raise InvalidArgumentError(
            f"{type(self).__name__} follows {self.monitor!r}, and the logs have "
            f"{', '.join(logs or ()) or 'nothing'}.",
            origin=capture_exact(),
            hint="Pass monitor=, or validation data to `fit`.",
        )


class EarlyStopping(_Monitor):
    """End training when something no longer gets better.

    Args:
        monitor: The name in the logs.
        min_delta: A smaller change is none.
        patience: How many epochs without a change for the better end the training.
        verbose: 1 to print when it ends.
        mode: "min" if small is good, "max" if large is; "auto" tells by the name.
        baseline: What the first epochs have to be better than.
        restore_best_weights: Is the model to have the weights of the best epoch then?
        start_from_epoch: Epochs before this one do not count.

    Attributes:
        stopped_epoch: The epoch at whose end training was ended; 0 if it was not.
        best_epoch: The best one.

    Raises:
        InvalidArgumentError: There is no such mode; at the end of an epoch, nothing of
            that name in the logs.
    """

    def __init__(
        self,
        monitor: str = "val_loss",
        min_delta: float = 0.0,
        patience: int = 0,
        verbose: int = 0,
        mode: str = "auto",
        baseline: float | None = None,
        restore_best_weights: bool = False,
        start_from_epoch: int = 0,
    ) -> None:
        super().__init__(monitor, mode, min_delta)
        self.patience, self.verbose = patience, verbose
        self.baseline, self.restore_best_weights = baseline, restore_best_weights
        self.start_from_epoch = start_from_epoch
        self.on_train_begin()

    def on_train_begin(self, logs: Logs = None) -> None:
        """Begin anew."""
        self.wait = self.stopped_epoch = self.best_epoch = 0
        self.best = -self._sign * math.inf
        self.best_weights: list[Any] | None = None

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Compare, and end training if it is time."""
        value = self._value(logs)
        if value is None or epoch < self.start_from_epoch:
            return
        if self.restore_best_weights and self.best_weights is None:
            self.best_weights, self.best_epoch = self.model.get_weights(), epoch
        self.wait += 1
        if self._is_better(value, self.best):
            self.best, self.best_epoch = value, epoch
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            if self.baseline is None or self._is_better(value, self.baseline):
                self.wait = 0
        elif self.wait >= self.patience and epoch > 0:
            self.stopped_epoch = epoch
            self.model.stop_training = True

    def on_train_end(self, logs: Logs = None) -> None:
        """Restore the weights of the best epoch."""
        if self.stopped_epoch and self.verbose:
            _say(f"Epoch {self.stopped_epoch + 1}: early stopping")
        if self.best_weights is not None:
            self.model.set_weights(self.best_weights)


class ModelCheckpoint(_Monitor):
    """Save the model, or its weights, at the end of epochs.

    Args:
        filepath: The path, with names of the logs and `epoch` in braces:
            "run/{epoch:02d}-{val_loss:.2f}".
        monitor: What the best epoch is told by, for `save_best_only`.
        verbose: 1 to print what is saved.
        save_best_only: Are only epochs saved that are the best so far?
        save_weights_only: True for a checkpoint of the weights, `Model.save_weights`;
            else the model is saved by `Model.save`.
        mode: See `EarlyStopping`.
        save_freq: "epoch", or after how many batches; then nothing is compared.

    Raises:
        InvalidArgumentError: There is no such mode, or `save_freq` is another; at the
            end of an epoch, the logs lack a name.
    """

    def __init__(
        self,
        filepath: Any,
        monitor: str = "val_loss",
        verbose: int = 0,
        save_best_only: bool = False,
        save_weights_only: bool = False,
        mode: str = "auto",
        save_freq: Any = "epoch",
    ) -> None:
        super().__init__(monitor, mode)
        is_number = isinstance(save_freq, int) and save_freq > 0
        if save_freq != "epoch" and not is_number:
            raise InvalidArgumentError(
                f"ModelCheckpoint: save_freq is {save_freq!r}.",
                origin=capture_exact(),
                hint='It is "epoch", or a number of batches.',
            )
        self.filepath, self.verbose = os.fsdecode(filepath), verbose
        self.save_best_only = save_best_only
        self.save_weights_only = save_weights_only
        self.save_freq = save_freq
        self._epoch = self._n_batches = 0

    def on_epoch_begin(self, epoch: int, logs: Logs = None) -> None:
        """Take note of the epoch."""
        self._epoch = epoch

    def on_train_batch_end(self, batch: int, logs: Logs = None) -> None:
        """Save, if enough batches have passed."""
        if self.save_freq == "epoch":
            return
        self._n_batches += 1
        if self._n_batches % self.save_freq == 0:
            self._save(self._epoch, logs, batch=batch + 1)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Save, if the epoch is one to be saved."""
        if self.save_freq != "epoch":
            return
        if self.save_best_only:
            value = self._value(logs)
            if value is None or not self._is_better(value, self.best):
                return
            self.best = value
        self._save(epoch, logs)

    def _save(self, epoch: int, logs: Any, **more: Any) -> None:
        try:
            path = self.filepath.format(epoch=epoch + 1, **(logs or {}), **more)
        except (KeyError, ValueError, IndexError) as error:
            raise InvalidArgumentError(
                f"ModelCheckpoint: {self.filepath!r} cannot be filled in with epoch, "
                f"{', '.join(logs or ())}: {error!r}.",
                origin=capture_exact(),
                hint="Braces hold names of the logs.",
            ) from None
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        save = self.model.save_weights if self.save_weights_only else self.model.save
        save(path)
        if self.verbose:
            _say(f"Epoch {epoch + 1}: saved {path}")


class ReduceLROnPlateau(_Monitor):
    """Reduce the learning rate when something no longer gets better.

    Args:
        monitor: The name in the logs.
        factor: What the rate is multiplied with, less than 1.
        patience: After how many epochs without a change for the better.
        verbose: 1 to print new rates.
        mode: See `EarlyStopping`.
        min_delta: A smaller change is none.
        cooldown: How many epochs after that do not count.
        min_lr: The rate does not get smaller.

    Raises:
        InvalidArgumentError: The factor is 1 or more, or there is no such mode.
    """

    def __init__(
        self,
        monitor: str = "val_loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: int = 0,
        mode: str = "auto",
        min_delta: float = 1e-4,
        cooldown: int = 0,
        min_lr: float = 0.0,
    ) -> None:
        super().__init__(monitor, mode, min_delta)
        if factor >= 1:
            raise InvalidArgumentError(
                f"ReduceLROnPlateau: factor is {factor!r}.",
                origin=capture_exact(),
                hint="It is less than 1.",
            )
        self.factor, self.patience, self.verbose = factor, patience, verbose
        self.cooldown, self.min_lr = cooldown, min_lr
        self.on_train_begin()

    def on_train_begin(self, logs: Logs = None) -> None:
        """Begin anew."""
        self.wait = self._cooling = 0
        self.best = -self._sign * math.inf

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Compare, and reduce the rate if it is time."""
        rate = _rate(self.model)
        logs["learning_rate"] = rate
        value = self._value(logs)
        if value is None:
            return
        if self._cooling:
            self._cooling -= 1
            self.wait = 0
        if self._is_better(value, self.best):
            self.best, self.wait = value, 0
        elif not self._cooling:
            self.wait += 1
            if self.wait >= self.patience and rate > self.min_lr:
                new = max(rate * self.factor, self.min_lr)
                self.model.optimizer.learning_rate = new
                self._cooling, self.wait = self.cooldown, 0
                if self.verbose:
                    _say(f"Epoch {epoch + 1}: the learning rate is {new:g}")


# -- Other callbacks -------------------------------------------------------------------


class LearningRateScheduler(Callback):
    """Set the learning rate at the start of each epoch.

    Args:
        schedule: Called with the number of the epoch and the rate; returns the new one.
        verbose: 1 to print it.

    Raises:
        DTypeError: At an epoch, the schedule returns no number.
    """

    def __init__(self, schedule: Callable[[int, float], Any], verbose: int = 0) -> None:
        super().__init__()
        self.schedule, self.verbose = schedule, verbose

    def on_epoch_begin(self, epoch: int, logs: Logs = None) -> None:
        """Set it."""
        rate = self.schedule(epoch, _rate(self.model))
        if not isinstance(rate, (int, float, np.number)):
            raise DTypeError(
                f"LearningRateScheduler: the schedule returned {shown(rate)}.",
                origin=capture_exact(),
                hint="It returns a number.",
            )
        self.model.optimizer.learning_rate = float(rate)
        if self.verbose:
            _say(f"Epoch {epoch + 1}: the learning rate is {float(rate):g}")

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Add it to the logs."""
        logs["learning_rate"] = _rate(self.model)


class TerminateOnNaN(Callback):
    """End training when the loss is infinite or not a number."""

    def on_train_batch_end(self, batch: int, logs: Logs = None) -> None:
        """Look at the loss."""
        loss = (logs or {}).get("loss")
        if loss is not None and not math.isfinite(loss):
            _say(f"Batch {batch}: the loss is {loss}, training ends")
            self.model.stop_training = True


class CSVLogger(Callback):
    """Write the logs of epochs as lines of a CSV file.

    Args:
        filename: The name of the file.
        separator: What is between values.
        append: Are lines added to a file that is there?
    """

    def __init__(
        self, filename: Any, separator: str = ",", append: bool = False
    ) -> None:
        super().__init__()
        self.filename, self.separator = os.fsdecode(filename), separator
        self.append = append
        self._names: list[str] = []
        self._file: IO[str] | None = None

    def on_train_begin(self, logs: Logs = None) -> None:
        """Open the file."""
        path = Path(self.filename)
        has_lines = self.append and path.exists() and path.stat().st_size > 0
        self._file = path.open(
            "a" if self.append else "w", newline="", encoding="utf-8"
        )
        self._names, self._has_lines = [], has_lines

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Write a line."""
        assert self._file is not None
        writer = csv.writer(self._file, delimiter=self.separator)
        if not self._names:
            self._names = list(logs)
            if self.params.get("do_validation"):
                missing = [f"val_{each}" for each in logs if f"val_{each}" not in logs]
                self._names += [x for x in missing if not x.startswith("val_val_")]
            if not self._has_lines:
                writer.writerow(["epoch", *self._names])
        writer.writerow([epoch, *(logs.get(name, "NA") for name in self._names)])
        self._file.flush()

    def on_train_end(self, logs: Logs = None) -> None:
        """Close it."""
        if self._file is not None:
            self._file.close()
        self._file = None


class TensorBoard(Callback):
    """Write the logs of epochs as summaries: `train` and `validation` in a directory.

    Args:
        log_dir: The directory.
    """

    def __init__(self, log_dir: Any = "logs") -> None:
        super().__init__()
        self.log_dir = os.fsdecode(log_dir)
        self._writers: dict[str, Any] = {}

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Write the numbers of an epoch, such as `epoch_loss`."""
        for name, value in (logs or {}).items():
            is_validation = name.startswith("val_")
            with self._writer("validation" if is_validation else "train").as_default():
                scalar(f"epoch_{name.removeprefix('val_')}", value, step=epoch)

    def _writer(self, name: str) -> Any:
        if name not in self._writers:
            path = os.path.join(self.log_dir, name)  # noqa: PTH118  # as it is given
            self._writers[name] = create_file_writer(path)
        return self._writers[name]

    def on_train_end(self, logs: Logs = None) -> None:
        """Close the files."""
        for each in self._writers.values():
            each.close()
        self._writers = {}


def _rate(model: Any) -> float:
    """Return the learning rate as it is now."""
    return float(model.optimizer.learning_rate)


# -- Progress --------------------------------------------------------------------------


class ProgbarLogger(Callback):
    """Show how far an epoch is: a bar by tqdm, or a line for each epoch.

    Args:
        is_bar: A bar, where tqdm is installed and there is a terminal or a notebook to
            show it in? Else a line that is printed at the end of the epoch.
    """

    #: How often a bar is drawn anew, at most.
    INTERVAL_S: Final = 0.1

    def __init__(self, is_bar: bool = True) -> None:
        super().__init__()
        self._bar_class = shown_bar_class() if is_bar else None
        self._bar: Any = None
        self._is_training = False
        self._n_seen = 0
        self._began = self._drawn = 0.0

    def _begin(self, title: str) -> None:
        self._began = self._drawn = time.perf_counter()
        self._title, self._n_seen = title, 0
        if self._bar_class is not None:
            total = self.params.get("steps")
            self._bar = self._bar_class(total=total, desc=title, unit="batch")

    def _batch(self, logs: Logs) -> None:
        self._n_seen += 1
        now = time.perf_counter()
        if self._bar is None or now - self._drawn < self.INTERVAL_S:
            return
        self._drawn = now
        self._bar.set_postfix_str(_text(logs, ", "), refresh=False)
        self._bar.update(self._n_seen - self._bar.n)

    def _end(self, logs: Logs) -> None:
        if self._bar is not None:
            self._bar.set_postfix_str(_text(logs, ", "), refresh=False)
            self._bar.update(self._n_seen - self._bar.n)
            self._bar.close()
            self._bar = None
            return
        seconds = time.perf_counter() - self._began
        parts = [self._title, f"{seconds:.2f}s", _text(logs, " - ")]
        _say(" - ".join(filter(None, parts)))

    def on_train_begin(self, logs: Logs = None) -> None:
        """Show no progress of validation of its own."""
        self._is_training = True

    def on_epoch_begin(self, epoch: int, logs: Logs = None) -> None:
        """Begin an epoch."""
        self._begin(f"Epoch {epoch + 1}/{self.params.get('epochs')}")

    def on_train_batch_end(self, batch: int, logs: Logs = None) -> None:
        """Count a batch."""
        self._batch(logs)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Show the logs."""
        self._end(logs)

    def on_train_end(self, logs: Logs = None) -> None:
        """End, also in the middle of an epoch."""
        self._is_training = False
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def on_test_begin(self, logs: Logs = None) -> None:
        """Begin an evaluation."""
        if not self._is_training:
            self._begin("Evaluate")

    def on_test_batch_end(self, batch: int, logs: Logs = None) -> None:
        """Count a batch."""
        if not self._is_training:
            self._batch(logs)

    def on_test_end(self, logs: Logs = None) -> None:
        """Show the logs."""
        if not self._is_training:
            self._end(logs)

    def on_predict_begin(self, logs: Logs = None) -> None:
        """Begin predictions."""
        self._begin("Predict")

    def on_predict_batch_end(self, batch: int, logs: Logs = None) -> None:
        """Count a batch."""
        self._batch(None)

    def on_predict_end(self, logs: Logs = None) -> None:
        """End."""
        self._end(None)


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201  # what `verbose` asks for


def _text(logs: Logs, separator: str) -> str:
    parts = []
    for name, value in (logs or {}).items():
        number = np.asarray(value)
        is_short = number.ndim or not number or 1e-3 <= abs(number) < 1e5
        shown_value = str(number) if number.ndim else f"{float(number):.4f}"
        parts.append(f"{name}: {shown_value if is_short else f'{float(number):.4e}'}")
    return separator.join(parts)


__all__: Sequence[str] = [
    "CSVLogger",
    "Callback",
    "CallbackList",
    "EarlyStopping",
    "History",
    "LambdaCallback",
    "LearningRateScheduler",
    "ModelCheckpoint",
    "ProgbarLogger",
    "ReduceLROnPlateau",
    "TensorBoard",
    "TerminateOnNaN",
]
