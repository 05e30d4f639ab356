"""Arrays as sets: their different values, and membership."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.dispatch import apply, as_tensor
from graph.dtypes import DType
from graph.op import ZERO, define
from graph.ops.arguments import (
    alike,
    array_of,
    integer_type,
    promote,
    result,
    static_flag,
    total_size,
)
from graph.ops.gradients import structural as rules
from graph.ops.selection import _infer_unique, _unique
from graph.shapes import normalize_axis
from graph.specs import TensorSpec
from graph.tensor import Tensor

# -- In the order in which they come -------------------------------------------------


def _infer_with_counts(x: TensorSpec, *, out_idx: DType) -> tuple[TensorSpec, ...]:
    return (*_infer_unique(x, out_idx=out_idx), TensorSpec((None,), out_idx))


def _with_counts(x: Any, *, out_idx: DType) -> tuple[Any, ...]:
    values, places = _unique(x, out_idx=out_idx)
    counts = np.bincount(places, minlength=len(values)).astype(out_idx.numpy)
    return values, places, counts


def unique_with_counts(
    x: Any, out_idx: Any = dtypes.int32, name: str | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the different values in the order in which they come, and how often.

    Args:
        x: A vector.
        out_idx: The type of places and counts.
        name: A name for the node.

    Returns:
        `y, idx, count` such that `y[idx]` is `x`, where y[i] occurs count[i] times.

    Shape:   (n,) -> (m,), (n,), (m,)
    Dtype:   any -> the same, `out_idx`, `out_idx`; each nan is a value of its own
    Raises:  ShapeError if `x` is not a vector
    Source:  TensorFlow's unique_with_counts
    """
    attrs = {"out_idx": integer_type(out_idx, "out_idx")}
    values, places, counts = apply(_UNIQUE_WITH_COUNTS, (x,), attrs, name)
    return values, places, counts


_UNIQUE_WITH_COUNTS = define(
    "unique_with_counts",
    gradient=lambda at, dy, *_: rules.unique(at, dy, None),
    inputs=("x",),
    attrs={"out_idx": dtypes.int32},
    infer=_infer_with_counts,
    kernel=_with_counts,
    doc=unique_with_counts.__doc__,
    work=total_size,
)

# -- In ascending order --------------------------------------------------------------


def _infer_sorted(
    x: TensorSpec, *, axis: int | None, equal_nan: bool
) -> tuple[TensorSpec, ...]:
    dtype = dtypes.strengthen(x.dtype)
    places = TensorSpec((None,), dtypes.int64)
    if axis is None:
        return (
            TensorSpec((None,), dtype),
            places,
            TensorSpec(x.shape, dtypes.int64),
            places,
        )
    if x.shape is None:
        return TensorSpec(None, dtype), places, places, places
    place = normalize_axis(axis, len(x.shape))
    values = (*x.shape[:place], None, *x.shape[place + 1 :])
    inverse = TensorSpec((x.shape[place],), dtypes.int64)
    return TensorSpec(values, dtype), places, inverse, places


def _sorted(x: Any, *, axis: int | None, equal_nan: bool) -> tuple[Any, ...]:
    array = array_of(x)
    values, first, inverse, counts = np.unique(
        array,
        return_index=True,
        return_inverse=True,
        return_counts=True,
        axis=axis,
        equal_nan=equal_nan,
    )
    # The shape of these differs among versions of NumPy.
    inverse = inverse.reshape(array.shape if axis is None else [-1])
    wide = (np.asarray(part).astype(np.int64) for part in (first, inverse, counts))
    return values, *wide


_SORTED_UNIQUE = define(
    "sorted_unique",
    is_public=False,
    gradient=rules.sorted_unique,
    inputs=("x",),
    attrs={"axis": None, "equal_nan": True},
    infer=_infer_sorted,
    kernel=_sorted,
    doc="The different values in ascending order; where each is first, and how often.",
    work=total_size,
)


def sorted_unique(
    x: Any, axis: int | None = None, *, equal_nan: bool = True
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return different values in ascending order, and more.

    Args:
        x: Numbers or text.
        axis: None for elements, or the axis along which slices are compared.
        equal_nan: Are all nan one value?

    Returns:
        The values, where each of them is first, the place of each element among the
        values, and how often each occurs.
    """
    attrs = {"axis": axis, "equal_nan": equal_nan}
    values, first, inverse, counts = apply(_SORTED_UNIQUE, (as_tensor(x),), attrs)
    return values, first, inverse, counts


# -- Membership ----------------------------------------------------------------------


def _infer_isin(
    element: TensorSpec, test_elements: TensorSpec, *, invert: bool
) -> TensorSpec:
    promote(element.dtype, test_elements.dtype)
    return TensorSpec(element.shape, dtypes.bool)


def _isin(element: Any, test_elements: Any, *, invert: bool) -> Any:
    x, y = array_of(element), array_of(test_elements)
    if (x.dtype.kind == "O") != (y.dtype.kind == "O"):
        raise TypeError("text among numbers")
    return np.asarray(np.isin(x, y, invert=invert))


def isin(
    element: Any, test_elements: Any, invert: bool = False, name: str | None = None
) -> Tensor:
    """Tell for each element whether it is among others; nan is among none.

    Args:
        element: What is looked for.
        test_elements: Among which.
        invert: Tell whether it is not.
        name: A name for the node.

    Shape:   any, any -> the first's
    Dtype:   any, any -> bool
    Raises:  DTypeError for text among numbers
    Source:  numpy.isin
    """
    operands = alike((element, test_elements))
    return result(_ISIN, operands, {"invert": static_flag(invert, "invert")}, name)


_ISIN = define(
    "isin",
    gradient=ZERO,
    inputs=("element", "test_elements"),
    attrs={"invert": False},
    infer=_infer_isin,
    kernel=_isin,
    doc=isin.__doc__,
    work=total_size,
)

__all__ = ["isin", "unique_with_counts"]
NAMESPACES = {"ag": __all__}
