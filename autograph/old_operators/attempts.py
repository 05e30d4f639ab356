"""The `try` statement.

As long as nothing in it may raise when a graph runs, it is Python's own. Otherwise it
is traced again, as a body that may raise and a handler for what it raises.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial, wraps
from typing import Any, Final, NoReturn, ParamSpec

from autograph.errors import ConversionError
from autograph.old_operators.carried import Variables, with_carried
from autograph.old_operators.clauses import (
    Block,
    Handler,
    caught_classes,
    dispatch,
    handle,
    known_clauses,
    run_handler,
)
from autograph.old_operators.conditionals import if_stmt
from autograph.old_operators.interruptions import has_steps, is_lasting
from autograph.old_operators.logic import and_, not_, or_
from graph.building import _STATE
from graph.defects import refuse_unreal
from graph.errors import (
    BranchMismatchError,
    GraphError,
    LeakedTensorError,
    OperatorNotAllowedInGraphError,
    StagingError,
)
from graph.graph import current_graph
from graph.old_staging.abandoned import check_left
from graph.old_staging.attempts import Arrival, stage_try
from graph.old_staging.blocks import Diverged, restoring
from graph.old_staging.caught import (
    CaughtClass,
    CaughtError,
    error_of,
    is_caught_by,
    raise_again,
)
from graph.old_staging.heap import NeedsHeap
from graph.old_staging.mistakes import as_plain, is_awaited
from graph.old_staging.probing import (
    ContextProbe,
    FoundOut,
    Probe,
    StepProbe,
    Trial,
    probing,
)
from graph.old_staging.raised import mark_context
from graph.ops.copied_errors import raise_as_it_is
from graph.ops.raising import is_of_run
from graph.partial import Optional

# The groups that clauses of `except*` handle, innermost last, each with whether `raise`
# alone has raised it again. Written by those clauses only.
IN_CLAUSES: list[list[Any]] = []

State = tuple[Any, ...]
GetState = Callable[[], State]
SetState = Callable[[State], None]

# What says that something cannot be staged is no exception of the user's program.
REFUSALS: Final = (
    BranchMismatchError,
    ConversionError,
    Diverged,
    FoundOut,
    GraphError,
    LeakedTensorError,
    NeedsHeap,
    OperatorNotAllowedInGraphError,
    StagingError,
)


def try_except(
    body: Block,
    handlers: Sequence[Handler],
    orelse: Block | None,
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    nouts: int,
) -> None:
    """Run a block, and one of the handlers if it raises what that is for.

    Args:
        body: The block.
        handlers: For each `except` what returns its classes (None: all), its block,
            which takes the exception, and what forgets its name (None: no name).
        orelse: The block that runs when the body has ended normally, or None.
        get_state: Returns the values of the variables that the blocks change.
        set_state: Sets them.
        symbol_names: Their names.
        nouts: How many of them, counted from the first, are read afterwards.
    """
    graph = current_graph()
    if graph is None:
        except_in_python(body, handlers, orelse)
        return
    state = get_state, set_state, symbol_names
    try_with(StepProbe(is_handled=True), body, handlers, orelse, *state)


def try_with(
    probe: Probe,
    body: Block,
    handlers: Sequence[Handler],
    orelse: Block | None,
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
) -> None:
    """Do what `try_except` does in a graph, which is staged if a probe says so."""
    graph = current_graph()
    assert graph is not None
    get_state, set_state, symbol_names = with_carried(
        get_state, set_state, symbol_names
    )
    start = get_state()
    roots: list[Callable[..., Any]] = [body, *(each for _, each, _ in handlers)]
    again: list[BaseException] = []
    try:
        with probing(graph, roots, probe):
            body()
    except BaseException as error:
        refuse_unreal(error)
        if not probe.may_raise:
            variables = get_state, set_state, symbol_names
            reached = get_state()
            handling = partial(_handle, handlers=handlers, variables=variables)
            is_handled = _as_it_stands(handling, error, roots)
            if is_handled:
                return
            if is_handled is not None:
                raise
            start, again = reached, [error]
            body = partial(_raise_again, again)
        elif isinstance(error, REFUSALS) and not isinstance(error, Diverged):
            raise
    else:
        if not probe.may_raise:
            if orelse is not None:
                orelse()
            return
    set_state(start)
    try:
        ok = stage_except(body, handlers, get_state, set_state, symbol_names)
    finally:
        again.clear()
    if orelse is not None:
        n = len(symbol_names)
        if_stmt(ok, orelse, _nothing, get_state, set_state, symbol_names, n)


def try_finally(
    body: Block,
    final: Block,
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    nouts: int,
) -> None:
    """Run a block, and another one after it, also if it raises."""
    graph = current_graph()
    if graph is None:
        try:
            body()
        finally:
            final()
        return
    get_state, set_state, symbol_names = with_carried(
        get_state, set_state, symbol_names
    )
    start = get_state()
    again: list[BaseException] = []
    whole, is_handled = Trial(), is_awaited(graph)
    probe = (StepProbe if is_handled else Probe)(is_handled=False)

    def handling(error: Any) -> None:
        run_handler(lambda _: final(), error, None)

    tried = ended_if_refused(body, final)
    with probing(graph, [body, final], whole):
        n_before = len(graph.nodes)
        try:
            with probing(graph, [body, final], probe):
                tried()
        except BaseException as error:
            refuse_unreal(error)
            if isinstance(error, REFUSALS) and not isinstance(error, Diverged):
                raise
            if not probe.may_raise:
                reached = get_state()
                if _as_it_stands(handling, error, [final]) is not None:
                    raise
                start, again = reached, [error]
                tried = partial(_raise_again, again)
        else:
            if not probe.may_raise:
                n_inside = len(graph.nodes)
                final()
                if not has_steps(graph.nodes[n_before:n_inside]) or not is_lasting(
                    graph, body, final, handling, n_inside
                ):
                    return
                whole.may_raise = True
    set_state(start)

    def run_final(error: CaughtError) -> NoReturn:
        final()
        raise_again(error, is_bare=True)
        raise AssertionError

    handlers = [(None, run_final, None)]
    try:
        stage_except(tried, handlers, get_state, set_state, symbol_names)
    finally:
        again.clear()
    final()


def ended_if_refused(
    body: Callable[P, None], ending: Callable[[], Any]
) -> Callable[P, None]:
    """Return a block that does what ends it where a refusal leaves it, too.

    The trace is given up then, and what it wrote is put back. But code that is not
    converted may have taken a lock, or changed the directory, and takes that back.
    """

    @wraps(body)
    def ended(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            body(*args, **kwargs)
        except _GIVEN_UP:
            with suppress(Exception, *_GIVEN_UP):  # the refusal stands
                ending()
            raise

    return ended


_GIVEN_UP: Final = tuple(each for each in REFUSALS if each not in (Diverged, FoundOut))
P = ParamSpec("P")


def _nothing() -> None:
    return None


def _raise_again(held: Sequence[BaseException]) -> NoReturn:
    """Raise what a list holds until it has been handled.

    What refers to an exception for longer keeps the generators it left from ending.
    """
    raise_as_it_is(held[0])


def _as_it_stands(
    handling: Callable[[BaseException], Any],
    error: BaseException,
    roots: Sequence[Callable[..., Any]],
) -> Any:
    """Run what handles an exception of tracing; return what it returns.

    Returns:
        None, with all taken back, where the run has to handle the exception, as the
        context of what the run may raise meanwhile.

    Raises:
        SideEffectError: It has left a generator that waits, and is to end then.
    """
    graph = current_graph()
    assert graph is not None
    if isinstance(error, REFUSALS) or not is_of_run(error, graph):
        return bool(handling(error))
    probe = ContextProbe(error)
    with probing(graph, roots, probe):
        found = bool(handling(error))
    if not probe.may_raise:
        return found
    check_left(error)
    return None


def except_in_python(
    body: Block, handlers: Sequence[Handler], orelse: Block | None
) -> None:
    """Do what Python's own statement does."""
    try:
        body()
    except BaseException as error:
        refuse_unreal(error)
        if not _handle(error, handlers):
            raise
    else:
        if orelse is not None:
            orelse()


def _handle(
    error: BaseException,
    handlers: Sequence[Handler],
    variables: Variables | None = None,
) -> bool:
    """Run the handler for an exception; tell whether there is one."""
    if isinstance(error, REFUSALS):
        return False
    if current_graph() is None:
        return handle(error, handlers, variables)
    plain = as_plain(error)
    if plain is None:
        return False
    if plain is error:
        mark_context(error)
        return handle(error, handlers, variables)
    context, traceback = plain.__context__, plain.__traceback__
    try:
        raise plain
    except BaseException as raised:  # noqa: BLE001  # it is handled at once
        # Python links it to ours, which the program does not see.
        raised.__context__ = context
        raised.__traceback__ = traceback
        mark_context(raised)
        return handle(raised, handlers, variables)


def stage_except(
    body: Block,
    handlers: Sequence[Handler],
    get_state: GetState,
    set_state: SetState,
    names: Sequence[str],
) -> Any:
    """Stage a body and its handlers; return whether the body came to its end."""
    start, variables = get_state(), (get_state, set_state, names)

    def run_body() -> Sequence[Any]:
        set_state(start)
        with restoring(set_state, start):
            body()
            return (*get_state(), True)

    def run_handlers(arrived: Arrival, values: Sequence[Any]) -> Sequence[Any]:
        set_state(tuple(values))
        with restoring(set_state, start):
            clauses = known_clauses(handlers)
            caught = () if clauses is None else caught_classes(clauses)
            error = arrived(caught or (BaseException,))
            is_taken = bool(caught)
            dispatch(error, clauses or handlers, variables, is_taken=is_taken)
            return (*get_state(), False)

    returned = (*names, "whether the `try` ended normally")
    roots: list[Callable[..., Any]] = [body, *(each for _, each, _ in handlers)]
    results = stage_try(run_body, run_handlers, get_state, (names, returned), roots)
    set_state(tuple(results[:-1]))
    return results[-1]


def about_caught(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that asks what was caught."""
    if len(args) == 2:
        kind = type(args[0])
        if function is isinstance and kind is Optional:
            return _is_there_and_of if type(args[0].value) is CaughtError else None
        if (function is isinstance and kind is CaughtError) or (
            function is issubclass and kind is CaughtClass
        ):
            return _is_of
    if len(args) == 1 and function is type and type(args[0]) is CaughtError:
        return CaughtClass
    return None


def _is_there_and_of(found: Any, classes: Any) -> Any:
    """Tell whether an exception, which may be None, is of one of some classes."""
    if isinstance(None, classes):
        return or_(lambda: found.flag, lambda: _is_of(found.value, classes))
    return and_(lambda: not_(found.flag), lambda: _is_of(found.value, classes))


def _is_of(caught: Any, classes: Any) -> Any:
    error = caught if type(caught) is CaughtError else error_of(caught)
    isinstance(None, classes)  # which refuses what are no classes
    given = flat_classes(classes)
    known = [each for each in given if each.__module__ != "builtins"]
    known += [each for each in given if issubclass(each, BaseException)]
    return object in given or is_caught_by(error, tuple(dict.fromkeys(known)))


def flat_classes(classes: Any) -> list[Any]:
    """Return the classes that `isinstance` and its kin are given."""
    if not isinstance(classes, tuple):
        return list(getattr(classes, "__args__", (classes,)))  # of a union
    return [each for part in classes for each in flat_classes(part)]


def reraised() -> BaseException:
    """Return what `raise` without an exception raises again.

    Raises:
        RuntimeError: Nothing is being handled.
        Diverged: It is known only when the graph runs, which will raise it.
    """
    handled = _STATE.handled[-1] if _STATE.handled else None
    if isinstance(handled, CaughtError):
        is_of_clause = bool(IN_CLAUSES) and IN_CLAUSES[-1][0] is handled
        raise_again(handled, is_bare="clause" if is_of_clause else True)
    error = handled_now()
    if IN_CLAUSES and IN_CLAUSES[-1][0] is error:
        IN_CLAUSES[-1][1] = True
    return error


def handled_now() -> BaseException:
    """Return the exception that Python is handling.

    Raises:
        RuntimeError: There is none, as `raise` says.
    """
    current = sys.exc_info()[1]
    if current is None:
        raise RuntimeError("No active exception to reraise")
    return current


__all__ = [
    "REFUSALS",
    "about_caught",
    "except_in_python",
    "flat_classes",
    "handled_now",
    "reraised",
    "stage_except",
    "try_except",
    "try_finally",
]
