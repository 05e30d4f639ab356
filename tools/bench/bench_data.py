"""Data sets: nanoseconds per element, beside a plain Python generator.

A million numbers are mapped by `2 x + 1` and put into batches of a thousand: mapped one
by one, and mapped as batches. The baseline is a generator that calls the same function,
undecorated, on NumPy's scalars, and `np.stack`. Then single stages, a staged loop that
adds elements, and the same loop as plain Python.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import autograph as ag
from tools.bench import _harness as harness

N = 1_000_000
SIZE = 1_000
N_LOOP = 50_000


def affine(x: Any) -> Any:
    """Return `2 x + 1`."""
    return x * 2 + 1


def batches_in_python(*, is_mapped_first: bool) -> int:
    """Return the sum of the last batch of a plain Python generator."""
    numbers: Iterator[Any] = map(np.int64, range(N))
    given = (affine(x) if is_mapped_first else x for x in numbers)
    last: Any = 0
    while chunk := list(islice(given, SIZE)):
        batch = np.stack(chunk)
        last = (batch if is_mapped_first else affine(batch)).sum()
    return int(last)


def last_of(dataset: Any) -> int:
    """Return the sum of the last batch of a data set."""
    last: Any = 0
    for batch in dataset:
        last = batch
    return int(np.sum(np.asarray(last)))


def drawn(dataset: Any) -> int:
    """Return how many elements there are."""
    return sum(1 for _ in dataset)


def total(dataset: Any) -> Any:
    """Return the sum of the elements."""
    found = ag.constant(0, ag.int64)
    for x in dataset:
        found += x
    return found


def cases() -> Iterator[tuple[str, Callable[[], object], int]]:
    """Yield the name of each case, what it runs, and how many elements these are."""
    numbers = ag.data.Dataset.range(N)
    mapped = numbers.map(affine).batch(SIZE)
    batched = numbers.batch(SIZE).map(affine)
    expected = batches_in_python(is_mapped_first=True)
    assert last_of(mapped) == last_of(batched) == expected
    yield (
        "map, batch: a generator",
        lambda: batches_in_python(is_mapped_first=True),
        N,
    )
    yield "map, batch: ag.data", lambda: last_of(mapped), N
    yield (
        "batch, map: a generator",
        lambda: batches_in_python(is_mapped_first=False),
        N,
    )
    yield "batch, map: ag.data", lambda: last_of(batched), N
    if tf := harness.optional("tensorflow"):
        theirs = tf.data.Dataset.range(N)
        in_turn = theirs.map(affine).batch(SIZE)
        at_once = theirs.batch(SIZE).map(affine)
        yield "map, batch: tf.data", lambda: drawn(in_turn), N
        yield "batch, map: tf.data", lambda: drawn(at_once), N
    few = ag.data.Dataset.range(N_LOOP)
    stages = {
        "range": few,
        "filter": few.filter(lambda x: x >= 0),
        "shuffle": few.shuffle(SIZE, seed=0),
        "prefetch": few.prefetch(100),
        "map in two threads": few.map(affine, 2),
    }
    for name, dataset in stages.items():
        yield f"a stage: {name}", lambda dataset=dataset: drawn(dataset), N_LOOP  # type: ignore[misc]
    staged = ag.function(total)
    assert int(staged(few)) == N_LOOP * (N_LOOP - 1) // 2
    yield "a loop: plain Python", lambda: total(few), N_LOOP
    yield "a loop: ag.function", lambda: staged(few), N_LOOP


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure all cases in turn; print a table for each group, per element."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write FILE")
    options = parser.parse_args(arguments)
    listed = list(cases())
    timings = harness.measure(
        [(name, run) for name, run, _ in listed], repeats=options.repeats
    )
    scaled = [
        replace(t, samples_s=tuple(s / n for s in t.samples_s))
        for t, (_, _, n) in zip(timings, listed, strict=True)
    ]
    for group in dict.fromkeys(name.partition(":")[0] for name, _, _ in listed):
        rows = [t for t in scaled if t.name.startswith(group + ":")]
        print(harness.report(f"{group}, per element", rows), end="\n\n")
    if options.json:
        text = json.dumps(harness.record("data sets, per element", scaled), indent=2)
        options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
