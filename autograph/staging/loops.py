"""`while` on a condition of the run, and `for` over what the run iterates over.

The body is traced until one more iteration leaves the variables what they are: their
specs widen, and the lattice is low. What an inner loop has found is where it begins
when it is traced again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from autograph.staging.blocks import entered, finish, new_block, share_captures
from autograph.staging.branches import State, trace_block
from autograph.staging.joining import (
    DEAD,
    Leaf,
    Same,
    Shape,
    is_composed,
    join_specs,
    known_spec,
    outputs,
    rebuilt,
    specs_in,
    widened,
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
from autograph.values import operations
from autograph.values.kinds import is_mutable
from autograph.values.nodes import lift, symbol_spec, wrap
from autograph.values.specs import ANY, BOTTOM, TupleSpec
from autograph.values.state import (
    Block,
    ReadBeforeWritten,
    Unstageable,
    current,
    graph,
)
from graph.dtypes import float32
from graph.errors import ShapeError
from graph.ops.control_flow import WHILE
from graph.origin import capture, capture_exact
from graph.python.control import FOR, FOR_ITEM, FOR_TEST
from graph.shapes import Shape as Shaped
from graph.shapes import covers
from graph.specs import TensorSpec, show_tuple
from graph.tensor import SymbolicTensor

# After so many rounds, what a variable is known to be widens to the top.
MAX_ROUNDS: Final = 4
_NO_SHAPES: Final[Mapping[int, Shaped]] = MappingProxyType({})


@dataclass(slots=True)
class Slot:
    """A variable, or a location of an older object, that a loop carries."""

    name: str
    start: Any
    shape: Shape
    location: Location | None = None


@dataclass(slots=True)
class Loop:
    """A loop that is traced.

    Attributes:
        test: Asks whether there is another iteration; None for a `for` to its end.
        body: An iteration; takes the item of a `for`.
        get_state: Returns the variables.
        set_state: Sets them.
        source: What a `for` iterates over, and the spec of an item.
        slots: What is carried.
    """

    test: Callable[[], Any] | None
    body: Callable[..., None]
    get_state: Callable[[], State]
    set_state: Callable[[State], None]
    source: tuple[SymbolicTensor, Any] | None
    slots: list[Slot] = field(default_factory=list)
    n_variables: int = 0

    def settle(self) -> None:
        """Trace the body until nothing changes, and append the loop."""
        occurrences = dict(current().occurrences)
        for number in range(2 * MAX_ROUNDS):
            current().occurrences = dict(occurrences)
            test, body = new_block("test"), new_block("body")
            symbols = self._trace_test(test)
            is_dead, ends = self._trace_body(body)
            is_last = number >= MAX_ROUNDS
            if is_dead or not self._widen(ends, to_top=is_last):
                break
        else:
            raise Unstageable("the variables of a loop never settle")
        if not is_dead and self.test is not None and self.source is None:
            pass
        self._append(test, body, symbols, DEAD if is_dead else ends)

    def _enter(self, block: Block) -> None:
        """Add the inputs for the state, and let the variables be what they are."""
        specs = [spec for slot in self.slots for spec in specs_in(slot.shape)]
        names = [slot.name for slot in self.slots for _ in specs_in(slot.shape)]
        inputs = [
            block.graph.add_input(spec, _input_name(name))
            for spec, name in zip(specs, names, strict=True)
        ]
        symbols = iter(inputs)
        values = [rebuilt(slot.shape, symbols) for slot in self.slots]
        self.set_state(tuple(values[: self.n_variables]))
        for slot, value in zip(
            self.slots[self.n_variables :], values[self.n_variables :], strict=True
        ):
            assert slot.location is not None
            note_write(*slot.location, is_joined=True)
            set_at(slot.location, value)

    def _trace_test(self, block: Block) -> list[SymbolicTensor]:
        with entered(block):
            self._enter(block)
            if self.source is None:
                found = self._asked(block)
            else:
                flag = self.get_state()[-1:] if self.test is not None else ()
                held = [x for x in flag if isinstance(x, SymbolicTensor)]
                captured = [block.graph.capture(x) for x in (self.source[0], *held)]
                attrs: dict[str, Any] = {}
                node = block.graph.add(FOR_TEST, captured, attrs, origin=capture())
                (found,) = node.outputs
            symbol = lift(found)[0]
        undo(block, also_outer=False)
        return [symbol]

    def _asked(self, block: Block) -> Any:
        """Ask the test; it may write nothing that the loop carries."""
        assert self.test is not None
        state = self.get_state()
        before = {key: value for key, (_, value) in left_by(block).items()}
        try:
            found = operations.truth(self.test())
        except ReadBeforeWritten:
            current().is_incomplete = True
            return True
        after = left_by(block)
        is_changed = any(
            key not in before or value is not before[key]
            for key, (_, value) in after.items()
        )
        pairs = zip(state, self.get_state(), strict=True)
        if is_changed or any(x is not y for x, y in pairs):
            undo(block, also_outer=False)
            raise _TestWrites
        return found

    def _trace_body(self, block: Block) -> tuple[bool, list[Any]]:
        with entered(block):
            self._enter(block)
            item = () if self.source is None else (self._item(block),)
            is_dead, is_unknown = trace_block(lambda: self._iterate(item))
            state, left = self.get_state(), left_by(block)
        del is_unknown
        undo(block, also_outer=False)
        if is_dead:
            return True, []
        known = {_key(slot.location): slot for slot in self.slots if slot.location}
        for key, (location, _) in left.items():
            if key not in known:
                before = value_at(location)
                if before is ABSENT:
                    let_run_hold(location, "an iteration adds a key or an attribute")
                slot = Slot(str(location[2]), before, Same(before), location)
                self.slots.append(slot)
        ends = list(state)
        for slot in self.slots[self.n_variables :]:
            assert slot.location is not None
            found = left.get(_key(slot.location))
            ends.append(value_at(slot.location) if found is None else found[1])
        return False, ends

    def _iterate(self, item: tuple[Any, ...]) -> None:
        self.body(*item)
        if self.source is not None and self.test is not None:
            state = self.get_state()
            self.set_state((*state[:-1], operations.truth(self.test())))

    def _item(self, block: Block) -> Any:
        assert self.source is not None
        spec = self.source[1]
        if spec is BOTTOM:
            return _Nothing
        is_tuple = isinstance(spec, TupleSpec) and spec.cls is tuple
        parts = spec.items if is_tuple and len(spec.items) > 1 else (spec,)
        attrs = {"specs": tuple(map(symbol_spec, parts))}
        made = block.graph.add(FOR_ITEM, [], attrs, origin=capture())
        values = [wrap(*each) for each in zip(made.outputs, parts, strict=True)]
        return tuple(values) if len(parts) > 1 else values[0]

    def _widen(self, ends: list[Any], *, to_top: bool) -> bool:
        """Let the slots cover what an iteration leaves; tell whether they have changed.

        Args:
            ends: What it leaves.
            to_top: Let what still changes be any object.
        """
        has_changed = False
        for slot, end in zip(self.slots, ends, strict=True):
            wide = widened(slot.shape, slot.start, end, slot.name)
            if wide is slot.shape:
                continue
            has_changed = True
            slot.shape = Leaf(ANY) if to_top else wide
        return has_changed

    def _append(
        self, test: Block, body: Block, symbols: list[SymbolicTensor], ends: Any
    ) -> None:
        held = [DEAD] * len(self.slots) if ends is DEAD else ends
        with entered(body):
            ends = [
                symbol
                for slot, end in zip(self.slots, held, strict=True)
                for symbol in outputs(slot.shape, end)
            ]
        starts = [x for slot in self.slots for x in outputs(slot.shape, slot.start)]
        captures = share_captures([test, body], len(starts))
        finish(test, symbols)
        finish(body, ends)
        to = graph()
        inputs = [*starts, *map(to.capture, captures)]
        graphs = {"test": test.graph, "body": body.graph}
        op = WHILE if self.source is None else FOR
        made = to.add(op, inputs, graphs, origin=capture())
        found = iter(made.outputs)
        values = [rebuilt(slot.shape, found) for slot in self.slots]
        self.set_state(tuple(values[: self.n_variables]))
        for slot, value in zip(
            self.slots[self.n_variables :], values[self.n_variables :], strict=True
        ):
            assert slot.location is not None
            note_write(*slot.location, is_joined=True)
            set_at(slot.location, value)


class _TestWrites(BaseException):
    """The test of a loop writes variables or attributes."""


class _Nothing:
    """The item of what nothing has been put into yet."""


def _key(location: Location | None) -> Any:
    assert location is not None
    kind, owner, key = location
    return kind, id(owner), key


def _input_name(name: str) -> str:
    return name if name.isidentifier() else "input"


def stage_loop(
    test: Callable[[], Any] | None,
    body: Callable[..., None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: Sequence[str],
    source: tuple[SymbolicTensor, Any] | None = None,
    shapes: Mapping[int, Shaped] = _NO_SHAPES,
) -> None:
    """Stage a loop.

    Args:
        test: Asks whether there is another iteration. That of a `for` is asked after
            each one; a `for` that goes to its end has none.
        body: An iteration.
        get_state: Returns the variables.
        set_state: Sets them.
        names: Their names.
        source: What a `for` iterates over, and the spec of an item.
        shapes: For variables, by place, the shape that they keep to.

    Raises:
        ShapeError: A variable does not.
    """
    if source is not None and test is not None:
        get_state, set_state, names = _with_flag(get_state, set_state, names)
    before = get_state()
    try:
        _stage(test, body, get_state, set_state, names, source, shapes)
        return
    except _TestWrites:
        set_state(before)
    # Not in the handler: what is raised here has none as its context.
    assert test is not None
    _stage_rotated(test, body, get_state, set_state, names)


def _check_declared(slot: Slot, declared: Shaped) -> None:
    (spec,) = specs_in(slot.shape)[:1] or (TensorSpec(declared, float32),)
    if covers(declared, spec.shape):
        return
    raise ShapeError(
        f"`{slot.name}` does not keep to the shape that is declared for it: it has "
        f"shape {show_tuple(spec.shape)}, not {show_tuple(declared)}.",
        origin=capture_exact(),
        hint="A dimension that may change is None in set_loop_options.",
    )


def _stage_rotated(
    test: Callable[[], Any],
    body: Callable[..., None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: Sequence[str],
) -> None:
    """Stage a loop whose test writes something.

    while test(): body()     ->     go = test()
                                    while go: body(); go = test()
    """
    flag: list[Any] = [operations.truth(test())]

    def get() -> State:
        return (*get_state(), flag[0])

    def put(state: State) -> None:
        set_state(state[:-1])
        flag[0] = state[-1]

    def iterate() -> None:
        body()
        flag[0] = operations.truth(test())

    padding = [""] * (len(get_state()) - len(names))
    _stage(lambda: flag[0], iterate, get, put, (*names, *padding, "go_on"), None)


def _stage(
    test: Callable[[], Any] | None,
    body: Callable[..., None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: Sequence[str],
    source: tuple[SymbolicTensor, Any] | None,
    shapes: Mapping[int, Shaped] = _NO_SHAPES,
) -> None:
    start = get_state()
    named = [*names, *[""] * (len(start) - len(names))]
    slots = [Slot(name, x, Same(x)) for name, x in zip(named, start, strict=True)]
    trace = current()
    place = trace.at
    for slot, spec in zip(slots, trace.loops.get(place, ()), strict=False):
        if (
            spec is not None
            and not is_mutable(slot.start)
            and not is_composed(slot.start)
        ):
            slot.shape = Leaf(
                join_specs(known_spec(slot.start, slot.name), spec, slot.name)
            )
    for at, declared in shapes.items():
        spec = lift(slots[at].start)[1]
        if isinstance(spec, TensorSpec):
            slots[at].shape = Leaf(join_specs(spec, TensorSpec(declared, spec.dtype)))
    loop = Loop(test, body, get_state, set_state, source, slots, len(slots))
    loop.settle()
    for at, declared in shapes.items():
        _check_declared(slots[at], declared)
    if len(trace.blocks) > 1:
        trace.loops[place] = [
            slot.shape.spec if isinstance(slot.shape, Leaf) else None
            for slot in loop.slots[: loop.n_variables]
        ]


def _with_flag(
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: Sequence[str],
) -> tuple[Callable[[], State], Callable[[State], None], Sequence[str]]:
    """Add the variable that says whether a `for` goes on."""
    flag: list[Any] = [True]

    def get() -> State:
        return (*get_state(), flag[0])

    def put(state: State) -> None:
        set_state(state[:-1])
        flag[0] = state[-1]

    padding = [""] * (len(get_state()) - len(names))
    return get, put, (*names, *padding, "go_on")
