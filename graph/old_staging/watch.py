"""Find what a block changed without a note: the objects it can reach are compared.

Converted code notes its writes in the journal. Code that runs as it stands does not:
C functions such as `heapq.heappush`, operators and other special methods of the
user's classes, generators, `exec`. So what a block can reach is looked at before and
after it: the variables of its functions, and from there attributes, contents, other
functions and their globals. What has changed joins the journal.
"""

from __future__ import annotations

import collections
import enum
import functools
import gc
import itertools
import operator
import re
import sys
import types
import weakref
import zlib
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

import numpy as np

from graph.keys import Possible
from graph.old_staging.chosen import Chosen, values_of
from graph.old_staging.journal import Entry, is_same_content
from graph.old_staging.locations import Attribute, Cell, Global, Key, Location, Progress
from graph.old_staging.storage import (
    CONTAINERS,
    NoAttribute,
    as_attribute,
    content_of,
    instance_dict,
)
from graph.old_staging.streams import redirected
from graph.old_staging.variables import Maybe, Optional, Unavailable, Undefined
from graph.origin import is_library_code
from graph.tensor import SymbolicTensor, Tensor

# Nothing further is looked at after so many objects: the nearest ones come first.
MAX_OBJECTS: Final = 20_000
# Larger arrays are compared by checksum, and not put back.
MAX_ARRAY_BYTES: Final = 1 << 24

_ATOMS: Final = frozenset(
    {int, float, complex, bool, str, bytes, type(None), range, slice, type(...)}
    | {types.CodeType, types.MappingProxyType}
    | {Undefined, Unavailable}
)
# Methods of C that are given their class: Python has no name for their kind.
METHOD_OF_CLASS: Final = type(re.compile("").match)
# Classes and modules whose state is not the user's.
_PASSED_OVER: Final = (
    sys.stdlib_module_names
    | {"autograph", "executor", "graph", "numpy", "scipy", "_pytest", "pytest"}
    | {"hypothesis", "coverage"}
) - {"__main__"}
_LOOKED_INTO: Final = (
    types.SimpleNamespace,
    collections.UserDict,
    collections.UserList,
    collections.ChainMap,
)
_ITERATORS: Final = frozenset({"builtins", "itertools", "collections", "_collections"})
# Python's own attributes, which it may make when they are read, and our marks.
_NOT_STATE: Final = ("__", "_ag_")
_GENERATED: Final = "ag__"

_MISSING: Final = object()
# Code object -> the names it and the code in it mention. Written by `_mentions` only.
_MENTIONS: weakref.WeakKeyDictionary[types.CodeType, tuple[str, ...]] = (
    weakref.WeakKeyDictionary()
)


#: The attribute that holds what is `Settled`.
SETTLED: Final = "_ag_settled"


class Settled:
    """Attributes that an object counts as having had before the blocks under way.

    What makes them runs once, wherever it is first reached: no block undoes it.
    """

    __slots__ = ("attributes",)

    def __init__(self, attributes: dict[str, Any]) -> None:
        self.attributes = attributes


class _Way(NamedTuple):
    """How objects of a class are looked at."""

    looks: tuple[Callable[[Watch, Any], None], ...]
    slots: tuple[str, ...] = ()


class Watch:
    """What a block can reach, as it was when the watch began."""

    def __init__(self, roots: Iterable[Any], like: Watch | None = None) -> None:
        """Remember what can be reached from some callables or values.

        Args:
            roots: These.
            like: A watch that has just been settled. What it has seen is as it was
                then, and is not looked at again.
        """
        if like is not None and like.is_cut:
            like = None
        self._seen: dict[int, Any] = {} if like is None else dict(like._seen)
        self._pending: collections.deque[Any] = collections.deque()
        self._places: list[tuple[Location, Any]] = []
        self._attributes: list[tuple[Any, dict[str, Any]]] = []
        if like is not None:
            self._places += like._places
            self._attributes += like._attributes
        self._named: set[Key] = set() if like is None else set(like._named)
        # The symbolic tensors among what can be reached, by id.
        self.symbolic: dict[int, Any] = {} if like is None else dict(like.symbolic)
        # What is known of the classes that were met.
        self._ways: dict[type, _Way | None] = {}
        self._reach_all(roots)
        self._reach_all(redirected())
        self._look_around()

    @classmethod
    def of_frames(cls, frames: Iterable[types.FrameType]) -> Watch:
        """Return a watch of what running code can reach."""
        watch = cls(())
        for frame in frames:
            watch._look_at_globals(frame.f_globals, _mentions(frame.f_code))
            held = frame.f_locals
            watch._reach_all(list(held.values()))
            if type(held) is dict and held is not frame.f_globals:
                held.clear()  # a copy, which the frame would keep
        watch._look_around()
        return watch

    @property
    def is_cut(self) -> bool:
        """Was there more to reach than is looked at?"""
        return len(self._seen) >= MAX_OBJECTS

    @property
    def has_iterators(self) -> bool:
        """Is there an iterator among what can be reached?"""
        return any(hasattr(type(each), "__next__") for each in self.seen())

    def _look_around(self) -> None:
        while self._pending and len(self._seen) < MAX_OBJECTS:
            self._look_at(self._pending.popleft())
        self._pending.clear()

    def settle(self, written: dict[Key, Entry]) -> None:
        """Put back what has changed since, and add it to what a block wrote."""
        for location, before in self._places:
            now = location.get()
            if not is_identical(before, now):
                _add(written, location, before, now)
                location.restore(before)
        for owner, before in self._attributes:
            now = _attributes_of(owner)
            # Names are compared at once: the same text is the same name.
            if list(before) != list(now) or not all(
                map(operator.is_, before.values(), now.values())
            ):
                self._settle_attributes(written, owner, before)

    def seen(self) -> Iterable[Any]:
        """Return the objects that could be reached when the watch began."""
        return self._seen.values()

    def has_seen(self, value: Any) -> bool:
        """Tell whether an object could be reached when the watch began."""
        return self._seen.get(id(value)) is value

    def changes(self) -> dict[Key, Entry]:
        """Return what has changed since, and leave it as it is."""
        written: dict[Key, Entry] = {}
        self.settle(written)
        for entry in written.values():
            entry.location.set(entry.after)
        return written

    def has_changed(self) -> bool:
        """Tell whether something has changed since; it is put back then."""
        written: dict[Key, Entry] = {}
        self.settle(written)
        return bool(written)

    def is_unchanged(self) -> bool:
        """Tell whether everything is as it was; nothing is put back."""
        return all(
            is_identical(before, location.get()) for location, before in self._places
        ) and all(
            _is_same_state(before, _attributes_of(owner))
            for owner, before in self._attributes
        )

    def changed(self) -> list[Location]:
        """Return the places that do not hold what they held; nothing is put back."""
        places = self._places
        found = [x for x, before in places if not is_identical(before, x.get())]
        for owner, before in self._attributes:
            now = dict(_attributes_of(owner))
            for name in {**before, **now}:
                old, new = before.get(name, _MISSING), now.get(name, _MISSING)
                if old is not new and not name.startswith(_NOT_STATE):
                    found.append(Attribute(owner, name))
        return found

    def _settle_attributes(
        self, written: dict[Key, Entry], owner: Any, before: dict[str, Any]
    ) -> None:
        now = dict(_attributes_of(owner))
        settled = now.get(SETTLED)
        if type(settled) is Settled and settled is not before.get(SETTLED):
            before = {**before, **settled.attributes}
        for name in [*before, *(each for each in now if each not in before)]:
            old, new = before.get(name, _MISSING), now.get(name, _MISSING)
            if old is new or name.startswith(_NOT_STATE):
                continue
            location = Attribute(owner, name)
            known = [
                NoAttribute(name) if each is _MISSING else as_attribute(each)
                for each in (old, new)
            ]
            _add(written, location, *known)
            location.restore(known[0])

    # -- What can be reached ---------------------------------------------------------

    def _reach(self, value: Any) -> None:
        self._reach_all((value,))

    def _reach_all(self, values: Iterable[Any]) -> None:
        # Most of the time of a trace may be spent here.
        ways, seen, pending = self._ways, self._seen, self._pending
        for value in values:
            kind = type(value)
            if kind in _ATOMS:
                continue
            try:
                way = ways[kind]
            except KeyError:
                way = ways[kind] = _way_of(kind)
            if way is not None:
                if id(value) not in seen:
                    seen[id(value)] = value
                    pending.append(value)
            elif issubclass(kind, SymbolicTensor):
                self.symbolic[id(value)] = value

    def _place(self, location: Location, value: Any = _MISSING) -> None:
        value = location.get() if value is _MISSING else value
        self._places.append((location, value))
        self._reach(value)

    def _look_at(self, value: Any) -> None:
        way = self._ways[type(value)]
        assert way is not None  # what is pending has one
        for look in way.looks:
            look(self, value)

    def _look_at_wrapper(self, value: Any) -> None:
        if "__wrapped__" in (instance_dict(value) or ()):
            self._reach(value.__wrapped__)  # such as a decorated function

    def _look_at_tuple(self, value: Any) -> None:
        self._reach_all(tuple.__iter__(value))

    def _look_at_frozenset(self, value: Any) -> None:
        self._reach_all(frozenset.__iter__(value))

    def _look_at_content(self, value: Any) -> None:
        content = content_of(value)
        self._places.append((Location(value), content))
        if isinstance(content, dict):
            self._reach_all(content.keys())
            self._reach_all(content.values())
        elif isinstance(content, (list, set)):
            self._reach_all(content)

    def _look_at_array(self, value: np.ndarray) -> None:
        if value.nbytes <= MAX_ARRAY_BYTES:
            self._places.append((Location(value), value.copy()))
        else:
            location = Progress(value, _checksum)
            self._places.append((location, location.get()))

    def _look_at_iterator(self, value: Any) -> None:
        location = Progress(value, _progress)
        self._places.append((location, location.get()))
        # What they iterate over is nowhere else to be had.
        self._reach_all(gc.get_referents(value))
        frame = value.gi_frame if type(value) is types.GeneratorType else None
        if frame is not None:  # from Python 3.13 on it is no referent
            self._reach_all(dict(frame.f_locals).values())
            self._look_at_globals(frame.f_globals, _mentions(frame.f_code))

    def _look_at_instance(self, value: Any) -> None:
        held = instance_dict(value)
        kind = type(value)
        if held is not None:
            self._attributes.append((value, dict(held)))
            self._reach_all(held.values())
        way = self._ways[kind]
        for name in way.slots if way is not None else ():
            self._place(Attribute(value, name))
        if id(kind) not in self._seen:
            self._reach(kind)

    def _look_at_class(self, value: type) -> None:
        if _is_passed_over(value.__module__):
            return
        held = dict(value.__dict__)
        self._attributes.append((value, held))
        self._reach_all(held.values())
        self._reach_all(value.__mro__[1:])
        self._reach(type(value))

    def _look_at_function(self, function: types.FunctionType) -> None:
        code = function.__code__
        is_library = is_library_code(code) or _is_passed_over(function.__module__)
        cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
        for name, cell in cells:
            if name == _GENERATED or id(cell) in self._seen:
                continue
            self._seen[id(cell)] = cell
            location = Cell(cell, name)
            if is_library:
                self._reach(location.get())
            else:
                self._place(location)
        self._reach_all(function.__defaults__ or ())
        self._reach_all((function.__kwdefaults__ or {}).values())
        if is_library:
            return
        self._reach_all(function.__dict__.values())
        self._attributes.append((function, dict(function.__dict__)))
        self._look_at_globals(function.__globals__, _mentions(code))

    def _look_at_globals(self, held: dict[str, Any], names: tuple[str, ...]) -> None:
        for name in names:
            if name not in held or (key := (id(held), name)) in self._named:
                continue
            self._named.add(key)
            value = held[name]
            if not isinstance(value, types.ModuleType):
                self._place(Global(held, name), value)
            elif not _is_passed_over(value.__name__):
                self._look_at_globals(value.__dict__, names)


def _way_of(kind: type) -> _Way | None:
    """Return how objects of a class are looked at; None for those without parts."""
    if kind in _ATOMS or issubclass(kind, (Tensor, np.generic, enum.Enum)):
        return None
    special = _SPECIAL.get(kind)
    if special is not None:
        return _Way((special,))
    if issubclass(kind, np.ndarray):
        return _Way((Watch._look_at_array,))
    if issubclass(kind, enum.EnumType):
        return _Way(())  # combined flags are made, and kept, when they are used
    if issubclass(kind, type):
        return _Way((Watch._look_at_class,))
    looks: list[Callable[[Watch, Any], None]] = []
    if issubclass(kind, CONTAINERS):
        looks.append(Watch._look_at_content)
    elif issubclass(kind, tuple):
        looks.append(Watch._look_at_tuple)
    elif issubclass(kind, frozenset):
        looks.append(Watch._look_at_frozenset)
    elif hasattr(kind, "__next__") and kind.__module__ in _ITERATORS:
        looks.append(Watch._look_at_iterator)
    is_looked_into = kind in _LOOKED_INTO or hasattr(kind, "_ag_has_state")
    if _is_passed_over(kind.__module__) and not is_looked_into:
        return _Way((*looks, Watch._look_at_wrapper))
    return _Way((*looks, Watch._look_at_instance), _slots(kind))


def _is_passed_over(module: Any) -> bool:
    return isinstance(module, str) and module.partition(".")[0] in _PASSED_OVER


def _attributes_of(owner: Any) -> dict[str, Any]:
    """Return the attributes that an object holds itself, not to be changed."""
    try:
        held = object.__getattribute__(owner, "__dict__")
    except AttributeError:
        return {}
    if type(held) is dict:
        return held
    return dict(owner.__dict__) if isinstance(owner, type) else {}


def is_identical(before: Any, after: Any) -> bool:
    """Are two copies of a content, taken at two times, of the same objects?"""
    if before is after:
        return True
    if type(before) is not type(after):
        return False
    if isinstance(before, (list, dict)):
        # Before anything else is asked, which takes longer.
        if len(before) != len(after):
            return False
        if isinstance(before, dict):
            if not all(map(operator.is_, before, after)):
                return False
            before, after = before.values(), after.values()
        return all(map(operator.is_, before, after))
    if isinstance(before, Undefined):
        return True
    if isinstance(before, (set, bytes, np.ndarray, tuple)):
        return is_same_content(before, after)
    return False


def _is_same_state(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Are the attributes the same, but for those that are none of the user's?"""
    if is_identical(before, after):
        return True
    return all(
        before.get(name, _MISSING) is after.get(name, _MISSING)
        for name in (*before, *after)
        if not name.startswith(_NOT_STATE)
    )


def _add(written: dict[Key, Entry], location: Location, before: Any, now: Any) -> None:
    entry = written.get(location.key)
    if entry is None:
        written[location.key] = Entry(location, before, now)
    else:  # changed before it was noted
        entry.location, entry.before = location, before


def _mentions(code: types.CodeType) -> tuple[str, ...]:
    known = _MENTIONS.get(code)
    if known is None:
        found = dict.fromkeys(code.co_names)
        for inner in code.co_consts:
            if isinstance(inner, types.CodeType):
                found.update(dict.fromkeys(_mentions(inner)))
        known = _MENTIONS[code] = tuple(found)
    return known


def _slots(cls: type) -> tuple[str, ...]:
    return tuple(
        name
        for base in cls.__mro__
        if not _is_passed_over(base.__module__)
        for name, member in base.__dict__.items()
        if isinstance(member, types.MemberDescriptorType)
    )


def _progress(iterator: Any) -> Any:
    """Return what tells how far an iterator has come.

    That of `zip`, `map` and their kind is told by the iterators inside them; `chain`
    and others drop these at the end.
    """
    if type(iterator) is types.GeneratorType:
        frame = iterator.gi_frame
        return [] if frame is None else [frame.f_lasti, *dict(frame.f_locals).values()]
    if isinstance(iterator, (itertools.count, itertools.repeat)):
        return repr(iterator)
    if hasattr(type(iterator), "__length_hint__"):
        return operator.length_hint(iterator)
    held = gc.get_referents(iterator)
    return [len(held), *(len(each) for each in held if type(each) is tuple)]


def _checksum(value: np.ndarray) -> str:
    return str(zlib.crc32(value.tobytes()))


def _look_at_partial(watch: Watch, value: functools.partial[Any]) -> None:
    watch._reach_all((value.func, *value.args, *value.keywords.values()))


_SPECIAL: Final[dict[type, Callable[[Watch, Any], None]]] = {
    types.FunctionType: Watch._look_at_function,
    types.GeneratorType: Watch._look_at_iterator,
    types.MethodType: lambda watch, value: watch._reach_all(
        (value.__self__, value.__func__)
    ),
    types.BuiltinMethodType: lambda watch, value: watch._reach(value.__self__),
    METHOD_OF_CLASS: lambda watch, value: watch._reach(value.__self__),
    types.MethodWrapperType: lambda watch, value: watch._reach(value.__self__),
    functools.partial: _look_at_partial,
    property: lambda watch, value: watch._reach_all(
        (value.fget, value.fset, value.fdel)
    ),
    staticmethod: lambda watch, value: watch._reach(value.__func__),
    classmethod: lambda watch, value: watch._reach(value.__func__),
    functools.cached_property: lambda watch, value: watch._reach(value.func),
    functools._lru_cache_wrapper: lambda watch, value: watch._reach(value.__wrapped__),
    weakref.ref: lambda watch, value: watch._reach(value()),
    types.ModuleType: lambda watch, value: None,
    Chosen: lambda watch, value: watch._reach_all(values_of(value)),
    Maybe: lambda watch, value: watch._reach(value.value),
    Optional: lambda watch, value: watch._reach(value.value),
    Possible: lambda watch, value: watch._reach(value.value),
}
