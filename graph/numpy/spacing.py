"""Numbers at equal ratios, index grids, and windows: arrays made from a few numbers."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.errors import ShapeError
from graph.numpy import creation
from graph.numpy.arguments import dims_of, dtype_or, known_rank
from graph.numpy.conversion import asarray, cast, operand, result_type
from graph.numpy.registry import FUNCTIONS, implements
from graph.ops import manipulation, math, reduction, selection
from graph.ops.creation import zeros
from graph.ops.debugging import assert_that
from graph.ops.functions import cos, log10, sign, sqrt
from graph.ops.joining import stack
from graph.ops.ranges import range as numbers
from graph.origin import capture_exact
from graph.tensor import Tensor
from graph.value_operators import value_of


@implements(np.logspace)
def logspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: Any = 0,
) -> Tensor:
    """Return `num` numbers at equal ratios, from `base ** start` to `base ** stop`.

    Shape:   (...) for both ends -> (..., num, ...)
    Dtype:   numbers
    Source:  numpy.logspace
    """
    base = operand(base)
    if np.ndim(base):
        ends = [asarray(x) for x in (start, stop, base)]
        rank = max(known_rank(x, "logspace") for x in ends)
        start, stop, base = (x[(None,) * (rank - (x.ndim or 0))] for x in ends)
        base = manipulation.expand_dims(base, axis)
    powers = creation.linspace(start, stop, num, endpoint, axis=axis)
    found = np.power(base, powers)
    return found if dtype is None else asarray(found, dtype)


@implements(np.geomspace)
def geomspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: bool = True,
    dtype: Any = None,
    axis: Any = 0,
) -> Tensor:
    """Return `num` numbers at equal ratios, from `start` to `stop`.

    Shape:   (...) for both ends -> (..., num, ...)
    Dtype:   numbers
    Raises:  ValueError when this runs, if an end is 0
    Source:  numpy.geomspace, which turns the first to the positive real numbers
    """
    ends = asarray(start), asarray(stop)
    wanted = result_type(*ends, 0.0, dtypes.float64 if dtype is None else _like(dtype))
    first, last = (cast(x, wanted) for x in ends)
    assert_that(
        reduction.reduce_all(math.multiply(first != 0, last != 0)),
        template="Geometric sequence cannot include zero",
        exception=ValueError,
    )
    turn = sign(first)
    first, last = first / turn, last / turn
    found = logspace(log10(first), log10(last), num, endpoint, 10.0, wanted)
    count = value_of(num)
    places = numbers(count, dtype=dtypes.int64)
    places = places[(..., *[None] * ((found.ndim or 1) - 1))]
    if endpoint:
        found = selection.where(places == count - 1, last, found)
    found = selection.where(places == 0, first, found) * turn
    if axis != 0:
        found = np.moveaxis(found, 0, axis)
    return cast(found, dtype_or(dtype, wanted))


def _like(dtype: Any) -> Any:
    return dtype_or(dtype, dtypes.float64)


# -- Places ----------------------------------------------------------------------------


@implements(np.tril_indices)
def tril_indices(n: Any, k: Any = 0, m: Any = None) -> tuple[Tensor, Tensor]:
    """Return the rows and columns of what lies on and below a diagonal."""
    return _where(creation.tril(creation.ones((n, n if m is None else m), bool), k))


@implements(np.triu_indices)
def triu_indices(n: Any, k: Any = 0, m: Any = None) -> tuple[Tensor, Tensor]:
    """Return the rows and columns of what lies on and above a diagonal."""
    return _where(creation.triu(creation.ones((n, n if m is None else m), bool), k))


@implements(np.tril_indices_from)
def tril_indices_from(arr: Any, k: Any = 0) -> tuple[Any, Any]:
    """Return the rows and columns of a matrix' elements on and below a diagonal."""
    return _known_or(np.tril_indices, *_sides("tril_indices_from", arr), k)


@implements(np.triu_indices_from)
def triu_indices_from(arr: Any, k: Any = 0) -> tuple[Any, Any]:
    """Return the rows and columns of a matrix' elements on and above a diagonal."""
    return _known_or(np.triu_indices, *_sides("triu_indices_from", arr), k)


def _sides(name: str, arr: Any) -> tuple[Any, Any]:
    x = asarray(arr)
    if known_rank(x, name) != 2:
        raise ShapeError(
            f"{name}: {x.spec} is no matrix.",
            origin=capture_exact(2),
            hint="Give an array with two axes.",
        )
    rows, columns = dims_of(x)
    return rows, columns


def _known_or(function: Any, rows: Any, columns: Any, k: Any) -> tuple[Any, Any]:
    """Return places as NumPy finds them, at once where the shape is known."""
    is_known = all(isinstance(x, (int, np.integer)) for x in (rows, columns, k))
    find = function if is_known else FUNCTIONS[function].function
    one, other = find(rows, k, columns)
    return asarray(one), asarray(other)


def _where(mask: Any) -> tuple[Tensor, Tensor]:
    found = selection.where(mask)
    return found[:, 0], found[:, 1]


@implements(np.diag_indices)
def diag_indices(n: Any, ndim: int = 2) -> tuple[Tensor, ...]:
    """Return the places of a diagonal of an array with equal sides."""
    return (numbers(value_of(n), dtype=dtypes.int64),) * ndim


@implements(np.diag_indices_from)
def diag_indices_from(arr: Any) -> tuple[Tensor, ...]:
    """Return the places of the main diagonal of an array with equal sides.

    Raises:
        ShapeError: It has one axis only, or its sides are known to differ.
    """
    x = asarray(arr)
    ndim = known_rank(x, "diag_indices_from")
    sides = dims_of(x)
    known = {side for side in sides if isinstance(side, int)}
    if ndim < 2 or len(known) > 1:
        raise ShapeError(
            f"diag_indices_from: {x.spec} has no main diagonal.",
            origin=capture_exact(),
            hint="Give an array with two axes at least, all of one length.",
        )
    for side in sides[1:]:
        if len(known) != 1 or not isinstance(side, int):
            assert_that(
                asarray(side) == asarray(sides[0]),
                template="All dimensions of input must be of equal length",
                exception=ValueError,
            )
    return diag_indices(sides[0], ndim)


@implements(np.mask_indices)
def mask_indices(n: Any, mask_func: Any, k: Any = 0) -> tuple[Tensor, Tensor]:
    """Return the places where a function of a square of ones is not zero."""
    return _where(asarray(mask_func(creation.ones((n, n), int), k)) != 0)


@implements(np.indices)
def indices(dimensions: Any, dtype: Any = int, sparse: bool = False) -> Any:
    """Return for each axis of a grid the number of each element along it."""
    wanted = dtype_or(dtype, dtypes.int64)
    sides = [value_of(side) for side in value_of(dimensions)]
    vectors = [cast(numbers(side, dtype=dtypes.int64), wanted) for side in sides]
    if not vectors:
        return () if sparse else zeros([0], wanted)
    grid = creation.meshgrid(*vectors, sparse=sparse, indexing="ij")
    return grid if sparse else stack(grid)


@implements(np.fromfunction)
def fromfunction(function: Any, shape: Any, dtype: Any = float, **kwargs: Any) -> Any:
    """Return what a function makes of the numbers of elements along each axis."""
    return function(*indices(shape, dtype), **kwargs)


# -- Windows ---------------------------------------------------------------------------


@implements(np.hanning)
def hanning(M: Any) -> Tensor:  # NumPy's name
    """Return half a wave of cosines, from 0 to 0.

    Shape:   () -> (M,)
    Source:  numpy.hanning
    """
    n, last = _steps(M)
    return _alone(M, 0.5 + 0.5 * cos(np.pi * n / last))


@implements(np.hamming)
def hamming(M: Any) -> Tensor:
    """Return a wave of cosines on a base of 0.08.

    Shape:   () -> (M,)
    Source:  numpy.hamming
    """
    n, last = _steps(M)
    return _alone(M, 0.54 + 0.46 * cos(np.pi * n / last))


@implements(np.blackman)
def blackman(M: Any) -> Tensor:
    """Return the sum of three waves of cosines.

    Shape:   () -> (M,)
    Source:  numpy.blackman
    """
    n, last = _steps(M)
    angle = np.pi * n / last
    found = 0.42 + 0.5 * cos(angle) + 0.08 * cos(2.0 * np.pi * n / last)
    return _alone(M, found)


@implements(np.bartlett)
def bartlett(M: Any) -> Tensor:
    """Return a triangle, from 0 to 0.

    Shape:   () -> (M,)
    Source:  numpy.bartlett
    """
    n, last = _steps(M)
    rising, falling = 1 + n / last, 1 - n / last
    return _alone(M, selection.where(n <= 0, rising, falling))


@implements(np.kaiser)
def kaiser(M: Any, beta: Any) -> Tensor:
    """Return a window made of Bessel functions, the narrower the larger `beta` is.

    Shape:   (), () -> (M,)
    Source:  numpy.kaiser
    """
    count, shape = (cast(asarray(x), dtypes.float64) for x in (M, beta))
    n = numbers(0, count, dtype=dtypes.float64)
    alpha = (count - 1) / 2.0
    share = (n - alpha) / selection.where(count == 1, 1.0, alpha)
    # The root is not smooth at the ends, where `i0` is taken of 0.
    inner = 1 - share * share
    is_end = inner <= 0
    root = selection.where(is_end, 0.0, sqrt(selection.where(is_end, 1.0, inner)))
    bessel: Any = np.i0
    return _alone(M, bessel(shape * root) / bessel(shape))


def _steps(M: Any) -> tuple[Tensor, Tensor]:
    """Return the places of a window's elements, and the last one."""
    count = cast(asarray(M), dtypes.float64)
    last = selection.where(count == 1, 1.0, count - 1)  # see `_alone`
    return numbers(1 - count, count, 2.0), last


def _alone(M: Any, found: Tensor) -> Tensor:
    """Return 1 for a window of one element, where the formulas divide by 0."""
    result: Tensor = selection.where(asarray(M) == 1, 1.0, found)
    return result


__all__: Final = [
    "bartlett",
    "blackman",
    "diag_indices",
    "diag_indices_from",
    "fromfunction",
    "geomspace",
    "hamming",
    "hanning",
    "indices",
    "kaiser",
    "logspace",
    "mask_indices",
    "tril_indices",
    "tril_indices_from",
    "triu_indices",
    "triu_indices_from",
]
