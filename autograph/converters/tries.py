"""Bring `try` and `with` into the forms that become calls."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import (
    Node,
    is_operator_call,
    located,
    name,
    nodes,
    stored,
)


class Tries(Converter):
    """Bring `try` and `with` into the forms that become calls.

        try:                    try:
            a                       try:
        except E:                       a
            b           ->          except E:
        finally:                        b
            c                   finally:
                                    c

        with A as (x, y):       with A as entered:
            a               ->      x, y = entered
                                    a

    Keeps   what is caught, and when.
    Leaves  no `try` with both `except` and `finally`; a name of its own for what a
            manager gives.
    """

    comes_of = (nodes.Try, nodes.TryStar, nodes.With)

    def visit_Try(self, node: Node) -> Node:
        node = self.generic_visit(node)
        if not node.handlers or not node.finalbody:
            return node
        inner = type(node)(node.body, node.handlers, node.orelse, [])
        outer = nodes.Try([located(inner, node)], [], [], node.finalbody)
        return located(outer, node)

    def visit_TryStar(self, node: Node) -> Node:
        return self.visit_Try(node)

    def visit_With(self, node: Node) -> Node:
        node = self.generic_visit(node)
        if any(is_operator_call(item.context_expr) for item in node.items):
            return node
        (item,) = node.items
        entered = self.fresh("entered")
        body = node.body
        if item.optional_vars is not None:
            target = nodes.Assign([item.optional_vars], name(entered), None)
            body = [located(target, item.optional_vars), *body]
        single = nodes.withitem(item.context_expr, stored(entered))
        header = located(nodes.With([single], [], None), item.context_expr)
        header.body = body
        return header
