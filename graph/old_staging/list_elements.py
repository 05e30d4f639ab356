"""What the elements of a list may be whose length is known only when the graph runs."""

from __future__ import annotations

from typing import Any

from graph.nest import Structure
from graph.old_staging.mismatch import bad_element
from graph.old_staging.opened_sets import is_of_set
from graph.segments import Segment
from graph.tables import Part


def check_element(name: str, structure: Structure) -> None:
    """Refuse elements that a run-time list does not hold, or that hold nothing."""
    todo = [structure]
    while todo:
        each = todo.pop()
        if is_of_set(each):
            raise bad_element(name, "a set")
        is_whole = [part.kind for part in each.parts] == [Segment]
        if each.kind is list and not is_whole:
            raise bad_element(name, "a list")
        if each.kind is dict:
            _check_dict(name, each)
        todo += each.parts
    if not structure.n_leaves:
        raise bad_element(name, "an empty tuple")


def _check_dict(name: str, structure: Structure) -> None:
    if _is_attribute(name):
        raise bad_element(name, "a dict")
    if any(type(key) is Part for key in structure.keys):
        raise bad_element(name, "a dict with keys that only the run knows")
    if structure.is_open:
        raise bad_element(
            name, "dicts with different keys, or with keys in another order"
        )


def _is_attribute(name: str) -> bool:
    """Is it a list of the attributes of all objects of a class?"""
    return name.startswith("the attribute")


def holds_lists(structure: Structure) -> bool:
    """Are there lists in the elements of a segment?"""
    return structure.kind is list or any(map(holds_lists, structure.parts))


def holds_dicts(structure: Structure) -> bool:
    """Are there dicts in the elements of a segment?"""
    return structure.kind is dict or any(map(holds_dicts, structure.parts))


def holds_containers(structure: Structure) -> bool:
    """Are there lists or dicts in the elements of a segment?"""
    return holds_lists(structure) or holds_dicts(structure)


def is_of_tuples(structure: Structure) -> bool:
    """Are there tuples of as many numbers each, which Python compares in turn?"""
    if structure.kind is None:
        return True
    kind: Any = structure.kind
    is_tuple = issubclass(kind, tuple) and kind.__lt__ is tuple.__lt__
    return is_tuple and all(map(is_of_tuples, structure.parts))


__all__ = [
    "check_element",
    "holds_containers",
    "holds_dicts",
    "holds_lists",
    "is_of_tuples",
]
