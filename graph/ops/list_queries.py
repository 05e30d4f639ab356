"""What is asked of Python lists whose length is known only when the graph runs.

`graph.ops.lists` makes and changes them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes, shapes, specs
from graph.errors import GraphError, InvalidArgumentError
from graph.op import RAISES, Inline, Operand, define
from graph.ops.core import fit_int32
from graph.ops.lists import INT, check_integers, check_list, rule
from graph.specs import TensorSpec, element_of, list_of


def _infer_length(x: TensorSpec) -> TensorSpec:
    check_list(x)
    return INT


LIST_LENGTH = define(
    "list_length",
    is_public=False,
    inputs=("x",),
    infer=_infer_length,
    kernel=len,
    inline=rule("len({})".format),
    doc="How many elements the list has.",
)


def _infer_get(x: TensorSpec, index: TensorSpec, *, is_pop: bool) -> TensorSpec:
    check_list(x)
    check_integers(index)
    return element_of(x)


def popped(x: list[Any], index: int) -> Any:
    """Return what `x.pop(index)` returns.

    Raises:
        IndexError: There is nothing, as `pop` says it.
    """
    if not x:
        raise IndexError("pop from empty list")
    if not -len(x) <= index < len(x):
        raise IndexError("pop index out of range")
    return x[index]


def _get(x: list[Any], index: int, *, is_pop: bool) -> Any:
    return popped(x, index) if is_pop else x[index]


def _get_code(x: str, index: str, *, is_pop: bool) -> str:
    return f"popped({x}, {index})" if is_pop else f"{x}[{index}]"


LIST_GET = define(
    "list_get",
    is_public=False,
    inputs=("x", "index"),
    attrs={"is_pop": False},
    infer=_infer_get,
    kernel=_get,
    inline=rule(_get_code, popped=popped),
    effects=RAISES,
    doc="The element at a place; its absence is told as `pop` does, or as `[]`.",
)


def _infer_find(x: TensorSpec, value: TensorSpec, start: TensorSpec) -> TensorSpec:
    check_list(x)
    check_integers(start)
    for spec in (element_of(x), value):
        if spec.shape != ():
            raise GraphError(f"the truth of a comparison with {spec} is not known")
    return INT


def find(x: list[Any], value: Any, start: int) -> int:
    """Return the first place, from `start` on, of what equals `value`, else -1.

    Raises:
        InvalidArgumentError: Nan is looked for, and is there: Python finds it if it
            is the same object.
    """
    is_nan = value != value  # noqa: PLR0124 - that is how nan is known
    for place in range(start, len(x)):
        item = x[place]
        if item == value:
            return place
        if is_nan and item != item:  # noqa: PLR0124
            raise InvalidArgumentError(
                "whether a list holds nan depends on which object it is, which is not "
                "known of values that a graph computes."
            )
    return -1


LIST_FIND = define(
    "list_find",
    is_public=False,
    inputs=("x", "value", "start"),
    infer=_infer_find,
    kernel=find,
    inline=rule("find({}, {}, {})".format, find=find),
    effects=RAISES,
    doc="The first place of an element that equals a value, -1 if there is none.",
)


def _infer_order(keys: TensorSpec, *, reverse: bool) -> TensorSpec:
    check_list(keys)
    if element_of(keys).shape != ():
        raise GraphError(f"{element_of(keys)} has no order")
    return list_of(INT)


def order(keys: list[Any], reverse: bool) -> list[int]:
    """Return the places of keys in the order in which `sorted` has them."""
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=reverse)


LIST_ORDER = define(
    "list_order",
    is_public=False,
    inputs=("keys",),
    attrs={"reverse": False},
    infer=_infer_order,
    kernel=order,
    inline=rule(
        lambda keys, reverse: f"places_in_order({keys}, {reverse})",
        places_in_order=order,
    ),
    doc="The places of keys in the order in which Python sorts them.",
)


def _infer_take(x: TensorSpec, places: TensorSpec) -> TensorSpec:
    check_list(x)
    return x


LIST_TAKE = define(
    "list_take",
    is_public=False,
    inputs=("x", "places"),
    infer=_infer_take,
    kernel=lambda x, places: [x[place] for place in places],
    inline=rule(lambda x, places: f"[{x}[i] for i in {places}]"),
    doc="The elements at these places.",
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
            is_int = element.dtype is dtypes.python_int
            return np.array([fit_int32(item) for item in x] if is_int else x, dtype)
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


LIST_STACK = define(
    "list_stack",
    is_public=False,
    inputs=("x",),
    infer=_infer_stack,
    kernel=lambda x: stacker(_spec_of_items(x))(x),
    inline=_stack_inline,
    effects=RAISES,
    doc="The elements of a list as one tensor, along a new first axis.",
)


def _spec_of_items(x: list[Any]) -> TensorSpec:
    return specs.spec_of(x[0]) if x else TensorSpec((), dtypes.float32)


__all__: list[str] = []
