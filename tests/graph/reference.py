"""Run a graph node by node, as slowly and plainly as can be: what passes, text and
executors are compared with.

Execution is not strict: an exception of a pure op counts only once its result is
needed by an output, a decision or an effect.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from graph import dtypes
from graph.graph import Graph, Node
from graph.specs import TensorSpec, is_list
from graph.structure import fingerprint
from graph.tensor import EagerTensor


@dataclass
class Outcome:
    """What came of a run.

    Attributes:
        outputs: Arrays and Python numbers; None when the run raised.
        raised: Type and message of the exception, if there was one.
        log: What had an effect, in order: op, attributes and inputs.
    """

    outputs: list[Any] | None = None
    raised: tuple[type, str] | None = None
    log: list[Any] = field(default_factory=list)

    @property
    def key(self) -> Any:
        """What two runs that agree have in common, to the last bit."""
        outputs = None if self.outputs is None else fingerprint(self.outputs)
        return outputs, self.raised, self.log


def run(graph: Graph, *args: Any, is_strict: bool = False) -> Outcome:
    """Run a graph on arrays and Python numbers, one for each input.

    If it is strict, every node runs in order, and the first exception ends the run.
    What is printed goes to the log, and if it is strict, to the standard output.
    """
    outcome = Outcome()
    try:
        with np.errstate(all="ignore"):
            values = _Runner(outcome.log, is_strict).run(graph, list(args), {})
            outcome.outputs = [_forced(value) for value in values]
    except Exception as error:
        outcome.raised = (type(error), str(error))
    return outcome


@dataclass(frozen=True)
class _Raised:
    """In place of a value: the exception raised for it."""

    error: Exception


def _forced(value: Any) -> Any:
    if isinstance(value, _Raised):
        raise value.error
    return value


@dataclass
class _Runner:
    log: list[Any]
    is_strict: bool

    def run(self, graph: Graph, args: list[Any], functions: Any) -> list[Any]:
        assert len(args) == len(graph.inputs)
        values = {id(v): arg for v, arg in zip(graph.inputs, args, strict=True)}
        for node in graph.nodes:
            if node.op.name == "placeholder":
                continue
            given = [values[id(value)] for value in node.inputs]
            try:
                results = self.node(node, given, functions)
            except Exception as error:
                if node.effects or self.is_strict:
                    raise
                results = [_Raised(error)] * len(node.outputs)
            for value, result in zip(node.outputs, results, strict=True):
                values[id(value)] = result
        return [values[id(value)] for value in graph.outputs]

    def node(self, node: Node, given: list[Any], functions: Any) -> list[Any]:
        if node.op.name == "call_function":
            return self.run(node.attrs["body"], given, {})
        if node.op.name == "call":
            body, name = node.attrs["body"], node.attrs["function"]
            return self.run(body, given, {**functions, name: body})
        if node.op.name == "call_again":
            # Inside the body of the function there may be others of other names only.
            return self.run(functions[node.attrs["function"]], given, functions)
        if node.op.name == "cond":
            branch = node.attrs["then" if _forced(given[0]) else "orelse"]
            return self.run(branch, given[1:], functions)
        if node.op.name == "while_loop":
            test, body = node.attrs["test"], node.attrs["body"]
            n_state = len(body.outputs)
            state, captures = given[:n_state], given[n_state:]
            while _forced(self.run(test, state + captures, functions)[0]):
                state = self.run(body, state + captures, functions)
            return state
        given = [_forced(value) for value in given]
        if node.op.effects:
            attrs = {k: fingerprint(v) for k, v in node.attrs.items()}
            self.log.append((node.op.name, attrs, fingerprint(given)))
            if node.op.name == "print" and not self.is_strict:
                return []
        result = _computed(node, given)
        if not node.outputs:
            return []
        results = result if isinstance(result, tuple) else (result,)
        return [
            held(result, value.spec)
            for result, value in zip(results, node.outputs, strict=True)
        ]


def _computed(node: Node, given: list[Any]) -> Any:
    is_python = bool(given) and all(dtypes.of_python(x) is not None for x in given)
    if is_python and node.op.python is not None:
        return node.op.python(*given, **node.attrs)
    return node.op.kernel(*given, **node.attrs)


def held(result: Any, spec: TensorSpec) -> Any:
    """Return a result as the value that a tensor of this spec holds."""
    if is_list(spec):
        return result
    if spec.dtype.is_python:
        assert dtypes.of_python(result) is spec.dtype, (result, spec)
        return result
    if dtypes.of_python(result) is not None:  # a kernel may answer for a scalar
        result = np.asarray(result, spec.dtype.numpy)
    array = EagerTensor(result)._value
    assert spec.is_compatible_with(array), (array, spec)
    return array
