"""Read items through the operators, which know indices that the run decides."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.converters.stores import index_of
from autograph.syntax import Node, located, nodes, quote


class Subscripts(Converter):
    """Read items through the operators.

        xs[i]           ->      ag__.get_item(xs, i)
        xs[1:n]         ->      ag__.get_item(xs, ag__.slice(1, n, None))

    Keeps   the order: what is indexed, then the index.
    Leaves  no subscript that is read, but in annotations.
    """

    comes_of = (nodes.Subscript,)

    def visit_Subscript(self, node: Node) -> Node:
        self.generic_visit(node)
        is_starred = any(
            isinstance(each, nodes.Starred) for each in getattr(node.slice, "elts", ())
        )
        if not isinstance(node.ctx, nodes.Load) or is_starred:
            return node
        index = index_of(node.slice)
        call = quote("ag__.get_item(TARGET, INDEX)", TARGET=node.value, INDEX=index)
        return located(call, node)

    def visit_AnnAssign(self, node: Node) -> Node:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_arg(self, node: Node) -> Node:
        return node
