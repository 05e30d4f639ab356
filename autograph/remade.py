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
from graph.segments import Segment

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
    """

    structure: Structure
    constants: dict[int, Any]

    def build(self, leaves: Sequence[Any]) -> Any:
        """Return the result that has these leaves."""
        found = [self.constants.get(place, leaf) for place, leaf in enumerate(leaves)]
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
    constants = {
        place: leaf for place, leaf in enumerate(leaves) if isinstance(leaf, _CONSTANT)
    }
    found = [None if place in constants else x for place, x in enumerate(leaves)]
    return tuple(found), Remade(structure, constants)


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
    if kind in FLAGGED or kind in _OPEN or not is_opened(value):
        return False
    is_own = kind not in _PLAIN and not isinstance(value, tuple)
    return is_own or any(map(_is_special, parts_of(value)))


__all__ = ["Remade", "taken_apart"]
