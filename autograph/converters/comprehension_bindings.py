"""Bind what a comprehension names, in the function around it, by calling a function."""

from __future__ import annotations

from typing import Final

from autograph.analysis.scopes import Scope, Scopes
from autograph.converters.base import Converter
from autograph.converters.declarations import has_docstring, undefined_name
from autograph.syntax import (
    Node,
    located,
    name,
    nodes,
    quote,
    quote_block,
    walk,
)

# In a test Python asks these for their truth once less than what they are bound to.
_ASKING: Final = (nodes.BoolOp, nodes.Compare, nodes.IfExp, nodes.UnaryOp)


class ComprehensionBindings(Converter):
    """Bind what a comprehension names, in the function around it, by a function.

                                            def bind_y(value):
                                                nonlocal y
                                                y = value
                                                return value

        any((y := f(x)) > 0         ->      any(bind_y(f(x)) > 0
            for x in xs)                        for x in xs)

    What it binds is then a variable that a call changes, like any other; the items
    after the one that decides bind nothing.

    Keeps   the order: what is named is computed where it was.
    Leaves  names that comprehensions in lambdas bind: conditions there are Python's.
    """

    comes_of = (nodes.NamedExpr,)

    def convert(self, tree: Node) -> Node:
        self.function: Node = None
        self.is_inside = False
        self.binders: dict[str, str] = {}
        return self.visit(tree)

    def visit_body(self, node: Node) -> None:
        outer = self.function, self.binders, self.is_inside
        self.function, self.binders, self.is_inside = node, {}, False
        super().visit_body(node)
        scope = Scopes(node).of(node)
        at = 1 if has_docstring(node) else 0
        node.body[at:at] = [
            located(statement, node)
            for variable, binder in self.binders.items()
            for statement in self._binding(variable, binder, scope)
        ]
        self.function, self.binders, self.is_inside = outer

    def visit_Lambda(self, node: Node) -> Node:
        outer, self.function = self.function, node
        node = super().visit_Lambda(node)
        self.function = outer
        return node

    def visit_GeneratorExp(self, node: Node) -> Node:
        outer, self.is_inside = self.is_inside, True
        node = self.generic_visit(node)
        self.is_inside = outer
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp  # noqa: N815

    def visit_NamedExpr(self, node: Node) -> Node:
        node = self.generic_visit(node)
        if not self.is_inside or self.function is None:
            return node
        variable = node.target.id
        if self._is_all(variable) and not isinstance(node.value, _ASKING):
            return node.value
        if isinstance(self.function, nodes.Lambda):
            return node
        if variable not in self.binders:
            self.binders[variable] = self.fresh(f"bind_{variable}")
        binder = name(self.binders[variable])
        return located(quote("BINDER(VALUE)", BINDER=binder, VALUE=node.value), node)

    def _is_all(self, variable: str) -> bool:
        """Tell whether nothing else in the function has, or shows, the variable."""
        uses = [
            each
            for each in walk(self.function)
            if getattr(each, "id", None) == variable
            or variable in getattr(each, "names", ())
        ]
        return self.context.is_plain and len(uses) == 1

    def _binding(self, variable: str, binder: str, scope: Scope) -> list[Node]:
        """Return what makes the function, and has the variable be the function's."""
        is_global = variable in scope.global_names
        word = nodes.Global if is_global else nodes.Nonlocal
        made = quote_block(
            "def BINDER(VALUE):\n    DECLARED\n    VARIABLE = VALUE\n    return VALUE",
            BINDER=binder,
            VALUE=self.fresh("value"),
            DECLARED=[word([variable])],
            VARIABLE=variable,
        )
        if is_global or variable in scope.nonlocal_names | scope.bound:
            return made
        return [undefined_name(variable), *made]  # it is the function's all the same


__all__ = ["ComprehensionBindings"]
