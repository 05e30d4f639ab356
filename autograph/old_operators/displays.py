"""Displays of dicts and sets, `{k: v}` and `{a, b}`, whose keys the run may know."""

from __future__ import annotations

from typing import Any

from autograph.old_operators.calls import converted_call
from autograph.old_operators.dicts import as_dict, plain_keys, union
from autograph.old_operators.kept_views import as_table
from autograph.old_operators.none_keys import is_concerned, on_paths
from autograph.old_operators.stores import set_item
from autograph.old_operators.tables import can_become, copied
from graph.foreign_operands import example_in_python
from graph.graph import current_graph
from graph.keys import is_open
from graph.tables import is_table


def dict_display(*parts: Any) -> dict[Any, Any]:
    """Return a dict that is written down.

    Args:
        parts: Tuples of pairs of a key and its value; mappings that are spread.
    """
    found: dict[Any, Any] = {}
    for part in map(as_dict, parts):
        if is_open(part) and found and not (is_table(found) or can_become(found)):
            found = union(found, part)  # no table can hold what was there before
            continue
        if is_open(part):
            part = as_table(part)  # as it is from now on
        if type(part) is tuple:
            for key, value in part:
                set_item(found, key, value)
        elif is_table(part) and not found:
            found = copied(dict(part))
        elif is_table(part) or is_table(found):
            converted_call(found.update, (part,), None)
        else:
            found |= {**plain_keys(example_in_python(part))}
    return found


def set_display(items: tuple[Any, ...]) -> Any:
    """Return `{*items}`."""
    if current_graph() is None:
        return set(items)
    found: set[Any] = set()
    for item in items:
        if is_concerned(found, item):
            on_paths(lambda one: converted_call(found.add, (one,), None), item)
        else:
            converted_call(found.add, (item,), None)
    return found


__all__ = ["dict_display", "set_display"]
