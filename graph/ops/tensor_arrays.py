"""What `ag.TensorArray` does in a graph: run-time lists with places that are empty.

The elements are those of `graph.ops.lists`, held in the same form. A place that was
never written holds None, and one that was read and cleared holds `...`; only the ops
here meet them. Their names begin with `list_`, as executors own lists by that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graph import dtypes, shapes, specs
from graph.dtypes import DType
from graph.errors import (
    DTypeError,
    GraphError,
    InvalidArgumentError,
    OutOfRangeError,
    ShapeError,
)
from graph.op import (
    NO_GRADIENT,
    RAISES,
    REQUIRED,
    ZERO,
    Inline,
    Operand,
    define,
)
from graph.ops.arguments import array_of
from graph.ops.gradients import arrays as rules
from graph.ops.gradients import lists as list_rules
from graph.ops.lists import INT, as_held, changer, check_list, rule
from graph.shapes import Shape
from graph.specs import ListDType, TensorSpec, list_of

CLEARED = ...


# -- Rules that eager arrays share -----------------------------------------------------


def check_size(size: Any) -> int:
    """Return a size as an integer.

    Raises:
        InvalidArgumentError: It is negative.
    """
    number = int(size)
    if number < 0:
        raise InvalidArgumentError(f"TensorArray: the size is {number}, less than 0.")
    return number


def check_place(
    x: Sequence[Any], index: Any, *, action: str, grows: bool = False
) -> int:
    """Return an index as an integer.

    Raises:
        OutOfRangeError: There is no such place.
    """
    place = int(index)
    if place < 0 or (place >= len(x) and not grows):
        raise OutOfRangeError(
            f"TensorArray.{action}: the index is {place}, and the array has the size "
            f"{len(x)}.",
            hint="Places count from 0."
            if action == "read"
            else "Places count from 0; with dynamic_size=True the array grows.",
        )
    return place


def check_shape(x: Sequence[Any], found: Any, near: int) -> None:
    """Check that a shape is that of the other elements.

    Raises:
        ShapeError: It is not.
    """
    other = _shape_beside(x, near)
    if other is not None and other != tuple(found):
        raise ShapeError(
            f"TensorArray.write: the value has the shape {tuple(found)}, and the "
            f"elements have {other}.",
            hint="Elements have one shape, unless the array is made with "
            "infer_shape=False.",
        )


def _shape_beside(x: Sequence[Any], near: int) -> tuple[int, ...] | None:
    """Return the shape of some element; those nearby are looked at first."""
    for place in (near - 1, near + 1, 0, -1):
        if -len(x) <= place < len(x) and _is_there(x[place]):
            return tuple(np.shape(x[place]))
    return next((tuple(np.shape(item)) for item in x if _is_there(item)), None)


def _is_there(item: Any) -> bool:
    return item is not None and item is not CLEARED


def zero_shape(x: Sequence[Any], place: int, shape: Shape) -> tuple[int, ...]:
    """Return the shape of a place that was never written: it counts as zeros.

    Raises:
        InvalidArgumentError: The place was cleared, or the shape is not known.
    """
    if x[place] is CLEARED:
        raise InvalidArgumentError(
            f"TensorArray: place {place} was cleared when it was read.",
            hint="Read it once, or make the array with clear_after_read=False.",
        )
    found = shape if shapes.is_static(shape) else _shape_beside(x, place)
    if found is None:
        raise InvalidArgumentError(
            f"TensorArray: place {place} was never written, and the shape of elements "
            "is not known.",
            hint="Write it, or give element_shape=...: then it counts as zeros.",
        )
    return tuple(found)  # type: ignore[arg-type]


def _arrays(
    x: Sequence[Any], places: Sequence[int], shape: Shape, dtype: DType
) -> list[Any]:
    """Return elements as arrays; zeros for those that were never written."""
    return [
        array_of(x[place]).astype(dtype.numpy, copy=False)
        if _is_there(x[place])
        else _zeros(zero_shape(x, place, shape), dtype)
        for place in places
    ]


def _zeros(shape: tuple[int, ...], dtype: DType) -> Any:
    if dtype is dtypes.string:
        return np.full(shape, b"", object)
    return np.zeros(shape, dtype.numpy)


# -- Places ----------------------------------------------------------------------------


def _infer_absent(
    *given: TensorSpec, element: TensorSpec | None, size: int | None
) -> TensorSpec:
    for spec in given:
        _check_index(spec, "the size")
    return list_of(element)


def _absent(*given: Any, element: TensorSpec | None, size: int | None) -> list[Any]:
    return [None] * check_size(given[0] if size is None else size)


def _check_index(spec: TensorSpec, what: str) -> None:
    if not spec.dtype.is_integer or spec.shape not in ((), None):
        raise DTypeError(f"TensorArray: {what} is an integer, not {spec}.")


LIST_ABSENT = define(
    "list_absent",
    is_public=False,
    inputs=("given",),
    attrs={"element": None, "size": None},
    infer=_infer_absent,
    kernel=_absent,
    can_fail=lambda *given, **_: bool(given),
    gradient=ZERO,
    doc="A list of places that are empty.",
)


def _infer_place(
    x: TensorSpec,
    index: TensorSpec,
    *value: TensorSpec,
    action: str,
    grows: bool,
) -> TensorSpec:
    check_list(x)
    _check_index(index, "an index")
    return INT


def _place(x: list[Any], index: Any, *value: Any, action: str, grows: bool) -> int:
    return place_of(x, index, action, grows, *value)


def place_of(x: list[Any], index: Any, action: str, grows: bool, *value: Any) -> int:
    """Return an index, once it and the value's shape have been checked."""
    place = check_place(x, index, action=action, grows=grows)
    for each in value:
        check_shape(x, np.shape(each), place)
    return place


def _place_code(x: str, index: str, *value: str, action: str, grows: bool) -> str:
    listed = ", ".join((x, index, repr(action), repr(grows), *value))
    return f"place_of({listed})"


LIST_PLACE = define(
    "list_place",
    is_public=False,
    inputs=("x", "index", "value"),
    attrs={"action": "read", "grows": False},
    attr_kinds={"action": str, "grows": bool},
    infer=_infer_place,
    kernel=_place,
    inline=rule(_place_code, place_of=place_of),
    effects=RAISES,
    gradient=ZERO,
    doc="An index, once it is known to be one; that a value has the shape of the rest.",
)


def _infer_at(x: TensorSpec, place: TensorSpec) -> TensorSpec:
    check_list(x)
    return x


def grow(x: list[Any], place: int) -> None:
    """Make a list long enough to have a place."""
    x.extend([None] * (place + 1 - len(x)))


LIST_GROW = changer(
    "list_grow",
    ("x", "place"),
    _infer_at,
    grow,
    "{0}.extend([None] * ({1} + 1 - len({0})))".format,
    "The list, long enough to have a place.",
    gradient=rules.same,
)


def _infer_put(x: TensorSpec, place: TensorSpec, value: TensorSpec) -> TensorSpec:
    check_list(x)
    if not specs.covers(specs.element_of(x), value):
        raise ShapeError(f"{x} does not hold {value}.")
    return x


LIST_PUT = changer(
    "list_put",
    ("x", "place", "value"),
    _infer_put,
    list.__setitem__,
    "{}[{}] = {}".format,
    "The list with a value at a place that it has.",
    gradient=rules.list_put,
)


def _clear(x: list[Any], place: int) -> None:
    x[place] = CLEARED


LIST_CLEAR = changer(
    "list_clear",
    ("x", "place"),
    _infer_at,
    _clear,
    "{}[{}] = ...".format,
    "The list with a place cleared.",
    gradient=rules.same,
)


# -- Elements --------------------------------------------------------------------------


def _element(x: TensorSpec, shape: Shape, dtype: DType) -> TensorSpec:
    """Return what is known of elements: of those written, else what is declared."""
    check_list(x)
    found: TensorSpec | None = x.dtype.element  # type: ignore[attr-defined]
    return TensorSpec(shape, dtype) if found is None else found


def _infer_fetch(
    x: TensorSpec, place: TensorSpec, *, shape: Shape, dtype: DType
) -> TensorSpec:
    if isinstance(dtype, ListDType):
        raise GraphError(f"an array of {dtype} has no elements")
    TensorSpec(shape, dtype)  # whatever the list says: it is a shape
    return _element(x, shape, dtype)


def fetch(x: list[Any], place: int, shape: Shape, dtype: DType) -> Any:
    """Return an element as lists hold it; zeros for one that was never written."""
    item = x[place]
    if _is_there(item):
        return item
    zeros = _zeros(zero_shape(x, place, shape), dtype)
    return as_held(zeros, TensorSpec(zeros.shape, dtype))


def _fetched(x: list[Any], place: int, *, shape: Shape, dtype: DType) -> Any:
    return fetch(x, place, shape, dtype)


def _fetch_code(x: str, place: str, shape: Shape, dtype: DType) -> str:
    return f"fetch({x}, {place}, {shape!r}, dtype_{dtype.name})"


def _fetch_inline(
    operands: tuple[Operand, ...], out: TensorSpec, *, shape: Shape, dtype: DType
) -> Inline | None:
    names = {"fetch": fetch, f"dtype_{dtype.name}": dtype}
    shape = TensorSpec(shape, dtype).shape  # of Python numbers, whatever it was
    return rule(_fetch_code, **names)(operands, out, shape=shape, dtype=dtype)


LIST_FETCH = define(
    "list_fetch",
    is_public=False,
    inputs=("x", "place"),
    attrs={"shape": None, "dtype": REQUIRED},
    attr_kinds={"shape": (tuple, type(None)), "dtype": DType},
    infer=_infer_fetch,
    kernel=_fetched,
    inline=_fetch_inline,
    effects=RAISES,
    gradient=list_rules.list_get,
    doc="The element at a place that the list has.",
)


def _stack(arrays: Sequence[Any], shape: Shape, dtype: DType) -> Any:
    if not arrays:
        if not shapes.is_static(shape):
            raise InvalidArgumentError(
                "TensorArray: no elements make no tensor, as their shape is not known.",
                hint="Give element_shape=... when the array is made.",
            )
        return _zeros((0, *shape), dtype)  # type: ignore[misc]
    first = arrays[0].shape
    for array in arrays:
        if array.shape != first:
            raise InvalidArgumentError(
                f"TensorArray: elements of the shapes {first} and {array.shape} make "
                "no tensor together.",
                hint="concat() joins those that differ along their first axis.",
            )
    return np.stack(arrays)


def _infer_pile(
    x: TensorSpec, *, shape: Shape, dtype: DType, size: int | None
) -> TensorSpec:
    element = _element(x, shape, dtype)
    found = None if element.shape is None else (size, *element.shape)
    return TensorSpec(found, dtype)


def _pile(x: list[Any], *, shape: Shape, dtype: DType, size: int | None) -> Any:
    if shape == () and dtype is not dtypes.string and all(map(_is_there, x)):
        return np.array(x, dtype.numpy)  # numbers, not each made an array first
    return _stack(_arrays(x, range(len(x)), shape, dtype), shape, dtype)


LIST_PILE = define(
    "list_pile",
    is_public=False,
    inputs=("x",),
    attrs={"shape": None, "dtype": REQUIRED, "size": None},
    infer=_infer_pile,
    kernel=_pile,
    effects=RAISES,
    gradient=rules.list_pile,
    doc="All elements as one tensor, along a new first axis.",
)


def _infer_pick(
    x: TensorSpec, indices: TensorSpec, *, shape: Shape, dtype: DType
) -> TensorSpec:
    check_vector(indices, "indices")
    element = _element(x, shape, dtype)
    count = None if indices.shape is None else indices.shape[0]
    found = None if element.shape is None else (count, *element.shape)
    return TensorSpec(found, dtype)


def check_vector(spec: TensorSpec, what: str) -> None:
    """Refuse what is no vector of integers."""
    if not spec.dtype.is_integer:
        raise DTypeError(f"TensorArray: {what} are integers, not {spec.dtype}.")
    if shapes.rank(spec.shape) not in (1, None):
        raise ShapeError(f"TensorArray: {what} are a vector, not {spec}.")


def _pick(x: list[Any], indices: Any, *, shape: Shape, dtype: DType) -> Any:
    places = [check_place(x, i, action="gather") for i in array_of(indices)]
    return _stack(_arrays(x, places, shape, dtype), shape, dtype)


LIST_PICK = define(
    "list_pick",
    is_public=False,
    inputs=("x", "indices"),
    attrs={"shape": None, "dtype": REQUIRED},
    infer=_infer_pick,
    kernel=_pick,
    effects=RAISES,
    gradient=rules.list_pick,
    doc="The elements at some places as one tensor.",
)


def _infer_join(x: TensorSpec, *, shape: Shape, dtype: DType) -> TensorSpec:
    element = _element(x, shape, dtype)
    if element.shape == ():
        raise ShapeError(
            "TensorArray.concat: elements without axes cannot be joined along one.",
            hint="stack() makes a vector of them.",
        )
    found = None if element.shape is None else (None, *element.shape[1:])
    return TensorSpec(found, dtype)


def _join(x: list[Any], *, shape: Shape, dtype: DType) -> Any:
    arrays = _arrays(x, range(len(x)), shape, dtype)
    if not arrays:
        return _stack([], None if shape is None else shape[1:], dtype)
    try:
        return np.concatenate(arrays)
    except ValueError:
        listed = ", ".join(str(array.shape) for array in arrays[:5])
        raise InvalidArgumentError(
            f"TensorArray.concat: elements of the shapes {listed} cannot be joined.",
            hint="They may differ along the first axis alone.",
        ) from None


LIST_JOIN = define(
    "list_join",
    is_public=False,
    inputs=("x",),
    attrs={"shape": None, "dtype": REQUIRED},
    infer=_infer_join,
    kernel=_join,
    effects=RAISES,
    gradient=NO_GRADIENT("which parts of a TensorArray are whose is not kept"),
    doc="The elements one after the other along their first axis.",
)


__all__: list[str] = []
