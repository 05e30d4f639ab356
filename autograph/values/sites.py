"""Where mutable objects are born, and what is known of all objects born there.

A site is *virtual*, so that its objects are objects of the trace, or *real*: they live
at run time. It only ever rises to real. Its slots (`item`, `key`, `value`, `.name`) are
what its objects hold, for their whole life; they only widen. Sites whose objects may
meet in one value are united.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from autograph.values.specs import (
    ANY,
    BOTTOM,
    UNDEFINED,
    SiteSpec,
    UnionSpec,
    join,
    parts_of,
    with_real_arrays,
)
from graph.errors import AutographError
from graph.origin import Origin, capture_exact, place_in

if TYPE_CHECKING:
    from autograph.values.state import Trace


class Site:
    """A place of the program where objects are born.

    Attributes:
        number: Counts the sites of a function.
        key: What tells it from others.
        cls: The class of its objects.
        where: The user's line, for people.
        is_real: Do its objects live at run time?
        why: Why they do.
        slots: What its objects hold.
        read: The slots that have been read.
        is_escaped: Have its objects gone where anything may be written to them?
        is_given: Does the caller have its objects, so that they hold what is boxed?
        is_outer: Are there objects that outlive the call among its objects?
        is_closed: Do methods of its class close over what the trace has?
        saved: For a `try`, the variables that its handler reads.
    """

    __slots__ = (
        "cls", "is_closed", "is_escaped", "is_given", "is_outer", "is_real", "key",
        "number", "parent", "read", "saved", "slots", "where", "why",
    )  # fmt: skip

    def __init__(self, number: int, key: Any, cls: type, where: str) -> None:
        self.number, self.key, self.cls, self.where = number, key, cls, where
        self.parent: Site | None = None
        self.is_real = self.is_escaped = self.is_outer = False
        self.is_given = self.is_closed = False
        self.why = ""
        self.slots: dict[str, Any] = {}
        self.read: set[str] = set()
        self.saved: frozenset[str] = frozenset()

    def find(self) -> Site:
        """Return the site that this one has become a part of."""
        site = self
        while site.parent is not None:
            site = site.parent
        return site

    def slot(self, name: str) -> Any:
        """Return what is known of a slot."""
        if not self.is_escaped:
            return self.slots.get(name, BOTTOM)
        is_bare = UNDEFINED not in parts_of(self.slots.get(name, ANY))
        return ANY if is_bare else UnionSpec(frozenset((ANY, UNDEFINED)))


@dataclass(slots=True)
class Known:
    """What the attempts to trace a function have found out: kept from one to the next.

    Attributes:
        sites: By their keys.
        paths: The arguments that are objects of the run, by their paths.
        recursive: Code of functions that call themselves when the graph runs.
        python: What Python runs, by place: rungs 1 and 2, each with the refusal.
        looked: The statements that Python runs, with how many are before, which are
            known to write nothing that outlives the call.
        forced: Modes of tests, see `autograph.staging.forcing`.
        loops: Python loops that are loops of the graph, by place.
        has_real_arrays: Is every array an object of the run from its birth on?
        has_prints: Is what is printed the run's, since an object of the run is?
        attempts: How many there were.
        log: What was found out, for people.
        states: Random generators and iterators, what puts them back, and to where.
        calls: Those that are made once, by place and how many were there before.
        entered: By id, the context managers that a `with` has entered.
        drawn: By id, what was drawn from iterators older than the trace: items, errors.
        copies: By id, iterators of the caller's, and copies that are drawn from.
        converted: By id, functions and what they are converted to, if they are.
        printed: What the last attempt has printed: streams and texts.
        stands: The attempt whose effects are not undone.
    """

    sites: dict[Any, Site] = field(default_factory=dict)
    paths: set[Any] = field(default_factory=set)
    recursive: set[Any] = field(default_factory=set)
    python: dict[Any, Exception] = field(default_factory=dict)
    places: dict[Any, Origin] = field(default_factory=dict)
    looked: set[Any] = field(default_factory=set)
    forced: frozenset[str] = frozenset()
    loops: set[Any] = field(default_factory=set)
    unrolled: set[Any] = field(default_factory=set)
    has_real_arrays: bool = False
    has_prints: bool = False
    attempts: int = 0
    log: list[str] = field(default_factory=list)
    stuck: int = 0
    tries: set[Any] = field(default_factory=set)
    calls: dict[Any, Any] = field(default_factory=dict)
    converted: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    entered: dict[int, Any] = field(default_factory=dict)
    states: dict[int, tuple[Any, Any, Any]] = field(default_factory=dict)
    drawn: dict[int, list[tuple[Any, Exception | None]]] = field(default_factory=dict)
    copies: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    printed: dict[Any, tuple[Any, str]] = field(default_factory=dict)
    stands: Trace | None = None

    def site(self, key: Any, cls: type, where: str) -> Site:
        """Return the site with a key."""
        found = self.sites.get(key)
        if found is None:
            found = Site(len(self.sites) + 1, key, cls, where)
            found.is_real = "real" in self.forced and cls not in (object, np.ndarray)
            self.sites[key] = found
        found = found.find()
        if found.cls is not cls and found.cls.__qualname__ == cls.__qualname__:
            found.cls = cls  # a class that is made anew in each attempt
        return found

    def let_arrays_be_real(self) -> None:
        """Let every array be an object of the run, those that sites hold included."""
        self.has_real_arrays = True
        for site in self.sites.values():
            slots = site.slots.items()
            site.slots = {name: with_real_arrays(spec) for name, spec in slots}

    def lines(self) -> list[tuple[str, Origin]]:
        """Return why Python runs statements and calls, and where."""
        return [(message_of(self.python[key]), self.places[key]) for key in self.python]

    def falls(self, key: Any, refused: Exception) -> None:
        """Let Python run a statement or a call, from the next attempt on."""
        place = getattr(refused, "origin", None) or place_in(refused.__traceback__)
        self.places[key] = place or capture_exact()
        self.python[key] = refused
        self.note(f"{key[0]} is run by Python: {refused}")

    def note(self, text: str) -> None:
        """Add a line to the log."""
        self.log.append(text)


def message_of(refused: Exception) -> str:
    """Return what a refusal says, without its place."""
    if isinstance(refused, AutographError):
        return refused.message.partition("\n")[0].rstrip(".")
    return str(refused)


@dataclass(slots=True)
class Uniting:
    """Joins specs, and tells whether that has united sites.

    Attributes:
        has_united: Has it, since that was last set to False?
        give: Is told of a site whose objects the caller has.
    """

    has_united: bool = False
    give: Callable[[Site], None] = lambda _: None

    def join(self, left: Any, right: Any) -> Any:
        """Return the narrowest spec that covers both."""
        return join(left, right, self.unite)

    def unite(self, site: Site, other: Site) -> SiteSpec:
        """Let two sites be one."""
        site, other = site.find(), other.find()
        if site is other:
            return SiteSpec(site)
        if other.number < site.number:
            site, other = other, site
        other.parent = site
        self.has_united = True
        site.is_real |= other.is_real
        site.is_escaped |= other.is_escaped
        site.is_outer |= other.is_outer
        site.is_closed |= other.is_closed
        is_given = site.is_given or other.is_given
        site.read |= other.read
        for name, spec in other.slots.items():
            site.slots[name] = self.join(site.slots.get(name, BOTTOM), spec)
        if is_given:
            site.is_given = False
            self.give(site)
        return SiteSpec(site)
