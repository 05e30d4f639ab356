"""Lower the `else` of loops."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.converters.jumps import Lowering, has_jump_in, set_flag
from autograph.syntax import Node, nodes


class LoopElses(Converter):
    """Put the `else` of a loop after it, unless a `break` has left the loop.

        for x in xs:                    break_ = False
            if c:                       for x in xs:
                break                       if c:
        else:               ->                  break_ = True
            h()                                 break
                                        if not break_:
                                            h()

    Keeps   that a return out of the loop skips the `else`, like all that follows.
    Leaves  no `else` of a loop.
    """

    comes_of = (nodes.For, nodes.While)

    def visit_For(self, node: Node) -> list[Node]:
        return self._loop(node)

    def visit_While(self, node: Node) -> list[Node]:
        return self._loop(node)

    def _loop(self, node: Node) -> list[Node]:
        node = self.generic_visit(node)
        orelse, node.orelse = node.orelse, []
        if not orelse or not has_jump_in(node.body, nodes.Break):
            return [node, *orelse]
        marking = _Marking(nodes.Break, self.fresh("break_"))
        node.body = marking.block(node.body)
        start = set_flag(marking.flag, to=False, at=node)
        return [start, node, marking.unless(orelse, at=node)]


class _Marking(Lowering):
    """Sets the flag before each jump, and leaves the jump, which skips the rest."""

    def replace(self, jump: Node) -> list[Node]:
        return [*super().replace(jump), jump]

    def block(self, block: list[Node], *, is_caught: bool = False) -> list[Node]:
        marked: list[Node] = []
        for each in block:
            has_jump = self.has(each)
            marked += self.statement(each, is_caught=is_caught) if has_jump else [each]
        return marked

    def guards_else(self, statement: Node) -> bool:
        return False
