"""Time gradients: of a step of a small network, of staged loops, and through lists.

The baselines are NumPy with the gradient written by hand. A network is timed with a
tape around the decorated loss, with the tape inside a decorated step, and as plain
Python under a tape; the loop likewise. What tapes cost calls when none is open is seen
in `bench_calls`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import autograph as ag
from tools.bench._harness import Case, main

N_STEPS = 50


def loss_of(x: Any, target: Any, weights: Any) -> Any:
    """Return the mean square error of a network of two layers."""
    w1, b1, w2, b2 = weights
    y = ag.tanh(x @ w1 + b1) @ w2 + b2
    return ag.reduce_mean(ag.square(y - target))


def by_hand(x: Any, target: Any, weights: Any) -> list[Any]:
    """Return the gradients of the network, in NumPy."""
    w1, b1, w2, b2 = weights
    h = np.tanh(x @ w1 + b1)
    error = h @ w2 + b2 - target
    dy = error * np.float32(2 / error.size)
    dh = (dy @ w2.T) * (1 - h * h)
    return [x.T @ dh, dh.sum(0), h.T @ dy, dy.sum(0)]


def network(n: int) -> Iterator[Case]:
    """Yield the cases of a network with `n` units in each layer."""
    random = np.random.default_rng(0)

    def make(*shape: int) -> Any:
        return (random.standard_normal(shape) / 8).astype(np.float32)

    arrays = make(32, n), make(32, n), [make(n, n), make(n), make(n, n), make(n)]
    x, target, weights = (ag.constant(arrays[0]), ag.constant(arrays[1]),
                          [ag.constant(w) for w in arrays[2]])  # fmt: skip

    def under_tape(loss: Any) -> Any:
        def step(x: Any, target: Any, weights: Any) -> Any:
            with ag.GradientTape() as tape:
                tape.watch(weights)
                value = loss(x, target, weights)
            return tape.gradient(value, weights)

        return step

    plain = under_tape(loss_of)
    around, inside = under_tape(ag.function(loss_of)), ag.function(plain)
    expected = by_hand(*arrays)
    for each in (plain, around, inside):
        for _ in range(2):
            found: Any = each(x, target, weights)
        for dx, wanted in zip(found, expected, strict=True):
            assert np.allclose(dx.numpy(), wanted, rtol=1e-4, atol=1e-6)
    yield f"network of {n}: NumPy by hand", lambda: by_hand(*arrays)
    yield f"network of {n}: tape inside ag.function", lambda: inside(x, target, weights)
    yield f"network of {n}: tape around ag.function", lambda: around(x, target, weights)
    yield (
        f"network of {n}: plain Python under a tape",
        lambda: plain(x, target, weights),
    )


def loop(x: Any) -> Any:
    """Run a loop that a tensor ends."""
    y = x
    for _ in ag.range(N_STEPS):  # type: ignore[attr-defined]
        y = ag.sin(y) * x + y
    return ag.reduce_sum(y)


def loop_by_hand(x: Any) -> Any:
    """Return the gradient of the loop, in NumPy."""
    y, kept = x, []
    for _ in range(N_STEPS):
        kept.append(y)
        y = np.sin(y) * x + y
    dy, dx = np.ones_like(x), np.zeros_like(x)
    for y in reversed(kept):
        dx = dx + dy * np.sin(y)
        dy = dy * np.cos(y) * x + dy
    return dx + dy


def loops(size: int) -> Iterator[Case]:
    """Yield the cases of a loop over vectors of `size` numbers."""
    array = np.linspace(0.1, 0.2, size, dtype=np.float32)
    x = ag.constant(array)

    def under_tape(function: Any) -> Any:
        def gradient(x: Any) -> Any:
            with ag.GradientTape() as tape:
                tape.watch(x)
                y = function(x)
            return tape.gradient(y, x)

        return gradient

    plain = under_tape(loop)
    around, inside = under_tape(ag.function(loop)), ag.function(plain)
    for each in (plain, around, inside):
        for _ in range(2):
            found = each(x)
        assert np.allclose(found.numpy(), loop_by_hand(array), rtol=1e-3)
    name = f"{N_STEPS} iterations on {size}"
    yield f"{name}: NumPy by hand", lambda: loop_by_hand(array)
    yield f"{name}: tape inside ag.function", lambda: inside(x)
    yield f"{name}: tape around ag.function", lambda: around(x)
    yield f"{name}: plain Python under a tape", lambda: plain(x)


def recurrence(a: Any, xs: Any) -> Any:
    """Let each item of a list depend on the one before."""
    ys = [a * 0.0]
    for x in xs:
        ys.append(ag.sin(ys[-1] * a + x))
    total = a * 0.0
    for y in ys:
        total += y * y
    return total


def recurrence_by_hand(a: Any, xs: Any) -> Any:
    """Return the gradient of the recurrence, in scalars of NumPy."""
    ys = [a * 0.0]
    for x in xs:
        ys.append(np.sin(ys[-1] * a + x))
    dys, da = [2 * y for y in ys], a * 0.0
    for k in range(len(xs), 0, -1):
        dy = np.cos(ys[k - 1] * a + xs[k - 1]) * dys[k]
        da += dy * ys[k - 1]
        dys[k - 1] += dy * a
    return da


def lists(n_steps: int) -> Iterator[Case]:
    """Yield the cases of a recurrence through a list."""
    a, xs = np.float64(0.7), np.linspace(0, 1, n_steps)
    x = ag.constant(a)

    @ag.function
    def inside(x: Any, xs: Any) -> Any:
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = recurrence(x, xs)
        return tape.gradient(y, x)

    assert np.allclose(inside(x, xs).numpy(), recurrence_by_hand(a, xs))
    name = f"a list of {n_steps}"
    yield f"{name}: NumPy by hand", lambda: recurrence_by_hand(a, xs)
    yield f"{name}: tape inside ag.function", lambda: inside(x, xs)


def cases() -> Iterator[Case]:
    """Yield the cases, each checked to compute what the baseline computes."""
    yield from network(64)
    yield from network(512)
    yield from loops(1)
    yield from loops(10_000)
    yield from lists(4_000)


if __name__ == "__main__":
    main("gradients", cases())
