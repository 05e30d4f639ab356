"""Turn conditional expressions into calls."""

from __future__ import annotations

import copy

from autograph.converters.base import Converter
from autograph.converters.lazy import can_be_lazy, lazy
from autograph.syntax import (
    OPERATORS,
    Node,
    NodeTransformer,
    constant,
    is_operator_call,
    located,
    nodes,
    quote,
    source_of,
)


class ConditionalExpressions(Converter):
    """Turn conditional expressions into calls.

        a if c else b   ->      ag__.if_exp(c, lambda: a, lambda: b, 'c')

    Keeps   that one of the two is computed, after the condition.
    Leaves  none, but where a branch binds a name; Python asks for the truth of `c`
            then, `ag__.settled(c)`.
    """

    comes_of = (nodes.IfExp,)

    def visit_IfExp(self, node: Node) -> Node:
        text = _written(node.test)
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


def _written(test: Node) -> str:
    """Return the text of a test as the user has it: `Truths` has added calls."""
    text = source_of(test)
    if f"{OPERATORS}." not in text:
        return text
    return source_of(_WithoutTruths().visit(copy.deepcopy(test)))


class _WithoutTruths(NodeTransformer):
    def visit_Call(self, node: Node) -> Node:
        self.generic_visit(node)
        return node.args[0] if is_operator_call(node, *_OF_TRUTHS) else node


_OF_TRUTHS = ("truth", "asked_once", "asked_again", "asked_before", "told_value")
