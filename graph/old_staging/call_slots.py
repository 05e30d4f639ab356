"""What calls of a recursive function carry for arguments, results and places."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graph import nest, specs
from graph.graph import Graph
from graph.nest import Structure
from graph.old_staging.coercion import coerce
from graph.old_staging.joining import is_same, join_specs, leaf_spec, unify
from graph.old_staging.links import links_of
from graph.old_staging.mismatch import mismatch
from graph.old_staging.number_types import (
    NEVER,
    Numbers,
    joined_types,
    leaf_types,
    mark,
)
from graph.old_staging.variables import Unavailable, is_stageable
from graph.old_staging.whole import (
    NONE,
    Integers,
    joined_integers,
    mark_whole,
    widened_integers,
)
from graph.partial import ABSENT
from graph.segments import Column
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor, Tensor

# What tells of which class of NumPy's, or tensor, a value is.
_OF_KINDS: Final = (Tensor, np.ndarray, np.generic, Column)


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """One leaf of an argument, or of the result.

    Attributes:
        value: The leaf as it was first seen.
        spec: What the graph carries for it; None for a leaf that is always `value`.
        numbers: The classes of numbers of Python's that it may be; see number_types.
        whole: The integers that it may be where it is of floats; see whole.
    """

    value: Any
    spec: TensorSpec | None = None
    numbers: Numbers = NEVER
    whole: Integers = NONE

    def widened(self, name: str, leaf: Any, labels: tuple[str, str]) -> Slot:
        """Return the slot that holds `leaf`, too: itself, if it does.

        Raises:
            BranchMismatchError: None does.
        """
        value, spec = self.value, self.spec
        if leaf is ABSENT:
            return self
        if spec is None and value is ABSENT:
            return _carrying(value, leaf) if is_stageable(leaf) else Slot(leaf)
        if spec is None:
            if is_same(value, leaf) or isinstance(value, Unavailable):
                return self
            if isinstance(leaf, Unavailable):
                return Slot(leaf)
            both = join_specs(name, value, leaf, labels)
            whole = joined_integers([value, leaf], both)
            return Slot(value, both, joined_types([value, leaf]), whole)
        joined = specs.join(spec, leaf_spec(leaf)) if is_stageable(leaf) else None
        if joined is None:
            raise mismatch(name, value, leaf, labels)
        numbers = joined_types([leaf], self.numbers)
        whole = widened_integers(self.whole, spec, leaf, joined)
        is_held = (joined, numbers, whole) == (spec, self.numbers, self.whole)
        return self if is_held else Slot(value, joined, numbers, whole)


def _carrying(value: Any, leaf: Any) -> Slot:
    spec = leaf_spec(leaf)
    return Slot(value, spec, leaf_types(leaf), joined_integers([leaf], spec))


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """An argument, the result, or a place that is written: a slot for each leaf."""

    name: str
    structure: Structure
    slots: list[Slot]

    @classmethod
    def of(cls, name: str, value: Any, *, is_carried: bool = False) -> Variable:
        """Return what holds a value.

        Args:
            name: How messages call it.
            value: The value.
            is_carried: Are constants carried, as symbolic leaves always are?
        """
        leaves, structure = nest.flatten_with_structure(value)
        slots = [
            _carrying(leaf, leaf)
            if isinstance(leaf, SymbolicTensor) or (is_carried and is_stageable(leaf))
            else Slot(leaf)
            for leaf in leaves
        ]
        return cls(name, structure, slots)

    def widened(self, value: Any, labels: tuple[str, str]) -> Variable:
        """Return what holds `value`, too: itself, if it does.

        Raises:
            BranchMismatchError: Nothing does.
        """
        start, other = unify(self.name, [self._start, value])
        leaves, structure = nest.flatten_with_structure(other)
        slots = self.slots
        if structure != self.structure:
            # Flags were added; what was carried is carried still.
            known = {id(slot.value): slot for slot in slots}
            flat = nest.flatten(start)
            slots = [known.get(id(leaf), Slot(leaf)) for leaf in flat]
        new = [
            slot.widened(self.name, leaf, labels)
            for slot, leaf in zip(slots, leaves, strict=True)
        ]
        if structure == self.structure and all(map(operator.is_, new, self.slots)):
            return self
        return Variable(self.name, structure, new)

    def carried(self, graph: Graph, value: Any) -> list[SymbolicTensor]:
        """Return what the graph carries for a value that the variable holds."""
        return [
            coerce(graph, leaf, spec)
            for leaf, spec in zip(self.leaves(value), self.specs, strict=True)
        ]

    def leaves(self, value: Any) -> list[Any]:
        """Return the leaves of a value that the graph carries."""
        # Of flags that are known at the start, none of their values is left in it.
        form = nest.pack(self.structure, [ABSENT] * len(self.slots))
        leaves = nest.flatten(unify(self.name, [form, value])[1])
        pairs = zip(self.slots, leaves, strict=True)
        return [leaf for slot, leaf in pairs if slot.spec is not None]

    def inputs(self, graph: Graph) -> list[SymbolicTensor]:
        """Add inputs for what is carried, and return them."""
        found = []
        for slot in self.slots:
            if slot.spec is not None:
                found.append(graph.add_input(slot.spec, self.name))
                if isinstance(slot.value, _OF_KINDS):
                    links_of(found[-1]).begins = slot.value
        return found

    def value(self, found: Iterator[SymbolicTensor]) -> Any:
        """Return the value, taking what is carried from `found`."""
        leaves = []
        for slot in self.slots:
            leaves.append(slot.value if slot.spec is None else next(found))
            if slot.spec is not None:
                mark(leaves[-1], slot.numbers)
                mark_whole(leaves[-1], slot.whole)
        return nest.pack(self.structure, leaves)

    @property
    def specs(self) -> list[TensorSpec]:
        """What is carried."""
        return [slot.spec for slot in self.slots if slot.spec is not None]

    @property
    def _start(self) -> Any:
        return nest.pack(self.structure, [slot.value for slot in self.slots])
