"""Turn chained comparisons into conjunctions."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.converters.lazy import can_be_lazy, held, lazy
from autograph.converters.truths import asked_once
from autograph.syntax import Node, is_operator_call, located, name, nodes, quote


class Comparisons(Converter):
    """Turn a chained comparison into a conjunction.

        lo <= f() < hi  ->  (lambda left, mid: ag__.and_(
                                lambda: left <= mid, lambda: mid < hi))(lo, f())

    In `ag__.asked_once(lo <= f() < hi)` that is done with each comparison but the last.

    Keeps   each operand evaluated at most once, left to right.
    Leaves  no comparison with two operators, but where a later operand binds a name.
    """

    def visit_Compare(self, node: Node) -> Node:
        return self._compared(node, is_test=False)

    def visit_Call(self, node: Node) -> Node:
        if is_operator_call(node, "asked_once"):
            (value,) = node.args
            if isinstance(value, nodes.Compare) and len(value.ops) > 1:
                return self._compared(value, is_test=True)
        return self.generic_visit(node)

    def _compared(self, node: Node, *, is_test: bool) -> Node:
        self.generic_visit(node)
        if len(node.ops) == 1 or not can_be_lazy(*node.comparators[1:]):
            return node
        return self._split(node.left, node.ops, node.comparators, node, is_test)

    def _split(
        self, left: Node, ops: list[Node], rights: list[Node], at: Node, is_test: bool
    ) -> Node:
        first, mid = self.fresh("left"), self.fresh("mid")
        head = located(nodes.Compare(name(first), ops[:1], [name(mid)]), at)
        if is_test:
            head = asked_once(head)
        if len(ops) == 2:
            tail = nodes.Compare(name(mid), ops[1:], rights[1:])
        else:
            tail = self._split(name(mid), ops[1:], rights[1:], at, is_test)
        both = quote(
            "ag__.and_(HEAD, TAIL)", HEAD=lazy(head), TAIL=lazy(located(tail, at))
        )
        return located(held([first, mid], [left, rights[0]], both), at)
