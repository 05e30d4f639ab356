"""Stage a loop: a test and a block become a `while_loop`.

The block is traced again and again until the types of the variables settle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph import dtypes, nest, specs
from graph.errors import BranchMismatchError
from graph.graph import Graph
from graph.nest import Structure
from graph.ops.control_flow import WHILE
from graph.ops.core import truth
from graph.origin import Origin, capture
from graph.specs import TensorSpec
from graph.staging.blocks import bind, trace_block
from graph.staging.joining import (
    align,
    coerce,
    flag_of,
    is_same,
    join_specs,
    leaf_spec,
    mismatch,
    pack_all,
)
from graph.staging.journal import Location, note, survivors, write_back
from graph.staging.variables import (
    Maybe,
    Unavailable,
    Undefined,
    building,
    is_stageable,
)
from graph.tensor import SymbolicTensor

Test = Callable[[Sequence[Any]], Any]
Block = Callable[[Sequence[Any]], Sequence[Any]]

# A loop's types climb a small lattice (dtype, rank, dimensions, definedness); more
# rounds than this mean that they never settle.
MAX_ROUNDS = 12


@dataclass(slots=True, eq=False)
class _Slot:
    """One leaf of a loop's state: what is carried for it, if anything.

    Attributes:
        name: The variable.
        start: The leaf before the loop.
        spec: What the loop carries; None for a leaf that stays as it is.
        has_flag: Is whether it is defined carried too?
    """

    name: str
    start: Any
    spec: TensorSpec | None = None
    has_flag: bool = False

    def is_like(self, other: _Slot) -> bool:
        """Tell whether the other carries the same; tensors have no `==` to ask."""
        return (
            self.start is other.start
            and self.spec == other.spec
            and self.has_flag == other.has_flag
        )

    @property
    def width(self) -> int:
        """How many inputs of the bodies it takes."""
        return 0 if self.spec is None else 1 + self.has_flag


@dataclass(slots=True, eq=False)
class _Round:
    """One attempt to trace a loop with the types at hand."""

    test: Graph
    body: Graph
    slots: list[_Slot]
    after: list[Any] = field(default_factory=list)
    is_diverged: bool = False


def stage_while(
    test: Test,
    body: Block,
    start: Sequence[Any],
    names: Sequence[str],
) -> list[Any]:
    """Trace a test and a block into a `while_loop` node; return the final values.

    Args:
        test: Called with the variables' values; returns the condition to go on.
        body: Called with the values; returns the values after one iteration.
        start: The values before the loop.
        names: The variables' names.

    Raises:
        BranchMismatchError: A variable's values cannot be carried by one type.
    """
    parent = building()
    origin = capture()
    loop = _Loop(parent, test, body, list(names), list(start))
    structures = align([loop.start], loop.labels)
    slots = _first_slots(loop.start, loop.labels)
    for _ in range(MAX_ROUNDS):
        attempt, after, found = loop.trace(slots, structures)
        if found:
            loop.add_places(found)
            structures = align([loop.start], loop.labels)
            slots = _first_slots(loop.start, loop.labels)
            continue
        if after is not None:
            both = [pack_all(structures, [slot.start for slot in slots]), after]
            wider = align(both, loop.labels)
            if any(
                a.n_leaves != b.n_leaves for a, b in zip(structures, wider, strict=True)
            ):
                structures = wider
                slots = _first_slots(both[0], loop.labels)
                continue
            attempt.after = [leaf for value in after for leaf in nest.flatten(value)]
        if _settle(attempt):
            return loop.finish(_add_while(parent, attempt, structures, origin))
        slots = attempt.slots
    raise BranchMismatchError(
        "the types of the loop's variables do not settle: "
        + ", ".join(f"{slot.name} is {slot.spec}" for slot in slots if slot.spec),
        origin=origin,
        hint="Give each variable its final dtype and rank before the loop.",
    )


@dataclass(slots=True, eq=False)
class _Loop:
    """A loop being staged: its callables, and the state that is known so far.

    Attributes:
        parent: The graph that the loop is part of.
        test: The test of the variables.
        body: The block.
        names: The variables' names.
        start: Their values before the loop, then those of `places`.
        places: What the bodies write in place, found out by tracing them.
    """

    parent: Graph
    test: Test
    body: Block
    names: list[str]
    start: list[Any]
    places: list[Location] = field(default_factory=list)

    @property
    def labels(self) -> list[str]:
        """How messages call the variables and the places."""
        return [*self.names, *(place.label for place in self.places)]

    def add_places(self, found: list[Location]) -> None:
        """Carry these places, too."""
        self.places += found
        self.start += [place.get() for place in found]

    def _enter(self, values: list[Any]) -> list[Any]:
        """Write the places' values, inside a block; return the variables' values."""
        for place, value in zip(self.places, values[len(self.names) :], strict=True):
            note(place)
            place.set(value)
        return values[: len(self.names)]

    def trace(
        self, slots: list[_Slot], structures: list[Structure]
    ) -> tuple[_Round, list[Any] | None, list[Location]]:
        """Trace test and body once.

        Returns:
            The round; what the body left, None if it diverged; and places that were
            written and are not carried yet.
        """
        base = self.parent.unique_name("while")
        test, body = (
            Graph(f"{base}_{part}", self.parent, is_block=True)
            for part in ("test", "body")
        )
        for slot in slots:
            if isinstance(slot.start, Undefined):
                slot.start.is_read = False
        tested = trace_block(
            test,
            lambda: [truth(self.test(self._enter(_inputs(test, slots, structures))))],
        )
        going_on = False if tested.values is None else tested.values[0]
        test.outputs = [test.capture(going_on)]
        traced = trace_block(
            body, lambda: self.body(self._enter(_inputs(body, slots, structures)))
        )
        attempt = _Round(test, body, slots, is_diverged=traced.is_diverged)
        after = traced.values
        known = {place.key for place in self.places}
        written = traced.written
        found = [
            entry.location
            for key, entry in survivors(written).items()
            if key not in known
        ]
        if after is not None:
            after = [*after, *(written[place.key].after for place in self.places)]
        return attempt, after, found

    def finish(self, results: list[Any]) -> list[Any]:
        """Write back the places; return the variables' values after the loop."""
        for place, value in zip(self.places, results[len(self.names) :], strict=True):
            write_back(place, value)
        return results[: len(self.names)]


def _first_slots(values: Sequence[Any], names: Sequence[str]) -> list[_Slot]:
    slots = []
    for name, value in zip(names, values, strict=True):
        for leaf in nest.flatten(value):
            slot = _Slot(name, leaf)
            if is_stageable(leaf) or isinstance(leaf, Maybe):
                slot.spec = leaf_spec(leaf)
                slot.has_flag = isinstance(leaf, Maybe)
            slots.append(slot)
    return slots


def _inputs(graph: Graph, slots: list[_Slot], structures: list[Structure]) -> list[Any]:
    leaves: list[Any] = []
    for slot in slots:
        if slot.spec is None:
            leaves.append(slot.start)
            continue
        value = graph.add_input(slot.spec, slot.name)
        if slot.has_flag:
            flag = TensorSpec((), dtypes.python_bool)
            is_defined = graph.add_input(flag, f"{slot.name}_is_defined")
            leaves.append(Maybe(value, is_defined, slot.name))
        else:
            leaves.append(value)
    return pack_all(structures, leaves)


_AROUND = ("before the loop", "after an iteration")


def _settle(attempt: _Round) -> bool:
    """Widen the slots to what the body left; tell whether the trace still holds."""
    if attempt.is_diverged:
        return True
    settled = True
    slots = []
    for place, (slot, leaf) in enumerate(
        zip(attempt.slots, attempt.after, strict=True)
    ):
        new = _widen(slot, leaf)
        if isinstance(new.start, Unavailable):
            attempt.after[place] = new.start
        if not new.is_like(slot) and not _is_unread_local(slot, leaf):
            settled = False
        slots.append(new)
    if settled:
        _append_locals(attempt, slots)
    attempt.slots = slots
    return settled


def _widen(slot: _Slot, leaf: Any) -> _Slot:
    is_missing = isinstance(leaf, Undefined)
    if slot.spec is None:
        if isinstance(slot.start, Undefined) and not is_missing:
            if is_stageable(leaf) or isinstance(leaf, Maybe):
                return _Slot(slot.name, slot.start, leaf_spec(leaf), has_flag=True)
            why = "is assigned in a staged loop only"
            return _Slot(slot.name, Unavailable(slot.name, why))
        if is_same(slot.start, leaf) or isinstance(slot.start, Unavailable):
            return slot
        if isinstance(leaf, Unavailable):
            return _Slot(slot.name, leaf)
        raise mismatch(slot.name, slot.start, leaf, _AROUND)
    if is_missing:
        return _Slot(slot.name, slot.start, slot.spec, has_flag=True)
    before = slot.start
    if isinstance(before, Undefined) or not (
        is_stageable(leaf) or isinstance(leaf, Maybe)
    ):
        # Only to name the two places when they disagree.
        before = leaf if isinstance(before, Undefined) else before
    joined = specs.join(slot.spec, join_specs(slot.name, before, leaf, _AROUND))
    if joined is None:
        raise mismatch(slot.name, slot.start, leaf, _AROUND)
    has_flag = slot.has_flag or isinstance(leaf, Maybe)
    return _Slot(slot.name, slot.start, joined, has_flag)


def _is_unread_local(slot: _Slot, leaf: Any) -> bool:
    """Is it a name the body assigns on every path, without looking at it first?

    The trace then does not depend on it, and can be kept.
    """
    return (
        isinstance(slot.start, Undefined)
        and slot.spec is None
        and not slot.start.is_read
        and is_stageable(leaf)
    )


def _append_locals(attempt: _Round, slots: list[_Slot]) -> None:
    """Give the bodies inputs for names that only now turn out to be carried."""
    for graph in (attempt.test, attempt.body):
        old, inputs = list(graph.inputs), []
        for before, slot in zip(attempt.slots, slots, strict=True):
            if before.width == slot.width:
                inputs += old[: slot.width]
                del old[: slot.width]
                continue
            assert slot.spec is not None
            flag = TensorSpec((), dtypes.python_bool)
            inputs.append(graph.add_input(slot.spec, slot.name))
            inputs.append(graph.add_input(flag, f"{slot.name}_is_defined"))
        graph.inputs = inputs + old


def _add_while(
    parent: Graph, attempt: _Round, structures: list[Structure], origin: Origin
) -> list[Any]:
    carried = [slot for slot in attempt.slots if slot.spec is not None]
    n_state = sum(slot.width for slot in carried)
    body = attempt.body
    if attempt.is_diverged:
        outputs = body.inputs[:n_state]
    else:
        outputs = []
        for slot, leaf in zip(attempt.slots, attempt.after, strict=True):
            if slot.spec is not None:
                outputs.append(coerce(body, leaf, slot.spec))
                if slot.has_flag:
                    outputs.append(flag_of(body, leaf))
    body.outputs = outputs
    start = []
    for slot in carried:
        assert slot.spec is not None
        start.append(coerce(parent, slot.start, slot.spec))
        if slot.has_flag:
            start.append(flag_of(parent, slot.start))
    captured = bind(parent, (attempt.test, body), n_state)
    for graph in (attempt.test, body):
        graph.finish(graph.outputs)
    attrs = {"test": attempt.test, "body": body}
    node = parent.add(WHILE, [*start, *captured], attrs, origin=origin)
    return _after_loop(attempt.slots, structures, node.outputs)


def _after_loop(
    slots: list[_Slot],
    structures: list[Structure],
    outputs: Sequence[SymbolicTensor],
) -> list[Any]:
    results = iter(outputs)
    leaves: list[Any] = []
    for slot in slots:
        if slot.spec is None:
            leaves.append(slot.start)
        elif slot.has_flag:
            leaves.append(Maybe(next(results), next(results), slot.name))
        else:
            leaves.append(next(results))
    return pack_all(structures, leaves)
