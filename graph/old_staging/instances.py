"""Objects that each path makes anew: `p = Point(x) if x > 0 else Point(-x)`.

What a path made, and nothing holds but what is joined, has no other name. So where two
paths leave such objects, of one class with the same attributes, a third one stands
there afterwards, with the attributes joined. No constructor runs for it.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

from graph.old_staging.blocks import Traced
from graph.old_staging.choosable import is_plain_class
from graph.old_staging.identity import containers
from graph.old_staging.objects import state_of
from graph.old_staging.residents import count_notes, resident
from graph.old_staging.survivors import references
from graph.partial import ABSENT, Record, Undefined


@dataclass(frozen=True, slots=True, eq=False)
class _Path:
    """A path, and how often its journal refers to what."""

    traced: Traced
    counts: dict[int, int]

    def is_alone(self, holder: Any, key: Any, n_holders: int) -> bool:
        """Do only so many, and the journal, hold what stands in a place?"""
        expected = n_holders + self.counts.get(id(holder[key]), 0)
        expected += count_notes(holder[key])
        for entry in self.traced.written.values():
            expected += (entry.after is holder[key]) + (entry.left is holder[key])
        # The argument of getrefcount counts, too.
        return sys.getrefcount(holder[key]) == expected + 1


def open_instances(
    branches: Sequence[Traced], values: list[list[Any]], n_names: int
) -> None:
    """Put records in place of the objects that two paths made.

    Args:
        branches: The paths.
        values: For each path, what it leaves; changed in place.
        n_names: How many of these are variables; the others are places.
    """
    if any(branch.is_diverged for branch in branches):
        return
    paths = [_Path(branch, references(branch.written)) for branch in branches]
    for place in range(len(values[0])):
        # What a path left in a variable is noted twice.
        held = [(side, place, 2 if place < n_names else 1) for side in values]
        found = _opened(paths, held)
        if found is not None:
            for side, value in zip(values, found, strict=True):
                side[place] = value


def _opened(
    paths: Sequence[_Path], held: Sequence[tuple[Any, Any, int]]
) -> list[Any] | None:
    """Return what stands in a place of each path, opened; None if it cannot be."""
    kinds = {type(holder[key]) for holder, key, _ in held}
    if kinds == {tuple}:
        return _opened_tuples(paths, held)
    kinds = {
        type(holder[key]) for holder, key, _ in held if not _is_nothing(holder[key])
    }
    if len(kinds) != 1 or not is_plain_class(*kinds):
        return None
    states: list[dict[str, Any] | None] = []
    for path, (holder, key, n_holders) in zip(paths, held, strict=True):
        if _is_nothing(holder[key]):
            states.append(None)
            continue
        if resident(holder[key]) is not None:
            return None
        if not path.is_alone(holder, key, n_holders):
            return None
        if weakref.getweakrefcount(holder[key]):
            return None
        states.append(dict(state_of(holder[key])))
    names = next(state.keys() for state in states if state is not None)
    if not names or any(
        state is not None and list(state) != list(names) for state in states
    ):
        return None
    columns = [_column(paths, states, name) for name in names]
    if any(column is None for column in columns):
        return None
    rows = list(zip(*(column or () for column in columns), strict=True))
    return [
        holder[key]
        if state is None
        else Record((type(holder[key]), *names), list(rows[i]))
        for i, (state, (holder, key, _)) in enumerate(zip(states, held, strict=True))
    ]


def _opened_tuples(
    paths: Sequence[_Path], held: Sequence[tuple[Any, Any, int]]
) -> list[Any] | None:
    if len({len(holder[key]) for holder, key, _ in held}) != 1:
        return None
    rows = [list(holder[key]) for holder, key, _ in held]
    changed = False
    for place in range(len(rows[0])):
        # The list here, and the tuples.
        found = _opened(paths, [(row, place, 2) for row in rows])
        if found is not None:
            changed = True
            for row, value in zip(rows, found, strict=True):
                row[place] = value
    return [tuple(row) for row in rows] if changed else None


def _column(
    paths: Sequence[_Path], states: Sequence[dict[str, Any] | None], name: str
) -> list[Any] | None:
    """Return the values of an attribute, opened; None if they cannot be joined."""
    given = [state for state in states if state is not None]
    if not any(_is_object(state[name]) for state in given):
        # What a path left of lists and dicts are copies: it is not told who holds them.
        if any(containers(state[name]) for state in given):
            return None
        return [None if state is None else state[name] for state in states]
    # The object, and the copy of its state.
    found = _opened(
        paths, [({name: None} if state is None else state, name, 2) for state in states]
    )
    if found is None and all(state[name] is given[0][name] for state in given):
        return [None if state is None else state[name] for state in states]
    return found


def _is_nothing(value: Any) -> bool:
    return value is None or value is ABSENT or isinstance(value, Undefined)


def _is_object(value: Any) -> bool:
    """May it be an object that someone changes, or whose identity matters?"""
    return is_plain_class(type(value)) and not isinstance(
        value, (FunctionType, ModuleType, type)
    )


__all__ = ["open_instances"]
