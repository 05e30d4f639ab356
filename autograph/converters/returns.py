"""Lower `return`: one, at the end of the function, is left."""

from __future__ import annotations

from collections.abc import Callable

from autograph.converters.base import Converter, blocks_of, map_blocks
from autograph.converters.function_scopes import scope_statement
from autograph.converters.jumps import (
    LOOPS,
    Lowering,
    cancelling,
    catches,
    may_cancel,
    set_flag,
)
from autograph.converters.jumps_to_else import always_jumps
from autograph.converters.late_returns import (
    LateValue,
    bound_by,
    changed_in,
    late_values,
    removed_in,
)
from autograph.syntax import (
    Node,
    constant,
    is_operator_call,
    located,
    name,
    nodes,
    quote_block,
    stored,
    walk,
)


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

    What a function changes in place, and returns in a loop, is stored after that:

        for x in xs:            for x in xs:
            if x < 0:               if x < 0:
                return out              do_return = True
            out.append(x)   ->          break
                                    out.append(x)
                                if do_return:
                                    retval_ = out

    Keeps   that a `return` in a loop leaves it: `break` follows, and after the loop
            another, until the outermost loop is left.
    Leaves  one `return`, the function's last statement; none if there was none.
    """

    def visit_body(self, node: Node) -> None:
        super().visit_body(node)
        scope = scope_statement(node)
        if not any(map(_has_return, scope.body)):
            return
        flag, value = self.fresh("do_return"), self.fresh("retval_")
        changed = set(changed_in(scope.body))
        lowering = _Returns(
            flag, value, changed, _sure_before(node, scope.body), self.fresh
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
        start = no_value(value)
        for each in reversed((flag, *lowering.late_flags)):
            start.insert(0, set_flag(each, to=False, at=node))
        scope.body = [*located(start, node), *body, *located(end, node)]


class _Returns(Lowering):
    """Outside of loops, `if not do_return` guards what a return skips."""

    def __init__(
        self,
        flag: str,
        value: str,
        changed: set[str],
        sure: dict[int, set[str]],
        fresh: Callable[[str], str],
    ) -> None:
        super().__init__(nodes.Return, flag)
        self.sure = sure
        self.changed = changed
        self.value = value
        self.late_flags: list[str] = []
        self._fresh = fresh
        # By the identity of a loop or a return: nodes are compared by what they are.
        self._late: dict[int, list[LateValue]] = {}
        self._late_returns: dict[int, LateValue] = {}

    def has(self, statement: Node) -> bool:
        return _has_return(statement)

    def cleared(self, *, at: Node) -> list[Node]:
        """Forget the value, too: a run that asks for it asks where it was given."""
        value = list(located(no_value(self.value), at))
        return [*super().cleared(at=at), *value]

    def replace(self, jump: Node) -> list[Node]:
        """Store the value first: the flag is not set if computing it raises."""
        late = self._late_returns.get(id(jump))
        if late is not None:
            flags = dict.fromkeys((late.flag, self.flag))
            return [set_flag(each, to=True, at=jump) for each in flags]
        value = jump.value if jump.value is not None else constant(None)
        block = quote_block(
            "NAME = VALUE\nFLAG = True", NAME=self.value, VALUE=value, FLAG=self.flag
        )
        return list(located(block, jump))

    def inside(self, statement: Node, *, is_caught: bool) -> None:
        if isinstance(statement, LOOPS):
            self._note_late(statement)
            statement.body = self.in_loop(statement.body, is_caught=is_caught)
            statement.orelse = self.block(statement.orelse, is_caught=is_caught)
        else:
            super().inside(statement, is_caught=is_caught)

    def _note_late(self, loop: Node) -> None:
        """Note what the returns in a loop give after it."""
        self._late[id(loop)], are_all = late_values(
            loop, self.changed, self.sure.get(id(loop), set())
        )
        for late in self._late[id(loop)]:
            late.flag = self.flag
            if not are_all or len(self._late[id(loop)]) > 1:
                late.flag = self._fresh("do_return")
                self.late_flags.append(late.flag)
            self._late_returns.update((id(each), late) for each in late.returns)

    def after(self, statement: Node, rest: list[Node]) -> list[Node]:
        """Store what returns in a loop give, and guard the rest."""
        following = super().after(statement, rest)
        for late in self._late.get(id(statement), ()):
            store = nodes.Assign([stored(self.value)], late.value)
            test = nodes.If(name(late.flag), [store], following)
            following = [located(test, late.returns[0])]
        return following

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
                if must_cancel:
                    cleared = self.cleared(at=statement)
                    lowered.extend(cancelling(statement, cleared))
                else:
                    lowered.append(statement)
            else:
                lowered.append(statement)
        return lowered

    def _map_in_loop(self, statement: Node, *, is_caught: bool) -> None:
        map_blocks(statement, lambda block: self.in_loop(block, is_caught=is_caught))


def _sure_before(function: Node, body: list[Node]) -> dict[int, set[str]]:
    """Return for each loop, by its identity, the names that have a value before it.

    They are parameters, and what the function assigns, of which nothing is deleted.
    """
    removed = {each for statement in body for each in removed_in(statement)}
    known = {each.id for each in walk(function.args) if _is_parameter(each)}
    found: dict[int, set[str]] = {}
    for statement in body:
        loops = (each for each in walk(statement) if isinstance(each, LOOPS))
        found.update((id(each), known - removed) for each in loops)
        if isinstance(statement, nodes.Assign):
            known = known.union(*map(bound_by, statement.targets))
    return found


def _is_parameter(node: Node) -> bool:
    return isinstance(node, nodes.Name) and isinstance(node.ctx, nodes.Param)


def no_value(value: str) -> list[Node]:
    """Return `value = ag__.UndefinedReturnValue()`: no `return` has been reached."""
    block: list[Node] = quote_block("VALUE = ag__.UndefinedReturnValue()", VALUE=value)
    return block


def values_given(tree: Node) -> set[str]:
    """Return the names that hold what the functions in a tree return."""
    return {
        each.targets[0].id
        for each in walk(tree)
        if isinstance(each, nodes.Assign)
        and is_operator_call(each.value, "UndefinedReturnValue")
    }


def _has_return(statement: Node) -> bool:
    """Tell whether a statement contains a return, in a loop or not."""
    return isinstance(statement, nodes.Return) or any(
        _has_return(inner)
        for owner, field in blocks_of(statement)
        for inner in getattr(owner, field)
    )
