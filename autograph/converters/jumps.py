"""Turn jumps into flags: what the converters of the three jumps share."""

from __future__ import annotations

from autograph.converters.base import blocks_of, map_blocks
from autograph.syntax import Node, located, name, nodes, quote_block

LOOPS = (nodes.For, nodes.While)
_TRIES = (nodes.Try, nodes.TryStar)
_OPAQUE = (nodes.FunctionDef, nodes.AsyncFunctionDef, nodes.ClassDef)


class Lowering:
    """Replaces one kind of jump by a flag, and guards by it what the jump skips.

    Args:
        kind: The class of the jumps.
        flag: The name of the flag that says a jump is under way.
    """

    def __init__(self, kind: type, flag: str) -> None:
        self.kind = kind
        self.flag = flag

    def replace(self, jump: Node) -> list[Node]:
        """Return the statements that stand for one jump."""
        return [set_flag(self.flag, to=True, at=jump)]

    def has(self, statement: Node) -> bool:
        """Tell whether a statement contains such a jump, out of it."""
        return has_jump(statement, self.kind)

    def block(self, block: list[Node], *, is_caught: bool = False) -> list[Node]:
        """Return a block without such jumps.

        Args:
            block: The statements.
            is_caught: A `try` or `with` around the block may catch an exception that
                cancels a jump under way, as one raised by a `finally` does.
        """
        lowered: list[Node] = []
        for at, statement in enumerate(block):
            if not self.has(statement):
                lowered.append(statement)
                continue
            lowered.extend(self.statement(statement, is_caught=is_caught))
            rest = self.block(block[at + 1 :], is_caught=is_caught)
            lowered.extend(self.after(statement, rest))
            break
        return lowered

    def after(self, statement: Node, rest: list[Node]) -> list[Node]:
        """Return what follows a statement that has jumps: the rest, without them."""
        return [self.unless(rest, at=statement)] if rest else []

    def statement(self, statement: Node, *, is_caught: bool) -> list[Node]:
        """Return a statement that has jumps without them."""
        if isinstance(statement, self.kind):
            return self.replace(statement)
        is_caught_inside = is_caught or catches(statement)
        guards_else = self.guards_else(statement)
        self.inside(statement, is_caught=is_caught_inside)
        if guards_else:
            statement.orelse = [self.unless(statement.orelse, at=statement)]
        if is_caught and may_cancel(statement):
            return cancelling(statement, self.cleared(at=statement))
        return [statement]

    def cleared(self, *, at: Node) -> list[Node]:
        """Return the statements that forget a jump under way."""
        return [set_flag(self.flag, to=False, at=at)]

    def guards_else(self, statement: Node) -> bool:
        """Tell whether the flag has to guard the `else` of a `try`.

        It does not run when the body has jumped.
        """
        is_try = isinstance(statement, _TRIES) and bool(statement.orelse)
        return is_try and any(map(self.has, statement.body))

    def inside(self, statement: Node, *, is_caught: bool) -> None:
        """Lower the jumps in the blocks of a statement."""
        map_blocks(statement, lambda block: self.block(block, is_caught=is_caught))

    def unless(self, block: list[Node], *, at: Node) -> Node:
        """Return `if not flag:` around a block, on the line of what may have jumped."""
        test = nodes.UnaryOp(nodes.Not(), name(self.flag))
        return located(nodes.If(test, block, []), at)


def catches(statement: Node) -> bool:
    """Tell whether a statement may catch what is raised inside it."""
    is_try = isinstance(statement, _TRIES)
    return isinstance(statement, nodes.With) or (is_try and bool(statement.handlers))


def may_cancel(statement: Node) -> bool:
    """Tell whether leaving a statement may raise, and so cancel the jump that left."""
    is_try = isinstance(statement, _TRIES)
    return isinstance(statement, nodes.With) or (is_try and bool(statement.finalbody))


def has_jump(statement: Node, kind: type) -> bool:
    """Tell whether a statement contains such a jump that leaves no inner loop."""
    if isinstance(statement, kind):
        return True
    if isinstance(statement, LOOPS):
        return has_jump_in(statement.orelse, kind)
    if isinstance(statement, _OPAQUE):
        return False
    return any(has_jump_in(getattr(*each), kind) for each in blocks_of(statement))


def has_jump_in(block: list[Node], kind: type) -> bool:
    """Tell whether a block contains such a jump that leaves no inner loop."""
    return any(has_jump(statement, kind) for statement in block)


def set_flag(flag: str, *, to: bool, at: Node) -> Node:
    """Return `flag = to`."""
    (statement,) = quote_block(f"FLAG = {to}", FLAG=flag)
    return located(statement, at)


def cancelling(statement: Node, cleared: list[Node]) -> list[Node]:
    """Forget a jump if an exception cancels it on its way out."""
    template = "try:\n    BODY\nexcept:\n    CLEARED\n    raise"
    block = quote_block(template, BODY=[statement], CLEARED=cleared)
    located_block: list[Node] = located(block, statement)
    return located_block
