"""What a result of a graph has in common with that of plain Python: all but its class.

A number may be a tensor and text may be bytes; lists, tuples, dicts and sets are what
they are in plain Python, and dicts in the same order. Floats agree as far as the dtype
of the tensor goes, which for Python floats is float32.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np

RELATIVE_TOLERANCE = 1e-9
SINGLE_TOLERANCE = 1e-4


def difference(expected: Any, found: Any, path: str = "result") -> str | None:
    """Return where a result differs from the expected one, None if it does not."""
    if isinstance(expected, Mapping):
        return _of_mappings(expected, found, path)
    if isinstance(expected, AbstractSet):
        return _of_sets(expected, found, path)
    if isinstance(expected, list | tuple):
        return _of_sequences(expected, found, path)
    return _of_values(expected, plain(found), path)


def plain(value: Any) -> Any:
    """Return a value as NumPy or Python has it: a tensor is its array or its text."""
    if hasattr(value, "numpy"):
        value = value.numpy()
    return value.decode() if isinstance(value, bytes) else value


def _of_mappings(expected: Mapping[Any, Any], found: Any, path: str) -> str | None:
    if not isinstance(found, Mapping) or len(found) != len(expected):
        return _told(expected, found, path)
    return difference([*expected], [*found], f"keys of {path}") or difference(
        [*expected.values()], [*found.values()], f"values of {path}"
    )


def _of_sets(expected: AbstractSet[Any], found: Any, path: str) -> str | None:
    if not isinstance(found, AbstractSet) or set(map(plain, found)) != expected:
        return _told(expected, found, path)
    return None


def _of_sequences(expected: Sequence[Any], found: Any, path: str) -> str | None:
    if not isinstance(found, type(expected)) or len(found) != len(expected):
        return _told(expected, found, path)
    pairs = enumerate(zip(expected, found, strict=True))
    found_there = (difference(*pair, f"{path}[{i}]") for i, pair in pairs)
    return next((each for each in found_there if each), None)


def _of_values(expected: Any, found: Any, path: str) -> str | None:
    if expected is None or isinstance(expected, str):
        return None if found == expected else _told(expected, found, path)
    ours, theirs = np.asarray(found), np.asarray(expected)
    is_alike = (ours.dtype.kind, ours.shape) == (theirs.dtype.kind, theirs.shape)
    is_single = ours.dtype == np.float32 != theirs.dtype
    tolerance = SINGLE_TOLERANCE if is_single else RELATIVE_TOLERANCE
    if not is_alike or not np.allclose(ours, theirs, tolerance, 0.0):
        return _told(expected, found, path)
    return None


def _told(expected: Any, found: Any, path: str) -> str:
    return f"{path} is {found!r:.60} and not {expected!r:.60}"
