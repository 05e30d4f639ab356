"""Reductions of segments: rows with equal numbers are reduced together (`ag.math`).

`segment_...` takes sorted numbers, and has as many segments as the last number says.
`unsorted_segment_...` takes numbers in any order and shape, is told how many segments
there are, and drops rows with negative numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, cast

import numpy as np

from graph import dtypes, shapes
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import GradientRule, Op, always, define
from graph.ops.arguments import (
    array_of,
    constant_value,
    present,
    result,
    run_time_count,
    static_int,
    total_size,
)
from graph.ops.gradients import segments as rules
from graph.specs import TensorSpec
from graph.tensor import Tensor


@dataclass(frozen=True)
class _Reduction:
    """What is done with the rows of a segment.

    Attributes:
        word: As part of the ops' names.
        what: As part of a sentence.
        fold: Adds rows to a result in place: result, numbers, rows.
        start: What a segment begins with, by dtype.
        kinds: The kinds of dtypes that it takes.
        gradient: The rule of the ops.
        finish: What is made of a result and the counts of rows, if anything.
        empty: What a segment without rows has.
    """

    word: str
    what: str
    fold: Callable[[Any, Any, Any], None]
    start: Callable[[Any], Any]
    kinds: str
    gradient: GradientRule
    finish: Callable[[Any, Any], Any] | None = None
    empty: str = "0"


def _lowest(dtype: Any) -> Any:
    return np.finfo(dtype).min if dtype.kind == "f" else np.iinfo(dtype).min


def _highest(dtype: Any) -> Any:
    return np.finfo(dtype).max if dtype.kind == "f" else np.iinfo(dtype).max


def _zero(_: Any) -> int:
    return 0


def _mean(total: Any, counts: Any) -> Any:
    counts = np.maximum(counts, 1)
    if total.dtype.kind in "iu":
        # Towards zero: what is left over has the sign of the total.
        wide = counts.astype(np.dtype(f"{total.dtype.kind}8"))
        return ((total - np.fmod(total, wide)) // wide).astype(total.dtype)
    return total / counts.astype(total.dtype)


def _by_root(total: Any, counts: Any) -> Any:
    return total / np.sqrt(np.maximum(counts, 1)).astype(total.dtype)


def _no_rows_zero(out: Any, counts: Any) -> Any:
    return np.where(counts == 0, out.dtype.type(0), out)


_SUM = _Reduction("sum", "sum", np.add.at, _zero, "iufc", rules.total)
_MEAN = _Reduction("mean", "mean", np.add.at, _zero, "iufc", rules.mean, _mean)
_ROOT = _Reduction(
    "sqrt_n",
    "sum, divided by the root of the count,",
    np.add.at,
    _zero,
    "fc",
    rules.by_root,
    _by_root,
)
_PROD = _Reduction(
    "prod",
    "product",
    np.multiply.at,
    lambda _: 1,
    "iufc",
    rules.product,
    empty="1",
)
_MAX = _Reduction(
    "max",
    "maximum",
    np.maximum.at,
    _lowest,
    "iuf",
    rules.extreme,
    empty="the lowest number of the dtype",
)
_MIN = _Reduction(
    "min",
    "minimum",
    np.minimum.at,
    _highest,
    "iuf",
    rules.extreme,
    empty="the highest number of the dtype",
)


def _check_specs(data: TensorSpec, numbers: TensorSpec, name: str, kinds: str) -> DType:
    dtype = dtypes.strengthen(data.dtype)
    if dtype.numpy.kind not in kinds:
        raise DTypeError(
            f"there is no {name} of {dtype}.", hint="Convert with ag.cast first."
        )
    if not dtypes.strengthen(numbers.dtype).is_integer:
        raise DTypeError(
            f"the numbers of segments are {numbers.dtype}, not integers.",
            hint="Convert with ag.cast first.",
        )
    return dtype


def _infer_sorted(name: str, kinds: str) -> Callable[..., TensorSpec]:
    def infer(data: TensorSpec, segment_ids: TensorSpec) -> TensorSpec:
        dtype = _check_specs(data, segment_ids, name, kinds)
        if segment_ids.rank not in (1, None) or data.rank == 0:
            raise ShapeError(
                "rows and their numbers are needed.",
                hint="segment_ids is a vector with a number for each row of data.",
            )
        if data.shape is None:
            return TensorSpec(None, dtype)
        if not shapes.is_compatible(data.shape[:1], segment_ids.shape):
            raise ShapeError(
                "there are not as many numbers as rows.",
                hint="segment_ids is a vector with a number for each row of data.",
            )
        return TensorSpec((None, *data.shape[1:]), dtype)

    return infer


def _infer_unsorted(name: str, kinds: str) -> Callable[..., TensorSpec]:
    def infer(
        data: TensorSpec,
        segment_ids: TensorSpec,
        *given: TensorSpec,
        num_segments: int | None,
    ) -> TensorSpec:
        dtype = _check_specs(data, segment_ids, name, kinds)
        if num_segments is not None and num_segments < 0:
            raise ShapeError(
                f"num_segments is {num_segments}.",
                hint="There are 0 segments or more.",
            )
        if data.shape is None or segment_ids.shape is None:
            return TensorSpec(None, dtype)
        rank = len(segment_ids.shape)
        if rank > len(data.shape) or not shapes.is_compatible(
            data.shape[:rank], segment_ids.shape
        ):
            raise ShapeError(
                "the shape of data does not begin with that of segment_ids.",
                hint="Each number of a segment belongs to an element or slice of data.",
            )
        return TensorSpec((num_segments, *data.shape[rank:]), dtype)

    return infer


def _checked_rows(data: Any, numbers: Any, kinds: str) -> tuple[Any, Any]:
    """Return rows and a vector of their numbers."""
    rows, ids = array_of(data), array_of(numbers)
    if rows.dtype.kind not in kinds or ids.dtype.kind not in "iu":
        raise TypeError("data or segment_ids")
    if rows.shape[: ids.ndim] != ids.shape:
        raise ValueError("segment_ids")
    return rows.reshape((ids.size, *rows.shape[ids.ndim :])), ids.reshape(-1)


def _check_sorted(ids: Any) -> int:
    """Return how many segments sorted numbers name."""
    if not ids.size:
        return 0
    wrong = np.flatnonzero(ids[1:] < ids[:-1])
    if wrong.size:
        at = int(wrong[0]) + 1
        raise InvalidArgumentError(
            f"segment_ids[{at}] = {ids[at]} comes after {ids[at - 1]}: the numbers are "
            "not sorted.",
            hint="Use the unsorted_segment_... function of the same meaning.",
        )
    if ids[0] < 0:
        raise InvalidArgumentError(
            f"segment_ids[0] = {ids[0]} is negative.",
            hint="Segments are numbered from 0.",
        )
    return int(ids[-1]) + 1


def _check_unsorted(ids: Any, count: int) -> None:
    wrong = np.flatnonzero(ids >= count)
    if wrong.size:
        at = int(wrong[0])
        raise InvalidArgumentError(
            f"segment_ids[{at}] = {ids[at]} is not below num_segments = {count}.",
            hint="Segments are numbered from 0; negative numbers drop their rows.",
        )


def _sorted_kernel(reduction: _Reduction) -> Callable[..., Any]:
    def kernel(data: Any, segment_ids: Any) -> Any:
        rows, ids = _checked_rows(data, segment_ids, reduction.kinds)
        if np.ndim(segment_ids) != 1:
            raise ValueError("segment_ids")
        count = _check_sorted(ids)
        dtype = rows.dtype
        out = np.full((count, *rows.shape[1:]), reduction.start(dtype), dtype)
        reduction.fold(out, ids, rows)
        return _finished(reduction.finish, out, ids)

    return kernel


def _finished(finish: Any, out: Any, ids: Any) -> Any:
    if finish is None:
        return out
    counts = np.bincount(ids.astype(np.intp, copy=False), minlength=len(out))
    return finish(out, counts.reshape([-1] + [1] * (out.ndim - 1)))


def _unsorted_kernel(reduction: _Reduction) -> Callable[..., Any]:
    def kernel(
        data: Any, segment_ids: Any, *given: Any, num_segments: int | None
    ) -> Any:
        rows, ids = _checked_rows(data, segment_ids, reduction.kinds)
        count = int(given[0]) if num_segments is None else num_segments
        if count < 0:
            raise ShapeError(
                f"num_segments is {count}.", hint="There are 0 segments or more."
            )
        _check_unsorted(ids, count)
        dtype = rows.dtype
        out = np.full((count, *rows.shape[1:]), reduction.start(dtype), dtype)
        if ids.dtype.kind == "i" and ids.size and ids.min() < 0:
            kept = ids >= 0
            rows, ids = rows[kept], ids[kept]
        reduction.fold(out, ids, rows)
        return _finished(reduction.finish, out, ids)

    return kernel


class Sorted(Protocol):
    """A public function that reduces segments with sorted numbers."""

    op: Op

    def __call__(self, data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
        """Reduce."""


class Unsorted(Protocol):
    """A public function that reduces segments with numbers in any order."""

    op: Op

    def __call__(
        self, data: Any, segment_ids: Any, num_segments: Any, name: str | None = None
    ) -> Tensor:
        """Reduce."""


_SORTED_DOC = """Return the {what} of the rows of each segment.

Args:
    data: Rows.
    segment_ids: The number of each row's segment, from 0, in ascending order.
    name: A name for the node.

Shape:   (n, ...), (n,) -> (last number + 1, ...); a segment without rows has {empty}
Dtype:   {takes}, integers -> the first's
Raises:  ShapeError if there are not as many numbers as rows; InvalidArgumentError if
    they are not sorted, or negative, when this runs
Source:  TensorFlow's math.segment_{word}"""

_UNSORTED_DOC = """Return the {what} of the elements, or slices, of each segment.

Args:
    data: Elements or slices.
    segment_ids: The number of each one's segment; those with negative numbers are
        dropped.
    num_segments: How many segments there are, an integer or a symbolic one.
    name: A name for the node.

Shape:   (m..., n...), (m...) -> (num_segments, n...); a segment without elements has
    {empty}
Dtype:   {takes}, integers -> the first's
Raises:  ShapeError if the shapes do not fit; InvalidArgumentError if a number is not
    below num_segments when this runs
Source:  TensorFlow's math.unsorted_segment_{word}"""

_TAKES = {"iufc": "numbers", "iuf": "integers, floats", "fc": "floats, complex"}


def _sorted(reduction: _Reduction) -> Sorted:
    if reduction.word in ("max", "min"):  # TensorFlow's rule, for sorted ones alone
        reduction = replace(reduction, finish=_no_rows_zero, empty="0")
    name = f"segment_{reduction.word}"
    op = define(
        name,
        inputs=("data", "segment_ids"),
        infer=_infer_sorted(name, reduction.kinds),
        kernel=_sorted_kernel(reduction),
        gradient=reduction.gradient,
        can_fail=always,
        work=total_size,
        doc=_SORTED_DOC.format(
            what=reduction.what,
            empty=reduction.empty,
            word=reduction.word,
            takes=_TAKES[reduction.kinds],
        ),
    )

    def function(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
        return result(op, (data, segment_ids), {}, name)

    return cast("Sorted", present(function, name, op.doc, op))


def _unsorted(reduction: _Reduction) -> Unsorted:
    name = f"unsorted_segment_{reduction.word}"
    op = define(
        name,
        inputs=("data", "segment_ids", "given"),
        attrs={"num_segments": None},
        infer=_infer_unsorted(name, reduction.kinds),
        kernel=_unsorted_kernel(reduction),
        gradient=reduction.gradient,
        can_fail=always,
        work=total_size,
        doc=_UNSORTED_DOC.format(
            what=reduction.what,
            empty=reduction.empty,
            word=reduction.word,
            takes=_TAKES[reduction.kinds],
        ),
    )

    def function(
        data: Any, segment_ids: Any, num_segments: Any, name: str | None = None
    ) -> Tensor:
        known = constant_value(num_segments)
        given = (run_time_count(num_segments, "num_segments"),) if known is None else ()
        count = None if known is None else static_int(known, "num_segments")
        operands = (data, segment_ids, *given)
        return result(op, operands, {"num_segments": count}, name)

    return cast("Unsorted", present(function, name, op.doc, op))


segment_sum = _sorted(_SUM)
segment_mean = _sorted(_MEAN)
segment_prod = _sorted(_PROD)
segment_max = _sorted(_MAX)
segment_min = _sorted(_MIN)
unsorted_segment_sum = _unsorted(_SUM)
unsorted_segment_mean = _unsorted(_MEAN)
unsorted_segment_sqrt_n = _unsorted(_ROOT)
unsorted_segment_prod = _unsorted(_PROD)
unsorted_segment_max = _unsorted(_MAX)
unsorted_segment_min = _unsorted(_MIN)

__all__ = [
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "unsorted_segment_max",
    "unsorted_segment_mean",
    "unsorted_segment_min",
    "unsorted_segment_prod",
    "unsorted_segment_sqrt_n",
    "unsorted_segment_sum",
]
NAMESPACES = {"ag.math": __all__}
