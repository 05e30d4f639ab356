"""Ranges of numbers: of one dtype, as `ag.range`, and as `numpy.arange` has them."""

from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as np

from graph import dtypes
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import NO_GRADIENT, define
from graph.ops.arguments import (
    array_of,
    as_dtype,
    constant_value,
    promote,
    result_as_given,
)
from graph.specs import TensorSpec, spec_of
from graph.tensor import Tensor
from graph.value_operators import value_of


def _infer_range(
    *given: TensorSpec,
    start: Any,
    limit: Any,
    delta: Any,
    dtype: DType,
    is_numpys: bool,
) -> TensorSpec:
    if any(spec.shape not in ((), None) for spec in given):
        raise _lacks_scalars()
    if given or delta == 0 or is_numpys:
        return TensorSpec((None,), dtype)
    first, last, step = _numbers((start, limit, delta), dtype)
    if dtype.is_integer:
        return TensorSpec((len(builtins.range(first, last, step)),), dtype)
    # As numpy.arange has it.
    return TensorSpec((max(math.ceil((last - first) / step), 0),), dtype)


def _lacks_scalars() -> ShapeError:
    return ShapeError(
        "the bounds of a range must be scalars.",
        hint="Give one number for each bound.",
    )


def _numbers(bounds: tuple[Any, Any, Any], dtype: DType) -> tuple[Any, Any, Any]:
    kind: Any = builtins.int if dtype.is_integer else builtins.float
    start, limit, delta = bounds
    return kind(start), kind(limit), kind(delta)


def _range(
    *given: Any, start: Any, limit: Any, delta: Any, dtype: DType, is_numpys: bool
) -> Any:
    values = iter(given)
    start, limit, delta = (
        next(values) if bound is None else bound for bound in (start, limit, delta)
    )
    arange: Any = np.arange  # its types know no mixture of numbers
    if is_numpys:
        bounds = [array_of(x) for x in (start, limit, delta)]
        if any(x.ndim for x in bounds):
            raise _lacks_scalars()
        return arange(*(x.item() for x in bounds), dtype.numpy)
    first, last, step = _numbers((start, limit, delta), dtype)
    if step == 0:
        raise InvalidArgumentError(
            "range(start, limit, delta): delta is 0.",
            hint="Give a step that leads from start to limit.",
        )
    if dtype.is_integer:
        _check_fits(first, last, dtype)
    return arange(first, last, step, dtype.numpy)


def _check_fits(first: int, last: int, dtype: DType) -> None:
    info = np.iinfo(dtype.numpy)
    if not (info.min <= first <= info.max and info.min <= last <= info.max):
        raise InvalidArgumentError(
            f"range({first}, {last}): a bound does not fit {dtype}.",
            hint="Give a wider dtype, such as dtype=ag.int64.",
        )


def range(
    start: Any,
    limit: Any = None,
    delta: Any = 1,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Make a vector of numbers from `start` up to but not including `limit`.

    Args:
        start: The first number; the limit, when it is given alone.
        limit: Where to stop.
        delta: The step, negative to count down.
        dtype: By default `int32`, or `float32` when one is a Python float; that of
            tensors among them otherwise.
        name: A name for the node.

    Shape:   (n,)
    Dtype:   real numbers
    Raises:  InvalidArgumentError if `delta` is 0
    Source:  specification, range; numpy.arange
    """
    if limit is None:
        start, limit = 0, start
    bounds = {
        "start": value_of(start),
        "limit": value_of(limit),
        "delta": value_of(delta),
    }
    wanted = as_dtype(dtype) or _range_dtype(tuple(bounds.values()))
    if wanted.numpy.kind not in "iuf":
        raise DTypeError(
            f"there is no range of {wanted}.", hint="A range has integers or floats."
        )
    attrs = {name: _static_number(bound) for name, bound in bounds.items()}
    given = [bound for name, bound in bounds.items() if attrs[name] is None]
    attrs |= {"dtype": wanted, "is_numpys": False}
    return result_as_given(_RANGE, given, attrs, name)


def range_of_numpy(start: Any, limit: Any, delta: Any, dtype: DType) -> Tensor:
    """Make a vector of what `numpy.arange` gives for numbers of the run.

    The bounds need not be of the dtype, as in `np.arange(250, 300, 9, np.uint8)`, whose
    first two numbers alone have to fit it.

    Raises:
        OverflowError: One of them does not, when the graph runs.
        ZeroDivisionError: The step is 0.
    """
    unknown = {"start": None, "limit": None, "delta": None}
    attrs = {**unknown, "dtype": dtype, "is_numpys": True}
    return result_as_given(_RANGE, (start, limit, delta), attrs)


def _static_number(bound: Any) -> Any:
    known = constant_value(bound)
    if known is None or isinstance(known, (builtins.int, builtins.float)):
        return known
    return array_of(known).item() if array_of(known).ndim == 0 else None


def _range_dtype(bounds: tuple[Any, ...]) -> DType:
    if all(
        type(bound) is builtins.int and -(2**31) <= bound < 2**31 for bound in bounds
    ):
        return dtypes.int32
    found = promote(*(spec_of(bound).dtype for bound in bounds))
    is_small = all(
        not isinstance(bound, builtins.int) or -(2**31) <= bound < 2**31
        for bound in bounds
    )
    return found if is_small or found is not dtypes.int32 else dtypes.int64


_RANGE = define(
    "range",
    node_name="range",
    gradient=NO_GRADIENT("how many numbers there are depends on the bounds"),
    inputs=("bounds",),
    attrs={
        "start": 0,
        "limit": None,
        "delta": 1,
        "dtype": dtypes.int32,
        "is_numpys": False,
    },
    infer=_infer_range,
    kernel=_range,
    doc=range.__doc__,
)

__all__ = ["range"]
NAMESPACES = {"ag": __all__}
