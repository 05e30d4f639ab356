"""Medians, averages with weights, covariances."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.errors import DTypeError, ShapeError
from graph.numpy import statistics
from graph.numpy.arguments import axes_of, dims_of, flatten, known_rank, n_elements
from graph.numpy.comparison import array_equal
from graph.numpy.conversion import asarray, cast, check_kind, numpy_dtype, result_type
from graph.numpy.registry import implements
from graph.ops import joining, linalg, manipulation, math, reduction, scan, selection
from graph.ops.arguments import static_axes
from graph.ops.clipping import clip_by_value
from graph.ops.debugging import assert_that
from graph.ops.functions import conj, is_nan, sqrt
from graph.ops.matrices import diag_part
from graph.origin import capture_exact
from graph.shapes import Shape
from graph.tensor import Tensor


@implements(np.ptp)
def ptp(a: Any, axis: Any = None, keepdims: bool = False) -> Tensor:
    """Return the distance from the smallest to the largest element, along axes."""
    x = asarray(a)
    return math.subtract(
        statistics.max(x, axis, keepdims=keepdims),
        statistics.min(x, axis, keepdims=keepdims),
    )


def in_front(name: str, x: Tensor, axis: Any) -> tuple[Tensor, Any]:
    """Return an array with the axes that are reduced as its first one.

    Returns:
        The array, and the shape that a result has with the axes kept, None where
        that does not matter.
    """
    given = static_axes(axis)
    if given is None:
        kept = None if x.ndim is None else (1,) * x.ndim
        return flatten(x), kept
    ndim = known_rank(x, name)
    axes = axes_of(given, ndim)
    dims = dims_of(x)
    others = [one for one in range(ndim) if one not in axes]
    moved = manipulation.transpose(x, [*axes, *others])
    if len(axes) != 1:
        moved = manipulation.reshape(moved, [-1, *(dims[one] for one in others)])
    return moved, tuple(1 if one in axes else dims[one] for one in range(ndim))


def kept_dims(found: Tensor, kept: Any, in_first: tuple[Any, ...] = ()) -> Tensor:
    """Return a result with the reduced axes, which have length 1, in place."""
    if kept is None:
        raise ShapeError(
            "the axes of an array of unknown rank cannot be kept.",
            origin=capture_exact(2),
            hint="Give the input signature a rank.",
        )
    return manipulation.reshape(found, [*in_first, *kept])


def real_numbers(name: str, a: Any) -> Tensor:
    """Return the tensor of numbers that have an order.

    Raises:
        DTypeError: They are complex, or no numbers.
    """
    x = asarray(a)
    if x.dtype.numpy.kind not in "biuf":
        raise DTypeError(
            f"{name}: there is no order among elements of dtype {x.dtype}.",
            origin=capture_exact(2),
            hint="Give real numbers.",
        )
    return x


@implements(np.median)
def median(
    a: Any, axis: Any = None, overwrite_input: bool = False, keepdims: bool = False
) -> Tensor:
    """Return the middle element in order, along axes; the mean of two if even.

    Shape:   any -> the same without the axes
    Dtype:   bool, integers -> float64; floats -> the same
    Source:  numpy.median; nan where there is one
    """
    rows, kept = in_front("median", real_numbers("median", a), axis)
    rows = scan.sort(rows, axis=0)
    n = dims_of(rows)[0]
    is_none = isinstance(n, int) and n == 0
    middle = rows if is_none else rows[(n - 1) // 2 : n // 2 + 1]
    found = _with_nan(statistics.mean(middle, 0), rows)
    return kept_dims(found, kept) if keepdims else found


def _with_nan(found: Tensor, rows: Tensor) -> Tensor:
    """Return nan where there is one: among sorted rows the last is."""
    if not rows.dtype.is_floating or (rows.ndim is not None and rows.shape[0] == 0):
        return found
    # If there may be none, the sum of one: that of none is 0.
    is_known = rows.ndim is not None and rows.shape[0] is not None
    last = rows[-1] if is_known else statistics.sum(rows[-1:], 0)
    result: Tensor = selection.where(is_nan(last), last, found)
    return result


@implements(np.average)
def average(
    a: Any,
    axis: Any = None,
    weights: Any = None,
    returned: bool = False,
    *,
    keepdims: bool = False,
) -> Any:
    """Return the mean, each element counted by its weight.

    Raises:
        ZeroDivisionError: The weights have the sum 0.
        ShapeError: They have another shape than the array, and than its axis.
    """
    x = asarray(a)
    if weights is None:
        mean = statistics.mean(x, axis, keepdims=keepdims)
        if not returned:
            return mean
        count = asarray(n_elements(x, axis))
        return mean, manipulation.broadcast_to(cast(count, mean.dtype), dims_of(mean))
    by = asarray(weights)
    common = result_type(x, by)
    if not (common.is_floating or common.is_complex) or x.dtype.is_integer:
        common = result_type(x, by, dtypes.float64)
    by = _beside(x, by, axis)
    total = statistics.sum(by, axis, common, keepdims=keepdims)
    assert_that(
        reduction.reduce_all(total != 0),
        template="Weights sum to zero, can't be normalized",
        exception=ZeroDivisionError,
    )
    product = math.multiply(cast(x, common), cast(by, common))
    mean = statistics.sum(product, axis, keepdims=keepdims) / total
    if not returned:
        return mean
    return mean, manipulation.broadcast_to(total, dims_of(mean))


def _other_axes(weights: Tensor, axis: Any) -> ShapeError:
    return ShapeError(
        f"average: the weights {weights.spec} are for other axes than {axis} of what "
        "they weigh.",
        origin=capture_exact(3),
        hint="Give weights of the array's shape, or of that of its axes.",
    )


def _check_shape(weights: Tensor, shape: Shape, dims: Any, axis: Any) -> None:
    """See that weights have a shape: here nothing is broadcast.

    Raises:
        ShapeError: They have another one.
    """
    own = weights.spec.shape
    if own is not None and shape is not None:
        pairs = list(zip(own, shape, strict=True))
        if any(None not in pair and pair[0] != pair[1] for pair in pairs):
            raise _other_axes(weights, axis)
        if all(None not in pair for pair in pairs):
            return
    is_it = array_equal(manipulation.shape(weights, dtypes.int64), dims)
    if axis is None:
        text = "Axis must be specified when shapes of a and weights differ."
        assert_that(is_it, template=text, exception=TypeError)
    else:
        text = "Shape of weights must be consistent with shape of a along specified"
        assert_that(is_it, template=f"{text} axis.", exception=ValueError)


def _beside(x: Tensor, weights: Tensor, axis: Any) -> Tensor:
    """Return weights in the shape of the array, given for an axis of it perhaps."""
    if x.ndim is None or weights.ndim is None or x.ndim == weights.ndim:
        _check_shape(weights, x.spec.shape, dims_of(x), axis)
        return manipulation.broadcast_to(weights, dims_of(x))
    given = static_axes(axis)
    axes = () if given is None else axes_of(given, x.ndim)
    if not axes or len(axes) != weights.ndim:
        raise _other_axes(weights, axis)
    shape, dims = x.spec.shape, dims_of(x)
    known = None if shape is None else tuple(shape[each] for each in axes)
    _check_shape(weights, known, [dims[each] for each in axes], axis)
    order = sorted(range(len(axes)), key=lambda place: axes[place])
    spread = manipulation.transpose(weights, order)
    key = tuple(slice(None) if one in axes else None for one in range(x.ndim))
    return manipulation.broadcast_to(spread[key], dims_of(x))


@implements(np.cov)
def cov(
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    *,
    dtype: Any = None,
) -> Tensor:
    """Return how variables vary together: each row is one, each column a sample."""
    x = asarray(m)
    other = None if y is None else asarray(y)
    given = [x] if other is None else [x, other]
    if any(known_rank(part, "cov") > 2 for part in given):
        raise ShapeError(
            "cov: an array has more than two axes.",
            origin=capture_exact(),
            hint="Rows are variables, and columns samples.",
        )
    wanted = (
        result_type(*given, dtypes.float64) if dtype is None else numpy_dtype(dtype)
    )
    parts = [_variables(cast(part, wanted), rowvar) for part in given]
    rows = parts[0] if other is None else joining.concat(parts, 0)
    less = ddof if ddof is not None else (0 if bias else 1)
    mean = statistics.mean(rows, 1, keepdims=True)
    spread = rows - mean
    turned = manipulation.transpose(spread)
    found = linalg.dot(spread, conj(turned) if wanted.is_complex else turned)
    count = dims_of(rows)[1]
    left = count - less
    if isinstance(left, int):  # NumPy divides by 0 where nothing is left
        factor: Any = 1 / left if left > 0 else np.inf
    else:
        factor = 1 / cast(np.maximum(left, 0), wanted)
    found = found * factor
    # One variable has a variance, which is a number.
    n_variables = dims_of(rows)[0]
    if not isinstance(n_variables, int):
        assert_that(
            n_variables != 1,
            template="There is one variable, which tracing did not know: its variance "
            "is a number. Give the input signature its dimensions",
            exception=ValueError,
        )
    is_alone = isinstance(n_variables, int) and n_variables == 1
    return manipulation.squeeze(found) if is_alone else found


def _variables(x: Tensor, rowvar: bool) -> Tensor:
    if x.ndim != 2:
        return manipulation.reshape(x, [1, -1])
    return x if rowvar or x.shape[0] == 1 else manipulation.transpose(x)


@implements(np.corrcoef)
def corrcoef(
    x: Any, y: Any = None, rowvar: bool = True, *, dtype: Any = None
) -> Tensor:
    """Return correlations: covariances divided by both standard deviations."""
    found = cov(x, y, rowvar, dtype=dtype)
    if found.ndim == 0:
        return found / found
    check_kind("corrcoef", found, "f")
    deviation = sqrt(diag_part(found))
    found = found / deviation[:, None] / deviation[None, :]
    return clip_by_value(found, -1, 1)


__all__ = [
    "average",
    "corrcoef",
    "cov",
    "in_front",
    "kept_dims",
    "median",
    "ptp",
    "real_numbers",
]
