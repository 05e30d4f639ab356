"""Send operators that classes give a meaning through the operators; spread dicts."""

from __future__ import annotations

from autograph.converters.augmented_stores import SYMBOLS
from autograph.converters.base import Converter
from autograph.syntax import Node, constant, located, name, nodes, quote

_UNARY = {nodes.USub: "-", nodes.UAdd: "+", nodes.Invert: "~"}


class Arithmetic(Converter):
    """Send operators that classes give a meaning through the operators; spread dicts.

        a | b           ->      ag__.binary('|', a, b)
        a |= b          ->      a = ag__.binary('|=', a, b)
        a += [b]        ->      a = ag__.binary('+=', a, [b])
        -a              ->      ag__.unary('-', a)
        {**a, k: v}     ->      {**ag__.plain_keys(a), k: v}
        [*a, b]         ->      [*ag__.plain_keys(a), b]

    Keeps   the operands, evaluated once, left to right.
    Leaves  no `|` but beside a number that is written there; of other operators none
            that a class of the user's has around the function.
    """

    comes_of = (nodes.BitOr, nodes.Dict, nodes.Starred, nodes.AugAssign)

    def has_work(self) -> bool:
        return bool(self.context.symbols) or super().has_work()

    def visit_BinOp(self, node: Node) -> Node:
        self.generic_visit(node)
        if not self._is_sent(node.op, node.left, node.right):
            return node
        call = quote(
            "ag__.binary(SYMBOL, LEFT, RIGHT)",
            SYMBOL=constant(SYMBOLS[type(node.op)]),
            LEFT=node.left,
            RIGHT=node.right,
        )
        return located(call, node)

    def visit_AugAssign(self, node: Node) -> Node:
        self.generic_visit(node)
        is_name = isinstance(node.target, nodes.Name)
        is_list = isinstance(node.value, (nodes.List, nodes.ListComp))
        if not is_name or not (is_list or self._is_sent(node.op, node.value)):
            return node
        call = quote(
            "ag__.binary(SYMBOL, LEFT, RIGHT)",
            SYMBOL=constant(f"{SYMBOLS[type(node.op)]}="),
            LEFT=located(name(node.target.id), node.target),
            RIGHT=node.value,
        )
        assigned = nodes.Assign([node.target], located(call, node), None)
        return located(assigned, node)

    def visit_Dict(self, node: Node) -> Node:
        self.generic_visit(node)
        pairs = zip(node.keys, node.values, strict=True)
        node.values = [
            located(quote("ag__.plain_keys(TABLE)", TABLE=value), value)
            if key is None
            else value
            for key, value in pairs
        ]
        return node

    def visit_Starred(self, node: Node) -> Node:
        self.generic_visit(node)
        if isinstance(node.ctx, nodes.Load):
            value = quote("ag__.plain_keys(TABLE)", TABLE=node.value)
            node.value = located(value, node.value)
        return node

    def visit_UnaryOp(self, node: Node) -> Node:
        self.generic_visit(node)
        symbol = _UNARY.get(type(node.op))
        if f"{symbol}x" not in self.context.symbols or _is_constant(node.operand):
            return node
        call = quote(
            "ag__.unary(SYMBOL, OPERAND)",
            SYMBOL=constant(symbol),
            OPERAND=node.operand,
        )
        return located(call, node)

    def _is_sent(self, op: Node, *operands: Node) -> bool:
        if SYMBOLS[type(op)] in self.context.symbols:
            return not all(map(_is_constant, operands)) or len(operands) == 1
        return isinstance(op, nodes.BitOr) and not any(map(_is_constant, operands))


def _is_constant(node: Node) -> bool:
    return isinstance(node, nodes.Constant)
