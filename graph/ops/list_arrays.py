"""Arrays of lists whose length the run knows: of lists of lists, of their parts.

`np.array(rows)` of a list of lists, and `np.concatenate(parts)`, whose parts may differ
in length. NumPy raises what it raises for lists that do not fit.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, cast

import numpy as np

from graph import shapes
from graph.dtypes import DType
from graph.errors import GraphError, ResultTypeError
from graph.op import RAISES, REQUIRED, define
from graph.ops.gradients import list_arrays as rules
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


define(
    "list_array",
    is_public=False,
    inputs=("x",),
    attrs={"dtype": REQUIRED},
    infer=_infer_array,
    kernel=_array,
    effects=RAISES,
    gradient=rules.list_array,
    doc="The array that NumPy makes of a list of lists.",
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
