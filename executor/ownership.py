"""Decide where a list is changed in place, and where it must be copied.

Lists are values in a graph. In a program each list object belongs to one value at a
time: a step that gives a list with something changed takes the object over if the
value is of no more use, and changes a copy otherwise:

    ys = list_append(xs, v)        xs.append(v)        where xs is not used again

    ys = list_append(xs, v)   ->   ys = xs.copy()      where it is
    n = list_length(xs)            ys.append(v)

The same holds where a value becomes another one: loop state at the start of a loop,
what a branch or an iteration leaves.
"""

from __future__ import annotations

from collections.abc import Iterator

from executor.ir import Block, Branch, Loop, Region, Step, Value
from graph.specs import TensorSpec, is_list

_Path = list[tuple[Block, int]]


def assign_lists(region: Region) -> None:
    """Fill in `takes_over` of steps, and `copied` of loops and blocks."""
    _visit(region.block, [], _shared(region.block))


def _shared(block: Block) -> set[Value]:
    """Return the lists that someone else keeps: handlers, or functions called."""
    shared: set[Value] = set()
    for step in _steps_in(block):
        values = (*step.inputs, *step.outputs)
        lists = [value for value in values if is_list(value.spec)]
        if _is_list_op(step):  # a list put into one, or taken out of it, is both's
            depths = [_depth(value.spec) for value in lists]
            pairs = zip(lists, depths, strict=True)
            lists = [value for value, depth in pairs if depth < max(depths)]
        shared.update(lists)
    return shared


def _steps_in(block: Block) -> Iterator[Step]:
    blocks = [block]
    while blocks:
        for step in blocks.pop().steps:
            if isinstance(step, Step):
                yield step
            else:
                blocks += step.blocks


def _depth(spec: TensorSpec | None) -> int:
    """Return how deep lists are nested."""
    depth = 0
    while spec is not None and is_list(spec):
        spec, depth = spec.dtype.element, depth + 1  # type: ignore[attr-defined]
    return depth


def _is_list_op(step: Step) -> bool:
    op = step.node.op
    return step.callee is None and (op.name.startswith("list_") or op.may_alias)


def _visit(block: Block, path: _Path, shared: set[Value]) -> None:
    for index, step in enumerate(block.steps):
        here = [*path, (block, index)]
        if isinstance(step, Step):
            if takes_list(step):
                step.takes_over = _is_free(step.inputs[0], here, shared)
            continue
        if isinstance(step, Loop):
            for place, value in enumerate(step.init):
                is_used_inside = any(inner in value.last_use for inner in step.blocks)
                is_once = sum(other is value for other in step.init) == 1
                if is_list(value.spec) and (
                    is_used_inside or not is_once or not _is_free(value, here, shared)
                ):
                    step.copied.add(place)
        for inner in step.blocks:
            _visit(inner, here, shared)
    end = [*path, (block, len(block.steps))]
    for place, value in enumerate(block.results):
        if is_list(value.spec):
            is_once = sum(other is value for other in block.results) == 1
            if not is_once or not _is_free(value, end, shared):
                block.copied.add(place)


def takes_list(step: Step) -> bool:
    """Tell whether a step gives its first input, a list, changed or as it is."""
    op = step.node.op
    if op.changes_list:
        return True
    return (
        op.may_alias
        and bool(step.inputs)
        and is_list(step.inputs[0].spec)
        and any(is_list(value.spec) for value in step.outputs)
    )


def _is_free(value: Value, path: _Path, shared: set[Value]) -> bool:
    """Is a list of no more use after the place in the program that a path leads to?"""
    if value in shared or not isinstance(value.maker, (Step, Branch, Loop)):
        return False  # whoever calls the program has it, too
    for block, index in reversed(path):
        if value.last_use.get(block) != index:
            return False
        if block is value.block:
            return True
        if type(block.owner) is not Branch:
            return False  # used again in the next iteration, or by a handler
    return False
