"""Time programs alone: what a call costs, a loop's iteration, and threads.

The graphs are made by `ag.function`, but only their programs run: the difference to
`bench_calls` and `bench_loops` is what it costs to get to the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import autograph as ag
from executor.program import Program, build
from graph.passes.pipeline import optimise
from tools.bench._harness import Case, main

START = 77031  # 350 steps, all of them within int32
COLLATZ_STEPS = 350
SHAPE = (1000, 1000)


def collatz(n: Any) -> Any:
    """Return how many steps lead to 1."""
    steps = ag.constant(0) if isinstance(n, ag.Tensor) else 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def two_chains(x: Any, y: Any) -> Any:
    """Compute two things that do not need each other."""
    return ag.tanh(ag.exp(x)) + ag.tanh(ag.exp(y))


def program_of(
    function: Callable[..., Any], *arrays: Any, threads: int | None = None
) -> Program:
    """Return the program of a function for arguments like these."""
    concrete = ag.function(function).get_concrete_function(*map(ag.constant, arrays))
    return build(optimise(concrete.graph), threads)


def cases() -> Iterator[Case]:
    """Yield the cases; the first of each group is the baseline."""
    x = np.ones(10, np.float32)
    add = program_of(lambda x, y: x + y, x, x)
    yield "one op: NumPy", lambda: np.add(x, x)
    yield "one op: program.run", lambda: add.run(x, x)
    yield "one op: program, errors located", lambda: add(x, x)

    n = np.array(START, np.int32)
    steps = program_of(collatz, n)
    assert steps.run(n) == (collatz(START),) == (COLLATZ_STEPS,)
    yield f"collatz, {COLLATZ_STEPS} iterations: Python int", lambda: collatz(START)
    yield f"collatz, {COLLATZ_STEPS} iterations: program", lambda: steps.run(n)

    left, right = np.random.default_rng(0).standard_normal((2, *SHAPE))
    alone = program_of(two_chains, left, right, threads=1)
    shared = program_of(two_chains, left, right)
    assert np.array_equal(alone.run(left, right)[0], shared.run(left, right)[0])
    yield "two chains, 10^6 elements: one thread", lambda: alone.run(left, right)
    yield "two chains, 10^6 elements: threads", lambda: shared.run(left, right)


if __name__ == "__main__":
    main("programs", cases())
