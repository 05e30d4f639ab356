"""Ask for truths where only the truth of an operand matters, as often as Python."""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from autograph.converters.base import Converter
from autograph.syntax import Node, is_operator_call, located, nodes, quote

Wrap = Callable[[Node], Node]


class Truths(Converter):
    """Ask for truths where only the truth of an operand matters, as often as Python.

        if a and b: ...         ->      if ag__.truth(a) and ag__.truth(b): ...
        while not (a or b): ... ->      while not (ag__.truth(a) or ag__.truth(b)): ...
        [x for x in y if a and b]
                                ->      [x for x in y if ag__.truth(a) and ...]
        if a < b < c: ...       ->      if ag__.asked_once(a < b < c): ...
        x = not (a and b)       ->      x = not (ag__.asked_again(a) and ag__.truth(b))

    Operands of different kinds then agree: a staged `and` has to join two truths, not a
    number and a truth.

    Keeps   how often the truth of each operand is asked, left to right: of one that
            decides about a value Python asks again, and in a test it does not.
    Leaves  other positions, where `a and b` is one of its operands; on Python 3.11,
            which does not ask again there, `x = ag__.asked_once(a) and b or c`, and
            `ag__.told_value((a and (ag__.asked_before(b) or c)) or d)`.
    """

    comes_of = (nodes.BoolOp, nodes.Compare, nodes.Match, nodes.Try, nodes.TryStar)

    # Does the operation that is being converted have an operand whose truth is kept?
    _has_kept = False

    def visit_If(self, node: Node) -> Node:
        return self._with_test(node)

    def visit_While(self, node: Node) -> Node:
        return self._with_test(node)

    def visit_IfExp(self, node: Node) -> Node:
        return self._with_test(node)

    def visit_Assert(self, node: Node) -> Node:
        return self._with_test(node)

    def visit_comprehension(self, node: Node) -> Node:
        tests, node.ifs = node.ifs, []
        node = self.generic_visit(node)
        node.ifs = list(map(self._test, tests))
        return node

    def visit_Call(self, node: Node) -> Node:
        if not is_operator_call(node, "truth"):  # of what binds a name, or is a guard
            return self.generic_visit(node)
        node.args = list(map(self._test, node.args))
        return node

    def visit_BoolOp(self, node: Node) -> Node:
        return self._value(node, Ends.VALUE)

    def visit_UnaryOp(self, node: Node) -> Node:
        if not isinstance(node.op, nodes.Not) or not isinstance(
            node.operand, nodes.BoolOp
        ):
            return self.generic_visit(node)
        node.operand = self._value(node.operand, Ends.NOT)
        return node

    def _with_test(self, node: Node) -> Node:
        test = node.test
        node.test = nodes.Constant(None, None)
        node = self.generic_visit(node)
        node.test = self._test(test)
        return node

    # -- Tests: Python jumps, and asks for no truth again ------------------------------

    def _test(self, test: Node) -> Node:
        """Return a test, with truths in place of the operands of `and` and `or`."""
        if isinstance(test, nodes.BoolOp):
            test.values = list(map(self._operand, test.values))
        elif isinstance(test, nodes.UnaryOp) and isinstance(test.op, nodes.Not):
            test.operand = self._test(test.operand)
        elif isinstance(test, nodes.IfExp) and _decides(test.body, test.orelse):
            test.test = self._test(test.test)
            test.body, test.orelse = map(self._operand, (test.body, test.orelse))
        elif isinstance(test, nodes.Compare) and len(test.ops) > 1:
            return asked_once(self.generic_visit(test))
        else:
            return self.visit(test)
        return test

    def _operand(self, test: Node) -> Node:
        if isinstance(test, nodes.BoolOp) or is_operator_call(test, "truth"):
            return self._test(test)
        if isinstance(test, nodes.UnaryOp) and isinstance(test.op, nodes.Not):
            return self._test(test)
        return truth(self._test(test))

    # -- Values: `and` and `or` in them are asked for their truth again ----------------

    def _value(self, node: Node, ends: Ends) -> Node:
        """Return `and` or `or` where its value matters, or `not` asks for that."""
        outer, self._has_kept = self._has_kept, False
        made = self._operation(node, Way(ends))
        if self._has_kept:
            made = located(quote("ag__.told_value(VALUE)", VALUE=made), made)
        self._has_kept = outer
        return made

    def _operation(self, node: Node, way: Way) -> Node:
        *others, end = self._operands(node)
        early = replace(way, asked=(node, *way.asked))
        node.values = [self._operand_of(each, early) for each in others]
        node.values.append(self._operand_of(end, way))
        return node

    def _operand_of(self, operand: Node, way: Way) -> Node:
        """Return an operand of `and` or `or`, whose value goes some way."""
        if isinstance(operand, nodes.IfExp) and _leads_on(operand, way):
            operand.test = self._test(operand.test)
            operand.body = self._wrapped(self.visit(operand.body), way)
            operand.orelse = self._operand_of(operand.orelse, way)
            return operand
        if not isinstance(operand, nodes.BoolOp):
            return self._wrapped(self.visit(operand), way)
        if not way.asked or is_asked_once(operand, way.asked[0]):
            return self._operation(operand, way)
        ends = Ends.VALUE if way.ends is Ends.VALUE else Ends.AGAIN
        made = self._value(operand, ends)
        return self._wrapped(made, way) if len(way.asked) > 1 else made

    def _wrapped(self, operand: Node, way: Way) -> Node:
        """Return an operand that is asked for its truth as often as Python asks."""
        if not way.asked:
            return _OF_LAST[way.ends](operand)
        decides, *others = (type(each.op) for each in way.asked)
        if any(each is not decides for each in others):
            return asked_once(operand)
        if others:
            self._has_kept = True
            return located(quote("ag__.asked_before(VALUE)", VALUE=operand), operand)
        return operand if way.ends is Ends.VALUE else asked_again(operand)

    def _operands(self, node: Node) -> list[Node]:
        """Return operands, with those of the same operation before the last one."""
        found: list[Node] = []
        for each in node.values[:-1]:
            is_same = isinstance(each, nodes.BoolOp) and type(each.op) is type(node.op)
            if is_same and is_asked_once(each, node):
                found.extend(self._operands(each))
            else:
                found.append(each)
        return [*found, node.values[-1]]


def asked_once(value: Node) -> Node:
    """Return a value, for what is asked for its truth here and nowhere else."""
    return located(quote("ag__.asked_once(VALUE)", VALUE=value), value)


def asked_again(value: Node) -> Node:
    """Return the truth of a value, for what `not` asks for again."""
    return located(quote("ag__.asked_again(VALUE)", VALUE=value), value)


def truth(test: Node) -> Node:
    """Return the truth of a test."""
    return located(quote("ag__.truth(TEST)", TEST=test), test)


class Ends(enum.Enum):
    """What takes the value of `and` and `or`."""

    VALUE = "a value"
    NOT = "`not`"
    AGAIN = "an operator inside `not`, which both ask for its truth"


@dataclass(frozen=True)
class Way:
    """Where the value of an operand of `and` and `or` goes.

    Attributes:
        ends: What takes it in the end.
        asked: The operations that ask for its truth on the way, from the innermost.
            Where its truth decides for several of them, Python 3.11 jumps out of all.
    """

    ends: Ends
    asked: tuple[Node, ...] = ()


# What is done with the last operand of all.
_OF_LAST: Final[dict[Ends, Wrap]] = {
    Ends.VALUE: lambda value: value,
    Ends.NOT: truth,
    Ends.AGAIN: asked_again,
}


def _leads_on(choice: Node, way: Way) -> bool:
    """Tell whether Python jumps on from what `... else (a or b)` ends with."""
    end = choice.orelse
    while isinstance(end, nodes.IfExp):
        end = end.orelse
    is_operation = isinstance(end, nodes.BoolOp) and bool(way.asked)
    return is_operation and is_asked_once(end, way.asked[0])


def is_asked_once(inner: Node, outer: Node) -> bool:
    """Tell whether Python jumps out of both where an operand of the inner one decides.

    That of 3.11 does, if they begin in one line.
    """
    return sys.version_info < (3, 12) and bool(inner.lineno == outer.lineno)


def _decides(*branches: Node) -> bool:
    """Is there, in branches of a test, what asks for the truth of its parts?"""
    return any(
        isinstance(each, nodes.BoolOp)
        or (isinstance(each, nodes.Compare) and len(each.ops) > 1)
        or (isinstance(each, nodes.UnaryOp) and _decides(each.operand))
        or (isinstance(each, nodes.IfExp) and _decides(each.body, each.orelse))
        for each in branches
    )
