"""Losses: how far predictions are off. Functions give one number for each sample.

loss = ag.losses.MeanSquaredError()
loss(y_true, y_pred)                            # a scalar
ag.losses.mean_squared_error(y_true, y_pred)    # (n,)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from autograph.keras.alignment import aligned, class_numbers, floats, weights_for
from autograph.keras.registry import find
from graph import ops
from graph.control import call_user
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError
from graph.ops.losses import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)
from graph.ops.nn import softplus
from graph.origin import capture_exact
from graph.shapes import size_of
from graph.tensor import Tensor
from graph.value_operators import value_of

# Chances stay so far from 0 and 1 before their logarithm is taken.
_EPSILON: Final = 1e-7
_REDUCTIONS: Final = ("sum_over_batch_size", "sum", "none", None)


# -- One number for each sample --------------------------------------------------------


def mean_squared_error(y_true: Any, y_pred: Any) -> Tensor:
    """Return the mean of `(y_true - y_pred) ** 2` over the last axis.

    Shape:   (..., d) both -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ
    """
    y, p = aligned(y_true, y_pred)
    return _mean(ops.square(p - y))


def mean_absolute_error(y_true: Any, y_pred: Any) -> Tensor:
    """Return the mean of `abs(y_true - y_pred)` over the last axis.

    Shape:   (..., d) both -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ
    """
    y, p = aligned(y_true, y_pred)
    return _mean(ops.abs(p - y))


def huber(y_true: Any, y_pred: Any, delta: float = 1.0) -> Tensor:
    """Return the mean of half the squared errors; beyond `delta` it grows linearly.

    Shape:   (..., d) both -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ
    Source:  Huber, 1964, "Robust estimation of a location parameter"
    """
    y, p = aligned(y_true, y_pred)
    error = ops.abs(p - y)
    outside = delta * error - 0.5 * delta * delta
    return _mean(ops.where(error <= delta, 0.5 * error * error, outside))


def log_cosh(y_true: Any, y_pred: Any) -> Tensor:
    """Return the mean of `log(cosh(y_pred - y_true))` over the last axis.

    Shape:   (..., d) both -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ
    Source:  log((e^x + e^-x) / 2) = x + log(1 + e^(-2x)) - log(2), without overflow
    """
    y, p = aligned(y_true, y_pred)
    x = p - y
    return _mean(x + softplus(-2.0 * x) - math.log(2.0))


def binary_crossentropy(
    y_true: Any,
    y_pred: Any,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> Tensor:
    """Return the mean cross entropy of truth values with their predicted chances.

    Args:
        y_true: 0 or 1, or chances.
        y_pred: Chances, or scores.
        from_logits: Are they scores x, which stand for 1 / (1 + exp(-x))?
        label_smoothing: How far labels move towards 1/2: 0 to 1.
        axis: The axis that the mean is taken over.

    Shape:   (..., d) both -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ
    """
    y, p = aligned(y_true, y_pred)
    if label_smoothing:
        y = y * (1.0 - label_smoothing) + 0.5 * label_smoothing
    if from_logits:
        found = sigmoid_cross_entropy_with_logits(labels=y, logits=p)
    else:
        p = ops.clip_by_value(p, _EPSILON, 1.0 - _EPSILON)
        found = -(y * ops.log(p) + (1.0 - y) * ops.log(1.0 - p))
    return ops.reduce_mean(found, axis)


def categorical_crossentropy(
    y_true: Any,
    y_pred: Any,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> Tensor:
    """Return the cross entropy of the chances of classes with the predicted ones.

    Args:
        y_true: Chances, such as 1 for the class and 0 for all others.
        y_pred: Chances, which are divided by their sum; or scores.
        from_logits: Are they scores, whose softmax is the chances?
        label_smoothing: How far labels move towards equal chances: 0 to 1.
        axis: The axis of the classes.

    Shape:   (..., classes) both -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ
    """
    y, p = aligned(y_true, y_pred)
    if label_smoothing:
        count = ops.cast(ops.shape(p)[axis], p.dtype)
        y = y * (1.0 - label_smoothing) + label_smoothing / count
    if from_logits:
        return softmax_cross_entropy_with_logits(labels=y, logits=p, axis=axis)
    p = p / ops.reduce_sum(p, axis, keepdims=True)
    p = ops.clip_by_value(p, _EPSILON, 1.0 - _EPSILON)
    return -ops.reduce_sum(y * ops.log(p), axis)


def sparse_categorical_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False
) -> Tensor:
    """Return the cross entropy of the numbers of classes with predicted chances.

    Args:
        y_true: The number of a class for each row of predictions.
        y_pred: Chances, which are divided by their sum; or scores.
        from_logits: Are they scores, whose softmax is the chances?

    Shape:   (...) or (..., 1); (..., classes) -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ otherwise; InvalidArgumentError when this
             runs, if there is no such class
    """
    p = floats(y_pred)
    numbers = class_numbers(y_true, p)
    if not from_logits:
        p = ops.log(ops.clip_by_value(p, _EPSILON, 1.0 - _EPSILON))
    return sparse_softmax_cross_entropy_with_logits(labels=numbers, logits=p)


def kl_divergence(y_true: Any, y_pred: Any) -> Tensor:
    """Return the sum of `y_true * log(y_true / y_pred)` over the last axis.

    Shape:   (..., classes) both -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ
    Source:  Kullback and Leibler, 1951, "On information and sufficiency"
    """
    y, p = aligned(y_true, y_pred)
    y = ops.clip_by_value(y, _EPSILON, 1.0)
    p = ops.clip_by_value(p, _EPSILON, 1.0)
    return ops.reduce_sum(y * ops.log(y / p), -1)


def hinge(y_true: Any, y_pred: Any) -> Tensor:
    """Return the mean of `max(1 - y_true * y_pred, 0)` over the last axis.

    Args:
        y_true: -1 or 1; where all are 0 or 1, 0 counts as -1.
        y_pred: Scores.

    Shape:   (..., d) both -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ
    """
    y, p = aligned(y_true, y_pred)
    is_binary = ops.reduce_all(ops.equal(y * (1.0 - y), 0.0))
    y = ops.where(is_binary, 2.0 * y - 1.0, y)
    return _mean(ops.maximum(1.0 - y * p, 0.0))


def cosine_similarity(y_true: Any, y_pred: Any, axis: int = -1) -> Tensor:
    """Return the negative cosine of the angle between vectors: -1 if they are parallel.

    Shape:   (..., d) both -> (...)
    Dtype:   that of the predictions
    Raises:  ShapeError if the shapes differ
    """
    y, p = aligned(y_true, y_pred)
    y, p = ops.l2_normalize(y, axis), ops.l2_normalize(p, axis)
    return -ops.reduce_sum(y * p, axis)


def _mean(values: Any) -> Tensor:
    return ops.reduce_mean(values, -1)


# -- One number for all samples --------------------------------------------------------


class Loss:
    """The base class of losses: callables with labels, predictions, and weights.

    A subclass defines `call(y_true, y_pred)`, which returns a number for each sample.

    Attributes:
        name: Its name in messages and logs.
        reduction: See the arguments.
    """

    def __init__(
        self,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = None,
    ) -> None:
        """Make a loss.

        Args:
            reduction: "sum_over_batch_size" for the mean, "sum", or "none" for the
                numbers of all samples.
            name: By default the name of the class.

        Raises:
            InvalidArgumentError: There is no such reduction.
        """
        if reduction not in _REDUCTIONS:
            raise InvalidArgumentError(
                f"reduction is {reduction!r}.",
                origin=capture_exact(),
                hint='It is "sum_over_batch_size", "sum" or "none".',
            )
        self.reduction = reduction
        self.name = type(self).__name__ if name is None else name

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each sample."""
        raise NotImplementedError(
            f"{type(self).__name__} has no method `call`: a loss says by it how far "
            "predictions are off."
        )

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Tensor:
        """Return the loss, reduced.

        Args:
            y_true: Labels.
            y_pred: Predictions.
            sample_weight: What the losses of samples are multiplied with. The mean is
                over all of them, whatever their weights.

        Shape:   () unless the reduction is "none"
        Dtype:   that of the predictions
        Raises:  ShapeError if shapes do not agree
        """
        y, p = as_tensor(value_of(y_true)), as_tensor(value_of(y_pred))
        values = as_tensor(value_of(call_user(self.call, y, p)))
        if sample_weight is not None:
            values = values * weights_for(values, sample_weight)
        if self.reduction in {"none", None}:
            return values
        total = ops.reduce_sum(values)
        if self.reduction == "sum":
            return total
        count: Any = size_of(values.spec.shape)
        if count is None:
            count = ops.cast(ops.size(values), values.dtype)
        mean: Tensor = total / count
        return mean


class MeanSquaredError(Loss):
    """The mean of squared errors: see `mean_squared_error`."""

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each sample."""
        return mean_squared_error(y_true, y_pred)


class MeanAbsoluteError(Loss):
    """The mean of absolute errors: see `mean_absolute_error`."""

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each sample."""
        return mean_absolute_error(y_true, y_pred)


class LogCosh(Loss):
    """The mean of `log(cosh(error))`: see `log_cosh`."""

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each sample."""
        return log_cosh(y_true, y_pred)


class KLDivergence(Loss):
    """The Kullback-Leibler divergence: see `kl_divergence`."""

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each sample."""
        return kl_divergence(y_true, y_pred)


class Hinge(Loss):
    """The hinge loss: see `hinge`."""

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each sample."""
        return hinge(y_true, y_pred)


class Huber(Loss):
    """Quadratic for small errors, linear for large ones: see `huber`."""

    def __init__(
        self,
        delta: float = 1.0,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = None,
    ) -> None:
        super().__init__(reduction, name)
        self.delta = delta

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each sample."""
        return huber(y_true, y_pred, self.delta)


class CosineSimilarity(Loss):
    """The negative cosine of the angle between vectors: see `cosine_similarity`."""

    def __init__(
        self,
        axis: int = -1,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = None,
    ) -> None:
        super().__init__(reduction, name)
        self.axis = axis

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each sample."""
        return cosine_similarity(y_true, y_pred, self.axis)


class BinaryCrossentropy(Loss):
    """The cross entropy of truth values: see `binary_crossentropy`."""

    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
        axis: int = -1,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = None,
    ) -> None:
        super().__init__(reduction, name)
        self.from_logits = bool(from_logits)
        self.label_smoothing = label_smoothing
        self.axis = axis

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each sample."""
        return binary_crossentropy(
            y_true, y_pred, self.from_logits, self.label_smoothing, self.axis
        )


class CategoricalCrossentropy(Loss):
    """The cross entropy of chances of classes: see `categorical_crossentropy`."""

    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
        axis: int = -1,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = None,
    ) -> None:
        super().__init__(reduction, name)
        self.from_logits = bool(from_logits)
        self.label_smoothing = label_smoothing
        self.axis = axis

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each sample."""
        return categorical_crossentropy(
            y_true, y_pred, self.from_logits, self.label_smoothing, self.axis
        )


class SparseCategoricalCrossentropy(Loss):
    """The cross entropy of class numbers: see `sparse_categorical_crossentropy`."""

    def __init__(
        self,
        from_logits: bool = False,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = None,
    ) -> None:
        super().__init__(reduction, name)
        self.from_logits = bool(from_logits)

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each sample."""
        return sparse_categorical_crossentropy(y_true, y_pred, self.from_logits)


class _OfFunction(Loss):
    """A loss made of a function that gives a number for each sample."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(name=getattr(function, "__name__", type(function).__name__))
        self._function = function

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return the loss of each sample."""
        return call_user(self._function, y_true, y_pred)


# -- By name ---------------------------------------------------------------------------

_FUNCTIONS: Final = (
    binary_crossentropy,
    categorical_crossentropy,
    cosine_similarity,
    hinge,
    huber,
    kl_divergence,
    log_cosh,
    mean_absolute_error,
    mean_squared_error,
    sparse_categorical_crossentropy,
)
_CLASSES: Final = (
    BinaryCrossentropy,
    CategoricalCrossentropy,
    CosineSimilarity,
    Hinge,
    Huber,
    KLDivergence,
    LogCosh,
    MeanAbsoluteError,
    MeanSquaredError,
    SparseCategoricalCrossentropy,
)
_ALIASES: Final = {
    "mse": mean_squared_error,
    "mae": mean_absolute_error,
    "kld": kl_divergence,
    "logcosh": log_cosh,
}
_BY_NAME: Final[dict[str, Any]] = {
    **{each.__name__: each for each in (*_FUNCTIONS, *_CLASSES)},
    **_ALIASES,
    **{name.upper(): function for name, function in _ALIASES.items()},
}


def get(identifier: Any) -> Any:
    """Return a loss by its name.

    Args:
        identifier: The name of a function, such as "mean_squared_error" or "mse"; or
            that of a class, such as "MeanSquaredError", of which one is made. What can
            be called is returned, and None.

    Raises:
        InvalidArgumentError: There is no loss of that name.
        DTypeError: It is none of these.
    """
    if identifier is None or callable(identifier):
        return identifier
    found = find("loss", identifier, _BY_NAME)
    return found() if isinstance(found, type) else found


def as_loss(identifier: Any) -> Loss:
    """Return what `get` does as a `Loss`: the mean of what a function returns.

    Raises:
        InvalidArgumentError: There is no loss of that name.
        DTypeError: It is no loss.
    """
    found = get(identifier)
    if isinstance(found, Loss):
        return found
    if found is None or isinstance(found, type):
        raise DTypeError(
            f"{identifier!r} is no loss.",
            origin=capture_exact(),
            hint="Pass a name, an instance of ag.losses.Loss, or a function of labels "
            "and predictions.",
        )
    return _OfFunction(found)


__all__ = [
    "BinaryCrossentropy",
    "CategoricalCrossentropy",
    "CosineSimilarity",
    "Hinge",
    "Huber",
    "KLDivergence",
    "LogCosh",
    "Loss",
    "MeanAbsoluteError",
    "MeanSquaredError",
    "SparseCategoricalCrossentropy",
    "as_loss",
    "binary_crossentropy",
    "categorical_crossentropy",
    "cosine_similarity",
    "get",
    "hinge",
    "huber",
    "kl_divergence",
    "log_cosh",
    "mean_absolute_error",
    "mean_squared_error",
    "sparse_categorical_crossentropy",
]
