"""Whether values of the run may be one object: a path may only have passed one on."""

from __future__ import annotations

from graph.graph import Node
from graph.tensor import SymbolicTensor


def may_be_one(
    left: SymbolicTensor, right: SymbolicTensor, *, if_unknown: bool = True
) -> bool:
    """May two symbols stand for the same object?

    Args:
        left: A symbol.
        right: Another one.
        if_unknown: What to return where an object has held one of them.
    """
    first, second = _origins(left), _origins(right)
    if first is None or second is None:
        return if_unknown
    return not first.isdisjoint(second)


def _origins(symbol: SymbolicTensor) -> set[int] | None:
    """Return the ids of the values that a symbol may be; None if that is unknown."""
    found: set[int] = set()
    states: dict[int, SymbolicTensor] = {}  # inside of a loop, and after an iteration
    todo, seen = [symbol], set()
    while todo:
        each = _outermost(todo.pop())
        each = states.get(id(each), each)
        if id(each) in seen:
            continue
        seen.add(id(each))
        is_input = any(x is each for x in each.graph.inputs)
        if is_input and each.graph.parent is not None:
            return None  # of a loop that is being traced
        if is_input or not (each.node.op.is_control or each.node.op.source is not None):
            found.add(id(each))
            continue
        held = _passed_on(each.node, each.value_index, states)
        if held is None:
            return None
        todo += held
    return found


def _outermost(symbol: SymbolicTensor) -> SymbolicTensor:
    """Return the value that a symbol stands for in a block."""
    while True:
        outer = next((x for x, y in symbol.graph.captures if y is symbol), None)
        if outer is None:
            return symbol
        symbol = outer


def _passed_on(
    node: Node, index: int, states: dict[int, SymbolicTensor]
) -> list[SymbolicTensor] | None:
    """Return what an output of control flow may be; None if that is unknown."""
    bodies = node.subgraphs
    if bodies.keys() == {"test", "body"}:
        body = bodies["body"]
        pairs = zip(body.inputs, node.outputs, strict=False)
        states.update((id(state), output) for state, output in pairs)
        return [node.inputs[index], body.outputs[index]]
    if bodies.keys() == {"then", "orelse"}:
        return [body.outputs[index] for body in bodies.values()]
    return None  # an object, or a function, may hold any value


__all__ = ["may_be_one"]
