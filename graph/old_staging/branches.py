"""Stage a choice: two blocks become the branches of a `cond`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from graph import nest
from graph.graph import Graph
from graph.nest import Structure
from graph.old_staging.blocks import Diverged, Traced, bind, trace_block
from graph.old_staging.coercion import coerce
from graph.old_staging.dicts import listed_before
from graph.old_staging.given import given_away
from graph.old_staging.growing import note_changed
from graph.old_staging.identity import Rebuilt, Tokens, as_left, old_tokens
from graph.old_staging.instances import open_instances
from graph.old_staging.joining import (
    align,
    is_same,
    join_specs,
    leaf_spec,
)
from graph.old_staging.journal import with_one_set, write_back
from graph.old_staging.locations import Key, Location
from graph.old_staging.made import places_of
from graph.old_staging.number_types import joined_types, mark
from graph.old_staging.overwriting import Items
from graph.old_staging.places import Sides, showing_places
from graph.old_staging.row_joins import owners_of
from graph.old_staging.rows import note_marks
from graph.old_staging.set_choices import open_those_that_differ
from graph.old_staging.survivors import survivors
from graph.old_staging.variables import Unavailable, building, is_stageable
from graph.old_staging.watch import Watch
from graph.old_staging.whole import joined_integers, mark_whole
from graph.op import Op
from graph.ops.control_flow import COND
from graph.ops.core import truth
from graph.origin import Origin, capture
from graph.partial import ABSENT, Maybe
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor


@dataclass(slots=True, eq=False)
class _Join:
    """What two branches leave in one leaf."""

    name: str
    leaves: tuple[Any, Any]
    is_kept: bool = False
    spec: TensorSpec | None = None


_BRANCHES = ("in the first branch", "in the other")


def stage_cond(
    condition: Any,
    then: Callable[[], Sequence[Any]],
    orelse: Callable[[], Sequence[Any]],
    names: Sequence[str],
) -> list[Any]:
    """Trace two blocks into a `cond` node; return the variables' joined values.

    Args:
        condition: A symbolic tensor with one element.
        then: The block that runs when it is true.
        orelse: The block that runs when it is false.
        names: The variables whose values the blocks return.

    Raises:
        BranchMismatchError: The blocks leave values that cannot be joined.
        ShapeError: The condition has more than one element.
        Diverged: Neither block comes to its end.
    """
    parent = building()
    origin = capture()
    pred = parent.capture(truth(condition))
    base = parent.unique_name("cond")
    watched: list[Watch] = []
    branches = [
        trace_block(Graph(f"{base}_{label}", parent, is_block=True), block, (), watched)
        for label, block in (("true", then), ("false", orelse))
    ]
    watched.clear()  # what survives is told by who refers to it
    attrs = {"then": branches[0].graph, "orelse": branches[1].graph}
    return join_paths(Fork(parent, base, COND, pred, attrs, origin), branches, names)


@dataclass(frozen=True, slots=True, eq=False)
class Fork:
    """A node to be made that runs one of two graphs to its end.

    Attributes:
        parent: The graph that it becomes part of.
        name: Its name, reserved there.
        op: Its op.
        first: Its first input; the captures of the graphs follow.
        attrs: Its attributes, with the graphs.
        origin: Its place.
        labels: What messages call the two paths.
    """

    parent: Graph
    name: str
    op: Op
    first: SymbolicTensor
    attrs: dict[str, Any]
    origin: Origin
    labels: tuple[str, str] = _BRANCHES


def join_paths(fork: Fork, branches: list[Traced], names: Sequence[str]) -> list[Any]:
    """Add the node for two traced blocks; return the variables' joined values.

    Raises:
        BranchMismatchError: The blocks leave values that cannot be joined.
        Diverged: Neither block comes to its end.
    """
    if all(branch.is_diverged for branch in branches):
        _add_node(fork, branches, [])
        raise Diverged
    # A branch that diverged leaves nothing that is ever looked at.
    values = [
        [ABSENT] * len(names) if branch.values is None else list(branch.values)
        for branch in branches
    ]
    tokens: list[list[Tokens]] = [
        [{}] * len(names) if branch.values is None else list(branch.tokens)
        for branch in branches
    ]
    places = _add_written(fork.parent, branches, values, tokens)
    open_instances(branches, values, len(names))
    places += _add_made(branches, values, tokens, {place.key for place in places})
    shown = [*names, *(place.label for place in places)]
    note_changed(fork.parent, branches, values)
    _open_sets(branches, values, tokens, shown)
    with showing_places(fork.labels, *(branch.block for branch in branches)):
        structures = align(values, shown)
        joins = _join_branches(fork.labels, branches, values, shown)
    fork.parent.changed = None
    outputs = _add_node(fork, branches, joins)
    condition = fork.first if fork.op is COND else None
    rebuilt = Rebuilt(fork.parent, condition, [x.held.lists for x in branches])
    _mark_numbers(joins, outputs)
    joined = _unjoin(joins, outputs, structures)
    owners = owners_of(names, places)
    results = [
        rebuilt.put(value, sides, [each[i] for each in values], owners[i])
        for i, (value, *sides) in enumerate(zip(joined, *tokens, strict=True))
    ]
    for branch in branches:
        if not branch.is_diverged or fork.parent.attempts:  # else all ends there
            note_marks(fork.parent, branch.inner)
    rebuilt.register()
    for place, result in zip(places, results[len(names) :], strict=True):
        write_back(place, result)
    return results[: len(names)]


def _add_written(
    parent: Graph,
    branches: list[Traced],
    values: list[list[Any]],
    tokens: list[list[Tokens]],
) -> list[Location]:
    """Add what the branches wrote in place to their values; return the places."""
    kept = [
        survivors(branch, values, keeps_new=other.is_diverged)
        for branch, other in zip(branches, branches[::-1], strict=True)
    ]
    places = {
        key: entry
        for written in kept
        for key, entry in written.items()
        if not _is_given_away(entry.location, branches)
    }
    for branch, held, left in zip(branches, values, tokens, strict=True):
        for key, entry in places.items():
            if branch.is_diverged:
                held.append(ABSENT)
                left.append({})
            elif key in branch.written:
                held.append(branch.written[key].left)
                left.append(branch.written[key].tokens)
            else:
                value = as_left(entry.before, branch.contents)
                held.append(listed_before(value, entry.left))
                is_copy = entry.location.is_content
                left.append(old_tokens(entry.before, parent, is_copy=is_copy))
    for k, entry in enumerate(places.values(), -len(places)):
        if entry.location.is_content:
            for held, content in zip(
                values, with_one_set([held[k] for held in values]), strict=True
            ):
                held[k] = content
    return [entry.location for entry in places.values()]


def _is_given_away(place: Location, branches: list[Traced]) -> bool:
    """Is it an array that nobody can use after the branches, as one gave it away?"""
    return isinstance(place, Items) and any(
        given_away(place.owner, branch.graph) is not None for branch in branches
    )


def _add_made(
    branches: list[Traced],
    values: list[list[Any]],
    tokens: list[list[Tokens]],
    known: Collection[Key],
) -> list[Location]:
    """Add what objects hold that the branches made and leave; return the places."""
    found = [
        [
            each
            for each in places_of(x.made, held, x.held.inside)
            if each[0].key not in known
        ]
        for x, held in zip(branches, values, strict=True)
    ]
    for side, places in enumerate(found):
        for each, part in places:
            key = each.key
            for place, (held, left) in enumerate(zip(values, tokens, strict=True)):
                is_here = place == side
                held.append(part if is_here else ABSENT)
                left.append(branches[side].held.tokens.get(key, {}) if is_here else {})
    return [location for places in found for location, _ in places]


def _open_sets(
    branches: list[Traced],
    values: list[list[Any]],
    tokens: list[list[Tokens]],
    names: Sequence[str],
) -> None:
    """Open the sets that are others in the other branch."""
    contents = [branch.contents for branch in branches]
    for place, name in enumerate(names):
        trees = [held[place] for held in values]
        sides = [left[place] for left in tokens]
        found = open_those_that_differ(name, trees, contents, sides)
        for held, tree in zip(values, found, strict=True):
            held[place] = tree


def _join_branches(
    labels: tuple[str, str],
    branches: list[Traced],
    values: list[list[Any]],
    names: Sequence[str],
) -> list[_Join]:
    joins = []
    for place, name in enumerate(names):
        pairs = zip(*(nest.flatten(path[place]) for path in values), strict=True)
        is_new = type(values[0][place]) is Maybe
        for left, right in pairs:
            joins.append(
                _join_leaf(name, (left, right), labels, branches, is_new=is_new)
            )
    return joins


def _join_leaf(
    name: str,
    leaves: tuple[Any, Any],
    labels: tuple[str, str],
    branches: list[Traced],
    *,
    is_new: bool,
) -> _Join:
    left, right = leaves
    join = _Join(name, leaves)
    inner = [
        isinstance(leaf, SymbolicTensor) and leaf.graph is branch.graph
        for leaf, branch in zip((left, right), branches, strict=True)
    ]
    if left is ABSENT or right is ABSENT:
        place = int(left is ABSENT)
        join.leaves = (join.leaves[place],) * 2
        join.is_kept = not inner[place]
        if not join.is_kept:
            join.spec = leaf_spec(join.leaves[0])
            join.leaves = (left, right)
        return join
    if is_same(left, right) and not any(inner):
        join.is_kept = True
        return join
    if is_new and not (is_stageable(left) and is_stageable(right)):
        # An error only if it is read: names of a loop's body often are not.
        sides = Sides.of(labels, *(branch.block for branch in branches))
        lost = Unavailable(name, "is another object in each branch", sides)
        join.leaves = (lost, lost)
        join.is_kept = True
        return join
    join.spec = join_specs(name, left, right, labels)
    return join


def _add_node(
    fork: Fork, branches: list[Traced], joins: list[_Join]
) -> tuple[SymbolicTensor, ...]:
    for place, branch in enumerate(branches):
        branch.graph.outputs = [
            coerce(branch.graph, join.leaves[place], join.spec)
            for join in joins
            if join.spec is not None
        ]
    settled = tuple(
        (place, join.leaves[0])
        for place, join in enumerate(join for join in joins if _is_shown(join))
        if join.spec is None
    )
    captured = bind(fork.parent, [branch.graph for branch in branches], 0)
    for branch in branches:
        branch.graph.settled = settled
        branch.graph.finish(branch.graph.outputs)
    inputs = [fork.first, *captured]
    return fork.parent.add(
        fork.op, inputs, fork.attrs, origin=fork.origin, reserved=fork.name
    ).outputs


def _mark_numbers(joins: list[_Join], outputs: Sequence[SymbolicTensor]) -> None:
    """Note which results may be numbers of Python's that take a tensor's dtype."""
    carried = [join for join in joins if join.spec is not None]
    for join, result in zip(carried, outputs, strict=True):
        mark(result, joined_types(join.leaves))
        mark_whole(result, joined_integers(join.leaves, join.spec))


def _is_shown(join: _Join) -> bool:
    """Do graph definitions show what the branches leave in this leaf?"""
    return join.spec is not None or type(join.leaves[0]) in (bool, int, float)


def _unjoin(
    joins: list[_Join],
    outputs: Sequence[SymbolicTensor],
    structures: list[Structure],
) -> list[Any]:
    results = iter(outputs)
    leaves: list[Any] = []
    for join in joins:
        if join.is_kept:
            leaves.append(join.leaves[0])
        else:
            leaves.append(next(results))
    return nest.pack_all(structures, leaves)
