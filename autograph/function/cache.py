"""The traces of a function: found by key, made once, bounded, and freed.

A trace is kept until its function dies, an object that it is keyed on dies, or the
function has more traces than it may keep: then the one used longest ago goes.
"""

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, overload

from autograph.arguments import aliases_in, flatten, key_orders
from autograph.function.fallback import Fall
from autograph.function.key import TraceKey
from autograph.function.trace import Effects
from autograph.function.variable_creation import VariableCreation
from graph.building import _STATE
from graph.locks import Lock, n_forks
from graph.origin import UNKNOWN, Origin
from graph.roomy import roomy

if TYPE_CHECKING:
    from autograph.function.concrete import ConcreteFunction
    from graph.nest import Structure

# What a guard returns for a call that is not of its trace.
MISS: Final = object()
# Guards are tried one after the other; beyond so many, the key is quicker.
MAX_GUARDS: Final = 4
# So many kinds of calls that raise by themselves are remembered.
MAX_OWN: Final = 64

# Orders the uses of traces. Read by all, written by none.
CLOCK: Final = itertools.count(1)


@dataclass(slots=True, eq=False, weakref_slot=True)
class Entry:
    """A trace with what is known of its making and its use.

    Attributes:
        key: What calls of it have in common.
        concrete: What runs.
        caller: The line of the call that it was traced for.
        convert_s: Seconds to convert source, that of called functions included.
        trace_s: Seconds to trace.
        build_s: Seconds to optimise the graph and to build the program.
        use: How often it was found, and when it was last, by `CLOCK`. Written by
            guards and by `Traces`; both without a lock, in single steps.
        guards: Guards for it, by what they are for.
        watchers: Weak references that evict it when an object dies.
        group: What it has in common with traces for other shapes; see `relaxing`.
        is_kept: Is it for other calls, too? Not if tracing has changed the arguments:
            another call that begins like this one has to change its own.
        is_rigid: Could its shapes not be left open?
        effects: What its trace did to the program around it, until it has run once.
    """

    key: TraceKey
    concrete: ConcreteFunction
    caller: Origin = UNKNOWN
    convert_s: float = 0.0
    trace_s: float = 0.0
    build_s: float = 0.0
    use: list[int] = field(default_factory=lambda: [0, 0])
    guards: dict[Any, Callable[..., Any] | None] = field(default_factory=dict)
    watchers: list[Any] = field(default_factory=list)
    group: Any = None
    is_kept: bool = True
    is_rigid: bool = False
    effects: Effects | None = None

    def is_for(self, structure: Structure) -> bool:
        """Tell whether it is for dicts with keys in the order that they have there."""
        orders = self.concrete.reads_key_order and self.concrete.key_orders
        return not orders or orders == key_orders(structure)

    def note_use(self) -> None:
        """Note that a call has found it made."""
        self.use[0] += 1
        self.use[1] = next(CLOCK)

    @property
    def hits(self) -> int:
        """How many calls found it made."""
        return self.use[0]


class _Pending:
    """A trace that a thread is making; others wait until it has ended.

    The lock is held until then. It stands for an `Event`, whose methods are Python,
    where Ctrl-C can strike half-way.
    """

    __slots__ = ("_process", "has_ended", "lock")

    def __init__(self) -> None:
        self.has_ended = False
        self.lock = threading.Lock()
        self.lock.acquire()
        self._process = n_forks()

    @property
    def is_awaited(self) -> bool:
        """Will it end? Threads of a process that has forked are not in the new one."""
        return not self.has_ended and self._process == n_forks()


class Traces:
    """The traces of one function.

    Attributes:
        guards: Guards of traces used lately. Replaced as a whole.
        max_traces: How many are kept; None for any number.
        n_traced: How many have been made.
        n_evicted: How many are gone, for whatever reason.
        variables: What the first trace may make.
        is_warned: Has a warning been given that the function keeps retracing?
    """

    def __init__(self, name: str, max_traces: int | None = None) -> None:
        self.guards: tuple[Callable[..., Any], ...] = ()
        self.max_traces = max_traces
        self.n_traced = 0
        self.n_evicted = 0
        self.variables = VariableCreation(name)
        self.is_warned = False
        self._entries: dict[TraceKey, Entry] = {}
        # Of calls that run as plain Python: why, and what forgets it when objects die.
        self._falls: dict[TraceKey, tuple[Fall, list[Any]]] = {}
        # Guards the entries and what is pending, for a moment; never while tracing.
        self._lock = Lock()
        self._pending: dict[TraceKey, _Pending] = {}

    def entries(self) -> list[Entry]:
        """Return the traces, in the order in which they were made."""
        return list(self._entries.values())

    def get(self, key: TraceKey) -> Entry | None:
        """Return the trace for a key; if there is none, the one made for specs."""
        return self._entries.get(key) or self._entries.get(key.of_specs())

    def find(
        self, key: TraceKey, leaves: Sequence[Any], values: Sequence[Any]
    ) -> tuple[TraceKey, Entry | None]:
        """Return the trace for a key, and the key that it has for these leaves.

        A function that asks for the class of a tensor has traces for arrays, too; one
        that looks at the order of a dict's keys has one for each order; one that tells
        containers apart has one for calls in which some are one.

        Args:
            key: The key of the call.
            leaves: Its leaves.
            values: Its arguments, one for each parameter.
        """
        entry = self.get(key)
        if entry is not None and entry.concrete.reads_key_order:
            structure = flatten(tuple(values))[1]
            if not entry.is_for(structure):
                key = key.in_order(structure)
                entry = self.get(key)
        if entry is None or entry.concrete.tells_apart:
            aliases = aliases_in(values)
            if aliases:
                key = key._replace(aliases=aliases)
                entry = self.get(key)
        return key, entry

    def fall_for(self, key: TraceKey | None) -> Fall | None:
        """Return why calls with a key run as plain Python, if they do."""
        found = None if key is None else self._falls.get(key)
        return None if found is None else found[0]

    def keep_fall(self, fall: Fall) -> None:
        """Let calls with the key of a fall run as plain Python from now on."""
        ours, key = weakref.ref(self), fall.key
        assert key is not None

        def forget(_: object) -> None:
            traces = ours()
            if traces is not None:
                traces._falls.pop(key, None)

        self._falls[key] = fall, _watchers(key, forget)
        if fall.is_own:  # of those there may be one for each text that is refused
            own = [k for k, (each, _) in list(self._falls.items()) if each.is_own]
            for each in own[:-MAX_OWN]:
                self._falls.pop(each, None)

    def drop_fall(self, fall: Fall) -> None:
        """Let calls with the key of a fall be traced again."""
        if fall.key is not None:
            self._falls.pop(fall.key, None)

    @overload
    def get_or_make(self, key: TraceKey, make: Callable[[], Entry]) -> Entry: ...

    @overload
    def get_or_make(
        self,
        key: TraceKey,
        make: Callable[[], Entry | Fall],
        fall_as: TraceKey | None,
    ) -> Entry | Fall: ...

    def get_or_make(
        self,
        key: TraceKey,
        make: Callable[[], Entry | Fall],
        fall_as: TraceKey | None = None,
    ) -> Entry | Fall:
        """Return the trace for a key, made once, whatever threads ask for it.

        A thread that is tracing does not wait for others, which may wait for it.

        Args:
            key: The key.
            make: Makes the trace, or tells why calls with the key fall.
            fall_as: The key of calls that fall like it; None if they may not.
        """
        mine = _Pending()
        # Ctrl-C may strike anywhere in here: whoever waits is let go all the same.
        try:
            while True:
                with self._lock():
                    entry = self.get(key)
                    if entry is not None:
                        return entry
                    fall = self.fall_for(fall_as)
                    if fall is not None:
                        return fall
                    pending = self._pending_for(key)
                    if pending is None or _STATE.stack:
                        # Another thread's stays its own: those who wait go on waiting.
                        self._pending.setdefault(key, mine)
                        break
                with pending.lock:
                    pass  # it has ended
            made = roomy(make)()
            with self._lock():
                if isinstance(made, Entry):
                    return self._add(key, made)
                if made.is_certain:
                    self.keep_fall(made)
                return made
        finally:
            mine.has_ended = True
            mine.lock.release()

    def _pending_for(self, key: TraceKey) -> _Pending | None:
        """Return what a call with this key has to wait for."""
        self._pending = {
            key: each for key, each in self._pending.items() if each.is_awaited
        }
        return self._pending.get(key) or self._first_pending()

    def _first_pending(self) -> _Pending | None:
        """Return what makes the first trace, which no other trace runs beside.

        It may make variables, which the others then find.
        """
        if self.n_traced:
            return None
        return next(iter(self._pending.values()), None)

    def _add(self, key: TraceKey, entry: Entry) -> Entry:
        """Keep a trace, unless there is one; return the one that is kept."""
        if not entry.is_kept:
            self.n_traced += 1
            return entry
        entry.use[1] = next(CLOCK)
        kept = self._entries.setdefault(key, entry)
        if kept is entry:
            self.n_traced += 1
            self._watch(entry)
            if self.max_traces is not None:
                while len(self._entries) > self.max_traces:
                    self._evict_oldest(entry)
        return kept

    def prefer(self, guard: Callable[..., Any]) -> None:
        """Try a guard before others from now on."""
        others = [each for each in self.guards if each is not guard]
        self.guards = (guard, *others[: MAX_GUARDS - 1])

    def _evict_oldest(self, newest: Entry) -> None:
        others = [each for each in self.entries() if each is not newest]
        if others:
            self.evict(min(others, key=lambda each: each.use[1]))

    def evict(self, entry: Entry) -> None:
        """Forget a trace."""
        # Also called when an object dies, wherever that is: it takes no lock. The key
        # is found by its own identity, since what is dead equals nothing.
        if self._entries.pop(entry.key, None) is None:
            return
        self.n_evicted += 1
        gone = set(map(id, entry.guards.values()))
        self.guards = tuple(each for each in self.guards if id(each) not in gone)

    def _watch(self, entry: Entry) -> None:
        """Let the trace go with the first of the objects that it is keyed on."""
        ours, theirs = weakref.ref(self), weakref.ref(entry)

        def forget(_: object) -> None:
            traces, dead = ours(), theirs()
            if traces is not None and dead is not None:
                traces.evict(dead)

        entry.watchers = _watchers(entry.key, forget)


class TracesOfInstances:
    """The traces of a method, of each instance, with which they die.

    Args:
        name: The method's name.
        max_traces: How many traces of each instance are kept; None for any number.
    """

    def __init__(self, name: str, max_traces: int | None) -> None:
        self._name = name
        self._max_traces = max_traces
        # id(instance) -> the instance, weakly, and the traces of its method.
        self._known: dict[int, tuple[weakref.ref[Any], Traces]] = {}
        # Guards what is added.
        self._lock = Lock()

    def get(self, instance: Any) -> Traces | None:
        """Return the traces of an instance; None if there are none yet."""
        known = self._known.get(id(instance))
        return known[1] if known is not None and known[0]() is instance else None

    def get_or_make(self, instance: Any) -> Traces | None:
        """Return the traces of an instance; None if these could not die with it."""
        with self._lock():
            traces = self.get(instance)
            if traces is not None:
                return traces
            number, known = id(instance), self._known
            try:
                gone = weakref.ref(instance, lambda _: known.pop(number, None))
            except TypeError:
                return None
            traces = Traces(self._name, self._max_traces)
            known[number] = (gone, traces)
            return traces


def _watchers(key: TraceKey, forget: Callable[[Any], None]) -> list[Any]:
    """Return what calls `forget` when the first object that is in a key dies."""
    return [
        weakref.ref(each.value, forget)
        for each in key.identities()
        if each.weak is not None
    ]
