"""Arrays that NumPy makes of lists whose length is known only when the graph runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from autograph.old_operators.list_calls import check_axis, refuse_empty, stacked
from autograph.old_operators.list_rows import stacked_rows
from autograph.old_operators.lists import add, segment_of
from graph import dtypes, nest, specs
from graph.dtypes import DType
from graph.errors import DTypeError, UnstagedOperationError
from graph.givers import made_of
from graph.old_staging.joining import is_never_filled
from graph.old_staging.list_integers import (
    may_hold_integers,
    most_numbers,
    numbers_in_list,
)
from graph.old_staging.number_types import INTEGERS, Numbers
from graph.old_staging.numpy_arrays import mark_of_numpy
from graph.old_staging.numpy_numbers import kind_of_items
from graph.old_staging.variables import building
from graph.op import op_named
from graph.ops.held_numbers import (
    HELD_AS_NUMBER,
    HELD_AS_TENSOR,
    HELD_UNKNOWN,
    makes_difference,
)
from graph.origin import capture, capture_exact
from graph.segments import refusal
from graph.tensor import Tensor

_HINT: Final = (
    "Say which dtype it is, np.array(xs, dtype=np.{}), or make its items of one: 0.0 "
    "for 0 beside float64, ag.constant(0.0) beside float32."
)

_HELD_AS: Final[Mapping[type | None, str]] = {
    np.generic: HELD_AS_NUMBER,
    Tensor: HELD_AS_TENSOR,
}


def stacked_as_numpy(xs: list[Any], dtype: Any = None) -> Any:
    """Do `numpy.array(xs)`: Python's numbers become int64 and float64 there.

    Raises:
        UnstagedOperationError: Items of Python's among others give another dtype.
    """
    array = stacked_by_numpy(xs, dtype)
    mark_of_numpy(array)
    return array


def stacked_by_numpy(xs: Any, dtype: Any = None) -> Any:
    """Return what holds the elements of the array that NumPy makes."""
    from graph.numpy.conversion import numpy_dtype

    if is_never_filled(xs):
        raise refusal("it has never had an element")
    whole = segment_of(xs)[0]
    if whole.structure is not nest.LEAF:
        return stacked_rows(xs, whole, dtype)
    (column,) = whole.columns
    own = specs.element_of(column.spec).dtype
    made = own.python if dtype is None else dtype
    wanted = None if made is None else numpy_dtype(made)
    if dtype is None:
        array = stacked(xs, wanted, if_empty=dtypes.float64)
    else:
        array = stacked(xs, wanted)
    if own.is_python:
        if dtype is None and may_hold_integers(column):
            _check_numbers(column, array, INTEGERS)
        return array
    numbers = numbers_in_list(column)
    if dtype is not None:
        _check_asked(own, wanted, numbers)
        _check_held(column, own, wanted)
    elif numbers:
        _check_promoted(column, array, numbers)
    return array


def _check_asked(own: DType, wanted: DType | None, numbers: Numbers) -> None:
    """Refuse a dtype that holds floats of Python's closer than the list does."""
    floats = numbers - INTEGERS
    if wanted is not None and floats and own.kind in "fc" and wanted.kind in "fc":
        if np.promote_types(own.numpy, wanted.numpy) != own.numpy:
            _refuse(own)


def _check_held(column: Any, own: DType, wanted: DType | None) -> None:
    """Have the run raise for items that an array of the dtype has not."""
    if wanted is not None and own.is_complex and wanted.kind in "biuf":
        raise DTypeError(
            f"{own.name} is written into an array of {wanted.name}, which has no "
            "imaginary parts.",
            origin=capture_exact(2),
            hint="Take the real part first, or cast the array.",
        )
    if wanted is None or wanted.kind not in "iu" or not makes_difference(wanted, own):
        return
    if specs.element_of(column.spec).shape == ():
        held = _HELD_AS.get(kind_of_items(column), HELD_UNKNOWN)
        if numbers_in_list(column):
            held = HELD_UNKNOWN
        attrs = {"dtype": wanted, "held": held}
        given = add("list_stack", column)
        building().add(op_named("check_written"), [given], attrs, origin=capture())


def _check_promoted(column: Any, array: Any, numbers: Numbers) -> None:
    """Refuse a list of which NumPy makes an array of another dtype than the graph."""
    own = specs.element_of(column.spec).dtype
    made = {np.asarray(each(1)).dtype for each in numbers}
    if any(np.promote_types(each, own.numpy) != own.numpy for each in made):
        _refuse(own)
    if any(each != own.numpy for each in made):
        _check_numbers(column, array, numbers)


def _check_numbers(column: Any, array: Any, numbers: Numbers) -> None:
    """Have the run refuse a list of numbers alone: their array has another dtype."""
    most = most_numbers(column, numbers)
    if most:
        hint = _HINT.format(array.spec.dtype.name)
        attrs = {"most": most, "hint": hint}
        building().add(op_named("check_listed"), [array], attrs, origin=capture())


def _refuse(own: DType) -> None:
    raise UnstagedOperationError(
        f"an array of a list that holds Python's numbers beside {own.name}: NumPy "
        "makes another dtype of it than the graph.",
        origin=capture_exact(2),
        hint=_HINT.format(own.name),
    )


def numpy_stack(arrays: Any, axis: Any = 0) -> Any:
    """Do `numpy.stack(arrays, axis)`."""
    check_axis(axis)
    refuse_empty(arrays, ValueError("need at least one array to stack"))
    return joined_as_numpy(arrays, lambda array: array)


def joined_as_numpy(arrays: list[Any], join: Callable[[Any], Any]) -> Any:
    """Join the items of a list, which gives a tensor if they are tensors.

    Args:
        arrays: The list.
        join: What makes the result of the items one above another.
    """
    array = stacked_by_numpy(arrays)
    if segment_of(arrays)[0].structure is not nest.LEAF:
        made = join(array)
        mark_of_numpy(made)  # of lists NumPy makes arrays, whatever is in them
        return made
    listed = array
    while not specs.is_list(listed.spec) or listed.node.op.name == "list_cast":
        listed = listed.node.inputs[0]
    return made_of([listed], join(array))


def joined_along(arrays: list[Any], axis: int) -> Any:
    """Join arrays of one rank, which may differ in length, along an axis of theirs."""
    (column,) = segment_of(arrays)[0].columns
    if numbers_in_list(column):
        _refuse(specs.element_of(column.spec).dtype)
    made = add("list_joined", column, axis=axis)
    return made_of(made.node.inputs, made)


__all__ = [
    "joined_along",
    "joined_as_numpy",
    "numpy_stack",
    "stacked_as_numpy",
    "stacked_by_numpy",
]
