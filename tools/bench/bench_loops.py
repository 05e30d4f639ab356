"""Time loops: nanoseconds per iteration, whatever the number of iterations.

Three loops on values: integers (collatz from 77031, whose 350 steps stay within
int32), floats (a fixed number of Newton's steps towards a square root) and vectors (a
hundred elements, decaying). Each is timed as plain Python on Python's own numbers, on
NumPy's (scalars, or an array), on eager tensors, and as `ag.function`.

Three loops that write the items of an array, one by one: the sieve of Eratosthenes,
prefix sums, and the table of an edit distance. What is timed is one write; of arrays of
two sizes, it takes as long in the large one if it is done in place.
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
SMALL = 1_000
LARGE = 30_000
EXTERNAL = ("numba.njit", "tf.function")


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


def sieve(n: Any) -> Any:
    """Return which of the first `n` numbers are prime."""
    is_prime = np.ones(n, dtype=np.bool_)
    is_prime[0] = False
    is_prime[1] = False
    i = 2
    while i * i < n:
        if is_prime[i]:
            j = i * i
            while j < n:
                is_prime[j] = False
                j += i
        i += 1
    return is_prime


def prefix_sums(x: Any) -> Any:
    """Return the sum of each element of `x` and all those before it."""
    y = x.copy()
    for i in range(1, len(y)):
        y[i] += y[i - 1]
    return y


def edit_distance(a: Any, b: Any) -> Any:
    """Return how many changes make one sequence of the other."""
    n, m = len(a), len(b)
    d = np.zeros((n + 1, m + 1), dtype=np.int64)
    for i in range(n + 1):
        d[i, 0] = i
    for j in range(m + 1):
        d[0, j] = j
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
    return d[n, m]


def writing_cases() -> Iterator[LoopCase]:
    """Yield the cases of the loops that write to arrays."""
    number = ag.constant
    unknown = ag.TensorSpec([None], ag.int64)
    for size in (SMALL, LARGE):
        writes = sum(len(range(i * i, size, i)) for i in range(2, int(size**0.5) + 1)
                     if all(i % j for j in range(2, i)))  # fmt: skip
        yield from loop_cases(f"sieve of {size}", sieve, writes, {
            "plain, NumPy array": (size,),
            "ag.function": (number(size),),
        }, others=("numba.njit",))  # fmt: skip
        values = np.linspace(0.0, 1.0, size)
        floats = [ag.TensorSpec([None], ag.float64)]
        summed = ag.function(prefix_sums, input_signature=floats)
        yield from loop_cases(f"prefix sums of {size}", prefix_sums, size, {
            "plain, NumPy array": (values,),
            "ag.function": (number(values),),
        }, others=("numba.njit",), staged=summed)  # fmt: skip
        side = round(size**0.5)
        words = np.arange(side) % 7, np.arange(side) % 5
        compared = ag.function(edit_distance, input_signature=[unknown, unknown])
        yield from loop_cases(f"edit distance of {side}", edit_distance, side**2, {
            "plain, NumPy array": words,
            "ag.function": tuple(map(number, words)),
        }, others=("numba.njit",), staged=compared)  # fmt: skip


def cases() -> Iterator[LoopCase]:
    """Yield the cases of all loops; the first of each is its baseline."""
    yield from writing_cases()
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
    others: Sequence[str] = EXTERNAL,
    staged: Callable[..., Any] | None = None,
) -> Iterator[LoopCase]:
    """Yield one loop's cases, each checked to compute what the baseline computes.

    Args:
        loop: Its name.
        function: It.
        iterations: How many times it goes round.
        ways: Arguments, by how it is run.
        others: The other compilers that take it.
        staged: What `ag.function` makes of it, if not by itself.
    """
    expected = None
    more = {way: x for way, x in competitors(ways).items() if way in others}
    for way, arguments in (ways | more).items():
        run = COMPILERS[way](function) if way in COMPILERS else function
        if way == "ag.function" and staged is not None:
            run = staged
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
        # Python's floats would become float32.
        found["tf.function"] = tuple(
            tf.constant(np.float64(x) if isinstance(x, float) else x) for x in baseline
        )
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
