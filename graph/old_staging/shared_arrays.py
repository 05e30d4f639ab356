"""Which values may be one array that is written in place, beside what `sources` tells.

A statement may leave one array under two names. They are two values then; what is
written to one of them the other would not show, so that it may no longer be used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graph.errors import UnknownIdentityError
from graph.graph import Graph, Node
from graph.old_staging.links import links_of
from graph.old_staging.locations import Location
from graph.old_staging.memory import may_share, objects_in, sources_of
from graph.old_staging.overwriting import LABEL, Items
from graph.old_staging.variables import show_name
from graph.origin import capture_exact
from graph.tensor import _DISPATCH, SymbolicTensor


def siblings_of(value: SymbolicTensor) -> list[SymbolicTensor]:
    """Return what else a statement leaves that may be the same array as one result."""
    links, node = links_of(value), value.node
    if links.siblings is None:
        links.siblings = []
        if node.op.is_control and node.subgraphs:
            paths = [b.outputs for name, b in node.subgraphs.items() if name != "test"]
            if node.op.name == "while_loop":
                paths.append(list(node.inputs))
            at = value.value_index
            links.siblings = [
                other
                for i, other in enumerate(node.outputs)
                if i != at and other.spec.dtype is value.spec.dtype
                if any(may_share(path[at], path[i]) for path in paths if len(path) > i)
            ]
    return links.siblings


def link_noted(
    outputs: Sequence[SymbolicTensor],
    columns: Sequence[Sequence[Any]],
    is_around: Callable[[SymbolicTensor], bool],
) -> None:
    """Tell what the values that a handler reads may share memory with.

    Args:
        outputs: The values.
        columns: What each was at the places that may raise.
        is_around: Is a value one of the graphs around the handler?
    """
    for value, column in zip(outputs, columns, strict=True):
        links = links_of(value)
        if not value._is_array:
            links.sources = []  # numbers and text of Python's are no memory
        if value.spec.shape == () or not value._is_array:
            continue
        links.sources = [
            each
            for leaf in column
            if type(leaf) is SymbolicTensor
            for each in objects_in(leaf).values()
            if is_around(each)
        ]
        links.siblings = [
            other
            for other, others in zip(outputs, columns, strict=True)
            if other is not value and any(map(_may_share, column, others))
        ]


def _may_share(left: Any, right: Any) -> bool:
    are_tensors = type(left) is SymbolicTensor and type(right) is SymbolicTensor
    return are_tensors and may_share(left, right)


def check_loop(
    names: Sequence[str],
    places: Sequence[Location],
    start: Sequence[SymbolicTensor],
    after: Sequence[SymbolicTensor],
) -> None:
    """Refuse a loop that writes to an array, and keeps it in another place, too.

    Args:
        names: How messages call what the loop carries.
        places: Which places it writes to.
        start: What it carries, before the loop.
        after: The same after an iteration.

    Raises:
        UnknownIdentityError: Which iteration's array stands there is not known.
    """
    owners = {id(place.owner) for place in places if isinstance(place, Items)}
    if not owners:
        return
    for name, *values in zip(names, start, after, strict=True):
        if name != LABEL and any(_reaches(value, owners) for value in values):
            raise UnknownIdentityError(
                f"this loop writes to an array, which {show_name(name)} has, too, "
                "before the loop or after an iteration.",
                origin=capture_exact(2),
                hint="Keep a copy there: x.copy() is an array of its own.",
            )


def _reaches(value: SymbolicTensor, owners: set[int]) -> bool:
    return not owners.isdisjoint(objects_in(value))


def note_view(graph: Graph | None, node: Node) -> None:
    """Have what may share memory with an array of NumPy's be looked at when used."""
    base = links_of(node.inputs[0])
    if base.array is not None and any(map(sources_of, node.outputs)):
        while graph is not None:
            graph.has_writes = True
            graph = graph.parent


def is_copy(value: SymbolicTensor) -> bool:
    """Is it, or may it share memory with, a copy of an array that others write to?"""
    found = objects_in(value).values()
    return any(x.links is not None and x.links.array is not None for x in found)


_DISPATCH["is_copy"] = is_copy
_DISPATCH["note_view"] = note_view


__all__ = ["check_loop", "link_noted", "siblings_of"]
