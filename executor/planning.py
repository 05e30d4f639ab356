"""Decide which heavy steps run beside each other.

A heavy step takes along later heavy steps of its block that do not need its result,
nor anything else that is not there yet. They are pure, and their errors are raised
where their results would have been computed, so that no order changes:

    t0 = exp(x)            with Tasks() as tasks:
    print(t0)        ->        f0 = tasks.spawn(sin, y)
    t1 = sin(y)                t0 = exp(x)
                           print(t0)
                           t1 = f0.result()

Only elementwise ops take part. Products of matrices and their kin have threads of
their own, which must not multiply with ours.
"""

from __future__ import annotations

from typing import Final

from executor.ir import Block, Region, Step, Value
from graph import shapes

# Measured on 1e5 to 1e6 elements: from 0.01 (exp) to 0.06 (add) per byte of the
# result and unit of an op's `work`; sin and floor_divide of float64 take far more.
_NS_PER_BYTE: Final = 0.03
# To hand a kernel to another thread and wait for it costs about 30 microseconds.
_HEAVY_NS: Final = 200_000
_MAX_BESIDE: Final = 7
_WINDOW: Final = 64  # how many steps ahead to look


def plan_threads(region: Region) -> None:
    """Fill in `beside` and `is_spawned` of the steps of a region."""
    blocks = [region.block]
    while blocks:
        block = blocks.pop()
        _plan(block)
        for step in block.steps:
            if not isinstance(step, Step):
                blocks += step.blocks


def _plan(block: Block) -> None:
    heavy = [
        index
        for index, step in enumerate(block.steps)
        if isinstance(step, Step) and _is_heavy(step)
    ]
    # The index of the step by which a value is there, if only as a task.
    ready: dict[Value, int] = {
        value: index for index, step in enumerate(block.steps) for value in step.outputs
    }
    for place, index in enumerate(heavy):
        leader = block.steps[index]
        assert isinstance(leader, Step)
        if leader.is_spawned:
            continue
        for later in heavy[place + 1 : place + 1 + _WINDOW]:
            step = block.steps[later]
            assert isinstance(step, Step)
            if later - index > _WINDOW or len(leader.beside) == _MAX_BESIDE:
                break
            if step.is_spawned or any(ready.get(x, -1) >= index for x in step.inputs):
                continue
            leader.beside.append(step)
            step.is_spawned = True
        for step in leader.beside:
            # Done when the leader is: the next leaders may pass it on.
            ready[step.outputs[0]] = index


def _is_heavy(step: Step) -> bool:
    """Tell whether the step is pure, and worth a thread."""
    op = step.node.op
    if step.inline is not None or op.effects or not op.is_elementwise:
        return False
    if callable(op.work) or len(step.outputs) != 1 or step.node.attrs:
        return False
    spec = step.outputs[0].spec
    size = shapes.size_of(spec.shape)
    if size is None or spec.dtype.numpy.kind not in "biufc":
        return False
    return size * spec.dtype.size * op.work * _NS_PER_BYTE >= _HEAVY_NS
