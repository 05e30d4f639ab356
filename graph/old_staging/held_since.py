"""What objects hold by now that exceptions of the run have held since they were raised.

See `graph.ops.held_errors`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from graph.building import PerTrace, per_trace
from graph.errors import (
    AutographError,
    DeferredExceptionError,
    LeakedTensorError,
)
from graph.graph import Graph
from graph.old_staging.held_objects import Objects, copies_in
from graph.old_staging.memory import outer_of
from graph.ops.attempts import CAUGHT
from graph.ops.held_errors import REFRESH
from graph.ops.held_values import with_flags
from graph.ops.skeletons import HeldObject, skeleton_of
from graph.origin import Origin, capture
from graph.tensor import _DISPATCH, SymbolicTensor


class _State(PerTrace):
    """The objects that the trace has given to exceptions."""

    def __init__(self) -> None:
        self.raised: list[HeldObject] = []


_STATE: Final = per_trace(_State())


def note_held(arguments: Any) -> None:
    """Note what objects an exception is given.

    Args:
        arguments: The skeleton of what it is made of.
    """
    _STATE.raised.extend(_objects_in(arguments))


def _objects_in(skeleton: Any) -> Iterator[HeldObject]:
    if type(skeleton) is HeldObject:
        yield skeleton
    elif type(skeleton) is dict:
        for part in skeleton.values():
            yield from _objects_in(part)
    elif type(skeleton) in (tuple, list):
        for part in skeleton:
            yield from _objects_in(part)


def as_of_now(
    graph: Graph, value: SymbolicTensor, *, is_raised: bool
) -> SymbolicTensor:
    """Return what stands for an exception whose objects hold what they do by now.

    Args:
        graph: The graph that is being built.
        value: What stands for the exception.
        is_raised: May all see it from here on, and not its text only?
    """
    if not _STATE.raised:
        return value
    # What was kept for a later iteration may hold an object of an earlier one.
    is_same_object = outer_of(value).node.op is CAUGHT
    # Also of nodes that were taken back: no exception holds what these would have made.
    owners: dict[int, tuple[Any, list[HeldObject]]] = {}
    for held in _STATE.raised:
        owner = held.of()
        # What is gone did not change between the `raise` and its handler.
        if owner is not None or not is_same_object:
            owners.setdefault(id(owner), (owner, []))[1].append(held)
    attrs = {"is_same_object": is_same_object, "is_raised": is_raised}
    for owner, given in owners.values():
        value = _refreshed(graph, value, owner, {**attrs, "held": tuple(given)})
    return value


def _refreshed(
    graph: Graph, value: SymbolicTensor, owner: Any, attrs: dict[str, Any]
) -> SymbolicTensor:
    values: list[Any] = []
    try:  # None, if it is gone
        attrs["now"] = skeleton_of(owner, values, Objects(owner).taken_apart)
        values, kinds = with_flags(values)
        attrs.update(kinds)
    except AutographError:  # the run refuses it, if the exception is that one
        attrs["now"], values = None, []
    try:
        inputs = [graph.capture(each) for each in (value, *values)]
    except LeakedTensorError:  # an object that this place cannot reach
        if attrs["is_same_object"]:
            return value
        attrs["now"], inputs = None, [graph.capture(value)]
    (made,) = graph.add(REFRESH, inputs, attrs, origin=capture()).outputs
    return made


def check_since_made(arguments: Any, origin: Origin) -> None:
    """Refuse to raise what was made of objects that have changed since.

    Args:
        arguments: What the exception is made of.
        origin: The user's line.

    Raises:
        DeferredExceptionError: One has.
    """
    for made, owner in copies_in(arguments):
        if not _is_as_it_was(made, owner):
            raise DeferredExceptionError(
                f"this exception holds an object ({type(owner).__name__}) that has "
                "changed since the exception was made: it is made when the graph runs.",
                origin=origin,
                hint="Make the exception in the `raise` statement.",
            )


def _is_as_it_was(made: Any, owner: Any) -> bool:
    before: list[Any] = []
    after: list[Any] = []
    skeletons = [
        skeleton_of(each, values, Objects(each).taken_apart)
        for each, values in ((made, before), (owner, after))
    ]
    same = len(before) == len(after) and all(
        x is y or (not isinstance(x, SymbolicTensor) and type(x) is type(y) and x == y)
        for x, y in zip(before, after, strict=True)
    )
    return same and _shown(skeletons[0]) == _shown(skeletons[1])


def _shown(skeleton: Any, around: tuple[Any, ...] = ()) -> Any:
    """Return a skeleton in a form that can be compared."""
    if type(skeleton) is HeldObject:
        if skeleton in around:
            return around.index(skeleton)
        inside = (*around, skeleton)
        return skeleton.kind, {k: _shown(v, inside) for k, v in skeleton.parts.items()}
    if type(skeleton) is dict:
        return {key: _shown(part, around) for key, part in skeleton.items()}
    if type(skeleton) in (tuple, list):
        return [type(skeleton), *(_shown(part, around) for part in skeleton)]
    return skeleton if type(skeleton) in (int, type(None)) else id(skeleton.value)


_DISPATCH["as_of_now"] = as_of_now
_DISPATCH["note_held"] = note_held
_DISPATCH["check_since_made"] = check_since_made

__all__ = ["as_of_now"]
