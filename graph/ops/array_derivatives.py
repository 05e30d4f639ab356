"""Ops that gradients of tensor arrays are made of.

The gradient of a run-time list with empty places is a list, in which None stands for
zeros of a shape that is not known.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.op import define
from graph.ops.arguments import array_of
from graph.ops.gradients import arrays as rules
from graph.ops.lists import as_held, changer, check_list
from graph.specs import TensorSpec, spec_of


def _infer_at(x: TensorSpec, place: TensorSpec) -> TensorSpec:
    check_list(x)
    return x


def _blank(x: list[Any], place: int) -> None:
    if place < len(x):
        x[place] = None


changer(
    "list_blank",
    ("x", "place"),
    _infer_at,
    _blank,
    "{0}[{1}:{1} + 1] = [None] * ({1} < len({0}))".format,
    "The list with nothing at a place.",
    gradient=rules.list_blank,
)


def _slope(x: list[Any], place: int, like: Any) -> Any:
    item = x[place] if place < len(x) else None
    return np.zeros_like(like) if item is None else item


define(
    "list_slope",
    is_public=False,
    inputs=("x", "place", "like"),
    infer=lambda x, place, like: like,
    kernel=_slope,
    gradient=rules.list_slope,
    doc="The element at a place; zeros like another value where there is none.",
)


def _place_rows(x: list[Any], indices: Any, dy: Any) -> list[Any]:
    total: list[Any] = [None] * len(x)
    rows = array_of(dy)
    spec = TensorSpec(rows.shape[1:], spec_of(rows).dtype)
    for place, row in zip(array_of(indices).tolist(), rows, strict=True):
        held = as_held(row, spec)
        total[place] = held if total[place] is None else total[place] + held
    return total


define(
    "list_place_rows",
    is_public=False,
    inputs=("x", "indices", "dy"),
    infer=lambda x, indices, dy: x,
    kernel=_place_rows,
    gradient=rules.list_place_rows,
    doc="A list as long as another, with rows added at places.",
)


def _pick_rows(x: list[Any], indices: Any, like: Any) -> Any:
    total = np.zeros_like(array_of(like))
    for i, place in enumerate(array_of(indices).tolist()):
        if place < len(x) and x[place] is not None:
            total[i] = x[place]
    return total


define(
    "list_pick_rows",
    is_public=False,
    inputs=("x", "indices", "like"),
    infer=lambda x, indices, like: like,
    kernel=_pick_rows,
    gradient=rules.list_pick_rows,
    doc="The elements at places as rows; zeros where there are none.",
)


def _pile_rows(x: list[Any], like: Any) -> Any:
    return _pick_rows(x, np.arange(len(array_of(like))), like)


define(
    "list_pile_rows",
    is_public=False,
    inputs=("x", "like"),
    infer=lambda x, like: like,
    kernel=_pile_rows,
    gradient=rules.list_pile_rows,
    doc="The elements as the rows of a tensor; zeros where there are none.",
)

__all__: list[str] = []
