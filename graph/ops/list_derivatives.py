"""Ops that gradients of lists are made of, and the lists that gradients keep.

The gradient of a list is a list of as many elements. Those of `list_read` and
`list_drop_last` raise for no values: what is not needed is then not computed.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from graph.errors import GraphError
from graph.op import REQUIRED, Inline, Operand, define
from graph.ops.gradients import lists as rules
from graph.ops.lists import (
    INT,
    _infer_concat,
    _infer_place,
    as_held,
    changer,
    check_integers,
    check_list,
    held_form,
    rule,
)
from graph.specs import TensorSpec, element_of, list_of


def _infer_read(x: TensorSpec, index: TensorSpec) -> TensorSpec:
    check_list(x)
    check_integers(index)
    return element_of(x)


define(
    "list_read",
    is_public=False,
    inputs=("x", "index"),
    infer=_infer_read,
    kernel=lambda x, index: x[index],
    inline=rule("{}[{}]".format),
    gradient=rules.list_get,
    doc="The element at a place that is there.",
)


def _infer_like(x: TensorSpec) -> TensorSpec:
    check_list(x)
    return x


def zeros_like_items(x: list[Any]) -> list[Any]:
    """Return zeros, one for each element."""
    return [
        np.zeros(item.shape, item.dtype)
        if isinstance(item, np.ndarray)
        else zeros_like_items(item)
        if isinstance(item, list)
        else None  # a place of a TensorArray that is empty
        if item is None or item is ...
        else type(item)(0)
        for item in x
    ]


define(
    "list_zeros_like",
    is_public=False,
    inputs=("x",),
    infer=_infer_like,
    kernel=zeros_like_items,
    inline=rule("zeros_like_items({})".format, zeros_like_items=zeros_like_items),
    gradient=rules.nothing,
    doc="A list of zeros like the elements of another.",
)


def add_items(x: list[Any], y: list[Any]) -> list[Any]:
    """Add two lists element by element; None, and what one does not have, is 0."""
    return [
        (a if b is None else b)
        if a is None or b is None
        else add_items(a, b)
        if isinstance(a, list)
        else a + b
        for a, b in itertools.zip_longest(x, y)
    ]


define(
    "list_add",
    is_public=False,
    inputs=("x", "y"),
    infer=_infer_concat,
    kernel=add_items,
    inline=rule("add_items({}, {})".format, add_items=add_items),
    gradient=rules.list_add,
    doc="The sums of the elements of two lists.",
)


def add_at(x: list[Any], index: int, value: Any) -> None:
    held = x[index]
    x[index] = (
        value
        if held is None
        else add_items(held, value)
        if isinstance(held, list)
        else value.dtype.type(held + value)
        if isinstance(held, np.generic)
        else held + value
    )


changer(
    "list_add_at",
    ("x", "index", "value"),
    _infer_place,
    add_at,
    # None stands for zeros of a shape that is not known.
    "{0}[{1}] = {2} if {0}[{1}] is None else {0}[{1}] + {2}".format,
    "The list with a value added to the element at a place.",
    gradient=rules.list_add_at,
)


def _add_list_at(x: list[Any], index: int, value: list[Any]) -> list[Any]:
    changed = [*x]
    add_at(changed, index, value)
    return changed


define(
    "list_add_list_at",
    is_public=False,
    inputs=("x", "index", "value"),
    infer=_infer_place,
    kernel=_add_list_at,
    gradient=rules.list_add_at,
    doc="The list of lists with a list added to the one at a place.",
)
changer(
    "list_drop_last",
    ("x",),
    _infer_like,
    lambda x: x.__delitem__(-1),
    "del {}[-1]".format,
    "The list without its last element, which is there.",
    gradient=rules.list_drop_last,
)
define(
    "frozen_list",
    is_public=False,
    inputs=("x",),
    infer=_infer_like,
    kernel=lambda x: [*x],
    gradient=rules.same,
    doc="A copy of a list, which stays as it is.",
)


def _infer_unstack(x: TensorSpec, *, element: TensorSpec) -> TensorSpec:
    if x.dtype is not element.strong.dtype:
        raise GraphError(f"the rows of {x} are not {element}")
    return list_of(element)


def rows_of(x: Any, element: TensorSpec) -> list[Any]:
    """Return the rows of an array as lists hold them."""
    return [as_held(row, element) for row in x]


def _unstack_inline(
    operands: tuple[Operand, ...], out: TensorSpec, *, element: TensorSpec
) -> Inline | None:
    (x,) = operands
    if held_form(element) == "array":
        return Inline(f"list({x.code})", "python")
    return None


define(
    "list_unstack",
    is_public=False,
    inputs=("x",),
    attrs={"element": REQUIRED},
    attr_kinds={"element": TensorSpec},
    infer=_infer_unstack,
    kernel=lambda x, *, element: rows_of(x, element),
    inline=_unstack_inline,
    gradient=rules.list_unstack,
    doc="The rows of a tensor as a list.",
)


# -- Which element went where ----------------------------------------------------------


def _infer_places(x: TensorSpec) -> TensorSpec:
    check_list(x)
    return list_of(INT)


define(
    "list_places",
    is_public=False,
    inputs=("x",),
    infer=_infer_places,
    kernel=lambda x: list(range(len(x))),
    inline=rule("list(range(len({})))".format),
    gradient=rules.nothing,
    doc="The places of a list's elements: 0, 1, ...",
)


def _infer_scatter(x: TensorSpec, places: TensorSpec, dy: TensorSpec) -> TensorSpec:
    check_list(x)
    check_list(places)
    return _infer_concat(x, dy)


def scatter_items(x: list[Any], places: list[int], dy: list[Any]) -> list[Any]:
    """Return zeros like the elements of `x`, with those of `dy` added at places."""
    total = zeros_like_items(x)
    for place, item in zip(places, dy, strict=True):
        if place >= 0:
            total[place] = total[place] + item
    return total


define(
    "list_add_places",
    is_public=False,
    inputs=("x", "places", "dy"),
    infer=_infer_scatter,
    kernel=scatter_items,
    inline=rule("scatter_items({}, {}, {})".format, scatter_items=scatter_items),
    gradient=rules.list_add_places,
    doc="Zeros like a list, with elements added at places; none where one is -1.",
)
define(
    "list_select",
    is_public=False,
    inputs=("x", "places", "like"),
    infer=lambda x, places, like: x,
    kernel=lambda x, places, like: [
        x[place] if place >= 0 else 0 * item
        for place, item in zip(places, like, strict=True)
    ],
    gradient=rules.list_select,
    doc="The elements at these places; where one is -1, zeros like those of `like`.",
)

__all__: list[str] = []
