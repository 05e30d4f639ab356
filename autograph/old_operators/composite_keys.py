"""Keys that have parts which only the run knows: tuples, and frozen dataclasses.

TABLE = {(State.IDLE, 1): State.RUN}       Python would hash what the graph computes:
state = TABLE.get((state, event), state)   it is compared with each key, part by part
"""

from __future__ import annotations

import dataclasses
from types import FunctionType
from typing import Any

import numpy as np

from autograph.old_operators.logic import and_
from graph.dispatch import is_text
from graph.graph import is_symbolic
from graph.old_staging.members import Member, Number
from graph.old_staging.numpy_numbers import has_hash
from graph.partial import fields_of
from graph.tensor import SymbolicTensor


def parts_of(key: Any) -> tuple[Any, ...] | None:
    """Return what a key is put together of; None if it is no tuple or dataclass.

    Its class must not say itself when two are equal.
    """
    kind: Any = type(key)
    if issubclass(kind, tuple):
        is_plain = kind.__eq__ is tuple.__eq__ and kind.__hash__ is tuple.__hash__
        return tuple.__getitem__(key, slice(None)) if is_plain else None
    if fields_of(kind) is None or not dataclasses.is_dataclass(kind):
        return None
    if not (_is_generated(kind.__eq__) and _is_generated(kind.__hash__)):
        return None
    fields = dataclasses.fields(kind)
    if not all(each.compare and each.hash is not False for each in fields):
        return None
    return tuple(getattr(key, each.name) for each in fields)


def _is_generated(method: Any) -> bool:
    """Is it a method that `dataclasses` has written?"""
    if not isinstance(method, FunctionType):
        return False
    method = getattr(method, "__wrapped__", method)
    return bool(method.__code__.co_filename == "<string>")


def is_composite(key: Any) -> bool:
    """Has it a hash, and parts some of which only the run knows?"""
    parts = parts_of(key)
    return (
        parts is not None and any(map(_is_of_run, parts)) and all(map(_is_part, parts))
    )


def _is_of_run(part: Any) -> bool:
    return _is_leaf_of_run(part) or is_composite(part)


def _is_part(part: Any) -> bool:
    if _is_of_run(part):
        return True
    try:
        hash(part)
    except TypeError:
        return False
    return not is_symbolic(part)


def _is_leaf_of_run(part: Any) -> bool:
    if type(part) is SymbolicTensor:
        return has_hash(part)
    kind = type(part)
    return issubclass(kind, Member) and not issubclass(kind, Number)


def leaves_of(key: Any) -> list[Any]:
    """Return the parts of a key, and of what is a part of it."""
    parts = parts_of(key) if is_composite(key) else None
    return [key] if parts is None else [x for part in parts for x in leaves_of(part)]


def can_be_told(key: Any) -> bool:
    """Can an exception hold a key? No object beside a number or text of the run."""
    leaves = leaves_of(key)
    numbers = [isinstance(leaf, (SymbolicTensor, *_KINDS)) for leaf in leaves]
    is_of_tuples = isinstance(key, tuple) and not any(map(fields_of, map(type, key)))
    has_run = any(isinstance(leaf, SymbolicTensor) for leaf in leaves)
    return is_of_tuples and (all(numbers) or not has_run)


def same(key: Any, other: Any) -> Any:
    """Return whether a key equals another, which has a hash: a bool, or symbolic."""
    parts = parts_of(key)
    if parts is None or not is_composite(key):
        return _same_leaf(key, other)
    others = parts_of(other)
    if others is None or len(others) != len(parts):
        return False
    is_tuple = isinstance(key, tuple)
    if is_tuple is not isinstance(other, tuple):
        return False
    if not is_tuple and type(key) is not type(other):
        return False
    found: Any = True
    for one, another in zip(parts, others, strict=True):
        is_it = same(one, another)
        if is_it is False:
            return False
        found = is_it if found is True else _both(found, is_it)
    return found


def _same_leaf(key: Any, other: Any) -> Any:
    from autograph.old_operators.comparisons import is_same  # which needs this module

    if not _is_leaf_of_run(key):
        return key is other or key == other
    if isinstance(key, SymbolicTensor) and not isinstance(other, _KINDS):
        return False
    if isinstance(key, SymbolicTensor) and is_text(key) is not isinstance(other, str):
        return False
    return is_same(key, other)


_KINDS = (int, float, complex, str, np.number, np.bool_)


def _both(one: Any, other: Any) -> Any:
    return and_(lambda: one, lambda: other)


__all__ = ["is_composite", "parts_of", "same"]
