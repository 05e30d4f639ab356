"""The journal: what a staged block writes besides local variables.

Attributes, lists, dicts, sets and arrays are changed in place while a block is
traced, by the block itself or by functions that it calls. Each write is noted in the
journal of the block's graph first. When the block ends everything is put back, and
what was written becomes state of the block like any variable.

A call that may turn out to be recursive, and be traced anew, keeps a journal too.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import GeneratorType, ModuleType
from typing import Any, Final, NamedTuple, NoReturn
from weakref import WeakKeyDictionary

import numpy as np

from graph import nest
from graph.building import PerTrace, per_trace
from graph.errors import SideEffectError
from graph.graph import Graph, current_graph
from graph.keys import is_open
from graph.old_staging.joining import is_same
from graph.old_staging.locations import (
    Attribute,
    Cell,
    Global,
    Key,
    Location,
    Progress,
    changed_in_place,
    with_article,
)
from graph.old_staging.sites import note_site
from graph.old_staging.storage import (
    Elements,
    content_of,
    is_namespace,
)
from graph.old_staging.twins import check_change
from graph.old_staging.variables import Unavailable
from graph.origin import Origin, capture_exact
from graph.partial import Maybe, Undefined


@dataclass(slots=True, eq=False)
class Entry:
    """A place that a block wrote to, with its value before and after the block.

    Attributes:
        location: The place.
        before: Its value before the block.
        after: Its value after the block.
        left: A copy of that: the lists in it are put back, too.
        tokens: Which lists and dicts it holds after the block.
        is_old: Could the block reach its owner when it began?
        is_handed_on: Was it given to a function that may, or may not, write to it?
    """

    location: Location
    before: Any
    after: Any = None
    tokens: Mapping[Any, Any] = field(default_factory=dict)
    is_old: bool = False
    is_handed_on: bool = False
    left: Any = field(init=False)

    def __post_init__(self) -> None:
        self.leave(self.after)

    def leave(self, value: Any) -> None:
        """Note the value after the block, before anything is put back."""
        self.after = value
        self.left = nest.map_structure(_same, value)

    def settle(self) -> None:
        """Take the value of before from the place itself, now that it is put back.

        Of two names of one place, one may have been noted late.
        """
        if not isinstance(self.location, Progress):
            self.before = self.location.get()


def _same(value: Any) -> Any:
    return value


class _Calls(PerTrace):
    """The journals of the calls being traced in this thread, outer ones first.

    And what each graph first wrote to a place after. Written by `begin_journal`,
    `end_journal` and `note` only.
    """

    def __init__(self) -> None:
        self.journals: list[dict[Key, Entry]] = []
        # Nothing here keeps anything alive: who holds what is asked elsewhere.
        self.first_writes: WeakKeyDictionary[Graph, dict[Key, FirstWrite]]
        self.first_writes = WeakKeyDictionary()


class FirstWrite(NamedTuple):
    """When a graph wrote to a place first, itself or in a block of it.

    Attributes:
        after: The name of its last node by then; "" of none.
        is_inside: Was it a block of it that wrote?
    """

    after: str
    is_inside: bool


_CALLS: Final = per_trace(_Calls())


def begin_journal() -> dict[Key, Entry]:
    """Return a journal of what is written from now on, for a call."""
    journal: dict[Key, Entry] = {}
    _CALLS.journals.append(journal)
    return journal


def end_journal() -> None:
    """End the journal that was begun last."""
    _CALLS.journals.pop()
    if not _CALLS.journals:
        _CALLS.first_writes = WeakKeyDictionary()


def first_writes(graph: Graph, owner: Any) -> list[FirstWrite]:
    """Return when a graph wrote first to the places of something that lives on."""
    noted = _CALLS.first_writes.get(graph, {})
    return [first for key, first in noted.items() if key[0] == id(owner)]


def note(location: Location) -> None:
    """Note that `location` is about to be written, if a block is being traced.

    Raises:
        UnknownIdentityError: Its owner may be one object with another.
    """
    check_change(location.owner)
    _note(location)
    if current_graph() is not None:
        note_site(location)


def _note(location: Location) -> None:
    graph = current_graph()
    if graph is None:
        return
    key = location.key
    around: Graph | None = graph
    while around is not None:
        noted = _CALLS.first_writes.setdefault(around, {})
        if key in noted:
            break
        last = around.nodes[-1].name if around.nodes else ""
        noted[key] = FirstWrite(last, around is not graph)
        around = around.parent
    if location.is_content:
        _tell_aliases(graph, location.owner)
    if graph.is_block and not location.is_made_in(graph):
        known = graph.journal.get(key)
        if known is None:
            graph.journal[key] = Entry(location, location.get())
        elif known.is_handed_on:
            known.is_handed_on = not is_same_content(known.before, location.get())
    note_for_calls(location)


def write_noted(location: Location, write: Callable[[], None]) -> None:
    """Write to `location`, after a note.

    What refuses to be written has not changed, and would refuse to be put back.
    """
    graph, key = current_graph(), location.key
    journals = [*_CALLS.journals, *([] if graph is None else [graph.journal])]
    fresh = [journal for journal in journals if key not in journal]
    note(location)
    try:
        write()
    except (AttributeError, TypeError):
        for journal in fresh:
            journal.pop(key, None)
        raise


def note_handed_on(location: Location) -> None:
    """Note that a function of Python's is given a container in a block."""
    graph = current_graph()
    note_at_last(location)
    if graph is not None and graph.is_block:
        if location.key not in graph.journal:
            entry = Entry(location, location.get(), is_handed_on=True)
            graph.journal[location.key] = entry
        note_for_calls(location)


def note_at_last(location: Location) -> None:
    """Note what may be changed, for the trace alone and what takes it back."""
    if current_graph() is None:
        return
    for journal in _CALLS.journals[:2]:
        if location.key not in journal:
            journal[location.key] = Entry(location, location.get())
    note_site(location)


def _tell_aliases(graph: Graph, owner: Any) -> None:
    """Note a change for `staging.aliases`, which looks for those without a note."""
    around: Graph | None = graph
    while around is not None:
        if id(owner) in around.alias_contents:
            graph.alias_contents[id(owner)] = owner, None
            return
        around = around.parent


def note_for_calls(location: Location) -> None:
    """Note it for the calls being traced alone: blocks find it by themselves."""
    key = location.key
    for journal in reversed(_CALLS.journals):
        if key in journal:  # and in those of the calls around
            return
        journal[key] = Entry(location, location.get())


def entries_of_calls() -> Iterator[Entry]:
    """Yield what the journals of the calls being traced hold."""
    for journal in _CALLS.journals:
        yield from journal.values()


def rewind(
    graph: Graph, look: Callable[[Entry], None] | None = None
) -> dict[Key, Entry]:
    """Put back what the block of `graph` wrote; return what it wrote.

    Args:
        graph: The graph of the block.
        look: Called with each entry before anything is put back.
    """
    written = graph.journal
    graph.journal = {}
    restore(written, look)
    return written


def restore(
    written: dict[Key, Entry], look: Callable[[Entry], None] | None = None
) -> None:
    """Put back what a journal says was written, taking the values of after."""
    for entry in written.values():
        entry.leave(entry.location.get())
    if look is not None:
        for entry in written.values():
            look(entry)
    # The last first: an object's `__dict__` and its attributes are the same place.
    for entry in reversed(written.values()):
        entry.location.restore(entry.before)


def forget(graph: Graph, n_kept: int) -> None:
    """Put back, and forget, what was written after so many entries of a journal."""
    for key in reversed(list(graph.journal)[n_kept:]):
        entry = graph.journal.pop(key)
        entry.location.restore(entry.before)


def refuse_advanced(written: dict[Key, Entry]) -> None:
    """Refuse iterators that a block advanced: they cannot be put back."""
    for entry in filter(is_advanced, written.values()):
        raise advanced(entry.location.owner)


def is_advanced(entry: Entry) -> bool:
    """Is it an iterator that has been advanced?"""
    return isinstance(entry.location, Progress) and not is_unchanged(entry)


def advanced(iterator: Any) -> SideEffectError:
    """Return the error for an iterator that a block advanced."""
    noun = with_article(type(iterator).__name__)
    hint = "Take its items before the staged block, as in `items = list(iterator)`."
    if type(iterator) is GeneratorType:
        noun = f"{noun}, of {iterator.__name__}(),"
        hint = (
            "Make it in the `for` that steps through it, or a list of its items "
            "before; of one that is sent values, write a class with a method."
        )
    return SideEffectError(
        f"{noun} that was made outside is advanced under a condition, in a loop, or "
        "in a `try`, that is known only when the graph runs.",
        origin=capture_exact(2),
        hint=hint,
    )


def kept_elsewhere(location: Location, origin: Origin) -> SideEffectError:
    """Return the error for objects of iterations that something goes on to hold."""
    noun = with_article(type(location.owner).__name__)
    return SideEffectError(
        f"each iteration of this loop makes {noun}, changes it, and leaves it where "
        "it stays in use: in a cache, a weak reference, or what C code holds.",
        origin=origin,
        hint="Make it before the loop, or leave it in a variable or a list only.",
    )


def is_unchanged(entry: Entry) -> bool:
    """Tell whether a place holds after a block what it held before."""
    before, after = entry.before, entry.after
    if isinstance(entry.location, (Attribute, Cell, Global)):
        return is_same(before, after)
    return is_same_content(before, after)


def is_same_content(before: Any, after: Any) -> bool:
    """Are two contents of a container the same values, in the same order?"""
    if isinstance(before, np.ndarray):
        if before.dtype.hasobject:
            return bool(np.array_equal(before, after))
        return bool(before.shape == after.shape) and before.tobytes() == after.tobytes()
    if not isinstance(before, (list, dict, set)):
        return is_same(before, after)
    if isinstance(before, dict) != isinstance(after, dict):
        return False  # one of a set with elements that only the run knows
    if isinstance(before, dict):
        if not all(map(is_same, before, after)):
            return False
        before, after = list(before.values()), list(after.values())
    if len(before) != len(after):
        return False
    return all(map(is_same, before, after))


def with_one_set(contents: Sequence[Any]) -> list[Any]:
    """Return what a place holds on each path; sets that are equal copies become one."""
    first = next((each for each in contents if type(each) is Elements), None)
    return [
        first if type(each) is Elements and is_same_content(first, each) else each
        for each in contents
    ]


def write_back(location: Location, value: Any) -> None:
    """Write what a staged block left in a place.

    Raises:
        SideEffectError: The place cannot hold it.
    """
    if isinstance(location.owner, np.ndarray):
        raise changed_in_place()
    if isinstance(value, (Maybe, Unavailable)) and not _may_be_missing(location, value):
        raise SideEffectError(
            f"{location.label} is assigned on some paths only, which is known only "
            "when the graph runs.",
            origin=capture_exact(2),
            hint="Give it a value before the staged block.",
        )
    if is_open(value) and not _may_be_open(location):
        _refuse_open(location.owner)
    write(location, value)


def _may_be_missing(location: Location, value: Any) -> bool:
    """Can a place hold what is there on some paths only?

    Attributes of objects and classes can; but Python itself asks classes and exceptions
    for some, and we keep some of exceptions.
    """
    if isinstance(location, Cell) and type(value) is Maybe:
        # It is of a function that is converted, and knows such values.
        return type(location.get()) in (Undefined, Maybe)
    if not isinstance(location, Attribute) or type(value) is not Maybe:
        return False
    if isinstance(location.owner, (type, BaseException)):
        return not location.name.startswith(("__", "_ag_"))
    return not isinstance(location.owner, ModuleType)


def write(location: Location, value: Any) -> None:
    """Write to a place what is known to be its value, after a note."""
    _note(location)  # whoever wrote to it has asked whether that may be
    location.set(value)
    graph, owner = current_graph(), location.owner
    known = None if graph is None else graph.alias_contents.get(id(owner))
    if graph is not None and known is not None and known[0] is owner:
        graph.alias_contents[id(owner)] = owner, content_of(owner)


def _may_be_open(location: Location) -> bool:
    """Can a place hold a dict that has a key on some paths only?

    Python itself asks the dicts in some attributes, and those of attributes.
    """
    if not location.is_content:
        name = location.name if isinstance(location, (Attribute, Cell, Global)) else ""
        return not name.startswith("__")
    return type(location.owner) in _MAY_BE_OPEN and not is_namespace(location.owner)


_MAY_BE_OPEN: Final = (dict, OrderedDict, defaultdict, Counter)


def _refuse_open(owner: Any) -> NoReturn:
    """Refuse what cannot have a key on some paths only: dicts with Python methods."""
    what = "the attributes of an object" if type(owner) is dict else None
    shown = what or f"the keys of {with_article(type(owner).__name__)}"
    raise SideEffectError(
        f"{shown} change on some paths only, which is known only when the graph runs.",
        origin=capture_exact(3),
        hint="Give each of them a value before the staged block. Python's own dicts "
        "can have a key on some paths only.",
    )
