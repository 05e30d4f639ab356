"""Builders of small graphs with control flow, at known lines of a pretended file."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graph import dtypes
from graph.graph import Graph
from graph.ops import OPS
from graph.origin import Origin
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor

Values = Sequence[SymbolicTensor]

INT32 = TensorSpec((), dtypes.int32)
FLOAT32 = TensorSpec((), dtypes.float32)
FLOAT64 = TensorSpec((), dtypes.float64)
INT = TensorSpec((), dtypes.python_int)
BOOL = TensorSpec((), dtypes.bool)


class Writer:
    """Adds nodes to a graph; `line` is the user's line that they come from."""

    def __init__(self, graph: Graph, lines: list[int]) -> None:
        self.graph = graph
        self._lines = lines

    def at(self, line: int) -> Writer:
        """Let what follows come from this line."""
        self._lines[0] = line
        return self

    @property
    def origin(self) -> Origin:
        return Origin("/home/user/demo.py", self._lines[0], "demo")

    def op(self, name: str, *inputs: Any, **attrs: Any) -> Any:
        """Add a node; numbers among the inputs become Python constants."""
        values = [
            x if isinstance(x, SymbolicTensor) else self.graph.constant(x, self.origin)
            for x in inputs
        ]
        outputs = self.graph.add(OPS[name], values, attrs, origin=self.origin).outputs
        return outputs[0] if len(outputs) == 1 else outputs

    def const(self, value: Any, dtype: Any = np.int32) -> SymbolicTensor:
        """Add a constant tensor."""
        return self.graph.constant(np.array(value, dtype), self.origin)

    def cond(
        self,
        pred: SymbolicTensor,
        given: Values,
        then: Callable[..., Any],
        orelse: Callable[..., Any],
    ) -> Any:
        """Add a `cond`; the callables take a writer and what is given."""
        if pred.spec.dtype is not dtypes.python_bool:
            pred = self.op("truth", pred)
        line = self._lines[0]
        names = [x.node.name for x in given]
        bodies = {
            "then": self._body("then", given, names, then),
            "orelse": self._body("orelse", given, names, orelse),
        }
        return self.at(line).op("cond", pred, *given, **bodies)

    def loop(
        self,
        state: Mapping[str, SymbolicTensor],
        given: Values,
        test: Callable[..., Any],
        body: Callable[..., Any],
    ) -> Any:
        """Add a `while_loop`; the callables take a writer, the state, the given."""
        line = self._lines[0]
        inputs = [*state.values(), *given]
        names = [*state, *(x.node.name for x in given)]

        def decide(b: Writer, *values: SymbolicTensor) -> Any:
            result = test(b, *values)
            is_truth = result.spec.dtype is dtypes.python_bool
            return [result if is_truth else b.op("truth", result)]

        bodies = {
            "test": self._body("test", inputs, names, decide),
            "body": self._body("body", inputs, names, body),
        }
        return self.at(line).op("while_loop", *inputs, **bodies)

    def _body(
        self, name: str, given: Values, names: Sequence[str], write: Callable[..., Any]
    ) -> Graph:
        graph = Graph(name, self.graph)
        pairs = zip(given, names, strict=True)
        inputs = [graph.add_input(x.spec, n) for x, n in pairs]
        return graph.finish(_as_list(write(Writer(graph, self._lines), *inputs)))


def make(
    name: str, specs: Mapping[str, TensorSpec], write: Callable[..., Any]
) -> Graph:
    """Return the finished graph that `write(writer, *inputs)` makes."""
    graph = Graph(name)
    inputs = [graph.add_input(spec, key) for key, spec in specs.items()]
    return graph.finish(_as_list(write(Writer(graph, [1]), *inputs)))


def _as_list(result: Any) -> list[SymbolicTensor]:
    return list(result) if isinstance(result, tuple | list) else [result]


def pretend_source(text: str) -> None:
    """Let tracebacks find the lines of the pretended file."""
    lines = text.splitlines(keepends=True)
    linecache.cache["/home/user/demo.py"] = (len(text), None, lines, "demo.py")


def collatz() -> Graph:
    """Return the steps that n takes down to 1."""

    def write(b: Writer, n: SymbolicTensor) -> Any:
        def body(b: Writer, n: SymbolicTensor, steps: SymbolicTensor) -> Any:
            b.at(4)
            n = b.cond(
                b.op("equal", b.op("mod", n, 2), 0),
                [n],
                lambda b, n: b.at(5).op("floor_divide", n, 2),
                lambda b, n: b.at(7).op("add", b.op("multiply", 3, n), 1),
            )
            return n, b.at(8).op("add", steps, 1)

        zero = b.at(2).const(0)
        b.at(3)
        state = {"n": n, "steps": zero}
        return b.loop(state, [], lambda b, n, _: b.op("not_equal", n, 1), body)[1]

    return make("collatz", {"n": INT32}, write)
