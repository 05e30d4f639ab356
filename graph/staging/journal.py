"""The journal: what a staged block writes besides local variables.

Attributes, lists, dicts, sets and arrays are changed in place while a block is
traced, by the block itself or by functions that it calls. Each write is noted in the
journal of the block's graph first. When the block ends everything is put back, and
what was written becomes state of the block like any variable.

A call that may turn out to be recursive, and be traced anew, watches for writes too.
"""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graph.errors import StagingError
from graph.graph import Graph, current_graph
from graph.origin import capture
from graph.partial import Maybe, Undefined
from graph.staging.joining import is_same
from graph.staging.variables import Unavailable

Key = tuple[int, str]


class Location:
    """A place outside local variables that a block may write to."""

    __slots__ = ("owner",)

    def __init__(self, owner: Any) -> None:
        """Name a place in `owner`, which stays alive as long as the journal."""
        self.owner = owner

    @property
    def key(self) -> Key:
        """Equal for the same place."""
        return (id(self.owner), "")

    @property
    def label(self) -> str:
        """How messages call it."""
        return f"the content of a {type(self.owner).__name__}"

    def get(self) -> Any:
        """Return the value now, apart from later changes of the place."""
        return self.owner.copy()

    def set(self, value: Any) -> None:
        """Put a value there."""
        if isinstance(self.owner, list):
            self.owner[:] = value
        elif isinstance(self.owner, np.ndarray):
            self.owner[...] = value
        else:
            self.owner.clear()
            self.owner.update(value)


class Attribute(Location):
    """An attribute of an object."""

    __slots__ = ("name",)

    def __init__(self, owner: Any, name: str) -> None:
        """Name the attribute `name` of `owner`."""
        super().__init__(owner)
        self.name = name

    @property
    def key(self) -> Key:
        return (id(self.owner), self.name)

    @property
    def label(self) -> str:
        return f"the attribute `{self.name}` of a {type(self.owner).__name__}"

    def get(self) -> Any:
        return getattr(self.owner, self.name, Undefined(self.name))

    def set(self, value: Any) -> None:
        if not isinstance(value, Undefined):
            setattr(self.owner, self.name, value)
        elif hasattr(self.owner, self.name):
            delattr(self.owner, self.name)


class Global(Attribute):
    """A global variable of a module, given by the module's dict."""

    __slots__ = ()

    @property
    def label(self) -> str:
        return f"the global `{self.name}`"

    def get(self) -> Any:
        return self.owner.get(self.name, Undefined(self.name))

    def set(self, value: Any) -> None:
        if not isinstance(value, Undefined):
            self.owner[self.name] = value
        else:
            self.owner.pop(self.name, None)


class Cell(Attribute):
    """A variable of an enclosing function, given by its cell."""

    __slots__ = ()

    @property
    def label(self) -> str:
        return f"the variable `{self.name}`"

    def get(self) -> Any:
        try:
            return self.owner.cell_contents
        except ValueError:
            return Undefined(self.name)

    def set(self, value: Any) -> None:
        if not isinstance(value, Undefined):
            self.owner.cell_contents = value
        else:
            del self.owner.cell_contents


@dataclass(slots=True, eq=False)
class Entry:
    """A place that a block wrote to, with its value before and after the block."""

    location: Location
    before: Any
    after: Any = None


class _Watching(threading.local):
    """What the calls being traced in this thread wrote. Written by `watch` only."""

    def __init__(self) -> None:
        self.journals: list[dict[Key, Entry]] = []


_WATCHING: Final = _Watching()


def watch() -> dict[Key, Entry]:
    """Return a journal of what is written from now on, until it is popped."""
    journal: dict[Key, Entry] = {}
    _WATCHING.journals.append(journal)
    return journal


def stop_watching() -> None:
    """End the journal that was begun last."""
    _WATCHING.journals.pop()


def note(location: Location) -> None:
    """Note that `location` is about to be written, if a block is being traced."""
    graph = current_graph()
    if graph is None:
        return
    key = location.key
    is_owned = isinstance(location, Cell) and id(location.owner) in graph.owned
    if graph.is_block and key not in graph.journal and not is_owned:
        graph.journal[key] = Entry(location, location.get())
    for journal in reversed(_WATCHING.journals):
        if key in journal:  # and in those of the calls around
            return
        journal[key] = Entry(location, location.get())


def own(set_state: Any) -> None:
    """Let the block being traced put back the variables that `set_state` sets.

    A function called inside may write them too; the block sees to them itself.
    """
    graph = current_graph()
    if graph is not None and graph.is_block:
        graph.owned = frozenset(map(id, getattr(set_state, "__closure__", None) or ()))


def rewind(graph: Graph) -> dict[Key, Entry]:
    """Put back what the block of `graph` wrote; return what it wrote."""
    written = graph.journal
    graph.journal = {}
    put_back(written)
    return written


def put_back(written: dict[Key, Entry]) -> None:
    """Put back what was written."""
    for entry in written.values():
        entry.after = entry.location.get()
    for entry in written.values():
        entry.location.set(entry.before)


def survivors(written: dict[Key, Entry]) -> dict[Key, Entry]:
    """Return the entries whose owners are still in use outside the block.

    An object that nothing but the journal refers to was made inside the block: no
    one can see what was written to it.
    """
    counts: dict[int, int] = {}
    for entry in written.values():
        counts[id(entry.location.owner)] = counts.get(id(entry.location.owner), 0) + 1
    return {
        key: entry
        for key, entry in written.items()
        # The journal's own references, and the argument of getrefcount.
        if sys.getrefcount(entry.location.owner) > counts[id(entry.location.owner)] + 1
        and not _is_unchanged(entry)
    }


def _is_unchanged(entry: Entry) -> bool:
    before, after = entry.before, entry.after
    if isinstance(before, np.ndarray):
        return bool(np.array_equal(before, after))
    if isinstance(entry.location, Attribute):
        return is_same(before, after)
    if isinstance(before, dict):
        before, after = list(before.items()), list(after.items())
    if len(before) != len(after):
        return False
    return all(map(is_same, before, after))


def write_back(location: Location, value: Any) -> None:
    """Write what a staged block left in a place.

    Raises:
        StagingError: The place cannot hold it.
    """
    if isinstance(location.owner, np.ndarray):
        raise StagingError(
            "a NumPy array is changed in place under a condition, or in a loop, that "
            "is known only when the graph runs.",
            origin=capture(2),
            hint="Make it a tensor outside (ag.constant) and update it as a value.",
        )
    if isinstance(value, (Maybe, Unavailable)):
        raise StagingError(
            f"{location.label} is assigned on some paths only, which is known only "
            "when the graph runs.",
            origin=capture(2),
            hint="Give it a value before the staged block.",
        )
    note(location)
    location.set(value)
