"""Dicts and sets with keys that only the run knows.

Such a dict stays the object that it is, and holds two lists: its keys in their order,
and their values. A set holds one. They are lists as the user's are, so that a block may
change them as it changes any list; what looks into a dict or set goes through
operators, which know them. Everything else finds a `Mark`, and is refused.
"""

from __future__ import annotations

import enum
import gc
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from graph import segments
from graph.building import PerTrace, per_trace
from graph.errors import UnknownKeysError
from graph.keys import is_open, known_entries
from graph.keys import refusal as refusal_of_keys
from graph.needed import raise_noted
from graph.nest import Structure
from graph.origin import capture_exact
from graph.segments import OPAQUE, OPERATIONS
from graph.tensor import _DISPATCH

#: Python's own views, and the methods that give them.
VIEWS: Final[Mapping[type, str]] = {
    type(getattr(kind(), name)()): name
    for kind in (dict, OrderedDict)
    for name in ("keys", "values", "items")
}


class _State(PerTrace):
    """Whether this thread's trace has sets of which only the run knows the elements."""

    def __init__(self) -> None:
        self.has_sets = False
        self.stepping: list[Any] = []
        self.walks: list[Any] = []


_STATE: Final = per_trace(_State())


def check_not_stepped(found: Any) -> None:
    """Refuse to put lists into a dict or set that an iterator of Python's is in.

    Raises:
        UnknownKeysError: There is one, but for those that a loop goes on from.
    """
    known = _STATE.stepping
    for each in gc.get_referrers(found):
        if type(each) in _ITERATORS and not any(each is one for one in known):
            kind = "dict" if isinstance(found, dict) else "set"
            raise refusal("it comes to be so while it is stepped through", kind)


def stepping() -> list[Any]:
    """Return the iterators over dicts that loops go on from, if these become such."""
    return _STATE.stepping


@contextmanager
def walking(iterators: Sequence[Any]) -> Iterator[None]:
    """Note what steps through dicts in a loop, as long as that is being traced."""
    known = _STATE.walks
    known.append(iterators)
    try:
        yield
    finally:
        known.pop()


def walks_over(keys: Any) -> list[Any]:
    """Return the iterators of loops through the dict that has this list of keys."""
    found = [each for iterators in _STATE.walks for each in iterators]
    return [each for each in found if each.is_over(keys)]


def has_run_sets() -> bool:
    """Tell whether the trace has made sets of which only the run knows the elements."""
    return _STATE.has_sets


# What is called when a trace makes the first one, and may refuse that.
_CHECKS: Final[list[Callable[[], None]]] = []


def before_run_sets(check: Callable[[], None]) -> None:
    """Have something called when a trace makes the first such set."""
    _CHECKS.append(check)


def note_run_sets() -> None:
    """Note that the trace makes such a set.

    Raises:
        UnknownKeysError: A check refuses it.
    """
    if not _STATE.has_sets:
        for check in _CHECKS:
            check()
        _STATE.has_sets = True
        segments.note_made()


#: The classes of dicts whose methods are known.
DICTS: Final = (dict, OrderedDict, defaultdict, Counter)


_ITERATORS: Final[frozenset[type]] = frozenset(
    {
        *(type(iter({})), type(iter({}.keys())), type(iter({}.values()))),
        *(type(iter({}.items())), type(reversed({})), type(reversed({}.values()))),
        *(type(reversed({}.items())), type(iter(OrderedDict())), type(iter(set()))),
    }
)


class Part(enum.StrEnum):
    """What such a dict has for keys: text, so that a call takes `**d`, and is told."""

    MARK = "\0 mark of autograph"
    KEYS = "\0 keys of autograph"
    VALUES = "\0 values of autograph"


class Mark:
    """What stands in such a dict or set for code that does not know it."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and not name.startswith("__array"):
            raise AttributeError(name)
        raise refusal("an item of it is used")


def _refuse(*_: Any, **__: Any) -> Any:
    raise refusal("this looks at its items in a way that is not staged")


for _name in OPERATIONS.split():
    if _name not in ("hash", "eq", "ne", "reduce_ex"):
        setattr(Mark, f"__{_name}__", _refuse)
OPAQUE.add(Mark)
MARK: Final = Mark()


class Members(Mark):
    """What a set holds whose elements only the run knows.

    Attributes:
        elements: A list of them, in no order that Python would have.
    """

    __slots__ = ("elements",)

    def __init__(self, elements: list[Any]) -> None:
        """Hold the elements."""
        self.elements = elements

    def __repr__(self) -> str:
        raise_noted(refusal("its text is made", "set"), 2)


OPAQUE.add(Members)


def refusal(what: str, kind: str = "dict") -> UnknownKeysError:
    """Return the error for a use of a dict or set that its operators do not cover."""
    return UnknownKeysError(
        f"which {'keys a dict' if kind == 'dict' else 'elements a set'} has is known "
        f"only when the graph runs; {what}.",
        origin=capture_exact(2),
        hint="`d[key]`, `in`, get(), pop(), setdefault(), update(), len(), truth, "
        "copy() and `for` are staged in converted code."
        if kind == "dict"
        else "add(), discard(), remove(), `in`, len(), truth, `|`, `&`, `-`, `<=`, "
        "sorted() are staged in converted code. Python gives the elements in an order "
        "that depends on how the set has come about: step through sorted(s).",
    )


def is_table(value: Any) -> bool:
    """Is it a dict with keys that only the run knows?"""
    return (
        segments.is_made()
        and isinstance(value, dict)
        and dict.__contains__(value, Part.MARK)
    )


def is_of_table(structure: Structure) -> bool:
    """Is it the structure of what such a dict or set holds?"""
    return structure.kind is dict and Part.MARK in structure.keys


def is_run_set(value: Any) -> bool:
    """Is it a set with elements that only the run knows?"""
    return (
        segments.is_made()
        and isinstance(value, (set, frozenset))
        and len(value) == 1
        and type(next(iter(value))) is Members
    )


class Shown:
    """What stands for a view of a dict.

    Attributes:
        table: The dict.
    """

    __slots__ = ()

    table: dict[Any, Any]

    def isdisjoint(self, other: Any) -> Any:
        """Return whether the keys or items have none in common with others."""
        return _DISPATCH["is_disjoint_of_view"](self, other)


def kind_of_view(table: Any, name: str) -> type:
    """Return the type of what `keys`, `values` or `items` of a dict gives."""
    plain: Any = OrderedDict() if isinstance(table, OrderedDict) else {}
    return type(getattr(plain, name)())


def viewed(view: Any) -> dict[Any, Any] | None:
    """Return the dict that a view of Python's shows, if only the run knows its keys."""
    if type(view) not in VIEWS or not segments.is_made():
        return None
    table = gc.get_referents(view)[0]
    return table if is_table(table) or is_open(table) else None


def content_of(table: dict[Any, Any]) -> dict[Part, Any]:
    """Return what a dict holds that becomes such a dict: lists of its own.

    Raises:
        UnknownKeysError: It has a key on some paths only.
    """
    entries = known_entries(table)
    if entries is None:
        raise refusal("it has a key on some paths only, and others that the run adds")
    return content([key for key, _ in entries], [value for _, value in entries])


def content(keys: list[Any], values: list[Any]) -> dict[Part, Any]:
    """Return what such a dict holds."""
    segments.note_made()
    return {Part.MARK: MARK, Part.KEYS: keys, Part.VALUES: values}


def elements_content(found: Any) -> dict[Part, Any]:
    """Return what a set holds, as the content of a dict.

    Args:
        found: Its elements; those of a set that is one already.
    """
    note_run_sets()
    first = next(iter(found), None)
    elements = first.elements if type(first) is Members else list(found)
    return {Part.MARK: MARK, Part.KEYS: elements}


def check_text(value: Any) -> None:
    """Refuse to make text of a dict or set of which the run knows what is in it.

    Raises:
        UnknownKeysError: It is one.
    """
    what = "it is made text"
    if is_open(value):
        raise refusal_of_keys(what)
    if is_table(value):
        raise refusal(what)
    if is_run_set(value):
        raise refusal(what, "set")


__all__ = [
    "DICTS",
    "MARK",
    "Mark",
    "Members",
    "Part",
    "before_run_sets",
    "check_text",
    "content",
    "content_of",
    "elements_content",
    "has_run_sets",
    "is_of_table",
    "is_run_set",
    "is_table",
    "note_run_sets",
    "refusal",
]
