"""How many nodes the graphs of the corpus and of the examples have.

    python -m tools.op_counts                    write tests/language/op_counts.txt
    python -m tools.op_counts --against FILE     compare with a file that was written so

A line is a program of the corpus: its table and name, how many traces its calls make,
how many nodes these have, and how many of them are operations of Python on objects.
Nodes of bodies count, those of a body that several calls share once; inputs of graphs
do not. A change of what is staged shows here though all results agree.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import io
import runpy
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import autograph as ag
from autograph.testing.variables import Values, variables_of
from graph.python.record import is_python
from graph.structure import is_placeholder

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "tests" / "language" / "op_counts.txt"
Counts = dict[str, tuple[int, int, int]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, and write or compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, metavar="FILE")
    parser.add_argument("--tables", default="", help="only tables that begin so")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    sys.path.insert(0, str(ROOT))  # the corpus
    counts = dict(programs(options.tables))
    if not options.tables:
        counts |= dict(examples())
    if options.against is not None:
        return compare(read(options.against), counts)
    lines = [f"{name} {' '.join(map(str, row))}\n" for name, row in counts.items()]
    if options.tables:
        sys.stdout.writelines(lines)
    else:
        FILE.write_text("".join(sorted(lines)), encoding="utf-8")
    return 0


def programs(prefix: str) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Yield what is counted of each program of the corpus that a graph runs."""
    from tests.language.programs import Rung, tables

    for table, rows in tables().items():
        for place, program in enumerate(rows):
            if table.startswith(prefix) and program.rung is Rung.STAGED:
                yield f"{table}:{program.name}#{place}", _of_program(program)


def _of_program(program: Any) -> tuple[int, int, int]:
    traced = ag.function(program.function, python="refuse")
    for args in program.calls:
        before = Values(variables_of(program.function, args))
        with (
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
            contextlib.suppress(Exception, SystemExit),  # what it raises is its own
        ):
            traced(*copy.deepcopy(args))
        before.put_back()
    return counted(traced)


def examples() -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Yield what is counted of the decorated functions of each example."""
    for path in sorted((ROOT / "examples").glob("*.py")):
        with contextlib.redirect_stdout(io.StringIO()):
            names = runpy.run_path(str(path), run_name="__main__")
        for name, value in names.items():
            if isinstance(value, ag.Function):
                yield f"examples/{path.stem}:{name}", counted(value)


def counted(traced: Any) -> tuple[int, int, int]:
    """Return how many traces a function has, their nodes, and calls of Python."""
    traces = [entry.concrete.graph for entry in traced._cache.entries()]
    seen: set[int] = set()
    nodes = [node for graph in traces for node in _nodes(graph, seen)]
    n_python = sum(map(is_python, nodes))
    return len(traces), len(nodes), n_python


def _nodes(graph: Any, seen: set[int]) -> Iterator[Any]:
    if id(graph) in seen:
        return
    seen.add(id(graph))
    for node in graph.nodes:
        if not is_placeholder(node):
            yield node
        for body in node.subgraphs.values():
            yield from _nodes(body, seen)


def read(path: Path) -> Counts:
    """Return what a file says."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, *numbers = line.rsplit(" ", 3)
        traces, nodes, python = map(int, numbers)
        found[name] = traces, nodes, python
    return found


def compare(before: Counts, now: Counts) -> int:
    """Print programs whose nodes are under 95 % of what they were; tell how many."""
    fewer = [
        name
        for name, (_, nodes, _) in before.items()
        if name in now and now[name][1] - now[name][2] < 0.95 * nodes
    ]
    for name in fewer:
        print(f"{name}: {before[name]} -> {now[name]}")
    gone = before.keys() - now.keys()
    print(f"{len(fewer)} of {len(before)} have fewer nodes; {len(gone)} are not there")
    return int(bool(fewer or gone))


if __name__ == "__main__":
    sys.exit(main())
