"""Objects that live in the graph, as results: a function returns what they hold.

The caller has the heap of no graph. So dataclasses, which are made anew of what a run
returns, are taken out of it where a trace ends; see `graph.old_staging.heap`.
"""

from __future__ import annotations

from typing import Any

from autograph.arguments import fields_of
from autograph.old_operators import residents
from autograph.old_operators.python_builtins import converted
from graph import nest
from graph.errors import UnknownLengthError
from graph.graph import current_graph, is_symbolic
from graph.old_staging.choosable import Thing
from graph.old_staging.chosen import Chosen, each
from graph.old_staging.heap import Ref
from graph.old_staging.residents import Resident, resident
from graph.old_staging.stand_ins import kind_of_elements
from graph.old_staging.storage import store
from graph.partial import Flagged, Record
from graph.segments import Segment


def by_value(value: Any) -> Any:
    """Return a result whose dataclasses hold what the graph holds for them.

    Raises:
        UnknownLengthError: A list whose length only the run knows holds an object that
            it held before, with values of the graph: the caller would get these.
    """
    graph = current_graph()
    if graph is None or not (graph.root.things or residents.is_any()):
        return value
    if isinstance(value, Flagged):
        inner = by_value(value.value)
        return value if inner is value.value else value.with_value(inner)
    if type(value) is Chosen:
        return _chosen_by_value(value)
    if type(value) in (list, tuple) and any(map(_holds_refs, value)):
        copied: list[Any] = _copied(value, [], by_value)
        return copied if type(value) is list else tuple(copied)
    if nest.is_nested(value):
        return _parts_by_value(value)
    found = resident(value)
    if found is not None:
        return _held(found) if fields_of(found.heap.kind) else value
    return _fields_by_value(value)


def _parts_by_value(value: Any) -> Any:
    if isinstance(value, dict):
        parts = {key: by_value(part) for key, part in value.items()}
        if all(parts[key] is value[key] for key in parts):
            return value
        return parts if type(value) is dict else value  # of another class: refused
    items = list(map(by_value, value))
    if all(new is old for new, old in zip(items, value, strict=True)):
        return value
    return type(value)(items) if type(value) in (list, tuple) else type(value)(*items)


def _fields_by_value(value: Any) -> Any:
    """Return a dataclass that is no resident, with its fields by value."""
    fields = fields_of(type(value))
    if not fields or not all(hasattr(value, name) for name in fields):
        return value
    held = {name: getattr(value, name) for name in fields}
    found = {name: by_value(part) for name, part in held.items()}
    if all(found[name] is held[name] for name in fields):
        return value
    made = object.__new__(type(value))
    for name in fields:
        store(made, name, found[name])
    return made


@converted
def _copied(items: Any, result: list[Any], by_value: Any) -> list[Any]:
    """Return a list of the items, each by value."""
    for item in items:
        result.append(by_value(item))  # noqa: PERF401  # converted
    return result


def _chosen_by_value(chosen: Chosen) -> Any:
    if not any(isinstance(thing, Ref) for thing in chosen._ag_things):
        return chosen
    kinds = {type(value) for value in chosen._ag_values}
    if not all(map(fields_of, kinds)):
        return chosen  # which is refused

    def one_by_value(value: Any) -> Any:
        found = resident(value)
        return value if found is None else _held(found)

    return each(chosen, one_by_value)


def _held(found: Resident) -> Chosen:
    """Return an object that holds what the graph holds for one."""
    thing = kind_of_elements(found.heap.kind, found.heap.names)
    parts = [by_value(residents.read(found, name)) for name in thing.names]
    return Chosen([thing], [thing.made_of(parts)], thing.serial)


def _keeps_values(thing: Any) -> bool:
    """Is it a known object that may be in a list, with what is known in a run only?"""
    if type(thing) is not Thing:
        return False
    value = thing.value
    held = [getattr(value, name, None) for name in fields_of(type(value))]
    return any(is_symbolic(leaf) for part in held for leaf in nest.flatten(part))


def _holds_refs(item: Any) -> bool:
    return type(item) is Segment and _names_refs(item.structure)


def _names_refs(structure: nest.Structure) -> bool:
    if structure.kind is Record:
        if any(map(_keeps_values, structure.names)):
            raise UnknownLengthError(
                "a list whose length is known only when the graph runs is returned "
                "with an object that it held before, which holds values of the graph.",
                hint="Put what the objects hold into the list, and make objects of it "
                "outside.",
            )
        if any(isinstance(name, Ref) for name in structure.names):
            return True
    return any(map(_names_refs, structure.parts))


__all__ = ["by_value"]
