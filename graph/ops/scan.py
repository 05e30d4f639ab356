"""Along one axis: running sums and products, places of extremes, order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from graph import dtypes, shapes
from graph.convert import shown
from graph.dtypes import DType
from graph.errors import DTypeError, ShapeError
from graph.op import ZERO, GradientRule, Op, define
from graph.ops.arguments import (
    alike,
    array_of,
    integer_type,
    is_option,
    promote,
    result,
    static_flag,
    static_int,
    total_size,
)
from graph.ops.gradients import reductions as rules
from graph.shapes import normalize_axis
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _needs(spec: TensorSpec, kinds: str, what: str) -> DType:
    dtype = dtypes.strengthen(spec.dtype)
    if dtype.numpy.kind not in kinds:
        raise DTypeError(f"there is no {what} of {dtype}.", hint="See ag.cast.")
    return dtype


def _check(x: Any, kinds: str) -> Any:
    array = array_of(x)
    if array.dtype.kind not in kinds:
        raise TypeError(array.dtype)
    return array


def _with_axes(array: Any, axis: int) -> Any:
    """Return the array, unless it has no axes: NumPy takes a scalar for a vector."""
    if not array.ndim:
        normalize_axis(axis, 0)
    return array


def _extreme(name: str, function: Callable[..., Any], word: str) -> Op:
    def infer(input: TensorSpec, *, axis: int, output_type: DType) -> TensorSpec:
        _needs(input, "biuf", name)
        if input.shape is None:
            return TensorSpec(None, output_type)
        axis = normalize_axis(axis, len(input.shape))
        if input.shape[axis] == 0:
            raise ShapeError(
                f"there is no {word} element of none: axis {axis} is empty.",
                hint="Test the length first.",
            )
        return TensorSpec((*input.shape[:axis], *input.shape[axis + 1 :]), output_type)

    def kernel(input: Any, *, axis: int, output_type: DType) -> Any:
        places = function(_with_axes(_check(input, "biuf"), axis), axis)
        return places.astype(output_type.numpy, copy=False)

    return define(
        name,
        inputs=("input",),
        attrs={"axis": 0, "output_type": dtypes.int64},
        infer=infer,
        kernel=kernel,
        doc=f"Place of the {word} element along an axis; see `ag.{name}`.",
        work=total_size,
        gradient=ZERO,
        type_name="ArgMax" if name == "argmax" else "ArgMin",
    )


_ARGMAX = _extreme("argmax", np.argmax, "largest")
_ARGMIN = _extreme("argmin", np.argmin, "smallest")


def argmax(
    input: Any,
    axis: Any = None,
    output_type: Any = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """Return the place of the largest element along an axis; of equals, the first.

    Args:
        input: Real numbers.
        axis: Which axis, by default the first (NumPy flattens instead).
        output_type: An integer type.
        name: A name for the node.

    Shape:   (..., n, ...) -> (..., ...)
    Dtype:   bool, integers, floats -> `output_type`
    Raises:  ShapeError if there is no such axis, or nothing along it
    Source:  TensorFlow's argmax; numpy.argmax
    """
    return _place(_ARGMAX, input, axis, output_type, name)


def argmin(
    input: Any,
    axis: Any = None,
    output_type: Any = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """Return the place of the smallest element along an axis; of equals, the first.

    Args:
        input: Real numbers.
        axis: Which axis, by default the first (NumPy flattens instead).
        output_type: An integer type.
        name: A name for the node.

    Shape:   (..., n, ...) -> (..., ...)
    Dtype:   bool, integers, floats -> `output_type`
    Raises:  ShapeError if there is no such axis, or nothing along it
    Source:  TensorFlow's argmin; numpy.argmin
    """
    return _place(_ARGMIN, input, axis, output_type, name)


def _place(op: Op, input: Any, axis: Any, output_type: Any, name: str | None) -> Tensor:
    attrs = {
        "axis": 0 if axis is None else static_int(axis, "axis"),
        "output_type": integer_type(output_type, "output_type"),
    }
    return result(op, (input,), attrs, name)


def _running(name: str, ufunc: Any, start: int, gradient: GradientRule) -> Op:
    def infer(
        x: TensorSpec, *, axis: int, exclusive: bool, reverse: bool
    ) -> TensorSpec:
        dtype = _needs(x, "iufc", name)
        if x.shape is not None:
            normalize_axis(axis, len(x.shape))
        return TensorSpec(x.shape, dtype)

    def kernel(x: Any, *, axis: int, exclusive: bool, reverse: bool) -> Any:
        array = _check(x, "iufc")
        if reverse:
            array = np.flip(array, axis)
        total = ufunc.accumulate(array, axis, dtype=array.dtype)
        if exclusive:
            shape = list(total.shape)
            shape[axis] = min(1, shape[axis])
            first = np.full(shape, start, total.dtype)
            kept = np.delete(total, [-1] if total.shape[axis] else [], axis)
            total = np.concatenate([first, kept], axis)
        return np.flip(total, axis) if reverse else total

    return define(
        name,
        inputs=("x",),
        attrs={"axis": 0, "exclusive": False, "reverse": False},
        infer=infer,
        kernel=kernel,
        doc=f"Running {ufunc.__name__} along an axis; see `ag.{name}`.",
        work=total_size,
        gradient=gradient,
    )


_CUMSUM = _running("cumsum", np.add, 0, rules.cumsum)
_CUMPROD = _running("cumprod", np.multiply, 1, rules.cumprod)


def cumsum(
    x: Any,
    axis: Any = 0,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Return the running sums along an axis; integers wrap around.

    Args:
        x: Numbers.
        axis: Which axis.
        exclusive: Leave each element out of its own sum.
        reverse: Begin at the end.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   numbers -> the same
    Raises:  ShapeError if there is no such axis
    Source:  TensorFlow's cumsum; numpy.cumsum with the input's dtype
    """
    return _run(_CUMSUM, x, axis, exclusive, reverse, name)


def cumprod(
    x: Any,
    axis: Any = 0,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Return the running products along an axis; integers wrap around.

    Args:
        x: Numbers.
        axis: Which axis.
        exclusive: Leave each element out of its own product.
        reverse: Begin at the end.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   numbers -> the same
    Raises:  ShapeError if there is no such axis
    Source:  TensorFlow's cumprod; numpy.cumprod with the input's dtype
    """
    return _run(_CUMPROD, x, axis, exclusive, reverse, name)


def _run(
    op: Op, x: Any, axis: Any, exclusive: Any, reverse: Any, name: str | None
) -> Tensor:
    attrs = {
        "axis": static_int(axis, "axis"),
        "exclusive": static_flag(exclusive, "exclusive"),
        "reverse": static_flag(reverse, "reverse"),
    }
    return result(op, (x,), attrs, name)


def _infer_sort(values: TensorSpec, *, axis: int, direction: str) -> TensorSpec:
    _needs(values, "biufcO", "order")
    if values.shape is not None:
        normalize_axis(axis, len(values.shape))
    return values


def _sort(values: Any, *, axis: int, direction: str) -> Any:
    ordered = np.sort(array_of(values), axis)
    return ordered if direction == "ASCENDING" else np.flip(ordered, axis)


def _argsort(values: Any, *, axis: int, direction: str) -> Any:
    array = _with_axes(array_of(values), axis)
    if direction == "ASCENDING":
        places = np.argsort(array, axis, kind="stable")
    else:
        # Backwards twice, so that equal elements keep their order.
        last = array.shape[axis] - 1
        flipped = np.argsort(np.flip(array, axis), axis, kind="stable")
        places = last - np.flip(flipped, axis)
    return places.astype(np.int32)


def sort(
    values: Any,
    axis: Any = -1,
    direction: str = "ASCENDING",
    name: str | None = None,
) -> Tensor:
    """Put the elements along an axis into order; nan comes last.

    Args:
        values: Numbers or text.
        axis: Which axis.
        direction: `ASCENDING` or `DESCENDING`, where nan comes first.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   any -> the same
    Raises:  ShapeError if there is no such axis
    Source:  TensorFlow's sort; numpy.sort
    """
    attrs = {"axis": static_int(axis, "axis"), "direction": _direction(direction)}
    return result(_SORT, (values,), attrs, name)


def _direction(direction: str) -> str:
    if not is_option(direction, ("ASCENDING", "DESCENDING")):
        raise DTypeError(
            f"the direction is {shown(direction)}, not 'ASCENDING' or 'DESCENDING'.",
            hint="Write it in capitals, as TensorFlow does.",
        )
    return direction


_SORT = define(
    "sort",
    gradient=rules.sort,
    inputs=("values",),
    attrs={"axis": -1, "direction": "ASCENDING"},
    infer=_infer_sort,
    kernel=_sort,
    doc=sort.__doc__,
    work=total_size,
)


def argsort(
    values: Any,
    axis: Any = -1,
    direction: str = "ASCENDING",
    stable: bool = True,
    name: str | None = None,
) -> Tensor:
    """Return the indices that put the elements along an axis into order.

    Args:
        values: Numbers or text.
        axis: Which axis.
        direction: `ASCENDING` or `DESCENDING`.
        stable: Equal elements keep their order, whatever is said here.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   any -> int32
    Raises:  ShapeError if there is no such axis
    Source:  TensorFlow's argsort; numpy.argsort
    """
    attrs = {"axis": static_int(axis, "axis"), "direction": _direction(direction)}
    return result(_ARGSORT, (values,), attrs, name)


_ARGSORT = define(
    "argsort",
    gradient=ZERO,
    inputs=("values",),
    attrs={"axis": -1, "direction": "ASCENDING"},
    infer=lambda values, **attrs: TensorSpec(
        _infer_sort(values, **attrs).shape, dtypes.int32
    ),
    kernel=_argsort,
    doc=argsort.__doc__,
    work=total_size,
)


def _infer_searchsorted(
    sorted_sequence: TensorSpec, values: TensorSpec, *, side: str, out_type: DType
) -> TensorSpec:
    promote(sorted_sequence.dtype, values.dtype)
    if sorted_sequence.shape is None or values.shape is None:
        return TensorSpec(values.shape, out_type)
    if not sorted_sequence.shape:
        raise ShapeError(
            "a scalar is no sequence.", hint="Give a sorted vector, or a stack of them."
        )
    if len(sorted_sequence.shape) > 1 and not shapes.is_compatible(
        sorted_sequence.shape[:-1], values.shape[:-1]
    ):
        raise ShapeError(
            "the leading dimensions differ.",
            hint="A stack of sequences needs as many stacks of values.",
        )
    return TensorSpec(values.shape, out_type)


def _searchsorted(
    sorted_sequence: Any, values: Any, *, side: str, out_type: DType
) -> Any:
    sequence, wanted = array_of(sorted_sequence), array_of(values)
    place = cast("Any", side)
    if sequence.ndim == 1:
        found = np.searchsorted(sequence, wanted, place)
        return np.asarray(found).astype(out_type.numpy)
    if not sequence.ndim or sequence.shape[:-1] != wanted.shape[:-1]:
        raise ValueError("leading dimensions")
    found = np.empty(wanted.shape, out_type.numpy)
    for index in np.ndindex(*sequence.shape[:-1]):
        found[index] = np.searchsorted(sequence[index], wanted[index], place)
    return found


def searchsorted(
    sorted_sequence: Any,
    values: Any,
    side: str = "left",
    out_type: Any = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Return where values belong in a sorted sequence, along the last axis.

    Args:
        sorted_sequence: In ascending order.
        values: What to find the place of.
        side: `left`: before its equals; `right`: after them.
        out_type: An integer type.
        name: A name for the node.

    Shape:   (..., n), (..., m) -> (..., m); one sequence (n,) takes any values
    Dtype:   any, any -> `out_type`
    Raises:  ShapeError if the leading dimensions differ
    Source:  TensorFlow's searchsorted; numpy.searchsorted
    """
    if not is_option(side, ("left", "right")):
        raise DTypeError(
            f"searchsorted: side is {shown(side)}, not 'left' or 'right'.",
            hint="With 'left' equal values come after the place, with 'right' "
            "before it.",
        )
    attrs = {"side": side, "out_type": integer_type(out_type, "out_type")}
    return result(_SEARCHSORTED, alike((sorted_sequence, values)), attrs, name)


_SEARCHSORTED = define(
    "searchsorted",
    gradient=ZERO,
    inputs=("sorted_sequence", "values"),
    attrs={"side": "left", "out_type": dtypes.int32},
    infer=_infer_searchsorted,
    kernel=_searchsorted,
    doc=searchsorted.__doc__,
    work=total_size,
    type_name="SearchSorted",
)

__all__ = ["argmax", "argmin", "argsort", "cumprod", "cumsum", "searchsorted", "sort"]
NAMESPACES = {"ag": __all__, "ag.math": __all__}
