"""Reductions with `where=` and `initial=`: of some elements, from a value on."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.errors import DTypeError
from graph.numpy import statistics, utility
from graph.numpy.arguments import dims_of, dtype_or
from graph.numpy.averages import in_front, kept_dims
from graph.numpy.conversion import asarray, cast, result_type
from graph.numpy.registry import extends
from graph.numpy.running import wide
from graph.ops import joining, manipulation, reduction, selection
from graph.ops.creation import fill
from graph.origin import capture_exact
from graph.tensor import Tensor

_NOTHING: Any = np._NoValue


def _chosen(x: Tensor, where: Any, instead: Any) -> Tensor:
    """Return an array with something else where a condition does not hold."""
    if where is True:
        return x
    found: Tensor = selection.where(
        cast(asarray(where), dtypes.bool), x, asarray(instead, x.dtype)
    )
    return found


def _widened(a: Any, dtype: Any, where: Any, instead: int) -> Tensor:
    """Return an array in the dtype of its sum, where `where` chooses."""
    x = asarray(a)
    if where is True:
        return x
    return _chosen(cast(x, dtype_or(dtype, wide(x.dtype))), where, instead)


@extends(np.sum)
def sum(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    *,
    keepdims: bool = False,
    initial: Any = _NOTHING,
    where: Any = True,
) -> Tensor:
    """Return the sum of elements, of those where a condition holds."""
    x = _widened(a, dtype, where, 0)
    found = statistics.sum(x, axis, dtype, keepdims=keepdims)
    return found if initial is _NOTHING else asarray(initial, found.dtype) + found


@extends(np.prod)
def prod(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    *,
    keepdims: bool = False,
    initial: Any = _NOTHING,
    where: Any = True,
) -> Tensor:
    """Return the product of elements, of those where a condition holds."""
    x = _widened(a, dtype, where, 1)
    found = statistics.prod(x, axis, dtype, keepdims=keepdims)
    return found if initial is _NOTHING else asarray(initial, found.dtype) * found


@extends(np.mean)
def mean(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    *,
    keepdims: bool = False,
    where: Any = True,
) -> Tensor:
    """Return the mean of elements, of those where a condition holds."""
    if where is True:
        return statistics.mean(a, axis, dtype, keepdims=keepdims)
    x = asarray(a)
    is_inexact = x.dtype.is_floating or x.dtype.is_complex
    x = cast(x, dtype_or(dtype, x.dtype if is_inexact else dtypes.float64))
    total = statistics.sum(_chosen(x, where, 0), axis, keepdims=keepdims)
    chosen = manipulation.broadcast_to(cast(asarray(where), dtypes.bool), dims_of(x))
    count = reduction.count_nonzero(chosen, axis, keepdims)
    return cast(total / count, total.dtype)


@extends(np.all)
def all(
    a: Any, axis: Any = None, *, keepdims: bool = False, where: Any = True
) -> Tensor:
    """Tell whether every element is true, of those where a condition holds."""
    if where is not True:
        a = _chosen(cast(asarray(a), dtypes.bool), where, True)
    return utility.all(a, axis, keepdims=keepdims)


@extends(np.any)
def any(
    a: Any, axis: Any = None, *, keepdims: bool = False, where: Any = True
) -> Tensor:
    """Tell whether any element is true, of those where a condition holds."""
    if where is not True:
        a = _chosen(cast(asarray(a), dtypes.bool), where, False)
    return utility.any(a, axis, keepdims=keepdims)


@extends(np.max, np.amax)
def max(
    a: Any,
    axis: Any = None,
    *,
    keepdims: bool = False,
    initial: Any = _NOTHING,
    where: Any = True,
) -> Tensor:
    """Return the largest element, not less than `initial`."""
    return _extreme("max", statistics.max, a, axis, keepdims, initial, where)


@extends(np.min, np.amin)
def min(
    a: Any,
    axis: Any = None,
    *,
    keepdims: bool = False,
    initial: Any = _NOTHING,
    where: Any = True,
) -> Tensor:
    """Return the smallest element, not greater than `initial`."""
    return _extreme("min", statistics.min, a, axis, keepdims, initial, where)


def _extreme(
    name: str,
    function: Any,
    a: Any,
    axis: Any,
    keepdims: bool,
    initial: Any,
    where: Any,
) -> Tensor:
    """Return the extreme of the elements and of what is put before them.

    Raises:
        ValueError: A condition is given, and nothing for where it holds nowhere.
        DTypeError: `initial` is no element of the array's dtype.
    """
    if initial is _NOTHING and where is True:
        return function(a, axis, keepdims=keepdims)  # type: ignore[no-any-return]
    if initial is _NOTHING:
        raise ValueError(  # as NumPy has it
            f"reduction operation '{name}imum' does not have an identity, so to use a "
            "where mask one has to specify 'initial'"
        )
    x = asarray(a)
    if result_type(x, initial) is not x.dtype:
        raise DTypeError(
            f"{name}: the initial value {initial} is no element of {x.dtype}.",
            origin=capture_exact(2),
            hint="Convert the array by astype first.",
        )
    rows, kept = in_front(name, _chosen(x, where, initial), axis)
    first = fill([1, *dims_of(rows)[1:]], asarray(initial, x.dtype))
    found: Tensor = function(joining.concat([first, rows], 0), 0)
    return kept_dims(found, kept) if keepdims else found


__all__ = ["all", "any", "max", "mean", "min", "prod", "sum"]
