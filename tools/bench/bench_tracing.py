"""Time Python's own work while a function is traced, beside plain Python.

Work on values that are not of the run is done once, while tracing: each of five
functions takes a Python number that the traced function captures. `while tracing` is
the time of the trace, without conversion of the source, and `python="refuse"` makes
sure that it was one; every sample traces a new function. The last line is the
geometric mean of the five ratios, of the least disturbed samples.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import autograph as ag
from tools.bench import _harness as harness

DEFAULT_REPEATS = 5
# A call is short: the least disturbed of as many is a sample.
PLAIN_CALLS = 20


def nested_loops(n: int) -> int:
    """Add and multiply in two loops."""
    total = 0
    for i in range(n):
        for j in range(20):
            if (i + j) % 3 == 0:
                total += i * j
            else:
                total -= i - j
    return total


def counts_in_dict(n: int) -> int:
    """Count in a dict, and look the counts up."""
    counts: dict[int, int] = {}
    for i in range(10 * n):
        key = i * i % 31
        counts[key] = counts.get(key, 0) + 1
    return sum(key * count for key, count in counts.items())


def lists_by_index(n: int) -> int:
    """Append to a list, read and write it by index, and step through it."""
    values = []
    for i in range(5 * n):
        values.append(i * 7 % 11)  # noqa: PERF401  # what is measured
    for i in range(1, len(values)):
        values[i] += values[i - 1]
    total = 0
    for value in values:
        total += value
    return total


def text_of_numbers(n: int) -> int:
    """Build text, split it, and read the numbers in it."""
    text = ""
    for i in range(4 * n):
        text += f"{i % 10},"
    parts = []
    for part in text.split(","):
        if part.isdigit():
            parts.append(part.rjust(2, "0"))  # noqa: PERF401  # what is measured
    return len("-".join(parts)) + int(parts[-1])


class Walker:
    """A walker with a position, which has methods that change it."""

    def __init__(self, speed: int) -> None:
        self.speed = speed
        self.position = 0
        self.turns = 0

    def step(self, i: int) -> None:
        """Go on, or turn."""
        if i % 5 == 0:
            self.turn()
        self.position += self.speed

    def turn(self) -> None:
        """Go the other way."""
        self.speed = -self.speed
        self.turns += 1


def objects_with_methods(n: int) -> int:
    """Make objects, call their methods, and read their attributes."""
    total = 0
    for i in range(n // 2):
        walker = Walker(i)
        for j in range(8):
            walker.step(j)
        total += walker.position + walker.turns
    return total


# Each with the number for which plain Python takes a millisecond or two.
WORK: tuple[tuple[Callable[[int], int], int], ...] = (
    (nested_loops, 800),
    (counts_in_dict, 1200),
    (lists_by_index, 1500),
    (text_of_numbers, 1500),
    (objects_with_methods, 2000),
)


def traced(work: Callable[[int], int], n: int) -> float:
    """Return the seconds of tracing a new function that does the work."""

    def run(x: Any) -> Any:
        return x + work(n)

    # The budget of a trace would end those that are slow before they are measured.
    function: Any = ag.function(run, python="refuse", trace_budget_s=None)
    result = function(np.int64(1))
    assert int(result) == 1 + work(n), work.__name__
    (report,) = function.explain().traces
    seconds: float = report.trace_s
    return seconds


def measure(
    work: Callable[[int], int], n: int, repeats: int
) -> tuple[harness.Timing, harness.Timing]:
    """Return the plain seconds and those while tracing; the two take turns."""
    traced(work, 2)
    plain_s, traced_s = [], []
    for _ in range(repeats):
        gc.collect()
        gc.disable()
        try:
            plain_s.append(min(_timed(work, n) for _ in range(PLAIN_CALLS)))
            traced_s.append(traced(work, n))
        finally:
            gc.enable()
    name = work.__name__
    return (
        harness.Timing(f"{name}: plain", 1, tuple(plain_s)),
        harness.Timing(f"{name}: while tracing", 1, tuple(traced_s)),
    )


def _timed(work: Callable[[int], int], n: int) -> float:
    start = time.perf_counter()
    work(n)
    return time.perf_counter() - start


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the work; print a table for each, and the mean of the ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=DEFAULT_REPEATS)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write FILE")
    options = parser.parse_args(arguments)
    timings: list[harness.Timing] = []
    ratios = []
    for work, n in WORK:
        rows = measure(work, n, options.repeats)
        print(harness.report(work.__name__, rows), end="\n\n")
        timings += rows
        ratios.append(rows[1].min_s / rows[0].min_s)
    mean = statistics.geometric_mean(ratios)
    print(f"geometric mean of the ratios of minima: {mean:.1f}")
    if options.json:
        stored = harness.record("Python while tracing", timings)
        stored["geometric_mean"] = mean
        options.json.write_text(json.dumps(stored, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
