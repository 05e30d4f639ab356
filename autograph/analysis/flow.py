"""The control-flow graph of a function: one step for each statement or header.

Steps say what they read, write and undefine, and where control goes after them:
normally, or by an exception. Inside `try` any step may raise; a `with` may swallow what
its body raises, unless the operators made it. A `finally` is one copy that leads to
everywhere it is left for, so the graph has a few paths that no run takes, and never
lacks one that a run takes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from autograph.analysis.scopes import Uses, uses_of
from autograph.syntax import Node, is_operator_call, nodes
from graph.locks import cached

#: The numbers of a statement's blocks.
BODY, ELSE, TEST, FINAL, HANDLERS = range(5)


@dataclass
class Step:
    """One step of a function.

    Args:
        index: Its place among the steps.
        node: The statement that it belongs to.
        uses: What it does to variables.
        after: The steps that may follow, when it ends normally.
        on_error: The steps that may follow, when it raises.
        within: The compound statements around it, outermost first, each with the number
            of its block: 0 for the body, 1 for `else`, 2 for a loop's test, 3 for
            `finally`, 4 and up for the handlers.
    """

    index: int
    node: Node
    uses: Uses
    within: tuple[tuple[Node, int], ...]
    after: list[Step] = field(default_factory=list)
    on_error: list[Step] = field(default_factory=list)


@dataclass
class Region:
    """The steps of an `if`, `while`, `for`, `try` or `with` that its blocks take.

    Args:
        header: Where the statement is decided: its test, or the draw of the next item;
            for `try` a step of its own, ahead of the body; for `with` the manager.
        entries: The first step of each block that control may enter.
    """

    header: Step
    entries: list[Step] = field(default_factory=list)


class Flow:
    """The control-flow graph of one function's own body."""

    def __init__(self, function: Node) -> None:
        self.function = function
        self.steps: list[Step] = []
        self.regions: dict[int, Region] = {}
        self.start = _Builder(self).build(function)

    def region(self, statement: Node) -> Region:
        """Return the region of an `if`, `while` or `for`."""
        return self.regions[id(statement)]

    def inside(self, statement: Node) -> Iterator[Step]:
        """Yield the steps of a statement's region, its header included."""
        header, blocks = (
            self.region(statement).header,
            self._members.get(id(statement), {}),
        )
        found = {header.index: header}
        for steps in blocks.values():
            found.update((step.index, step) for step in steps)
        for index in sorted(found):
            yield found[index]

    def in_block(self, statement: Node, block: int) -> Sequence[Step]:
        """Return the steps of one block of a statement."""
        return self._members.get(id(statement), {}).get(block, ())

    @cached
    def _members(self) -> Mapping[int, Mapping[int, list[Step]]]:
        """The steps of each statement, block by block."""
        found: dict[int, dict[int, list[Step]]] = defaultdict(dict)
        for step in self.steps:
            for statement, block in step.within:
                found[id(statement)].setdefault(block, []).append(step)
        return found

    def reached(self) -> set[int]:
        """Return the indices of the steps that some way from the start leads to."""
        found: set[int] = set()
        pending = [self.start]
        while pending:
            step = pending.pop()
            if step.index not in found:
                found.add(step.index)
                pending += [*step.after, *step.on_error]
        return found


@dataclass
class _Exits:
    """Where control goes from a place, other than to the next step."""

    raised: list[Step]
    break_to: Step | None = None
    continue_to: Step | None = None
    return_to: Step | None = None
    # The `finally` blocks that a jump passes, innermost first: (entry, targets, depth).
    finals: tuple[_Final, ...] = ()


@dataclass
class _Final:
    entry: Step
    targets: list[Step]
    in_loop: bool = False


class _Builder:
    """Build backwards: each statement is given the step that follows it."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.within: tuple[tuple[Node, int], ...] = ()

    def build(self, function: Node) -> Step:
        end = self._step(function)
        exits = _Exits(raised=[], return_to=end)
        body = function.body
        if not isinstance(body, list):
            return self._simple(body, end, exits)
        return self._block(body, end, exits)

    def _step(self, node: Node, *parts: Node) -> Step:
        uses = uses_of(*parts)
        step = Step(len(self.flow.steps), node, uses, self.within)
        self.flow.steps.append(step)
        return step

    def _block(self, block: list[Node], after: Step, exits: _Exits) -> Step:
        for statement in reversed(block):
            after = self._statement(statement, after, exits)
        return after

    def _statement(self, node: Node, after: Step, exits: _Exits) -> Step:
        kind = type(node).__name__
        build = getattr(self, f"_build_{kind}", None)
        if build is not None:
            step = build(node, after, exits)
            assert isinstance(step, Step)
            return step
        return self._simple(node, after, exits)

    def _simple(self, node: Node, after: Step, exits: _Exits) -> Step:
        step = self._step(node, node)
        step.after.append(after)
        step.on_error.extend(exits.raised)
        return step

    # -- Jumps -----------------------------------------------------------------------

    def _build_Return(self, node: Node, after: Step, exits: _Exits) -> Step:
        step = self._step(node, node.value)
        step.on_error.extend(exits.raised)
        return self._jump(step, exits.return_to, exits.finals)

    def _build_Raise(self, node: Node, after: Step, exits: _Exits) -> Step:
        step = self._step(node, node.exc, node.cause)
        step.on_error.extend(exits.raised)
        return step

    def _build_Break(self, node: Node, after: Step, exits: _Exits) -> Step:
        finals = tuple(each for each in exits.finals if each.in_loop)
        return self._jump(self._leaving(node, exits), exits.break_to, finals)

    def _build_Continue(self, node: Node, after: Step, exits: _Exits) -> Step:
        finals = tuple(each for each in exits.finals if each.in_loop)
        return self._jump(self._leaving(node, exits), exits.continue_to, finals)

    def _leaving(self, node: Node, exits: _Exits) -> Step:
        """Return a step that may raise: leaving a `with` runs its manager."""
        step = self._step(node)
        step.on_error.extend(exits.raised)
        return step

    def _jump(
        self, step: Step, target: Step | None, finals: tuple[_Final, ...]
    ) -> Step:
        """Lead a jump through the `finally` blocks that it leaves."""
        assert target is not None
        place = step.after
        for final in finals:
            place.append(final.entry)
            place = final.targets
        place.append(target)
        return step

    # -- Compound statements ---------------------------------------------------------

    def _build_If(self, node: Node, after: Step, exits: _Exits) -> Step:
        test = self._step(node, node.test)
        test.on_error.extend(exits.raised)
        entries = []
        for number, block in enumerate((node.body, node.orelse)):
            entries.append(self._inside(node, number)._block(block, after, exits))
        test.after.extend(entries)
        self.flow.regions[id(node)] = Region(test, entries)
        return test

    def _build_While(self, node: Node, after: Step, exits: _Exits) -> Step:
        otherwise = self._block(node.orelse, after, exits)
        inside = self._inside(node)
        test = self._inside(node, TEST)._step(node, node.test)
        test.on_error.extend(exits.raised)
        body = inside._block(node.body, test, _in_loop(exits, after, test))
        test.after.extend([body, otherwise])
        self.flow.regions[id(node)] = Region(test, [body])
        return test

    def _build_For(self, node: Node, after: Step, exits: _Exits) -> Step:
        otherwise = self._block(node.orelse, after, exits)
        inside = self._inside(node)
        header = inside._step(node)
        header.on_error.extend(exits.raised)
        target = inside._step(node, node.target)
        target.on_error.extend(exits.raised)
        body = inside._block(node.body, header, _in_loop(exits, after, header))
        target.after.append(body)
        header.after.extend([target, otherwise])
        self.flow.regions[id(node)] = Region(header, [target])
        iterated = self._step(node, node.iter)
        iterated.on_error.extend(exits.raised)
        iterated.after.append(header)
        return iterated

    def _build_AsyncFor(self, node: Node, after: Step, exits: _Exits) -> Step:
        return self._build_For(node, after, exits)

    def _build_With(self, node: Node, after: Step, exits: _Exits) -> Step:
        inner = exits
        if _is_single(node):
            return self._single_with(node, after, exits)
        if not all(is_operator_call(each.context_expr) for each in node.items):
            inner = _Exits(**{**vars(exits), "raised": [*exits.raised, after]})
        step = self._inside(node)._block(node.body, after, inner)
        for position, item in reversed(list(enumerate(node.items))):
            raised = inner.raised if position else exits.raised
            enter = self._step(node, item.context_expr, item.optional_vars)
            enter.uses.calls = True
            enter.on_error.extend(raised)
            enter.after.append(step)
            step = enter
        return step

    def _single_with(self, node: Node, after: Step, exits: _Exits) -> Step:
        """Build a `with` that becomes a call: what it enters is an argument."""
        inner = _Exits(**{**vars(exits), "raised": [*exits.raised, after]})
        body = self._inside(node)._block(node.body, after, inner)
        if _hands_on(node):
            body.on_error.clear()
        bind = self._inside(node)._step(node, node.items[0].optional_vars)
        bind.after.append(body)
        start = self._step(node, node.items[0].context_expr)
        start.uses.calls = True
        start.on_error.extend(exits.raised)
        start.after.append(bind)
        self.flow.regions[id(node)] = Region(start, [bind])
        return start

    def _build_AsyncWith(self, node: Node, after: Step, exits: _Exits) -> Step:
        return self._build_With(node, after, exits)

    def _build_Try(self, node: Node, after: Step, exits: _Exits) -> Step:
        if node.finalbody:
            after, exits = self._inside(node, FINAL)._finally(node, after, exits)
        handlers = [
            self._inside(node, HANDLERS + place)._handler(each, after, exits)
            for place, each in enumerate(node.handlers)
        ]
        raised = [*handlers, *exits.raised]
        otherwise = self._inside(node, ELSE)._block(node.orelse, after, exits)
        protected = _Exits(**{**vars(exits), "raised": raised})
        body = self._inside(node)._block(node.body, otherwise, protected)
        start = self._step(node)
        start.after.append(body)
        entries = [body, *handlers]
        if node.orelse:
            entries.append(otherwise)
        if node.finalbody:
            entries.append(after)
        self.flow.regions[id(node)] = Region(start, entries)
        return start

    def _build_TryStar(self, node: Node, after: Step, exits: _Exits) -> Step:
        if node.finalbody:
            after, exits = self._inside(node, FINAL)._finally(node, after, exits)
        # Each handler takes its part of the group, and leaves the rest to the next.
        following, handlers = after, []
        for place in reversed(range(len(node.handlers))):
            raised = [following, *exits.raised]
            inner = _Exits(**{**vars(exits), "raised": raised})
            inside = self._inside(node, HANDLERS + place)
            step = inside._handler(node.handlers[place], following, inner)
            step.after.append(following)
            handlers.append(step)
            following = step
        otherwise = self._inside(node, ELSE)._block(node.orelse, after, exits)
        protected = _Exits(**{**vars(exits), "raised": [following, *exits.raised]})
        body = self._inside(node)._block(node.body, otherwise, protected)
        start = self._step(node)
        start.after.append(body)
        entries = [body, *handlers]
        if node.orelse:
            entries.append(otherwise)
        if node.finalbody:
            entries.append(after)
        self.flow.regions[id(node)] = Region(start, entries)
        return start

    def _handler(self, handler: Node, after: Step, exits: _Exits) -> Step:
        if handler.name is not None:
            forget = self._step(handler)
            forget.uses.undefines.add(handler.name.id)
            forget.after.append(after)
            after = forget
        body = self._block(handler.body, after, exits)
        step = self._step(handler, handler.type, handler.name)
        step.on_error.extend(exits.raised)
        step.after.append(body)
        return step

    def _finally(self, node: Node, after: Step, exits: _Exits) -> tuple[Step, _Exits]:
        """Return what follows the protected part: the one copy of the `finally`."""
        leave = self._step(node)
        leave.after.append(after)
        leave.on_error.extend(exits.raised)
        entry = self._block(node.finalbody, leave, exits)
        final = _Final(entry, leave.after, in_loop=exits.break_to is not None)
        changed = {"raised": [entry], "finals": (final, *exits.finals)}
        return entry, _Exits(**{**vars(exits), **changed})

    def _build_Match(self, node: Node, after: Step, exits: _Exits) -> Step:
        inside = self._inside(node)
        otherwise = after
        for case in reversed(node.cases):
            otherwise = inside._case(case, after, otherwise, exits)
        subject = self._step(node, node.subject)
        subject.on_error.extend(exits.raised)
        subject.after.append(otherwise)
        return subject

    def _case(self, case: Node, after: Step, otherwise: Step, exits: _Exits) -> Step:
        body = self._block(case.body, after, exits)
        guard = self._step(case, case.guard)
        guard.after.append(body)
        if case.guard is not None:
            guard.after.append(otherwise)
        pattern = self._step(case, case.pattern)
        bind = self._step(case)
        bind.uses.writes, pattern.uses.writes = pattern.uses.writes, set()
        bind.uses.sure, pattern.uses.sure = pattern.uses.sure, set()
        pattern.uses.calls = True
        bind.after.append(guard)
        pattern.after.extend([bind, otherwise])
        for step in (guard, bind, pattern):
            step.on_error.extend(exits.raised)
        return pattern

    def _inside(self, statement: Node, block: int = BODY) -> _Builder:
        builder = _Builder(self.flow)
        builder.within = (*self.within, (statement, block))
        return builder


def _is_single(node: Node) -> bool:
    """Is it a `with` of one manager of the user's, with a name for what it gives?"""
    return (
        isinstance(node, nodes.With)
        and len(node.items) == 1
        and isinstance(node.items[0].optional_vars, nodes.Name)
        and not is_operator_call(node.items[0].context_expr)
    )


def _hands_on(node: Node) -> bool:
    """Tell whether a `with` begins by binding its target to another name.

    `SingleManagers` writes `with m as x` so. That cannot fail: x is bound, whatever the
    manager swallows.
    """
    first, name = node.body[0], node.items[0].optional_vars
    return (
        isinstance(first, nodes.Assign)
        and all(isinstance(target, nodes.Name) for target in first.targets)
        and isinstance(first.value, nodes.Name)
        and first.value.id == name.id
    )


def _in_loop(exits: _Exits, break_to: Step, continue_to: Step) -> _Exits:
    outer = tuple(_Final(each.entry, each.targets) for each in exits.finals)
    changed = {"break_to": break_to, "continue_to": continue_to, "finals": outer}
    return _Exits(**{**vars(exits), **changed})
