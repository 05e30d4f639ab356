"""Classes that were predicted, counted in pairs; masks of sequences by their length."""

from __future__ import annotations

from typing import Any

from graph import dtypes
from graph.dispatch import as_tensor
from graph.errors import DTypeError
from graph.ops.arguments import constant_value, run_time_count, static_int
from graph.tensor import Tensor


def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    weights: Any = None,
    dtype: Any = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Count for each pair of classes how often one was predicted for the other.

    Args:
        labels: The true class of each example.
        predictions: The predicted one.
        num_classes: How many there are; by default one more than the largest number.
        weights: What each example counts, 1 by default.
        dtype: Of the result.
        name: A name for the last node.

    Returns:
        A matrix with rows for labels and columns for predictions.

    Shape:   (n,), (n,) -> (num_classes, num_classes)
    Dtype:   integers, integers -> `dtype`
    Raises:  InvalidArgumentError if a class is out of range when this runs
    Source:  TensorFlow's math.confusion_matrix
    """
    from graph import ops  # which are made of this module, too

    rows, columns = as_tensor(labels), as_tensor(predictions)
    rows, columns = ops.cast(rows, dtypes.int64), ops.cast(columns, dtypes.int64)
    both = ops.stack([ops.reshape(rows, [-1]), ops.reshape(columns, [-1])], 1)
    if num_classes is None:
        flat = ops.reshape(both, [-1])
        num_classes = ops.reduce_max(ops.concat([flat, [-1]], 0)) + 1
    counts = (
        ops.ones_like(both[:, 0], dtype)
        if weights is None
        else ops.cast(ops.reshape(weights, [-1]), dtype)
    )
    return ops.scatter_nd(both, counts, [num_classes, num_classes], name)


def sequence_mask(
    lengths: Any,
    maxlen: Any = None,
    dtype: Any = dtypes.bool,
    name: str | None = None,
) -> Tensor:
    """Mark the first elements of rows, as many as their lengths say.

    Args:
        lengths: Integers.
        maxlen: The length of the rows, by default the largest of the lengths.
        dtype: Of the result: true and false, or 1 and 0.
        name: A name for the last node.

    Shape:   any -> (..., maxlen)
    Dtype:   integers -> `dtype`
    Raises:  DTypeError if the lengths are not integers
    Source:  TensorFlow's sequence_mask
    """
    from graph import ops  # which are made of this module, too

    counts = as_tensor(lengths)
    if not counts.dtype.is_integer:
        raise DTypeError(
            f"sequence_mask: the lengths are {counts.dtype}, not integers.",
            hint="Convert with ag.cast first.",
        )
    if maxlen is None:
        flat = ops.reshape(counts, [-1])
        maxlen = ops.reduce_max(ops.concat([flat, ops.zeros([1], counts.dtype)], 0))
    elif constant_value(maxlen) is not None:
        maxlen = static_int(maxlen, "maxlen")
    else:
        maxlen = run_time_count(maxlen, "maxlen")
    places = ops.cast(ops.range(maxlen), counts.dtype)
    mask = ops.less(places, ops.expand_dims(counts, -1))
    return ops.cast(mask, dtype, name)


__all__ = ["confusion_matrix", "sequence_mask"]
NAMESPACES = {"ag": ["sequence_mask"], "ag.math": ["confusion_matrix"]}
