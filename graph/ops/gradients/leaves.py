"""Rules where a value becomes a leaf of an object, and where a leaf becomes a value.

The work is done in `graph.gradients.leaves`, which is imported when it is first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def stored(at: Application, *dys: Any, heap: Any) -> Sequence[Any]:
    """Take what has come back to the leaf that the first operand has become."""
    del dys
    x = at.inputs[0]
    return (heap.take([at.outputs[0]], x), *[None] * (len(at.inputs) - 1))


def loaded(at: Application, *dys: Any, heap: Any) -> Sequence[Any]:
    """Let what comes back to the results come back to the leaves."""
    for leaf, dy in zip(at.inputs, dys, strict=True):
        if dy is not None:
            heap.add([leaf], dy)
    return [None] * len(at.inputs)


def item_stored(at: Application, *dys: Any, heap: Any) -> Sequence[Any]:
    """Take what has come back to `x[key]`; the rule of `x[key] = value`."""
    del dys
    target, key, value = at.inputs
    return None, None, heap.take([target, key, at.outputs[0]], value)


def item_loaded(at: Application, dy: Any, *, heap: Any) -> Sequence[Any]:
    """Let the gradient come back to `x[key]`, and what was found there."""
    if dy is not None:
        heap.add(at.inputs, dy)
    return [None] * len(at.inputs)


def copied(at: Application, *dys: Any, heap: Any) -> Sequence[Any]:
    """Let what has come back to `x[key]` come back to what was copied there."""
    del dys
    heap.copy_back(at.inputs)
    return [None] * len(at.inputs)


def part_taken(at: Application, *dys: Any, heap: Any) -> Sequence[Any]:
    """Let what has come back to a copy of a part come back to the part."""
    del dys
    heap.part_back([*at.inputs, at.outputs[0]])
    return None, None


def stacked(at: Application, dy: Any, *, heap: Any) -> Sequence[Any]:
    """Let rows of the gradient come back to the leaves in a tuple."""
    if dy is not None:
        heap.add_each(at.inputs, dy)
    return [None] * len(at.inputs)


def added_each(at: Application, *dys: Any, heap: Any) -> Sequence[Any]:
    """Return what is read where cotangents were added, as one tensor."""
    del dys
    table, leaves, dy = at.inputs
    return None, None, heap.of(table).read_each([leaves], dy)


def read_each(at: Application, dy: Any, *, heap: Any) -> Sequence[Any]:
    """Add rows of the gradient where cotangents were read."""
    if dy is not None:
        table, leaves = at.inputs
        heap.of(table).add_each([leaves], dy)
    return [None] * len(at.inputs)


# Of cotangents themselves: (table, *place, dy) and (table, *place).


def added(at: Application, *dys: Any, heap: Any) -> Sequence[Any]:
    """Return what is read where a cotangent was added."""
    del dys
    table, *place, dy = at.inputs
    d = heap.of(table).read(place, dy)
    return (*[None] * (len(at.inputs) - 1), d)


def put(at: Application, *dys: Any, heap: Any) -> Sequence[Any]:
    """Return what is taken where a cotangent was put."""
    del dys
    table, *place, dy = at.inputs
    d = heap.of(table).take(place, dy)
    return (*[None] * (len(at.inputs) - 1), d)


def taken(at: Application, dy: Any, *, heap: Any) -> Sequence[Any]:
    """Put the gradient where a cotangent was taken."""
    if dy is not None:
        table, *place = at.inputs
        heap.of(table).put(place, dy)
    return [None] * len(at.inputs)


def read(at: Application, dy: Any, *, heap: Any) -> Sequence[Any]:
    """Add the gradient where a cotangent was read."""
    if dy is not None:
        table, *place = at.inputs
        heap.of(table).add(place, dy)
    return [None] * len(at.inputs)


def copied_back(at: Application, *dys: Any, heap: Any) -> Sequence[Any]:
    """Copy cotangents of cotangents as the program copied."""
    del dys
    table, *place = at.inputs
    heap.of(table).copy(place)
    return [None] * len(at.inputs)


def copied_again(at: Application, *dys: Any, heap: Any) -> Sequence[Any]:
    """Do what `copied` does, of cotangents of cotangents."""
    del dys
    table, *place = at.inputs
    heap.of(table).copy_back(place)
    return [None] * len(at.inputs)


def part_back(at: Application, *dys: Any, heap: Any) -> Sequence[Any]:
    """Take parts of cotangents of cotangents as the program took parts."""
    del dys
    table, *place = at.inputs
    heap.of(table).part(place)
    return [None] * len(at.inputs)


def part_again(at: Application, *dys: Any, heap: Any) -> Sequence[Any]:
    """Do what `part_taken` does, of cotangents of cotangents."""
    del dys
    table, *place = at.inputs
    heap.of(table).part_back(place)
    return [None] * len(at.inputs)
