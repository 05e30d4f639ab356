"""Bring `try` and `with` into the forms that become calls; mark what cannot."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import (
    Node,
    constant,
    is_operator_call,
    located,
    name,
    nodes,
    quote,
    stored,
)


class Tries(Converter):
    """Bring `try` and `with` into the forms that become calls; mark what cannot.

        try:                    try:
            a                       try:
        except E:                       a
            b           ->          except E:
        finally:                        b
            c                   finally:
                                    c

    The bodies of `try` with `except*` run inside `with ag__.try_scope('except*')`:
    what is raised when a graph runs does not reach it, and the operators see it.

        with A as (x, y), B:        with A as entered:
            a               ->          x, y = entered
                                        with B as entered_1:
                                            a

    Keeps   what is caught, and when.
    Leaves  no `try` with both `except` and `finally`; no `except*` without the mark;
            one manager to a `with`, and a name of its own for what it gives.
    """

    def visit_Try(self, node: Node) -> Node:
        node = self.generic_visit(node)
        if not node.handlers or not node.finalbody:
            return node
        inner = nodes.Try(node.body, node.handlers, node.orelse, [])
        node.body, node.handlers, node.orelse = [located(inner, node)], [], []
        return node

    def visit_TryStar(self, node: Node) -> Node:
        node = self.generic_visit(node)
        kind = constant("except*")
        scope = nodes.withitem(quote("ag__.try_scope(KIND)", KIND=kind), None)
        header = located(nodes.With([scope], [], None), node)
        header.body = node.body
        node.body = [header]
        return node

    def visit_With(self, node: Node) -> Node:
        node = self.generic_visit(node)
        if any(is_operator_call(item.context_expr) for item in node.items):
            return node
        for item in reversed(node.items):
            entered = self.fresh("entered")
            body = node.body
            if item.optional_vars is not None:
                target = nodes.Assign([item.optional_vars], name(entered), None)
                body = [located(target, item.optional_vars), *body]
            single = nodes.withitem(item.context_expr, stored(entered))
            header = located(nodes.With([single], [], None), item.context_expr)
            header.body = body
            node.body = [header]
        return node.body[0]
