"""Options of staged loops: what `set_loop_options` is given in a loop's body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from autograph.operators.loop_options import (
    loop_options,
    require_ours,
    set_loop_options,
)
from graph import nest
from graph.errors import LoopOptionsError
from graph.graph import is_symbolic
from graph.origin import capture_exact
from graph.shapes import Shape, as_shape

# For variables, by place, and leaves in them: the shape that was declared.
Declared = dict[tuple[int, int], Shape]


def declared_shapes(
    opts: Mapping[str, Any], state: Sequence[Any], names: Sequence[str]
) -> Declared:
    """Return where in the state of a loop shapes are declared.

    Raises:
        LoopOptionsError: What is declared is no variable of the loop.
    """
    declared: Declared = {}
    for tensor, shape in opts.get("shape_invariants", ()):
        places = [
            (at, leaf_at)
            for at, value in enumerate(state)
            for leaf_at, leaf in enumerate(nest.flatten(value))
            if leaf is tensor
        ]
        if not places:
            raise LoopOptionsError(
                f"set_loop_options: shape_invariants names {tensor!r}, which no "
                "variable of the loop holds before it.",
                origin=capture_exact(2),
                hint=f"The loop changes {', '.join(names) or 'no variable'}.",
            )
        declared.update(dict.fromkeys(places, as_shape(shape)))
    return declared


def shapes_of(declared: Declared, state: Sequence[Any]) -> list[tuple[Any, Shape]]:
    """Return what a state holds where shapes are declared, each with its shape."""
    leaves = [nest.flatten(value) for value in state]
    return [
        (leaves[at][leaf_at], shape)
        for (at, leaf_at), shape in declared.items()
        if leaf_at < len(leaves[at])
    ]


def maximum_iterations(opts: Mapping[str, Any]) -> Any:
    """Return how many iterations a loop may have, as Python's integer; or None."""
    maximum = opts.get("maximum_iterations")
    if maximum is None:
        return None
    from autograph.old_operators.iteration import python_integer

    return python_integer(maximum) if is_symbolic(maximum) else int(maximum)


__all__ = [
    "declared_shapes",
    "loop_options",
    "maximum_iterations",
    "require_ours",
    "set_loop_options",
    "shapes_of",
]
