"""Order along an axis: the largest few, partitions, order by several keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import apply, as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import REQUIRED, ZERO, always, define
from graph.ops.arguments import (
    array_of,
    constant_value,
    listed,
    normalize_axes,
    result,
    run_time_count,
    static_axes,
    static_int,
    total_size,
)
from graph.ops.gradients import ordering as rules
from graph.shapes import normalize_axis
from graph.specs import TensorSpec
from graph.tensor import Tensor


def ordered_kind(spec: TensorSpec, kinds: str, what: str) -> DType:
    """Return the dtype of values that have an order.

    Raises:
        DTypeError: They have none.
    """
    dtype = dtypes.strengthen(spec.dtype)
    if dtype.numpy.kind not in kinds:
        raise DTypeError(
            f"there is no {what} of {dtype}.", hint="Convert with ag.cast first."
        )
    return dtype


def checked_kind(x: Any, kinds: str) -> Any:
    """Return a kernel's operand as an array, of one of these kinds of dtypes.

    Raises:
        TypeError: It is not; inference says what is needed.
    """
    array = array_of(x)
    if array.dtype.kind not in kinds:
        raise TypeError(array.dtype)
    return array


# -- The largest ---------------------------------------------------------------------


def _infer_top_k(
    input: TensorSpec, *given: TensorSpec, k: int | None, index_type: DType
) -> tuple[TensorSpec, TensorSpec]:
    dtype = ordered_kind(input, "biuf", "top_k")
    if input.shape is None:
        return TensorSpec(None, dtype), TensorSpec(None, index_type)
    if not input.shape:
        raise ShapeError("a scalar has no k largest.", hint="Give a vector, or more.")
    length = input.shape[-1]
    if k is not None and (k < 0 or (length is not None and k > length)):
        raise ShapeError(
            f"k is {k}, the last dimension is {length}.",
            hint="k is at least 0 and at most the length of the last dimension.",
        )
    shape = (*input.shape[:-1], k)
    return TensorSpec(shape, dtype), TensorSpec(shape, index_type)


def _top_k(
    input: Any, *given: Any, k: int | None, index_type: DType
) -> tuple[Any, Any]:
    array = checked_kind(input, "biuf")
    count = int(given[0]) if k is None else k
    if not array.ndim:
        raise ValueError("rank")
    if not 0 <= count <= array.shape[-1]:
        raise ShapeError(
            f"k is {count}, the last dimension is {array.shape[-1]}.",
            hint="k is at least 0 and at most the length of the last dimension.",
        )
    places = descending(array, -1)[..., :count]
    values = np.take_along_axis(array, places, -1)
    return values, places.astype(index_type.numpy)


def descending(array: Any, axis: int) -> Any:
    """Return the places of elements from the largest; equal ones keep their order."""
    # Backwards twice, so that equal elements keep their order.
    last = array.shape[axis] - 1
    flipped = np.argsort(np.flip(array, axis), axis, kind="stable")
    return last - np.flip(flipped, axis)


def top_k(
    input: Any,
    k: Any = 1,
    sorted: bool = True,
    index_type: Any = dtypes.int32,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Return the k largest elements along the last axis, and their places.

    Args:
        input: Real numbers; nan counts as the largest.
        k: How many, an integer or a symbolic one.
        sorted: The results are in descending order, whatever is said here.
        index_type: The dtype of the places.
        name: A name for the node.

    Returns:
        `values, indices`. Of equal elements the one with the lower index is first.

    Shape:   (..., n) -> (..., k), (..., k)
    Dtype:   bool, integers, floats -> the same, `index_type`
    Raises:  ShapeError, or InvalidArgumentError when this runs, if there are not k
    Source:  TensorFlow's math.top_k
    """
    del sorted
    known = constant_value(k)
    given = (run_time_count(k, "k"),) if known is None else ()
    attrs = {
        "k": None if known is None else static_int(known, "k"),
        "index_type": dtypes.as_dtype(index_type),
    }
    values, indices = apply(_TOP_K, (input, *given), attrs, name)
    return values, indices


_TOP_K = define(
    "top_k",
    gradient=rules.top_k,
    can_fail=always,
    inputs=("input", "given"),
    attrs={"k": 1, "index_type": dtypes.int32},
    infer=_infer_top_k,
    kernel=_top_k,
    doc=top_k.__doc__,
    work=total_size,
    type_name="TopKV2",
)


def _infer_in_top_k(
    targets: TensorSpec, predictions: TensorSpec, *, k: int
) -> TensorSpec:
    if not dtypes.strengthen(targets.dtype).is_integer:
        raise DTypeError(
            f"the targets are {targets.dtype}, not integers.",
            hint="A target is the number of a class; convert with ag.cast.",
        )
    ordered_kind(predictions, "f", "in_top_k")
    rows = predictions.shape[:1] if predictions.shape is not None else (None,)
    is_matrix = predictions.rank in (2, None) and targets.rank in (1, None)
    if not is_matrix or not shapes.is_compatible(rows, targets.shape):
        raise ShapeError(
            "predictions are no rows for the targets.",
            hint="Give targets as (n,) and predictions as (n, classes).",
        )
    return TensorSpec(targets.shape or rows, dtypes.bool)


def _in_top_k(targets: Any, predictions: Any, *, k: int) -> Any:
    numbers, rows = checked_kind(targets, "iu"), checked_kind(predictions, "f")
    if rows.ndim != 2 or numbers.shape != rows.shape[:1]:
        raise ValueError("shapes")
    is_class = (numbers >= 0) & (numbers < rows.shape[1])
    if not rows.size:
        return np.zeros(numbers.shape, np.bool_)
    chosen = np.where(is_class, numbers, 0).astype(np.intp)
    own = np.take_along_axis(rows, chosen[:, np.newaxis], 1)
    better = np.count_nonzero(rows > own, 1)
    return is_class & np.isfinite(rows).all(1) & (better < k)


def in_top_k(targets: Any, predictions: Any, k: Any, name: str | None = None) -> Tensor:
    """Tell for each row whether the target is among the k largest predictions.

    Args:
        targets: The number of a class for each row; another number is in no top k.
        predictions: Floats; a row with infinities or nan has no top k.
        k: How many; all that equal the last of them count as among them.
        name: A name for the node.

    Shape:   (n,), (n, classes) -> (n,)
    Dtype:   integers, floats -> bool
    Raises:  ShapeError if the shapes do not fit
    Source:  TensorFlow's math.in_top_k
    """
    return result(_IN_TOP_K, (targets, predictions), {"k": static_int(k, "k")}, name)


_IN_TOP_K = define(
    "in_top_k",
    gradient=ZERO,
    inputs=("targets", "predictions"),
    attrs={"k": REQUIRED},
    infer=_infer_in_top_k,
    kernel=_in_top_k,
    doc=in_top_k.__doc__,
    work=total_size,
    type_name="InTopKV2",
)

# -- Partitions ----------------------------------------------------------------------


def _infer_partition(x: TensorSpec, *, kth: tuple[int, ...], axis: int) -> TensorSpec:
    dtype = ordered_kind(x, "biufcO", "order")
    if x.shape is None:
        return TensorSpec(None, dtype)
    length = x.shape[normalize_axis(axis, len(x.shape))]
    for place in kth:
        if length is not None and not -length <= place < length:
            raise ShapeError(
                f"kth is {place}, where the axis has {length} elements.",
                hint="kth counts from 0 along the axis, or from its end.",
            )
    return TensorSpec(x.shape, dtype)


def _checked(x: Any, kth: tuple[int, ...], axis: int) -> Any:
    array = array_of(x)
    length = array.shape[axis]
    for place in kth:
        if not -length <= place < length:
            raise InvalidArgumentError(
                f"kth is {place}, where the axis has {length} elements.",
                hint="kth counts from 0 along the axis, or from its end.",
            )
    return array


def partition(x: Any, kth: Any, axis: Any = -1, name: str | None = None) -> Tensor:
    """Bring elements to their places in the order, smaller ones before them.

    Args:
        x: Numbers or text.
        kth: Which places of the order; an integer or several.
        axis: Which axis.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   any -> the same
    Raises:  ShapeError, or InvalidArgumentError when this runs, if there is no such
        place
    Source:  numpy.partition
    """
    attrs = {"kth": static_axes(kth, "kth") or (), "axis": static_int(axis, "axis")}
    return result(_PARTITION, (x,), attrs, name)


_PARTITION = define(
    "partition",
    gradient=rules.partition,
    can_fail=always,
    inputs=("x",),
    attrs={"kth": REQUIRED, "axis": -1},
    infer=_infer_partition,
    kernel=lambda x, *, kth, axis: np.partition(_checked(x, kth, axis), kth, axis),
    doc=partition.__doc__,
    work=total_size,
)


def argpartition(x: Any, kth: Any, axis: Any = -1, name: str | None = None) -> Tensor:
    """Return the places from which `partition` takes elements.

    Args:
        x: Numbers or text.
        kth: Which places of the order; an integer or several.
        axis: Which axis.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   any -> int64
    Raises:  ShapeError, or InvalidArgumentError when this runs, if there is no such
        place
    Source:  numpy.argpartition
    """
    attrs = {"kth": static_axes(kth, "kth") or (), "axis": static_int(axis, "axis")}
    return result(_ARGPARTITION, (x,), attrs, name)


_ARGPARTITION = define(
    "argpartition",
    gradient=ZERO,
    can_fail=always,
    inputs=("x",),
    attrs={"kth": REQUIRED, "axis": -1},
    infer=lambda x, *, kth, axis: TensorSpec(
        _infer_partition(x, kth=kth, axis=axis).shape, dtypes.int64
    ),
    kernel=lambda x, *, kth, axis: np.argpartition(
        _checked(x, kth, axis), kth, axis
    ).astype(np.int64, copy=False),
    doc=argpartition.__doc__,
    work=total_size,
)

# -- Several keys --------------------------------------------------------------------


def _infer_lexsort(*keys: TensorSpec, axis: int) -> TensorSpec:
    if not keys:
        raise ShapeError("there are no keys.", hint="Give one key, or several.")
    shape = keys[0].shape
    for key in keys:
        ordered_kind(key, "biufcO", "order")
        if not shapes.is_compatible(shape, key.shape):
            raise ShapeError("the shapes of the keys differ.", hint="They are equal.")
        if shape is None or key.shape is None:
            shape = shape or key.shape
        else:
            pairs = zip(shape, key.shape, strict=True)
            shape = tuple(a if b is None else b for a, b in pairs)
    if shape:  # of scalars NumPy asks for no axis
        normalize_axes((axis,), len(shape))
    return TensorSpec(shape, dtypes.int64)


def _lexsort(*keys: Any, axis: int) -> Any:
    arrays = [array_of(key) for key in keys]
    rank = arrays[0].ndim
    if rank and not -rank <= axis < rank:  # of one element NumPy lets it pass
        raise np.exceptions.AxisError(axis, rank)
    return np.asarray(np.lexsort(arrays, axis)).astype(np.int64, copy=False)


def lexsort(keys: Sequence[Any], axis: Any = -1, name: str | None = None) -> Tensor:
    """Return the places of elements in order of the last key, ties by those before.

    Args:
        keys: Arrays of one shape, as a list or as rows; the last one counts first.
        axis: Which axis.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   any -> int64
    Raises:  ShapeError if the shapes of the keys differ
    Source:  numpy.lexsort
    """
    from graph.ops.joining import unstack  # which needs what this module needs

    is_rows = isinstance(keys, (Tensor, np.ndarray)) and keys.ndim != 0
    rows = unstack(keys) if is_rows else listed(keys, "keys")
    tensors = [as_tensor(key) for key in rows]
    return result(_LEXSORT, tensors, {"axis": static_int(axis, "axis")}, name)


_LEXSORT = define(
    "lexsort",
    gradient=ZERO,
    variadic=True,
    inputs=("keys",),
    attrs={"axis": -1},
    infer=_infer_lexsort,
    kernel=_lexsort,
    doc=lexsort.__doc__,
    work=total_size,
)

# -- Permutations --------------------------------------------------------------------


def _infer_inverse(x: TensorSpec) -> TensorSpec:
    if not dtypes.strengthen(x.dtype).is_integer:
        raise DTypeError(
            f"x is {x.dtype}, not integers.", hint="Convert with ag.cast first."
        )
    if x.rank not in (1, None):
        raise ShapeError("x is no vector.", hint="See ag.reshape(x, [-1]).")
    return TensorSpec((None,) if x.shape is None else x.shape, x.dtype)


def _inverse(x: Any) -> Any:
    places = checked_kind(x, "iu")
    if places.ndim != 1:
        raise ValueError("rank")
    out = np.full(places.shape, places.size, places.dtype)
    is_bad = (places < 0) | (places >= places.size)
    if not is_bad.any():
        out[places] = np.arange(places.size, dtype=places.dtype)
        counts = np.bincount(places.astype(np.intp, copy=False), minlength=places.size)
        is_bad = counts[places] > 1
    if is_bad.any():
        at = int(np.flatnonzero(is_bad)[0])
        raise InvalidArgumentError(
            f"x[{at}] = {places[at]}: x is no permutation.",
            hint=f"It would hold each of 0, ..., {places.size - 1} once.",
        )
    return out


def invert_permutation(x: Any, name: str | None = None) -> Tensor:
    """Return the permutation that undoes another one: `y[x[i]]` is `i`.

    Shape:   (n,) -> (n,)
    Dtype:   integers -> the same
    Raises:  InvalidArgumentError if it is no permutation when this runs
    Source:  TensorFlow's math.invert_permutation
    """
    return result(_INVERT_PERMUTATION, (x,), {}, name)


_INVERT_PERMUTATION = define(
    "invert_permutation",
    gradient=ZERO,
    can_fail=always,
    inputs=("x",),
    infer=_infer_inverse,
    kernel=_inverse,
    doc=invert_permutation.__doc__,
    work=total_size,
)

__all__ = [
    "argpartition",
    "in_top_k",
    "invert_permutation",
    "lexsort",
    "partition",
    "top_k",
]
NAMESPACES = {
    "ag": ["argpartition", "lexsort", "partition"],
    "ag.math": ["in_top_k", "invert_permutation", "top_k"],
    "ag.nn": ["in_top_k", "top_k"],
}
