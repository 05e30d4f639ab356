"""Results that are more than tensors in lists, tuples and dicts.

A graph returns tensors. Dataclasses and other containers that hold some are taken apart
when a function is traced, and made anew of what each run returns; a value that cannot
change, such as a member of an enumeration, is the same in every run.
"""

from __future__ import annotations

import datetime as dt
import decimal
import enum
import fractions
import pathlib
import sys
import types
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from autograph.arguments import (
    PRIMITIVES,
    fields_of,
    flatten,
    is_opened,
    pack,
    parts_of,
    paths,
)
from autograph.old_function.table_results import is_result, with_lists
from graph.dtypes import DType
from graph.keys import Possible
from graph.nest import FLAGGED, Structure
from graph.old_staging.choosable import is_choosable
from graph.old_staging.chosen import Chosen, each, number_of, objects_of, values_of
from graph.old_staging.members import Member, is_member, record_of
from graph.partial import Flagged, Optional, Record
from graph.segments import Segment
from graph.tensor import EagerTensor

#: Values that never change, and have no tensors in them.
_CONSTANT: Final = (
    *(enum.Enum, type, range, types.EllipsisType),
    *(DType, np.dtype, fractions.Fraction, decimal.Decimal, uuid.UUID),
    *(dt.date, dt.time, dt.timedelta, dt.tzinfo),
    pathlib.PurePath,
)
_ELEMENTS: Final = frozenset({int, float, complex, bool, str, bytes, type(None)})
_PLAIN: Final = (list, tuple, dict)
# Items of a list, or a key, of which the run knows how many there are.
_OPEN: Final = (Segment, Possible)


@dataclass(frozen=True)
class Remade:
    """How a result is put together of what a run returns.

    Attributes:
        structure: The result, whose leaves are in the order of the run's values.
        constants: For some leaves what they are in every run.
        chosen: For those of which a run returns the number of an object, such as the
            place of a member in its enumeration, the objects.
    """

    structure: Structure
    constants: dict[int, Any]
    chosen: dict[int, Mapping[int, Any]]

    def build(self, leaves: Sequence[Any]) -> Any:
        """Return the result that has these leaves."""
        found = [self.constants.get(place, leaf) for place, leaf in enumerate(leaves)]
        found = [set(leaf) if type(leaf) is set else leaf for leaf in found]
        for place, objects in self.chosen.items():
            if isinstance(leaves[place], EagerTensor):
                found[place] = objects[int(leaves[place])]
        return pack(self.structure, found)

    def paths(self) -> list[str]:
        """Return where each leaf is."""
        return paths(self.structure)


def taken_apart(result: Any) -> tuple[Any, Remade | None]:
    """Return the leaves of a result, and how it is made of them.

    Returns:
        The result itself, and None, where graphs can return it as it is.
    """
    result = _with_records(result)
    if not _is_special(result):
        return result, None
    leaves, structure = flatten(result, _is_leaf)
    leaves = list(map(with_lists, leaves))
    constants: dict[int, Any] = {}
    chosen: dict[int, Mapping[int, Any]] = {}
    for place, leaf in enumerate(leaves):
        member = leaf.value if type(leaf) is Optional else leaf
        if issubclass(type(member), Member) or (
            leaf is not member and is_member(member)
        ):
            record = record_of(member)
            chosen[place] = dict(enumerate(record.names[0]._ag_enumeration))
            leaves[place] = _instead(leaf, *record.parts)
        elif type(member) is Chosen and _is_constant(member):
            index, chosen[place] = number_of(member), objects_of(member)
            leaves[place] = _instead(leaf, index)
        elif type(member) is Chosen:
            leaves[place] = objects_of(member).popitem()[1]  # it is refused
        elif leaf is not member and _is_constant(member):
            chosen[place], leaves[place] = {0: member}, _instead(leaf, 0)
        elif _is_constant(leaf):
            constants[place], leaves[place] = leaf, None
    return tuple(leaves), Remade(structure, constants, chosen)


def _with_records(value: Any) -> Any:
    """Return a result with dataclasses that the run chooses as records."""
    if isinstance(value, Flagged):
        inner = _as_record(value.value)
        return Optional(inner, value.flag) if type(inner) is Record else value
    if type(value) is Chosen:
        return _as_record(value)
    if type(value) not in _PLAIN:
        return value
    if type(value) is dict:
        return {key: _with_records(part) for key, part in value.items()}
    return type(value)(map(_with_records, value))


def _as_record(value: Any) -> Any:
    """Return a dataclass, or one of several of one class, as a record of its fields."""
    objects = values_of(value) if type(value) is Chosen else [value]
    kinds = {type(each) for each in objects}
    fields = fields_of(kinds.pop()) if len(kinds) == 1 else ()
    if not fields or not all(map(is_opened, objects)):
        return value
    if type(value) is Chosen:
        parts = each(value, lambda one: tuple(parts_of(one)))
    else:
        parts = parts_of(value)
    return Record((type(objects[0]), *fields), [_as_record(part) for part in parts])


def _instead(leaf: Any, index: Any) -> Any:
    """Return the place of a member, with a flag if it may be None."""
    return Optional(index, leaf.flag) if type(leaf) is Optional else index


def _is_constant(value: Any) -> bool:
    """Tell whether it never changes, or is one of what never changes."""
    if type(value) is Chosen:
        return all(map(_is_constant, objects_of(value).values()))
    if type(value) is types.BuiltinFunctionType:
        return isinstance(value.__self__, (types.ModuleType, type(None)))
    if type(value) in (set, frozenset):
        return all(map(_is_constant_element, value))
    return isinstance(value, _CONSTANT) or _is_of_module(value)


def _is_constant_element(value: Any) -> bool:
    if type(value) in (tuple, frozenset):
        return all(map(_is_constant_element, value))
    return type(value) in _ELEMENTS or _is_constant(value)


def _is_of_module(value: Any) -> bool:
    """Tell whether it is called, and has been there before the function was traced."""
    if type(value) is types.FunctionType:
        return "<locals>" not in value.__qualname__
    if not is_choosable(value):
        return False
    found: Any = sys.modules.get(getattr(value, "__module__", None) or "")
    for name in str(getattr(value, "__qualname__", "")).split("."):
        found = getattr(found, name, None)
    return found is value


def _is_leaf(value: Any) -> bool:
    """Tell whether a container is returned as it is, or made by `table_results`."""
    return _is_open(value) or is_result(value)


def _is_open(value: Any) -> bool:
    """Tell whether only the run knows how many items, or which keys, there are."""
    if type(value) is dict:
        value = value.values()
    elif type(value) not in (list, tuple):
        return False
    return any(type(part) in _OPEN for part in value)


def _is_special(value: Any) -> bool:
    """Tell whether it holds what graphs do not return, and what can be made anew."""
    kind = type(value)
    held = value.value if kind is Optional else value
    if type(held) is Chosen:
        return True
    if _is_constant(held):
        return True
    if kind in PRIMITIVES:
        return False
    if issubclass(kind, Member) or is_member(held):
        return True
    if kind in FLAGGED or kind in _OPEN or not is_opened(value):
        return False
    is_own = kind not in _PLAIN and not isinstance(value, tuple)
    return is_own or any(map(_is_special, parts_of(value)))


__all__ = ["Remade", "taken_apart"]
