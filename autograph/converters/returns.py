"""Lower `return`: one, at the end of the function, is left."""

from __future__ import annotations

from autograph.converters.base import Converter, blocks_of, map_blocks
from autograph.converters.function_scopes import scope_statement
from autograph.converters.jumps import (
    LOOPS,
    Lowering,
    cancelling,
    catches,
    may_cancel,
)
from autograph.converters.jumps_to_else import always_jumps
from autograph.syntax import Node, constant, located, name, nodes, quote_block


class Returns(Converter):
    """Turn `return` into a flag and a value, returned at the function's end.

        if c:                   do_return = False
            return x            retval_ = ag__.UndefinedReturnValue()
        g()                     if c:
                      ->            retval_ = x
                                    do_return = True
                                if not do_return:
                                    g()
                                return fscope.ret(retval_, do_return)

    A function whose end is an endless loop returns `fscope.ret(retval_, True)`.

    Keeps   that a `return` in a loop leaves it: `break` follows, and after the loop
            another, until the outermost loop is left.
    Leaves  one `return`, the function's last statement; none if there was none.
    """

    def visit_body(self, node: Node) -> None:
        super().visit_body(node)
        scope = scope_statement(node)
        if not any(map(_has_return, scope.body)):
            return
        lowering = _Returns(self.fresh("do_return"), self.fresh("retval_"))
        start = quote_block(
            "FLAG = False\nVALUE = ag__.UndefinedReturnValue()",
            FLAG=lowering.flag,
            VALUE=lowering.value,
        )
        # The flag is set, then, but in a staged loop that is seen only when it runs.
        is_sure = not always_jumps(scope.body) and always_jumps(
            scope.body, with_loops=True
        )
        end = quote_block(
            "return SCOPE.ret(VALUE, DID_RETURN)",
            SCOPE=name(scope.items[0].optional_vars.id),
            DID_RETURN=constant(True) if is_sure else lowering.flag,
            VALUE=lowering.value,
        )
        body = lowering.block(scope.body)
        scope.body = [*located(start, node), *body, *located(end, node)]


class _Returns(Lowering):
    """Outside of loops, `if not do_return` guards what a return skips."""

    def __init__(self, flag: str, value: str) -> None:
        super().__init__(nodes.Return, flag)
        self.value = value

    def has(self, statement: Node) -> bool:
        return _has_return(statement)

    def replace(self, jump: Node) -> list[Node]:
        """Store the value first: the flag is not set if computing it raises."""
        value = jump.value if jump.value is not None else constant(None)
        block = quote_block(
            "NAME = VALUE\nFLAG = True", NAME=self.value, VALUE=value, FLAG=self.flag
        )
        return list(located(block, jump))

    def inside(self, statement: Node, *, is_caught: bool) -> None:
        if isinstance(statement, LOOPS):
            statement.body = self.in_loop(statement.body, is_caught=is_caught)
            statement.orelse = self.block(statement.orelse, is_caught=is_caught)
        else:
            super().inside(statement, is_caught=is_caught)

    def in_loop(self, block: list[Node], *, is_caught: bool) -> list[Node]:
        """Lower the returns in a loop: `break` skips what a return skips."""
        lowered: list[Node] = []
        for at, statement in enumerate(block):
            rest = block[at + 1 :]
            if isinstance(statement, nodes.Return):
                lowered.extend(self.replace(statement))
                lowered.append(located(nodes.Break(), statement))
            elif isinstance(statement, LOOPS) and self.has(statement):
                self._map_in_loop(statement, is_caught=is_caught)
                leave = nodes.If(name(self.flag), [nodes.Break()], [])
                leave.orelse = self.in_loop(rest, is_caught=is_caught)
                return [*lowered, statement, located(leave, statement)]
            elif self.has(statement):
                inside = is_caught or catches(statement)
                self._map_in_loop(statement, is_caught=inside)
                must_cancel = is_caught and may_cancel(statement)
                lowered.extend(
                    cancelling(statement, self.flag) if must_cancel else [statement]
                )
            else:
                lowered.append(statement)
        return lowered

    def _map_in_loop(self, statement: Node, *, is_caught: bool) -> None:
        map_blocks(statement, lambda block: self.in_loop(block, is_caught=is_caught))


def _has_return(statement: Node) -> bool:
    """Tell whether a statement contains a return, in a loop or not."""
    return isinstance(statement, nodes.Return) or any(
        _has_return(inner)
        for owner, field in blocks_of(statement)
        for inner in getattr(owner, field)
    )
