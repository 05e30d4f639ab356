"""Metrics: how good predictions are, over many batches.

    accuracy = ag.metrics.SparseCategoricalAccuracy()
    for x, y in batches:
        accuracy.update_state(y, model(x))
    accuracy.result()

What a metric has seen is held in variables, so that it works in graphs, too. They are
of float64: a sum in float32 no longer counts single samples from 2**24 on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

import numpy as np

from autograph.keras import losses
from autograph.keras.alignment import aligned, class_numbers, floats, weights_for
from autograph.keras.registry import find
from autograph.module import Module
from graph import dtypes, ops
from graph.control import call_user
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.graph import eager_scope
from graph.ops.ordering import in_top_k
from graph.origin import capture_exact
from graph.tensor import Tensor
from graph.value_operators import value_of
from graph.variable import Variable


class Metric(Module):
    """The base class of metrics.

        class Largest(ag.metrics.Metric):
            def __init__(self):
                super().__init__()
                self.largest = self.add_variable("largest")

            def update_state(self, y_true, y_pred, sample_weight=None):
                error = ag.reduce_max(ag.abs(y_true - y_pred))
                error = ag.cast(error, ag.float64)
                self.largest.assign(ag.maximum(self.largest, error))

            def result(self):
                return self.largest.value()

    Its result is of `dtype`, float32 by default.
    """

    def __init__(self, name: str | None = None, dtype: Any = None) -> None:
        """Make a metric.

        Args:
            name: A Python identifier; by default made of the name of the class.
            dtype: The dtype of results.
        """
        super().__init__(name)
        self.dtype = dtypes.as_dtype(dtypes.float32 if dtype is None else dtype)

    def add_variable(self, name: str, shape: Sequence[int] = ()) -> Variable:
        """Return a new variable of zeros, to hold a part of the state.

        Args:
            name: Its name.
            shape: Its shape.

        Dtype:   float64
        """
        with eager_scope():
            return Variable(
                np.zeros(shape), trainable=False, name=f"{self.name}/{name}"
            )

    def update_state(self, *args: Any, **kwargs: Any) -> None:
        """Take note of a batch."""
        raise NotImplementedError(
            f"{type(self).__name__} has no method `update_state`: a metric says by it "
            "what a batch changes."
        )

    def result(self) -> Any:
        """Return the metric of all batches since the last reset."""
        raise NotImplementedError(f"{type(self).__name__} has no method `result`.")

    def reset_state(self) -> None:
        """Forget all batches: set the variables to zero."""
        for variable in self.variables:
            variable.assign(ops.zeros_like(variable))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Take note of a batch, and return the metric of all of them."""
        call_user(self.update_state, *args, **kwargs)
        return call_user(self.result)

    def _ratio(self, part: Any, whole: Any) -> Tensor:
        """Return a quotient in the dtype of results; 0 where nothing was seen."""
        quotient = ops.divide_no_nan(as_tensor(value_of(part)), value_of(whole))
        return ops.cast(quotient, self.dtype)


# -- Sums and means --------------------------------------------------------------------


class Sum(Metric):
    """The sum of values, each times its weight."""

    def __init__(self, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(name, dtype)
        self.total = self.add_variable("total")

    def update_state(self, values: Any, sample_weight: Any = None) -> None:
        """Add the values of a batch.

        Shape:   any; weights as in `ag.losses.Loss`
        """
        found, _ = _weighted(values, sample_weight)
        self.total.assign_add(ops.reduce_sum(found))

    def result(self) -> Any:
        """Return the sum so far."""
        return ops.cast(self.total.value(), self.dtype)


class _Mean(Metric):
    """The mean of what is added, by its weights; 0 of nothing."""

    def __init__(self, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(name, dtype)
        self.total = self.add_variable("total")
        self.count = self.add_variable("count")

    def _add(self, values: Any, sample_weight: Any) -> None:
        found, weights = _weighted(values, sample_weight)
        self.total.assign_add(ops.reduce_sum(found))
        self.count.assign_add(ops.reduce_sum(weights))

    def result(self) -> Any:
        """Return the mean so far."""
        return self._ratio(self.total, self.count)


class Mean(_Mean):
    """The mean of values, by their weights; 0 of none."""

    def update_state(self, values: Any, sample_weight: Any = None) -> None:
        """Add the values of a batch.

        Shape:   any; weights as in `ag.losses.Loss`
        """
        self._add(values, sample_weight)


class MeanMetricWrapper(_Mean):
    """The mean of what a function of labels and predictions gives for each sample.

    Args:
        fn: The function.
        name: By default the name of the function.
        dtype: The dtype of results.
        kwargs: Further arguments of the function.
    """

    def __init__(
        self,
        fn: Callable[..., Any],
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        known = getattr(fn, "__name__", "")
        super().__init__(name or (known if known.isidentifier() else None), dtype)
        self._function = fn
        self._arguments = kwargs

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Add what the function gives for a batch."""
        found = call_user(self._function, y_true, y_pred, **self._arguments)
        self._add(found, sample_weight)


class MeanSquaredError(MeanMetricWrapper):
    """The mean of squared errors."""

    def __init__(self, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(losses.mean_squared_error, name, dtype)


class MeanAbsoluteError(MeanMetricWrapper):
    """The mean of absolute errors."""

    def __init__(self, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(losses.mean_absolute_error, name, dtype)


class RootMeanSquaredError(MeanMetricWrapper):
    """The root of the mean of squared errors."""

    def __init__(self, name: str | None = None, dtype: Any = None) -> None:
        name = "root_mean_squared_error" if name is None else name
        super().__init__(losses.mean_squared_error, name, dtype)

    def result(self) -> Any:
        """Return the root of the mean so far."""
        return ops.sqrt(super().result())


# -- Accuracies ------------------------------------------------------------------------


def accuracy(y_true: Any, y_pred: Any) -> Tensor:
    """Return 1 where labels equal predictions, else 0.

    Shape:   both the same -> the same
    Dtype:   numbers -> float32, or that of the predictions if they are floats
    Raises:  ShapeError if the shapes differ
    """
    y, p = aligned(y_true, y_pred)
    return ops.cast(ops.equal(y, p), p.dtype)


def binary_accuracy(y_true: Any, y_pred: Any, threshold: float = 0.5) -> Tensor:
    """Return the part of truth values that chances predict, over the last axis.

    Shape:   (..., d) both -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ
    """
    y, p = aligned(y_true, y_pred)
    answers = ops.cast(ops.greater(p, threshold), p.dtype)
    return ops.reduce_mean(ops.cast(ops.equal(y, answers), p.dtype), -1)


def categorical_accuracy(y_true: Any, y_pred: Any) -> Tensor:
    """Return 1 where the largest label and the largest prediction are of one class.

    Shape:   (..., classes) both -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ
    """
    y, p = aligned(y_true, y_pred)
    return ops.cast(ops.equal(ops.argmax(y, -1), ops.argmax(p, -1)), p.dtype)


def sparse_categorical_accuracy(y_true: Any, y_pred: Any) -> Tensor:
    """Return 1 where the largest prediction is of the class of that number.

    Shape:   (...) or (..., 1); (..., classes) -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ otherwise
    """
    p = floats(y_pred)
    return ops.cast(ops.equal(class_numbers(y_true, p), ops.argmax(p, -1)), p.dtype)


def top_k_categorical_accuracy(y_true: Any, y_pred: Any, k: int = 5) -> Tensor:
    """Return 1 where the class of the largest label is among the k largest predictions.

    Shape:   (n, classes) both -> (n,)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ
    """
    y, p = aligned(y_true, y_pred)
    return ops.cast(in_top_k(ops.argmax(y, -1), p, k), p.dtype)


class Accuracy(MeanMetricWrapper):
    """How often labels equal predictions."""

    def __init__(self, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(accuracy, name, dtype)


class BinaryAccuracy(MeanMetricWrapper):
    """How often chances predict truth values."""

    def __init__(
        self, name: str | None = None, dtype: Any = None, threshold: float = 0.5
    ) -> None:
        super().__init__(binary_accuracy, name, dtype, threshold=threshold)


class CategoricalAccuracy(MeanMetricWrapper):
    """How often the largest prediction is of the class of the largest label."""

    def __init__(self, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(categorical_accuracy, name, dtype)


class SparseCategoricalAccuracy(MeanMetricWrapper):
    """How often the largest prediction is of the class whose number is the label."""

    def __init__(self, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(sparse_categorical_accuracy, name, dtype)


class TopKCategoricalAccuracy(MeanMetricWrapper):
    """How often the class of the largest label is among the k largest predictions."""

    def __init__(self, k: int = 5, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(top_k_categorical_accuracy, name, dtype, k=k)


# -- Counts of true and false answers --------------------------------------------------


class _Counts(Metric):
    """Counts of answers: for each threshold, how many are right and wrong."""

    def __init__(
        self, thresholds: Sequence[float], name: str | None, dtype: Any
    ) -> None:
        super().__init__(name, dtype)
        for each in thresholds:
            if not 0 <= each <= 1:
                raise InvalidArgumentError(
                    f"{self.name}: the threshold {each!r} is no chance.",
                    origin=capture_exact(),
                    hint="Thresholds are numbers from 0 to 1.",
                )
        self.thresholds = tuple(float(each) for each in thresholds)
        shape = (len(self.thresholds),)
        self.true_positives = self.add_variable("true_positives", shape)
        self.false_positives = self.add_variable("false_positives", shape)
        self.false_negatives = self.add_variable("false_negatives", shape)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Count the answers of a batch: a prediction above a threshold is yes.

        Shape:   both the same; weights as in `ag.losses.Loss`
        Raises:  ShapeError if the shapes differ
        """
        wanted, predicted = aligned(y_true, y_pred)
        weights = ops.ones_like(predicted)
        if sample_weight is not None:
            weights = weights * weights_for(predicted, sample_weight)
        flat = [ops.reshape(each, [-1]) for each in (wanted, predicted, weights)]
        self._count(*(ops.cast(each, dtypes.float64) for each in flat))

    def _count(self, wanted: Tensor, predicted: Tensor, weights: Tensor) -> None:
        bounds = as_tensor(np.array(self.thresholds))[:, None]
        is_yes = ops.cast(ops.greater(predicted[None, :], bounds), dtypes.float64)
        is_true = ops.cast(ops.not_equal(wanted, 0.0), dtypes.float64)
        positive, negative = weights * is_true, weights * (1.0 - is_true)
        self.true_positives.assign_add(ops.reduce_sum(is_yes * positive, 1))
        self.false_positives.assign_add(ops.reduce_sum(is_yes * negative, 1))
        self.false_negatives.assign_add(ops.reduce_sum((1.0 - is_yes) * positive, 1))


class _Share(_Counts):
    """A part of which the true positives are: 0 of nothing."""

    #: The counter of what else is in it.
    _others: ClassVar[str]

    def __init__(
        self,
        thresholds: float | Sequence[float] | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(_listed(thresholds), name, dtype)
        self._is_single = not isinstance(thresholds, (list, tuple))

    def result(self) -> Any:
        """Return the part so far."""
        whole = self.true_positives + getattr(self, self._others)
        found = self._ratio(self.true_positives, whole)
        return found[0] if self._is_single else found


class Precision(_Share):
    """Which part of the predicted truths are truths.

    Args:
        thresholds: A prediction above it counts as true; 0.5 by default. For a list of
            them the result is a vector.
        name: A Python identifier.
        dtype: The dtype of results.
    """

    _others = "false_positives"


class Recall(_Share):
    """Which part of the truths are predicted.

    Args:
        thresholds: A prediction above it counts as true; 0.5 by default. For a list of
            them the result is a vector.
        name: A Python identifier.
        dtype: The dtype of results.
    """

    _others = "false_negatives"


class AUC(_Counts):
    """The area under the curve of true over false positives, by the trapezoidal rule.

    Args:
        num_thresholds: How many points of the curve are known.
        name: A Python identifier.
        dtype: The dtype of results.

    Source:  Fawcett, 2006, "An introduction to ROC analysis"
    """

    def __init__(
        self, num_thresholds: int = 200, name: str | None = None, dtype: Any = None
    ) -> None:
        if num_thresholds < 2:
            raise InvalidArgumentError(
                f"AUC: num_thresholds is {num_thresholds!r}.",
                origin=capture_exact(),
                hint="There are at least two, for the two ends of the curve.",
            )
        super().__init__(np.linspace(0, 1, num_thresholds).tolist(), name, dtype)
        # The first point of the curve: everything counts as true, also a chance of 0.
        self.thresholds = (-1e-7, *self.thresholds[1:])
        self.true_negatives = self.add_variable("true_negatives", (num_thresholds,))

    def _count(self, wanted: Tensor, predicted: Tensor, weights: Tensor) -> None:
        super()._count(wanted, predicted, weights)
        bounds = as_tensor(np.array(self.thresholds))[:, None]
        is_no = ops.cast(ops.less_equal(predicted[None, :], bounds), dtypes.float64)
        negative = weights * ops.cast(ops.equal(wanted, 0.0), dtypes.float64)
        self.true_negatives.assign_add(ops.reduce_sum(is_no * negative, 1))

    def result(self) -> Any:
        """Return the area so far."""
        yes = self.true_positives.value()
        no = self.false_positives.value()
        rate_true = ops.divide_no_nan(yes, yes + self.false_negatives)
        rate_false = ops.divide_no_nan(no, no + self.true_negatives)
        widths = rate_false[:-1] - rate_false[1:]
        heights = (rate_true[:-1] + rate_true[1:]) / 2.0
        return ops.cast(ops.reduce_sum(widths * heights), self.dtype)


def _listed(thresholds: Any) -> Sequence[float]:
    if thresholds is None:
        return (0.5,)
    return thresholds if isinstance(thresholds, (list, tuple)) else (thresholds,)


def _weighted(values: Any, sample_weight: Any) -> tuple[Tensor, Tensor]:
    """Return values times their weights, and the weights, in float64."""
    found = ops.cast(as_tensor(value_of(values)), dtypes.float64)
    weights = ops.ones_like(found)
    if sample_weight is not None:
        weights = weights * weights_for(found, sample_weight)
    return found * weights, weights


# -- By name ---------------------------------------------------------------------------

_CLASSES: Final[tuple[type[Metric], ...]] = (
    AUC,
    Accuracy,
    BinaryAccuracy,
    CategoricalAccuracy,
    Mean,
    MeanAbsoluteError,
    MeanSquaredError,
    Precision,
    Recall,
    RootMeanSquaredError,
    SparseCategoricalAccuracy,
    Sum,
    TopKCategoricalAccuracy,
)
_FUNCTIONS: Final = (
    losses.mean_squared_error,
    losses.mean_absolute_error,
    losses.kl_divergence,
    losses.hinge,
    losses.log_cosh,
    losses.cosine_similarity,
    losses.binary_crossentropy,
    losses.categorical_crossentropy,
    losses.sparse_categorical_crossentropy,
    binary_accuracy,
    categorical_accuracy,
    sparse_categorical_accuracy,
    top_k_categorical_accuracy,
)
_BY_NAME: Final[dict[str, Any]] = {
    **{each.__name__: each for each in _CLASSES},
    **{each.__name__: each for each in _FUNCTIONS},
    "mse": losses.mean_squared_error,
    "mae": losses.mean_absolute_error,
}
# What the words mean for predictions of a chance, for chances of classes, and for
# numbers of classes.
_BY_SHAPES: Final[dict[str, tuple[Callable[..., Any], ...]]] = {
    "accuracy": (binary_accuracy, categorical_accuracy, sparse_categorical_accuracy),
    "crossentropy": (
        losses.binary_crossentropy,
        losses.categorical_crossentropy,
        losses.sparse_categorical_crossentropy,
    ),
}
_SHORT: Final = {"acc": "accuracy", "ce": "crossentropy"}


def get(identifier: Any) -> Any:
    """Return a metric by its name.

    Args:
        identifier: The name of a class, such as "SparseCategoricalAccuracy" or "AUC",
            of which one is made; or that of a function, such as "mse". What can be
            called is returned, and None.

    Raises:
        InvalidArgumentError: There is no metric of that name.
        DTypeError: It is none of these.
    """
    if identifier is None or callable(identifier):
        return identifier
    found = find("metric", identifier, _BY_NAME)
    return found() if isinstance(found, type) else found


def as_metric(identifier: Any, y_true: Any = None, y_pred: Any = None) -> Metric:
    """Return what `get` does as a `Metric`: the mean of what a function returns.

    Args:
        identifier: As for `get`; or "accuracy" or "crossentropy", of which the shapes
            of labels and predictions tell what is meant.
        y_true: Labels, or a spec of them.
        y_pred: Predictions, or a spec of them.

    Raises:
        InvalidArgumentError: There is no metric of that name.
        DTypeError: It is no metric.
        ShapeError: The shapes are needed, and not known.
    """
    word = _SHORT.get(identifier, identifier) if isinstance(identifier, str) else None
    if word in _BY_SHAPES:
        kind = _kind_of(word, y_true, y_pred)
        return MeanMetricWrapper(_BY_SHAPES[word][kind], name=word)
    found = get(identifier)
    if isinstance(found, Metric):
        return found
    if found is None or isinstance(found, type):
        raise DTypeError(
            f"{identifier!r} is no metric.",
            origin=capture_exact(),
            hint="Pass a name, an instance of ag.metrics.Metric, or a function of "
            "labels and predictions.",
        )
    return MeanMetricWrapper(found)


def _kind_of(word: str, y_true: Any, y_pred: Any) -> int:
    """Return 0 for chances, 1 for chances of classes, 2 for numbers of classes."""
    wanted, predicted = (getattr(each, "shape", None) for each in (y_true, y_pred))
    if wanted is None or predicted is None:
        raise ShapeError(
            f"{word!r} depends on the shapes of labels and predictions.",
            origin=capture_exact(),
            hint="Name the metric, such as SparseCategoricalAccuracy.",
        )
    wanted, predicted = tuple(wanted), tuple(predicted)
    if len(predicted) < 2 or predicted[-1] == 1:
        return 0
    is_number = len(wanted) < len(predicted) or wanted[-1] == 1
    return 2 if is_number else 1


__all__ = [
    "AUC",
    "Accuracy",
    "BinaryAccuracy",
    "CategoricalAccuracy",
    "Mean",
    "MeanAbsoluteError",
    "MeanMetricWrapper",
    "MeanSquaredError",
    "Metric",
    "Precision",
    "Recall",
    "RootMeanSquaredError",
    "SparseCategoricalAccuracy",
    "Sum",
    "TopKCategoricalAccuracy",
    "as_metric",
    "binary_accuracy",
    "categorical_accuracy",
    "get",
    "sparse_categorical_accuracy",
    "top_k_categorical_accuracy",
]
