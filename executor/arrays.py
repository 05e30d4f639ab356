"""Decide where an array is changed in place, and where it must be copied.

Arrays are values in a graph. In a program an op that gives its first operand with some
items changed (`Op.overwrite`) changes that array itself, where nothing can see it:

    ys = update(xs, i, v)        xs[i] = v        where xs is owned and of no more use

A value owns its memory when nothing else has it, or what has it is of no more use.
What a kernel has just made is owned, and so is what was changed, in place or as a
copy. Views and their bases, inputs, constants, what is read from variables, taken
from lists or given by functions are not. A branch gives what is owned if both of its
blocks do; loop state is owned if its start is and every iteration leaves it so.

Copies go where the memory would otherwise come in that a loop writes to, and that is
where plain Python has copied, too, be it by `x.copy()`:

    while ...: xs = update(xs, i, v)       ys = xs.copy(); while ...: ys[i] = v
    if better: best = xs                   if better: best = xs.copy()

So what is written in a loop is copied once ahead of it, however often it is written.
"""

from __future__ import annotations

from executor.ir import Block, Branch, Loop, Region, Step, Value
from executor.sharing import (
    Path,
    Place,
    Sharing,
    is_array,
    keeps,
    may_share,
)
from graph.specs import is_list


def assign_arrays(region: Region) -> None:
    """Fill in `takes_over` of steps, `copied` of steps, loops and blocks."""
    wishes = _Wishes(region)
    if wishes.writes:
        _Owners(region, wishes).settle()


class _Wishes:
    """Which values had better be owned.

    Attributes:
        writes: The steps that could change arrays in place.
        wanted: What one of them may get.
        within: Loop state that a write in the loop itself may get.
        near: What is wanted, and views of it.
    """

    def __init__(self, region: Region) -> None:
        self.writes: list[Step] = []
        self.states: set[Value] = set()
        self.wanted: set[Value] = set()
        self.within: set[Value] = set()
        steps = list(_steps(region.block))
        for step in steps:
            if isinstance(step, Step) and step.node.op.overwrite is not None:
                self.writes.append(step)
                self._want(step.inputs[0], is_within=True)
        self.near = set(self.wanted)
        for step in steps if self.writes else ():
            if isinstance(step, Step) and may_share(step):
                if any(x in self.near for x in step.inputs):
                    self.near.update(step.outputs)

    def _want(self, value: Value, *, is_within: bool) -> None:
        waiting = [(value, is_within)]
        while waiting:
            value, is_within = waiting.pop()
            maker, index = value.maker, value.index
            is_new = value not in self.wanted
            self.wanted.add(value)
            if isinstance(maker, Branch) and is_new:
                waiting += [(block.results[index], True) for block in maker.blocks]
            if not isinstance(maker, Loop):
                continue
            state = maker.state[index]
            if value is not state:
                waiting.append((state, False))
                continue
            if is_within and state not in self.within:
                self.within.add(state)
                waiting.append((maker.init[index], True))
            if is_new:
                self.states.add(state)
                waiting.append((maker.init[index], is_within))
                waiting.append((maker.body.results[index], True))


class _Owners:
    """The search for what is owned.

    All loop state that a write may get is taken to be owned at first, and all writes
    to be in place. What is found to be otherwise stays so, and all is looked at again
    until nothing is found.

    Attributes:
        states: Loop state that is taken to be owned.
        owned: The values that are found to be owned, in this round.
        parts: Views of those.
        has_changed: Has this round found something?
    """

    def __init__(self, region: Region, wishes: _Wishes) -> None:
        self.region = region
        self.wishes = wishes
        self.sharing = Sharing(region)
        self.states = {value for value in wishes.states if _has_axes(value)}
        self.owned: set[Value] = set()
        self.parts: set[Value] = set()
        self.has_changed = True

    def settle(self) -> None:
        """Go on until nothing changes."""
        while self.has_changed:
            self.has_changed = False
            self.owned, self.parts = set(), set()
            lost = len(self.states)
            self._block(self.region.block, [])
            if len(self.states) != lost:
                self._forget()

    def _forget(self) -> None:
        """Decide anew about copies: they were made for more state than is owned."""
        self.sharing.copying.clear()
        for step in _steps(self.region.block):
            places = {
                Step: lambda x: x.inputs,
                Loop: lambda x: x.init,
            }.get(type(step))
            if places is not None:
                _uncopy(step.copied, places(step))  # type: ignore[union-attr]
            for block in () if isinstance(step, Step) else step.blocks:
                _uncopy(block.copied, block.results)

    # What blocks hold.

    def _block(self, block: Block, path: Path) -> None:
        for index, step in enumerate(block.steps):
            here = [*path, (block, index)]
            if isinstance(step, Step):
                self._step(step, here)
            elif isinstance(step, Branch):
                self._branch(step, here)
            else:
                self._loop(step, here)

    def _step(self, step: Step, here: Path) -> None:
        if step.node.op.overwrite is not None:
            self._overwrite(step, here)
        elif may_share(step):
            if any(self._is_at_stake(value) for value in step.inputs):
                self.parts.update(step.outputs)
        elif keeps(step):
            self._protect(step, here)
        else:
            self.owned.update(filter(is_array, step.outputs))

    def _overwrite(self, step: Step, here: Path) -> None:
        value, place = step.inputs[0], (step, 0)
        step.takes_over = (
            step not in self.sharing.copying
            and _has_axes(value)
            and value in self.owned
            and self._is_alone(value, step.inputs[1:], here, place)
            and self.sharing.is_free(value, here, place)
        )
        if not step.takes_over and step not in self.sharing.copying:
            self.sharing.copying.add(step)
            self.has_changed = True
        self.owned.update(step.outputs)

    def _is_at_stake(self, value: Value) -> bool:
        """Is the memory of a value, or of what it is a view of, owned?"""
        return value in self.owned or value in self.parts

    def _is_alone(
        self, value: Value, others: list[Value], path: Path, place: Place
    ) -> bool:
        """Is the memory of a value in none of some others?"""
        holders = self.sharing.holders(value, path, place)
        return not any(each in others for each in holders)

    def _protect(self, step: Step, here: Path) -> None:
        """Have copies kept of what is written to later."""
        if not any(is_list(x.spec) for x in (*step.inputs, *step.outputs)):
            return
        for place, value in enumerate(step.inputs):
            if value not in self.wishes.near or place in step.copied:
                continue
            if not _has_axes(value) or not self._is_at_stake(value):
                continue
            if not self._passes(value, step.inputs, set(), here, (step, place)):
                step.copied.add(place)
                self.has_changed = True

    def _passes(
        self,
        value: Value,
        among: list[Value],
        copied: set[int],
        path: Path,
        place: Place,
    ) -> bool:
        """Is a value owned, and its memory handed on here alone?

        Args:
            value: The value.
            among: What is handed on.
            copied: Where copies are.
            path: Where this is.
            place: Which of them it is.
        """
        if value not in self.owned:
            return False
        rest = [
            each
            for index, each in enumerate(among)
            if index != place[1] and index not in copied
        ]
        return self._is_alone(value, rest, path, place) and self.sharing.is_free(
            value, path, place
        )

    def _branch(self, branch: Branch, here: Path) -> None:
        for block in branch.blocks:
            self._block(block, here)
        outputs = list(enumerate(branch.outputs))
        # What nothing writes to is copied first, so that the rest need not be.
        for index, output in sorted(outputs, key=lambda x: x[1] in self.wishes.wanted):
            if not is_array(output) or not _has_axes(output):
                continue
            passes = []
            for block in branch.blocks:
                value, place = block.results[index], (block, index)
                end = [*here, (block, len(block.steps))]
                is_owned = index in block.copied or self._passes(
                    value, block.results, block.copied, end, place
                )
                passes.append(is_owned or self._part(block, index, output))
            if any(passes) and not all(passes) and output in self.wishes.wanted:
                block = branch.blocks[passes.index(False)]
                passes = [True] if self._take(block, index) else passes
            if all(passes):
                self.owned.add(output)

    def _part(self, block: Block, index: int, output: Value) -> bool:
        """Copy a result that is written to elsewhere; tell whether it was copied."""
        value = block.results[index]
        if output in self.wishes.wanted or not _has_axes(value):
            return False
        if value not in self.wishes.near or not self._is_at_stake(value):
            return False
        block.copied.add(index)
        self.has_changed = True
        return True

    def _take(self, block: Block, index: int) -> bool:
        """Copy a result that is not owned, if that is where memory comes in."""
        value = block.results[index]
        is_here = value.block is block and value.maker is not None
        if (is_here and value in self.parts) or not _has_axes(value):
            return False
        block.copied.add(index)
        self.has_changed = True
        return True

    def _loop(self, loop: Loop, here: Path) -> None:
        for index, state in enumerate(loop.state):
            if state not in self.states or index in loop.copied:
                continue
            value = loop.init[index]
            if self._passes(value, loop.init, loop.copied, here, (loop, index)):
                continue
            if state in self.wishes.within and _has_axes(value):
                loop.copied.add(index)
            else:
                self.states.remove(state)
            self.has_changed = True
        self.owned.update(x for x in loop.state if x in self.states)
        for block in loop.blocks:
            self._block(block, here)
        body = loop.body
        end = [*here, (body, len(body.steps))]
        for index, state in enumerate(loop.state):
            if state not in self.states:
                continue
            value, place = body.results[index], (body, index)
            if not self._passes(value, body.results, body.copied, end, place):
                self.states.remove(state)
                self.has_changed = True
        for state, output in zip(loop.state, loop.outputs, strict=True):
            if state in self.states:
                self.owned.add(output)


def _has_axes(value: Value) -> bool:
    """Is a value an array for certain? Others may be NumPy's scalars."""
    return bool(value.spec.rank) and is_array(value)


def _uncopy(copied: set[int], values: list[Value]) -> None:
    copied -= {place for place in copied if is_array(values[place])}


def _steps(block: Block) -> list[Step | Branch | Loop]:
    """Return all steps of a block and what is in it, in order."""
    found: list[Step | Branch | Loop] = []
    for step in block.steps:
        found.append(step)
        if not isinstance(step, Step):
            for inner in step.blocks:
                found += _steps(inner)
    return found
