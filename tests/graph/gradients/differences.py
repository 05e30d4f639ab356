"""Central differences, and what agrees with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import autograph as ag


def differences(function: Callable[[Any], Any], x: Any, step: float = 1e-6) -> Any:
    """Return how each result of a function changes with each element of an array.

    Those by imaginary parts are imaginary numbers.
    """
    slopes = []
    for at in np.ndindex(*x.shape):
        slope: Any = 0
        for unit in (1, 1j) if x.dtype.kind == "c" else (1,):
            move = np.zeros(x.shape, x.dtype)
            move[at] = step * unit
            ends = [np.array(x + move), np.array(x - move)]
            upper, lower = (np.asarray(function(end)) for end in ends)
            slope = slope + unit * (upper - lower) / (2 * step)
        slopes.append(slope)
    if not slopes:
        return np.zeros(x.shape)
    return np.stack(slopes, -1).reshape((*slopes[0].shape, *x.shape))


def gradient(function: Callable[[Any], Any], x: Any) -> Any:
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


def weighed(function: Callable[[Any], Any], x: Any) -> Any:
    """Return a real number that depends on the whole gradient."""
    dx = gradient(function, x)
    weights = np.sin(1.0 + np.arange(dx.size)).reshape(dx.shape)
    product = ag.reduce_sum(dx * ag.constant(weights, dx.dtype))
    return ag.abs(product + 10) ** 2
