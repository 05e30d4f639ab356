"""What objects of Python's library keep inside them, which no block puts back.

A text stream, a queue, a hash: what they hold is in C, or in attributes that are not
the user's. So a block that the run may not take, or may take more than once, is not to
change those that were there before it. Whether something has changed is found by
comparing what they hold, as far as it can be seen, before a call and after it.
"""

from __future__ import annotations

import collections
import contextlib
import contextvars
import copyreg
import enum
import functools
import gc
import itertools
import re
import sys
import types
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import numpy as np

from graph.building import PerTrace, per_trace
from graph.errors import SideEffectError
from graph.graph import current_graph
from graph.old_staging.ages import is_from_before
from graph.old_staging.locations import with_article
from graph.old_staging.storage import CONTAINERS, instance_dict
from graph.old_staging.watch import METHOD_OF_CLASS, Watch
from graph.origin import capture_exact

# What is looked at of one object; whatever holds more counts as changed.
_MAX_PARTS: Final = 5_000
# Their objects are values: they do not change, but for what they have worked out.
_VALUES: Final = (
    *(int, float, complex, str, bytes, tuple, frozenset, range, slice, type, property),
    *(type(None), BaseException, enum.Enum, staticmethod, classmethod, memoryview),
    *(functools.partial, functools.cached_property, weakref.ref),
)
_MODULES_OF_VALUES: Final = frozenset(
    {"datetime", "_pydatetime", "fractions", "pathlib", "uuid", "re", "zoneinfo"}
    | {"struct", "_struct", "statistics", "string", "ipaddress", "numbers"}
)
# What blocks see by themselves, or is looked at elsewhere.
_SEEN: Final = (
    *CONTAINERS,
    *(types.SimpleNamespace, collections.UserDict, collections.UserList),
    *(collections.ChainMap, types.GeneratorType, types.CoroutineType),
    contextlib.ExitStack,
)
_SEEN_MODULES: Final = frozenset(
    {"builtins", "itertools", "collections", "_collections", "contextlib", "types"}
    | {"typing", "abc", "operator", "_operator", "ast", "inspect", "dataclasses"}
    | {"traceback", "random", "_random"}
)
#: Reading these tells how an object without another way to look into it stands.
_TELLING: Final = ("hexdigest", "locked", "qsize", "cache_info", "tobytes")
# No method of an object changes it that has one of these names, as Python uses them.
ASKING: Final = frozenset(
    {"__repr__", "__str__", "__len__", "__contains__", "__getitem__", "__eq__"}
    | {"__hash__", "__format__", "__bool__", "__sizeof__", "__dir__", "copy"}
    | {"__getattribute__", "isatty", "fileno", "readable", "writable", "seekable"}
    | {"cache_info", "cache_parameters", "get", "locked", "len", "isinstance", "id"}
    | {"iter", "__iter__"}
)


class _Cached(PerTrace):
    """The functions with results kept that blocks have filled, by identity."""

    def __init__(self) -> None:
        self.filled: dict[int, Any] = {}


_CACHED: Final = per_trace(_Cached())


def note_filled(function: Any) -> None:
    """Note that a block has had a function keep a result."""
    if id(function) not in _CACHED.filled and is_made_before_block(function):
        _CACHED.filled[id(function)] = function


def check_told(method: Any) -> None:
    """Look at a method that may tell how often a cache was filled.

    Raises:
        SideEffectError: Only the run knows.
    """
    owner = method.__self__
    if method.__name__ == "cache_info" and id(owner) in _CACHED.filled:
        raise refusal(owner)


class Held:
    """What objects that a call may change hold, as it was before the call.

    Args:
        found: The objects.
    """

    def __init__(self, found: list[Any]) -> None:
        self._before = [(each, _Snapshot(each)) for each in found]

    def check(self, name: str | None) -> None:
        """Refuse what the call has changed of what was there before a staged block.

        Args:
            name: That of the method that was called.

        Raises:
            SideEffectError: It was made in the function: what outlives the call is
                written to while it is traced.
        """
        for owner, before in self._before:
            if before.is_known:
                is_same = before.is_like(_Snapshot(owner))
            else:
                is_same = name in ASKING
            if not is_same and is_made_before_block(owner):
                raise refusal(owner)


def refusal(owner: Any) -> SideEffectError:
    """Return the error for an object of the library's that a block changes."""
    noun = with_article(type(owner).__name__)
    return SideEffectError(
        f"{noun} that was made outside is changed under a condition, in a loop, or in "
        "a `try`, that is known only when the graph runs.",
        origin=capture_exact(2),
        hint="What it holds cannot be put back: change it outside, or collect what "
        "depends on the run in a list, a dict or text of your own.",
    )


def held_by(values: Iterable[Any]) -> Held | None:
    """Return what objects among some values hold; None if there are none.

    What they hold themselves is looked at, too: a `csv.writer` writes to a stream.
    """
    found = [
        each for each in values if may_change(type(each)) or type(each) in _STEPPING
    ]
    if not found or not _is_in_block():
        return None
    parts = list(_with_parts(found))
    return Held(parts) if parts else None


def inner_changes(values: Iterable[Any]) -> Callable[[], list[Any]]:
    """Look at objects of the library; return what tells which have changed since."""
    found = [each for each in values if may_change(type(each))]
    before = [(each, _Snapshot(each)) for each in found]
    return lambda: [each for each, old in before if not old.is_like(_Snapshot(each))]


def changing(owner: Any, change: Callable[[], None]) -> None:
    """Change an object by what runs as it stands.

    Raises:
        SideEffectError: It is of the library, and was made before a staged block.
    """
    held = held_by((owner,))
    change()
    if held is not None:
        held.check(None)


def check_iterator(iterator: Any) -> None:
    """Refuse to step through what was there before a staged block, and advances.

    Raises:
        SideEffectError: It is such an object of the library's, or steps through one.
    """
    if not hasattr(type(iterator), "__next__") or not _is_in_block():
        return
    for each in _with_parts([iterator]):
        if _is_advanced(type(each)) and is_made_before_block(each):
            raise refusal(iterator if type(each) is _SCANNER else each)


def _is_advanced(kind: type) -> bool:
    return hasattr(kind, "__next__") or kind is _SCANNER


def may_change(kind: type) -> bool:
    """Tell whether objects of a class keep what a block does not see."""
    known = _KINDS.get(kind)
    if known is None:
        known = _KINDS[kind] = _may_change(kind)
    return known


# Written by `may_change` only.
_KINDS: Final[weakref.WeakKeyDictionary[type, bool]] = weakref.WeakKeyDictionary()


def _may_change(kind: type) -> bool:
    if kind in _CHANGING or _is_untold(kind):
        return True
    base = next((each for each in kind.__mro__ if _is_of_library(each)), object)
    if base is object or issubclass(kind, _VALUES):
        return False
    if kind in _SEEN or issubclass(kind, _SEEN[:-1]) or hasattr(kind, "_ag_has_state"):
        return False
    root = base.__module__.partition(".")[0]
    if root == "contextlib":
        return issubclass(kind, contextlib.ExitStack)
    is_value = root in _MODULES_OF_VALUES or base.__name__ == "Decimal"
    return not is_value and root not in _SEEN_MODULES


def _is_untold(kind: type) -> bool:
    """Tell whether iterators of a class count inside of them how far they have come.

    Blocks see it of those that know how many items are left, and of those that are as
    far as what they are made of.
    """
    step = getattr(kind, "__next__", None)
    if type(step) is not types.WrapperDescriptorType or step.__objclass__ in _TOLD:
        return False
    is_counted = hasattr(kind, "__length_hint__")
    return not (is_counted and kind.__module__ in ("builtins", "_collections"))


# What `re` matches one after another with.
_SCANNER: Final = type(re.compile("").scanner(""))  # type: ignore[attr-defined]
_CHANGING: Final = (
    *(memoryview, contextvars.ContextVar, functools._lru_cache_wrapper),
    *(_SCANNER, np.ndindex, np.ndenumerate),
)
# These step through others, or call functions, and count nothing by themselves.
_STEPPING: Final = (
    *(zip, map, filter, enumerate, type(iter(int, 1)), itertools.chain),
    *(itertools.compress, itertools.dropwhile, itertools.filterfalse),
    *(itertools.islice, itertools.pairwise, itertools.starmap),
    *(itertools.takewhile, itertools.zip_longest),
    *filter(None, (getattr(itertools, "batched", None),)),  # from Python 3.12 on
)
_TOLD: Final = (*_STEPPING, types.GeneratorType, itertools.count, itertools.repeat)


def _is_of_library(kind: type) -> bool:
    root = kind.__module__.partition(".")[0]
    return root in sys.stdlib_module_names and root != "__main__"


def _is_in_block() -> bool:
    return next(_watches(), None) is not None


def _watches() -> Iterator[Watch]:
    """Yield what the blocks that are staged now could reach when they began.

    While it is found out whether a `try` may raise there is none: it is traced again.
    """
    graph = current_graph()
    while graph is not None and graph.is_block:
        if graph.watch is not None:
            yield graph.watch
        graph = graph.parent


def is_made_before_block(owner: Any) -> bool:
    """Was an object made in this trace, and before a block that is staged now?"""
    return _may_be_of_before(owner) and _is_of_trace(owner)


def _may_be_of_before(owner: Any) -> bool:
    for watch in _watches():
        if watch.is_cut or watch.has_seen(owner):
            return True
        parts = [each for each in watch.seen() if may_change(type(each))]
        if any(each is owner for each in _with_parts(parts)):
            return True
    return False


def _is_of_trace(owner: Any) -> bool:
    """Is an object not known to have been there before the trace?"""
    if gc.is_tracked(owner):
        return not is_from_before(owner)
    frame = sys._getframe()
    while frame is not None:
        if any(each is owner for each in frame.f_globals.values()):
            return False
        frame = frame.f_back  # type: ignore[assignment]
    return True


def _with_parts(found: list[Any]) -> Iterator[Any]:
    """Yield objects, and those of their kind that they hold."""
    known: dict[int, Any] = {}
    pending = list(found)
    while pending and len(known) < _MAX_PARTS:
        value = pending.pop()
        if id(value) in known:
            continue
        known[id(value)] = value
        is_one = may_change(type(value))
        if is_one:
            yield value
        if is_one or type(value) in _HOLDING:
            pending += held_inside(value)


def held_inside(value: Any) -> list[Any]:
    """Return what an object refers to, of a chain also what it is to step through.

    `enumerate` and `zip` keep the tuple that they gave last, which is no part of them.
    """
    if type(value) is zip:
        return list(value.__reduce__()[1])
    parts = gc.get_referents(value)
    if type(value) is enumerate:
        return [each for each in parts if type(each) is not tuple]
    if type(value) is itertools.chain:
        for content in gc.get_referents(*parts):
            if type(content) in _CONTENTS:
                held = gc.get_referents(content)
                parts += [each for each in held if hasattr(type(each), "__next__")]
    return parts


_CONTENTS: Final = (tuple, list, dict, set, frozenset, collections.deque)


_HOLDING: Final = (
    *(dict, list, tuple, set, collections.deque, types.MethodType),
    *(types.BuiltinFunctionType, METHOD_OF_CLASS, functools.partial, *_STEPPING),
)


class _Snapshot:
    """What an object holds, as far as that can be seen.

    Attributes:
        is_known: Is that all of it?
    """

    def __init__(self, owner: Any) -> None:
        self.is_known = True
        self._parts: list[Any] = []
        self._owner = owner
        self._seen: dict[int, Any] = {}  # held, so that identities stay theirs
        self._take(owner)

    def is_like(self, other: _Snapshot) -> bool:
        """Tell whether it holds the same objects, and equal numbers and text."""
        if not self.is_known or not other.is_known:
            return False
        if len(self._parts) != len(other._parts):
            return False
        return all(map(_is_like, self._parts, other._parts))

    def _take(self, value: Any) -> None:
        pending = [value]
        while pending:
            each = pending.pop()
            kind = type(each)
            # What tells of a state is made anew each time: its parts are compared.
            is_known = id(each) in self._seen or kind in _CONTENT
            self._parts.append(kind if is_known else each)
            if id(each) in self._seen or kind in _ATOMS:
                continue
            if len(self._parts) > _MAX_PARTS:
                self.is_known = False
                return
            self._seen[id(each)] = each
            parts = self._parts_of(each)
            self._parts.append(len(parts))
            pending += parts

    def _parts_of(self, value: Any) -> list[Any]:
        kind = type(value)
        if kind in _CONTENT:
            is_dict = issubclass(kind, dict)
            return [*value, *value.values()] if is_dict else list(value)
        return self._inside(value) if may_change(kind) else []

    def _inside(self, value: Any) -> list[Any]:
        kind = type(value)
        if kind is contextvars.ContextVar:
            return [value.get(None)]
        for name in _TELLING:
            tell = getattr(kind, name, None)
            if tell is not None and not isinstance(tell, types.FunctionType):
                return [getattr(value, name)()]
        held = instance_dict(value)
        if _is_written_in_python(kind):
            return [] if held is None else [*held, *held.values()]
        reduced = _reduced(value)
        if reduced is None:
            self.is_known = self.is_known and value is not self._owner
            return [] if held is None else [*held, *held.values()]
        return reduced


def _reduced(value: Any) -> list[Any] | None:
    """Return what a copy of an object is made of, if it is written in C."""
    kind = type(value)
    names = ("__reduce_ex__", "__reduce__", "__getstate__")
    of_user = [getattr(kind, name, None) for name in names]
    if any(isinstance(each, types.FunctionType) for each in of_user):
        return None
    try:
        reduce: Any = copyreg.dispatch_table.get(kind)
        made = value.__reduce_ex__(4) if reduce is None else reduce(value)
    except (TypeError, ValueError, DeprecationWarning):
        return None  # it cannot be copied; a file may be closed
    return list(made[1:3]) if isinstance(made, tuple) else None


def _is_written_in_python(kind: type) -> bool:
    """Tell whether the class that is no user's, and its bases, are Python's code."""
    return all(
        any(isinstance(each, types.FunctionType) for each in vars(base).values())
        or not vars(base).get("__slots__", True)
        for base in kind.__mro__[:-1]
        if base.__module__ not in ("typing", "abc", "collections.abc")
    )


_CONTENT: Final = frozenset(
    {dict, collections.OrderedDict, collections.defaultdict}
    | {list, tuple, set, collections.deque}
)
_ATOMS: Final = frozenset({int, float, bool, str, bytes, complex, type(None)})


def _is_like(one: Any, other: Any) -> bool:
    if one is other:
        return True
    return type(one) is type(other) and type(one) in _ATOMS and bool(one == other)


__all__ = [
    "ASKING",
    "Held",
    "check_iterator",
    "held_by",
    "held_inside",
    "inner_changes",
    "is_made_before_block",
    "may_change",
    "refusal",
]
