"""The backward part of a body: the walk back over it, built inside of its copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graph.gradients.backward import flow_back
from graph.gradients.leaves import Heap
from graph.graph import Graph
from graph.tensor import SymbolicTensor
from graph.unbroadcast import narrowed, zeros_for


def derive(
    forward: Graph,
    backward: Graph,
    targets: Mapping[int, SymbolicTensor],
    wanted: Sequence[SymbolicTensor],
    begun: Mapping[int, Any] | None = None,
    heap: Heap | None = None,
) -> list[Any]:
    """Build the backward part of a body, in `backward`.

    Args:
        forward: The body, an open copy.
        backward: A graph inside of it.
        targets: For places of the outputs their gradients, in `backward`.
        wanted: Inputs of `forward`.
        begun: For places of `wanted` what their gradients are added to.
        heap: The cotangents of leaves, as they stand in `backward`.

    Returns:
        For each input wanted its gradient, with what is known of the input's value.
    """
    with backward.as_default():
        found = flow_back(
            forward.nodes,
            [forward.outputs[place] for place in targets],
            list(targets.values()),
            wanted,
            begun,
            heap,
        )
        return [
            narrowed(zeros_for(x) if dx is None else dx, x.spec, x)
            for x, dx in zip(wanted, found, strict=True)
        ]
