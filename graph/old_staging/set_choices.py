"""Sets of which the run decides which one a variable holds: what is in them is joined.

    s = {1}                  s is a set with elements that only the run knows: each
    if x > 0:                path leaves a list of them, and the graph chooses one
        s = s | {2}

One that all paths leave stays the object that it is. Whether what stands for others
may be changed is asked of `graph.old_staging.aliases`, as for lists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graph.old_staging.identity import Path, Tokens, containers, replaced
from graph.old_staging.locations import Key
from graph.old_staging.opened_sets import SETS, check_types, opened
from graph.partial import ABSENT
from graph.tables import is_run_set


def open_those_that_differ(
    name: str,
    trees: list[Any],
    contents: Sequence[Mapping[Key, Any]],
    tokens: Sequence[Tokens],
) -> list[Any]:
    """Return what paths leave in a variable, with the sets opened that are not one.

    Args:
        name: The variable's name.
        trees: For each path, what it leaves.
        contents: For each path, what it left in places.
        tokens: For each path, which objects it leaves.

    Raises:
        UnknownKeysError: They hold elements of several types.
    """
    sides = [sets_in(tree) for tree in trees]
    by: list[dict[Path, Any]] = [{} for _ in trees]
    for path in {path: None for side in sides for path in side}:
        held = [side.get(path) for side in sides]
        if None in held:
            for number, found in enumerate(held):
                token = tokens[number].get(path)
                is_new = token is not None and not token.is_old
                if is_new and (is_run_set(found) or _is_none(trees[1 - number], path)):
                    by[number][path] = opened(found, contents[number])
            continue
        kinds = {type(each) for each in held}
        if all(each is held[0] for each in held) or len(kinds) > 1:
            continue
        records = [opened(*each) for each in zip(held, contents, strict=True)]
        if None not in records:
            check_types(name, records)
            for each, record in zip(by, records, strict=True):
                each[path] = record
    given = [{path: x for path, x in each.items() if x is not None} for each in by]
    pairs = zip(trees, given, strict=True)
    return [replaced(tree, each) if each else tree for tree, each in pairs]


def _is_none(tree: Any, path: Path) -> bool:
    return tree is not ABSENT and not path and tree is None


def sets_in(tree: Any) -> dict[Path, Any]:
    """Return the sets in a value, by where they are."""
    if tree is ABSENT:
        return {}
    found = containers(tree)
    return {path: each for path, each in found.items() if type(each) in SETS}


__all__ = ["open_those_that_differ", "sets_in"]
