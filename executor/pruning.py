"""Drop what no output and no effect needs.

    t0 = exp(x)                          (gone)
    a, b = while i < n: (a + b, i + x)   b = while i < n: (i + x)
    return b                             return b

Needs are followed from the outputs and from the ops that write something, through
the results of branches and the state of loops, until nothing new is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from executor.ir import Block, Branch, Loop, Region, Step, Value
from graph.passes.liveness import is_done

if TYPE_CHECKING:
    from graph.graph import Graph


def prune(region: Region) -> None:
    """Remove from the region what nothing needs."""
    needs = _Needs()
    for value in region.block.results:
        needs.want(value)
    needs.want_effects(region.block)
    needs.follow()
    _drop(region.block, needs)


class _Needs:
    """What is needed so far; identity sets, never iterated."""

    def __init__(self) -> None:
        self.values: set[Value] = set()
        self.steps: set[Step | Branch | Loop] = set()
        self._todo: list[Value] = []

    def want(self, value: Value) -> None:
        if value not in self.values:
            self.values.add(value)
            self._todo.append(value)

    def want_effects(self, block: Block) -> None:
        """Want every op that is there for what it does, in `block` and inside it."""
        known: dict[int, tuple[Graph, bool]] = {}
        blocks = [block]
        while blocks:
            for step in blocks.pop().steps:
                if not isinstance(step, Step):
                    blocks.extend(step.blocks)
                elif is_done(step.node, known):
                    self._want_step(step)

    def follow(self) -> None:
        """Want all that is needed for what is wanted."""
        while self._todo:
            value = self._todo.pop()
            maker, index = value.maker, value.index
            if maker is None:
                continue
            self._want_step(maker)
            if isinstance(maker, Step):
                continue
            if isinstance(maker, Branch):
                self.want(maker.outputs[index])
                self.want(maker.then.results[index])
                self.want(maker.orelse.results[index])
            else:
                self.want(maker.state[index])
                self.want(maker.init[index])
                self.want(maker.body.results[index])

    def _want_step(self, step: Step | Branch | Loop) -> None:
        """Want a step to run, and thus all that decides whether it does."""
        while step not in self.steps:
            self.steps.add(step)
            if isinstance(step, Step):
                for value in step.inputs:
                    self.want(value)
            elif isinstance(step, Branch):
                self.want(step.pred)
            else:
                self.want(step.test.results[0])
            if step.block.owner is None:
                return
            step = step.block.owner


def _drop(block: Block, needs: _Needs) -> None:
    block.steps = [step for step in block.steps if step in needs.steps]
    for step in block.steps:
        if isinstance(step, Branch):
            _keep_outputs(step, [x in needs.values for x in step.outputs])
        elif isinstance(step, Loop):
            _keep_state(step, needs)
        if not isinstance(step, Step):
            for inner in step.blocks:
                _drop(inner, needs)


def _keep_outputs(branch: Branch, is_kept: list[bool]) -> None:
    branch.outputs = _kept(branch.outputs, is_kept)
    branch.then.results = _kept(branch.then.results, is_kept)
    branch.orelse.results = _kept(branch.orelse.results, is_kept)
    _renumber(branch.outputs)


def _keep_state(loop: Loop, needs: _Needs) -> None:
    # State that is the outer value itself is no state.
    is_kept = [x in needs.values and x.maker is loop for x in loop.state]
    loop.state = _kept(loop.state, is_kept)
    loop.init = _kept(loop.init, is_kept)
    loop.outputs = _kept(loop.outputs, is_kept)
    loop.body.results = _kept(loop.body.results, is_kept)
    _renumber(loop.state)
    _renumber(loop.outputs)


def _kept(values: list[Value], is_kept: list[bool]) -> list[Value]:
    return [value for value, keep in zip(values, is_kept, strict=True) if keep]


def _renumber(values: list[Value]) -> None:
    for index, value in enumerate(values):
        value.index = index
