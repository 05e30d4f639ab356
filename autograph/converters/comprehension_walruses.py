"""Bind what a comprehension names in its condition by a `for` of its own."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.converters.lazy import can_be_lazy
from autograph.syntax import (
    Node,
    children_of,
    located,
    name,
    nodes,
    quote,
    stored,
    walk,
)


class ComprehensionWalruses(Converter):
    """Bind what a comprehension names in its condition by a `for` of its own.

        [y for x in xs              ->      [y for x in xs
            if (y := f(x)) > 0]                 for y in (f(x),)
                                                if y > 0]

    Keeps   the order: what is named is what a condition computes first. The name is the
            comprehension's own then, so that nothing else of the function may have it.
    Leaves  other names that comprehensions bind: see ComprehensionBindings.
    """

    comes_of = (nodes.NamedExpr,)

    def convert(self, tree: Node) -> Node:
        self.function = tree
        return self.visit(tree)

    def visit_body(self, node: Node) -> None:
        outer, self.function = self.function, node
        super().visit_body(node)
        self.function = outer

    def visit_ListComp(self, node: Node) -> Node:
        node = self.generic_visit(node)
        bound = [_named(part) for part in node.generators]
        if not any(bound) or not self._is_own(node, bound):
            return node
        parts = []
        for part, named in zip(node.generators, bound, strict=True):
            parts.append(part)
            if named is not None:
                parts.append(_with_name(part, named))
        node.generators = parts
        return node

    def visit_DictComp(self, node: Node) -> Node:
        return self.visit_ListComp(node)

    def _is_own(self, node: Node, bound: list[Node | None]) -> bool:
        """Has nothing else in the function the names that a comprehension binds?"""
        names = [named.target.id for named in bound if named is not None]
        n_bound = sum(isinstance(each, nodes.NamedExpr) for each in walk(node))
        is_free = self.context.is_plain  # locals() would show it
        is_free = is_free and not any(_is_used(self.function, each) for each in names)
        return is_free and len({*names}) == n_bound == len(names)


def _is_used(tree: Node, identifier: str) -> bool:
    """Tell whether a name stands outside of comprehensions that bind it themselves."""
    if isinstance(tree, nodes.Name):
        return bool(tree.id == identifier)
    if isinstance(tree, (nodes.Global, nodes.Nonlocal)):
        return identifier in tree.names
    if isinstance(tree, (nodes.ListComp, nodes.DictComp)) and any(
        isinstance(each, (nodes.NamedExpr, nodes.comprehension))
        and getattr(each.target, "id", None) == identifier
        for each in walk(tree)
    ):
        return _is_used(tree.generators[0].iter, identifier)
    return any(_is_used(child, identifier) for child in children_of(tree))


def _named(part: Node) -> Node | None:
    """Return the assignment expression that the first condition computes first."""
    if not part.ifs or part.is_async:
        return None
    found = part.ifs[0]
    while not isinstance(found, nodes.NamedExpr):
        if isinstance(found, nodes.Compare):
            found = found.left
        elif isinstance(found, nodes.BoolOp):
            found = found.values[0]
        elif isinstance(found, nodes.UnaryOp):
            found = found.operand
        else:
            return None
    return found if can_be_lazy(found.value) else None


def _with_name(part: Node, named: Node) -> Node:
    """Move the conditions of a `for` to one that binds the name."""
    only = located(quote("(VALUE,)", VALUE=named.value), named)
    conditions, part.ifs = part.ifs, []
    conditions[0] = _replaced(conditions[0], named)
    target = located(stored(named.target.id), named)
    return nodes.comprehension(target, only, conditions, 0)


def _replaced(condition: Node, named: Node) -> Node:
    """Return a condition with a name in place of what binds it first."""
    if condition is named:
        return located(name(named.target.id), named)
    if isinstance(condition, nodes.Compare):
        condition.left = _replaced(condition.left, named)
    elif isinstance(condition, nodes.BoolOp):
        condition.values[0] = _replaced(condition.values[0], named)
    else:
        condition.operand = _replaced(condition.operand, named)
    return condition
