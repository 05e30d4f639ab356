"""Objects that a graph carries by what they hold, and what stands in for them.

Which object of several it is no number tells: one that an iteration makes is another
one in each (`old_staging.fresh`), and one in a list whose length the run decides is
one of many.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graph import nest
from graph.graph import current_graph
from graph.old_staging.choosable import Thing, is_instance, is_part, thing_of
from graph.old_staging.chosen import Chosen
from graph.old_staging.heap import as_reference, demand, is_born, is_of_before
from graph.old_staging.objects import is_free_of_containers, objects_in, state_of
from graph.old_staging.residents import resident
from graph.old_staging.storage import store, stored
from graph.old_staging.twins import note_twin
from graph.partial import ABSENT

# So many objects of one class are carried that hold one another.
MAX_DEPTH: Final = 3
# So many objects of one class are told apart that were made before all loops.
MAX_KNOWN: Final = 8


class Fresh(Thing):
    """Any of the objects of one class that iterations leave in a place.

    Attributes:
        kind: The class.
        names: The attributes that they hold.
    """

    __slots__ = ("kind", "names")
    is_anew = True

    def __init__(self, serial: int, kind: type, names: tuple[str, ...]) -> None:
        """Give them all one number.

        Args:
            serial: The number.
            kind: The class.
            names: The attributes.
        """
        super().__init__(serial, kind, range(len(names)))
        self.kind = kind
        self.names = names
        self.is_many = True

    def may_be(self, other: Any) -> bool:
        """Tell whether another object may be one of them."""
        return type(other) is self.kind

    def is_there(self, parts: Sequence[Any]) -> bool:
        """Tell whether a path that leaves these parts may leave one of them."""
        leaves = nest.flatten(list(parts))
        return not leaves or any(leaf is not ABSENT for leaf in leaves)

    def parts(self, value: Any) -> list[Any]:
        """Return what such an object holds."""
        return [stored(value, name) for name in self.names]

    def made_of(self, parts: Sequence[Any]) -> Any:
        """Return what stands in for one of them.

        It is a twin until an iteration begins with it: it may be in a list of objects
        whose length the run decides, which holds them by what they hold.
        """
        made: Any = object.__new__(self.kind)
        for name, part in zip(self.names, parts, strict=True):
            store(made, name, part)
        graph = current_graph()
        if graph is not None:
            note_twin(made)
            graph.root.objects.copies[id(made)] = made
        return made


def as_element(value: Any) -> Any:
    """Return an object as an element of a list whose length the run decides.

    Such a list holds it by what it holds now. So it is not to be changed from now on.
    What cannot be carried is returned as it is.
    """
    graph = current_graph()
    if type(value) is Chosen and len(value._ag_things) == 1:
        (value,) = value._ag_values  # there is nothing that could be chosen instead
    if graph is None or not is_instance(value):
        return value
    reference = as_reference(value)
    if reference is not None:
        return reference
    if not is_plain(value, ()):
        return value
    demand(value)
    thing = known_thing(value)
    if thing is not None:
        return Chosen([thing], [value], thing.serial)
    state = (graph.changed or {}).get(id(value), dict(state_of(value)))
    if state is None:  # it is not known which branch has left it there
        return value
    thing = element_kind(value)
    made = thing.made_of([as_element(state[name]) for name in thing.names])
    return Chosen([thing], [made], thing.serial)


def element_kind(value: Any) -> Fresh:
    """Return what objects like this one are in lists, of which it is an element now."""
    demand(value)
    graph = current_graph()
    assert graph is not None
    graph.root.objects.elements[id(value)] = value
    return kind_of_elements(type(value), tuple(name for name, _ in state_of(value)))


def known_thing(value: Any) -> Thing | None:
    """Return the number of an object that no loop, and no branch, makes anew.

    None if it may be another one in each run of a block, or if there are many of its
    class: what is done with one of them is done with each, on a path of its own.
    """
    graph = current_graph()
    assert graph is not None
    root, key = graph.root, id(value)
    objects = root.objects
    known = objects.copies, objects.elements, objects.stand_ins
    if any(each.get(key) is value for each in known) or is_born(value):
        return None
    if objects.born_outside.get(key) is not value and not is_of_before(value):
        return None
    if any(is_part(part) for _, part in state_of(value)):
        return None
    things = [each for each in root.things.values() if type(each.value) is type(value)]
    if len(things) >= MAX_KNOWN and not any(each.value is value for each in things):
        return None
    return thing_of(value)[0]


def kind_of_elements(kind: type, names: tuple[str, ...]) -> Fresh:
    """Return what objects of a class, with these attributes, are in lists."""
    graph = current_graph()
    assert graph is not None
    things = graph.root.things
    key = as_element, kind, names
    if key not in things:
        things[key] = Fresh(len(things), kind, names)
    found: Fresh = things[key]
    return found


def is_plain(value: Any, around: tuple[type, ...]) -> bool:
    """Tell whether an object and those that it holds can be carried."""
    return around.count(type(value)) < MAX_DEPTH and all(
        is_free_of_containers(part)
        and all(
            resident(x) is not None or is_plain(x, (*around, type(value)))
            for x in objects_in(part)
        )
        for _, part in state_of(value)
    )


__all__ = [
    "MAX_DEPTH",
    "Fresh",
    "as_element",
    "element_kind",
    "is_plain",
    "kind_of_elements",
]
