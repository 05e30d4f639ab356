"""Lower `continue`."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.converters.jumps import Lowering, has_jump_in, set_flag
from autograph.syntax import Node, located, nodes


class Continues(Converter):
    """Turn `continue` into a flag that guards the rest of the loop's body.

        for x in xs:                    for x in xs:
            with a:                         continue_ = False
                if c:                       with a:
                    continue    ->              if c:
            g(x)                                    continue_ = True
                                            if not continue_:
                                                g(x)

    Keeps   the `else` of a `try`, which does not run when its body continues the loop.
    Leaves  no `continue`; one at the end of the body needs no flag.
    """

    comes_of = (nodes.Continue,)

    def visit_For(self, node: Node) -> Node:
        return self._loop(node)

    def visit_While(self, node: Node) -> Node:
        return self._loop(node)

    def _loop(self, node: Node) -> Node:
        self.generic_visit(node)
        node.body = _without_last(node.body)
        if has_jump_in(node.body, nodes.Continue):
            flag = self.fresh("continue_")
            start = set_flag(flag, to=False, at=node)
            node.body = [start, *Lowering(nodes.Continue, flag).block(node.body)]
        return node


def _without_last(block: list[Node]) -> list[Node]:
    """Drop the jumps after which the body would end anyway."""
    if not block:
        return block
    last = block[-1]
    if isinstance(last, nodes.Continue):
        return [*block[:-1], located(nodes.Pass(), last)]
    if isinstance(last, (nodes.If, nodes.With)):
        last.body = _without_last(last.body)
    if isinstance(last, nodes.If):
        last.orelse = _without_last(last.orelse)
    return block
