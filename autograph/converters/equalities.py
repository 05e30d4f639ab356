"""Compare through the operators, which know lists whose length the run decides."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import Node, constant, located, nodes, quote

SYMBOLS = {
    nodes.Eq: "==",
    nodes.NotEq: "!=",
    nodes.Lt: "<",
    nodes.LtE: "<=",
    nodes.Gt: ">",
    nodes.GtE: ">=",
}


class Equalities(Converter):
    """Compare through the operators.

        x == y          ->      ag__.compare('==', x, y)

    Keeps   the operands, evaluated once, left to right.
    Leaves  no such comparison, but with a number or a text that is written there,
            and those that are chained still.
    """

    def visit_Compare(self, node: Node) -> Node:
        self.generic_visit(node)
        operands = (node.left, *node.comparators)
        if (
            len(node.ops) > 1
            or type(node.ops[0]) not in SYMBOLS
            or any(isinstance(each, nodes.Constant) for each in operands)
        ):
            return node
        call = quote(
            "ag__.compare(SYMBOL, LEFT, RIGHT)",
            SYMBOL=constant(SYMBOLS[type(node.ops[0])]),
            LEFT=node.left,
            RIGHT=node.comparators[0],
        )
        return located(call, node)
