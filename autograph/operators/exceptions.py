"""`try` and `raise`.

A `try` whose body raises nothing when the graph runs is done while tracing. Any other
one is a `try` of the run, and so are what its body raises and what its handlers do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any

from autograph.operators.conditionals import if_stmt
from autograph.staging.attempts import caught, stage_try
from autograph.staging.branches import State, stage_branch
from autograph.staging.effects import may_raise
from autograph.staging.plain import Statement
from autograph.staging.raising import gives_up, is_ours, raise_in_run, refuse_unreal
from autograph.values import operations
from autograph.values.kinds import holds_run, is_of_run
from autograph.values.nodes import emit, is_virtual, lift, node, note_birth, wrap
from autograph.values.sites import Site
from autograph.values.specs import BOOL
from autograph.values.state import (
    ABANDONED,
    Diverged,
    Restart,
    Unstageable,
    current,
    graph,
    is_in_block,
)
from graph.building import while_handling
from graph.copied_errors import of_program
from graph.errors import AutographError
from graph.graph import Node
from graph.meant import meant
from graph.python.control import RAISE, RAISE_FROM, RERAISE, TRY
from graph.python.errors import IS_CAUGHT, is_one_of
from graph.python.protocols import IS_INSTANCE

# What returns the classes of an `except`, None for all; its block;
# what forgets its name.
Handler = tuple[
    Callable[[], Any] | None, Callable[[Any], None], Callable[[], None] | None
]


def _with_flag(
    get_state: Callable[[], State], set_state: Callable[[State], None]
) -> tuple[list[Any], Callable[[], State], Callable[[State], None]]:
    """Add the variable that says whether a body has come to its end."""
    flag: list[Any] = [True]

    def get() -> State:
        return (*get_state(), flag[0])

    def put(state: State) -> None:
        set_state(state[:-1])
        flag[0] = state[-1]

    return flag, get, put


def _padded(names: Sequence[str], get_state: Callable[[], State]) -> tuple[str, ...]:
    return (*names, *[""] * (len(get_state()) - len(names)))


# -- Which `try` is one of the run


def _site(place: Any) -> Site:
    """Return the site of what a `try` catches: it is real if the `try` is the run's."""
    return current().known.site(("try", place), BaseException, "a try")


def is_of_the_run(place: Any) -> bool:
    """Is the `try` at a place one of the run?"""
    return _site(place).is_real or None in current().handled


def _let_run_try(place: Any, why: str) -> None:
    """Begin anew, with a `try` of the run."""
    _site(place).is_real = True
    raise Restart(why)


def run_here(place: Any, body: Callable[[], None]) -> None:
    """Trace a body; if the run may raise in it, begin anew, with a `try` of the run."""
    to = graph()
    start = len(to.nodes)
    error: BaseException | None = None
    try:
        body()
    except BaseException as raised:
        if not is_ours(raised):
            refuse_unreal(raised)
        is_decided = is_ours(raised) and not isinstance(raised, Diverged)
        if is_decided or not (
            isinstance(raised, Diverged) or may_raise(to.nodes[start:])
        ):
            raise
        error = raised
    if error is not None or may_raise(to.nodes[start:]):
        _let_run_try(place, "the body of a try may raise when the graph runs")


def _has_try(nodes: Iterable[Node]) -> bool:
    return any(
        x.op is TRY
        or isinstance(x.attrs.get("function"), Statement)  # which Python runs
        or any(_has_try(body.nodes) for body in x.subgraphs.values())
        for x in nodes
    )


def _handle_here(place: Any, error: BaseException, handle: Callable[[], None]) -> None:
    """Run handlers of an exception that tracing has met, while it is handled.

    What the run raises in them has the exception as its context. Only a `try` of the
    run shows that elsewhere than at the end of the program.
    """
    trace, to = current(), graph()
    if not is_virtual(error):
        note_birth(error, _site(place))
    if isinstance(error, AutographError):
        of_program(error)
    start = len(to.nodes)
    trace.handled.append(error)
    try:
        with while_handling(error):
            handle()
    except Diverged:
        _let_run_try(place, "a handler raises when the graph runs")
    finally:
        trace.handled.pop()
    made = to.nodes[start:]
    if (trace.tries or _has_try(made)) and may_raise(made):
        _let_run_try(place, "a handler may raise when the graph runs")


# -- The statements


def try_except(
    body: Callable[[], None],
    handlers: Sequence[Handler],
    orelse: Callable[[], None] | None,
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
    nouts: int,
) -> None:
    """Do `try: body` with its `except` and `else`."""
    place = current().at
    if not is_of_the_run(place):
        _try_here(place, body, handlers, orelse)
        return
    flag, get, put = _with_flag(get_state, set_state)
    names = (*_padded(symbol_names, get_state), "ended_")

    def handle() -> None:
        flag[0] = False
        error = caught()
        with_none(partial(_choose, error, handlers, 0, (get, put, names)))

    stage_try(body, handle, get, put, names)
    if orelse is not None:
        if_stmt(
            flag[0], orelse, lambda: None, get_state, set_state, symbol_names, nouts
        )


def with_none(handle: Callable[[], None]) -> None:
    """Trace what runs while the run handles an exception."""
    handled = current().handled
    handled.append(None)
    try:
        with while_handling(None):
            handle()
    finally:
        handled.pop()


def _choose(
    error: Any, handlers: Sequence[Handler], place: int, variables: tuple[Any, ...]
) -> None:
    """Run the first handler, from a place on, that takes an exception of the run."""
    if place == len(handlers):
        reraised()
    classes, handler, forget = handlers[place]

    def handle() -> None:
        handler(error)
        if forget is not None:
            forget()

    if classes is None:
        handle()
        return
    rest = partial(_choose, error, handlers, place + 1, variables)
    stage_branch(_is_caught(error, classes()), handle, rest, *variables)


def _is_caught(error: Any, classes: Any) -> Any:
    if not holds_run(classes):
        try:
            is_one_of(BaseException(), classes)
        except TypeError:
            pass  # the run raises it
        else:
            return node(IS_INSTANCE, [error], BOOL, cls=classes)
    held = [error.symbol, lift(classes)[0]]
    return wrap(emit(IS_CAUGHT, held, (BOOL,))[0], BOOL)


def _try_here(
    place: Any,
    body: Callable[[], None],
    handlers: Sequence[Handler],
    orelse: Callable[[], None] | None,
) -> None:
    """Do a `try` whose body raises nothing when the graph runs: Python does it now."""
    try:
        run_here(place, body)
    except BaseException as error:
        if is_ours(error):
            raise
        found: list[bool] = []
        raised = error

        def handle() -> None:
            found.append(_handled_here(place, raised, handlers))

        _handle_here(place, error, handle)
        if not found[0]:
            raise
        return
    if orelse is not None:
        orelse()


def _handled_here(
    place: Any, error: BaseException, handlers: Sequence[Handler]
) -> bool:
    """Run the handler of an exception of tracing; tell whether there is one."""
    for classes, handler, forget in handlers:
        if classes is not None:
            found = classes()
            if holds_run(found):
                _let_run_try(place, "the run knows what a handler takes")
            if not is_one_of(error, found):
                continue
        try:
            handler(error)
        finally:
            if forget is not None:
                forget()
        return True
    return False


def try_finally(
    body: Callable[[], None],
    final: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
    nouts: int,
) -> None:
    """Do `try: body` with `finally: final`."""
    del nouts
    place = current().at
    if not is_of_the_run(place):
        try:
            run_here(place, body)
        except BaseException as error:
            if gives_up(error):
                end_for_good(final)
            elif not is_ours(error):
                _handle_here(place, error, final)
            raise
        final()
        return

    def handle() -> None:
        with_none(final)
        emit(RERAISE, [], ())
        raise Diverged

    stage_try(body, handle, get_state, set_state, _padded(symbol_names, get_state))
    final()


def end_for_good(final: Callable[[], None]) -> None:
    """Do what ends a statement, as the trace does that is given up in it."""
    with suppress(Unstageable, *ABANDONED):
        final()


# -- Raising


def raised(error: Any) -> Any:
    """Return what `raise error` is to raise."""
    error = _made(error)
    if is_of_run(error):
        emit(RAISE, [lift(error)[0]], ())
        raise Diverged
    is_jump = isinstance(error, BaseException) and not isinstance(error, Exception)
    is_jump |= isinstance(error, (RecursionError, MemoryError))  # none of tracing's
    if is_jump and (is_in_block() or graph().effects.writes):
        raise_in_run(error, is_raised=True)
        raise Diverged
    return error


def _made(error: Any) -> Any:
    """Return an exception for its class."""
    if isinstance(error, type) and issubclass(error, BaseException):
        return operations.call(error)
    return error


@meant
def raised_from(error: Any, cause: Any) -> Any:
    """Return what `raise error from cause` is to raise."""
    error, cause = _made(error), _made(cause)
    if is_of_run(error) or is_of_run(cause):
        emit(RAISE_FROM, [lift(error)[0], lift(cause)[0]], ())
        raise Diverged
    if cause is not None and not isinstance(cause, BaseException):
        raise TypeError("exception causes must derive from BaseException")
    if isinstance(error, BaseException):
        error.__cause__ = cause
    return raised(error)


@meant
def reraised() -> BaseException:
    """Do `raise` without an exception."""
    handled = current().handled
    if handled and handled[-1] is not None:
        return handled[-1]  # type: ignore[no-any-return]
    emit(RERAISE, [], ())
    raise Diverged


def python_reraised() -> BaseException:
    """Return what `raise` without an exception is to raise, where Python runs it.

    Raises:
        RuntimeError: No exception is being handled.
    """
    error = sys.exception()
    if error is None:
        raise RuntimeError("No active exception to reraise")
    return error


def python_try(
    body: Callable[[], None],
    handlers: Sequence[Handler],
    orelse: Callable[[], None] | None,
    *_: Any,
) -> None:
    """Do `try: body` with its `except` and `else`, where Python runs it."""
    try:
        body()
    except BaseException as error:
        for classes, handler, forget in handlers:
            if classes is None or is_one_of(error, classes()):
                try:
                    handler(error)
                finally:
                    if forget is not None:
                        forget()
                return
        raise
    if orelse is not None:
        orelse()


def python_star(
    body: Callable[[], None],
    handlers: Sequence[Handler],
    orelse: Callable[[], None] | None,
    *_: Any,
) -> None:
    """Do `try: body` with its `except*` and `else`, where Python runs it."""
    ended: list[bool] = []

    def tried() -> None:
        body()
        ended.append(True)

    clauses = [
        (classes, partial(_is_raised_again, handler, forget))
        for classes, handler, forget in handlers
    ]
    _statement(len(handlers))(tried, clauses)
    if ended and orelse is not None:
        orelse()


def _is_raised_again(
    handler: Callable[[Any], None], forget: Callable[[], None] | None, group: Any
) -> bool:
    """Run a handler of `except*`; tell whether it ends with `raise` alone."""
    traceback = group.__traceback__
    try:
        handler(group)
    except BaseException as error:
        if error is not group:
            raise
        group.__traceback__ = traceback  # it tells Python that it is the same
        return True
    finally:
        if forget is not None:
            forget()
    return False


@cache
def _statement(n_clauses: int) -> Callable[..., None]:
    """Return a function that is Python's own `try` with so many `except*`."""
    lines = ["def run(body, clauses):", "    try:", "        body()"]
    for number in range(n_clauses):
        lines += [
            f"    except* clauses[{number}][0]() as group:",
            f"        if clauses[{number}][1](group):",
            "            raise",
        ]
    namespace: dict[str, Any] = {}
    exec(compile("\n".join(lines), __file__, "exec"), namespace)
    return namespace["run"]  # type: ignore[no-any-return]


def try_star(*_: Any) -> None:
    """Do `try` with `except*`."""
    raise Unstageable("`except*` in a graph")


__all__ = ["raised", "raised_from", "try_except", "try_finally"]
