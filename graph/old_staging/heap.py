"""Objects that live in the graph: iterations make them, lists of the run hold them.

    for i in range(n):                  Each attribute of the class is a list of the
        ps.append(Point(i, 0))          run, and an object is a number: its place in
    for p in ps:                        these lists. `ps` holds numbers.
        p.x += 1                        `p.x` is `x[p]`, and this stores `x[p] + 1`.

So an object is what it is in Python, a reference: lists, variables and attributes hold
its number, two of them are one object if the numbers are equal, and what is changed
under one name is seen under all others. The lists of a class, its *heap*, are Python's
own while tracing, of which the trace has the only reference: what blocks write to them
becomes state of the blocks as with any other list.

What stands for an object while tracing is a *resident*, an instance of its class that
holds nothing (`UNREAD`): operators read and write the heap, and code that runs as it
stands is given the values for as long as it runs (`autograph.old_operators.residents`).

- A class gets a heap when one of its objects, made in an iteration, becomes an element
  of a list whose length the run decides (or one of a chain of objects). The outermost
  staged loop is traced again then (`NeedsHeap`).
- From then on objects of the class enter the heap where they are made, inside blocks:
  the object is new there, nothing else has it yet. One that is found in a list later
  enters in the block that made it.
- Objects of before all loops are told apart by numbers of their own, if they are few
  (`graph.old_staging.stand_ins`): these stay objects of Python's.
- All others, such as those that tests of loops and recursions make, are held by what
  they hold; changing those is refused.

A heap has one list for each attribute, and the attributes that the first object had:
another set of attributes is another heap. None can be added, or deleted, later. What
an attribute holds is what such lists may hold: no lists, dicts or arrays. One that is
None in all objects has no list yet: what else it may be is not known. Once it is, the
loops are traced again, with a list that is None for all objects of before.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from types import MemberDescriptorType
from typing import Any

from graph import nest
from graph.graph import Graph, current_graph
from graph.old_staging.choosable import Thing, is_instance
from graph.old_staging.chosen import Chosen
from graph.old_staging.objects import is_free_of_containers, objects_in, state_of
from graph.old_staging.residents import UNREAD, Resident, resident
from graph.old_staging.storage import on_class, store
from graph.partial import ABSENT, Flagged, Undefined
from graph.tensor import _DISPATCH, Tensor


class NeedsHeap(BaseException):  # a jump, not an error
    """Leaves all staged loops: a class turned out to need a heap."""


class Ref(Thing):
    """Any of the objects of a heap; what is carried of one is its number.

    Attributes:
        heap: The heap.
    """

    __slots__ = ("heap",)
    is_anew = True

    def __init__(self, serial: int, heap: Heap) -> None:
        """Give them all one number among what can be chosen.

        Args:
            serial: That number.
            heap: The heap.
        """
        super().__init__(serial, heap.kind, (0,))
        self.heap = heap

    def may_be(self, other: Any) -> bool:
        """Tell whether an object may be one of them."""
        found = resident(other)
        return found is not None and found.heap is self.heap

    def is_there(self, parts: Sequence[Any]) -> bool:
        """Tell whether a path that leaves these parts may leave one of them."""
        return not parts or parts[0] is not ABSENT

    def parts(self, value: Any) -> list[Any]:
        """Return the number of one of them."""
        return [self.heap.root.objects.residents[id(value)].number]

    def made_of(self, parts: Sequence[Any]) -> Any:
        """Return what stands for the one of this number."""
        made: Any = object.__new__(self.heap.kind)
        self.heap.enter(made, parts[0])
        return made


class Heap:
    """The objects of a class with the same attributes.

    Attributes:
        kind: The class.
        names: The attributes.
        births: As many items as there are objects.
        columns: For each attribute what the objects hold, by their numbers.
        unset: The attributes that have been None so far; they have no columns.
        skipped: Those of them that an object has.
        shapes: What others may be: a structure, and what its leaves are for None.
        thing: What stands for them all among what can be chosen.
        root: The graph around all, whose heap it is.
    """

    __slots__ = (
        *("births", "columns", "kind", "names", "root", "skipped", "thing"),
        *("shapes", "unset"),
    )

    def __init__(self, kind: type, names: tuple[str, ...], root: Graph) -> None:
        """Begin an empty heap.

        Args:
            kind: The class.
            names: The attributes.
            root: The graph around all.
        """
        self.kind = kind
        self.names = names
        self.births: list[Any] = []
        self.columns: dict[str, list[Any]] = {name: [] for name in names}
        self.unset, self.skipped = set(names), set[str]()
        self.shapes: dict[str, Any] = {}
        self.root = root
        self.thing = Ref(len(root.things), self)
        root.things[self.thing] = self.thing

    def enter(self, value: Any, number: Any) -> None:
        """Let an object stand for the one of a number; it holds nothing itself."""
        for name in self.names:
            store(value, name, UNREAD)
        if not self.root.is_finished:
            self.root.objects.residents[id(value)] = Resident(value, self, number)


def held_by_graph(graph: Graph) -> list[Any]:
    """Return what only the graph may hold: lists of heaps, and objects by numbers."""
    heaps = graph.root.objects.heaps.values()
    objects = [x.value for x in graph.root.things.values() if is_instance(x.value)]
    columns = [x for heap in heaps for x in (heap.births, *heap.columns.values())]
    return objects + columns


def heap_of(value: Any) -> Heap | None:
    """Return the heap for objects like this one; None if there is none."""
    graph = current_graph()
    if graph is None or not graph.root.objects.heaps:
        return None
    found: Heap | None = graph.root.objects.heaps.get(_key_of(value))
    return found


def as_reference(value: Any) -> Any:
    """Return an object that lives in the graph, or can, as a choice; else None."""
    if is_instance(value) and resident(value) is None:
        _DISPATCH["adopt"](value)
    return reference_of(value)


def reference_of(value: Any) -> Any:
    """Return an object that lives in the graph as a choice; None if it does not."""
    found = resident(value)
    if found is None:
        return None
    thing = found.heap.thing
    return Chosen([thing], [value], thing.serial)


def is_adoptable(value: Any) -> bool:
    """Did the block being traced make an object, which nothing holds by value?"""
    graph = current_graph()
    if graph is None or graph.watch is None or graph.watch.is_cut:
        return False
    root, key = graph.root, id(value)
    if any(
        known.get(key) is value
        for known in (root.objects.elements, root.objects.stand_ins)
    ):
        return False
    return (
        not graph.watch.has_seen(value)
        and root.objects.copies.get(key) is not value
        and _is_staged(graph)
        and not weakref.getweakrefcount(value)
        and all(is_free_of_containers(part) for _, part in state_of(value))
    )


def demand(value: Any) -> None:
    """See to it that objects like one that an iteration made live in the graph.

    Raises:
        NeedsHeap: From now on they do.
    """
    graph = current_graph()
    if graph is None or not graph.root.objects.n_loops:
        return
    if not is_born(value) or not _is_staged(graph):
        return
    todo, seen = [value], {id(value)}
    while todo:
        each = todo.pop()
        for _, part in state_of(each):
            if not _can_be_listed(part):
                return
            more = [x for x in objects_in(part) if id(x) not in seen]
            seen.update(map(id, more))
            todo += [x for x in more if resident(x) is None]
    key = _key_of(value)
    if not key[1] or not has_plain_attributes(*key) or key in graph.root.objects.heaps:
        return
    graph.root.objects.heaps[key] = Heap(*key, graph.root)
    raise NeedsHeap


def _can_be_listed(value: Any) -> bool:
    """May it be an attribute: no container that changes, and nothing that is called?"""
    if isinstance(value, Flagged):
        return _can_be_listed(value.value)
    if nest.is_nested(value):
        return type(value) not in (list, dict) and all(map(_can_be_listed, value))
    if (
        value is None
        or value is ABSENT
        or isinstance(value, (int, float, complex, str))
    ):
        return True
    return isinstance(value, Tensor) or any(True for _ in objects_in(value))


def _key_of(value: Any) -> tuple[type, tuple[str, ...]]:
    return type(value), tuple(name for name, _ in state_of(value))


def is_born(value: Any) -> bool:
    """Tell whether an iteration around made an object."""
    graph = current_graph()
    while graph is not None:
        if graph.is_repeated and graph.watch is not None:
            if not graph.watch.has_seen(value):
                return is_instance(value)
        graph = graph.parent
    return False


def is_of_before(value: Any) -> bool:
    """Tell whether an object was there before all that is being staged."""
    graph, found = current_graph(), False
    while graph is not None:
        if graph.watch is not None:
            found = not graph.watch.is_cut and graph.watch.has_seen(value)
        graph = graph.parent
    return found


def _is_staged(graph: Graph | None) -> bool:
    """Is what is being traced no test of a loop, or part of a recursion?"""
    if graph is not None and graph.root.objects.n_recursive:
        return False
    while graph is not None:
        if any(graph is each for each in graph.root.objects.closed):
            return False
        graph = graph.parent
    return True


def has_plain_attributes(kind: type, names: tuple[str, ...]) -> bool:
    """Are the attributes of objects where Python looks for them by itself?"""
    if on_class(kind, "__getattribute__") is not object.__getattribute__:
        return False
    for name in names:
        found = on_class(kind, name)
        is_slot = type(found) is MemberDescriptorType
        is_default = isinstance(found, Undefined) or not hasattr(type(found), "__set__")
        if not (is_slot or is_default) or name.startswith("__"):
            return False
    return True


__all__ = [
    "Heap",
    "NeedsHeap",
    "Ref",
    "as_reference",
    "demand",
    "has_plain_attributes",
    "heap_of",
    "held_by_graph",
    "is_adoptable",
    "is_born",
    "is_of_before",
    "reference_of",
]
