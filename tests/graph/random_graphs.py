"""Random graphs that keep every rule, and arguments to run them on.

    @given(data=st.data())
    def test_something(data):
        graph = data.draw(graphs())
        args = data.draw(arguments(graph))

Values are few and ops are repeated, so that equal expressions, constants, dead code
and dead loop variables are common. Loops end after a few rounds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from graph import dtypes
from graph.errors import AutographError
from graph.graph import Graph, Node
from graph.ops import OPS
from graph.origin import Origin
from graph.specs import TensorSpec, covers
from graph.tensor import SymbolicTensor

SPECS = (
    TensorSpec((), dtypes.int32),
    TensorSpec((3,), dtypes.int32),
    TensorSpec((), dtypes.float32),
    TensorSpec((2, 3), dtypes.float32),
    TensorSpec((None,), dtypes.float64),
    TensorSpec(None, dtypes.float32),
    TensorSpec((), dtypes.bool),
    TensorSpec((3,), dtypes.bool),
    TensorSpec((2,), dtypes.string),
    TensorSpec((), dtypes.python_int),
    TensorSpec((), dtypes.python_float),
    TensorSpec((), dtypes.python_bool),
)
NUMBERS = (0, 1, 2, -3, 0.0, -0.0, 0.5, 1e300, float("inf"), float("nan"), True, False)
# Powers and shifts of Python's integers could grow without end; ~True warns.
_EXCLUDED = ("pow", "float_power", "left_shift", "invert")
ELEMENTWISE = tuple(
    op for op in OPS.values() if op.is_elementwise and op.name not in _EXCLUDED
)
# Drawn often, so that nodes repeat.
USUAL = tuple(OPS[name] for name in ("add", "subtract", "multiply", "less", "equal"))
OTHERS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("identity", 1, {}),
    ("python_to_tensor", 1, {}),
    ("truth", 1, {}),
    ("cast", 1, {"dtype": dtypes.float64}),
    ("cast", 1, {"dtype": dtypes.int32}),
    ("reduce_sum", 1, {"axis": None, "keepdims": False}),
    ("reduce_max", 1, {"axis": (0,), "keepdims": True}),
    ("expand_dims", 1, {"axis": (0,)}),
    ("transpose", 1, {"perm": None}),
    ("shape", 1, {"dtype": dtypes.int32}),
    ("stack", 2, {"axis": 0}),
    ("unstack", 1, {"num": 3, "axis": -1}),
    ("floor_divide", 2, {}),
    ("mod", 2, {}),
)


@st.composite
def graphs(draw: Any, max_nodes: int = 8, depth: int = 2) -> Graph:
    """Draw a finished graph.

    Args:
        draw: From hypothesis.
        max_nodes: The most nodes that are tried in each region.
        depth: How deep control flow is nested.
    """
    graph = Graph(draw(st.sampled_from(["f", "step", "<lambda>", "a b"])))
    chosen = draw(st.lists(st.sampled_from(SPECS), min_size=1, max_size=4))
    names = st.sampled_from(["x", "y", "n", "scope/x", "1.5", "inf"])
    pool = [graph.add_input(spec, draw(names)) for spec in chosen]
    Writer(draw, max_nodes).fill(graph, pool, depth)
    return graph.finish(draw(st.lists(st.sampled_from(pool), max_size=3)))


@st.composite
def arguments(draw: Any, graph: Graph) -> tuple[Any, ...]:
    """Draw an array or Python number for each input of a graph."""
    return tuple(draw(values(value.spec)) for value in graph.inputs)


def values(spec: TensorSpec) -> st.SearchStrategy[Any]:
    """Return a strategy for values that fit a spec."""
    kind = spec.dtype.numpy.kind
    element: st.SearchStrategy[Any] = {
        "b": st.booleans(),
        "i": st.integers(-3, 3),
        "u": st.integers(0, 3),
        "c": st.sampled_from([0j, 1 - 2j, complex(np.inf, -0.0)]),
        "f": st.sampled_from(
            [0.0, -0.0, 1.0, 0.1, -2.5, 1e38, np.inf, -np.inf, np.nan]
        ),
        "O": st.sampled_from([b"", b"a", b"\x00#'"]),
    }[kind]
    if spec.dtype.is_python:
        return element
    return _shapes(spec).flatmap(
        lambda shape: st.lists(
            element, min_size=int(np.prod(shape)), max_size=int(np.prod(shape))
        ).map(lambda items: _array(items, shape, spec))
    )


def _shapes(spec: TensorSpec) -> st.SearchStrategy[tuple[int, ...]]:
    if spec.shape is None:
        return st.sampled_from([(), (1,), (3,), (2, 3), (0, 3)])
    sizes = [st.integers(0, 3) if dim is None else st.just(dim) for dim in spec.shape]
    return st.tuples(*sizes)


def _array(items: list[Any], shape: tuple[int, ...], spec: TensorSpec) -> Any:
    flat = np.empty(len(items), dtype=spec.dtype.numpy)
    with np.errstate(over="ignore"):
        flat[:] = items
    array = flat.reshape(shape)
    array.flags.writeable = False
    return array


class Writer:
    """Writes random nodes into graphs."""

    most_given = 3  # values for a branch

    def __init__(self, draw: Any, max_nodes: int) -> None:
        self.draw = draw
        self.max_nodes = max_nodes
        self.line = 0

    def fill(self, graph: Graph, pool: list[SymbolicTensor], depth: int) -> None:
        """Append nodes to `graph`, and their outputs to `pool`."""
        write = self.steps() + ([self.cond, self.loop] if depth else [])
        for _ in range(self.draw(st.integers(0, self.max_nodes))):
            try:
                made = self.draw(st.sampled_from(write))(graph, pool, depth)
            except (AutographError, TypeError):  # Python's own: float & float
                continue  # the op does not take these inputs
            pool += made.outputs

    def steps(self) -> list[Any]:
        """Return what writes one node; what is there twice is drawn more often."""
        return [self.number, self.usual, self.usual, self.elementwise, self.other,
                self.array, self.effect]  # fmt: skip

    def origin(self) -> Origin:
        self.line += 1
        return Origin("/home/user/demo.py", self.line, "f")

    def pick(self, pool: list[SymbolicTensor]) -> SymbolicTensor:
        if not pool:
            raise AutographError("there is nothing to choose from")
        return self.draw(st.sampled_from(pool))

    def some(self, pool: list[Any], most: int) -> list[Any]:
        return self.draw(st.lists(st.sampled_from(pool), max_size=most)) if pool else []

    def number(self, graph: Graph, pool: Any, depth: int) -> Node:
        value = self.draw(st.sampled_from(NUMBERS))
        return graph.constant(value, self.origin()).node

    def array(self, graph: Graph, pool: Any, depth: int) -> Node:
        spec = self.draw(st.sampled_from([s for s in SPECS if not s.dtype.is_python]))
        return graph.constant(self.draw(values(spec)), self.origin()).node

    def usual(self, graph: Graph, pool: list[SymbolicTensor], depth: int) -> Node:
        return self.apply(graph, pool, self.draw(st.sampled_from(USUAL)))

    def elementwise(self, graph: Graph, pool: list[SymbolicTensor], depth: int) -> Node:
        return self.apply(graph, pool, self.draw(st.sampled_from(ELEMENTWISE)))

    def apply(self, graph: Graph, pool: list[SymbolicTensor], op: Any) -> Node:
        inputs = [self.pick(pool) for _ in op.inputs]
        if op.python is None and all(v.spec.dtype.is_python for v in inputs):
            raise AutographError("callers make tensors of these first")
        return graph.add(op, inputs, origin=self.origin())

    def other(self, graph: Graph, pool: list[SymbolicTensor], depth: int) -> Node:
        name, n_inputs, attrs = self.draw(st.sampled_from(OTHERS))
        inputs = [self.pick(pool) for _ in range(n_inputs)]
        is_python = any(value.spec.dtype.is_python for value in inputs)
        if is_python and OPS[name].python is None and name != "python_to_tensor":
            raise AutographError("callers make tensors of these first")
        return graph.add(OPS[name], inputs, attrs, origin=self.origin())

    def effect(self, graph: Graph, pool: list[SymbolicTensor], depth: int) -> Node:
        value = self.pick(pool)
        if self.draw(st.integers(0, 3)) or value.spec.dtype is not dtypes.python_bool:
            attrs = {"template": "{}\n", "stream": "stdout", "summarize": 3}
            return graph.add(OPS["print"], (value,), attrs, origin=self.origin())
        attrs = {"exception": "ValueError", "template": "no"}
        return graph.add(OPS["assert_that"], (value,), attrs, origin=self.origin())

    def cond(self, graph: Graph, pool: list[SymbolicTensor], depth: int) -> Node:
        pred = self.truth(graph, pool)
        given = self.some(pool, self.most_given)
        bodies = {name: Graph(f"cond_{name}", graph) for name in ("then", "orelse")}
        pools = [[body.capture(v) for v in given] for body in bodies.values()]
        for body, inner in zip(bodies.values(), pools, strict=True):
            self.fill(body, inner, depth - 1)
        specs = [value.spec for value in pools[0]]
        wanted = self.some(specs, 3)
        for body, inner in zip(bodies.values(), pools, strict=True):
            body.finish([self.of_dtype(body, inner, spec) for spec in wanted])
        captured = [outer for outer, _ in bodies["then"].captures]
        return graph.add(OPS["cond"], [pred, *captured], bodies, origin=self.origin())

    def truth(self, graph: Graph, pool: list[SymbolicTensor]) -> SymbolicTensor:
        found = [v for v in pool if v.spec.dtype is dtypes.python_bool]
        if found and self.draw(st.booleans()):
            return self.pick(found)
        value = self.pick(pool)
        return graph.add(OPS["truth"], (value,), origin=self.origin()).outputs[0]

    def of_dtype(
        self, graph: Graph, pool: list[SymbolicTensor], spec: TensorSpec
    ) -> SymbolicTensor:
        found = [v for v in pool if v.spec.dtype is spec.dtype]
        if found:
            return self.pick(found)
        return graph.constant(self.draw(self.values(TensorSpec((), spec.dtype))))

    def values(self, spec: TensorSpec) -> st.SearchStrategy[Any]:
        return values(spec)

    def loop(self, graph: Graph, pool: list[SymbolicTensor], depth: int) -> Node:
        count = graph.constant(0)
        start = self.some(pool, 3)
        given = self.some(pool, 2)
        bodies = {name: Graph(f"while_{name}", graph) for name in ("test", "body")}
        state = [count, *start]
        pools = [
            [body.add_input(v.spec, f"s{i}") for i, v in enumerate(state)]
            + [body.capture(v) for v in given]
            for body in bodies.values()
        ]
        test, body = bodies.values()
        rounds = test.constant(self.draw(st.integers(0, 3)))
        going_on = test.add(OPS["less"], (pools[0][0], rounds)).outputs[0]
        self.fill(test, pools[0], depth - 1)
        test.finish([self.decision(test, pools[0], going_on)])
        inner = pools[1]
        counted = body.add(OPS["add"], (inner[0], body.constant(1))).outputs[0]
        self.fill(body, inner, depth - 1)
        again = [self.that_fits(inner, value.spec) for value in start]
        body.finish([counted, *again])
        captured = [outer for outer, _ in body.captures]
        return graph.add(
            OPS["while_loop"], [*state, *captured], bodies, origin=self.origin()
        )

    def decision(self, graph: Graph, pool: Any, going_on: Any) -> SymbolicTensor:
        """Return what a loop goes on by, false when `going_on` is."""
        return going_on

    def that_fits(self, pool: list[SymbolicTensor], spec: TensorSpec) -> SymbolicTensor:
        return self.pick([value for value in pool if covers(spec, value.spec)])
