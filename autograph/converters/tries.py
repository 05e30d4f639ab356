"""Bring `try` into the forms that become calls, and mark those that cannot."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import Node, constant, located, nodes, quote


class Tries(Converter):
    """Bring `try` into the forms that become calls, and mark those that cannot.

        try:                    try:
            a                       try:
        except E:                       a
            b           ->          except E:
        finally:                        b
            c                   finally:
                                    c

    The bodies of `try` with `except*` run inside `with ag__.try_scope('except*')`:
    what is raised when a graph runs does not reach it, and the operators see it.

    Keeps   what is caught, and when.
    Leaves  no `try` with both `except` and `finally`; no `except*` without the mark.
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
