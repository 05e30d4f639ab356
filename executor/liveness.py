"""Uses of every value: where, in which form, and which is the last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from executor.ir import ARRAY, PYTHON, SCALAR, Block, Branch, Loop, Region, Step, Value
from graph import shapes

_SMALL_BYTES: Final = 4096  # not worth a `del`
_Path = list[tuple[Block, int]]


def count_uses(region: Region) -> None:
    """Fill in `use_blocks`, `last_use`, `converted` and `Loop.hoisted`.

    Inputs that are wanted in one form other than their own get it as their home: they
    are converted on entry. (Kernels take NumPy scalars as well.)
    """
    _count(region.block, [])
    if region.block.wants is not None:  # how a function is called is settled
        return
    for value in region.inputs:
        if len(value.converted) == 1:
            ((form, count),) = value.converted.items()
            if form == SCALAR or count == len(value.use_blocks):
                value.home = form
                value.converted.clear()


def conversion(value: Value, want: str) -> str | None:
    """Return the form that `value` must be brought into when `want` is wanted."""
    home = value.home
    if value.is_constant or value.spec.dtype.is_python or home == want:
        return None
    if home == PYTHON:
        return ARRAY
    return want if want == PYTHON or home == ARRAY else None


def uses_of(step: Step | Branch | Loop) -> Iterator[tuple[Value, str]]:
    """Yield what the step itself reads in its own block, with the form wanted."""
    if isinstance(step, Step):
        yield from zip(step.inputs, step.wants, strict=True)
    elif isinstance(step, Branch):
        yield step.pred, PYTHON
    else:
        for value, state in zip(step.init, step.state, strict=True):
            value.hint = value.hint or state.hint
            yield value, state.home


def results_of(block: Block) -> Iterator[tuple[Value, str]]:
    """Yield the results of a block, with the form wanted."""
    owner = block.owner
    if owner is None:
        wants = block.wants or [value.home for value in block.results]
        yield from zip(block.results, wants, strict=True)
    elif isinstance(owner, Branch):
        for value, output in zip(block.results, owner.outputs, strict=True):
            yield value, output.home
    elif block is owner.test:
        yield block.results[0], PYTHON
    else:
        for value, state in zip(block.results, owner.state, strict=True):
            yield value, state.home


def _count(block: Block, path: _Path) -> None:
    for index, step in enumerate(block.steps):
        here = [*path, (block, index)]
        for value, want in uses_of(step):
            _use(value, want, here)
        if not isinstance(step, Step):
            for inner in step.blocks:
                _count(inner, here)
    here = [*path, (block, len(block.steps))]
    for value, want in results_of(block):
        _use(value, want, here)


def _use(value: Value, want: str, path: _Path) -> None:
    value.use_blocks.append(path[-1][0])
    outermost: Loop | None = None
    for block, index in reversed(path):
        value.last_use[block] = index
        if block is value.block or _is_state_of(value, block):
            break
        if isinstance(block.owner, Loop):
            outermost = block.owner
    form = conversion(value, want)
    if form is not None:
        value.converted[form] = value.converted.get(form, 0) + 1
        if outermost is not None:
            outermost.hoisted[value, form] = None


def _is_state_of(value: Value, block: Block) -> bool:
    return isinstance(block.owner, Loop) and block.owner is value.maker


def dying_in(block: Block) -> dict[int, list[Value]]:
    """Return the arrays worth freeing after each step but the last."""
    dying: dict[int, list[Value]] = {}
    for index, step in enumerate(block.steps):
        for value in step.outputs:
            last = value.last_use.get(block, index)
            if last < len(block.steps) - 1 and _is_large(value):
                dying.setdefault(last, []).append(value)
    return dying


def _is_large(value: Value) -> bool:
    size = shapes.size_of(value.spec.shape)
    if value.home != ARRAY or value.spec.shape == ():
        return False
    return size is None or size * value.spec.dtype.size >= _SMALL_BYTES


def free_values(step: Branch | Loop) -> dict[Value, None]:
    """Return what a step uses of what is made outside of it, in order."""
    used: dict[Value, None] = {}
    own: set[Value] = set(step.state) if isinstance(step, Loop) else set()
    todo: list[Step | Branch | Loop] = [step]
    while todo:
        each = todo.pop()
        used.update(dict.fromkeys(value for value, _ in uses_of(each)))
        if each is not step:
            own.update(each.outputs)
        if isinstance(each, Step):
            continue
        if isinstance(each, Loop):
            own.update(each.state)
        for block in each.blocks:
            used.update(dict.fromkeys(block.results))
            todo += block.steps
    return {x: None for x in used if x not in own and not x.is_constant}
