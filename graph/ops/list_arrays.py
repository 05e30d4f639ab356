"""Arrays of lists whose length the run knows: of lists of lists, of their parts.

`np.array(xs, dtype)` of a list of numbers, `np.array(rows)` of a list of lists, and
`np.concatenate(parts)`, whose parts may differ in length. NumPy raises what it raises
for lists, and for numbers, that do not fit.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, cast

import numpy as np

from graph import dtypes, shapes
from graph.convert import constant_array
from graph.dtypes import DType
from graph.errors import GraphError, ResultTypeError, UnstagedOperationError
from graph.op import RAISES, REQUIRED, ZERO, always, define
from graph.ops.gradients import list_arrays as rules
from graph.ops.held_numbers import HELD_AS_NUMBER, HELD_UNKNOWN
from graph.ops.lists import as_held, check_list
from graph.specs import TensorSpec, element_of, is_list


def _infer_array(x: TensorSpec, *, dtype: DType) -> TensorSpec:
    check_list(x)
    rank, element = 0, x
    while is_list(element):
        rank, element = rank + 1, element_of(element)
    known = element.shape
    return TensorSpec(None if known is None else ((None,) * rank + known), dtype)


def _array(x: list[Any], *, dtype: DType) -> Any:
    made = np.array(x, dtype.numpy)
    depth, item = 0, cast("Any", x)
    while isinstance(item, list):
        depth, item = depth + 1, item[0] if item else None
    if item is None and (made.ndim != depth or made.dtype != np.float64):
        raise ResultTypeError(
            "a list that is empty, or one in it, makes an array of other axes, or of "
            "another dtype, than one with elements.",
            hint="Give it elements, or make the array by np.zeros if there are none.",
        )
    return made


def _depends_on_elements(x: Any, *, dtype: DType) -> bool:
    return is_list(element_of(x.spec)) or dtype is not dtypes.float64


define(
    "list_array",
    is_public=False,
    inputs=("x",),
    attrs={"dtype": REQUIRED},
    infer=_infer_array,
    kernel=_array,
    effects=RAISES,
    gradient=rules.list_array,
    can_refuse=_depends_on_elements,
    doc="The array that NumPy makes of a list of lists.",
)


def _infer_numbers(x: TensorSpec, *, dtype: DType, is_constant: bool) -> TensorSpec:
    del is_constant
    return _infer_array(x, dtype=dtype)


def _numbers(x: list[Any], *, dtype: DType, is_constant: bool) -> Any:
    # Not number by number, of arrays: 300 would wrap around as a uint8, nan as an int.
    return constant_array(x, dtype) if is_constant else np.array(x, dtype.numpy)


define(
    "list_numbers",
    is_public=False,
    inputs=("x",),
    attrs={"dtype": REQUIRED, "is_constant": False},
    infer=_infer_numbers,
    kernel=_numbers,
    effects=RAISES,
    gradient=rules.list_array,
    doc="The array of a dtype that NumPy, or `constant`, makes of Python's numbers.",
)


def _check_written(array: Any, *, dtype: DType, held: str) -> None:
    info = np.iinfo(dtype.numpy)
    whole = np.trunc(array)
    others = array[~((whole >= info.min) & (whole <= info.max))]
    if others.size and held == HELD_UNKNOWN:
        raise UnstagedOperationError(
            f"{others[0]} is an item of a list of which an array of {dtype} is made, "
            "which has no such number: what comes of it depends on whether it is a "
            "tensor or one of NumPy's, which is not known here.",
            hint="Make an array of the list first: np.array(xs).astype(dtype).",
        )
    # NumPy raises what it raises of numbers of its own, or of Python's.
    np.array(list(others) if held == HELD_AS_NUMBER else others.tolist(), dtype.numpy)


define(
    "check_written",
    is_public=False,
    inputs=("array",),
    attrs={"dtype": REQUIRED, "held": REQUIRED},
    infer=lambda *_, **__: (),
    kernel=_check_written,
    effects=RAISES,
    gradient=ZERO,
    can_fail=always,
    can_refuse=lambda *_, held, **__: held == HELD_UNKNOWN,
    doc="Raise what NumPy raises for items that an array of integers has not.",
)


def _infer_rows(x: TensorSpec, *, spec: TensorSpec) -> TensorSpec:
    del x
    return spec


def _rows(x: Any, *, spec: TensorSpec) -> Any:
    if not is_list(spec):
        return as_held(x, spec)
    return [_rows(row, spec=element_of(spec)) for row in x]


define(
    "list_rows",
    is_public=False,
    inputs=("x",),
    attrs={"spec": REQUIRED},
    infer=_infer_rows,
    kernel=_rows,
    gradient=rules.list_rows,
    doc="An array as a list of lists, of which `list_array` makes it again.",
)


def _infer_joined(x: TensorSpec, *, axis: int) -> TensorSpec:
    check_list(x)
    element = element_of(x).strong
    rank = shapes.rank(element.shape)
    if not rank or not 0 <= axis < rank:
        raise GraphError(f"a list of {element} has no axis {axis} to be joined along")
    assert element.shape is not None
    found = (*element.shape[:axis], None, *element.shape[axis + 1 :])
    return TensorSpec(found, element.dtype)


define(
    "list_joined",
    is_public=False,
    inputs=("x",),
    attrs={"axis": 0},
    infer=_infer_joined,
    kernel=lambda x, *, axis: np.concatenate(x, axis),
    effects=RAISES,
    gradient=rules.list_joined,
    doc="The elements of a list one after the other along an axis.",
)


def _infer_parts(x: TensorSpec, like: TensorSpec, *, axis: int) -> TensorSpec:
    del x, axis
    return like


def _parts(x: Any, like: list[Any], *, axis: int) -> Any:
    ends = np.cumsum([0, *(np.shape(each)[axis] for each in like)])
    whole = np.moveaxis(np.asarray(x), axis, 0)
    return [np.moveaxis(whole[i:j], 0, axis) for i, j in pairwise(ends.tolist())]


define(
    "list_parts",
    is_public=False,
    inputs=("x", "like"),
    attrs={"axis": 0},
    infer=_infer_parts,
    kernel=_parts,
    gradient=rules.list_parts,
    doc="An array taken apart along an axis as the elements of a list are long.",
)

__all__: list[str] = []
NAMESPACES: dict[str, list[str]] = {}
