"""Give `super()` its two arguments, since generated functions have no first one."""

from __future__ import annotations

import sys

from autograph.converters.base import Converter
from autograph.syntax import Node, located, nodes, quote

# Before 3.12 a comprehension is a function of its own, where `super()` does not work.
_COMPREHENSIONS_ARE_INLINE = sys.version_info >= (3, 12)


class ExplicitSuper(Converter):
    """Write out what `super()` finds in the frame that calls it.

        super().f()     ->      super(__class__, self).f()

    Keeps   `super()` where it raises: without a first parameter, and in a scope that is
            not the method's own.
    Leaves  no `super()` without arguments in a function that has a first parameter.
    """

    def __init__(self, context: object) -> None:
        super().__init__(context)  # type: ignore[arg-type]
        self.first: str | None = None

    def has_work(self) -> bool:
        return "super" in self.context.names.taken

    def visit_body(self, node: Node) -> None:
        outer, self.first = self.first, _first_parameter(node.args)
        super().visit_body(node)
        self.first = outer

    def visit_Lambda(self, node: Node) -> Node:
        outer, self.first = self.first, _first_parameter(node.args)
        super().visit_Lambda(node)
        self.first = outer
        return node

    def visit_GeneratorExp(self, node: Node) -> Node:
        return self._comprehension(node, is_inline=False)

    def visit_ListComp(self, node: Node) -> Node:
        return self._comprehension(node, is_inline=_COMPREHENSIONS_ARE_INLINE)

    def visit_SetComp(self, node: Node) -> Node:
        return self._comprehension(node, is_inline=_COMPREHENSIONS_ARE_INLINE)

    def visit_DictComp(self, node: Node) -> Node:
        return self._comprehension(node, is_inline=_COMPREHENSIONS_ARE_INLINE)

    def _comprehension(self, node: Node, *, is_inline: bool) -> Node:
        outer, self.first = self.first, self.first if is_inline else None
        self.generic_visit(node)
        self.first = outer
        return node

    def visit_Call(self, node: Node) -> Node:
        self.generic_visit(node)
        if not is_bare_super(node) or self.first is None:
            return node
        args = {"CLASS": "__class__", "FIRST": self.first, "SUPER": "super"}
        return located(quote("SUPER(CLASS, FIRST)", **args), node)


def is_bare_super(node: Node) -> bool:
    """Tell whether a node is `super()`."""
    return (
        isinstance(node, nodes.Call)
        and isinstance(node.func, nodes.Name)
        and node.func.id == "super"
        and not node.args
        and not node.keywords
    )


def _first_parameter(args: Node) -> str | None:
    positional = [*args.posonlyargs, *args.args]
    return positional[0].id if positional else None
