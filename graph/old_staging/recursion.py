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

from graph import failing, nest
from graph.errors import BranchMismatchError, SideEffectError, UnsettledRecursionError
from graph.graph import Graph
from graph.old_staging.blocks import Diverged, Traced, bind, trace_block
from graph.old_staging.call_slots import Variable
from graph.old_staging.journal import note, write_back
from graph.old_staging.locations import Key, Location
from graph.old_staging.numpy_numbers import check_assumed
from graph.old_staging.passed import Passed, has_rows, note_by_value, note_holders
from graph.old_staging.pinned import passed_on, unwrapped
from graph.old_staging.survivors import survivors
from graph.old_staging.variables import building, show_name
from graph.old_staging.watch import Watch
from graph.op import PURE, Effects, Planned
from graph.ops.attempts import MACHINERY, RERAISE
from graph.ops.calls import CALL, CALL_AGAIN
from graph.ops.groups import ENTER
from graph.origin import UNKNOWN, Origin, capture, capture_exact
from graph.tables import is_of_table
from graph.tensor import _DISPATCH, SymbolicTensor

# As for loops: dtypes, ranks and dimensions climb a small lattice.
MAX_ROUNDS: Final = 12

_CALLS: Final = ("in the first call", "in a recursive one")
_RETURNS: Final = ("on one path", "on another")


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
        given: What the body carries to each call of the function.
        tried: Where the body does so in a `try` of its own, if it does.
        has_changed: Has this round shown something new?
        has_grown: Has it shown that there are lists in run-time lists?
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
    has_grown: bool = False
    begun: Watch | None = None
    seen: dict[Key, Location] = field(default_factory=dict)
    given: list[list[Any]] = field(default_factory=list)
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
            self.has_changed = self.has_grown = False
            traced, found = self._trace()
            if found:
                self._add_places(found)
                continue
            if self.has_grown:  # what is left in the places is of before
                self._forget_results()
                continue
            self._learn(traced, origin)
            if self._list_tables():
                continue
            if not self.has_changed:
                return self._add_call(traced, origin)
        known = ", ".join(
            f"{variable.name} is {', '.join(spec.told for spec in variable.specs)}"
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
            known, self.variables = self.variables, wider
            if any(
                has_rows(new.structure) and not has_rows(old.structure)
                for new, old in zip(wider, known, strict=True)
            ):
                self.has_grown = True

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
        self.given.append(self._leaves(arguments))
        inputs = self._inputs(graph, arguments)
        inputs += [graph.capture(outer) for outer in self.captures]
        given = self._note_rows(arguments)
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

    def _note_rows(self, arguments: Sequence[Any]) -> list[Any]:
        """Note what a call has by value; return what it passes."""
        given = self._values(arguments)
        owners = self._owners()
        for variable, value, owner in zip(self.variables, given, owners, strict=True):
            note_by_value(variable.structure, value, owner)
        return given

    def _owners(self, *others: None) -> list[Any]:
        """Return for arguments and places the list whose content it is, if it is."""
        places = [x.owner if x.is_content else None for x in self.places]
        return [*(others or [None] * len(self.arguments)), *places]

    def _values(self, arguments: Sequence[Any]) -> list[Any]:
        return [*arguments, *(place.get() for place in self.places)]

    def _inputs(self, graph: Graph, arguments: Sequence[Any]) -> list[SymbolicTensor]:
        pairs = zip(self.variables, self._values(arguments), strict=True)
        return [x for variable, value in pairs for x in variable.carried(graph, value)]

    def _leaves(self, arguments: Sequence[Any]) -> list[Any]:
        pairs = zip(self.variables, self._values(arguments), strict=True)
        return [x for variable, value in pairs for x in variable.leaves(value)]

    def _trace(self) -> tuple[Traced, list[Location]]:
        """Trace the body; return it, and the places that it turned out to write."""
        self._note_rows(self.arguments)
        self.passed.learn_arguments(self.arguments, self.parent)
        self.body = body = Graph(self.name, self.parent, is_block=True)
        body.is_repeated = True
        body.root.objects.closed.append(body)
        inputs = [x for variable in self.variables for x in variable.inputs(body)]
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
            note_holders(values, self._owners(), body)
            self.begun = Watch(roots)
            result = self.run(unwrapped(values[:n_arguments]))
            return [result, *(place.get() for place in self.places)]

        self.seen, self.tried, self.given = {}, None, []
        traced = trace_block(body, block, roots)
        self.begun = None
        self.has_changed |= self.passed.learn_inner(traced.inner)
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
        self._forget_results()

    def _list_tables(self) -> bool:
        """Let dicts and sets that get keys of the run have lists of them beforehand.

        The lists are places like any others then, and what is changed in place.

        Returns:
            Are there some? What is carried has been forgotten then.
        """
        n_arguments = len(self.arguments)
        carried = self.variables[n_arguments:]
        left = carried if self.results is None else self.results[1:]
        tables = [
            place
            for place, *held in zip(self.places, carried, left, strict=True)
            if place.is_content and any(is_of_table(x.structure) for x in held)
        ]
        for place in tables:
            kind = "set" if isinstance(place.owner, set) else "dict"
            _DISPATCH[f"become_{kind}_of_run"](place.owner)
        if tables:
            self.places, self.variables = [], self.variables[:n_arguments]
            self._forget_results()
        return bool(tables)

    def _forget_results(self) -> None:
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
        calls = [self._leaves(self.arguments), *self.given]
        what = f"calls of {self.name}() pass one of them, and the other"
        check_assumed(body.inputs, calls, what)
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
        if self.tried is None:
            return
        changed = self.places if self.results else self._noted()
        if changed and _may_raise(body):
            raise SideEffectError(
                f"{self.name}() changes {show_name(changed[0].label)}, may raise, and "
                "calls itself in a `try` under a condition that is known only when "
                "the graph runs.",
                origin=self.tried,
                hint="Return what is changed, or catch the exception where the "
                "function is called first.",
            )

    def _noted(self) -> list[Location]:
        """Return what a body that never returns has written, and what was before it.

        It leaves no result: that is noted for the attempts around it.
        """
        return [
            place
            for attempt in self.parent.attempts
            for note in getattr(attempt, "notes", ())
            for place, _ in note.written.values()
        ]

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
        given = iter(outputs)
        values = [variable.value(given) for variable in results]
        owners, graph = self._owners(None), building()
        found = self.passed.returned(values, arguments, owners, graph)
        for place, content in zip(self.places, found[1:], strict=True):
            write_back(place, content)
        note_holders(found, owners, graph)
        return found[0]


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
