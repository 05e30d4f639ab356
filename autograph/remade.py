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
import types
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from autograph.arguments import PRIMITIVES, flatten, is_opened, pack, parts_of, paths
from graph.dtypes import DType
from graph.keys import Possible
from graph.nest import FLAGGED, Structure
from graph.partial import Optional
from graph.segments import Segment
from graph.staging.members import Member, is_member, record_of
from graph.tensor import EagerTensor

#: Values that never change, and have no tensors in them.
_CONSTANT: Final = (
    *(enum.Enum, type, range, types.EllipsisType, types.BuiltinFunctionType),
    *(DType, np.dtype, fractions.Fraction, decimal.Decimal, uuid.UUID),
    *(dt.date, dt.time, dt.timedelta, dt.tzinfo),
    pathlib.PurePath,
)
_PLAIN: Final = (list, tuple, dict)
# Items of a list, or a key, of which the run knows how many there are.
_OPEN: Final = (Segment, Possible)


@dataclass(frozen=True)
class Remade:
    """How a result is put together of what a run returns.

    Attributes:
        structure: The result, whose leaves are in the order of the run's values.
        constants: For some leaves what they are in every run.
        members: For those that are members of an enumeration, and of which a run
            returns the place in it, the enumeration.
    """

    structure: Structure
    constants: dict[int, Any]
    members: dict[int, type[enum.Enum]]

    def build(self, leaves: Sequence[Any]) -> Any:
        """Return the result that has these leaves."""
        found = [self.constants.get(place, leaf) for place, leaf in enumerate(leaves)]
        for place, enumeration in self.members.items():
            if isinstance(leaves[place], EagerTensor):
                found[place] = list(enumeration)[int(leaves[place])]
        return pack(self.structure, found)

    def paths(self) -> list[str]:
        """Return where each leaf is."""
        return paths(self.structure)


def taken_apart(result: Any) -> tuple[Any, Remade | None]:
    """Return the leaves of a result, and how it is made of them.

    Returns:
        The result itself, and None, where graphs can return it as it is.
    """
    if not _is_special(result):
        return result, None
    leaves, structure = flatten(result, _is_open)
    constants: dict[int, Any] = {}
    members: dict[int, type[enum.Enum]] = {}
    for place, leaf in enumerate(leaves):
        member = leaf.value if type(leaf) is Optional else leaf
        if issubclass(type(member), Member) or (
            leaf is not member and is_member(member)
        ):
            record = record_of(member)
            members[place] = record.names[0].enumeration
            leaves[place] = _instead(leaf, *record.parts)
        elif isinstance(leaf, _CONSTANT):
            constants[place], leaves[place] = leaf, None
    return tuple(leaves), Remade(structure, constants, members)


def _instead(leaf: Any, index: Any) -> Any:
    """Return the place of a member, with a flag if it may be None."""
    return Optional(index, leaf.flag) if type(leaf) is Optional else index


def _is_open(value: Any) -> bool:
    """Tell whether only the run knows how many items, or which keys, there are."""
    if type(value) is dict:
        value = value.values()
    elif type(value) is not list:
        return False
    return any(type(part) in _OPEN for part in value)


def _is_special(value: Any) -> bool:
    """Tell whether it holds what graphs do not return, and what can be made anew."""
    kind = type(value)
    if isinstance(value, _CONSTANT):
        return True
    if kind in PRIMITIVES:
        return False
    if issubclass(kind, Member) or (kind is Optional and is_member(value.value)):
        return True
    if kind in FLAGGED or kind in _OPEN or not is_opened(value):
        return False
    is_own = kind not in _PLAIN and not isinstance(value, tuple)
    return is_own or any(map(_is_special, parts_of(value)))


__all__ = ["Remade", "taken_apart"]
