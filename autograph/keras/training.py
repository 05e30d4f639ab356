"""`Trainer`: how models are trained: `compile`, `fit`, `evaluate`, `predict`.

A step is one `ag.function` of a batch: the model, the loss, the gradients, the
optimizer and the metrics. The loop over batches is plain Python, between whose steps
callbacks are called.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

import numpy as np

from autograph.data.dataset import Dataset
from autograph.decorator import function
from autograph.keras import optimizers
from autograph.keras.batches import (
    Batches,
    Epochs,
    as_arrays,
    as_batches,
    pack_x_y_sample_weight,
    positive,
    split,
    unpack_x_y_sample_weight,
)
from autograph.keras.callbacks import Callback, CallbackList, History, ProgbarLogger
from autograph.keras.compiled import (
    Compiled,
    CompiledMetrics,
    Losses,
    n_samples,
    not_compiled,
)
from autograph.keras.layers.layer import Layer
from autograph.keras.metrics import Metric
from autograph.train.checkpoint import Checkpoint
from graph import nest, ops
from graph.control import call_user
from graph.dispatch import as_tensor
from graph.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    SideEffectError,
    UnsupportedArgumentError,
)
from graph.gradients.tape import GradientTape
from graph.graph import current_graph
from graph.ops.arguments import static_int
from graph.origin import capture, capture_exact
from graph.variable import Variable

_VERBOSE: Final = ("auto", 0, 1, 2)


@dataclass
class _State:
    """What a model knows of its training. No container: its variables are not found.

    Attributes:
        compiled: Its losses and metrics.
        optimizer: What changes its variables.
        functions: The steps, by their names, as they are called.
        restoring: What weights come from that have not been made yet.
    """

    compiled: Compiled | None = None
    optimizer: Any = None
    functions: dict[str, Callable[[Any], Any]] = field(default_factory=dict)
    restoring: Checkpoint | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return what copies have: not the steps, which are those of this model."""
        return {**vars(self), "functions": {}, "restoring": None}


class Trainer(Layer):
    """The base class of models: methods that train it.

    Attributes:
        stop_training: Set by callbacks: `fit` ends after this batch.
        history: What the last `fit` returned.
    """

    stop_training = False
    history: Any = None
    _ag_training: _State | None = None

    @property
    def _training(self) -> _State:
        if self._ag_training is None:
            self._ag_training = _State()
        return self._ag_training

    def _compiled(self, method: str) -> Compiled:
        found = self._training.compiled
        if found is None:
            raise not_compiled(method)
        return found

    # -- Settings

    def compile(
        self,
        optimizer: Any = "rmsprop",
        loss: Any = None,
        metrics: Any = None,
        loss_weights: Any = None,
        run_eagerly: bool = False,
        jit_compile: Any = "auto",
    ) -> None:
        """Say how the model is to be trained.

        Args:
            optimizer: The name of an optimizer, or one.
            loss: The name of a loss, one, or a function of labels and predictions; for
                several outputs a dict or list of these, nested like the outputs.
            metrics: A list of names of metrics, metrics, or functions; for several
                outputs a dict or list of lists.
            loss_weights: What the losses of several outputs are multiplied with.
            run_eagerly: Are steps to be run as plain Python, for debugging?
            jit_compile: For calls written for TensorFlow.

        Raises:
            InvalidArgumentError: There is nothing of such a name.
            DTypeError: Something is no optimizer, loss or metric.
        """
        del jit_compile
        compiled = Compiled(
            Losses(loss, loss_weights),
            CompiledMetrics(metrics),
            bool(run_eagerly),
        )
        self._ag_training = replace(
            self._training,
            compiled=compiled,
            optimizer=optimizers.get(optimizer),
            functions={},
        )

    @property
    def optimizer(self) -> Any:
        """The optimizer that the model was compiled with, or that was assigned."""
        return self._training.optimizer

    @optimizer.setter
    def optimizer(self, value: Any) -> None:
        self._ag_training = replace(self._training, optimizer=value, functions={})

    @property
    def metrics(self) -> list[Metric]:
        """The mean of the loss, what `compile` got, and those in attributes."""
        found: list[Metric] = []
        compiled = self._training.compiled
        if compiled is not None:
            found += [compiled.loss_tracker, *compiled.losses.trackers.values()]
            if compiled.metrics._ag_metrics:
                found.append(compiled.metrics)
        found += [each for each in self.submodules if isinstance(each, Metric)]
        return found

    @property
    def metrics_names(self) -> list[str]:
        """The names of `metrics`."""
        return [each.name for each in self.metrics]

    def reset_metrics(self) -> None:
        """Forget what the metrics have seen."""
        for each in self.metrics:
            each.reset_state()

    # -- Steps, which subclasses may define

    def train_step(self, data: Any) -> dict[str, Any]:
        """Train with a batch; staged by `fit`.

        Args:
            data: A batch of tensors: `x`, `(x, y)` or `(x, y, sample_weight)`.

        Returns:
            What is logged, by name.
        """
        x, y, weight = unpack_x_y_sample_weight(data)
        with GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = call_user(self.compute_loss, x, y, y_pred, weight)
        self._track(loss, x)
        variables = self.trainable_variables
        if variables:
            gradients = tape.gradient(loss, variables)
            pairs = zip(gradients, variables, strict=True)
            self.optimizer.apply_gradients(pairs)
        logs: dict[str, Any] = call_user(self.compute_metrics, x, y, y_pred, weight)
        return logs

    def test_step(self, data: Any) -> dict[str, Any]:
        """Evaluate a batch; staged by `evaluate`. See `train_step`."""
        x, y, weight = unpack_x_y_sample_weight(data)
        y_pred = self(x, training=False)
        self._track(call_user(self.compute_loss, x, y, y_pred, weight), x)
        logs: dict[str, Any] = call_user(self.compute_metrics, x, y, y_pred, weight)
        return logs

    def predict_step(self, data: Any) -> Any:
        """Return the predictions for a batch; staged by `predict`. See `train_step`."""
        x, _, _ = unpack_x_y_sample_weight(data)
        return self(x, training=False)

    def compute_loss(
        self,
        x: Any = None,
        y: Any = None,
        y_pred: Any = None,
        sample_weight: Any = None,
    ) -> Any:
        """Return the loss of a batch: that of `compile`, and what the weights cost.

        Raises:
            InvalidArgumentError: There is no loss, or there are no labels.
        """
        del x
        compiled = self._compiled("compute_loss")
        total = self.losses
        if not compiled.losses.is_empty:
            total = [compiled.losses.total(y, y_pred, sample_weight), *total]
        if not total:
            raise InvalidArgumentError(
                "there is no loss: the model was compiled without one, and its weights "
                "have no regularizers.",
                origin=capture_exact(),
                hint='Pass one: model.compile("adam", loss="mse"); or define '
                "`compute_loss` or `train_step`.",
            )
        found = total[0]
        for each in total[1:]:
            found = found + ops.cast(as_tensor(each), found.dtype)
        return found

    def compute_metrics(
        self, x: Any, y: Any, y_pred: Any, sample_weight: Any = None
    ) -> dict[str, Any]:
        """Have the metrics of `compile` take note of a batch; return what is logged."""
        del x
        self._compiled("compute_metrics").metrics.update_state(y, y_pred, sample_weight)
        return self.get_metrics_result()

    def get_metrics_result(self) -> dict[str, Any]:
        """Return what the metrics are now, by their names."""
        found: dict[str, Any] = {}
        for each in self.metrics:
            result = call_user(each.result)
            found.update(result if isinstance(result, dict) else {each.name: result})
        return found

    def _track(self, loss: Any, x: Any) -> None:
        tracker = self._compiled("train_step").loss_tracker
        leaves = nest.flatten(x)
        tracker.update_state(loss, n_samples(leaves[0]) if leaves else 1)

    def _function(self, name: str) -> Callable[[Any], Any]:
        """Return a step, staged."""
        functions = self._training.functions
        if name not in functions:

            def step(data: Any) -> Any:
                return call_user(getattr(self, name), data)

            compiled = self._training.compiled
            is_eager = compiled is not None and compiled.run_eagerly
            functions[name] = (
                step if is_eager else function(step, reduce_retracing=True)
            )
        return functions[name]

    # -- Training

    def fit(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: Any = None,
        epochs: Any = 1,
        verbose: Any = "auto",
        callbacks: Any = None,
        validation_split: float = 0.0,
        validation_data: Any = None,
        shuffle: Any = True,
        class_weight: Mapping[int, float] | None = None,
        sample_weight: Any = None,
        initial_epoch: Any = 0,
        steps_per_epoch: Any = None,
        validation_steps: Any = None,
        validation_batch_size: Any = None,
        validation_freq: Any = 1,
    ) -> History:
        """Train for a number of epochs.

        Args:
            x: Arrays or tensors whose first axis counts samples, or a list or dict of
                these; or a data set or an iterator of batches `(x, y)` or
                `(x, y, sample_weight)`.
            y: Labels; None where `x` has them.
            batch_size: How many samples of arrays a step has, 32 by default.
            epochs: The number of the last epoch, counted from 1.
            verbose: 0 for nothing, 1 or "auto" for a bar of progress (where tqdm and a
                terminal or notebook are there), 2 for a line for each epoch.
            callbacks: A list of callbacks.
            validation_split: The part of the samples, the last ones, that the model is
                not trained with, and evaluated with after each epoch.
            validation_data: `(x, y)`, `(x, y, sample_weight)`, or a data set, to be
                evaluated with after each epoch.
            shuffle: Are the samples of arrays to be in a new order in each epoch? It
                follows `ag.random.set_seed`.
            class_weight: For each class what the losses of its samples are multiplied
                with.
            sample_weight: What the losses of samples are multiplied with.
            initial_epoch: How many epochs count as done.
            steps_per_epoch: How many batches an epoch has; the next goes on from there.
            validation_steps: How many batches are evaluated with; all by default.
            validation_batch_size: Their size; by default `batch_size`.
            validation_freq: After how many epochs the model is evaluated; or a list of
                such epochs, counted from 1.

        Returns:
            The logs of all epochs.

        Raises:
            FailedPreconditionError: The model has not been compiled.
            InvalidArgumentError: Lengths or numbers do not fit.
            UnsupportedArgumentError: There is a data set, and what goes with arrays.
            DTypeError: Something is of a wrong type.
            SideEffectError: This is called while a function is traced.
        """
        _check_outside("fit")
        self._compiled("fit")
        last, first = (
            positive(epochs, "epochs"),
            static_int(initial_epoch, "initial_epoch"),
        )
        if validation_split and validation_data is None:
            if isinstance(x, (Dataset, Iterator)):
                raise UnsupportedArgumentError(
                    "fit: validation_split needs arrays, from which it takes the last "
                    "samples.",
                    origin=capture_exact(),
                    hint="Pass validation_data=, such as dataset.take(10), and train "
                    "with dataset.skip(10).",
                )
            arrays = as_arrays("fit", x, y, sample_weight)
            arrays, validation_data = split(arrays, validation_split)
            x, y, sample_weight = unpack_x_y_sample_weight(arrays)
        batches = as_batches(
            "fit",
            x,
            y,
            sample_weight,
            batch_size=batch_size,
            shuffle=shuffle,
            class_weight=class_weight,
        )
        training = Epochs(batches, _steps(batches, steps_per_epoch, "steps_per_epoch"))
        validation = None
        if validation_data is not None:
            size = (
                batch_size if validation_batch_size is None else validation_batch_size
            )
            validation = _validation(validation_data, size, validation_steps)
        is_due = _due(validation_freq)
        level = _verbosity(verbose)
        history = History()
        called = CallbackList(
            [*_with_progress(callbacks, level), history],
            self,
            epochs=last,
            steps=training.n_steps,
            verbose=level,
            do_validation=validation is not None,
        )
        self.stop_training = False
        self.history = history
        called.call("on_train_begin", None)
        logs: dict[str, Any] = {}
        for epoch in range(first, last):
            self.reset_metrics()
            called.call("on_epoch_begin", epoch, None)
            logs = self._go_through(training.epoch(), called, "train")
            if training.is_over:
                _warn_of_end(len(history.epoch) + 1, training.n_steps)
                self.stop_training = True
            if validation is not None and is_due(epoch + 1):
                found = self._evaluate(validation, called)
                logs |= {f"val_{name}": value for name, value in found.items()}
            called.call("on_epoch_end", epoch, logs)
            if self.stop_training:
                break
        called.call("on_train_end", logs)
        return history

    def evaluate(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: Any = None,
        verbose: Any = "auto",
        sample_weight: Any = None,
        steps: Any = None,
        callbacks: Any = None,
        return_dict: bool = False,
    ) -> Any:
        """Return the loss and the metrics of samples.

        Args:
            x: See `fit`.
            y: See `fit`.
            batch_size: See `fit`. What is returned does not depend on it, but by
                rounding, as long as the loss is a mean over samples.
            verbose: See `fit`.
            sample_weight: See `fit`.
            steps: How many batches are looked at; all by default.
            callbacks: A list of callbacks.
            return_dict: Is a dict by name to be returned?

        Returns:
            The loss, a list of the loss and all metrics, or a dict of these.

        Raises:
            FailedPreconditionError: The model has not been compiled.
            InvalidArgumentError: Lengths or numbers do not fit.
            UnsupportedArgumentError: There is a data set, and what goes with arrays.
            DTypeError: Something is of a wrong type.
            SideEffectError: This is called while a function is traced.
        """
        _check_outside("evaluate")
        self._compiled("evaluate")
        batches = as_batches("evaluate", x, y, sample_weight, batch_size=batch_size)
        epochs = Epochs(batches, _steps(batches, steps, "steps"))
        level = _verbosity(verbose)
        called = CallbackList(
            _with_progress(callbacks, level), self, steps=epochs.n_steps, verbose=level
        )
        return _as_result(self._evaluate(epochs, called), return_dict)

    def _evaluate(self, epochs: Epochs, callbacks: CallbackList) -> dict[str, Any]:
        self.reset_metrics()
        callbacks.call("on_test_begin", None)
        logs = self._go_through(epochs.epoch(), callbacks, "test")
        if epochs.is_over:
            _warn_of_end(1, epochs.n_steps)
        callbacks.call("on_test_end", logs)
        return logs

    def predict(
        self,
        x: Any,
        batch_size: Any = None,
        verbose: Any = "auto",
        steps: Any = None,
        callbacks: Any = None,
    ) -> Any:
        """Return the predictions for samples, as NumPy arrays.

        The model need not be compiled.

        Args:
            x: See `fit`; labels in a data set are not used.
            batch_size: See `fit`.
            verbose: See `fit`.
            steps: How many batches are looked at; all by default.
            callbacks: A list of callbacks.

        Raises:
            InvalidArgumentError: Lengths or numbers do not fit.
            UnsupportedArgumentError: There is a data set, and what goes with arrays.
            DTypeError: Something is of a wrong type.
            SideEffectError: This is called while a function is traced.
        """
        _check_outside("predict")
        batches = as_batches("predict", x, batch_size=batch_size)
        epochs = Epochs(batches, _steps(batches, steps, "steps"))
        level = _verbosity(verbose)
        callbacks = CallbackList(
            _with_progress(callbacks, level), self, steps=epochs.n_steps, verbose=level
        )
        callbacks.call("on_predict_begin", None)
        begin, end = _hooks(callbacks, "predict")
        step, found = self._function("predict_step"), []
        for number, data in enumerate(epochs.epoch()):
            if begin:
                begin(number, None)
            found.append(nest.map_structure(_as_array, step(_as_tensors(data))))
            if end:
                end(number, {"outputs": found[-1]})
        if not found:
            raise _no_batches()
        callbacks.call("on_predict_end", None)
        columns = zip(*map(nest.flatten, found), strict=True)
        return nest.pack(
            nest.structure_of(found[0]), list(map(np.concatenate, columns))
        )

    def _go_through(
        self, batches: Iterable[Any], callbacks: CallbackList, kind: str
    ) -> dict[str, Any]:
        """Take steps with all batches; return the logs of the last."""
        begin, end = _hooks(callbacks, kind)
        step, logs, number = self._function(f"{kind}_step"), None, -1
        for number, data in enumerate(batches):
            if begin:
                begin(number, None)
            logs = step(_as_tensors(data))
            if end:
                end(number, _as_numbers(logs))
                if self.stop_training and kind == "train":
                    break
        if number < 0:
            raise _no_batches()
        return _as_numbers(logs)

    # -- Single batches

    def train_on_batch(
        self,
        x: Any,
        y: Any = None,
        sample_weight: Any = None,
        class_weight: Mapping[int, float] | None = None,
        return_dict: bool = False,
    ) -> Any:
        """Take one step with the samples; return what `evaluate` does.

        The metrics are means over all batches since the last `reset_metrics`.
        """
        return self._on_batch(
            "train", x, y, sample_weight, class_weight, return_dict=return_dict
        )

    def test_on_batch(
        self,
        x: Any,
        y: Any = None,
        sample_weight: Any = None,
        return_dict: bool = False,
    ) -> Any:
        """Evaluate the samples as one batch. See `train_on_batch`."""
        return self._on_batch("test", x, y, sample_weight, return_dict=return_dict)

    def predict_on_batch(self, x: Any) -> Any:
        """Return the predictions for the samples as one batch, as NumPy arrays."""
        _check_outside("predict_on_batch")
        data = as_arrays("predict_on_batch", x)
        found = self._function("predict_step")(_as_tensors(data))
        return nest.map_structure(_as_array, found)

    def _on_batch(
        self,
        kind: str,
        x: Any,
        y: Any,
        sample_weight: Any,
        class_weight: Any = None,
        *,
        return_dict: bool,
    ) -> Any:
        method = f"{kind}_on_batch"
        _check_outside(method)
        self._compiled(method)
        arrays = as_arrays(method, x, y, sample_weight)
        size = len(nest.flatten(arrays)[0])
        x, y, sample_weight = unpack_x_y_sample_weight(arrays)
        (data,) = as_batches(
            method, x, y, sample_weight, batch_size=size, class_weight=class_weight
        ).start()
        logs = self._function(f"{kind}_step")(_as_tensors(data))
        return _as_result(_as_numbers(logs), return_dict)

    # -- Files

    def save_weights(self, filepath: Any) -> None:
        """Write the variables into a file, by the paths of attributes.

        Args:
            filepath: Its name, without the ending that checkpoints have.

        Source:  `ag.train.Checkpoint`, whose format it is
        """
        Checkpoint(self).write(os.fsdecode(filepath))

    def load_weights(self, filepath: Any) -> None:
        """Give the variables the values that `save_weights` has written.

        A model whose weights have not been made gets them when they are.

        Raises:
            NotFoundError: There is no such file.
            ShapeError: A variable is of another shape; nothing is changed then.
            FailedPreconditionError: The file lacks a variable that the model has;
                nothing is changed then.
        """
        checkpoint, before = Checkpoint(self), self.get_weights()
        restoring = checkpoint.restore(os.fsdecode(filepath))
        try:
            restoring.assert_existing_objects_matched()
        except FailedPreconditionError:
            self.set_weights(before)
            raise
        self._training.restoring = checkpoint  # it waits as long as this is there


# -- Arguments -------------------------------------------------------------------------


def _check_outside(method: str) -> None:
    if current_graph() is not None:
        raise SideEffectError(
            f"Model.{method} is called while a function is traced: it stages steps by "
            "itself, and goes through batches as plain Python.",
            origin=capture_exact(),
            hint="Call it outside of the function; or write the loop over batches in "
            "the function.",
        )


def _steps(batches: Batches, steps: Any, name: str) -> int | None:
    """Return how many steps an epoch has; None for all batches.

    Raises:
        InvalidArgumentError: There is no end.
    """
    if steps is not None:
        return positive(steps, name)
    if batches.is_infinite:
        raise InvalidArgumentError(
            f"the data set has no end, and {name} is not passed.",
            origin=capture_exact(),
            hint=f"Pass {name}=.",
        )
    return None


def _validation(data: Any, batch_size: Any, steps: Any) -> Epochs:
    data = tuple(data) if isinstance(data, list) else data
    is_arrays = isinstance(data, tuple)
    batches = as_batches(
        "fit: validation_data",
        *unpack_x_y_sample_weight(data),
        batch_size=batch_size if is_arrays else None,
    )
    count = _steps(batches, steps, "validation_steps")
    if isinstance(data, Iterator):
        return Epochs(batches, count)
    known = [each for each in (count, batches.count) if each is not None]
    return Epochs(
        Batches(lambda: islice(batches.start(), count), min(known, default=None)), None
    )


def _due(validation_freq: Any) -> Callable[[int], bool]:
    """Return whether the model is evaluated after an epoch, counted from 1."""
    if isinstance(validation_freq, (list, tuple, set)):
        return lambda epoch: epoch in validation_freq
    every = positive(validation_freq, "validation_freq")
    return lambda epoch: epoch % every == 0


def _verbosity(verbose: Any) -> int:
    if verbose not in _VERBOSE:
        raise InvalidArgumentError(
            f"verbose is {verbose!r}.",
            origin=capture_exact(),
            hint='It is "auto", 0, 1 or 2.',
        )
    return 1 if verbose == "auto" else int(verbose)


def _with_progress(callbacks: Any, level: int) -> list[Callback]:
    given = [] if callbacks is None else callbacks
    found = list(given) if isinstance(given, (list, tuple)) else [given]
    return found if level == 0 else [ProgbarLogger(level == 1), *found]


def _hooks(callbacks: CallbackList, kind: str) -> tuple[Any, Any]:
    """Return what is called before and after each batch, if anything is."""
    begin = callbacks.all(f"on_{kind}_batch_begin")
    return begin, callbacks.all(f"on_{kind}_batch_end")


def _warn_of_end(epoch: int, n_steps: int | None) -> None:
    caller = capture(3)
    warnings.warn_explicit(
        f"the data ended in epoch {epoch}, which was to have {n_steps} batches: "
        "training ends. Repeat the data set, or pass fewer steps.",
        UserWarning,
        caller.filename,
        max(caller.lineno, 1),
    )


def _no_batches() -> InvalidArgumentError:
    return InvalidArgumentError(
        "there are no batches.",
        origin=capture_exact(),
        hint="An iterator can be gone through once only; a data set may be empty.",
    )


# -- Results ---------------------------------------------------------------------------


def _as_tensors(data: Any) -> Any:
    """Return a batch as steps take it, whatever it comes from."""
    return nest.map_structure(as_tensor, data)


def _as_array(value: Any) -> Any:
    return np.asarray(value.value() if isinstance(value, Variable) else value)


def _as_numbers(logs: Any) -> dict[str, Any]:
    """Return logs with Python numbers in place of tensors, and dicts unpacked."""
    found: dict[str, Any] = {}
    for name, value in (logs or {}).items():
        if isinstance(value, dict):
            found |= _as_numbers(value)
        else:
            array = _as_array(value)
            found[name] = array if array.ndim else float(array)
    return found


def _as_result(logs: dict[str, Any], return_dict: bool) -> Any:
    if return_dict:
        return logs
    values = list(logs.values())
    return values[0] if len(values) == 1 else values


__all__ = ["Trainer", "pack_x_y_sample_weight", "unpack_x_y_sample_weight"]
