"""Time the first call of a function, part by part.

It converts the source of the function, traces it, optimises the graph and builds the
program, and runs that. Three functions: collatz (a loop of ten lines), a search for a
root (40 lines of numbers, with nested conditions and jumps), and the k-means of
`examples/`, which calls others. Every sample is the call of a new function, whose text
was never seen before; modules are imported by then. The baseline of each is the time
until the result, of which the parts are shares; the last row is a call after the first.
"""

from __future__ import annotations

import argparse
import gc
import inspect
import itertools
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import autograph as ag
from autograph.testing.programs import compile_program
from tools.bench import _harness as harness
from tools.bench.bench_loops import START, collatz

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PARTS = (
    "until the result",
    "conversion",
    "tracing",
    "optimisation",
    "the rest, with the run",
    "a later call",
)
_NUMBERS = itertools.count()


def root(low: Any, high: Any, tolerance: Any) -> Any:
    """Return a root of a cubic polynomial between two numbers, and the steps."""
    at_low = low**3 - 2.0 * low - 5.0
    at_high = high**3 - 2.0 * high - 5.0
    steps = 0
    best = low
    at_best = at_low
    while high - low > tolerance:
        if abs(at_high - at_low) > 1e-12:
            guess = high - at_high * (high - low) / (at_high - at_low)
        else:
            guess = 0.5 * (low + high)
        # A secant that leaves the middle of the interval is worth nothing.
        margin = 0.01 * (high - low)
        if not low + margin < guess < high - margin:
            guess = 0.5 * (low + high)
        value = guess**3 - 2.0 * guess - 5.0
        if abs(value) < abs(at_best):
            best = guess
            at_best = value
        if value == 0.0 or steps >= 200:
            break
        if (value < 0.0) == (at_low < 0.0):
            low = guess
            at_low = value
        else:
            high = guess
            at_high = value
        steps += 1
    slope = 3.0 * best * best - 2.0
    for _ in range(2):
        if abs(slope) < 1e-9:
            continue
        best = best - at_best / slope
        at_best = best**3 - 2.0 * best - 5.0
        slope = 3.0 * best * best - 2.0
    if at_best < 0.0 and steps > 100:
        return best + tolerance, steps
    return best, steps


@dataclass(frozen=True)
class Program:
    """A function as text, and what it is called with.

    Attributes:
        title: What it is.
        text: The text of a module that defines it.
        name: Its name there.
        arguments: What it is called with.
        expected: What plain Python makes of them.
    """

    title: str
    text: str
    name: str
    arguments: tuple[Any, ...]
    expected: Any

    def fresh(self) -> Callable[..., Any]:
        """Return the function, compiled of a text that was never seen before."""
        return compile_program(f"{self.text}\n# {next(_NUMBERS)}\n", self.name)


def programs() -> Iterator[Program]:
    """Yield the programs."""
    yield Program(
        "collatz", text_of(collatz), "collatz", (np.int32(START),), collatz(START)
    )
    given = (np.float64(1.0), np.float64(3.0), np.float64(1e-9))
    yield Program("root, 40 lines", text_of(root), "root", given, root(*given))
    text = (EXAMPLES / "kmeans.py").read_text(encoding="utf-8")
    points = np.random.default_rng(0).normal(size=(30, 2))
    data = (points, points[:3])
    plain: Any = compile_program(text, "kmeans")
    expected = plain.python_function(*data)
    yield Program("k-means of examples/", text, "kmeans", data, expected)


def text_of(function: Callable[..., Any]) -> str:
    """Return the text of a module that defines a function."""
    return f"from typing import Any\n\n\n{inspect.getsource(function)}"


def sample(program: Program) -> tuple[float, ...]:
    """Return the seconds of each part of a first call."""
    fresh = program.fresh()
    function: Any = fresh if hasattr(fresh, "explain") else ag.function(fresh)
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        result = function(*program.arguments)
        total_s = time.perf_counter() - start
        function(*program.arguments)
        start = time.perf_counter()
        function(*program.arguments)
        later_s = time.perf_counter() - start
    finally:
        gc.enable()
    check(result, program)
    (trace,) = function.explain().traces
    made_s = (trace.convert_s, trace.trace_s, trace.build_s)
    return total_s, *made_s, total_s - sum(made_s), later_s


def check(result: Any, program: Program) -> None:
    """Check that a result is that of plain Python."""
    for found, expected in zip(
        ag.nest.flatten(result), ag.nest.flatten(program.expected), strict=True
    ):
        assert np.allclose(np.asarray(found), np.asarray(expected)), program.title


def first_of_tensorflow(program: Program) -> float | None:
    """Return the seconds until TensorFlow's first result, if it is installed."""
    tf = harness.optional("tensorflow")
    if tf is None or program.name == "kmeans":
        return None
    function = tf.function(program.fresh())
    given = [tf.constant(each) for each in program.arguments]
    start = time.perf_counter()
    result = function(*given)
    total_s = time.perf_counter() - start
    check([each.numpy() for each in tf.nest.flatten(result)], program)
    return total_s


def measure(program: Program, repeats: int) -> list[harness.Timing]:
    """Time the parts of first calls; the first, which imports, is not counted."""
    sample(program)
    samples: list[tuple[float, ...]] = []
    theirs: list[float] = []
    for _ in range(repeats):
        samples.append(sample(program))
        seconds = first_of_tensorflow(program)
        if seconds is not None:
            theirs.append(seconds)
    rows = dict(zip(PARTS, zip(*samples, strict=True), strict=True))
    if theirs:
        rows["tf.function, until the result"] = tuple(theirs)
    return [
        harness.Timing(f"{program.title}: {part}", 1, row) for part, row in rows.items()
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the programs; print a table for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=harness.DEFAULT_REPEATS)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write FILE")
    options = parser.parse_args(arguments)
    timings: list[harness.Timing] = []
    for program in programs():
        rows = measure(program, options.repeats)
        print(harness.report(f"the first call of {program.title}", rows), end="\n\n")
        timings += rows
    if options.json:
        text = json.dumps(harness.record("first calls", timings), indent=2)
        options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
