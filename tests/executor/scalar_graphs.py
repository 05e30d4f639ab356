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
from graph.graph import Graph
from graph.ops import OPS
from graph.origin import Origin
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor

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
    writer = _Writer(draw)
    writer.fill(graph, pool, depth)
    return graph.finish(draw(st.lists(st.sampled_from(pool), min_size=1, max_size=4)))


@st.composite
def scalar_arguments(draw: Any, graph: Graph) -> tuple[Any, ...]:
    """Draw a value for each input."""
    return tuple(held(draw(numbers(x.spec.dtype)), x.spec.dtype) for x in graph.inputs)


class _Writer:
    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.line = 0

    def origin(self) -> Origin:
        self.line += self.draw(st.integers(0, 1))
        return Origin("/home/user/scalars.py", self.line + 1, "f")

    def fill(self, graph: Graph, pool: list[SymbolicTensor], depth: int) -> None:
        kinds = [self.binary] * 4 + [self.unary, self.constant, self.cast, self.tensor]
        kinds += [self.cond, self.loop] if depth else []
        for _ in range(self.draw(st.integers(1, 6))):
            try:
                pool += self.draw(st.sampled_from(kinds))(graph, pool, depth)
            except (AutographError, TypeError):  # Python's own, of its numbers
                continue  # the op does not take these inputs

    def pick(self, pool: list[SymbolicTensor]) -> SymbolicTensor:
        return self.draw(st.sampled_from(pool))

    def beside(self, graph: Graph, x: SymbolicTensor, pool: Any) -> SymbolicTensor:
        """Return a second operand: often of the same dtype, or a constant."""
        alike = [y for y in pool if y.spec.dtype is x.spec.dtype]
        kind = self.draw(st.sampled_from("abcc"))
        if kind == "a":
            return self.pick(pool)
        return self.pick(alike) if kind == "b" else self.number(graph, x.spec.dtype)

    def number(self, graph: Graph, dtype: DType) -> SymbolicTensor:
        value = self.draw(numbers(dtype))
        is_weak = self.draw(st.booleans()) and not dtype.is_bool
        return graph.constant(value if is_weak else held(value, dtype), self.origin())

    def apply(self, graph: Graph, name: str, *inputs: SymbolicTensor, **attrs: Any):
        is_python = all(x.spec.dtype.is_python for x in inputs)
        if is_python and OPS[name].python is None and name != "python_to_tensor":
            raise AutographError("callers make tensors of these first")
        return graph.add(OPS[name], inputs, attrs, origin=self.origin()).outputs

    def binary(self, graph: Graph, pool: Any, depth: int) -> Any:
        x = self.pick(pool)
        y = self.beside(graph, x, pool)
        x, y = (y, x) if self.draw(st.booleans()) else (x, y)
        name = self.draw(st.sampled_from(ARITHMETIC) | st.sampled_from(OTHER))
        return self.apply(graph, name, *(x, y)[: len(OPS[name].inputs)])

    def unary(self, graph: Graph, pool: Any, depth: int) -> Any:
        names = [name for name in OTHER if len(OPS[name].inputs) == 1]
        return self.apply(graph, self.draw(st.sampled_from(names)), self.pick(pool))

    def constant(self, graph: Graph, pool: Any, depth: int) -> Any:
        return [self.number(graph, self.draw(st.sampled_from(DTYPES)))]

    def cast(self, graph: Graph, pool: Any, depth: int) -> Any:
        x = self.pick(pool)
        if x.spec.dtype.is_floating:  # what nan becomes as an integer is undefined
            dtype = self.draw(st.sampled_from(FLOATS))
        else:
            dtype = self.draw(st.sampled_from(dtypes.STRONG[:11]))
        (x,) = [x] if not x.spec.dtype.is_python else self.tensor(graph, [x], depth)
        return self.apply(graph, "cast", x, dtype=dtype)

    def tensor(self, graph: Graph, pool: Any, depth: int) -> Any:
        weak = [x for x in pool if x.spec.dtype.is_python]
        return self.apply(graph, "python_to_tensor", self.pick(weak)) if weak else []

    def cond(self, graph: Graph, pool: Any, depth: int) -> Any:
        (pred,) = self.apply_truth(graph, self.pick(pool))
        bodies = {"then": Graph("then", graph), "orelse": Graph("orelse", graph)}
        pools = [[body.add_input(x.spec) for x in pool] for body in bodies.values()]
        for body, inner in zip(bodies.values(), pools, strict=True):
            self.fill(body, inner, depth - 1)
        wanted = self.draw(st.lists(st.sampled_from(pools[0]), max_size=3))
        for body, inner in zip(bodies.values(), pools, strict=True):
            body.finish([self.of_dtype(body, inner, x.spec.dtype) for x in wanted])
        node = graph.add(OPS["cond"], [pred, *pool], bodies, origin=self.origin())
        return node.outputs

    def apply_truth(self, graph: Graph, x: SymbolicTensor) -> Any:
        if x.spec.dtype is dtypes.python_bool:
            return [x]
        return graph.add(OPS["truth"], (x,), origin=self.origin()).outputs

    def of_dtype(self, graph: Graph, pool: Any, dtype: DType) -> SymbolicTensor:
        alike = [x for x in pool if x.spec.dtype is dtype]
        if alike:
            return self.pick(alike)
        return graph.constant(held(self.draw(numbers(dtype)), dtype))

    def loop(self, graph: Graph, pool: Any, depth: int) -> Any:
        count = graph.constant(0)
        state = [count, *self.draw(st.lists(st.sampled_from(pool), max_size=3))]
        inputs = [*state, *pool]
        bodies = {"test": Graph("test", graph), "body": Graph("body", graph)}
        pools = [[b.add_input(x.spec, "v") for x in inputs] for b in bodies.values()]
        test, body = bodies.values()
        rounds = test.constant(self.draw(st.integers(0, 3)))
        (going_on,) = self.apply(test, "less", pools[0][0], rounds)
        self.fill(test, pools[0], depth - 1)
        (also,) = self.apply_truth(test, self.pick(pools[0]))
        (both,) = self.apply(test, "bitwise_and", going_on, also)
        test.finish([both if self.draw(st.booleans()) else going_on])
        (counted,) = self.apply(body, "add", pools[1][0], body.constant(1))
        self.fill(body, pools[1], depth - 1)
        again = [self.of_dtype(body, pools[1], x.spec.dtype) for x in state[1:]]
        body.finish([counted, *again])
        node = graph.add(OPS["while_loop"], inputs, bodies, origin=self.origin())
        return node.outputs
