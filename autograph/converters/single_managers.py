"""Give each manager a `with` of its own."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import Node, located, nodes


class SingleManagers(Converter):
    """Take a `with` of several managers apart.

        with A as a, B:         with A as a:
            body            ->      with B:
                                        body

    Keeps   that what leaving B raises cancels a jump out of the body, and A may catch
            it: the jumps look for statements that do either.
    Leaves  one manager to a `with`.
    """

    comes_of = (nodes.With,)

    def visit_With(self, node: Node) -> Node:
        node = self.generic_visit(node)
        if len(node.items) == 1:
            return node
        body = node.body
        for item in reversed(node.items):
            header = located(nodes.With([item], [], None), item.context_expr)
            header.body = body
            body = [header]
        return body[0]
