"""Outcomes of running a graph: as a program, and node by node in two ways.

The strict evaluation runs every node in order, as eager Python does. The lazy one
lets an exception of a pure op count only once something needs its result. A program
runs what is needed, in order: it raises what the strict evaluation raises, unless
nothing needs it.
"""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np

from executor.program import Program
from graph.graph import Graph
from graph.passes.prune import prune
from graph.structure import fingerprint
from tests.graph import reference
from tests.graph.reference import held

# (outputs to the last bit, type and message of the exception, what was printed)
Result = tuple[Any, tuple[type, str] | None, str]


def run_program(program: Program, *args: Any) -> Result:
    """Run a program; its results are arrays again."""
    specs = [value.spec for value in program.graph.outputs]

    def run() -> list[Any]:
        results = program.run(*args)
        assert type(results) is tuple
        for value, form in zip(results, program.output_forms, strict=True):
            assert _has_form(value, form), (value, form)
        return [held(x, spec) for x, spec in zip(results, specs, strict=True)]

    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output), np.errstate(all="ignore"):
            outputs = run()
    except Exception as error:
        return None, (type(error), str(error)), output.getvalue()
    return fingerprint(outputs), None, output.getvalue()


def _has_form(value: Any, form: str) -> bool:
    if form == "python":
        return type(value) in (int, float, bool, complex)
    if form == "scalar":
        return isinstance(value, np.generic)
    return isinstance(value, np.ndarray | np.generic)


def run_strictly(graph: Graph, *args: Any) -> Result:
    """Run every node, in order."""
    return _referred(graph, args, is_strict=True)


def run_lazily(graph: Graph, *args: Any) -> Result:
    """Run every node, but raise only what is needed."""
    return _referred(graph, args, is_strict=False)


def _referred(graph: Graph, args: tuple[Any, ...], *, is_strict: bool) -> Result:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        outcome = reference.run(graph, *args, is_strict=is_strict)
    outputs = None if outcome.outputs is None else fingerprint(outcome.outputs)
    return outputs, outcome.raised, output.getvalue()


def agree(found: Result, graph: Graph, args: tuple[Any, ...]) -> bool:
    """Tell whether a program's result is one that it may have."""
    strict = run_strictly(graph, *args)
    if found == strict:
        return True
    if strict[1] is None:
        return False
    # What fails first is perhaps not needed.
    if found == run_strictly(prune(graph), *args):
        return True
    lazy = run_lazily(graph, *args)
    if found[1] is not None:
        return lazy[1] is not None
    if lazy[1] is None:
        return lazy[0] == found[0]
    # State that a loop hands on as it is does not need the loop.
    return any(node.op.is_control for node in graph.nodes)
