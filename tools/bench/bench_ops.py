"""What it costs to reach each op's kernel: at once, and as a node of a program.

    .venv/bin/python -m tools.bench.bench_ops
    .venv/bin/python -m tools.bench.bench_ops --op matmul --op tanh --json out.json

The arguments are those that the tests draw for the op, small ones. Times of an op come
from one run, in turns; `eager` and `graph` are what comes on top of the kernel. In a
graph an op stands `N_NODES` times, less what a call of an empty program costs.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from executor.program import Program, build
from graph.dispatch import apply
from graph.graph import Graph
from graph.op import OPS, Op
from graph.ops import core as _core  # noqa: F401  # makes all of OPS
from graph.specs import spec_of
from graph.tensor import EagerTensor
from tests.graph.ops.samples import WITHOUT, Case, Draw, case_for
from tools.bench._harness import environment, measure

N_NODES: Final = 16
MAX_ELEMENTS: Final = 64
# Of the cases that are drawn for an op, how many are looked at for a fitting one.
MAX_DRAWS: Final = 200


class SeededDraw(Draw):
    """Draws without hypothesis: the same cases in every run."""

    def __init__(self, seed: int) -> None:
        """Draw the values of a seed."""
        super().__init__(None)
        self._source = random.Random(seed)

    def one(self, options: Any) -> Any:
        """Draw one of some options."""
        return self._source.choice(list(options))

    def integer(self, low: int, high: int) -> int:
        """Draw an integer, both bounds included."""
        return self._source.randint(low, high)

    def flag(self) -> bool:
        """Draw a truth value."""
        return self._source.random() < 0.5


@dataclass(frozen=True)
class Cost:
    """Nanoseconds of one application of an op."""

    op: str
    kernel_ns: float
    eager_ns: float
    graph_ns: float


def small_case(op: Op) -> Case | None:
    """Return arguments of which no array is empty or large."""
    for seed in range(MAX_DRAWS):
        case = case_for(op, SeededDraw(seed))
        arrays = [x for x in case.inputs if isinstance(x, (np.ndarray, np.generic))]
        if len(arrays) == len(case.inputs) and all(
            0 < array.size <= MAX_ELEMENTS and array.dtype != object for array in arrays
        ):
            return case
    return None


def program_of(op: Op, case: Case) -> Program:
    """Return a program that applies an op to its arguments many times."""
    graph = Graph("f")
    inputs = [graph.add_input(spec_of(x), "x") for x in case.inputs]
    outputs: list[Any] = []
    for _ in range(N_NODES):
        outputs += graph.add(op, inputs, case.attrs).outputs
    graph.finish(outputs)
    return build(graph, 1)


def empty_program(case: Case) -> Program:
    """Return a program with the same inputs that computes nothing."""
    graph = Graph("f")
    inputs = [graph.add_input(spec_of(x), "x") for x in case.inputs]
    graph.finish(inputs[:1] or [graph.constant(np.zeros(()))])
    return build(graph, 1)


def cost_of(op: Op, case: Case, repeats: int, min_time_s: float) -> Cost:
    """Measure an op."""
    given = [np.array(x, copy=None) for x in case.inputs]
    tensors = [EagerTensor(x) for x in given]
    attrs = dict(case.attrs)
    whole, empty = program_of(op, case), empty_program(case)
    cases: list[tuple[str, Callable[[], object]]] = [
        ("kernel", partial(op.kernel, *given, **attrs)),
        ("eager", partial(apply, op, tensors, attrs)),
        ("graph", partial(whole.run, *given)),
        ("empty", partial(empty.run, *given)),
    ]
    kernel, eager, graph, nothing = (
        timing.min_s * 1e9
        for timing in measure(cases, repeats=repeats, min_time_s=min_time_s)
    )
    on_top = (graph - nothing) / N_NODES - kernel
    return Cost(op.name, kernel, eager - kernel, on_top)


def costs(names: Sequence[str], repeats: int, min_time_s: float) -> Iterator[Cost]:
    """Measure the ops of these names, or all that the tests draw arguments for."""
    for name in names or sorted(OPS):
        op = OPS[name]
        if name in WITHOUT:
            continue
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore", RuntimeWarning)
            case = small_case(op)
            if case is not None:
                yield cost_of(op, case, repeats, min_time_s)


def report(found: Sequence[Cost]) -> str:
    """Return the table: the dearest in a graph first, and the usual one."""
    lines = [f"{'op':28} {'kernel':>9} {'eager +':>9} {'graph +':>9}   nanoseconds"]
    lines += [
        f"{c.op:28} {c.kernel_ns:9.0f} {c.eager_ns:9.0f} {c.graph_ns:9.0f}"
        for c in sorted(found, key=lambda c: -c.graph_ns)
    ]
    eager = statistics.median(c.eager_ns for c in found)
    graph = statistics.median(c.graph_ns for c in found)
    lines.append(f"{'median of ' + str(len(found)):38} {eager:9.0f} {graph:9.0f}")
    return "\n".join(lines)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--op", action="append", default=[], choices=sorted(OPS))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--min-time", type=float, default=0.002, help="s per sample")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write FILE")
    options = parser.parse_args()
    found = list(costs(options.op, options.repeats, options.min_time))
    print(report(found))
    if options.json:
        data = {"environment": environment(), "costs": [asdict(c) for c in found]}
        options.json.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
