"""What a loop carries: for each variable its structure, and a slot for each leaf."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graph import nest, shapes
from graph.errors import ShapeError
from graph.graph import Graph
from graph.keys import Possible
from graph.nest import Structure
from graph.old_staging.joining import is_same, leaf_spec
from graph.old_staging.links import links_of
from graph.old_staging.number_types import (
    NEVER,
    Numbers,
    leaf_types,
    mark,
)
from graph.old_staging.variables import is_stageable
from graph.old_staging.whole import (
    NONE,
    Integers,
    joined_integers,
    mark_whole,
)
from graph.origin import Origin
from graph.partial import ABSENT, Maybe
from graph.segments import Column
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor, Tensor


@dataclass(slots=True, eq=False)
class Slot:
    """One leaf of a loop's state: what is carried for it, if anything.

    Attributes:
        name: The variable, with what flags add to it.
        start: The leaf before the loop.
        spec: What the loop carries; None for a leaf that stays as it is.
        is_new: Is the leaf first made by the loop?
        numbers: The classes of numbers of Python's that it may be; see number_types.
        other: What it is in plain Python where it is none of these, as an iteration
            has left it; see kinds.
        whole: The integers that it may be where it is of floats; see whole.
    """

    name: str
    start: Any
    spec: TensorSpec | None = None
    is_new: bool = False
    numbers: Numbers = NEVER
    other: type | None = None
    whole: Integers = NONE

    def __post_init__(self) -> None:
        if self.spec is not None:
            self.numbers |= leaf_types(self.start)
            self.whole |= joined_integers([self.start], self.spec)

    def is_like(self, other: Slot) -> bool:
        """Tell whether the other carries the same; tensors have no `==` to ask."""
        is_alike = self.spec == other.spec and (self.numbers, self.whole) == (
            other.numbers,
            other.whole,
        )
        return is_alike and (
            self.start is other.start or is_same(self.start, other.start)
        )

    def input(self, graph: Graph) -> SymbolicTensor:
        """Add an input for what is carried, and return it."""
        assert self.spec is not None
        found = graph.add_input(self.spec, self.name)
        mark(found, self.numbers)
        mark_whole(found, self.whole)
        if self.other is not None:
            links_of(found).other = self.other
        if isinstance(self.start, (Tensor, np.ndarray, np.generic, Column)):
            links_of(found).begins = self.start
        return found


@dataclass(slots=True, eq=False)
class Variable:
    """A variable of a loop: its structure, and a slot for each leaf.

    Attributes:
        name: Its name.
        structure: That of its value.
        slots: For each leaf, what is carried.
    """

    name: str
    structure: Structure
    slots: list[Slot]

    @classmethod
    def of(cls, name: str, value: Any) -> Variable:
        """Return what a variable that begins with `value` needs."""
        leaves, structure = nest.flatten_with_structure(value)
        labels = _labels(name, structure)
        slots = [_first_slot(*each) for each in zip(labels, leaves, strict=True)]
        return cls(name, structure, slots)

    @property
    def start(self) -> Any:
        """The value before the loop."""
        return nest.pack(self.structure, [slot.start for slot in self.slots])

    def is_like(self, other: Variable) -> bool:
        """Tell whether the other carries the same."""
        return self.structure == other.structure and all(
            a.is_like(b) for a, b in zip(self.slots, other.slots, strict=True)
        )

    def inputs(self, graph: Graph) -> Any:
        """Add inputs for what is carried; return the value inside the graph."""
        leaves = [
            slot.start if slot.spec is None else slot.input(graph)
            for slot in self.slots
        ]
        return nest.pack(self.structure, leaves)


def declared_slots(
    variables: Sequence[Variable], declared: Sequence[tuple[Any, Shape]]
) -> Iterator[tuple[Slot, Shape]]:
    """Yield the slots for which a shape is declared, with the shape."""
    for value, shape in declared:
        for variable in variables:
            for slot in variable.slots:
                if slot.start is value and slot.spec is not None:
                    yield slot, shape


def check_shapes(
    variables: Sequence[Variable],
    declared: Sequence[tuple[Any, Shape]],
    origin: Origin,
) -> None:
    """Check the shapes that the body found against those that are declared.

    Raises:
        ShapeError: One is not covered.
    """
    for slot, shape in declared_slots(variables, declared):
        assert slot.spec is not None
        if not shapes.covers(shape, slot.spec.shape):
            raise ShapeError(
                f"`{slot.name}` does not keep to the shape that is declared for it, "
                f"{shapes.show(shape)}: in this loop it is {slot.spec}.",
                origin=origin,
                hint="Declare None where a dimension changes; leave the declaration "
                "out, and it is found.",
            )


def _labels(name: str, structure: Structure) -> list[str]:
    """Return a name for the input of each leaf."""
    if structure.kind is None:
        return [name]
    if structure.kind is Possible:
        labels = (name, f"{name}_has_key", f"{name}_rank")
        pairs = zip(labels, structure.parts, strict=True)
        return [label for pair in pairs for label in _labels(*pair)]
    if structure.is_flagged:
        suffix = "defined" if structure.kind is Maybe else "none"
        return [*_labels(name, structure.parts[0]), f"{name}_is_{suffix}"]
    return [label for part in structure.parts for label in _labels(name, part)]


def _first_slot(name: str, leaf: Any) -> Slot:
    # Text stays as it is until the body is seen to change it.
    is_carried = is_stageable(leaf) and type(leaf) is not str
    spec = leaf_spec(leaf) if is_carried else None
    return Slot(name, leaf, spec, is_new=leaf is ABSENT)


__all__ = ["Slot", "Variable", "check_shapes", "declared_slots"]
