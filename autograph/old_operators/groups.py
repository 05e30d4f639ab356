"""The `try` statement with `except*`.

Python's own statement decides what each clause takes of a group, and what is raised in
the end. Where the body may raise when a graph runs, the clauses are staged one after
another; what they raise is put together by the same statement, when the graph runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from autograph.old_operators.attempts import (
    IN_CLAUSES,
    REFUSALS,
    GetState,
    SetState,
    stage_except,
)
from autograph.old_operators.carried import with_carried
from autograph.old_operators.clauses import (
    Block,
    Handler,
    classes_in,
    is_choice,
    on_each_choice,
    run_handler,
)
from autograph.old_operators.conditionals import if_stmt
from autograph.old_operators.forms import by_form
from graph.defects import refuse_unreal
from graph.graph import Graph, current_graph
from graph.old_staging.blocks import Diverged
from graph.old_staging.caught import CaughtError, caught_value, other_than, sites_of
from graph.old_staging.group_sites import taken
from graph.old_staging.mistakes import as_plain
from graph.old_staging.probing import StepProbe, give_up, probing
from graph.old_staging.raised import mark_context, mark_made
from graph.old_staging.variables import building
from graph.ops.copied_errors import raise_as_it_is
from graph.ops.groups import (
    ENTER,
    FINISH,
    RAISED,
    STAR,
    TAKE,
    statement,
)
from graph.ops.raising import exception_name
from graph.origin import capture


def try_star(
    body: Block,
    handlers: Sequence[Handler],
    orelse: Block | None,
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    nouts: int,
) -> None:
    """Run a block, and those handlers for which there is something in what it raises.

    Args:
        body: The block.
        handlers: For each `except*` what returns its classes, its block, which takes
            the group, and what forgets its name (None: no name).
        orelse: The block that runs when the body has ended normally, or None.
        get_state: Returns the values of the variables that the blocks change.
        set_state: Sets them.
        symbol_names: Their names.
        nouts: How many of them, counted from the first, are read afterwards.
    """
    graph = current_graph()
    if graph is None:
        star_in_python(body, handlers, orelse)
        return
    variables = with_carried(get_state, set_state, symbol_names)
    get_state, set_state, symbol_names = variables
    start = get_state()
    roots: list[Callable[..., Any]] = [body, *(each for _, each, _ in handlers)]
    failed = _tried(graph, roots, body)
    if failed is None:  # it ends, and raises nothing
        if orelse is not None:
            orelse()
        return
    if isinstance(failed, BaseException):
        # Handlers may raise when the graph runs: then all of it is staged.
        body = partial(raise_as_it_is, failed)
        run = partial(star_in_python, body, handlers, None)
        ended = _tried(graph, roots, run)
        if isinstance(ended, BaseException):
            raise_as_it_is(ended)
        if ended is None:
            return
    set_state(start)
    ok = stage_except(
        body,
        [(None, partial(_clauses, handlers, variables), None)],
        get_state,
        set_state,
        symbol_names,
    )
    if orelse is not None:
        n = len(symbol_names)
        if_stmt(ok, orelse, _nothing, get_state, set_state, symbol_names, n)


def _tried(graph: Graph, roots: Sequence[Any], block: Block) -> Any:
    """Run a block; return what it raised, None if nothing, True if the run decides."""
    probe = StepProbe(is_handled=True)
    try:
        with probing(graph, roots, probe):
            block()
    except BaseException as error:
        refuse_unreal(error)
        if isinstance(error, REFUSALS) and not isinstance(error, Diverged):
            raise
        if not probe.may_raise:
            plain = None if isinstance(error, REFUSALS) else as_plain(error)
            if plain is None:
                raise
            return plain
    return True if probe.may_raise else None


def _nothing() -> None:
    return None


def star_in_python(
    body: Block, handlers: Sequence[Handler], orelse: Block | None
) -> None:
    """Do what Python's own statement does.

    What says that something cannot be staged is none of the user's exceptions, and
    ends the statement.
    """
    stopped: list[BaseException] = []

    def run(block: Callable[..., Any], *args: Any) -> Any:
        if stopped:
            return ()
        try:
            return block(*args)
        except REFUSALS as error:
            stopped.append(error)
            return ()

    def handle(handler: Any, forget: Block | None, group: Any) -> bool:
        if group is not caught[0]:
            mark_made(group, caught[0])
        return _handle(handler, forget, group)

    clauses = [
        (
            partial(run, partial(_known, classes or tuple)),
            partial(run, partial(handle, handler, forget)),
        )
        for classes, handler, forget in handlers
    ]
    has_ended: list[bool] = []
    caught: list[BaseException] = []

    def tried() -> None:
        try:
            run(body)
        except BaseException as error:
            mark_context(error)
            caught.append(error)
            raise
        has_ended.append(True)

    try:
        statement(len(clauses))(tried, clauses)
    except BaseExceptionGroup as left:
        if caught and left is not caught[0]:
            mark_made(left, caught[0])
        raise
    if stopped:
        raise stopped[0]
    if has_ended and orelse is not None:
        orelse()


def _known(classes: Callable[[], Any]) -> Any:
    """Return what stands after `except*`; where the run chooses it, all is staged."""
    found = classes()
    if is_choice(found):
        give_up()
    return found


def _handle(handler: Callable[[Any], None], forget: Block | None, group: Any) -> bool:
    """Run a handler; tell whether it ended with `raise` alone."""
    traceback = getattr(group, "__traceback__", None) if _is_known(group) else None
    IN_CLAUSES.append([group, False])
    try:
        run_handler(handler, group, forget)
    except BaseException as error:
        if error is not group or not IN_CLAUSES[-1][1]:
            raise
        # By its traceback Python tells it from one that is raised anew.
        group.__traceback__ = traceback
        return True
    finally:
        IN_CLAUSES.pop()
    return False


def _is_known(group: Any) -> bool:
    return isinstance(group, BaseException)


def _clauses(handlers: Sequence[Handler], variables: Any, error: CaughtError) -> None:
    """Stage the clauses for what was caught, and raise what they leave."""
    (star,) = _add(STAR, [caught_value(error)])
    _next_clause(star, handlers, variables, error)


def _next_clause(
    star: Any, handlers: Sequence[Handler], variables: Any, error: CaughtError
) -> None:
    if not handlers:
        for each in building().attempts:
            each.expect(sites_of(error))
        _add(FINISH, [star])
        return
    (classes, handler, forget), *others = handlers
    assert classes is not None, "`except*` has classes"

    def run(found: Any) -> None:
        kinds = _kinds(found)
        state = (*variables, len(variables[2]))
        named = tuple(map(exception_name, kinds))
        held, is_none = _add(TAKE, [star], classes=named)
        sites = taken(sites_of(error), kinds)
        group = CaughtError(held, (BaseExceptionGroup,), sites)
        run = partial(by_form, group, partial(_handle, handler, forget), variables)
        if_stmt(is_none, _nothing, partial(_clause, star, run, variables), *state)
        _next_clause(star, others, variables, other_than(error, kinds))

    on_each_choice(classes(), run, variables)


def _clause(star: Any, run: Block, variables: Any) -> None:
    """Stage a handler where its group is being handled; keep what it raises."""

    def enter() -> None:
        stage_except(partial(_enter, star), [(None, lambda _: run(), None)], *variables)

    def keep(raised: CaughtError) -> None:
        _add(RAISED, [star, caught_value(raised)])

    stage_except(enter, [(None, keep, None)], *variables)


def _enter(star: Any) -> None:
    _add(ENTER, [star])
    raise Diverged


def _add(op: Any, inputs: Sequence[Any], **attrs: Any) -> Any:
    graph, origin = building(), capture()
    held = [graph.capture(value, origin) for value in inputs]
    return graph.add(op, held, attrs, origin=origin).outputs


def _kinds(classes: Any) -> tuple[type[BaseException], ...]:
    """Return the classes of an `except*`.

    Raises:
        TypeError: One is of groups, as Python says.
    """
    kinds = classes_in(classes)
    if any(issubclass(each, BaseExceptionGroup) for each in kinds):
        raise TypeError(
            "catching ExceptionGroup with except* is not allowed. Use except instead."
        )
    return kinds


__all__ = ["star_in_python", "try_star"]
