"""Write out the variables that `locals()` shows: those of generated code are others."""

from __future__ import annotations

from autograph.analysis.scopes import Scopes
from autograph.as_is import shows_variables
from autograph.converters.base import Context, Converter
from autograph.syntax import Node, constant, located, quote, tuple_of


class FrameVariables(Converter):
    """Name the variables of the function to what shows them.

        locals()    ->  ag__.frame_variables(locals, ('x',), ag__.ldu(lambda: x, 'x'))

    They are in Python's order. A variable that has no value is not shown.

    Leaves  no bare `locals()`, `vars()` and `dir()` in the function itself.
    """

    needs = (Scopes,)

    def has_work(self) -> bool:
        return not self.context.is_plain

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.names: list[str] = []

    def convert(self, tree: Node) -> Node:
        scope = Scopes(tree).of(tree)
        # A comprehension's variables are among those of the code, and gone after it.
        # `super()` reads `__class__` without naming it.
        known = scope.local_names | scope.free() | {"__class__"}
        self.names = [each for each in self.context.variables if each in known]
        return self.visit(tree)

    def visit_Call(self, node: Node) -> Node:
        self.generic_visit(node)
        if not shows_variables(node):
            return node
        shown = quote(
            "ag__.frame_variables(READER, NAMES)",
            READER=node.func,
            NAMES=tuple_of([constant(each) for each in self.names]),
        )
        shown.args += map(_unchecked, self.names)
        return located(shown, node)


def _unchecked(identifier: str) -> Node:
    """Return a read of a variable that may have no value."""
    return quote(
        "ag__.ldu(lambda: NAME, TEXT)", NAME=identifier, TEXT=constant(identifier)
    )


__all__ = ["FrameVariables"]
