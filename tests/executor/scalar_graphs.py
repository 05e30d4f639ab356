"""Random graphs of scalar arithmetic: where a program differs most from its graph.

Every integer width at the edges of its range, truth values, floats with every special
value, Python numbers, in nested branches and loops that end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from graph import dtypes
from graph.dtypes import DType
from graph.errors import AutographError
from graph.graph import Graph, Node
from graph.ops import OPS
from graph.origin import Origin
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor
from tests.graph.random_graphs import Writer

INTEGERS = tuple(dtype for dtype in dtypes.STRONG if dtype.is_integer)
FLOATS = tuple(dtype for dtype in dtypes.STRONG if dtype.is_floating)
DTYPES = (*INTEGERS, *FLOATS, dtypes.bool, dtypes.python_int, dtypes.python_float,
          dtypes.python_bool)  # fmt: skip
ARITHMETIC = ("add", "subtract", "multiply", "floor_divide", "mod", "divide")
OTHER = ("negative", "positive", "abs", "maximum", "logical_not", "logical_and",
         "bitwise_and", "bitwise_or", "bitwise_xor", "less", "less_equal", "equal",
         "not_equal", "greater", "identity")  # fmt: skip
SPECIAL = (0.0, -0.0, 1.0, -1.5, 0.1, 65504.0, 1e-40, 1e38, np.inf, -np.inf, np.nan)


def numbers(dtype: DType) -> st.SearchStrategy[Any]:
    """Return a strategy for values of a dtype, as Python numbers."""
    if dtype.is_bool:
        return st.booleans()
    if dtype.is_integer and not dtype.is_python:
        info = np.iinfo(dtype.numpy)
        low, high = int(info.min), int(info.max)
        edges = [low, low + 1, high // 2, high - 1, high, 0, 1, 2, 3]
        return st.sampled_from(edges) | st.integers(low, high)
    if dtype.is_integer:
        return st.integers(-5, 5) | st.sampled_from([127, 255, 2**31, -(2**31), 2**40])
    return st.sampled_from(SPECIAL)


def held(value: Any, dtype: DType) -> Any:
    """Return a number as a value of this dtype."""
    if dtype.is_python:
        return value
    with np.errstate(all="ignore"):
        return np.array(value, dtype.numpy)


@st.composite
def scalar_graphs(draw: Any, depth: int = 3) -> Graph:
    """Draw a finished graph of scalars."""
    graph = Graph("f")
    chosen = draw(st.lists(st.sampled_from(DTYPES), min_size=1, max_size=4))
    pool = [graph.add_input(TensorSpec((), dtype), "x") for dtype in chosen]
    _Writer(draw, max_nodes=6).fill(graph, pool, depth)
    return graph.finish(draw(st.lists(st.sampled_from(pool), min_size=1, max_size=4)))


@st.composite
def scalar_arguments(draw: Any, graph: Graph) -> tuple[Any, ...]:
    """Draw a value for each input."""
    return tuple(held(draw(numbers(x.spec.dtype)), x.spec.dtype) for x in graph.inputs)


class _Writer(Writer):
    most_given = 8

    def steps(self) -> list[Any]:
        return [self.binary] * 4 + [self.unary, self.scalar, self.cast, self.tensor]

    def origin(self) -> Origin:
        self.line += self.draw(st.integers(0, 1))
        return Origin("/home/user/scalars.py", self.line + 1, "f")

    def values(self, spec: TensorSpec) -> st.SearchStrategy[Any]:
        return numbers(spec.dtype).map(lambda value: held(value, spec.dtype))

    def beside(self, graph: Graph, x: SymbolicTensor, pool: Any) -> SymbolicTensor:
        """Return a second operand: often of the same dtype, or a constant."""
        alike = [y for y in pool if y.spec.dtype is x.spec.dtype]
        kind = self.draw(st.sampled_from("abcc"))
        if kind == "a":
            return self.pick(pool)
        return self.pick(alike) if kind == "b" else self.constant(graph, x.spec.dtype)

    def constant(self, graph: Graph, dtype: DType) -> SymbolicTensor:
        value = self.draw(numbers(dtype))
        is_weak = self.draw(st.booleans()) and not dtype.is_bool
        return graph.constant(value if is_weak else held(value, dtype), self.origin())

    def add(self, graph: Graph, name: str, *inputs: Any, **attrs: Any) -> Node:
        is_python = all(x.spec.dtype.is_python for x in inputs)
        if is_python and OPS[name].python is None and name != "python_to_tensor":
            raise AutographError("callers make tensors of these first")
        return graph.add(OPS[name], inputs, attrs, origin=self.origin())

    def binary(self, graph: Graph, pool: Any, depth: int) -> Node:
        x = self.pick(pool)
        y = self.beside(graph, x, pool)
        x, y = (y, x) if self.draw(st.booleans()) else (x, y)
        name = self.draw(st.sampled_from(ARITHMETIC) | st.sampled_from(OTHER))
        return self.add(graph, name, *(x, y)[: len(OPS[name].inputs)])

    def unary(self, graph: Graph, pool: Any, depth: int) -> Node:
        names = [name for name in OTHER if len(OPS[name].inputs) == 1]
        return self.add(graph, self.draw(st.sampled_from(names)), self.pick(pool))

    def scalar(self, graph: Graph, pool: Any, depth: int) -> Node:
        return self.constant(graph, self.draw(st.sampled_from(DTYPES))).node

    def cast(self, graph: Graph, pool: Any, depth: int) -> Node:
        x = self.pick(pool)
        if x.spec.dtype.is_floating:  # what nan becomes as an integer is undefined
            dtype = self.draw(st.sampled_from(FLOATS))
        else:
            dtype = self.draw(st.sampled_from(dtypes.STRONG[:11]))
        if x.spec.dtype.is_python:
            (x,) = self.tensor(graph, [x], depth).outputs
        return self.add(graph, "cast", x, dtype=dtype)

    def tensor(self, graph: Graph, pool: Any, depth: int) -> Node:
        weak = [x for x in pool if x.spec.dtype.is_python]
        return self.add(graph, "python_to_tensor", self.pick(weak))

    def decision(self, graph: Graph, pool: Any, going_on: Any) -> SymbolicTensor:
        also = self.truth(graph, pool)
        both = self.add(graph, "bitwise_and", going_on, also)
        return both.outputs[0] if self.draw(st.booleans()) else going_on
