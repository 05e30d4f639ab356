"""What is in a set, as a record that paths join: of the list of its elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from graph import nest, specs
from graph.errors import UnknownKeysError
from graph.old_staging.locations import Key, Location
from graph.old_staging.storage import Elements
from graph.old_staging.variables import is_stageable, show_name
from graph.origin import capture_exact
from graph.partial import ABSENT, Record
from graph.segments import Segment
from graph.tables import Members, Part, note_run_sets

SETS: Final = (set, frozenset)


class OpenedSet:
    """The class of the records that carry what is in a set."""

    kind: type = set

    @classmethod
    def of_record(cls, names: tuple[Any, ...], parts: Sequence[Any]) -> Any:
        """Return a set of what is in the list that a record holds."""
        del names
        note_run_sets()
        return cls.kind((Members(parts[0]),))


class OpenedFrozenset(OpenedSet):
    """The class of those that carry what is in a frozenset."""

    kind = frozenset


def is_opened(value: Any) -> bool:
    """Is it the record of a set?"""
    return type(value) is Record and issubclass(value.names[0], OpenedSet)


def is_of_set(structure: nest.Structure) -> bool:
    """Is it the structure of such a record?"""
    return structure.kind is Record and issubclass(structure.names[0], OpenedSet)


def opened(found: Any, contents: Mapping[Key, Any]) -> Record | None:
    """Return the record of a set; None if its elements cannot be in a list of the run.

    Args:
        found: The set.
        contents: What a block left in places, the content of sets among them.
    """
    elements = _elements(found, contents)
    if not all(map(_is_element, elements)):
        return None
    kind = OpenedSet if type(found) is set else OpenedFrozenset
    return Record((kind, "elements"), [elements])


def _elements(found: Any, contents: Mapping[Key, Any]) -> list[Any]:
    content = contents.get(Location(found).key)
    if content is None:
        first = next(iter(found), None)
        content = list(found) if type(first) is not Members else first.elements
    if type(content) is Elements:
        return list(content)
    held = content[Part.KEYS] if type(content) is dict else content
    return list(contents.get(Location(held).key, held))


def _is_element(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_element, value))
    return is_stageable(value) or type(value) is Segment


def opened_alike(name: str, trees: list[Any]) -> list[Any]:
    """Return trees, with sets opened where another path leaves what was opened.

    Raises:
        UnknownKeysError: They hold elements of several types.
    """
    if not any(map(is_opened, trees)):
        return trees
    kinds = {type(tree) for tree in trees if tree is not ABSENT}
    kinds |= {x.names[0].kind for x in trees if is_opened(x)}
    if len(kinds - {Record}) > 1:
        return [_closed(tree) for tree in trees]
    found = [opened(x, {}) if type(x) in SETS else x for x in trees]
    check_types(name, [each for each in found if each is not ABSENT])
    return found


def _closed(tree: Any) -> Any:
    return Record.build(tree.names, tree.parts) if is_opened(tree) else tree


def check_types(name: str, records: Sequence[Any]) -> None:
    """Refuse elements of several types: they would become what joins these."""
    kinds = {
        kind: None
        for record in records
        for element in record.parts[0]
        if (kind := _type_of(element)) is not None
    }
    if len(kinds) > 1:
        raise UnknownKeysError(
            f"{show_name(name)} is a set that the run chooses, with elements of "
            f"several types: {' and '.join(kinds)}.",
            origin=capture_exact(2),
            hint="Give the sets of all paths elements of one type.",
        )


def _type_of(element: Any) -> str | None:
    """Return how elements are nested, and of which types; None if there is none."""
    if type(element) is Segment:
        if any(each is ABSENT for each in element.columns):
            return None
        dtypes: list[Any] = [each.spec.dtype for each in element.columns]
        columns = [each.element for each in dtypes]
        if None in columns:
            return None
        return _shown(element.structure, [each.dtype.name for each in columns])
    leaves, structure = nest.flatten_with_structure(element)
    if any(leaf is ABSENT for leaf in leaves):
        return None
    return _shown(structure, [specs.spec_of(leaf).dtype.name for leaf in leaves])


def _shown(structure: nest.Structure, names: list[str]) -> str:
    shown = ", ".join(names)
    return shown if structure.kind is None else f"({shown})"


__all__ = ["SETS", "OpenedSet", "check_types", "is_of_set", "opened", "opened_alike"]
