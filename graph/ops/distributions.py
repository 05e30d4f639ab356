"""Distributions beside those of `random`: of waiting times, counts and extremes.

Each is a pair of ops, as there. Parameters broadcast to the shape of the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graph import dtypes, shapes
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import NO_GRADIENT, REQUIRED, ZERO, Gradient, Op
from graph.ops.arguments import run_time_shape, split_shape
from graph.ops.gradients import random as rules
from graph.ops.random import (
    Generator,
    is_within,
    pair,
    parameter,
    parameters_at,
)
from graph.shapes import Shape
from graph.specs import TensorSpec

Draw = Callable[..., Any]


def _infer(count: int) -> Callable[..., TensorSpec]:
    """Return the inference of a distribution with so many parameters."""

    def infer(*given: TensorSpec, shape: Shape, dtype: DType) -> TensorSpec:
        found = shapes.as_shape(shape)
        for spec in given[:count]:
            if not is_within(spec.shape, found):
                raise ShapeError(
                    f"a parameter of the distribution has the shape "
                    f"{shapes.show(spec.shape)}, which does not broadcast to "
                    f"{shapes.show(found)}.",
                    hint="`shape` is that of the result, the parameters' included.",
                )
        return TensorSpec(found, dtype)

    return infer


def _define(
    name: str,
    parameters: Sequence[str],
    draw: Draw,
    doc: str,
    gradient: Gradient,
    *,
    computes_in: Any = None,
) -> tuple[Op, Op]:
    """Define the two ops of a distribution.

    Args:
        name: What is drawn.
        parameters: The names of the parameters.
        draw: Takes a generator, the size, the dtype to draw in, and the parameters.
        doc: What is drawn, for the documentation.
        gradient: How gradients flow back.
        computes_in: The dtype of the parameters, by default that of the result.
    """
    count = len(parameters)

    def sample(generator: Generator, *given: Any, shape: Shape, dtype: DType) -> Any:
        size = run_time_shape(given[count:], shape)
        own = dtype if computes_in is None else computes_in
        values = parameters_at(given[:count], size, own)
        narrow = np.float64 if dtype is dtypes.float64 else np.float32
        found = draw(generator, size, narrow, *values)
        return np.asarray(found).astype(dtype.numpy, copy=False)

    return pair(
        name,
        (*parameters, "dims"),
        {"shape": REQUIRED, "dtype": dtypes.float32},
        _infer(count),
        sample,
        doc,
        gradient,
    )


def _check(what: str, rule: str, is_right: Any, *values: Any) -> None:
    """Refuse parameters that a distribution does not have."""
    if not np.all(is_right):
        shown = " and ".join(str(value) for value in values)
        raise InvalidArgumentError(
            f"random {what}: {rule} does not hold; given is {shown}.",
            hint="Look at the parameters: they are numbers, not their logarithms.",
        )


def _gamma(generator: Generator, size: Any, dtype: Any, alpha: Any, beta: Any) -> Any:
    _check("gamma", "alpha > 0 and beta > 0", (alpha > 0) & (beta > 0), alpha, beta)
    order = np.broadcast_to(alpha, size).astype(dtype)
    return generator.standard_gamma(order, dtype=dtype) / beta


def _exponential(generator: Generator, size: Any, dtype: Any, scale: Any) -> Any:
    _check("exponential", "scale >= 0", scale >= 0, scale)
    return generator.standard_exponential(size, dtype) * scale


def _laplace(generator: Generator, size: Any, dtype: Any, loc: Any, scale: Any) -> Any:
    _check("laplace", "scale >= 0", scale >= 0, scale)
    return loc + generator.laplace(size=size) * scale


def _gumbel(generator: Generator, size: Any, dtype: Any, loc: Any, scale: Any) -> Any:
    _check("gumbel", "scale >= 0", scale >= 0, scale)
    return loc + generator.gumbel(size=size) * scale


def _beta(generator: Generator, size: Any, dtype: Any, a: Any, b: Any) -> Any:
    _check("beta", "a > 0 and b > 0", (a > 0) & (b > 0), a, b)
    return generator.beta(a, b, size)


def _poisson(generator: Generator, size: Any, dtype: Any, lam: Any) -> Any:
    # NumPy's bound: beyond it counts do not fit 64 bits.
    _check("poisson", "0 <= lam < 9.2e18", (lam >= 0) & (lam < 9.2e18), lam)
    return generator.poisson(lam, size)


def _binomial(
    generator: Generator, size: Any, dtype: Any, counts: Any, probs: Any
) -> Any:
    is_chance = (probs >= 0) & (probs <= 1)
    _check("binomial", "0 <= probs <= 1", is_chance, probs)
    _check("binomial", "counts >= 0", (counts >= 0) & (counts < 2.0**63), counts)
    return generator.binomial(counts.astype(np.int64), probs, size)


def _bernoulli(generator: Generator, size: Any, dtype: Any, probs: Any) -> Any:
    _check("bernoulli", "0 <= probs <= 1", (probs >= 0) & (probs <= 1), probs)
    return generator.random(size) < probs


_COUNTS: Final = NO_GRADIENT("counts do not change smoothly with the parameters")

GAMMA: Final = _define(
    "gamma",
    ("alpha", "beta"),
    _gamma,
    "Numbers of a gamma distribution",
    rules.gamma,
)
EXPONENTIAL: Final = _define(
    "exponential",
    ("scale",),
    _exponential,
    "Waiting times, of an exponential distribution",
    rules.scaled,
)
LAPLACE: Final = _define(
    "laplace", ("loc", "scale"), _laplace, "Numbers of Laplace's distribution",
    rules.normal,
)  # fmt: skip
GUMBEL: Final = _define(
    "gumbel", ("loc", "scale"), _gumbel, "Numbers of Gumbel's distribution",
    rules.normal,
)  # fmt: skip
BETA: Final = _define(
    "beta",
    ("a", "b"),
    _beta,
    "Numbers of a beta distribution",
    NO_GRADIENT("of two gamma numbers, x / (x + y) has one"),
)
POISSON: Final = _define(
    "poisson",
    ("lam",),
    _poisson,
    "Counts, of a Poisson distribution",
    _COUNTS,
    computes_in=dtypes.float64,
)
BINOMIAL: Final = _define(
    "binomial",
    ("counts", "probs"),
    _binomial,
    "How often something happens, of a binomial distribution",
    _COUNTS,
    computes_in=dtypes.float64,
)
BERNOULLI: Final = _define(
    "bernoulli", ("probs",), _bernoulli, "Truth values", ZERO,
    computes_in=dtypes.float64,
)  # fmt: skip


def arguments(
    what: str, shape: Any, dtype: Any, takes: str, *given: tuple[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the inputs and the attributes of an op.

    Args:
        what: The distribution.
        shape: That of the result.
        dtype: That of the result.
        takes: The kinds of NumPy dtypes that the result may have.
        given: Names and values of the parameters.

    Raises:
        DTypeError: The result has no such dtype.
    """
    wanted = dtypes.as_dtype(dtype)
    if wanted.numpy.kind not in takes:
        raise DTypeError(
            f"random {what}: there are no such numbers of {wanted}.",
            hint="Draw floats, and convert them with ag.cast.",
        )
    dims, static = split_shape(shape)
    own = wanted if takes == "f" else dtypes.float64
    values = tuple(parameter(name, value, own) for name, value in given)
    return (*values, *dims), {"shape": static, "dtype": wanted}


__all__: list[str] = []
