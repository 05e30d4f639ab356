"""Send operators that classes give a meaning through the operators, and displays."""

from __future__ import annotations

from autograph.converters.augmented_stores import SYMBOLS
from autograph.converters.base import Converter
from autograph.syntax import (
    Node,
    constant,
    is_operator_call,
    located,
    name,
    nodes,
    quote,
    tuple_of,
    walk,
)

_UNARY = {nodes.USub: "-", nodes.UAdd: "+", nodes.Invert: "~"}


class Arithmetic(Converter):
    """Send operators that classes give a meaning through the operators, and displays.

        a | b           ->      ag__.binary('|', a, b)
        a |= b          ->      a = ag__.binary('|=', a, b)
        a += b          ->      a = ag__.binary('+=', a, b)
        a @ [b, c]      ->      ag__.binary('@', a, [b, c])
        -a              ->      ag__.unary('-', a)
        {**a, k: v}     ->      ag__.dict_display(a, ((k, v),))
        {a, *b}         ->      ag__.set_display((a, *ag__.plain_keys(b)))
        [*a, b]         ->      [*ag__.plain_keys(a), b]

    Keeps   the operands, evaluated once, left to right.
    Leaves  displays of dicts and sets whose keys are all constants.
            no `|` but beside a number that is written there; of other operators none
            that a class of the user's has around the function, but `+=` where a
            list may be given the items of what only the run can step through, and
            those beside a list that is written there, or (but for `+`) is in a
            variable: of an array and a list of the run NumPy would make an array.
    """

    comes_of = (
        *(nodes.BitOr, nodes.Dict, nodes.Set, nodes.Starred, nodes.AugAssign),
        *(nodes.List, nodes.Tuple, nodes.ListComp),
    )

    def has_work(self) -> bool:
        return bool(self.context.symbols) or super().has_work()

    def convert(self, tree: Node) -> Node:
        self._numbers = _numbers_in(tree)
        self._lists = _lists_in(tree)
        return super().convert(tree)

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
        is_sent = is_name and self._is_sent(node.op, node.value)
        if not is_sent and not (is_name and self._may_extend(node)):
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
        if all(isinstance(key, nodes.Constant) for key in node.keys):
            return node
        parts: list[Node] = []
        pairs: list[Node] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                pairs.append(tuple_of([key, value]))
                continue
            if pairs:
                parts.append(tuple_of(pairs))
            parts.append(value)
            pairs = []
        if pairs:
            parts.append(tuple_of(pairs))
        call = quote("ag__.dict_display()")
        call.args = parts
        return located(call, node)

    def visit_Set(self, node: Node) -> Node:
        self.generic_visit(node)
        if all(isinstance(each, nodes.Constant) for each in node.elts):
            return node
        call = quote("ag__.set_display(ITEMS)", ITEMS=tuple_of(node.elts))
        return located(call, node)

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
        if any(map(_is_constant, operands)):
            return False
        are_lists = [self._may_be_list(each) for each in operands]
        if isinstance(op, nodes.Add):
            return any(map(_is_list, operands)) and not all(are_lists)
        return isinstance(op, nodes.BitOr) or any(are_lists)

    def _may_be_list(self, node: Node) -> bool:
        return _is_list(node) or (
            isinstance(node, nodes.Name) and node.id in self._lists
        )

    def _may_extend(self, node: Node) -> bool:
        """May `a += b` step through `b`, and add its items to a list?"""
        if not isinstance(node.op, nodes.Add) or isinstance(node.value, _SCALARS):
            return False
        return not any(
            isinstance(each, nodes.Name) and each.id in self._numbers
            for each in (node.target, node.value)
        )


# What gives a number, unless a class of the user's has a meaning for it, or text.
_SCALARS = (nodes.Constant, nodes.BinOp, nodes.UnaryOp, nodes.Compare)


def _numbers_in(tree: Node) -> frozenset[str]:
    """Return the names that are assigned nothing but numbers, one of them written."""
    numbers, others = set(), set()
    for node in walk(tree):
        if not isinstance(node, nodes.Assign):
            continue
        for target in node.targets:
            if not isinstance(target, nodes.Name):
                continue
            if isinstance(node.value, nodes.Constant):
                numbers.add(target.id)
            elif not isinstance(node.value, _SCALARS) and not is_operator_call(
                node.value, "Undefined"
            ):
                others.add(target.id)
    return frozenset(numbers - others)


def _lists_in(tree: Node) -> frozenset[str]:
    """Return the names that are assigned lists, or tuples, which are written there."""
    assigned = (node for node in walk(tree) if isinstance(node, nodes.Assign))
    return frozenset(
        target.id
        for node in assigned
        if _is_list(node.value) or _is_empty(node.value)
        for target in node.targets
        if isinstance(target, nodes.Name)
    )


def _is_list(node: Node) -> bool:
    """Is it a list, or a tuple, of what may be known only in the run?"""
    if isinstance(node, nodes.ListComp):
        return True
    is_display = isinstance(node, (nodes.List, nodes.Tuple))
    return is_display and not all(map(_is_constant, node.elts))


def _is_empty(node: Node) -> bool:
    return isinstance(node, nodes.List) and not node.elts


def _is_constant(node: Node) -> bool:
    return isinstance(node, nodes.Constant)
