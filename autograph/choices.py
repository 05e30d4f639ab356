"""Orders, choices and truncated numbers of `ag.random`, made of other draws."""

from __future__ import annotations

from typing import Any

from autograph import distributions
from graph import dtypes
from graph.dispatch import as_tensor
from graph.errors import DTypeError, ShapeError
from graph.ops import random as ops
from graph.ops.arguments import constant_value, result_as_given
from graph.ops.core import cast
from graph.ops.functions import log
from graph.ops.joining import concat
from graph.ops.logic import greater
from graph.ops.manipulation import reshape
from graph.ops.manipulation import shape as shape_of
from graph.ops.math import add, divide, maximum, minimum, multiply, negative, subtract
from graph.ops.ranges import range as range_of
from graph.ops.reduction import reduce_prod
from graph.ops.scan import argsort
from graph.ops.selection import gather, where
from graph.ops.special import ndtr, ndtri
from graph.origin import capture_exact
from graph.tensor import Tensor


def permutation(x: Any, seed: Any = None, name: str | None = None) -> Tensor:
    """Return the slices of an array in a random order; of a number, those below it.

    Args:
        x: A tensor, or an integer n for the numbers 0, ..., n - 1.
        seed: As for `ag.random.uniform`.
        name: A name for the node.

    Shape:   (n, ...) -> the same; () -> (x,)
    Dtype:   any -> the same
    Source:  numpy.random.Generator.permutation
    """
    value = as_tensor(x)
    if value.shape == ():
        value = range_of(value)
    return ops.draw(ops.SHUFFLE, (value,), {}, seed=seed, name=name)


def choice(
    a: Any,
    shape: Any = (),
    replace: bool = True,
    p: Any = None,
    seed: Any = None,
    name: str | None = None,
) -> Tensor:
    """Draw slices of an array, or numbers below one.

    Args:
        a: A tensor of at least one slice, or a positive integer.
        shape: How many to draw, a list of integers or a vector.
        replace: May a slice be drawn again?
        p: The chance of each slice, up to a factor; by default all alike.
        seed: As for `ag.random.uniform`.
        name: A name for the node.

    Shape:   (n, ...) -> (shape..., ...)
    Dtype:   any -> the same
    Raises:  InvalidArgumentError when this runs, if there are too few to draw
    Source:  numpy.random.Generator.choice; without replacement by Gumbel's numbers:
             Vieira, 2014, "Gumbel-max trick and weighted reservoir sampling"
    """
    value = as_tensor(a)
    if value.ndim is None:
        raise ShapeError(
            "random choice: the rank of what to choose from is not known.",
            origin=capture_exact(1),
            hint="Give an input signature with a rank.",
        )
    if value.shape == ():
        value = range_of(value)
    n = value.shape[0] if value.shape[0] is not None else shape_of(value)[0]
    size = _vector(shape)
    count = reduce_prod(size)
    if replace and p is None:
        kinds, given, attrs = ops.uniform_parameters([count], 0, n, dtypes.int64)
        places = ops.draw(kinds[0], given, attrs, seed=seed)
    elif replace:
        logits = reshape(_logarithms(as_tensor(p)), [1, -1])
        given, attrs = ops.categorical_parameters(logits, count, dtypes.int64)
        places = reshape(ops.draw(ops.CATEGORICAL, given, attrs, seed=seed), [-1])
    else:
        places = _without_replacement(n, count, p, seed)
    chosen: Tensor = gather(value, places)
    rest = shape_of(value)[1:]
    whole = concat([size, cast(rest, size.dtype)], 0)
    return reshape(chosen, whole, name=name)


def _logarithms(chances: Tensor) -> Tensor:
    """Return logarithms of what may be 0, without a warning."""
    is_some = greater(chances, 0)
    found: Tensor = where(is_some, log(where(is_some, chances, 1.0)), -float("inf"))
    return found


def _vector(shape: Any) -> Tensor:
    """Return a shape as a vector of integers."""
    known = constant_value(shape)
    if isinstance(known, (list, tuple)) and not known:
        return as_tensor([], dtypes.int32)
    return cast(reshape(as_tensor(shape), [-1]), dtypes.int32)


def _without_replacement(n: Any, count: Tensor, p: Any, seed: Any) -> Tensor:
    from graph.ops.assertions import assert_less_equal

    assert_less_equal(
        count, cast(n, count.dtype), message="random choice without replacement"
    )
    if p is None:
        order = ops.draw(ops.SHUFFLE, (range_of(n),), {}, seed=seed)
    else:
        chances = as_tensor(p)
        noise = distributions.gumbel(shape_of(chances), dtype=chances.dtype, seed=seed)
        order = argsort(add(_logarithms(chances), noise), direction="DESCENDING")
    return order[:count]


def _truncated(
    draw: Any, shape: Any, dtype: Any, given: tuple[Any, Any, Any, Any], name: Any
) -> Tensor:
    """Return quantiles of numbers between the chances of two bounds."""
    wanted = dtypes.as_dtype(dtype)
    if not wanted.is_floating:
        raise DTypeError(
            f"random truncated normal: there are no such numbers of {wanted}.",
            origin=capture_exact(2),
            hint="Draw floats, and convert them with ag.cast.",
        )
    mean, deviation, low, high = (as_tensor(x, dtypes.float64) for x in given)
    start = divide(subtract(low, mean), deviation)
    end = divide(subtract(high, mean), deviation)
    # Far to the right chances are too close to 1: there the left side is taken.
    is_right = greater(add(start, end), 0)
    left = where(is_right, negative(end), start)
    right = where(is_right, negative(start), end)
    below = ndtr(left)
    unit = draw(shape)
    standard = ndtri(add(below, multiply(unit, subtract(ndtr(right), below))))
    # Rounding may leave the bounds.
    standard = minimum(maximum(standard, left), right)
    turned = where(is_right, negative(standard), standard)
    return cast(add(multiply(turned, deviation), mean), wanted, name)


def stateless_parameterized_truncated_normal(
    shape: Any,
    seed: Any,
    means: Any = 0.0,
    stddevs: Any = 1.0,
    minvals: Any = -2.0,
    maxvals: Any = 2.0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Return normal numbers between two bounds, the same as ever for one seed.

    Args:
        shape: A list of integers, symbolic ones among them, or a vector of them.
        seed: Two integers, which may be symbolic.
        means: The mean before numbers are left out; broadcasts to `shape`.
        stddevs: The standard deviation before, positive, likewise.
        minvals: The least number, likewise.
        maxvals: The largest, at most 37 deviations from the mean if `minvals` is more.
        dtype: Floats.
        name: A name for the node.

    Shape:   `shape`
    Dtype:   `dtype`
    Source:  TensorFlow's random.stateless_parameterized_truncated_normal; by quantiles
    """
    words = as_tensor(seed)

    def draw(size: Any) -> Tensor:
        kinds, given, attrs = ops.uniform_parameters(size, 0, 1, dtypes.float64)
        return result_as_given(kinds[1], (words, *given), attrs)

    return _truncated(draw, shape, dtype, (means, stddevs, minvals, maxvals), name)


def parameterized_truncated_normal(
    shape: Any,
    means: Any = 0.0,
    stddevs: Any = 1.0,
    minvals: Any = -2.0,
    maxvals: Any = 2.0,
    dtype: Any = dtypes.float32,
    seed: Any = None,
    name: str | None = None,
) -> Tensor:
    """Draw normal numbers between two bounds.

    Shape:   `shape`, to which the parameters broadcast
    Dtype:   `dtype`
    Source:  as `stateless_parameterized_truncated_normal`
    """

    def draw(size: Any) -> Tensor:
        kinds, given, attrs = ops.uniform_parameters(size, 0, 1, dtypes.float64)
        return ops.draw(kinds[0], given, attrs, seed=seed)

    return _truncated(draw, shape, dtype, (means, stddevs, minvals, maxvals), name)


__all__ = [
    "choice",
    "parameterized_truncated_normal",
    "permutation",
    "stateless_parameterized_truncated_normal",
]
