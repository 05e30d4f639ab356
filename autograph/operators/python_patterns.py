"""Patterns of `match`, where Python takes values apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.operators.patterns import Parts, failed, matcher


def match_parts(
    matched: bool,
    subject: Any,
    pattern: str,
    count: int,
    cls: Callable[[], Any] | None = None,
) -> Parts:
    """Take a value apart by a sequence or class pattern."""
    if not matched:
        return failed(count)
    found = matcher(pattern, count)(subject, cls and cls())
    return failed(count) if found is None else (True, *found)


def match_item(matched: bool, subject: Any, place: int) -> Parts:
    """Take an item of a sequence, from its end if `place` is negative."""
    if not matched:
        return failed(1)
    return (True, subject[place if place >= 0 else len(subject) + place])


def match_mapping(
    matched: bool, subject: Any, count: int, keys: Callable[[], Parts]
) -> Parts:
    """Take the keys, and their values, of a mapping."""
    if not matched or matcher("{}", 0)(subject, None) is None:
        return failed(count + 1)
    if count and len(subject) < count:
        return failed(count + 1)
    held = keys()
    values = _values(subject, held) if count else ()
    return failed(count + 1) if values is None else (True, held, *values)


def _values(subject: Any, keys: Parts) -> Parts | None:
    """Return the values of a mapping's keys; None if one is missing."""
    get, missing = subject.get, object()
    seen: set[Any] = set()
    values = []
    for key in keys:
        if key in seen:
            raise ValueError(f"mapping pattern checks duplicate key ({key!r})")
        seen.add(key)
        value = get(key, missing)
        if value is missing:
            return None
        values.append(value)
    return tuple(values)


def match_rest(matched: bool, subject: Any, keys: Parts) -> Parts:
    """Take what a mapping has besides the keys of its pattern."""
    if not matched:
        return failed(1)
    rest = {**subject}
    for key in keys:
        del rest[key]
    return (True, rest)


__all__ = ["match_item", "match_mapping", "match_parts", "match_rest"]
