"""Objects that each iteration of a loop makes anew: `p = Point(p.x + 1, p.y)`.

No number tells such objects apart: there is one for each iteration. So a place of the
loop's state (a variable, an attribute, a part of one) carries what the object holds,
and an iteration begins with a *stand-in* that holds it. Beside them the place may hold
objects of before the loop, among which the run chooses (`graph.old_staging.chosen`).

That an object is in one place only is seen when an iteration ends: all that holds an
object of an iteration beyond its end is a place of the state. What stands in for an
object that may be in two places are *twins*. They can be read; changing one, or asking
whether they are one object, is an error.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph import nest
from graph.graph import Graph
from graph.old_staging.choosable import Thing, is_instance
from graph.old_staging.chosen import Chosen
from graph.old_staging.growing import has_grown, is_born, opened_chosen, renumbered
from graph.old_staging.heap import demand, reference_of
from graph.old_staging.identity import containers
from graph.old_staging.mismatch import bad_element, mismatch, show_element
from graph.old_staging.objects import (
    holds_lists_at_most,
    is_free_of_containers,
    objects_in,
    state_of,
)
from graph.old_staging.residents import resident
from graph.old_staging.stand_ins import MAX_DEPTH, Fresh, element_kind
from graph.old_staging.storage import store, stored
from graph.old_staging.twins import forget_twin
from graph.old_staging.variables import Unavailable
from graph.partial import Flagged, Maybe, Undefined

# A variable or a place, and where in its value.
Place = tuple[Hashable, ...]


@dataclass(slots=True, eq=False)
class FreshObjects:
    """What is known of the objects that the iterations of one loop make.

    Attributes:
        graph: The graph that the loop is part of.
        twins: Pairs of places that may hold one object.
    """

    graph: Graph
    twins: set[frozenset[Place]] = field(default_factory=set)
    _kinds: dict[tuple[Place, type, tuple[str, ...]], Fresh] = field(
        default_factory=dict
    )
    _places: dict[int, Place] = field(default_factory=dict)  # of a Fresh, by serial
    _known: set[Any] = field(default_factory=set)
    # Where the objects stand in for those of the state, when an iteration begins.
    _begun: dict[int, tuple[Place, Any]] = field(default_factory=dict)
    _begun_lists: dict[int, Any] = field(default_factory=dict)  # which they hold

    def learn(self, elements: set[int]) -> bool:
        """Tell whether something new was found out since this was asked last.

        Args:
            elements: Identities of objects of before that are in run-time lists.
        """
        known = self.twins | elements
        is_new = known != self._known
        self._known = known
        return is_new

    # -- The end of an iteration -------------------------------------------------------

    def leave(
        self, named: Sequence[tuple[Hashable, Any, Any]], made: frozenset[int]
    ) -> list[Any]:
        """Return what an iteration leaves, with its objects taken apart.

        Args:
            named: For each place a name, what it held before the loop, and what the
                iteration leaves there.
            made: The identities of the objects that it made.
        """
        leaving = _Leaving(self, made)
        found = []
        for name, before, value in named:
            leaving.is_in_list = has_grown(before, value)
            found.append(leaving.opened((name,), value))
        self._learn(leaving.seen)
        self._note_twins(leaving.seen)
        return found

    def _learn(self, seen: dict[Place, set[int]]) -> None:
        """Note which places may hold one object after an iteration."""
        items = list(seen.items())
        for number, (place, objects) in enumerate(items):
            for other, others in items[:number]:
                if objects & others or any(
                    frozenset((self._begun[x][0], self._begun[y][0])) in self.twins
                    for x in objects & self._begun.keys()
                    for y in others & self._begun.keys()
                ):
                    self.twins.add(frozenset((place, other)))

    def _note_twins(self, seen: dict[Place, set[int]]) -> None:
        """Note where objects are that may be elements of lists, or twins of others."""
        known = (
            self.graph.root.objects.stand_ins.keys()
            | self.graph.root.objects.elements.keys()
        )
        for place, objects in seen.items():
            if objects & known:
                self.twins.add(frozenset((place,)))

    def kind_at(self, place: Place, value: Any) -> Fresh:
        """Return what objects like this one are in a place."""
        names = tuple(name for name, _ in state_of(value))
        key = place, type(value), names
        if key not in self._kinds:
            serial = _next_serial(self.graph)
            found = self._kinds[key] = Fresh(serial, type(value), names)
            self.graph.root.things[found] = found  # which no other thing is equal to
            self._places[serial] = place
        return self._kinds[key]

    def has_begun(self, value: Any) -> bool:
        """Tell whether an object stands for one of the state, or a list is in one."""
        _, known = self._begun.get(id(value), (None, None))
        return value is known or value is self._begun_lists.get(id(value))

    # -- Its beginning, and the end of the loop ----------------------------------------

    def begin(self, values: Sequence[Any], kept: Container[int]) -> list[Any]:
        """Return the state as an iteration, or what follows the loop, sees it.

        Args:
            values: The state, as it is carried.
            kept: The identities of lists and dicts that hold none of its objects.
        """
        used: set[int] = set()
        return [self._begun_of(value, used, kept) for value in values]

    def _begun_of(self, value: Any, used: set[int], kept: Container[int]) -> Any:
        if id(value) in kept:
            return value
        if isinstance(value, Flagged):
            inner = self._begun_of(value.value, used, kept)
            return value if inner is value.value else value.with_value(inner)
        if type(value) is Chosen:
            return self._begun_chosen(value, used, kept)
        if not nest.is_nested(value):
            return value
        parts = value.values() if type(value) is dict else value
        found = [self._begun_of(part, used, kept) for part in parts]
        if all(new is old for new, old in zip(found, parts, strict=True)):
            return value
        if type(value) is dict:
            value.update(zip(value, found, strict=True))
            return value
        if type(value) is list:
            value[:] = found
            return value
        return tuple(found) if type(value) is tuple else type(value)(*found)

    def _begun_chosen(
        self, chosen: Chosen, used: set[int], kept: Container[int]
    ) -> Any:
        pairs = list(zip(chosen._ag_things, chosen._ag_values, strict=True))
        # They have begun already where one list is in two places.
        ours = {
            thing
            for thing, _ in pairs
            if type(thing) is Fresh and thing.serial in self._places
        }
        if not ours:
            return chosen
        index, things, held = chosen._ag_index, [], {}
        for thing, value in pairs:
            if thing not in ours:
                things.append(thing)
                held[thing.serial] = value
                continue
            for name in thing.names:
                part = self._begun_of(stored(value, name), used, kept)
                store(value, name, part)
                lists = containers(part).values()
                self._begun_lists.update((id(each), each) for each in lists)
            serial = thing.serial
            if serial in used:  # one list, which two variables hold
                serial = _next_serial(self.graph)
                index = renumbered(index, thing.serial, serial)
            used.add(serial)
            known = Thing(serial, value, ())
            self.graph.root.things[type(value), id(value)] = known
            things.append(known)
            self._note_begun(self._places[thing.serial], value)
        if len(things) == 1:
            return things[0].value
        things.sort(key=lambda each: each.serial)
        values = [held.get(thing.serial, thing.value) for thing in things]
        return Chosen(things, values, index)

    def _note_begun(self, place: Place, value: Any) -> None:
        self._begun[id(value)] = place, value
        if not any(place in pair for pair in self.twins):
            forget_twin(value)


@dataclass(slots=True, eq=False)
class _Leaving:
    """Takes apart what one iteration leaves.

    Attributes:
        fresh: What is known of the loop's objects.
        made: The identities of the objects that the iteration made.
        seen: Which objects may be in a place.
        is_in_list: Is it taken apart for a list whose length the run decides?
    """

    fresh: FreshObjects
    made: frozenset[int]
    seen: dict[Place, set[int]] = field(default_factory=dict)
    is_in_list: bool = False
    _around: list[type] = field(default_factory=list)

    def opened(self, place: Place, value: Any) -> Any:
        """Return a value with the objects of the iteration in it taken apart."""
        if isinstance(value, Flagged):
            inner = self.opened(place, value.value)
            return value if inner is value.value else value.with_value(inner)
        if type(value) is Chosen:
            return self._opened_chosen(place, value)
        if nest.is_nested(value):
            return self._opened_parts(place, value)
        reference = reference_of(value)
        if reference is not None:
            return reference
        if not self._is_ours(value):
            return value
        thing, parts = self._taken_apart(place, value)
        return Chosen([thing], [thing.made_of(parts)], thing.serial)

    def _opened_parts(self, place: Place, value: Any) -> Any:
        keys = list(value) if type(value) is dict else range(len(value))
        found = {key: self.opened((*place, key), value[key]) for key in keys}
        changed = {key: part for key, part in found.items() if part is not value[key]}
        if not changed:
            return value
        if type(value) in (list, dict):  # of the iteration, which ends
            for key, part in changed.items():
                value[key] = part
            return value
        parts = list(found.values())
        return tuple(parts) if type(value) is tuple else type(value)(*parts)

    def _is_ours(self, value: Any) -> bool:
        if not self._is_of_iteration(value):
            return False
        is_carried = self._can_be_carried(value, (*self._around, type(value)))
        if not is_carried:
            demand(value)  # of a chain
        return is_carried

    def _is_of_iteration(self, value: Any) -> bool:
        return (
            is_instance(value)
            and resident(value) is None
            and (id(value) in self.made or self.fresh.has_begun(value))
        )

    def _can_be_carried(self, value: Any, around: tuple[type, ...]) -> bool:
        """Tell whether all that an object holds may be carried.

        Of containers it has to be known which they are; and chains of objects of one
        class have no end.
        """
        is_free = is_free_of_containers if self.is_in_list else holds_lists_at_most
        if around.count(type(value)) > MAX_DEPTH:
            return False
        for _, part in state_of(value):
            if not is_free(part):
                return False
            for held in filter(self._is_of_iteration, objects_in(part)):
                if not self._can_be_carried(held, (*around, type(held))):
                    return False
        return True

    def _taken_apart(self, place: Place, value: Any) -> tuple[Fresh, list[Any]]:
        thing = self._kind(place, value)
        return thing, self._opened_state(place, thing, value)

    def _opened_state(self, place: Place, thing: Fresh, value: Any) -> list[Any]:
        self._around.append(thing.kind)
        parts = [
            self.opened((*place, name), stored(value, name)) for name in thing.names
        ]
        self._around.pop()
        return parts

    def _kind(self, place: Place, value: Any) -> Fresh:
        if self.is_in_list:
            return element_kind(value)
        key = id(value)
        if any(key in others for at, others in self.seen.items() if at != place):
            demand(value)  # it is in two places: which one it is has to be known
        self.seen.setdefault(place, set()).add(key)
        return self.fresh.kind_at(place, value)

    def _opened_chosen(self, place: Place, chosen: Chosen) -> Any:
        def kind_of(value: Any) -> Fresh | None:
            is_ours = self._is_ours(value) or (self.is_in_list and is_born(value))
            return self._kind(place, value) if is_ours else None

        def opened(kind: Fresh, value: Any) -> list[Any]:
            return self._opened_state(place, kind, value)

        return opened_chosen(chosen, kind_of, opened)


def _next_serial(graph: Graph) -> int:
    return len(graph.root.things)


def objects_kept(value: Any) -> Iterator[Any]:
    """Yield the objects in what an iteration leaves, but for those taken apart."""
    # An object that stands in for one has been made since, maybe where one was.
    if type(value) is Chosen:
        pairs = zip(value._ag_things, value._ag_values, strict=True)
        yield from (held for thing, held in pairs if not thing.is_anew)
    elif isinstance(value, Flagged):
        yield from objects_kept(value.value)
    elif nest.is_nested(value):
        for part in value.values() if type(value) is dict else value:
            yield from objects_kept(part)
    elif is_instance(value):
        yield value


def without_made(name: str, before: Any, value: Any, made: frozenset[int]) -> Any:
    """Return what an iteration leaves, if that is no object that it made.

    Those that can be carried have been taken apart by now.

    Raises:
        BranchMismatchError: It is one, and there is a value before the loop.
        UnstageableValueError: It is in a list that the loop makes longer.
    """
    for each in objects_kept(value):
        if id(each) in made and each is not before:
            if has_grown(before, value):
                raise bad_element(name, show_element(each))
            if not isinstance(before, (Undefined, Maybe)):
                raise mismatch(
                    name, before, each, ("before the loop", "after an iteration")
                )
            return Unavailable(name, "is another object in each iteration")
    return value


__all__ = [
    "FreshObjects",
    "objects_kept",
    "without_made",
]
