"""One attempt to trace a loop, and the types that it shows its variables to need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from graph import nest, specs
from graph.graph import Graph
from graph.old_staging.dicts import listed_before
from graph.old_staging.fresh import without_made
from graph.old_staging.identity import Tokens
from graph.old_staging.joining import is_same, join_specs, leaf_spec, unify
from graph.old_staging.kinds import Asked
from graph.old_staging.locations import Key
from graph.old_staging.mismatch import mismatch
from graph.old_staging.number_types import joined_types
from graph.old_staging.slots import Slot, Variable
from graph.old_staging.variables import Unavailable, is_stageable
from graph.old_staging.whole import widened_integers
from graph.partial import ABSENT, Undefined
from graph.tensor import SymbolicTensor, Tensor

AROUND = ("before the loop", "after an iteration")


@dataclass(slots=True, eq=False)
class Round:
    """One attempt to trace a loop with the types at hand."""

    test: Graph
    body: Graph
    variables: list[Variable]
    after: list[Any] | None
    tokens: list[Tokens]
    # The identities of objects that an iteration makes and leaves.
    made: frozenset[int] = frozenset()
    # What an iteration leaves in places.
    contents: Mapping[Key, Any] = field(default_factory=dict)


def widened(attempt: Round) -> list[Variable] | None:
    """Return the variables widened to what the body left.

    None if the trace holds as it is: `after` has then a leaf for each slot.
    """
    if attempt.after is None:
        return None
    settled = True
    wider: list[Variable] = []
    after = []
    for old, value in zip(attempt.variables, attempt.after, strict=True):
        before = old.start
        was_read = isinstance(before, Undefined) and before.is_read
        value = without_made(old.name, before, value, attempt.made)
        before = listed_before(before, value)
        start, left = unify(old.name, [before, value])
        leaves, structure = nest.flatten_with_structure(left)
        nest.join_families([old.structure, structure])
        new = old if structure == old.structure else Variable.of(old.name, start)
        pairs = zip(new.slots, leaves, strict=True)
        slots = [_widen(slot, leaf) for slot, leaf in pairs]
        new = Variable(old.name, structure, slots)
        for place, slot in enumerate(slots):
            if isinstance(slot.start, Unavailable):
                leaves[place] = slot.start
        # Nothing of it was an input: the trace does not depend on it.
        is_unread = (
            old.structure == nest.LEAF
            and isinstance(before, Undefined)
            and not was_read
        )
        settled &= new.is_like(old) or is_unread
        wider.append(new)
        after.append(leaves)
    if not settled:
        return wider
    _append_locals(attempt, wider)
    attempt.variables = wider
    attempt.after = after
    return None


def _widen(slot: Slot, leaf: Any) -> Slot:
    if leaf is ABSENT:
        return slot
    if slot.spec is None:
        return _widen_fixed(slot, leaf)
    if not is_stageable(leaf) and slot.is_new:
        raise mismatch(slot.name, leaf, leaf, AROUND)
    joined = specs.join(slot.spec, join_specs(slot.name, slot.start, leaf, AROUND)
                        if slot.start is not ABSENT else leaf_spec(leaf))  # fmt: skip
    if joined is None:
        raise mismatch(slot.name, slot.start, leaf, AROUND)
    numbers = joined_types([slot.start, leaf], slot.numbers)
    other = _other_kind(leaf) if numbers and not joined.dtype.is_python else None
    whole = widened_integers(slot.whole, slot.spec, leaf, joined)
    return Slot(slot.name, slot.start, joined, slot.is_new, numbers, other, whole)


def _other_kind(leaf: Any) -> type | None:
    """Return what a leaf is in plain Python where it is no number of Python's."""
    found = Asked(is_assumed=True, skips_numbers=True).leaf(leaf)
    return found if found in (Tensor, np.generic) else None


def _widen_fixed(slot: Slot, leaf: Any) -> Slot:
    """Widen a slot for which nothing is carried."""
    start = slot.start
    if start is ABSENT and is_stageable(leaf):
        return Slot(slot.name, start, leaf_spec(leaf), is_new=True)
    if start is ABSENT:
        return Slot(slot.name, leaf, is_new=True)
    if is_same(start, leaf) or isinstance(start, Unavailable):
        return slot
    if isinstance(leaf, Unavailable):
        return Slot(slot.name, leaf)
    if type(start) is str:
        return Slot(slot.name, start, join_specs(slot.name, start, leaf, AROUND))
    if slot.is_new:
        why = "is assigned in a staged loop only"
        return Slot(slot.name, Unavailable(slot.name, why), is_new=True)
    raise mismatch(slot.name, start, leaf, AROUND)


def _append_locals(attempt: Round, variables: list[Variable]) -> None:
    """Give the bodies inputs for names that only now turn out to be carried."""
    for graph in (attempt.test, attempt.body):
        old, inputs = list(graph.inputs), []
        for before, variable in zip(attempt.variables, variables, strict=True):
            carried = sum(slot.spec is not None for slot in before.slots)
            if before.is_like(variable):
                inputs += old[:carried]
            else:
                inputs += _fresh_inputs(graph, variable)
            del old[:carried]
        graph.inputs = inputs + old


def _fresh_inputs(graph: Graph, variable: Variable) -> list[SymbolicTensor]:
    start = len(graph.inputs)
    variable.inputs(graph)
    return graph.inputs[start:]


__all__ = ["AROUND", "Round", "widened"]
