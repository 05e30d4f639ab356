"""Arrays made from scratch, as NumPy and the array API standard make them."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from graph import dtypes
from graph.convert import shown
from graph.dispatch import is_python_number
from graph.errors import (
    DTypeError,
    InvalidArgumentError,
)
from graph.numpy.arguments import check_device, dims_of, dtype_or, known_rank
from graph.numpy.conversion import asarray as as_tensor
from graph.numpy.conversion import cast as cast_to
from graph.numpy.conversion import check_real, operand, result_type
from graph.numpy.registry import implements
from graph.ops import (
    creation as ops,
)
from graph.ops import (
    manipulation,
    triangles,
)
from graph.ops.arguments import constant_value
from graph.ops.arrangement import meshgrid as meshgrid_op
from graph.ops.core import identity
from graph.ops.functions import floor
from graph.ops.layouts import full_like as laid_like
from graph.ops.layouts import is_turned
from graph.ops.ranges import range as numbers
from graph.origin import capture_exact
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.value_operators import value_of


@implements(np.asarray)
def asarray(
    a: Any, dtype: Any = None, *, device: Any = None, copy: bool | None = None
) -> Tensor:
    """Return the tensor that stands for a value; numbers as NumPy has them.

    Args:
        a: A number, text, an array, a tensor, or nested sequences of these.
        dtype: The element type; that of the value by default.
        device: None or "cpu".
        copy: Tensors are never copied, as they never change. False refuses what would
            have to be: an array, which its owner may write to.

    Shape:   that of the value
    Dtype:   int64, float64, bool and complex128 for Python's numbers
    Raises:  DTypeError if no tensor, or none of `dtype`, can be made of it
    Source:  array API, asarray; numpy.asarray
    """
    check_device("asarray", device)
    check_real(a, dtype)
    found = as_tensor(a, dtype)
    if copy is False and found is not value_of(a):
        raise InvalidArgumentError(
            "asarray: copy=False, and a tensor of this value is a copy.",
            origin=capture_exact(),
            hint="A tensor never changes, so it shares no memory that an array's owner "
            "may write to. Leave `copy` out.",
        )
    return found


def arange(
    start: Any,
    stop: Any = None,
    step: Any = 1,
    dtype: Any = None,
    *,
    device: Any = None,
) -> Tensor:
    """Return numbers from `start` up to but not including `stop`.

    Shape:   (ceil((stop - start) / step),)
    Dtype:   int64 for integers, float64 for floats; that of tensors among them
    Raises:  InvalidArgumentError if `step` is 0
    Source:  array API, arange; numpy.arange
    """
    check_device("arange", device)
    start, stop = value_of(start), value_of(stop)
    if stop is None:
        start, stop = 0, start
    bounds = (start, stop, value_of(step))
    wanted = dtype_or(dtype, result_type(*map(_number, bounds)))
    known = [constant_value(bound) for bound in bounds]
    if wanted.numpy.kind not in "iu":
        return numbers(*bounds, dtype=wanted)
    if any(bound is None for bound in known):
        return numbers(*bounds, dtype=wanted)
    first, last, by = (np.asarray(bound).item() for bound in known)
    if not all(isinstance(bound, int) for bound in (first, last, by)) and by:
        make: Any = np.arange  # its types know no mixture of numbers
        return as_tensor(make(first, last, by, wanted.numpy))
    # The end is not among the numbers, and need not fit.
    return cast_to(numbers(first, last, by, dtype=dtypes.int64), wanted)


def _number(bound: Any) -> Any:
    return bound if isinstance(bound, Tensor) else np.asarray(bound)


@implements(np.linspace)
def linspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: Any = 0,
    *,
    device: Any = None,
) -> Any:
    """Return `num` numbers at equal distances, from `start` to `stop`.

    Args:
        start: The first.
        stop: The last; with `endpoint=False` the one after the last.
        num: How many; may be symbolic.
        endpoint: Is `stop` the last?
        retstep: Return the distance as well.
        dtype: That of the ends by default, and float64 for integers.
        axis: Where the new axis is, when the ends are not scalars.
        device: None or "cpu".

    Shape:   (..., ...) for both ends -> (..., num, ...)
    Dtype:   numbers
    Source:  array API, linspace; numpy.linspace
    """
    check_device("linspace", device)
    count = value_of(num)
    first, last = _ends(start, stop)
    made = ops.linspace(first, last, count if endpoint else count + 1, axis=axis)
    if not endpoint:
        made = made[(*[slice(None)] * _place(axis, made), slice(None, -1))]
    wanted = dtype_or(dtype, made.dtype)
    if wanted.is_integer:
        made = floor(made)
    made = cast_to(made, wanted)
    if not retstep:
        return made
    return made, (last - first) / (count - 1 if endpoint else count)


def _ends(*ends: Any) -> list[Tensor]:
    """Return the ends as floats of one dtype; a number beside an array has its own."""
    given = [operand(end) for end in ends]
    common = result_type(*given)
    if common.numpy.kind not in "fc" or all(map(is_python_number, given)):
        common = result_type(common, dtypes.float64)
    return [as_tensor(end, common) for end in given]


def _place(axis: Any, made: Tensor) -> int:
    return builtins.int(axis) % known_rank(made, "linspace")


@implements(np.zeros)
def zeros(shape: Any, dtype: Any = None, *, device: Any = None) -> Tensor:
    """Return zeros.

    Shape:   `shape`, whose dimensions may be symbolic
    Dtype:   float64 by default
    Source:  array API, zeros; numpy.zeros
    """
    check_device("zeros", device)
    return ops.zeros(_dims(shape), dtype_or(dtype, dtypes.float64))


@implements(np.ones)
def ones(shape: Any, dtype: Any = None, *, device: Any = None) -> Tensor:
    """Return ones.

    Shape:   `shape`, whose dimensions may be symbolic
    Dtype:   float64 by default
    Source:  array API, ones; numpy.ones
    """
    check_device("ones", device)
    return ops.ones(_dims(shape), dtype_or(dtype, dtypes.float64))


@implements(np.empty)
def empty(shape: Any, dtype: Any = None, *, device: Any = None) -> Tensor:
    """Return zeros: nobody could fill a tensor that holds nothing yet.

    Shape:   `shape`, whose dimensions may be symbolic
    Dtype:   float64 by default
    Source:  array API, empty; numpy.empty
    """
    check_device("empty", device)
    return ops.zeros(_dims(shape), dtype_or(dtype, dtypes.float64))


@implements(np.full)
def full(
    shape: Any, fill_value: Any, dtype: Any = None, *, device: Any = None
) -> Tensor:
    """Return one value, repeated.

    Shape:   `shape`, whose dimensions may be symbolic
    Dtype:   that of the value by default
    Source:  array API, full; numpy.full
    """
    check_device("full", device)
    value = as_tensor(fill_value, dtype)
    if value.shape == ():
        return ops.fill(_dims(shape), value)
    from graph.ops.manipulation import broadcast_to

    return broadcast_to(value, _dims(shape))


def _dims(shape: Any) -> Any:
    """Return a shape as ops take it; a number alone is the length of a vector."""
    shape = value_of(shape)
    is_number = isinstance(shape, (builtins.int, np.integer))
    if is_number or (isinstance(shape, Tensor) and shape.shape == ()):
        return [shape]
    return shape


def _like(make: Any, x: Any, dtype: Any, shape: Any) -> Tensor:
    value = as_tensor(x)
    wanted = dtype_or(dtype, value.dtype)
    if shape is None:
        return make(value, dtype=wanted)  # type: ignore[no-any-return]
    plain = {ops.zeros_like: ops.zeros, ops.ones_like: ops.ones}[make]
    return plain(_dims(shape), wanted)


@implements(np.zeros_like)
def zeros_like(
    a: Any, dtype: Any = None, *, shape: Any = None, device: Any = None
) -> Tensor:
    """Return zeros with the shape and dtype of another array.

    Shape:   that of `a`
    Dtype:   that of `a` by default
    Source:  array API, zeros_like; numpy.zeros_like
    """
    check_device("zeros_like", device)
    return _like(ops.zeros_like, a, dtype, shape)


@implements(np.ones_like)
def ones_like(
    a: Any, dtype: Any = None, *, shape: Any = None, device: Any = None
) -> Tensor:
    """Return ones with the shape and dtype of another array.

    Shape:   that of `a`
    Dtype:   that of `a` by default
    Source:  array API, ones_like; numpy.ones_like
    """
    check_device("ones_like", device)
    return _like(ops.ones_like, a, dtype, shape)


@implements(np.empty_like)
def empty_like(
    prototype: Any, dtype: Any = None, *, shape: Any = None, device: Any = None
) -> Tensor:
    """Return zeros: nobody could fill a tensor that holds nothing yet.

    Shape:   that of `prototype`
    Dtype:   that of `prototype` by default
    Source:  array API, empty_like; numpy.empty_like
    """
    check_device("empty_like", device)
    return _like(ops.zeros_like, prototype, dtype, shape)


@implements(np.full_like)
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    *,
    shape: Any = None,
    device: Any = None,
) -> Tensor:
    """Return one value, repeated to the shape of another array.

    Shape:   that of `a`
    Dtype:   that of `a` by default
    Source:  array API, full_like; numpy.full_like
    """
    check_device("full_like", device)
    value = as_tensor(a)
    wanted = dtype_or(dtype, value.dtype)
    if isinstance(fill_value, builtins.float) and wanted.kind in "iu":
        fill_value = np.full((), fill_value, wanted.numpy)  # cut off, without a check
    if shape is None and is_turned(value):
        filler = as_tensor(fill_value, wanted)
        if filler.shape == ():
            return laid_like(filler, value)
    return full(dims_of(value) if shape is None else shape, fill_value, wanted)


@implements(np.eye)
def eye(
    N: Any, M: Any = None, k: Any = 0, dtype: Any = None, *, device: Any = None
) -> Tensor:
    """Return ones on a diagonal, and zeros elsewhere.

    Args:
        N: How many rows.
        M: How many columns, by default as many.
        k: Which diagonal: above the main one if positive, below if negative.
        dtype: float64 by default.
        device: None or "cpu".

    Shape:   (N, M)
    Dtype:   numbers
    Source:  array API, eye; numpy.eye
    """
    check_device("eye", device)
    wanted = dtype_or(dtype, dtypes.float64)
    columns = N if M is None else M
    if builtins.type(k) is builtins.int and k == 0:
        return ops.eye(N, columns, dtype=wanted)
    return cast_to(_distance(N, columns) == as_tensor(k), wanted)


def _distance(n_rows: Any, n_columns: Any) -> Tensor:
    """Return how far each place of a matrix is above the main diagonal."""
    rows = numbers(n_rows, dtype=dtypes.int64)
    return numbers(n_columns, dtype=dtypes.int64) - rows[:, None]


@implements(np.tril)
def tril(m: Any, k: Any = 0) -> Tensor:
    """Return an array with zeros above a diagonal.

    Shape:   (..., n, m) -> the same; (n,) are the rows of (n, n)
    Dtype:   any -> the same
    Raises:  ShapeError if it has no axes
    Source:  array API, tril; numpy.tril
    """
    return triangles.tril(_as_rows(m), k)


@implements(np.triu)
def triu(m: Any, k: Any = 0) -> Tensor:
    """Return an array with zeros below a diagonal.

    Shape:   (..., n, m) -> the same; (n,) are the rows of (n, n)
    Dtype:   any -> the same
    Raises:  ShapeError if it has no axes
    Source:  array API, triu; numpy.triu
    """
    return triangles.triu(_as_rows(m), k)


def _as_rows(m: Any) -> Tensor:
    """Return matrices; a vector is each row of one, as NumPy broadcasts it."""
    value = as_tensor(m)
    if value.spec.rank != 1:
        return value
    n = dims_of(value)[0]
    return manipulation.broadcast_to(value, [n, n])


@implements(np.meshgrid)
def meshgrid(
    *xi: Any, copy: bool = True, sparse: bool = False, indexing: str = "xy"
) -> tuple[Tensor, ...]:
    """Return the coordinates of a grid, one array for each vector.

    Args:
        *xi: The coordinates along each axis.
        copy: Makes no difference: tensors never change.
        sparse: Return arrays that broadcast to the grid.
        indexing: `xy` swaps the first two axes of the results, `ij` does not.

    Shape:   (n_0,), ..., (n_k,) -> (n_0, ..., n_k) for each
    Dtype:   any -> the same
    Source:  array API, meshgrid; numpy.meshgrid
    """
    del copy
    vectors = [as_tensor(x) for x in xi]
    if not sparse:
        return tuple(meshgrid_op(*vectors, indexing=indexing))
    from graph.ops.manipulation import reshape

    axes = list(builtins.range(len(vectors)))
    if indexing == "xy" and len(axes) > 1:
        axes[:2] = 1, 0
    shapes = [[1] * len(vectors) for _ in vectors]
    for shape, axis in zip(shapes, axes, strict=True):
        shape[axis] = -1
    return tuple(reshape(x, shape) for x, shape in zip(vectors, shapes, strict=True))


# Before 2.1 NumPy cannot tell whether the memory that it is lent may be written to.
_IS_TOLD = np.lib.NumpyVersion(np.__version__) >= "2.1.0"


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Tensor:
    """Return a tensor of another library's array.

    A tensor never changes, so it has a copy of what the other library may write to.

    Args:
        x: What lends its memory by the DLPack protocol.
        device: None or "cpu".
        copy: False shares the memory, which must be read-only.

    Shape:   that of `x`
    Dtype:   that of `x`
    Raises:  InvalidArgumentError if `copy` is False and the memory can be written to
    Source:  array API, from_dlpack; numpy.from_dlpack
    """
    check_device("from_dlpack", device)
    value = value_of(x)
    if isinstance(value, Tensor):
        return identity(value) if isinstance(value, SymbolicTensor) else value
    if not hasattr(value, "__dlpack__"):
        raise DTypeError(
            f"from_dlpack: {shown(value)} lends no memory by the DLPack protocol.",
            origin=capture_exact(),
            hint="ag.constant makes tensors of numbers and lists.",
        )
    array = np.from_dlpack(value)
    if copy is not False:
        return as_tensor(array)
    if array.flags.writeable or not _IS_TOLD:
        raise InvalidArgumentError(
            "from_dlpack: copy=False, and the array can be written to.",
            origin=capture_exact(),
            hint="Leave `copy` out: the tensor has a copy then.",
        )
    return EagerTensor(array)


__all__ = [
    "arange",
    "asarray",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "linspace",
    "meshgrid",
    "ones",
    "ones_like",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
]
