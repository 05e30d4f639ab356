"""Update attributes and items in place through the operators."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.converters.lazy import can_be_lazy, lazy
from autograph.converters.stores import index_of
from autograph.syntax import Node, constant, located, name, nodes, operator, stored

SYMBOLS = {
    nodes.Add: "+",
    nodes.Sub: "-",
    nodes.Mult: "*",
    nodes.MatMult: "@",
    nodes.Div: "/",
    nodes.Mod: "%",
    nodes.Pow: "**",
    nodes.LShift: "<<",
    nodes.RShift: ">>",
    nodes.BitOr: "|",
    nodes.BitXor: "^",
    nodes.BitAnd: "&",
    nodes.FloorDiv: "//",
}


class AugmentedStores(Converter):
    """Turn augmented assignments to attributes and items into calls.

        a.b += v        ->      ag__.aug_attr(a, 'b', '+', lambda: v)
        a[i] *= v       ->      ag__.aug_item(a, i, '*', lambda: v)

    Keeps   Python's order: the object, the index, the old value, then the new operand.
    Leaves  no augmented assignment but to a name.
    """

    comes_of = (nodes.AugAssign,)

    def visit_AugAssign(self, node: Node) -> Node | list[Node]:
        self.generic_visit(node)
        target = node.target
        if isinstance(target, nodes.Name):
            return node
        if not can_be_lazy(node.value):
            return self._step_by_step(node)
        symbol = constant(SYMBOLS[type(node.op)])
        method, place = _place(target)
        arguments = [target.value, place, symbol, lazy(node.value)]
        call = nodes.Call(operator(method), arguments, [])
        return located(nodes.Expr(call), node)

    def _step_by_step(self, node: Node) -> list[Node]:
        """Spell the same order out, for an operand that binds a name."""
        target = node.target
        owner, old = self.fresh("owner_"), self.fresh("old_")
        block = [nodes.Assign([stored(owner)], target.value, None)]
        read = located(nodes.Attribute(name(owner), "", nodes.Load()), target)
        if isinstance(target, nodes.Attribute):
            read.attr = target.attr
            arguments = [name(owner), constant(target.attr), name(old)]
        else:
            index = self.fresh("index_")
            block.append(nodes.Assign([stored(index)], index_of(target.slice), None))
            read = nodes.Subscript(name(owner), name(index), nodes.Load())
            arguments = [name(owner), name(index), name(old)]
        block.append(nodes.Assign([stored(old)], read, None))
        block.append(nodes.AugAssign(stored(old), node.op, node.value))
        is_item = isinstance(target, nodes.Subscript)
        method = operator("set_item" if is_item else "set_attr")
        block.append(nodes.Expr(nodes.Call(method, arguments, [])))
        return list(located(block, node))


def _place(target: Node) -> tuple[str, Node]:
    if isinstance(target, nodes.Attribute):
        return "aug_attr", constant(target.attr)
    return "aug_item", index_of(target.slice)
