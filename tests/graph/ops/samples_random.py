"""Samples of ops that make random numbers of a seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import SAMPLES, Case, Draw, given_shape, sample


def _seeded(draw: Draw) -> tuple[Any, np.random.Generator]:
    seed = np.array([draw.integer(-5, 5), draw.integer(0, 2**30)], np.int64)
    bits = np.random.Philox(key=seed.astype(np.uint64))
    return seed, np.random.Generator(bits)


@sample
def _stateless_uniform(draw: Draw) -> Case:
    seed, truth = _seeded(draw)
    shape = draw.shape()
    dims, static = given_shape(draw, shape)
    low, high = np.float64(draw.integer(-3, 0)), np.float64(draw.integer(0, 3))
    return Case(
        (seed, low, high, *dims),
        lambda: truth.random(shape) * (high - low) + low,
        {"shape": static, "dtype": dtypes.float64},
        rounds=True,
    )


@sample
def _stateless_normal(draw: Draw) -> Case:
    seed, truth = _seeded(draw)
    shape = draw.shape()
    dims, static = given_shape(draw, shape)
    mean, deviation = np.float32(draw.integer(-3, 3)), np.float32(draw.integer(0, 3))
    return Case(
        (seed, mean, deviation, *dims),
        lambda: truth.standard_normal(shape, np.float32) * deviation + mean,
        {"shape": static, "dtype": dtypes.float32},
        rounds=True,
    )


@sample
def _stateless_shuffle(draw: Draw) -> Case:
    seed, truth = _seeded(draw)
    x = draw.array()
    order = truth.permutation(x.shape[0]) if x.ndim else ...
    return Case((seed, x), lambda: x[order])


def _distribution(
    name: str,
    truth: Callable[..., Any],
    parameters: tuple[tuple[int, int], ...],
    kind: Any,
    given_as: str = "",
) -> None:
    """Enter a distribution, whose parameters are integers between bounds."""

    def make(draw: Draw) -> Case:
        seed, generator = _seeded(draw)
        shape = draw.shape()
        dims, static = given_shape(draw, shape)
        own = np.dtype(given_as or kind).type
        values = [own(draw.integer(low, high)) for low, high in parameters]

        def expected() -> Any:
            return np.asarray(truth(generator, shape, *values)).astype(kind)

        attrs = {"shape": static, "dtype": dtypes.as_dtype(kind)}
        return Case((seed, *values, *dims), expected, attrs, rounds=True)

    SAMPLES[f"stateless_{name}"] = make


_distribution(
    "gamma",
    lambda g, shape, a, b: g.standard_gamma(np.full(shape, a), dtype=np.float32) / b,
    ((1, 5), (1, 3)),
    np.float32,
)
_distribution(
    "exponential", lambda g, shape, s: g.standard_exponential(shape) * s, ((0, 3),),
    np.float64,
)  # fmt: skip
_distribution(
    "laplace", lambda g, shape, m, s: g.laplace(m, s, shape), ((-3, 3), (1, 3)),
    np.float32,
)  # fmt: skip
_distribution(
    "gumbel", lambda g, shape, m, s: g.gumbel(m, s, shape), ((-3, 3), (1, 3)),
    np.float64,
)  # fmt: skip
_distribution(
    "beta", lambda g, shape, a, b: g.beta(a, b, shape), ((1, 3), (1, 3)), np.float64
)
_distribution(
    "poisson", lambda g, shape, m: g.poisson(m, shape), ((0, 30),), np.int32, "float64"
)
_distribution(
    "binomial", lambda g, shape, n, p: g.binomial(int(n), p, shape), ((0, 9), (0, 1)),
    np.float32, "float64",
)  # fmt: skip
_distribution(
    "bernoulli", lambda g, shape, p: g.random(shape) < p, ((0, 1),), np.bool_, "float64"
)
