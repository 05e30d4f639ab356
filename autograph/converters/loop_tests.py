"""Make tests of loops that bind names part of the loop's body."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import Node, constant, located, nodes, walk


class LoopTests(Converter):
    """Make tests of loops that bind names part of the loop's body.

        while (x := f(x)) > 0:          while True:
            b                   ->          if not (x := f(x)) > 0:
                                                break
                                            b

    What such a test binds is then state of the loop like any variable.

    Leaves  no loop whose test binds a name.
    """

    comes_of = (nodes.NamedExpr,)

    def visit_While(self, node: Node) -> Node:
        node = self.generic_visit(node)
        if not _binds(node.test):
            return node
        negated = nodes.UnaryOp(nodes.Not(), node.test)
        leave = nodes.If(negated, [nodes.Break()], [])
        test = node.test
        # What stands first in the body sets options of the loop.
        at = 1 if options_call(node.body[0]) is not None else 0
        node.body.insert(at, located(leave, test))
        node.test = located(constant(True), test)
        return node


def _binds(test: Node) -> bool:
    return any(isinstance(each, nodes.NamedExpr) for each in walk(test))


def options_call(statement: Node) -> Node:
    """Return the call of `set_loop_options(name=...)` that a statement is, or None."""
    call = statement.value if isinstance(statement, nodes.Expr) else None
    if not isinstance(call, nodes.Call) or call.args:
        return None
    if any(each.arg is None for each in call.keywords):
        return None
    called = call.func
    is_attribute = isinstance(called, nodes.Attribute)
    identifier = called.attr if is_attribute else getattr(called, "id", None)
    return call if identifier == "set_loop_options" else None
