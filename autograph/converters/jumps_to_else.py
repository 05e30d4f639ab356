"""Move what follows an `if` that jumps into its other branch."""

from __future__ import annotations

from autograph.converters.base import Converter, blocks_of, map_blocks
from autograph.syntax import Node, nodes

#: Deeper than this, the flags of the lowered jumps guard what follows instead.
MAX_DEPTH = 20
_JUMPS = (nodes.Return, nodes.Break, nodes.Continue, nodes.Raise)


class JumpsToElse(Converter):
    """Make early exits plain two-armed ifs.

        if c:                   if c:
            return a                return a
        b                 ->    else:
        return b                    b
                                    return b

    Keeps   the order of statements on every path.
    Leaves  no statement after an `if` of which just one branch always jumps, but where
            more than MAX_DEPTH of them would nest.
    """

    def convert(self, tree: Node) -> Node:
        self.depth = 0
        return self.visit(tree)

    def visit_body(self, node: Node) -> None:
        outer, self.depth = self.depth, 0
        super().visit_body(node)
        node.body = self.move(node.body)
        self.depth = outer

    def move(self, block: list[Node]) -> list[Node]:
        """Return a block in which no statement follows such an `if`."""
        moved: list[Node] = []
        for at, statement in enumerate(block):
            rest = block[at + 1 :]
            moved.append(statement)
            if rest and self.depth < MAX_DEPTH and _takes_rest(statement, rest):
                self.depth += 1
                map_blocks(statement, self.move)
                self.depth -= 1
                return moved
            map_blocks(statement, self.move)
        return moved


def _takes_rest(statement: Node, rest: list[Node]) -> bool:
    """Add what follows an `if` to the branch that does not jump, if just one does."""
    if not isinstance(statement, nodes.If):
        return False
    body_jumps, else_jumps = map(always_jumps, (statement.body, statement.orelse))
    if body_jumps == else_jumps:
        return False
    if body_jumps:
        statement.orelse = statement.orelse + rest
    else:
        statement.body = statement.body + rest
    return True


def always_jumps(block: list[Node], *, with_loops: bool = False) -> bool:
    """Tell whether control never reaches the end of a block.

    Args:
        block: Statements.
        with_loops: Count loops that are left by other jumps than `break` only.
    """
    return any(_always_jumps(statement, with_loops) for statement in block)


def _always_jumps(statement: Node, with_loops: bool) -> bool:
    if isinstance(statement, nodes.If):
        return always_jumps(statement.body, with_loops=with_loops) and always_jumps(
            statement.orelse, with_loops=with_loops
        )
    if with_loops and isinstance(statement, nodes.While):
        test = statement.test
        is_endless = isinstance(test, nodes.Constant) and bool(test.value)
        return is_endless and not any(map(_breaks, statement.body))
    return isinstance(statement, _JUMPS)


def _breaks(statement: Node) -> bool:
    """Tell whether a statement of a loop's body leaves that loop by `break`."""
    if isinstance(statement, (nodes.For, nodes.AsyncFor, nodes.While)):
        return any(map(_breaks, statement.orelse))
    return isinstance(statement, nodes.Break) or any(
        _breaks(inner)
        for owner, field in blocks_of(statement)
        for inner in getattr(owner, field)
    )
