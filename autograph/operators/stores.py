"""Stores into attributes and items.

While a block is staged they are noted in its journal first, so that what they change
becomes state of the block.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graph.staging.journal import Attribute, Global, Location, note

_IN_PLACE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.iadd,
    "-": operator.isub,
    "*": operator.imul,
    "/": operator.itruediv,
    "//": operator.ifloordiv,
    "%": operator.imod,
    "**": operator.ipow,
    "@": operator.imatmul,
    "&": operator.iand,
    "|": operator.ior,
    "^": operator.ixor,
    "<<": operator.ilshift,
    ">>": operator.irshift,
}


def set_attr(target: Any, name: str, value: Any) -> None:
    """Do `target.name = value`."""
    note(Attribute(target, name))
    setattr(target, name, value)


def set_item(target: Any, key: Any, value: Any) -> None:
    """Do `target[key] = value`."""
    note_content(target)
    target[key] = value


def aug_attr(target: Any, name: str, symbol: str, value: Callable[[], Any]) -> None:
    """Do `target.name symbol= value()`."""
    old = getattr(target, name)
    set_attr(target, name, _IN_PLACE[symbol](old, value()))


def aug_item(target: Any, key: Any, symbol: str, value: Callable[[], Any]) -> None:
    """Do `target[key] symbol= value()`."""
    old = target[key]
    set_item(target, key, _IN_PLACE[symbol](old, value()))


def del_attr(target: Any, name: str) -> None:
    """Do `del target.name`."""
    note(Attribute(target, name))
    delattr(target, name)


def del_item(target: Any, key: Any) -> None:
    """Do `del target[key]`."""
    note_content(target)
    del target[key]


def note_content(target: Any) -> None:
    """Note that the content of a container is about to change."""
    if type(target) in _CONTAINERS:
        note(Location(target))


def note_global(name: str) -> None:
    """Note that a global of the calling function's module is about to be written."""
    note(Global(sys._getframe(1).f_globals, name))


_CONTAINERS: Final = frozenset({list, dict, set, np.ndarray})


__all__ = [
    "aug_attr",
    "aug_item",
    "del_attr",
    "del_item",
    "note_content",
    "note_global",
    "set_attr",
    "set_item",
]
