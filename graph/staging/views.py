"""Which reads of an array, `x[key]`, are views of its memory."""

from __future__ import annotations

from graph.ops.indexing import read_key
from graph.tensor import SymbolicTensor


def is_view(value: SymbolicTensor) -> bool:
    """Is it `x[key]` with a key that gives a view of an array?"""
    node = value.node
    if node.op.name != "getitem":
        return False
    parts = read_key(node.attrs["key"])
    indices = node.inputs[1:]
    for part in parts:
        if isinstance(part, bool):
            return False
        if hasattr(part, "index") and not isinstance(part, (int, slice)):
            spec = indices[part.index].spec
            if spec.dtype.is_bool or spec.shape != ():
                return False
    # An element by itself is a number, no view.
    places = places_of_element(value)
    return places is None or places != node.inputs[0].spec.rank


def places_of_element(value: SymbolicTensor) -> int | None:
    """Return the rank of an array of which `x[key]` is an element, if there is one."""
    parts = read_key(value.node.attrs["key"])
    if any(part is None or part is ... or type(part) is slice for part in parts):
        return None
    return len(parts)


__all__ = ["is_view", "places_of_element"]
