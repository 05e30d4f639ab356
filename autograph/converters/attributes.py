"""Read attributes through the operators, which convert the getters of properties."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import OPERATORS, Node, constant, located, nodes, quote


class Attributes(Converter):
    """Read attributes through the operators, which convert the getters of properties.

        self.area       ->      ag__.get_attr(self, 'area')

    Keeps   what is called by its attribute: that is a method or function, converted
            by the call.
            Special names are read: what stands for a value has methods of its own.
    Leaves  no attribute that is read, but in annotations and calls.
    """

    comes_of = (nodes.Attribute,)

    def visit_Attribute(self, node: Node) -> Node:
        node.value = self.visit(node.value)
        if not isinstance(node.ctx, nodes.Load) or self._is_made(node.value):
            return node
        call = quote(
            "ag__.get_attr(TARGET, NAME)", TARGET=node.value, NAME=constant(node.attr)
        )
        return located(call, node)

    def _is_made(self, target: Node) -> bool:
        return isinstance(target, nodes.Name) and (
            target.id == OPERATORS or self.is_generated(target.id)
        )

    def visit_Call(self, node: Node) -> Node:
        called = node.func
        if isinstance(called, nodes.Attribute) and not _is_special(called.attr):
            called.value = self.visit(called.value)
        else:
            node.func = self.visit(called)
        node.args = self.visit_block(node.args)
        node.keywords = self.visit_block(node.keywords)
        return node

    def visit_AnnAssign(self, node: Node) -> Node:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_arg(self, node: Node) -> Node:
        return node


def _is_special(attribute: str) -> bool:
    return attribute.startswith("__") and attribute.endswith("__")
