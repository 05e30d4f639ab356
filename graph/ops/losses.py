"""Losses: cross entropies of scores, and others. Public as `ag.nn`."""

from __future__ import annotations

import math
from typing import Any

from graph import dtypes
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.ops.arguments import static_flag
from graph.ops.functions import exp, log, square
from graph.ops.logic import greater, less_equal, logical_and
from graph.ops.manipulation import reshape
from graph.ops.manipulation import shape as shape_of
from graph.ops.math import add, divide, multiply, negative, subtract
from graph.ops.nn import log_softmax, softplus
from graph.ops.reduction import reduce_sum
from graph.ops.selection import gather, where
from graph.ops.undefined import multiply_no_nan
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _both(what: str, labels: Any, logits: Any) -> tuple[Tensor, Tensor]:
    """Return labels and logits as tensors of one dtype, that of the logits."""
    if labels is None or logits is None:
        raise InvalidArgumentError(
            f"{what} takes both labels and logits.",
            origin=capture_exact(2),
            hint="Write labels=..., logits=....",
        )
    scores = as_tensor(logits)
    if not scores.dtype.is_floating:
        raise DTypeError(
            f"{what}: logits are floats, not {scores.dtype}.",
            origin=capture_exact(2),
            hint="Convert with ag.cast first.",
        )
    wanted = as_tensor(labels, scores.dtype)
    specs = TensorSpec(wanted.shape, dtypes.bool), TensorSpec(scores.shape, dtypes.bool)
    if not specs[0].is_compatible_with(specs[1]):
        raise ShapeError(
            f"{what}: labels have the shape {wanted.shape}, logits {scores.shape}.",
            origin=capture_exact(2),
            hint="Both have the same shape; for numbers of classes there is "
            "ag.nn.sparse_softmax_cross_entropy_with_logits.",
        )
    return wanted, scores


def sigmoid_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None
) -> Tensor:
    """Return the cross entropy of chances with those that scores stand for.

    Args:
        labels: Chances, of [0, 1].
        logits: Scores x, which stand for 1 / (1 + exp(-x)).
        name: A name for the node.

    Shape:   both the same -> the same
    Dtype:   floats -> the same
    Raises:  ShapeError if the shapes differ
    Source:  TensorFlow's nn.sigmoid_cross_entropy_with_logits: z * log(1 + exp(-x)) +
             (1 - z) * log(1 + exp(x)), in which nothing overflows or cancels
    """
    z, x = _both("sigmoid_cross_entropy_with_logits", labels, logits)
    return _weighted(z, x, z, name)


def _weighted(z: Tensor, x: Tensor, positive: Any, name: str | None) -> Tensor:
    is_one = multiply(positive, softplus(negative(x)))
    return add(is_one, multiply(subtract(1, z), softplus(x)), name=name)


def weighted_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    pos_weight: Any = 1.0,
    name: str | None = None,
) -> Tensor:
    """Return `sigmoid_cross_entropy_with_logits` with a weight for what is true.

    Shape:   both the same -> the same; `pos_weight` broadcasts
    Dtype:   floats -> the same
    Raises:  ShapeError if the shapes differ
    Source:  TensorFlow's nn.weighted_cross_entropy_with_logits
    """
    z, x = _both("weighted_cross_entropy_with_logits", labels, logits)
    return _weighted(z, x, multiply(z, pos_weight), name)


def softmax_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, axis: Any = -1, name: str | None = None
) -> Tensor:
    """Return the cross entropy of chances of classes with those of scores.

    Args:
        labels: The chances of each class; they need not have the sum 1.
        logits: Scores, logarithms of chances up to a constant.
        axis: The axis of the classes.
        name: A name for the node.

    Shape:   (..., classes, ...) both -> (..., ...)
    Dtype:   floats -> the same
    Raises:  ShapeError if the shapes differ
    Source:  TensorFlow's nn.softmax_cross_entropy_with_logits; a class without any
             chance adds nothing, whatever its score
    """
    z, x = _both("softmax_cross_entropy_with_logits", labels, logits)
    logs = multiply_no_nan(log_softmax(x, axis), z)
    return negative(reduce_sum(logs, axis), name=name)


def sparse_softmax_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None
) -> Tensor:
    """Return the cross entropy of numbers of classes with the chances of scores.

    Args:
        labels: The number of a class for each row of scores.
        logits: Scores, logarithms of chances up to a constant.
        name: A name for the node.

    Shape:   (...), (..., classes) -> (...)
    Dtype:   integers, floats -> the floats
    Raises:  InvalidArgumentError when this runs, if there is no such class;
             DTypeError for labels that are no integers; ShapeError if shapes differ
    Source:  TensorFlow's nn.sparse_softmax_cross_entropy_with_logits
    """
    what = "sparse_softmax_cross_entropy_with_logits"
    if labels is None or logits is None:
        raise InvalidArgumentError(
            f"{what} takes both labels and logits.",
            origin=capture_exact(1),
            hint="Write labels=..., logits=....",
        )
    wanted, scores = as_tensor(labels), as_tensor(logits)
    if not wanted.dtype.is_integer or not scores.dtype.is_floating:
        raise DTypeError(
            f"{what}: labels are integers and logits floats, not {wanted.dtype} and "
            f"{scores.dtype}.",
            origin=capture_exact(1),
            hint="For chances of classes there is "
            "ag.nn.softmax_cross_entropy_with_logits.",
        )
    rows = None if scores.ndim is None else scores.shape[:-1]
    spec = TensorSpec(rows, wanted.dtype)
    if scores.shape == () or not spec.is_compatible_with(
        TensorSpec(wanted.shape, wanted.dtype)
    ):
        raise ShapeError(
            f"{what}: labels have the shape {wanted.shape}, logits {scores.shape}.",
            origin=capture_exact(1),
            hint="There is a label for each row of logits.",
        )
    logs = log_softmax(scores)
    n_classes = shape_of(scores)[-1] if scores.ndim is None else scores.shape[-1]
    if n_classes is None:
        n_classes = shape_of(scores)[-1]
    flat = reshape(logs, [-1, n_classes])
    taken = gather(flat, reshape(wanted, [-1]), axis=1, batch_dims=1)
    return negative(reshape(taken, shape_of(wanted)), name=name)


def log_poisson_loss(
    targets: Any,
    log_input: Any,
    compute_full_loss: bool = False,
    name: str | None = None,
) -> Tensor:
    """Return the negative logarithm of the chance of counts, of a Poisson distribution.

    Args:
        targets: Counts z.
        log_input: Logarithms of the means.
        compute_full_loss: Add log(z!), by Stirling's formula for z > 1.
        name: A name for the node.

    Shape:   both broadcast together
    Dtype:   floats, promoted together
    Source:  TensorFlow's nn.log_poisson_loss
    """
    c = as_tensor(log_input)
    z = as_tensor(targets, c.dtype)
    loss = subtract(exp(c), multiply(c, z))
    if static_flag(compute_full_loss, "compute_full_loss"):
        is_small = logical_and(greater(z, -1e-30), less_equal(z, 1))
        safe = where(is_small, 1.0, z)
        stirling = safe * log(safe) - safe + log(safe * (2 * math.pi)) * 0.5
        loss = add(loss, where(is_small, 0.0, stirling))
    return add(loss, 0.0, name=name) if name else loss


def l2_loss(t: Any, name: str | None = None) -> Tensor:
    """Return half the sum of squares.

    Shape:   any -> ()
    Dtype:   floats -> the same
    Source:  TensorFlow's nn.l2_loss
    """
    return divide(reduce_sum(square(as_tensor(t))), 2, name=name)


__all__ = [
    "l2_loss",
    "log_poisson_loss",
    "sigmoid_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits",
    "sparse_softmax_cross_entropy_with_logits",
    "weighted_cross_entropy_with_logits",
]
NAMESPACES = {"ag.nn": __all__}
