"""`if` on a condition of the run: both blocks are traced, and their results joined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from autograph.staging.blocks import entered, finish, new_block, share_captures
from autograph.staging.joining import (
    DEAD,
    Same,
    Shape,
    count,
    joined,
    of_value,
    outputs,
    rebuilt,
)
from autograph.staging.journal import (
    ABSENT,
    Location,
    left_by,
    let_run_hold,
    note_write,
    set_at,
    undo,
    value_at,
)
from autograph.staging.raising import raise_in_run
from autograph.values.state import (
    Block,
    Diverged,
    ReadBeforeWritten,
    current,
    graph,
)
from graph.op import Op
from graph.ops.control_flow import COND
from graph.origin import capture
from graph.tensor import SymbolicTensor

State = tuple[Any, ...]


@dataclass(slots=True)
class Path:
    """A block that was traced.

    Attributes:
        block: The block.
        is_dead: Does it not end: does it raise, or read what nothing has written?
        state: What it leaves in the variables.
        left: What it leaves at locations of older objects.
    """

    block: Block
    is_dead: bool
    is_unknown: bool
    state: State
    left: dict[Any, tuple[Location, Any]]
    outputs: list[SymbolicTensor] = field(default_factory=list)


def trace_block(run: Callable[[], None]) -> tuple[bool, bool]:
    """Trace into the current block; return whether it is dead, and whether unknown."""
    try:
        run()
    except ReadBeforeWritten:
        current().is_incomplete = True
        return True, True
    except Diverged:
        return True, False
    except (Exception, SystemExit) as error:  # noqa: BLE001  # the run raises it
        raise_in_run(error)
        return True, False
    return False, False


def stage_branch(
    pred: Any,
    body: Callable[[], None],
    orelse: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: Sequence[str],
    *,
    op: Op = COND,
    begin_orelse: Callable[[], None] | None = None,
) -> None:
    """Trace both blocks, and let the variables be what they leave.

    Args:
        pred: The condition: a bool of the run.
        body: The block that runs when it is true.
        orelse: The other one.
        get_state: Returns the variables.
        set_state: Sets them.
        names: Their names.
        op: The op of the node: that of `if`, or of `try`.
        begin_orelse: Called first in the second block, with the variables as they were.
    """
    start = get_state()
    paths = []
    for name, run in (("then", body), ("orelse", orelse)):
        set_state(start)
        block = new_block(name)
        block.is_try = op is not COND and name == "then"
        with entered(block):
            if begin_orelse is not None and name == "orelse":
                begin_orelse()
            is_dead, is_unknown = trace_block(run)
            state, left = get_state(), left_by(block)
        undo(block, also_outer=False)
        paths.append(Path(block, is_dead, is_unknown, state, left))
    set_state(start)
    if all(path.is_dead for path in paths) and any(path.is_unknown for path in paths):
        raise ReadBeforeWritten
    _join(pred, paths, start, set_state, names, op)
    if all(path.is_dead for path in paths):
        raise Diverged


def _join(
    pred: Any,
    paths: Sequence[Path],
    start: State,
    set_state: Callable[[State], None],
    names: Sequence[str],
    op: Op,
) -> None:
    locations = {key: place for path in paths for key, (place, _) in path.left.items()}
    shapes: list[Shape] = []
    for i, before in enumerate(start):
        name = names[i] if i < len(names) else ""
        ends = [path.state[i] for path in paths if not path.is_dead]
        shapes.append(_shape(ends, before, name))
    for key, location in locations.items():
        ends = [_at(path, key, location) for path in paths if not path.is_dead]
        if any(x is ABSENT for x in ends) and not all(x is ABSENT for x in ends):
            let_run_hold(location, "it has a key, or an attribute, on some paths alone")
        shapes.append(_shape(ends, value_at(location), str(location[2])))
    for path in paths:
        with entered(path.block):
            set_state(path.state)  # which functions that leave it see
            values = [*path.state, *(_at(path, *each) for each in locations.items())]
            held = zip(shapes, values, strict=True)
            path.outputs = [
                symbol
                for shape, value in held
                for symbol in outputs(shape, DEAD if path.is_dead else value)
            ]
    blocks = [path.block for path in paths]
    captures = share_captures(blocks, 0)
    settled = _settled(shapes, start)
    for path in paths:
        path.block.graph.settled = settled
        finish(path.block, path.outputs)
    to = graph()
    inputs = [to.capture(pred), *map(to.capture, captures)]
    bodies = {"then": blocks[0].graph, "orelse": blocks[1].graph}
    made = to.add(op, inputs, bodies, origin=capture())
    symbols = iter(made.outputs)
    n = len(start)
    set_state(tuple(rebuilt(shape, symbols) for shape in shapes[:n]))
    for shape, location in zip(shapes[n:], locations.values(), strict=True):
        value = rebuilt(shape, symbols)
        note_write(*location, is_joined=True)
        set_at(location, value)


def _settled(shapes: Sequence[Shape], start: State) -> tuple[tuple[int, Any], ...]:
    """Return the numbers that both paths leave alike, by place: graphs print them.

    Args:
        shapes: How variables, and then what is written to, leave the blocks.
        start: The variables before.
    """
    place, found = 0, []
    for shape, before in zip(shapes, start, strict=False):
        value = shape.value if isinstance(shape, Same) else None
        if type(value) in (bool, int, float) and value is not before:
            found.append((place, value))
            place += 1
        place += count(shape)
    return tuple(found)


def _shape(ends: Sequence[Any], before: Any, name: str) -> Shape:
    if not ends:
        return Same(before)
    if len(ends) == 1:
        return of_value(ends[0], name)
    return joined(ends[0], ends[1], name)


def _at(path: Path, key: Any, location: Location) -> Any:
    found = path.left.get(key)
    return value_at(location) if found is None else found[1]
