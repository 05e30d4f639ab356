"""NumPy's functions of lists whose length is known only when the graph runs.

NumPy makes an array of a list first, and so is it done here, for the functions that do
nothing else with one: `np.mean(xs)` is `np.mean(np.array(xs))`. What joins the items of
a list has rules of its own for items without axes, with one, and with more.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from autograph.old_operators.list_arrays import (
    joined_along,
    joined_as_numpy,
    stacked_as_numpy,
)
from autograph.old_operators.list_calls import raise_if
from autograph.old_operators.list_rows import shape_of_row
from autograph.old_operators.lists import segment_of, truth_of
from autograph.old_operators.logic import is_unknown_length, not_
from autograph.old_operators.range_arrays import as_indices
from graph import nest, shapes
from graph.numpy import rearrangement
from graph.old_staging.joining import is_never_filled
from graph.ops import manipulation
from graph.segments import is_segmented, refusal

#: Functions that make arrays of their first arguments, by how many those are.
_OF_ARRAYS: Final[Mapping[Any, int]] = {
    **dict.fromkeys(
        (
            *(np.sum, np.prod, np.mean, np.std, np.var, np.median, np.average),
            *(np.max, np.min, np.amax, np.amin, np.ptp, np.argmax, np.argmin),
            *(np.any, np.all, np.count_nonzero, np.nonzero, np.cumsum, np.cumprod),
            *(np.sort, np.argsort, np.unique, np.flip, np.diff, np.round, np.clip),
            *(np.nansum, np.nanmean, np.nanmax, np.nanmin, np.nanstd, np.nanmedian),
            *(np.percentile, np.quantile, np.linalg.norm, np.trapezoid, np.bincount),
            *(np.histogram, np.ravel, np.size, np.shape, np.ndim, np.asanyarray),
        ),
        1,
    ),
    **dict.fromkeys(
        (
            *(np.dot, np.inner, np.outer, np.vdot, np.matmul, np.convolve),
            *(np.correlate, np.isin, np.array_equal, np.allclose, np.isclose),
            *(np.searchsorted, np.digitize, np.take, np.append),
        ),
        2,
    ),
    np.interp: 3,
    np.where: 3,
}
#: Functions that join what is in a list.
_JOINING: Final = (np.concatenate, np.vstack, np.hstack, np.column_stack)


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a function of NumPy's, given such lists."""
    try:
        n_arrays = len(args) if type(function) is np.ufunc else _OF_ARRAYS.get(function)
        is_joining = function in _JOINING
    except TypeError:  # unhashable callables
        return None
    if is_joining and args and is_segmented(args[0]):
        given = inspect.signature(function).bind(*args, **kwargs).arguments
        axis = given.get("axis", 0)
        if len(given) == 1 + ("axis" in given) and type(axis) is int:
            return lambda rows, *_, **__: _joined(function, rows, axis)
    if function is np.ix_ and any(map(is_segmented, args)):
        return lambda *indices: _call(function, [as_indices(x) for x in indices], {})
    if not n_arrays or any(map(is_segmented, (*args[n_arrays:], *kwargs.values()))):
        return None
    if not any(map(is_segmented, args)):  # but a dict, or a set
        return None
    return lambda *given, **named: _call(
        function, [_as_array(each) for each in given], named
    )


def _as_array(value: Any) -> Any:
    return stacked_as_numpy(value) if is_segmented(value) else value


def _call(function: Any, args: list[Any], kwargs: Mapping[str, Any]) -> Any:
    from autograph.old_operators.calls import converted_call  # which comes here

    return converted_call(function, tuple(args), kwargs)


def _joined(function: Any, rows: list[Any], axis: int) -> Any:
    """Join the items of a list: arrays of one rank, or numbers."""
    shape = None if is_never_filled(rows) else _shape_of_items(rows)
    if shape is None:
        raise refusal(f"{function.__name__}() joins items that are no arrays")
    if not shape and function is np.concatenate:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    if is_unknown_length(rows):
        error = ValueError("need at least one array to concatenate")
        raise_if(not_(truth_of(rows)), error)
    if segment_of(rows)[0].structure is nest.LEAF and shape:
        if function is np.concatenate:
            return joined_along(rows, normalize_axis_index(axis, len(shape)))
        if function is np.hstack or len(shape) > 1:
            return joined_along(rows, int(function is not np.vstack and len(shape) > 1))
    if len(shape) > 1 or axis or not shapes.is_static(shape):
        raise refusal(
            f"{function.__name__}() joins its items, which are no numbers and no "
            "vectors of one length"
        )
    return joined_as_numpy(
        rows, lambda whole: _joined_rows(function, whole, are_rows=bool(shape))
    )


def _joined_rows(function: Any, whole: Any, *, are_rows: bool) -> Any:
    if function is np.vstack:
        return whole if are_rows else whole[:, None]
    if function is np.column_stack:
        return manipulation.transpose(whole) if are_rows else whole[None]
    return rearrangement.ravel(whole)


def _shape_of_items(rows: list[Any]) -> shapes.Shape:
    whole = segment_of(rows)[0]
    return shape_of_row(whole.structure, whole.columns)


__all__ = ["replacement"]
