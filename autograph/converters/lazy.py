"""Operands that are computed later, or never: what several converters share."""

from __future__ import annotations

from collections.abc import Iterable

from autograph.syntax import Node, children_of, located, nodes, quote

_BINDS_OR_SUSPENDS = (nodes.NamedExpr, nodes.Yield, nodes.YieldFrom, nodes.Await)


def can_be_lazy(*operands: Node) -> bool:
    """Tell whether operands mean the same inside a `lambda`.

    One that binds a name by `:=` does not: the name would be the lambda's own.
    """
    pending = [each for each in operands if each is not None]
    while pending:
        node = pending.pop()
        if isinstance(node, _BINDS_OR_SUSPENDS):
            return False
        pending.extend(computed_with(node))
    return True


def computed_with(node: Node) -> Iterable[Node]:
    """Return the nodes that are computed with a node: of a lambda its defaults."""
    if not isinstance(node, nodes.Lambda):
        return children_of(node)
    given = (*node.args.defaults, *node.args.kw_defaults)
    return [each for each in given if each is not None]


def lazy(operand: Node) -> Node:
    """Return `lambda: operand`."""
    return located(quote("lambda: OPERAND", OPERAND=operand), operand)


def held(parameters: list[str], values: list[Node], body: Node) -> Node:
    """Return `(lambda p, ...: body)(v, ...)`: each value is computed once, in order."""
    function = quote("lambda: BODY", BODY=body)
    function.args.args = [
        nodes.Name(each, nodes.Param(), None, None) for each in parameters
    ]
    return nodes.Call(function, values, [])
