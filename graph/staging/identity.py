"""Keep lists and dicts the objects that they are, where all paths leave them so.

What paths leave in a variable is joined leaf by leaf, and packed into new lists and
dicts. A list that was there before, and is left in the variable on every path, must
stay itself: it may have another name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graph.nest import is_nested
from graph.staging.watch import Watch

Path = tuple[Any, ...]


def containers(value: Any, path: Path = ()) -> Mapping[Path, Any]:
    """Return the lists and dicts in a value, by where they are."""
    found: dict[Path, Any] = {}
    if type(value) in (list, dict):
        found[path] = value
    if is_nested(value):
        for key, part in _parts(value):
            found.update(containers(part, (*path, key)))
    return found


def old_containers(value: Any, watch: Watch) -> Mapping[Path, Any]:
    """Return those that were there when a watch began."""
    found = containers(value)
    return {path: each for path, each in found.items() if watch.has_seen(each)}


def put_back(value: Any, kept: Mapping[Path, Any], path: Path = ()) -> Any:
    """Return a value with these lists and dicts in it, where they were."""
    if path in kept:
        return kept[path]
    if not kept or not is_nested(value):
        return value
    parts = {key: put_back(part, kept, (*path, key)) for key, part in _parts(value)}
    if type(value) is dict:
        return parts
    if type(value) in (list, tuple):
        return type(value)(parts.values())
    return type(value)(*parts.values())


def common(left: Mapping[Path, Any], right: Mapping[Path, Any]) -> Mapping[Path, Any]:
    """Return what two paths both leave in the same place."""
    return {path: value for path, value in left.items() if right.get(path) is value}


def _parts(value: Any) -> Iterator[tuple[Any, Any]]:
    return iter(value.items()) if type(value) is dict else enumerate(value)
