"""Join dicts that have other keys on some paths, or in another order.

One with keys that only the run knows has a few keys of its own, see `graph.tables`: the
others become like it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graph.keys import Possible, entry_of, is_ranked, known_entries, merged
from graph.old_staging.storage import Elements
from graph.old_staging.variables import is_stageable
from graph.partial import ABSENT
from graph.tables import content_of, elements_content, is_table
from graph.tensor import _DISPATCH

Unify = Callable[[str, list[Any]], list[Any]]


def unify_dicts(name: str, trees: list[Any], unify: Unify) -> list[Any]:
    """Return dicts with the same keys: flags tell which are there.

    Args:
        name: The variable's name.
        trees: What the paths leave: dicts, or `ABSENT`.
        unify: Returns other trees with one structure.
    """
    present = [tree for tree in trees if tree is not ABSENT]
    if any(map(is_table, present)):
        trees = [x if x is ABSENT or is_table(x) else content_of(x) for x in trees]
        present = [tree for tree in trees if tree is not ABSENT]
    keys, is_consistent = merged(present)
    ranked = not is_consistent or any(map(is_ranked, present))
    columns = {}
    for key in keys:
        is_certain = not ranked and all(
            key in tree and type(tree[key]) is not Possible for tree in present
        )
        if is_certain:
            held = [tree if tree is ABSENT else tree[key] for tree in trees]
            columns[key] = unify(name, held)
            continue
        entries = [
            (ABSENT,) * 3 if tree is ABSENT else entry_of(tree, key, is_ranked=ranked)
            for tree in trees
        ]
        values = unify(name, [value for value, _, _ in entries])
        columns[key] = [
            Possible(value, flag, rank)
            for value, (_, flag, rank) in zip(values, entries, strict=True)
        ]
    return [{key: column[i] for key, column in columns.items()}
            for i in range(len(trees))]  # fmt: skip


def listed_before(before: Any, value: Any) -> Any:
    """Return what a dict holds before a loop or choice that may add keys of the run.

    Where it has keys on some paths already, the lists of its keys and values are made
    ahead of it; what the run decides cannot be staged where paths are joined.

    Args:
        before: What it holds there.
        value: What it holds after an iteration, or at the end of a branch.
    """
    if not (isinstance(value, dict) and is_table(value) and isinstance(before, dict)):
        return before
    if is_table(before) or is_ranked(before) or known_entries(before) is not None:
        return before
    return _DISPATCH["content_of_open"](before)


def joined_sets(trees: list[Any]) -> list[Any]:
    """Return what a set contains on each path: one set, or lists of the elements."""
    present = [tree for tree in trees if tree is not ABSENT]
    if not any(type(tree) is Elements for tree in present):
        return trees
    is_known = all(tree is present[0] for tree in present)
    if is_known or not all(map(_can_be_listed, present)):
        return trees
    return [elements_content(tree) if type(tree) is Elements else tree
            for tree in trees]  # fmt: skip


def _can_be_listed(tree: Any) -> bool:
    return type(tree) is not Elements or all(map(_is_element, tree))


def _is_element(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_element, value))
    return is_stageable(value)
