"""Turn `and`, `or` and `not` into calls."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.converters.lazy import can_be_lazy, held, lazy
from autograph.syntax import Node, located, name, nodes, operator, quote


class Logic(Converter):
    """Turn `and`, `or` and `not` into calls.

        a and b         ->      ag__.and_(lambda: a, lambda: b)
        a or b or c     ->      ag__.or_(lambda: a, lambda: ag__.or_(...))
        not a           ->      ag__.not_(a)

    Keeps   that operands are computed left to right, as far as needed.
    Leaves  none of the three, but where an operand after the first binds a name. Then
            Python asks for the truth of the others, `ag__.settled(a)`.
    """

    def visit_BoolOp(self, node: Node) -> Node:
        self.generic_visit(node)
        first, *rest = node.values
        if not can_be_lazy(*rest):
            node.values[:-1] = map(_settled, node.values[:-1])
            return node
        method = "and_" if isinstance(node.op, nodes.And) else "or_"
        call = rest.pop()
        while rest:
            left = rest.pop()
            call = located(_call(method, left, call), left)
        if can_be_lazy(first):
            return located(_call(method, first, call), node)
        left = self.fresh("left")
        both = located(_call(method, located(name(left), first), call), node)
        return located(held([left], [first], both), node)

    def visit_UnaryOp(self, node: Node) -> Node:
        self.generic_visit(node)
        if not isinstance(node.op, nodes.Not):
            return node
        return located(quote("ag__.not_(OPERAND)", OPERAND=node.operand), node)


def _settled(operand: Node) -> Node:
    return located(quote("ag__.settled(VALUE)", VALUE=operand), operand)


def _call(method: str, left: Node, right: Node) -> Node:
    return nodes.Call(operator(method), [lazy(left), lazy(right)], [])
