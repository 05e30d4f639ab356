"""Ops that gradients of lists are made of, and the lists that gradients keep.

The gradient of a list is a list of as many elements. Those of `list_read` and
`list_drop_last` raise for no values: what is not needed is then not computed.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.errors import GraphError, InvalidArgumentError
from graph.op import RAISES, REQUIRED, Inline, Operand, define
from graph.ops.gradients import lists as rules
from graph.ops.lists import (
    _infer_concat,
    _infer_place,
    as_held,
    changer,
    check_integers,
    check_list,
    held_form,
    rule,
)
from graph.specs import TensorSpec, element_of, list_of, spec_of


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


def _infer_stack(x: TensorSpec) -> TensorSpec:
    check_list(x)
    element = element_of(x).strong
    shape = None if element.shape is None else (None, *element.shape)
    return TensorSpec(shape, element.dtype)


@functools.cache
def stacker(element: TensorSpec) -> Callable[[list[Any]], Any]:
    """Return the function that makes one array of elements of a spec."""
    dtype = element.strong.dtype.numpy
    rank = shapes.rank(element.shape)

    def stack(x: list[Any]) -> Any:
        if rank == 0:
            return np.array(x, dtype)
        if not x:
            raise InvalidArgumentError(
                "an empty list makes no tensor: the shape of its elements is not known."
            )
        first = np.shape(x[0])
        for item in x:
            if np.shape(item) != first:
                raise InvalidArgumentError(
                    f"a list of tensors of the shapes {first} and {np.shape(item)} "
                    "makes no tensor."
                )
        return np.stack([np.asarray(item, dtype) for item in x])

    return stack


def _stack_inline(
    operands: tuple[Operand, ...], out: TensorSpec, **_: Any
) -> Inline | None:
    (x,) = operands
    element = element_of(x.spec)
    rank = shapes.rank(element.shape)
    name = f"stacked_{element.dtype.name}_{'any' if rank is None else min(rank, 1)}"
    kind = TensorSpec(None if rank is None else (None,) * min(rank, 1), element.dtype)
    return Inline(f"{name}({x.code})", "array", names={name: stacker(kind)})


define(
    "list_stack",
    is_public=False,
    inputs=("x",),
    infer=_infer_stack,
    kernel=lambda x: stacker(_spec_of_items(x))(x),
    inline=_stack_inline,
    effects=RAISES,
    gradient=rules.list_stack,
    doc="The elements of a list as one tensor, along a new first axis.",
)


def _spec_of_items(x: list[Any]) -> TensorSpec:
    return spec_of(x[0]) if x else TensorSpec((), dtypes.float32)


__all__: list[str] = []
