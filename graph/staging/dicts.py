"""Join dicts that have other keys on some paths, or in another order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graph.keys import Possible, entry_of, is_ranked, merged
from graph.partial import ABSENT

Unify = Callable[[str, list[Any]], list[Any]]


def unify_dicts(name: str, trees: list[Any], unify: Unify) -> list[Any]:
    """Return dicts with the same keys: flags tell which are there.

    Args:
        name: The variable's name.
        trees: What the paths leave: dicts, or `ABSENT`.
        unify: Returns other trees with one structure.
    """
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
