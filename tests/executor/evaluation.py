"""Outcomes of running a graph: as a program, and node by node in two ways.

The strict evaluation runs every node in order, as eager Python does. The lazy one
lets an exception of a pure op count only once something needs its result. A program
runs what is needed, in order: it raises what the strict evaluation raises, unless
nothing needs it.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from typing import Any

import numpy as np

from executor.program import Program
from graph import dtypes
from graph.graph import Graph, Node
from graph.passes.prune import prune
from graph.specs import TensorSpec
from graph.structure import fingerprint
from graph.tensor import EagerTensor
from tests.graph import reference

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

    return _outcome(run)


def _has_form(value: Any, form: str) -> bool:
    if form == "python":
        return type(value) in (int, float, bool, complex)
    if form == "scalar":
        return isinstance(value, np.generic)
    return isinstance(value, np.ndarray | np.generic)


def run_strictly(graph: Graph, *args: Any) -> Result:
    """Run every node, in order."""
    return _outcome(lambda: _run(graph, list(args), {}))


def run_lazily(graph: Graph, *args: Any) -> Result:
    """Run every node, but raise only what is needed."""

    def run() -> list[Any]:
        outcome = reference.run(graph, *args)
        if outcome.raised is not None:
            raise _Again(*outcome.raised)
        assert outcome.outputs is not None
        return outcome.outputs

    try:
        return _outcome(run)
    except _Again as error:
        kind, message = error.args
        return None, (kind, message), ""


class _Again(BaseException):
    """Carries type and message of an exception."""


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


def _outcome(run: Callable[[], list[Any]]) -> Result:
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output), np.errstate(all="ignore"):
            outputs = run()
    except Exception as error:
        return None, (type(error), str(error)), output.getvalue()
    return fingerprint(outputs), None, output.getvalue()


def _run(graph: Graph, args: list[Any], functions: dict[str, Graph]) -> list[Any]:
    values = {id(v): arg for v, arg in zip(graph.inputs, args, strict=True)}
    for node in graph.nodes:
        if node.op.name == "placeholder":
            continue
        given = [values[id(value)] for value in node.inputs]
        results = _run_node(node, given, functions)
        for value, result in zip(node.outputs, results, strict=True):
            values[id(value)] = result
    return [values[id(value)] for value in graph.outputs]


def _run_node(node: Node, given: list[Any], functions: dict[str, Graph]) -> list[Any]:
    if node.op.name == "call_function":
        return _run(node.attrs["body"], given, {})
    if node.op.name == "call":
        body, name = node.attrs["body"], node.attrs["function"]
        return _run(body, given, {**functions, name: body})
    if node.op.name == "call_again":
        return _run(functions[node.attrs["function"]], given, functions)
    if node.op.name == "cond":
        return _run(node.attrs["then" if given[0] else "orelse"], given[1:], functions)
    if node.op.name == "while_loop":
        test, body = node.attrs["test"], node.attrs["body"]
        n_state = len(body.outputs)
        state, captures = given[:n_state], given[n_state:]
        while _run(test, state + captures, functions)[0]:
            state = _run(body, state + captures, functions)
        return state
    is_python = bool(given) and all(dtypes.of_python(x) is not None for x in given)
    meaning = node.op.python if is_python and node.op.python else node.op.kernel
    result = meaning(*given, **node.attrs)
    if not node.outputs:
        return []
    results = result if isinstance(result, tuple) else (result,)
    specs = [value.spec for value in node.outputs]
    return [held(x, spec) for x, spec in zip(results, specs, strict=True)]


def held(result: Any, spec: TensorSpec) -> Any:
    """Return a result as the value that a tensor of this spec holds."""
    if spec.dtype.is_python:
        assert dtypes.of_python(result) is spec.dtype, (result, spec)
        return result
    if dtypes.of_python(result) is not None:  # a kernel may answer for a scalar
        result = np.array(result, spec.dtype.numpy)
    array = EagerTensor(result)._value
    assert spec.is_compatible_with(array), (array, spec)
    return array
