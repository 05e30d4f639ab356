"""Polynomials as vectors of coefficients, the highest first, and convolutions."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.errors import InvalidArgumentError, ShapeError, UnstagedOperationError
from graph.numpy.arguments import flatten, known_rank
from graph.numpy.conversion import asarray, cast, result_type
from graph.numpy.registry import implements
from graph.ops import joining, manipulation, math, reduction, scan
from graph.ops.arguments import constant_value, static_int
from graph.ops.arrangement import reverse
from graph.ops.creation import zeros, zeros_like
from graph.ops.debugging import assert_that
from graph.ops.functions import conj
from graph.ops.ranges import range as numbers
from graph.ops.sequence_products import convolve_whole
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor, Tensor


@implements(np.convolve)
def convolve(a: Any, v: Any, mode: str = "full") -> Tensor:
    """Return the convolution of two vectors.

    Args:
        a: A vector.
        v: A vector.
        mode: `full`: every overlap; `same`: as many as the longer has elements;
            `valid`: where they overlap fully.
    """
    left, right = (_vector("convolve", x) for x in (a, v))
    return _cut(convolve_whole(left, right), left, right, mode)


@implements(np.correlate)
def correlate(a: Any, v: Any, mode: str = "valid") -> Tensor:
    """Return the products of a vector with another one that is moved along it."""
    left, right = (_vector("correlate", x) for x in (a, v))
    turned = reverse(conj(right) if right.dtype.is_complex else right, 0)
    whole = convolve_whole(left, turned)
    return _cut(whole, left, right, mode, is_turned=True)


def _vector(name: str, value: Any) -> Tensor:
    x = asarray(value)
    if known_rank(x, name) == 0:
        return flatten(x)
    return x


def _size(x: Tensor) -> Any:
    known = None if x.ndim is None else x.shape[0]
    return manipulation.shape(x, dtypes.int64)[0] if known is None else known


def _cut(
    whole: Tensor, left: Tensor, right: Tensor, mode: str, is_turned: bool = False
) -> Tensor:
    """Return the part of all overlaps that a mode asks for."""
    if mode not in ("full", "same", "valid"):
        raise InvalidArgumentError(
            f"there is no mode {mode!r} of a convolution.",
            origin=capture_exact(2),
            hint="The modes are full, same and valid.",
        )
    if mode == "full":
        return whole
    n, m = _size(left), _size(right)
    if isinstance(n, int) and isinstance(m, int):
        long: Any = max(n, m)
        short: Any = min(n, m)
        is_swapped: Any = int(n < m)
    else:
        long, short = math.maximum(n, m), math.minimum(n, m)
        is_swapped = cast(asarray(n) < asarray(m), dtypes.int64)
    if mode == "valid":
        return whole[short - 1 : long]
    # The longer is taken first; of what is correlated the result is turned then, and
    # of an even number of places the middle is on the other side.
    start = (short - 1 + is_swapped) // 2 if is_turned else (short - 1) // 2
    return whole[start : start + long]


def _pair(a1: Any, a2: Any) -> tuple[Tensor, Tensor]:
    """Return two vectors of coefficients, filled up to one length in front."""
    one, other = (_vector("a polynomial", x) for x in (a1, a2))
    common = result_type(one, other)
    one, other = cast(one, common), cast(other, common)
    n, m = one.shape or (None,), other.shape or (None,)
    if n[0] is None or m[0] is None:
        raise ShapeError(
            "how many coefficients a polynomial has is known only when the graph runs.",
            origin=capture_exact(2),
            hint="Give the input signature the length.",
        )
    length = max(n[0], m[0])
    return _filled(one, length - n[0]), _filled(other, length - m[0])


def _filled(x: Tensor, missing: int) -> Tensor:
    return joining.concat([zeros([missing], x.dtype), x], 0) if missing else x


@implements(np.polyadd)
def polyadd(a1: Any, a2: Any) -> Tensor:
    """Return the sum of two polynomials."""
    one, other = _pair(a1, a2)
    return one + other


@implements(np.polysub)
def polysub(a1: Any, a2: Any) -> Tensor:
    """Return the difference of two polynomials."""
    one, other = _pair(a1, a2)
    return one - other


@implements(np.polymul)
def polymul(a1: Any, a2: Any) -> Tensor:
    """Return the product of two polynomials.

    Shape:   (n,), (m,) -> (n + m - 1,): zeros in front of the operands are left out
    Dtype:   promoted together
    Raises:  UnstagedOperationError if the run finds such zeros, and a length is known
    Source:  numpy.polymul
    """
    return convolve(_without_zeros(a1), _without_zeros(a2))


def _without_zeros(value: Any) -> Tensor:
    """Return coefficients from the first that is not 0 on: the last one at least.

    A length that is known stays so, as what divides and adds polynomials needs it.
    """
    x = _vector("a polynomial", value)
    if x.shape == (0,):
        return zeros([1], x.dtype)
    known = constant_value(x)
    if known is not None:
        return asarray(np.poly1d(known).coefficients)
    if x.shape == (1,):
        return x
    if type(x) is SymbolicTensor and shapes.is_static(x.spec.shape):
        assert_that(
            x[0] != 0,
            template="polymul leaves out zeros in front of a polynomial: how many "
            "coefficients are left was to be known when the function was traced",
            exception=UnstagedOperationError,
        )
        return x
    # Behind the zeros in front these sums are no longer 0.
    is_in_front = scan.cumsum(cast(x != 0, dtypes.int64), 0) == 0
    n_zeros = reduction.count_nonzero(is_in_front)
    return x[math.minimum(n_zeros, _size(x) - 1) :]


@implements(np.polyder)
def polyder(p: Any, m: int = 1) -> Tensor:
    """Return the derivative of a polynomial, of the order `m`."""
    x = asarray(p)
    order = static_int(m, "m")
    for _ in range(order):
        n = _size(x)
        powers = (
            n
            - 1
            - (
                np.arange(n - 1)
                if isinstance(n, int)
                else numbers(n - 1, dtype=dtypes.int64)
            )
        )
        x = math.multiply(x[:-1], powers)
    return x


@implements(np.polyval)
def polyval(p: Any, x: Any) -> Tensor:
    """Return the values of a polynomial."""
    coefficients = asarray(p)
    if not coefficients.shape or coefficients.shape[0] is None:
        raise ShapeError(
            f"polyval: how many coefficients {coefficients} holds is not known.",
            origin=capture_exact(),
            hint="Give the input signature the length.",
        )
    at = asarray(x)
    found = zeros_like(at)
    for place in range(coefficients.shape[0]):
        found = found * at + coefficients[place]
    return found


__all__ = [
    "convolve",
    "correlate",
    "polyadd",
    "polyder",
    "polymul",
    "polysub",
    "polyval",
]
