"""Stage a choice: two blocks become the branches of a `cond`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from graph import nest
from graph.graph import Graph
from graph.nest import Structure
from graph.ops.control_flow import COND
from graph.ops.core import truth
from graph.origin import Origin, capture
from graph.specs import TensorSpec
from graph.staging.blocks import Diverged, Traced, bind, trace_block
from graph.staging.joining import (
    align,
    coerce,
    flag_of,
    is_same,
    join_specs,
    leaf_spec,
    pack_all,
)
from graph.staging.journal import Location, survivors, write_back
from graph.staging.variables import (
    Maybe,
    Unavailable,
    Undefined,
    building,
    is_stageable,
)
from graph.tensor import SymbolicTensor


@dataclass(slots=True, eq=False)
class _Join:
    """What two branches leave in one leaf."""

    name: str
    leaves: tuple[Any, Any]
    is_kept: bool = False
    spec: TensorSpec | None = None
    has_flag: bool = False


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
    branches = [
        trace_block(
            Graph(f"{parent.unique_name('cond')}_{label}", parent, is_block=True), block
        )
        for label, block in (("true", then), ("false", orelse))
    ]
    if all(branch.is_diverged for branch in branches):
        _add_cond(parent, pred, branches, [], origin)
        raise Diverged
    present = next(branch.values for branch in branches if branch.values is not None)
    values = [
        list(present if branch.values is None else branch.values) for branch in branches
    ]
    places = _add_written(branches, values)
    labels = [*names, *(place.label for place in places)]
    structures = align(values, labels)
    joins = _join_branches(branches, values, labels)
    outputs = _add_cond(parent, pred, branches, joins, origin)
    results = _unjoin(joins, outputs, structures)
    for place, result in zip(places, results[len(names) :], strict=True):
        write_back(place, result)
    return results[: len(names)]


def _add_written(branches: list[Traced], values: list[list[Any]]) -> list[Location]:
    """Add what the branches wrote in place to their values; return the places."""
    kept = [survivors(branch.written) for branch in branches]
    places = {key: entry for written in kept for key, entry in written.items()}
    for branch, written, held in zip(branches, kept, values, strict=True):
        for key, entry in places.items():
            diverged = branch.is_diverged
            other = kept[1] if written is kept[0] else kept[0]
            source = other if diverged else written
            held.append(source[key].after if key in source else entry.before)
    return [entry.location for entry in places.values()]


def _join_branches(
    branches: list[Traced], values: list[list[Any]], names: Sequence[str]
) -> list[_Join]:
    joins = []
    for place, name in enumerate(names):
        pairs = zip(*(nest.flatten(path[place]) for path in values), strict=True)
        for left, right in pairs:
            joins.append(_join_leaf(name, left, right, branches))
    return joins


def _join_leaf(name: str, left: Any, right: Any, branches: list[Traced]) -> _Join:
    join = _Join(name, (left, right))
    inner = [
        isinstance(leaf, SymbolicTensor) and leaf.graph is branch.graph
        for leaf, branch in zip((left, right), branches, strict=True)
    ]
    if is_same(left, right) and not any(inner) and not isinstance(left, Maybe):
        join.is_kept = True
        return join
    lost = [leaf for leaf in (left, right) if isinstance(leaf, Unavailable)]
    if lost:
        join.leaves = (lost[0], lost[0])
        join.is_kept = True
        return join
    missing = [isinstance(leaf, Undefined) for leaf in (left, right)]
    join.has_flag = any(missing) or Maybe in (type(left), type(right))
    if any(missing):
        present = right if missing[0] else left
        if not is_stageable(present) and not isinstance(present, Maybe):
            join.leaves = (Unavailable(name, "is assigned in one branch only"),) * 2
            join.is_kept = True
            return join
        join.spec = leaf_spec(present)
    else:
        join.spec = join_specs(name, left, right, _BRANCHES)
    return join


def _add_cond(
    parent: Graph,
    pred: SymbolicTensor,
    branches: list[Traced],
    joins: list[_Join],
    origin: Origin,
) -> tuple[SymbolicTensor, ...]:
    for place, branch in enumerate(branches):
        outputs = []
        for join in joins:
            if join.spec is None:
                continue
            leaf = join.leaves[place]
            if not _is_reachable(leaf, branch):
                # The branch diverged: what it leaves is never looked at.
                leaf = Undefined(join.name)
            outputs.append(coerce(branch.graph, leaf, join.spec))
            if join.has_flag:
                outputs.append(flag_of(branch.graph, leaf))
        branch.graph.outputs = outputs
    captured = bind(parent, [branch.graph for branch in branches], 0)
    for branch in branches:
        branch.graph.finish(branch.graph.outputs)
    attrs = {"then": branches[0].graph, "orelse": branches[1].graph}
    return parent.add(COND, [pred, *captured], attrs, origin=origin).outputs


def _is_reachable(leaf: Any, branch: Traced) -> bool:
    """Can the branch read the leaf: is it made there, or around it?"""
    leaf = leaf.value if isinstance(leaf, Maybe) else leaf
    if not isinstance(leaf, SymbolicTensor):
        return True
    graph: Graph | None = branch.graph
    while graph is not None:
        if leaf.graph is graph:
            return True
        graph = graph.parent
    return False


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
        elif join.has_flag:
            leaves.append(Maybe(next(results), next(results), join.name))
        else:
            leaves.append(next(results))
    return pack_all(structures, leaves)
