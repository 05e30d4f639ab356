"""Polynomials found: by their roots, by division, by points that they pass near."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.dispatch import apply
from graph.errors import InvalidArgumentError, ShapeError, UnstagedOperationError
from graph.graph import current_graph
from graph.numpy import linalg, products, sequences, statistics
from graph.numpy.arguments import dims_of, flatten, known_rank
from graph.numpy.conversion import asarray, cast, check_kind, result_type
from graph.numpy.polynomials import convolve
from graph.numpy.registry import implements
from graph.op import op_named
from graph.ops import joining, manipulation, math, reduction, scan
from graph.ops.arguments import static_int
from graph.ops.complex_numbers import imag, real
from graph.ops.creation import ones, zeros
from graph.ops.debugging import assert_that
from graph.ops.functions import sqrt
from graph.ops.math import abs as absolute
from graph.ops.ranges import range as numbers
from graph.origin import capture_exact
from graph.tensor import Tensor


@implements(np.roots)
def roots(p: Any) -> Tensor:
    """Return where a polynomial is 0, complex always as in NumPy 2.5.

    Shape:   (n,) -> (degree,), which the run tells: leading zeros do not count
    Dtype:   numbers -> complex
    Source:  numpy.roots: eigenvalues of the companion matrix
    """
    x = asarray(p)
    if x.ndim == 0:
        x = flatten(x)
    found: Tensor = apply(op_named("roots"), (x,))
    return found


@implements(np.poly)
def poly(seq_of_zeros: Any) -> Tensor:
    """Return the polynomial that is 0 in some places, or where a matrix is singular.

    Shape:   (n,) or (n, n) -> (n + 1,)
    Dtype:   bool, integers, float16 -> float64; others -> the same; complex: real if
             the zeros are conjugate pairs, which must be known while tracing
    Source:  numpy.poly
    """
    x = asarray(seq_of_zeros)
    if x.ndim == 0:
        x = flatten(x)
    is_complex = x.dtype.is_complex
    if known_rank(x, "poly") == 2:
        x = linalg.eigvals(x)
    elif not (x.dtype.is_floating or is_complex) or x.dtype is dtypes.float16:
        x = cast(x, dtypes.float64)
    n = (x.shape or (None,))[0]
    if x.ndim != 1 or n is None:
        raise ShapeError(
            f"poly: {x.spec} is no vector of known length, and no square matrix.",
            origin=capture_exact(),
            hint="Give the zeros, and their number in the input signature.",
        )
    if n == 0:
        return ones([], dtypes.float64)
    found = ones([1], x.dtype)
    for place in range(n):
        found = convolve(found, joining.stack([ones([], x.dtype), -x[place]]))
    if not x.dtype.is_complex:
        return found
    return _real_if_paired(found, x) if is_complex else real(found)


def _real_if_paired(found: Tensor, zeros_of_it: Tensor) -> Tensor:
    """Return the real part of coefficients if the zeros are conjugate pairs."""
    if current_graph() is not None:
        raise _unknown_kind("poly", "real if the zeros are conjugate pairs")
    given = np.sort(np.asarray(zeros_of_it))
    is_paired = np.array_equal(given, np.sort(given.conj()))
    return real(found) if is_paired else found


def _unknown_kind(name: str, when: str) -> UnstagedOperationError:
    return UnstagedOperationError(
        f"numpy.{name} of complex numbers: what it gives is {when}, which is known "
        "only when the graph runs.",
        origin=capture_exact(2),
        hint="Take x.real where the result is to be real.",
    )


@implements(np.real_if_close)
def real_if_close(a: Any, tol: float = 100) -> Tensor:
    """Return the real part where all imaginary parts are next to nothing.

    Raises:
        UnstagedOperationError: Complex numbers are symbolic.
    """
    x = asarray(a)
    if not x.dtype.is_complex:
        return x
    if current_graph() is not None:
        raise _unknown_kind("real_if_close", "real if the imaginary parts are small")
    limit = np.finfo(x.dtype.numpy).eps * tol if tol > 1 else tol
    return real(x) if bool(reduction.reduce_all(absolute(imag(x)) < limit)) else x


@implements(np.polyint)
def polyint(p: Any, m: int = 1, k: Any = None) -> Tensor:
    """Return the integral of a polynomial, of the order `m`.

    Args:
        p: Coefficients.
        m: How often to integrate.
        k: The constants, the first one's first; 0 by default, one for all if alone.

    Shape:   (n,) -> (n + m,)
    Dtype:   bool, integers -> float64; others -> the same, promoted with the constants
    Source:  numpy.polyint
    """
    x = asarray(p)
    order = static_int(m, "m")
    constants = zeros([order], dtypes.float64) if k is None else flatten(asarray(k))
    n_constants = (constants.shape or (None,))[0]
    if order < 0 or (n_constants != 1 and (n_constants is None or n_constants < order)):
        raise InvalidArgumentError(
            f"polyint: the order is {order}, and there are {n_constants} constants.",
            origin=capture_exact(),
            hint="Give an order from 0 on, and one constant, or one for each order.",
        )
    for place in range(order):
        n = dims_of(x)[0]
        powers = np.arange(n, 0, -1) if isinstance(n, int) else _falling(n)
        at = place if n_constants != 1 else 0
        if n_constants == 1 and order > 1:
            constants = cast(constants, result_type(constants, dtypes.float64))
        parts = math.truediv(x, powers), constants[at : at + 1]
        common = result_type(*parts)
        x = joining.concat([cast(part, common) for part in parts], 0)
    return x


def _falling(n: Any) -> Tensor:
    return numbers(n, 0, -1, dtype=dtypes.int64)


@implements(np.polydiv)
def polydiv(u: Any, v: Any) -> tuple[Tensor, Tensor]:
    """Return the quotient of two polynomials, and what is left over.

    Shape:   (n,), (m,) -> (n - m + 1,), and as many as the run finds not to be 0
    Dtype:   promoted together; integers as float64
    Raises:  ShapeError if a length is not known
    Source:  numpy.polydiv
    """
    over, by = (flatten(asarray(x)) + 0.0 for x in (u, v))
    n, m = (len(_coefficients("polydiv", x)) - 1 for x in (over, by))
    wanted = result_type(over, by)
    scale = 1.0 / by[0]
    left = cast(over, wanted)
    found = []
    for place in range(n - m + 1):
        factor = cast(scale * left[place], wanted)
        found.append(factor)
        end = place + m + 1
        middle = cast(left[place:end] - factor * by, wanted)
        left = joining.concat([left[:place], middle, left[end:]], 0)
    quotient = joining.stack(found) if found else zeros([1], wanted)
    is_small = absolute(left) <= 1e-8
    n_small = reduction.reduce_sum(
        scan.cumprod(cast(is_small[:-1], dtypes.int64), 0), 0
    )
    return quotient, left[n_small:]


def _coefficients(name: str, x: Tensor) -> range:
    n = (x.shape or (None,))[0]
    if n is None:
        raise ShapeError(
            f"{name}: how many coefficients {x.spec} holds is not known.",
            origin=capture_exact(2),
            hint="Give the input signature the length.",
        )
    return range(n)


@implements(np.polyfit)
def polyfit(
    x: Any,
    y: Any,
    deg: Any,
    rcond: float | None = None,
    full: bool = False,
    w: Any = None,
    cov: Any = False,
) -> Any:
    """Return the polynomial of a degree that passes nearest to points.

    Args:
        x: Where the points are.
        y: How high they are; each column has a polynomial of its own.
        deg: The degree.
        rcond: Singular values up to this share of the largest count as 0; by default
            the precision of `x` times how many points there are.
        full: Return residuals, the rank, singular values and `rcond`, too.
        w: What each point weighs; its distance is multiplied with it.
        cov: Return the covariances of the coefficients, too; `unscaled`: as if the
            weights were the inverse of known deviations.

    Shape:   (n,), (n,) or (n, k) -> (deg + 1,) or (deg + 1, k)
    Dtype:   numbers, promoted together; integers as float64
    Raises:  numpy.linalg.LinAlgError when this runs, if it does not converge
    Source:  numpy.polyfit: least squares with columns of one length
    """
    at, high = asarray(x) + 0.0, asarray(y) + 0.0
    order = static_int(deg, "deg") + 1
    _check_points(at, high, order)
    powers = sequences.vander(at, order)
    if w is not None:
        weights = asarray(w) + 0.0
        check_kind("polyfit", weights, "f")
        powers = cast(powers * weights[:, None], powers.dtype)
        spread = weights[:, None] if high.ndim == 2 else weights
        high = cast(high * spread, high.dtype)
    scale = sqrt(statistics.sum(powers * powers, 0))
    powers = powers / scale
    cut = "rows" if rcond is None else float(rcond)
    found, residuals, rank, s = apply(op_named("lstsq"), (powers, high), {"rcond": cut})
    found = found / (scale[:, None] if high.ndim == 2 else scale)
    if full:
        n = dims_of(at)[0]
        limit = cut if rcond is not None else n * np.finfo(at.dtype.numpy).eps
        return found, residuals, rank, s, asarray(limit)
    if not cov:
        return found
    return found, _covariances(powers, scale, residuals, high, cov)


def _check_points(at: Tensor, high: Tensor, order: int) -> None:
    if order < 1:
        raise InvalidArgumentError(
            f"polyfit: the degree is {order - 1}.",
            origin=capture_exact(2),
            hint="It is 0 or more.",
        )
    n, m = (x.shape[0] if x.shape else None for x in (at, high))
    is_wrong = at.ndim != 1 or high.ndim not in (1, 2) or n == 0
    if is_wrong or (n is not None and m is not None and n != m):
        raise ShapeError(
            f"polyfit: x is {at.spec} and y is {high.spec}.",
            origin=capture_exact(2),
            hint="Give a vector of places, and as many values, or a matrix of them "
            "with a column for each polynomial.",
        )
    if n is None:
        assert_that(
            dims_of(at)[0] > 0, (), "expected non-empty vector for x", TypeError
        )
    if n is None or m is None:
        assert_that(
            dims_of(at)[0] == dims_of(high)[0],
            (),
            "expected x and y to have same length",
            TypeError,
        )


def _covariances(
    powers: Tensor, scale: Tensor, residuals: Tensor, high: Tensor, cov: Any
) -> Tensor:
    """Return how coefficients vary together, for each column of the values."""
    squares = products.dot(manipulation.transpose(powers), powers)
    base = linalg.inv(squares) / (scale[:, None] * scale[None, :])
    order = dims_of(powers)[1]
    if high.ndim != 1:
        base = base[:, :, None]
    if cov == "unscaled":
        return base
    left = dims_of(high)[0] - order
    if isinstance(left, int) and left <= 0:
        raise InvalidArgumentError(
            f"polyfit: {order + left} points tell no covariances of {order} "
            "coefficients.",
            origin=capture_exact(2),
            hint="Give more points than coefficients, or cov='unscaled'.",
        )
    return math.multiply(base, residuals / left)


__all__ = [
    "poly",
    "polydiv",
    "polyfit",
    "polyint",
    "real_if_close",
    "roots",
]
