"""What `compile` gives a model: the losses and metrics of its outputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from autograph.keras import losses as losses_module
from autograph.keras import metrics as metrics_module
from autograph.keras.losses import Loss
from autograph.keras.metrics import Mean, Metric
from graph import ops
from graph.dispatch import as_tensor
from graph.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    ShapeError,
)
from graph.origin import capture_exact
from graph.value_operators import value_of

# The names of the outputs of a model: None for its only one.
Key = str | int | None


@dataclass
class Compiled:
    """What a model was compiled with.

    Attributes:
        losses: The losses of its outputs.
        metrics: Their metrics.
        run_eagerly: Are steps run as plain Python?
        loss_tracker: The mean of the loss over an epoch.
    """

    losses: Losses
    metrics: CompiledMetrics
    run_eagerly: bool
    loss_tracker: Mean = field(default_factory=lambda: Mean("loss"))


class Losses:
    """The losses of the outputs of a model.

    Args:
        given: A loss for all outputs; or a list or dict of these, for outputs that are
            one.
        weights: What the losses are multiplied with, likewise.

    Attributes:
        trackers: For each of several outputs the mean of its loss over an epoch.
    """

    def __init__(self, given: Any, weights: Any = None) -> None:
        """Look up the names."""
        self._all = None if given is None else _by_key(given, losses_module.as_loss)
        self._weights: Any = {} if weights is None else _by_key(weights, float)
        self.trackers: dict[Key, Mean] = {}

    @property
    def is_empty(self) -> bool:
        """Is there no loss?"""
        return self._all is None

    def total(self, y: Any, y_pred: Any, sample_weight: Any) -> Any:
        """Return the loss of a batch, of all outputs together.

        Raises:
            InvalidArgumentError: Labels are missing, or are another structure than the
                outputs; or no output has a loss.
            ShapeError: A loss is no scalar.
        """
        outputs = outputs_of(y_pred)
        found: list[Any] = []
        for key, predicted in outputs.items():
            loss = _for_key(self._all, key, "the loss", outputs)
            if loss is None:
                continue
            wanted = part_of(y, key, "labels")
            weight = None if sample_weight is None else _weight(sample_weight, key)
            value = _scalar(loss(wanted, predicted, weight), loss)
            if key is not None:
                tracker = self.trackers.get(key)
                if tracker is None:
                    tracker = self.trackers[key] = Mean(f"{name_of(key)}_loss")
                tracker.update_state(value, n_samples(predicted))
            factor = _for_key(self._weights, key, "loss_weights", outputs)
            found.append(value if factor is None else value * factor)
        if not found:
            raise InvalidArgumentError(
                "none of the outputs has a loss.",
                origin=capture_exact(),
                hint="Name outputs as the model does, in a dict or a list.",
            )
        return ops.add_n(found) if len(found) > 1 else found[0]


class CompiledMetrics(Metric):
    """The metrics of the outputs of a model, which count as one.

    Args:
        given: A list of names, metrics or functions; for several outputs a dict or a
            list of these.
    """

    def __init__(self, given: Any) -> None:
        """Make all metrics whose kind does not depend on the shapes of outputs."""
        super().__init__("compile_metrics")
        self._ag_names: set[str] = set()
        self._ag_metrics: dict[Key, list[Any]] = {}
        for key, several in _listed(given).items():
            self._ag_metrics[key] = [self._made(each, key) for each in several]

    def _made(self, given: Any, key: Key, *examples: Any) -> Any:
        """Return a metric; a name for which there have to be examples stays one."""
        try:
            found = metrics_module.as_metric(given, *examples)
        except ShapeError:
            if examples:
                raise
            return given
        if isinstance(given, str):
            found._name = given
        if not isinstance(given, Metric):  # else it is the user's, and called as it is
            base = found.name if key is None else f"{name_of(key)}_{found.name}"
            found._name, number = base, 0
            while found.name in self._ag_names:
                number += 1
                found._name = f"{base}_{number}"
        self._ag_names.add(found.name)
        return found

    @property
    def metrics(self) -> list[Metric]:
        """The metrics, as far as they have been made."""
        lists = self._ag_metrics.values()
        return [each for found in lists for each in found if isinstance(each, Metric)]

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Take note of a batch.

        Raises:
            InvalidArgumentError: Labels are missing, or are another structure than the
                outputs; or a metric is for an output that there is not.
        """
        if not self._ag_metrics:
            return
        outputs = outputs_of(y_pred)
        for key, several in self._ag_metrics.items():
            if key not in outputs:
                raise InvalidArgumentError(
                    f"there are metrics for {_output(key)}, and the model has "
                    f"{', '.join(map(_output, outputs))}.",
                    origin=capture_exact(),
                    hint="For several outputs, pass a dict or a list with a list of "
                    "metrics for each.",
                )
            wanted, predicted = part_of(y_true, key, "labels"), outputs[key]
            weight = None if sample_weight is None else _weight(sample_weight, key)
            for place, each in enumerate(several):
                if not isinstance(each, Metric):
                    several[place] = self._made(each, key, wanted, predicted)
                weights = () if weight is None else (weight,)
                several[place].update_state(wanted, predicted, *weights)

    def result(self) -> dict[str, Any]:
        """Return what all metrics are, by their names."""
        return {each.name: each.result() for each in self.metrics}

    def reset_state(self) -> None:
        """Forget all batches."""
        for each in self.metrics:
            each.reset_state()


# -- Outputs ---------------------------------------------------------------------------


def outputs_of(y_pred: Any) -> Mapping[Key, Any]:
    """Return the outputs of a model by their keys."""
    if isinstance(y_pred, dict):
        return y_pred
    if isinstance(y_pred, (list, tuple)):
        return dict(enumerate(y_pred))
    return {None: y_pred}


def name_of(key: Key) -> str:
    """Return the name of an output in logs."""
    return f"output_{key}" if isinstance(key, int) else str(key)


def part_of(structure: Any, key: Key, what: str) -> Any:
    """Return what a structure has for an output.

    Raises:
        InvalidArgumentError: It has nothing.
    """
    if structure is None:
        raise InvalidArgumentError(
            f"there are no {what}, and the loss or the metrics need some.",
            origin=capture_exact(),
            hint="Pass y, or a data set of pairs (x, y).",
        )
    if key is None:
        return structure
    parts = outputs_of(structure)
    if key not in parts:
        raise InvalidArgumentError(
            f"the model has {_output(key)}, and the {what} are "
            f"{_kinds(structure, parts)}.",
            origin=capture_exact(),
            hint="They are nested like the outputs.",
        )
    return parts[key]


def n_samples(x: Any) -> Any:
    """Return the size of the first axis of a tensor; 1 of a scalar."""
    found = as_tensor(value_of(x))
    if found.shape.rank == 0:
        return 1
    known = found.shape[0] if found.shape.rank else None
    return ops.shape(found)[0] if known is None else known


def _output(key: Key) -> str:
    return "one output" if key is None else f"the output {key!r}"


def _kinds(structure: Any, parts: Mapping[Key, Any]) -> str:
    if isinstance(structure, dict):
        return f"a dict with {', '.join(map(repr, parts))}"
    if isinstance(structure, (list, tuple)):
        return f"a {type(structure).__name__} of {len(parts)}"
    return "one tensor"


def _by_key(given: Any, make: Any) -> Any:
    """Return what is given for all outputs, or for each by its key."""
    if not isinstance(given, (dict, list, tuple)):
        return make(given)
    return {
        key: None if each is None else make(each)
        for key, each in outputs_of(given).items()
    }


def _for_key(found: Any, key: Key, what: str, outputs: Iterable[Key]) -> Any:
    if not isinstance(found, dict):
        return found
    if key is None and len(found) == 1:  # [loss] for one output
        return next(iter(found.values()))
    unknown = [each for each in found if each not in outputs]
    if unknown:
        raise InvalidArgumentError(
            f"{what} is for {', '.join(map(_output, unknown))}, and the model has "
            f"{', '.join(map(_output, outputs))}.",
            origin=capture_exact(),
            hint="A dict or list has the keys or the length of the outputs.",
        )
    return found.get(key)


def _weight(sample_weight: Any, key: Key) -> Any:
    """Return the weights for an output: one tensor is for all of them."""
    if isinstance(sample_weight, (dict, list, tuple)):
        return part_of(sample_weight, key, "sample weights")
    return sample_weight


def _scalar(value: Any, loss: Loss) -> Any:
    if value.shape.rank:
        raise ShapeError(
            f"the loss {loss.name!r} is of shape {value.shape}.",
            origin=capture_exact(),
            hint='It has to be one number: its reduction is "none", or its function '
            "reduces nothing.",
        )
    return value


def _listed(given: Any) -> Mapping[Key, Sequence[Any]]:
    """Return a list of metrics for each output."""
    if given is None:
        return {}
    if isinstance(given, dict):
        return {key: _as_list(each) for key, each in given.items()}
    several = _as_list(given)
    if any(isinstance(each, (list, tuple)) for each in several):
        return {key: _as_list(each) for key, each in enumerate(several)}
    return {None: several} if several else {}


def _as_list(given: Any) -> list[Any]:
    if given is None:
        return []
    return list(given) if isinstance(given, (list, tuple)) else [given]


def not_compiled(method: str) -> FailedPreconditionError:
    """Return the error for a method that needs what `compile` gives."""
    return FailedPreconditionError(
        f"{method}: the model has not been compiled.",
        origin=capture_exact(),
        hint='Say how it is trained first: model.compile("adam", loss="mse").',
    )


__all__ = ["Compiled", "CompiledMetrics", "Losses", "n_samples", "not_compiled"]
