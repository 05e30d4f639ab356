"""The `while` and `for` statements."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from autograph.old_operators import unrolled_loops
from autograph.old_operators.chosen import on_each_path
from autograph.old_operators.conditionals import if_stmt
from autograph.old_operators.drawn import Steps, drawn_steps
from autograph.old_operators.driven import Driven
from autograph.old_operators.iteration import live_of, staged_items
from autograph.old_operators.key_order import note_order
from autograph.old_operators.library_iterators import count_for, is_count
from autograph.old_operators.logic import and_, is_staged
from autograph.old_operators.loop_options import (
    Declared,
    declared_shapes,
    maximum_iterations,
    shapes_of,
)
from autograph.old_operators.none_arguments import present_items
from autograph.old_operators.open_items import OpenItems, open_items
from autograph.old_operators.own_iterators import Applied, is_iterable, is_own, iter_
from autograph.old_operators.own_loops import OwnLoop
from autograph.old_operators.own_peeling import below
from autograph.old_operators.sifting import leaves_out, opened, through
from autograph.old_operators.specials import condition_of
from autograph.old_operators.table_views import iterator_of
from autograph.old_operators.tests_with_changes import changes, stage_with_changes
from autograph.old_operators.unwinding import ending_iterators
from graph.dispatch import operate
from graph.errors import SideEffectError, UnrollingError
from graph.graph import Node, current_graph
from graph.keys import Possible
from graph.old_staging import diverge, stage_while
from graph.old_staging.blocks import restoring
from graph.old_staging.chosen import Chosen
from graph.old_staging.journal import forget
from graph.ops.core import truth
from graph.origin import capture_exact

State = tuple[Any, ...]
GetState = Callable[[], State]
SetState = Callable[[State], None]

# A loop that nothing but an exception ends is staged after so many iterations: before,
# an iterator of Python's may end it, as in `while True: x = next(iterator)`.
MAX_ENDLESS = 100
# Or once its iterations have added so many nodes, those of blocks among them: each
# iteration may take as long to trace as all that came before.
MAX_NODES = 2_000

# One that may raise, and whose test asks for something, is staged after so many, or so
# many nodes: what the test asks for may end it before.
MAX_TESTED = 1_000
MAX_TESTED_NODES = 8_000


def while_stmt(
    test: Callable[[], Any],
    body: Callable[[], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    opts: Mapping[str, Any],
) -> None:
    """Run a block while a test gives true.

    As long as the test gives a Python value the loop is Python's; from the first
    symbolic one on, the rest of the loop is staged.

    Args:
        test: Returns the condition.
        body: The block.
        get_state: Returns the values of the variables that the loop changes.
        set_state: Sets them.
        symbol_names: Their names.
        opts: Options of the loop.
    """
    graph = current_graph()
    declared = declared_shapes(opts, get_state(), symbol_names) if opts else {}
    is_endless, can_raise, done = _is_endless(test), False, 0
    limit = MAX_ENDLESS if is_endless else MAX_TESTED
    nodes_limit, n_nodes = MAX_NODES if is_endless else MAX_TESTED_NODES, 0
    while True:
        mark = None if graph is None else (graph.checkpoint(), len(graph.journal))
        start = get_state()
        condition = condition_of(test())
        if is_staged(condition) or (condition and can_raise):
            break
        if not condition:
            return
        body()
        done += 1
        if graph is not None and mark is not None:
            added = graph.nodes[mark[0][0] :]
            n_nodes += _n_nodes(added)
            if done >= limit or n_nodes > nodes_limit:
                can_raise = _can_raise(added, done, is_endless)
    assert graph is not None and mark is not None  # noqa: PT018  # one fact
    is_free = not is_endless and maximum_iterations(opts) is None
    if is_free and changes(test, start, get_state()):
        state = get_state, set_state, symbol_names
        stage_with_changes(condition, test, body, *state, declared)
        return
    graph.rollback(mark[0])  # the test is traced anew, into the loop
    forget(graph, mark[1])
    set_state(start)
    loop = test, body, get_state, set_state, symbol_names
    may_end = _stage(*loop, declared, opts, done)
    if not may_end and maximum_iterations(opts) is None:
        diverge()


def _stage(
    test: Callable[[], Any],
    body: Callable[[], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    declared: Declared,
    opts: Mapping[str, Any],
    done: int,
) -> bool:
    """Stage what is left of a loop, given what `while_stmt` is given.

    Returns whether the run asks the test.

    Args:
        test: The test.
        body: The block.
        get_state: Returns the values of the variables that the loop changes.
        set_state: Sets them.
        symbol_names: Their names.
        declared: The shapes that they keep to.
        opts: Options of the loop.
        done: How many iterations Python has run already.
    """
    start, may_end = get_state(), False

    def traced_test(values: Sequence[Any]) -> Any:
        nonlocal may_end
        set_state(tuple(values))
        with restoring(set_state, start):
            condition = condition_of(test())
            may_end = may_end or is_staged(condition) or not condition
            refuse_changes(values, get_state(), symbol_names)
        return condition

    def traced_body(values: Sequence[Any]) -> Sequence[Any]:
        set_state(tuple(values))
        with restoring(set_state, start):
            body()
            return get_state()

    shapes = shapes_of(declared, start)
    loop = traced_test, traced_body, start, symbol_names, shapes
    results = _stage_bounded(opts, done, *loop)
    set_state(tuple(results))
    return may_end


def _is_endless(test: Callable[[], Any]) -> bool:
    """Tell whether a test asks for nothing: a `break` would be a variable of it."""
    code = getattr(test, "__code__", None)
    return code is not None and not (code.co_freevars or code.co_names)


def _n_nodes(nodes: Sequence[Node]) -> int:
    inner = (body.nodes for node in nodes for body in node.subgraphs.values())
    return len(nodes) + sum(map(_n_nodes, inner))


def _can_raise(added: Sequence[Node], done: int, is_endless: bool) -> bool:
    """Tell whether what an iteration added to the graph may raise when it runs."""
    can_raise = any(node.effects.writes for node in added)
    if done >= unrolled_loops.MAX_GUARDED and is_endless and added and not can_raise:
        raise UnrollingError(
            f"the test of this loop has been true while tracing {done} times, and what "
            "may end it, an exception, is raised only when the graph runs.",
            origin=capture_exact(3),
            hint="Let the test, or a `break`, depend on what the loop computes.",
        )
    return can_raise


def _stage_bounded(
    opts: Mapping[str, Any],
    done: int,
    test: Callable[[Sequence[Any]], Any],
    body: Callable[[Sequence[Any]], Sequence[Any]],
    start: Sequence[Any],
    names: Sequence[str],
    shapes: Sequence[Any],
) -> Sequence[Any]:
    """Stage a loop, with a bound on its iterations if one was set.

    Args:
        opts: Options of the loop.
        done: How many iterations Python has run already.
        test: The test, given the values of the variables.
        body: The block.
        start: The values before the loop.
        names: The variables' names.
        shapes: Values and the shapes that they keep to.
    """
    maximum = maximum_iterations(opts)
    if maximum is None:
        return stage_while(test, body, start, names, shapes)

    def bounded_test(values: Sequence[Any]) -> Any:
        # Past the bound the test is not asked: it may have effects, or raise.
        return and_(lambda: values[0] < maximum, lambda: truth(test(values[1:])))

    def bounded_body(values: Sequence[Any]) -> Sequence[Any]:
        return (values[0] + 1, *body(values[1:]))

    start, names = (done, *start), ("iteration", *names)
    return stage_while(bounded_test, bounded_body, start, names, shapes)[1:]


def refuse_changes(
    before: Sequence[Any], after: Sequence[Any], names: Sequence[str]
) -> None:
    """Refuse a staged test that assigns to variables.

    Raises:
        SideEffectError: It does.
    """
    for name, old, new in zip(names, before, after, strict=True):
        if old is not new:
            raise SideEffectError(
                f"the test of this loop assigns to `{name}`, and is known only when "
                "the graph runs.",
                origin=capture_exact(2),
                hint="Assign in the body: `while True:` with a `break`.",
            )


@ending_iterators
def for_stmt(
    items: Iterable[Any],
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    opts: Mapping[str, Any],
) -> None:
    """Run a block for each item.

    Staged when `items` is a tensor, or a range of symbolic numbers, and a graph is
    being built; Python's own loop otherwise.

    Args:
        items: What to iterate over.
        extra_test: Asked before each item; false ends the loop. None for no such
            test.
        body: The block; takes the item.
        get_state: Returns the values of the variables that the loop changes.
        set_state: Sets them.
        symbol_names: Their names.
        opts: Options of the loop.
    """
    drawn = drawn_steps(items)
    if drawn is not None:
        state = get_state, set_state, symbol_names
        _drawn_for(drawn, extra_test, body, *state, opts)
        return
    if type(items) is Chosen:
        _chosen_for(items, extra_test, body, get_state, set_state, symbol_names, opts)
        return
    items = present_items(items)
    note_order(items)
    if is_count(items):
        loop = extra_test, body, get_state, set_state, symbol_names
        count_for(items, *loop, while_stmt)
        return
    steps = iterator_of(items)
    if steps is not None:
        items, body = steps, steps.with_values(body)
    entries = open_items(items)
    if entries is not None:
        _open_for(entries, extra_test, body, get_state, set_state, symbol_names)
        return
    if isinstance(items, Applied):
        make, each = items.function, body
        items, body = items.items, lambda item: each(make(item))
    if is_iterable(items):
        items = iter_(items)
        if is_own(items):
            state = get_state, set_state, symbol_names
            _own_for(items, extra_test, body, *state, opts)
            return
    if type(items) is Driven:
        if items.is_new and maximum_iterations(opts) is None:
            items.run(extra_test, body, (get_state, set_state, symbol_names))
            return
        items = items.plain()
    _step_through(items, extra_test, body, get_state, set_state, symbol_names, opts)


def _step_through(items: Any, *loop: Any) -> None:
    """Run a block for each item of what can be indexed, or Python steps through."""
    extra_test, body, get_state, set_state, symbol_names, opts = loop
    sifted = opened(items) if extra_test or leaves_out(items) else None
    if sifted is not None:
        sifted.use()
        items, around = sifted.source, (get_state, set_state, symbol_names)
        body, get_state, set_state, symbol_names = through(sifted.stages, body, *around)
    staged = staged_items(items)
    if staged is None:
        _python_for(items, extra_test, body, get_state, set_state, symbol_names, opts)
        return
    start, stop, item_at = staged
    stop, item_at = live_of(items) or (stop, item_at)
    steps = start, stop, item_at
    _staged_for(steps, 0, extra_test, body, get_state, set_state, symbol_names, opts)


def _own_for(
    items: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    opts: Mapping[str, Any],
) -> None:
    items, stages = below(items)
    body, *state = through(stages, body, get_state, set_state, symbol_names)
    loop: tuple[Any, Any, Any, Any, Any] = (extra_test, body, *state)
    unroll = functools.partial(_python_for, items, *loop, opts)
    OwnLoop(items, *loop).run(while_stmt, unroll, opts)


def _chosen_for(
    items: Chosen,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    opts: Mapping[str, Any],
) -> None:
    """Step through what the run chooses: each object on a path of its own."""
    state = get_state, set_state, symbol_names

    def step_through(one: Any) -> None:
        for_stmt(one, extra_test, body, *state, opts)

    on_each_path(items, step_through, *state)


def _staged_for(
    steps: tuple[Any, Any, Callable[[Any], Any]],
    done: int,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    opts: Mapping[str, Any],
) -> None:
    start, stop, item_at = steps

    def ask(place: Any) -> Any:
        more = place < (stop() if callable(stop) else stop)
        if extra_test is None:
            return more
        return operate("bitwise_and", (more, truth(extra_test())))

    state = get_state, set_state, symbol_names
    _stage_items((start,), ask, item_at, body, *state, opts, done)


def _drawn_for(
    steps: Steps,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    opts: Mapping[str, Any],
) -> None:
    def ask(place: Any) -> Any:
        if extra_test is None:
            return steps.more(place)
        # After a `break` nothing is drawn.
        return and_(lambda: truth(extra_test()), lambda: steps.more(place))

    counts = (0,) if steps.is_counted else ()
    state = get_state, set_state, symbol_names
    _stage_items(counts, ask, steps.item_at, body, *state, opts, 0)


def _stage_items(
    counts: tuple[Any, ...],
    ask: Callable[[Any], Any],
    item_at: Callable[[Any], Any],
    body: Callable[[Any], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    opts: Mapping[str, Any],
    done: int,
) -> None:
    """Stage a loop over items that have places, or none.

    Args:
        counts: The first place; nothing if none is asked for, and is None then.
        ask: Tells whether there is an item at a place.
        item_at: The item there.
        body: The block; for it and what follows see `for_stmt`.
        get_state: As well.
        set_state: As well.
        symbol_names: As well.
        opts: As well.
        done: How many iterations Python has run already.
    """
    n_counts = len(counts)

    def test(values: Sequence[Any]) -> Any:
        set_state(tuple(values[n_counts:]))
        with restoring(set_state, before):
            return ask(values[0] if counts else None)

    def traced_body(values: Sequence[Any]) -> Sequence[Any]:
        set_state(tuple(values[n_counts:]))
        with restoring(set_state, before):
            body(item_at(values[0] if counts else None))
            return (*(count + 1 for count in values[:n_counts]), *get_state())

    before = get_state()
    names = (*("index" for _ in counts), *symbol_names)
    shapes = shapes_of(declared_shapes(opts, before, symbol_names), before)
    loop = test, traced_body, (*counts, *before), names, shapes
    set_state(tuple(_stage_bounded(opts, done, *loop)[n_counts:]))


def _python_for(
    items: Iterable[Any],
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    opts: Mapping[str, Any],
) -> None:
    state = get_state, set_state, symbol_names
    remaining = unrolled_loops.unroll(items, extra_test, body, *state)
    if remaining is None:
        return
    if remaining.live is None:
        for_stmt(remaining.items, extra_test, body, *state, opts)
    else:
        _staged_for(remaining.live, remaining.done, None, body, *state, opts)


def _open_for(
    items: OpenItems,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
) -> None:
    """Step through a dict that has a key on some paths only."""
    for key, entry in items.entries:
        going_on = True if extra_test is None else extra_test()
        if going_on is False:
            return
        flag = entry.flag if type(entry) is Possible else True

        def guarded(key: Any = key, entry: Any = entry) -> None:
            items.take(key, entry, body)

        if_stmt(
            and_(lambda: going_on, lambda: flag),  # noqa: B023  # called at once
            guarded,
            lambda: None,
            get_state,
            set_state,
            symbol_names,
            len(symbol_names),
        )


__all__ = ["for_stmt", "while_stmt"]
