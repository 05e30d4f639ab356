"""Stage a function that calls itself under a condition: its body becomes a graph.

The body is traced once, with inputs for the arguments; calls of the function inside it
become `call_again`, and the first call `call`. What the function returns is found out
by tracing again and again: at first a call inside has no result and diverges, so that
the paths without recursion tell; then calls give what is known so far, until nothing
changes. The types of the arguments widen in the same rounds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from graph import failing, nest, specs
from graph.errors import BranchMismatchError, SideEffectError, UnsettledRecursionError
from graph.graph import Graph
from graph.nest import Structure
from graph.op import PURE, Effects, Planned
from graph.ops.attempts import MACHINERY, RERAISE
from graph.ops.calls import CALL, CALL_AGAIN
from graph.ops.groups import ENTER
from graph.origin import UNKNOWN, Origin, capture, capture_exact
from graph.partial import ABSENT
from graph.specs import TensorSpec
from graph.staging.blocks import Diverged, Traced, bind, trace_block
from graph.staging.coercion import coerce
from graph.staging.joining import (
    is_same,
    join_specs,
    leaf_spec,
    unify,
)
from graph.staging.journal import note, write_back
from graph.staging.locations import Key, Location
from graph.staging.mismatch import mismatch
from graph.staging.passed import Passed, check_flat
from graph.staging.pinned import passed_on, unwrapped
from graph.staging.rows import note_marks
from graph.staging.survivors import survivors
from graph.staging.variables import Unavailable, building, is_stageable
from graph.staging.watch import Watch
from graph.tensor import SymbolicTensor

# As for loops: dtypes, ranks and dimensions climb a small lattice.
MAX_ROUNDS: Final = 12

_CALLS: Final = ("in the first call", "in a recursive one")
_RETURNS: Final = ("on one path", "on another")


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """One leaf of an argument, or of the result.

    Attributes:
        value: The leaf as it was first seen.
        spec: What the graph carries for it; None for a leaf that is always `value`.
    """

    value: Any
    spec: TensorSpec | None = None

    def widened(self, name: str, leaf: Any, labels: tuple[str, str]) -> Slot:
        """Return the slot that holds `leaf`, too: itself, if it does.

        Raises:
            BranchMismatchError: None does.
        """
        value, spec = self.value, self.spec
        if leaf is ABSENT:
            return self
        if spec is None and value is ABSENT:
            is_carried = is_stageable(leaf)
            return Slot(value, leaf_spec(leaf)) if is_carried else Slot(leaf)
        if spec is None:
            if is_same(value, leaf) or isinstance(value, Unavailable):
                return self
            if isinstance(leaf, Unavailable):
                return Slot(leaf)
            return Slot(value, join_specs(name, value, leaf, labels))
        joined = specs.join(spec, leaf_spec(leaf)) if is_stageable(leaf) else None
        if joined is None:
            raise mismatch(name, value, leaf, labels)
        return self if joined == spec else Slot(value, joined)


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """An argument, the result, or a place that is written: a slot for each leaf."""

    name: str
    structure: Structure
    slots: list[Slot]

    @classmethod
    def of(cls, name: str, value: Any, *, is_carried: bool = False) -> Variable:
        """Return what holds a value.

        Args:
            name: How messages call it.
            value: The value.
            is_carried: Are constants carried, as symbolic leaves always are?
        """
        leaves, structure = nest.flatten_with_structure(value)
        check_flat(name, structure)
        slots = [
            Slot(leaf, leaf_spec(leaf))
            if isinstance(leaf, SymbolicTensor) or (is_carried and is_stageable(leaf))
            else Slot(leaf)
            for leaf in leaves
        ]
        return cls(name, structure, slots)

    def widened(self, value: Any, labels: tuple[str, str]) -> Variable:
        """Return what holds `value`, too: itself, if it does.

        Raises:
            BranchMismatchError: Nothing does.
        """
        start, other = unify(self.name, [self._start, value])
        leaves, structure = nest.flatten_with_structure(other)
        check_flat(self.name, structure)
        slots = self.slots
        if structure != self.structure:
            # Flags were added; what was carried is carried still.
            known = {id(slot.value): slot for slot in slots}
            flat = nest.flatten(start)
            slots = [known.get(id(leaf), Slot(leaf)) for leaf in flat]
        new = [
            slot.widened(self.name, leaf, labels)
            for slot, leaf in zip(slots, leaves, strict=True)
        ]
        if structure == self.structure and all(map(operator.is_, new, self.slots)):
            return self
        return Variable(self.name, structure, new)

    def carried(self, graph: Graph, value: Any) -> list[SymbolicTensor]:
        """Return what the graph carries for a value that the variable holds."""
        # Of flags that are known at the start, none of their values is left in it.
        form = nest.pack(self.structure, [ABSENT] * len(self.slots))
        leaves = nest.flatten(unify(self.name, [form, value])[1])
        return [
            coerce(graph, leaf, slot.spec)
            for slot, leaf in zip(self.slots, leaves, strict=True)
            if slot.spec is not None
        ]

    def value(self, found: Iterator[SymbolicTensor]) -> Any:
        """Return the value, taking what is carried from `found`."""
        leaves = [
            slot.value if slot.spec is None else next(found) for slot in self.slots
        ]
        return nest.pack(self.structure, leaves)

    @property
    def specs(self) -> list[TensorSpec]:
        """What is carried."""
        return [slot.spec for slot in self.slots if slot.spec is not None]

    @property
    def _start(self) -> Any:
        return nest.pack(self.structure, [slot.value for slot in self.slots])


@dataclass(slots=True, eq=False)
class FunctionGraph:
    """A function that is being staged.

    Attributes:
        name: Its name in the graph, unlike those of the functions around it.
        parent: The graph of the first call.
        run: Called with arguments; returns the result.
        arguments: Those of the first call; some are pinned.
        names: What they are called.
        root: The function of the user's that `run` calls.
        body: The graph that is being traced.
        variables: The arguments, then the places.
        places: What the function writes in place, found out by tracing it.
        captures: What the body takes from outside.
        results: The result, and what is left in the places; None as long as no path
            has come to its end.
        is_endless: Does every path raise or go on for ever?
        effects: What running the body touches.
        passed: Which lists and dicts are passed and returned.
        begun: What the body that is being traced can reach, as it was at its beginning.
        seen: Places that hold something else when the body calls the function again.
        tried: Where the body does so in a `try` of its own, if it does.
        has_changed: Has this round shown something new?
    """

    name: str
    parent: Graph
    run: Callable[[Sequence[Any]], Any]
    arguments: list[Any]
    names: list[str]
    root: Any
    body: Graph = field(init=False)
    variables: list[Variable] = field(init=False)
    places: list[Location] = field(default_factory=list)
    captures: list[Any] = field(default_factory=list)
    results: list[Variable] | None = None
    is_endless: bool = False
    effects: Effects = PURE
    passed: Passed = field(init=False)
    has_changed: bool = False
    begun: Watch | None = None
    seen: dict[Key, Location] = field(default_factory=dict)
    tried: Origin | None = None
    origin: Origin = UNKNOWN

    def __post_init__(self) -> None:
        pairs = zip(self.names, self.arguments, strict=True)
        self.variables = [Variable.of(name, value) for name, value in pairs]
        roots = (self.root, *unwrapped(self.arguments))
        self.passed = Passed(self.parent, Watch(roots))
        self.passed.learn_arguments(self.arguments, self.parent)

    def stage(self, origin: Origin) -> Any:
        """Add the first call to the parent graph; return its result.

        Raises:
            SideEffectError: It changes an argument in place.
            UnsettledRecursionError: There are no types for all of its calls.
            Diverged: It never returns.
        """
        for n_rounds in count():
            held = [*self.variables, *(self.results or ())]
            if n_rounds >= MAX_ROUNDS + sum(len(each.slots) for each in held):
                break
            self.has_changed = False
            traced, found = self._trace()
            if found:
                self._add_places(found)
                continue
            self._learn(traced, origin)
            if not self.has_changed:
                return self._add_call(traced, origin)
        known = ", ".join(
            f"{variable.name} is {', '.join(map(str, variable.specs))}"
            for variable in [*self.variables, *(self.results or ())]
            if variable.specs
        )
        raise UnsettledRecursionError(
            f"the types of the arguments and results of {self.name}() do not settle: "
            + known,
            origin=origin,
            hint="Give each argument and result its final dtype and rank.",
        )

    def widen(self, arguments: Sequence[Any], again: Origin) -> None:
        """Take arguments of these types, too, of a call that is made at a place."""
        pairs = zip(self.variables, self._values(arguments), strict=True)
        try:
            wider = [variable.widened(value, _CALLS) for variable, value in pairs]
        except BranchMismatchError as error:
            error.others = tuple(zip(_CALLS, (self.origin, again), strict=True))
            raise
        if not all(map(operator.is_, wider, self.variables)):
            self.has_changed = True
            self.variables = wider

    def call_again(self, arguments: Sequence[Any]) -> Any:
        """Add a recursive call to the graph being built; return its result.

        Raises:
            Diverged: No result is known as yet.
            Unpinned: It passes something else than what is pinned.
        """
        graph, origin = building(), capture()
        arguments = passed_on(self.arguments, arguments)
        self._look()
        if len(graph.attempts) > len(self.body.attempts):
            self.tried = origin
        self.widen(arguments, origin)
        results = self.results
        if results is None and not self.is_endless:
            raise Diverged
        inputs = self._inputs(graph, arguments)
        inputs += [graph.capture(outer) for outer in self.captures]
        given = self._values(arguments)
        self.has_changed |= self.passed.learn_arguments(given, graph)
        carried = tuple(spec for each in results or () for spec in each.specs)
        attrs: dict[str, Any] = {"function": self.name, "results": carried}
        if self.effects.reads:
            attrs["reads"] = self.effects.reads
        if self.effects.writes:
            attrs["writes"] = self.effects.writes
        node = graph.add(CALL_AGAIN, inputs, attrs, origin=origin)
        return self._returned(results, node.outputs, given)

    def _look(self) -> None:
        """Note what the body has written so far: the call sees it.

        It may be put back before the body ends.
        """
        known = {place.key for place in self.places}
        for place in () if self.begun is None else self.begun.changed():
            if place.key not in known:
                self.seen[place.key] = place

    def _values(self, arguments: Sequence[Any]) -> list[Any]:
        return [*arguments, *(place.get() for place in self.places)]

    def _inputs(self, graph: Graph, arguments: Sequence[Any]) -> list[SymbolicTensor]:
        pairs = zip(self.variables, self._values(arguments), strict=True)
        return [x for variable, value in pairs for x in variable.carried(graph, value)]

    def _trace(self) -> tuple[Traced, list[Location]]:
        """Trace the body; return it, and the places that it turned out to write."""
        self.body = body = Graph(self.name, self.parent, is_block=True)
        body.is_repeated = True
        body.root.objects.closed.append(body)
        inputs = [
            body.add_input(spec, variable.name)
            for variable in self.variables
            for spec in variable.specs
        ]
        for outer in self.captures:
            body.capture(outer)
        given = iter(inputs)
        values = [variable.value(given) for variable in self.variables]
        self.passed.enter(values, body)
        n_arguments = len(self.arguments)
        roots = (self.root, *unwrapped(values))

        def block() -> Sequence[Any]:
            for place, value in zip(self.places, values[n_arguments:], strict=True):
                note(place)
                place.set(value)
            self.begun = Watch(roots)
            result = self.run(unwrapped(values[:n_arguments]))
            return [result, *(place.get() for place in self.places)]

        self.seen, self.tried = {}, None
        traced = trace_block(body, block, roots)
        self.begun = None
        note_marks(self.parent, traced.inner)
        known = {place.key for place in self.places}
        written = survivors(traced, is_known=lambda place: place.key in known)
        arguments = {id(each) for each in _containers(values)}
        seen = {
            key: place
            for key, place in self.seen.items()
            if id(place.owner) not in arguments  # what they hold is passed
        }
        found = [*{**seen, **{k: x.location for k, x in written.items()}}.values()]
        if any(id(place.owner) in arguments for place in found):
            raise SideEffectError(
                f"{self.name}() changes an argument in place and calls itself under a "
                "condition that is known only when the graph runs.",
                origin=capture_exact(),
                hint="Return the changed value in place of changing the argument.",
            )
        return traced, found

    def _add_places(self, found: list[Location]) -> None:
        """Carry these places, too."""
        self.places += found
        self.variables += [Variable.of(place.label, place.get()) for place in found]
        self.results, self.is_endless = None, False
        self.passed.forget_results()

    def _learn(self, traced: Traced, origin: Origin) -> None:
        """Note what a round has shown about captures, effects and the result."""
        captures = [outer for outer, _ in traced.graph.captures]
        effects = traced.graph.effects
        if len(captures) > len(self.captures) or effects != self.effects:
            self.captures, self.effects = captures, effects
            self.has_changed = True
        if traced.values is not None:
            self._learn_results(traced.values)
            self.has_changed |= self.passed.learn_results(traced.tokens)
        elif self.results is None and not self.is_endless:
            if "control" not in effects.writes:
                raise UnsettledRecursionError(
                    f"{self.name}() calls itself on every path: it never returns.",
                    origin=origin,
                    hint="Return without a recursive call on one path at least.",
                )
            self.is_endless = self.has_changed = True

    def _learn_results(self, values: list[Any]) -> None:
        known = self.results
        if known is None:
            labels = (place.label for place in self.places)
            names = [f"the result of {self.name}()", *labels]
            pairs = zip(names, values, strict=True)
            wider = [Variable.of(*pair, is_carried=True) for pair in pairs]
        else:
            both = zip(known, values, strict=True)
            wider = [variable.widened(value, _RETURNS) for variable, value in both]
        if known is None or not all(map(operator.is_, wider, known)):
            self.results, self.is_endless = wider, False
            self.has_changed = True

    def _add_call(self, traced: Traced, origin: Origin) -> Any:
        body, results = traced.graph, self.results
        self._refuse_lost(body)
        inputs = self._inputs(self.parent, self.arguments)
        pairs = zip(results or (), traced.values or (), strict=True)
        outputs = [
            x for variable, value in pairs for x in variable.carried(body, value)
        ]
        captured = bind(self.parent, [body], len(inputs))
        body.finish(outputs)
        attrs = {"function": self.name, "body": body}
        node = self.parent.add(CALL, [*inputs, *captured], attrs, origin=origin)
        return self._returned(results, node.outputs, self._values(self.arguments))

    def _refuse_lost(self, body: Graph) -> None:
        """Refuse a `try` around a recursive call that may change something, and raise.

        What the call has written by then is known to the call alone.

        Raises:
            SideEffectError: There is one.
        """
        if self.tried is not None and self.places and _may_raise(body):
            raise SideEffectError(
                f"{self.name}() changes {self.places[0].label}, may raise, and calls "
                "itself in a `try` under a condition that is known only when the graph "
                "runs.",
                origin=self.tried,
                hint="Return what is changed, or catch the exception where the "
                "function is called first.",
            )

    def _returned(
        self,
        results: list[Variable] | None,
        outputs: Sequence[SymbolicTensor],
        arguments: Sequence[Any],
    ) -> Any:
        """Write what a call leaves in the places; return its result.

        Args:
            results: What holds the result and the places.
            outputs: What the call's node gives.
            arguments: What was passed, and was in the places.

        Raises:
            Diverged: There is none.
        """
        if results is None:
            raise Diverged
        found = iter(outputs)
        values = [variable.value(found) for variable in results]
        value, *written = self.passed.returned(values, arguments, building())
        for place, content in zip(self.places, written, strict=True):
            write_back(place, content)
        return value


def _may_raise(graph: Graph) -> bool:
    """Tell whether something in a graph may raise, but for recursive calls."""
    for node in graph.nodes:
        if node.op in MACHINERY or node.op in (RERAISE, ENTER, CALL_AGAIN):
            continue
        held = [value.spec for value in node.outputs]
        planned = Planned(node.op, node.inputs, node.attrs, held)
        if failing.may_raise_at_all(planned):
            return True
        if any(map(_may_raise, node.subgraphs.values())):
            return True
    return False


def _containers(value: Any) -> Iterator[Any]:
    """Yield the lists and dicts that `value` is made of."""
    if nest.is_nested(value):
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from _containers(part)
