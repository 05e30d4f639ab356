"""What a trace leaves in things that outlive the call: public objects alone.

What Python does to captured lists, dicts, objects and globals happens while a function
is traced. A symbolic tensor that is left in one has no value afterwards, which a
warning tells; what merely stands for something of the run is refused.
"""

from __future__ import annotations

import collections
import gc
import sys
import warnings
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import CellType, FunctionType, ModuleType
from typing import Any, Final

import numpy as np

from autograph.arguments import PRIMITIVES
from autograph.errors import LeakedTensorWarning
from graph import dtypes, nest
from graph.errors import SideEffectError
from graph.old_staging.ages import is_from_before, made_since_trace_began
from graph.old_staging.journal import Entry
from graph.old_staging.locations import Cell, Global, Location, Progress
from graph.old_staging.numpy_arrays import is_of_numpy
from graph.old_staging.sites import origin_of_write
from graph.old_staging.storage import instance_dict
from graph.origin import Origin
from graph.partial import Undefined
from graph.specs import is_list
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.tensor_array import TensorArray

_PACKAGES: Final = frozenset({"autograph", "executor", "graph"})
_ITEMS: Final = (list, tuple, set, frozenset, collections.deque)
_NOT_LOOKED_INTO: Final = (type, ModuleType, FunctionType, np.generic)


@dataclass(frozen=True, slots=True)
class Left:
    """What is left in a place, and is no plain Python object.

    Attributes:
        entry: What the trace has noted of the place.
        value: The value or item that holds it.
        found: The symbolic tensor, or what stands for something of the run.
        within: The identities of the objects on the way to it, and beside it.
    """

    entry: Entry
    value: Any
    found: Any
    within: frozenset[int]

    @property
    def is_tensor(self) -> bool:
        """Is it a symbolic tensor, which shows what it is?"""
        return _is_tensor(self.found)

    def origin(self, default: Origin) -> Origin:
        """Return the line that wrote it, or another one if that is not known."""
        return origin_of_write(self.entry.location, self.value) or default


def find_left(written: Iterable[Entry]) -> list[Left]:
    """Return what a trace leaves in places that outlive it, and is of the run.

    Args:
        written: What it has written.
    """
    entries = list(written)
    found = [left for entry in entries for left in _left_in(entry)]
    if not found:
        return []
    known = _outliving(entries, found)
    found = [each for each in found if id(each.entry.location.owner) in known]
    inner: set[int] = set().union(*(each.within for each in found))
    return [each for each in found if id(each.entry.location.owner) not in inner]


def refusal_of_left(
    left: Sequence[Left], name: str, origin: Origin
) -> SideEffectError | None:
    """Return the error for what only stands for something of the run, if there is some.

    Args:
        left: What a trace leaves.
        name: The function's name.
        origin: Where it is defined.
    """
    for each in left:
        if not each.is_tensor:
            found = SideEffectError(
                f"{each.entry.location.label} outlives the call of {name}(), which "
                "leaves something there that is known only at run time, and that is no "
                "tensor: Python could not read it.",
                origin=each.origin(origin),
                hint="Return it instead: make the list or dict inside of the function. "
                "An ag.Variable keeps a number from call to call.",
            )
            found.is_in_user_code = True
            return found
    return None


def warn_of_left(left: Sequence[Left], name: str, origin: Origin) -> None:
    """Warn of symbolic tensors that a trace leaves, once for each line."""
    seen = set()
    for each in left:
        at = each.origin(origin)
        if (at.filename, at.lineno) in seen:
            continue
        seen.add((at.filename, at.lineno))
        message = (
            f"{each.entry.location.label} outlives the call of {name}(), which leaves "
            f"{each.found!s} there. This happens once, while the function is traced, "
            "and the tensor has no value outside of it. Keep state in an ag.Variable, "
            "collect values in an ag.TensorArray, or return a list that is made inside "
            "of the function."
        )
        warnings.warn_explicit(
            message, LeakedTensorWarning, at.filename, max(at.lineno, 1)
        )


@contextmanager
def unreadable_put_back(written: Iterable[Entry]) -> Iterator[None]:
    """Put back what a trace that ends with an exception leaves, but known values."""
    try:
        yield
    except BaseException:
        for each in find_left(written):
            if not each.is_tensor:
                each.entry.location.restore(each.entry.before)
        raise


def leaves_arrays(left: Iterable[Left]) -> bool:
    """Tell whether arrays of NumPy's are left that only the run has."""
    return any(
        type(each) is SymbolicTensor and is_of_numpy(each)
        for one in left
        for each in nest.flatten(one.entry.location.get())
    )


# -- What is left ----------------------------------------------------------------------


def _left_in(entry: Entry) -> Iterator[Left]:
    """Yield what is new in a place and holds something of the run."""
    if isinstance(entry.location, Progress):
        return
    for value in _new_in(entry):
        seen: dict[int, Any] = {}
        found = list(_of_run(value, seen))
        if found:
            found.sort(key=_is_tensor)  # the worst first
            yield Left(entry, value, found[0], frozenset(seen))


def _new_in(entry: Entry) -> Iterator[Any]:
    before, now = entry.before, entry.location.get()
    if not entry.location.is_content:
        if now is not before and not _is_gone(entry.location, now):
            yield now
        return
    if isinstance(now, dict):
        known = set(map(id, before)) if isinstance(before, dict) else set()
        yield from (key for key in now if id(key) not in known)
        now = list(now.values())
        before = list(before.values()) if isinstance(before, dict) else []
    if not isinstance(now, (list, set)):
        return  # bytes and arrays
    if isinstance(now, list) and isinstance(before, list):
        kept = 0
        for old, new in zip(before, now, strict=False):
            if old is not new:
                break
            kept += 1
        now = now[kept:]
    known = set(map(id, before))
    yield from (each for each in now if id(each) not in known)


def _is_gone(location: Location, value: Any) -> bool:
    """Tell whether a place is gone, or empty; of a cell our own value may be left."""
    if not isinstance(value, Undefined):
        return False
    return not (isinstance(location, Cell) and gc.get_referents(location.owner))


def _of_run(value: Any, seen: dict[int, Any]) -> Iterator[Any]:
    """Yield what a value holds of the run: symbolic tensors and what stands for others.

    Args:
        value: What is looked into.
        seen: What has been, by its identity.
    """
    waiting = [value]
    while waiting:
        each = waiting.pop()
        kind = type(each)
        if kind in PRIMITIVES or id(each) in seen or issubclass(kind, EagerTensor):
            continue
        seen[id(each)] = each
        if issubclass(kind, _NOT_LOOKED_INTO):
            continue
        if kind is TensorArray:
            if isinstance(each._items, SymbolicTensor):
                yield each
        elif _is_ours(kind):
            if issubclass(kind, Tensor) or not _is_public(kind):
                yield each
        elif issubclass(kind, _ITEMS):
            waiting.extend(each)
        elif issubclass(kind, dict):
            waiting.extend(dict.keys(each))
            waiting.extend(dict.values(each))
        elif issubclass(kind, np.ndarray):
            waiting.extend(each.flat if each.dtype.hasobject else ())
        else:
            waiting.extend((instance_dict(each) or {}).values())
            waiting.extend(each.args if issubclass(kind, BaseException) else ())


def _is_tensor(value: Any) -> bool:
    if type(value) is not SymbolicTensor:
        return type(value) is TensorArray
    return value.spec.dtype is not dtypes.opaque and not is_list(value.spec)


def _is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] in _PACKAGES


def _is_public(kind: type) -> bool:
    """Tell whether users have the class, or one that it is a subclass of."""
    public = sys.modules["autograph"]
    return any(
        _is_ours(base) and getattr(public, base.__name__, None) is base
        for base in kind.__mro__
    )


# -- What outlives the call ------------------------------------------------------------


def _was_there(owner: Any) -> bool:
    """Tell whether an object was there before the trace.

    Python may find only now that a dict can be in cycles, and takes it for young: what
    refers to it is older.
    """
    if owner is None:  # which has no attributes, as the run will say
        return False
    if is_from_before(owner):
        return True
    if not isinstance(owner, dict):
        return False
    young = made_since_trace_began()
    return any(
        id(each) not in young or (type(each) is dict and _is_of_older(each, young))
        for each in gc.get_referrers(owner)
    )


def _is_of_older(attributes: dict[str, Any], young: Container[int]) -> bool:
    """Tell whether a dict has the attributes of an object that was there before.

    Python makes such a dict when it is first asked for.
    """
    return any(
        id(each) not in young and instance_dict(each) is attributes
        for each in gc.get_referrers(attributes)
    )


def _outliving(entries: Sequence[Entry], left: Sequence[Left]) -> set[int]:
    """Return the identities of the owners that outlive the call, of what is left.

    Python does not say when an object was made. What was made inside is, afterwards,
    referred to by the journal and by other such objects alone.

    Args:
        entries: What was written.
        left: What is looked at.
    """
    inside: collections.Counter[int] = collections.Counter()
    holders: dict[int, set[int]] = collections.defaultdict(set)
    owners = {id(entry.location.owner): entry.location.owner for entry in entries}
    for entry in entries:
        inside[id(entry.location.owner)] += 1
        inside.update(_parts(entry.before))
    for key, owner in owners.items():
        for part in _parts(owner):
            inside[part] += 1
            holders[part].add(key)
    owner = None
    # `owners` and the argument of getrefcount refer to each, too.
    held = {key for key in owners if sys.getrefcount(owners[key]) > inside[key] + 2}
    known = {
        id(entry.location.owner): True
        for entry in entries
        if isinstance(entry.location, Global)
    }
    found = set()
    for each in left:
        for key in _above(id(each.entry.location.owner), holders):
            if key not in known and key in held:
                known[key] = _was_there(owners[key])
            if known.get(key, False):
                found.add(id(each.entry.location.owner))
                break
    return found


def _above(key: int, holders: Mapping[int, set[int]]) -> list[int]:
    """Return an owner, and the owners that it is a part of."""
    found = [key]
    for each in found:
        found += holders[each].difference(found)
    return found


def _parts(owner: Any) -> Iterator[int]:
    """Yield the identities of what an object refers to, as often as it does."""
    if issubclass(type(owner), (type, ModuleType, Tensor)):
        return
    parts = gc.get_referents(owner)
    yield from map(id, parts)
    held = None if isinstance(owner, (dict, CellType)) else instance_dict(owner)
    if held is not None and any(part is held for part in parts):
        yield from map(id, gc.get_referents(held))


__all__ = [
    "Left",
    "find_left",
    "leaves_arrays",
    "refusal_of_left",
    "unreadable_put_back",
    "warn_of_left",
]
