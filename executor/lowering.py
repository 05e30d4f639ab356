"""A graph, with its sub-graphs inlined, as blocks of steps.

What a body takes from outside is replaced by the outer value itself; so is loop
state that the body hands on unchanged. A function that calls itself, or whose graph
several calls share, is no part of the block that calls it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from executor.ir import (
    ARRAY,
    PYTHON,
    Block,
    Branch,
    Function,
    Loop,
    Region,
    Step,
    Try,
    Value,
    ideal_form,
)
from graph.graph import Graph, Node
from graph.op import OPS
from graph.ops.calls import CALL, CALL_AGAIN
from graph.ops.control_flow import COND, WHILE
from graph.python.control import FOR, TRY
from graph.tensor import SymbolicTensor

_BRANCHES = {COND: Branch, TRY: Try}
# id(symbolic tensor) -> its value; tensors compare element by element, so by id.
_Values = dict[int, Value]


def lower(graph: Graph) -> Region:
    """Return the graph as blocks."""
    region = _region(graph)
    for value in region.inputs:
        value.home = PYTHON if value.spec.dtype.is_python else ARRAY
    lowering = _Lowering(region, {}, {})
    lowering.into(region.block, graph, _bind(graph.inputs, region.inputs))
    return region


def _region(graph: Graph) -> Region:
    block = Block()
    inputs = [Value(x.spec, block, hint=x.node.name) for x in graph.inputs]
    return Region(graph.name, inputs, block)


@dataclass(frozen=True, eq=False, slots=True)
class _Lowering:
    """Where the functions are put, and found, while blocks are lowered.

    Attributes:
        whole: The region that holds the functions.
        functions: Those that enclose what is lowered, by name.
        shared: Those that calls share, by the id of their graph.
    """

    whole: Region
    functions: dict[str, Function]
    shared: dict[int, Function]

    def into(self, block: Block, graph: Graph, values: _Values) -> None:
        """Lower a graph whose inputs have values into a block."""
        placeholder, const = OPS["placeholder"], OPS["const"]
        for node in graph.nodes:
            if node.op is placeholder:
                continue
            if node.op is const:
                tensor = node.outputs[0]
                values[id(tensor)] = Value(
                    tensor.spec,
                    block,
                    constant=node.attrs["value"],
                    is_constant=True,
                    home=PYTHON if tensor.spec.dtype.is_python else ARRAY,
                )
            elif node.op in _BRANCHES:
                self._cond(block, node, values)
            elif node.op is WHILE or node.op is FOR:
                self._while(block, node, values)
            else:
                step = Step(node, block, [values[id(x)] for x in node.inputs])
                step.callee = self._callee(node)
                step.outputs = _outputs(node, block, step, values)
                block.steps.append(step)
        block.results = [values[id(x)] for x in graph.outputs]

    def _callee(self, node: Node) -> Function | None:
        """Return the function that a node calls, lowering it at its first call."""
        if node.op is CALL_AGAIN:
            return self.functions[node.attrs["function"]]
        if node.op is not CALL and not node.op.shares_body:
            return None
        body, name = node.attrs["body"], node.attrs["function"]
        if id(body) in self.shared:
            return self.shared[id(body)]
        region = _region(body)
        region.name = name
        for value in region.inputs:
            value.home = ideal_form(value.spec)
        region.block.wants = [ideal_form(x.spec) for x in body.outputs]
        function = Function(region)
        self.whole.functions.append(function)
        visible = {**self.functions, name: function}
        if node.op.shares_body:
            self.shared[id(body)] = function
            visible = {}
        inner = _Lowering(self.whole, visible, self.shared)
        inner.into(region.block, body, _bind(body.inputs, region.inputs))
        return function

    def _cond(self, block: Block, node: Node, values: _Values) -> None:
        pred, *captures = [values[id(x)] for x in node.inputs]
        then, orelse = Block(loops=block.loops), Block(loops=block.loops)
        branch = _BRANCHES[node.op](node, block, pred, then, orelse)
        for inner, graph in zip(branch.blocks, node.subgraphs.values(), strict=True):
            inner.owner = branch
            self.into(inner, graph, _bind(graph.inputs, captures))
        branch.outputs = _outputs(node, block, branch, values)
        for tensor, left, right in zip(
            node.outputs, then.results, orelse.results, strict=True
        ):
            if left is right:
                values[id(tensor)] = left
        block.steps.append(branch)

    def _while(self, block: Block, node: Node, values: _Values) -> None:
        test_graph, body_graph = node.attrs["test"], node.attrs["body"]
        given = [values[id(x)] for x in node.inputs]
        init = given[: len(body_graph.outputs)]
        test, body = Block(loops=block.loops + 1), Block(loops=block.loops + 1)
        loop = Loop(node, block, init, test, body)
        test.owner = body.owner = loop
        inner: list[Value] = []
        for index, (start, tensor) in enumerate(
            zip(given, body_graph.inputs, strict=True)
        ):
            if index >= len(init) or body_graph.outputs[index] is tensor:
                inner.append(start)
            else:
                inner.append(Value(tensor.spec, body, loop, index, tensor.node.name))
        loop.state = inner[: len(init)]
        self.into(test, test_graph, _bind(test_graph.inputs, inner))
        self.into(body, body_graph, _bind(body_graph.inputs, inner))
        loop.outputs = _outputs(node, block, loop, values)
        for tensor, start, state in zip(node.outputs, init, loop.state, strict=True):
            if state is start:
                values[id(tensor)] = start
        block.steps.append(loop)


def _outputs(
    node: Node, block: Block, maker: Step | Branch | Loop, values: _Values
) -> list[Value]:
    outputs = []
    for index, tensor in enumerate(node.outputs):
        value = Value(tensor.spec, block, maker, index)
        values[id(tensor)] = value
        outputs.append(value)
    return outputs


def _bind(inputs: Sequence[SymbolicTensor], given: Sequence[Value]) -> _Values:
    return {id(x): value for x, value in zip(inputs, given, strict=True)}
