"""Reductions: sums, extremes, all and any, along axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol, cast

import numpy as np

from graph import dtypes
from graph.domains import between
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError
from graph.op import ZERO, Op, define
from graph.ops.arguments import (
    normalize_axes,
    present,
    result,
    static_axes,
    static_flag,
    total_size,
)
from graph.ops.core import cast as convert
from graph.ops.gradients import reductions as rules
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor


class Reduction(Protocol):
    """A public function that reduces along axes."""

    op: Op

    def __call__(
        self,
        input_tensor: Any,
        axis: Any = None,
        keepdims: bool = False,
        name: str | None = None,
    ) -> Tensor:
        """Reduce."""


_DOC: Final = """{first}

Args:
    input_tensor: What to reduce.
    axis: An axis or several; all of them by default.
    keepdims: Keep the reduced axes, with length 1.
    name: A name for the node.

Shape:   any -> the same without the axes, or with 1 in their places
Dtype:   {dtype}
Raises:  ShapeError if there is no such axis; DTypeError for other dtypes
Source:  {source}"""


def _reduction(
    name: str,
    kernel: Callable[..., Any],
    *,
    doc: str,
    takes: str,
    source: str,
    gives: Callable[[DType], DType] = lambda dtype: dtype,
    dtype_rule: str = "the same",
    **facets: Any,
) -> Reduction:
    """Define a reduction.

    Args:
        name: The op's name.
        kernel: Takes an array, a tuple of axes or None, and whether to keep them.
        doc: First line of the docstring.
        takes: The kinds of NumPy dtypes that it takes.
        source: What the definition follows.
        gives: The result's dtype.
        dtype_rule: The same in words.
        **facets: Further facets of `Op`.
    """

    def infer(
        x: TensorSpec, *, axis: tuple[int, ...] | None, keepdims: bool
    ) -> TensorSpec:
        dtype = dtypes.strengthen(x.dtype)
        if dtype.numpy.kind not in takes:
            raise DTypeError(
                f"there is no {name} of {dtype}.",
                hint=f"It takes {_kinds(takes)}. Convert with ag.cast first.",
            )
        return TensorSpec(reduced_shape(x.shape, axis, keepdims=keepdims), gives(dtype))

    def run(x: Any, *, axis: tuple[int, ...] | None, keepdims: bool) -> Any:
        if x.dtype.kind not in takes:
            raise TypeError(name)
        return kernel(x, axis, keepdims)

    op = define(
        name,
        inputs=("input_tensor",),
        attrs={"axis": None, "keepdims": False},
        infer=infer,
        kernel=run,
        doc=_DOC.format(
            first=doc, dtype=f"{_kinds(takes)} -> {dtype_rule}", source=source
        ),
        work=total_size,
        **facets,
    )

    return _public(op)


def _public(op: Op) -> Reduction:
    def function(
        input_tensor: Any,
        axis: Any = None,
        keepdims: bool = False,
        name: str | None = None,
    ) -> Tensor:
        attrs = {
            "axis": static_axes(axis),
            "keepdims": static_flag(keepdims, "keepdims"),
        }
        return result(op, (input_tensor,), attrs, name)

    return cast("Reduction", present(function, op.name, op.doc, op))


def _kinds(takes: str) -> str:
    words = {"b": "bool", "iu": "integers", "f": "floats", "c": "complex"}
    return ", ".join(word for kinds, word in words.items() if kinds[0] in takes)


def reduced_shape(
    shape: Shape, axis: tuple[int, ...] | None, *, keepdims: bool
) -> Shape:
    """Return the shape that is left when axes (None: all) are reduced."""
    if shape is None:
        return () if axis is None and not keepdims else None
    gone = normalize_axes(axis, len(shape))
    if keepdims:
        return tuple(1 if i in gone else dim for i, dim in enumerate(shape))
    return tuple(dim for i, dim in enumerate(shape) if i not in gone)


def _sum(x: Any, axis: Any, keepdims: Any) -> Any:
    return np.add.reduce(x, axis=axis, dtype=x.dtype, keepdims=keepdims)


def _prod(x: Any, axis: Any, keepdims: Any) -> Any:
    return np.multiply.reduce(x, axis=axis, dtype=x.dtype, keepdims=keepdims)


def _mean(x: Any, axis: Any, keepdims: Any) -> Any:
    kind = x.dtype.kind
    if kind in "iu":
        # With 64 bits: neither the sum nor the count need fit the dtype.
        wide = np.dtype(f"{kind}8")
        total = np.add.reduce(x, axis=axis, dtype=wide, keepdims=keepdims)
        count: Any = wide.type(_count(x, axis))
        # Towards zero: what is left over has the sign of the total.
        mean = np.floor_divide(total - np.fmod(total, count), count)
        return mean.astype(x.dtype)
    if x.dtype == np.float16 or not x.size:
        return np.mean(x, axis=axis, keepdims=keepdims)
    # What numpy.mean computes, without its detours: the count is an int64.
    total = np.add.reduce(x, axis=axis, keepdims=keepdims)
    n = np.intp(x.size // total.size)
    if isinstance(total, np.ndarray):
        return np.true_divide(total, n, out=total, casting="unsafe")
    return x.dtype.type(total / n)


def _count(x: Any, axis: Any) -> int:
    count = 1
    for i in normalize_axes(axis, x.ndim):
        count *= x.shape[i]
    return count


reduce_sum = _reduction(
    "reduce_sum",
    _sum,
    gradient=rules.reduce_sum,
    doc="Sum of elements; integers wrap around.",
    takes="iufc",
    source="specification, reduce_sum; numpy.sum with the input's dtype",
    type_name="Sum",
)
reduce_prod = _reduction(
    "reduce_prod",
    _prod,
    gradient=rules.reduce_prod,
    doc="Product of elements; integers wrap around.",
    takes="iufc",
    source="numpy.prod with the input's dtype",
    type_name="Prod",
)
reduce_mean = _reduction(
    "reduce_mean",
    _mean,
    gradient=rules.reduce_mean,
    doc="Mean of elements; of integers the 64-bit sum divided, rounded towards zero.",
    takes="iufc",
    source="specification, reduce_mean; numpy.mean",
    type_name="Mean",
)


def _extreme(ufunc: np.ufunc, word: str) -> Callable[..., Any]:
    def kernel(x: Any, axis: Any, keepdims: Any) -> Any:
        try:
            return ufunc.reduce(x, axis=axis, keepdims=keepdims)
        except ValueError as error:
            if x.size or isinstance(error, np.exceptions.AxisError):
                raise
            raise InvalidArgumentError(
                f"there is no {word} element of none: {error}.",
                hint="Test the length first.",
            ) from None

    return kernel


def _is_of_none(x: Any, *, axis: tuple[int, ...] | None, keepdims: bool) -> bool:
    """Tell whether an array has no elements: those of unknown shape are looked at."""
    return 0 in (x.spec.shape or ())


reduce_max = _reduction(
    "reduce_max",
    _extreme(np.maximum, "largest"),
    can_fail=_is_of_none,
    gradient=rules.reduce_extreme,
    doc="The largest element; nan spreads.",
    takes="biuf",
    source="numpy.max",
    type_name="Max",
)
reduce_min = _reduction(
    "reduce_min",
    _extreme(np.minimum, "smallest"),
    can_fail=_is_of_none,
    gradient=rules.reduce_extreme,
    doc="The smallest element; nan spreads.",
    takes="biuf",
    source="numpy.min",
    type_name="Min",
)


def _truth_value(_: DType) -> DType:
    return dtypes.bool


reduce_all = _reduction(
    "reduce_all",
    lambda x, axis, keepdims: np.logical_and.reduce(x, axis=axis, keepdims=keepdims),
    gradient=ZERO,
    doc="Is every element true?",
    takes="biufc",
    gives=_truth_value,
    dtype_rule="bool",
    source="numpy.all",
    type_name="All",
)
reduce_any = _reduction(
    "reduce_any",
    lambda x, axis, keepdims: np.logical_or.reduce(x, axis=axis, keepdims=keepdims),
    gradient=ZERO,
    doc="Is any element true?",
    takes="biufc",
    gives=_truth_value,
    dtype_rule="bool",
    source="numpy.any",
    type_name="Any",
)


def _variance(x: Any, axis: Any, keepdims: Any) -> Any:
    return np.var(x, axis=axis, keepdims=keepdims)


def _std(x: Any, axis: Any, keepdims: Any) -> Any:
    return np.std(x, axis=axis, keepdims=keepdims)


def _real_part(dtype: DType) -> DType:
    return {dtypes.complex64: dtypes.float32, dtypes.complex128: dtypes.float64}.get(
        dtype, dtype
    )


reduce_variance = _reduction(
    "reduce_variance",
    _variance,
    gradient=rules.reduce_variance,
    doc="Variance of elements, the mean square of the distance from the mean.",
    takes="fc",
    gives=_real_part,
    dtype_rule="the same, complex to its real part",
    source="TensorFlow's reduce_variance; numpy.var",
    type_name="Variance",
)
reduce_std = _reduction(
    "reduce_std",
    _std,
    gradient=rules.reduce_std,
    doc="Standard deviation of elements, the root of the variance.",
    takes="fc",
    gives=_real_part,
    dtype_rule="the same, complex to its real part",
    source="TensorFlow's reduce_std; numpy.std",
    type_name="Std",
    domain=between(0.0, 2.0),
)


def _logsumexp(x: Any, axis: Any, keepdims: Any) -> Any:
    top = np.max(x, axis=axis, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, x.dtype.type(0))
    # Of no elements, or of exp(-inf) alone, the sum is 0 and its logarithm -inf;
    # beside an infinite element the others may overflow, which changes nothing.
    with np.errstate(divide="ignore", over="ignore"):
        total = np.log(np.sum(np.exp(x - top), axis=axis, keepdims=True)) + top
    return total if keepdims else np.squeeze(total, axis)[()]


reduce_logsumexp = _reduction(
    "reduce_logsumexp",
    _logsumexp,
    gradient=rules.reduce_logsumexp,
    doc="log(sum(exp(x))), without overflow for large x.",
    takes="f",
    source="the largest element is taken out of the sum first",
    type_name="LogSumExp",
)


def _count_nonzero(x: Any, axis: Any, keepdims: Any) -> Any:
    return np.asarray(np.count_nonzero(x, axis=axis, keepdims=keepdims), np.int64)


_nonzero = _reduction(
    "count_nonzero",
    _count_nonzero,
    gradient=ZERO,
    doc="The number of elements that are not zero.",
    takes="biufc",
    gives=lambda dtype: dtypes.int64,
    dtype_rule="int64",
    source="TensorFlow's count_nonzero; numpy.count_nonzero",
)


def count_nonzero(
    input: Any,
    axis: Any = None,
    keepdims: bool | None = None,
    dtype: Any = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """Return the number of elements that are not zero.

    Args:
        input: Numbers or truth values.
        axis: An axis or several; all of them by default.
        keepdims: Keep the reduced axes, with length 1.
        dtype: The dtype of the result.
        name: A name for the node.

    Shape:   any -> the same without the axes, or with 1 in their places
    Dtype:   bool, numbers -> `dtype`
    Raises:  ShapeError if there is no such axis
    Source:  TensorFlow's math.count_nonzero; numpy.count_nonzero
    """
    found = _nonzero(input, axis, False if keepdims is None else keepdims, name)
    wanted = dtypes.as_dtype(dtype)
    return found if found.dtype is wanted else convert(found, wanted)


__all__ = [
    "count_nonzero",
    "reduce_all",
    "reduce_any",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_std",
    "reduce_sum",
    "reduce_variance",
]
NAMESPACES = {"ag": __all__, "ag.math": __all__}
