"""Elements added, left out, chosen by conditions and computed slice by slice."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dispatch import is_python_number
from graph.errors import (
    DTypeError,
    InvalidArgumentError,
    ShapeError,
    UnsupportedArgumentError,
)
from graph.graph import is_symbolic
from graph.numpy.arguments import along, axes_of, dims_of, flatten, known_rank
from graph.numpy.conversion import asarray, cast, operand, result_type
from graph.numpy.registry import implements, unsupported
from graph.ops import joining, manipulation, math, scatter, selection
from graph.ops.arguments import constant_value, static_int
from graph.ops.creation import fill, zeros, zeros_like
from graph.ops.debugging import assert_that
from graph.ops.layouts import in_order_of, in_rows
from graph.ops.ranges import range as arange
from graph.origin import capture_exact
from graph.tensor import (
    SymbolicTensor,
    Tensor,
)


def _length(name: str, x: Tensor, axis: int) -> int:
    length = (x.shape or ())[axis]
    if length is None:
        raise ShapeError(
            f"{name}: how long {x} is along axis {axis} is known only when the graph "
            "runs.",
            origin=capture_exact(2),
            hint="Give the input signature the length.",
        )
    return length


def _places(name: str, value: Any) -> Any:
    """Return places as an array or a slice, which must be known while tracing."""
    known = value if isinstance(value, slice) else constant_value(value)
    if known is None:
        raise DTypeError(
            f"{name}: the places are {value}, whose value is known only when the graph "
            "runs.",
            origin=capture_exact(2),
            hint="Give integers; or choose by a mask, x[mask].",
        )
    return known


@implements(np.delete)
def delete(arr: Any, obj: Any, axis: int | None = None) -> Tensor:
    """Leave out slices along an axis: by places, or where a mask is true."""
    x, place = along(arr, axis)
    (axis,) = axes_of(place, known_rank(x, "delete"))
    if isinstance(obj, Tensor) and obj.dtype.is_bool and obj.ndim == 1:
        return selection.boolean_mask(x, ~obj, axis)
    if _is_one_of_run(obj, x, axis):
        before, after = _parted(x, obj, axis, 1)
        return joining.concat([before, after], axis)
    kept = np.delete(np.arange(_length("delete", x, axis)), _places("delete", obj))
    left = selection.gather(x, kept, axis=axis)
    return left if np.ndim(obj) else in_order_of(left, x)


@implements(np.insert)
def insert(arr: Any, obj: Any, values: Any, axis: int | None = None) -> Tensor:
    """Put values before places along an axis."""
    x, place = along(arr, axis)
    ndim = known_rank(x, "insert")
    (axis,) = axes_of(place, ndim)
    new = asarray(values, x.dtype)
    if new.ndim == 0 and _is_one_of_run(obj, x, axis):
        before, after = _parted(x, obj, axis, 0)
        dims = list(dims_of(x))
        dims[axis] = 1
        middle = manipulation.broadcast_to(new, dims)
        return joining.concat([before, middle, after], axis)
    n = _length("insert", x, axis)
    places = _places("insert", obj)
    is_one = not isinstance(places, slice) and np.ndim(places) == 0
    count = np.insert(np.arange(n), places, -1).size - n
    if is_one:
        n_new = known_rank(new, "insert")
        new = new[(None,) * (ndim - n_new)] if n_new < ndim else new
        new = manipulation.transpose(new, _moved_from_first(ndim, axis))
        count = (new.shape or ())[axis] or 1
        places = np.full(count, places)
    dims = list(dims_of(x))
    dims[axis] = count
    new = manipulation.broadcast_to(new, dims)
    order = np.insert(np.arange(n), places, n + np.arange(count))
    made = selection.gather(joining.concat([x, new], axis), order, axis=axis)
    return in_order_of(made, x)


def _is_one_of_run(place: Any, x: Tensor, axis: int) -> bool:
    """Is it one integer, and does the run know it, or the length of the axis?"""
    if isinstance(place, Tensor):
        is_integer = place.dtype.is_integer or is_python_number(place)
        return place.ndim == 0 and is_integer and not place.dtype.is_bool
    is_integer = isinstance(place, (int, np.integer)) and not isinstance(place, bool)
    return is_integer and (x.shape or ())[axis] is None


def _parted(x: Tensor, place: Any, axis: int, width: int) -> tuple[Tensor, Tensor]:
    """Return what is before a place along an axis, and what comes `width` after it.

    Raises:
        IndexError: There is no such place, when this runs.
    """
    n = dims_of(x)[axis]
    at = cast(asarray(place), dtypes.int64)
    is_there = (at >= -n) & (at <= n - width)
    wrong = f"index {{}} is out of bounds for axis {axis} with size {{}}"
    assert_that(is_there, (_number(at), _number(n)), wrong, IndexError)
    at = selection.where(at < 0, at + n, at)
    whole = (slice(None),) * axis
    return x[(*whole, slice(None, at))], x[(*whole, slice(at + width, None))]


def _number(value: Any) -> Any:
    """Return a number as Python shows it."""
    return cast(value, dtypes.python_int) if is_symbolic(value) else int(value)


def _moved_from_first(ndim: int, axis: int) -> list[int]:
    """Return the order of axes that brings the first one to `axis`."""
    order = list(range(1, ndim))
    order.insert(axis, 0)
    return order


@implements(np.resize)
def resize(a: Any, new_shape: Any) -> Tensor:
    """Return another shape, filled with the elements again and again."""
    x = flatten(asarray(a))
    shape = (new_shape,) if np.ndim(new_shape) == 0 else tuple(new_shape)
    shape = tuple(static_int(dim, "new_shape") for dim in shape)
    if any(dim < 0 for dim in shape):
        raise InvalidArgumentError(
            f"resize: the shape {list(shape)} has a negative dimension: all elements "
            "of `new_shape` must be non-negative.",
            origin=capture_exact(),
            hint="Lengths are 0 or more.",
        )
    if x.shape in (None, (None,), (0,)):  # of none, zeros are made
        x = joining.concat([x, zeros([1], x.dtype)], 0)
        size: Any = math.maximum(manipulation.size(x, dtypes.int64) - 1, 1)
    else:
        size = manipulation.size(x, dtypes.int64)
    chosen = math.mod(np.arange(np.prod(shape, dtype=np.int64)), size)
    return manipulation.reshape(selection.gather(x, chosen), shape)


@implements(np.select)
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Tensor:
    """Choose element by element what stands at the first condition that is true."""
    if len(condlist) != len(choicelist) or not len(condlist):
        raise ShapeError(
            f"select: there are {len(condlist)} conditions and {len(choicelist)} "
            "choices.",
            origin=capture_exact(),
            hint="Give one choice for each condition.",
        )
    conditions = [asarray(condition) for condition in condlist]
    for condition in conditions:
        if not condition.dtype.is_bool:
            raise DTypeError(
                f"select: a condition has the dtype {condition.dtype}.",
                origin=capture_exact(),
                hint="Conditions are truth values, such as x > 0.",
            )
    choices = [operand(choice) for choice in (*choicelist, default)]
    common = result_type(*choices)
    if type(default) is int and common.is_integer:  # NumPy lets it wrap around
        choices[-1] = np.asarray(default).astype(common.numpy)
    if any(map(is_python_number, choicelist)):
        _try_select(conditions, choices)
    values = [cast(asarray(choice), common) for choice in choices[:-1]]
    found = asarray(choices[-1], common)
    for condition, value in zip(reversed(conditions), reversed(values), strict=True):
        found = selection.where(condition, value, found)
    return in_rows(found)


def _try_select(conditions: Sequence[Tensor], choices: Sequence[Any]) -> None:
    """Let NumPy say that its arrays of Python's integers are none of these.

    Raises:
        TypeError: They are not, beside unsigned ones.
    """
    *samples, default = (
        np.zeros((1,) * (each.ndim or 0), each.dtype.numpy)
        if isinstance(each, Tensor) and not each.spec.dtype.is_python
        else 0
        if is_python_number(each)
        else each
        for each in choices
    )
    asked = [np.zeros((1,) * (each.ndim or 0), np.bool_) for each in conditions]
    with contextlib.suppress(ValueError):  # of shapes
        np.select(asked, samples, default)


@implements(np.piecewise)
def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Tensor:
    """Return what each function gives for the elements where its condition holds."""
    value = asarray(x)
    conditions = _conditions(condlist, value)
    functions = list(funclist)
    if len(functions) == len(conditions) + 1:
        others = conditions[0]
        for condition in conditions[1:]:
            others = others | condition
        conditions.append(~others)
    if len(functions) != len(conditions):
        raise ShapeError(
            f"piecewise: there are {len(conditions)} conditions and {len(functions)} "
            "functions.",
            origin=capture_exact(),
            hint="Give one for each condition, and perhaps one for the others.",
        )
    shape = dims_of(value)
    found = flatten(zeros_like(value))
    for condition, function in zip(conditions, functions, strict=True):
        chosen = flatten(manipulation.broadcast_to(condition, shape))
        places = selection.where(chosen)
        made = function
        if callable(function):
            made = function(selection.boolean_mask(flatten(value), chosen), *args, **kw)
        count = manipulation.shape(places, dtypes.int64)[0]
        made = manipulation.broadcast_to(asarray(made, value.dtype), [count])
        found = scatter.tensor_scatter_nd_update(found, places, made)
    return in_order_of(manipulation.reshape(found, shape), value, keeps=True)


def _conditions(given: Any, value: Tensor) -> list[Tensor]:
    """Return the conditions; one alone may stand without a list."""
    is_alone = isinstance(given, Tensor) or not isinstance(given, (list, tuple))
    if not is_alone and len(given) and value.ndim and np.ndim(given[0]) == 0:
        is_alone = True
    conditions = [given] if is_alone and not _is_rows(given, value) else list(given)
    return [cast(asarray(condition), dtypes.bool) for condition in conditions]


def _is_rows(given: Any, value: Tensor) -> bool:
    """Is it an array with one condition in each row?"""
    return np.ndim(given) == (value.ndim or 0) + 1


@implements(np.pad)
def pad(array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> Tensor:
    """Add elements around an array.

    Args:
        array: What to pad.
        pad_width: How many: one number, `(before, after)`, or that for each axis.
        mode: `constant`, `edge`, `reflect`, `symmetric` or `wrap`.
        **kwargs: `constant_values`, given as `pad_width` is.
    """
    x = given = asarray(array)
    ndim = known_rank(x, "pad")
    if getattr(pad_width, "dtype", np.dtype(int)).kind != "i":
        raise DTypeError(
            f"numpy.pad: the widths are {pad_width.dtype}, not signed integers.",
            origin=capture_exact(1),
            hint="NumPy takes no others here: convert them first.",
        )
    widths = _pairs(pad_width, ndim)
    is_known = not any(isinstance(n, SymbolicTensor) for pair in widths for n in pair)
    if not is_known and mode != "constant":
        raise _unknown_width(mode)
    if mode == "constant":
        values = _pairs(kwargs.pop("constant_values", 0), ndim)
    elif mode not in _MODES:
        raise UnsupportedArgumentError(
            f"numpy.pad of a tensor has no mode {mode!r}.",
            origin=capture_exact(),
            hint=f"The modes are constant, {', '.join(_MODES)}.",
        )
    elif kwargs.pop("reflect_type", "even") != "even":
        raise unsupported("numpy.pad", "reflect_type")
    for name in kwargs:
        raise unsupported("numpy.pad", name)
    for axis, (before, after) in enumerate(widths):
        if mode != "constant":
            low, high = (static_int(n, "pad_width") for n in (before, after))
            x = _padded(x, axis, low, high, _MODES[mode])
            continue
        for count, value, is_first in zip(
            (before, after), values[axis], (True, False), strict=True
        ):
            dims = list(dims_of(x))
            dims[axis] = static_int(count, "pad_width") if is_known else count
            edge = fill(dims, cast(asarray(value), x.dtype))
            x = joining.concat([edge, x] if is_first else [x, edge], axis)
    return in_order_of(x, given)


def _unknown_width(mode: str) -> DTypeError:
    return DTypeError(
        f"numpy.pad with mode={mode!r}: the widths are known only when the graph runs.",
        origin=capture_exact(2),
        hint='Widths that the run tells go with mode="constant"; ag.pad takes them '
        'with "REFLECT" and "SYMMETRIC", too.',
    )


def _pairs(given: Any, ndim: int) -> list[tuple[Any, Any]]:
    """Return `(before, after)` for each axis."""
    given = _in_rows(given)
    if isinstance(given, dict):
        pairs: list[tuple[Any, Any]] = [(0, 0)] * ndim
        for axis, pair in given.items():
            pairs[axis] = (pair, pair) if _is_one(pair) else tuple(pair)
        return pairs
    if _is_one(given):
        return [(given, given)] * ndim
    rows = [row if _is_one(row) else tuple(row) for row in map(_in_rows, given)]
    lengths = {1 if _is_one(row) else len(row) for row in rows}
    if len(lengths) == 1 and len(rows) > 0:  # NumPy's own error
        held = np.zeros([len(rows), *([] if _is_one(rows[0]) else lengths)])
        np.broadcast_to(held, (ndim, 2))
    if all(isinstance(row, tuple) for row in rows):
        pairs = [(row[0], row[-1]) for row in rows]
        return pairs * ndim if len(pairs) == 1 else pairs
    return [(rows[0], rows[-1])] * ndim


def _is_one(given: Any) -> bool:
    """Is it one number, at hand or symbolic?"""
    if isinstance(given, Tensor):
        return given.ndim == 0
    return not isinstance(given, (list, tuple)) and np.ndim(given) == 0


def _in_rows(given: Any) -> Any:
    """Return the elements of a symbolic tensor, or its rows."""
    known = constant_value(given)
    if not isinstance(given, SymbolicTensor) or known is not None:
        return known
    if given.ndim is None or None in given.shape:
        raise ShapeError(
            f"numpy.pad: how many widths {given} has is known only when the graph "
            "runs.",
            origin=capture_exact(3),
            hint="Give [before, after] for each axis; each may be symbolic.",
        )
    return list(given) if given.shape else given


def _edge(i: Any, n: Any) -> Any:
    return np.minimum(np.maximum(i, 0), n - 1)


def _wrap(i: Any, n: Any) -> Any:
    return np.remainder(i, n)


def _reflect(i: Any, n: Any) -> Any:
    """Return the place that a place beyond the ends shows: not the end itself."""
    period = np.maximum(2 * (n - 1), 1)
    i = np.remainder(i, period)
    return np.minimum(i, period - i) * (n > 1)


def _symmetric(i: Any, n: Any) -> Any:
    i = np.remainder(i, 2 * n)
    return np.minimum(i, 2 * n - 1 - i)


_MODES: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "edge": _edge,
    "wrap": _wrap,
    "reflect": _reflect,
    "symmetric": _symmetric,
}


def _padded(x: Tensor, axis: int, before: int, after: int, mode: Any) -> Tensor:
    """Return an array with elements of its own added along an axis."""
    if before == after == 0:
        return x
    n = dims_of(x)[axis]
    if isinstance(n, int):
        places = mode(np.arange(-before, n + after), np.int64(n))
    else:
        assert_that(
            n > 0,
            template=f"can't extend empty axis {axis} using modes other than "
            "'constant' or 'empty'",
            exception=ValueError,
        )
        places = mode(arange(-before, n + after, dtype=dtypes.int64), n)
    return selection.gather(x, places, axis=axis)


@implements(np.apply_along_axis)
def apply_along_axis(
    func1d: Callable[..., Any], axis: int, arr: Any, *args: Any, **kwargs: Any
) -> Tensor:
    """Return what a function gives for each vector along an axis."""
    x = asarray(arr)
    ndim = known_rank(x, "apply_along_axis")
    (axis,) = axes_of(axis, ndim)
    others = [one for one in range(ndim) if one != axis]
    lengths = [_length("apply_along_axis", x, one) for one in others]
    if 0 in lengths:
        raise ShapeError(
            "apply_along_axis: there are no vectors to call the function with.",
            origin=capture_exact(),
            hint="Each axis must have a length.",
        )
    rows = manipulation.reshape(
        manipulation.transpose(x, [*others, axis]), [-1, dims_of(x)[axis]]
    )
    made = [asarray(func1d(row, *args, **kwargs)) for row in joining.unstack(rows)]
    found = joining.stack([cast(one, made[0].dtype) for one in made])
    inner = dims_of(made[0])
    found = manipulation.reshape(found, [*lengths, *inner])
    n_others, n_inner = len(others), len(inner)
    order = [*range(axis), *range(n_others, n_others + n_inner), *range(axis, n_others)]
    return manipulation.transpose(found, order)


@implements(np.apply_over_axes)
def apply_over_axes(func: Callable[..., Any], a: Any, axes: Any) -> Tensor:
    """Return what a function gives when it is applied along one axis after another."""
    x = asarray(a)
    ndim = known_rank(x, "apply_over_axes")
    for axis in axes_of(axes, ndim):
        found = asarray(func(x, axis))
        x = manipulation.expand_dims(found, axis) if found.ndim == ndim - 1 else found
    return x


__all__ = [
    "apply_along_axis",
    "apply_over_axes",
    "delete",
    "insert",
    "pad",
    "piecewise",
    "resize",
    "select",
]
