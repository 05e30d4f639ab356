"""Time loops: nanoseconds per iteration, whatever the number of iterations.

Three loops: integers (collatz from 77031, whose 350 steps stay within int32), floats
(a fixed number of Newton's steps towards a square root) and vectors (a hundred
elements, decaying). Each is timed as plain Python on Python's own numbers, on NumPy's
(scalars, or an array), on eager tensors, and as `ag.function`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

import autograph as ag
from tools.bench import _harness as harness

START = 77031
COLLATZ_STEPS = 350
NEWTON_STEPS = 1000
VECTOR_STEPS = 1000


@dataclass(frozen=True)
class LoopCase:
    """A loop with its arguments, and how many times it goes round."""

    name: str
    run: Callable[[], object]
    iterations: int


def collatz(n: Any) -> Any:
    """Return how many steps lead to 1."""
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def newton(a: Any, n: Any) -> Any:
    """Return the square root of `a` after `n` steps."""
    x = a
    while n > 0:
        x = 0.5 * (x + a / x)
        n -= 1
    return x


def decay(a: Any, n: Any) -> Any:
    """Return what is left of the vector `a` after `n` steps."""
    while n > 0:
        a = a - 0.001 * a
        n -= 1
    return a


def cases() -> Iterator[LoopCase]:
    """Yield the cases of the three loops; the first of each is its baseline."""
    number = ag.constant
    yield from loop_cases("collatz", collatz, COLLATZ_STEPS, {
        "plain, Python int": (START,),
        "plain, NumPy int32": (np.int32(START),),
        "plain, eager tensors": (number(START),),
        "ag.function": (number(START),),
    })  # fmt: skip
    yield from loop_cases("newton", newton, NEWTON_STEPS, {
        "plain, Python float": (2.0, NEWTON_STEPS),
        "plain, NumPy float64": (np.float64(2), np.int32(NEWTON_STEPS)),
        "plain, eager tensors": (number(2.0, ag.float64), number(NEWTON_STEPS)),
        "ag.function": (number(2.0, ag.float64), number(NEWTON_STEPS)),
    })  # fmt: skip
    vector = np.linspace(1.0, 2.0, 100)
    yield from loop_cases("vector", decay, VECTOR_STEPS, {
        "plain, NumPy array": (vector, VECTOR_STEPS),
        "plain, eager tensors": (number(vector), number(VECTOR_STEPS)),
        "ag.function": (number(vector), number(VECTOR_STEPS)),
    })  # fmt: skip


def loop_cases(
    loop: str,
    function: Callable[..., Any],
    iterations: int,
    ways: dict[str, tuple[Any, ...]],
) -> Iterator[LoopCase]:
    """Yield one loop's cases, each checked to compute what the baseline computes."""
    expected = None
    for way, arguments in (ways | competitors(ways)).items():
        run = COMPILERS[way](function) if way in COMPILERS else function
        run(*arguments)  # the first call traces; what is timed is the second kind
        result = np.asarray(run(*arguments))
        if expected is None:
            expected = result
        # Another compiler may contract a multiplication and an addition.
        assert np.allclose(result, expected, rtol=1e-12, atol=0.0), (loop, way)
        if way not in EXTERNAL:
            assert np.array_equal(result, expected), (loop, way)
        yield LoopCase(f"{loop}: {way}", bind(run, arguments), iterations)


def competitors(ways: dict[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    """Return cases for other compilers that are installed."""
    found: dict[str, tuple[Any, ...]] = {}
    baseline = next(iter(ways.values()))
    if harness.optional("numba"):
        found["numba.njit"] = baseline
    if tf := harness.optional("tensorflow"):
        found["tf.function"] = tuple(tf.constant(x) for x in baseline)
    return found


def _staged(function: Callable[..., Any]) -> Callable[..., Any]:
    return ag.function(function)


def _numba(function: Callable[..., Any]) -> Callable[..., Any]:
    numba = harness.optional("numba")
    assert numba is not None
    compiled: Callable[..., Any] = numba.njit(function)
    return compiled


def _tensorflow(function: Callable[..., Any]) -> Callable[..., Any]:
    tf = harness.optional("tensorflow")
    assert tf is not None
    staged: Callable[..., Any] = tf.function(function)
    return staged


COMPILERS: dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]] = {
    "ag.function": _staged,
    "numba.njit": _numba,
    "tf.function": _tensorflow,
}
EXTERNAL = ("numba.njit", "tf.function")


def bind(run: Callable[..., Any], arguments: tuple[Any, ...]) -> Callable[[], object]:
    """Return a call without arguments."""
    return lambda: run(*arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure all cases in turn; print a table for each loop, per iteration."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=harness.DEFAULT_REPEATS)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write FILE")
    options = parser.parse_args(arguments)
    listed = list(cases())
    timings = harness.measure(
        [(case.name, case.run) for case in listed], repeats=options.repeats
    )
    scaled = [
        replace(t, samples_s=tuple(s / case.iterations for s in t.samples_s))
        for t, case in zip(timings, listed, strict=True)
    ]
    for loop in dict.fromkeys(case.name.partition(":")[0] for case in listed):
        rows = [t for t in scaled if t.name.startswith(loop + ":")]
        print(harness.report(f"{loop}, per iteration", rows), end="\n\n")
    if options.json:
        text = json.dumps(harness.record("loops, per iteration", scaled), indent=2)
        options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
