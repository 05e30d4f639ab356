"""Ask the operators whether two values are one object."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import Node, located, nodes, quote


class Identities(Converter):
    """Ask the operators whether two values are one object.

        x is None       ->      ag__.is_(x, None)
        x is not y      ->      ag__.is_not(x, y)

    A value that is None on some paths only is known to be None when the graph runs.

    Keeps   the operands, evaluated once, left to right.
    Leaves  no `is`, but in comparisons that are chained still.
    """

    comes_of = (nodes.Is, nodes.IsNot, nodes.Match)

    def visit_Compare(self, node: Node) -> Node:
        self.generic_visit(node)
        if len(node.ops) > 1 or not isinstance(node.ops[0], (nodes.Is, nodes.IsNot)):
            return node
        template = (
            "ag__.is_(A, B)"
            if isinstance(node.ops[0], nodes.Is)
            else "ag__.is_not(A, B)"
        )
        return located(quote(template, A=node.left, B=node.comparators[0]), node)
