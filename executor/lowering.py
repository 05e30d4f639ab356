"""A graph, with its sub-graphs inlined, as blocks of steps.

What a body takes from outside is replaced by the outer value itself; so is loop
state that the body hands on unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence

from executor.ir import ARRAY, PYTHON, Block, Branch, Loop, Region, Step, Value
from graph.graph import Graph, Node
from graph.op import OPS
from graph.ops.control_flow import COND, WHILE
from graph.tensor import SymbolicTensor

# id(symbolic tensor) -> its value; tensors compare element by element, so by id.
_Values = dict[int, Value]


def lower(graph: Graph) -> Region:
    """Return the graph as blocks."""
    block = Block()
    values: _Values = {}
    inputs = []
    for tensor in graph.inputs:
        value = Value(tensor.spec, block, hint=tensor.node.name)
        value.home = PYTHON if tensor.spec.dtype.is_python else ARRAY
        values[id(tensor)] = value
        inputs.append(value)
    _lower_into(block, graph, values)
    return Region(graph.name, inputs, block)


def _lower_into(block: Block, graph: Graph, values: _Values) -> None:
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
        elif node.op is COND:
            _lower_cond(block, node, values)
        elif node.op is WHILE:
            _lower_while(block, node, values)
        else:
            step = Step(node, block, [values[id(x)] for x in node.inputs])
            step.outputs = _outputs(node, block, step, values)
            block.steps.append(step)
    block.results = [values[id(x)] for x in graph.outputs]


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


def _lower_cond(block: Block, node: Node, values: _Values) -> None:
    pred, *captures = [values[id(x)] for x in node.inputs]
    then, orelse = Block(loops=block.loops), Block(loops=block.loops)
    branch = Branch(node, block, pred, then, orelse)
    for inner, graph in ((then, node.attrs["then"]), (orelse, node.attrs["orelse"])):
        inner.owner = branch
        _lower_into(inner, graph, _bind(graph.inputs, captures))
    branch.outputs = _outputs(node, block, branch, values)
    for tensor, left, right in zip(
        node.outputs, then.results, orelse.results, strict=True
    ):
        if left is right:
            values[id(tensor)] = left
    block.steps.append(branch)


def _lower_while(block: Block, node: Node, values: _Values) -> None:
    test_graph, body_graph = node.attrs["test"], node.attrs["body"]
    given = [values[id(x)] for x in node.inputs]
    init = given[: len(body_graph.outputs)]
    test, body = Block(loops=block.loops + 1), Block(loops=block.loops + 1)
    loop = Loop(node, block, init, test, body)
    test.owner = body.owner = loop
    inner: list[Value] = []
    for index, (start, tensor) in enumerate(zip(given, body_graph.inputs, strict=True)):
        if index >= len(init) or body_graph.outputs[index] is tensor:
            inner.append(start)
        else:
            inner.append(Value(tensor.spec, body, loop, index, tensor.node.name))
    loop.state = inner[: len(init)]
    _lower_into(test, test_graph, _bind(test_graph.inputs, inner))
    _lower_into(body, body_graph, _bind(body_graph.inputs, inner))
    loop.outputs = _outputs(node, block, loop, values)
    for tensor, start, state in zip(node.outputs, init, loop.state, strict=True):
        if state is start:
            values[id(tensor)] = start
    block.steps.append(loop)
