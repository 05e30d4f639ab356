"""Which objects of a trace live in the graph, and where: see `old_staging.heap`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NoReturn

from graph.errors import UnknownIdentityError
from graph.graph import current_graph
from graph.origin import capture_exact
from graph.segments import OPERATIONS
from graph.tables import is_run_set, refusal


@dataclass(frozen=True, slots=True, eq=False)
class Resident:
    """An object that stands for one of a heap.

    Attributes:
        value: The object.
        heap: The heap (a `graph.old_staging.heap.Heap`).
        number: Which one it is: a Python integer, symbolic or not.
    """

    value: Any
    heap: Any
    number: Any


def resident(value: Any) -> Resident | None:
    """Return what is known of an object that lives in the graph; else None."""
    graph = current_graph()
    if graph is None:
        return None
    found = graph.root.objects.residents.get(id(value))
    return found if found is not None and found.value is value else None


def count_notes(value: Any) -> int:
    """Return how often the trace refers to an object to know where it was made."""
    graph = current_graph()
    if graph is None:
        return 0
    return int(graph.root.objects.copies.get(id(value)) is value)


def is_same_resident(left: Resident, right: Resident) -> Any:
    """Return whether two stand for one object: a bool, or a symbolic one."""
    if left.heap is not right.heap:
        return False
    numbers = (left.number, right.number)
    if isinstance(left.number, int) and isinstance(right.number, int):
        return left.number == right.number
    from graph.dispatch import operate  # which needs this module's users

    return operate("equal", numbers)


def by_place(found: Resident, what: str) -> UnknownIdentityError:
    """Return the error for what tells objects apart by where they are in memory."""
    return UnknownIdentityError(
        f"{what} is asked of an object of {found.heap.kind.__name__} that the graph "
        "holds: it was made in a staged loop, and is in a list whose length is known "
        "only when the graph runs. Which object it is only the run can tell.",
        origin=capture_exact(2),
        hint="Compare such objects by `is` or `==`, or give each a number of its own "
        "as an attribute; read their attributes one by one.",
    )


def check_key(key: Any) -> None:
    """Refuse an object as a key: a dict would look for it by where it is in memory.

    Raises:
        UnknownIdentityError: The graph holds it.
        UnknownKeysError: It is a frozenset, and only the run knows its elements.
    """
    if is_run_set(key):
        raise refusal("it is a key, or an element of another", "set")
    found = resident(key)
    if found is not None:
        raise by_place(found, "a place in a dict")


class Unread:
    """What an object holds whose attributes live in the graph: nobody may use it."""

    __slots__ = ()

    def __copy__(self) -> Unread:
        return self

    def __deepcopy__(self, memo: Any) -> Unread:
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and not name.startswith("__array"):
            raise AttributeError(name)
        _refuse()


def _refuse(*_: Any, **__: Any) -> NoReturn:
    """Refuse a use of what an object seems to hold.

    Raises:
        UnknownIdentityError: Always.
    """
    raise UnknownIdentityError(
        "an attribute is read, by code that is not converted, of an object that the "
        "graph holds: such objects are made in a staged loop, and put into a list.",
        origin=capture_exact(2),
        hint="Read the attribute in converted code, and hand its value on.",
    )


for _name in (*OPERATIONS.split(), "repr", "str", "format"):
    setattr(Unread, f"__{_name}__", _refuse)

#: The only one.
UNREAD: Final = Unread()

__all__ = [
    "UNREAD",
    "Resident",
    "Unread",
    "by_place",
    "check_key",
    "count_notes",
    "is_same_resident",
    "resident",
]
