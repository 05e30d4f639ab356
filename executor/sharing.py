"""Which values may share memory, and where they are of use.

An array's memory goes from value to value: a view has that of its base, loop state
that of its start and of what an iteration leaves, the output of a branch that of a
result, and what an item is written to in place that of the array before. A copy that
is decided on in one of these places ends the way.

What a list holds, a cell or a function that is called, is kept: it is of use for good.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from executor.forms import PLACEHOLDER
from executor.ir import (
    ARRAY,
    Block,
    Branch,
    Loop,
    Region,
    Step,
    Try,
    Value,
)
from graph import dtypes
from graph.specs import is_list

Path = list[tuple[Block, int]]
# Where memory is handed on, and a copy could be made: the state of a loop at its
# start, a result of a block, an operand of a step.
Place = tuple[Loop | Block | Step, int]


class _Way(NamedTuple):
    """Memory goes on to `target`, in the next iterations of `loop` if there is one."""

    target: Value
    place: Place | None
    loop: Loop | None = None


class Sharing:
    """What may share memory in a region.

    Attributes:
        copying: The steps that were found to change a copy.
    """

    def __init__(self, region: Region) -> None:
        """Follow the memory of all values."""
        self.copying: set[Step] = set()
        self._index: dict[Step | Branch | Loop, int] = {}
        self._ways: dict[Value, list[_Way]] = {}
        self._kept: dict[Value, list[tuple[Path, Place]]] = {}
        self._follow(region.block, [])

    # What is there.

    def _follow(self, block: Block, path: Path) -> None:
        for index, step in enumerate(block.steps):
            here = [*path, (block, index)]
            self._index[step] = index
            if isinstance(step, Step):
                self._follow_step(step, here)
                continue
            for inner in step.blocks:
                self._follow(inner, here)
            if isinstance(step, Branch):
                for inner in step.blocks:
                    for place, value in enumerate(inner.results):
                        self._way(value, _Way(step.outputs[place], (inner, place)))
                continue
            for place, state in enumerate(step.state):
                self._way(step.init[place], _Way(state, (step, place)))
                again = _Way(state, (step.body, place), step)
                self._way(step.body.results[place], again)
                self._way(state, _Way(step.outputs[place], None, step))

    def _follow_step(self, step: Step, here: Path) -> None:
        if step.node.op.overwrite is not None:
            self._way(step.inputs[0], _Way(step.outputs[0], (step, 0)))
            return
        is_kept, is_shared = keeps(step), may_share(step)
        for place, value in enumerate(step.inputs):
            if is_kept and is_array(value):
                self._kept.setdefault(value, []).append((here, (step, place)))
            if is_shared:
                for output in step.outputs:
                    self._way(value, _Way(output, None))

    def _way(self, value: Value, way: _Way) -> None:
        if is_array(value) and is_array(way.target):
            self._ways.setdefault(value, []).append(way)

    # What is asked.

    def holders(self, value: Value, path: Path, leaving: Place) -> list[Value]:
        """Return what may have the memory of a value, in one iteration of its loops.

        Args:
            value: The value, which comes first.
            path: Where it is handed on: what is made later is left out.
            leaving: The same, as a place for a copy: what has it by this way alone is
                left out as well.
        """
        if value not in self._ways:
            return [value]
        places = dict(path)
        around = set(_loops_around(value.block))
        found, seen = [value], {value}
        for each in found:
            for target, place, loop in self._ways.get(each, ()):
                if target in seen or loop in around or place == leaving:
                    continue
                if place is not None and self._is_copied(place):
                    continue
                if self._is_made_later(target, places):
                    continue
                seen.add(target)
                found.append(target)
        return found

    def _is_made_later(self, value: Value, places: dict[Block, int]) -> bool:
        """Is a value made after a place, or never in one iteration with it?"""
        block, inner = value.block, None
        index = -1 if _is_state(value) else self._index.get(value.maker, -1)  # type: ignore[arg-type]
        while block not in places:
            if block.owner is None:
                return False
            inner, index = block, self._index[block.owner]
            block = block.owner.block
        if index == places[block] and inner is not None:
            return type(inner.owner) is Branch
        return index >= places[block]

    def _is_copied(self, place: Place) -> bool:
        holder, index = place
        if isinstance(holder, Step) and holder.node.op.overwrite is not None:
            return holder in self.copying
        return index in holder.copied

    def is_free(self, value: Value, path: Path, leaving: Place) -> bool:
        """Is the memory of a value of no use but where it is handed on?

        Args:
            value: The value, which had its memory alone when it was made.
            path: Where it is handed on.
            leaving: The same, as a place for a copy.
        """
        for each in self.holders(value, path, leaving):
            # An expression that waits may read an array without axes.
            if each is not value and each.spec.shape == ():
                return False
            if self._is_live(each, path):
                return False
            for kept, place in self._kept.get(each, ()):
                if place == leaving or self._is_copied(place):
                    continue
                if not _is_later(kept, path):
                    return False
        return True

    def _is_live(self, value: Value, path: Path) -> bool:
        """Is a value, if it is there by then, used after a place in the program?"""
        blocks = [block for block, _ in path]
        maker = value.maker
        if value.block not in blocks:
            # State is there in the test as well, and the body will use it.
            return isinstance(maker, Loop) and maker.test in blocks
        start = blocks.index(value.block)
        if not _is_state(value) and self._index.get(maker, -1) >= path[start][1]:  # type: ignore[arg-type]
            return False
        for block, index in path[start:]:
            last = value.last_use.get(block, -1)
            if last != index:
                return last > index
            step = block.steps[index] if index < len(block.steps) else None
            if isinstance(step, Loop):
                return any(inner in value.last_use for inner in step.blocks)
            if isinstance(step, Try):
                return True
        return False


def is_array(value: Value) -> bool:
    """May a value be an array that others share?"""
    dtype = value.spec.dtype
    return value.home == ARRAY and not dtype.is_python and not is_list(value.spec)


def keeps(step: Step) -> bool:
    """May a step keep what it is given, or give what is kept elsewhere?"""
    op = step.node.op
    effects = op.effects_with(step.node.attrs)
    if step.callee is None and op.is_control:
        return True
    if {*effects.reads, *effects.writes} - {"control", "output"}:
        return True
    return any(
        is_list(value.spec) or value.spec.dtype is dtypes.opaque
        for value in (*step.inputs, *step.outputs)
    )


def may_share(step: Step) -> bool:
    """May what a step gives be memory that it is given?"""
    op = step.node.op
    if step.callee is not None:
        return True
    if op.may_alias:
        specs = [value.spec for value in step.inputs]
        return not op.gives_copy(*specs, **step.node.attrs)
    return step.inline is not None and bool(PLACEHOLDER.fullmatch(step.inline.code))


def _is_state(value: Value) -> bool:
    return isinstance(value.maker, Loop) and value.block is value.maker.body


def _loops_around(block: Block) -> Iterator[Loop]:
    while block.owner is not None:
        if isinstance(block.owner, Loop):
            yield block.owner
        block = block.owner.block


def _is_later(path: Path, than: Path) -> bool:
    """Tell whether a place comes after another, or never in one iteration with it."""
    for (block, index), (other, place) in zip(path, than, strict=False):
        if block is not other:
            return type(block.owner) is Branch
        if index != place:
            return index > place
    return False
