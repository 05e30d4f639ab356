"""Arrays that NumPy makes of lists of the run whose items are lists, or tuples.

`np.array(rows)`, after `rows.append([x, y])` in a loop: the items are alike, so that a
column of the list is made an array each, and these are put side by side.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from autograph.old_operators.list_calls import refuse_empty
from autograph.old_operators.lists import add
from graph import dtypes, nest, shapes, specs
from graph.dtypes import DType
from graph.errors import ResultTypeError
from graph.old_staging.list_integers import (
    each_has_float,
    may_hold_integers,
    numbers_in_list,
)
from graph.ops.core import cast
from graph.ops.joining import stack
from graph.segments import Segment, refusal

_NO_ARRAY: Final = "an array is made of elements that are no numbers"


def stacked_rows(xs: list[Any], whole: Any, dtype: Any) -> Any:
    """Return the elements of `numpy.array(xs)`, of items that are alike.

    Args:
        xs: The list.
        whole: Its segment.
        dtype: The dtype that is asked for, if one is.

    Raises:
        UnknownLengthError: NumPy makes no array of numbers of them, or it is not known
            which dtype that has.
        ResultTypeError: In the run: the list is empty, and its array has one axis.
    """
    from graph.numpy.conversion import numpy_dtype

    wanted = _dtype_of(whole.columns) if dtype is None else numpy_dtype(dtype)
    why = (
        "an array of an empty list has one axis, of this one with elements it has "
        "more, and it is empty."
    )
    hint = "Give it a row, or make the array by np.zeros((0, n)) where there is none."
    refuse_empty(xs, ResultTypeError(why, hint=hint))
    columns = (_stacked_column(each, wanted) for each in whole.columns)
    return _put_together(*_innermost(whole.structure), columns)


def shape_of_row(structure: nest.Structure, columns: Any) -> shapes.Shape:
    """Return the shape of what NumPy makes of an item of a list; None if not known."""
    if structure.kind is None:
        return specs.element_of(columns[0].spec).shape
    is_flat = _is_sequence(structure) and not any(x.kind for x in structure.parts)
    found = [specs.element_of(each.spec).shape for each in columns]
    return (len(found),) if is_flat and all(each == () for each in found) else None


def _innermost(structure: nest.Structure) -> tuple[nest.Structure, int]:
    """Return what the innermost lists of the run hold, and how many are nested."""
    depth = 1
    while structure.kind is list and [x.kind for x in structure.parts] == [Segment]:
        structure, depth = structure.parts[0].parts[0], depth + 1
    return structure, depth


def _is_sequence(structure: nest.Structure) -> bool:
    return structure.kind is not None and issubclass(structure.kind, (list, tuple))


def _dtype_of(columns: Any) -> DType:
    """Return which dtype NumPy finds for numbers of Python's beside others."""
    from graph.numpy.conversion import numpy_dtype

    made, is_float_for_sure = [], False
    for each in columns:
        element = specs.innermost(each.spec)
        own = each.spec.dtype if element is None else element.dtype
        if own.kind not in "biufc" or (not own.is_python and numbers_in_list(each)):
            raise refusal(_NO_ARRAY)
        made.append(numpy_dtype(own.python).numpy if own.is_python else own.numpy)
        if own.kind in "fc":
            is_mixed = own.is_python and may_hold_integers(each)
            is_float_for_sure |= not is_mixed or each_has_float(each)
    found: Any = functools.reduce(np.promote_types, made)
    if found.kind in "fc" and not is_float_for_sure:
        raise refusal("an array is made of integers, or of floats")
    return dtypes.from_numpy(found)


def _stacked_column(column: Any, wanted: DType) -> Any:
    element = specs.innermost(column.spec)
    if element is None or element.dtype.kind not in "biufc":
        raise refusal(_NO_ARRAY)
    if specs.is_list(specs.element_of(column.spec)):
        return add("list_array", column, dtype=wanted)
    if element.dtype.is_python:
        return add("list_numbers", column, dtype=wanted, is_constant=False)
    return cast(add("list_stack", column), wanted)


def _put_together(structure: nest.Structure, depth: int, columns: Iterator[Any]) -> Any:
    if structure.kind is None:
        return next(columns)
    if not _is_sequence(structure) or not structure.parts:
        raise refusal(_NO_ARRAY)
    parts = [_put_together(part, depth, columns) for part in structure.parts]
    if len({part.shape[depth:] for part in parts}) > 1:
        raise refusal("an array is made of elements that have not the same shape")
    return stack(parts, axis=depth)


__all__ = ["shape_of_row", "stacked_rows"]
