"""What graphs hold of Python by name: classes and functions of a closed table."""

from __future__ import annotations

import builtins
import collections
import copy
import heapq
import types
from collections.abc import Mapping
from typing import Any, Final

_OF_BUILTINS: Final = (
    *(bool, bytearray, bytes, complex, dict, enumerate, filter, float, frozenset, int),
    *(list, map, memoryview, object, range, reversed, set, slice, str, tuple, zip),
    *(abs, all, any, divmod, hash, len, max, min, pow, repr, round, sorted, sum),
)
_OF_MODULES: Final[Mapping[types.ModuleType, tuple[str, ...]]] = {
    collections: ("ChainMap", "Counter", "OrderedDict", "defaultdict", "deque"),
    copy: ("copy", "deepcopy"),
    heapq: ("heapify", "heappop", "heappush", "heappushpop", "heapreplace"),
    types: ("SimpleNamespace",),
}

#: By their names: what Python makes and calls that nothing of a user's goes into.
NAMED: Final[Mapping[str, Any]] = {
    f"{builtins.__name__}.{each.__name__}": each for each in _OF_BUILTINS
} | {
    f"{module.__name__}.{name}": getattr(module, name)
    for module, names in _OF_MODULES.items()
    for name in names
}
_NAMES: Final = {id(value): name for name, value in NAMED.items()}


def name_of(value: Any) -> str | None:
    """Return the name under which graphs hold something; None if they do not."""
    return _NAMES.get(id(value))


__all__ = ["NAMED", "name_of"]
