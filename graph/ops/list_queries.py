"""What is asked of Python lists whose length is known only when the graph runs.

`graph.ops.lists` makes and changes them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graph import dtypes, shapes, specs
from graph.errors import GraphError, InvalidArgumentError, UnknownIdentityError
from graph.number_bits import fit_int32
from graph.op import RAISES, REQUIRED, ZERO, Inline, Operand, always, define
from graph.ops.gradients import lists as rules
from graph.ops.lists import INT, check_integers, check_list, rule
from graph.specs import TensorSpec, element_of, innermost, is_list, list_of


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
    gradient=ZERO,
    doc="How many elements the list has.",
)


def of_nan() -> UnknownIdentityError:
    return UnknownIdentityError(
        "whether nan in a list equals nan depends on which objects they are, which is "
        "not known of values that a graph computes.",
        hint="Ask for nan by itself, as `x != x` does.",
    )


def may_be_nan(*given: TensorSpec) -> bool:
    """Tell whether each of several values, or of their elements, may be nan."""
    held = map(innermost, given)
    return all(each is not None and each.dtype.kind in "fc" for each in held)


_OF_DEQUES: Final = ("deque index", "deque pop")
# How a place that is not there is told.
ACCESS: Final = ("list index", "tuple index", "pop index", *_OF_DEQUES)


def _infer_get(x: TensorSpec, index: TensorSpec, *, access: str) -> TensorSpec:
    check_list(x)
    check_integers(index)
    if access not in ACCESS:
        raise GraphError(f"{access!r} is none of {', '.join(ACCESS)}")
    return element_of(x)


def item_at(x: list[Any], index: int, access: str) -> Any:
    """Return the element at a place.

    Raises:
        IndexError: There is none, as `access` tells it.
    """
    if not x and access == "pop index":
        raise IndexError("pop from empty list")
    if not x and access == "deque pop":
        raise IndexError("pop from an empty deque")
    if not -len(x) <= index < len(x):
        raise IndexError(f"{access} out of range")
    return x[index]


def _get_code(x: str, index: str, *, access: str) -> str:
    plain = access == ACCESS[0]
    return f"{x}[{index}]" if plain else f"item_at({x}, {index}, {access!r})"


LIST_GET = define(
    "list_get",
    is_public=False,
    inputs=("x", "index"),
    attrs={"access": ACCESS[0]},
    attr_kinds={"access": str},
    infer=_infer_get,
    kernel=lambda x, index, *, access: item_at(x, index, access),
    inline=rule(_get_code, item_at=item_at),
    effects=RAISES,
    gradient=rules.list_get,
    doc="The element at a place.",
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
        UnknownIdentityError: Nan is looked for, and is there: Python finds it if it
            is the same object.
    """
    is_nan = value != value  # noqa: PLR0124 - that is how nan is known
    for place in range(start, len(x)):
        item = x[place]
        if item == value:
            return place
        if is_nan and item != item:  # noqa: PLR0124
            raise of_nan()
    return -1


LIST_FIND = define(
    "list_find",
    is_public=False,
    inputs=("x", "value", "start"),
    infer=_infer_find,
    kernel=find,
    inline=rule("find({}, {}, {})".format, find=find),
    effects=RAISES,
    gradient=ZERO,
    can_refuse=lambda x, value, start: may_be_nan(x.spec, value.spec),
    doc="The first place of an element that equals a value, -1 if there is none.",
)


def is_comparable(spec: TensorSpec) -> bool:
    """Are there numbers only in such an element, or in the lists that it is?"""
    element: TensorSpec | None = spec
    while element is not None and is_list(element):
        element = element.dtype.element  # type: ignore[attr-defined]
    return element is None or element.shape == ()


def _infer_equal(x: TensorSpec, y: TensorSpec) -> TensorSpec:
    check_list(x)
    if x != y or not is_comparable(x):
        raise GraphError(f"{x} and {y} are not compared")
    return TensorSpec((), dtypes.python_bool)


def are_equal(x: list[Any], y: list[Any]) -> bool:
    """Tell whether two lists are of one length and have equal elements.

    Raises:
        UnknownIdentityError: Nan meets nan: equal if they are the same object.
    """
    if len(x) != len(y):
        return False
    for left, right in zip(x, y, strict=True):
        if type(left) is list:
            if not are_equal(left, right):
                return False
        elif left != right:
            if left != left and right != right:  # noqa: PLR0124
                raise of_nan()
            return False
    return True


LIST_EQUAL = define(
    "list_equal",
    is_public=False,
    inputs=("x", "y"),
    infer=_infer_equal,
    kernel=are_equal,
    inline=rule("are_equal({}, {})".format, are_equal=are_equal),
    effects=RAISES,
    gradient=ZERO,
    can_refuse=lambda x, y: may_be_nan(x.spec, y.spec),
    doc="Whether two lists of one length have equal elements.",
)


def _infer_same_item(
    x: TensorSpec, y: TensorSpec, is_settled: TensorSpec
) -> TensorSpec:
    for spec in (x, y, is_settled):
        if spec.shape != ():
            raise GraphError(f"{spec} is no number")
    return TensorSpec((), dtypes.python_bool)


def same_item(x: Any, y: Any, is_settled: bool) -> bool:
    """Tell whether two items that are not known to be one object count as equal.

    Raises:
        UnknownIdentityError: Nan meets nan, and the answer depends on that.
    """
    if x == y:
        return True
    if not is_settled and x != x and y != y:  # noqa: PLR0124
        raise of_nan()
    return False


def _may_be_one_nan(x: Any, y: Any, is_settled: Any) -> bool:
    return is_settled.value is not True and may_be_nan(x.spec, y.spec)


SAME_ITEM = define(
    "same_item",
    is_public=False,
    inputs=("x", "y", "is_settled"),
    infer=_infer_same_item,
    kernel=same_item,
    gradient=ZERO,
    can_refuse=_may_be_one_nan,
    doc="Whether two items of containers count as equal, unless that is settled.",
)


def _infer_refuse(
    x: TensorSpec, is_refused: TensorSpec, *, text: str
) -> tuple[TensorSpec, ...]:
    if x.shape == ():  # of no rows
        check_list(x)
    return ()


def refuse_length(x: Any, is_refused: bool, text: str) -> None:
    """Raise what unpacking a list, or rows, of a wrong length raises."""
    if is_refused:
        raise ValueError(text.format(len(x)))


LIST_REFUSE_LENGTH = define(
    "list_refuse_length",
    is_public=False,
    inputs=("x", "is_refused"),
    attrs={"text": REQUIRED},
    infer=_infer_refuse,
    kernel=lambda x, is_refused, *, text: refuse_length(x, is_refused, text),
    effects=RAISES,
    gradient=ZERO,
    doc="An error that tells the length of a list, or of rows, if a condition holds.",
)


def _infer_refuse_nan(x: TensorSpec) -> tuple[TensorSpec, ...]:
    check_list(x)
    return ()


def refuse_nan(x: list[Any]) -> None:
    """Refuse nan, where the order of tuples depends on which objects they are.

    Raises:
        UnknownIdentityError: There is one.
    """
    if any(each != each for each in x):  # noqa: PLR0124
        raise of_nan()


LIST_REFUSE_NAN = define(
    "list_refuse_nan",
    is_public=False,
    inputs=("x",),
    infer=_infer_refuse_nan,
    kernel=refuse_nan,
    effects=RAISES,
    gradient=ZERO,
    can_refuse=always,
    doc="An error if a list has nan.",
)


def is_ordered(spec: TensorSpec) -> bool:
    """Has Python an order for such elements, which the values alone decide?"""
    element: TensorSpec | None = spec
    while element is not None and is_list(element):
        element = element.dtype.element  # type: ignore[attr-defined]
    if element is None or element is spec:
        return spec.shape == ()
    # Which of two lists with nan is less depends on which objects the nan are.
    return element.shape == () and not element.strong.dtype.is_floating


def _infer_order(keys: TensorSpec, *, reverse: bool) -> TensorSpec:
    check_list(keys)
    if not is_ordered(element_of(keys)):
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
    attr_kinds={"reverse": bool},
    infer=_infer_order,
    kernel=order,
    inline=rule(
        lambda keys, reverse: f"places_in_order({keys}, {reverse})",
        places_in_order=order,
    ),
    gradient=ZERO,
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
    gradient=rules.moved,
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
        if element.dtype is dtypes.python_str:
            x = [item.encode() for item in x]
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
    gradient=rules.list_stack,
    doc="The elements of a list as one tensor, along a new first axis.",
)


def _spec_of_items(x: list[Any]) -> TensorSpec:
    return specs.spec_of(x[0]) if x else TensorSpec((), dtypes.float32)


__all__: list[str] = []
