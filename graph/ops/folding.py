"""Folds: the methods reduce, accumulate and reduceat of ufuncs, along axes.

Sums, products and extremes have ops of their own, through which gradients flow; these
are for the other ufuncs, such as `np.bitwise_or.reduce` and `np.maximum.accumulate`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from graph import dtypes
from graph.dtypes import DType
from graph.errors import DTypeError, GraphError, ShapeError
from graph.op import NO_GRADIENT, always, define
from graph.ops.arguments import total_size
from graph.ops.reduction import reduced_shape
from graph.shapes import normalize_axis
from graph.specs import TensorSpec

_WHY = NO_GRADIENT(
    "a ufunc's own method folds its input; ag.reduce_sum, ag.reduce_max and their kin, "
    "and ag.cumsum, have gradients"
)


def _ufunc(name: str) -> Any:
    found = vars(np).get(name)  # by `getattr` NumPy may import a module
    if not isinstance(found, np.ufunc):
        raise GraphError(f"{name!r} is no ufunc of NumPy's")
    return found


@cache
def _folded_dtype(name: str, method: str, given: DType, dtype: DType | None) -> DType:
    """Return the element type of a fold, found by folding two elements.

    Raises:
        DTypeError: The ufunc does not fold such elements.
    """
    wanted = None if dtype is None else dtype.numpy
    sample = np.ones(2, given.numpy)
    places = ([0],) if method == "reduceat" else ()
    try:
        if given.numpy.kind == "O":
            raise TypeError
        found = getattr(_ufunc(name), method)(sample, *places, dtype=wanted)
    except (TypeError, ValueError):
        raise DTypeError(
            f"numpy.{name} does not {method} {given}.",
            hint="Convert with ag.cast or .astype(...) first.",
        ) from None
    return dtypes.from_numpy(found.dtype)


def _infer_reduce(
    x: TensorSpec,
    *,
    ufunc: str,
    axis: tuple[int, ...] | None,
    dtype: DType | None,
    keepdims: bool,
    initial: Any,
) -> TensorSpec:
    del initial
    n_axes = len(x.shape or (0, 0)) if axis is None else len(axis)
    if n_axes > 1 and _ufunc(ufunc).identity is None:
        _check_order(ufunc)
    found = _folded_dtype(ufunc, "reduce", dtypes.strengthen(x.dtype), dtype)
    return TensorSpec(reduced_shape(x.shape, axis, keepdims=keepdims), found)


@cache
def _check_order(name: str) -> None:
    """Refuse several axes for what depends on the order, as numpy.subtract does."""
    try:
        _ufunc(name).reduce(np.ones((1, 1)), axis=(0, 1))
    except ValueError:
        raise ShapeError(
            f"numpy.{name} folds along one axis at a time: the order of the elements "
            "matters.",
            hint="Give one axis.",
        ) from None
    except TypeError:  # of floats; what it takes is told by the element type
        return


def _reduce(
    x: Any,
    *,
    ufunc: str,
    axis: tuple[int, ...] | None,
    dtype: DType | None,
    keepdims: bool,
    initial: Any,
) -> Any:
    wanted = None if dtype is None else dtype.numpy
    start = {} if initial is None else {"initial": initial}
    return _ufunc(ufunc).reduce(x, axis=axis, dtype=wanted, keepdims=keepdims, **start)


UFUNC_REDUCE = define(
    "ufunc_reduce",
    inputs=("x",),
    attrs={
        "ufunc": "bitwise_or",
        "axis": (0,),
        "dtype": None,
        "keepdims": False,
        "initial": None,
    },
    infer=_infer_reduce,
    kernel=_reduce,
    doc="Put elements together along axes by a ufunc, as its `reduce` does.",
    work=total_size,
    can_fail=always,
    is_public=False,
    gradient=_WHY,
)


def _infer_accumulate(
    x: TensorSpec, *, ufunc: str, axis: int, dtype: DType | None
) -> TensorSpec:
    if x.shape is not None:
        normalize_axis(axis, len(x.shape))
    found = _folded_dtype(ufunc, "accumulate", dtypes.strengthen(x.dtype), dtype)
    return TensorSpec(x.shape, found)


def _accumulate(x: Any, *, ufunc: str, axis: int, dtype: DType | None) -> Any:
    wanted = None if dtype is None else dtype.numpy
    return _ufunc(ufunc).accumulate(x, axis=axis, dtype=wanted)


UFUNC_ACCUMULATE = define(
    "ufunc_accumulate",
    inputs=("x",),
    attrs={"ufunc": "maximum", "axis": 0, "dtype": None},
    infer=_infer_accumulate,
    kernel=_accumulate,
    doc="Put each element together with those before it, as `accumulate` does.",
    work=total_size,
    is_public=False,
    gradient=_WHY,
)


def _infer_reduceat(
    x: TensorSpec, indices: TensorSpec, *, ufunc: str, axis: int, dtype: DType | None
) -> TensorSpec:
    found = _folded_dtype(ufunc, "reduceat", dtypes.strengthen(x.dtype), dtype)
    if indices.shape is not None and len(indices.shape) != 1:
        raise ShapeError(f"the indices of numpy.{ufunc}.reduceat must be a vector.")
    if not indices.dtype.is_integer:
        raise DTypeError(f"the indices of numpy.{ufunc}.reduceat must be integers.")
    if x.shape is None:
        return TensorSpec(None, found)
    axis = normalize_axis(axis, len(x.shape))
    n = None if indices.shape is None else indices.shape[0]
    return TensorSpec((*x.shape[:axis], n, *x.shape[axis + 1 :]), found)


def _reduceat(
    x: Any, indices: Any, *, ufunc: str, axis: int, dtype: DType | None
) -> Any:
    wanted = None if dtype is None else dtype.numpy
    return _ufunc(ufunc).reduceat(x, indices, axis=axis, dtype=wanted)


UFUNC_REDUCEAT = define(
    "ufunc_reduceat",
    inputs=("x", "indices"),
    attrs={"ufunc": "add", "axis": 0, "dtype": None},
    infer=_infer_reduceat,
    kernel=_reduceat,
    doc="Reduce slices that begin at indices, as `reduceat` does.",
    work=total_size,
    can_fail=always,
    is_public=False,
    gradient=_WHY,
)


__all__: list[str] = []
