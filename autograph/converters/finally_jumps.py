"""Let jumps out of `finally` swallow what was on its way."""

from __future__ import annotations

import copy
from collections import Counter

from autograph.converters.base import Converter
from autograph.converters.returns import no_value, values_given
from autograph.syntax import Node, located, name, nodes, quote_block, walk


class FinallyJumps(Converter):
    """Take the two ways into a `finally` that sets the flag of a jump apart.

        try:                        try:
            a                           a
        finally:                    except:
            if c:                       flag = False
                flag = True             if c:
                          ->                flag = True
                                        if not flag:
                                            raise
                                    else:
                                        held, flag = flag, False
                                        if c:
                                            flag = True
                                        if not flag:
                                            flag = held

    The value of a `return` on its way is held with its flag.

    Keeps   that such a jump takes the place of an exception, and of a jump before it.
    Leaves  no `finally` that sets the flag of a jump out of it.
    """

    comes_of = (nodes.Try, nodes.TryStar)

    def convert(self, tree: Node) -> Node:
        self.function = tree
        self.values = values_given(tree)
        return self.visit(tree)

    def visit_body(self, node: Node) -> None:
        outer, self.function = self.function, node
        super().visit_body(node)
        self.function = outer

    def visit_TryStar(self, node: Node) -> Node:
        return self.visit_Try(node)

    def visit_Try(self, node: Node) -> Node:
        node = self.generic_visit(node)
        jumps = self._jumps_of(node, node.finalbody)
        if not jumps:
            return node
        flags = sorted({*self._jumps_of(node, [node]), *jumps})
        values = sorted(self.values & set(_mentions(node)))
        body = node.body
        if node.handlers or node.orelse:
            inner = type(node)(node.body, node.handlers, node.orelse, [])
            body = [located(inner, node)]
        jumped = _any_of(jumps)
        again = nodes.If(
            nodes.UnaryOp(nodes.Not(), jumped), [nodes.Raise(None, None)], []
        )
        handler = nodes.ExceptHandler(
            None,
            None,
            [*_cleared(flags, values), *copy.deepcopy(node.finalbody), again],
        )
        held = {each: self.fresh("held_") for each in (*flags, *values)}
        keep = _assigned({kept: each for each, kept in held.items()})
        restore = _assigned(held)
        unless = nodes.If(nodes.UnaryOp(nodes.Not(), _any_of(jumps)), restore, [])
        otherwise = [*keep, *_cleared(flags, values), *node.finalbody, unless]
        return located(nodes.Try(body, [handler], otherwise, []), node)

    def _jumps_of(self, node: Node, block: list[Node]) -> list[str]:
        """Return the flags of jumps in a block that leave a `try`: others know them."""
        found = {
            each.targets[0].id
            for statement in block
            for each in walk(statement)
            if isinstance(each, nodes.Assign)
            and isinstance(each.targets[0], nodes.Name)
            and isinstance(each.value, nodes.Constant)
            and each.value.value is True
            and self.is_generated(each.targets[0].id)
        }
        if not found:
            return []
        inside, everywhere = _mentions(node), _mentions(self.function)
        return sorted(flag for flag in found if everywhere[flag] > inside[flag])


def _mentions(tree: Node) -> Counter[str]:
    return Counter(each.id for each in walk(tree) if isinstance(each, nodes.Name))


def _any_of(flags: list[str]) -> Node:
    if len(flags) == 1:
        return name(flags[0])
    return nodes.BoolOp(nodes.Or(), [name(flag) for flag in flags])


def _cleared(flags: list[str], values: list[str]) -> list[Node]:
    statements = [
        statement
        for flag in flags
        for statement in quote_block("FLAG = False", FLAG=flag)
    ]
    for each in values:
        statements.extend(no_value(each))
    return statements


def _assigned(sources: dict[str, str]) -> list[Node]:
    """Return `target = source` for each of these."""
    return [
        statement
        for target, source in sources.items()
        for statement in quote_block("TARGET = SOURCE", TARGET=target, SOURCE=source)
    ]
