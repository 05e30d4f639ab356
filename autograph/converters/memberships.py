"""Ask the operators whether something is in something."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import Node, located, nodes, quote


class Memberships(Converter):
    """Ask the operators whether something is in something.

        x in xs         ->      ag__.in_(x, xs)
        x not in xs     ->      ag__.not_in(x, xs)

    Keeps   the operands, evaluated once, left to right.
    Leaves  no `in`, but in comparisons that are chained still.
    """

    comes_of = (nodes.In, nodes.NotIn)

    def visit_Compare(self, node: Node) -> Node:
        self.generic_visit(node)
        if len(node.ops) > 1 or not isinstance(node.ops[0], (nodes.In, nodes.NotIn)):
            return node
        template = (
            "ag__.in_(ITEM, ITEMS)"
            if isinstance(node.ops[0], nodes.In)
            else "ag__.not_in(ITEM, ITEMS)"
        )
        call = quote(template, ITEM=node.left, ITEMS=node.comparators[0])
        return located(call, node)
