"""Members of enumerations that are looked up by a name which only the run knows."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from autograph.old_operators import keyed
from graph.graph import current_graph
from graph.old_staging.members import is_plain
from graph.tensor import SymbolicTensor


def is_looked_up(target: Any, key: Any) -> bool:
    """Tell whether `target[key]` is a member of which only the run knows the name."""
    return is_plain_enumeration(target) and is_of_run(key)


def get_item(target: Any, key: Any, read: Callable[[Any, Any], Any]) -> Any:
    """Return `Color[name]`.

    Args:
        target: The enumeration.
        key: The name.
        read: Returns the value of a dict under a key that is known.
    """
    return keyed.get_item(dict(target.__members__), key, read)


def is_plain_enumeration(kind: Any) -> bool:
    """Is it an enumeration among whose members the graph that is built can choose?"""
    is_enumeration = type(kind) is enum.EnumMeta and current_graph() is not None
    return is_enumeration and is_plain(kind)


def is_of_run(value: Any) -> bool:
    """Is it a number or text of Python's that only the run knows?"""
    return type(value) is SymbolicTensor and value.spec.dtype.is_python


__all__ = ["get_item", "is_looked_up", "is_of_run", "is_plain_enumeration"]
