"""Note writes to globals before they happen."""

from __future__ import annotations

from collections.abc import Iterator

from autograph.converters.base import Converter
from autograph.syntax import Node, constant, located, nodes, quote, walk


class GlobalWrites(Converter):
    """Note writes to globals before they happen.

        global n                        global n
        n = n + x               ->      ag__.note_global('n')
                                        n = n + x

    A function that is called in a staged block writes to its globals while the block is
    traced; the operators put them back, and make the change part of the block.

    Keeps   when the write happens, and what it writes.
    Leaves  no assignment to a global, and no `del` of one, without a note; `import`,
            `def`, `class`, `with` and `except`, which bind no tensors, have none.
    """

    comes_of = (nodes.Global,)

    def __init__(self, context: object) -> None:
        super().__init__(context)  # type: ignore[arg-type]
        self.globals: set[str] = set()

    def visit_body(self, node: Node) -> None:
        outer = self.globals
        self.globals = {
            name
            for statement in node.body
            if isinstance(statement, nodes.Global)
            for name in statement.names
        }
        super().visit_body(node)
        self.globals = outer

    def visit_Assign(self, node: Node) -> list[Node]:
        return self._noted(node, node.targets)

    def visit_AugAssign(self, node: Node) -> list[Node]:
        return self._noted(node, [node.target])

    def visit_Delete(self, node: Node) -> list[Node]:
        return self._noted(node, node.targets)

    def _noted(self, node: Node, targets: list[Node]) -> list[Node]:
        return [*self._notes(node, targets), self.generic_visit(node)]

    def _notes(self, node: Node, targets: list[Node]) -> Iterator[Node]:
        names = {
            each.id
            for target in targets
            for each in walk(target)
            if isinstance(each, nodes.Name) and not isinstance(each.ctx, nodes.Load)
        }
        for name in sorted(names & self.globals):
            call = quote("ag__.note_global(NAME)", NAME=constant(name))
            yield located(nodes.Expr(call), node)
