"""Turn conditional expressions into calls."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.converters.lazy import can_be_lazy, lazy
from autograph.syntax import Node, constant, located, nodes, quote, source_of


class ConditionalExpressions(Converter):
    """Turn conditional expressions into calls.

        a if c else b   ->      ag__.if_exp(c, lambda: a, lambda: b, 'c')

    Keeps   that one of the two is computed, after the condition.
    Leaves  none, but where a branch binds a name; Python asks for the truth of `c`
            then, `ag__.settled(c)`.
    """

    comes_of = (nodes.IfExp,)

    def visit_IfExp(self, node: Node) -> Node:
        text = source_of(node.test)
        self.generic_visit(node)
        if not can_be_lazy(node.body, node.orelse):
            node.test = located(quote("ag__.settled(VALUE)", VALUE=node.test), node)
            return node
        call = quote(
            "ag__.if_exp(TEST, BODY, OTHERWISE, TEXT)",
            TEST=node.test,
            BODY=lazy(node.body),
            OTHERWISE=lazy(node.orelse),
            TEXT=constant(text),
        )
        return located(call, node)
