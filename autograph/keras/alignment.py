"""Labels, predictions and weights, brought to the same shape and dtype."""

from __future__ import annotations

from typing import Any

from graph import dtypes, ops
from graph.dispatch import as_tensor
from graph.errors import ShapeError
from graph.origin import capture_exact
from graph.shapes import is_compatible, show
from graph.tensor import Tensor
from graph.value_operators import value_of


def floats(values: Any) -> Tensor:
    """Return values as a tensor of floats: others become float32."""
    found = as_tensor(value_of(values))
    return found if found.dtype.is_floating else ops.cast(found, dtypes.float32)


def aligned(y_true: Any, y_pred: Any) -> tuple[Tensor, Tensor]:
    """Return labels and predictions in one shape, in the dtype of the predictions.

    A last axis of length 1 may be missing in one of them.

    Raises:
        ShapeError: The shapes differ otherwise. (Broadcast, labels of shape (n,) would
            be compared with each of n predictions of shape (n, 1).)
    """
    predicted = floats(y_pred)
    wanted = ops.cast(as_tensor(value_of(y_true)), predicted.dtype)
    a, b = wanted.spec.shape, predicted.spec.shape
    if a is not None and b is not None and len(a) != len(b):
        if len(a) + 1 == len(b) and b[-1] == 1:
            wanted = ops.expand_dims(wanted, -1)
        elif len(b) + 1 == len(a) and a[-1] == 1:
            predicted = ops.expand_dims(predicted, -1)
    if not is_compatible(wanted.spec.shape, predicted.spec.shape):
        raise ShapeError(
            f"labels have shape {show(a)}, predictions {show(b)}.",
            origin=capture_exact(),
            hint="Both have the same shape; one may lack a last axis of length 1. For "
            "the numbers of classes there are losses and metrics with `Sparse` in "
            "their names.",
        )
    return wanted, predicted


def class_numbers(y_true: Any, y_pred: Tensor) -> Tensor:
    """Return the numbers of classes, without a last axis that the rows do not have.

    Shape:   (...) or (..., 1) for predictions (..., classes) -> (...)
    Dtype:   integers, or floats that are integers -> int64
    Raises:  ShapeError if there is not one for each row of predictions
    """
    numbers = ops.cast(as_tensor(value_of(y_true)), dtypes.int64)
    a, b = numbers.spec.shape, y_pred.spec.shape
    if a and b and len(a) == len(b) and a[-1] in {1, None}:
        numbers = ops.squeeze(numbers, -1)
    rows = None if b is None else b[:-1]
    if b == () or not is_compatible(numbers.spec.shape, rows):
        raise ShapeError(
            f"labels have shape {show(a)}, predictions {show(b)}.",
            origin=capture_exact(),
            hint="There is a number of a class for each row of predictions, whose last "
            "axis is that of the classes.",
        )
    return numbers


def weights_for(values: Tensor, sample_weight: Any) -> Tensor:
    """Return weights that multiply values, one for each sample or for each value.

    Shape:   values (n, ...); weights (), (n,), (n, ...) or (n, ..., 1) -> broadcasts
    Dtype:   numbers -> that of the values
    Raises:  ShapeError if they do not fit
    """
    weights = ops.cast(as_tensor(value_of(sample_weight)), values.dtype)
    a, b = weights.spec.shape, values.spec.shape
    if a is None or b is None or a == ():
        return weights
    if len(a) == len(b) + 1 and a[-1] == 1:
        weights = ops.squeeze(weights, -1)
    for _ in range(len(b) - len(a)):
        weights = ops.expand_dims(weights, -1)
    fitted = weights.spec.shape
    if fitted is None or len(fitted) != len(b) or not _broadcasts(fitted, b):
        raise ShapeError(
            f"sample_weight has shape {show(a)}, and there are values of shape "
            f"{show(b)}.",
            origin=capture_exact(),
            hint="Pass one weight for each sample, or for each value: the losses of "
            "samples have the shape of the labels without the last axis.",
        )
    return weights


def _broadcasts(narrow: Any, wide: Any) -> bool:
    pairs = zip(narrow, wide, strict=True)
    return all(n in {w, 1, None} or w is None for n, w in pairs)


__all__ = ["aligned", "class_numbers", "floats", "weights_for"]
