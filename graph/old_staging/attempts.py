"""Stage a `try`: a block that may raise when the graph runs, and what handles that.

The exception may come from any node of the block, also from within branches and loops
in it. The variables are then what they were ahead of that node. So while the block is
traced they are noted ahead of each node that may raise; the handler is traced with
what joins all the notes.

Any node may be interrupted: Ctrl-C, or what a signal's handler raises, arrives between
two of them. So the variables are noted, too, where they have changed since the last
note, and where a loop goes around.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from operator import is_not
from typing import Any

from graph import failing, nest, specs
from graph.errors import AutographError
from graph.graph import Graph, Node
from graph.old_staging.blocks import trace_block
from graph.old_staging.branches import Fork, join_paths
from graph.old_staging.caught import CaughtError
from graph.old_staging.coercion import fitting
from graph.old_staging.identity import Namer, Rebuilt, as_left, old_tokens
from graph.old_staging.joining import is_same, leaf_spec, unify
from graph.old_staging.journal import with_one_set, write
from graph.old_staging.links import links_of
from graph.old_staging.locations import Key, Location
from graph.old_staging.mismatch import mismatch
from graph.old_staging.notes import Note, Noted, are_numbers, is_of, layouts
from graph.old_staging.number_types import joined_types, mark
from graph.old_staging.probing import Probe, Trial, is_known, probing
from graph.old_staging.raised import Site, merged, site_of
from graph.old_staging.rows import note_marks
from graph.old_staging.shared_arrays import link_noted
from graph.old_staging.variables import building, is_stageable
from graph.old_staging.watch import Watch
from graph.old_staging.whole import joined_integers, mark_whole
from graph.op import Planned
from graph.ops.attempts import (
    ATTEMPT,
    CAUGHT,
    CELL,
    MACHINERY,
    NOTE,
    NOTED,
    SETTLE,
)
from graph.ops.raising import exception_name
from graph.origin import Origin, capture
from graph.partial import ABSENT
from graph.segments import Column, Fill, One
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor

State = Callable[[], Sequence[Any]]
# Takes the classes that reach a handler, and returns the exception.
Arrival = Callable[[tuple[type[BaseException], ...]], CaughtError]

_ENDS = ("at the end of the `try`", "after the exception")
_NOTES = ("at one place that may raise", "at another")


class Recorder:
    """Notes the variables of one attempt ahead of the nodes that may raise.

    Attributes:
        cell: The cell, of the graph around the attempt.
        sites: The places that may raise.
        notes: The variables, and the places written, at each note.
        is_handled: Goes it on after an exception? So it does.
        is_close: Does it note what an interruption finds, too?
    """

    is_handled = True

    def __init__(
        self,
        cell: SymbolicTensor,
        state: State,
        inside: Graph,
        roots: Sequence[Callable[..., Any]],
        *,
        is_close: bool,
    ) -> None:
        self.cell = cell
        self.is_close = is_close
        self.notes: list[Note] = []
        self.sites: dict[Site, None] = {}
        self._state = state
        self._seen: tuple[Any, ...] = ()
        self._inside = inside
        self._is_open = True
        self._watch = Watch(roots)  # code that runs as it stands notes no writes
        self._namer = Namer(inside, self._watch)

    def before(self, graph: Graph, node: Planned, origin: Origin) -> None:
        """Note the variables, if the node that is about to be added may raise."""
        if not self._is_open or node.op in MACHINERY:
            return
        site = site_of(node)
        if site is not None:
            self.sites[site] = None
        is_failing = failing.may_raise_at_all(node)
        if not (is_failing or self._is_due(graph, node)):
            return
        self._namer.look_from(graph)
        made = Note(
            [Noted.of(value, self._namer) for value in self.now()],
            self._written(graph),
            self._inside.parent,
        )
        self._namer.look_from(graph)  # what it knows would seem to be in use
        if self._is_noted(graph, made):
            return
        if not (is_failing or graph.is_repeated) and self._is_other(made):
            return  # for an interruption alone no number becomes a tensor
        leaves = made.leaves()
        number = len(self.notes)
        self.notes.append(made)
        held = [
            graph.capture(leaf) for leaf in leaves if isinstance(leaf, SymbolicTensor)
        ]
        graph.add(
            NOTE,
            [graph.capture(self.cell), *held],
            {"layout": number},
            origin=origin,
        )

    def _is_due(self, graph: Graph, node: Planned) -> bool:
        """Tell whether an interruption of a node may find what is noted out of date."""
        if is_known(node) or not (self.is_close and graph.is_entered):
            return False
        if graph.is_repeated and graph.exchanged is None:
            return False  # the test of a loop changes no variables
        seen = graph, *self.now()
        is_new = len(seen) != len(self._seen) or any(map(is_not, seen, self._seen))
        self._seen = seen
        return is_new or node.op.is_control or bool(node.op.effects.writes)

    def _is_other(self, made: Note) -> bool:
        """Tell whether a variable is a tensor that was a number at the last note."""
        last = self.notes[-1].variables if self.notes else []
        return any(
            are_numbers(left.value) != are_numbers(right.value)
            for left, right in zip(last, made.variables, strict=False)
        )

    def after(self, graph: Graph, node: Node) -> None:
        """Have what may raise computed in its place, also if nothing uses it."""
        specs = [value.spec for value in node.outputs]
        planned = Planned(node.op, node.inputs, node.attrs, specs)
        if node.outputs and failing.is_computed_and_may_raise(planned):
            graph.add(SETTLE, node.outputs[:1], origin=node.origin)

    def expect(self, sites: Iterable[Site]) -> None:
        """See that what was raised in these places may be raised again."""
        if self._is_open:
            self.sites.update(dict.fromkeys(sites))

    def close(self) -> None:
        """Let go of the user's objects: the graphs inside keep their recorders.

        What a loop around the attempt makes in each iteration would seem to be in use.
        """
        if not self._is_open:
            return
        self._is_open = False
        self.notes.clear()
        del self._state, self._seen, self._watch, self._namer

    def now(self) -> list[Any]:
        """Return the values of the variables."""
        return list(self._state())

    def _written(self, graph: Graph | None) -> dict[Key, tuple[Location, Noted]]:
        """Return what the block has written in place so far, with the values now."""
        found: dict[Key, tuple[Location, Noted]] = {
            key: self._noted(entry.location, entry.after)
            for key, entry in self._watch.changes().items()
        }
        probes = [] if graph is None else graph.attempts
        hidden = [each.hidden for each in probes if isinstance(each, Probe)]
        while graph is not None:
            journals = [each[1] for each in hidden if each and each[0] is graph]
            entries: dict[Key, Any] = {}
            for journal in (*reversed(journals), graph.journal):
                entries.update(journal)
            for key, entry in entries.items():
                if key not in found:
                    found[key] = self._noted(entry.location, entry.location.get())
            if graph is self._inside:
                return found
            graph = graph.parent
        return found

    def _noted(self, place: Location, value: Any) -> tuple[Location, Noted]:
        return place, Noted.of(value, self._namer, is_copy=place.is_content)

    def _is_noted(self, graph: Graph, made: Note) -> bool:
        """Is this what the last note says? A branch or loop in between may differ."""
        for node in reversed(graph.nodes):
            if node.op.is_control:
                return False
            if node.op is NOTE and graph.capture(self.cell) is node.inputs[0]:
                return bool(self.notes[node.attrs["layout"]].is_like(made))
        return False


def _same(value: Any) -> Any:
    return value


def stage_try(
    body: Callable[[], Sequence[Any]],
    handler: Callable[[Arrival, list[Any]], Sequence[Any]],
    state: State,
    names: tuple[Sequence[str], Sequence[str]],
    roots: Sequence[Callable[..., Any]] = (),
) -> list[Any]:
    """Trace a block and its handler into an `attempt` node; return the joined values.

    What an interruption finds may be more than a graph can carry. Then it finds what
    was noted last ahead of a node that may raise.

    Args:
        body: Runs the block; returns the values of the variables after it.
        handler: Takes the exception, as a function of the classes that reach it, and
            the values that `state` had where it was raised; returns the values after
            it.
        state: Returns the values of all variables that matter, at any time.
        names: Of the variables of `state`, and of those that the blocks return.
        roots: Callables of the user's that the blocks call.

    Raises:
        BranchMismatchError: The blocks leave values that cannot be joined.
        Diverged: Neither comes to its end.
    """
    trial = Trial()
    with probing(building(), roots, trial):
        try:
            return _stage(body, handler, state, names, roots, is_close=True)
        except AutographError:
            trial.may_raise = True  # it is taken back
    return _stage(body, handler, state, names, roots, is_close=False)


def _stage(
    body: Callable[[], Sequence[Any]],
    handler: Callable[[Arrival, list[Any]], Sequence[Any]],
    state: State,
    names: tuple[Sequence[str], Sequence[str]],
    roots: Sequence[Callable[..., Any]],
    *,
    is_close: bool,
) -> list[Any]:
    parent, origin = building(), capture()
    cell = parent.add(CELL, origin=origin).outputs[0]
    base = parent.unique_name("try")
    inside = Graph(f"{base}_body", parent, is_block=True)
    recorder = Recorder(cell, state, inside, roots, is_close=is_close)
    inside.attempts = (*inside.attempts, recorder)
    with closing(recorder):
        tried = trace_block(inside, body, roots)
        inside.is_left = True
        handling = Graph(f"{base}_handler", parent, is_block=True)
        alive = sorted(layouts(inside, inside, cell))

        catches: list[type[BaseException]] = []

        def handle() -> Sequence[Any]:
            note_marks(handling, tried.inner)
            value = handling.add(
                CAUGHT, [handling.capture(cell)], origin=origin
            ).outputs[0]
            reader = _Reader(handling, recorder, alive, names[0], origin)
            values = reader.read()
            # The notes have done their part, and hold what the block wrote to.
            recorder.close()

            def arrive(classes: tuple[type[BaseException], ...]) -> CaughtError:
                catches[:] = classes
                return CaughtError(value, classes, merged(recorder.sites))

            return handler(arrive, values)

        handled = trace_block(handling, handle, roots)
        attrs = {
            "body": inside,
            "handler": handling,
            "catches": tuple(map(exception_name, catches or (BaseException,))),
        }
        fork = Fork(parent, base, ATTEMPT, cell, attrs, origin, _ENDS)
        return join_paths(fork, [tried, handled], names[1])


@dataclass(slots=True, eq=False)
class _Reader:
    """Joins what was noted, and reads it at the beginning of a handler."""

    handling: Graph
    recorder: Recorder
    alive: list[int]
    names: Sequence[str]
    origin: Origin
    specs: list[TensorSpec] = field(default_factory=list)
    sources: list[list[Any]] = field(default_factory=list)

    def read(self) -> list[Any]:
        """Write the places, and return the values of the variables."""
        notes = [self.recorder.notes[number] for number in self.alive]
        if not notes:  # nothing is left that could raise
            return self.recorder.now()
        places: dict[Key, Location] = {}
        for each in notes:
            written = each.written.items()
            places.update((key, location) for key, (location, _) in written)
        labels = [*self.names, *(place.label for place in places.values())]
        sides = [
            [*each.variables, *self._of_places(each.written, places)] for each in notes
        ]
        rows = [[noted.value for noted in side] for side in sides]
        found = [
            self._variable(name, with_one_set([row[i] for row in rows]))
            if i >= len(self.names)
            else self._variable(name, [row[i] for row in rows])
            for i, name in enumerate(labels)
        ]
        outputs = iter(self._linked())
        results = [
            nest.pack(tree, [next(outputs) if leaf is _READ else leaf
                             for leaf in leaves])
            for tree, leaves in found
        ]  # fmt: skip
        rebuilt = Rebuilt(building())
        results = [
            rebuilt.put(
                value,
                [side[i].tokens for side in sides],
                [side[i].value for side in sides],
            )
            for i, value in enumerate(results)
        ]
        rebuilt.register()
        n_names = len(self.names)
        for place, value in zip(places.values(), results[n_names:], strict=True):
            write(place, value)
        return results[:n_names]

    def _of_places(self, written: Any, places: dict[Key, Location]) -> list[Noted]:
        return [
            written[key][1] if key in written else self._unwritten(place, written)
            for key, place in places.items()
        ]

    def _unwritten(self, place: Location, written: Any) -> Noted:
        """Return what a place holds at a note ahead of all that writes it."""
        contents = {key: noted.value for key, (_, noted) in written.items()}
        value = as_left(place.get(), contents)
        leaves = [x for x in nest.flatten(value) if isinstance(x, SymbolicTensor)]
        if not all(map(self._is_around, leaves)):
            # What is of a block inside: its owner is made after that note.
            return Noted(_LATER, {}, ())
        is_copy = place.is_content
        tokens = old_tokens(place.get(), self.handling, is_copy=is_copy)
        return Noted(value, tokens, ())

    def _variable(
        self, name: str, trees: list[Any]
    ) -> tuple[nest.Structure, list[Any]]:
        known = unify(name, [tree for tree in trees if tree is not _LATER])
        structure, leaves = nest.structure_of(known[0]), iter(map(nest.flatten, known))
        n_leaves = len(nest.flatten(known[0]))
        rows = [
            [ABSENT] * n_leaves if tree is _LATER else next(leaves) for tree in trees
        ]
        columns = zip(*rows, strict=True)
        return structure, [self._leaf(name, list(column)) for column in columns]

    def _leaf(self, name: str, column: list[Any]) -> Any:
        """Return a leaf that all notes share, or enter what has to be read."""
        present = [leaf for leaf in column if leaf is not ABSENT]
        if not present:
            return ABSENT
        first = present[0]
        is_outer = not isinstance(first, SymbolicTensor) or self._is_around(first)
        if is_outer and all(is_same(first, leaf) for leaf in present):
            return first
        spec: Any = None
        for leaf in present:
            if not is_stageable(leaf):
                others = [each for each in present if not is_same(leaf, each)]
                raise mismatch(name, leaf, others[0], _NOTES)
            spec = (
                leaf_spec(leaf)
                if spec is None
                else fitting(specs.join(spec, leaf_spec(leaf)), *present)
            )
            if spec is None:
                raise mismatch(name, first, leaf, _NOTES)
        self.specs.append(spec)
        self.sources.append(column)
        return _READ

    def _is_around(self, value: SymbolicTensor) -> bool:
        return is_of(value, self.handling.parent)

    def _linked(self) -> Sequence[SymbolicTensor]:
        """Return what is read, with what it may share memory with."""
        outputs = self._node()
        link_noted(outputs, self.sources, self._is_around)
        for output, column in zip(outputs, self.sources, strict=True):
            links_of(output).noted = column
            mark(output, joined_types(column))
            mark_whole(output, joined_integers(column, output.spec))
        return outputs

    def _node(self) -> Sequence[SymbolicTensor]:
        if not self.specs:
            return ()
        layouts: list[Any] = [()] * (max(self.alive) + 1)
        others: list[SymbolicTensor] = []
        for row, number in enumerate(self.alive):
            inputs = [
                leaf
                for leaf in self.recorder.notes[number].leaves()
                if isinstance(leaf, SymbolicTensor)
            ]
            layouts[number] = tuple(
                _source(column[row], inputs, others) for column in self.sources
            )
        attrs = {"specs": tuple(self.specs), "layouts": tuple(layouts)}
        given = map(self.handling.capture, (self.recorder.cell, *others))
        return self.handling.add(NOTED, [*given], attrs, origin=self.origin).outputs


# Stands for a leaf that is read from the cell.
_READ: Any = object()
# Stands for what a place holds before its owner is made.
_LATER: Any = object()


def _source(
    leaf: Any, inputs: list[SymbolicTensor], others: list[SymbolicTensor]
) -> Any:
    """Return which of a note's inputs a leaf is, or the constant it is, in a tuple.

    What a place held before it was first written is in no note: it follows, among the
    others, which come after all inputs.
    """
    if isinstance(leaf, SymbolicTensor):
        values = (*inputs, *others)
        found = next((i for i, value in enumerate(values) if value is leaf), None)
        if found is None:
            others.append(leaf)
            found = len(values)
        return found
    if leaf is ABSENT:
        return (None,)
    if isinstance(leaf, Column):
        return ("list", tuple(_part(part, inputs, others) for part in leaf.parts))
    return (leaf,)


def _part(
    part: Any, inputs: list[SymbolicTensor], others: list[SymbolicTensor]
) -> tuple[Any, ...]:
    """Return where a part of a list's column is found."""
    if isinstance(part, Fill):
        sources = (_source(each, inputs, others) for each in (part.leaf, part.like))
        return ("fill", *sources)
    if isinstance(part, One):
        return ("one", _source(part.column, inputs, others))
    source = _source(part, inputs, others)
    is_run = isinstance(part, SymbolicTensor) and specs.is_list(part.spec)
    return ("run" if is_run else "one", source)


__all__ = ["stage_try"]
