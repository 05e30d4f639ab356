"""Lower `break`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from autograph.converters.base import Converter, blocks_of
from autograph.converters.jumps import LOOPS, Lowering, has_jump_in, set_flag
from autograph.syntax import Node, located, name, nodes


class Breaks(Converter):
    """Turn `break` into a flag, and end the loop's body with the only `break` left.

        for x in xs:                    break_ = False
            if c:                       for x in xs:
                break                       if c:
            else:               ->              break_ = True
                g(x)                        else:
                                                g(x)
                                            if break_:
                                                break

    Keeps   that nothing is drawn or tested after a `break`; one that comes after a flag
            was set, by a return or for the loop's `else`, needs no flag of its own.
    Leaves  no `break` but in `if flag: break` at the end of a loop's body.
    """

    def visit_For(self, node: Node) -> list[Node]:
        return self._loop(node)

    def visit_While(self, node: Node) -> list[Node]:
        return self._loop(node)

    def _loop(self, node: Node) -> list[Node]:
        node = self.generic_visit(node)
        if not has_jump_in(node.body, nodes.Break):
            return [node]
        shared = _shared_flag(node.body, self.is_generated)
        lowering = _Breaks(shared or self.fresh("break_"), is_shared=shared is not None)
        body = lowering.block(node.body)
        leave = nodes.If(name(lowering.flag), [nodes.Break()], [])
        node.body = [*body, located(leave, node)]
        start = [] if shared else [set_flag(lowering.flag, to=False, at=node)]
        return [*start, node]


class _Breaks(Lowering):
    def __init__(self, flag: str, *, is_shared: bool) -> None:
        super().__init__(nodes.Break, flag)
        self.is_shared = is_shared

    def replace(self, jump: Node) -> list[Node]:
        return [] if self.is_shared else super().replace(jump)

    def statement(self, statement: Node, *, is_caught: bool) -> list[Node]:
        if self.is_shared and _tests_flag(statement) == self.flag:
            rest = statement.orelse
            block = self.block(rest, is_caught=is_caught)
            return [self.unless(block, at=statement)] if rest else []
        return super().statement(statement, is_caught=is_caught)


def loop_flag(loop: Node) -> str | None:
    """Return the flag that ends a lowered loop, as its body's last statement tells."""
    last = loop.body[-1]
    return _tests_flag(last) if isinstance(last, nodes.If) and not last.orelse else None


def _shared_flag(body: list[Node], is_generated: Callable[[str], bool]) -> str | None:
    """Return the flag that was set before each `break` of a loop, if it is just one."""
    flags = set(_reasons(body))
    flag = flags.pop() if len(flags) == 1 else None
    return flag if flag is not None and is_generated(flag) else None


def _reasons(block: list[Node]) -> Iterator[str | None]:
    """Yield for each `break` of a loop the flag that was set or tested before it."""
    for at, statement in enumerate(block):
        if isinstance(statement, nodes.Break):
            yield _flag_set_by(block[at - 1]) if at else None
        elif _tests_flag(statement):
            yield _tests_flag(statement)
            yield from _reasons(statement.orelse)
        elif isinstance(statement, LOOPS):
            yield from _reasons(statement.orelse)
        else:
            for owner, field in blocks_of(statement):
                yield from _reasons(getattr(owner, field))


def _flag_set_by(statement: Node) -> str | None:
    """Return x of `x = True`."""
    if (
        isinstance(statement, nodes.Assign)
        and isinstance(statement.targets[0], nodes.Name)
        and isinstance(statement.value, nodes.Constant)
        and statement.value.value is True
    ):
        flag: str = statement.targets[0].id
        return flag
    return None


def _tests_flag(statement: Node) -> str | None:
    """Return x of `if x: break`."""
    if (
        isinstance(statement, nodes.If)
        and isinstance(statement.test, nodes.Name)
        and len(statement.body) == 1
        and isinstance(statement.body[0], nodes.Break)
    ):
        flag: str = statement.test.id
        return flag
    return None
