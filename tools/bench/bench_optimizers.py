"""Time one step of Adam on 20 variables, against the same step written in NumPy."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

import autograph as ag
from tools.bench._harness import Case, main

N_VARIABLES = 20
N_CHECKED = 3


class ByHand:
    """Adam as one would write it in NumPy."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values
        self.m = [np.zeros_like(w) for w in values]
        self.v = [np.zeros_like(w) for w in values]
        self.t = 0

    def step(self, gradients: list[Any]) -> None:
        """Take one step."""
        self.t += 1
        correction = math.sqrt(1 - 0.999**self.t) / (1 - 0.9**self.t)
        rate = np.float32(0.001 * correction)
        for i, g in enumerate(gradients):
            self.m[i] = self.m[i] + (g - self.m[i]) * np.float32(0.1)
            self.v[i] = self.v[i] + (g * g - self.v[i]) * np.float32(0.001)
            root = np.sqrt(self.v[i]) + np.float32(1e-7)
            self.values[i] = self.values[i] - self.m[i] * rate / root


def steps(*shape: int) -> Iterator[Case]:
    """Yield the cases of variables of a shape."""
    random = np.random.default_rng(0)
    arrays = [
        random.standard_normal(shape).astype(np.float32) for _ in range(N_VARIABLES)
    ]
    gradients = [ag.constant(g) for g in arrays]
    by_hand = ByHand([np.zeros(shape, np.float32) for _ in arrays])

    def fresh() -> tuple[ag.optimizers.Adam, list[ag.Variable]]:
        return ag.optimizers.Adam(), [ag.Variable(w) for w in by_hand.values]

    (at_once, plain), (in_graph, staged) = fresh(), fresh()

    def eager(gradients: Any) -> None:
        at_once.apply_gradients(zip(gradients, plain, strict=True))

    @ag.function
    def graph(gradients: Any) -> None:
        in_graph.apply_gradients(zip(gradients, staged, strict=True))

    for _ in range(N_CHECKED):
        by_hand.step(arrays)
        eager(gradients)
        graph(gradients)
    for found in (plain, staged):
        for variable, expected in zip(found, by_hand.values, strict=True):
            assert np.allclose(variable.numpy(), expected, rtol=1e-4, atol=1e-7)
    name = f"{N_VARIABLES} variables of {' x '.join(map(str, shape))}"
    yield f"{name}: NumPy by hand", lambda: by_hand.step(arrays)
    yield f"{name}: in ag.function", lambda: graph(gradients)
    yield f"{name}: at once", lambda: eager(gradients)


def cases() -> Iterator[Case]:
    """Yield the cases, each checked to compute what the baseline computes."""
    yield from steps(8)
    yield from steps(64, 64)
    yield from steps(256, 256)


if __name__ == "__main__":
    main("one step of Adam", cases())
