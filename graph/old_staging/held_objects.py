"""Objects of the user's that exceptions hold, as graphs have them.

    raise Overdrawn(self, amount)       # where only the run knows `self.balance`

A run makes such an object anew, of what it held when the exception was made: one that
the trace has made, and one that holds what only the run knows. Any other one is given
to the exception itself.
"""

from __future__ import annotations

import enum
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from graph import nest
from graph.building import PerTrace, per_trace
from graph.graph import is_symbolic
from graph.keys import is_open
from graph.old_staging.ages import made_since_trace_began
from graph.old_staging.chosen import Chosen
from graph.old_staging.objects import state_of
from graph.ops.skeletons import (
    HeldObject,
    Kept,
    KeptObject,
    filled,
    reference_to,
    skeleton_of,
)
from graph.partial import Maybe, Optional, OptionalTensor, PossibleAttribute
from graph.segments import Segment
from graph.segments import refusal as refusal_of_lists
from graph.tables import is_run_set, is_table, refusal
from graph.tensor import _DISPATCH

# Whoever holds more than this holds more than an exception tells.
_MAX_OBJECTS: Final = 10_000
_OURS: Final = frozenset({"graph", "autograph", "executor", "numpy"})
# What stands for a value of the run.
_STAND_INS: Final = (
    *(Chosen, Maybe, Optional, OptionalTensor, PossibleAttribute, Segment),
)
# They are what they are, and stay so.
_FIXED: Final = (
    *(types.FunctionType, types.BuiltinFunctionType, types.ModuleType, type),
    *(enum.Enum, bytes, range, slice, np.dtype),
)
_MODULES_OF_VALUES: Final = frozenset(
    {"datetime", "decimal", "_decimal", "_pydecimal", "fractions", "pathlib", "uuid"}
)


class _State(PerTrace):
    """The objects that stand for others of which exceptions are to be made."""

    def __init__(self) -> None:
        self.copies: dict[int, tuple[Any, Callable[[], Any]]] = {}


_STATE: Final = per_trace(_State())


class Objects:
    """The objects that one exception holds, while it is taken apart.

    Args:
        root: One that is made anew in any case.
    """

    def __init__(self, root: Any = None) -> None:
        self._root = root
        self._known: dict[int, tuple[HeldObject, Any]] = {}
        self._young: set[int] | None = None

    def taken_apart(self, value: Any, part_of: Callable[[Any], Any]) -> Any:
        """Return the skeleton of what is no number, text, list, tuple or dict.

        Raises:
            UnknownKeysError: It is a dict or set with what only the run knows.
            UnknownLengthError: It is in a list whose length only the run knows.
        """
        check_dict(value)
        if is_run_set(value):
            raise refusal("an exception holds it", "set")
        if type(value) is Segment:
            raise refusal_of_lists("an exception holds it")
        if is_object(value):
            return self._held(value, part_of)
        names = getattr(type(value), "_fields", None)
        if isinstance(value, tuple) and names is not None:
            held = HeldObject(type(value))
            held.parts.update(zip(names, map(part_of, value), strict=True))
            return held
        module = type(value).__module__
        is_fixed = isinstance(value, _FIXED) or module in _MODULES_OF_VALUES
        return Kept(value) if is_fixed else None

    def _held(self, value: Any, part_of: Callable[[Any], Any]) -> Any:
        if id(value) in self._known:
            return self._known[id(value)][0]
        if not self.is_made_anew(value):
            return KeptObject(value)
        held = HeldObject(type(value), reference_to(_owner_of(value)))
        self._known[id(value)] = held, value  # it stays, as does its identity
        for name, part in state_of(value):
            held.parts[name] = part_of(part)
        return held

    def all(self) -> list[tuple[HeldObject, Any]]:
        """Return what stands for each object, and the object."""
        return list(self._known.values())

    def is_made_anew(self, value: Any) -> bool:
        """Is it an object of the trace, or does it hold what only the run knows?"""
        is_one = value is self._root or self._is_young(value)
        return is_one or reaches_run(value)

    def _is_young(self, value: Any) -> bool:
        if self._young is None:
            self._young = made_since_trace_began()
        return id(value) in self._young


def check_dict(value: Any) -> None:
    """Refuse a dict with keys that only the run knows.

    Raises:
        UnknownKeysError: It is one.
    """
    if is_table(value) or is_open(value):
        raise refusal("an exception holds it")


def is_object(value: Any) -> bool:
    """Is it an object of a class of the user's, which holds attributes alone?"""
    kind: Any = type(value)
    if kind.__new__ is not object.__new__ or isinstance(value, (type, enum.Enum)):
        return False
    root = kind.__module__.partition(".")[0]
    return root not in _OURS and (
        root not in sys.stdlib_module_names or root == "__main__"
    )


# A structure, with leaves in a form that can be compared; see staging.raised.
_Known: TypeAlias = tuple[nest.Structure, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class ObjectSpec:
    """What is known of an object that an exception of the run holds.

    Attributes:
        kind: Its class.
        parts: Its attributes with what is known of each; None if nothing is.
    """

    kind: type
    parts: tuple[tuple[str, nest.Structure, tuple[Any, ...]], ...] | None

    @classmethod
    def of(cls, value: Any, described: Callable[[Any], _Known | None]) -> ObjectSpec:
        """Return what is known of an object.

        Args:
            value: The object, with specs for what only the run knows.
            described: Returns the structure and the leaves of a part, or None.
        """
        if reaches_itself(value):
            return cls(type(value), None)
        parts: list[tuple[str, nest.Structure, tuple[Any, ...]]] = []
        for name, part in state_of(value):
            found = described(part)
            if found is None:
                return cls(type(value), None)
            parts.append((name, *found))
        return cls(type(value), tuple(parts))

    def made(self, make: Callable[[nest.Structure, tuple[Any, ...]], Any]) -> Any:
        """Return such an object, whose parts `make` makes of what is known of them."""
        held = HeldObject(self.kind)
        for name, structure, leaves in self.parts or ():
            held.parts[name] = Kept(make(structure, leaves))
        return filled(held, ())


def reaches_itself(value: Any, around: tuple[int, ...] = ()) -> bool:
    """Tell whether an object holds one that holds itself."""
    if not is_object(value):
        return False
    parts = [part for _, held in state_of(value) for part in nest.flatten(held)]
    inside = (*around, id(value))
    return any(id(part) in inside or reaches_itself(part, inside) for part in parts)


def reaches_run(value: Any) -> bool:
    """Tell whether an object holds what only the run knows, itself or by others."""
    return any(is_symbolic(x) or type(x) in _STAND_INS for x in reached(value))


def holds_objects_of_run(value: Any) -> bool:
    """Is there an object in a value that holds what only the run knows?"""
    return any(is_object(each) and reaches_run(each) for each in reached(value))


def reached(value: Any) -> Iterator[Any]:
    """Yield a value, and what it holds at any depth."""
    seen: dict[int, Any] = {}
    waiting = [value]
    while waiting and len(seen) < _MAX_OBJECTS:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen[id(each)] = each
        yield each
        if isinstance(each, Mapping):
            waiting += each.values()
        elif isinstance(each, (list, tuple, set, frozenset)):
            waiting += each
        elif is_object(each):
            waiting += (part for _, part in state_of(each))


def is_held(value: Any) -> bool:
    """Is it an object that an exception of the run has to hold anew?"""
    return is_object(value) and Objects().is_made_anew(value)


def without_objects(value: Any) -> Any:
    """Return a value with objects in place of those that may change yet.

    Args:
        value: Nested tuples, lists and dicts.
    """
    if not any(map(is_object, nest.flatten(value))):
        return value
    objects = Objects()
    values: list[Any] = []

    def taken_apart(part: Any, part_of: Callable[[Any], Any]) -> Any:
        if is_object(part) or isinstance(part, tuple):
            return objects.taken_apart(part, part_of)
        return Kept(part)

    known: dict[int, Any] = {}
    made = filled(skeleton_of(value, values, taken_apart), values, known)
    for held, owner in objects.all():
        if id(held) in known:
            copied = known[id(held)]
            _STATE.copies[id(copied)] = copied, reference_to(owner)
    return made


def copies_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield objects that were made in place of others, with these.

    Args:
        value: Nested tuples, lists and dicts, that `without_objects` has returned.
    """
    for each in nest.flatten(value):
        owner = _owner_of(each)
        if owner is not each:
            yield each, owner


def _owner_of(value: Any) -> Any:
    """Return the object that one was made in place of; itself if none, or if gone."""
    copied, owner = _STATE.copies.get(id(value), (None, None))
    if copied is not value or owner is None:
        return value
    return value if (found := owner()) is None else found


_DISPATCH["attributes_of"] = state_of
_DISPATCH["check_dict"] = check_dict
_DISPATCH["is_object"] = is_object
_DISPATCH["reached"] = reached
_DISPATCH["is_held_object"] = is_held
_DISPATCH["reaches_run"] = reaches_run
_DISPATCH["without_objects"] = without_objects
_DISPATCH["held_objects"] = lambda: Objects().taken_apart

__all__ = [
    "ObjectSpec",
    "Objects",
    "copies_in",
    "holds_objects_of_run",
    "is_object",
    "reached",
]
