"""Which arrays were written to, or given to a loop that exchanges them.

Nobody else uses the latter again; see `graph.old_staging.exchanged`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graph.errors import SideEffectError
from graph.graph import Graph, Node
from graph.old_staging.links import links_of
from graph.origin import Origin
from graph.tensor import SymbolicTensor


def given_away(value: SymbolicTensor, graph: Graph) -> Origin | None:
    """Return where a loop writes to an array that it was given, None if none was.

    Blocks that have not come to their end yet are other paths, or are traced again.

    Args:
        value: The array.
        graph: Where it is used.
    """
    if value.links is None or not value.links.given:
        return None
    around = list(_up_from(graph))
    for block, origin in value.links.given:
        each: Graph | None = block
        while each is not None and all(each is not x for x in around):
            each = each.parent if each.is_finished or each.is_left else None
        if each is not None:
            return origin  # type: ignore[no-any-return]
    return None


def is_given_within(value: SymbolicTensor, node: Node) -> bool:
    """Was an array given to loops within a statement alone, as its results tell?"""
    if value.links is None or not value.links.given:
        return False
    if node.op.name == "noted":  # which holds what there was before it was given
        return True
    bodies = list(node.subgraphs.values())
    return all(
        any(each is body for each in _up_from(block) for body in bodies)
        for block, _ in value.links.given
    )


def _up_from(block: Graph) -> Iterator[Graph]:
    around: Graph | None = block
    while around is not None:
        yield around
        around = around.parent


def is_written(value: Any) -> bool:
    """Tell whether an object was written to."""
    links = value.links if type(value) is SymbolicTensor else None
    return links is not None and (
        links.latest is not None or links.refused is not None or bool(links.given)
    )


def where_written(value: SymbolicTensor) -> Origin:
    """Return where an object was written to last."""
    links = links_of(value)
    if links.latest is not None:
        return links.latest.node.origin
    if links.given:
        return links.given[0][1]
    assert links.refused is not None  # `is_written` was asked
    return links.refused


def no_single_array(origin: Origin) -> SideEffectError:
    """Return the error for a write to one of several arrays, as the run decides."""
    return SideEffectError(
        "an array is written to whose name a loop or `try` assigns to, too: "
        "which array that is, is known only when the graph runs.",
        origin=origin,
        hint="Make a copy before it is written to: x = x.copy().",
    )


__all__ = [
    "given_away",
    "is_given_within",
    "is_written",
    "no_single_array",
    "where_written",
]
