"""Arrays that a loop's variables exchange, and that the loop writes to.

    for _ in range(n):
        b[1:-1] = 0.5 * (a[:-2] + a[2:])
        a, b = b, a                            which array has which name, the run tells

What a loop carries are values. They do for such arrays if none of them can be seen
under two names: then it does not matter which array it is that a variable holds. So it
is shown, once the loop is traced, that no other variable of the loop has a part of one,
before the loop or after an iteration, and that nothing in the loop uses what they were
before it. They are *given away* to the loop: who has one by another name may not use
it any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from graph.errors import DTypeError
from graph.graph import Graph, Node
from graph.old_staging.given import given_away, no_single_array
from graph.old_staging.links import count_write, links_of
from graph.old_staging.memory import object_of, objects_in, sources_of
from graph.old_staging.numpy_arrays import ask_to_own
from graph.old_staging.overwriting import check_memory, check_place
from graph.old_staging.read_only import is_fixed
from graph.old_staging.slots import Slot
from graph.old_staging.views import are_apart
from graph.origin import Origin
from graph.tensor import SymbolicTensor


@dataclass(frozen=True, slots=True, eq=False)
class _Carried:
    """What a loop carries in one place.

    Attributes:
        slot: The place.
        inside: What stands for it in the body.
        leaves: What is there before the loop, and after an iteration.
        values: The same, as the graph has it.
    """

    slot: Slot
    inside: SymbolicTensor
    leaves: tuple[Any, Any]
    values: tuple[SymbolicTensor, SymbolicTensor]


class Exchange:
    """The arrays that a loop writes to, and exchanges; see `prepare`."""

    def __init__(
        self,
        slots: Sequence[Slot],
        left: Sequence[Any],
        start: Sequence[SymbolicTensor],
        body: Graph,
    ) -> None:
        """Look at what a loop carries.

        Args:
            slots: The places.
            left: What an iteration leaves in them.
            start: What is carried for them before the loop.
            body: The body, which has its outputs.
        """
        self._body = body
        self._carried = []
        self._found: list[int] = []
        rows = zip(slots, left, start, body.outputs, body.inputs, strict=False)
        for slot, leaf, first, last, inside in rows:
            leaves = slot.start, leaf
            # A conversion hides which object it was.
            one, other = (
                each if type(each) is SymbolicTensor else value
                for each, value in zip(leaves, (first, last), strict=True)
            )
            self._carried.append(_Carried(slot, inside, leaves, (one, other)))

    def prepare(self, test: Graph, parent: Graph) -> None:
        """Find which of what the loop carries are arrays that it writes to.

        Args:
            test: The graph of its test.
            parent: The graph that it is to be part of.

        Raises:
            SideEffectError: It is not certain that nobody else sees what is written.
            DTypeError: It depends on the array how a number is rounded.
        """
        bodies = (test, self._body)
        if self._body.exchanged:
            self._find()
            origin = self._written_at
            for place in self._found:
                _check_own(self._carried[place], origin, parent, self._body)
                if self._is_shared(place):
                    raise no_single_array(origin)
            begun = self._begun()
            for graph in bodies:
                for outer, _ in graph.captures:
                    if not objects_in(outer).keys().isdisjoint(begun):
                        raise no_single_array(origin)
        _check_given(bodies)

    def give_away(self, node: Node) -> None:
        """Note that the loop has the arrays, once it is part of the graph."""
        if not self._found:
            return
        begun = self._begun()
        for output in node.outputs:
            # What has been one of these since is nobody else's.
            sources = sources_of(output)
            others = [each for each in sources if id(object_of(each)) not in begun]
            links_of(output).sources = others
        for place in self._found:
            links = links_of(node.outputs[place])
            links.sources, links.siblings = [], []
        entry = node.graph, self._written_at
        for each in begun.values():
            given = links_of(each).given
            given.append(entry)
            node.graph.root.objects.undone.append(partial(given.remove, entry))
        count_write()

    def _find(self) -> None:
        """Find what the loop writes to, and where it may have been before."""
        places = {id(each.inside): i for i, each in enumerate(self._carried)}
        waiting = [places[identity] for identity in self._body.exchanged or ()]
        while waiting:
            place = waiting.pop()
            if place not in self._found:
                self._found.append(place)
                held = objects_in(self._carried[place].values[1])
                waiting += [places[each] for each in held if each in places]
        self._found.sort()

    def _is_shared(self, place: int) -> bool:
        """May another place hold a part of what one holds?"""
        return any(
            any(map(_may_meet, self._carried[place].values, other.values))
            for number, other in enumerate(self._carried)
            if number != place
        )

    def _begun(self) -> dict[int, SymbolicTensor]:
        """Return what the arrays are, or may be a part of, before the loop."""
        found: dict[int, SymbolicTensor] = {}
        for place in self._found:
            found.update(objects_in(self._carried[place].values[0]))
        return found

    @property
    def _written_at(self) -> Origin:
        assert self._body.exchanged
        return next(iter(self._body.exchanged.values()))


def _check_given(bodies: Sequence[Graph]) -> None:
    """Refuse a loop that gives away in each iteration what was made before it.

    Raises:
        SideEffectError: There is such an array.
    """
    for graph in bodies:
        for outer, _ in graph.captures:
            for each in objects_in(outer).values():
                at = given_away(each, graph)
                if at is not None:
                    raise no_single_array(at)


def _check_own(carried: _Carried, origin: Origin, parent: Graph, body: Graph) -> None:
    """See that what is carried in one place are arrays of the function's own."""
    for leaf, value in zip(carried.leaves, carried.values, strict=True):
        if type(leaf) is not SymbolicTensor or not value.spec.rank or is_fixed(value):
            ask_to_own(leaf)
            raise no_single_array(origin)
        check_memory(value)
    _check_dtypes(carried, origin)
    begins, left = carried.values
    for each in objects_in(begins).values():
        check_place(each, parent)
        around: Graph | None = parent
        while around is not None and around is not each.graph:
            if around.is_repeated and around.exchanged is None:  # see `_check_given`
                raise no_single_array(origin)
            around = around.parent
    if any(each.graph is not body for each in objects_in(left).values()):
        raise no_single_array(origin)


def _check_dtypes(carried: _Carried, origin: Origin) -> None:
    """See that a number is rounded alike, whichever array it is written to."""
    slot = carried.slot
    assert slot.spec is not None
    names = {each.spec.dtype.name for each in carried.values}
    if names != {slot.spec.dtype.name}:
        shown = " and ".join(sorted(names | {slot.spec.dtype.name}))
        raise DTypeError(
            f"an array is written to that may be of {shown}: as which of these a "
            "number is held is known only when the graph runs.",
            origin=origin,
            hint="Make the arrays of one dtype: np.zeros_like(x), x.astype(...).",
        )
    if slot.whole or slot.numbers or slot.other is not None:
        raise no_single_array(origin)


def _may_meet(one: SymbolicTensor, other: SymbolicTensor) -> bool:
    """May two values be the same memory, on a path of the statement that left them?"""
    one, other = object_of(one), object_of(other)
    is_joined = one.node is other.node and one.node.op.name == "cond"
    if is_joined and one is not other:
        paths = [body.outputs for body in one.node.subgraphs.values()]
        return any(_may_meet(x[one.value_index], x[other.value_index]) for x in paths)
    if are_apart(one, other):
        return False
    return not objects_in(one).keys().isdisjoint(objects_in(other))


__all__ = ["Exchange"]
