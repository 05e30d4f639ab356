"""Generator functions as functions that call what their `yield` gives values to."""

from __future__ import annotations

from typing import Any, Final

from autograph import syntax
from autograph.as_is import SUSPENDING, own_nodes
from autograph.syntax import Node, NodeTransformer, nodes

#: The keyword by which such a function takes what it calls.
MANAGED: Final = "ag__body"

# What a `yield` inside sees of exceptions, and of a loop that is left.
_SEEING: Final = (nodes.Try, nodes.TryStar, nodes.With, nodes.AsyncWith)
# Names of what ends a generator, and is an error in one.
_ENDING: Final = frozenset({"next", "anext", "StopIteration", "GeneratorExit"})


def taking_body(function: Node) -> Node:
    """Return the generator function of a manager as one that calls where it yields."""
    return _with_keyword(_Calls().visit(syntax.copied(function)))


def taking_items(function: Node) -> Node | None:
    """Return a generator function as one that calls a function with each item.

        yield value         ->      if BODY(value): return
        yield from items    ->      for item in items: if BODY(item): return

    What it calls returns whether the loop over the generator is over.

    Returns:
        None if the generator is given values or sees how it is left, or may end by an
        exception that is an error in a generator.
    """
    if isinstance(function, nodes.Lambda) or not _is_plain(function):
        return None
    return _with_keyword(_Items().visit(syntax.copied(function)))


def _with_keyword(made: Node) -> Node:
    (example,) = syntax.quote_block("def NAME(*, BODY): pass", NAME="f", BODY=MANAGED)
    made.args.kwonlyargs += syntax.located(example.args.kwonlyargs, made)
    made.args.kw_defaults.append(None)
    return made


def _is_plain(function: Node) -> bool:
    own = list(own_nodes(function))
    yields = [each for each in own if isinstance(each, SUSPENDING)]
    statements = {id(each.value) for each in own if isinstance(each, nodes.Expr)}
    if any(id(each) not in statements for each in yields):
        return False
    if any(isinstance(each, nodes.Name) and each.id in _ENDING for each in own):
        return False
    held = {id(each) for each in yields}
    return not any(
        id(inner) in held
        for each in own
        if isinstance(each, _SEEING)
        for inner in syntax.walk(each)
    )


class _Own(NodeTransformer):
    """Changes the function itself, and none inside it."""

    def __init__(self) -> None:
        self.is_inside = False

    def visit_FunctionDef(self, node: Node) -> Node:
        if self.is_inside:
            return node
        self.is_inside = True
        self.generic_visit(node)
        return node

    def visit_AsyncFunctionDef(self, node: Node) -> Node:
        return node

    def visit_ClassDef(self, node: Node) -> Node:
        return node

    def visit_Lambda(self, node: Node) -> Node:
        return node


class _Calls(NodeTransformer):
    def visit_Yield(self, node: Node) -> Node:
        value = node.value or syntax.constant(None)
        return syntax.located(
            syntax.quote("BODY(VALUE)", BODY=MANAGED, VALUE=value), node
        )


class _Items(_Own):
    def visit_Expr(self, node: Node) -> Any:
        value = node.value
        if isinstance(value, nodes.Yield):
            given = value.value or syntax.constant(None)
            return _handed_on(given, node)
        if isinstance(value, nodes.YieldFrom):
            (loop,) = syntax.quote_block(
                "for ITEM in ITEMS:\n    BLOCK",
                ITEM="ag__item",
                ITEMS=value.value,
                BLOCK=_handed_on(syntax.name("ag__item"), node),
            )
            return syntax.located(loop, node)
        return node

    def visit_Return(self, node: Node) -> Any:
        """Drop the value, which no loop sees, but for what computing it does."""
        if node.value is None:
            return node
        value, node.value = node.value, None
        return [syntax.located(nodes.Expr(value), node), node]


def _handed_on(value: Node, place: Node) -> list[Node]:
    block = syntax.quote_block("if BODY(VALUE):\n    return", BODY=MANAGED, VALUE=value)
    return list(syntax.located(block, place))


__all__ = ["MANAGED", "taking_body", "taking_items"]
