"""Stage a loop: a test and a block become a `while_loop`.

The block is traced again and again until the types of the variables settle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from graph import nest, shapes
from graph.errors import AutographError, SideEffectError, UnknownIdentityError
from graph.graph import Graph, current_graph
from graph.old_staging.abandoned import end_abandoned
from graph.old_staging.blocks import Traced, bind, trace_block
from graph.old_staging.coercion import coerce
from graph.old_staging.exchanged import Exchange
from graph.old_staging.fresh import FreshObjects
from graph.old_staging.heap import NeedsHeap
from graph.old_staging.held import Holds
from graph.old_staging.identity import Tokens
from graph.old_staging.joining import is_same
from graph.old_staging.journal import kept_elsewhere, with_one_set, write, write_back
from graph.old_staging.lineage import UnknownLineageError, lineage_of_loop, note_lineage
from graph.old_staging.list_choices import ListChoices
from graph.old_staging.locations import Location, Progress
from graph.old_staging.number_types import mark
from graph.old_staging.numpy_numbers import check_assumed
from graph.old_staging.overwriting import Items
from graph.old_staging.places import showing_places
from graph.old_staging.rounds import AROUND, Round, widened
from graph.old_staging.row_joins import owners_of
from graph.old_staging.shared_arrays import check_loop
from graph.old_staging.slots import Variable, check_shapes, declared_slots
from graph.old_staging.survivors import survivors
from graph.old_staging.unsettled import Changes, unsettled
from graph.old_staging.variables import building, show_name
from graph.old_staging.whole import mark_whole
from graph.ops.control_flow import WHILE
from graph.ops.core import truth
from graph.origin import Origin, capture, capture_exact
from graph.partial import Undefined
from graph.segments import JoinedFamilies
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import _DISPATCH

T = TypeVar("T")
Test = Callable[[Sequence[Any]], Any]
Block = Callable[[Sequence[Any]], Sequence[Any]]

# A loop's types climb a small lattice (dtype, rank, dimensions, definedness); more
# rounds than this mean that they never settle. In one round a type may pass from one
# variable to the next only, so there are some for each of them, too.
MAX_ROUNDS = 12
_ASSUMED = "this loop begins with one of them, and leaves the other"


def stage_while(
    test: Test,
    body: Block,
    start: Sequence[Any],
    names: Sequence[str],
    declared: Sequence[tuple[Any, Shape]] = (),
) -> list[Any]:
    """Trace a test and a block into a `while_loop` node; return the final values.

    Args:
        test: Called with the variables' values; returns the condition to go on.
        body: Called with the values; returns the values after one iteration.
        start: The values before the loop.
        names: The variables' names.
        declared: Values before the loop, each with a shape that it has to keep to.

    Raises:
        ShapeError: A value does not keep to its shape.
        BranchMismatchError: A variable's values cannot be carried by one type.
    """
    loop = _Loop(building(), test, body, list(names), list(start), declared)
    try:
        return _staged(loop, capture())
    except AutographError:
        if loop.refused is None:
            raise
        raise loop.refused from None


def _staged(loop: _Loop, origin: Origin) -> list[Any]:
    variables, body = loop.variables(), loop.body
    n_rounds, n_found, changes = 0, 0, Changes()
    # A structure that is nested deeper each time has as many slots as there are rounds.
    n_most = 2 * (MAX_ROUNDS + sum(len(each.slots) for each in variables))
    while n_rounds < min(MAX_ROUNDS + sum(len(x.slots) for x in variables), n_most):
        families, traced = JoinedFamilies(), loop.trace_within(variables)
        if traced is None:
            variables = loop.begin_again()
            continue
        attempt, found = traced
        n_opened = len(loop.holds.opened)
        has_changed = loop.learn(attempt)
        if found or len(loop.holds.opened) > n_opened:
            n_found += 1
            if found and n_found > 2 * MAX_ROUNDS:
                raise kept_elsewhere(found[0], origin)
            loop.add_places(found)
            variables = loop.variables()
            n_most += 2 * sum(len(each.slots) for each in variables)
            continue
        with showing_places(AROUND, None, body):
            wider = widened(attempt)
        has_changed |= families.are_joined()
        check_shapes(wider or attempt.variables, loop.declared, origin)
        if wider is None and not has_changed:
            try:
                results = _add_while(loop, attempt, origin)
            except UnknownLineageError:  # what asks is checked as what nobody can tell
                loop.tells_numbers = False
                continue
            return loop.finish(results)
        variables = attempt.variables if wider is None else wider
        if changes.are_endless(attempt.variables, wider):
            break
        n_rounds += wider is not None
    with showing_places(AROUND, None, body):
        raise unsettled(attempt.variables, variables, origin)


@dataclass(slots=True, eq=False)
class _Loop:
    """A loop being staged: its callables, and the state that is known so far.

    Attributes:
        parent: The graph that the loop is part of.
        test: The test of the variables.
        body: The block.
        names: The variables' names.
        start: Their values before the loop, then those of `places`.
        declared: Values before the loop, each with a shape that it has to keep to.
        places: What the bodies write in place, found out by tracing them.
        holds: Which lists and dicts the variables and places keep.
        fresh: What objects iterations make.
        choices: Which lists are carried by their number.
        base: The name of its node, reserved in `parent`.
        has_new_inner: Were there lists that became elements of run-time lists?
        tells_numbers: Can a run tell which of what it carries are numbers of Python's?
        refused: What was refused before lists were carried by their number.
    """

    parent: Graph
    test: Test
    body: Block
    names: list[str]
    start: list[Any]
    declared: Sequence[tuple[Any, Shape]] = ()
    places: list[Location] = field(default_factory=list)
    holds: Holds = field(init=False)
    fresh: FreshObjects = field(init=False)
    choices: ListChoices = field(default_factory=ListChoices)
    base: str = field(init=False)
    has_new_inner: bool = False
    tells_numbers: bool = True
    refused: UnknownIdentityError | None = None
    _undefined: list[Undefined] = field(init=False)

    def __post_init__(self) -> None:
        # Others than those of a loop around, which tell what that one depends on.
        self._undefined = [each for each in self.start if isinstance(each, Undefined)]
        self.start = [
            copy(each) if isinstance(each, Undefined) else each for each in self.start
        ]
        self.holds = Holds(self.parent)
        self.fresh = FreshObjects(self.parent)
        self.base = self.parent.unique_name("while")

    @property
    def labels(self) -> list[str]:
        """How messages call the variables and the places."""
        return [*self.names, *(place.label for place in self.places)]

    def variables(self) -> list[Variable]:
        """Return what the values before the loop need."""
        pairs = zip(self.labels, map(self._wrapped, *self._numbered()), strict=True)
        found = [Variable.of(name, value) for name, value in pairs]
        for slot, shape in declared_slots(found, self.declared):
            assert slot.spec is not None
            if shapes.covers(shape, slot.spec.shape):
                slot.spec = TensorSpec(shape, slot.spec.dtype)
        return found

    def trace_within(
        self, variables: list[Variable]
    ) -> tuple[Round, list[Location]] | None:
        """Trace once; None if all is to begin again."""
        try:
            return _within_loops(self.parent.root, partial(self.trace, variables))
        except UnknownIdentityError as error:
            if not self.choose_lists():
                raise
            end_abandoned(error)
            # Its frames would hold what the trace left.
            self.refused = self.refused or error.with_traceback(None)
            return None

    def choose_lists(self) -> bool:
        """Carry by number what variables hold; tell whether that is new."""
        if not self.choices.choose(self.holds.opened, self.start):
            return False
        self.holds = Holds(self.parent)
        return True

    def begin_again(self) -> list[Variable]:
        """Forget the objects of iterations, which live in the graph from now on."""
        self.fresh = FreshObjects(self.parent)
        return self.variables()

    def add_places(self, found: list[Location]) -> None:
        """Carry these places, too."""
        # The arrays that are written to may be those in the other places, which the
        # loop carries there: then the next trace does not find them.
        others = [place for place in found if not isinstance(place, Items)]
        found = others or found
        self.places += found
        self.start += [place.get() for place in found]

    def _numbered(self) -> tuple[Sequence[int], list[Any]]:
        return range(len(self.start)), self.start

    def _wrapped(self, number: int, value: Any) -> Any:
        place = number - len(self.names)
        is_copy = place >= 0 and self.places[place].is_content
        return self.holds.wrap(number, value, is_copy=is_copy)

    def learn(self, attempt: Round) -> bool:
        """Note which objects an iteration leaves; tell whether that is news."""
        if attempt.after is None:
            return self.has_new_inner
        left = zip(attempt.variables, attempt.after, attempt.tokens, strict=True)
        attempt.after = [
            self.holds.wrap_after(
                number, variable.start, value, tokens, attempt.contents
            )
            for number, (variable, value, tokens) in enumerate(left)
        ]
        carried = [variable.start for variable in attempt.variables]
        owners = owners_of(self.names, self.places)
        has_changed = self.holds.learn(self.start, attempt.tokens, carried, owners)
        has_changed |= self.choices.has_grown
        self.choices.has_grown = False
        return has_changed or self.has_new_inner

    def _enter(self, values: list[Any]) -> list[Any]:
        """Write the places' values, inside a block; return the variables' values."""
        return self._written(values, write)

    def _written(
        self, values: list[Any], put: Callable[[Location, Any], None]
    ) -> list[Any]:
        n_names = len(self.names)
        later = [self.choices.is_in(n_names + i) for i in range(len(self.places))]
        # What is in lists that are carried by their number is known after the rest.
        for is_chosen in (False, True):
            if is_chosen:
                values = self.choices.enter(values)
            pairs = zip(self.places, values[n_names:], later, strict=True)
            for place, value, is_later in pairs:
                if is_later is is_chosen:
                    put(place, value)
        return values[:n_names]

    def _entered(self, variables: list[Variable], graph: Graph) -> list[Any]:
        """Return the state as a block of the loop sees it."""
        with graph.as_default():  # where computing tells which object is in a place
            values = [each.inputs(graph) for each in variables]
            return self.holds.enter(values, graph, self.fresh.begin)

    def trace(self, variables: list[Variable]) -> tuple[Round, list[Location]]:
        """Trace test and body once.

        Returns:
            The round, and places that were written and are not carried yet.
        """
        test, body = (
            Graph(f"{self.base}_{part}", self.parent, is_block=True)
            for part in ("test", "body")
        )
        test.is_repeated = body.is_repeated = True
        body.exchanged = {}
        test.lineage, body.lineage = ({}, {}) if self.tells_numbers else (None, None)
        test.root.objects.closed.append(test)
        for value in self.start:
            if isinstance(value, Undefined):
                value.is_read = False

        entered = self._entered(variables, test)
        begun: list[Any] = []  # what the places hold when the test begins

        def block() -> Sequence[Any]:
            values = self._enter(entered)
            begun[:] = [nest.map_structure(_same, each.get()) for each in self.places]
            return [truth(self.test(values))]

        tested = trace_block(test, block, (self.test,), is_test=True)
        self.choices.forget()
        self._refuse_effects(tested, begun)
        going_on = False if tested.values is None else tested.values[0]
        test.outputs = [test.capture(going_on)]
        traced = trace_block(
            body,
            lambda: self.body(self._enter(self._entered(variables, body))),
            (self.body,),
            leaving=self._left,
        )
        self.has_new_inner = self.holds.learn_inner(
            [*tested.inner, *traced.inner]
        ) | self.fresh.learn(tested.elements | traced.elements)
        found = self._places_of(traced)
        written = traced.written
        after = None if traced.values is None else list(traced.values)
        tokens: list[Tokens] = [
            {} if (number, ()) in self.choices.positions else each
            for number, each in enumerate(traced.tokens)
        ]
        if after is not None:
            left = [written[place.key] for place in self.places]
            begun = self.start[len(self.names) :]
            after += [
                with_one_set([before, entry.left])[1]
                if entry.location.is_content
                else entry.left
                for before, entry in zip(begun, left, strict=True)
            ]
            tokens += [entry.tokens for entry in left]
        attempt = Round(test, body, variables, after, tokens, traced.made)
        attempt.contents = traced.contents
        return attempt, found

    def _places_of(self, traced: Traced) -> list[Location]:
        """Return the places of before that the body writes and that are not known."""
        known = {place.key for place in self.places}

        def is_known(place: Location) -> bool:
            if place.key in known:
                return True
            key = id(place.owner)
            is_made = key in traced.made or key in traced.held.inside
            is_own = is_made or self.fresh.has_begun(place.owner)
            return is_own and not isinstance(place, Progress)

        found = survivors(traced, is_known=is_known)
        return [entry.location for entry in found.values()]

    def _left(self, values: Sequence[Any], made: frozenset[int]) -> Sequence[Any]:
        """Take the objects apart that an iteration made and leaves, while it ends."""
        graph = current_graph()
        assert graph is not None
        places = [
            entry.location
            for entry in graph.journal.values()
            if not isinstance(entry.location, Progress)
            if id(entry.location.owner) not in made
            if not self.fresh.has_begun(entry.location.owner)
        ]
        named = [
            *zip(range(len(values)), self.start, values, strict=False),
            *(
                (each.key, graph.journal[each.key].before, each.get())
                for each in places
            ),
        ]
        found = self.fresh.leave(named, made)
        found = self._numbers(found, places, len(values))
        given = zip(places, named[len(values) :], found[len(values) :], strict=True)
        for place, (*_, left), value in given:
            if value is not left or nest.is_nested(value):
                place.set(value)
        return found[: len(values)]

    def _numbers(
        self, left: Sequence[Any], places: list[Location], n_values: int
    ) -> list[Any]:
        """Return what an iteration leaves, with lists carried by their number."""
        found = self.choices.leave(left[:n_values], 0)
        for place, value in zip(places, left[n_values:], strict=True):
            known = [i for i, each in enumerate(self.places) if each.key == place.key]
            first = len(self.names) + known[0] if known else -1
            found += self.choices.leave([value], first) if known else [value]
        self.choices.forget()
        return found

    def _refuse_effects(self, tested: Traced, begun: list[Any]) -> None:
        """Refuse a test that changes more than variables: it is traced twice."""
        given = zip(self.places, begun, strict=True)
        changed = {
            place.key: place
            for place, value in given
            if place.key in tested.written
            and not _is_left(place, value, tested.written[place.key].left)
        }
        known = {place.key for place in self.places}
        found = survivors(tested, is_known=lambda place: place.key in known)
        changed |= {key: entry.location for key, entry in found.items()}
        for place in changed.values():
            raise SideEffectError(
                f"the test of this loop changes {show_name(place.label)}, and is known "
                "only when the graph runs.",
                origin=capture_exact(3),
                hint="Change it in the body: `while True:` with a `break`.",
            )

    def finish(self, results: list[Any]) -> list[Any]:
        """Write back the places; return the variables' values after the loop."""
        for given in self._undefined:  # the first iteration sees it, or none does
            given.is_read = True
        results = self.holds.leave(results, self.start, self.fresh.begin)
        found = self._written(results, write_back)
        self.choices.forget()
        return found


def _is_left(place: Location, before: Any, after: Any) -> bool:
    """Tell whether a place holds after a test what it held before it."""
    if place.is_content:
        before, after = with_one_set([before, after])
    held, left = map(nest.flatten_with_structure, (before, after))
    return held[1] == left[1] and all(map(is_same, held[0], left[0]))


def _same(value: Any) -> Any:
    return value


def _add_while(loop: _Loop, attempt: Round, origin: Origin) -> list[Any]:
    parent, body = loop.parent, attempt.body
    slots = [slot for variable in attempt.variables for slot in variable.slots]
    carried = [slot for slot in slots if slot.spec is not None]
    if attempt.after is None:
        body.outputs = body.inputs[: len(carried)]
    else:
        leaves = [leaf for left in attempt.after for leaf in left]
        body.outputs = [
            coerce(body, leaf, slot.spec)
            for slot, leaf in zip(slots, leaves, strict=True)
            if slot.spec is not None
        ]
    start = [
        coerce(parent, slot.start, slot.spec)
        for slot in carried
        if slot.spec is not None
    ]
    left: list[Any] = [*body.outputs]
    if attempt.after is not None:
        left = [x for slot, x in zip(slots, leaves, strict=True) if slot.spec]
        for graph in (attempt.test, body):
            check_assumed(graph.inputs[: len(left)], [left], _ASSUMED)
    check_loop([slot.name for slot in carried], loop.places, start, body.outputs)
    exchange = Exchange(carried, left, start, body)
    exchange.prepare(attempt.test, parent)
    asked, told = lineage_of_loop(attempt.test, body, start)
    start += told
    inputs = start + bind(parent, (attempt.test, body), len(start))
    for graph in (attempt.test, body):
        graph.finish(graph.outputs)
    attrs = {"test": attempt.test, "body": body}
    node = parent.add(WHILE, inputs, attrs, origin=origin, reserved=loop.base)
    for slot, result in zip(carried, node.outputs, strict=False):
        mark(result, slot.numbers)
        mark_whole(result, slot.whole)
    note_lineage(node, asked)
    exchange.give_away(node)
    results = iter(node.outputs)
    return [
        nest.pack(
            variable.structure,
            [slot.start if slot.spec is None else next(results)
             for slot in variable.slots],
        )
        for variable in attempt.variables
    ]  # fmt: skip


def _within_loops(root: Graph, trace: Callable[[], T]) -> T | None:
    """Return what tracing a loop gives; None if it is to be traced again.

    Raises:
        NeedsHeap: All loops around are to be traced again.
    """
    root.objects.n_loops += 1
    try:
        return trace()
    except NeedsHeap as jump:
        end_abandoned(jump)
        if root.objects.n_loops > 1:
            raise
    finally:
        root.objects.n_loops -= 1
    _DISPATCH["provide_columns"]()
    return None
