"""Samples of ops that make random numbers of a seed."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import Case, Draw, given_shape, sample


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
