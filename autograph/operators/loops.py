"""`while` and `for`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import GeneratorType, MappingProxyType
from typing import Any, Final, cast

from autograph.operators.conditionals import if_stmt
from autograph.operators.exceptions import is_of_the_run, try_except
from autograph.operators.generators import GeneratorExpression, Step, yield_
from autograph.operators.logic import and_
from autograph.operators.loop_options import LoopParts, bounded, declared_shapes
from autograph.staging.attempts import save
from autograph.staging.branches import State, stage_branch
from autograph.staging.journal import undo
from autograph.staging.loops import stage_loop
from autograph.staging.once import source_of
from autograph.values import operations
from autograph.values.kinds import (
    ATOMS,
    CONTAINERS,
    holds_run,
    is_container,
    is_foreign,
    is_instance,
    is_mutable,
    special,
)
from autograph.values.methods import temporary
from autograph.values.nodes import (
    birth_site,
    check_foreign,
    is_virtual,
    lift,
    make_real,
)
from autograph.values.proxy import Proxy, Undefined
from autograph.values.specs import ANY, INT, IteratorSpec
from autograph.values.state import (
    Block,
    Restart,
    Trace,
    Unstageable,
    current,
    graph,
)
from graph.composite.type_spec import CompositeTensor
from graph.graph import Graph
from graph.meant import meant
from graph.ops.manipulation import size as size_of
from graph.ops.ranges import range as range_of
from graph.shapes import Shape
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.value_operators import ValueOperators, value_of


def while_stmt(
    test: Callable[[], Any],
    body: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
    opts: Mapping[str, Any],
) -> None:
    """Do `while test: body`; the first test that the run decides stages the rest."""
    place, n_done = current().at, 0
    watch = _Unrolling(place, None)
    while True:
        found = _peek(test, get_state, set_state, watch.is_rolled)
        if isinstance(found, SymbolicTensor) or watch.is_rolled:
            current().at = place
            loop = LoopParts(test, body, get_state, set_state, symbol_names)
            _stage(loop, opts, n_done)
            return
        if not found:
            return
        body()
        n_done += 1
        watch.look()


def _stage(
    loop: LoopParts, opts: Mapping[str, Any], n_done: int = 0, source: Any = None
) -> None:
    """Stage a loop with its options."""
    shapes = declared_shapes(opts, loop.get_state(), loop.names)
    loop = bounded(opts, loop, n_done)
    parts = loop.test, loop.body, loop.get_state, loop.set_state, loop.names
    stage_loop(*parts, source, shapes)


def _peek(
    test: Callable[[], Any],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    is_rolled: bool,
) -> Any:
    """Ask a test; what it does is undone where the run is to do it."""
    trace, to = current(), graph()
    before, mark = get_state(), to.checkpoint()
    inputs = {id(x) for x in to.inputs}
    block = Block(to, trace.block.depth, is_peek=True)
    trace.blocks.append(block)
    try:
        found = test()
        if found is not True and found is not False:
            found = operations.truth(found)
    finally:
        trace.blocks.pop()
    if isinstance(found, SymbolicTensor) or is_rolled:
        to.rollback(mark)
        _forget(trace, to, inputs)
        undo(block)
        set_state(before)
    return found


def _forget(trace: Trace, to: Graph, inputs: set[int]) -> None:
    """Forget what was boxed in a graph from which it has been taken again."""
    there = inputs | {id(x) for node in to.nodes for x in node.outputs}

    def is_there(made: SymbolicTensor) -> bool:
        return made.graph is not to or id(made) in there

    trace.boxed = {k: x for k, x in trace.boxed.items() if is_there(x[1])}
    trace.inputs = [x for x in trace.inputs if is_there(x[0])]


@meant
def for_stmt(
    items: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
    opts: Mapping[str, Any],
) -> None:
    """Do `for target in items: body`."""
    place = current().at
    if isinstance(items, ValueOperators):
        items = value_of(items)
    items = operations.as_composite(items)
    if isinstance(items, CompositeTensor) and holds_run(items):
        rows = items.counted()
        items, body = range_of(size_of(rows)), _of_rows(items, body)
    if isinstance(items, GeneratorExpression):
        _over_generator(items, extra_test, body, get_state, set_state, symbol_names)
        return
    shapes = declared_shapes(opts, get_state(), symbol_names)
    if isinstance(items, (SymbolicTensor, Proxy)) or hasattr(items, "__ag_for__"):
        loop = LoopParts(extra_test, body, get_state, set_state, symbol_names)
        loop = bounded(opts, loop)
        extra_test, body, symbol_names = loop.test, loop.body, loop.names
        get_state, set_state = loop.get_state, loop.set_state
    if isinstance(items, (SymbolicTensor, Proxy)):
        parts = extra_test, body, get_state, set_state, symbol_names
        _over_run(items, *parts, shapes)
        return
    if hasattr(type(items), "__ag_for__"):
        _over_drawn(items, extra_test, body, get_state, set_state, symbol_names)
        return
    method = special(type(items), "__iter__") if is_instance(items) else None
    if method is not None:
        items = _iterator_of(items, method)
        if special(type(items), "__next__") and is_instance(items):
            _over_own(items, extra_test, body, get_state, set_state, symbol_names)
            return
        if isinstance(items, (Proxy, SymbolicTensor)):
            current().at = place
            _over_run(items, extra_test, body, get_state, set_state, symbol_names)
            return
    check_foreign(items)
    if place in current().known.loops:
        rolled = (
            temporary(items)
            if isinstance(items, (list, tuple))
            else Proxy(*lift(items))
        )
        if isinstance(items, range):
            rolled = Proxy(rolled.symbol, IteratorSpec(INT, "range"))
        current().at = place
        _over_run(rolled, extra_test, body, get_state, set_state, symbol_names)
        return
    watch = _Unrolling(place, items, may_roll=_may_roll(items))
    if isinstance(items, Tensor):
        items = list(cast("Any", items))
    if extra_test is None:
        for item in source_of(items):
            body(item)
            watch.look()
        return
    current().at = place
    body = watch.around(body)
    source = iter(source_of(items))
    steps = _Steps(source, extra_test, body, get_state, set_state, symbol_names)
    steps.source, steps.place = items, place
    steps.is_temporary = "is_temporary" in opts
    steps.go()


def _of_rows(items: Any, body: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return an iteration that is given the number of a row."""
    return lambda number: body(operations.get_item(items, number))


@meant
def yield_from(value: Any) -> Any:
    """Do `yield from value`, and return what that returns."""
    is_run = type(value) is Proxy
    if is_run and (value.spec is ANY or operations.class_of(value) is GeneratorType):
        return current().generators[-1].give_from(value)

    def body(item: Any) -> None:
        yield_(item)

    for_stmt(value, None, body, lambda: (), lambda _: None, (), {})
    return None


def _iterator_of(items: Any, method: Callable[..., Any]) -> Any:
    """Return what `__iter__` of an object gives."""
    found = operations.call(method, items)
    if type(found) in ATOMS or isinstance(found, CONTAINERS):
        name = type(found).__name__
        raise TypeError(f"iter() returned non-iterator of type '{name}'")
    return found


# A loop of Python's that adds more nodes than this is a loop of the graph, if it may.
MAX_UNROLLED: Final = 200
# So is one whose end is not known, and that yields more often than this.
MAX_YIELDS: Final = 4
# One that may not be, and adds more than this, falls a rung.
MAX_NODES: Final = 5_000


def _may_roll(items: Any) -> bool:
    """Are the items such that the run can step through them?"""
    if isinstance(items, (list, tuple)):
        return len(items) > MIN_ROLLED and not any(map(is_mutable, items))
    return isinstance(items, (range, EagerTensor)) and len(items) > MIN_ROLLED


MIN_ROLLED: Final = 8
# So many iterations are within one another which the run may leave.
MAX_NESTED: Final = 24


class _Unrolling:
    """Counts what the iterations of a loop add to the graph."""

    def __init__(self, place: Any, items: Any, *, may_roll: bool = True) -> None:
        trace = current()
        self.items, self.maker = items, trace.makers.get(id(items))
        self.place, self.graph = place, graph()
        self.start, self.effects = len(self.graph.nodes), trace.n_effects
        self.is_allowed = may_roll and place not in trace.known.unrolled
        self.is_rolled = place in trace.known.loops
        self.weight, self.n_yields, self.n_yielding = 0, trace.n_yields, 0

    def look(self) -> None:
        """Begin the trace anew, with a loop of the graph, where it has got long."""
        to = self.graph
        if self.maker is not None and holds_run(self.maker):
            make_real(self.items, "it reads what is a value of the run by now")
        trace = current()
        if len(to.nodes) == self.start or graph() is not to:
            return
        if trace.n_yields > self.n_yields:
            self._note_yield(trace)
        self.weight += weight(to.nodes[self.start :])
        self.start = len(to.nodes)
        if self.weight <= MAX_UNROLLED:
            return
        if self.weight > MAX_NODES:
            if is_container(self.items) and is_virtual(self.items):
                make_real(self.items, "a long loop goes through it")
            raise Unstageable("a loop of Python's is too long")
        self.is_allowed &= trace.n_effects == self.effects
        if not self.is_allowed:
            return
        trace.known.loops.add(self.place)
        trace.known.note("a loop of Python's is one of the graph")
        raise Restart("a long loop")

    def _note_yield(self, trace: Trace) -> None:
        """Let a loop be one of the graph that yields: it may have no end."""
        self.n_yields = trace.n_yields
        self.n_yielding += 1
        if self.n_yielding <= MAX_YIELDS:
            return
        if is_foreign(self.items) and is_virtual(self.items):
            make_real(self.items, "a generator goes through it")
        if self.items is None or is_foreign(self.items):
            trace.known.loops.add(self.place)
            trace.known.note("a loop that yields is one of the graph")
            raise Restart("a loop that yields")

    def around(self, body: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return an iteration that is counted."""

        def counted(item: Any) -> None:
            body(item)
            self.look()

        return counted


def weight(nodes: Sequence[Any]) -> int:
    """Return how many nodes there are, those of bodies included."""
    total = len(nodes)
    for node in nodes:
        for body in node.subgraphs.values():
            total += weight(body.nodes)
    return total


def _over_run(
    items: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
    shapes: Mapping[int, Shape] = MappingProxyType({}),
) -> None:
    place = current().at
    for name in ("__iter__", "__getitem__"):
        method = operations.own_method(items, name)
        if method is not None and name == "__iter__":
            found = _iterator_of(items, method)
            if isinstance(found, Proxy) and operations.own_method(found, "__next__"):
                _over_own(found, extra_test, body, get_state, set_state, symbol_names)
                return
            for_stmt(found, extra_test, body, get_state, set_state, symbol_names, {})
            return
        if method is not None:
            raise Unstageable("items of an object are asked for by number")
    source = operations.iterable(items)
    if extra_test is not None:
        found = operations.truth(extra_test())
        if not isinstance(found, SymbolicTensor):
            if not found:
                return
        else:
            stage_branch(
                found,
                lambda: stage_loop(
                    extra_test,
                    body,
                    get_state,
                    set_state,
                    symbol_names,
                    source,
                    shapes,
                ),
                lambda: None,
                get_state,
                set_state,
                symbol_names,
            )
            return
    current().at = place
    parts = extra_test, body, get_state, set_state, symbol_names
    stage_loop(*parts, source, shapes)


def _over_drawn(
    items: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
) -> None:
    """Go through what the run draws, such as a data set: it stages two questions."""
    steps = items.__ag_for__()

    def test() -> Any:
        if extra_test is None:
            return steps.more(None)
        return and_(extra_test, lambda: steps.more(None))

    def step() -> None:
        body(steps.item_at(None))

    stage_loop(test, step, get_state, set_state, symbol_names)


def _over_generator(
    items: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
) -> None:
    """Go through a generator expression: its loop is the loop."""
    items.take()
    state = get_state, set_state, symbol_names
    if items.is_nested:

        def go_through(item: Any) -> None:
            for_stmt(items.value(item), extra_test, body, *state, {})

        for_stmt(items.items, extra_test, go_through, *state, {})
        return

    def step(item: Any) -> None:
        is_taken, value = items.step(item)

        def taken() -> None:
            body(value())

        if is_taken is True:
            taken()
        else:
            if_stmt(is_taken, taken, lambda: None, *state, len(symbol_names))

    for_stmt(items.items, extra_test, step, *state, {})


def first_of(items: Any, step: Step, *default: Any) -> Any:
    """Return the first value that a step takes of items: what `next` gives."""
    held: list[Any] = [*default, True] if default else [Undefined("value"), True]

    def put(state: State) -> None:
        held[:] = state

    def get() -> State:
        return tuple(held)

    def body(item: Any) -> None:
        is_taken, value = step(item)

        def take() -> None:
            held[:] = [value(), False]

        names = ("retval_value", "go_on")
        if_stmt(is_taken, take, lambda: None, get, put, names, len(names))

    names = ("value" if default else "retval_value", "go_on")
    for_stmt(items, lambda: held[1], body, get, put, names, {})
    if not default:

        @meant
        def fail() -> None:
            raise StopIteration

        if_stmt(held[1], fail, lambda: None, get, put, names, len(names))
    return held[0]


def next_of(iterator: Any, default: Any) -> Any:
    """Return `next(iterator, default)` of an iterator of the user's."""
    held = [default]
    method = operations.own_method(iterator, "__next__")

    def put(state: State) -> None:
        held[:] = state

    def take() -> None:
        held[0] = operations.call(method, iterator)
        save("value", held[0])

    def end(_: Any) -> None:
        held[0] = default

    handlers = ((lambda: (StopIteration,), end, None),)
    try_except(take, handlers, None, lambda: tuple(held), put, ("value",), 1)
    return held[0]


def _over_own(
    iterator: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
) -> None:
    """Go through an iterator of the user's, until `__next__` raises StopIteration."""
    held: list[Any] = [True, Undefined("item")]
    method = operations.own_method(iterator, "__next__")
    place = current().at

    def get() -> State:
        return (*get_state(), *held)

    def put(state: State) -> None:
        set_state(state[:-2])
        held[:] = state[-2:]

    padding = [""] * (len(get_state()) - len(symbol_names))
    names = (*symbol_names, *padding, "go_on", "retval_item")

    def test() -> Any:
        if extra_test is None:
            return held[0]
        return and_(lambda: held[0], extra_test)

    def step() -> None:
        def take() -> None:
            held[1] = operations.call(method, iterator)
            save("retval_item", held[1])

        def end(_: Any) -> None:
            held[0] = False

        current().at = at = (place, "next")
        is_known = is_of_the_run(at)
        handlers = ((lambda: (StopIteration,), end, None),)
        rest = get, put, names, len(names)
        try:
            try_except(take, handlers, lambda: body(held[1]), *rest)
        except Restart:
            if is_of_the_run(at) and not is_known:
                _let_run_have(iterator)  # it changes there
            raise

    current().at = (place, "own")
    while_stmt(test, step, get, put, names, {})


def _let_run_have(iterator: Any) -> None:
    """Let an iterator of the user's be one of the run, from the next attempt on."""
    if type(iterator) is not Proxy and id(iterator) in current().births:
        birth_site(iterator).find().is_real = True


class _Steps:
    """A loop over items that are known, which the run may leave."""

    def __init__(
        self,
        items: Iterator[Any],
        test: Callable[[], Any],
        body: Callable[[Any], None],
        get_state: Callable[[], State],
        set_state: Callable[[State], None],
        names: Sequence[str],
    ) -> None:
        self.items, self.test, self.body = items, test, body
        self.get_state, self.set_state, self.names = get_state, set_state, names
        self.source: Any = None
        self.place: Any = None
        self.is_temporary = False
        self.depth = 0

    def go(self) -> None:
        """Go through the rest."""
        while True:
            found = operations.truth(self.test())
            if isinstance(found, SymbolicTensor):
                self.depth += 1
                if self.depth > MAX_NESTED:
                    self._roll()
                stage_branch(
                    found,
                    self._rest,
                    lambda: None,
                    self.get_state,
                    self.set_state,
                    self.names,
                )
                return
            if not (found and self._step()):
                return

    def _roll(self) -> None:
        """Begin anew with a loop of the run, where the run may leave it that often."""
        if is_foreign(self.source) and is_virtual(self.source):
            make_real(self.source, "the run says when a loop over it ends")
        if _may_roll(self.source):
            current().known.loops.add(self.place)
            raise Restart("a long loop")

    def _rest(self) -> None:
        if self._step():
            self.go()

    def _step(self) -> bool:
        if not self.is_temporary or id(self.source) in current().linked:
            check_foreign(self.source)
        try:
            item = next(self.items)
        except StopIteration:
            return False
        self.body(item)
        return True
