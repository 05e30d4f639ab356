"""Make tests of loops that bind names part of the loop's body."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import Node, constant, located, nodes


class LoopTests(Converter):
    """Make tests of loops that bind names part of the loop's body.

        while (x := f(x)) > 0:          while True:
            b                   ->          if not (x := f(x)) > 0:
                                                break
                                            b

    What such a test binds is then state of the loop like any variable.

    Leaves  no loop whose test binds a name.
    """

    def visit_While(self, node: Node) -> Node:
        node = self.generic_visit(node)
        if not _binds(node.test):
            return node
        negated = nodes.UnaryOp(nodes.Not(), node.test)
        leave = nodes.If(negated, [nodes.Break()], [])
        test = node.test
        node.body = [located(leave, test), *node.body]
        node.test = located(constant(True), test)
        return node


def _binds(test: Node) -> bool:
    return any(isinstance(each, nodes.NamedExpr) for each in nodes.walk(test))
