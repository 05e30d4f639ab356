"""Ask for truths where only the truth of an operand matters."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import Node, located, nodes, quote


class Truths(Converter):
    """Ask for truths where only the truth of an operand matters.

        if a and b: ...         ->      if ag__.truth(a) and ag__.truth(b): ...
        while not (a or b): ... ->      while not (ag__.truth(a) or ag__.truth(b)): ...
        [x for x in y if a and b]
                                ->      [x for x in y if ag__.truth(a) and ...]

    Operands of different kinds then agree: a staged `and` has to join two truths, not a
    number and a truth.

    Keeps   that the truth of each operand is asked once at most, left to right.
    Leaves  other positions, where `a and b` is one of its operands.
    """

    comes_of = (nodes.BoolOp, nodes.Match, nodes.Try, nodes.TryStar)

    def visit_If(self, node: Node) -> Node:
        return self._with_test(node)

    def visit_While(self, node: Node) -> Node:
        return self._with_test(node)

    def visit_IfExp(self, node: Node) -> Node:
        return self._with_test(node)

    def visit_Assert(self, node: Node) -> Node:
        return self._with_test(node)

    def visit_comprehension(self, node: Node) -> Node:
        node = self.generic_visit(node)
        node.ifs = [_truth_of(test) for test in node.ifs]
        return node

    def visit_UnaryOp(self, node: Node) -> Node:
        node = self.generic_visit(node)
        if isinstance(node.op, nodes.Not):
            node.operand = _truth_of(node.operand)
        return node

    def _with_test(self, node: Node) -> Node:
        node = self.generic_visit(node)
        node.test = _truth_of(node.test)
        return node


def _truth_of(test: Node) -> Node:
    """Return a test, with truths in place of the operands of `and` and `or`."""
    if isinstance(test, nodes.BoolOp):
        test.values = [_operand(each) for each in test.values]
    return test


def _operand(test: Node) -> Node:
    if isinstance(test, nodes.BoolOp):
        return _truth_of(test)
    if isinstance(test, nodes.UnaryOp) and isinstance(test.op, nodes.Not):
        return test
    return located(quote("ag__.truth(TEST)", TEST=test), test)
