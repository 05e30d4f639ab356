"""What `ag.TensorArray` does with several places at once, in a graph.

`graph.ops.tensor_arrays` has the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graph import specs
from graph.errors import InvalidArgumentError, ShapeError
from graph.op import NO_GRADIENT, RAISES, define
from graph.ops.arguments import array_of
from graph.ops.gradients import arrays as rules
from graph.ops.lists import as_held, check_list
from graph.ops.tensor_arrays import check_place, check_shape, check_vector, grow
from graph.specs import TensorSpec, list_of


def check_rows(x: Sequence[Any], count: int, *, action: str, grows: bool) -> None:
    """Check that an array may be filled with so many rows.

    Raises:
        InvalidArgumentError: It has another size.
    """
    if count != len(x) and not grows:
        raise InvalidArgumentError(
            f"TensorArray.{action}: there are {count} values for an array of the size "
            f"{len(x)}.",
            hint="Make it as large, or with dynamic_size=True.",
        )


def _infer_unpile(x: TensorSpec, value: TensorSpec, *, grows: bool) -> TensorSpec:
    check_list(x)
    if value.shape == ():
        raise ShapeError("TensorArray.unstack: a scalar has no rows.")
    return list_of(rows_of(value))


def rows_of(value: TensorSpec) -> TensorSpec:
    """Return the spec of the rows of a tensor."""
    return TensorSpec(None if value.shape is None else value.shape[1:], value.dtype)


def _unpile(x: list[Any], value: Any, *, grows: bool) -> list[Any]:
    array = array_of(value)
    check_rows(x, len(array), action="unstack", grows=grows)
    return _rows(array)


def _rows(array: Any) -> list[Any]:
    spec = rows_of(specs.spec_of(array))
    return [as_held(row, spec) for row in array]


LIST_UNPILE = define(
    "list_unpile",
    is_public=False,
    inputs=("x", "value"),
    attrs={"grows": False},
    infer=_infer_unpile,
    kernel=_unpile,
    effects=RAISES,
    gradient=rules.list_unpile,
    doc="The rows of a tensor, in place of all elements.",
)


def _infer_scatter(
    x: TensorSpec,
    indices: TensorSpec,
    value: TensorSpec,
    *,
    grows: bool,
    is_uniform: bool,
) -> TensorSpec:
    check_list(x)
    check_vector(indices, "indices")
    return x


def _scatter(
    x: list[Any], indices: Any, value: Any, *, grows: bool, is_uniform: bool
) -> list[Any]:
    array, places = array_of(value), array_of(indices)
    if not array.ndim or len(array) != len(places):
        raise InvalidArgumentError(
            f"TensorArray.scatter: there are {len(places)} indices for a value of the "
            f"shape {array.shape}.",
            hint="The value has one row for each index.",
        )
    changed = [*x]
    for index, row in zip(places, _rows(array), strict=True):
        place = check_place(changed, index, action="scatter", grows=grows)
        if is_uniform:
            check_shape(changed, np.shape(row), place)
        grow(changed, place)
        changed[place] = row
    return changed


LIST_SCATTER = define(
    "list_scatter",
    is_public=False,
    inputs=("x", "indices", "value"),
    attrs={"grows": False, "is_uniform": True},
    infer=_infer_scatter,
    kernel=_scatter,
    effects=RAISES,
    gradient=NO_GRADIENT("which parts of a TensorArray are whose is not kept"),
    doc="The list with the rows of a tensor at some places.",
)


def _infer_divide(
    x: TensorSpec, value: TensorSpec, lengths: TensorSpec, *, grows: bool
) -> TensorSpec:
    check_list(x)
    check_vector(lengths, "lengths")
    if value.shape == ():
        raise ShapeError("TensorArray.split: a scalar cannot be split.")
    return list_of(parts_of(value))


def parts_of(value: TensorSpec) -> TensorSpec:
    """Return the spec of the parts of a tensor that is split along its first axis."""
    found = None if value.shape is None else (None, *value.shape[1:])
    return TensorSpec(found, value.dtype)


def _divide(x: list[Any], value: Any, lengths: Any, *, grows: bool) -> list[Any]:
    array, counts = array_of(value), array_of(lengths)
    check_rows(x, len(counts), action="split", grows=grows)
    if counts.sum() != len(array) or (counts < 0).any():
        raise InvalidArgumentError(
            f"TensorArray.split: lengths {counts.tolist()} do not add up to the "
            f"{len(array)} rows of the value.",
            hint="Their sum is the length of the first axis.",
        )
    return np.split(array, np.cumsum(counts)[:-1]) if len(counts) else []


LIST_DIVIDE = define(
    "list_divide",
    is_public=False,
    inputs=("x", "value", "lengths"),
    attrs={"grows": False},
    infer=_infer_divide,
    kernel=_divide,
    effects=RAISES,
    gradient=NO_GRADIENT("which parts of a TensorArray are whose is not kept"),
    doc="The parts of a tensor, in place of all elements.",
)


__all__: list[str] = []
