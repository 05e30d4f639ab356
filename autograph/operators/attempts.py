"""The `try` statement.

As long as nothing in it may raise when a graph runs, it is Python's own. Otherwise it
is traced again, as a body that may raise and a handler for what it raises.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from autograph.errors import ConversionError
from autograph.operators.carried import with_carried
from autograph.operators.conditionals import if_stmt
from autograph.operators.forms import by_form
from autograph.operators.logic import and_, not_, or_
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
from graph.partial import Optional
from graph.staging.attempts import stage_try
from graph.staging.blocks import Diverged, restoring
from graph.staging.caught import (
    CaughtClass,
    CaughtError,
    among,
    error_of,
    is_caught_by,
    other_than,
    raise_again,
)
from graph.staging.heap import NeedsHeap
from graph.staging.probing import FoundOut, Probe, probing
from graph.staging.raised import mark_context

# The groups that clauses of `except*` handle, innermost last, each with whether `raise`
# alone has raised it again. Written by those clauses only.
IN_CLAUSES: list[list[Any]] = []

State = tuple[Any, ...]
GetState = Callable[[], State]
SetState = Callable[[State], None]
Block = Callable[[], None]
# The classes of an `except`, None for all; its block; what forgets its name.
Handler = tuple[Callable[[], Any] | None, Callable[[Any], None], Block | None]

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
    try_with(Probe(is_handled=True), body, handlers, orelse, *state)


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
    try:
        with probing(graph, roots, probe):
            body()
    except BaseException as error:
        refuse_unreal(error)
        if not probe.may_raise:
            if _handle(error, handlers):
                return
            raise
        if isinstance(error, REFUSALS) and not isinstance(error, Diverged):
            raise
    else:
        if not probe.may_raise:
            if orelse is not None:
                orelse()
            return
    set_state(start)
    ok = stage_except(body, handlers, get_state, set_state, symbol_names)
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
    try:
        with probing(graph, [body, final]) as probe:
            body()
    except BaseException as error:
        refuse_unreal(error)
        if isinstance(error, REFUSALS) and not isinstance(error, Diverged):
            raise
        if not probe.may_raise:
            run_handler(lambda _: final(), error, None)
            raise
    else:
        if not probe.may_raise:
            final()
            return
    set_state(start)

    def run_final(error: CaughtError) -> NoReturn:
        final()
        raise_again(error, is_bare=True)
        raise AssertionError

    handlers = [(None, run_final, None)]
    stage_except(body, handlers, get_state, set_state, symbol_names)
    final()


def _nothing() -> None:
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


def _handle(error: BaseException, handlers: Sequence[Handler]) -> bool:
    """Run the handler for an exception; tell whether there is one."""
    if isinstance(error, REFUSALS):
        return False
    if current_graph() is not None:
        mark_context(error)
    for classes, handler, forget in handlers:
        if classes is None or _catches(classes(), error):
            run_handler(handler, error, forget)
            return True
    return False


def run_handler(
    handler: Callable[[Any], None], error: Any, forget: Block | None
) -> None:
    """Run a handler while its exception is being handled; forget its name then."""
    _STATE.handled.append(error)
    try:
        handler(error)
    except Exception as raised:
        mark_context(raised)
        raise
    finally:
        _STATE.handled.pop()
        if forget is not None:
            forget()


def _catches(classes: Any, error: BaseException) -> bool:
    """Answer as Python's `except` does."""
    return any(each in type(error).__mro__ for each in classes_in(classes))


def classes_in(classes: Any) -> tuple[type[BaseException], ...]:
    """Return what stands after `except` as a flat tuple.

    Raises:
        TypeError: Something in it is no exception class, as Python says.
    """
    found: list[type[BaseException]] = []
    for each in classes if isinstance(classes, tuple) else (classes,):
        if isinstance(each, tuple):
            found.extend(classes_in(each))
        elif isinstance(each, type) and issubclass(each, BaseException):
            found.append(each)
        else:
            raise TypeError(
                "catching classes that do not inherit from BaseException is not allowed"
            )
    return tuple(found)


def stage_except(
    body: Block,
    handlers: Sequence[Handler],
    get_state: GetState,
    set_state: SetState,
    names: Sequence[str],
) -> Any:
    """Stage a body and its handlers; return whether the body came to its end."""
    start = get_state()
    clauses = [
        (None if classes is None else classes_in(classes()), handler, forget)
        for classes, handler, forget in handlers
    ]
    caught: dict[type[BaseException], None] = {}
    for classes, _, _ in clauses:
        caught.update(dict.fromkeys(classes or (BaseException,)))

    def run_body() -> Sequence[Any]:
        set_state(start)
        with restoring(set_state, start):
            body()
            return (*get_state(), True)

    def run_handler(error: CaughtError, values: Sequence[Any]) -> Sequence[Any]:
        set_state(tuple(values))
        with restoring(set_state, start):
            _dispatch(error, clauses, (get_state, set_state, names))
            return (*get_state(), False)

    returned = (*names, "whether the `try` ended normally")
    roots: list[Callable[..., Any]] = [body, *(each for _, each, _ in handlers)]
    results = stage_try(
        run_body, run_handler, get_state, (names, returned), tuple(caught), roots
    )
    set_state(tuple(results[:-1]))
    return results[-1]


def _dispatch(error: CaughtError, clauses: Sequence[Any], state: Any) -> None:
    """Run the first handler that takes the error; the last one takes all."""
    # No inner function that calls itself: it would be a cycle, which goes on holding
    # what the user's code made.
    (classes, handler, forget), *others = clauses
    get_state, set_state, names = state
    condition = True if not others or classes is None else is_caught_by(error, classes)
    if_stmt(
        condition,
        lambda: by_form(
            among(error, classes),
            lambda each: run_handler(handler, each, forget),
            state,
        ),
        lambda: _dispatch(other_than(error, classes), others, state),
        get_state,
        set_state,
        names,
        len(names),
    )


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
    known = [each for each in _flat(classes) if each.__module__ != "builtins"]
    known += [each for each in _flat(classes) if issubclass(each, BaseException)]
    return object in _flat(classes) or is_caught_by(error, tuple(dict.fromkeys(known)))


def _flat(classes: Any) -> list[Any]:
    if not isinstance(classes, tuple):
        return list(getattr(classes, "__args__", (classes,)))  # of a union
    return [each for part in classes for each in _flat(part)]


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
    "classes_in",
    "except_in_python",
    "handled_now",
    "reraised",
    "run_handler",
    "stage_except",
    "try_except",
    "try_finally",
]
