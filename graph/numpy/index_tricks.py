"""What NumPy makes by brackets: `np.r_`, `np.c_`, `np.mgrid`, `np.ogrid`; windows.

These objects are no functions, and ask no argument; converted code, which sees every
`x[key]`, comes here where a part of the key is symbolic.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.lib import stride_tricks

from graph import dtypes
from graph.dispatch import is_python_number
from graph.errors import InvalidArgumentError, ShapeError, UnstagedOperationError
from graph.numpy import construction, creation
from graph.numpy.arguments import axes_of, dims_of, known_rank
from graph.numpy.conversion import asarray, cast, operand, result_type
from graph.numpy.registry import implements
from graph.ops import joining, manipulation
from graph.ops.arguments import static_axes
from graph.ops.debugging import assert_that
from graph.ops.functions import ceil
from graph.ops.layouts import as_windows, in_columns
from graph.ops.ranges import range as numbers
from graph.ops.selection import gather
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor, Tensor
from graph.value_operators import ValueOperators, value_of

_JOINED: Final = (type(np.r_), type(np.c_))
_GRIDS: Final = (type(np.mgrid), type(np.ogrid))


def by_brackets(target: Any, key: Any) -> Any:
    """Return what one of these objects makes of a key with symbolic parts.

    None for other objects, and for keys that are known: NumPy's own do that.
    """
    kind = type(target)
    if kind not in _JOINED and kind not in _GRIDS:
        return None
    parts = key if isinstance(key, tuple) else (key,)
    if not any(map(_is_symbolic, parts)):
        return None
    if kind in _JOINED:
        return _joined(parts, target.axis, target.ndmin, target.trans1d)
    return _grid(key, sparse=target.sparse)


def _is_symbolic(part: Any) -> bool:
    if isinstance(part, slice):
        return any(map(_is_symbolic, (part.start, part.stop, part.step)))
    if isinstance(part, (list, tuple)):
        return any(map(_is_symbolic, part))
    return isinstance(part, (SymbolicTensor, ValueOperators))


def _joined(parts: tuple[Any, ...], axis: int, ndmin: int, place: int) -> Tensor:
    """Return parts joined along an axis, as `np.r_` and `np.c_` do it.

    Args:
        parts: Arrays, numbers and slices; the first may be text: the axis, how many
            axes each part has at least, and where those of a part with fewer go.
        axis: The axis.
        ndmin: How many axes each part has at least.
        place: Where the first axis of a part with fewer goes; -1: behind new ones.
    """
    if isinstance(parts[0], str):
        axis, ndmin, place = _directive(parts[0], axis, ndmin, place)
        parts = parts[1:]
    made, given = [], []
    for part in parts:
        if isinstance(part, str):
            raise ValueError("special directives must be the first entry.")
        if isinstance(part, slice):
            x = _numbers_of(part)
            x = _with_axes(x, ndmin, -1)
            if ndmin > 1 and place != -1:
                x = np.swapaxes(x, -1, place)
        else:
            x = operand(part)
            if not is_python_number(x):
                x = _with_axes(asarray(x), ndmin, place)
        made.append(x)
        given.append(x)
    common = result_type(*given)
    whole = [_with_axes(asarray(x, common), ndmin, -1) for x in made]
    found: Tensor = joining.concat(whole, axis)
    return found


def _directive(text: str, axis: int, ndmin: int, place: int) -> tuple[int, int, int]:
    """Read what the text in front of the parts says.

    Raises:
        UnstagedOperationError: It asks for a matrix, which no tensor is.
        ValueError: It cannot be read; NumPy's own.
    """
    if text in ("r", "c"):
        raise UnstagedOperationError(
            f"np.r_[{text!r}, ...] makes a matrix of NumPy's, which no tensor is.",
            origin=capture_exact(3),
            hint="Leave the text out, and use np.c_ for columns.",
        )
    try:
        said = [int(word) for word in text.split(",")]
    except ValueError:
        raise ValueError(f"unknown special directive {text!r}") from None
    axis, ndmin, place = [*said, *(axis, ndmin, place)[len(said) :]]
    return axis, ndmin, place


def _with_axes(x: Any, ndmin: int, place: int) -> Any:
    """Return an array with further axes of length 1, in front or behind its own."""
    ndim = known_rank(x, "np.r_")
    missing = ndmin - ndim
    if missing <= 0:
        return x
    x = x[(None,) * missing]
    if place == -1:
        return x
    first = place + missing + 1 if place < 0 else place
    axes = list(range(ndmin))
    return manipulation.transpose(
        x, axes[:first] + axes[missing:] + axes[first:missing]
    )


def _numbers_of(part: slice) -> Any:
    start = 0 if part.start is None else part.start
    step = 1 if part.step is None else part.step
    if isinstance(step, complex):
        return creation.linspace(start, part.stop, int(abs(step)))
    if not _is_symbolic(part):
        return asarray(np.arange(start, part.stop, step))
    return construction.arange(start, part.stop, step)


def _grid(key: Any, *, sparse: bool) -> Any:
    """Return the coordinates of a grid, as `np.mgrid` and `np.ogrid` do."""
    if isinstance(key, slice):
        if not isinstance(key.step, complex):
            return _numbers_of(key)
        return _axis(key, _kind([key]))
    slices = list(key)
    common = _kind(slices)
    vectors = [_axis(each, common) for each in slices]
    found = creation.meshgrid(*vectors, sparse=sparse, indexing="ij")
    return found if sparse else joining.stack(list(found))


def _kind(slices: list[slice]) -> Any:
    """Return the dtype of what the bounds and steps are promoted to."""
    given: list[Any] = [dtypes.int64]
    for each in slices:
        step = 1 if each.step is None else each.step
        step = abs(step) if isinstance(step, complex) else step
        given += [0 if each.start is None else each.start, each.stop, step]
    return result_type(*(x if x is given[0] else operand(value_of(x)) for x in given))


def _axis(each: slice, common: Any) -> Tensor:
    start = operand(0 if each.start is None else each.start)
    stop = operand(each.stop)
    step: Any = 1 if each.step is None else operand(each.step)
    if isinstance(step, complex):
        count: Any = int(abs(step))
        step = 1 if count == 1 else (stop - start) / float(count - 1)
    else:
        count = cast(ceil(asarray((stop - start) / step)), dtypes.int64)
    places = cast(numbers(count, dtype=dtypes.int64), common)
    return cast(places * step + start, common)


# -- Windows ---------------------------------------------------------------------------


@implements(stride_tricks.sliding_window_view)
def sliding_window_view(x: Any, window_shape: Any, axis: Any = None) -> Tensor:
    """Return every window of an array, with the window's axes behind the array's.

    Args:
        x: An array.
        window_shape: How long windows are along each axis.
        axis: Which axes; all of them by default.

    Shape:   (..., n, ...), m -> (..., n - m + 1, ..., m)
    Dtype:   any -> the same
    Raises:  ShapeError if the numbers of axes and of lengths differ, or a window is
        longer than its axis; ValueError if only the run tells that
    Source:  numpy.lib.stride_tricks.sliding_window_view; elements are copied
    """
    value = asarray(x)
    ndim = known_rank(value, "sliding_window_view")
    lengths = static_axes(window_shape, "window_shape") or ()
    axes = [axes_of((one,), ndim)[0] for one in static_axes(axis) or range(ndim)]
    if len(axes) != len(lengths) or any(length < 0 for length in lengths):
        raise ShapeError(
            f"sliding_window_view: windows of {lengths} along the axes {axes}.",
            origin=capture_exact(),
            hint="Give one length for each axis, from 0 on.",
        )
    for place, length in zip(axes, lengths, strict=True):
        n = dims_of(value)[place]
        if isinstance(n, int) and n < length:
            raise ShapeError(
                f"sliding_window_view: a window of {length} does not fit into {n} "
                "elements.",
                origin=capture_exact(),
                hint="A window is no longer than its axis.",
            )
        if not isinstance(n, int):
            assert_that(
                n >= length,
                template="window shape cannot be larger than input array shape",
                exception=ValueError,
            )
        starts = numbers(n - length + 1, dtype=dtypes.int64)
        places = starts[:, None] + np.arange(length)
        taken: Any = gather(value, places, axis=place)
        value = np.moveaxis(taken, place + 1, -1)
    return as_windows(value, asarray(x), tuple(lengths), tuple(axes))


# -- Arrays as they are ----------------------------------------------------------------


@implements(np.asfortranarray)
def asfortranarray(a: Any, dtype: Any = None) -> Tensor:
    """Return the tensor that stands for a value, laid out column by column.

    NumPy copies what is not.
    """
    x = in_columns(asarray(a, dtype))
    return x if known_rank(x, "asfortranarray") else x[None]


@implements(np.asarray_chkfinite)
def asarray_chkfinite(a: Any, dtype: Any = None) -> Tensor:
    """Return the tensor that stands for a value without infinities and nan.

    Raises:
        ValueError: There are some when this runs.
    """
    from graph.ops.functions import is_finite
    from graph.ops.reduction import reduce_all

    x = asarray(a, dtype)
    if x.dtype.is_floating or x.dtype.is_complex:
        assert_that(
            reduce_all(is_finite(x)),
            template="array must not contain infs or NaNs",
            exception=ValueError,
        )
    return x


@implements(np.require)
def require(a: Any, dtype: Any = None, requirements: Any = None) -> Tensor:
    """Return the tensor that stands for a value; it shows no layout.

    Raises:
        InvalidArgumentError: It is to be writeable.
    """
    given = [requirements] if isinstance(requirements, str) else requirements or []
    wanted = {each.upper() for each in given}
    if {"W", "WRITEABLE"} & wanted:
        raise InvalidArgumentError(
            "numpy.require of a tensor cannot give an array to write to.",
            origin=capture_exact(),
            hint="`x[key] = value` in a decorated function writes to its array.",
        )
    x = asarray(a, dtype)
    return in_columns(x) if {"F", "F_CONTIGUOUS", "FORTRAN"} & wanted else x


__all__ = [
    "asarray_chkfinite",
    "asfortranarray",
    "by_brackets",
    "require",
    "sliding_window_view",
]
