"""Mark what a `try` statement guards."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import Node, constant, located, nodes, quote


class Tries(Converter):
    """Mark what a `try` statement guards.

        try:                    try:
            a                       with ag__.try_scope('finally'):
        finally:        ->              a
            b                   finally:
                                    b

    An exception that is raised when a graph runs is not caught by a `try` that ran
    while it was traced; the operators see it by the mark.

    Keeps   what is caught, and when.
    Leaves  no `try` without the mark.
    """

    def visit_Try(self, node: Node) -> Node:
        return self._mark(node)

    def visit_TryStar(self, node: Node) -> Node:
        return self._mark(node)

    def _mark(self, node: Node) -> Node:
        node = self.generic_visit(node)
        kind = constant("except" if node.handlers else "finally")
        scope = nodes.withitem(quote("ag__.try_scope(KIND)", KIND=kind), None)
        header = located(nodes.With([scope], [], None), node)
        header.body = node.body
        node.body = [header]
        return node
