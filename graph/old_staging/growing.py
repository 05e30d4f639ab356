"""Objects that the run chooses, in lists whose length the run decides.

Which one of several an element is, a number tells, which the list holds. Of objects
that an iteration around has made it tells nothing: these are held by what they hold, as
`graph.old_staging.stand_ins` has it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from graph.dispatch import operate
from graph.graph import Graph, current_graph
from graph.old_staging.choosable import Thing, is_instance
from graph.old_staging.chosen import Chosen, each
from graph.old_staging.heap import as_reference, reference_of
from graph.old_staging.objects import objects_in, state_of
from graph.old_staging.stand_ins import Fresh, element_kind, is_plain
from graph.partial import Flagged
from graph.segments import Segment


def keep_by_value(graph: Graph) -> None:
    """Let lists that the block of a graph made longer hold what iterations made.

    Args:
        graph: The graph of the block, which ends.
    """
    for entry in list(graph.journal.values()):
        if type(entry.location.owner) not in (list, deque):
            continue
        items = entry.location.get()
        if has_grown(entry.before, items):
            found = [_kept(item) for item in items]
            if any(new is not old for new, old in zip(found, items, strict=True)):
                entry.location.set(found)


def _kept(item: Any) -> Any:
    if type(item) is tuple:
        parts = tuple(map(_kept, item))
        is_same = all(new is old for new, old in zip(parts, item, strict=True))
        return item if is_same else parts
    reference = reference_of(item)
    if reference is not None:
        return reference
    if type(item) is not Chosen:
        return item
    return opened_chosen(
        item,
        lambda value: element_kind(value) if is_born(value) else None,
        lambda kind, value: kind.parts(value),
    )


def note_changed(parent: Graph, branches: Sequence[Any], left: Sequence[Any]) -> None:
    """Note what objects hold that the branches changed, which have been put back.

    A list may hold one by what it held when a branch had ended.

    Args:
        parent: The graph in which they are joined.
        branches: What was traced of each.
        left: For each, what it leaves.
    """
    parent.changed = known = {}
    every = {key for branch in branches for key in branch.changed}
    if not every:
        return
    held = [{id(held) for held in objects_within(values)} for values in left]
    for key in every:
        sides = [
            branch.changed.get(key)
            for branch, objects in zip(branches, held, strict=True)
            if key in objects
        ]
        if any(state is not None for state in sides):
            known[key] = sides[0] if len(sides) == 1 else None


def states_changed(graph: Graph) -> dict[int, dict[str, Any]]:
    """Return what the objects hold that the block of a graph changed.

    The body of a loop is traced again where a list holds one of them.
    """
    if graph.is_repeated:
        return {}
    owners = {id(x.location.owner): x.location.owner for x in graph.journal.values()}
    changed = {key: owner for key, owner in owners.items() if is_instance(owner)}
    return {key: dict(state_of(owner)) for key, owner in changed.items()}


def objects_within(values: Any) -> Iterator[Any]:
    """Yield the objects in values, and those that they hold."""
    pending = list(values)
    seen: set[int] = set()
    while pending:
        for held in objects_in(pending.pop()):
            if id(held) not in seen:
                seen.add(id(held))
                yield held
                pending += [part for _, part in state_of(held)]


def adopt_all(graph: Graph, values: Sequence[Any]) -> None:
    """Let objects that a block leaves live in the graph, as far as they can.

    What it wrote is looked at later, heaps among it.

    Args:
        graph: The graph of the block.
        values: What it leaves in variables.
    """
    if graph.root.objects.heaps:
        written = [entry.location.get() for entry in graph.journal.values()]
        for each in objects_within((*values, *written)):
            as_reference(each)


def is_born(value: Any) -> bool:
    """Tell whether an iteration around made an object, which can be carried."""
    graph = current_graph()
    while graph is not None:
        if graph.is_repeated and graph.watch is not None:
            if not graph.watch.has_seen(value):
                return is_instance(value) and is_plain(value, ())
        graph = graph.parent
    return False


def has_grown(before: Any, after: Any) -> bool:
    """Tell whether a list stands in a place whose length the run decides."""
    while isinstance(after, Flagged):
        after = after.value
    if type(after) is not list:
        return False
    is_longer = type(before) is list and len(before) != len(after)
    return is_longer or any(type(item) is Segment for item in after)


def opened_chosen(
    chosen: Chosen,
    kind_of: Callable[[Any], Fresh | None],
    opened: Callable[[Fresh, Any], list[Any]],
) -> Chosen:
    """Return a choice with some of its objects taken apart.

    Args:
        chosen: The choice.
        kind_of: Returns what objects like this one are; None for what stays.
        opened: Returns what such an object holds, taken apart.
    """
    pairs = list(zip(chosen._ag_things, chosen._ag_values, strict=True))
    kinds = [None if thing.is_anew else kind_of(value) for thing, value in pairs]
    ours: dict[Fresh, list[tuple[Thing, Any]]] = {
        kind: [] for kind in kinds if kind is not None
    }
    if not ours:
        return chosen
    kept: list[tuple[Thing, Any]] = []
    for pair, found in zip(pairs, kinds, strict=True):
        # Some may have been taken apart before.
        kind = pair[0] if pair[0] in ours else found
        (kept if kind is None else ours[kind]).append(pair)
    index = chosen._ag_index
    for kind, members in ours.items():
        held = kind.made_of(_joined_state(kind, members, chosen._ag_index))
        kept.append((kind, kind.made_of(opened(kind, held))))
        for thing, _ in members:
            index = renumbered(index, thing.serial, kind.serial)
    kept.sort(key=lambda pair: pair[0].serial)
    return Chosen([thing for thing, _ in kept], [value for _, value in kept], index)


def _joined_state(
    kind: Fresh, members: Sequence[tuple[Thing, Any]], index: Any
) -> list[Any]:
    """Return what the chosen one of some objects holds."""
    if len(members) == 1:
        return kind.parts(members[0][1])
    among = Chosen([x for x, _ in members], [value for _, value in members], index)
    return list(each(among, lambda value: tuple(kind.parts(value))))


def renumbered(index: Any, old: int, new: int) -> Any:
    """Return a number with `new` where it is `old`."""
    if old == new:
        return index
    if isinstance(index, int):
        return new if index == old else index
    from graph.ops.selection import where  # which takes what is chosen

    return where(operate("equal", (index, old)), new, index)


__all__ = [
    "adopt_all",
    "has_grown",
    "is_born",
    "keep_by_value",
    "note_changed",
    "opened_chosen",
    "renumbered",
    "states_changed",
]
