"""Decide what each compound statement of a function shares with its blocks.

A block becomes a function. What it changes and what is used after it (or before, in a
loop) is its *state*: shared with the code around it. What it only uses itself stays
local to it. A variable that may have no value where a block has it as state starts as
`ag__.Undefined('x')`, so that its state can always be read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from autograph.analysis.definitions import Definitions
from autograph.analysis.flow import BODY, Flow, Step
from autograph.analysis.liveness import Liveness
from autograph.analysis.scopes import CALLERS, Scope, Scopes
from autograph.converters.breaks import loop_flag
from autograph.syntax import Node, is_operator_call, nodes, walk

_BLOCKS = (nodes.If, nodes.While, nodes.For, nodes.Try, nodes.TryStar, nodes.With)
_FORKS = (nodes.If, nodes.Try, nodes.TryStar, nodes.With)
# What the converters after this one put into a function of its own.
_LAZY = (nodes.BoolOp, nodes.IfExp, nodes.Compare, nodes.Assert, nodes.AugAssign)


@dataclass(frozen=True)
class BlockState:
    """The state of one statement's blocks.

    Args:
        outputs: Variables used after the statement, sorted.
        inputs: Further variables used only in the blocks, sorted.
        private: Variables that the blocks change and nothing else uses.
    """

    outputs: tuple[str, ...]
    inputs: tuple[str, ...]
    private: frozenset[str]

    @property
    def names(self) -> tuple[str, ...]:
        """All names, the outputs first."""
        return self.outputs + self.inputs


class FunctionPlan:
    """The state of every block of one function's own body.

    Args:
        function: The function, with its jumps lowered.
    """

    def __init__(self, function: Node) -> None:
        self.scope: Scope = Scopes(function).of(function)
        self.flow = Flow(function)
        self.liveness = Liveness(self.flow, self.scope)
        self.definitions = Definitions(self.flow, self.scope)
        self.reached = self.flow.reached()
        self.states = {
            id(each): self._state(each)
            for each in (step.node for step in self.flow.steps)
            if isinstance(each, _BLOCKS) and id(each) in self.flow.regions
        }
        # (statement, block) that owns a variable, or None for the function -> names.
        self.undefined: dict[tuple[int, int] | None, set[str]] = defaultdict(set)
        for owner, name in self._undefined():
            self.undefined[owner].add(name)
        self.tracked = {name for names in self.undefined.values() for name in names}

    def state(self, statement: Node) -> BlockState:
        """Return the state of an `if`, `while`, `for`, `try` or `with`."""
        return self.states[id(statement)]

    def undefined_in(self, statement: Node | None, block: int = BODY) -> list[str]:
        """Return the names that start undefined in a block, or in the function."""
        owner = None if statement is None else (id(statement), block)
        return sorted(self.undefined.get(owner, ()))

    def written_in(self, statement: Node, block: int) -> set[str]:
        """Return the variables that one block of a statement itself assigns."""
        written: set[str] = set()
        for step in self.flow.in_block(statement, block):
            written |= step.uses.writes | step.uses.undefines
        return written

    def is_outer(self, name: str) -> bool:
        """Tell whether the function declares a name global or nonlocal."""
        return name in self.scope.global_names or name in self.scope.nonlocal_names

    # -- State -----------------------------------------------------------------------

    def _state(self, statement: Node) -> BlockState:
        region = self.flow.region(statement)
        steps = list(self.flow.inside(statement))
        inside = [
            step
            for step in steps
            if not (isinstance(statement, _FORKS) and step is region.header)
        ]
        changed = self._changed(inside)
        outputs = changed & self.liveness.after(steps)
        used = set(outputs)
        if isinstance(statement, _FORKS):
            for entry in region.entries:
                used |= self.liveness.before(entry)
        else:
            used |= self.liveness.before(region.header)
            tested = region.header.uses.writes
            used |= tested & self.liveness.before(region.entries[0])
            # The flag is tested before each item: also where the body resets it.
            used |= {loop_flag(statement) or ""}
        names = changed & used
        inputs = tuple(sorted(names - outputs))
        return BlockState(tuple(sorted(outputs)), inputs, frozenset(changed - names))

    def _changed(self, steps: list[Step]) -> set[str]:
        """Return the variables that steps change, also by calling nested functions."""
        changed: set[str] = set()
        for step in steps:
            changed |= step.uses.writes | step.uses.undefines
        if any(step.uses.calls for step in steps):
            changed |= self.scope.rebound()
        return changed & (self.scope.local_names | self.scope.outer_names)

    # -- What starts undefined -------------------------------------------------------

    def _undefined(self) -> Iterator[tuple[tuple[int, int] | None, str]]:
        local_names = self.scope.local_names
        for step in self.flow.steps:
            if id(step.node) in self.states and self._is_header(step):
                lost = self._undefined_inside(step.node)
                for name in self.states[id(step.node)].names:
                    is_read = name in lost or not self._is_visible(step, name)
                    if name in local_names and is_read:
                        yield self._owner(step, name, skip=step.node), name
            if self._moves_reads(step):
                for name in step.uses.reads & local_names:
                    if self.definitions.may_be_undefined(step, name):
                        yield self._owner(step, name), name

    def _undefined_inside(self, statement: Node) -> set[str]:
        """Return the variables that a statement's blocks may leave without a value."""
        lost = [step.uses.undefines for step in self.flow.inside(statement)]
        return set().union(*lost)

    def _is_header(self, step: Step) -> bool:
        return self.flow.region(step.node).header is step

    def _is_visible(self, step: Step, name: str) -> bool:
        """Tell whether a name surely has a value, where a block begins, to share.

        What another function assigns is another variable, even of the same name.
        """
        if step.index not in self.reached:
            return False  # what a loop in such code gives to itself is nothing
        owner = self._owner(step, name, skip=step.node)
        reaching = self.definitions.reaching(step, name)
        return bool(reaching) and not any(
            self.definitions.undefines(at, name) or self._owner_of(at, name) != owner
            for at in reaching
        )

    def _owner_of(self, at: int, name: str) -> tuple[int, int] | None:
        """Return the block in whose function a definition is made."""
        return None if at < 0 else self._owner(self.flow.steps[at], name)

    def _moves_reads(self, step: Step) -> bool:
        """Tell whether what a step reads will be read inside a generated function."""
        if any(id(each) in self.states for each, _ in step.within):
            return True
        parts = [step.node.test] if isinstance(step.node, nodes.If) else [step.node]
        return any(
            isinstance(each, _LAZY) or is_operator_call(each, *CALLERS)
            for part in parts
            for each in walk(part)
        )

    def _owner(
        self, step: Step, name: str, skip: Node = None
    ) -> tuple[int, int] | None:
        """Return the block in whose function a variable lives; None: the whole one."""
        for statement, block in reversed(step.within):
            state = self.states.get(id(statement))
            if state and statement is not skip and name in state.private:
                return id(statement), block
        return None
