"""Hand assertions and raised exceptions to the operators."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.converters.lazy import lazy
from autograph.syntax import Node, constant, located, nodes, quote


class Asserts(Converter):
    """Turn `assert` into a call, and let the operators see what is raised.

        assert c, m     ->      ag__.assert_stmt(c, lambda: m)
        raise E(x)      ->      raise ag__.raised(E(x))
        raise E from C  ->      raise ag__.raised_from(E, C)
        raise           ->      raise ag__.reraised()

    Keeps   that the message is computed only if the test fails, and that Python's -O
            drops assertions; `raise` stays one, for the reader and for Python.
    Leaves  no assertion but under -O.
    """

    # Jumps out of `try` and `with` are lowered to some with `raise`.
    comes_of = (nodes.Assert, nodes.Raise, nodes.Try, nodes.TryStar, nodes.With)

    def visit_Assert(self, node: Node) -> Node:
        self.generic_visit(node)
        if not __debug__:
            return node
        message = constant(None) if node.msg is None else lazy(node.msg)
        call = quote("ag__.assert_stmt(TEST, MESSAGE)", TEST=node.test, MESSAGE=message)
        return located(nodes.Expr(call), node)

    def visit_Raise(self, node: Node) -> Node:
        self.generic_visit(node)
        if node.cause is not None:
            template = "ag__.raised_from(ERROR, CAUSE)"
            call = quote(template, ERROR=node.exc, CAUSE=node.cause)
            node.exc, node.cause = located(call, node.exc), None
        elif node.exc is not None:
            call = quote("ag__.raised(ERROR)", ERROR=node.exc)
            node.exc = located(call, node.exc)
        else:
            node.exc = located(quote("ag__.reraised()"), node)
        return node
