"""Fewer traces than shapes: dimensions that differed once are left open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.arguments import is_tensor_like, leaf_spec
from autograph.function.cache import Entry
from autograph.function.inputs import Call, key_of
from graph import shapes, specs
from graph.specs import TensorSpec


def group_of(call: Call) -> tuple[Any, ...]:
    """Return what calls have in common that differ in shapes at most."""
    kinds = (
        ("tensor", leaf_spec(leaf).dtype) if is_tensor_like(leaf) else key_of(leaf)
        for leaf in call.leaves
    )
    return (call.structure, call.key.flag, *kinds)


def covering(call: Call, entries: Sequence[Entry]) -> Entry | None:
    """Return a trace of the group that takes these shapes."""
    given = _specs_of(call)
    for entry in entries:
        wide = entry.concrete.input_specs
        if all(specs.covers(w, g) for w, g in zip(wide, given, strict=True)):
            return entry
    return None


def widened(call: Call, entries: Sequence[Entry]) -> Call:
    """Return the call with specs in place of tensors that cover a group's shapes.

    Args:
        call: The new call.
        entries: The traces of its group.
    """
    wide = _specs_of(call)
    for entry in entries:
        wide = [
            TensorSpec(shapes.join(w.shape, s.shape), w.dtype)
            for w, s in zip(wide, entry.concrete.input_specs, strict=True)
        ]
    found = iter(wide)
    return call.with_leaves(
        [next(found) if is_tensor_like(leaf) else leaf for leaf in call.leaves]
    )


def _specs_of(call: Call) -> list[TensorSpec]:
    return [leaf_spec(leaf) for leaf in call.leaves if is_tensor_like(leaf)]
