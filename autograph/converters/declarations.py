"""Bring declarations to where generated functions can be put around statements."""

from __future__ import annotations

from autograph.analysis.scopes import Scopes
from autograph.converters.base import Converter, blocks_of
from autograph.syntax import Node, located, nodes, quote_block


class Declarations(Converter):
    """Move `global` and `nonlocal` to a function's top; drop local annotations.

        if c:                           global total
            global total                if c:
            total = 1           ->          total = 1
        n: int = 2                      n = 2

    Keeps   what is evaluated: Python does not evaluate local annotations either. A name
            that is only annotated stays local, and undefined.
    Leaves  no declaration below the top of a function, and no annotated assignment
            to a name: a generated function could not declare that name.
    """

    comes_of = (nodes.Global, nodes.Nonlocal, nodes.AnnAssign)

    def __init__(self, context: object) -> None:
        super().__init__(context)  # type: ignore[arg-type]
        self.moved: list[Node] = []

    def visit_body(self, node: Node) -> None:
        outer, self.moved = self.moved, []
        scope = Scopes(node).of(node)
        never_assigned = sorted(scope.annotated - scope.bound)
        super().visit_body(node)
        undefined = [located(undefined_name(name), node) for name in never_assigned]
        top = [*self.moved, *undefined]
        at = 1 if node.body and has_docstring(node) else 0
        node.body[at:at] = top
        self.moved = outer

    def generic_visit(self, node: Node) -> Node:
        filled = [each for each in blocks_of(node) if getattr(*each)]
        super().generic_visit(node)
        for owner, field in filled:
            if not getattr(owner, field):
                setattr(owner, field, [located(nodes.Pass(), node)])
        return node

    def visit_Global(self, node: Node) -> list[Node]:
        self.moved.append(node)
        return []

    def visit_Nonlocal(self, node: Node) -> list[Node]:
        return self.visit_Global(node)

    def visit_AnnAssign(self, node: Node) -> Node | list[Node]:
        self.generic_visit(node)
        if node.value is not None:
            assign = nodes.Assign([node.target], node.value, None)
            return located(assign, node)
        return [] if _is_name(node.target) else node


def has_docstring(function: Node) -> bool:
    """Tell whether a function's first statement is its docstring."""
    first = function.body[0]
    return (
        isinstance(first, nodes.Expr)
        and isinstance(first.value, nodes.Constant)
        and isinstance(first.value.value, str)
    )


def undefined_name(name: str) -> Node:
    """Return `name = ag__.Undefined('name')`."""
    constant = nodes.Constant(name, None)
    (statement,) = quote_block("NAME = ag__.Undefined(TEXT)", NAME=name, TEXT=constant)
    return statement


def _is_name(target: Node) -> bool:
    return isinstance(target, nodes.Name)
